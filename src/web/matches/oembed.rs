//! `GET /oembed`: how other sites embed a public match, by the specification at <https://oembed.com>.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use url::Url;

use super::{ply_number, public_match};
use crate::matches::{MatchId, MatchViewer};
use crate::referee::RefereeError;
use crate::views::boards::IMAGE_SIZE;
use crate::views::match_page::{self, MatchPage};
use crate::web::{AppState, HttpResult, WebError, set_accepted_language};

#[derive(Debug, Deserialize)]
pub struct OEmbedQuery {
    /// The URL of a match or of one of its positions.
    url: String,
    /// The largest width, in pixels.
    maxwidth: Option<u32>,
    /// The largest height, in pixels.
    maxheight: Option<u32>,
    /// `json`, which is the only one.
    format: Option<String>,
}

/// What oEmbed 1.0 tells of a page.
#[derive(Debug, Serialize)]
struct EmbeddedPage<'a> {
    version: &'a str,
    #[serde(rename = "type")]
    kind: &'a str,
    title: &'a str,
    provider_name: &'a str,
    provider_url: &'a str,
    html: &'a str,
    width: u32,
    height: u32,
    #[serde(flatten)]
    thumbnail: Option<Thumbnail>,
}

/// The picture of a page.
#[derive(Debug, Serialize)]
struct Thumbnail {
    thumbnail_url: String,
    thumbnail_width: u32,
    thumbnail_height: u32,
}

/// The description of a match. 501 for other formats than JSON; 404 for all URLs but those of public matches.
pub async fn show(request: HttpRequest, state: Data<AppState>, query: Query<OEmbedQuery>) -> HttpResult {
    if query.format.as_deref().is_some_and(|format| format != "json") {
        return Ok(HttpResponse::NotImplemented().content_type("text/plain").body("Only format=json.\n"));
    }
    if query.maxwidth == Some(0) || query.maxheight == Some(0) {
        return Err(WebError::BadRequest("".into()));
    }
    let origin = state.public_url.origin();
    let (id, ply) = linked_match(&query.url, origin).ok_or(RefereeError::NoSuchMatch)?;
    let view = public_match(&state, &id).await?;
    set_accepted_language(&request);
    let page_context = MatchPage {
        origin,
        ply: ply.map(|ply| ply.min(view.m.plies.len())),
        ..MatchPage::now(&view, MatchViewer::Watcher, state.clock.now())
    };
    let title = match_page::title(&MatchPage { ply: None, ..page_context });
    let (width, height) = size(&query);
    let is_shown = query.maxwidth.is_none_or(|most| most >= IMAGE_SIZE.0)
        && query.maxheight.is_none_or(|most| most >= IMAGE_SIZE.1);
    Ok(HttpResponse::Ok().json(EmbeddedPage {
        version: "1.0",
        kind: "rich",
        title: &title,
        provider_name: &state.settings.now().name,
        provider_url: origin,
        html: &match_page::embed_code(&page_context, (width, height)).into_string(),
        width,
        height,
        thumbnail: is_shown.then(|| Thumbnail {
            thumbnail_url: format!("{origin}{}", match_page::image_path(&page_context)),
            thumbnail_width: IMAGE_SIZE.0,
            thumbnail_height: IMAGE_SIZE.1,
        }),
    }))
}

/// The match in a link of this site, and the ply after which it shows it.
fn linked_match(url: &str, origin: &str) -> Option<(MatchId, Option<usize>)> {
    let url = Url::parse(url).ok().filter(|url| url.origin().ascii_serialization() == origin)?;
    let id = url.path().strip_prefix("/matches/")?.parse().ok()?;
    let ply = url.query_pairs().find(|(name, _)| name == "ply");
    Some((id, ply_number::read(&ply.map(|(_, ply)| ply).unwrap_or_default())?))
}

/// The width and height of the frame: the usual ones, or as much of them as there is room for.
fn size(query: &OEmbedQuery) -> (u32, u32) {
    let (width, height) = match_page::EMBED_SIZE;
    let width = query.maxwidth.map_or(width, |most| most.min(width));
    (width, query.maxheight.map_or(height, |most| most.min(height)))
}
