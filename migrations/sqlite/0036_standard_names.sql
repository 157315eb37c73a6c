-- Tables and columns get the names that the pages, the URLs and the code use for the same things.

ALTER TABLE house_invitations RENAME TO signup_invitations;
ALTER TABLE users RENAME COLUMN came_by TO signup_invitation_id;
ALTER TABLE users RENAME COLUMN goes_on TO auto_advance;
ALTER TABLE sessions RENAME COLUMN proven_at TO reauthenticated_at;
ALTER TABLE half_sign_ins RENAME TO pending_logins;
ALTER TABLE code_apps RENAME TO totp_secrets;
ALTER TABLE former_names RENAME TO previous_usernames;
ALTER TABLE kept_names RENAME TO reserved_usernames;
ALTER TABLE hushes RENAME TO muted_players;
ALTER TABLE muted_players RENAME COLUMN hushed_id TO muted_id;
ALTER TABLE remarks RENAME TO staff_messages;
ALTER TABLE report_looks RENAME TO report_views;

ALTER TABLE matches RENAME COLUMN lapses_at TO expires_at;
ALTER TABLE matches RENAME COLUMN lapsed TO expired;
ALTER TABLE match_talk RENAME TO chat_messages;
ALTER TABLE standing_orders RENAME TO conditional_moves;
ALTER TABLE cancelled_orders RENAME TO cancelled_conditional_moves;
ALTER TABLE journal RENAME TO ply_buffer;
ALTER TABLE seen RENAME TO read_marks;
ALTER TABLE holidays RENAME TO vacation_hours;
ALTER TABLE duels RENAME TO head_to_head;
ALTER TABLE rating_changes RENAME COLUMN ladder TO pool;
ALTER TABLE ratings RENAME COLUMN ladder TO pool;

ALTER TABLE outbox RENAME COLUMN letter_key TO email_key;
ALTER TABLE letterboxes RENAME TO email_settings;
ALTER TABLE email_settings RENAME COLUMN told_from TO notices_from;
ALTER TABLE told RENAME TO notices_sent;

DROP INDEX matches_lapsing;
CREATE INDEX matches_expiring ON matches (expires_at) WHERE expires_at IS NOT NULL;
DROP INDEX match_talk_by_match;
CREATE INDEX chat_messages_by_match ON chat_messages (match_id, id);
DROP INDEX match_talk_by_user;
CREATE INDEX chat_messages_by_user ON chat_messages (user_id, id);
DROP INDEX hushes_by_hushed;
CREATE INDEX muted_players_by_muted ON muted_players (muted_id, user_id);
DROP INDEX half_sign_ins_by_user;
CREATE INDEX pending_logins_by_user ON pending_logins (user_id);
DROP INDEX former_names_by_user;
CREATE INDEX previous_usernames_by_user ON previous_usernames (user_id);
DROP INDEX letterboxes_by_address;
CREATE INDEX email_settings_by_address ON email_settings (lower(address)) WHERE address IS NOT NULL;
DROP INDEX remarks_unread;
CREATE INDEX staff_messages_unread ON staff_messages (user_id, id) WHERE read_at IS NULL;
DROP INDEX remarks_by_user;
CREATE INDEX staff_messages_by_user ON staff_messages (user_id, id);

ALTER TABLE audit RENAME TO audit_log;
DROP TRIGGER audit_stays;
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
DROP TRIGGER audit_keeps_all;
CREATE TRIGGER audit_keeps_all BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'nothing is removed from the audit log'); END;
