//! Hints and takebacks in casual matches against bots.

use parlour::bots::BotLevel;
use parlour::games::Game;
use parlour::matches::{MatchCommand, MatchVisibility, TimeAllowance, TimeControl, TimeoutPolicy};
use parlour::referee::{MatchSetup, MatchStart};
use reqwest::Method;

use crate::harness::{SHORT_WIN, SLOW_BOTS, TestPerson, TestSite, path};

/// A match of Ada against bots of level Master, and who else there is.
struct PracticeMatch {
    ada: TestPerson,
    id: String,
}

#[derive(Clone, Copy)]
struct PracticeSetup {
    game: &'static str,
    bot_begins: bool,
    rated: bool,
    own_rolls: bool,
    visibility: MatchVisibility,
    live: bool,
}

const TICTACTOE: PracticeSetup = PracticeSetup {
    game: "tictactoe",
    bot_begins: false,
    rated: false,
    own_rolls: false,
    visibility: MatchVisibility::Public,
    live: false,
};

async fn starts(site: &TestSite, setup: PracticeSetup) -> PracticeMatch {
    let ada = site.register("Ada").await;
    let user = site.accounts().directory().find("Ada").await.unwrap().unwrap();
    let game = Game::from_key(setup.game).unwrap();
    let mut players =
        vec![user.clone(), site.state().bots.find(game, BotLevel::Master, 1).unwrap().user.clone()];
    if setup.bot_begins {
        players.reverse();
    }
    let time = setup.live.then_some(TimeControl {
        pace: TimeAllowance::Days(3),
        weekends_off: false,
        vacation: false,
        at_flag: TimeoutPolicy::Lose,
    });
    let setup = MatchSetup {
        visibility: setup.visibility,
        rated: setup.rated,
        auto_roll: !setup.own_rolls,
        time_control: time,
        ..MatchSetup::casual(game, 2).unwrap()
    };
    let start = MatchStart { setup, players, origin: None };
    let view = site.state().referee.start_match(user, start).await.unwrap();
    PracticeMatch { ada, id: view.m.id.to_string() }
}

impl PracticeMatch {
    fn path(&self, what: &str) -> String {
        path(&self.id, what)
    }

    async fn plays(&self, site: &TestSite, ply: &str) {
        let played = self.ada.play(&self.id, ply).await;
        assert_eq!(played.status, 303, "{ply}: {:?}", played.texts("[role=alert]"));
        site.runs_tasks().await;
    }

    /// Plays for the bot, which takes an hour to think.
    async fn bot_plays(&self, site: &TestSite, ply: &str) {
        let referee = &site.state().referee;
        let m = referee.read(&self.id.parse().unwrap()).await.unwrap().m.clone();
        let bot = site.state().bots.get(m.user_to_act().unwrap()).unwrap().user.clone();
        let command = MatchCommand::Play { seq: m.seq, notation: ply.to_owned() };
        referee.command(bot, &m.id, command).await.unwrap();
    }

    async fn plies(&self) -> usize {
        self.ada.record(&self.id).await["plies"].as_array().unwrap().len()
    }

    async fn takes_back(&self) -> u16 {
        self.ada.post(&self.path("takeback"), &[("answer", "ask")]).await.status
    }
}

#[tokio::test]
async fn a_hint_names_a_move_that_can_be_played_and_marks_it_on_the_board() {
    let site = TestSite::start().await;
    let m = starts(&site, TICTACTOE).await;
    let before = m.ada.get(&m.path("")).await;
    assert_eq!(before.texts("#hint form button"), ["Hint"]);
    let seq = m.ada.record(&m.id).await["seq"].clone();
    let hint = m.ada.post(&m.path("hint"), &[]).await;
    assert_eq!((hint.status, hint.is_page()), (200, true));
    let words = hint.text("#named .hint").unwrap();
    assert!(words.starts_with("Mark "), "{words}");
    assert!(hint.attribute("#press svg.suggestion path", "d").is_some_and(|path| !path.is_empty()));
    assert_eq!(m.ada.record(&m.id).await["seq"], seq, "nothing was played");
    let square = words.strip_prefix("Mark ").unwrap().split('.').next().unwrap().to_owned();
    m.plays(&site, &square).await;
    let after = m.ada.get(&m.path("")).await;
    assert!(after.text("#named .hint").is_none() && after.texts("svg.suggestion").is_empty());
}

