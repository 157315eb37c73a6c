//! Accounts of bots.

use crate::bots::BotLevel;
use crate::games::Game;
use crate::lists::{BotAccount, BotDirectory, BotKey, DEVICE_PLAYERS};
use crate::now::Moment;
use crate::store::row_lists::execute_with_rows;
use crate::store::rows::person;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::device_player;

type BotRow = (i64, String, String, Int<u8>, Int<u8>);

const ALL: &str =
    "SELECT u.id, u.name, b.game, b.level, b.number FROM bots b JOIN users u ON u.id = b.user_id";
const PLAYERS: &str =
    "SELECT id, name FROM users WHERE name_key IN (SELECT lower(value) FROM json_each($1)) ORDER BY name";
/// With an empty password hash, which no password has.
const CREATE_USERS: &str = "INSERT INTO users (name, name_key, password, kind, created_at)
    SELECT value, lower(value), '', 'bot', $2 FROM json_each($1) WHERE TRUE ON CONFLICT (name_key) DO NOTHING";

impl Store {
    /// Creates the accounts of bots and players who share a device that are missing, and returns all of them. To be called when the site starts.
    ///
    /// # Errors
    /// The database failed.
    pub async fn create_bots(&self, at: Moment) -> Result<BotDirectory, StoreError> {
        let known = self.bots().await?;
        let missing: Vec<_> = BotKey::all().filter(|key| !known.has(*key)).collect();
        if missing.is_empty() && known.has_device_players() {
            return Ok(known);
        }
        let names = missing.iter().map(|key| key.name()).chain(DEVICE_PLAYERS.map(device_player));
        let names = sql::list(names);
        self.write(transaction!(|db| {
            sql::query(CREATE_USERS).bind(names).bind(at.0).execute(&mut *db).await?;
            let new = "WITH new (name, game, level, number) AS (";
            let bots =
                ") INSERT INTO bots (user_id, game, level, number) SELECT u.id, n.game, n.level, n.number
                FROM new n JOIN users u ON u.name_key = lower(n.name)";
            execute_with_rows(db, new, &missing, bots, |row, key| {
                row.push_bind(key.name());
                row.push_bind(key.game.key());
                row.push_bind(key.level.number());
                row.push_bind(key.number);
            })
            .await?;
            Ok(())
        }))
        .await?;
        self.bots().await
    }

    /// All accounts of bots and players who share a device.
    pub async fn bots(&self) -> Result<BotDirectory, StoreError> {
        let rows: Vec<BotRow> =
            self.read(|db| async move { sql::query_as(ALL).fetch_all(&db).await }).await?;
        let names = sql::list(DEVICE_PLAYERS.map(device_player));
        let players: Vec<(i64, String)> =
            self.read(|db| async move { sql::query_as(PLAYERS).bind(names).fetch_all(&db).await }).await?;
        let bots = BotDirectory::new(rows.into_iter().map(account).collect::<Result<Vec<_>, _>>()?);
        Ok(bots.with_device_players(players.into_iter().map(person).collect()))
    }
}

fn account((id, name, game, Int(level), Int(number)): BotRow) -> Result<BotAccount, StoreError> {
    let read = Game::from_key(&game).zip(BotLevel::from_number(level));
    let (game, level) =
        read.ok_or_else(|| StoreError::Corrupt(format!("bot {id} plays {game} at level {level}")))?;
    Ok(BotAccount { user: person((id, name)), game, level, number })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tokio::runtime::Handle;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_start_finds_the_bots_created_by_the_first() {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
        let store = Store::open(&url, Handle::current()).await.unwrap();
        store.add_person_for_test("Ada").await;
        let created = store.create_bots(Moment(5)).await.unwrap();
        let again = store.create_bots(Moment(6)).await.unwrap();
        for key in BotKey::all() {
            let bot = created.find(key.game, key.level, key.number).unwrap();
            assert_eq!(*bot.user.name, *key.name());
            assert_eq!(again.get(bot.user.id), Some(bot));
        }
        let missing = created.find(Game::ALL[0], BotLevel::Expert, 1).unwrap().user.id;
        store
            .execute_for_test(
                "DELETE FROM bots WHERE level = 5; DELETE FROM users WHERE name LIKE '%Expert%'",
            )
            .await;
        let repaired = store.create_bots(Moment(7)).await.unwrap();
        assert!(BotKey::all().all(|key| repaired.has(key)));
        assert_eq!(repaired.get(missing).map(|bot| bot.level), None);
    }
}
