//! A batch: the commands that have queued up, decided together.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::admission::{AdmissionChecks, pairs_among};
use super::bot_matches::{BotMatches, begins_one};
use super::job::{RefereeAnswer, RefereeJob, RefereeTask};
use super::match_cache::MatchCache;
use super::match_setup::{opening_of, rematch_of, started_opening};
use super::read_marks::ReadMarks;
use super::roles::roles_of;
use super::time_zones::TimeZones;
use super::vacation::VacationDays;
use super::{MatchSetup, MatchStart, RefereeError};
use crate::hub::{Hub, MatchChange};
use crate::lists::BotDirectory;
use crate::matches::{
    ByMatch, ChatMessage, EndReason, LogEntry, MAX_OPEN_MATCHES, Match, MatchCommand, MatchError, MatchEvent,
    MatchId, MatchOpening, MatchStatus, MatchView, ServerDowntime, decide, expired, follow, overdue,
    seat_players, settle,
};
use crate::now::Moment;
use crate::store::{AppendEntries, Store, StoreError};
use crate::users::{Role, UserId, UserNames, UserSummary, is_bot_name};

/// What a batch works on: the matches as they stand while it is decided, and what is to be written.
#[derive(Default)]
pub(super) struct CommandBatch {
    pub tables: ByMatch<Arc<MatchView>>,
    pub append: AppendEntries,
    pub update: Vec<MatchChange>,
    /// How many plies of seats there are among it.
    pub plies: u64,
    /// How many open matches the users have who want to create another.
    open: HashMap<UserId, u32>,
    bot_matches: BotMatches,
    vacation: VacationDays,
    pub(super) zones: TimeZones,
    /// The bots that can take over seats.
    pub(super) bots: BotDirectory,
    eyes: ReadMarks,
    doors: AdmissionChecks,
    /// The roles that users have who rule in the batch.
    pub(super) roles: HashMap<UserId, Role>,
    /// Matches whose logs cannot be read: they exist, but nothing can be done in them.
    unreadable: HashMap<MatchId, String>,
    /// Matches that were read only to be swept. They are many after a downtime, and nobody looks at most of them.
    pub swept: HashSet<MatchId>,
}

/// How many deadlines in a row are applied at most: a match can run out of time more than once before it is loaded.
const MOST_OVERDUE: usize = 64;

impl CommandBatch {
    /// Reads everything that is needed to decide these jobs.
    ///
    /// # Errors
    /// The database failed. Nothing is decided then: what could not be read would be taken for what is not there.
    pub async fn load(
        jobs: &[RefereeJob],
        pending: &[ServerDowntime],
        store: &Store,
        tables: &MatchCache,
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
        let asked: HashSet<_> = missing
            .iter()
            .filter(|task| !matches!(task, RefereeTask::Sweep(_)))
            .map(|task| task.id())
            .collect();
        let missing: Vec<_> = missing.iter().map(|task| task.id().clone()).collect();
        batch.swept = missing.iter().filter(|id| !asked.contains(id)).cloned().collect();
        if !missing.is_empty() {
            batch.read(missing, store).await?;
        }
        // A rematch that was offered is a second match to work on.
        let offered = |table: &Arc<MatchView>| table.m.rematch.clone();
        let rematches: Vec<_> = jobs
            .iter()
            .filter(|job| matches!(job.task, RefereeTask::Rematch(..)))
            .filter_map(|job| batch.tables.get(job.task.id()).and_then(offered))
            .collect();
        if !rematches.is_empty() {
            batch.read(rematches, store).await?;
        }
        batch.credit(pending);
        batch.count_open(jobs, store).await?;
        batch.bot_matches = BotMatches::load(jobs, store).await?;
        batch.vacation = VacationDays::load(jobs, batch.tables.values(), store).await?;
        batch.zones = TimeZones::load(jobs, &batch.tables, store).await?;
        batch.doors = AdmissionChecks::load(jobs, &batch.tables, store).await?;
        batch.eyes = ReadMarks::load(jobs, &batch.tables, store, hub).await;
        batch.roles = roles_of(jobs, store).await?;
        Ok(batch)
    }

