//! The message that confirms an action on a page.

/// Makes an enum `Done` out of what can have been done on a page, each with the key by which the address of the page tells
/// it, and the words in which the page does.
macro_rules! done {
    ($($(#[$doc:meta])* $name:ident $key:literal $words:expr;)+) => {
        /// What has just been done.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Done { $($(#[$doc])* $name),+ }

        impl Done {
            /// As the address of the page writes it.
            pub const fn key(self) -> &'static str {
                match self { $(Done::$name => $key),+ }
            }

            /// What this key stands for, if it stands for anything.
            pub fn from_key(key: &str) -> Option<Self> {
                match key { $($key => Some(Done::$name),)+ _ => None }
            }

            fn words(self) -> &'static str {
                match self { $(Done::$name => $words),+ }
            }
        }
    };
}

pub(super) use done;
