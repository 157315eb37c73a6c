//! Databases and their connections: opening, reading, writing, migrations, checkpoints, backup, and copies in another one.

pub(super) mod availability;
pub mod backup;
pub(super) mod checkpoints;
pub(super) mod connection;
pub(super) mod copy;
pub(super) mod copy_check;
pub(super) mod error;
pub(super) mod file;
pub(super) mod foreign_commits;
pub(super) mod handle;
pub(super) mod location;
pub(super) mod postgres;
pub(super) mod readiness;
pub(super) mod schema;
pub(super) mod schema_check;
pub(super) mod server_lock;
pub(super) mod session;
pub mod transfer;
pub(super) mod translation;
pub mod upgrade;
pub(super) mod writer;
