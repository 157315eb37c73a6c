//! Words that several staff pages share.

use crate::texts::tr;
use crate::users::ReportVerdict;

pub(super) fn verdict_in_words(verdict: ReportVerdict) -> &'static str {
    match verdict {
        ReportVerdict::Dismissed => tr("dismissed"),
        ReportVerdict::Warned => tr("settled with a warning"),
        ReportVerdict::Muted => tr("settled with a mute"),
        ReportVerdict::Suspended => tr("settled with a suspension"),
        ReportVerdict::Acted => tr("settled"),
    }
}
