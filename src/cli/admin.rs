//! `parlour admin`: manages accounts from the command line. Every action is recorded in the audit log.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use tokio::runtime::{Builder, Handle};

use super::database::{DatabaseArgs, OpenDatabase, SecretKeyArgs};
use crate::accounts::{AccountError, Accounts, Password, Username};
use crate::config::SecretKey;
use crate::now::Clock;
use crate::now::spans::DAY;
use crate::store::{KeyCheck, Store, StoreError};
use crate::users::{
    AuditActor, Role, StaffAction, StaffActionError, StaffActionKind, StaffReason, UserCard, UserFilter,
    UserSummary, to_the_minute,
};

/// How many accounts are read at a time.
const PAGE: u32 = 500;

/// Manage accounts: list and create them, change roles, set passwords, suspend; also while the site runs
///
/// Prints the database that is used on standard error. Every action is recorded in the audit log as done from the command
/// line. A running site applies the change within two seconds.
#[derive(Debug, Args)]
pub struct AdminArgs {
    #[command(subcommand)]
    act: AdminCommand,
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    /// Create an account; the password is prompted for, or read from standard input if that is not a terminal
    Create {
        /// User name: 2 to 20 letters, digits, “_” or “-”; reserved ones, such as “admin”, are allowed here
        name: String,
        /// Role: player, moderator or admin
        #[arg(long, value_parser = role, default_value = "admin")]
        role: Role,
        /// Create the database if there is none
        #[arg(long)]
        create_database: bool,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// Change a user's role; they have to sign in again
    Promote {
        /// User name
        name: String,
        /// New role: player, moderator or admin
        #[arg(long, value_parser = role, default_value = "admin")]
        role: Role,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// Turn off two-step sign-in for a user who has lost passkeys, authenticator app and recovery codes
    RemoveFactors {
        /// User name
        name: String,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// List the accounts with role, last visit and suspension, by name
    List {
        /// Only names that contain this
        #[arg(default_value = "")]
        part: String,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// Suspend a user: they can sign in and read, but not play, chat, create or join matches
    Suspend {
        /// User name
        name: String,
        /// Why, which the user is told
        #[arg(long)]
        reason: String,
        /// For so many days [default: until the suspension is ended]
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=3650))]
        days: Option<u16>,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// End the suspension of a user
    EndSuspension {
        /// User name
        name: String,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// Set a user's password; signs them out everywhere
    ResetPassword {
        /// User name
        name: String,
        #[command(flatten)]
        place: DatabaseArgs,
    },
    /// Accept the current secret key after it was changed or lost
    AcceptKey {
        #[command(flatten)]
        place: DatabaseArgs,
        #[command(flatten)]
        key: SecretKeyArgs,
    },
}

impl AdminArgs {
    /// Runs the command and writes what was done.
    ///
    /// # Errors
    /// The command failed; nothing was changed.
    pub fn run(self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let done = match self.act {
            AdminCommand::Create { name, role, create_database, place } => {
                let (name, database) = (Username::parse(&name)?, place.open_named()?);
                if !create_database {
                    must_exist_already(&database)?;
                }
                let password = password(input)?;
                runtime
                    .block_on(async { create(&accounts(&database).await?, &name, password, role).await })?
            }
            AdminCommand::Promote { name, role, place } => {
                runtime.block_on(async { promote(&open_accounts(place).await?, &name, role).await })?
            }
            AdminCommand::RemoveFactors { name, place } => {
                runtime.block_on(async { remove_factors(&open_accounts(place).await?, &name).await })?
            }
            AdminCommand::List { part, place } => runtime.block_on(list(place, part))?,
            AdminCommand::Suspend { name, reason, days, place } => {
                let why = StaffReason::parse(&reason, StaffActionKind::Suspend)?;
                runtime.block_on(async { suspend(&open_accounts(place).await?, &name, days, why).await })?
            }
            AdminCommand::EndSuspension { name, place } => {
                runtime.block_on(async { end_suspension(&open_accounts(place).await?, &name).await })?
            }
            AdminCommand::ResetPassword { name, place } => runtime.block_on(async {
                let accounts = open_accounts(place).await?;
                let person = find_user(&accounts, &name).await?;
                reset_password(&accounts, &person, password(input)?).await
            })?,
            AdminCommand::AcceptKey { place, key } => runtime.block_on(accept_key(place, key))?,
        };
        writeln!(out, "{done}")?;
        Ok(out.flush()?)
    }
}

fn role(key: &str) -> Result<Role, String> {
    Role::from_key(key).ok_or_else(|| "the roles are player, moderator and admin".to_owned())
}

fn must_exist_already(database: &OpenDatabase) -> anyhow::Result<()> {
    database.must_exist().context("no account was created (--create-database creates the database too)")
}

async fn open_accounts(place: DatabaseArgs) -> anyhow::Result<Accounts> {
    let database = place.open_named()?;
    database.must_exist()?;
    accounts(&database).await
}

async fn accounts(database: &OpenDatabase) -> anyhow::Result<Accounts> {
    let store = Store::open(&database.url, Handle::current()).await?;
    // No session is opened, so the session key is not needed.
    let clock = Clock::Wall.corrected_by(store.clock_correction());
    Ok(Accounts::open(store, clock, [0; 32])?)
}

async fn accept_key(place: DatabaseArgs, key: SecretKeyArgs) -> anyhow::Result<String> {
    let database = place.open_named()?;
    database.must_exist()?;
    let Some(key) = key.text(&database)?.and_then(|text| SecretKey::from_text(&text)) else {
        bail!("there is no secret key to accept: set SECRET_KEY, or start the site once, which makes one")
    };
    let store = Store::open(&database.url, Handle::current()).await?;
    let accepted = accept(&store, key.check_value()).await;
    store.close().await;
    accepted
}

async fn accept(store: &Store, check_value: [u8; 32]) -> anyhow::Result<String> {
    if store.recorded_key().await?.check(&check_value) == KeyCheck::Same {
        bail!("the database was last used with this secret key already");
    }
    store.accept_secret_key(check_value, store.clock_correction().now()).await?;
    Ok("the secret key was accepted".to_owned())
}

async fn create(
    accounts: &Accounts,
    name: &Username,
    password: Password,
    role: Role,
) -> anyhow::Result<String> {
    match accounts.create(name, password, role).await {
        Ok(person) => Ok(format!("created the account {}, as {role}", person.name)),
        Err(AccountError::UsernameTaken) => bail!("the name {name}, or one that looks like it, is taken"),
        Err(other) => Err(other.into()),
    }
}

async fn promote(accounts: &Accounts, name: &str, role: Role) -> anyhow::Result<String> {
    let person = find_user(accounts, name).await?;
    let done = apply_action(accounts, &person, StaffAction::ChangeRole { from: None, to: role }).await;
    done.with_context(|| format!("{} was not made {role}", person.name))?;
    Ok(format!("{} is now {role}, and has to sign in again", person.name))
}

/// A line for each account, with columns separated by tabs.
async fn list(place: DatabaseArgs, part: String) -> anyhow::Result<String> {
    let database = place.open_named()?;
    database.must_exist()?;
    let store = Store::open(&database.url, Handle::current()).await?;
    let now = store.clock_correction().now();
    let mut lines = vec!["name\trole\tsigned up\tlast seen\tsuspended".to_owned()];
    let mut filter = UserFilter { part, ..UserFilter::default() };
    loop {
        let (page, total) = store.people_list(&filter, now, PAGE).await?;
        lines.extend(page.iter().map(line));
        filter.from += PAGE;
        if filter.from >= total {
            break;
        }
    }
    store.close().await;
    Ok(lines.join("\n"))
}

fn line(card: &UserCard) -> String {
    let endless = if card.standing.awaits_approval() { "until approved" } else { "until ended" };
    let seen = card.last_seen_at.map_or_else(|| "-".to_owned(), to_the_minute);
    let suspended = card.standing.suspended.as_ref().map_or_else(
        || "-".to_owned(),
        |suspension| {
            suspension.until.map_or_else(|| endless.to_owned(), |at| format!("until {}", to_the_minute(at)))
        },
    );
    let (name, role) = (&card.person.name, card.standing.role);
    format!("{name}\t{role}\t{}\t{seen}\t{suspended}", to_the_minute(card.since))
}

async fn suspend(
    accounts: &Accounts,
    name: &str,
    days: Option<u16>,
    why: StaffReason,
) -> anyhow::Result<String> {
    let person = find_user(accounts, name).await?;
    let until = days.map(|days| accounts.now().after(i64::from(days) * DAY));
    let action = StaffAction::Suspend { until, changes: true };
    let done = accounts.apply_action(AuditActor::CommandLine, person.id, action, why).await;
    done.with_context(|| format!("{} was not suspended", person.name))?;
    let end = until.map_or_else(|| "it is ended".to_owned(), to_the_minute);
    Ok(format!("{} is suspended until {end}", person.name))
}

async fn end_suspension(accounts: &Accounts, name: &str) -> anyhow::Result<String> {
    let person = find_user(accounts, name).await?;
    let done = apply_action(accounts, &person, StaffAction::EndSuspension).await;
    done.with_context(|| format!("the suspension of {} was not ended", person.name))?;
    Ok(format!("ended the suspension of {}", person.name))
}

async fn remove_factors(accounts: &Accounts, name: &str) -> anyhow::Result<String> {
    let person = find_user(accounts, name).await?;
    let done = apply_action(accounts, &person, StaffAction::RemoveFactors { email: None }).await;
    done.map_err(|error| {
        let refused = error.downcast_ref::<AccountError>();
        let is_off = matches!(refused, Some(AccountError::Refused(StaffActionError::AlreadySo)));
        let problem = if is_off { "is already off" } else { "was not turned off" };
        error.context(format!("two-step sign-in {problem} for {}", person.name))
    })?;
    Ok(format!("turned off two-step sign-in for {}", person.name))
}

async fn apply_action(accounts: &Accounts, person: &UserSummary, action: StaffAction) -> anyhow::Result<()> {
    let why = StaffReason::parse("at the command line", action.act())?;
    Ok(accounts.apply_action(AuditActor::CommandLine, person.id, action, why).await?)
}

async fn reset_password(accounts: &Accounts, person: &UserSummary, new: Password) -> anyhow::Result<String> {
    match accounts.set_password(person, new).await {
        Ok(()) => Ok(format!("set a new password for {}, who has to sign in again", person.name)),
        Err(AccountError::Store(error)) => Err(error.into()),
        Err(other) => bail!("the password was not changed: {other}"),
    }
}

async fn find_user(accounts: &Accounts, name: &str) -> Result<UserSummary, anyhow::Error> {
    let found: Result<_, StoreError> = accounts.directory().find(name).await;
    found?.with_context(|| format!("there is no user called {name}"))
}

/// Prompts on a terminal, so that the password is neither displayed nor in the history of the shell; otherwise reads
/// a line.
fn password(input: &mut impl BufRead) -> anyhow::Result<Password> {
    let text = if io::stdin().is_terminal() {
        let text = rpassword::prompt_password("Password: ")?;
        if rpassword::prompt_password("Repeat password: ")? != text {
            bail!("the passwords do not match");
        }
        text
    } else {
        let mut line = String::new();
        input.read_line(&mut line)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    Ok(Password::parse(text)?)
}
