//! URLs in the sprite.

use maud::Render;

use crate::artwork::aeroplane::sprite;
use crate::urls::asset;

/// The URL of a plane or a face of the die in the sprite.
pub(super) struct SpriteUrl(pub &'static str);

impl Render for SpriteUrl {
    fn render_to(&self, buffer: &mut String) {
        buffer.push_str(asset(sprite::SPRITE));
        buffer.push('#');
        buffer.push_str(&sprite::fragment(self.0));
    }
}
