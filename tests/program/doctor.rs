//! A database is tampered with in many ways, and `parlour doctor` notices each of them.

use std::path::Path;

use crate::killable::KillableSite;
use crate::played::{AUDIT_TRIGGERS, PlayedMatch, doctor, open, parlour};
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Connection};
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_after_normal_play_passes_every_check() {
    let played = PlayedMatch::new().await;
    let (code, report) = doctor(played.folder.path());
    assert_eq!(code, Some(0), "{report}");
    for line in [
        "the schema is the one of this version",
        "the secret key is the one that the database was last used with",
        "3 matches agree with their logs",
        "roles, suspensions and mutes agree with the audit log",
        "the audit log is intact: 4 entries",
    ] {
        assert!(report.contains(line), "{line} is not in: {report}");
    }
    assert!(report.contains(&format!("Database: {}\n", played.file().display())), "{report}");
}

/// The placeholders in changes.
const NAMES: [(&str, &str); 7] = [
    ("{running}", "(SELECT id FROM matches WHERE status = 'playing')"),
    ("{adjudicated}", "(SELECT id FROM matches WHERE how = 'adjudicated')"),
    ("{ada}", "(SELECT id FROM users WHERE name = 'Ada')"),
    ("{ben}", "(SELECT id FROM users WHERE name = 'Ben')"),
    ("{cleo}", "(SELECT id FROM users WHERE name = 'Cleo')"),
    ("{free}", AUDIT_TRIGGERS),
    (
        "{guard}",
        "CREATE TRIGGER audit_stays BEFORE UPDATE ON audit_log
        BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
        CREATE TRIGGER audit_keeps_all BEFORE DELETE ON audit_log
        BEGIN SELECT RAISE(ABORT, 'nothing is removed from the audit log'); END",
    ),
];

