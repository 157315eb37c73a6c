//! `GET /matches/{id}/board.png` and `board.svg`: the board of a public match as a picture.

use std::ops::RangeInclusive;

use actix_web::HttpRequest;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::ply_number::ply_number;
use super::{PathMatchId, public_match};
use crate::games::Seat;
use crate::texts::tr;
use crate::tr_format;
use crate::users::preferences::Theme;
use crate::views::boards::{BoardImageStyle, LastPly, board_image};
use crate::web::board_images::{self, ImageFormat};
use crate::web::{AppState, HttpResult, WebError};

/// How many pixels the longer side may have.
const SIDES: RangeInclusive<u16> = 100..=2000;

#[derive(Debug, Deserialize)]
pub struct BoardImageQuery {
    /// The ply after which the position is shown; by default the current one, or the last one.
    #[serde(default, deserialize_with = "ply_number")]
    ply: Option<usize>,
    /// The longer side in pixels, of a picture that shows hardly more than the board; by default it is made for link
    /// previews.
    size: Option<u64>,
    /// `light` or `dark`.
    theme: Option<String>,
    /// The seat from which the board is seen.
    seat: Option<u8>,
    /// `on` to mark the last move.
    last: Option<String>,
    /// `off` to leave out the names of the cells.
    coordinates: Option<String>,
}

pub async fn png(
    request: HttpRequest,
    state: Data<AppState>,
    id: PathMatchId,
    query: Query<BoardImageQuery>,
) -> HttpResult {
    show(&request, &state, &id, &query, ImageFormat::Png).await
}

pub async fn svg(
    request: HttpRequest,
    state: Data<AppState>,
    id: PathMatchId,
    query: Query<BoardImageQuery>,
) -> HttpResult {
    show(&request, &state, &id, &query, ImageFormat::Svg).await
}

/// The position after a ply, or the last one for a number beyond the end. 404 for a private match, also for its players:
/// the picture is what everyone may see. 422 for a size or seat that does not exist.
async fn show(
    request: &HttpRequest,
    state: &AppState,
    id: &PathMatchId,
    query: &BoardImageQuery,
    format: ImageFormat,
) -> HttpResult {
    let marks = is_on(query.last.as_deref(), false)?;
    if query.ply.is_some() || marks {
        state.limits.costly_page(state.client_subnet(request), None)?;
    }
    let view = public_match(state, id).await?;
    let m = &view.m;
    let style = style(query, m.seats.count())?;
    let ply = query.ply.map_or(m.plies.len(), |ply| ply.min(m.plies.len()));
    let after = (marks || ply < m.plies.len()).then(|| m.position_at(ply).ok()).flatten();
    let last = after.as_ref().filter(|_| marks).and_then(|after| LastPly::of(m, after.moved.as_ref()));
    let position = after.as_ref().map_or(&m.position, |after| &after.position);
    board_images::send(request, state, board_image(position, last.as_ref(), style), format).await
}

fn is_on(value: Option<&str>, default: bool) -> Result<bool, WebError> {
    match value {
        None => Ok(default),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(_) => Err(WebError::BadRequest("".into())),
    }
}

fn style(query: &BoardImageQuery, seats: u8) -> Result<BoardImageStyle, WebError> {
    let side = query.size.map(|size| u16::try_from(size).ok().filter(|size| SIDES.contains(size)));
    if side == Some(None) {
        let (least, most) = SIDES.into_inner();
        let words = tr_format!("A picture is {least} to {most} pixels large.", least = least, most = most);
        return Err(WebError::Unprocessable(words.into()));
    }
    let is_dark = match query.theme.as_deref().map(Theme::from_key) {
        None | Some(Some(Theme::Light)) => false,
        Some(Some(Theme::Dark)) => true,
        Some(_) => return Err(WebError::BadRequest("".into())),
    };
    if query.seat.is_some_and(|seat| seat >= seats) {
        return Err(WebError::Unprocessable(tr("This match has no such seat.").into()));
    }
    let hides_coordinates = !is_on(query.coordinates.as_deref(), true)?;
    Ok(BoardImageStyle { side: side.flatten(), is_dark, seat: query.seat.map(Seat::new), hides_coordinates })
}
