//! Standing offers: another match like them is created when they start.

use super::batch::CommandBatch;
use super::match_setup::{random_id, renewal_of};
use crate::matches::MatchView;
use crate::now::Moment;
use crate::users::{UserNames, UserSummary};

impl CommandBatch {
    /// Creates the next match of a standing offer that starts, unless its host has left it or plays too many matches.
    /// `open` is the match before it starts.
    pub(super) fn renew(&mut self, at: Moment, open: &MatchView) {
        let (m, host) = (&open.m, open.m.opened_by);
        if !m.renews || !self.standing.count_match(host) || m.seat_of(host).is_none() {
            return;
        }
        let host = UserSummary { id: host, name: open.names.of(host).into() };
        let players = std::slice::from_ref(&host);
        // The match that starts does not depend on it.
        if let Err(error) =
            self.create((at, host.id), &random_id(), renewal_of(m), UserNames::default(), players)
        {
            tracing::error!(code = error.code(), %error, id = %m.id, "failed to renew a standing offer");
        }
    }
}
