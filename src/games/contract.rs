//! The contract every game keeps.
