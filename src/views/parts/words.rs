//! Helpers for texts.

use std::borrow::Cow;

use crate::bots::BotLevel;
use crate::lists::BotKey;
use crate::matches::{JoinConditions, MatchView, SeatTakeover, TakeoverReason, TimeAllowance};
use crate::texts::{Language, current_language, tr};
use crate::tr_format;
use crate::users::{FORMER, UNKNOWN, device_player_number};

/// With a capital first letter.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// With a small first letter, for use inside a sentence.
pub fn uncapital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// "3, 5 or 7".
pub fn one_of(words: &[&str]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => {
            tr_format!("{these} or {last}", these = first.join(", "), last = last)
        }
        _ => words.concat(),
    }
}

/// A time control: "3 days per move", "72 h + 12 h per move, max 168 h", "60 s per move + 300 s reserve".
pub fn pace(pace: TimeAllowance) -> String {
    match pace {
        TimeAllowance::Days(days) => tr_format!(days; "1 day per move", "{n} days per move"),
        TimeAllowance::Bank { hours, increment, cap } => tr_format!(
            "{hours} h + {increment} h per move, max {cap} h",
            hours = hours,
            increment = increment,
            cap = cap,
        ),
        TimeAllowance::Live { seconds, reserve } => {
            tr_format!("{seconds} s per move + {reserve} s reserve", seconds = seconds, reserve = reserve)
        }
    }
}

/// A time control for lists: "3 days per move", "72 h + 12 h", "live".
pub fn pace_in_short(pace: TimeAllowance) -> String {
    match pace {
        TimeAllowance::Days(_) => self::pace(pace),
        TimeAllowance::Bank { hours, increment, .. } => {
            tr_format!("{hours} h + {increment} h", hours = hours, increment = increment)
        }
        TimeAllowance::Live { .. } => tr("live").to_owned(),
    }
}

/// A user's name as it is shown: that of deleted users translated, that of a bot as [`bot_label`] has it.
pub fn called(name: &str) -> Cow<'_, str> {
    match name {
        FORMER => tr("Former player").into(),
        UNKNOWN => tr("someone").into(),
        name => match (BotKey::from_name(name), device_player_number(name)) {
            (Some(bot), _) => numbered_bot(bot).into(),
            (_, Some(number)) => tr_format!("Player {number}", number = number).into(),
            _ => name.into(),
        },
    }
}

fn numbered_bot(bot: BotKey) -> String {
    match bot.number {
        1 => bot_label(bot.level),
        number => format!("{} {number}", bot_label(bot.level)),
    }
}

/// A bot by its level, where the game is known: "Casual bot".
pub fn bot_label(level: BotLevel) -> String {
    tr_format!("{level} bot", level = level_name(level))
}

/// The name of a level.
pub fn level_name(level: BotLevel) -> &'static str {
    match level {
        BotLevel::FirstSteps => tr("First steps"),
        BotLevel::Beginner => tr("Beginner"),
        BotLevel::Casual => tr("Casual"),
        BotLevel::Intermediate => tr("Intermediate"),
        BotLevel::Advanced => tr("Advanced"),
        BotLevel::Expert => tr("Expert"),
        BotLevel::Master => tr("Master"),
    }
}

/// "from 1400 to 1600"; `None` if every rating fits.
pub fn range_in_words(of: JoinConditions) -> Option<String> {
    match (of.min_rating, of.max_rating) {
        (None, None) => None,
        (Some(from), None) => Some(tr_format!("from {from}", from = from)),
        (None, Some(to)) => Some(tr_format!("up to {to}", to = to)),
        (Some(from), Some(to)) => Some(tr_format!("from {from} to {to}", from = from, to = to)),
    }
}

/// "rating from 1400 to 1600", "90% on time": what an open match asks of those who join.
pub fn conditions_in_words(of: JoinConditions) -> impl Iterator<Item = String> {
    let range = range_in_words(of).map(|range| tr_format!("rating {range}", range = range));
    let on_time = of.min_on_time.map(|percent| tr_format!("{percent}% on time", percent = percent));
    range.into_iter().chain(on_time)
}

/// "Ada", "Ada and Ben", "Ada, Ben and Cleo".
pub fn all_of<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(AsRef::as_ref).collect();
            tr_format!("{these} and {last}", these = first.join(", "), last = last.as_ref())
        }
    }
}

/// A sentence saying that a bot or a substitute has taken over a seat, and why.
pub fn taken_over(view: &MatchView, takeover: &SeatTakeover) -> String {
    let (name, bot) = (called(view.names.of(takeover.player)), called(view.names.of(takeover.to)));
    match takeover.reason {
        TakeoverReason::TimedOut => {
            tr_format!("{name} ran out of time. {bot} plays on.", name = name, bot = bot)
        }
        TakeoverReason::Resigned => tr_format!("{name} resigned. {bot} plays on.", name = name, bot = bot),
        TakeoverReason::Left => tr_format!("{name} left the match. {bot} plays on.", name = name, bot = bot),
        TakeoverReason::Substituted => tr_format!("{bot} plays on for {name}.", name = name, bot = bot),
    }
}

/// The name of a browser, which is stored in English: "Firefox on Linux", "A browser on Mac".
pub fn device(noted: &str) -> Cow<'_, str> {
    if current_language() == Language::English {
        return noted.into();
    }
    let browser = |name| if name == "A browser" { tr("A browser") } else { name };
    match noted.split_once(" on ") {
        Some((name, machine)) => {
            tr_format!("{browser} on {machine}", browser = browser(name), machine = machine).into()
        }
        None => browser(noted).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{Language, in_language};

    #[test]
    fn a_bot_is_called_by_its_level_in_the_language_of_the_reader() {
        let bots = || ["Quarto Casual (bot)", "Sternhalma Expert 3 (bot)", "Nobody (bot)", "Ada"].map(called);
        assert_eq!(bots(), ["Casual bot", "Expert bot 3", "Nobody (bot)", "Ada"]);
        assert_eq!(in_language(Language::German, bots)[..2], ["Hobbyspieler (Bot)", "Experte (Bot) 3"]);
    }

    #[test]
    fn lists_are_joined_with_commas_and_and() {
        assert_eq!(
            [&["Ada"][..], &["Ada", "Ben"], &["Ada", "Ben", "Cleo"]].map(all_of),
            ["Ada", "Ada and Ben", "Ada, Ben and Cleo"]
        );
        let german = || (all_of(&["Ada", "Ben", "Cleo"]), pace(TimeAllowance::Days(3)));
        let german = in_language(Language::German, german);
        assert_eq!(german, ("Ada, Ben und Cleo".into(), "3 Tage pro Zug".into()));
    }
}
