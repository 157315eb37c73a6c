//! `/account`: password, sign-in methods and sessions. Each section of the page has its file.

pub mod deletion;
pub mod export;
pub mod oidc;
mod page;
pub mod passkeys;
pub mod password;
pub mod registration;
pub mod sessions;
pub mod totp;

pub use page::page;
