//! `GET /matches`: the archive.

use actix_web::web::Query;
use serde::Deserialize;

use super::dashboard::list_viewer;
use super::{AppState, Caller, HttpResult, RequestOf, WebError, ok, reader};
use crate::lists::{ArchiveEnding, ArchiveFilter, ArchiveOrder, ArchivePlayers, ArchiveResult, ListPage};
use crate::users::UserId;
use crate::views::archive::{self, ArchivePage};

const PAGE: u32 = 20;

/// The fields of the filter. Values that cannot be read do not count.
#[derive(Debug, Deserialize)]
pub struct ArchiveQuery {
    #[serde(default)]
    game: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    opponent: String,
    #[serde(default)]
    result: String,
    #[serde(default)]
    ending: String,
    #[serde(default)]
    least: String,
    #[serde(default)]
    most: String,
    #[serde(default)]
    rating: String,
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    order: String,
    #[serde(default)]
    after: String,
}

impl ArchiveQuery {
    /// An opponent without a player is the player.
    fn filter(&self) -> ArchiveFilter {
        let (game, preset) = ArchiveFilter::parse_game(&self.game).unzip();
        let names = [&self.player, &self.opponent].map(|name| name.trim().to_owned());
        let [player, opponent] = match names {
            [player, opponent] if player.is_empty() => [opponent, player],
            names => names,
        };
        ArchiveFilter {
            game,
            preset: preset.flatten(),
            player,
            opponent,
            result: ArchiveResult::from_key(&self.result),
            ending: ArchiveEnding::from_key(&self.ending),
            moves: [&self.least, &self.most].map(|moves| moves.parse().ok()),
            rating: self.rating.parse().ok(),
            days: [&self.from, &self.to].map(|day| day.parse().ok()),
            order: ArchiveOrder::from_key(&self.order).unwrap_or_default(),
        }
    }
}

/// `GET /matches`
pub async fn page(
    (request, state, caller): RequestOf<Caller>,
    Query(sought): Query<ArchiveQuery>,
) -> HttpResult {
    let (mut filter, after) = (sought.filter(), sought.after.parse().ok());
    let mut unknown = None;
    let player = find(&state, &mut filter.player, &mut unknown).await?;
    let opponent = find(&state, &mut filter.opponent, &mut unknown).await?;
    let private = caller.user().is_some_and(|me| [player, opponent].contains(&Some(me)));
    let players = ArchivePlayers { player, opponent, private };
    let first = after.is_none();
    let page = match unknown {
        Some(_) => ListPage { matches: Vec::new(), next: None },
        None => state.store.archive(filter.clone(), players, after, PAGE).await?,
    };
    let reader = reader(&request, &state, &caller).await?;
    let archive = ArchivePage {
        list_viewer: list_viewer(&state, &caller),
        filter: &filter,
        player,
        own_name: reader.player.map(|player| player.name),
        unknown: unknown.as_deref(),
        page: &page,
        first,
    };
    ok(archive::page(reader, &archive))
}

/// The user with a name in the filter, which is corrected to how the user writes it. A name that no user has becomes `unknown`.
async fn find(
    state: &AppState,
    name: &mut String,
    unknown: &mut Option<String>,
) -> Result<Option<UserId>, WebError> {
    if name.is_empty() {
        return Ok(None);
    }
    let found = state.accounts.directory().profile(name).await?;
    match found {
        Some(found) => {
            *name = found.person.name.to_string();
            Ok(Some(found.person.id))
        }
        None => {
            *unknown = Some(name.clone());
            Ok(None)
        }
    }
}
