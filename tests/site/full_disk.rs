//! The disk is full for a while: every write is answered 503 with `Retry-After`, and works again in the same process
//! when there is space.

use std::process::Command;

use parlour::config::{Config, MetricsToken};
use parlour::now::{Clock, Moment};
use parlour::users::Role;

use crate::harness::{NOON, PASSWORD, TestPerson, TestSite, complete, path, sends_to};
use crate::push_service::PushService;
use crate::sink::MailSink;
use crate::small_disk::SmallDisk;

const WHY: (&str, &str) = ("why", "shouts at people");
/// Two hours later by the clock of the test.
const LATER: Moment = Moment(NOON.0 + 7_200_000);

/// A form that writes something, and its response when it can.
struct WriteForm<'a> {
    name: &'static str,
    by: &'a TestPerson,
    path: String,
    fields: Vec<(&'a str, &'a str)>,
    done: u16,
}

fn form<'a>(
    name: &'static str,
    by: &'a TestPerson,
    path: &str,
    fields: &[(&'a str, &'a str)],
) -> WriteForm<'a> {
    WriteForm { name, by, path: path.to_owned(), fields: fields.to_vec(), done: 303 }
}

fn on(disk: &SmallDisk, config: &mut Config) {
    config.database_url = format!("sqlite://{}", disk.path().join("parlour.db").display());
    config.metrics_token = MetricsToken::from_text("quite-a-long-token-for-metrics");
}

fn doctor(disk: &SmallDisk) {
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .arg("doctor")
        .env("DATABASE_URL", format!("sqlite://{}", disk.path().join("parlour.db").display()))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}{}", String::from_utf8_lossy(&output.stderr));
}

async fn refused(form: &WriteForm<'_>) {
    let answer = form.by.post(&form.path, &form.fields).await;
    assert_eq!((form.name, answer.status), (form.name, 503));
    assert!(!answer.header("retry-after").is_empty(), "{} has no Retry-After", form.name);
}

async fn done(form: &WriteForm<'_>) {
    let answer = form.by.post(&form.path, &form.fields).await;
    let shown = answer.texts("[role=alert], .problem").join(" ");
    assert_eq!((form.name, answer.status), (form.name, form.done), "{shown}");
}

