//! `GET /matches/{id}/moves.gif` and `moves.png`: the moves of a public match as an animated picture.

use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_DISPOSITION, HeaderValue, VARY};
use actix_web::web::{Data, Query};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::ply_number::ply_number;
use super::{PathMatchId, public_match};
use crate::artwork::Animation;
use crate::downloads::file_name;
use crate::games::Seat;
use crate::matches::MatchViewer;
use crate::rasterizer::{self, SpriteCache};
use crate::texts::{current_language, in_language, tr};
use crate::tr_format;
use crate::views::match_page::{self, MatchPage};
use crate::web::{AppState, HttpResult, WebError, board_images, set_accepted_language};

/// How many plies an animation has at most.
const MOST: usize = 500;

/// The file of an animation.
struct AnimationFormat {
    media_type: &'static str,
    extension: &'static str,
    draw: fn(&Animation, &mut SpriteCache) -> Option<Vec<u8>>,
}

const GIF: AnimationFormat =
    AnimationFormat { media_type: "image/gif", extension: "gif", draw: rasterizer::gif };
const APNG: AnimationFormat =
    AnimationFormat { media_type: "image/apng", extension: "png", draw: rasterizer::apng };

#[derive(Debug, Deserialize)]
pub struct AnimationQuery {
    /// The ply after which it begins; by default the first of the last [`MOST`].
    #[serde(default, deserialize_with = "ply_number")]
    from: Option<usize>,
    /// The ply after which it ends; by default the last one.
    #[serde(default, deserialize_with = "ply_number")]
    to: Option<usize>,
}

pub async fn gif(
    request: HttpRequest,
    state: Data<AppState>,
    id: PathMatchId,
    query: Query<AnimationQuery>,
) -> HttpResult {
    show(&request, &state, &id, &query, GIF).await
}

pub async fn apng(
    request: HttpRequest,
    state: Data<AppState>,
    id: PathMatchId,
    query: Query<AnimationQuery>,
) -> HttpResult {
    show(&request, &state, &id, &query, APNG).await
}

/// The animation. 404 for a private match, also for its players; 400 for a range backwards, 422 for one that is too long.
async fn show(
    request: &HttpRequest,
    state: &AppState,
    id: &PathMatchId,
    query: &AnimationQuery,
    AnimationFormat { media_type, extension, draw }: AnimationFormat,
) -> HttpResult {
    state.limits.costly_page(state.client_subnet(request), None)?;
    let view = public_match(state, id).await?;
    set_accepted_language(request);
    let last = view.m.plies.len();
    let to = query.to.map_or(last, |to| to.min(last));
    let from = query.from.unwrap_or(to.saturating_sub(MOST));
    if from > to {
        return Err(WebError::BadRequest(tr("The range ends before it begins.").into()));
    }
    if to - from > MOST {
        return Err(WebError::Unprocessable(
            tr_format!("An animation has at most {n} moves.", n = MOST).into(),
        ));
    }
    let (language, now) = (current_language(), state.clock.now());
    // A move that was taken back has another number in the log than the one in its place.
    let seqs = [from, to].map(|ply| ply.checked_sub(1).map(|ply| view.m.plies[ply].seq));
    let names: Vec<_> = Seat::first(view.m.seats.count()).map(|seat| view.name(seat)).collect();
    let name = format!("inline; filename=\"{}\"", file_name(&view, extension));
    let shown =
        format!("{media_type} {} {from} {to} {seqs:?} {names:?} {:?} {language:?}", **id, view.m.ending());
    let mut answer =
        board_images::send_drawn(request, state, media_type, Sha256::digest(shown).into(), move |sprites| {
            let page_context = MatchPage::now(&view, MatchViewer::Watcher, now);
            let animation = in_language(language, || match_page::animation(&page_context, from..=to));
            draw(&animation?, sprites)
        })
        .await?;
    let headers = answer.headers_mut();
    headers.append(VARY, HeaderValue::from_static("accept-language"));
    if let Ok(name) = HeaderValue::try_from(name) {
        headers.insert(CONTENT_DISPOSITION, name);
    }
    Ok(answer)
}
