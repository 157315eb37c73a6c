//! Emails to users who were suspended or muted: written when they are sent, from what holds by then.

use super::Notices;
use crate::now::Moment;
use crate::store::{Letter, StoreError};
use crate::texts::in_language;
use crate::views::letters::{self, Written};

impl Notices {
    /// What a queued email about a sanction says; `None` when the sanction has ended, and the email was removed.
    pub(super) async fn sanction_email(
        &self,
        letter: &Letter,
        now: Moment,
    ) -> Result<Option<Written>, StoreError> {
        let sanctions = self.store.sanctions_of(letter.to.id, now).await?;
        let (name, site) = (&letter.to.name, self.site.to_string());
        let written = in_language(letter.language, || match letter.kind.as_str() {
            "mute" => sanctions.mute.map(|mute| letters::muted(name, &site, &mute)),
            _ => sanctions.suspension.map(|suspension| letters::suspended(name, &site, &suspension)),
        });
        if written.is_none() {
            self.store.withdraw_letter(letter).await?;
        }
        Ok(written)
    }
}
