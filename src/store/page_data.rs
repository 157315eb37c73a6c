//! The personal part of a match page: preferences and notes. Every match page needs it, so it is cached.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lru::LruCache;
use parking_lot::Mutex;

use crate::matches::MatchId;
use crate::store::{Store, StoreError, email_settings};
use crate::users::UserId;
use crate::users::preferences::{MoveConfirmation, PlayPreferences, TimeZoneName, UserSettings};

/// The personal part of a match page.
#[derive(Clone, Debug)]
pub struct MatchPageData {
    pub zone: TimeZoneName,
    pub play_preferences: PlayPreferences,
    /// The user's note about the match; empty if there is none.
    pub note: String,
}

/// How long the cache is valid, as another process on the database may have changed the data.
const CACHE_TTL: Duration = Duration::from_secs(60);
const CACHE_CAPACITY: usize = 20_000;

type KnownPageData = LruCache<(UserId, MatchId), (MatchPageData, Instant)>;

/// The cache.
#[derive(Clone, Debug)]
pub(super) struct RememberedPageData(Arc<PageDataCache>);

#[derive(Debug)]
struct PageDataCache {
    known: Mutex<KnownPageData>,
    user_settings: Mutex<LruCache<UserId, (Arc<UserSettings>, Instant)>>,
    /// Counts changes, so that a read in progress does not cache an outdated result.
    changes: AtomicU64,
}

impl Default for RememberedPageData {
    fn default() -> Self {
        Self(Arc::new(PageDataCache {
            known: Mutex::new(LruCache::unbounded()),
            user_settings: Mutex::new(LruCache::unbounded()),
            changes: AtomicU64::new(0),
        }))
    }
}

impl RememberedPageData {
    fn get(&self, user: UserId, id: &MatchId) -> Option<MatchPageData> {
        let mut known = self.0.known.lock();
        let (own, read_at) = known.get(&(user, id.clone()))?;
        (read_at.elapsed() < CACHE_TTL).then(|| own.clone())
    }

    pub fn cached_user_settings(&self, user: UserId) -> Option<Arc<UserSettings>> {
        let mut user_settings = self.0.user_settings.lock();
        let (known, read_at) = user_settings.get(&user)?;
        (read_at.elapsed() < CACHE_TTL).then(|| Arc::clone(known))
    }

    /// Caches settings, as [`Self::insert`] does.
    pub fn set_user_settings(&self, user: UserId, user_settings: Arc<UserSettings>, changes: u64) {
        let mut known = self.0.user_settings.lock();
        if self.changes() != changes {
            return;
        }
        known.put(user, (user_settings, Instant::now()));
        while known.len() > CACHE_CAPACITY {
            known.pop_lru();
        }
    }

    pub fn changes(&self) -> u64 {
        self.0.changes.load(Ordering::SeqCst)
    }

    /// Caches what was read, unless there were changes since `changes`.
    fn insert(&self, user: UserId, id: MatchId, own: MatchPageData, changes: u64) {
        let mut known = self.0.known.lock();
        if self.changes() != changes {
            return;
        }
        known.put((user, id), (own, Instant::now()));
        while known.len() > CACHE_CAPACITY {
            known.pop_lru();
        }
    }

    /// Removes a user's data from the cache, after a change.
    pub fn invalidate(&self, user: UserId) {
        let (mut known, mut user_settings) = (self.0.known.lock(), self.0.user_settings.lock());
        self.0.changes.fetch_add(1, Ordering::SeqCst);
        user_settings.pop(&user);
        let theirs: Vec<_> = known.iter().map(|(key, _)| key).filter(|key| key.0 == user).cloned().collect();
        for key in theirs {
            known.pop(&key);
        }
    }
}

