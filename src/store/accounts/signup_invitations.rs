//! Sign-up links.

use std::collections::HashMap;

use sqlx::FromRow;

use crate::now::Moment;
use crate::store::{StaffDecision, Store, StoreError, sql};
use crate::users::{
    AuditActor, AuditNote, SignupInvitation, StaffActionError, StaffActionKind, UserId, to_the_minute,
};

/// A sign-up link to be created.
#[derive(Clone, Debug)]
pub struct NewSignupInvitation {
    /// How many people can sign up with it.
    pub max_uses: u32,
    pub expires_at: Moment,
    /// A note about who it is for.
    pub note: String,
}

#[derive(FromRow)]
struct SignupInvitationRow {
    id: i64,
    created_by: Option<String>,
    created_at: i64,
    expires_at: i64,
    #[sqlx(try_from = "i64")]
    max_uses: u32,
    #[sqlx(try_from = "i64")]
    uses: u32,
    revoked_at: Option<i64>,
    note: String,
}

macro_rules! invitations {
    ($rest:literal) => {
        concat!(
            "SELECT i.id, (SELECT name FROM users WHERE id = i.created_by) AS created_by, i.created_at, i.expires_at, i.max_uses,
                i.uses, i.revoked_at, i.note
            FROM signup_invitations i ",
            $rest
        )
    };
}

const LATEST: &str = invitations!("WHERE i.id < $1 ORDER BY i.id DESC LIMIT $2");
const ONE: &str = invitations!("WHERE i.id = $1");
/// The last 20 users who signed up with each of these links.
const CAME: &str = "SELECT signup_invitation_id, name FROM (SELECT signup_invitation_id, id, name,
        row_number() OVER (PARTITION BY signup_invitation_id ORDER BY id DESC) AS number
        FROM users WHERE signup_invitation_id IN (SELECT value FROM json_each($1))) AS came
    WHERE number <= 20 ORDER BY id DESC";

impl Store {
    /// Sign-up links, latest first, with ids below `below`.
    pub async fn signup_invitations(
        &self,
        below: i64,
        limit: u32,
    ) -> Result<Vec<SignupInvitation>, StoreError> {
        self.read(move |db| async move {
            let rows = sql::query_as(LATEST).bind(below).bind(limit).fetch_all(&db).await?;
            with_users(&db, rows).await
        })
        .await
    }

    /// The sign-up link with this id.
    pub async fn signup_invitation(&self, id: i64) -> Result<Option<SignupInvitation>, StoreError> {
        let found = self.read(move |db| async move {
            let rows = sql::query_as(ONE).bind(id).fetch_all(&db).await?;
            with_users(&db, rows).await
        });
        Ok(found.await?.pop())
    }

    /// Creates a sign-up link and returns its id, or why not.
    pub async fn add_signup_invitation(
        &self,
        by: UserId,
        new: NewSignupInvitation,
        at: Moment,
    ) -> Result<Result<i64, StaffActionError>, StoreError> {
        let note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::MakeInvitation);
        self.act(note, move |db, note, _| {
            Box::pin(async move {
                let adding =
                    "INSERT INTO signup_invitations (created_by, created_at, expires_at, max_uses, note)
                    VALUES ($1, $2, $3, $4, $5) RETURNING id";
                let query = sql::query_scalar(adding).bind(by.0).bind(at.0).bind(new.expires_at.0);
                let id: i64 = query.bind(new.max_uses).bind(&new.note).fetch_one(db).await?;
                note.reason = new.note;
                note.detail =
                    format!("number {id}, for {}, until {}", new.max_uses, to_the_minute(new.expires_at));
                Ok(Ok(id))
            })
        })
        .await
    }

    /// Revokes a sign-up link, or returns why not.
    pub async fn revoke_signup_invitation(
        &self,
        by: UserId,
        id: i64,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let detail = format!("number {id}");
        let note = AuditNote {
            detail,
            ..AuditNote::new(at, AuditActor::Person(by), StaffActionKind::RevokeInvitation)
        };
        self.act(note, move |db, _, _| {
            Box::pin(async move {
                if !is_usable(db, id, at).await? {
                    return Ok(Err(StaffActionError::AlreadySo));
                }
                let revoking = sql::query("UPDATE signup_invitations SET revoked_at = $2 WHERE id = $1");
                revoking.bind(id).bind(at.0).execute(db).await?;
                Ok(Ok(()))
            })
        })
        .await
    }
}

/// Whether a sign-up link can be used now.
pub(in crate::store) async fn is_usable(
    db: &mut sql::Connection,
    id: i64,
    at: Moment,
) -> Result<bool, StoreError> {
    let counts = "SELECT EXISTS (SELECT 1 FROM signup_invitations
        WHERE id = $1 AND revoked_at IS NULL AND uses < max_uses AND expires_at > $2)";
    Ok(sql::query_scalar(counts).bind(id).bind(at.0).fetch_one(db).await?)
}

/// Takes a place of a valid sign-up link.
pub(in crate::store) async fn use_up(db: &mut sql::Connection, id: i64) -> Result<(), StoreError> {
    let taking = sql::query("UPDATE signup_invitations SET uses = uses + 1 WHERE id = $1");
    taking.bind(id).execute(db).await?;
    Ok(())
}

/// Sign-up links with the users who signed up with them.
async fn with_users(db: &sql::Pool, rows: Vec<SignupInvitationRow>) -> sqlx::Result<Vec<SignupInvitation>> {
    let ids = sql::list(rows.iter().map(|row| row.id));
    let users: Vec<(i64, String)> = sql::query_as(CAME).bind(ids).fetch_all(db).await?;
    let mut came: HashMap<i64, Vec<String>> = HashMap::new();
    for (id, name) in users {
        came.entry(id).or_default().push(name);
    }
    let invitation = |row: SignupInvitationRow| SignupInvitation {
        id: row.id,
        created_by: row.created_by,
        created_at: Moment(row.created_at),
        expires_at: Moment(row.expires_at),
        max_uses: row.max_uses,
        uses: row.uses,
        revoked_at: row.revoked_at.map(Moment),
        came: came.remove(&row.id).unwrap_or_default(),
        note: row.note,
    };
    Ok(rows.into_iter().map(invitation).collect())
}
