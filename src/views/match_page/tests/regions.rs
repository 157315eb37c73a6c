//! The page of a match is the same whether it has been updated or loaded anew.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::document::Dom;
use super::*;
use crate::matches::{
    ChatMessage, ConditionalMoves, OfferAnswer, OfferKind, PauseAnswer, TimeAllowance, TimeControl,
    TimeoutPolicy, parse_conditional_move,
};

const PEOPLE: [(UserId, &str); 4] = [(ADA, "Ada"), (BEN, "Ben"), (UserId(3), "Eve"), (UserId(4), "Flo")];

/// What a stream does not update, because a script does it or it does not follow from the match.
fn without_the_rest(mut page: Dom) -> Dom {
    page.retain(&mut |attributes, name| {
        let id = attributes.get("id").map_or("", String::as_str);
        let is_left = ["announcement", "live", "recap", "presence"].contains(&id)
            || ["meta", "link", "script", "noscript"].contains(&name)
            || attributes.contains_key("hx-morph-skip")
            || attributes.contains_key("data-announce-time")
            // The form of conditional moves keeps what the viewer types.
            || attributes.get("class").is_some_and(|class| class.contains("as-text"));
        // Classes that animate a change once.
        if let Some(class) = attributes.get_mut("class") {
            let remaining: Vec<_> =
                class.split(' ').filter(|class| !["new", "moving", "arrives", ""].contains(class)).collect();
            *class = remaining.join(" ");
        }
        // Answers may come from any entry since the last one that matters.
        if attributes.get("name").is_some_and(|name| name == "seq") {
            attributes.remove("value");
        }
        attributes.remove("data-seq");
        // Opened and closed by the viewer.
        attributes.remove("open");
        attributes.retain(|name, value| name != "class" || !value.is_empty());
        !is_left
    });
    page
}

fn loaded(view: &MatchView, viewer: MatchViewer) -> Dom {
    let own = ViewerData { shows_tips: viewer.seat().is_some(), ..ViewerData::default() };
    let page_context = MatchPage { own, ..MatchPage::now(view, viewer, view.m.changed_at) };
    Dom::parse(&page(PageViewer::default(), &page_context).0)
}

fn update(page: &mut Dom, before: &MatchView, after: &MatchView, viewer: MatchViewer) {
    for step in of_everybody(before, after) {
        page.swap(&step.markup.0);
    }
    page.swap(&of_viewer(before, after, viewer).into_string());
}

/// The first elements in which two documents differ.
fn difference(is: &Dom, should_be: &Dom) -> Option<String> {
    match (is, should_be) {
        _ if is == should_be => None,
        (
            Dom::Element { name, attributes, children },
            Dom::Element { name: other_name, attributes: others, children: other_children },
        ) if (name, attributes, children.len()) == (other_name, others, other_children.len()) => {
            children.iter().zip(other_children).find_map(|(is, should_be)| difference(is, should_be))
        }
        _ => Some(format!("{is:#?}\nshould be\n{should_be:#?}")),
    }
}

/// A match in progress, and what happens to it.
struct Story {
    view: MatchView,
    random: StdRng,
    chat: i64,
}

impl Story {
    fn new((game, seats, pass_and_play): (Game, u8, bool), timed: bool, seed: u64) -> Self {
        let time = timed.then_some(TimeControl {
            pace: TimeAllowance::Days(3),
            weekends_off: false,
            vacation: false,
            at_flag: TimeoutPolicy::Skip,
        });
        let dice = game
            .has_dice()
            .then(|| MatchDice { secret: MatchSecret::new([7; 32]), auto_roll: seed.is_multiple_of(2) });
        let opening = MatchOpening {
            time_control: time,
            dice,
            pass_and_play,
            ..MatchOpening::casual(game, seats, JoinCode::from_digits([0; 6]))
        };
        let m = Match::open(MatchId::from_digits([0; 12]), &opening, ADA, Moment(0)).unwrap();
        let names = PEOPLE.map(|(user, name)| (user, Arc::from(name))).to_vec();
        let view = MatchView {
            m,
            names: UserNames::new(names),
            chat: Arc::default(),
            conditional_moves: Arc::default(),
        };
        Self { view, random: StdRng::seed_from_u64(seed), chat: 0 }
    }

    /// Something that may happen: a command, an event of the site, a message, or new conditional moves.
    fn next(&mut self) {
        let user = PEOPLE.choose(&mut self.random).unwrap().0;
        match self.random.random_range(0..20) {
            0 => self.chats(user),
            1 => self.plans(),
            2 => self.happens_by_itself(),
            3..8 => {
                let command = self.command();
                self.tries(user, &command);
            }
            _ => self.plays(),
        }
    }

    fn chats(&mut self, user: UserId) {
        self.chat += 1;
        let line = ChatMessage {
            id: self.chat,
            by: user,
            text: "Well played!".into(),
            at: Moment(0),
            by_watcher: self.random.random(),
            removed: false,
        };
        Arc::make_mut(&mut self.view.chat).push(line);
    }

    fn plans(&mut self) {
        let m = &self.view.m;
        let Some(user) = m.user_to_act().filter(|_| m.game == Game::TicTacToe) else { return };
        let legal = m.position.legal();
        let [own, reply, ..] = legal.as_slice() else { return };
        if let Ok((seat, order)) =
            parse_conditional_move(m, user, &format!("{own} if {reply} then {}", legal[legal.len() - 1]))
        {
            self.view.conditional_moves = Arc::new(ConditionalMoves::new(1, vec![(seat, order)]));
        }
    }

