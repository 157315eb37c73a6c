//! Stable codes of errors.

/// Defines stable codes for the variants of an error, independent of its wording: for logs, and for programs.
/// Variants after `of` wrap another error, whose code they have.
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
            /// All codes, without those of wrapped errors.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// The stable code, for logs and programs.
            pub const fn code(&self) -> &'static str {
                match self {
                    $($pattern => $code,)+
                    $($within => $cause.code(),)*
                }
            }
        }
    };
}
