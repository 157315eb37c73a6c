//! `POST /matches/{id}/substitute`: looking for a person who takes the seat.

use serde::Deserialize;

use super::{PathMatchId, carry_out};
use crate::matches::{MatchCommand, SubstituteSearch};
use crate::web::{FormData, HttpResult, RequestOf, SessionUser};

/// Actions on the search for a substitute.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubstituteForm {
    search: SubstituteAction,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SubstituteAction {
    Begin,
    Cancel,
}

/// `POST /matches/{id}/substitute`
pub async fn search(
    request: RequestOf<SessionUser>,
    id: PathMatchId,
    form: FormData<SubstituteForm>,
) -> HttpResult {
    let search = match form.0.search {
        SubstituteAction::Begin => SubstituteSearch::Begin,
        SubstituteAction::Cancel => SubstituteSearch::Cancel,
    };
    carry_out(request, id, MatchCommand::Substitute(search)).await
}
