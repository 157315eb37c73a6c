//! The download of all data of a user, as one zip archive.

use serde_json::Value;
use tokio::sync::{Semaphore, mpsc};

use super::zip_stream::{self, ArchivePart, ArchiveSink, UnfinishedArchive};
use crate::language::Language;
use crate::matches::{MatchRecord, MatchView, MatchViewer, RatingChange};
use crate::now::Moment;
use crate::store::Store;
use crate::store::data_holdings::{ExportPolicy, HOLDINGS};
use crate::texts::in_language;
use crate::users::{UserId, UserSummary};
use crate::views::match_page::record_text;

/// How many matches are read from the database at once.
const BATCH_SIZE: usize = 16;

/// The record of a match whose log is invalid.
const UNREADABLE: &str = "The record of this match can’t be read. Contact the admins.\n";

/// How many archives are written at the same time.
static PERMITS: Semaphore = Semaphore::const_new(4);

/// Starts to write the archive of a user, with the text of matches in a language. `None` if too many are being written
/// already.
pub fn start(
    store: Store,
    person: UserSummary,
    language: Language,
    now: Moment,
) -> Option<mpsc::Receiver<ArchivePart>> {
    zip_stream::start(&PERMITS, now, move |files| async move {
        send_lists(&store, &person, now, &files).await?;
        send_matches(&store, person.id, language, &files).await
    })
}

/// Sends the lists of everything but matches, one file after the other.
async fn send_lists(
    store: &Store,
    person: &UserSummary,
    now: Moment,
    files: &ArchiveSink,
) -> Result<(), UnfinishedArchive> {
    let readme = readme(person, now);
    files.send(|| Ok(vec![("README.txt".to_owned(), readme)])).await?;
    for holding in HOLDINGS {
        let (name, rows) = match holding.export {
            ExportPolicy::File(name, query) => (name, store.rows_of(person.id, query).await?),
            ExportPolicy::Actions(name) => (name, store.actions_of(person.id).await?),
            ExportPolicy::Excluded(_) => continue,
        };
        files.send(move || Ok(vec![(format!("{name}.json"), json(rows)?)])).await?;
    }
    Ok(())
}

/// Sends the records of all matches of a user.
async fn send_matches(
    store: &Store,
    person: UserId,
    language: Language,
    files: &ArchiveSink,
) -> Result<(), UnfinishedArchive> {
    for some in store.all_matches_of(person).await?.chunks(BATCH_SIZE) {
        let mut read = store.load_readable_matches(some).await?;
        let mut ratings = store.ratings_around_all(some).await?;
        for view in some.iter().filter_map(|id| read.readable.remove(id)) {
            let viewer = view.viewer(Some(person));
            let ratings = ratings.remove(&view.m.id).unwrap_or_default();
            files.send(move || in_language(language, || records(&view, viewer, &ratings))).await?;
        }
        for id in read.unreadable.into_keys() {
            let file = (format!("matches/{id}/record.txt"), UNREADABLE.to_owned());
            files.send(|| Ok(vec![file])).await?;
        }
    }
    Ok(())
}

/// The files of a match: its record as JSON and as text.
fn records(
    view: &MatchView,
    viewer: MatchViewer,
    ratings: &[RatingChange],
) -> serde_json::Result<Vec<(String, String)>> {
    let (id, record) = (&view.m.id, MatchRecord::for_viewer(view, viewer, ratings));
    let (json, text) = (serde_json::to_string_pretty(&record)?, record_text(view, ratings));
    Ok(vec![(format!("matches/{id}/record.json"), json), (format!("matches/{id}/record.txt"), text)])
}

/// Rows as one JSON list, with timestamps in readable form.
fn json(rows: Vec<Value>) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&rows.into_iter().map(in_words).collect::<Vec<_>>())
}

fn in_words(mut row: Value) -> Value {
    let moments = row.as_object_mut().into_iter().flatten();
    for (_, value) in moments.filter(|(key, _)| *key == "at" || key.ends_with("_at")) {
        if let Some(at) = value.as_i64() {
            *value = Moment(at).to_string().into();
        }
    }
    row
}

/// The text of `README.txt`. A test checks that it explains every file.
fn readme(person: &UserSummary, now: Moment) -> String {
    format!(
        "This is the data that this site has stored about {name}, as of {now}.\n\
         \n\
         Every .json file is a list, and empty if there is no data of its kind. Times are in UTC.\n\
         \n\
         account.json              your name, sign-up time and settings\n\
         sessions.json             where you are signed in, without the session keys\n\
         passkeys.json             your passkeys by name, without the keys\n\
         single-sign-on.json       who you are at the single sign-on provider\n\
         authenticator-app.json    when you set up an authenticator app, without its secret\n\
         email-settings.json       your email address, email frequency and quiet hours\n\
         unconfirmed-address.json  an email address that you haven’t confirmed yet\n\
         emails.json               recent and waiting emails to you, without their text\n\
         devices.json              browsers that get notifications, without their keys\n\
         pushes.json               recent notifications to them\n\
         feeds.json                feeds that you have a private URL for\n\
         vacation.json             the vacation hours you have used\n\
         match-choices.json        your last settings for new matches\n\
         bot-choices.json          your last settings for matches against bots\n\
         dismissed-tips.json       the games whose tips you have dismissed\n\
         analyses.json             the analyses of matches that you asked for\n\
         daily-answers.json        your answers to the positions of the day\n\
         seats.json                your seats, invitations to you, and your places\n\
         actions.json              your actions in matches other than moves, such as joining, inviting, offering\n\
         {pad}and resigning, and who invited you\n\
         chat.json                 your chat messages\n\
         notes.json                your notes on matches\n\
         conditional-moves.json    your conditional moves\n\
         cancelled-moves.json      when conditional moves of yours were cancelled\n\
         read-marks.json           how far you have seen each match\n\
         notices.json              the last emails and notifications about each match\n\
         previous-names.json       your previous names\n\
         signup-invitations.json   sign-up links that you created as an admin\n\
         account-imports.json      accounts that you created at once as an admin\n\
         reports.json              your reports\n\
         staff-messages.json       messages to you from the admins and moderators\n\
         staff-actions.json        actions of admins and moderators on your account\n\
         blocks.json               players you blocked\n\
         mutes.json                players you muted\n\
         follows.json              players you follow\n\
         bookmarks.json            your bookmarks\n\
         ratings.json              your ratings\n\
         rating-history.json       your ratings after each rated match\n\
         matches/ID/record.json    each of your matches, for programs\n\
         matches/ID/record.txt     the same for people\n\
         \n\
         Messages, notes and conditional moves of other players are not included. Neither is your password, which\n\
         the site stores only as a hash.\n",
        name = person.name,
        pad = " ".repeat(26),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{HOLDINGS, in_words, readme};
    use crate::now::Moment;
    use crate::users::{UserId, UserSummary};

    #[test]
    fn the_readme_names_every_file() {
        let text = readme(&UserSummary { id: UserId(1), name: "Ada".into() }, Moment(0));
        for holding in HOLDINGS {
            let Some(name) = holding.export.file() else { continue };
            assert!(text.contains(&format!("\n{name}.json ")), "{name}.json is not explained");
        }
    }

    #[test]
    fn moments_are_written_as_rfc_3339() {
        let row = in_words(json!({ "at": 0, "created_at": 1000, "last_accepted_at": null, "number": 5 }));
        let written = json!({ "at": "1970-01-01T00:00:00.000Z", "created_at": "1970-01-01T00:00:01.000Z", "last_accepted_at": null, "number": 5 });
        assert_eq!(row, written);
    }
}
