//! The games of the site, and their rules with boards as figures.

pub mod examples;
mod page;
mod sections;

pub use page::{games_page, page, sample};
pub(super) use sections::{RulesFigure, RulesPage, RulesSection, code};
