//! Announcements. Every page shows them, so they are cached in memory.

use std::sync::{Arc, OnceLock};

use sqlx::FromRow;

use super::staff::StaffDecision;
use super::{Store, StoreError};
use crate::now::Moment;
use crate::users::{
    Announcement, AnnouncementTone, AuditActor, AuditNote, StaffActionError, StaffActionKind, UserId,
};

/// The announcements, in a linked list of readings, the latest last. There are few, so earlier readings live as long
/// as the site; this allows a page to borrow them while it is rendered.
#[derive(Clone, Debug, Default)]
pub(super) struct CachedAnnouncements(Arc<AnnouncementRead>);

#[derive(Debug, Default)]
struct AnnouncementRead {
    said: Vec<Announcement>,
    next: OnceLock<Box<AnnouncementRead>>,
}

impl AnnouncementRead {
    fn last(&self) -> &Self {
        let mut last = self;
        while let Some(next) = last.next.get() {
            last = next;
        }
        last
    }
}

#[derive(FromRow)]
struct AnnouncementRow {
    id: i64,
    kind: String,
    words: String,
    shown_from: i64,
    shown_until: i64,
}

impl Store {
    /// Current and future announcements, as they were read last.
    pub fn announcements(&self) -> &[Announcement] {
        &self.said.0.last().said
    }

    /// Reads the announcements again: at the start, after a change, and periodically, because another process on the
    /// database may have changed them.
    pub async fn read_announcements(&self, now: Moment) -> Result<(), StoreError> {
        let rows: Vec<AnnouncementRow> = self
            .read(move |db| async move {
                let shown = "SELECT id, kind, words, shown_from, shown_until FROM announcements
                    WHERE withdrawn_at IS NULL AND shown_until > $1 ORDER BY shown_from, id LIMIT 20";
                sqlx::query_as(shown).bind(now.0).fetch_all(&db).await
            })
            .await?;
        let said: Vec<_> = rows.into_iter().map(announcement).collect();
        let mut last = self.said.0.last();
        while last.said != said {
            // If another reader was faster, compare with what it has read.
            last = last
                .next
                .get_or_init(|| Box::new(AnnouncementRead { said: said.clone(), next: OnceLock::new() }));
        }
        Ok(())
    }

    /// Publishes an announcement, or returns why not.
    pub async fn announce(
        &self,
        by: UserId,
        said: Announcement,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::Announce);
        let announced = self.act(note, move |db, note, _| {
            Box::pin(async move {
                let adding =
                    "INSERT INTO announcements (made_by, made_at, kind, words, shown_from, shown_until)
                    VALUES ($1, $2, $3, $4, $5, $6)";
                let query = sqlx::query(adding).bind(by.0).bind(at.0).bind(said.tone.key()).bind(&said.words);
                query.bind(said.from.0).bind(said.until.0).execute(db).await?;
                note.detail = said.words;
                Ok(Ok(()))
            })
        });
        let announced = announced.await?;
        self.read_announcements(at).await?;
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
                let ending = "UPDATE announcements SET withdrawn_at = $2
                    WHERE id = $1 AND withdrawn_at IS NULL AND shown_until > $2 RETURNING words";
                let ended: Option<String> =
                    sqlx::query_scalar(ending).bind(id).bind(at.0).fetch_optional(db).await?;
                let Some(words) = ended else { return Ok(Err(StaffActionError::AlreadySo)) };
                note.detail = words;
                Ok(Ok(()))
            })
        });
        let withdrawn = withdrawn.await?;
        self.read_announcements(at).await?;
        Ok(withdrawn)
    }
}

fn announcement(row: AnnouncementRow) -> Announcement {
    Announcement {
        id: row.id,
        tone: AnnouncementTone::from_key(&row.kind).unwrap_or(AnnouncementTone::News),
        words: row.words,
        from: Moment(row.shown_from),
        until: Moment(row.shown_until),
    }
}
