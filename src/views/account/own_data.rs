//! The download of a user's data, and the way to deleting the account.

use maud::{Markup, html};

use crate::texts::tr;
use crate::urls;
use crate::views::parts::{ButtonKind, LinkButton};

pub(super) fn section() -> Markup {
    html! {
        p {
            (tr(
                "Everything this site stores about you, in one archive: settings, messages, ratings and the record \
                 of every match. A README explains the files.",
            ))
        }
        div.row { (LinkButton { href: urls::Export, label: tr("Download my data"), kind: ButtonKind::Quiet }) }
        p { (tr("Deleting your account removes your name; your matches stay. You’ll be asked to confirm.")) }
        div.row { (LinkButton { href: urls::DeleteAccount, label: tr("Delete account"), kind: ButtonKind::Plain }) }
    }
}
