//! `/admin/site`: the settings of the site.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Query;
use serde::Deserialize;

use crate::texts::tr;
use crate::urls;
use crate::users::{HostPage, SiteSetting, SiteSettingError};
use crate::views::admin::site::{self, SitePage};
use crate::web::{
    AdminCaller, AppState, Caller, FormData, HttpResult, RequestOf, WebError, html, reader, see_other,
};

#[derive(Debug, Deserialize)]
pub struct SiteQuery {
    #[serde(default)]
    done: String,
}

/// The settings that are sent; the others stay.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteForm {
    name: Option<String>,
    contact: Option<String>,
    welcome: Option<String>,
    imprint: Option<String>,
    privacy: Option<String>,
    terms: Option<String>,
    language: Option<String>,
    time_zone: Option<String>,
    visibility: Option<String>,
    registration: Option<String>,
    mail_domains: Option<String>,
    guests: Option<String>,
    staff_two_factor: Option<String>,
}

impl SiteForm {
    fn values(self) -> Vec<(SiteSetting, String)> {
        let values = [
            (SiteSetting::Name, self.name),
            (SiteSetting::Contact, self.contact),
            (SiteSetting::Welcome, self.welcome),
            (SiteSetting::Page(HostPage::Imprint), self.imprint),
            (SiteSetting::Page(HostPage::Privacy), self.privacy),
            (SiteSetting::Page(HostPage::Terms), self.terms),
            (SiteSetting::Language, self.language),
            (SiteSetting::TimeZone, self.time_zone),
            (SiteSetting::Visibility, self.visibility),
            (SiteSetting::Registration, self.registration),
            (SiteSetting::MailDomains, self.mail_domains),
            (SiteSetting::Guests, self.guests),
            (SiteSetting::StaffTwoFactor, self.staff_two_factor),
        ];
        values.into_iter().filter_map(|(of, value)| Some((of, value?))).collect()
    }
}

/// A value that was rejected, and why.
type Problem = (SiteSetting, SiteSettingError);

/// `GET /admin/site`
pub async fn page((request, state, staff): RequestOf<AdminCaller>, query: Query<SiteQuery>) -> HttpResult {
    let is_saved = query.done == SAVED;
    show(&request, &state, staff, StatusCode::OK, Draft { is_saved, ..Draft::default() }).await
}

/// `POST /admin/site`: changes the settings that are sent. 422 and the page again if one of them is invalid, 409 if the
/// configuration fixes one.
pub async fn change((request, state, staff): RequestOf<AdminCaller>, form: FormData<SiteForm>) -> HttpResult {
    let sent = form.0.values();
    if sent.iter().any(|(setting, _)| state.settings.is_fixed(*setting)) {
        return Err(WebError::Conflict(tr("This is set in the server’s configuration.").into()));
    }
    let current = state.settings.now();
    let mut settings = (*current).clone();
    let rejected = sent.iter().find_map(|(of, value)| Some((*of, settings.set(*of, value).err()?)));
    let begins = settings.staff_two_factor && !current.staff_two_factor;
    let rejected = match rejected {
        None if begins && !state.accounts.two_factor_state(staff.0.0.id).await?.is_enabled() => {
            Some((SiteSetting::StaffTwoFactor, SiteSettingError::OwnSecondFactor))
        }
        rejected => rejected,
    };
    if let Some(problem) = rejected {
        let draft = Draft { sent, problem: Some(problem), is_saved: false };
        return show(&request, &state, staff, StatusCode::UNPROCESSABLE_ENTITY, draft).await;
    }
    let changes: Vec<_> = sent
        .iter()
        .filter(|(of, _)| settings.text(*of) != current.text(*of))
        .map(|(of, _)| (*of, settings.text(*of).to_owned()))
        .collect();
    if !changes.is_empty() {
        state.settings.change(staff.0.0.id, changes, state.clock.now()).await??;
    }
    Ok(see_other(&request, &urls::AdminSite.after(SAVED)))
}

/// The key of what was done, in the URL of the page.
const SAVED: &str = "saved";

#[derive(Default)]
struct Draft {
    sent: Vec<(SiteSetting, String)>,
    problem: Option<Problem>,
    is_saved: bool,
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    staff: AdminCaller,
    status: StatusCode,
    Draft { sent, problem, is_saved }: Draft,
) -> HttpResult {
    let (caller, settings) = (Caller::from(staff), state.settings.now());
    let fixed: Vec<_> = SiteSetting::ALL.into_iter().filter(|of| state.settings.is_fixed(*of)).collect();
    let page = SitePage { settings: &settings, fixed: &fixed, sent: &sent, problem, is_saved };
    Ok(html(status, site::page(reader(request, state, &caller).await?, &page)))
}
