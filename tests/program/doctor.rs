//! A database is tampered with in many ways, and `parlour doctor` notices each of them.

use crate::killable::KillableSite;
use crate::played::{PlayedMatch, doctor, open, parlour};
use sqlx::Connection;
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
    ] {
        assert!(report.contains(line), "{line} is not in: {report}");
    }
    assert!(report.contains(&format!("Database: {}\n", played.file().display())), "{report}");
}

/// The placeholders in changes.
const NAMES: [(&str, &str); 5] = [
    ("{running}", "(SELECT id FROM matches WHERE status = 'playing')"),
    ("{adjudicated}", "(SELECT id FROM matches WHERE end_reason = 'adjudicated')"),
    ("{ada}", "(SELECT id FROM users WHERE name = 'Ada')"),
    ("{ben}", "(SELECT id FROM users WHERE name = 'Ben')"),
    ("{cleo}", "(SELECT id FROM users WHERE name = 'Cleo')"),
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
            "CREATE INDEX other_index ON users (time_zone)",
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
        &[("UPDATE conditional_moves SET since_ply = 40", "were entered after a move that does not exist")],
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
            ("UPDATE match_events SET actor_id = {cleo} WHERE match_id = {running} AND kind = 'played'", author),
            ("UPDATE match_events SET actor_id = {ben} WHERE match_id = {adjudicated} AND kind = 'adjudicated'", author),
        ],
        &[
            ("UPDATE match_events SET actor_id = {ben} WHERE match_id = {running} AND kind = 'played'", author),
            ("UPDATE match_events SET actor_id = {ben} WHERE match_id = {adjudicated} AND kind = 'ended'", author),
        ],
        &[
            ("UPDATE match_events SET actor_id = NULL WHERE match_id = {running} AND kind = 'played'", author),
            (
                "UPDATE match_events SET actor_id = 1 WHERE match_id = {adjudicated} AND kind IN ('adjudicated', 'ended')",
                unknown,
            ),
        ],
        &[
            ("UPDATE match_events SET actor_id = {cleo} WHERE match_id = {running} AND kind = 'joined'", author),
            ("UPDATE match_events SET actor_id = {cleo} WHERE match_id = {adjudicated} AND kind = 'started'", author),
        ],
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_check_value_of_the_secret_key_is_detected() {
    assert_noticed(&[&[(
        "UPDATE secret_key_check SET value = zeroblob(32)",
        "the secret key is not the one that the database was last used with",
    )]])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn skipped_checks_have_their_own_exit_status() {
    let played = PlayedMatch::new().await;
    let (code, report) = played.doctor_after("DELETE FROM _sqlx_migrations").await;
    assert_eq!(code, Some(2), "{report}");
    assert!(report.contains("SKIPPED: the database lacks migrations"), "{report}");
    assert!(report.contains("nothing wrong was found, but 1 check was skipped"), "{report}");
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
