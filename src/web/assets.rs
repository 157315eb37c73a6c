//! The files a browser needs, inside the program: named by their content, compressed once, kept by browsers for ever.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, OnceLock};

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header, IfNoneMatch,
};
use actix_web::web::{Bytes, Path};
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};

use crate::views;

/// Where they are served: the print of the content, then the name.
pub const ROUTE: &str = "/assets/{print}/{name:.*}";

#[derive(rust_embed::Embed)]
#[folder = "static/"]
struct Folder;

/// Files that are sent as one, in this order.
const BUNDLES: &[(&str, &[&str])] = &[
    (
        "app.css",
        &[
            "css/tokens.css",
            "css/base.css",
            "css/parts.css",
            "css/pages.css",
            "css/board.css",
            "css/aeroplane.css",
            "css/table.css",
            "css/forced-colors.css",
            "css/print.css",
        ],
    ),
    ("app.js", &["js/page.js"]),
    (
        "board.js",
        &[
            "js/board.js",
            "js/focus.js",
            "js/pieces.js",
            "js/replay.js",
            "js/stream.js",
            "js/connection.js",
            "js/announce.js",
        ],
    ),
    ("htmx.js", &["vendor/htmx.min.js", "vendor/hx-sse.min.js"]),
];

/// By name. A page names dozens of them.
type Shelf = HashMap<String, Asset, foldhash::fast::RandomState>;

static SHELF: LazyLock<Shelf> = LazyLock::new(stock);

/// The URL of an asset. What is not there leads to a 404; a test holds every name the views use to the shelf.
pub fn url(name: &str) -> &'static str {
    SHELF.get(name).map_or("/assets/none/none", |asset| &asset.url)
}

/// Sends an asset: for ever under its own print, to be asked for again under another, so that a page that was drawn
/// before an upgrade still finds its letters and colours.
pub async fn asset(request: HttpRequest, path: Path<(String, String)>) -> HttpResponse {
    let (print, name) = path.into_inner();
    match SHELF.get(&name) {
        Some(asset) => asset.answer(&request, asset.print == print),
        None => HttpResponse::NotFound()
            .content_type("text/plain; charset=utf-8")
            .body("There is no such file.\n"),
    }
}

/// Sends the script that shows what is pushed. Browsers ask for it again by themselves.
pub async fn service_worker(request: HttpRequest) -> HttpResponse {
    at_fixed_url(&request, "service-worker.js")
}

/// Sends the icon that browsers request at `/favicon.ico` if they do not support the linked SVG icon.
pub async fn favicon(request: HttpRequest) -> HttpResponse {
    at_fixed_url(&request, "icons/favicon.ico")
}

/// Sends an asset at a URL without its hash: browsers must revalidate it.
fn at_fixed_url(request: &HttpRequest, name: &str) -> HttpResponse {
    SHELF.get(name).map_or_else(|| HttpResponse::NotFound().finish(), |asset| asset.answer(request, false))
}

struct Asset {
    url: String,
    print: String,
    content_type: &'static str,
    plain: Bytes,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl Asset {
    fn new(name: &str, body: impl Into<Bytes>) -> Self {
        let plain = body.into();
        let print = hex::encode(&Sha256::digest(&plain)[..6]);
        let (brotli, gzip) = (OnceLock::new(), OnceLock::new());
        Asset {
            url: format!("/assets/{print}/{name}"),
            print,
            content_type: content_type(name),
            plain,
            brotli,
            gzip,
        }
    }

    fn answer(&self, request: &HttpRequest, lasting: bool) -> HttpResponse {
        let tag = EntityTag::new_weak(self.print.clone());
        let known = held(request, &tag);
        let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        let caching = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
        answer.insert_header((header::CACHE_CONTROL, caching)).insert_header(header::ETag(tag));
        answer.insert_header((header::VARY, "Accept-Encoding"));
        if known {
            return answer.finish();
        }
        let (encoding, body) = self.encoded(request);
        answer.insert_header(encoding).content_type(self.content_type).body(body)
    }

    /// The body in the smallest form the browser takes.
    fn encoded(&self, request: &HttpRequest) -> (ContentEncoding, Bytes) {
        let offered = [Encoding::brotli(), Encoding::gzip(), Encoding::identity()];
        let accepted =
            AcceptEncoding::parse(request).ok().and_then(|accepts| accepts.negotiate(offered.iter()));
        match accepted {
            _ if !shrinks(self.content_type) => (ContentEncoding::Identity, self.plain.clone()),
            Some(taken) if taken == Encoding::brotli() => {
                (ContentEncoding::Brotli, self.brotli.get_or_init(|| brotli(&self.plain)).clone())
            }
            Some(taken) if taken == Encoding::gzip() => {
                (ContentEncoding::Gzip, self.gzip.get_or_init(|| gzip(&self.plain)).clone())
            }
            _ => (ContentEncoding::Identity, self.plain.clone()),
        }
    }
}

/// Whether the browser says it has this already.
pub fn held(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => request.headers().contains_key(header::IF_NONE_MATCH),
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|held| held.weak_eq(tag)),
        Err(_) => false,
    }
}

