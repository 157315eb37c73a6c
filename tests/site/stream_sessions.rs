//! A stream ends with its session, for whatever reason that ends, and sends nothing after that.

use parlour::accounts::HashingFor;
use parlour::now::Clock;
use parlour::users::Role;

use crate::harness::{HOUR, MINUTE, NOON, PASSWORD, StreamListener, TestMatch, TestPerson, TestSite};

const ANOTHER: &str = "nine copper kettles by dawn";
const SECRET: &str = "said after the session had ended";
const WHY: (&str, &str) = ("why", "for the test");

/// Ada and Ben in a private match. Ada has its page open on her phone as well.
struct SessionScene {
    site: TestSite,
    m: TestMatch,
    phone: TestPerson,
    stream: StreamListener,
}

async fn signs_in(person: &TestPerson, name: &str, password: &str) {
    let answer = person.post("/login", &[("username", name), ("password", password)]).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
}

async fn scene() -> SessionScene {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_private_match("tictactoe").await;
    let phone = site.visitor();
    signs_in(&phone, "Ada", PASSWORD).await;
    let stream = phone.listens(&m.id, 4).await;
    SessionScene { site, m, phone, stream }
}

impl SessionScene {
    /// Ben sends a chat message.
    async fn ben_says(&self, text: &str) {
        let sent = self.m.ben.post(&self.m.path("chat"), &[("text", text)]).await;
        assert_eq!(sent.status, 303, "{}", sent.body);
    }

    /// Checks that the stream ends with the session, and does not contain what Ben writes now.
    async fn ends_after(self, what: &str) {
        self.ben_says(SECRET).await;
        self.has_ended(what).await;
    }

    async fn has_ended(self, what: &str) {
        let received = self.stream.rest().await;
        let last = received.last().unwrap();
        assert_eq!((last.event.as_deref(), last.data.as_str()), (Some("end"), "signed-out"), "{what}");
        assert!(received.iter().all(|message| !message.data.contains(SECRET)), "{what}: {received:?}");
    }

    async fn ada_posts(&self, path: &str, form: &[(&str, &str)]) {
        let answer = self.m.ada.post(path, form).await;
        assert!([200, 303].contains(&answer.status), "{path}: {}", answer.body);
    }

