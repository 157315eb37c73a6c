//! The settings of the site.

use crate::now::Moment;
use crate::store::moderation::staff::StaffDecision;
use crate::store::{Store, StoreError, sql};
use crate::users::{AuditActor, AuditNote, SiteSetting, SiteSettings, StaffActionKind, UserId};

impl Store {
    /// The settings of the site: those that were changed, and the defaults of the others.
    pub async fn site_settings(&self) -> Result<SiteSettings, StoreError> {
        self.read(move |db| async move {
            let rows: Vec<(String, String)> =
                sql::query_as("SELECT key, value FROM site_settings").fetch_all(&db).await?;
            let mut settings = SiteSettings::default();
            for (key, value) in rows {
                // A value that is invalid by now counts as unset.
                let _ = SiteSetting::from_key(&key).map(|setting| settings.set(setting, &value));
            }
            Ok(settings)
        })
        .await
    }

    /// Changes settings of the site to these values, or returns why not.
    pub async fn change_site_settings(
        &self,
        by: UserId,
        changes: Vec<(SiteSetting, String)>,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let keys: Vec<_> = changes.iter().map(|(setting, _)| setting.key()).collect();
        let detail = keys.join(", ");
        let note =
            AuditNote { detail, ..AuditNote::new(at, AuditActor::Person(by), StaffActionKind::ChangeSite) };
        self.act(note, move |db, _, _| {
            Box::pin(async move {
                let changing = "INSERT INTO site_settings (key, value) VALUES ($1, $2)
                    ON CONFLICT (key) DO UPDATE SET value = excluded.value";
                for (setting, value) in changes {
                    sql::query(changing).bind(setting.key()).bind(value).execute(&mut *db).await?;
                }
                Ok(Ok(()))
            })
        })
        .await
    }
}
