//! The match that is joined after signing up or in.

use std::sync::Arc;

use maud::{Markup, Render, html};

use super::options::game_title;
use crate::games::KnownGame;
use crate::matches::{MatchStatus, MatchView};
use crate::tr;

/// An open match that a visitor joins as soon as they have signed up or in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinNotice {
    host: Arc<str>,
    game: KnownGame,
}

impl JoinNotice {
    /// The match, if it is open.
    pub fn of(view: &MatchView) -> Option<Self> {
        let m = &view.m;
        let host = m.host().filter(|_| m.status == MatchStatus::Open)?;
        Some(Self { host: view.names.of(host).into(), game: KnownGame::of(&m.options) })
    }
}

impl Render for JoinNotice {
    fn render(&self) -> Markup {
        let game = game_title(self.game);
        html! {
            p.lead { (tr!("You’ll join {host}’s {game} match right after.", host = &*self.host, game = game)) }
        }
    }
}
