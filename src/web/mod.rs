//! Routes and handlers: the seam between the rooms. May import all of them.

pub mod assets;
pub mod paths;