#[tokio::test]
async fn a_hint_says_what_speaks_for_the_move() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let m = starts(&site, TICTACTOE).await;
    for (ada, bot) in [("b2", "b1"), ("a1", "a2")] {
        assert_eq!(m.ada.play(&m.id, ada).await.status, 303);
        m.bot_plays(&site, bot).await;
    }
    let hint = m.ada.post_by_htmx(&m.path("hint"), &[]).await;
    assert_eq!((hint.status, hint.is_page()), (200, false));
    assert!(hint.body.contains("Mark c3. It wins the match."), "{}", hint.body);
    assert!(hint.body.contains("svg class=\"suggestion\""));
}

#[tokio::test]
async fn in_every_game_a_hint_can_be_asked_for() {
    for game in Game::ALL {
        let site = TestSite::start().await;
        let m = starts(&site, PracticeSetup { game: game.key(), ..TICTACTOE }).await;
        site.runs_tasks().await;
        let hint = m.ada.post(&m.path("hint"), &[]).await;
        // With dice rolled by the site, a move that is the only one has been played already.
        assert_eq!(hint.status, 200, "{game:?}: {:?}", hint.texts("[role=alert]"));
        assert!(hint.text("#named .hint").is_some(), "{game:?}");
    }
}

#[tokio::test]
async fn hints_are_only_for_the_player_to_move() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let m = starts(&site, TICTACTOE).await;
    let (eve, visitor) = (site.register("Eve").await, site.visitor());
    assert_eq!(eve.post(&m.path("hint"), &[]).await.status, 403);
    assert!(!eve.get(&m.path("")).await.body.contains("Hint"));
    let login = visitor.post(&m.path("hint"), &[]).await;
    assert_eq!((login.status, login.location().starts_with("/login")), (303, true));
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let request = m.ada.request(method.clone(), &m.path("hint"));
        assert_eq!(m.ada.send(request).await.status, 405, "{method}");
    }
    assert_eq!(m.ada.play(&m.id, "b2").await.status, 303);
    let refused = m.ada.post(&m.path("hint"), &[]).await;
    assert_eq!(refused.status, 409);
    let waits = m.ada.get(&m.path("")).await;
    assert_eq!(
        (waits.texts("#hint form").len(), waits.texts("#hint button[disabled]")),
        (0, vec!["Hint".to_owned()])
    );
    assert_eq!(m.ada.post("/matches/nonsense/hint", &[]).await.status, 404);
    assert_eq!(m.ada.post(&path("7Wd2aaaaaaaa", "hint"), &[]).await.status, 404);
}

#[tokio::test]
async fn a_private_match_gives_strangers_no_hint_and_no_sign_that_it_exists() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let m = starts(&site, PracticeSetup { visibility: MatchVisibility::Private, ..TICTACTOE }).await;
    assert_eq!(site.register("Eve").await.post(&m.path("hint"), &[]).await.status, 404);
    assert_eq!(m.ada.post(&m.path("hint"), &[]).await.status, 200);
}

#[tokio::test]
async fn there_are_no_hints_in_rated_matches_and_against_people() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let rated = starts(&site, PracticeSetup { rated: true, ..TICTACTOE }).await;
    let refused = rated.ada.post(&rated.path("hint"), &[]).await;
    assert_eq!(refused.status, 403);
    assert!(refused.text("#problem").unwrap().contains("casual matches against bots"));
    assert!(!rated.ada.get(&rated.path("")).await.body.contains(">Hint<"));
    let site = TestSite::start().await;
    let people = site.start_match("tictactoe").await;
    for person in [&people.ada, &people.ben] {
        assert_eq!(person.post(&people.path("hint"), &[]).await.status, 403);
    }
    people.play_all(&SHORT_WIN).await;
    assert_eq!(people.ada.post(&people.path("hint"), &[]).await.status, 409);
    let open = people.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(people.ada.post(&path(&open, "hint"), &[]).await.status, 409);
}