    async fn count_open(&mut self, jobs: &[RefereeJob], store: &Store) -> Result<(), StoreError> {
        let opens = |job: &&RefereeJob| matches!(job.task, RefereeTask::Open(..) | RefereeTask::Rematch(..));
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

    pub fn decide(&mut self, job: &RefereeJob) -> RefereeAnswer {
        match &job.task {
            RefereeTask::Open(id, setup) => self.open(job, id, setup),
            RefereeTask::StartMatch(id, start) => self.start_match(job, id, start),
            RefereeTask::Command(id, command) => self.command(job, id, command),
            RefereeTask::Rematch(id, new) => self.rematch(job, id, new),
            RefereeTask::SendChat(id, text) => self.may_say(job, id, text),
            RefereeTask::RemoveMessage(id, _) => self.tables.get(id).cloned().ok_or_else(|| self.missing(id)),
            RefereeTask::SetConditionalMoves(id, text) => self.orders(job, id, text),
            RefereeTask::Adjudicate(id, role, ruling, why) => self.rule(job, id, *role, (ruling, why)),
            RefereeTask::FollowZone(id) => self.follow_zone(job, id),
            RefereeTask::Sweep(id) => self.sweep(job, id),
        }
    }

    /// The match, if this person may see it.
    pub(super) fn table(&self, job: &RefereeJob, id: &MatchId) -> RefereeAnswer {
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

    fn command(&mut self, job: &RefereeJob, id: &MatchId, command: &MatchCommand) -> RefereeAnswer {
        let table = self.table(job, id)?;
        let mut table = self.catch_up(job, table)?;
        if let MatchCommand::Invite(whom) | MatchCommand::SeatBot(whom) = command {
            Arc::make_mut(&mut table).names.learn(whom.id, &whom.name);
        }
        let by = job.user()?;
        let allowed = self.doors.check(&table.m, by, command);
        let allowed = allowed.and_then(|()| self.decide_or_hand_over(&table.m, by, command));
        // A match that has a bot already is counted.
        let first_bot = begins_one(&job.task) && !table.m.has_bots() && allowed.is_ok();
        let counted = if first_bot { self.bot_matches.take(job.person()?)? } else { Ok(()) };
        match counted.and(allowed) {
            Ok(mut events) => {
                self.doors.add_guards(&table.m, by, command, &mut self.append);
                self.zones.write_into(&mut events);
                self.eyes.grant_unseen_takeback(&table.m, &mut events, &mut self.append);
                self.append(job.at, job.by.as_ref(), &table, events)
            }
            Err(refusal) => Err(RefereeError::Refused { refusal, table }),
        }
    }

    /// Whether a user may create another open match.
    fn may_open(&self, user: UserId) -> Result<bool, RefereeError> {
        self.open.get(&user).map(|open| *open < MAX_OPEN_MATCHES).ok_or(RefereeError::Failed)
    }

    /// The match with every deadline applied that has passed by now.
    pub(super) fn catch_up(&mut self, job: &RefereeJob, table: Arc<MatchView>) -> RefereeAnswer {
        let mut table = table;
        for _ in 0..MOST_OVERDUE {
            let vacation = self.vacation.left(table.m.user_to_act());
            let events = overdue(&table.m, job.at, vacation, self.substitute(&table.m));
            if events.is_empty() {
                break;
            }
            self.vacation.take(&table.m, &events, &mut self.append);
            table = self.append(job.at, None, &table, events)?;
        }
        if table.m.status == MatchStatus::Open { self.expiry(job, table) } else { Ok(table) }
    }

    /// The match as it is by now if nobody came to it, or nobody went on with it.
    fn expiry(&mut self, job: &RefereeJob, table: Arc<MatchView>) -> RefereeAnswer {
        let events = expired(&table.m, job.at);
        if events.is_empty() { Ok(table) } else { self.append(job.at, None, &table, events) }
    }

    /// Ends what has run out, and what nobody goes on with. What has not, but was thought to have, is written down as it is.
    fn sweep(&mut self, job: &RefereeJob, id: &MatchId) -> RefereeAnswer {
        let before = Arc::clone(self.tables.get(id).ok_or_else(|| self.missing(id))?);
        let after = self.catch_up(job, Arc::clone(&before))?;
        let after = self.expiry(job, after)?;
        if after.m.seq == before.m.seq {
            self.append.add(&after, &[], false);
        }
        Ok(after)
    }

    fn open(&mut self, job: &RefereeJob, id: &MatchId, setup: &MatchSetup) -> RefereeAnswer {
        if !self.may_open(job.user()?)? {
            return Err(RefereeError::NotOpened(MatchError::TooManyOpenMatches));
        }
        if let Err(refusal) = self.doors.check_opening(job.user()?, setup) {
            return Err(RefereeError::NotOpened(refusal));
        }
        if begins_one(&job.task)
            && let Err(refusal) = self.bot_matches.take(job.person()?)?
        {
            return Err(RefereeError::NotOpened(refusal));
        }
        let guests = setup.invited.iter().map(|guest| (guest.id, job.user().unwrap_or(guest.id)));
        self.append.unless_blocked(guests);
        let opening = opening_of(setup);
        let names = setup.invited.iter().map(|person| (person.id, Arc::clone(&person.name)));
        let players: Vec<_> = std::iter::once(job.person()?).chain(&setup.bots).cloned().collect();
        self.create(job, id, opening, UserNames::new(names.collect()), &players)
    }

    fn start_match(&mut self, job: &RefereeJob, id: &MatchId, start: &MatchStart) -> RefereeAnswer {
        let players = &start.players;
        let opening = self.doors.check_players(players).and_then(|()| started_opening(start));
        let opening = opening.map_err(RefereeError::NotOpened)?;
        if begins_one(&job.task) && players.iter().any(|player| Some(player.id) == job.user().ok()) {
            self.bot_matches.take(job.person()?)?.map_err(RefereeError::NotOpened)?;
        }
        self.append.unless_blocked(pairs_among(players));
        let by = job.person()?;
        let names = UserNames::new(vec![(by.id, Arc::clone(&by.name))]);
        self.create(job, id, opening, names, players)
    }

    /// Creates a match and seats these users. Where they take every seat, it starts.
    fn create(
        &mut self,
        job: &RefereeJob,
        id: &MatchId,
        opening: MatchOpening,
        names: UserNames,
        players: &[UserSummary],
    ) -> RefereeAnswer {
        let m = Match::open(id.clone(), &opening, job.user()?, job.at).map_err(|error| {
            tracing::error!(%error, "rejected a match with an impossible setup");
            RefereeError::Failed
        })?;
        let mut seated = seat_players(&m, players).map_err(RefereeError::NotOpened)?;
        self.zones.write_into(seated.iter_mut().map(|(_, event)| event));
        let first =
            LogEntry { seq: 1, at: job.at.0, by: Some(job.user()?), event: MatchEvent::Opened(opening) };
        let table = Arc::new(MatchView { m, names, chat: Arc::default(), orders: Arc::default() });
        self.append.add(&table, &[first], false);
        let seated = seated.into_iter().map(|(user, event)| (Some(user), event)).collect();
        self.append_by(job.at, players, &table, seated)
    }

    fn rematch(&mut self, job: &RefereeJob, id: &MatchId, new: &MatchId) -> RefereeAnswer {
        let table = self.table(job, id)?;
        let offered = table.m.rematch.as_ref().filter(|offered| !self.is_abandoned(offered));
        if table.m.seat_of(job.user()?).is_some()
            && let Some(offered) = offered
        {
            return self.command(job, offered, &MatchCommand::Join);
        }
        let offer = MatchCommand::OfferRematch(new.clone());
        let by = job.user()?;
        let allowed = self.doors.check(&table.m, by, &offer);
        if let Err(refusal) = allowed.and_then(|()| decide(&table.m, by, &offer).map(drop)) {
            return Err(RefereeError::Refused { refusal, table });
        }
        if !self.may_open(job.user()?)? {
            return Err(RefereeError::Refused { refusal: MatchError::TooManyOpenMatches, table });
        }
        self.doors.add_guards(&table.m, by, &offer, &mut self.append);
        self.append(job.at, job.by.as_ref(), &table, vec![MatchEvent::RematchOffered { to: new.clone() }])?;
        let players = std::slice::from_ref(job.person()?);
        self.create(job, new, rematch_of(&table), table.names.clone(), players)
    }

    /// Whether a match was closed before it counted.
    fn is_abandoned(&self, id: &MatchId) -> bool {
        let ending = self.tables.get(id).and_then(|table| table.m.ending());
        ending.is_some_and(|ending| ending.how == EndReason::Aborted)
    }

    /// Writes down what was decided and what follows by itself. Each ply is update of its own, so that whoever looks on
    /// sees them one after the other.
    pub(super) fn append(
        &mut self,
        at: Moment,
        by: Option<&UserSummary>,
        before: &Arc<MatchView>,
        events: Vec<MatchEvent>,
    ) -> RefereeAnswer {
        let asked = by.map(|by| by.id);
        let events = events.into_iter().map(|event| (asked, event)).collect();
        self.append_by(at, by.map(std::slice::from_ref).unwrap_or_default(), before, events)
    }

    /// The same for events that have different authors. The match learns the names of these people.
    fn append_by(
        &mut self,
        at: Moment,
        people: &[UserSummary],
        before: &Arc<MatchView>,
        events: VecDeque<(Option<UserId>, MatchEvent)>,
    ) -> RefereeAnswer {
        let mut next = events;
        let mut table = Arc::clone(before);
        while !next.is_empty() {
            let mut after = MatchView::clone(&table);
            for person in people {
                after.names.learn(person.id, &person.name);
            }
            let mut entries = Vec::new();
            while let Some((by, mut event)) = next.pop_front() {
                mark_bot(&after.names, &mut event);
                self.prepare_takeover(&mut after, &event);
                let entry = LogEntry { seq: after.m.seq + 1, at: at.0, by, event };
                take_in(&mut after.m, &entry)?;
                self.plies += u64::from(matches!(entry.event, MatchEvent::Played { seat: Some(_), .. }));
                entries.push(entry);
                if next.is_empty() {
                    next.extend(follow(&after.m).map(|event| (None, event)));
                    if next.is_empty() {
                        let answer = settle(&table.m, &mut after);
                        next.extend(answer.map(|(user, event)| (Some(user), event)));
                    }
                    if next.iter().any(|(_, event)| matches!(event, MatchEvent::Played { .. })) {
                        break;
                    }
                }
            }
            table = self.publish(&table, after, &entries);
        }
        Ok(table)
    }

    fn publish(&mut self, before: &Arc<MatchView>, after: MatchView, entries: &[LogEntry]) -> Arc<MatchView> {
        self.append.set_conditional_moves(before, &after);
        self.append.add(&after, entries, before.m.asks_anything());
        self.recount(before.m.kept_open_by(), after.m.kept_open_by());
        let after = Arc::new(after);
        self.update.push(MatchChange { before: Arc::clone(before), after: Arc::clone(&after) });
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

    fn may_say(&mut self, job: &RefereeJob, id: &MatchId, text: &str) -> RefereeAnswer {
        let table = self.table(job, id)?;
        let refused = |refusal| Err(RefereeError::Refused { refusal, table: Arc::clone(&table) });
        match text.trim() {
            _ if job.by.as_ref().is_none_or(|by| table.m.seat_of(by.id).is_none()) => {
                refused(MatchError::NotSeated)
            }
            "" => refused(MatchError::NothingSaid),
            text if text.chars().count() > ChatMessage::MAX_LENGTH => refused(MatchError::TooMuchSaid),
            _ if table.chat.len() >= ChatMessage::MAX => refused(MatchError::ChatFull),
            _ => Ok(table),
        }
    }
}

/// Records whether a user who joins is a bot.
fn mark_bot(names: &UserNames, event: &mut MatchEvent) {
    if let MatchEvent::Joined { user, bot, .. } = event {
        *bot = is_bot_name(names.of(*user));
    }
}

fn take_in(m: &mut Match, entry: &LogEntry) -> Result<(), RefereeError> {
    m.apply(entry).map_err(|error| {
        tracing::error!(%error, id = %m.id, "decided events do not apply to the match");
        RefereeError::Failed
    })
}
