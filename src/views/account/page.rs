//! The page with all sections.

use maud::{Markup, html};

use super::context::AccountPage;
use super::{own_data, password, sessions, sign_in_methods};
use crate::texts::tr;
use crate::views::page::{Page, PageViewer, PageWidth};
use crate::views::parts::{NoticeBox, PageSection, PageSections};

pub fn page(reader: PageViewer<'_>, account: &AccountPage<'_>) -> Markup {
    Page::new(tr("Account"), reader)
        .width(PageWidth::Wide)
        .class("settings")
        .style("settings.css")
        .script("passkeys.js")
        .body(html! {
            h1 { (tr("Account")) }
            @if let Some(done) = account.done { (NoticeBox::good(done.words())) }
            @if let Some(conflict) = account.conflict { (NoticeBox::bad(conflict)) }
            (PageSections(sections(account)))
        })
}

fn sections<'a>(account: &AccountPage<'_>) -> Vec<PageSection<'a>> {
    let section = |id, title, body| PageSection { id, title, body };
    let mut sections = vec![section("sessions", tr("Sessions"), sessions::section(account))];
    if let Some(provider) = account.keys.provider {
        let body = sign_in_methods::provider(account, provider);
        sections.push(section("sso", tr("Single sign-on"), body));
    }
    if !account.keys.provider_only {
        sections.extend([
            section("password", tr("Password"), password::section(account)),
            section("passkeys", tr("Passkeys"), sign_in_methods::passkeys(account)),
            section("two-step", tr("Two-step sign-in"), sign_in_methods::second_step(account)),
        ]);
    }
    sections.push(section("data", tr("Your data"), own_data::section()));
    sections
}
