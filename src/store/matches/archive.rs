//! Searching finished matches. The statements are put together from the filters that are set, so that each is answered by the
//! index for its order.

use std::cmp::Reverse;

use super::lists::listed;
use super::rows::{ListedRow, fetch_listed, page};
use super::summary::options_text;
use crate::lists::{ArchiveFilter, ArchiveOrder, ArchivePlayers, ArchiveResult, ListPage, PageCursor};
use crate::now::spans::DAY;
use crate::store::sql::{self, SqlBuilder};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// How many matches are searched at once. The next page continues the search.
const SEARCHED: u32 = 10_000;
/// Of a player: for each, its rows are read. The longest and highest rated are searched among so many of the latest.
const SEARCHED_OF_PLAYER: u32 = 1000;

/// The rows are picked first, so that columns are collected only for those that are shown.
const PICKED: &str = listed!("picked.sort_key", "FROM (SELECT m.id, ");
const ALL: &str = "matches m WHERE m.first_places IS NOT NULL AND m.visibility = 'public'";
const LISTED: &str =
    ") picked CROSS JOIN matches m WHERE m.id = picked.id ORDER BY picked.sort_key DESC, m.id";

const FEWER_MATCHES: &str = "SELECT u.id FROM users u WHERE u.id IN ($1, $2)
    ORDER BY (SELECT coalesce(sum(t.played), 0) FROM tallies t WHERE t.user_id = u.id), u.id LIMIT 1";

type Statement = SqlBuilder;
/// Key and id of the last match of a search, if it does not reach the last of all.
type SearchEnd = Option<(i64, String)>;

/// A search: what is sought, and by the rows of which user.
#[derive(Clone, Debug)]
struct ArchiveSearch {
    filter: ArchiveFilter,
    players: ArchivePlayers,
    /// The user whose matches are searched; all matches without one.
    searched: Option<UserId>,
    /// Whether only the private matches of that user are sought.
    only_private: bool,
    /// The match before the first.
    after: (i64, String),
}

impl ArchiveSearch {
    /// The columns by which the matches are ordered.
    fn order(&self) -> [&'static str; 2] {
        match (self.filter.order, self.searched) {
            (ArchiveOrder::Newest, Some(_)) => ["mine.ended_at", "mine.match_id"],
            (ArchiveOrder::Newest, None) => ["m.ended_at", "m.id"],
            (ArchiveOrder::Longest, _) => ["m.ply_count", "m.id"],
            (ArchiveOrder::HighestRated, _) => ["m.average_rating", "m.id"],
        }
    }

    /// The matches to search through, as the beginning of a condition.
    fn push_source(&self, sql: &mut Statement) {
        match (self.searched, self.filter.order) {
            (None, _) => {
                sql.push(ALL);
                self.push_game(sql);
            }
            (Some(user), ArchiveOrder::Newest) => {
                sql.push(
                    "match_seats mine CROSS JOIN matches m WHERE m.id = mine.match_id AND mine.user_id = ",
                );
                sql.push_bind(user.0);
            }
            (Some(user), _) => {
                sql.push("(SELECT match_id FROM match_seats WHERE user_id = ").push_bind(user.0);
                sql.push(" AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ")
                    .push_bind(SEARCHED_OF_PLAYER);
                sql.push(") mine CROSS JOIN matches m WHERE m.id = mine.match_id");
            }
        }
    }

    fn push_game(&self, sql: &mut Statement) {
        if let Some(game) = self.filter.game {
            sql.push(" AND m.game = ").push_bind(game.key());
        }
    }

    /// The condition that a match comes after the cursor, and in or before the last match of the search.
    fn push_range(&self, sql: &mut Statement, end: SearchEnd) {
        let [key, id] = self.order();
        let (at, after) = self.after.clone();
        sql.push(format!(" AND {key} <= ")).push_bind(at);
        sql.push(format!(" AND ({key} < ")).push_bind(at);
        sql.push(format!(" OR {id} > ")).push_bind(after).push(")");
        if let Some((end, last)) = end {
            sql.push(format!(" AND {key} >= ")).push_bind(end);
            sql.push(format!(" AND ({key} > ")).push_bind(end);
            sql.push(format!(" OR {id} <= ")).push_bind(last).push(")");
        }
    }

    fn push_order(&self, sql: &mut Statement) {
        let [key, id] = self.order();
        sql.push(format!(" ORDER BY {key} DESC, {id} LIMIT "));
    }

    /// Finds the last match of the search; `None` if all of it is one page.
    fn end(&self) -> Option<Statement> {
        let [key, id] = self.order();
        let mut sql = SqlBuilder::new(format!("SELECT {key}, {id} FROM "));
        let searched = match (self.searched, self.filter.order) {
            (None, _) => {
                self.push_source(&mut sql);
                SEARCHED
            }
            (Some(user), ArchiveOrder::Newest) => {
                sql.push("match_seats mine WHERE mine.user_id = ").push_bind(user.0);
                SEARCHED_OF_PLAYER
            }
            (Some(_), _) => return None,
        };
        self.push_range(&mut sql, None);
        self.push_order(&mut sql);
        sql.push("1 OFFSET ").push_bind(searched - 1);
        Some(sql)
    }

