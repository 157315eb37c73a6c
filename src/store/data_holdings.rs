//! The inventory of personal data. It lists every table: what of it is in a user's download, and what becomes of it
//! when the account is deleted. A test compares it with the schema.

pub use super::data_inventory::{DataHolding, ErasurePolicy, ExportPolicy};

use ErasurePolicy::{Goes, Kept};
use ExportPolicy::{File, Stays};

const fn without_personal_data(table: &'static str) -> DataHolding {
    DataHolding { table, takes: Stays("holds nothing of anybody"), leaves: Kept("holds nothing of anybody") }
}

/// Every table of the database.
pub const HOLDINGS: &[DataHolding] = &[
    DataHolding {
        table: "users",
        takes: File(
            "account",
            "SELECT json_object('name', name, 'opened_at', created_at, 'seen_at', seen_at, 'zone', zone,
                'role', role, 'kind', kind, 'suspended_at', suspended_at, 'suspended_until_at', suspended_until,
                'suspended_why', suspended_why, 'muted_until_at', muted_until, 'muted_why', muted_why,
                'goes_on_after_a_ply', json(iif(auto_advance, 'true', 'false')),
                'move_confirmation', move_confirmation, 'language', language,
                'theme', theme, 'motion', motion, 'sound', json(iif(sound, 'true', 'false')))
             FROM users WHERE id = $1",
        ),
        leaves: Kept("a number without a name: it sits where they sat"),
    },
    DataHolding {
        table: "bot_choices",
        takes: File(
            "bot-choices",
            "SELECT json_object('game', game, 'level', level, 'seats', seats, 'at', at) FROM bot_choices
             WHERE user_id = $1 ORDER BY game",
        ),
        leaves: Goes("DELETE FROM bot_choices WHERE user_id = $1"),
    },
    DataHolding {
        table: "bots",
        takes: Stays("accounts of the program"),
        leaves: Kept("accounts of the program"),
    },
    DataHolding {
        table: "sessions",
        takes: File(
            "sessions",
            "SELECT json_object('device', device, 'opened_at', created_at, 'used_at', seen_at)
             FROM sessions WHERE user_id = $1 ORDER BY created_at",
        ),
        leaves: Goes("DELETE FROM sessions WHERE user_id = $1"),
    },
    DataHolding {
        table: "email_settings",
        takes: File(
            "letterbox",
            "SELECT json_object('address', address, 'pace', pace, 'quiet_from_hour', quiet_from,
                'quiet_to_hour', quiet_to, 'told_from_at', notices_from) FROM email_settings WHERE user_id = $1",
        ),
        leaves: Goes("DELETE FROM email_settings WHERE user_id = $1"),
    },
    DataHolding {
        table: "address_confirmations",
        takes: File(
            "unconfirmed-address",
            "SELECT json_object('address', address, 'expires_at', expires_at)
             FROM address_confirmations WHERE user_id = $1",
        ),
        leaves: Goes("DELETE FROM address_confirmations WHERE user_id = $1"),
    },
    DataHolding {
        table: "outbox",
        takes: File(
            "letters",
            "SELECT json_object('address', address, 'kind', kind, 'state', state, 'made_at', made_at,
                'tries', tries, 'problem', problem) FROM outbox WHERE user_id = $1 ORDER BY id",
        ),
        leaves: Goes("DELETE FROM outbox WHERE user_id = $1 AND kind <> 'goodbye'"),
    },
    DataHolding {
        table: "devices",
        takes: File(
            "devices",
            "SELECT json_object('name', name, 'made_at', made_at, 'taken_at', taken_at,
                'failing_since_at', failing_since) FROM devices WHERE user_id = $1 ORDER BY id",
        ),
        leaves: Goes("DELETE FROM devices WHERE user_id = $1"),
    },
    DataHolding {
        table: "pushes",
        takes: File(
            "pushes",
            "SELECT json_object('device', d.name, 'match', p.match_id, 'state', p.state, 'made_at', p.made_at)
             FROM devices d JOIN pushes p ON p.device_id = d.id WHERE d.user_id = $1 ORDER BY p.id",
        ),
        leaves: Kept("goes with the devices"),
    },
    DataHolding {
        table: "feeds",
        takes: File(
            "feeds",
            "SELECT json_object('kind', kind, 'made_at', made_at) FROM feeds WHERE user_id = $1 ORDER BY kind",
        ),
        leaves: Goes("DELETE FROM feeds WHERE user_id = $1"),
    },
    DataHolding {
        table: "vacation_hours",
        takes: File(
            "holidays",
            "SELECT json_object('hour_at', hour) FROM vacation_hours WHERE user_id = $1 ORDER BY hour",
        ),
        leaves: Goes("DELETE FROM vacation_hours WHERE user_id = $1"),
    },
    DataHolding {
        table: "read_marks",
        takes: File(
            "seen",
            "SELECT json_object('match', match_id, 'entry', seq, 'line', line)
             FROM read_marks WHERE user_id = $1 ORDER BY match_id",
        ),
        leaves: Goes("DELETE FROM read_marks WHERE user_id = $1"),
    },
    DataHolding {
        table: "notices_sent",
        takes: File(
            "notices",
            "SELECT json_object('match', match_id, 'kind', kind, 'way', way, 'number', number, 'at', at)
             FROM notices_sent WHERE user_id = $1 ORDER BY match_id, way, kind",
        ),
        leaves: Goes("DELETE FROM notices_sent WHERE user_id = $1"),
    },
    DataHolding {
        table: "notes",
        takes: File(
            "notes",
            "SELECT json_object('match', match_id, 'text', text) FROM notes WHERE user_id = $1 ORDER BY match_id",
        ),
        leaves: Goes("DELETE FROM notes WHERE user_id = $1"),
    },
    DataHolding {
        table: "conditional_moves",
        takes: File(
            "conditional-moves",
            "SELECT json_object('match', o.match_id, 'seat', o.seat, 'state', o.state, 'text', o.text)
             FROM match_seats mine JOIN conditional_moves o ON o.match_id = mine.match_id AND o.seat = mine.seat
             WHERE mine.user_id = $1 AND mine.kept = 0 ORDER BY o.match_id",
        ),
        leaves: Kept("is emptied once no match of theirs runs: its version never falls back"),
    },
    DataHolding {
        table: "cancelled_conditional_moves",
        takes: File(
            "cancelled-moves",
            "SELECT json_object('match', c.match_id, 'seat', c.seat, 'seq', c.seq, 'at', c.at)
             FROM match_seats mine JOIN cancelled_conditional_moves c ON c.match_id = mine.match_id AND c.seat = mine.seat
             WHERE mine.user_id = $1 AND mine.kept = 0 ORDER BY c.match_id, c.seq",
        ),
        leaves: Kept("belongs to the record of the match and says nothing of what was ordered"),
    },
    DataHolding {
        table: "zone_changes",
        takes: Stays("it is empty but for a moment: the zone itself is in the account"),
        leaves: Goes("DELETE FROM zone_changes WHERE user_id = $1"),
    },
    DataHolding {
        table: "chat_messages",
        takes: File(
            "talk",
            "SELECT json_object('match', match_id, 'at', at, 'text', text, 'removed_at', removed_at)
             FROM chat_messages WHERE user_id = $1 ORDER BY id",
        ),
        leaves: Goes("UPDATE chat_messages SET text = '' WHERE user_id = $1"),
    },
    DataHolding {
        table: "match_seats",
        takes: File(
            "seats",
            "SELECT json_object('match', match_id, 'seat', seat, 'place', place, 'ended_at', ended_at,
                'turns_in_time', turns, 'turns_too_late', late, 'answered_in_milliseconds', answered_in, 'invited', json(iif(kept, 'true', 'false'))) FROM match_seats WHERE user_id = $1 ORDER BY match_id",
        ),
        leaves: Kept("the matches stay, without their name"),
    },
    DataHolding {
        // Plies are in the records; the first event of a match contains the secret of its dice.
        table: "match_events",
        takes: File(
            "doings",
            "SELECT json_object('match', e.match_id, 'entry', e.seq, 'at', e.at, 'what', e.kind,
                'seat', e.body ->> 'seat', 'by', (SELECT name FROM users WHERE id = e.by),
                'whom', (SELECT name FROM users WHERE id = e.body ->> 'user'))
             FROM (SELECT match_id FROM match_seats WHERE user_id = $1
                UNION SELECT match_id FROM match_events
                WHERE kind = 'seat_taken_over' AND body ->> 'former' = $1) mine
             JOIN match_events e ON e.match_id = mine.match_id
             WHERE (e.by = $1 AND e.kind NOT IN ('opened', 'played'))
                OR (e.kind = 'invited' AND e.body ->> 'user' = $1)
                OR (e.kind = 'seat_taken_over' AND e.body ->> 'former' = $1)
             ORDER BY e.at, e.match_id, e.seq",
        ),
        leaves: Kept("the matches stay, without their name"),
    },
    DataHolding {
        table: "ply_buffer",
        takes: Stays("empty whenever somebody reads: what is in it is put into match_events first"),
        leaves: Kept("as match_events"),
    },
    DataHolding {
        table: "ratings",
        takes: File(
            "ratings",
            "SELECT json_object('game', game, 'pool', pool, 'matches', number, 'at', at,
                'value', value / 1e9, 'deviation', deviation / 1e9, 'volatility', volatility / 1e9)
             FROM ratings WHERE user_id = $1 ORDER BY game, pool",
        ),
        leaves: Kept("the ratings of others come from it; no leaderboard shows it"),
    },
    DataHolding {
        table: "rating_changes",
        takes: File(
            "rating-history",
            "SELECT json_object('game', game, 'pool', pool, 'number', number, 'match', match_id, 'at', at,
                'value', value / 1e9, 'deviation', deviation / 1e9, 'volatility', volatility / 1e9)
             FROM rating_changes WHERE user_id = $1 ORDER BY game, pool, number",
        ),
        leaves: Kept("the ratings of others come from it"),
    },
    DataHolding {
        table: "matches",
        takes: Stays("every match of theirs is there as its record"),
        leaves: Kept("the matches stay, without their name"),
    },
    DataHolding {
        table: "rated_matches",
        takes: Stays("says in which order matches were rated, and nothing of anybody"),
        leaves: Kept("holds nothing of anybody"),
    },
    DataHolding {
        table: "tallies",
        takes: Stays("counted from the matches, which are there as records"),
        leaves: Kept("counted from the seats, which stay without their name"),
    },
    DataHolding {
        table: "head_to_head",
        takes: Stays("counted from the matches, which are there as records"),
        leaves: Kept("counted from the seats, which stay without their name"),
    },
    DataHolding {
        table: "match_counts",
        takes: Stays("holds nothing of anybody"),
        leaves: Kept("holds nothing of anybody"),
    },
    DataHolding {
        table: "password_links",
        takes: Stays("holds nothing but hashes of keys"),
        leaves: Goes("DELETE FROM password_links WHERE user_id = $1"),
    },
    DataHolding {
        table: "pending_logins",
        takes: Stays("holds nothing but hashes of keys"),
        leaves: Goes("DELETE FROM pending_logins WHERE user_id = $1"),
    },
    DataHolding {
        table: "totp_secrets",
        takes: File(
            "code-app",
            "SELECT json_object('confirmed_at', confirmed_at) FROM totp_secrets WHERE user_id = $1",
        ),
        leaves: Goes("DELETE FROM totp_secrets WHERE user_id = $1"),
    },
    DataHolding {
        table: "recovery_codes",
        takes: Stays("holds nothing but hashes of codes"),
        leaves: Goes("DELETE FROM recovery_codes WHERE user_id = $1"),
    },
    DataHolding {
        table: "passkeys",
        takes: File(
            "passkeys",
            "SELECT json_object('name', name, 'made_at', made_at, 'used_at', used_at)
             FROM passkeys WHERE user_id = $1 ORDER BY id",
        ),
        leaves: Goes("DELETE FROM passkeys WHERE user_id = $1"),
    },
    DataHolding {
        table: "previous_usernames",
        takes: File(
            "former-names",
            "SELECT json_object('name', name_key, 'given_up_at', given_up_at)
             FROM previous_usernames WHERE user_id = $1 ORDER BY given_up_at",
        ),
        leaves: Goes("DELETE FROM previous_usernames WHERE user_id = $1"),
    },
    DataHolding {
        table: "signup_invitations",
        takes: File(
            "house-invitations",
            "SELECT json_object('note', note, 'made_at', made_at, 'expires_at', expires_at, 'places', places,
                'taken', taken, 'revoked_at', revoked_at) FROM signup_invitations WHERE made_by = $1 ORDER BY id",
        ),
        leaves: Kept("others came in by it"),
    },
    DataHolding {
        // The user is told the reasons of what was done to them; entries about reports would reveal the reporter.
        table: "audit_log",
        takes: File(
            "staff",
            "SELECT json_object('at', at, 'what', act, 'match', match_id, 'why', iif(act = 'suspend', why, NULL))
             FROM audit_log WHERE whom = $1 AND act NOT IN ('look-into-report', 'settle-report') ORDER BY seq",
        ),
        leaves: Kept("nothing is removed from the audit log; it knows them by number"),
    },
    DataHolding {
        table: "audit_head",
        takes: Stays("holds nothing of anybody"),
        leaves: Kept("holds nothing of anybody"),
    },
    DataHolding {
        table: "blocks",
        takes: File(
            "blocks",
            "SELECT json_object('name', u.name, 'at', b.since) FROM blocks b JOIN users u ON u.id = b.blocked_id
             WHERE b.user_id = $1 ORDER BY b.since",
        ),
        leaves: Goes("DELETE FROM blocks WHERE $1 IN (user_id, blocked_id)"),
    },
    DataHolding {
        table: "muted_players",
        takes: File(
            "mutes",
            "SELECT json_object('name', u.name, 'at', h.since) FROM muted_players h JOIN users u ON u.id = h.muted_id
             WHERE h.user_id = $1 ORDER BY h.since",
        ),
        leaves: Goes("DELETE FROM muted_players WHERE $1 IN (user_id, muted_id)"),
    },
    DataHolding {
        table: "reserved_usernames",
        takes: Stays("holds names that nobody has any more"),
        leaves: Kept("keeps the name they had from others for a while"),
    },
    DataHolding {
        table: "reports",
        takes: File(
            "reports",
            "SELECT json_object('made_at', made_at, 'match', match_id, 'cause', cause, 'words', words,
                'settled_at', settled_at) FROM reports WHERE made_by = $1 ORDER BY id",
        ),
        leaves: Goes("DELETE FROM reports WHERE made_by = $1"),
    },
    DataHolding {
        table: "report_evidence",
        takes: Stays("quotes messages that were removed: that there was a report would tell who made it"),
        leaves: Goes("DELETE FROM report_evidence WHERE report_id IN (SELECT id FROM reports WHERE whom = $1)"),
    },
    DataHolding {
        table: "report_notices",
        takes: Stays("says up to which report a staff member was notified"),
        leaves: Goes("DELETE FROM report_notices WHERE user_id = $1"),
    },
    DataHolding {
        table: "report_views",
        takes: Stays("says who of the staff looked into what, which is in the audit log"),
        leaves: Kept("the audit log has it too"),
    },
    DataHolding {
        table: "staff_messages",
        takes: File(
            "remarks",
            "SELECT json_object('said_at', at, 'kind', kind, 'text', text, 'read_at', read_at)
             FROM staff_messages WHERE user_id = $1 ORDER BY id",
        ),
        leaves: Goes("DELETE FROM staff_messages WHERE user_id = $1"),
    },
    DataHolding {
        table: "announcements",
        takes: Stays("was said to everybody, in the name of the house"),
        leaves: Kept("was said to everybody, in the name of the house"),
    },
    DataHolding {
        table: "match_analyses",
        takes: File(
            "analyses",
            "SELECT json_object('match', match_id, 'requested_at', requested_at, 'state', state)
             FROM match_analyses WHERE requested_by = $1 ORDER BY requested_at, match_id",
        ),
        leaves: Goes("UPDATE match_analyses SET requested_by = NULL WHERE requested_by = $1"),
    },
    without_personal_data("match_outbox"),
    without_personal_data("outbox_consumers"),
    without_personal_data("plies_by_day"),
    without_personal_data("write_check"),
    without_personal_data("server_status"),
    without_personal_data("downtimes"),
    without_personal_data("list_repair"),
    without_personal_data("secret_key_check"),
    without_personal_data("push_key"),
    without_personal_data("_sqlx_migrations"),
];