impl Store {
    /// A user's data for a match page.
    pub async fn match_page_data(&self, user: UserId, id: &MatchId) -> Result<MatchPageData, StoreError> {
        if let Some(own) = self.remembered.get(user, id) {
            return Ok(own);
        }
        let (text, changes) = (id.to_string(), self.remembered.changes());
        let (zone, goes_on, confirmation, note): (String, bool, String, Option<String>) = self
            .read(move |db| async move {
                sqlx::query_as(
                    "SELECT zone, auto_advance, move_confirmation, (SELECT text FROM notes WHERE user_id = $1 AND match_id = $2)
                     FROM users WHERE id = $1",
                )
                .bind(user.0)
                .bind(text)
                .fetch_one(&db)
                .await
            })
            .await?;
        let own = MatchPageData {
            zone: email_settings::zone_or_default(&zone),
            play_preferences: preferences_of(goes_on, &confirmation),
            note: note.unwrap_or_default(),
        };
        self.remembered.insert(user, id.clone(), own.clone(), changes);
        Ok(own)
    }

    pub async fn play_preferences(&self, user: UserId) -> Result<PlayPreferences, StoreError> {
        let (goes_on, confirmation): (bool, String) = self
            .read(move |db| async move {
                let of = sqlx::query_as("SELECT auto_advance, move_confirmation FROM users WHERE id = $1");
                of.bind(user.0).fetch_one(&db).await
            })
            .await?;
        Ok(preferences_of(goes_on, &confirmation))
    }

    pub async fn set_play_preferences(
        &self,
        user: UserId,
        preferences: PlayPreferences,
    ) -> Result<(), StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let sql = "UPDATE users SET auto_advance = $2, move_confirmation = $3 WHERE id = $1";
                let query = sqlx::query(sql).bind(user.0).bind(preferences.auto_advance);
                query.bind(preferences.confirmation.key()).execute(db).await?;
                Ok(())
            })
        })
        .await?;
        self.remembered.invalidate(user);
        Ok(())
    }

    /// Saves a user's note about a match, or deletes it if the text is empty.
    pub async fn save_note(&self, user: UserId, id: &MatchId, text: String) -> Result<(), StoreError> {
        let id = id.to_string();
        self.write(move |db| {
            Box::pin(async move {
                let sql = if text.is_empty() {
                    "DELETE FROM notes WHERE user_id = $1 AND match_id = $2 AND $3 = ''"
                } else {
                    "INSERT INTO notes (user_id, match_id, text) VALUES ($1, $2, $3)
                     ON CONFLICT (user_id, match_id) DO UPDATE SET text = excluded.text"
                };
                sqlx::query(sql).bind(user.0).bind(id).bind(text).execute(db).await?;
                Ok(())
            })
        })
        .await?;
        self.remembered.invalidate(user);
        Ok(())
    }
}

/// The play preferences from the columns of `users`.
fn preferences_of(goes_on: bool, confirmation: &str) -> PlayPreferences {
    PlayPreferences {
        auto_advance: goes_on,
        confirmation: MoveConfirmation::from_key(confirmation).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection, Executor, SqliteConnection};

    use crate::store::schema::MIGRATIONS;

    #[tokio::test]
    async fn the_migration_preserves_chosen_play_preferences_and_defaults_the_rest() {
        let mut db = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        MIGRATIONS.run_to(30, &mut db).await.unwrap();
        for (name, goes_on, confirms) in
            [("never chose", 0, 0), ("asks", 0, 1), ("both", 1, 1), ("goes on", 1, 0)]
        {
            let sql = "INSERT INTO users (name, name_key, password, created_at, goes_on, confirms)
                       VALUES ($1, $1, '', 0, $2, $3)";
            sqlx::query(sql).bind(name).bind(goes_on).bind(confirms).execute(&mut db).await.unwrap();
        }
        MIGRATIONS.run(&mut db).await.unwrap();
        let sql = "SELECT name, move_confirmation FROM users ORDER BY id";
        let settings: Vec<(String, String)> = sqlx::query_as(sql).fetch_all(&mut db).await.unwrap();
        let expected =
            [("never chose", "default"), ("asks", "always"), ("both", "always"), ("goes on", "never")];
        assert_eq!(settings, expected.map(|(name, setting)| (name.to_owned(), setting.to_owned())));
        let unknown = db.execute("UPDATE users SET move_confirmation = 'sometimes'").await;
        assert!(unknown.is_err(), "the column takes no other value");
    }
}
