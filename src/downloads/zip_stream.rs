//! A zip archive that is written while it is read, so that at most a few pieces are in memory at a time.

use std::future::Future;
use std::io::{self, Write};
use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, SemaphorePermit, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::now::Moment;
use crate::store::StoreError;

/// A piece of an archive. An error aborts the download.
pub type ArchivePart = io::Result<Bytes>;

/// Size of a piece in bytes.
const PIECE: usize = 64 * 1024;
/// How long the client may take to accept a piece.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// Texts with the names of their files. Serialising them is left to the thread that compresses.
type ArchiveFiles = Box<dyn FnOnce() -> serde_json::Result<Vec<(String, String)>> + Send>;

/// Where the files of an archive are sent, in their order. A file with the name of the one before continues it.
#[derive(Clone, Debug)]
pub(super) struct ArchiveSink(mpsc::Sender<io::Result<ArchiveFiles>>);

/// Why an archive was not finished.
#[derive(Debug)]
pub(super) enum UnfinishedArchive {
    /// The download was given up.
    Abandoned,
    Store(StoreError),
}

impl From<StoreError> for UnfinishedArchive {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl ArchiveSink {
    /// Sends files as soon as there is room for them.
    pub async fn send(
        &self,
        files: impl FnOnce() -> serde_json::Result<Vec<(String, String)>> + Send + 'static,
    ) -> Result<(), UnfinishedArchive> {
        self.0.send(Ok(Box::new(files))).await.map_err(|_| UnfinishedArchive::Abandoned)
    }
}

/// Starts to write an archive of the files that `write` sends. `None` if all permits are taken.
pub(super) fn start<F>(
    permits: &'static Semaphore,
    now: Moment,
    write: impl FnOnce(ArchiveSink) -> F,
) -> Option<mpsc::Receiver<ArchivePart>>
where
    F: Future<Output = Result<(), UnfinishedArchive>> + Send + 'static,
{
    let permit = permits.try_acquire().ok()?;
    let (pieces, archive) = mpsc::channel(2);
    let (files, gathered) = mpsc::channel(2);
    let writing = write(ArchiveSink(files.clone()));
    Handle::current().spawn(async move {
        if let Err(UnfinishedArchive::Store(error)) = writing.await {
            let _ = files.send(Err(io::Error::other(error))).await;
        }
    });
    spawn_blocking(move || compress(gathered, pieces, now, &permit));
    Some(archive)
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
        let mut current = String::new();
        while let Some(some) = files.blocking_recv() {
            for (name, body) in some?()? {
                if name != current {
                    zip.start_file(name.as_str(), options)?;
                    current = name;
                }
                zip.write_all(body.as_bytes())?;
            }
        }
        Ok(())
    };
    let written = write_all().and_then(|()| Ok(zip.finish()?.into_inner())).and_then(|mut last| last.flush());
    if let Err(error) = written {
        if error.kind() != io::ErrorKind::BrokenPipe {
            tracing::error!(%error, "failed to build an archive");
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
