//! The devices of users.

use serde_json::json;
use thiserror::Error;

use super::endpoint::{PushEndpoint, PushEndpointError};
use super::messenger::PushRequestError;
use super::sealed::SubscriptionKeys;
use crate::error_codes;
use crate::notices::service::NoticeService;
use crate::now::spans::MINUTE;
use crate::store::{NewPushDevice, StoreError};
use crate::texts::tr;
use crate::urls;
use crate::users::UserId;

/// How long a test push is useful.
const TRY: i64 = 5 * MINUTE;
/// How many devices a user may have.
const MAX: u32 = 10;

/// Why a device was rejected.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// The endpoint is not permitted.
    #[error(transparent)]
    Endpoint(#[from] PushEndpointError),
    /// The keys are invalid.
    #[error("{}", tr("This browser’s keys can’t be read. Turn notifications off and on again."))]
    Keys,
    /// The endpoint's name does not resolve.
    #[error("{}", tr("That push service can’t be found."))]
    Unknown,
    /// The user has too many devices.
    #[error("{}", tr("You already have ten devices. Remove one you no longer use."))]
    Many,
    #[error(transparent)]
    Store(#[from] StoreError),
}

error_codes! {
    DeviceError {
        Self::Keys => "device-keys-not-valid",
        Self::Unknown => "push-service-not-found",
        Self::Many => "too-many-devices",
    } of {
        Self::Endpoint(cause) => cause,
        Self::Store(cause) => cause,
    }
}

/// A push subscription of a browser.
#[derive(Clone, Debug)]
pub struct OfferedSubscription<'a> {
    /// The name of the device.
    pub name: String,
    pub endpoint: &'a str,
    /// `p256dh` and `auth`, base64url encoded.
    pub keys: (&'a str, &'a str),
    /// The session of the browser.
    pub session: Option<[u8; 32]>,
    /// The previous endpoint, if the push service has moved it.
    pub before: Option<String>,
}

impl NoticeService {
    /// The public VAPID key for browsers.
    pub fn push_key(&self) -> String {
        self.pusher.vapid.public()
    }

    /// Adds a device, or replaces the previous subscription of the same browser.
    ///
    /// # Errors
    /// The subscription was rejected, or the user has too many devices.
    pub async fn add_device(
        &self,
        user: UserId,
        offered: OfferedSubscription<'_>,
    ) -> Result<(), DeviceError> {
        let endpoint = PushEndpoint::parse(offered.endpoint, self.pusher.loopback)?;
        let (p256dh, auth) = offered.keys;
        let keys = SubscriptionKeys::parse(p256dh, auth).ok_or(DeviceError::Keys)?;
        match self.pusher.messenger.resolve(&endpoint).await {
            Ok(_) => {}
            Err(PushRequestError::Near) => return Err(PushEndpointError::Near.into()),
            Err(_) => return Err(DeviceError::Unknown),
        }
        let device = NewPushDevice {
            user,
            session: offered.session,
            name: offered.name,
            endpoint: endpoint.as_str().to_owned(),
            before: offered.before,
            p256dh: keys.p256dh,
            auth: keys.auth,
            at: self.clock.now(),
        };
        if !self.store.add_device(device, MAX).await? {
            return Err(DeviceError::Many);
        }
        self.has_changed();
        Ok(())
    }

    /// Sends a test push to a device of the user. Returns whether it is theirs.
    pub async fn try_device(&self, user: UserId, device: i64) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let body = json!({
            "title": tr("Notifications work"),
            "body": tr("You’ll be notified like this when it’s your move."),
            "url": urls::Settings.to_string(),
            "tag": "try",
        });
        let queued = self.store.queue_test_push(user, device, body.to_string(), now, now.after(TRY)).await?;
        if queued {
            self.pushing.wake();
        }
        Ok(queued)
    }
}
