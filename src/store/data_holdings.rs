//! The inventory of personal data: for every table, what a user's download contains of it and what happens to it when
//! the account is deleted. A test compares it with the schema.

pub use super::data_inventory::{DataHolding, ErasurePolicy, ExportPolicy};

use ErasurePolicy::{Deleted, Retained};
use ExportPolicy::{Actions, Excluded, File};

const fn without_personal_data(table: &'static str) -> DataHolding {
    DataHolding { table, export: Excluded("no personal data"), erasure: Retained("no personal data") }
}

/// Every table of the database.
pub const HOLDINGS: &[DataHolding] = &[
    DataHolding {
        table: "users",
        export: File(
            "account",
            "SELECT name, created_at AS opened_at, last_seen_at, time_zone, role, kind, suspended_at,
                suspended_until AS suspended_until_at, suspension_reason, application,
                away_from * 86400000 AS away_from_at, away_until * 86400000 AS away_until_at,
                muted_until AS muted_until_at, mute_reason, auto_advance AS \"auto_advance: bool\", move_confirmation, language, theme,
                motion, sound AS \"sound: bool\"
             FROM users WHERE id = $1",
        ),
        erasure: Retained("the row remains without a name, because seats of matches refer to it"),
    },
    DataHolding {
        table: "bot_choices",
        export: File(
            "bot-choices",
            "SELECT game, level, seats, at FROM bot_choices
             WHERE user_id = $1 ORDER BY game",
        ),
        erasure: Deleted("DELETE FROM bot_choices WHERE user_id = $1"),
    },
    super::choice_holdings::MATCH_CHOICES,
    super::choice_holdings::DISMISSED_TIPS,
    super::choice_holdings::BOOKMARKS,
    super::choice_holdings::FOLLOWS,
    super::accounts::external_identities::HOLDING,
    super::import_holdings::IMPORTS,
    super::import_holdings::IMPORTED,
    DataHolding {
        table: "bots",
        export: Excluded("accounts of the program"),
        erasure: Retained("accounts of the program"),
    },
    DataHolding {
        table: "sessions",
        export: File(
            "sessions",
            "SELECT device, created_at AS opened_at, last_seen_at AS used_at
             FROM sessions WHERE user_id = $1 ORDER BY created_at",
        ),
        erasure: Deleted("DELETE FROM sessions WHERE user_id = $1"),
    },
    DataHolding {
        table: "email_settings",
        export: File(
            "email-settings",
            "SELECT address, frequency, quiet_from AS quiet_from_hour, quiet_to AS quiet_to_hour,
                attaches_replays AS \"attaches_replays: bool\", notices_from AS notified_from_at FROM email_settings WHERE user_id = $1",
        ),
        erasure: Deleted("DELETE FROM email_settings WHERE user_id = $1"),
    },
    DataHolding {
        table: "address_confirmations",
        export: File(
            "unconfirmed-address",
            "SELECT address, expires_at
             FROM address_confirmations WHERE user_id = $1",
        ),
        erasure: Deleted("DELETE FROM address_confirmations WHERE user_id = $1"),
    },
    DataHolding {
        table: "outbox",
        export: File(
            "emails",
            "SELECT address, kind, state, created_at, tries, problem FROM outbox WHERE user_id = $1 ORDER BY id",
        ),
        erasure: Deleted("DELETE FROM outbox WHERE user_id = $1 AND kind <> 'goodbye'"),
    },
    DataHolding {
        table: "devices",
        export: File(
            "devices",
            "SELECT name, created_at, last_accepted_at, failing_since AS failing_since_at FROM devices WHERE user_id = $1 ORDER BY id",
        ),
        erasure: Deleted("DELETE FROM devices WHERE user_id = $1"),
    },
    DataHolding {
        table: "pushes",
        export: File(
            "pushes",
            "SELECT d.name AS device, p.match_id AS match, p.state, p.created_at
             FROM devices d JOIN pushes p ON p.device_id = d.id WHERE d.user_id = $1 ORDER BY p.id",
        ),
        erasure: Retained("deleted with the devices by the foreign key"),
    },
    DataHolding {
        table: "feeds",
        export: File(
            "feeds",
            "SELECT kind, created_at FROM feeds WHERE user_id = $1 ORDER BY kind",
        ),
        erasure: Deleted("DELETE FROM feeds WHERE user_id = $1"),
    },
    DataHolding {
        table: "vacation_hours",
        export: File(
            "vacation",
            "SELECT hour AS hour_at FROM vacation_hours WHERE user_id = $1 ORDER BY hour",
        ),
        erasure: Deleted("DELETE FROM vacation_hours WHERE user_id = $1"),
    },
    DataHolding {
        table: "read_marks",
        export: File(
            "read-marks",
            "SELECT match_id AS match, seq AS entry, chat_message_id
             FROM read_marks WHERE user_id = $1 ORDER BY match_id",
        ),
        erasure: Deleted("DELETE FROM read_marks WHERE user_id = $1"),
    },
    DataHolding {
        table: "notices_sent",
        export: File(
            "notices",
            "SELECT match_id AS match, kind, channel, number, at
             FROM notices_sent WHERE user_id = $1 ORDER BY match_id, channel, kind",
        ),
        erasure: Deleted("DELETE FROM notices_sent WHERE user_id = $1"),
    },
    DataHolding {
        table: "notes",
        export: File(
            "notes",
            "SELECT match_id AS match, text FROM notes WHERE user_id = $1 ORDER BY match_id",
        ),
        erasure: Deleted("DELETE FROM notes WHERE user_id = $1"),
    },
    DataHolding {
        table: "conditional_moves",
        export: File(
            "conditional-moves",
            "SELECT o.match_id AS match, o.seat, o.state, o.text
             FROM match_seats mine JOIN conditional_moves o ON o.match_id = mine.match_id AND o.seat = mine.seat
             WHERE mine.user_id = $1 AND NOT mine.is_reserved ORDER BY o.match_id",
        ),
        erasure: Retained("the text is deleted when the last match of the user ends; the version never decreases"),
    },
    DataHolding {
        table: "cancelled_conditional_moves",
        export: File(
            "cancelled-moves",
            "SELECT c.match_id AS match, c.seat, c.seq, c.at
             FROM match_seats mine JOIN cancelled_conditional_moves c ON c.match_id = mine.match_id AND c.seat = mine.seat
             WHERE mine.user_id = $1 AND NOT mine.is_reserved ORDER BY c.match_id, c.seq",
        ),
        erasure: Retained("part of the record of the match; does not contain the moves"),
    },
    DataHolding {
        table: "time_zone_changes",
        export: Excluded("a queue that is processed at once; the zone is in account.json"),
        erasure: Deleted("DELETE FROM time_zone_changes WHERE user_id = $1"),
    },
    DataHolding {
        table: "chat_messages",
        export: File(
            "chat",
            "SELECT match_id AS match, at, text, removed_at
             FROM chat_messages WHERE user_id = $1 ORDER BY id",
        ),
        erasure: Deleted("UPDATE chat_messages SET text = '' WHERE user_id = $1"),
    },
    DataHolding {
        table: "match_seats",
        export: File(
            "seats",
            "SELECT match_id AS match, seat, place, ended_at, turns AS turns_in_time, late_turns,
                median_response_ms, is_reserved AS \"invited: bool\" FROM match_seats WHERE user_id = $1 ORDER BY match_id",
        ),
        erasure: Retained("matches remain, without the name"),
    },
    DataHolding {
        // Plies are in the records; the first event of a match contains the secret of its dice.
        table: "match_events",
        export: Actions("actions"),
        erasure: Retained("matches remain, without the name"),
    },
    DataHolding {
        table: "ratings",
        export: File(
            "ratings",
            "SELECT game, pool, number AS matches, at, value / CAST(1e9 AS DOUBLE PRECISION) AS value,
                deviation / CAST(1e9 AS DOUBLE PRECISION) AS deviation,
                volatility / CAST(1e9 AS DOUBLE PRECISION) AS volatility
             FROM ratings WHERE user_id = $1 ORDER BY game, pool",
        ),
        erasure: Retained("ratings of opponents were calculated from it; no leaderboard shows it"),
    },
    DataHolding {
        table: "rating_changes",
        export: File(
            "rating-history",
            "SELECT game, pool, number, match_id AS match, at, value / CAST(1e9 AS DOUBLE PRECISION) AS value,
                deviation / CAST(1e9 AS DOUBLE PRECISION) AS deviation,
                volatility / CAST(1e9 AS DOUBLE PRECISION) AS volatility
             FROM rating_changes WHERE user_id = $1 ORDER BY game, pool, number",
        ),
        erasure: Retained("ratings of opponents were calculated from it"),
    },
    DataHolding {
        table: "matches",
        export: Excluded("each match is exported as its record"),
        erasure: Retained("matches remain, without the name"),
    },
    DataHolding {
        table: "rated_matches",
        export: Excluded("the order in which matches were rated; no personal data"),
        erasure: Retained("no personal data"),
    },
    DataHolding {
        table: "tallies",
        export: Excluded("calculated from the matches, which are exported as records"),
        erasure: Retained("calculated from the seats, which remain without the name"),
    },
    DataHolding {
        table: "head_to_head",
        export: Excluded("calculated from the matches, which are exported as records"),
        erasure: Retained("calculated from the seats, which remain without the name"),
    },
    DataHolding {
        table: "match_counts",
        export: Excluded("no personal data"),
        erasure: Retained("no personal data"),
    },
    DataHolding {
        table: "password_links",
        export: Excluded("contains only hashes of keys"),
        erasure: Deleted("DELETE FROM password_links WHERE user_id = $1"),
    },
    DataHolding {
        table: "pending_logins",
        export: Excluded("contains only hashes of keys"),
        erasure: Deleted("DELETE FROM pending_logins WHERE user_id = $1"),
    },
    DataHolding {
        table: "totp_secrets",
        export: File(
            "authenticator-app",
            "SELECT confirmed_at FROM totp_secrets WHERE user_id = $1",
        ),
        erasure: Deleted("DELETE FROM totp_secrets WHERE user_id = $1"),
    },
    DataHolding {
        table: "recovery_codes",
        export: Excluded("contains only hashes of codes"),
        erasure: Deleted("DELETE FROM recovery_codes WHERE user_id = $1"),
    },
    DataHolding {
        table: "passkeys",
        export: File(
            "passkeys",
            "SELECT name, created_at, used_at
             FROM passkeys WHERE user_id = $1 ORDER BY id",
        ),
        erasure: Deleted("DELETE FROM passkeys WHERE user_id = $1"),
    },
    DataHolding {
        table: "previous_usernames",
        export: File(
            "previous-names",
            "SELECT name_key AS name, given_up_at
             FROM previous_usernames WHERE user_id = $1 ORDER BY given_up_at",
        ),
        erasure: Deleted("DELETE FROM previous_usernames WHERE user_id = $1"),
    },
    DataHolding {
        table: "signup_invitations",
        export: File(
            "signup-invitations",
            "SELECT note, created_at, expires_at, max_uses, uses, revoked_at FROM signup_invitations WHERE created_by = $1 ORDER BY id",
        ),
        erasure: Retained("accounts of others refer to it"),
    },
    DataHolding {
        // Reasons of suspensions and mutes are included because the user was notified of them. Entries about reports would reveal
        // the reporter, and so may notes between staff.
        table: "audit_log",
        export: File(
            "staff-actions",
            "SELECT at, action, match_id AS match, CASE WHEN action IN ('suspend', 'mute') THEN reason END AS reason
             FROM audit_log WHERE target_id = $1 AND action NOT IN ('look-into-report', 'settle-report', 'note') ORDER BY seq",
        ),
        erasure: Retained("the audit log is append-only and refers to users by id"),
    },
    DataHolding {
        table: "blocks",
        export: File(
            "blocks",
            "SELECT u.name, b.since AS at FROM blocks b JOIN users u ON u.id = b.blocked_id
             WHERE b.user_id = $1 ORDER BY b.since",
        ),
        erasure: Deleted("DELETE FROM blocks WHERE user_id = $1 OR blocked_id = $1"),
    },
    DataHolding {
        table: "muted_players",
        export: File(
            "mutes",
            "SELECT u.name, h.since AS at FROM muted_players h JOIN users u ON u.id = h.muted_id
             WHERE h.user_id = $1 ORDER BY h.since",
        ),
        erasure: Deleted("DELETE FROM muted_players WHERE user_id = $1 OR muted_id = $1"),
    },
    DataHolding {
        table: "reserved_usernames",
        export: Excluded("contains names that are no longer in use"),
        erasure: Retained("reserves the name for a while"),
    },
    DataHolding {
        table: "reports",
        export: File(
            "reports",
            "SELECT created_at, match_id AS match, reason, message, settled_at FROM reports WHERE created_by = $1 ORDER BY id",
        ),
        erasure: Deleted("DELETE FROM reports WHERE created_by = $1"),
    },
    DataHolding {
        table: "report_evidence",
        export: Excluded("removed messages that were quoted in reports; including them would reveal the reporter"),
        erasure: Deleted("DELETE FROM report_evidence WHERE report_id IN (SELECT id FROM reports WHERE reported_id = $1)"),
    },
    DataHolding {
        table: "report_views",
        export: Excluded("which staff member opened which report, as in the audit log"),
        erasure: Retained("also in the audit log"),
    },
    DataHolding {
        table: "staff_messages",
        export: File(
            "staff-messages",
            "SELECT at AS sent_at, kind, text, read_at
             FROM staff_messages WHERE user_id = $1 ORDER BY id",
        ),
        erasure: Deleted("DELETE FROM staff_messages WHERE user_id = $1"),
    },
    DataHolding {
        table: "announcements",
        export: Excluded("public and not personal"),
        erasure: Retained("public and not personal"),
    },
    DataHolding {
        table: "site_settings",
        export: Excluded("public and not personal"),
        erasure: Retained("public and not personal"),
    },
    DataHolding {
        table: "match_analyses",
        export: File(
            "analyses",
            "SELECT match_id AS match, requested_at, state
             FROM match_analyses WHERE requested_by = $1 ORDER BY requested_at, match_id",
        ),
        erasure: Deleted("UPDATE match_analyses SET requested_by = NULL WHERE requested_by = $1"),
    },
    DataHolding {
        table: "daily_answers",
        export: File(
            "daily-answers",
            "SELECT day * 86400000 AS day_at, game, tries, found AS \"found: bool\", shown AS \"shown: bool\"
             FROM daily_answers WHERE user_id = $1 ORDER BY day, game",
        ),
        erasure: Deleted("DELETE FROM daily_answers WHERE user_id = $1"),
    },
    without_personal_data("daily_positions"),
    without_personal_data("match_outbox"),
    without_personal_data("outbox_consumers"),
    without_personal_data("plies_by_day"),
    without_personal_data("shared_changes"),
    without_personal_data("write_check"),
    without_personal_data("server_status"),
    without_personal_data("downtimes"),
    without_personal_data("secret_key_check"),
    without_personal_data("push_key"),
    without_personal_data("_sqlx_migrations"),
];
