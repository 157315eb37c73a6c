//! Emails about the accounts of users, and the images in emails.

use super::emails::{self, EmailImage, WrittenEmail};
use super::mailer::{DrawnImage, UndeliverableNotice};
use super::service::NoticeService;
use crate::rasterizer;
use crate::store::OutboxEmail;
use crate::texts::{Language, in_language};
use crate::urls;
use crate::users::FactorChange;

impl NoticeService {
    /// Draws the images of an email. Without one, its alternative text is shown.
    pub(super) async fn draw(&self, images: &[EmailImage]) -> Vec<DrawnImage> {
        let mut drawn = Vec::with_capacity(images.len());
        for image in images {
            let (hash, board) = (rasterizer::hash("png", &image.picture), image.picture.clone());
            let png = self.images.image(hash, move |sprites| rasterizer::png(&board, sprites)).await;
            drawn.extend(png.map(|png| (image.id.clone(), png)));
        }
        drawn
    }

    /// The text of an email about a user's account.
    pub(super) fn write_account_email(
        &self,
        email: &OutboxEmail,
    ) -> Result<WrittenEmail, UndeliverableNotice> {
        in_language(email.language, || self.account_email(email))
    }

    fn account_email(&self, email: &OutboxEmail) -> Result<WrittenEmail, UndeliverableNotice> {
        let (name, site) = (&email.to.name, self.site.to_string());
        let reset = format!("{site}{}", urls::Reset);
        match email.kind.as_str() {
            "confirmation" => {
                let key = self.keys.confirmation_key(&email.key).text();
                let link = format!("{site}{}", urls::Confirmation { key: &key });
                Ok(emails::confirmation(name, &site, &link))
            }
            "reset" => {
                let key = self.keys.reset_key(&email.key).text();
                let link = format!("{site}{}", urls::ResetPassword { key: &key });
                Ok(emails::reset(name, &site, &link))
            }
            "created" => {
                let key = self.keys.reset_key(&email.key).text();
                let link = format!("{site}{}", urls::ResetPassword { key: &key });
                Ok(emails::account_created(name, &site, &link))
            }
            "password" => Ok(emails::password_changed(name, &site, &reset)),
            "factors" => {
                let change = FactorChange::from_key(&email.body)
                    .ok_or_else(|| UndeliverableNotice::new(format_args!("{:?} is unknown", email.body)))?;
                Ok(emails::factors_changed(name, &site, &reset, change))
            }
            "goodbye" => {
                // The account and its settings are deleted already, so the row holds language and name.
                let recipient = email.body.split_once(':');
                let recipient = recipient.and_then(|(key, name)| Some((Language::from_key(key)?, name)));
                let (language, name) = recipient.unwrap_or((Language::default(), &email.body));
                Ok(in_language(language, || emails::account_deleted(name, &site)))
            }
            kind => Err(UndeliverableNotice::new(format_args!("{kind:?} is unknown"))),
        }
    }
}
