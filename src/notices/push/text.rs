//! The texts of pushes.

use std::sync::Arc;

use serde_json::json;

use crate::matches::{MatchView, NoticeKind};
use crate::notices::emails;
use crate::notices::facts::NoticeFacts;
use crate::notices::service::NoticeService;
use crate::store::StoreError;
use crate::texts::in_language;
use crate::urls;

/// Maximum length of title and text, in characters.
const TITLE: usize = 120;
const TEXT: usize = 400;

impl NoticeService {
    /// The text of a push about a match; `None` if there is nothing to report.
    pub(super) async fn push_body(
        &self,
        view: Arc<MatchView>,
        kinds: &[NoticeKind],
        facts: &NoticeFacts,
    ) -> Result<Option<String>, StoreError> {
        let id = view.m.id.clone();
        let vacation = self.vacation_left(facts.recipient.user, kinds.iter().copied()).await?;
        let muted = self.store.user_settings(facts.recipient.user).await?.muted_players();
        let piece = self.news_item(kinds, facts.news.heard, view, facts, vacation, &muted);
        let Some((title, text)) = in_language(facts.recipient.language, || emails::push_text(&piece)) else {
            return Ok(None);
        };
        let (title, text) = clipped_push(&title, &text);
        let body = json!({
            "title": title,
            "body": text,
            "url": urls::Match { id: id.as_str() }.to_string(),
            "tag": id.as_str(),
        });
        Ok(Some(body.to_string()))
    }
}

/// Title and text, cut to the length that a push shows.
pub(in crate::notices) fn clipped_push(title: &str, text: &str) -> (String, String) {
    (truncated(title, TITLE), truncated(text, TEXT))
}

/// A text, cut to a number of characters.
fn truncated(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
