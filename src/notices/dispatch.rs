//! Turns pending notices into pushes and into emails in the outbox.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::emails::{ClockSection, MatchActivity};
use super::facts::NoticeFacts;
use super::pending::{self, PendingNotice};
use super::schedule::GRACE;
use super::service::NoticeService;
use crate::matches::{ChatMessage, ClockEffect, MatchId, MatchView, NoticeKind, TakeoverReason};
use crate::now::Moment;
use crate::now::spans::{DAY, MINUTE};
use crate::outbox::OutboxConsumer;
use crate::store::{NoticeBatch, StoreError};
use crate::urls;
use crate::users::UserId;
use crate::users::preferences::NoticeChannel;

/// How often all matches are checked, in case that facts of the outbox were missed.
const ALL: i64 = 10 * MINUTE;
/// For how long after its end a match is checked with all others.
const ENDED: i64 = 7 * DAY;
/// How many matches are checked at once.
const BATCH: usize = 500;
/// How many users are checked at once when all are.
const USERS: u32 = 100;
/// How many matches are on the agenda at most (about 16 MiB). Beyond that, it is cleared and all matches are checked.
const MAX: usize = 200_000;

/// When which match has to be checked for pending notices.
#[derive(Debug, Default)]
pub(super) struct NoticeAgenda {
    matches: HashMap<MatchId, Moment>,
    all: Option<Moment>,
}

impl NoticeAgenda {
    /// Puts a match on the agenda, at this time at the latest.
    fn schedule(&mut self, id: MatchId, at: Moment) {
        let noted = self.matches.entry(id).or_insert(at);
        *noted = at.min(*noted);
        if self.matches.len() > MAX {
            self.matches.clear();
            self.all = None;
        }
    }

    /// Has all matches checked at once.
    fn forget(&mut self) {
        self.all = None;
    }

    fn all_is_due(&self, now: Moment) -> bool {
        self.all.is_none_or(|all| all <= now)
    }

    /// Whether nothing has to be checked now.
    fn is_empty(&self, now: Moment) -> bool {
        !self.all_is_due(now) && self.matches.values().all(|at| *at > now)
    }

    fn take_due(&mut self, now: Moment) -> Vec<MatchId> {
        self.matches.extract_if(|_, at| *at <= now).map(|(id, _)| id).collect()
    }
}

impl NoticeService {
    /// Queues all notices that are due.
    pub(super) async fn notify_due(&self, agenda: &mut NoticeAgenda, facts: &mut OutboxConsumer) {
        let now = self.clock.now();
        // Until then, deadlines may still be credited for downtime.
        if !self.store.availability().is_settled(now) {
            return;
        }
        let notified = match note_facts(agenda, facts).await {
            Ok(()) => self.notify_now(agenda, now).await,
            Err(error) => Err(error),
        };
        if let Err(error) = notified {
            tracing::warn!(code = error.code(), %error, "failed to dispatch notices");
            agenda.forget();
        }
    }

    async fn notify_now(&self, agenda: &mut NoticeAgenda, now: Moment) -> Result<(), StoreError> {
        if agenda.is_empty(now) {
            return Ok(());
        }
        if !self.store.has_recipients(self.post.is_some()).await? {
            // Without a recipient, facts are dropped: new subscribers are notified of what happens from then on.
            agenda.take_due(now);
            agenda.all = Some(now.after(ALL));
            return Ok(());
        }
        let due = agenda.take_due(now);
        if agenda.all_is_due(now) {
            self.notify_everybody(agenda, now).await?;
            agenda.all = Some(now.after(ALL));
        }
        // Also after all users: those who were taken out of a match have no seat in it.
        self.check_matches(&due, agenda, now).await
    }

    /// Queues the notices about these matches that are due.
    async fn check_matches(
        &self,
        matches: &[MatchId],
        agenda: &mut NoticeAgenda,
        now: Moment,
    ) -> Result<(), StoreError> {
        let mut facts = Vec::new();
        for ids in matches.chunks(BATCH) {
            facts.extend(self.facts_of(ids).await?);
        }
        self.queue_due(facts, agenda, now).await;
        Ok(())
    }

