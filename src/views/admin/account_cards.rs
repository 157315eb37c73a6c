//! Cards to print, with links with which new users choose a password.

use std::sync::Arc;

use maud::{Markup, html};

use super::{AdminSection, page as frame};
use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::views::page::{PageViewer, PageWidth};
use crate::views::parts::{DayLabel, NoticeBox, QrCode};
use crate::{tr, tr_format};

#[derive(Clone, Debug)]
pub struct AccountCards<'a> {
    /// The id of the import.
    pub import: &'a str,
    pub of: Vec<AccountCard>,
    /// When the links expire.
    pub expire_at: Moment,
    /// The address of the site.
    pub site: &'a str,
}

/// The card of a user.
#[derive(Clone, Debug)]
pub struct AccountCard {
    pub name: Arc<str>,
    pub link: String,
}

pub fn page(reader: PageViewer<'_>, cards: &AccountCards<'_>) -> Markup {
    let site = reader.site.name.clone();
    let body = html! {
        header.stack.tight {
            h1 { (tr("Cards")) }
            p.soft.small { a href=(urls::AdminAccountImport { id: cards.import }) { (tr("Back to the accounts")) } }
        }
        (NoticeBox::plain(tr("Print this page now. The links aren’t stored, so it can’t be shown again.")))
        ul.account-cards { @for card in &cards.of { (one(card, &site, cards)) } }
    };
    frame(reader, AdminSection::Users, tr("Cards"), PageWidth::Wide, body)
}

fn one(card: &AccountCard, site: &str, cards: &AccountCards<'_>) -> Markup {
    let label = tr_format!("QR code for {name}", name = card.name);
    html! {
        li {
            (QrCode { text: &card.link, label: &label })
            div {
                p { strong { (site) } br; span translate="no" { (cards.site) } }
                p.name translate="no" { (card.name) }
                p { (tr("Scan the code or open the link, and choose a password.")) }
                p.small { (tr!("Valid until {day}, for one use.", day = DayLabel(cards.expire_at))) }
            }
            p.address translate="no" { code { (card.link) } }
        }
    }
}
