//! The analysis board, from any position of a match. Everything on it is a link, so it works without scripts. It does
//! not touch the match.

mod comment;
mod conditional;
mod context;
mod graph;
mod headline;
mod line_list;
mod match_list;
mod page;
mod report;
mod retry;
mod turning_point_list;
mod turning_points;

pub use context::{AnalysisPage, AnalysisReport, ConditionalPlan, SuggestedLine};
pub use page::{fragment, page, progress};
pub use turning_points::{first_shown, is_before_turning_point};
