//! Batches of queued commands, which are decided together.

use std::collections::HashMap;
use std::sync::Arc;

use super::admission::AdmissionChecks;
use super::bot_matches::{BotMatches, starts_bot_match};
use super::job::{RefereeAnswer, RefereeJob, RefereeTask};
use super::match_cache::MatchCache;
use super::match_setup::{opening_of, rematch_of, started_opening};
use super::read_marks::ReadMarks;
use super::roles::roles_of;
use super::standing_hosts::StandingHosts;
use super::time_zones::TimeZones;
use super::vacation::VacationHours;
use super::{MatchSetup, MatchStart, RefereeError};
use crate::hub::{Hub, MatchChange};
use crate::lists::BotDirectory;
use crate::matches::{
    ByMatch, ChainStep, ChatMessage, EndReason, LogEntry, MAX_OPEN_MATCHES, Match, MatchCommand, MatchError,
    MatchEvent, MatchId, MatchOpening, MatchStatus, MatchView, ServerDowntime, chain, decide, expired,
    seat_players, timeout_events,
};
use crate::now::Moment;
use crate::store::{PendingWrite, Store, StoreError};
use crate::users::{Role, UserId, UserNames, UserSummary};

/// The state of a batch: its matches as changed so far, and what is to be written.
#[derive(Default)]
pub(super) struct CommandBatch {
    pub views: ByMatch<Arc<MatchView>>,
    pub write: PendingWrite,
    pub update: Vec<MatchChange>,
    /// The number of plies in it that belong to seats.
    pub plies: u64,
    /// The numbers of open matches of the users who want to create another.
    open: HashMap<UserId, u32>,
    bot_matches: BotMatches,
    pub(super) standing: StandingHosts,
    vacation: VacationHours,
    pub(super) zones: TimeZones,
    /// The bots that can take over seats.
    pub(super) bots: BotDirectory,
    read_marks: ReadMarks,
    admission: AdmissionChecks,
    /// The roles of the staff who adjudicate in the batch.
    pub(super) roles: HashMap<UserId, Role>,
    /// Matches whose logs cannot be read: they exist, but nothing can be done in them.
    unreadable: HashMap<MatchId, String>,
}

/// The maximum number of deadlines applied in a row. A match may have passed more than one before it is loaded.
const MOST_OVERDUE: usize = 64;

impl CommandBatch {
    /// Loads everything that these jobs need.
    ///
    /// # Errors
    /// The database failed. Nothing is decided then, as rows that cannot be read must not be taken for missing.
    pub async fn load(
        jobs: &[RefereeJob],
        pending: &[ServerDowntime],
        store: &Store,
        views: &MatchCache,
        hub: &Hub,
    ) -> Result<Self, StoreError> {
        let mut batch = Self::default();
        let mut missing = Vec::new();
        for task in jobs.iter().map(|job| &job.task) {
            match views.get(task.id()) {
                Some(view) => drop(batch.views.insert(task.id().clone(), view)),
                None => missing.push(task.id().clone()),
            }
        }
        if !missing.is_empty() {
            batch.read(missing, store).await?;
        }
        // A rematch that was offered is loaded too.
        let offered = |view: &Arc<MatchView>| view.m.rematch.clone();
        let rematches: Vec<_> = jobs
            .iter()
            .filter(|job| matches!(job.task, RefereeTask::Rematch(..)))
            .filter_map(|job| batch.views.get(job.task.id()).and_then(offered))
            .collect();
        if !rematches.is_empty() {
            batch.read(rematches, store).await?;
        }
        batch.credit(pending);
        batch.count_open(jobs, store).await?;
        batch.bot_matches = BotMatches::load(jobs, store).await?;
        batch.standing = StandingHosts::load(jobs, &batch.views, store).await?;
        batch.vacation = VacationHours::load(jobs, batch.views.values(), store).await?;
        batch.zones = TimeZones::load(jobs, &batch.views, store).await?;
        batch.admission = AdmissionChecks::load(jobs, &batch.views, store).await?;
        batch.read_marks = ReadMarks::load(jobs, &batch.views, store, hub).await;
        batch.roles = roles_of(jobs, store).await?;
        Ok(batch)
    }