    /// Finds matches up to the end of the search.
    fn matches(&self, end: SearchEnd, limit: u32) -> Statement {
        let mut sql = SqlBuilder::new(PICKED);
        sql.push(format!("{} AS sort_key FROM ", self.order()[0]));
        self.push_source(&mut sql);
        self.push_range(&mut sql, end);
        self.push_filters(&mut sql);
        match self.players.player {
            _ if self.only_private => {
                sql.push(" AND m.first_places IS NOT NULL AND m.visibility <> 'public'");
                self.push_game(&mut sql);
            }
            Some(player) => self.push_players(&mut sql, player),
            None => {}
        }
        self.push_order(&mut sql);
        sql.push_bind(limit).push(LISTED);
        sql
    }

    /// The conditions on the columns after the id in an index. What is added to them keeps the planner from another index than
    /// that of the order.
    fn push_filters(&self, sql: &mut Statement) {
        let ArchiveFilter { game, preset, result, ending, moves: [least, most], rating, .. } = &self.filter;
        if let Some((game, preset)) = game.zip(*preset) {
            let options = game.options(preset.values.iter().copied()).map(|options| options_text(&options));
            sql.push(" AND m.options || '' = ").push_bind(options.unwrap_or_default());
        }
        if let Some(ending) = ending {
            sql.push(" AND m.end_reason || '' = ").push_bind(ending.key());
        }
        if let Some(least) = *least {
            sql.push(" AND m.ply_count + 0 >= ").push_bind(least);
        }
        if let Some(most) = *most {
            sql.push(" AND m.ply_count + 0 <= ").push_bind(most);
        }
        if let Some(rating) = *rating {
            sql.push(" AND m.average_rating + 0 >= ").push_bind(rating);
        }
        let [from, to] = self.filter.days;
        if let Some(from) = from {
            sql.push(" AND m.ended_at + 0 >= ").push_bind(from.start().0);
        }
        if let Some(to) = to {
            sql.push(" AND m.ended_at + 0 < ").push_bind(to.start().after(DAY).0);
        }
        match result {
            _ if self.players.player.is_some() => {}
            None => {}
            Some(ArchiveResult::Drawn) => drop(sql.push(" AND m.first_places + 0 > 1")),
            Some(ArchiveResult::Won | ArchiveResult::Lost) => drop(sql.push(" AND m.first_places + 0 = 1")),
        }
    }

    /// The conditions on the seats of the players.
    fn push_players(&self, sql: &mut Statement, player: UserId) {
        sql.push(" AND m.first_places IS NOT NULL");
        if !self.players.private {
            sql.push(" AND m.visibility = 'public'");
        }
        self.push_game(sql);
        let seat = " AND EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = m.id AND s.user_id + 0 = ";
        sql.push(seat).push_bind(player.0);
        sql.push(match self.filter.result {
            None => ")",
            Some(ArchiveResult::Won) => " AND s.place = 1 AND m.first_places = 1)",
            Some(ArchiveResult::Drawn) => " AND s.place = 1 AND m.first_places > 1)",
            Some(ArchiveResult::Lost) => " AND s.place > 1)",
        });
        if let Some(opponent) = self.players.opponent {
            sql.push(seat).push_bind(opponent.0).push(")");
        }
    }

    /// The rows found, and the last match of the search.
    async fn run(&self, db: &sql::Pool, limit: u32) -> sqlx::Result<(Vec<ListedRow>, SearchEnd)> {
        let end = match self.end() {
            Some(sql) => sql.build_query_as().fetch_optional(db).await?,
            None => None,
        };
        let sql = self.matches(end.clone(), limit);
        Ok((fetch_listed(db, sql.build_query_as().persistent(false)).await?, end))
    }
}

/// The matches of two searches, up to the end of the one that ends first.
fn merged(
    (mut rows, end): (Vec<ListedRow>, SearchEnd),
    (others, other_end): (Vec<ListedRow>, SearchEnd),
) -> (Vec<ListedRow>, SearchEnd) {
    let end = end.into_iter().chain(other_end).min_by_key(|(key, id)| (Reverse(*key), id.clone()));
    rows.extend(others);
    rows.sort_by(|one, other| one.place().cmp(&other.place()));
    if let Some((key, id)) = &end {
        rows.retain(|row| row.place() <= (Reverse(*key), id));
    }
    (rows, end)
}

