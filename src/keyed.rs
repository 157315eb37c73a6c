//! Enums whose values have a key, by which forms, URLs, cookies and the database write them.

/// Defines an enum with the key of each value.
///
/// ```
/// parlour::keyed! {
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Side { Left = "left", Right = "right", }
/// }
/// assert_eq!((Side::ALL.map(Side::key), Side::from_key("right")), (["left", "right"], Some(Side::Right)));
/// ```
#[macro_export]
macro_rules! keyed {
    ($(#[$of:meta])* $vis:vis enum $name:ident { $($(#[$each:meta])* $value:ident = $key:literal,)+ }) => {
        $(#[$of])*
        $vis enum $name { $($(#[$each])* $value,)+ }

        impl $name {
            /// All values, in their order.
            pub const ALL: [Self; [$($key),+].len()] = [$(Self::$value),+];

            /// The key, which is stored, so it stays as it is.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$value => $key),+ }
            }

            /// The value with this key.
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.key() == key)
            }
        }
    };
}
