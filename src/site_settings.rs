//! The settings of the site: what the host has set on the page for it, and what the configuration fixes.

use std::sync::Arc;

use parking_lot::RwLock;
use tokio::sync::Mutex;

use crate::config::Config;
use crate::now::Moment;
use crate::store::{StaffDecision, Store, StoreError};
use crate::users::{SiteSetting, SiteSettings, UserId};

/// The current settings, in memory. Clones share them.
#[derive(Clone, Debug)]
pub struct CurrentSettings(Arc<SettingsState>);

#[derive(Debug)]
struct SettingsState {
    store: Store,
    /// Values given by the configuration, which pages cannot change.
    fixed: Vec<(SiteSetting, String)>,
    current: RwLock<Arc<SiteSettings>>,
    /// Held during a change, so that what was read last is what was written last.
    changing: Mutex<()>,
}

impl CurrentSettings {
    /// Loads the settings.
    ///
    /// # Errors
    /// The database failed.
    pub async fn load(store: Store, config: &Config) -> Result<Self, StoreError> {
        let (fixed, current) = (config.site_settings(), RwLock::default());
        let settings = Self(Arc::new(SettingsState { store, fixed, current, changing: Mutex::default() }));
        settings.reload().await?;
        Ok(settings)
    }

    /// The current settings.
    pub fn now(&self) -> Arc<SiteSettings> {
        Arc::clone(&self.0.current.read())
    }

    /// Whether the configuration fixes a setting.
    pub fn is_fixed(&self, setting: SiteSetting) -> bool {
        self.0.fixed.iter().any(|(fixed, _)| *fixed == setting)
    }

    /// Changes settings, or returns why not.
    ///
    /// # Errors
    /// The database failed.
    pub async fn change(
        &self,
        by: UserId,
        changes: Vec<(SiteSetting, String)>,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let _one_at_a_time = self.0.changing.lock().await;
        let changed = self.0.store.change_site_settings(by, changes, at).await?;
        self.reload().await?;
        Ok(changed)
    }

    /// Reads the settings, after another server has changed them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let _one_at_a_time = self.0.changing.lock().await;
        self.reload().await
    }

    async fn reload(&self) -> Result<(), StoreError> {
        let mut settings = self.0.store.site_settings().await?;
        for (setting, value) in &self.0.fixed {
            // The configuration was checked when it was read.
            let _ = settings.set(*setting, value);
        }
        *self.0.current.write() = Arc::new(settings);
        Ok(())
    }
}
