//! Downtime costs nobody time, and all pages show the same deadline afterwards.

use std::time::Duration;

use icalendar::{Calendar, CalendarComponent, Component};
use jiff::Timestamp;
use parlour::now::{Clock, Moment};

use crate::harness::{HOUR, MINUTE, PageAnswer, TestPerson, TestSite, path, sends_to};
use crate::sink::MailSink;

/// Monday, 16 November 2026, 12:00 UTC.
const MONDAY: Moment = Moment(1_794_830_400_000);
const SECOND: i64 = 1000;

const WEEKENDS_OFF: (&str, &str) = ("time.weekends", "on");
const BANK: [(&str, &str); 4] =
    [("time", "bank"), ("time.bank", "72"), ("time.increment", "12"), ("time.cap", "168")];

/// All kinds of time controls.
fn time_controls() -> Vec<Vec<(&'static str, &'static str)>> {
    let mut all: Vec<_> = ["1", "2", "3", "5", "7", "14"]
        .into_iter()
        .flat_map(|days| {
            let days = vec![("time", "days"), ("time.days", days)];
            [[days.as_slice(), &[WEEKENDS_OFF]].concat(), days]
        })
        .collect();
    all.push(BANK.to_vec());
    all.push([BANK.as_slice(), &[WEEKENDS_OFF]].concat());
    all.push(vec![("time", "days"), ("time.days", "1"), ("time.holidays", "on")]);
    all.push(vec![("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")]);
    all.push(vec![("time", "none")]);
    all
}

async fn feed(person: &TestPerson, site: &TestSite, kind: &str) -> String {
    person.post(&format!("/settings/feeds/{kind}"), &[]).await;
    let shown = person.get("/settings").await.attribute(&format!("#feed-{kind}"), "value").unwrap();
    shown.strip_prefix(&site.url).unwrap().to_owned()
}

/// When each event of a calendar begins, by match.
fn events(calendar: &PageAnswer) -> Vec<(String, String)> {
    let calendar: Calendar = calendar.body.parse().unwrap();
    let events = calendar.components.iter().filter_map(CalendarComponent::as_event);
    let begins = |event: &icalendar::Event| {
        let id = event.get_uid().unwrap().split('@').next().unwrap().to_owned();
        (id, event.property_value("DTSTART").unwrap().to_owned())
    };
    events.map(begins).collect()
}

/// A deadline of a record in another format; empty if there is none.
fn written(deadline: &str, format: &str) -> String {
    deadline.parse::<Timestamp>().map_or(String::new(), |at| at.strftime(format).to_string())
}

/// The deadlines of these matches by their records, after a check that everything else shows the same.
async fn deadlines_everywhere(
    site: &TestSite,
    ada: &TestPerson,
    feeds: &[String; 2],
    ids: &[String],
) -> Vec<String> {
    let home = ada.get("/").await;
    let calendar = events(&site.visitor().get(&feeds[0]).await);
    let news: atom_syndication::Feed = site.visitor().get(&feeds[1]).await.body.parse().unwrap();
    let mut deadlines = Vec::new();
    for id in ids {
        let record = ada.record(id).await;
        let message = format!("{}: {record}", record["time"]);
        assert_eq!(record["status"], "playing", "{message}");
        let deadline = record["deadline"].as_str().unwrap_or_default().to_owned();
        let page = ada.get(&path(id, "")).await;
        assert_eq!(
            page.attribute("#clock time", "datetime")
                .or_else(|| page.attribute("#seats .seat-clock time", "datetime"))
                .unwrap_or_default(),
            deadline,
            "page: {message}"
        );
        let row = home.attribute(&format!("a.match[href='{}'] time[data-until]", path(id, "")), "datetime");
        assert_eq!(row.unwrap_or_default(), deadline, "dashboard: {message}");
        let event = calendar.iter().find(|(of, _)| of == id).map(|(_, at)| at.clone());
        assert_eq!(event.unwrap_or_default(), written(&deadline, "%Y%m%dT%H%M%SZ"), "calendar: {message}");
        let entry = news.entries().iter().find(|entry| {
            entry.links()[0].href().ends_with(&path(id, ""))
                && entry.title().as_str().starts_with("Your move")
        });
        let text = entry.unwrap().content().unwrap().value().unwrap().to_owned();
        let until = written(&deadline, "You have until %A %-d %B, %H:%M (UTC).");
        assert!(text.contains(&until), "feed: {until} is not in {text}");
        deadlines.push(deadline);
    }
    let mut order: Vec<_> = deadlines.iter().zip(ids).filter(|(deadline, _)| !deadline.is_empty()).collect();
    order.sort_by_key(|(deadline, _)| deadline.to_owned());
    let next = ada.get("/next").await;
    assert_eq!(
        written(&deadlines[ids.iter().position(|id| path(id, "") == next.location()).unwrap()], "%s"),
        written(order[0].0, "%s")
    );
    deadlines
}

