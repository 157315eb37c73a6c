//! `/admin/users/import`: many accounts at once, from a list.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;
use serde::Deserialize;

use super::super::super::{
    AdminCaller, AppState, Caller, FormData, HttpResult, RequestOf, WebError, html, ok, reader, see_other,
};
use crate::accounts::AccountList;
use crate::accounts::error::LineProblem;
use crate::texts::{current_language, tr};
use crate::urls;
use crate::users::AccountImport;
use crate::views::admin::account_cards::{self, AccountCard, AccountCards};
use crate::views::admin::account_imports::{self, ImportForm, ImportPage};

/// How many of the latest imports are listed.
const LATEST: u32 = 20;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountListForm {
    text: String,
}

/// `GET /admin/users/import`
pub async fn page((request, state, staff): RequestOf<AdminCaller>) -> HttpResult {
    show_form(&request, &state, &staff.into(), "", &[]).await
}

/// `POST /admin/users/import`: 422 and the form again if there is a problem; then no account is created.
pub async fn create(
    (request, state, staff): RequestOf<AdminCaller>,
    FormData(AccountListForm { text }): FormData<AccountListForm>,
) -> HttpResult {
    let notices = &state.notices;
    let created =
        match AccountList::parse(&text, |email| !notices.sends_mail() || notices.accepts_address(email)) {
            Ok(list) => {
                let email = || notices.new_account_email();
                state.accounts.import(staff.0.0.id, list, current_language(), email).await?
            }
            Err(problems) => Err(problems),
        };
    match created {
        Ok(import) => {
            notices.has_emails();
            Ok(see_other(&request, &urls::AdminAccountImport { id: &import.to_string() }.to_string()))
        }
        Err(problems) => show_form(&request, &state, &staff.into(), &text, &problems).await,
    }
}

/// `GET /admin/users/import/{id}`
pub async fn show((request, state, staff): RequestOf<AdminCaller>, id: Path<String>) -> HttpResult {
    let import = find(&state, &id).await?;
    let page = ImportPage {
        import: &import,
        accounts: &state.store.imported_accounts(import.id).await?,
        with_passwords: !state.config.is_sso_only(),
        now: state.clock.now(),
    };
    ok(account_imports::page(reader(&request, &state, &staff.into()).await?, &page))
}

/// `POST /admin/users/import/{id}/cards`: the page with the cards. The links are not stored, so it cannot be shown again.
pub async fn make_cards((request, state, staff): RequestOf<AdminCaller>, id: Path<String>) -> HttpResult {
    let import = find_undoable(&state, &id).await?;
    let links = state.accounts.create_card_links(staff.0.0.id, import.id).await?;
    let card = |(person, key): &(crate::users::UserSummary, crate::accounts::ResetKey)| AccountCard {
        name: person.name.clone(),
        link: format!("{}{}", state.public_url, urls::ResetPassword { key: &key.text() }),
    };
    let cards = AccountCards {
        import: &id,
        of: links.of.iter().map(card).collect(),
        expire_at: links.expire_at,
        site: &state.public_url.to_string(),
    };
    ok(account_cards::page(reader(&request, &state, &staff.into()).await?, &cards))
}

/// `POST /admin/users/import/{id}/undo`
pub async fn undo((request, state, staff): RequestOf<AdminCaller>, id: Path<String>) -> HttpResult {
    let import = find_undoable(&state, &id).await?;
    state.accounts.undo_import(staff.0.0.id, import.id).await?;
    state.notices.has_changed();
    Ok(see_other(&request, &urls::AdminAccountImport { id: &id }.to_string()))
}

async fn find(state: &AppState, id: &str) -> Result<AccountImport, WebError> {
    let nothing = || WebError::NotFound(tr("There is no such import.").into());
    let id: i64 = id.parse().map_err(|_| nothing())?;
    state.store.account_import(id).await?.ok_or_else(nothing)
}

/// The import with this id; 409 if it was undone.
async fn find_undoable(state: &AppState, id: &str) -> Result<AccountImport, WebError> {
    let import = find(state, id).await?;
    match import.undone_at {
        Some(_) => Err(WebError::Conflict(tr("This import was undone.").into())),
        None => Ok(import),
    }
}

async fn show_form(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    text: &str,
    problems: &[LineProblem],
) -> HttpResult {
    let form = ImportForm {
        text,
        problems,
        imports: &state.store.account_imports(LATEST).await?,
        sends_mail: state.notices.sends_mail(),
        only_provider: state.provider_name().filter(|_| state.config.is_sso_only()),
        now: state.clock.now(),
    };
    let status = if problems.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok(html(status, account_imports::form_page(reader(request, state, caller).await?, &form)))
}
