//! `GET /matches/{id}`: the match as it stands, or as it stood after a ply.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::{Id, own, sight, with_own};
use crate::games::{Cell, Seat};
use crate::matches::{Status, Table};
use crate::store::Expiring;
use crate::texts::tr;
use crate::views::boards;
use crate::views::table::{self, Draft, Sight};
use crate::web::address::Household;
use crate::web::{Answer, Caller, Error, State, html, is_fragment, reader};

/// The longest chain of cells anybody chooses, in bytes.
const LONGEST_CHOICE: usize = 256;

/// The longest order that an address writes down, in bytes.
const LONGEST_ORDER: usize = 4096;

/// What is looked at.
#[derive(Debug, Default, Deserialize)]
pub struct Look {
    /// After how many plies; now, when it is missing.
    ply: Option<usize>,
    /// The cells that are chosen, by name, with commas between them.
    from: Option<String>,
    /// Whether cells are chosen along the chain.
    along: Option<u8>,
    /// A standing order to be written down, not given.
    orders: Option<String>,
}

impl Look {
    /// Whether it is more than the position that everybody looks at.
    fn is_costly(&self) -> bool {
        self.ply.is_some() || self.from.is_some() || self.orders.is_some()
    }
}

/// `GET /matches/{id}`
pub async fn show(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    id: Id,
    look: Query<Look>,
) -> Answer {
    if look.is_costly() {
        state
            .limits
            .costly_page(Household::asking(&request, &state.config.trusted_proxies), caller.user())?;
    }
    let table = state.referee.look(&id, caller.user()).await?;
    if look.orders.as_ref().is_some_and(|text| text.len() > LONGEST_ORDER) {
        return Err(Error::TooLongAddress);
    }
    let chosen = chosen(&table, &look)?;
    let sight = Sight {
        ply: ply(&table, &look)?,
        chosen: &chosen,
        along: look.along == Some(1),
        draft: look.orders.as_deref().map(|text| Draft { text, problem: None }),
        leaves_preview: request.headers().contains_key(boards::PREVIEW_HEADER),
        ..sight(&state, &caller, &table)
    };
    if is_fragment(&request) {
        return Ok(html(StatusCode::OK, table::fragment(&sight)));
    }
    let sight = with_seen(&state, &caller, sight).await?;
    let own = own(&state, &caller, &id).await?;
    let holidays = holidays(&state, &table).await?;
    let counted = table.m.reckoning().is_some();
    let ratings = if counted { state.store.ratings_around(&id).await? } else { Vec::new() };
    let unheard = match caller.user() {
        Some(me) => Some(state.store.likes(me).await?.unheard()),
        None => None,
    };
    let unheard = unheard.as_ref();
    let sight =
        Sight { holidays: Some(&holidays), ratings: &ratings, unheard, ..with_own(sight, own.as_ref()) };
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, table::page(reader, &sight)))
}

/// With what whoever looks has seen of the match so far, and whether the others have seen all of it.
async fn with_seen<'a>(state: &State, caller: &Caller, sight: Sight<'a>) -> Result<Sight<'a>, Error> {
    let m = &sight.table.m;
    let (Some(user), Some(seat), None) = (caller.user(), sight.viewer.seat(), sight.ply) else {
        return Ok(sight);
    };
    // Of a match that ended long ago it is no longer known.
    let known_since = state.clock.now().after(-Expiring::Seen.period());
    if m.ended_at.is_some_and(|at| at < known_since) {
        return Ok(sight);
    }
    let mut users = m.others_than(seat);
    users.push(user);
    let mut seen = state.notices.seen_by(&users, &m.id).await?;
    let own = seen.pop();
    users.pop();
    let others_saw = match m.plies.last() {
        Some(last) if seen.iter().all(|seq| *seq < last.seq) && m.takes_back_at_once(seat, 0) => {
            !state.store.told_since(&users, &m.id, last.at).await?.is_empty()
        }
        _ => true,
    };
    Ok(Sight { seen: own, others_saw, ..sight })
}

/// How many hours of holiday everybody has left who still plays, where they protect.
async fn holidays(state: &State, table: &Table) -> Result<Vec<(Seat, u32)>, Error> {
    let m = &table.m;
    let protects = m.clocks.as_ref().is_some_and(|clocks| clocks.control().holidays);
    if !protects || m.status != Status::Playing {
        return Ok(Vec::new());
    }
    let people: Vec<_> = m.still_playing().filter_map(|seat| Some((seat, m.seats[seat]?))).collect();
    let users: Vec<_> = people.iter().map(|(_, user)| *user).collect();
    let left = state.store.holidays_left(&users, state.clock.now()).await?;
    Ok(people.into_iter().map(|(seat, user)| (seat, left.get(&user).copied().unwrap_or(0))).collect())
}

fn ply(table: &Table, look: &Look) -> Result<Option<usize>, Error> {
    match look.ply {
        Some(ply) if ply > table.m.plies.len() => {
            Err(Error::NotFound(tr("The match has not come that far.").into()))
        }
        ply => Ok(ply),
    }
}

/// The cells that are chosen, as far as they can be.
fn chosen(table: &Table, look: &Look) -> Result<Vec<Cell>, Error> {
    let names = look.from.as_deref().unwrap_or_default();
    if names.len() > LONGEST_CHOICE {
        return Err(Error::BadRequest(tr("That is more than can be chosen.").into()));
    }
    Ok(boards::chosen(&table.m.position, names, look.along == Some(1)))
}
