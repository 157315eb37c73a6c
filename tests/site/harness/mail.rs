//! Sites that send mail, and users who get it.

use parlour::config::{Config, SmtpConfig};
use parlour::now::{Clock, Moment};

use super::{TestPerson, TestSite};
use crate::push_service::PushService;
use crate::sink::MailSink;

/// Noon on a Saturday in November, UTC.
pub const NOON: Moment = Moment(1_795_262_400_000);
pub const MINUTE: i64 = 60_000;
pub const HOUR: i64 = 60 * MINUTE;

impl TestSite {
    /// A site that sends its mail to a sink, with the time at noon until a test changes it.
    pub async fn with_mail() -> (Self, MailSink) {
        let sink = MailSink::open().await;
        let site = Self::at(Clock::at(NOON), |config| sends_to(config, &sink)).await;
        (site, sink)
    }

    /// Advances the time. What is due then is sent at once.
    pub fn wait(&self, milliseconds: i64) {
        self.clock.set(self.clock.now().after(milliseconds));
        self.state().notices.wake();
    }

    /// Waits until all tasks have done what is due. Twice, because one task may cause work for another.
    pub async fn runs_tasks(&self) {
        for _ in 0..2 {
            self.site().run_tasks().await;
        }
    }

    /// Checks that no mail is due.
    pub async fn mails_nothing(&self, sink: &mut MailSink) {
        self.runs_tasks().await;
        sink.is_empty();
    }

    /// Checks that no push is due.
    pub async fn pushes_nothing(&self, service: &mut PushService) {
        self.runs_tasks().await;
        service.is_empty();
    }

    /// A user with a confirmed address: `ada@example.org` for Ada.
    pub async fn register_with_mail(&self, name: &str, sink: &mut MailSink) -> TestPerson {
        let person = self.register(name).await;
        let address = format!("{}@example.org", name.to_lowercase());
        assert_eq!(person.post("/settings/address", &[("address", &address)]).await.status, 303);
        let link = sink.next().await.link(&self.url, "/settings/address/");
        assert_eq!(person.post(&link, &[]).await.location(), "/settings?done=confirmed");
        person
    }
}

/// Configures a site to send its mail to this sink.
pub fn sends_to(config: &mut Config, sink: &MailSink) {
    config.smtp = Some(SmtpConfig::parse(&sink.url).unwrap());
}
