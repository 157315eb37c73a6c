//! Files for browsers, embedded in the program. Their URLs contain the hash of their content, so they are cached
//! forever.

mod module_bundle;

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, OnceLock};

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::artwork;

#[derive(rust_embed::Embed)]
#[folder = "static/"]
struct AssetFolder;

/// The placeholder for the styles of all games in a bundle.
const GAME_STYLES: &str = "css/games.css";

/// Files that are served as one, in this order. A stylesheet is a layer, so its rules win over those of earlier ones,
/// whatever their selectors are.
const BUNDLES: &[(&str, &[&str])] = &[
    (
        "app.css",
        &[
            "css/tokens.css",
            "css/base.css",
            "css/board.css",
            GAME_STYLES,
            "css/forms.css",
            "css/parts.css",
            "css/pages.css",
            "css/match.css",
            "css/match-actions.css",
            "css/match-sections.css",
            "css/analysis.css",
            "css/embed.css",
            "css/overrides.css",
            "css/forced-colors.css",
            "css/print.css",
        ],
    ),
    ("settings.css", &["css/pages/settings.css"]),
    ("app.js", &["js/page.js", "js/typed.js"]),
    (
        "board.js",
        &[
            "js/board.js",
            "js/focus.js",
            "js/pieces.js",
            "js/replay.js",
            "js/announce.js",
            "js/trails.js",
            "js/move-list.js",
            "js/next.js",
            "js/tabs.js",
        ],
    ),
    ("htmx.js", &["vendor/htmx.min.js"]),
    ("watch.js", &["js/watch.js"]),
];

/// The folder of the JavaScript modules that are served as one, and the name of that: a page that fetched each would wait for
/// fifteen.
const MODULES: (&str, &str) = ("js/match", "match.js");

/// Assets by name.
type AssetStore = HashMap<String, EmbeddedAsset>;

static ASSETS: LazyLock<AssetStore> = LazyLock::new(load);

/// The URL of an asset. A name that does not exist leads to a 404; a test checks all names that views use.
pub fn url(name: &str) -> &'static str {
    ASSETS.get(name).map_or("/assets/none/none", |asset| &asset.url)
}

pub fn get(name: &str) -> Option<&'static EmbeddedAsset> {
    ASSETS.get(name)
}

