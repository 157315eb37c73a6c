//! Emails to users who were suspended or banned from chat, or whose account was approved, written when they are sent.

use super::emails::{self, WrittenEmail};
use super::service::NoticeService;
use crate::now::Moment;
use crate::store::{OutboxEmail, StoreError};
use crate::texts::in_language;

impl NoticeService {
    /// The text of an email about a sanction or an approval; `None` if it no longer applies, and the email was deleted.
    pub(super) async fn sanction_email(
        &self,
        email: &OutboxEmail,
        now: Moment,
    ) -> Result<Option<WrittenEmail>, StoreError> {
        let sanctions = self.store.sanctions_of(email.to.id, now).await?;
        let (name, site) = (&email.to.name, self.site.to_string());
        let written = in_language(email.language, || match email.kind.as_str() {
            "mute" => sanctions.mute.map(|mute| emails::muted(name, &site, &mute)),
            "approval" => sanctions.suspension.is_none().then(|| emails::approved(name, &site)),
            _ => sanctions.suspension.map(|suspension| emails::suspended(name, &site, &suspension)),
        });
        if written.is_none() {
            self.store.withdraw_email(email).await?;
        }
        Ok(written)
    }
}
