//! A form that is refused comes back with what was typed, and with the problem at its field.

use std::collections::BTreeSet;

use parlour::users::Role;
use scraper::{Html, Selector};

use crate::harness::{PASSWORD, PageAnswer, TestMatch, TestPerson, TestSite, path};
use crate::sink::MailSink;

/// A sentence that takes a while to write.
const WRITTEN: &str = "We agreed on Tuesday evenings, “about eight” & never on the phone.";

type RefusedForm = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
    &'static [&'static str],
);

/// The forms with fields in which people type: who sends them, the path, the fields with one of them wrong, the id of the field
/// with the problem, and the texts that must not be lost. `LONG` is longer than any field takes.
const TYPED: &[RefusedForm] = &[
    ("visitor", "/login", &[("username", "Ada"), ("password", "wrong")], "", &["Ada"]),
    (
        "visitor",
        "/register",
        &[("username", "no spaces"), ("password", PASSWORD)],
        "username",
        &["no spaces"],
    ),
    ("visitor", "/reset", &[("who", "")], "who", &[]),
    (
        "guest",
        "/account/registration",
        &[("username", "no spaces"), ("password", PASSWORD)],
        "username",
        &["no spaces"],
    ),
    (
        "ada",
        "/matches",
        &[("game", "tictactoe"), ("seats", "2"), ("visibility", "public"), ("invite", "Nobody Here")],
        "invite",
        &["Nobody Here"],
    ),
    (
        "ada",
        "/bookmarks",
        &[("path", "/matches/{id}"), ("title", "{long}"), ("tags", "x")],
        "title",
        &["{long}"],
    ),
    // The message above the match repeats the name.
    ("ada", "/matches/{id}/invitations", &[("name", "Nobody Here")], "", &[]),
    ("ada", "/matches/{id}/chat", &[("text", "{long}")], "chat", &["{long}"]),
    ("ada", "/matches/{id}/notes", &[("text", "{long}")], "note", &["{long}"]),
    (
        "ada",
        "/matches/{id}/conditional-moves",
        &[("orders", "a9 b9 nonsense")],
        "orders",
        &["a9 b9 nonsense"],
    ),
    (
        "mona",
        "/matches/{open}/adjudication",
        &[("why", ""), ("place.0", "1"), ("place.1", "2")],
        "why",
        &["place.1"],
    ),
    (
        "mona",
        "/matches/{open}/adjudication",
        &[("why", "{long}"), ("place.0", "1"), ("place.1", "2")],
        "why",
        &["{long}"],
    ),
    ("mona", "/matches/{open}/adjudication", &[("why", WRITTEN), ("place.1", "2")], "", &[WRITTEN]),
    ("mona", "/matches/{open}/staff-abort", &[("why", "{long}")], "why", &["{long}"]),
    ("mona", "/matches/{open}/chat/remove", &[("message", "1"), ("why", "{long}")], "why", &["{long}"]),
    ("mona", "/admin/reports/1/settle", &[("verdict", "warned"), ("why", "{long}")], "why", &["{long}"]),
    (
        "mona",
        "/admin/reports/1/settle",
        &[("verdict", "muted"), ("days", "999"), ("why", WRITTEN)],
        "days",
        &[WRITTEN, "999"],
    ),
    ("mona", "/admin/reports/1/settle", &[("verdict", ""), ("why", WRITTEN)], "verdict", &[WRITTEN]),
    ("mona", "/admin/users/Ben/chat-ban", &[("days", "999"), ("why", WRITTEN)], "days", &[WRITTEN, "999"]),
    (
        "mona",
        "/admin/users/Ben/suspension",
        &[("days", "7"), ("until", "2001-01-01"), ("why", WRITTEN)],
        "until",
        &[WRITTEN],
    ),
    ("mona", "/admin/users/Ben/notes", &[("why", "{long}")], "why-note", &["{long}"]),
    ("mona", "/admin/users/Ben/sessions/end", &[("why", "{long}")], "why-sign-out", &["{long}"]),
    (
        "rosa",
        "/admin/users/Ben/rename",
        &[("name", "no spaces"), ("why", WRITTEN)],
        "name",
        &[WRITTEN, "no spaces"],
    ),
    (
        "rosa",
        "/admin/users/Ben/role",
        &[("from", "player"), ("role", "moderator"), ("why", "{long}")],
        "why-change-role",
        &["{long}"],
    ),
    ("rosa", "/admin/users/import", &[("text", WRITTEN)], "text", &[WRITTEN]),
    ("rosa", "/admin/users/Ben/two-factor/remove", &[("why", "{long}")], "why-remove-factors", &["{long}"]),
    ("rosa", "/admin/users/Ben/reset-link", &[("why", "{long}")], "why-reset-link", &["{long}"]),
    (
        "rosa",
        "/admin/users/Ben/delete",
        &[("called", "Been"), ("why", WRITTEN)],
        "called",
        &[WRITTEN, "Been"],
    ),
    (
        "rosa",
        "/admin/announcements",
        &[("words", "{long}"), ("tone", "news"), ("until", "2050-01-01T10:00")],
        "words",
        &["{long}"],
    ),
    (
        "rosa",
        "/admin/announcements",
        &[("words", WRITTEN), ("tone", "news"), ("until", "2001-01-01T10:00")],
        "until",
        &[WRITTEN, "2001-01-01T10:00"],
    ),
    (
        "rosa",
        "/admin/announcements",
        &[("words", WRITTEN), ("tone", "news"), ("from", "soon"), ("until", "2050-01-01T10:00")],
        "from",
        &[WRITTEN],
    ),
    (
        "rosa",
        "/admin/site",
        &[("contact", "nowhere"), ("welcome", WRITTEN)],
        "contact",
        &[WRITTEN, "nowhere"],
    ),
    (
        "rosa",
        "/admin/invitations",
        &[("note", WRITTEN), ("places", "0"), ("days", "14")],
        "places",
        &[WRITTEN],
    ),
    (
        "rosa",
        "/admin/invitations",
        &[("note", WRITTEN), ("places", "9"), ("days", "999")],
        "days",
        &[WRITTEN, "999"],
    ),
    (
        "rosa",
        "/admin/invitations",
        &[("note", "{long}"), ("places", "9"), ("days", "14")],
        "note",
        &["{long}"],
    ),
    ("ada", "/reports", &[("person", "Ben"), ("cause", ""), ("words", WRITTEN)], "cause", &[WRITTEN]),
    ("ada", "/reports", &[("person", "Ben"), ("cause", "abuse"), ("words", "{long}")], "words", &["{long}"]),
    ("ada", "/reports", &[("person", "Ada"), ("cause", "abuse"), ("words", WRITTEN)], "", &[WRITTEN]),
    (
        "ada",
        "/settings",
        &[("zone", "Asia/Kathmandu"), ("quiet_from", "22"), ("quiet_to", "")],
        "quiet",
        &["Asia/Kathmandu", "22"],
    ),
    (
        "ada",
        "/settings",
        &[("zone", "Nowhere"), ("quiet_from", "22"), ("quiet_to", "7")],
        "zone",
        &["22", "7"],
    ),
    (
        "ada",
        "/settings/absence",
        &[("first", "2026-12-24"), ("last", "2026-12-01")],
        "first",
        &["2026-12-24", "2026-12-01"],
    ),
    ("ada", "/settings/address", &[("address", "ada at home")], "address", &["ada at home"]),
    ("ada", "/account/delete", &[("name", "Aada"), ("password", PASSWORD)], "name", &["Aada"]),
];

