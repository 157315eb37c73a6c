//! The footer of all pages.

use maud::{Markup, Render, html};

use super::language_switch::LanguageSwitch;
use super::{Icon, host_page_title};
use crate::texts::{Language, tr, tr_in};
use crate::urls;
use crate::users::{HostPage, SiteSettings};
use crate::version::FULL_VERSION;

/// The footer of all pages.
pub struct PageFooter<'a> {
    pub site: &'a SiteSettings,
    pub language: Language,
    /// Whether the viewer has an account, and so settings.
    pub is_member: bool,
}

impl Render for PageFooter<'_> {
    fn render(&self) -> Markup {
        html! {
            footer.foot {
                p { (tr("Powered by Parlour")) " " small translate="no" { (*FULL_VERSION) } }
                @if self.is_member || !self.site.is_members_only() {
                    a href=(urls::Games) { (tr("Rules")) }
                    a href=(urls::Matches) { (tr("Finished matches")) }
                }
                @for page in HostPage::ALL {
                    @if self.site.page(page).is_some() { a href=(urls::HostText { page: page.key() }) { (host_page_title(page)) } }
                }
                @if let Some(contact) = self.site.contact_url() { a href=(contact) { (tr("Contact")) } }
                (LanguageSwitch(self.language))
                @if self.is_member {
                    a href={ (urls::Settings) "#look" } { (tr("Appearance and sound")) }
                } @else {
                    button.button.plain.small type="button" hidden data-theme-button
                        data-system=(tr("system")) data-light=(tr_in("colours", "light")) data-dark=(tr_in("colours", "dark")) {
                        (Icon::Lamp) span { (tr("Theme:")) " " span data-theme-name {} }
                    }
                }
            }
        }
    }
}
