//! What has queued up, decided together.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::doors::{Doors, pairs_among};
use super::eyes::Eyes;
use super::founding::{opening_of, rematch_of, started_opening};
use super::holidays::Holidays;
use super::job::{Answer, Job, Task};
use super::roles::roles_of;
use super::tables::Tables;
use super::zones::Zones;
use super::{MatchStart, RefereeError, Wish};
use crate::hub::{Change, Hub};
use crate::matches::{
    ByMatch, Command, Downtime, Entry, Event, How, Line, MOST_OPEN_TABLES, Match, MatchId, Opening, Refusal,
    Status, Table, decide, follow, lapsed, overdue, seat_players, settle,
};
use crate::now::Moment;
use crate::store::{Append, Store, StoreError};
use crate::users::Names;
use crate::users::Person;
use crate::users::Role;
use crate::users::UserId;

/// What a batch works on: the matches as they stand while it is decided, and what is to be written.
#[derive(Default)]
pub(super) struct Batch {
    pub tables: ByMatch<Arc<Table>>,
    pub append: Append,
    pub news: Vec<Change>,
    /// How many plies of seats there are among it.
    pub plies: u64,
    /// How many tables those have open who want to open another.
    open: HashMap<UserId, u32>,
    holidays: Holidays,
    pub(super) zones: Zones,
    eyes: Eyes,
    doors: Doors,
    /// The roles that users have who rule in the batch.
    pub(super) roles: HashMap<UserId, Role>,
    /// Matches whose logs cannot be read: they exist, but nothing can be done in them.
    unreadable: HashMap<MatchId, String>,
    /// Matches that were read only to be swept. They are many after a downtime, and nobody looks at most of them.
    pub swept: HashSet<MatchId>,
}

/// A match can run out of time more than once before anybody looks: so often in a row at most.
const MOST_OVERDUE: usize = 64;

impl Batch {
    /// Reads everything that is needed to decide these jobs.
    ///
    /// # Errors
    /// The database failed. Nothing is decided then: what could not be read would be taken for what is not there.
    pub async fn load(
        jobs: &[Job],
        pending: &[Downtime],
        store: &Store,
        tables: &Tables,
        hub: &Hub,
    ) -> Result<Self, StoreError> {
        let mut batch = Self::default();
        let mut missing = Vec::new();
        for task in jobs.iter().map(|job| &job.task) {
            match tables.get(task.id()) {
                Some(table) => drop(batch.tables.insert(task.id().clone(), table)),
                None => missing.push(task),
            }
        }
        let asked: HashSet<_> =
            missing.iter().filter(|task| !matches!(task, Task::Sweep(_))).map(|task| task.id()).collect();
        let missing: Vec<_> = missing.iter().map(|task| task.id().clone()).collect();
        batch.swept = missing.iter().filter(|id| !asked.contains(id)).cloned().collect();
        if !missing.is_empty() {
            batch.read(missing, store).await?;
        }
        // A rematch that was offered is a second match to work on.
        let offered = |table: &Arc<Table>| table.m.rematch.clone();
        let rematches: Vec<_> = jobs
            .iter()
            .filter(|job| matches!(job.task, Task::Rematch(..)))
            .filter_map(|job| batch.tables.get(job.task.id()).and_then(offered))
            .collect();
        if !rematches.is_empty() {
            batch.read(rematches, store).await?;
        }
        batch.credit(pending);
        batch.count_open(jobs, store).await?;
        batch.holidays = Holidays::load(jobs, batch.tables.values(), store).await?;
        batch.zones = Zones::load(jobs, &batch.tables, store).await?;
        batch.doors = Doors::load(jobs, &batch.tables, store).await?;
        batch.eyes = Eyes::load(jobs, &batch.tables, store, hub).await;
        batch.roles = roles_of(jobs, store).await?;
        Ok(batch)
    }