/// The other addresses that take forms: with buttons and choices, with secrets, which are never repeated, or sent by scripts.
const NOTHING_TYPED: &str = "
    /login/form /login/two-factor /login/two-factor/challenge /login/two-factor/passkey /login/passkey/challenge /login/passkey /login/oidc /reauthenticate
    /reauthenticate/challenge /reauthenticate/passkey /reauthenticate/oidc /reauthenticate/form /setup /logout /reset/{key} /play /pairing /pairing/leave
    /import /import/board/best-move /bookmarks/{id}/remove
    /daily/{day}/{game}/answers /daily/{day}/{game}/solution
    /matches/{id}/analysis /matches/{id}/analysis/best-move /matches/{id}/hint /matches/{id}/seats /matches/{id}/seats/guest
    /matches/{id}/seats/leave /matches/{id}/seats/decline /matches/{id}/bots /matches/{id}/invitations/withdraw /matches/{id}/start
    /matches/{id}/plies /matches/{id}/resignation /matches/{id}/abort /matches/{id}/pause /matches/{id}/substitute /matches/{id}/board-rotation /matches/{id}/watcher-chat
    /matches/{id}/time /matches/{id}/draw
    /matches/{id}/takeback /matches/{id}/rematch /matches/{id}/conditional-moves/lines /matches/{id}/conditional-moves/lines/delete
    /matches/{id}/seen /players/{name}/follow /players/{name}/unfollow /players/{name}/block /players/{name}/unblock /players/{name}/mute /players/{name}/unmute /account/password
    /account/oidc /account/oidc/disconnect /account/sessions/end /account/sessions/{id}/end /account/totp /account/totp/code /account/totp/remove /account/recovery
    /account/recovery/kept /account/passkeys /account/passkeys/challenge /account/passkeys/{id}/remove /settings/play /settings/zone /settings/appearance
    /games/{key}/tips/dismiss
    /language /settings/address/{key} /settings/devices /settings/devices/{id}/remove /settings/devices/{id}/test
    /settings/feeds/{kind} /settings/feeds/{kind}/remove /unsubscribe/{key} /admin/users/{name}/chat-ban/end
    /admin/announcements/{id}/withdraw /announcements/{id}/dismiss /messages/{id}/dismiss /admin/users/{name}/suspension/end
    /admin/users/{name}/approve
    /admin/invitations/{id}/revoke /admin/reports/{id}/reopen /admin/users/import/{id}/cards
    /admin/users/import/{id}/undo
