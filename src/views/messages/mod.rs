//! Errors and other data as sentences, in the language of the reader. Lower modules contain only the data.

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
