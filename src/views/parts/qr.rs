//! QR codes.

use fast_qr::QRBuilder;
use maud::{Markup, PreEscaped, Render, html};

/// The quiet zone around a code, in modules.
const QUIET: usize = 4;

/// A QR code: always dark on light, so that phones can read it. Empty if the text is too long for one.
#[derive(Clone, Copy, Debug)]
pub struct QrCode<'a> {
    pub text: &'a str,
    /// Its name for screen readers.
    pub label: &'a str,
}

impl Render for QrCode<'_> {
    fn render(&self) -> Markup {
        let Some((side, path)) = drawn(self.text) else { return html! {} };
        html! {
            svg.qr viewBox=(format!("0 0 {side} {side}")) role="img" aria-label=(self.label) shape-rendering="crispEdges" {
                rect width=(side) height=(side) fill="#fff" {}
                path fill="#000" d=(PreEscaped(path)) {}
            }
        }
    }
}

/// A QR code as an SVG document.
pub fn qr_document(text: &str) -> Option<String> {
    let (side, path) = drawn(text)?;
    Some(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><rect width="{side}" height="{side}" fill="#fff"/><path d="{path}"/></svg>"##
    ))
}

/// The length of the sides, and the dark modules as a path.
fn drawn(text: &str) -> Option<(usize, String)> {
    let code = QRBuilder::new(text).build().ok()?;
    let mut path = String::new();
    for row in 0..code.size {
        for column in (0..code.size).filter(|column| code[row][*column].value()) {
            path.push_str(&format!("M{} {}h1v1h-1z", column + QUIET, row + QUIET));
        }
    }
    Some((code.size + 2 * QUIET, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_code_has_three_finder_patterns_and_a_quiet_zone() {
        let text = "otpauth://totp/Parlour:Ada%40games%2Eexample?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Parlour";
        let svg = QrCode { text, label: "A code" }.render().into_string();
        let side: usize =
            svg.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        for (x, y) in [(4, 4), (side - 5, 4), (4, side - 5)] {
            assert!(svg.contains(&format!("M{x} {y}h1")), "{x} {y}");
        }
        assert!(!svg.contains(&format!("M{} {}h1v1", side - 4, side - 4)) && !svg.contains("style"));
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert_eq!(qr_document(&"a".repeat(4000)), None);
        assert!(qr_document("https://parlour.example/join/ABCDEF").unwrap().starts_with("<svg xmlns="));
    }
}
