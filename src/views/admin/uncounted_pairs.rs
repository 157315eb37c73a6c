//! Pairs of users with many rated matches, in the queue of reports.

use maud::{Markup, html};

use crate::matches::{COUNTED_A_DAY, UncountedPair};
use crate::now::Moment;
use crate::urls;
use crate::users::UserSummary;
use crate::views::parts::TimeLabel;
use crate::views::parts::words::called;
use crate::{tr, tr_format};

/// Pairs of users who may raise a rating by agreement.
pub(super) fn list(pairs: &[&UncountedPair], now: Moment) -> Markup {
    html! {
        p.soft.small {
            (tr_format!("More than {n} rated matches within a day. The others changed no ratings.", n = COUNTED_A_DAY))
        }
        ul.reports {
            @for UncountedPair { people: [one, other], count, last } in pairs {
                li {
                    p {
                        (link(one)) " · " (link(other)) span.soft {
                            " · " (tr!(*count; "{n} match without effect", "{n} matches without effect")) " · "
                            (TimeLabel { at: *last, now })
                        }
                    }
                }
            }
        }
    }
}

fn link(user: &UserSummary) -> Markup {
    html! { a href=(urls::AdminUser { name: &user.name }) translate="no" { (called(&user.name)) } }
}
