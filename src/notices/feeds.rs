//! Feeds: activity as Atom, deadlines as a calendar.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::facts::NoticeFacts;
use super::keys::NoticeKeys;
use super::service::NoticeService;
use super::{emails, feed_documents};
use crate::lists::{ListedMatch, OwnMatches};
use crate::matches::{MatchId, MatchView, NoticeEvent};
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::store::StoreError;
use crate::texts::{Language, in_language};
use crate::urls;
use crate::users::UserId;
use crate::users::preferences::{FeedKind, UserSettings};

/// How far back the activity feed goes, and how many entries it has at most.
const BACK: i64 = 30 * DAY;
const MAX: usize = 40;
/// How many new matches of followed players it has at most.
const MAX_FOLLOWED: u32 = 20;
/// How many matches the calendar lists. It has no pages; more than any user plays at a time.
const MATCHES: u32 = 2_000;

/// The content of a feed before it is rendered: enough to answer conditional requests.
#[derive(Debug)]
pub struct LatestEntries {
    user: UserId,
    /// The entity tag.
    pub tag: String,
    /// When the content last changed.
    pub changed: Moment,
    /// The user's language.
    language: Language,
    of: FeedContent,
}

/// An event in a match of the user.
#[derive(Debug)]
struct FeedNews {
    facts: NoticeFacts,
    view: Arc<MatchView>,
    event: NoticeEvent,
}

#[derive(Debug)]
enum FeedContent {
    /// Of the user's matches, and new matches of players they follow.
    News(Vec<FeedNews>, Vec<ListedMatch>),
    Deadlines(Vec<ListedMatch>),
}

impl NoticeService {
    /// The URL of a user's feed with this number.
    pub fn feed_address(&self, user: UserId, feed: FeedKind, number: i64) -> String {
        let key = self.keys.feed_key(user, feed, number);
        match feed {
            FeedKind::News => format!("{}{}", self.site, urls::NewsFeed { key: &key }),
            FeedKind::Deadlines => format!("{}{}", self.site, urls::DeadlinesFeed { key: &key }),
        }
    }

    /// Gives a user's feed a new URL, and thereby revokes the previous one.
    pub async fn renew_feed(&self, user: UserId, feed: FeedKind) -> Result<(), StoreError> {
        self.store.set_feed(user, feed, rand::random(), self.clock.now()).await
    }

    /// The user whose feed has this key.
    pub async fn feed_of(&self, key: &str, feed: FeedKind) -> Result<Option<UserId>, StoreError> {
        let Some(user) = NoticeKeys::user_in_feed_key(key) else { return Ok(None) };
        let number = self.store.feed_numbers(user).await?.get(&feed).copied();
        Ok(number.filter(|number| self.keys.verify_feed_key(key, user, feed, *number)).map(|_| user))
    }

    /// The content of a user's feed.
    pub async fn latest_entries(&self, user: UserId, feed: FeedKind) -> Result<LatestEntries, StoreError> {
        let mine = self.store.matches_of(user, self.clock.now().after(-BACK), MATCHES).await?;
        let OwnMatches { my_turn, to_answer, waiting, open, invited, unseen, finished, .. } = mine;
        let others = [&to_answer, &waiting, &open, &invited, &unseen, &finished];
        let of_all = others.into_iter().flatten().chain(&my_turn);
        let changed = match of_all.map(|listed| listed.changed_at).max() {
            Some(changed) => changed,
            None => self.store.feed_created_at(user, feed).await?.unwrap_or(Moment(0)),
        };
        let of = match feed {
            FeedKind::News => {
                let since = self.clock.now().after(-BACK);
                let followed = self.store.new_matches_of_followed(user, since, MAX_FOLLOWED).await?;
                FeedContent::News(self.latest_events(user).await?, followed)
            }
            FeedKind::Deadlines => FeedContent::Deadlines(
                my_turn.into_iter().filter(|listed| listed.deadline.is_some()).collect(),
            ),
        };
        let changed = of.last_change().max(changed);
        let settings = self.store.user_settings(user).await?;
        let language = settings.look.language;
        let tag = of.tag(&format!("{} {}", self.site, self.settings.now().name), changed, &settings);
        Ok(LatestEntries { user, tag, changed, language, of })
    }

    /// The latest events, latest first.
    async fn latest_events(&self, user: UserId) -> Result<Vec<FeedNews>, StoreError> {
        let from = self.clock.now().after(-BACK);
        let ids = self.store.current_matches(user, from).await?;
        let mut news = Vec::new();
        for (facts, view) in self.facts_of_user(user, &ids).await? {
            let events = facts.news.events.clone().into_iter().filter(|event| event.at >= from);
            news.extend(events.map(|event| FeedNews {
                facts: facts.clone(),
                view: Arc::clone(&view),
                event,
            }));
        }
        news.sort_by_key(|news| (std::cmp::Reverse(news.event.at), news.facts.id.clone()));
        news.truncate(MAX);
        Ok(news)
    }

