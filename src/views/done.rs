//! The message that confirms an action on a page.

/// Defines an enum `Done` of the actions that a page confirms: for each the key in the URL of the page, and the
/// message.
macro_rules! done {
    ($($(#[$doc:meta])* $name:ident $key:literal $words:expr;)+) => {
        /// The action that was just done.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Done { $($(#[$doc])* $name),+ }

        impl Done {
            /// The key in the URL.
            pub const fn key(self) -> &'static str {
                match self { $(Done::$name => $key),+ }
            }

            pub fn from_key(key: &str) -> Option<Self> {
                match key { $($key => Some(Done::$name),)+ _ => None }
            }

            pub(in crate::views) fn words(self) -> &'static str {
                match self { $(Done::$name => $words),+ }
            }
        }
    };
}

pub(super) use done;
