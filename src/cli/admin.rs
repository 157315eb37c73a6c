//! `parlour admin`: what whoever sits at the machine does to accounts. All of it goes into the log of the house.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use tokio::runtime::{Builder, Handle};

use crate::accounts::{Accounts, ChangeError, Password, RegisterError, Username};
use crate::config::{Config, Flags};
use crate::matches::Person;
use crate::now::Clock;
use crate::people::{By, Deed, Reason, Refused, Role};
use crate::store::{Store, StoreError};

/// Make accounts, change roles and set passwords, also while the site runs
///
/// Whatever is done is noted in the log of the house as done from the command line. A site that is running follows within a
/// minute.
#[derive(Debug, Args)]
pub struct Admin {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Make an account; the password is asked for, or read from standard input where nobody types
    Create {
        /// What they are called: 2 to 20 letters, digits, “_” and “-”
        name: String,
        /// What they are: player, moderator or admin
        #[arg(long, value_parser = role, default_value = "admin")]
        role: Role,
        #[command(flatten)]
        place: Place,
    },
    /// Make somebody an admin, or something else; they sign in anew
    Promote {
        /// What they are called
        name: String,
        /// What they are from now on: player, moderator or admin
        #[arg(long, value_parser = role, default_value = "admin")]
        role: Role,
        #[command(flatten)]
        place: Place,
    },
    /// Take away what somebody shows besides their password, when all of it is lost
    RemoveFactors {
        /// What they are called
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Give somebody another password; wherever they are signed in, they are signed out
    ResetPassword {
        /// What they are called
        name: String,
        #[command(flatten)]
        place: Place,
    },
}

/// Where the accounts are.
#[derive(Debug, Args)]
struct Place {
    /// The database [default: sqlite://data/parlour.db]
    #[arg(long, env = "DATABASE_URL", value_name = "URL")]
    database_url: Option<String>,
}

impl Admin {
    /// Does it, and says what was done.
    ///
    /// # Errors
    /// Whatever kept it from being done; then nothing was changed.
    pub fn run(self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let done = match self.act {
            Act::Create { name, role, place } => {
                let name = Username::parse(&name)?;
                let password = password(input)?;
                runtime.block_on(async { create(&open(place, true).await?, &name, password, role).await })?
            }
            Act::Promote { name, role, place } => {
                runtime.block_on(async { promote(&open(place, false).await?, &name, role).await })?
            }
            Act::RemoveFactors { name, place } => {
                runtime.block_on(async { remove_factors(&open(place, false).await?, &name).await })?
            }
            Act::ResetPassword { name, place } => runtime.block_on(async {
                let accounts = open(place, false).await?;
                let person = known(&accounts, &name).await?;
                reset_password(&accounts, &person, password(input)?).await
            })?,
        };
        writeln!(out, "{done}")?;
        Ok(out.flush()?)
    }
}

fn role(key: &str) -> Result<Role, String> {
    Role::from_key(key).ok_or_else(|| "the roles are player, moderator and admin".to_owned())
}

/// The accounts of the house. A database is made only for the first of them.
async fn open(place: Place, make: bool) -> anyhow::Result<Accounts> {
    let config = Config::read(Flags { database_url: place.database_url, ..Flags::default() })?;
    let url = &config.database_url;
    let file = crate::store::file(url)?;
    if !make && !file.exists() {
        bail!("there is no database {}", file.display());
    }
    let store = Store::open(url, Handle::current()).await?;
    // No session is opened here, so the secret of the house is not needed.
    Ok(Accounts::open(store, Clock::Wall, [0; 32])?)
}

async fn create(
    accounts: &Accounts,
    name: &Username,
    password: Password,
    role: Role,
) -> anyhow::Result<String> {
    match accounts.create(name, password, role).await {
        Ok(person) => Ok(format!("{} has an account, as {role}", person.name)),
        Err(RegisterError::Taken) => bail!("the name {name} is taken"),
        Err(other) => Err(other.into()),
    }
}

async fn promote(accounts: &Accounts, name: &str, role: Role) -> anyhow::Result<String> {
    let person = known(accounts, name).await?;
    let done = deal(accounts, &person, Deed::ChangeRole { from: None, to: role }).await?;
    done.with_context(|| format!("{} was not made {role}", person.name))?;
    Ok(format!("{} is now {role}, and signs in anew", person.name))
}

async fn remove_factors(accounts: &Accounts, name: &str) -> anyhow::Result<String> {
    let person = known(accounts, name).await?;
    let done = deal(accounts, &person, Deed::RemoveFactors { letter: None }).await?;
    done.with_context(|| format!("{} shows nothing besides the password", person.name))?;
    Ok(format!("{} signs in with the password alone", person.name))
}

async fn deal(accounts: &Accounts, person: &Person, deed: Deed) -> anyhow::Result<Result<(), Refused>> {
    let why = Reason::parse("at the command line", deed.act())?;
    Ok(accounts.deal(By::CommandLine, person.id, deed, why).await?)
}

async fn reset_password(accounts: &Accounts, person: &Person, new: Password) -> anyhow::Result<String> {
    match accounts.give_password(person, new).await {
        Ok(()) => Ok(format!("{} has another password, and signs in anew", person.name)),
        Err(ChangeError::Store(error)) => Err(error.into()),
        Err(other) => bail!("the password was not changed: {other}"),
    }
}

async fn known(accounts: &Accounts, name: &str) -> Result<Person, anyhow::Error> {
    let found: Result<_, StoreError> = accounts.directory().find(name).await;
    found?.with_context(|| format!("there is nobody called {name}"))
}

/// Asked for where somebody types, so that it neither shows nor stays in the history of the shell; else the first line.
fn password(input: &mut impl BufRead) -> anyhow::Result<Password> {
    let text = if io::stdin().is_terminal() {
        let text = rpassword::prompt_password("Password: ")?;
        if rpassword::prompt_password("The same again: ")? != text {
            bail!("the two are not the same");
        }
        text
    } else {
        let mut line = String::new();
        input.read_line(&mut line)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    Ok(Password::parse(text)?)
}
