//! Draw offers and takebacks, and the answers to them.

use serde::Deserialize;

use super::{PathMatchId, carry_out};
use crate::matches::{MatchCommand, OfferAnswer as Said, OfferKind};
use crate::web::{FormData, HttpResult, RequestOf, SessionUser};

/// Actions on a draw offer.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawForm {
    Offer,
    Accept,
    Decline,
    Withdraw,
}

/// Actions on a takeback request.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TakebackForm {
    Ask,
    Accept,
    Refuse,
    Withdraw,
}

/// An action, and the log entry up to which the user has seen the match, if the form contains it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferAction<T> {
    answer: T,
    seq: Option<u32>,
}

/// `POST /matches/{id}/draw`
pub async fn draw(
    request: RequestOf<SessionUser>,
    id: PathMatchId,
    form: FormData<OfferAction<DrawForm>>,
) -> HttpResult {
    let FormData(OfferAction { answer, seq }) = form;
    let answer = match answer {
        DrawForm::Offer => Said::Offer,
        DrawForm::Accept => Said::Accept,
        DrawForm::Decline => Said::Decline,
        DrawForm::Withdraw => Said::Withdraw,
    };
    let command = MatchCommand::Answer { what: OfferKind::Draw, answer, seq };
    carry_out(request, id, command).await
}

/// `POST /matches/{id}/takeback`
pub async fn takeback(
    request: RequestOf<SessionUser>,
    id: PathMatchId,
    form: FormData<OfferAction<TakebackForm>>,
) -> HttpResult {
    let FormData(OfferAction { answer, seq }) = form;
    let answer = match answer {
        TakebackForm::Ask => Said::Offer,
        TakebackForm::Accept => Said::Accept,
        TakebackForm::Refuse => Said::Decline,
        TakebackForm::Withdraw => Said::Withdraw,
    };
    let command = MatchCommand::Answer { what: OfferKind::Takeback, answer, seq };
    carry_out(request, id, command).await
}