    async fn count_open(&mut self, jobs: &[Job], store: &Store) -> Result<(), StoreError> {
        let opens = |job: &&Job| matches!(job.task, Task::Open(..) | Task::Rematch(..));
        let people: Vec<_> = jobs.iter().filter(opens).filter_map(|job| job.user().ok()).collect();
        if !people.is_empty() {
            self.open = store.open_tables_of(&people).await?;
        }
        Ok(())
    }

    async fn read(&mut self, ids: Vec<MatchId>, store: &Store) -> Result<(), StoreError> {
        let read = store.readable_tables(&ids).await?;
        self.unreadable.extend(read.unreadable);
        self.tables.extend(read.tables);
        Ok(())
    }

    pub fn decide(&mut self, job: &Job) -> Answer {
        match &job.task {
            Task::Open(id, wish) => self.open(job, id, wish),
            Task::StartMatch(id, start) => self.start_match(job, id, start),
            Task::Command(id, command) => self.command(job, id, command),
            Task::Rematch(id, new) => self.rematch(job, id, new),
            Task::Say(id, text) => self.may_say(job, id, text),
            Task::RemoveMessage(id, _) => self.tables.get(id).cloned().ok_or_else(|| self.missing(id)),
            Task::Orders(id, text) => self.orders(job, id, text),
            Task::Rule(id, role, ruling, why) => self.rule(job, id, *role, (ruling, why)),
            Task::FollowZone(id) => self.follow_zone(job, id),
            Task::Sweep(id) => self.sweep(job, id),
        }
    }

    /// The match, if this person may see it.
    pub(super) fn table(&self, job: &Job, id: &MatchId) -> Answer {
        let table = self.tables.get(id).ok_or_else(|| self.missing(id))?;
        if table.m.may_be_seen_by(job.by.as_ref().map(|by| by.id)) {
            Ok(Arc::clone(table))
        } else {
            Err(RefereeError::NoSuchMatch)
        }
    }

    fn missing(&self, id: &MatchId) -> RefereeError {
        let why = self.unreadable.get(id);
        why.map_or(RefereeError::NoSuchMatch, |why| RefereeError::Unreadable(why.as_str().into()))
    }

    fn command(&mut self, job: &Job, id: &MatchId, command: &Command) -> Answer {
        let table = self.table(job, id)?;
        let mut table = self.catch_up(job, table)?;
        if let Command::Invite(whom) = command {
            Arc::make_mut(&mut table).names.learn(whom.id, &whom.name);
        }
        let by = job.user()?;
        let allowed = self.doors.check(&table.m, by, command);
        match allowed.and_then(|()| decide(&table.m, by, command)) {
            Ok(mut events) => {
                self.doors.guard(&table.m, by, command, &mut self.append);
                self.zones.write_into(&mut events);
                self.eyes.spare(&table.m, &mut events, &mut self.append);
                self.append(job.at, job.by.as_ref(), &table, events)
            }
            Err(refusal) => Err(RefereeError::Refused { refusal, table }),
        }
    }

    /// Whether somebody may open another table.
    fn may_open(&self, user: UserId) -> Result<bool, RefereeError> {
        self.open.get(&user).map(|open| *open < MOST_OPEN_TABLES).ok_or(RefereeError::Failed)
    }

    /// The match as it is by now: whoever ran out of time before this has done so first.
    pub(super) fn catch_up(&mut self, job: &Job, table: Arc<Table>) -> Answer {
        let mut table = table;
        for _ in 0..MOST_OVERDUE {
            let holiday = self.holidays.left(table.m.user_to_act());
            let events = overdue(&table.m, job.at, holiday);
            if events.is_empty() {
                break;
            }
            self.holidays.take(&table.m, &events, &mut self.append);
            table = self.append(job.at, None, &table, events)?;
        }
        if table.m.status == Status::Open { self.lapse(job, table) } else { Ok(table) }
    }

    /// The match as it is by now if nobody came to it, or nobody went on with it.
    fn lapse(&mut self, job: &Job, table: Arc<Table>) -> Answer {
        let events = lapsed(&table.m, job.at);
        if events.is_empty() { Ok(table) } else { self.append(job.at, None, &table, events) }
    }