    fn happens_by_itself(&mut self) {
        let Some(seat) = self.view.m.to_act().seat().map(|seat| seat.number()) else { return };
        let event = match self.random.random_range(0..3) {
            0 => MatchEvent::ExpiryAnnounced,
            1 if self.view.m.clocks.is_some() => MatchEvent::TurnSkipped { seat },
            _ if self.view.m.clocks.is_some() => MatchEvent::Flagged { seat },
            _ => return,
        };
        self.appends(None, event);
    }

    fn command(&mut self) -> MatchCommand {
        let answers = [OfferAnswer::Offer, OfferAnswer::Accept, OfferAnswer::Decline, OfferAnswer::Withdraw];
        let pauses = [PauseAnswer::Offer, PauseAnswer::Decline, PauseAnswer::Resume];
        let answer = *answers.choose(&mut self.random).unwrap();
        match self.random.random_range(0..20) {
            0 => MatchCommand::Resign,
            1 => MatchCommand::Leave,
            2..5 => MatchCommand::RotateBoard(self.random.random()),
            5..9 => MatchCommand::Answer { what: OfferKind::Draw, answer, seq: None },
            9..15 => MatchCommand::Answer { what: OfferKind::Takeback, answer, seq: None },
            _ => MatchCommand::Pause(*pauses.choose(&mut self.random).unwrap()),
        }
    }

    fn plays(&mut self) {
        let m = &self.view.m;
        if m.status == MatchStatus::Open {
            let user = PEOPLE.choose(&mut self.random).unwrap().0;
            return self.tries(user, &MatchCommand::Join);
        }
        let Some(user) = m.user_to_act() else { return };
        let notation = match m.to_roll() {
            Some(_) => ROLL.to_owned(),
            None => m.position.legal().choose(&mut self.random).unwrap().clone(),
        };
        self.tries(user, &MatchCommand::Play { seq: m.seq, notation });
    }

    /// Carries a command out, with what follows from it. Each ply is an update of its own.
    fn tries(&mut self, user: UserId, command: &MatchCommand) {
        let Ok(events) = decide(&self.view.m, user, command) else { return };
        let before = self.view.clone();
        for event in events {
            happens(&mut self.view.m, user, event);
        }
        while let Some(event) =
            follow(&self.view.m).filter(|_| self.view.m.plies.len() == before.m.plies.len())
        {
            happens(&mut self.view.m, user, event);
        }
    }

    fn appends(&mut self, by: Option<UserId>, event: MatchEvent) {
        let entry = LogEntry { seq: self.view.m.seq + 1, at: 0, actor: by, event };
        let mut m = self.view.m.clone();
        if m.apply(&entry).is_ok() {
            self.view.m = m;
        }
    }

    /// What follows by itself, one ply at a time.
    fn goes_on(&mut self) -> bool {
        let Some(event) = follow(&self.view.m) else { return false };
        self.appends(None, event);
        true
    }
}

/// Plays matches at random, with pages that stay open and pages that are loaded after each change.
fn pages_stay_current(game: Game, seats: u8) {
    pages_of_kind_stay_current((game, seats, false));
}

/// [`pages_stay_current`] in pass-and-play matches or others.
fn pages_of_kind_stay_current(kind: (Game, u8, bool)) {
    let seeds = std::env::var("PARLOUR_STORIES").map_or(2, |count| count.parse().unwrap());
    for seed in 0..seeds {
        let mut story = Story::new(kind, seed % 3 != 1, seed);
        let viewers = [None, Some(ADA), Some(BEN)];
        let mut pages = viewers.map(|user| loaded(&story.view, story.view.viewer(user)));
        for step in 0..50 {
            let before = story.view.clone();
            if !story.goes_on() {
                story.next();
            }
            let after = &story.view;
            for (user, page) in viewers.into_iter().zip(&mut pages) {
                let viewer = after.viewer(user);
                let anew = loaded(after, viewer);
                // Who takes or loses a seat gets another page.
                if before.viewer(user) != viewer {
                    *page = anew;
                    continue;
                }
                update(page, &before, after, viewer);
                let facets = facets(&before, after, viewer);
                if let Some(difference) = difference(&without_the_rest(page.clone()), &without_the_rest(anew))
                {
                    panic!("seed {seed}, step {step}, {viewer:?}, {facets:?}: {difference}");
                }
            }
        }
    }
}

#[test]
fn a_page_that_was_updated_is_the_same_as_one_that_is_loaded_anew() {
    pages_stay_current(Game::TicTacToe, 2);
}

#[test]
fn an_updated_page_of_kalah_is_the_same_as_a_new_one() {
    pages_stay_current(Game::Kalah, 2);
}

#[test]
fn an_updated_page_of_quarto_is_the_same_as_a_new_one() {
    pages_stay_current(Game::Quarto, 2);
}

#[test]
fn an_updated_page_of_sternhalma_for_three_is_the_same_as_a_new_one() {
    pages_stay_current(Game::Sternhalma, 3);
}

#[test]
fn an_updated_page_of_pass_and_play_at_kalah_is_the_same_as_a_new_one() {
    pages_of_kind_stay_current((Game::Kalah, 2, true));
}

#[test]
fn an_updated_page_of_pass_and_play_at_sternhalma_for_three_is_the_same_as_a_new_one() {
    pages_of_kind_stay_current((Game::Sternhalma, 3, true));
}

#[test]
fn an_updated_page_of_pass_and_play_at_aeroplane_chess_for_four_is_the_same_as_a_new_one() {
    pages_of_kind_stay_current((Game::Aeroplane, 4, true));
}

#[test]
fn an_updated_page_of_aeroplane_chess_for_four_is_the_same_as_a_new_one() {
    pages_stay_current(Game::Aeroplane, 4);
}
