//! Links by which new people come in.

use sqlx::{FromRow, SqliteConnection};

use super::{Decided, Store, StoreError};
use crate::now::Moment;
use crate::users::{Act, By, HouseInvitation, Note, Refused, UserId, to_the_minute};

/// An invitation to be made.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    /// For how many.
    pub places: u32,
    /// When it no longer counts.
    pub expires_at: Moment,
    /// For whom, in words.
    pub note: String,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    made_by: Option<String>,
    made_at: i64,
    expires_at: i64,
    places: u32,
    taken: u32,
    revoked_at: Option<i64>,
    note: String,
    came: String,
}

macro_rules! invitations {
    ($rest:literal) => {
        concat!(
            "SELECT i.id, (SELECT name FROM users WHERE id = i.made_by) AS made_by, i.made_at, i.expires_at, i.places,
                i.taken, i.revoked_at, i.note,
                (SELECT json_group_array(name) FROM (SELECT u.name FROM users u WHERE u.came_by = i.id
                    ORDER BY u.id DESC LIMIT 20)) AS came
            FROM house_invitations i ",
            $rest
        )
    };
}

const LATEST: &str = invitations!("WHERE i.id < $1 ORDER BY i.id DESC LIMIT $2");
const ONE: &str = invitations!("WHERE i.id = $1");

impl Store {
    /// Invitations, the latest first, from below a number on.
    ///
    /// # Errors
    /// The database failed.
    pub async fn house_invitations(
        &self,
        below: i64,
        limit: u32,
    ) -> Result<Vec<HouseInvitation>, StoreError> {
        let rows: Vec<Row> = self
            .read(
                move |db| async move { sqlx::query_as(LATEST).bind(below).bind(limit).fetch_all(&db).await },
            )
            .await?;
        rows.into_iter().map(invitation).collect()
    }

    /// The invitation with this number.
    ///
    /// # Errors
    /// The database failed.
    pub async fn house_invitation(&self, id: i64) -> Result<Option<HouseInvitation>, StoreError> {
        let row: Option<Row> = self
            .read(move |db| async move { sqlx::query_as(ONE).bind(id).fetch_optional(&db).await })
            .await?;
        row.map(invitation).transpose()
    }

    /// Makes an invitation, and says which number it has; or why not.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn invite_to_house(
        &self,
        by: UserId,
        new: NewInvitation,
        at: Moment,
    ) -> Result<Result<i64, Refused>, StoreError> {
        let note = Note::new(at, By::Person(by), Act::MakeInvitation);
        self.act(note, move |db, note, _| {
            Box::pin(async move {
                let adding = "INSERT INTO house_invitations (made_by, made_at, expires_at, places, note)
                    VALUES ($1, $2, $3, $4, $5) RETURNING id";
                let query = sqlx::query_scalar(adding).bind(by.0).bind(at.0).bind(new.expires_at.0);
                let id: i64 = query.bind(new.places).bind(&new.note).fetch_one(db).await?;
                note.why = new.note;
                note.detail =
                    format!("number {id}, for {}, until {}", new.places, to_the_minute(new.expires_at));
                Ok(Ok(id))
            })
        })
        .await
    }

    /// Takes an invitation back; or says why not.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn revoke_house_invitation(
        &self,
        by: UserId,
        id: i64,
        at: Moment,
    ) -> Result<Decided, StoreError> {
        let detail = format!("number {id}");
        let note = Note { detail, ..Note::new(at, By::Person(by), Act::RevokeInvitation) };
        self.act(note, move |db, _, _| {
            Box::pin(async move {
                if !counts(db, id, at).await? {
                    return Ok(Err(Refused::AlreadySo));
                }
                let revoking = sqlx::query("UPDATE house_invitations SET revoked_at = $2 WHERE id = $1");
                revoking.bind(id).bind(at.0).execute(db).await?;
                Ok(Ok(()))
            })
        })
        .await
    }
}

/// Whether somebody can come by an invitation now.
pub(super) async fn counts(db: &mut SqliteConnection, id: i64, at: Moment) -> Result<bool, StoreError> {
    let counts = "SELECT EXISTS (SELECT 1 FROM house_invitations
        WHERE id = $1 AND revoked_at IS NULL AND taken < places AND expires_at > $2)";
    Ok(sqlx::query_scalar(counts).bind(id).bind(at.0).fetch_one(db).await?)
}

/// Somebody comes by an invitation that counts.
pub(super) async fn take_place(db: &mut SqliteConnection, id: i64) -> Result<(), StoreError> {
    let taking = sqlx::query("UPDATE house_invitations SET taken = taken + 1 WHERE id = $1");
    taking.bind(id).execute(db).await?;
    Ok(())
}

fn invitation(row: Row) -> Result<HouseInvitation, StoreError> {
    let corrupt = |_| StoreError::Corrupt(format!("who came by invitation {}", row.id));
    Ok(HouseInvitation {
        id: row.id,
        made_by: row.made_by,
        made_at: Moment(row.made_at),
        expires_at: Moment(row.expires_at),
        places: row.places,
        taken: row.taken,
        revoked_at: row.revoked_at.map(Moment),
        came: serde_json::from_str(&row.came).map_err(corrupt)?,
        note: row.note,
    })
}
