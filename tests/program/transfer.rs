//! A site that goes from a file to PostgreSQL, is backed up and restored there, and goes back.

use std::process::{Command, Output};

use crate::killable::KillableSite;
use crate::played::play_match;
use crate::postgres_server::PostgresServer;
use crate::program::parlour;
use reqwest::Client;
use reqwest::redirect::Policy;
use tempfile::TempDir;

/// What a command printed, if it succeeded.
#[track_caller]
fn done(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let printed = String::from_utf8(stdout).unwrap();
    assert!(status.success(), "{printed}{}", String::from_utf8_lossy(&stderr));
    printed
}

#[track_caller]
fn refusal(mut command: Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    assert_eq!(status.code(), Some(1));
    String::from_utf8(stderr).unwrap()
}

fn on(url: &str, arguments: &[&str]) -> Command {
    let mut command = parlour(arguments);
    command.env("DATABASE_URL", url).env_remove("SECRET_KEY");
    command
}

fn transfer(from: &str, to: &str) -> Command {
    parlour(&["transfer", "--from", from, "--to", to])
}

/// The lines about tables.
fn tables(printed: &str) -> Vec<&str> {
    printed.lines().filter(|line| line.contains("SHA-256 ")).collect()
}

async fn sign_in(site: &KillableSite, name: &str) -> Client {
    let client = Client::builder().cookie_store(true).redirect(Policy::none()).build().unwrap();
    site.post(&client, "/login", &[("username", name), ("password", "seven brass lamps over felt")]).await;
    client
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_goes_to_postgresql_and_back() {
    let (server, folder) = (PostgresServer::start(), TempDir::new().unwrap());
    let file = format!("sqlite://{}", folder.path().join("parlour.db").display());
    let site = KillableSite::open(folder.path(), &[]).await;
    play_match(&site, [&site.register("Ada").await, &site.register("Ben").await]).await;
    drop(site);
    let key = std::fs::read_to_string(folder.path().join("secret.key")).unwrap();
    let printed = done(transfer(&file, &server.url()));
    assert!(printed.contains("matches agree with their logs"), "{printed}");
    let there = tables(&printed);
    assert!(there.len() > 10, "{printed}");
    assert!(refusal(transfer(&file, &server.url())).contains("is not empty; create an empty database"));
    assert!(refusal(transfer("sqlite://nowhere.db", &server.url())).contains("there is no database at"));

    let back = folder.path().join("back.db");
    let printed = done(transfer(&server.url(), &format!("sqlite://{}", back.display())));
    assert_eq!(tables(&printed), there);

    let elsewhere = TempDir::new().unwrap();
    let settings = [("DATABASE_URL", &*server.url()), ("SECRET_KEY", key.trim())];
    let site = KillableSite::open(elsewhere.path(), &settings).await;
    play_match(&site, [&sign_in(&site, "Ada").await, &sign_in(&site, "Ben").await]).await;
    let copy = folder.path().join("copy.db");
    let mut backup = on(&server.url(), &["backup", "--with-key", copy.to_str().unwrap()]);
    backup.env("SECRET_KEY", key.trim());
    assert!(done(backup).contains("the copy contains the secret key"));
    let mut running =
        transfer(&server.url(), &format!("sqlite://{}", folder.path().join("other.db").display()));
    running.env("RUST_LOG", "error");
    assert!(refusal(running).contains("is in use by another Parlour process"));
    drop(site);

    let other = server.create_database("other").await;
    let restore = ["restore", copy.to_str().unwrap()];
    let mut with_other_key = on(&other, &restore);
    with_other_key.env("SECRET_KEY", "another secret key, which is long enough");
    assert!(refusal(with_other_key).contains("SECRET_KEY is not the secret key in the copy"));
    assert!(
        refusal(on(&other, &["restore", "--replace", copy.to_str().unwrap()]))
            .contains("--replace is for database files")
    );
    let text = folder.path().join("text");
    std::fs::write(&text, "no database").unwrap();
    for (file, reason) in [
        ("nowhere.db", "nowhere.db does not exist"),
        (text.to_str().unwrap(), "is not a copy of a Parlour database"),
    ] {
        assert!(refusal(on(&other, &["restore", file])).contains(reason), "{file}");
    }
    let printed = done(on(&other, &restore));
    assert!(
        printed.contains("restored other on ") && printed.contains("2 matches agree with their logs"),
        "{printed}"
    );
    assert!(refusal(on(&other, &restore)).contains("is not empty"));
    let mut doctor = on(&other, &["doctor"]);
    doctor.env("SECRET_KEY", key.trim());
    assert!(done(doctor).contains("2 matches agree with their logs"));
}
