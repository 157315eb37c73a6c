//! Downloading one's data and deleting the account.

use maud::{Markup, html};

use crate::texts::tr;
use crate::urls;
use crate::views::parts::{ButtonKind, LinkButton};

pub(super) fn section() -> Markup {
    html! {
        p {
            (tr("Everything the house knows about you, in one archive: your settings, what you wrote, your ratings, and the record of every match you have played. A README in it says what is what."))
        }
        div.row { (LinkButton { href: urls::Export, label: tr("Take everything along"), kind: ButtonKind::Quiet }) }
        p { (tr("Should you want to leave for good, your name goes and the matches stay. You are asked once more before it happens.")) }
        div.row { (LinkButton { href: urls::DeleteAccount, label: tr("Delete my account"), kind: ButtonKind::Plain }) }
    }
}