";

/// Whether the page has this text as the value of a field that can be seen or is sent again.
fn keeps(answer: &PageAnswer, text: &str) -> bool {
    let page = Html::parse_document(&answer.body);
    let fields = Selector::parse("input, textarea, option[selected]").unwrap();
    page.select(&fields).any(|field| {
        let is_named = field.value().attr("name") == Some(text);
        is_named || field.value().attr("value") == Some(text) || field.text().collect::<String>() == text
    })
}

/// A site on which every form of [`TYPED`] can be sent.
struct FormSite {
    site: TestSite,
    _sink: MailSink,
    running: TestMatch,
    open: String,
    guest: TestPerson,
    mona: TestPerson,
    rosa: TestPerson,
}

impl FormSite {
    async fn start() -> Self {
        let (site, sink) = TestSite::with_mail().await;
        let running = site.start_match("tictactoe").await;
        let ada = &running.ada;
        running.ben.post(&running.path("chat"), &[("text", "Oh be quiet")]).await;
        ada.post("/reports", &[("person", "Ben"), ("cause", "abuse"), ("words", "He shouts.")]).await;
        ada.post("/settings", &[("zone", "Europe/Berlin"), ("quiet_from", ""), ("quiet_to", "")]).await;
        let guest = site.visitor();
        guest.post("/play", &[("game", "tictactoe"), ("level", "1")]).await;
        let mona = site.register_as("Mona", Role::Moderator).await;
        let rosa = site.register_as("Rosa", Role::Admin).await;
        let open = ada.opens(&[("game", "tictactoe")]).await;
        Self { site, _sink: sink, running, open, guest, mona, rosa }
    }

    /// The address of a form, and the answer to it.
    async fn sends(&self, who: &str, address: &str, fields: &[(&str, String)]) -> (String, PageAnswer) {
        let person = match who {
            "visitor" => &self.site.visitor(),
            "guest" => &self.guest,
            "ada" => &self.running.ada,
            "mona" => &self.mona,
            _ => &self.rosa,
        };
        let at = match address {
            "/matches/{id}/invitations" => address.replace("/matches/{id}", &path(&self.open, "")),
            _ => address.replace("{id}", &self.running.id).replace("{open}", &self.running.id),
        };
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = person.post(&at, &fields).await;
        (at, answer)
    }
}

#[tokio::test]
async fn a_refused_form_comes_back_with_its_texts_and_the_problem_at_its_field() {
    let forms = FormSite::start().await;
    let long = WRITTEN.repeat(130);
    let filled = |text: &str| text.replace("{long}", &long).replace("{id}", &forms.running.id);
    let mut all = Vec::new();
    for (who, address, fields, problem, kept) in TYPED {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, filled(value))).collect();
        let (at, answer) = forms.sends(who, address, &fields).await;
        let lost = kept.iter().filter(|text| !keeps(&answer, &filled(text)));
        let mut faults: Vec<_> = lost.map(|text| format!("{text:.40} is lost")).collect();
        if !(400..500).contains(&answer.status) {
            faults.push("it is not refused".to_owned());
        }
        let described = format!("aria-describedby=\"{problem}-problem");
        let shown = answer.texts(&format!("[id='{problem}-problem']")).len();
        if !problem.is_empty() && (shown != 1 || !answer.body.contains(&described)) {
            faults.push(format!("{shown} problems at {problem}"));
        }
        if !faults.is_empty() {
            let said = answer.texts("main .notice, main .problem, h1");
            all.push(format!("{at} {faults:?}: {} {said:?}", answer.status));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    let record = forms.running.ada.get(&forms.running.path("record.json")).await;
    assert_eq!(record.status, 200, "nothing has happened to the match");
}