    /// An admin sends a form.
    async fn admin_posts(&self, path: &str, form: &[(&str, &str)]) {
        let admin = self.site.register_as("Mona", Role::Admin).await;
        let answer = admin.post(path, form).await;
        assert_eq!(answer.status, 303, "{path}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_stream_ends_when_its_user_signs_out() {
    let scene = scene().await;
    assert_eq!(scene.phone.post("/logout", &[]).await.status, 303);
    scene.ends_after("sign-out").await;
}

#[tokio::test]
async fn a_stream_ends_when_its_session_is_ended_on_the_account_page() {
    let scene = scene().await;
    scene.ada_posts("/account/sessions/end", &[]).await;
    scene.ends_after("sign out everywhere else").await;
}

#[tokio::test]
async fn a_stream_ends_when_that_one_session_is_ended() {
    let scene = scene().await;
    let page = scene.m.ada.get("/account").await;
    let action = page.attribute(".devices form", "action").unwrap();
    scene.ada_posts(&action, &[]).await;
    scene.ends_after("one session").await;
}

#[tokio::test]
async fn a_stream_ends_when_the_password_is_changed() {
    let scene = scene().await;
    scene.ada_posts("/account/password", &[("current", PASSWORD), ("new", ANOTHER)]).await;
    scene.ends_after("password change").await;
}

#[tokio::test]
async fn a_stream_ends_when_the_password_is_reset_by_a_link() {
    let scene = scene().await;
    let admin = scene.site.register_as("Mona", Role::Admin).await;
    let link = admin.post("/admin/users/Ada/reset-link", &[]).await.text(".address").unwrap();
    let link = link.strip_prefix(&scene.site.url).unwrap();
    assert_eq!(scene.site.visitor().post(link, &[("new", ANOTHER)]).await.status, 303);
    scene.ends_after("password reset").await;
}

#[tokio::test]
async fn a_stream_ends_when_staff_sign_its_user_out() {
    let scene = scene().await;
    scene.admin_posts("/admin/users/Ada/sessions/end", &[]).await;
    scene.ends_after("staff sign-out").await;
}

#[tokio::test]
async fn a_stream_ends_when_the_role_of_its_user_changes() {
    let scene = scene().await;
    let form = [WHY, ("from", "player"), ("role", "moderator")];
    scene.admin_posts("/admin/users/Ada/role", &form).await;
    scene.ends_after("role").await;
}

#[tokio::test]
async fn a_suspended_user_reads_why_and_can_still_watch() {
    let scene = scene().await;
    let mut stream = scene.phone.listens(&scene.m.id, 4).await;
    scene.admin_posts("/admin/users/Ada/suspension", &[WHY, ("days", "3")]).await;
    assert!(stream.next().await.unwrap().data.contains("for the test"));
    scene.ben_says("hello").await;
    assert!(stream.next().await.unwrap().data.contains("hello"), "the session continues");
}

#[tokio::test]
async fn a_stream_ends_when_its_user_deletes_their_account() {
    let scene = scene().await;
    scene.ada_posts("/account/delete", &[("name", "Ada"), ("password", PASSWORD)]).await;
    scene.has_ended("deletion").await;
}

#[tokio::test]
async fn a_stream_ends_when_an_admin_deletes_the_account() {
    let scene = scene().await;
    scene.admin_posts("/admin/users/Ada/delete", &[WHY, ("called", "Ada")]).await;
    scene.has_ended("deletion by an admin").await;
}

#[tokio::test]
async fn a_stream_ends_when_another_user_signs_in_in_its_browser() {
    let scene = scene().await;
    signs_in(&scene.phone, "Ben", PASSWORD).await;
    scene.ends_after("another sign-in").await;
}

#[tokio::test]
async fn a_stream_ends_when_its_session_exceeds_the_limit() {
    let scene = scene().await;
    let accounts = scene.site.accounts();
    let checked = accounts.sign_in("Ada", PASSWORD.into(), HashingFor::Anybody).await.unwrap();
    for _ in 0..50 {
        scene.site.wait(1);
        assert!(accounts.open_session(&checked, "a browser", None).await.unwrap().is_some());
    }
    scene.ends_after("fifty newer sessions").await;
}

#[tokio::test]
async fn a_stream_ends_when_its_session_expires() {
    let scene = scene().await;
    // The user is active, so that only the age of the session counts.
    for _ in 0..2 {
        scene.site.wait(45 * 24 * HOUR);
        scene.phone.get("/games").await;
    }
    signs_in(&scene.m.ben, "Ben", PASSWORD).await;
    scene.ends_after("expiry").await;
}

#[tokio::test]
async fn a_stream_ends_when_another_process_has_ended_its_session() {
    let scene = scene().await;
    let db = scene.site.database().await;
    sqlx::query("DELETE FROM sessions").execute(&db).await.unwrap();
    scene.site.wait(MINUTE);
    signs_in(&scene.m.ben, "Ben", PASSWORD).await;
    scene.ends_after("another process").await;
}

#[tokio::test]
async fn a_stream_continues_when_the_token_of_its_session_is_rotated() {
    let mut scene = scene().await;
    assert_eq!(scene.phone.post("/reauthenticate", &[("password", PASSWORD)]).await.status, 303);
    scene.ben_says("hello").await;
    assert!(scene.stream.next().await.unwrap().data.contains("hello"));
    assert_eq!(scene.phone.post("/logout", &[]).await.status, 303);
    scene.ends_after("sign-out after that").await;
}

#[tokio::test]
async fn other_sessions_and_other_users_keep_their_streams() {
    let scene = scene().await;
    let mut streams = [scene.m.ada.listens(&scene.m.id, 4).await, scene.m.ben.listens(&scene.m.id, 4).await];
    assert_eq!(scene.phone.post("/logout", &[]).await.status, 303);
    scene.ben_says("hello").await;
    for stream in &mut streams {
        assert!(stream.next().await.unwrap().data.contains("hello"));
    }
}

#[tokio::test]
async fn a_page_rendered_for_a_user_gets_no_stream_of_another() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert_eq!(m.ada.get(&m.path("")).await.attribute("#live", "data-user").as_deref(), Some("Ada"));
    assert_eq!(site.visitor().get(&m.path("")).await.attribute("#live", "data-user"), None);
    for other in [&m.ben, &site.visitor()] {
        let path = m.path("events?after=4&user=Ada");
        let answer = other.fetch(&path).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, "event: end\ndata: signed-out\n\n"));
    }
}
