-- 200 users; 3,000 matches, of which 100 are open, 200 are played and the others are over. User 1 has played a third of them.
INSERT INTO users (id, name, name_key, password, created_at, last_seen_at)
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
SELECT i, 'User' || i, 'user' || i, '', i, i FROM n;

CREATE TEMP TABLE filled AS
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
SELECT i, printf('m%011d', i) AS id, iif(i % 3 = 0, 'kalah', 'quarto') AS game,
    CASE WHEN i <= 100 THEN 'open' WHEN i <= 300 THEN 'playing' ELSE 'ended' END AS status,
    iif(i % 3 = 1, 1, 2 + i % 199) AS one, 2 + (i * 7 + 1) % 199 AS other, i * 1000 AS at
FROM n;
INSERT INTO matches (id, game, options, status, visibility, code, seat_count, seats_taken, to_act, ply_count, position, opened_by,
    opened_at, changed_at, ended_at, end_reason, first_places, average_rating, deadline, time_control, rated)
SELECT id, game, '[]', status, iif(i % 9 = 0, 'private', 'public'), id, 2, 2, iif(status = 'playing', one, NULL), 9, '',
    one, at, at, iif(status = 'ended', at, NULL), CASE WHEN status <> 'ended' THEN NULL WHEN i % 7 = 0 THEN 'aborted'
    ELSE 'rules' END, iif(status = 'ended' AND i % 7 > 0, 1 + (i % 4 = 1), NULL), iif(status = 'ended' AND i % 7 > 0, 1400 + i % 400, NULL),
    iif(status = 'playing', at, NULL), '3d', 1
FROM filled;
INSERT INTO match_seats (match_id, seat, user_id, place, ended_at, is_reserved, turns)
SELECT id, 0, one, iif(status <> 'ended' OR i % 7 = 0, NULL, iif(i % 4 = 0, 2, 1)), iif(status = 'ended', at, NULL), 0, 4 FROM filled
UNION ALL SELECT id, 1, other, iif(status <> 'ended' OR i % 7 = 0, NULL, iif(i % 4 < 2, 1, 2)), iif(status = 'ended', at, NULL), 0, 4
FROM filled WHERE one <> other;
INSERT INTO match_events (match_id, seq, at, actor_id, kind, body)
SELECT id, 1, at, one, 'opened', 'null' FROM filled UNION ALL SELECT id, 2, at, NULL, 'ended', 'null' FROM filled;
INSERT INTO read_marks (user_id, match_id, seq, chat_message_id)
SELECT one, id, 2, 0 FROM filled;
INSERT INTO notices_sent (user_id, match_id, channel, kind, number, at)
SELECT one, id, 'mail', 'turn', 1, at FROM filled UNION ALL SELECT one, id, 'push', 'turn', 1, at FROM filled;
INSERT INTO email_settings (user_id, address, frequency, quiet_from, quiet_to, notices_from)
SELECT id, 'user@example.org', 'hourly', NULL, NULL, 0 FROM users WHERE id % 2 = 1;
INSERT INTO devices (user_id, name, endpoint, p256dh, auth, created_at) SELECT id, '', id, x'', x'', 0 FROM users WHERE id % 5 = 1;
INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
SELECT id, one, 'user@example.org', 'notices', '', CASE i % 9 WHEN 0 THEN 'waiting' WHEN 1 THEN 'dead' ELSE 'sent' END, at,
    at, 0 FROM filled;
INSERT INTO pushes (device_id, match_id, body, urgent, state, created_at, expires_at, next_at, tries)
SELECT 1, id, '', 0, iif(i % 9 = 0, 'waiting', 'sent'), at, at, at, 0 FROM filled;
INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at) SELECT CAST(id AS BLOB), one, at, at FROM filled;
INSERT INTO blocks (user_id, blocked_id, since)
SELECT id, 1 + id % 200, 0 FROM users;
INSERT INTO vacation_hours (user_id, hour)
SELECT one, at FROM filled;
INSERT INTO rated_matches (match_id) SELECT id FROM filled WHERE status = 'ended';
INSERT INTO rating_changes (game, pool, user_id, number, match_id, at, value, deviation, volatility)
SELECT game, 'two', one, i, id, at, i, i, 1 FROM filled WHERE status = 'ended';
INSERT INTO ratings (user_id, game, pool, number, at, value, deviation, volatility) SELECT id, game, 'two', 9, 9, 1500 + id, 90 + id, 1 FROM users, (SELECT DISTINCT game FROM filled);
INSERT INTO audit_log (seq, at, actor_id, action, target_id, reason, detail)
SELECT i, at, 1 + i % 3, iif(i % 50 = 0, 'promote', 'suspend'), one, '', '' FROM filled;
INSERT INTO reports (created_by, created_at, subject, reported_id, reason, message, verdict, settled_at)
SELECT one, at, id, other, '', '', iif(i > 20, 'dismissed', NULL), iif(i > 20, at, NULL) FROM filled;
INSERT INTO conditional_moves (match_id, seat, version, since_ply, state, text)
SELECT id, 0, 1, 1, 'standing', '' FROM filled WHERE i % 10 = 0;
DROP TABLE filled;