#[tokio::test]
async fn after_downtime_all_pages_show_the_same_deadline_for_every_time_control() {
    let mut site = TestSite::at(Clock::at(MONDAY), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let mut ids = Vec::new();
    for control in time_controls() {
        let id = ada.opens(&[&[("game", "tictactoe")], control.as_slice()].concat()).await;
        assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303, "{control:?}");
        ids.push(id);
        site.wait(10);
    }
    let feeds = [feed(&ada, &site, "deadlines").await, feed(&ada, &site, "news").await];
    let before = deadlines_everywhere(&site, &ada, &feeds, &ids).await;
    let mut down = 0;
    // The last one begins on a Wednesday and lasts over a weekend.
    for (number, hours) in [10, 31, 5 * 24].into_iter().enumerate() {
        site.wait(30 * SECOND);
        down += hours * HOUR;
        if number == 1 {
            site.suspend_process(hours * HOUR).await;
        } else {
            site.restart_after(Duration::from_secs(hours.unsigned_abs() * 3600)).await;
        }
        let after = deadlines_everywhere(&site, &ada, &feeds, &ids).await;
        for ((control, before), after) in time_controls().iter().zip(&before).zip(&after) {
            let moved = |at: &str| at.parse::<Timestamp>().unwrap().as_millisecond();
            if !before.is_empty() && !control.contains(&WEEKENDS_OFF) {
                assert_eq!(moved(after) - moved(before), down, "{control:?} after {number}");
            }
        }
    }
}

/// It is Tuesday, and Ada, who gets email, has to move in a match with a day per move and weekends off.
async fn on_a_tuesday() -> (TestSite, MailSink, TestPerson, String) {
    let mut sink = MailSink::open().await;
    let site = TestSite::at(Clock::at(MONDAY.after(12 * HOUR)), |config| sends_to(config, &sink)).await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    let fields = [("game", "tictactoe"), ("time", "days"), ("time.days", "1"), WEEKENDS_OFF];
    let id = ada.opens(&fields).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.get(&path(&id, "")).await;
    (site, sink, ada, id)
}

#[tokio::test]
async fn no_warning_is_sent_for_a_deadline_moved_by_downtime() {
    let (mut site, mut sink, ada, id) = on_a_tuesday().await;
    site.restart_after(Duration::from_secs(19 * 3600)).await;
    site.mails_nothing(&mut sink).await;
    site.suspend_process(30 * HOUR).await;
    site.mails_nothing(&mut sink).await;
    assert_eq!(ada.record(&id).await["status"], "playing");
    site.wait(18 * HOUR + MINUTE);
    let email = sink.next().await;
    assert_eq!(email.subject(), "Your time is running out against Ben: Tic-Tac-Toe");
    assert!(email.text.contains("You have until Friday 20 November, 01:00 (UTC)."), "{}", email.text);
}

#[tokio::test]
async fn a_live_match_survives_a_restart_of_some_minutes() {
    let mut site = TestSite::at(Clock::at(MONDAY), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let live = [("game", "tictactoe"), ("time", "live"), ("time.seconds", "30"), ("time.reserve", "60")];
    let id = ada.opens(&live).await;
    ben.post(&path(&id, "seats"), &[]).await;
    site.wait(40 * SECOND);
    site.restart_after(Duration::from_secs(280)).await;
    let record = ada.record(&id).await;
    assert_eq!(
        (&record["status"], &record["deadline"]),
        (&"playing".into(), &"2026-11-16T12:06:10.000Z".into())
    );
}

#[tokio::test]
async fn time_without_successful_writes_is_credited_and_flags_no_player() {
    let site = TestSite::at(Clock::at(MONDAY), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "1")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    site.wait(23 * HOUR);
    for table in ["match_events", "server_status", "downtimes"] {
        site.refuses(&format!("INSERT ON {table}")).await;
        site.refuses(&format!("UPDATE ON {table}")).await;
    }
    assert_eq!(ada.play(&id, "b2").await.status, 503);
    site.wait(40 * HOUR);
    assert_eq!(ada.play(&id, "b2").await.status, 503);
    for table in ["match_events", "server_status", "downtimes"] {
        site.accepts(&format!("INSERT ON {table}")).await;
        site.accepts(&format!("UPDATE ON {table}")).await;
    }
    site.wait_for_downtime_credits().await;
    let record = ada.record(&id).await;
    assert_eq!(
        (&record["status"], &record["deadline"]),
        (&"playing".into(), &"2026-11-19T04:00:00.000Z".into())
    );
    assert_eq!(ada.play(&id, "b2").await.status, 303);
}
