//! Errors and other data as sentences, in the language of whoever reads the page. The modules below hold the data only.

mod accounts;
mod conditional;
mod matches;
mod plies;
mod staff;

/// Something that pages put into a sentence.
pub trait ErrorMessage {
    /// The sentence, in the language that is spoken.
    fn message(&self) -> String;
}
