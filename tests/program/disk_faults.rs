//! The disk fails, or the database file disappears, while the program runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use futures_util::future::join_all;
use reqwest::{Client, StatusCode};
use tempfile::TempDir;

use crate::killable::KillableSite;

/// Fails every `fsync` with an I/O error while a file exists.
const SHIM: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int fails(void) { const char *flag = getenv("FSYNC_FAILS_WHILE"); return flag && access(flag, F_OK) == 0; }

#define SHIM(name) \
    int name(int fd) { \
        int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, #name); \
        if (fails()) { errno = EIO; return -1; } \
        return real(fd); \
    }
SHIM(fsync)
SHIM(fdatasync)
"#;

const MATCHES: usize = 12;

fn compile_shim(folder: &Path) -> PathBuf {
    let (source, library) = (folder.join("shim.c"), folder.join("shim.so"));
    fs::write(&source, SHIM).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl");
    assert!(compiler.status().unwrap().success(), "a C compiler is needed, as it is for SQLite");
    library
}

/// Sends a form, and returns the status.
async fn post(site: &KillableSite, by: &Client, path: &str, form: &[(&str, &str)]) -> StatusCode {
    by.post(site.url(path)).form(form).send().await.unwrap().status()
}

async fn get(site: &KillableSite, by: &Client, path: &str) -> StatusCode {
    by.get(site.url(path)).send().await.unwrap().status()
}

/// Retries until the response has this status, because some responses may be a second old.
async fn answers(site: &KillableSite, path: &str, status: StatusCode) {
    let visitor = Client::new();
    for _ in 0..400 {
        if get(site, &visitor, path).await == status {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("{path} is not answered {status}: {}", site.log());
}

async fn opens_match(site: &KillableSite, [ada, ben]: &[Client; 2]) -> String {
    let form = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public"), ("first", "creator")];
    let opened = site.post(ada, "/matches", &form).await;
    let path = opened.headers()["location"].to_str().unwrap().to_owned();
    site.post(ben, &format!("{path}/seats"), &[]).await;
    path
}

async fn seq(site: &KillableSite, path: &str) -> String {
    let record = Client::new().get(site.url(&format!("{path}/record.json"))).send().await.unwrap();
    serde_json::from_slice::<serde_json::Value>(&record.bytes().await.unwrap()).unwrap()["seq"].to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_write_works_again_after_a_temporary_io_error() {
    let folder = TempDir::new().unwrap();
    let (shim, flag) = (compile_shim(folder.path()), folder.path().join("fails"));
    let (shim, flag_path) = (shim.to_str().unwrap().to_owned(), flag.to_str().unwrap().to_owned());
    let settings = [("LD_PRELOAD", shim.as_str()), ("FSYNC_FAILS_WHILE", flag_path.as_str())];
    let site = KillableSite::open(folder.path(), &settings).await;
    let players = [site.register("Ada").await, site.register("Ben").await];
    let (ada, visitor) = (&players[0], Client::new());
    let mut matches = Vec::new();
    for _ in 0..MATCHES {
        let path = opens_match(&site, &players).await;
        matches.push((seq(&site, &path).await, path));
    }
    let plays = || async {
        let plies = matches.iter().map(|(seq, path)| {
            let form = [("seq", seq.clone()), ("notation", "b2".to_owned())];
            let url = site.url(&format!("{path}/plies"));
            async move { ada.post(url).form(&form).send().await.unwrap().status() }
        });
        join_all(plies).await
    };
    let account = [("username", "Dora"), ("password", "seven brass lamps over felt")];
    let chat = format!("{}/chat", matches[0].1);

    fs::write(&flag, "").unwrap();
    assert_eq!(post(&site, ada, &chat, &[("text", "Hello")]).await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(post(&site, &visitor, "/register", &account).await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(plays().await, [StatusCode::SERVICE_UNAVAILABLE; MATCHES]);
    answers(&site, "/readyz", StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(get(&site, &visitor, "/healthz").await, StatusCode::OK);

    fs::remove_file(&flag).unwrap();
    answers(&site, "/readyz", StatusCode::OK).await;
    assert_eq!(plays().await, [StatusCode::SEE_OTHER; MATCHES]);
    assert_eq!(post(&site, ada, &chat, &[("text", "Hello")]).await, StatusCode::SEE_OTHER);
    site.register("Dora").await;
    for path in ["/", &matches[0].1, "/players/Ada"] {
        assert_eq!(get(&site, &visitor, path).await, StatusCode::OK, "{path}");
    }
    site.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_written_to_a_deleted_or_replaced_database_file() {
    let folder = TempDir::new().unwrap();
    let site = KillableSite::open(folder.path(), &[]).await;
    let players = [site.register("Ada").await, site.register("Ben").await];
    let path = opens_match(&site, &players).await;
    let (seq, plies) = (seq(&site, &path).await, format!("{path}/plies"));
    let ply = [("seq", seq.as_str()), ("notation", "b2")];
    let (database, aside) = (folder.path().join("parlour.db"), folder.path().join("aside.db"));

    fs::rename(&database, &aside).unwrap();
    assert_eq!(post(&site, &players[0], &plies, &ply).await, StatusCode::SERVICE_UNAVAILABLE);
    answers(&site, "/readyz", StatusCode::SERVICE_UNAVAILABLE).await;
    fs::copy(&aside, &database).unwrap();
    let account = [("username", "Dora"), ("password", "seven brass lamps over felt")];
    assert_eq!(post(&site, &Client::new(), "/register", &account).await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(post(&site, &players[0], &plies, &ply).await, StatusCode::SERVICE_UNAVAILABLE);
    let complaints =
        site.log().matches("parlour.db was deleted or replaced while Parlour was running; nothing").count();
    assert_eq!(complaints, 1, "{}", site.log());

    fs::rename(&aside, &database).unwrap();
    answers(&site, "/readyz", StatusCode::OK).await;
    assert_eq!(post(&site, &players[0], &plies, &ply).await, StatusCode::SEE_OTHER);
    site.assert_sound();
}
