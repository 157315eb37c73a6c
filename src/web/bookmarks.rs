//! `/bookmarks`: matches, positions and lines of analysis that users keep for themselves.

use actix_web::http::StatusCode;
use actix_web::web::{Path, Query};
use serde::Deserialize;
use url::form_urlencoded;

use super::import::imported;
use super::{AppState, FormData, HttpResult, RequestOf, SignedIn, WebError, html, ok, reader, see_other};
use crate::lists::Bookmark;
use crate::matches::MatchView;
use crate::texts::tr;
use crate::users::{UserId, visible_text};
use crate::views::bookmarks::{self, BookmarkDraft, BookmarksPage};
use crate::views::parts::options::match_title;
use crate::{tr_format, urls};

/// Maximum length of a path with its query, in bytes: longer than the board of an imported match with a line.
const LONGEST_PATH: usize = 10 * 1024;

/// Words that are sought, and a tag.
#[derive(Debug, Deserialize)]
pub struct BookmarksQuery {
    #[serde(default)]
    q: String,
    #[serde(default)]
    tag: String,
}

#[derive(Debug, Deserialize)]
pub struct NewBookmarkQuery {
    path: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookmarkForm {
    path: String,
    title: String,
    #[serde(default)]
    tags: String,
}

/// `GET /bookmarks`
pub async fn page((request, state, member): RequestOf<SignedIn>, query: Query<BookmarksQuery>) -> HttpResult {
    let all = state.store.bookmarks(member.0.id).await?;
    let list = BookmarksPage { all: &all, words: query.q.trim(), tag: &query.tag };
    ok(bookmarks::page(reader(&request, &state, &member.into()).await?, &list))
}

/// `GET /bookmarks/new?path=PATH`: the form for a page, with the title and tags that it has, if any.
pub async fn form(
    (request, state, member): RequestOf<SignedIn>,
    query: Query<NewBookmarkQuery>,
) -> HttpResult {
    let (user, path) = (member.0.id, &*query.path);
    let suggested = title_of(&state, user, path).await?;
    let kept = state.store.bookmarks(user).await?.into_iter().find(|bookmark| bookmark.path == path);
    let (title, tags) = kept.map_or((suggested, String::new()), |kept| (kept.title, kept.tags));
    let draft = BookmarkDraft { path, title: &title, tags: &tags, ..BookmarkDraft::default() };
    ok(bookmarks::form(reader(&request, &state, &member.into()).await?, &draft))
}

/// `POST /bookmarks`: 303 to the list; 422 and the form again if a field is invalid, or there are too many.
pub async fn keep((request, state, member): RequestOf<SignedIn>, sent: FormData<BookmarkForm>) -> HttpResult {
    let FormData(BookmarkForm { path, title, tags }) = sent;
    let user = member.0.id;
    title_of(&state, user, &path).await?;
    let (title, tags) = (visible_text(&title), Bookmark::tags_of(&visible_text(&tags)));
    let (mut title_problem, tags_problem) = (title_problem(&title), tags_problem(&tags));
    if title_problem.is_none() && tags_problem.is_none() {
        let at = state.clock.now();
        if state.store.keep_bookmark(user, path.clone(), title.clone(), tags.clone(), at).await? {
            return Ok(see_other(&request, &urls::Bookmarks.to_string()));
        }
        title_problem =
            Some(tr_format!("You have {most} bookmarks. Remove some of them first.", most = Bookmark::MAX));
    }
    let draft = BookmarkDraft {
        path: &path,
        title: &title,
        tags: &tags,
        title_problem: title_problem.as_deref(),
        tags_problem: tags_problem.as_deref(),
    };
    let page = bookmarks::form(reader(&request, &state, &member.into()).await?, &draft);
    Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page))
}

/// `POST /bookmarks/{id}/remove`
pub async fn remove((request, state, member): RequestOf<SignedIn>, id: Path<i64>) -> HttpResult {
    state.store.remove_bookmark(member.0.id, *id).await?;
    Ok(see_other(&request, &urls::Bookmarks.to_string()))
}

fn title_problem(title: &str) -> Option<String> {
    match title.chars().count() {
        0 => Some(tr("Enter a title.").to_owned()),
        long if long > Bookmark::LONGEST_TITLE => Some(tr_format!(
            "Too long: use at most {most} characters. These are {long}.",
            most = Bookmark::LONGEST_TITLE,
            long = long,
        )),
        _ => None,
    }
}

fn tags_problem(tags: &str) -> Option<String> {
    let is_long = |tag: &str| tag.chars().count() > Bookmark::LONGEST_TAG;
    (tags.split(' ').count() > Bookmark::MOST_TAGS || tags.split(' ').any(is_long)).then(|| {
        tr_format!(
            "Use at most {count} tags, each of at most {most} characters.",
            count = Bookmark::MOST_TAGS,
            most = Bookmark::LONGEST_TAG,
        )
    })
}

/// The title that is suggested for a page.
///
/// # Errors
/// It is none that can be kept, or the user may not see it.
async fn title_of(state: &AppState, user: UserId, path: &str) -> Result<String, WebError> {
    let none = || WebError::NotFound(tr("This page can’t be bookmarked.").into());
    let is_plain = path.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}#".contains(&byte));
    if path.len() > LONGEST_PATH || !is_plain {
        return Err(none());
    }
    let (page, query) = path.split_once('?').unwrap_or((path, ""));
    let field = |name: &str| {
        let mut fields = form_urlencoded::parse(query.as_bytes());
        fields.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    if page == urls::ImportedBoard::ROUTE {
        return Ok(title(&imported(&field("record").unwrap_or_default())?, None));
    }
    let id = page.strip_prefix("/matches/").ok_or_else(none)?;
    let id = id.strip_suffix("/analysis").unwrap_or(id).parse().map_err(|_| none())?;
    let view = state.referee.get(&id, Some(user)).await?;
    Ok(title(&view, field("ply").and_then(|ply| ply.parse().ok())))
}

fn title(view: &MatchView, ply: Option<usize>) -> String {
    let names: Vec<&str> = view.names.iter().collect();
    let game = match_title(&view.m.options);
    let title = format!("{game}: {}", names.join(" – "));
    ply.map_or(title.clone(), |ply| tr_format!("{title}, move {n}", title = title, n = ply))
}
