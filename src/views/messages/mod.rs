//! Errors and other data as sentences, in the language of whoever reads the page. The modules below hold the data only.

mod accounts;
mod matches;
mod orders;
mod people;
mod plies;

/// Something that pages put into a sentence.
pub trait Message {
    /// The sentence, in the language that is spoken.
    fn message(&self) -> String;
}
