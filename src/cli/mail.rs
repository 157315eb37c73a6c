//! `parlour mail`: tests the mail configuration.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use tokio::runtime::Builder;

use crate::config::{Config, PublicUrl, ServeFlags, file_name, mailbox};
use crate::notices::mailer::Mailer;

/// Check that mail can be sent
#[derive(Debug, Args)]
pub struct MailArgs {
    #[command(subcommand)]
    act: MailCommand,
}

#[derive(Debug, Subcommand)]
enum MailCommand {
    /// Send a test message, showing each step and the server's answers; exit status 1 if it was not accepted
    Test(TestMailArgs),
}

#[derive(Debug, Args)]
struct TestMailArgs {
    /// Address to send the message to
    address: String,
    /// Mail server, as for `parlour serve`
    #[arg(long, env = "SMTP_URL", value_name = "URL", hide_env_values = true)]
    smtp_url: Option<String>,
    /// File to read SMTP_URL from
    #[arg(long, env = "SMTP_URL_FILE", value_name = "FILE", value_parser = file_name())]
    smtp_url_file: Option<PathBuf>,
    /// Sender of the message [default: Parlour, at the host of PUBLIC_URL]
    #[arg(long, env = "MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// Address of the site, which the message names [default: http://localhost:8080]
    #[arg(long, env = "PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
}

impl MailArgs {
    /// Sends the message.
    ///
    /// # Errors
    /// The configuration is invalid, or the server did not accept the message.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let MailCommand::Test(test) = self.act;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let mut lines = Vec::new();
        let sent = runtime.block_on(test.send(&mut lines));
        for line in lines {
            writeln!(out, "{line}")?;
        }
        if sent.is_ok() {
            writeln!(out, "The server accepted the message.")?;
        }
        out.flush()?;
        sent
    }
}

impl TestMailArgs {
    async fn send(self, lines: &mut Vec<String>) -> anyhow::Result<()> {
        let config = Config::read(ServeFlags {
            smtp_url: self.smtp_url,
            smtp_url_file: self.smtp_url_file,
            mail_from: self.mail_from,
            public_url: self.public_url,
            ..ServeFlags::default()
        })?;
        let Some(smtp) = &config.smtp else { bail!("SMTP_URL is not set, so this site does not send email") };
        let to =
            mailbox(&self.address).with_context(|| format!("“{}” is not an email address", self.address))?;
        let site = config.public_url.unwrap_or_else(|| PublicUrl::local(config.bind.port()));
        let post = Mailer::to(smtp, config.mail_from, &site);
        let message = post.test_message(to, &site)?;
        let envelope = message.envelope();
        lines.push(format!("Server: {}:{}", smtp.host, smtp.port));
        lines.extend(envelope.from().map(|from| format!("From: {from}")));
        lines.extend(envelope.to().iter().map(|to| format!("To: {to}")));
        let mut report = |step, answer: &str| lines.push(format!("{step}: {answer}"));
        Ok(post.server.walk(&message, true, &mut report).await?)
    }
}
