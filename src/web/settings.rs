//! `/settings`: the settings of a user.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Path, Query};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{
    AppState, Caller, FormData, HttpResult, Reauthenticated, RequestOf, SignedIn, WebError, html, ok, reader,
    see_other, zone,
};
use crate::accounts::REAUTHENTICATED_TO_ACT;
use crate::notices::keys::LinkKey;
use crate::store::{self, PlayerRelation};
use crate::texts::tr;
use crate::urls;
use crate::users::preferences::{
    EmailAddress, EmailAddressError, EmailFrequency, FeedKind, NoticePreferences, QuietHours, TimeZoneName,
};
use crate::views::messages::ErrorMessage;
use crate::views::settings::{self, Done, FeedUrl, SettingsPage, SettingsProblems, TimesDraft};

/// Which form was just saved.
#[derive(Debug, Default, Deserialize)]
pub struct SettingsReturn {
    #[serde(default)]
    pub done: String,
}

/// The form of quiet hours. If the site sends no mail, it has only the zone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuietHoursForm {
    zone: String,
    pace: Option<String>,
    quiet_from: Option<String>,
    quiet_to: Option<String>,
    /// `on` to attach replays.
    replays: Option<String>,
}

impl From<QuietHoursForm> for TimesDraft {
    fn from(QuietHoursForm { zone, pace, quiet_from, quiet_to, replays }: QuietHoursForm) -> Self {
        let [pace, quiet_from, quiet_to] = [pace, quiet_from, quiet_to].map(Option::unwrap_or_default);
        Self { zone, pace, quiet_from, quiet_to, replays: replays.is_some() }
    }
}

/// The form of the address; empty to remove it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmailForm {
    address: String,
}

/// `GET /settings`
pub async fn page((request, state, member): RequestOf<SignedIn>, after: Query<SettingsReturn>) -> HttpResult {
    let done = Done::from_key(&after.done);
    show(&request, &state, member, StatusCode::OK, SettingsProblems { done, ..SettingsProblems::default() })
        .await
}

/// `POST /settings`: 422 and the form again if a value is invalid.
pub async fn submit(
    (request, state, member): RequestOf<SignedIn>,
    form: FormData<QuietHoursForm>,
) -> HttpResult {
    let user = member.0.id;
    let (zone, play_preferences) = match read(&form.0) {
        Ok(read) => read,
        Err(mut problems) => {
            problems.times = Some(form.0.into());
            return show(&request, &state, member, StatusCode::UNPROCESSABLE_ENTITY, *problems).await;
        }
    };
    match play_preferences {
        (Some(pace), quiet) => {
            let (attaches, now) = (form.0.replays.is_some(), state.clock.now());
            state.store.set_frequency(user, pace, quiet.flatten(), attaches, now).await?;
        }
        (None, Some(quiet)) => state.store.set_quiet(user, quiet, state.clock.now()).await?,
        (None, None) => {}
    }
    zone::set(&state, user, zone).await?;
    Ok(see_other(&request, &urls::Settings.after(Done::Times.key())))
}

/// `POST /settings/address`: sends an email to the new address. The previous one stays until that is confirmed.
pub async fn address(
    (request, state, proven): RequestOf<Reauthenticated>,
    form: FormData<EmailForm>,
) -> HttpResult {
    let Reauthenticated(member) = proven;
    let user = member.0.id;
    let text = form.0.address.trim_matches(' ');
    if text.is_empty() {
        state.store.forget_address(user).await?;
        return Ok(see_other(&request, &urls::Settings.after(Done::EmailRemoved.key())));
    }
    if !state.notices.sends_mail() {
        let words = tr("This site doesn’t send email, so you can’t add an address.").to_owned();
        let problems = SettingsProblems {
            address: Some((text.chars().take(300).collect(), words)),
            ..SettingsProblems::default()
        };
        return show(&request, &state, member, StatusCode::CONFLICT, problems).await;
    }
    let accepted = |address: EmailAddress| {
        Some(address).filter(|address| state.notices.accepts_address(address)).ok_or(EmailAddressError::Form)
    };
    let address = match EmailAddress::parse(text).and_then(accepted) {
        Ok(address) => address,
        Err(wrong) => {
            let problems = SettingsProblems {
                address: Some((text.chars().take(300).collect(), wrong.message())),
                ..SettingsProblems::default()
            };
            return show(&request, &state, member, StatusCode::UNPROCESSABLE_ENTITY, problems).await;
        }
    };
    if is_confirmed(&state.store.notice_preferences(user, state.clock.now()).await?, &address) {
        return Ok(see_other(&request, &urls::Settings.to_string()));
    }
    state.limits.email(user, address.as_str())?;
    state.notices.ask_to_confirm(user, address).await?;
    Ok(see_other(&request, &urls::Settings.after(Done::Asked.key())))
}

fn is_confirmed(notice_preferences: &NoticePreferences, address: &EmailAddress) -> bool {
    notice_preferences.unconfirmed.is_none() && notice_preferences.address.as_ref() == Some(address)
}

