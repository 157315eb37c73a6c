//! The database, and the only SQL: one file per aggregate, in folders by topic.
//!
//! One connection writes, a few read. Every write is one `BEGIN IMMEDIATE` transaction and durable
//! (`synchronous=FULL`) when it returns. Readers never wait for it.
//!
//! Statements and schema are understood by PostgreSQL as well, which a test checks: one statement per text, lists as
//! parameters of `json_each`, joins whose order matters as `CROSS JOIN` with `WHERE`, no JSON built or taken apart.
//! They are run through `sql`, whose calls look like those of sqlx and whose rows either database can return.

/// The argument of [`Store::write`]: a block that runs in a transaction on `db`, and owns the variables it uses.
macro_rules! transaction {
    (|$db:ident| $block:block) => {
        move |$db| Box::pin(async move $block)
    };
}

mod accounts;
mod caches;
mod choice_holdings;
pub mod data_holdings;
mod data_inventory;
mod database;
mod delivery;
mod exports;
#[cfg(test)]
mod for_tests;
mod import_holdings;
mod matches;
mod moderation;
mod monitoring;
#[cfg(test)]
mod plan;
#[cfg(test)]
mod portability;
mod retention;
mod row_lists;
mod rows;
mod sql;
mod statistics;

pub use accounts::account::{AddAccountError, Credentials, NewAccount, UserProfile};
pub use accounts::account_imports::{
    ImportConflict, ImportRefusal, NewAccountEmail, NewAccountImport, NewImportedAccount,
};
pub use accounts::email_settings::ConfirmationRequest;
pub use accounts::external_identities::{ExternalIdentity, ExternalLogin, NewExternalAccount, SignInWays};
pub use accounts::guests::{GuestRegistration, GuestRegistrationError};
pub use accounts::passkeys::{NewPasskey, StoredPasskey};
pub use accounts::passwords::{NewPassword, PasswordLink, PasswordLinkUser};
pub use accounts::relations::PlayerRelation;
pub use accounts::sessions::{ListedSession, NewSession, SessionCutoffs, SessionProof, StoredSession};
pub use accounts::signup_invitations::NewSignupInvitation;
pub use accounts::two_factor::{FactorChangeNote, TotpSecretRow, TwoFactorState};
pub use caches::{MatchPageData, MonitoredCounts, RatingCertainty};
pub use database::availability::ServerAvailability;
pub use database::backup;
pub use database::copy::CopyProgress;
pub use database::error::StoreError;
pub use database::file::{give_to_owner_of_folder, shared_mode};
pub use database::foreign_commits::ForeignCommits;
pub use database::handle::Store;
pub use database::location::{file, folder, name};
pub use database::server_lock::ServerLock;
pub use database::transfer;
pub use database::upgrade;
pub(crate) use database::writer::WriteTransaction;
pub use delivery::devices::{NewPushDevice, PushDevice};
pub use delivery::match_outbox::{FactsOfOthers, MatchFact, MatchFactKind};
pub use delivery::notices::{NoticeBatch, NoticeRecipient};
pub use delivery::outbox::{NoticeKey, OutboxEmail};
pub use delivery::pushes::QueuedPush;
pub use delivery::queue::DeliveryResult;
pub use delivery::shared_changes::SharedChange;
pub use matches::analyses::{AnalysisRequest, AnalysisState, MatchAnalysis, WaitingAnalysis};
pub use matches::daily::DailyCandidate;
pub use matches::deadlines::DueMatch;
pub use matches::leaderboards::PAGE as RANKED;
pub use matches::{BatchTransaction, ListCheckPage, LoggedMatch, PendingWrite, ReadableMatches};
pub use moderation::audit::AuditFilter;
pub use moderation::secret_key::{KeyCheck, RecordedKey};
pub use moderation::staff::StaffDecision;
pub use retention::{ExpiredRows, ExpiringRows};