/// PostgreSQL stores no U+0000, and SQLite's functions end a text there.
#[tokio::test]
async fn no_form_fails_at_a_character_that_nobody_types() {
    let forms = FormSite::start().await;
    let mut failed = Vec::new();
    for (who, address, fields, ..) in TYPED {
        for with in fields.iter().map(|(name, _)| name) {
            let value = |name, value: &str| match name == *with {
                true => "a\0b".to_owned(),
                false => value.replace("{long}", "long").replace("{id}", &forms.running.id),
            };
            let fields: Vec<_> = fields.iter().map(|(name, old)| (*name, value(*name, old))).collect();
            let (at, answer) = forms.sends(who, address, &fields).await;
            if answer.status >= 500 {
                failed.push(format!("{at} {with}: {}", answer.status));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[tokio::test]
async fn a_reason_survives_that_somebody_else_was_faster() {
    let site = TestSite::start().await;
    let (ada, _) = (site.register("Ada").await, site.register("Ben").await);
    ada.post("/reports", &[("person", "Ben"), ("cause", "abuse"), ("words", "He shouts.")]).await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let settle = [("verdict", "dismissed"), ("why", WRITTEN)];
    assert_eq!(mona.post("/admin/reports/1/settle", &settle).await.status, 303);
    let late = mona.post("/admin/reports/1/settle", &settle).await;
    assert_eq!(late.status, 409);
    assert!(keeps(&late, WRITTEN) && !late.body.contains("Send again"), "{}", late.body);
}

#[tokio::test]
async fn what_was_written_when_the_session_had_ended_can_be_copied_at_sign_in() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let chat = m.ada.get(&m.path("")).await.form_url("form[action*='/chat']");
    m.ada.post("/logout", &[]).await;
    let sent = m.ada.post(&chat, &[("text", WRITTEN)]).await;
    assert_eq!(
        (sent.status, sent.location()),
        (307, format!("/login/form?next=%2Fmatches%2F{}", m.id).as_str())
    );
    // Browsers send the same form there.
    let page = m.ada.post(sent.location(), &[("text", WRITTEN)]).await;
    assert_eq!((page.status, page.text("h1").as_deref()), (200, Some("Sign in")));
    assert_eq!(page.text("textarea[name=written][readonly]").as_deref(), Some(WRITTEN));
    let next = page.attribute("input[name=next]", "value").unwrap();
    let fields = |password| {
        [("username", "Ada"), ("password", password), ("next", next.as_str()), ("written", WRITTEN)]
    };
    let wrong = m.ada.post("/login", &fields("not her password")).await;
    assert_eq!((wrong.status, keeps(&wrong, WRITTEN)), (401, true));
    let right = m.ada.post("/login", &fields(PASSWORD)).await;
    assert_eq!((right.status, right.location()), (303, m.path("").as_str()));
    let nothing_written = site.visitor().post("/login/form?next=/games", &[("seq", "1")]).await;
    assert_eq!((nothing_written.status, nothing_written.location()), (303, "/login?next=%2Fgames"));
    let signed_in = m.ben.post("/login/form?next=/games", &[("text", WRITTEN)]).await;
    assert_eq!((signed_in.status, keeps(&signed_in, WRITTEN)), (303, false));
    assert!(!m.ben.get(&m.path("")).await.body.contains("on the phone"), "nothing was sent");
}

#[tokio::test]
async fn a_form_from_another_site_is_not_shown() {
    let site = TestSite::start().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    let request =
        rosa.request(reqwest::Method::POST, "/reports").form(&[("words", WRITTEN), ("person", "Rosa")]);
    let answer = rosa.send(request.header("Sec-Fetch-Site", "cross-site")).await;
    assert_eq!((answer.status, keeps(&answer, WRITTEN)), (403, false));
}

#[test]
fn every_form_is_listed() {
    let typed = TYPED.iter().map(|(_, address, ..)| {
        let general = address.replace("{open}", "{id}").replace("/reports/1/", "/reports/{id}/");
        general.replace("/users/Ben/", "/users/{name}/")
    });
    let listed: BTreeSet<_> = typed.chain(NOTHING_TYPED.split_whitespace().map(str::to_owned)).collect();
    let table = include_str!("route_table.txt").lines().filter(|line| line.starts_with('/'));
    let takes_forms = |line: &&str| line.split_whitespace().last() != Some("405");
    let routes: BTreeSet<_> = table
        .filter(takes_forms)
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect();
    assert_eq!(listed, routes);
}