impl Store {
    /// The finished matches that pass a filter, after `after`. As a search is limited, a page may have few rows or none and still
    /// be followed by another.
    pub async fn archive(
        &self,
        filter: ArchiveFilter,
        players: ArchivePlayers,
        after: Option<PageCursor>,
        limit: u32,
    ) -> Result<ListPage, StoreError> {
        let newest = filter.order == ArchiveOrder::Newest;
        let [from, to] = filter.days.map(|day| day.filter(|_| newest));
        let latest = to.map_or(i64::MAX, |to| to.start().after(DAY).0);
        let after = after.map(|after| (after.key, after.id.to_string())).unwrap_or((i64::MAX, String::new()));
        let after = if after.0 > latest { (latest, String::new()) } else { after };
        let (rows, end) = self
            .read(move |db| async move {
                let searched = match (players.player, players.opponent) {
                    (Some(player), Some(opponent)) => {
                        let query = sql::query_scalar(FEWER_MATCHES).bind(player.0).bind(opponent.0);
                        query.fetch_optional(&db).await?.map(UserId)
                    }
                    (player, _) => player,
                };
                let own = players.viewer.filter(|_| searched.is_none());
                let search = ArchiveSearch { filter, players, searched, only_private: false, after };
                let found = search.run(&db, limit + 1).await?;
                let Some(own) = own else { return Ok(found) };
                let search = ArchiveSearch { searched: Some(own), only_private: true, ..search };
                Ok(merged(found, search.run(&db, limit + 1).await?))
            })
            .await?;
        let page = page(rows, limit);
        let end = end.filter(|(at, _)| from.is_none_or(|from| *at >= from.start().0));
        let end = end.and_then(|(key, id)| Some(PageCursor { key, id: id.parse().ok()? }));
        Ok(ListPage { next: page.next.or(end), ..page })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::lists::ArchiveEnding;
    use crate::now::UtcDay;
    use crate::store::plan;

    fn search(filter: ArchiveFilter, player: Option<UserId>) -> ArchiveSearch {
        let players = ArchivePlayers { player, opponent: player, ..ArchivePlayers::default() };
        ArchiveSearch { filter, players, searched: player, only_private: false, after: (9, String::new()) }
    }

    /// All filters that are answered from the index.
    fn all_filters(order: ArchiveOrder) -> ArchiveFilter {
        let game = Game::from_key("kalah").unwrap();
        ArchiveFilter {
            game: Some(game),
            preset: game.presets().first(),
            result: Some(ArchiveResult::Drawn),
            ending: Some(ArchiveEnding::Agreed),
            moves: [Some(10), Some(90)],
            rating: Some(1600),
            days: [Some(UtcDay(1)); 2],
            order,
            ..ArchiveFilter::default()
        }
    }

    #[tokio::test]
    async fn the_archive_is_searched_in_the_index_of_its_order_alone() {
        for order in ArchiveOrder::ALL {
            let filtered = all_filters(order);
            let of_all = ArchiveFilter { game: None, preset: None, ..filtered.clone() };
            for filter in [filtered, of_all, ArchiveFilter { order, ..ArchiveFilter::default() }] {
                let search = search(filter, None);
                let end = search.end().unwrap();
                for sql in [search.matches(Some((1, String::new())), 20), end] {
                    for steps in plan::of(sql.sql()).await {
                        let mut search = steps.matches("SEARCH m USING COVERING INDEX matches_");
                        assert!(search.any(|step| step.contains("<?)")), "{}\n{steps}", sql.sql());
                        assert!(!steps.contains("TEMP B-TREE FOR ORDER"), "{}\n{steps}", sql.sql());
                    }
                }
            }
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_combination_of_filters_is_a_valid_statement() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_for_test(folder.path()).await;
        let one = Some(UserId(1));
        for order in ArchiveOrder::ALL {
            for (player, opponent) in [(None, None), (one, None), (one, Some(UserId(2)))] {
                for result in
                    [None, Some(ArchiveResult::Won), Some(ArchiveResult::Drawn), Some(ArchiveResult::Lost)]
                {
                    let players = ArchivePlayers { player, opponent, viewer: one, private: true };
                    let filter = ArchiveFilter { result, ..all_filters(order) };
                    let found = store.archive(filter, players, None, 20).await.unwrap();
                    assert!(found.matches.is_empty());
                }
            }
        }
    }

    #[tokio::test]
    async fn the_matches_of_a_player_are_searched_by_their_seats() {
        for order in ArchiveOrder::ALL {
            let search = search(all_filters(order), Some(UserId(1)));
            for sql in
                [Some(search.matches(Some((1, String::new())), 20)), search.end()].into_iter().flatten()
            {
                for steps in plan::of(sql.sql()).await {
                    let index = "COVERING INDEX match_seats_by_user (user_id=? AND ended_at";
                    assert!(steps.contains(index), "{}\n{steps}", sql.sql());
                    let mut seats = steps.matches("SEARCH s USING");
                    assert!(seats.all(|step| step.contains("PRIMARY KEY (match_id=?)")), "{steps}");
                }
            }
        }
    }
}