    async fn count_open(&mut self, jobs: &[RefereeJob], store: &Store) -> Result<(), StoreError> {
        let opens = |job: &&RefereeJob| matches!(job.task, RefereeTask::Open(..) | RefereeTask::Rematch(..));
        let people: Vec<_> = jobs.iter().filter(opens).filter_map(|job| job.user().ok()).collect();
        if !people.is_empty() {
            self.open = store.count_open_matches_of(&people).await?;
        }
        Ok(())
    }

    async fn read(&mut self, ids: Vec<MatchId>, store: &Store) -> Result<(), StoreError> {
        let read = store.load_readable_matches(&ids).await?;
        self.unreadable.extend(read.unreadable);
        self.views.extend(read.readable);
        Ok(())
    }

    pub fn decide(&mut self, job: &RefereeJob) -> RefereeAnswer {
        match &job.task {
            RefereeTask::Open(id, setup) => self.open(job, id, setup),
            RefereeTask::StartMatch(id, start) => self.start_match(job, id, start),
            RefereeTask::Command(id, command) => self.command(job, id, command),
            RefereeTask::Rematch(id, new) => self.rematch(job, id, new),
            RefereeTask::SendChat(id, text) => self.check_chat(job, id, text),
            RefereeTask::RemoveMessage(id, _) => {
                self.views.get(id).cloned().ok_or_else(|| self.missing_match_error(id))
            }
            RefereeTask::SetConditionalMoves(id, edit) => self.edit_conditional_moves(job, id, edit),
            RefereeTask::Adjudicate(id, role, ruling, why) => self.adjudicate(job, id, *role, (ruling, why)),
            RefereeTask::FollowZone(id) => self.follow_zone(job, id),
            RefereeTask::Vacate(id) => self.vacate(job, id),
            RefereeTask::Sweep(id) => self.sweep(job, id),
        }
    }

    /// The match, if the user may see it.
    pub(super) fn view(&self, job: &RefereeJob, id: &MatchId) -> RefereeAnswer {
        let view = self.views.get(id).ok_or_else(|| self.missing_match_error(id))?;
        if view.m.may_be_seen_by(job.by.as_ref().map(|by| by.id)) {
            Ok(Arc::clone(view))
        } else {
            Err(RefereeError::NoSuchMatch)
        }
    }

    pub(super) fn missing_match_error(&self, id: &MatchId) -> RefereeError {
        let why = self.unreadable.get(id);
        why.map_or(RefereeError::NoSuchMatch, |why| RefereeError::Unreadable(why.as_str().into()))
    }

    fn command(&mut self, job: &RefereeJob, id: &MatchId, command: &MatchCommand) -> RefereeAnswer {
        let view = self.view(job, id)?;
        let mut view = self.catch_up(job, view)?;
        if let MatchCommand::Invite(user) | MatchCommand::SeatBot(user) = command {
            Arc::make_mut(&mut view).names.learn(user.id, &user.name);
        }
        let by = job.user()?;
        let allowed = self.admission.check(&view.m, by, command);
        let allowed = allowed.and_then(|()| self.decide_or_hand_over(&view.m, by, command));
        // A match that has a bot already is counted.
        let first_bot = starts_bot_match(&job.task) && !view.m.has_bots() && allowed.is_ok();
        let counted = if first_bot { self.bot_matches.count_match(job.person()?)? } else { Ok(()) };
        match counted.and(allowed) {
            Ok(mut events) => {
                self.zones.write_into(&mut events);
                self.read_marks.grant_unseen_takeback(&view.m, &mut events);
                self.apply_events(job.at, job.by.as_ref(), &view, events)
            }
            Err(refusal) => Err(RefereeError::Refused { refusal, view }),
        }
    }

    /// Whether a user may create another open match.
    fn may_open(&self, user: UserId) -> Result<bool, RefereeError> {
        self.open.get(&user).map(|open| *open < MAX_OPEN_MATCHES).ok_or(RefereeError::Failed)
    }

    /// The match after all deadlines that have passed.
    pub(super) fn catch_up(&mut self, job: &RefereeJob, view: Arc<MatchView>) -> RefereeAnswer {
        let mut view = view;
        for _ in 0..MOST_OVERDUE {
            let vacation = self.vacation.hours_left(view.m.user_to_act());
            let events = timeout_events(&view.m, job.at, vacation, self.takeover_bot(&view.m));
            if events.is_empty() {
                break;
            }
            self.vacation.use_hours(&view.m, &events, &mut self.write);
            view = self.apply_events(job.at, None, &view, events)?;
        }
        if view.m.status == MatchStatus::Open { self.expire(job, view) } else { Ok(view) }
    }

