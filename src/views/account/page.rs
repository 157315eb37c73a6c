//! The page with all sections.

use maud::{Markup, html};

use super::context::AccountPage;
use super::{own_data, password, sessions, sign_in_methods};
use crate::texts::tr;
use crate::views::page::{Page, PageViewer, PageWidth};
use crate::views::parts::{NoticeBox, SectionCard};

pub fn page(reader: PageViewer<'_>, account: &AccountPage<'_>) -> Markup {
    Page::new(tr("Account"), reader).width(PageWidth::Column).class("settings").script("passkeys.js").body(
        html! {
            h1 { (tr("Account")) }
            @if let Some(done) = account.done { (NoticeBox::good(done.words())) }
            @if let Some(conflict) = account.conflict { (NoticeBox::bad(conflict)) }
            (SectionCard { title: tr("Sessions"), aside: html! {}, body: sessions::section(account) })
            @if let Some(provider) = account.keys.provider {
                @let body = sign_in_methods::provider(account, provider);
                (SectionCard { title: tr("Single sign-on"), aside: html! {}, body })
            }
            @if !account.keys.provider_only {
                (SectionCard { title: tr("Password"), aside: html! {}, body: password::section(account) })
                (SectionCard { title: tr("Passkeys"), aside: html! {}, body: sign_in_methods::passkeys(account) })
                (SectionCard { title: tr("Two-step sign-in"), aside: html! {}, body: sign_in_methods::second_step(account) })
            }
            (SectionCard { title: tr("Your data"), aside: html! {}, body: own_data::section() })
        },
    )
}
