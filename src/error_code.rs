//! Stable codes of errors.

/// Gives every variant of an error a code that stays the same however the error is worded: for logs, and for programs that
/// act on it. Variants listed behind `of` hold another error, whose code
/// they have.
///
/// ```
/// enum Fault { Torn, Lost(u32) }
/// parlour::error_codes! { Fault { Self::Torn => "torn", Self::Lost(_) => "lost", } }
/// assert_eq!((Fault::Lost(3).code(), Fault::CODES), ("lost", &["torn", "lost"][..]));
/// ```
#[macro_export]
macro_rules! error_codes {
    ($error:ident { $($pattern:pat => $code:literal,)+ }) => {
        $crate::error_codes! { $error { $($pattern => $code,)+ } of {} }
    };
    ($error:ident { $($pattern:pat => $code:literal,)+ } of { $($within:pat => $cause:ident,)* }) => {
        impl $error {
            /// Every code of its own.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// Its code: stable, in English, for logs and programs.
            pub const fn code(&self) -> &'static str {
                match self {
                    $($pattern => $code,)+
                    $($within => $cause.code(),)*
                }
            }
        }
    };
}