#[tokio::test]
async fn the_board_of_a_match_against_people_gets_no_hint_in_another_match() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let practice = starts(&site, TICTACTOE).await;
    let id = practice.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(practice.ada.post(&practice.path("hint"), &[]).await.status, 200);
    let ben = site.register("Ben").await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    let refused = practice.ada.post(&practice.path("hint"), &[]).await;
    assert_eq!(refused.status, 409, "both boards are empty");
    assert!(refused.body.contains("against other people"));
    assert_eq!(practice.ada.play(&id, "b2").await.status, 303);
    assert_eq!(practice.ada.post(&practice.path("hint"), &[]).await.status, 200);
}

#[tokio::test]
async fn before_a_roll_there_is_no_hint() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let m = starts(&site, PracticeSetup { game: "aeroplane", own_rolls: true, ..TICTACTOE }).await;
    let refused = m.ada.post(&m.path("hint"), &[]).await;
    assert_eq!(refused.status, 409);
    assert!(refused.text("#problem").unwrap().contains("Roll the die first"));
}

#[tokio::test]
async fn too_many_hints_are_refused_with_429() {
    let site = TestSite::with(|config| {
        config.bots = SLOW_BOTS;
        config.rate_limits = true;
    })
    .await;
    let m = starts(&site, TICTACTOE).await;
    let mut refused = 0;
    for _ in 0..24 {
        let answer = m.ada.post(&m.path("hint"), &[]).await;
        assert!([200, 429].contains(&answer.status), "{}", answer.status);
        refused += u32::from(answer.status == 429);
    }
    assert!(refused > 0);
}

#[tokio::test]
async fn moves_are_taken_back_one_after_the_other_without_asking() {
    let site = TestSite::start().await;
    let m = starts(&site, PracticeSetup { game: "quarto", live: true, ..TICTACTOE }).await;
    for _ in 0..2 {
        let id = m.id.parse().unwrap();
        while site
            .state()
            .referee
            .read(&id)
            .await
            .unwrap()
            .m
            .seat_to_act()
            .is_some_and(|seat| seat.number() == 0)
        {
            let legal = site.state().referee.read(&id).await.unwrap().m.position.legal();
            let played = m.ada.play(&m.id, &legal[0]).await;
            assert_eq!(played.status, 303);
        }
        site.runs_tasks().await;
    }
    let page = m.ada.get(&m.path("")).await;
    assert!(page.texts("#ask button").contains(&"Take back".to_owned()), "{:?}", page.texts("#ask button"));
    let mut left = m.plies().await;
    assert!(left > 4);
    while left > 0 {
        assert_eq!(m.takes_back().await, 303);
        let now = m.plies().await;
        assert!(now < left, "from {left} to {now}");
        let record = m.ada.record(&m.id).await;
        assert_eq!(record["to_act"], 0, "past the bot’s reply, to Ada’s own move");
        left = now;
    }
    assert_eq!(m.takes_back().await, 409, "nothing is left to take back");
}

#[tokio::test]
async fn what_the_bot_has_played_first_stays() {
    let site = TestSite::start().await;
    let m = starts(&site, PracticeSetup { bot_begins: true, ..TICTACTOE }).await;
    site.runs_tasks().await;
    assert_eq!((m.plies().await, m.takes_back().await), (1, 409));
    let legal = site.state().referee.read(&m.id.parse().unwrap()).await.unwrap().m.position.legal();
    m.plays(&site, &legal[0]).await;
    assert_eq!((m.takes_back().await, m.plies().await), (303, 1));
}