    /// Renders a feed. `own` is its URL.
    pub async fn write_feed(&self, latest: &LatestEntries, own: &str) -> Result<String, StoreError> {
        let written = self.written_feed(latest, own).await?;
        // Entries of a feed count as seen when a takeback is offered. If they cannot be recorded, neither can a
        // takeback.
        let (feed, matches) = latest.of.matches();
        if let Err(error) = self.store.note_feed(latest.user, feed, &matches, self.clock.now()).await {
            tracing::warn!(code = error.code(), %error, "failed to record what a feed has shown");
        }
        Ok(written)
    }

    async fn written_feed(&self, latest: &LatestEntries, own: &str) -> Result<String, StoreError> {
        let (site, name) = (self.site.to_string(), &self.settings.now().name);
        match &latest.of {
            FeedContent::Deadlines(listed) => {
                let calendar =
                    || feed_documents::calendar(name, &site, self.site.host(), latest.user, listed);
                Ok(in_language(latest.language, calendar))
            }
            FeedContent::News(news, followed) => {
                let kinds = news.iter().map(|news| news.event.kind);
                let vacation = self.vacation_left(latest.user, kinds).await?;
                let muted = self.store.user_settings(latest.user).await?.muted_players();
                Ok(in_language(latest.language, || {
                    let mut entries = self.entries(news, vacation, &muted);
                    entries
                        .extend(followed.iter().map(|listed| feed_documents::followed_entry(&site, listed)));
                    entries.sort_by_key(|entry| std::cmp::Reverse(entry.at));
                    feed_documents::atom(name, &site, own, latest.user, latest.changed, &entries)
                }))
            }
        }
    }

    fn entries(
        &self,
        news: &[FeedNews],
        vacation: Option<u32>,
        muted: &HashSet<UserId>,
    ) -> Vec<feed_documents::FeedEntry> {
        let entry = |FeedNews { facts, view, event }: &FeedNews| {
            // Written as if the user had seen nothing after this event.
            let before = event.number - 1;
            let mut facts = facts.clone();
            facts.news.seen = before;
            let piece = self.news_item(&[event.kind], before, Arc::clone(view), &facts, vacation, muted);
            let (title, html) = emails::feed_entry(&piece)?;
            let id = format!("{}#{}-{}", piece.link, event.kind.key(), event.number);
            Some(feed_documents::FeedEntry { id, link: piece.link, at: event.at, title, html })
        };
        news.iter().filter_map(entry).collect()
    }
}

impl FeedContent {
    fn last_change(&self) -> Moment {
        match self {
            FeedContent::News(news, followed) => {
                let followed = followed.iter().map(|listed| listed.opened_at);
                news.iter().map(|news| news.event.at).chain(followed).max()
            }
            FeedContent::Deadlines(_) => None,
        }
        .unwrap_or(Moment(0))
    }

    /// Which feed it is, and the matches of the user in it.
    fn matches(&self) -> (FeedKind, Vec<MatchId>) {
        match self {
            FeedContent::News(news, _) => {
                (FeedKind::News, news.iter().map(|news| news.facts.id.clone()).collect())
            }
            FeedContent::Deadlines(of) => {
                (FeedKind::Deadlines, of.iter().map(|listed| listed.id.clone()).collect())
            }
        }
    }

    /// A hash of the content.
    fn tag(&self, site: &str, changed: Moment, settings: &UserSettings) -> String {
        let mut print = Sha256::new();
        let mut add = |text: String| print.update(format!("{text}\n"));
        add(format!("{} {site} {} {}", env!("CARGO_PKG_VERSION"), changed.0, settings.look.language.key()));
        let listed = |listed: &ListedMatch| {
            let names: Vec<_> = listed.seats.iter().map(|seat| &*seat.name).collect();
            let deadline = listed.deadline.map(|at| at.0);
            format!("{} {} {deadline:?} {}", listed.id, listed.changed_at.0, names.join(","))
        };
        match self {
            FeedContent::News(news, followed) => {
                followed.iter().for_each(|listed| add(listed.id.to_string()));
                let muted: BTreeSet<_> = settings.muted_players().into_iter().collect();
                muted.iter().for_each(|user| add(user.0.to_string()));
                for FeedNews { facts, event, .. } in news {
                    add(format!("{} {} {}", facts.id, event.kind.key(), event.number));
                }
            }
            FeedContent::Deadlines(of) => of.iter().for_each(|it| add(listed(it))),
        }
        hex::encode(&print.finalize()[..12])
    }
}
