//! The email about what happened in a user's matches.

use maud::{Markup, html};

use super::{BUTTON, EmailImage, LINK, MatchActivity, SMALL, WrittenEmail};
use crate::games::Seat;
use crate::matches::{EndReason, Expiry, Match, MatchStatus, OfferKind, OfferToAnswer};
use crate::texts::{current_language, tr};
use crate::tr_format;
use crate::views::boards::{self, DescribedBoard, TurnLine};
use crate::views::options::{match_title, variant};
use crate::views::parts::{clock, number_in_words};
use crate::views::words::{all_of, called, capital, pace};

/// How many boards one email shows. Further matches are links.
const BOARDS: usize = 8;
/// How many chat messages are quoted, counted from the last.
const LINES: usize = 6;
const HEADING: &str = "margin:24px 0 4px;font:500 20px/1.3 Georgia,'Times New Roman',serif";
const PICTURE: &str = "display:block;max-width:100%;height:auto;margin:8px 0;border-radius:8px";

/// The email about these matches, without header and footer; `None` if there is nothing to report.
pub fn activity_email(pieces: &[MatchActivity]) -> Option<WrittenEmail> {
    let pieces: Vec<_> = pieces.iter().filter(|piece| piece.has_content()).collect();
    let subject = match pieces.as_slice() {
        [] => return None,
        [one] => one.subject(),
        several if several.iter().all(|piece| piece.turn || piece.short) => {
            tr_format!("Your move in {n} matches", n = several.len())
        }
        several => tr_format!("News from {n} of your matches", n = several.len()),
    };
    let mut images = Vec::new();
    let (mut texts, mut html) = (Vec::new(), String::new());
    for (number, piece) in pieces.into_iter().enumerate() {
        let shown = number < BOARDS && piece.has_board();
        texts.push(piece.text(shown));
        html += &piece.html(shown.then(|| piece.picture(&mut images))).into_string();
    }
    Some(WrittenEmail { subject, text: texts.join("\n\n\n"), html, images, language: current_language() })
}

/// Title and HTML of a feed entry about a match, with the board in words; `None` if there is nothing to report.
pub fn feed_entry(piece: &MatchActivity) -> Option<(String, String)> {
    let board = piece.has_board().then(|| html! { ul { @for line in piece.position() { li { (line) } } } });
    piece.has_content().then(|| (piece.subject(), piece.html(board).into_string()))
}

/// Title and text of a push about a match; `None` if there is nothing to report.
pub fn push_text(piece: &MatchActivity) -> Option<(String, String)> {
    let chat = piece.chat.last().map(quoted);
    let text: Vec<_> = piece.sentences().into_iter().chain(chat).collect();
    piece.has_content().then(|| (piece.subject(), text.join(" ")))
}

impl MatchActivity {
    pub(super) fn m(&self) -> &Match {
        &self.view.m
    }

    fn seat(&self) -> Seat {
        self.m().seat_of(self.user).unwrap_or(Seat::new(0))
    }

