//! The download of all data of a user, as one zip archive. It is written while it is read, so at most a few pieces
//! are in memory at a time.

use std::io::{self, Write};
use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, SemaphorePermit, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::matches::{MatchRecord, MatchView, MatchViewer};
use crate::now::Moment;
use crate::store::data_holdings::{ExportPolicy, HOLDINGS};
use crate::store::{Store, StoreError};
use crate::users::UserSummary;

/// A piece of an archive. An error aborts the download.
pub type ArchivePart = io::Result<Bytes>;

/// How many archives are written at the same time.
const CONCURRENT_ARCHIVES: usize = 4;
/// How many matches are read from the database at once.
const BATCH_SIZE: usize = 16;
/// Size of a piece in bytes.
const PIECE: usize = 64 * 1024;
/// How long the client may take to accept a piece.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// The record of a match whose log is invalid.
const UNREADABLE: &str = "The record of this match can’t be read. Contact the admins.\n";

static PERMITS: Semaphore = Semaphore::const_new(CONCURRENT_ARCHIVES);

/// Files with their names. Serialising them is left to the thread that compresses.
type ArchiveFiles = Box<dyn FnOnce() -> serde_json::Result<Vec<(String, String)>> + Send>;

/// Starts to write the archive of a user. `None` if too many are being written already.
pub fn start_archive(store: Store, person: UserSummary, now: Moment) -> Option<mpsc::Receiver<ArchivePart>> {
    let permit = PERMITS.try_acquire().ok()?;
    let (pieces, archive) = mpsc::channel(2);
    let (files, gathered) = mpsc::channel(2);
    let runtime = Handle::current();
    runtime.spawn(async move {
        if let Err(error) = send_files(&store, &person, now, &files).await {
            let _ = files.send(Err(io::Error::other(error))).await;
        }
    });
    spawn_blocking(move || compress(gathered, pieces, now, &permit));
    Some(archive)
}

/// Sends one file after the other until the receiver is gone.
async fn send_files(
    store: &Store,
    person: &UserSummary,
    now: Moment,
    files: &mpsc::Sender<io::Result<ArchiveFiles>>,
) -> Result<(), StoreError> {
    let readme = readme(person, now);
    if files.send(Ok(Box::new(|| Ok(vec![("README.txt".to_owned(), readme)])))).await.is_err() {
        return Ok(());
    }
    for holding in HOLDINGS {
        let ExportPolicy::File(name, query) = holding.export else { continue };
        let rows = store.rows_of(person.id, query).await?;
        let list: ArchiveFiles = Box::new(move || Ok(vec![(format!("{name}.json"), json(rows)?)]));
        if files.send(Ok(list)).await.is_err() {
            return Ok(());
        }
    }
    for some in store.all_matches_of(person.id).await?.chunks(BATCH_SIZE) {
        let mut read = store.load_readable_matches(some).await?;
        for view in some.iter().filter_map(|id| read.readable.remove(id)) {
            let viewer = view.viewer(Some(person.id));
            if files.send(Ok(Box::new(move || records(&view, viewer)))).await.is_err() {
                return Ok(());
            }
        }
        for id in read.unreadable.into_keys() {
            let file = (format!("matches/{id}/record.txt"), UNREADABLE.to_owned());
            if files.send(Ok(Box::new(|| Ok(vec![file])))).await.is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The files of a match: its record as JSON and as text.
fn records(view: &MatchView, viewer: MatchViewer) -> serde_json::Result<Vec<(String, String)>> {
    let (id, record) = (&view.m.id, MatchRecord::for_viewer(view, viewer));
    let json = serde_json::to_string_pretty(&record)?;
    Ok(vec![(format!("matches/{id}/record.json"), json), (format!("matches/{id}/record.txt"), record.text())])
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

/// Compresses the files on a blocking thread.
fn compress(
    mut files: mpsc::Receiver<io::Result<ArchiveFiles>>,
    pieces: mpsc::Sender<ArchivePart>,
    now: Moment,
    _permit: &SemaphorePermit<'static>,
) {
    let mut zip = ZipWriter::new_stream(ArchiveParts { held: Vec::new(), out: pieces.clone() });
    let options = options(now);
    let mut write_all = || -> io::Result<()> {
        while let Some(some) = files.blocking_recv() {
            for (name, body) in some?()? {
                zip.start_file(name, options)?;
                zip.write_all(body.as_bytes())?;
            }
        }
        Ok(())
    };
    let written = write_all().and_then(|()| Ok(zip.finish()?.into_inner())).and_then(|mut last| last.flush());
    if let Err(error) = written {
        if error.kind() != io::ErrorKind::BrokenPipe {
            tracing::error!(%error, "failed to build a data export");
        }
        // The client must not take half an archive for a complete one.
        // It waits without this thread and its permit, for a client may take no more pieces.
        Handle::current().spawn(async move {
            let _ = pieces.send(Err(error)).await;
        });
    }
}

fn options(now: Moment) -> SimpleFileOptions {
    let stamp = Timestamp::from_millisecond(now.0).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(TimeZone::UTC);
    let part = |number: i8| u8::try_from(number).unwrap_or(1);
    let at = zip::DateTime::from_date_and_time(
        u16::try_from(stamp.year()).unwrap_or(1980),
        part(stamp.month()),
        part(stamp.day()),
        part(stamp.hour()),
        part(stamp.minute()),
        part(stamp.second()),
    );
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    at.map_or(options, |at| options.last_modified_time(at))
}

/// The output of the archive, buffered until a piece is large enough to send.
struct ArchiveParts {
    held: Vec<u8>,
    out: mpsc::Sender<ArchivePart>,
}

impl ArchiveParts {
    fn send(&mut self) -> io::Result<()> {
        let piece = Bytes::from(std::mem::take(&mut self.held));
        let sent = Handle::current().block_on(timeout(SEND_TIMEOUT, self.out.send(Ok(piece))));
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

impl Write for ArchiveParts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= PIECE {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.held.is_empty() { Ok(()) } else { self.send() }
    }
}

/// The text of `README.txt`. A test checks that it explains every file.
fn readme(person: &UserSummary, now: Moment) -> String {
    format!(
        "This is the data that Parlour has stored about {name}, as of {now}.\n\
         \n\
         Every .json file is a list, and empty if there is no data of its kind. Times are in UTC.\n\
         \n\
         account.json              your name, sign-up time and settings\n\
         sessions.json             where you are signed in, without the session keys\n\
         passkeys.json             your passkeys by name, without the keys\n\
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
         reports.json              your reports\n\
         staff-messages.json       messages to you from the admins and moderators\n\
         staff-actions.json        actions of admins and moderators on your account\n\
         blocks.json               players you blocked\n\
         mutes.json                players you muted\n\
         ratings.json              your ratings\n\
         rating-history.json       your ratings after each rated match\n\
         matches/ID/record.json    each of your matches, for programs\n\
         matches/ID/record.txt     the same as text\n\
         \n\
         Messages, notes and conditional moves of other players are not included. Neither is your password, which\n\
         Parlour stores only as a hash.\n",
        name = person.name,
        pad = " ".repeat(26),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{ExportPolicy, HOLDINGS, in_words, readme};
    use crate::now::Moment;
    use crate::users::{UserId, UserSummary};

    #[test]
    fn the_readme_names_every_file() {
        let text = readme(&UserSummary { id: UserId(1), name: "Ada".into() }, Moment(0));
        for holding in HOLDINGS {
            let ExportPolicy::File(name, _) = holding.export else { continue };
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