    /// Checks the matches of which users who want notices may have to be notified, a batch of users at a time, so that
    /// the first need not wait for the last.
    async fn notify_everybody(&self, agenda: &mut NoticeAgenda, now: Moment) -> Result<(), StoreError> {
        let mut last = UserId(0);
        loop {
            let users = self.store.notified_users(last, USERS).await?;
            let Some(to) = users.last() else { return Ok(()) };
            last = *to;
            let mut matches = BTreeSet::new();
            for user in users {
                matches.extend(self.store.matches_to_check(user, now.after(-ENDED), now).await?);
            }
            self.check_matches(&matches.into_iter().collect::<Vec<_>>(), agenda, now).await?;
        }
    }

    /// Queues the notices that are due, and puts later ones on the agenda. Those of a user for whom that fails are tried
    /// again later, so that nobody else waits for them.
    async fn queue_due(&self, mut facts: Vec<NoticeFacts>, agenda: &mut NoticeAgenda, now: Moment) {
        if self.post.is_none() {
            facts.iter_mut().for_each(|facts| facts.recipient.mail = None);
        }
        for ((user, channel), due) in sort_due(&facts, agenda, now) {
            let queued = self.queue(user, channel, &due, now).await;
            if let Err(error) = queued {
                tracing::warn!(code = error.code(), %error, user = user.0, "failed to queue notices; will retry");
                due.into_iter().for_each(|due| agenda.schedule(due.id, now.after(MINUTE)));
            }
        }
    }

    /// Queues one email, or a push for each match. Their texts are written when they are sent.
    async fn queue(
        &self,
        user: UserId,
        channel: NoticeChannel,
        due: &[PendingNotice],
        now: Moment,
    ) -> Result<(), StoreError> {
        for due in due.chunk_by(|one, other| channel == NoticeChannel::Mail || one.id == other.id) {
            let tells =
                due.iter().map(|due| (due.id.clone(), due.kind.key().to_owned(), due.number)).collect();
            if self.store.queue_notices(NoticeBatch { user, channel, tells, at: now }).await? {
                match channel {
                    NoticeChannel::Push => self.pushing.wake(),
                    NoticeChannel::Mail => self.mailing.wake(),
                }
            }
        }
        Ok(())
    }

    /// A user's remaining vacation in hours, if one of these kinds mentions it.
    pub(super) async fn vacation_left(
        &self,
        user: UserId,
        mut kinds: impl Iterator<Item = NoticeKind>,
    ) -> Result<Option<u32>, StoreError> {
        if !kinds.any(|kind| kind == NoticeKind::VacationUsed) {
            return Ok(None);
        }
        let left = self.store.vacation_left(&[user], self.clock.now()).await?;
        Ok(left.get(&user).copied())
    }

