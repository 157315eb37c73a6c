//! What other sites show where a page is linked: its description, and its image by the Open Graph protocol.

use std::fmt::Display;

use maud::{Markup, html};

use super::boards::IMAGE_SIZE;
use crate::games::Game;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;

/// The preview of a page.
#[derive(Clone, Debug)]
pub struct LinkPreview<'a> {
    /// One or two sentences.
    pub description: &'a str,
    /// The path of the page.
    pub path: String,
    /// The path of the image, of [`IMAGE_SIZE`].
    pub image: String,
    /// What the image shows.
    pub alt: String,
    /// Whether other sites can show the page in a frame.
    pub is_embeddable: bool,
}

impl<'a> LinkPreview<'a> {
    /// With the board of a game as the image.
    pub fn of_game(game: Game, path: impl Display, description: &'a str) -> Self {
        let image = urls::GameImage { key: game.key() }.to_string();
        let alt = tr_format!("A board of {game}", game = tr(game.title()));
        Self { description, path: path.to_string(), image, alt, is_embeddable: false }
    }

    /// The elements for the head of the page. Their URLs are absolute.
    pub(super) fn tags(&self, title: &str, site: &str, origin: &str) -> Markup {
        let (width, height) = IMAGE_SIZE;
        html! {
            meta name="description" content=(self.description);
            meta property="og:type" content="website";
            meta property="og:site_name" content=(site);
            meta property="og:title" content=(title);
            meta property="og:description" content=(self.description);
            meta property="og:url" content={ (origin) (self.path) };
            meta property="og:image" content={ (origin) (self.image) };
            meta property="og:image:type" content="image/png";
            meta property="og:image:width" content=(width);
            meta property="og:image:height" content=(height);
            meta property="og:image:alt" content=(self.alt);
            meta name="twitter:card" content="summary_large_image";
            @if self.is_embeddable {
                link rel="alternate" type="application/json+oembed" title=(title)
                    href={ (origin) (urls::OEmbed.of(&format!("{origin}{}", self.path))) };
            }
        }
    }
}