    pub(super) fn game_title(&self) -> &'static str {
        match_title(&self.m().options)
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        self.view.name(seat).map_or(tr("nobody").into(), called).into_owned()
    }

    /// The names of the other players.
    fn others(&self) -> String {
        name_list(&self.names_of_others())
    }

    fn names_of_others(&self) -> Vec<&str> {
        let own = self.m().seat_of(self.user);
        let seats = Seat::first(self.m().seats.count()).filter(|seat| Some(*seat) != own);
        seats.filter_map(|seat| self.view.name(seat)).collect()
    }

    /// The name of the host.
    fn host(&self) -> &str {
        self.m().host().map_or(tr("Someone"), |host| self.view.names.of(host))
    }

    /// The name of the player who asks for something.
    fn offering_player(&self, asks: OfferToAnswer) -> String {
        let m = self.m();
        let by = match asks {
            OfferToAnswer::Draw => m.offer(OfferKind::Draw).map(|offer| offer.by),
            OfferToAnswer::Takeback => m.offer(OfferKind::Takeback).map(|offer| offer.by),
            OfferToAnswer::Pause => m.pause.offered_by.first().copied(),
        };
        by.map_or_else(|| tr("Someone").to_owned(), |seat| self.name(seat))
    }

    fn subject(&self) -> String {
        let (others, game) = (self.others(), self.game_title());
        match (self.m().expired.filter(|_| self.ended), self.asks) {
            (Some(Expiry::Open), _) => tr_format!("Your open match has expired: {game}", game = game),
            (Some(Expiry::Idle), _) => {
                tr_format!("Your match against {others} was closed: {game}", others = others, game = game)
            }
            _ if self.ended && self.m().seated() < self.m().seats.count() => {
                tr_format!("An open match was cancelled: {game}", game = game)
            }
            _ if self.ended => {
                tr_format!("Your match against {others} is over: {game}", others = others, game = game)
            }
            _ if self.invited && self.m().rematch_of().is_some() => {
                tr_format!("{host} offers a rematch: {game}", host = self.host(), game = game)
            }
            _ if self.invited => tr_format!("{host} invites you: {game}", host = self.host(), game = game),
            _ if self.vacated => tr_format!("You’re no longer in an open match: {game}", game = game),
            _ if self.clock.vacation_ends.is_some() => self.clock_subject(),
            _ if self.short => {
                tr_format!("Your time is running out against {others}: {game}", others = others, game = game)
            }
            _ if self.turn => tr_format!("Your move against {others}: {game}", others = others, game = game),
            (_, Some(asks)) => {
                let name = self.offering_player(asks);
                match asks {
                    OfferToAnswer::Draw => {
                        tr_format!("{name} offers a draw: {game}", name = name, game = game)
                    }
                    OfferToAnswer::Takeback => {
                        tr_format!("{name} asks for a takeback: {game}", name = name, game = game)
                    }
                    OfferToAnswer::Pause => {
                        tr_format!("{name} asks for a pause: {game}", name = name, game = game)
                    }
                }
            }
            _ if self.started => {
                tr_format!("Your match against {others} has begun: {game}", others = others, game = game)
            }
            _ if self.clock_acted() => self.clock_subject(),
            _ if self.closes.is_some() => {
                tr_format!(
                    "Your match against {others} will be closed soon: {game}",
                    others = others,
                    game = game
                )
            }
            _ => self.subject_of_others(),
        }
    }

    /// The subject if there are only chat messages and answers of others.
    fn subject_of_others(&self) -> String {
        let game = self.game_title();
        match self.answered.last() {
            Some((name, true)) => {
                tr_format!("{name} accepted your invitation: {game}", name = name, game = game)
            }
            Some((name, false)) => {
                tr_format!("{name} declined your invitation: {game}", name = name, game = game)
            }
            None => {
                let mut names: Vec<_> = self.chat.iter().map(|(name, _)| name.as_str()).collect();
                names.dedup();
                tr_format!(
                    names.len(); "{names} wrote to you: {game}", "{names} wrote to you: {game}",
                    names = name_list(&names), game = game
                )
            }
        }
    }

    /// What happened, one sentence each.
    fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.invited {
            sentences.extend(self.invitation());
        }
        for (name, came) in &self.answered {
            sentences.push(match came {
                true => tr_format!("{name} joined.", name = name),
                false => tr_format!("{name} declined your invitation.", name = name),
            });
        }
        if self.vacated {
            sentences.push(tr("You haven’t been here for a week, so others can join in your place. If no one has yet, you can join again.").to_owned());
        }
        if self.started {
            sentences.push(tr("The match has begun.").to_owned());
        }
        sentences.extend(self.clock_sentences());
        let moves = self.turn || self.short;
        if self.short && self.clock.vacation_ends.is_none() {
            sentences.push(tr("Your time is running out.").to_owned());
        }
        if moves || self.ended {
            sentences.extend(self.last_ply());
        }
        if moves {
            let rolls = self.m().to_roll() == self.m().seat_of(self.user);
            let prompt = if rolls { tr("It’s your turn to roll.") } else { tr("It’s your move.") };
            sentences.push(prompt.to_owned());
            sentences.extend(boards::asks(&self.m().position));
            let until = self.m().deadline().filter(|_| self.clock.vacation_ends.is_none());
            let until = until.map(|deadline| clock(deadline, &self.zone));
            sentences.extend(until.map(|moment| tr_format!("You have until {moment}.", moment = moment)));
        }
        if let Some(asks) = self.asks {
            sentences.push(asked_in_words(asks, &self.offering_player(asks)));
        }
        if let Some(closes) = self.closes {
            sentences.push(tr_format!(
                "No one has moved for a long time. If no one moves by {moment}, the match is closed without a result.",
                moment = clock(closes, &self.zone)
            ));
        }
        if self.ended {
            sentences.push(self.ending());
        }
        sentences
    }

    /// The last move, if another player made it.
    fn last_ply(&self) -> Option<String> {
        let m = self.m();
        let last = m.plies.last()?;
        let before = m.position_at(m.plies.len() - 1).ok()?.position;
        let seat = before.to_act().turn().filter(|seat| m.seat_of(self.user) != Some(*seat))?;
        Some(format!("{}.", boards::move_sentence(&before, &last.notation, &self.name(seat))))
    }

    /// Who has invited them to which match, and until when the invitation is open.
    fn invitation(&self) -> Vec<String> {
        let m = self.m();
        let host = self.host();
        let mut sentences = vec![match m.rematch_of() {
            Some(_) => tr_format!("{host} offers a rematch and has reserved a seat for you.", host = host),
            None => {
                let number = number_in_words(m.seats.count().into());
                tr_format!("{host} invites you to a match for {number}.", host = host, number = number)
            }
        }];
        let time =
            m.clocks.as_ref().map_or(tr("No time limit").to_owned(), |clocks| pace(clocks.control().pace));
        let counts = if m.rated { tr("rated") } else { tr("casual") };
        let how: Vec<_> =
            std::iter::once(time).chain(variant(&m.options)).chain([counts.to_owned()]).collect();
        sentences.push(format!("{}.", how.join("; ")));
        let until = m.open_until.map(|until| clock(until, &self.zone));
        sentences.extend(
            until.map(|moment| tr_format!("The invitation is valid until {moment}.", moment = moment)),
        );
        sentences
    }

    fn ending(&self) -> String {
        let m = self.m();
        let Some(ending) = m.ending() else { return String::new() };
        let winners: Vec<Seat> = ending.winners().collect();
        let won = match winners.as_slice() {
            _ if m.expired == Some(Expiry::Open) => {
                return tr("Not enough players joined in time, so your match was closed.").to_owned();
            }
            _ if m.expired == Some(Expiry::Idle) => {
                return tr("No one moved for a long time, so the match was closed without a result.")
                    .to_owned();
            }
            _ if ending.how == EndReason::Aborted
                && let Some(why) = &m.adjudicated =>
            {
                return tr_format!(
                    "A moderator cancelled the match, so it isn’t rated. Reason: {why}",
                    why = why
                );
            }
            _ if ending.how == EndReason::Aborted => {
                return tr("The match was cancelled and isn’t rated.").to_owned();
            }
            _ if ending.is_draw() => tr("It’s a draw.").to_owned(),
            [winner] if m.seat_of(self.user) == Some(*winner) => tr("You won.").to_owned(),
            [winner] => tr_format!("{name} won.", name = self.name(*winner)),
            shared => {
                let names: Vec<_> = shared.iter().map(|seat| self.name(*seat)).collect();
                tr_format!("{names} share first place.", names = name_list(&names))
            }
        };
        match (ending.how, boards::why(&m.position, &m.last_effects)) {
            (EndReason::Rules, Some(why)) => format!("{won} {}.", capital(&why)),
            (EndReason::Adjudicated, _) => {
                let why = m.adjudicated.as_deref().unwrap_or_default();
                tr_format!("{won} Decided by a moderator: {why}", won = won, why = why)
            }
            _ => won,
        }
    }

    /// The chat messages that are quoted.
    fn lines(&self) -> &[(String, String)] {
        &self.chat[self.chat.len().saturating_sub(LINES)..]
    }

    /// The position in words.
    fn position(&self) -> Vec<String> {
        self.described(|board| board.lines())
    }

    fn described(&self, read: fn(&DescribedBoard<'_>) -> Vec<String>) -> Vec<String> {
        let name = |seat| self.name(seat);
        read(&DescribedBoard { position: &self.m().position, name: Some(&name), turn: TurnLine::None })
    }

    /// The board as an image, which is added to `images`, with what it does not say below.
    fn picture(&self, images: &mut Vec<EmailImage>) -> Markup {
        let m = self.m();
        let board = boards::email_image(&m.position, self.seat());
        let id = format!("{}.{}@board", m.id, m.plies.len());
        let picture = html! {
            img src={ "cid:" (id) } alt=(self.position().join(". ")) width=(board.width)
                height=(board.height) style=(PICTURE);
            @for line in self.described(|board| board.legend()) { p style=(SMALL) { (line) } }
        };
        images.push(EmailImage { id, picture: board });
        picture
    }

    fn has_board(&self) -> bool {
        let begun = self.m().status != MatchStatus::Open && self.m().expired != Some(Expiry::Open);
        let moves = self.turn || self.short || self.asks.is_some();
        begun && (moves || self.started || self.ended || self.closes.is_some())
    }

    /// The game and the other players.
    fn title(&self) -> String {
        let game = self.game_title();
        let others = self.names_of_others();
        match self.m().status {
            _ if others.is_empty() => game.to_owned(),
            MatchStatus::Open => tr_format!("{game} with {others}", game = game, others = name_list(&others)),
            _ => tr_format!("{game} against {others}", game = game, others = name_list(&others)),
        }
    }

    fn text(&self, with_board: bool) -> String {
        let mut parts = vec![self.title()];
        let sentences = self.sentences().join(" ");
        if !sentences.is_empty() {
            parts.push(sentences);
        }
        if with_board {
            parts.push(self.position().join("\n"));
        }
        let chat: Vec<_> = self.lines().iter().map(quoted).collect();
        if !chat.is_empty() {
            parts.push(chat.join("\n"));
        }
        parts.push(self.link.clone());
        parts.join("\n\n")
    }

    fn html(&self, board: Option<Markup>) -> Markup {
        let press = match () {
            () if self.turn || self.short => tr("Make your move"),
            () if self.invited || self.m().expired == Some(Expiry::Open) => tr("View match"),
            () if self.asks.is_some() => tr("Answer"),
            () => tr("View match"),
        };
        html! {
            h2 style=(HEADING) { a href=(self.link) style=(LINK) { (self.title()) } }
            @let sentences = self.sentences().join(" ");
            @if !sentences.is_empty() { p style="margin:0 0 4px" { (sentences) } }
            @if let Some(board) = board { (board) }
            @for (name, words) in self.lines() { p style="margin:8px 0" { b { (called(name)) } " " bdi { (words) } } }
            p style="margin:12px 0 0" { a href=(self.link) style=(BUTTON) { (press) } }
        }
    }
}

/// A chat message with its author.
fn quoted((name, words): &(String, String)) -> String {
    tr_format!("{name}: {words}", name = called(name), words = words)
}

fn asked_in_words(asks: OfferToAnswer, name: &str) -> String {
    match asks {
        OfferToAnswer::Draw => tr_format!("{name} offers a draw.", name = name),
        OfferToAnswer::Takeback => tr_format!("{name} asks to take back the last move.", name = name),
        OfferToAnswer::Pause => {
            tr_format!("{name} asks to pause the clock.", name = name)
        }
    }
}

/// Names as a list; “nobody” if there are none.
fn name_list(names: &[impl AsRef<str>]) -> String {
    let names: Vec<_> = names.iter().map(|name| called(name.as_ref())).collect();
    if names.is_empty() { tr("nobody").to_owned() } else { all_of(&names) }
}