/// `GET /settings/address/{key}`: asks for confirmation, as mail programs may open links.
pub async fn confirmation((request, state, member): RequestOf<SignedIn>, key: Path<String>) -> HttpResult {
    let found = match LinkKey::parse(&key) {
        Some(key) => state.notices.unconfirmed_email(&member.0, &key).await?,
        None => None,
    };
    let address = found.ok_or_else(used_up)?;
    let caller = Caller::from(member);
    let reader = reader(&request, &state, &caller).await?;
    ok(settings::confirmation(reader, address.as_str(), &key))
}

/// `POST /settings/address/{key}`
pub async fn confirm((request, state, member): RequestOf<SignedIn>, key: Path<String>) -> HttpResult {
    let key = LinkKey::parse(&key).ok_or_else(used_up)?;
    if !state.notices.confirm(&member.0, &key).await? {
        return Err(used_up());
    }
    state.notices.has_changed();
    if member.1.awaits_approval() {
        // Some domains need no approval.
        state.sanctions_changed(member.0.id);
    }
    Ok(see_other(&request, &urls::Settings.after(Done::Confirmed.key())))
}

fn used_up() -> WebError {
    WebError::NotFound(
        tr("This link is no longer valid: it was used, is more than a day old, or belongs to another account.")
            .into(),
    )
}

pub(super) async fn show(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    status: StatusCode,
    problems: SettingsProblems,
) -> HttpResult {
    let (user, now) = (member.0.id, state.clock.now());
    let notice_preferences = state.store.notice_preferences(user, now).await?;
    let address = notice_preferences.unconfirmed.as_ref().or(notice_preferences.address.as_ref());
    let came_back = match address {
        Some(address) => state.store.last_email_refused(user, address.as_str()).await?,
        None => false,
    };
    let play_preferences = state.store.play_preferences(user).await?;
    let caller = Caller::from(member);
    let reader = reader(request, state, &caller).await?;
    let devices: Vec<_> = state.store.devices(user).await?.into_iter().map(device_row).collect();
    let (feeds, proven) = (
        state.store.feed_numbers(user).await?,
        Reauthenticated::is_recent(request, REAUTHENTICATED_TO_ACT).await?,
    );
    let url = |feed: FeedKind| match feeds.get(&feed) {
        None => FeedUrl::None,
        Some(_) if !proven => FeedUrl::Hidden,
        Some(number) => FeedUrl::Shown(state.notices.feed_address(user, feed, *number)),
    };
    let settings = SettingsPage {
        notice_preferences: &notice_preferences,
        problems: &problems,
        mail: state.notices.sends_mail(),
        came_back,
        push_key: &state.notices.push_key(),
        devices: &devices,
        feeds: &FeedKind::ALL.map(|feed| (feed, url(feed))),
        now,
        play_preferences,
        absence: state.store.absences(&[user], now).await?.get(&user).copied(),
        look: state.store.user_settings(user).await?.look,
        blocked: &state.store.related_players(user, PlayerRelation::Blocked).await?,
        muted_players: &state.store.related_players(user, PlayerRelation::Muted).await?,
        followed: &state.store.related_players(user, PlayerRelation::Followed).await?,
    };
    Ok(html(status, settings::page(reader, &settings)))
}

/// A device for the page. A browser recognises itself by the hash of its endpoint.
fn device_row(device: store::PushDevice) -> settings::DeviceRowView {
    settings::DeviceRowView {
        id: device.id.to_string(),
        name: device.name,
        print: hex::encode(Sha256::digest(&device.endpoint)),
        created_at: device.created_at,
        last_accepted_at: device.last_accepted_at,
        failing_since: device.failing_since,
    }
}

/// The zone, the email frequency if it was in the form, and the quiet hours if they were, which may be none.
type SettingsFormResult = (TimeZoneName, (Option<EmailFrequency>, Option<Option<QuietHours>>));

fn read(form: &QuietHoursForm) -> Result<SettingsFormResult, Box<SettingsProblems>> {
    let problems = |problem: fn(&mut SettingsProblems) -> &mut Option<String>, words: &str| {
        let mut problems = SettingsProblems::default();
        *problem(&mut problems) = Some(words.to_owned());
        Box::new(problems)
    };
    let zone = TimeZoneName::parse(&form.zone)
        .ok_or_else(|| problems(|it| &mut it.zone, tr("Choose a time zone from the list.")))?;
    let pace = form.pace.as_deref().map(|pace| {
        EmailFrequency::from_key(pace)
            .ok_or_else(|| problems(|it| &mut it.pace, tr("Choose how often to get emails.")))
    });
    let has_quiet_hours = form.quiet_from.is_some() || form.quiet_to.is_some();
    let quiet = quiet_hours(form.quiet_from.as_deref(), form.quiet_to.as_deref())
        .ok_or_else(|| problems(|it| &mut it.quiet, tr("Choose both a start and an end, or neither.")))?;
    Ok((zone, (pace.transpose()?, has_quiet_hours.then_some(quiet))))
}

/// Both hours or neither; `None` if they are invalid.
fn quiet_hours(from: Option<&str>, to: Option<&str>) -> Option<Option<QuietHours>> {
    match (from.unwrap_or_default(), to.unwrap_or_default()) {
        ("", "") => Some(None),
        (from, to) => QuietHours::new(from.parse().ok()?, to.parse().ok()?).map(Some),
    }
}
