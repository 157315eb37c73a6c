//! What there is to share of a public match: its link, picture and record, and the code that embeds it in a page.

use maud::{Markup, html};

use super::context::MatchPage;
use crate::matches::MatchVisibility;
use crate::texts::tr;
use crate::urls;
use crate::views::parts::options::match_title;
use crate::views::parts::{CopyButton, Icon};

/// The usual width and height of a match in a frame, in pixels.
pub const EMBED_SIZE: (u32, u32) = (480, 560);

pub(super) fn share(page_context: &MatchPage<'_>) -> Markup {
    html! {
        @if page_context.view.m.visibility == MatchVisibility::Public {
            details.about { summary { (tr("Share and embed")) (Icon::Down) } (links(page_context)) }
        }
    }
}

/// The content of the section; in a replay for the shown position. It is the same in every state of a match, because the
/// stream does not update it.
pub(super) fn links(page_context: &MatchPage<'_>) -> Markup {
    let id = page_context.view.m.id.as_str();
    let (path, image) = (page_context.replay_path(page_context.ply), urls::MatchImage { id });
    let image = page_context.ply.map_or_else(|| image.to_string(), |ply| image.at(ply));
    let label = if page_context.ply.is_some() { tr("Link to this move") } else { tr("Link to this match") };
    let code = embed_code(page_context, EMBED_SIZE).into_string();
    let copied = |what, is_text| CopyButton { what, is_text, is_small: true };
    html! {
        div.share #share {
            a href=(path) { (label) } (copied(&path, false))
            a.whole href=(urls::NewBookmark.of(&path)) { (tr("Bookmark")) }
            a href=(image) { (tr("Picture of the board")) } (copied(&image, false))
            span.whole.records {
                (tr("Download:")) " "
                a href=(urls::RecordText { id }) { (tr("text")) } " "
                a href=(urls::RecordJson { id }) { "JSON" } " "
                a href=(urls::ReplayFile { id }) { (tr("replay (HTML)")) }
            }
            span.whole.animations {
                (tr("Animated picture (GIF):")) " "
                a href=(urls::MatchAnimation { id }) { (tr("whole match")) }
                @if let Some(ply) = page_context.ply {
                    " " a href=(urls::MatchAnimation { id }.to(ply)) { (tr("up to this move")) }
                    " " a href=(urls::MatchAnimation { id }.from(ply)) { (tr("from this move on")) }
                }
            }
            label.whole for="embed-code" { (tr("Embed code")) }
            input.input #embed-code readonly value=(code) autocomplete="off";
            (copied(&code, true))
        }
    }
}

/// The markup with which another site shows the match, or its position after a ply.
pub fn embed_code(page_context: &MatchPage<'_>, (width, height): (u32, u32)) -> Markup {
    let path = urls::EmbeddedMatch { id: page_context.view.m.id.as_str() }.at(page_context.ply, None);
    html! {
        iframe src={ (page_context.origin) (path) } title=(match_title(&page_context.view.m.options)) width=(width) height=(height) loading="lazy"
            frameborder="0" {}
    }
}

/// The path of the image for links to the page. The result of a match that is over is only in a link to its end.
pub fn image_path(page_context: &MatchPage<'_>) -> String {
    let m = &page_context.view.m;
    let image = urls::MatchImage { id: m.id.as_str() };
    let middle = m.ending().map(|_| m.plies.len() / 2);
    page_context.ply.or(middle).map_or_else(|| image.to_string(), |ply| image.at(ply))
}