    /// Ends what has run out, and what nobody goes on with. What has not, but was thought to have, is written down as it is.
    fn sweep(&mut self, job: &Job, id: &MatchId) -> Answer {
        let before = Arc::clone(self.tables.get(id).ok_or_else(|| self.missing(id))?);
        let after = self.catch_up(job, Arc::clone(&before))?;
        let after = self.lapse(job, after)?;
        if after.m.seq == before.m.seq {
            self.append.add(&after, &[], false);
        }
        Ok(after)
    }

    fn open(&mut self, job: &Job, id: &MatchId, wish: &Wish) -> Answer {
        if !self.may_open(job.user()?)? {
            return Err(RefereeError::NotOpened(Refusal::TooManyTables));
        }
        if let Err(refusal) = self.doors.check_opening(job.user()?, wish) {
            return Err(RefereeError::NotOpened(refusal));
        }
        let guests = wish.invited.iter().map(|guest| (guest.id, job.user().unwrap_or(guest.id)));
        self.append.unless_blocked(guests);
        let opening = opening_of(wish);
        let names = wish.invited.iter().map(|person| (person.id, Arc::clone(&person.name)));
        let players = std::slice::from_ref(job.person()?);
        self.create(job, id, opening, Names::new(names.collect()), players)
    }

    fn start_match(&mut self, job: &Job, id: &MatchId, start: &MatchStart) -> Answer {
        let players = &start.players;
        let opening = self.doors.check_players(players).and_then(|()| started_opening(start));
        let opening = opening.map_err(RefereeError::NotOpened)?;
        self.append.unless_blocked(pairs_among(players));
        let by = job.person()?;
        let names = Names::new(vec![(by.id, Arc::clone(&by.name))]);
        self.create(job, id, opening, names, players)
    }

    /// Creates a match and seats these users. Where they take every seat, it starts.
    fn create(
        &mut self,
        job: &Job,
        id: &MatchId,
        opening: Opening,
        names: Names,
        players: &[Person],
    ) -> Answer {
        let m = Match::open(id.clone(), &opening, job.user()?, job.at).map_err(|error| {
            tracing::error!(%error, "a match was opened that cannot be set up");
            RefereeError::Failed
        })?;
        let mut seated = seat_players(&m, players).map_err(RefereeError::NotOpened)?;
        self.zones.write_into(seated.iter_mut().map(|(_, event)| event));
        let first = Entry { seq: 1, at: job.at.0, by: Some(job.user()?), event: Event::Opened(opening) };
        let table = Arc::new(Table { m, names, talk: Arc::default(), orders: Arc::default() });
        self.append.add(&table, &[first], false);
        let seated = seated.into_iter().map(|(user, event)| (Some(user), event)).collect();
        self.append_by(job.at, players, &table, seated)
    }

    fn rematch(&mut self, job: &Job, id: &MatchId, new: &MatchId) -> Answer {
        let table = self.table(job, id)?;
        let offered = table.m.rematch.as_ref().filter(|offered| !self.came_to_nothing(offered));
        if table.m.seat_of(job.user()?).is_some()
            && let Some(offered) = offered
        {
            return self.command(job, offered, &Command::Join);
        }
        let offer = Command::OfferRematch(new.clone());
        let by = job.user()?;
        let allowed = self.doors.check(&table.m, by, &offer);
        if let Err(refusal) = allowed.and_then(|()| decide(&table.m, by, &offer).map(drop)) {
            return Err(RefereeError::Refused { refusal, table });
        }
        if !self.may_open(job.user()?)? {
            return Err(RefereeError::Refused { refusal: Refusal::TooManyTables, table });
        }
        self.doors.guard(&table.m, by, &offer, &mut self.append);
        self.append(job.at, job.by.as_ref(), &table, vec![Event::RematchOffered { to: new.clone() }])?;
        let players = std::slice::from_ref(job.person()?);
        self.create(job, new, rematch_of(&table), table.names.clone(), players)
    }

