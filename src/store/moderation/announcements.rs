//! Announcements. Every page shows them, so they are cached in memory.

use std::sync::Arc;

use sqlx::FromRow;

use super::staff::StaffDecision;
use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::{
    Announcement, AnnouncementTone, AuditActor, AuditNote, StaffActionError, StaffActionKind, UserId,
};

#[derive(FromRow)]
struct AnnouncementRow {
    id: i64,
    kind: String,
    text: String,
    shown_from: i64,
    shown_until: i64,
}

impl Store {
    /// Current and future announcements.
    pub async fn announcements(&self, now: Moment) -> Result<Arc<[Announcement]>, StoreError> {
        let read = self.read(move |db| async move {
            let shown = "SELECT id, kind, text, shown_from, shown_until FROM announcements
                WHERE withdrawn_at IS NULL AND shown_until > $1 ORDER BY shown_from, id LIMIT 20";
            let rows: Vec<AnnouncementRow> = sql::query_as(shown).bind(now.0).fetch_all(&db).await?;
            Ok(rows.into_iter().map(announcement).collect())
        });
        self.caches.announcements.get_or_load_once((), read).await
    }

    /// An announcement, also one that was withdrawn or is over.
    pub async fn announcement(&self, id: i64) -> Result<Option<Announcement>, StoreError> {
        let found: Option<AnnouncementRow> = self
            .read(move |db| async move {
                let one = "SELECT id, kind, text, shown_from, shown_until FROM announcements WHERE id = $1";
                sql::query_as(one).bind(id).fetch_optional(&db).await
            })
            .await?;
        Ok(found.map(announcement))
    }

    /// Publishes an announcement, in the place of another one if it `replaces` one, or returns why not.
    pub async fn announce(
        &self,
        by: UserId,
        announcement: Announcement,
        replaces: Option<i64>,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::Announce);
        let announced = self.act(note, move |db, note, _| {
            Box::pin(async move {
                note.detail.clone_from(&announcement.text);
                if let Some(id) = replaces {
                    let Some(text) = end(db, id, at).await? else {
                        return Ok(Err(StaffActionError::AlreadySo));
                    };
                    note.detail = format!("{} ← {text}", announcement.text);
                }
                let adding =
                    "INSERT INTO announcements (created_by, created_at, kind, text, shown_from, shown_until)
                    VALUES ($1, $2, $3, $4, $5, $6)";
                let query = sql::query(adding)
                    .bind(by.0)
                    .bind(at.0)
                    .bind(announcement.tone.key())
                    .bind(&announcement.text);
                query.bind(announcement.from.0).bind(announcement.until.0).execute(db).await?;
                Ok(Ok(()))
            })
        });
        let announced = announced.await?;
        self.caches.announcements.invalidate(&());
        Ok(announced)
    }

    /// Ends an announcement, or returns why not.
    pub async fn withdraw_announcement(
        &self,
        by: UserId,
        id: i64,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::EndAnnouncement);
        let withdrawn = self.act(note, move |db, note, _| {
            Box::pin(async move {
                let Some(text) = end(db, id, at).await? else { return Ok(Err(StaffActionError::AlreadySo)) };
                note.detail = text;
                Ok(Ok(()))
            })
        });
        let withdrawn = withdrawn.await?;
        self.caches.announcements.invalidate(&());
        Ok(withdrawn)
    }
}

/// Ends an announcement that is not over, and returns its text.
async fn end(db: &mut sql::Connection, id: i64, at: Moment) -> sqlx::Result<Option<String>> {
    let ending = "UPDATE announcements SET withdrawn_at = $2
        WHERE id = $1 AND withdrawn_at IS NULL AND shown_until > $2 RETURNING text";
    sql::query_scalar(ending).bind(id).bind(at.0).fetch_optional(db).await
}

fn announcement(row: AnnouncementRow) -> Announcement {
    Announcement {
        id: row.id,
        tone: AnnouncementTone::from_key(&row.kind).unwrap_or(AnnouncementTone::News),
        text: row.text,
        from: Moment(row.shown_from),
        until: Moment(row.shown_until),
    }
}