    /// The match, aborted if it has expired because nobody joined or played on.
    fn expire(&mut self, job: &RefereeJob, view: Arc<MatchView>) -> RefereeAnswer {
        let events = expired(&view.m, job.at);
        if events.is_empty() { Ok(view) } else { self.apply_events(job.at, None, &view, events) }
    }

    /// Applies what is due in a match. A match with nothing due is saved with its real deadline.
    fn sweep(&mut self, job: &RefereeJob, id: &MatchId) -> RefereeAnswer {
        let before = Arc::clone(self.views.get(id).ok_or_else(|| self.missing_match_error(id))?);
        let after = self.catch_up(job, Arc::clone(&before))?;
        let after = self.expire(job, after)?;
        if after.m.seq == before.m.seq {
            self.write.add(&after, &[], false);
        }
        Ok(after)
    }

    fn open(&mut self, job: &RefereeJob, id: &MatchId, setup: &MatchSetup) -> RefereeAnswer {
        if !self.may_open(job.user()?)? {
            return Err(RefereeError::NotOpened(MatchError::TooManyOpenMatches));
        }
        if let Err(refusal) = self.admission.check_opening(job.user()?, setup) {
            return Err(RefereeError::NotOpened(refusal));
        }
        if starts_bot_match(&job.task)
            && let Err(refusal) = self.bot_matches.count_match(job.person()?)?
        {
            return Err(RefereeError::NotOpened(refusal));
        }
        let opening = opening_of(job.user()?, setup);
        let names = setup.invited.iter().map(|person| (person.id, Arc::clone(&person.name)));
        let players: Vec<_> = std::iter::once(job.person()?).chain(&setup.bots).cloned().collect();
        self.create((job.at, job.user()?), id, opening, UserNames::new(names.collect()), &players)
    }

    fn start_match(&mut self, job: &RefereeJob, id: &MatchId, start: &MatchStart) -> RefereeAnswer {
        let (by, players) = (job.person()?, &start.players);
        let opening = self.admission.check_players(players).and_then(|()| started_opening(by.id, start));
        let opening = opening.map_err(RefereeError::NotOpened)?;
        if starts_bot_match(&job.task) && players.iter().any(|player| Some(player.id) == job.user().ok()) {
            self.bot_matches.count_match(job.person()?)?.map_err(RefereeError::NotOpened)?;
        }
        let names = UserNames::new(vec![(by.id, Arc::clone(&by.name))]);
        self.create((job.at, by.id), id, opening, names, players)
    }

    /// Creates a match of `by` and seats these users. It starts if all seats are taken.
    pub(super) fn create(
        &mut self,
        (at, by): (Moment, UserId),
        id: &MatchId,
        opening: MatchOpening,
        names: UserNames,
        players: &[UserSummary],
    ) -> RefereeAnswer {
        let m = Match::open(id.clone(), &opening, by, at).map_err(|error| {
            tracing::error!(%error, "rejected a match with an impossible setup");
            RefereeError::Failed
        })?;
        let mut seated = seat_players(&m, players).map_err(RefereeError::NotOpened)?;
        self.zones.write_into(seated.iter_mut().map(|(_, event)| event));
        let first = LogEntry { seq: 1, at: at.0, actor: Some(by), event: MatchEvent::Opened(opening) };
        let view = Arc::new(MatchView { m, names, chat: Arc::default(), conditional_moves: Arc::default() });
        self.write.add(&view, &[first], false);
        let seated = seated.into_iter().map(|(user, event)| (Some(user), event)).collect();
        self.apply_events_of(at, players, &view, seated)
    }

    fn rematch(&mut self, job: &RefereeJob, id: &MatchId, new: &MatchId) -> RefereeAnswer {
        let view = self.view(job, id)?;
        let offered = view.m.rematch.as_ref().filter(|offered| !self.is_abandoned(offered));
        if view.m.seat_of(job.user()?).is_some()
            && let Some(offered) = offered
        {
            return self.command(job, offered, &MatchCommand::Join);
        }
        let offer = MatchCommand::OfferRematch(new.clone());
        let by = job.user()?;
        let allowed = self.admission.check(&view.m, by, &offer);
        if let Err(refusal) = allowed.and_then(|()| decide(&view.m, by, &offer).map(drop)) {
            return Err(RefereeError::Refused { refusal, view });
        }
        if !self.may_open(job.user()?)? {
            return Err(RefereeError::Refused { refusal: MatchError::TooManyOpenMatches, view });
        }
        if view.m.has_bots()
            && let Err(refusal) = self.bot_matches.count_match(job.person()?)?
        {
            return Err(RefereeError::Refused { refusal, view });
        }
        self.apply_events(
            job.at,
            job.by.as_ref(),
            &view,
            vec![MatchEvent::RematchOffered { match_id: new.clone() }],
        )?;
        let players = std::slice::from_ref(job.person()?);
        self.create((job.at, by), new, rematch_of(&view), view.names.clone(), players)
    }