    /// The content of these kinds of notices for the user of `facts`, with the chat messages after `heard` except those
    /// of `muted` users. `vacation` is the remaining vacation in hours, if one of them mentions it.
    pub(super) fn news_item(
        &self,
        kinds: &[NoticeKind],
        heard: i64,
        view: Arc<MatchView>,
        facts: &NoticeFacts,
        vacation: Option<u32>,
        muted: &HashSet<UserId>,
    ) -> MatchActivity {
        let user = facts.recipient.user;
        let is = |kind| kinds.contains(&kind);
        let link = format!("{}{}", self.site, urls::Match { id: view.m.id.as_str() });
        let lines = view
            .messages_of_players()
            .filter(|line| is(NoticeKind::ChatMessage) && line.id > heard && line.by != user);
        let lines = lines.filter(|line| !line.text.is_empty() && !muted.contains(&line.by));
        let answers = view.m.answers.iter();
        let answers =
            answers.filter(|it| is(NoticeKind::InvitationAnswered) && i64::from(it.seq) > facts.news.seen);
        let acts = view.m.user_to_act() == Some(user);
        let clock = clock_section(&view, kinds, facts, vacation.filter(|_| acts));
        let asks = view.m.seat_of(user).and_then(|seat| view.m.offer_to_answer(seat));
        MatchActivity {
            invited: is(NoticeKind::Invited) && view.m.invited_seat(user).is_some(),
            answered: answers.map(|it| (view.names.of(it.user).to_owned(), it.came)).collect(),
            vacated: is(NoticeKind::Vacated),
            started: is(NoticeKind::Started),
            turn: is(NoticeKind::Turn) && acts,
            asks: asks.filter(|_| is(NoticeKind::OfferReceived)),
            short: (is(NoticeKind::LowTime) || is(NoticeKind::LastDay)) && acts,
            closes: view.m.closes_at().filter(|_| is(NoticeKind::ExpiryAnnounced)),
            clock,
            ended: is(NoticeKind::Ended),
            chat: lines
                .map(|line| (view.names.of(line.by).to_owned(), ChatMessage::clean(&line.text)))
                .collect(),
            zone: facts.recipient.zone.clone(),
            user,
            view,
            link,
        }
    }
}

/// Puts every match on the agenda in which something has happened.
async fn note_facts(agenda: &mut NoticeAgenda, consumer: &mut OutboxConsumer) -> Result<(), StoreError> {
    loop {
        let facts = consumer.next().await?;
        if facts.is_empty() {
            return Ok(());
        }
        for fact in &facts {
            // If it is checked too early, it is put on the agenda again.
            agenda.schedule(fact.match_id.clone(), fact.at.after(GRACE));
        }
        consumer.mark_handled(&facts);
    }
}

/// The part about the clock. `vacation` is the remaining vacation in hours, if it is mentioned.
fn clock_section(
    view: &MatchView,
    kinds: &[NoticeKind],
    facts: &NoticeFacts,
    vacation: Option<u32>,
) -> ClockSection {
    let is = |kind| kinds.contains(&kind);
    let timed_out = view.m.clock_events.iter().filter(|event| {
        is(NoticeKind::TimedOut)
            && event.effect == ClockEffect::TimedOut
            && i64::from(event.seq) > facts.news.seen
    });
    // A former player gets no notice about the seats of others.
    let plays = view.m.seat_of(facts.recipient.user).is_some();
    let taken_over = view.m.takeovers.iter().filter(|takeover| {
        let is_by_bot = takeover.reason != TakeoverReason::Substituted;
        let concerns = plays && is_by_bot || takeover.player == facts.recipient.user;
        is(NoticeKind::TimedOut) && concerns && i64::from(takeover.seq) > facts.news.seen
    });
    let ends = |hours| view.m.clocks.as_ref()?.deadline_with_vacation(hours);
    ClockSection {
        skipped: is(NoticeKind::TurnSkipped),
        timed_out: timed_out.map(|event| event.seat).collect(),
        taken_over: taken_over.copied().collect(),
        vacation_ends: vacation.filter(|_| is(NoticeKind::VacationUsed)).and_then(ends),
        orders_cancelled: is(NoticeKind::ConditionalMovesCancelled),
    }
}

/// What is due now, by user, channel and match. What is due later goes on the agenda.
fn sort_due(
    facts: &[NoticeFacts],
    agenda: &mut NoticeAgenda,
    now: Moment,
) -> BTreeMap<(UserId, NoticeChannel), Vec<PendingNotice>> {
    let mut due_now: BTreeMap<_, Vec<PendingNotice>> = BTreeMap::new();
    for facts in facts {
        for due in pending::pending_notices(facts) {
            if due.at <= now {
                due_now.entry((facts.recipient.user, due.channel)).or_default().push(due);
            } else {
                agenda.schedule(due.id, due.at);
            }
        }
    }
    due_now
}