/// Makes the changes of each group to one copy, and checks that the doctor reports each of them.
async fn assert_noticed(groups: &[&[(&str, &str)]]) {
    let played = PlayedMatch::new().await;
    for group in groups {
        let changes: Vec<_> = group.iter().map(|(change, _)| *change).collect();
        let changes = NAMES.iter().fold(changes.join(";"), |change, (name, sql)| change.replace(name, sql));
        let (code, report) = played.doctor_after(&changes).await;
        assert_eq!(code, Some(1), "{changes}: {report}");
        assert!(report.matches("WRONG: ").count() >= group.len(), "{changes}: {report}");
        for (change, words) in *group {
            assert!(report.contains(words), "{change}: {words} is not in: {report}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn manual_changes_to_the_schema_are_detected() {
    let door = "CREATE TRIGGER door AFTER INSERT ON sessions BEGIN UPDATE users SET role = 'admin' WHERE id = 2; END";
    let hollow =
        "DROP TRIGGER audit_stays; CREATE TRIGGER audit_stays BEFORE UPDATE ON audit_log BEGIN SELECT 1; END";
    assert_noticed(&[&[
        (door, "the trigger door of sessions is not part of the schema"),
        (
            hollow,
            "the trigger audit_stays of audit_log differs from its definition in this version of Parlour",
        ),
        ("CREATE VIEW people AS SELECT name FROM users", "the view people is not part of the schema"),
        ("CREATE TABLE other (a TEXT)", "the table other is not part of the schema"),
        (
            "CREATE INDEX other_index ON users (zone)",
            "the index other_index of users is not part of the schema",
        ),
        (
            "ALTER TABLE users ADD COLUMN other TEXT",
            "the table users differs from its definition in this version of Parlour",
        ),
        ("DROP INDEX matches_due", "the index matches_due of matches is missing"),
        ("DROP TRIGGER audit_keeps_all", "the trigger audit_keeps_all of audit_log is missing"),
    ]])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn manual_changes_to_ratings_are_detected() {
    let forged = "UPDATE ratings SET value = 3999000000000 WHERE user_id = {ben}";
    let changed = "UPDATE ratings SET deviation = 50000000000; DELETE FROM ratings WHERE user_id = {ada};
        INSERT INTO ratings SELECT 'quarto', pool, user_id, number, at, value, deviation, volatility FROM ratings";
    assert_noticed(&[
        &[(forged, "1 current ratings differ from the logs")],
        &[(changed, "5 current ratings differ from the logs")],
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn manual_changes_to_roles_suspensions_and_mutes_are_detected() {
    let ended = "UPDATE users SET suspended_at = NULL, suspended_until = NULL, suspended_why = NULL";
    // The accounts of the 66 bots come first.
    let user_70 = "user 70: the suspension is not the one in the audit log";
    assert_noticed(&[
        &[
            (
                "UPDATE users SET role = 'admin' WHERE name = 'Ben'",
                "user 68: the role is admin, but by the audit log it is player",
            ),
            (
                "UPDATE users SET role = 'player' WHERE name = 'Cleo'",
                "user 69: the role is player, but by the audit log it is admin",
            ),
            (ended, user_70),
            ("UPDATE users SET muted_until = NULL", "user 68: the mute is not the one in the audit log"),
            (
                "UPDATE users SET suspended_at = 1 WHERE name = 'Ada'",
                "user 67: the suspension is not the one in the audit log",
            ),
            (
                "UPDATE users SET muted_until = 9e15 WHERE name = 'Ada'",
                "user 67: the mute is not the one in the audit log",
            ),
        ],
        &[("UPDATE users SET suspended_until = suspended_until - 86400000", user_70)],
        &[("UPDATE users SET suspended_why = 'sings' WHERE suspended_at IS NOT NULL", user_70)],
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn manual_changes_to_conditional_moves_are_detected() {
    let cancelled = "INSERT INTO cancelled_conditional_moves SELECT match_id, 3, 4, 0 FROM conditional_moves";
    let rewritten = "the conditional moves of seat 0 are not in canonical form";
    assert_noticed(&[
        &[
            ("UPDATE conditional_moves SET seat = 5", "conditional moves of seat 5, which is empty"),
            (cancelled, "seat 3 had no conditional moves to cancel"),
        ],
        &[("UPDATE conditional_moves SET text = 'if  a1 then c3'", rewritten)],
        &[("UPDATE conditional_moves SET text = 'give up'", rewritten)],
        &[("UPDATE conditional_moves SET since = 40", "were entered after a move that does not exist")],
        &[(
            "PRAGMA ignore_check_constraints = ON; UPDATE conditional_moves SET state = 'later'",
            "have an unknown state",
        )],
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn manual_changes_to_authors_of_moves_and_rulings_are_detected() {
    let (author, unknown) = ("was not allowed to make it", "its ruling is missing from the audit log");
    assert_noticed(&[
        &[
            ("UPDATE match_events SET by = {cleo} WHERE match_id = {running} AND kind = 'played'", author),
            ("UPDATE match_events SET by = {ben} WHERE match_id = {adjudicated} AND kind = 'adjudicated'", author),
        ],
        &[
            ("UPDATE match_events SET by = {ben} WHERE match_id = {running} AND kind = 'played'", author),
            ("UPDATE match_events SET by = {ben} WHERE match_id = {adjudicated} AND kind = 'ended'", author),
        ],
        &[
            ("UPDATE match_events SET by = NULL WHERE match_id = {running} AND kind = 'played'", author),
            (
                "UPDATE match_events SET by = 1 WHERE match_id = {adjudicated} AND kind IN ('adjudicated', 'ended')",
                unknown,
            ),
        ],
        &[
            ("UPDATE match_events SET by = {cleo} WHERE match_id = {running} AND kind = 'joined'", author),
            ("UPDATE match_events SET by = {cleo} WHERE match_id = {adjudicated} AND kind = 'started'", author),
        ],
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn manual_changes_to_signatures_of_the_audit_log_are_detected() {
    let (end, entry) =
        ("the end of the audit log, entry 4, is not signed", "entry 3 of the audit log is not signed");
    let copied =
        "{free}UPDATE audit_log SET mac = (SELECT mac FROM audit_log WHERE seq = 2) WHERE seq = 3; {guard}";
    assert_noticed(&[
        &[("DELETE FROM secret_key_check", "the check value of the secret key was removed")],
        &[(
            "UPDATE secret_key_check SET value = zeroblob(32)",
            "the secret key is not the one that the database was last used with",
        )],
        &[("UPDATE audit_head SET mac = NULL", end)],
        &[("UPDATE audit_head SET signed_after = 4", end)],
        &[(copied, entry)],
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changed_or_truncated_entries_of_the_audit_log_are_detected() {
    let shortened = "{free}DELETE FROM audit_log WHERE seq = 4;
        UPDATE audit_head SET seq = 3, hash = (SELECT hash FROM audit_log WHERE seq = 3),
            mac = (SELECT mac FROM audit_log WHERE seq = 3); {guard}";
    assert_noticed(&[
        &[("{free}UPDATE audit_log SET why = 'sings' WHERE seq = 3", "entry 3 of the audit log was changed")],
        &[(
            "{free}UPDATE audit_log SET mac = NULL WHERE seq = 3; {guard}",
            "entry 3 of the audit log is not signed with the secret key",
        )],
        &[("{free}DELETE FROM audit_log WHERE seq = 4", "the audit log was cut off before entry 4")],
        &[(shortened, "the end of the audit log, entry 3, is not signed with the secret key")],
    ])
    .await;
}

/// Rewrites the whole audit log, as an attacker with write access could: other reasons, and matching hashes.
async fn rewrite_log(file: &Path) {
    let mut db = open(file).await;
    let triggers: Vec<String> = sqlx::query_scalar("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
        .fetch_all(&mut db)
        .await
        .unwrap();
    sqlx::raw_sql(AUDIT_TRIGGERS).execute(&mut db).await.unwrap();
    type DoctorFields = (i64, i64, Option<i64>, String, Option<i64>, Option<String>, String);
    let entries: Vec<DoctorFields> =
        sqlx::query_as("SELECT seq, at, by, act, whom, match_id, detail FROM audit_log ORDER BY seq")
            .fetch_all(&mut db)
            .await
            .unwrap();
    let mut hash = [0; 32];
    for (seq, at, by, act, whom, match_id, detail) in entries {
        let fields = json!([seq, at, by, act, whom, match_id, "forged", detail]).to_string();
        hash = Sha256::new().chain_update(hash).chain_update(fields).finalize().into();
        let forging = sqlx::query("UPDATE audit_log SET why = 'forged', hash = $1 WHERE seq = $2");
        forging.bind(&hash[..]).bind(seq).execute(&mut db).await.unwrap();
    }
    sqlx::query("UPDATE audit_head SET hash = $1").bind(&hash[..]).execute(&mut db).await.unwrap();
    let measures = "UPDATE users SET suspended_why = 'forged' WHERE suspended_why IS NOT NULL;
        UPDATE users SET muted_why = 'forged' WHERE muted_why IS NOT NULL;";
    sqlx::raw_sql(AssertSqlSafe(format!("{measures}{}", triggers.join(";")))).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rewritten_or_truncated_audit_log_is_detected_without_a_backup() {
    let played = PlayedMatch::new().await;
    let copy = played.copy();
    let file = copy.path().join("parlour.db");
    rewrite_log(&file).await;
    let (code, report) = doctor(copy.path());
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("WRONG: entry 1 of the audit log is not signed with the secret key"), "{report}");
    assert_eq!(report.matches("WRONG").count(), 1, "nothing else shows it: {report}");

    // Continuing the log does not make it valid: a site that starts on it signs no further entries.
    let promoted = parlour(&["admin", "promote", "Ada", "--role", "moderator"], &file);
    assert!(promoted.status.success());
    assert_eq!(doctor(copy.path()).0, Some(1));
    let mut db = open(&file).await;
    let signed: i64 = sqlx::query_scalar("SELECT count(mac) FROM audit_log WHERE seq > 4")
        .fetch_one(&mut db)
        .await
        .unwrap();
    assert_eq!(signed, 0);
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn skipped_checks_have_their_own_exit_status() {
    let played = PlayedMatch::new().await;
    let (code, report) = played.doctor_after("DELETE FROM _sqlx_migrations").await;
    assert_eq!(code, Some(2), "{report}");
    assert!(report.contains("SKIPPED: the database lacks migrations"), "{report}");
    assert!(report.contains("nothing wrong was found, but 1 check was skipped"), "{report}");
    let unsigned = format!(
        "DELETE FROM secret_key_check; {AUDIT_TRIGGERS} UPDATE audit_log SET mac = NULL; UPDATE audit_head SET mac = NULL;
        CREATE TRIGGER audit_stays BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
        CREATE TRIGGER audit_keeps_all BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'nothing is removed from the audit log'); END;"
    );
    let (code, report) = played.doctor_after(&unsigned).await;
    assert_eq!(code, Some(2), "{report}");
    assert!(report.contains("SKIPPED: the audit log is not signed yet"), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_without_the_secret_key_is_reported_at_startup_and_by_doctor() {
    let played = PlayedMatch::new().await;
    let mut db = open(&played.file()).await;
    sqlx::raw_sql("INSERT INTO totp_secrets VALUES (1, x'00', 0, 1), (2, x'00', 0, 1), (3, x'00', 0, NULL)")
        .execute(&mut db)
        .await
        .unwrap();
    db.close().await.unwrap();
    let copies = TempDir::new().unwrap();
    let without = copies.path().join("without.db");
    let output = parlour(&["backup", without.to_str().unwrap()], &played.file());
    let words = "the copy does not contain the secret key: back it up too";
    assert!(String::from_utf8_lossy(&output.stdout).contains(words), "{output:?}");

    let restored = TempDir::new().unwrap();
    let output = parlour(&["restore", without.to_str().unwrap()], &restored.path().join("parlour.db"));
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("the copy does not contain the secret key"),
        "{output:?}"
    );
    let (code, report) = doctor(restored.path());
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("WRONG: the secret key is missing") && report.contains("(2 in use)"), "{report}");
    let mut site = KillableSite::open(restored.path(), &[]).await;
    let log = site.log();
    assert!(log.contains("ERROR") && log.contains("which was missing and has just been created"), "{log}");
    assert!(
        log.contains("not the one that this database was last used with") && log.contains("(2 in use)"),
        "{log}"
    );
    site.stop().await;
    let (code, report) = doctor(restored.path());
    assert_eq!(code, Some(1), "{report}");
    assert!(
        report.contains("WRONG: the secret key is not the one that the database was last used with"),
        "{report}"
    );

    // Only the key was missing.
    std::fs::copy(played.folder.path().join("secret.key"), restored.path().join("secret.key")).unwrap();
    let (code, report) = doctor(restored.path());
    assert_eq!(code, Some(0), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_with_another_secret_key_replaces_the_current_one_only_on_request() {
    let played = PlayedMatch::new().await;
    let copies = TempDir::new().unwrap();
    let with = copies.path().join("with.db");
    let output = parlour(&["backup", "--with-key", with.to_str().unwrap()], &played.file());
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("the copy contains the secret key"),
        "{output:?}"
    );
    let output = parlour(&["restore", with.to_str().unwrap()], &copies.path().join("new/parlour.db"));
    assert!(output.status.success(), "{output:?}");
    assert_eq!(doctor(&copies.path().join("new")).0, Some(0));
    let restored = TempDir::new().unwrap();
    std::fs::write(
        restored.path().join("secret.key"),
        "another secret key of more than thirty-two characters",
    )
    .unwrap();
    let arguments = ["restore", with.to_str().unwrap()];
    let output = parlour(&arguments, &restored.path().join("parlour.db"));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("is not the secret key in the copy"),
        "{output:?}"
    );
    assert!(!restored.path().join("parlour.db").exists());
    let output = parlour(&[arguments[0], "--replace", arguments[1]], &restored.path().join("parlour.db"));
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("renamed the previous secret key to"),
        "{output:?}"
    );
    assert_eq!(doctor(restored.path()).0, Some(0));
}
