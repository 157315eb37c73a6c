//! The account page: password, sign-in methods and sessions. Each section has its file.

mod context;
pub mod deletion;
mod own_data;
mod page;
mod password;
mod sessions;
mod sign_in_methods;

pub use context::{AccountPage, Done, ListedSessionItem, OwnPasskey, OwnProvider, SignInMethods};
pub use page::page;
