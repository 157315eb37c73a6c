//! Words that several pages of the staff share.

use crate::texts::tr;
use crate::users::Verdict;

/// How a report was settled.
pub(super) fn verdict_in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Dismissed => tr("dismissed"),
        Verdict::Warned => tr("settled with a warning"),
        Verdict::Muted => tr("settled with a mute"),
        Verdict::Suspended => tr("settled with a suspension"),
        Verdict::Acted => tr("settled"),
    }
}
