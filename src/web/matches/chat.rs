//! `/matches/{id}/chat`: the chat of a match.

use std::collections::HashSet;
use std::sync::Arc;

use actix_web::http::header;
use actix_web::{HttpRequest, ResponseError};
use serde::Deserialize;

use super::{PathMatchId, carry_out, page_context, page_data, with_own};
use crate::matches::{MatchCommand, MatchId, MatchView};
use crate::urls;
use crate::views::match_page::{
    self, ChatDraft, MatchPage, ShownChat, ViewerData, chat, guest_messages, sent,
};
use crate::views::sanctions::in_words;
use crate::web::http::error_pages::log_error;
use crate::web::{
    AppState, Caller, ErrorWords, FormData, HttpResult, RequestOf, SessionUser, SignedIn, WebError, html,
    is_fragment, needs_account, ok, reader, see_other,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatForm {
    text: String,
}

/// Whether watchers may write messages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatcherChatForm {
    watchers: WatcherChat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WatcherChat {
    On,
    Off,
}

/// `POST /matches/{id}/watcher-chat`: the host turns the chat of watchers on or off.
pub async fn switch(
    request: RequestOf<SessionUser>,
    id: PathMatchId,
    form: FormData<WatcherChatForm>,
) -> HttpResult {
    carry_out(request, id, MatchCommand::SwitchWatcherChat(form.0.watchers == WatcherChat::On)).await
}

/// `GET /matches/{id}/chat`: all messages that the caller may read. The page of the match shows the latest.
pub async fn show((request, state, caller): RequestOf<Caller>, id: PathMatchId) -> HttpResult {
    state.limits.costly_page(state.client_subnet(&request), caller.user())?;
    let view = state.referee.get(&id, caller.user()).await?;
    let viewer = view.viewer(caller.user());
    let left_out = match caller.user() {
        Some(user) => state.store.user_settings(user).await?.muted_players(),
        None => HashSet::new(),
    };
    let reader = reader(&request, &state, &caller).await?;
    ok(chat(reader, ShownChat { view: &view, viewer, left_out: &left_out, ply: None }))
}

/// `POST /matches/{id}/chat`. Guests can send a few fixed messages. A refused message stays in its field: htmx leaves the field unchanged and shows the
/// reason beside it; without scripts, the page has both.
pub async fn post(
    (request, state, SessionUser(user, standing)): RequestOf<SessionUser>,
    id: PathMatchId,
    form: FormData<ChatForm>,
) -> HttpResult {
    let FormData(ChatForm { text }) = form;
    if user.is_guest() && !guest_messages().contains(&text.as_str()) {
        return Err(needs_account());
    }
    let member = SignedIn(user, standing);
    match send(&state, &member, &id, text.clone()).await {
        Ok(view) if is_fragment(&request) => {
            let viewer = view.viewer(Some(member.0.id));
            ok(sent(&view, viewer))
        }
        Ok(view) => Ok(see_other(&request, &urls::Match { id: view.m.id.as_str() }.to_string())),
        Err(error) if is_fragment(&request) || !can_be_sent_again(&error) => Err(error),
        Err(error) => with_text(&request, &state, member, &id, &text, &error).await,
    }
}

async fn send(
    state: &AppState,
    member: &SignedIn,
    id: &MatchId,
    text: String,
) -> Result<Arc<MatchView>, WebError> {
    if member.1.suspended.is_some() {
        return Err(WebError::Forbidden(ErrorWords::coded("sanctioned", in_words(&member.1.sanctions()))));
    }
    state.limits.chat(member.0.id)?;
    Ok(state.referee.send_chat(member.0.clone(), id, text).await?)
}

/// Whether the message can be sent again from a page.
fn can_be_sent_again(error: &WebError) -> bool {
    !matches!(error, WebError::NotFound(_) | WebError::Internal(_))
}

/// The page of the match with the message in its field and the reason for the refusal.
async fn with_text(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    id: &MatchId,
    text: &str,
    error: &WebError,
) -> HttpResult {
    log_error(request, error);
    let caller = Caller::from(member);
    let view = state.referee.get(id, caller.user()).await?;
    let (own, words) = (page_data(state, &caller, &view).await?, error.words());
    let chat = Some(ChatDraft { text, problem: &words });
    let page_context = with_own(page_context(request, state, &caller, &view), own.as_ref());
    let page_context = MatchPage { own: ViewerData { chat, ..page_context.own }, ..page_context };
    let page = match_page::page(reader(request, state, &caller).await?, &page_context);
    let mut answer = html(error.status_code(), page);
    if let Some(wait) = error.error_response().headers().get(header::RETRY_AFTER) {
        answer.headers_mut().insert(header::RETRY_AFTER, wait.clone());
    }
    Ok(answer)
}