/// A file, and its compressed forms, which are created on first use.
pub struct EmbeddedAsset {
    pub url: String,
    pub hash: String,
    pub content_type: &'static str,
    pub plain: Bytes,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl EmbeddedAsset {
    fn new(name: &str, body: impl Into<Bytes>) -> Self {
        let plain = body.into();
        let hash = hash_of(&plain);
        Self::at(hash, name, plain)
    }

    fn at(hash: String, name: &str, plain: Bytes) -> Self {
        let (brotli, gzip) = (OnceLock::new(), OnceLock::new());
        EmbeddedAsset {
            url: format!("/assets/{hash}/{name}"),
            hash,
            content_type: content_type(name),
            plain,
            brotli,
            gzip,
        }
    }

    /// Whether compressing makes it smaller.
    pub fn is_compressible(&self) -> bool {
        is_compressible(self.content_type)
    }

    pub fn brotli(&self) -> Bytes {
        self.brotli.get_or_init(|| brotli(&self.plain)).clone()
    }

    pub fn gzip(&self) -> Bytes {
        self.gzip.get_or_init(|| gzip(&self.plain)).clone()
    }
}

/// All assets: the folder, the bundles, and the artwork. Stylesheets come last, because they contain the hashes of
/// the files they refer to.
fn load() -> AssetStore {
    let mut assets = AssetStore::default();
    let mut styles = Vec::new();
    let drawn = artwork::all_generated_files().into_iter().map(|(name, body)| (name, Bytes::from(body)));
    let files = AssetFolder::iter().map(|name| (name.to_string(), file(&name)));
    let bundles = BUNDLES.iter().map(|(name, parts)| ((*name).to_owned(), bundle(parts)));
    let (folder, main) = MODULES;
    let modules = std::iter::once((main.to_owned(), module_bundle::of(folder, file)));
    for (name, body) in files.chain(bundles).chain(modules).chain(drawn) {
        if name.ends_with(".css") {
            let body = if name.starts_with("boards/") { layer(GAME_STYLES, &body) } else { body };
            styles.push((name, body));
        } else {
            assets.insert(name.clone(), EmbeddedAsset::new(&name, body));
        }
    }
    for (name, body) in styles {
        let body = link(&String::from_utf8_lossy(&body), &assets);
        assets.insert(name.clone(), EmbeddedAsset::new(&name, body));
    }
    assets
}

fn hash_of(plain: &[u8]) -> String {
    hex::encode(&Sha256::digest(plain)[..6])
}

fn file(name: &str) -> Bytes {
    AssetFolder::get(name).map(|file| Bytes::from(file.data.into_owned())).unwrap_or_default()
}

fn bundle(parts: &[&str]) -> Bytes {
    let content = |part: &&str| match *part {
        GAME_STYLES => layer(part, artwork::styles().as_bytes()),
        part if part.ends_with(".css") => layer(part, &file(part)),
        part => file(part),
    };
    parts.iter().map(content).collect::<Vec<_>>().join(&b'\n').into()
}

/// A stylesheet as the layer with the name of its file, or of its folder if that has one.
fn layer(file: &str, style: &[u8]) -> Bytes {
    format!("@layer {} {{\n{}\n}}\n", layer_name(file), String::from_utf8_lossy(style)).into()
}

/// The settings are styled in the layer of the pages, for hidden elements are only hidden by a later one.
fn layer_name(file: &str) -> &str {
    let name = file.trim_start_matches("css/").trim_end_matches(".css");
    name.split('/').next().unwrap_or(name)
}

/// Replaces the names of files in a stylesheet by their URLs.
fn link(style: &str, assets: &AssetStore) -> String {
    let mut parts = style.split("url(\"");
    let mut linked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').unwrap_or((part, ""));
        let url = assets.get(name).map_or(name, |asset| &asset.url);
        linked.extend(["url(\"", url, "\"", rest]);
    }
    linked
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml; charset=utf-8",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

/// Whether a type of content can be compressed. Fonts and the images of the icon are compressed already.
fn is_compressible(content_type: &str) -> bool {
    !matches!(content_type, "font/woff2" | "image/x-icon" | "image/png")
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

/// All assets with their URLs, for writing the site into a folder.
pub fn all() -> impl Iterator<Item = (&'static str, Bytes)> {
    ASSETS.values().map(|asset| (asset.url.as_str(), asset.plain.clone()))
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
    fn every_asset_named_in_views_exists() {
        let mut source = String::new();
        sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/views"), &mut source);
        let named: Vec<_> =
            source.split("asset(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(named.len() > 3);
        for name in named {
            assert!(ASSETS.contains_key(name), "{name}");
        }
    }

    #[test]
    fn every_module_of_a_match_page_is_in_its_script_once() {
        let (folder, bundle) = MODULES;
        let text = String::from_utf8_lossy(&ASSETS[bundle].plain);
        for name in AssetFolder::iter().filter(|name| name.starts_with(folder)) {
            let source = String::from_utf8(file(&name).to_vec()).unwrap();
            let about = source.lines().next().unwrap();
            assert!(about.starts_with("// ") && text.matches(about).count() == 1, "{name}: {about}");
        }
        assert!(!text.lines().any(|line| line.starts_with("import") || line.starts_with("export")));
    }

    #[test]
    fn stylesheets_name_only_existing_files() {
        for (name, asset) in
            ASSETS.iter().filter(|(name, _)| name.ends_with("app.css") || name.starts_with("boards/"))
        {
            let text = String::from_utf8_lossy(&asset.plain);
            let urls = text.split("url(\"").skip(1).filter_map(|rest| rest.split('"').next());
            for url in urls {
                assert!(ASSETS.values().any(|asset| asset.url == url), "{name} names {url}");
            }
        }
    }

    #[test]
    fn every_stylesheet_is_a_layer() {
        let plain = |name: &str| String::from_utf8_lossy(&ASSETS[name].plain).into_owned();
        let all = plain("app.css") + &plain("settings.css");
        let files = AssetFolder::iter().filter(|file| file.starts_with("css/"));
        for file in files.chain([GAME_STYLES.into()]) {
            assert!(all.contains(&format!("@layer {} {{\n", layer_name(&file))), "{file}");
        }
        for (name, asset) in
            ASSETS.iter().filter(|(name, _)| name.starts_with("boards/") && name.ends_with(".css"))
        {
            assert!(asset.plain.starts_with(b"@layer games {"), "{name}");
        }
    }

    #[test]
    fn a_compressed_asset_is_smaller_and_decompresses_to_the_original() {
        let asset = &ASSETS["app.css"];
        let mut unpacked = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&gzip(&asset.plain)[..]), &mut unpacked)
            .unwrap();
        assert_eq!(unpacked, asset.plain);
        assert!(brotli(&asset.plain).len() < asset.plain.len() / 3);
    }
}
