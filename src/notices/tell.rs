//! From what happened to letters in the outbox.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::Notices;
use super::due::{self, Due, GRACE, Kind};
use super::post::Kept;
use super::wanted::Way;
use crate::matches::{MatchId, Table, UserId};
use crate::now::Moment;
use crate::now::spans::{DAY, MINUTE};
use crate::store::{Facts, StoreError, Telling};
use crate::texts::in_language;
use crate::views::letters::{self, Piece, Written};
use crate::web::paths;

/// How often everything is looked through, should news have been missed.
const ALL: i64 = 10 * MINUTE;
/// For how long after its end a match is looked through with the rest.
const ENDED: i64 = 7 * DAY;
/// How many matches are asked about at once.
const BATCH: usize = 500;
/// So many matches are kept in mind; when there are more, everything is looked through instead.
const MOST: usize = 50_000;

/// When which match is to be looked at.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    matches: HashMap<MatchId, Moment>,
    all: Option<Moment>,
}

impl Agenda {
    /// A match is to be looked at by then.
    fn note(&mut self, id: MatchId, at: Moment) {
        let noted = self.matches.entry(id).or_insert(at);
        *noted = at.min(*noted);
        if self.matches.len() > MOST {
            self.matches.clear();
            self.all = None;
        }
    }

    /// Everything is to be looked through at once.
    fn forget(&mut self) {
        self.all = None;
    }

    fn all_is_due(&self, now: Moment) -> bool {
        self.all.is_none_or(|all| all <= now)
    }

    /// Whether there is nothing to look at now.
    fn is_empty(&self, now: Moment) -> bool {
        !self.all_is_due(now) && self.matches.values().all(|at| *at > now)
    }

    fn take(&mut self, now: Moment) -> Vec<MatchId> {
        self.matches.extract_if(|_, at| *at <= now).map(|(id, _)| id).collect()
    }
}

impl Notices {
    /// Writes the letters that are due.
    pub(super) async fn tell_due(&self, agenda: &mut Agenda) {
        let now = self.clock.now();
        // Before that, deadlines may be wrong.
        if !self.store.availability().is_settled(now) {
            return;
        }
        for (id, at) in self.hub.take_touched() {
            // What is looked at too early is noted again.
            agenda.note(id, at.after(GRACE));
        }
        if let Err(error) = self.tell_now(agenda, now).await {
            tracing::warn!(%error, "people could not be told");
            agenda.forget();
        }
    }

    async fn tell_now(&self, agenda: &mut Agenda, now: Moment) -> Result<(), StoreError> {
        let mut facts = Vec::new();
        if agenda.is_empty(now) {
            return Ok(());
        }
        if !self.store.anybody_wants(self.post.is_some()).await? {
            // Whoever comes to want it is told what happens from then on.
            agenda.take(now);
            agenda.all = Some(now.after(ALL));
            return Ok(());
        }
        if agenda.all_is_due(now) {
            agenda.take(now);
            facts = self.store.facts_of_all(now.after(-ENDED)).await?;
            agenda.all = Some(now.after(ALL));
        } else {
            for ids in agenda.take(now).chunks(BATCH) {
                facts.extend(self.store.facts_of(ids).await?);
            }
        }
        if self.post.is_none() {
            facts.iter_mut().for_each(|facts| facts.mail = None);
        }
        for ((user, way), due) in sort(&facts, agenda, now) {
            match way {
                Way::Push => self.push(user, &due, now).await?,
                Way::Mail => self.tell(user, due, now).await?,
            }
        }
        Ok(())
    }

    async fn tell(&self, user: UserId, due: Vec<Due>, now: Moment) -> Result<(), StoreError> {
        let ids: Vec<_> =
            due.chunk_by(|one, other| one.id == other.id).map(|due| due[0].id.clone()).collect();
        let tables = self.store.readable_tables(&ids).await?.tables;
        let facts = self.store.facts_of(&ids).await?;
        let pieces: Vec<_> = due
            .chunk_by(|one, other| one.id == other.id)
            .filter_map(|due| {
                let facts = facts.iter().find(|facts| facts.user == user && facts.id == due[0].id)?;
                let kinds: Vec<_> = due.iter().map(|due| due.kind).collect();
                let told = facts.told.get(Kind::Talk.key()).copied().unwrap_or(0);
                let table = Arc::clone(tables.get(&due[0].id)?);
                Some(self.piece(user, &kinds, facts.heard.max(told), table, facts))
            })
            .collect();
        let language = facts.iter().find(|facts| facts.user == user).map(|facts| facts.language);
        let language = language.unwrap_or_default();
        let written = in_language(language, || letters::news(&pieces));
        let (Some(first), Some(written)) = (due.first(), written) else { return Ok(()) };
        let key = format!("notices:{}:{}:{}:{}", user.0, first.id, first.kind.key(), first.number);
        let Written { subject, text, html } = written;
        let kept = Kept { subject, text, html, language: language.key().to_owned() };
        let body = serde_json::to_string(&kept).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let tells = due.into_iter().map(|due| (due.id, due.kind.key(), due.number)).collect();
        if self.store.tell(Telling { user, key, body, tells, at: now }).await? {
            self.wake.notify_one();
        }
        Ok(())
    }

    /// What there is to tell of these kinds, of the talk what comes after a line.
    pub(super) fn piece(
        &self,
        user: UserId,
        kinds: &[Kind],
        heard: i64,
        table: Arc<Table>,
        facts: &Facts,
    ) -> Piece {
        let is = |kind| kinds.contains(&kind);
        let link = format!("{}{}", self.site, paths::Match { id: table.m.id.as_str() });
        let lines = table.talk.iter().filter(|line| is(Kind::Talk) && line.id > heard && line.by != user);
        let known = facts.seen.max(facts.told.get(Kind::Answered.key()).copied().unwrap_or(0));
        let answers = table.m.answers.iter().filter(|it| is(Kind::Answered) && i64::from(it.seq) > known);
        let acts = table.m.user_to_act() == Some(user);
        let asks = table.m.seat_of(user).and_then(|seat| table.m.asked_of(seat));
        Piece {
            invited: is(Kind::Invited) && table.m.kept_for(user).is_some(),
            answered: answers.map(|it| (table.names.of(it.user).to_owned(), it.came)).collect(),
            started: is(Kind::Started),
            turn: is(Kind::Turn) && acts,
            asks: asks.filter(|_| is(Kind::Asked)),
            short: (is(Kind::Low) || is(Kind::LastDay)) && acts,
            closes: table.m.closes_at().filter(|_| is(Kind::Closing)),
            ended: is(Kind::Ended),
            said: lines.map(|line| (table.names.of(line.by).to_owned(), line.text.clone())).collect(),
            zone: facts.zone.clone(),
            user,
            table,
            link,
        }
    }
}

/// What is due now, by person, way and match; what is due later is noted.
fn sort(facts: &[Facts], agenda: &mut Agenda, now: Moment) -> BTreeMap<(UserId, Way), Vec<Due>> {
    let mut due_now: BTreeMap<_, Vec<Due>> = BTreeMap::new();
    for facts in facts {
        for due in due::all(facts) {
            if due.at <= now {
                due_now.entry((facts.user, due.way)).or_default().push(due);
            } else {
                agenda.note(due.id, due.at);
            }
        }
    }
    due_now
}
