//! All URLs of the site with their responses to each role: a table with one line for each.
//!
//! `route_table.txt` has the status of a `GET` and of a `POST` with an empty form, for a visitor, a guest, a player of the
//! match, another user, a moderator and an admin. A missing URL fails the test, and so does one that no longer
//! exists.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use parlour::urls;
use parlour::users::Role;
use reqwest::Method;

use crate::harness::{PASSWORD, TestPerson, TestSite, path};

struct RouteSite {
    site: TestSite,
    visitor: TestPerson,
    guest: TestPerson,
    player: TestPerson,
    other: TestPerson,
    moderator: TestPerson,
    admin: TestPerson,
    /// The opponent.
    ben: TestPerson,
}

impl RouteSite {
    /// With an open report, a settled one, about which the player has a message, an announcement and an import of
    /// accounts.
    async fn open() -> Self {
        let site = TestSite::start().await;
        let site = Self {
            visitor: site.visitor(),
            guest: site.visitor(),
            player: site.register("Ada").await,
            ben: site.register("Ben").await,
            other: site.register("Eve").await,
            moderator: site.register_as("Mona", Role::Moderator).await,
            admin: site.register_as("Rosa", Role::Admin).await,
            site,
        };
        for who in [&site.other, &site.player] {
            let report = [("person", "Ben"), ("cause", "other"), ("words", "So it was.")];
            assert_eq!(who.post("/reports", &report).await.status, 303);
        }
        let settled = [("verdict", "acted"), ("why", "It is done")];
        assert_eq!(site.admin.post("/admin/reports/2/settle", &settled).await.status, 303);
        assert_eq!(site.admin.post("/admin/users/import", &[("text", "Dora")]).await.status, 303);
        site.play_as_guest().await;
        let until = tomorrow();
        for words in ["Hello", "Hello again"] {
            let announcement = [("words", words), ("tone", "news"), ("until", &*until)];
            assert_eq!(site.admin.post("/admin/announcements", &announcement).await.status, 303);
        }
        site
    }

    /// The users in the order of the table.
    fn people(&self) -> [&TestPerson; 6] {
        [&self.visitor, &self.guest, &self.player, &self.other, &self.moderator, &self.admin]
    }

    /// The responses to each user. The player comes last, because their actions may end a match.
    async fn answers(&self, route: &str, method: Method) -> String {
        let mut statuses = [0; 6];
        let path = self.fill(route).await;
        for index in [0, 1, 3, 4, 5, 2] {
            let request = self.people()[index].request(method.clone(), &path);
            let request = if method == Method::POST { request.form(&[("", ""); 0]) } else { request };
            // Streams have no end, so only the head of a response is awaited.
            statuses[index] = request.send().await.unwrap().status().as_u16();
        }
        if route == urls::Logout::ROUTE {
            self.sign_in_again().await;
        }
        statuses.map(|status| status.to_string()).join(" ")
    }

    async fn sign_in_again(&self) {
        let people =
            [(&self.player, "Ada"), (&self.other, "Eve"), (&self.moderator, "Mona"), (&self.admin, "Rosa")];
        for (person, name) in people {
            let form = [("username", name), ("password", PASSWORD)];
            assert_eq!(person.post("/login", &form).await.status, 303);
        }
        self.play_as_guest().await;
    }

    async fn play_as_guest(&self) {
        assert_eq!(self.guest.post("/play", &[("game", "tictactoe")]).await.status, 303);
    }

    /// A route with its placeholders filled: a new private match, existing objects, and invalid keys.
    async fn fill(&self, route: &str) -> String {
        if route.starts_with("/matches/{id}") {
            let id = self.player.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
            assert_eq!(self.ben.post(&path(&id, "seats"), &[]).await.status, 303);
            return route.replace("{id}", &id);
        }
        let id = if route == urls::WithdrawAnnouncement::ROUTE { "2" } else { "1" };
        let key = if route.starts_with("/games/") { "tictactoe" } else { "opens-nothing" };
        let places = [
            ("{id}", id),
            ("{name}", "Ben"),
            ("{key}", key),
            ("{code}", "ABCDEF"),
            ("{kind}", "news"),
            ("{page}", "imprint"),
            ("{day}", "2001-01-01"),
            ("{game}", "kalah"),
        ];
        places.iter().fold(route.to_owned(), |path, (place, with)| path.replace(place, with))
    }
}

fn tomorrow() -> String {
    let tomorrow = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24);
    tomorrow.strftime("%Y-%m-%dT%H:%M").to_string()
}

#[tokio::test]
async fn every_route_answers_every_role_as_in_the_table() {
    let site = RouteSite::open().await;
    let mut table = String::new();
    for (route, _) in urls::ALL {
        let (get, post) = (site.answers(route, Method::GET).await, site.answers(route, Method::POST).await);
        writeln!(table, "{route:<40} {get}   {post}").unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/site/route_table.txt");
    let expected: String = fs::read_to_string(file)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    let differs = |(one, other): &(&str, &str)| one != other;
    let first = table.lines().zip(expected.lines()).find(differs);
    assert!(table == expected, "the first that differs: {first:#?}\nall there is:\n{table}");
    site.site.stop().await;
}
