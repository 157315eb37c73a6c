//! The download of matches of the archive: their records, as JSON lines and as text.

use tokio::sync::{Semaphore, mpsc};

use super::zip_stream::{self, ArchivePart, ArchiveSink, UnfinishedArchive};
use crate::language::Language;
use crate::lists::{ArchiveFilter, ArchivePlayers};
use crate::matches::{MatchId, MatchRecord, MatchView, MatchViewer, RatingChange};
use crate::now::Moment;
use crate::store::Store;
use crate::texts::in_language;
use crate::users::UserId;
use crate::views::match_page::record_text;

/// How many records an archive has at most.
pub const MOST_RECORDS: usize = 10_000;
/// How many matches are read from the database at once.
const BATCH_SIZE: usize = 16;
/// How many matches are listed at once.
const LISTED: u32 = 500;

/// How many archives are written at the same time.
static PERMITS: Semaphore = Semaphore::const_new(4);

/// Matches of the archive, and who downloads them.
#[derive(Clone, Debug)]
pub struct SoughtRecords {
    pub filter: ArchiveFilter,
    pub players: ArchivePlayers,
    pub viewer: UserId,
    /// The language of their text.
    pub language: Language,
}

/// A match of an archive as text: the match, its viewer, and the ratings around it.
type RecordWriter = fn(&MatchView, MatchViewer, &[RatingChange]) -> serde_json::Result<String>;

/// Starts to write the records of the first matches that pass a filter. `None` if too many archives are being written already.
pub fn start(store: Store, sought: SoughtRecords, now: Moment) -> Option<mpsc::Receiver<ArchivePart>> {
    zip_stream::start(&PERMITS, now, |files| async move {
        let ids = find(&store, &sought).await?;
        send(&store, &sought, &ids, &files, "records.jsonl", line).await?;
        send(&store, &sought, &ids, &files, "records.txt", text).await
    })
}

/// The ids of the matches, in their order.
async fn find(store: &Store, sought: &SoughtRecords) -> Result<Vec<MatchId>, UnfinishedArchive> {
    let (mut ids, mut after) = (Vec::new(), None);
    loop {
        let page = store.archive(sought.filter.clone(), sought.players, after, LISTED).await?;
        ids.extend(page.matches.into_iter().map(|listed| listed.id));
        ids.truncate(MOST_RECORDS);
        after = page.next;
        if after.is_none() || ids.len() == MOST_RECORDS {
            return Ok(ids);
        }
    }
}

/// Sends a file with one text for each match. Matches whose logs are invalid are left out.
async fn send(
    store: &Store,
    sought: &SoughtRecords,
    ids: &[MatchId],
    files: &ArchiveSink,
    name: &'static str,
    write: RecordWriter,
) -> Result<(), UnfinishedArchive> {
    let SoughtRecords { viewer, language, .. } = *sought;
    for some in ids.chunks(BATCH_SIZE) {
        let mut read = store.load_readable_matches(some).await?.readable;
        let views: Vec<_> = some.iter().filter_map(|id| read.remove(id)).collect();
        let ratings = store.ratings_around_all(some).await?;
        let text = move |view: &MatchView| {
            let around = ratings.get(&view.m.id).map_or(&[][..], Vec::as_slice);
            write(view, view.viewer(Some(viewer)), around)
        };
        let texts = move || {
            in_language(language, || views.iter().map(|view| text(view)).collect::<Result<String, _>>())
        };
        files.send(move || Ok(vec![(name.to_owned(), texts()?)])).await?;
    }
    Ok(())
}

fn line(view: &MatchView, viewer: MatchViewer, ratings: &[RatingChange]) -> serde_json::Result<String> {
    Ok(serde_json::to_string(&MatchRecord::for_viewer(view, viewer, ratings))? + "\n")
}

/// Texts are separated by two blank lines.
fn text(view: &MatchView, _: MatchViewer, ratings: &[RatingChange]) -> serde_json::Result<String> {
    Ok(record_text(view, ratings) + "\n\n")
}