/// Everything there is: the folder, the bundles, and what the views draw. Stylesheets come last, because the prints of
/// the files they name are written into them.
fn stock() -> Shelf {
    let mut shelf = Shelf::default();
    let mut styles = Vec::new();
    let drawn = views::drawn().into_iter().map(|(name, body)| (name, Bytes::from(body)));
    let files = Folder::iter().map(|name| (name.to_string(), file(&name)));
    let bundles = BUNDLES.iter().map(|(name, parts)| ((*name).to_owned(), bundle(parts)));
    for (name, body) in files.chain(bundles).chain(drawn) {
        if name.ends_with(".css") {
            styles.push((name, body));
        } else {
            shelf.insert(name.clone(), Asset::new(&name, body));
        }
    }
    for (name, body) in styles {
        let body = link(&String::from_utf8_lossy(&body), &shelf);
        shelf.insert(name.clone(), Asset::new(&name, body));
    }
    shelf
}

fn file(name: &str) -> Bytes {
    Folder::get(name).map(|file| Bytes::from(file.data.into_owned())).unwrap_or_default()
}

fn bundle(parts: &[&str]) -> Bytes {
    parts.iter().map(|part| file(part)).collect::<Vec<_>>().join(&b'\n').into()
}

/// Writes the URLs of the files a stylesheet names into it.
fn link(style: &str, shelf: &Shelf) -> String {
    shelf.iter().fold(style.to_owned(), |style, (name, asset)| {
        style.replace(&format!("url(\"{name}\")"), &format!("url(\"{}\")", asset.url))
    })
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml; charset=utf-8",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

/// Whether compressing helps; letters and the images of the icon come compressed.
fn shrinks(content_type: &str) -> bool {
    !matches!(content_type, "font/woff2" | "image/x-icon")
}

fn brotli(plain: &[u8]) -> Bytes {
    let mut packed = Vec::new();
    let quality = if cfg!(debug_assertions) { 5 } else { 11 };
    let mut writer = brotli::CompressorWriter::new(&mut packed, 4096, quality, 22);
    let written = writer.write_all(plain).and_then(|()| writer.flush());
    drop(writer);
    debug_assert!(written.is_ok(), "writing to memory does not fail");
    packed.into()
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let written = writer.write_all(plain).and_then(|()| writer.finish());
    written.unwrap_or_default().into()
}

/// Every asset with its URL, for whoever writes the site into a folder.
pub fn all() -> impl Iterator<Item = (&'static str, Bytes)> {
    SHELF.values().map(|asset| (asset.url.as_str(), asset.plain.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(folder: &std::path::Path, found: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => sources(&path, found),
                false => found.push_str(&std::fs::read_to_string(path).unwrap()),
            }
        }
    }

    #[test]
    fn every_name_the_views_use_is_on_the_shelf() {
        let mut source = String::new();
        sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/views"), &mut source);
        let named: Vec<_> =
            source.split("asset(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(named.len() > 3);
        for name in named {
            assert!(SHELF.contains_key(name), "{name}");
        }
    }

    #[test]
    fn stylesheets_name_only_files_that_are_there() {
        for (name, asset) in
            SHELF.iter().filter(|(name, _)| name.ends_with("app.css") || name.starts_with("boards/"))
        {
            let text = String::from_utf8_lossy(&asset.plain);
            let urls = text.split("url(\"").skip(1).filter_map(|rest| rest.split('"').next());
            for url in urls {
                assert!(SHELF.values().any(|asset| asset.url == url), "{name} names {url}");
            }
        }
    }

    #[test]
    fn what_is_compressed_is_smaller_and_comes_out_as_it_was() {
        let asset = &SHELF["app.css"];
        let mut unpacked = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&gzip(&asset.plain)[..]), &mut unpacked)
            .unwrap();
        assert_eq!(unpacked, asset.plain);
        assert!(brotli(&asset.plain).len() < asset.plain.len() / 3);
    }
}
