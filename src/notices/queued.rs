//! The text of a queued email about matches, written from their state when it is sent.

use std::sync::Arc;

use serde::Deserialize;

use super::emails::{self, MatchActivity, WrittenEmail};
use super::mailer::{Notification, UndeliverableNotice};
use super::pending;
use super::service::NoticeService;
use crate::downloads::ReplayFile;
use crate::matches::{MatchId, NoticeKind};
use crate::now::Moment;
use crate::store::{NoticeKey, OutboxEmail, StoreError};
use crate::texts::in_language;
use crate::urls;
use crate::users::UserId;

/// How many replays one email has at most, of at most 80 KB each.
const REPLAYS: usize = 8;

/// The result of checking a queued email.
pub(super) enum QueuedEmailCheck {
    /// Send this text, with these headers and attachments.
    Send(WrittenEmail, Notification),
    /// Not before this moment.
    Wait(Moment),
    /// Nothing in it applies any more; it was deleted.
    Nothing,
    /// The row cannot be parsed.
    Unreadable(UndeliverableNotice),
}

/// The stored body of a queued email.
#[derive(Deserialize)]
#[serde(untagged)]
enum QueuedEmail {
    /// Notices by match, kind and number.
    Tells(Vec<(MatchId, String, i64)>),
    /// A report.
    Report { report: i64 },
    /// A user whose account awaits approval.
    Application { applicant: UserId },
}

impl NoticeService {
    /// Checks a queued email again: drops what no longer applies, and writes the text.
    pub(super) async fn check_notification(
        &self,
        email: &OutboxEmail,
        now: Moment,
    ) -> Result<QueuedEmailCheck, StoreError> {
        let tells = match serde_json::from_str(&email.body) {
            Ok(QueuedEmail::Tells(tells)) => tells,
            Ok(QueuedEmail::Report { report }) => return self.check_report_email(email, report, now).await,
            Ok(QueuedEmail::Application { applicant }) => {
                return self.check_application_email(email, applicant, now).await;
            }
            Err(error) => return Ok(QueuedEmailCheck::Unreadable(UndeliverableNotice::new(error))),
        };
        let mut ids: Vec<_> = tells.iter().map(|(id, ..)| id.clone()).collect();
        ids.sort();
        ids.dedup();
        // The user may have looked a moment ago.
        self.note_seen().await;
        let facts = self.facts_of_user(email.to.id, &ids).await?;
        let of = |id: &MatchId| facts.iter().find(|(facts, _)| facts.id == *id);
        let (mut holds, mut dropped, mut earliest) = (Vec::<NoticeKey>::new(), Vec::<NoticeKey>::new(), None);
        for notice in tells {
            let kind = NoticeKind::from_key(&notice.1);
            let from = of(&notice.0)
                .zip(kind)
                .and_then(|((facts, _), kind)| pending::may_be_mailed(facts, kind, notice.2, now));
            match from {
                Some(from) => {
                    earliest = Some(earliest.map_or(from, |earliest: Moment| earliest.min(from)));
                    holds.push(notice);
                }
                None => dropped.push(notice),
            }
        }
        if !dropped.is_empty() {
            self.store.drop_from_email(email, &holds, &dropped).await?;
        }
        match earliest {
            None => return Ok(QueuedEmailCheck::Nothing),
            Some(earliest) if earliest > now => return Ok(QueuedEmailCheck::Wait(earliest)),
            Some(_) => {}
        }
        let kinds = holds.iter().filter_map(|(_, kind, _)| NoticeKind::from_key(kind));
        let vacation = self.vacation_left(email.to.id, kinds).await?;
        let muted = self.store.user_settings(email.to.id).await?.muted_players();
        let pieces: Vec<_> = ids
            .iter()
            .filter_map(|id| {
                let kinds = holds.iter().filter(|(of, ..)| of == id);
                let kinds: Vec<_> = kinds.filter_map(|(_, kind, _)| NoticeKind::from_key(kind)).collect();
                let (facts, view) = of(id).filter(|_| !kinds.is_empty())?;
                Some(self.news_item(&kinds, facts.news.heard, Arc::clone(view), facts, vacation, &muted))
            })
            .collect();
        self.write_notices(email, &pieces, &holds).await
    }

    async fn write_notices(
        &self,
        email: &OutboxEmail,
        pieces: &[MatchActivity],
        holds: &[NoticeKey],
    ) -> Result<QueuedEmailCheck, StoreError> {
        let Some(written) = in_language(email.language, || emails::activity_email(pieces)) else {
            self.store.drop_from_email(email, &[], holds).await?;
            return Ok(QueuedEmailCheck::Nothing);
        };
        let framed = self.with_footer(email, written);
        let about = match pieces {
            [one] => Some(one.view.m.id.clone()),
            _ => None,
        };
        let (unsubscribe, replays) = (self.unsubscribe_link(email), self.replays(email, pieces).await?);
        Ok(QueuedEmailCheck::Send(framed, Notification { unsubscribe, about, replays }))
    }

    /// Files that replay the matches that have ended, if the recipient wants them.
    async fn replays(
        &self,
        email: &OutboxEmail,
        pieces: &[MatchActivity],
    ) -> Result<Vec<ReplayFile>, StoreError> {
        let played =
            |piece: &&MatchActivity| piece.view.m.ending().is_some() && !piece.view.m.plies.is_empty();
        let ended: Vec<_> = pieces.iter().filter(|piece| piece.ended).filter(played).take(REPLAYS).collect();
        let now = self.clock.now();
        if ended.is_empty() || !self.store.notice_preferences(email.to.id, now).await?.attaches_replays {
            return Ok(Vec::new());
        }
        let mut files = Vec::new();
        for MatchActivity { view, .. } in ended {
            let ratings = self.store.ratings_around(&view.m.id).await?;
            let origin = self.site.origin().to_owned();
            files.extend(ReplayFile::of(Arc::clone(view), ratings, email.language, origin, now).await);
        }
        Ok(files)
    }

    pub(super) fn with_footer(&self, email: &OutboxEmail, body: WrittenEmail) -> WrittenEmail {
        let settings = format!("{}{}", self.site, urls::Settings);
        let unsubscribe = self.unsubscribe_link(email);
        in_language(email.language, || emails::notices(&email.to.name, body, &settings, &unsubscribe))
    }

    /// The link to unsubscribe the recipient of an email.
    pub(super) fn unsubscribe_link(&self, email: &OutboxEmail) -> String {
        let key = self.keys.unsubscribe_key(email.to.id, &email.address);
        format!("{}{}", self.site, urls::Unsubscribe { key: &key })
    }
}
