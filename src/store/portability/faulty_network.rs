//! A network to PostgreSQL that breaks at a chosen moment.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

const INTACT: u8 = 0;
const LOSES_COMMIT: u8 = 1;
const LOSES_ANSWER: u8 = 2;

/// Stands between the store and a server.
#[derive(Debug)]
pub(super) struct FaultyNetwork {
    folder: TempDir,
    fault: Arc<AtomicU8>,
}

impl FaultyNetwork {
    /// In front of the server with this socket.
    pub fn before(socket: PathBuf) -> Self {
        let folder = TempDir::new().unwrap();
        let fault: Arc<AtomicU8> = Arc::default();
        let listener = UnixListener::bind(folder.path().join(name(&socket))).unwrap();
        let of_connections = Arc::clone(&fault);
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                let server = UnixStream::connect(&socket).await.unwrap();
                tokio::spawn(forward(client, server, Arc::clone(&of_connections)));
            }
        });
        Self { folder, fault }
    }

    /// The folder of its socket.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The next connection that commits breaks before the server has heard of it.
    pub fn loses_commit(&self) {
        self.fault.store(LOSES_COMMIT, Ordering::SeqCst);
    }

    /// The next connection that commits breaks after the server has, and before it has answered.
    pub fn loses_answer_to_commit(&self) {
        self.fault.store(LOSES_ANSWER, Ordering::SeqCst);
    }
}

fn name(socket: &Path) -> &std::ffi::OsStr {
    socket.file_name().unwrap()
}

/// Forwards until a side closes the connection, or it breaks.
async fn forward(mut client: UnixStream, mut server: UnixStream, fault: Arc<AtomicU8>) {
    let (mut sent, mut answered) = ([0; 65536], [0; 65536]);
    loop {
        tokio::select! {
            Ok(length @ 1..) = client.read(&mut sent) => {
                let sent = &sent[..length];
                let commits = sent.windows(6).any(|word| word == b"COMMIT");
                let fault = if commits { fault.swap(INTACT, Ordering::SeqCst) } else { INTACT };
                if fault == LOSES_COMMIT {
                    return;
                }
                server.write_all(sent).await.unwrap();
                if fault == LOSES_ANSWER {
                    // The answer, so that the server has committed.
                    let _ = server.read(&mut answered).await;
                    return;
                }
            }
            Ok(length @ 1..) = server.read(&mut answered) => client.write_all(&answered[..length]).await.unwrap(),
            else => return,
        }
    }
}
