//! `/matches`: the archive, and the download of its records.

use actix_web::web::Query;
use serde::Deserialize;

use super::dashboard::list_viewer;
use super::http::protection;
use super::http::zip_reply::zip_archive;
use super::{AppState, Caller, HttpResult, RequestOf, SignedIn, WebError, ok, reader};
use crate::downloads::records::{self, SoughtRecords};
use crate::lists::{ArchiveEnding, ArchiveFilter, ArchiveOrder, ArchivePlayers, ArchiveResult, ListPage};
use crate::texts::{current_language, tr};
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

/// What is sought, with the users of the names in the filter.
struct Sought {
    filter: ArchiveFilter,
    players: ArchivePlayers,
    /// A name that no user has.
    unknown: Option<String>,
}

/// `GET /matches`
pub async fn page(
    (request, state, caller): RequestOf<Caller>,
    Query(query): Query<ArchiveQuery>,
) -> HttpResult {
    let after = query.after.parse().ok();
    let Sought { filter, players, unknown } = seek(&state, caller.user(), query.filter()).await?;
    let first = after.is_none();
    let page = match unknown {
        Some(_) => ListPage { matches: Vec::new(), next: None },
        None => state.store.archive(filter.clone(), players, after, PAGE).await?,
    };
    let reader = reader(&request, &state, &caller).await?;
    let archive = ArchivePage {
        list_viewer: list_viewer(&state, &caller),
        filter: &filter,
        player: players.player,
        own_name: reader.player.map(|player| player.name),
        downloads: caller.has_account(),
        unknown: unknown.as_deref(),
        page: &page,
        first,
    };
    ok(archive::page(reader, &archive))
}

/// `GET /matches/records.zip`: the records of the matches that a filter lists. Requests from other sites are refused.
pub async fn download(
    (request, state, member): RequestOf<SignedIn>,
    Query(query): Query<ArchiveQuery>,
) -> HttpResult {
    protection::of_this_site(&request, &state)?;
    let viewer = member.0.id;
    let Sought { filter, players, unknown } = seek(&state, Some(viewer), query.filter()).await?;
    if unknown.is_some() {
        return Err(WebError::NotFound(tr("No user with that name.").into()));
    }
    state.limits.export(viewer)?;
    let now = state.clock.now();
    let sought = SoughtRecords { filter, players, viewer, language: current_language() };
    zip_archive(records::start(state.store.clone(), sought, now), "matches", now)
}

/// Finds the users of the names in a filter, and corrects the names to how the users write them.
async fn seek(state: &AppState, me: Option<UserId>, mut filter: ArchiveFilter) -> Result<Sought, WebError> {
    let mut unknown = None;
    let mut found = [None; 2];
    for (name, user) in [&mut filter.player, &mut filter.opponent].into_iter().zip(&mut found) {
        match state.accounts.directory().profile(name).await? {
            Some(profile) => {
                *name = profile.person.name.to_string();
                *user = Some(profile.person.id);
            }
            None if name.is_empty() => {}
            None => unknown = Some(name.clone()),
        }
    }
    let [player, opponent] = found;
    let private = me.is_some() && found.contains(&me);
    Ok(Sought { filter, players: ArchivePlayers { player, opponent, private, viewer: me }, unknown })
}