    /// Whether a match was aborted before it counted.
    fn is_abandoned(&self, id: &MatchId) -> bool {
        let ending = self.views.get(id).and_then(|view| view.m.ending());
        ending.is_some_and(|ending| ending.how == EndReason::Aborted)
    }

    /// Applies decided events and those that follow automatically: see [`chain`]. They are written with the batch.
    pub(super) fn apply_events(
        &mut self,
        at: Moment,
        by: Option<&UserSummary>,
        before: &Arc<MatchView>,
        events: Vec<MatchEvent>,
    ) -> RefereeAnswer {
        let author = by.map(|by| by.id);
        let events = events.into_iter().map(|event| (author, event)).collect();
        self.apply_events_of(at, by.map(std::slice::from_ref).unwrap_or_default(), before, events)
    }

    /// [`Self::apply_events`] for events of different authors, whose names are added to the match.
    fn apply_events_of(
        &mut self,
        at: Moment,
        people: &[UserSummary],
        before: &Arc<MatchView>,
        events: Vec<(Option<UserId>, MatchEvent)>,
    ) -> RefereeAnswer {
        let bots = events.iter().filter_map(|(_, event)| self.bot_of_takeover(event));
        let people: Vec<_> = people.iter().cloned().chain(bots).collect();
        let steps = chain(before, at, &people, events).map_err(|error| {
            tracing::error!(%error, id = %before.m.id, "decided events do not apply to the match");
            RefereeError::Failed
        })?;
        let mut view = Arc::clone(before);
        for ChainStep { after, entries } in steps {
            let is_ply = |entry: &&LogEntry| matches!(entry.event, MatchEvent::Played { seat: Some(_), .. });
            self.plies += entries.iter().filter(is_ply).count() as u64;
            view = self.publish(&view, after, &entries);
        }
        if before.m.status == MatchStatus::Open && view.m.status == MatchStatus::Playing {
            self.renew(at, before);
        }
        Ok(view)
    }

    fn publish(&mut self, before: &Arc<MatchView>, after: MatchView, entries: &[LogEntry]) -> Arc<MatchView> {
        self.write.set_conditional_moves(before, &after);
        self.write.add(&after, entries, before.m.asks_anything());
        self.update_turn_counts(before.m.open_match_of(), after.m.open_match_of());
        let after = Arc::new(after);
        self.update.push(MatchChange { before: Arc::clone(before), after: Arc::clone(&after) });
        self.views.insert(after.m.id.clone(), Arc::clone(&after));
        after
    }

    fn update_turn_counts(&mut self, before: Option<UserId>, after: Option<UserId>) {
        if let Some(open) = before.filter(|_| before != after).and_then(|user| self.open.get_mut(&user)) {
            *open = open.saturating_sub(1);
        }
        if let Some(open) = after.filter(|_| before != after).and_then(|user| self.open.get_mut(&user)) {
            *open += 1;
        }
    }

    fn check_chat(&mut self, job: &RefereeJob, id: &MatchId, text: &str) -> RefereeAnswer {
        let view = self.view(job, id)?;
        let refused = |refusal| Err(RefereeError::Refused { refusal, view: Arc::clone(&view) });
        let by = job.person()?;
        let watches = view.m.seat_of(by.id).is_none();
        match text.trim() {
            _ if watches && (by.is_guest() || !view.m.has_watcher_chat()) => refused(MatchError::NotSeated),
            _ if watches && !view.m.watcher_chat => refused(MatchError::WatcherChatOff),
            "" => refused(MatchError::EmptyMessage),
            text if text.chars().count() > ChatMessage::MAX_LENGTH => refused(MatchError::MessageTooLong),
            _ if view.chat.iter().filter(|other| other.by_watcher == watches).count() >= ChatMessage::MAX => {
                refused(MatchError::ChatFull)
            }
            _ => Ok(view),
        }
    }
}
