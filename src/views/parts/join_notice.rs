//! The match that is joined after signing up or in.

use std::sync::Arc;

use maud::{Markup, Render, html};

use crate::games::Game;
use crate::matches::{MatchStatus, MatchView};
use crate::texts::tr;
use crate::tr;

/// An open match that a visitor joins as soon as they have signed up or in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinNotice {
    host: Arc<str>,
    game: Game,
}

impl JoinNotice {
    /// The match, if it is open.
    pub fn of(view: &MatchView) -> Option<Self> {
        let m = &view.m;
        let host = m.host().filter(|_| m.status == MatchStatus::Open)?;
        Some(Self { host: view.names.of(host).into(), game: m.game })
    }
}

impl Render for JoinNotice {
    fn render(&self) -> Markup {
        let game = tr(self.game.title());
        html! {
            p.lead { (tr!("You’ll join {host}’s {game} match right after.", host = &*self.host, game = game)) }
        }
    }
}