    /// Whether a match was closed before it counted.
    fn came_to_nothing(&self, id: &MatchId) -> bool {
        let ending = self.tables.get(id).and_then(|table| table.m.ending());
        ending.is_some_and(|ending| ending.how == How::Aborted)
    }

    /// Writes down what was decided and what follows by itself. Each ply is news of its own, so that whoever looks on
    /// sees them one after the other.
    pub(super) fn append(
        &mut self,
        at: Moment,
        by: Option<&Person>,
        before: &Arc<Table>,
        events: Vec<Event>,
    ) -> Answer {
        let asked = by.map(|by| by.id);
        let events = events.into_iter().map(|event| (asked, event)).collect();
        self.append_by(at, by.map(std::slice::from_ref).unwrap_or_default(), before, events)
    }

    /// The same for events that have different authors. The match learns the names of these people.
    fn append_by(
        &mut self,
        at: Moment,
        people: &[Person],
        before: &Arc<Table>,
        events: VecDeque<(Option<UserId>, Event)>,
    ) -> Answer {
        let mut next = events;
        let mut table = Arc::clone(before);
        while !next.is_empty() {
            let mut after = Table::clone(&table);
            for person in people {
                after.names.learn(person.id, &person.name);
            }
            let mut entries = Vec::new();
            while let Some((by, event)) = next.pop_front() {
                let entry = Entry { seq: after.m.seq + 1, at: at.0, by, event };
                take_in(&mut after.m, &entry)?;
                self.plies += u64::from(matches!(entry.event, Event::Played { seat: Some(_), .. }));
                entries.push(entry);
                if next.is_empty() {
                    next.extend(follow(&after.m).map(|event| (None, event)));
                    if next.is_empty() {
                        let answer = settle(&table.m, &mut after);
                        next.extend(answer.map(|(user, event)| (Some(user), event)));
                    }
                    if next.iter().any(|(_, event)| matches!(event, Event::Played { .. })) {
                        break;
                    }
                }
            }
            table = self.publish(&table, after, &entries);
        }
        Ok(table)
    }

    fn publish(&mut self, before: &Arc<Table>, after: Table, entries: &[Entry]) -> Arc<Table> {
        self.append.keep_orders(before, &after);
        self.append.add(&after, entries, before.m.asks_anything());
        self.recount(before.m.kept_open_by(), after.m.kept_open_by());
        let after = Arc::new(after);
        self.news.push(Change { before: Arc::clone(before), after: Arc::clone(&after) });
        self.tables.insert(after.m.id.clone(), Arc::clone(&after));
        after
    }

    fn recount(&mut self, before: Option<UserId>, after: Option<UserId>) {
        if let Some(open) = before.filter(|_| before != after).and_then(|user| self.open.get_mut(&user)) {
            *open = open.saturating_sub(1);
        }
        if let Some(open) = after.filter(|_| before != after).and_then(|user| self.open.get_mut(&user)) {
            *open += 1;
        }
    }

    fn may_say(&mut self, job: &Job, id: &MatchId, text: &str) -> Answer {
        let table = self.table(job, id)?;
        let refused = |refusal| Err(RefereeError::Refused { refusal, table: Arc::clone(&table) });
        match text.trim() {
            _ if job.by.as_ref().is_none_or(|by| table.m.seat_of(by.id).is_none()) => {
                refused(Refusal::NotSeated)
            }
            "" => refused(Refusal::NothingSaid),
            text if text.chars().count() > Line::LONGEST => refused(Refusal::TooMuchSaid),
            _ if table.talk.len() >= Line::MOST => refused(Refusal::ChatFull),
            _ => Ok(table),
        }
    }
}

fn take_in(m: &mut Match, entry: &Entry) -> Result<(), RefereeError> {
    m.apply(entry).map_err(|error| {
        tracing::error!(%error, id = %m.id, "what was decided does not follow");
        RefereeError::Failed
    })
}