/// Retries until the response has this status: `/readyz` may repeat a response for a second.
async fn answers(person: &TestPerson, path: &str, status: u16) {
    for _ in 0..200 {
        if person.get(path).await.status == status {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("{path} never returned {status}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_write_is_refused_on_a_full_disk_and_works_when_there_is_space_again() {
    let (disk, sink) = (SmallDisk::mount("32m"), MailSink::open().await);
    let site = TestSite::at(Clock::at(NOON), |config| {
        on(&disk, config);
        config.push_to_loopback = true;
        sends_to(config, &sink);
    })
    .await;
    let m = site.start_match("tictactoe").await;
    let (ada, ben) = (&m.ada, &m.ben);
    let (visitor, browser) = (site.visitor(), site.visitor());
    let (eve, root) = (site.register("Eve").await, site.register_as("Rosa", Role::Admin).await);
    let leaving = site.register("Zoe").await;
    let open = ada.opens(&[("game", "tictactoe")]).await;
    let over = ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(ben.post(&path(&over, "seats"), &[]).await.status, 303);
    assert_eq!(ben.post(&path(&over, "resignation"), &[]).await.status, 303);
    let report = [("person", "Ben"), ("cause", "other"), ("words", "So it was.")];
    assert_eq!(eve.post("/reports", &report).await.status, 303);
    let seq = m.seq().await.to_string();
    let device = PushService::open().await.browser("phone").form();
    let device: Vec<_> = device.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let credentials = [("username", "Ada"), ("password", PASSWORD)];
    let account = [("username", "Dora"), ("password", PASSWORD)];
    let times = [("zone", "Europe/Berlin"), ("pace", "daily"), ("quiet_from", "22"), ("quiet_to", "7")];
    let look = [("theme", "dark"), ("motion", "reduced"), ("sound", "on"), ("language", "en")];
    let announced = [("words", "Hello"), ("tone", "news"), ("until", "2026-11-30T12:00")];
    let invitation = [("note", "the chess club"), ("places", "3"), ("days", "14")];
    let another = [("current", PASSWORD), ("new", "nine copper kettles by dawn")];
    assert_eq!(site.visitor().post("/login", &credentials).await.status, 303, "a session to be ended");
    let mut forms = vec![
        form("registration", &visitor, "/register", &account),
        form("sign-in", &browser, "/login", &credentials),
        form("create match", ben, "/matches", &complete(&[("game", "kalah")])),
        form("join", ben, &path(&open, "seats"), &[]),
        form("conditional moves", ben, &m.path("conditional-moves"), &[("orders", "if a1 then b2")]),
        form("move", ada, &m.path("plies"), &[("seq", &seq), ("notation", "c3")]),
        form("chat", ben, &m.path("chat"), &[("text", "Hello")]),
        form("note", ada, &m.path("notes"), &[("text", "Watch the corner")]),
        form("draw offer", ada, &m.path("draw"), &[("answer", "offer")]),
        form("rematch", ada, &path(&over, "rematch"), &[]),
        form("times", ada, "/settings", &times),
        form("preferences", ada, "/settings/play", &[("after", "next"), ("before", "always")]),
        form("look", ada, "/settings/appearance", &look),
        form("address", ada, "/settings/address", &[("address", "ada@example.org")]),
        form("feed", ada, "/settings/feeds/news", &[]),
        form("device", ada, "/settings/devices", &device),
        form("block", ada, "/players/Eve/block", &[]),
        form("mute", ada, "/players/Eve/mute", &[]),
        form("report", ben, "/reports", &[("person", "Eve"), ("cause", "other"), ("words", "Rude.")]),
        form("password", &eve, "/account/password", &another),
        form("sessions", ada, "/account/sessions/end", &[]),
        form("reset by mail", &visitor, "/reset", &[("who", "Ben")]),
        form("settlement", &root, "/admin/reports/1/settle", &[("verdict", "acted"), WHY]),
        form("announcement", &root, "/admin/announcements", &announced),
        form("invitation", &root, "/admin/invitations", &invitation),
        WriteForm { done: 200, ..form("reset link", &root, "/admin/users/Ben/reset-link", &[]) },
        form("suspension", &root, "/admin/users/Eve/suspension", &[WHY, ("days", "1")]),
        form("resignation", ben, &m.path("resignation"), &[]),
        WriteForm {
            done: 200,
            ..form("deletion", &leaving, "/account/delete", &[("name", "Zoe"), ("password", PASSWORD)])
        },
        form("sign-out", ben, "/logout", &[]),
    ];
    // Writes without a request: the heartbeat, counts, sessions, queued mail.
    let store = &site.state().store;
    store.count_plies(3);

    answers(&visitor, "/readyz", 200).await;
    // While something is read, no checkpoint frees space in the write-ahead log. What an earlier one has freed is used up.
    let file = disk.path().join("parlour.db");
    let database = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let mut reading = database.begin().await.unwrap();
    sqlx::query("SELECT count(*) FROM users").execute(&mut *reading).await.unwrap();
    disk.fill();
    while store.note_plies(NOON).await.is_ok() {
        store.count_plies(1);
    }
    for form in &forms {
        refused(form).await;
        assert_eq!(ada.get("/").await.status, 200, "pages are still read after {}", form.name);
    }
    assert!(store.note_alive(LATER).await.is_err_and(|error| error.is_temporary()), "the heartbeat");
    assert!(store.note_plies(LATER).await.is_err_and(|error| error.is_temporary()), "the counts");
    answers(&visitor, "/readyz", 503).await;
    assert!(!visitor.get("/readyz").await.header("retry-after").is_empty());
    assert_eq!(free_bytes(&visitor).await, Some(0.0));

    drop(reading);
    database.close().await;
    disk.free();
    answers(&visitor, "/readyz", 200).await;
    assert!(free_bytes(&visitor).await.unwrap() > 0.0);
    // Ending all other sessions would end those that follow.
    forms.sort_by_key(|form| ["sessions", "password", "sign-out"].contains(&form.name));
    for form in &forms {
        done(form).await;
    }
    store.note_alive(LATER).await.unwrap();
    store.note_plies(LATER).await.unwrap();
    site.stop().await;
    doctor(&disk);
}

async fn free_bytes(visitor: &TestPerson) -> Option<f64> {
    let request = visitor.request(reqwest::Method::GET, "/metrics");
    let answer = visitor.send(request.bearer_auth("quite-a-long-token-for-metrics")).await;
    let line = answer.body.lines().find_map(|line| line.strip_prefix("parlour_disk_free_bytes "))?;
    line.parse().ok()
}
