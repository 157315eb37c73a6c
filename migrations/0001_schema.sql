-- The schema of the database.
--
-- Moments are milliseconds since 1970 in UTC. A table with `CHECK (id = 1)` has a single row.

-- ---------- Accounts ----------

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name with composed letters, in lower case.
    name_key TEXT NOT NULL UNIQUE,
    -- The hash of the password; empty for bots, guests and users who sign in at a provider only.
    password TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- The IANA name of the time zone in which times are shown.
    time_zone TEXT NOT NULL DEFAULT 'UTC',
    -- Whether a ply leads to the next match in which it is the user's turn.
    auto_advance INTEGER NOT NULL DEFAULT FALSE,
    role TEXT NOT NULL DEFAULT 'player' CHECK (role IN ('player', 'moderator', 'admin')),
    suspended_at INTEGER,
    -- Empty if the suspension has no end.
    suspended_until INTEGER,
    -- Empty while the account awaits approval.
    suspension_reason TEXT,
    -- The last visit, to the hour.
    last_seen_at INTEGER,
    signup_invitation_id INTEGER REFERENCES signup_invitations (id),
    -- Until when the user may not chat, and why.
    muted_until INTEGER,
    mute_reason TEXT,
    -- Of a deleted account: 'started' while its matches are given up, 'done' once nothing of the user is left.
    deletion_state TEXT CHECK (deletion_state IN ('started', 'done')),
    theme TEXT NOT NULL DEFAULT 'auto',
    sound INTEGER NOT NULL DEFAULT FALSE,
    motion TEXT NOT NULL DEFAULT 'auto',
    language TEXT NOT NULL DEFAULT 'en',
    -- Whether a move is confirmed before it is played; by default, the time control of the match decides.
    move_confirmation TEXT NOT NULL DEFAULT 'default' CHECK (move_confirmation IN ('default', 'always', 'never')),
    -- A bot is recognised by its name as well: ` (bot)` at its end, which no person can choose, marks it wherever the name is
    -- shown. ` (same device)` marks a player who shares the device of another, in whose matches that user plays all seats.
    kind TEXT NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'bot', 'guest')
        AND (kind = 'bot') = (name_key LIKE '% (bot)' OR name_key LIKE '% (same device)')),
    -- Equal for names that look alike; empty for bots and guests.
    looks_like TEXT,
    -- What the user wrote when they applied for the account, while it awaits approval.
    application TEXT,
    -- The first and the last day of an announced absence, in UTC since 1970.
    away_from INTEGER,
    away_until INTEGER
) STRICT;

CREATE INDEX users_by_look ON users (looks_like);
CREATE INDEX users_staff ON users (name_key) WHERE role <> 'player';
CREATE INDEX users_suspended ON users (name_key) WHERE suspended_at IS NOT NULL;
CREATE INDEX users_by_invitation ON users (signup_invitation_id) WHERE signup_invitation_id IS NOT NULL;
CREATE INDEX users_being_deleted ON users (id) WHERE deletion_state = 'started';
CREATE INDEX users_by_activity ON users (coalesce(last_seen_at, 0) DESC) WHERE kind = 'person' AND deletion_state IS NULL;
-- The guests in the order of their last visit: those of a week ago are deleted.
CREATE INDEX users_guests ON users (last_seen_at) WHERE kind = 'guest';

-- Former names of users. For a while, nobody else can take them.
CREATE TABLE previous_usernames (
    name_key TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    given_up_at INTEGER NOT NULL,
    looks_like TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX previous_usernames_by_user ON previous_usernames (user_id);
CREATE INDEX previous_usernames_by_look ON previous_usernames (looks_like);

-- Names of deleted accounts that nobody can take yet.
CREATE TABLE reserved_usernames (
    name_key TEXT PRIMARY KEY,
    free_at INTEGER NOT NULL,
    looks_like TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX reserved_usernames_by_look ON reserved_usernames (looks_like);

-- Links with which new users sign up.
CREATE TABLE signup_invitations (
    id INTEGER PRIMARY KEY,
    created_by INTEGER REFERENCES users (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- How many users can sign up with it, and how many have.
    max_uses INTEGER NOT NULL,
    uses INTEGER NOT NULL DEFAULT 0,
    revoked_at INTEGER,
    note TEXT NOT NULL,
    CHECK (uses <= max_uses)
) STRICT;

-- Accounts that an admin created at once, from a list.
CREATE TABLE account_imports (
    id INTEGER PRIMARY KEY,
    created_by INTEGER NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    -- How many accounts were created.
    accounts INTEGER NOT NULL,
    -- When the accounts that nobody had used were removed.
    undone_at INTEGER
) STRICT;

CREATE TABLE imported_accounts (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    import_id INTEGER NOT NULL REFERENCES account_imports (id)
) STRICT;

CREATE INDEX imported_accounts_by_import ON imported_accounts (import_id);

-- Users who do not want to meet others. The others are not told.
CREATE TABLE blocks (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    blocked_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked ON blocks (blocked_id, user_id);

-- Users who do not want to read the chat messages of others, but may meet them. The others are not told.
CREATE TABLE muted_players (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    muted_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    PRIMARY KEY (user_id, muted_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX muted_players_by_muted ON muted_players (muted_id, user_id);

-- Players whose matches a user wants to see.
CREATE TABLE follows (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    followed_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    PRIMARY KEY (user_id, followed_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX follows_by_followed ON follows (followed_id, user_id);

-- Pages that users keep for themselves: matches, positions and lines of analysis.
CREATE TABLE bookmarks (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- A path of this site with its query.
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    -- Separated by spaces.
    tags TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (user_id, path)
) STRICT;

-- What each bot plays. A user has one seat in a match, so games for more than two have several bots of each level.
CREATE TABLE bots (
    user_id INTEGER PRIMARY KEY REFERENCES users (id),
    game TEXT NOT NULL,
    -- From 1, the weakest, to 6.
    level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 6),
    -- From 1, to tell apart bots of the same game and level.
    number INTEGER NOT NULL CHECK (number >= 1),
    UNIQUE (game, level, number)
) STRICT;

-- ---------- Signing in ----------

CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    -- The name of the browser and its system.
    device TEXT NOT NULL DEFAULT 'A browser',
    reauthenticated_at INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_use ON sessions (last_seen_at);

-- Users who have given their password, and are not signed in before they have given a second factor.
CREATE TABLE pending_logins (
    token_hash BLOB PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_logins_by_user ON pending_logins (user_id);

-- Links with which a password is set. The key in a link is not stored, only its hash.
CREATE TABLE password_links (
    key_hash BLOB PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX password_links_by_user ON password_links (user_id);

-- Secrets of authenticator apps, encrypted. They are used once the user has confirmed a code.
CREATE TABLE totp_secrets (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret BLOB NOT NULL,
    -- The time step of the last accepted code: no code of it or of an earlier one is accepted again.
    last_step INTEGER NOT NULL,
    confirmed_at INTEGER
) STRICT;

-- Each code is deleted when it is used.
CREATE TABLE recovery_codes (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    -- Whether the user has said that they kept the codes. Until then they are reminded.
    is_kept INTEGER NOT NULL DEFAULT FALSE CHECK (is_kept IN (FALSE, TRUE)),
    PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id BLOB NOT NULL UNIQUE,
    -- By which a device knows the account; the same for all passkeys of one.
    handle BLOB NOT NULL,
    name TEXT NOT NULL,
    -- Public key and counter, as JSON of the WebAuthn library.
    credential TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;

CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Who users are at the OpenID Connect provider.
CREATE TABLE external_identities (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- The URL of the provider.
    issuer TEXT NOT NULL,
    -- The id of the user there.
    subject TEXT NOT NULL,
    connected_at INTEGER NOT NULL,
    used_at INTEGER,
    UNIQUE (issuer, subject)
) STRICT;

-- ---------- Matches ----------

-- What lists ask about a match, written in the transaction that appends to its log.
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    -- An array of pairs as JSON.
    options TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'ended')),
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
    -- By which it is joined.
    code TEXT NOT NULL,
    -- How many seats there are, and how many are taken.
    seat_count INTEGER NOT NULL,
    seats_taken INTEGER NOT NULL,
    to_act INTEGER REFERENCES users (id),
    ply_count INTEGER NOT NULL,
    position TEXT NOT NULL,
    opened_by INTEGER NOT NULL REFERENCES users (id),
    opened_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    ended_at INTEGER,
    end_reason TEXT CHECK (end_reason IN ('rules', 'resigned', 'agreed', 'flagged', 'aborted', 'adjudicated')),
    -- When the seat to act runs out of time.
    deadline INTEGER,
    -- The time control as text; empty without a clock.
    time_control TEXT,
    rated INTEGER NOT NULL DEFAULT FALSE CHECK (rated IN (FALSE, TRUE)),
    -- When an open match, or one without a running clock, is announced to expire or expires. Plies do not write here, so it may
    -- be too early, never too late.
    expires_at INTEGER,
    -- In which state it expired.
    expired TEXT CHECK (expired IN ('open', 'idle')),
    -- The ratings that a user must have to join.
    min_rating INTEGER,
    max_rating INTEGER,
    -- What queries ask about the time control; empty without a clock.
    is_live INTEGER CHECK (is_live IN (FALSE, TRUE)),
    weekends_off INTEGER CHECK (weekends_off IN (FALSE, TRUE)),
    -- Whether its seats are drawn when it starts, so that nobody knows before who moves first.
    draws_seats INTEGER NOT NULL DEFAULT FALSE CHECK (draws_seats IN (FALSE, TRUE)),
    -- The percentage of turns in time that a user must have to join.
    min_on_time INTEGER,
    -- How many seats share the first place; empty before the end, and of a match that was aborted.
    first_places INTEGER,
    -- The average rating of the players after a match that changed their ratings.
    average_rating INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX matches_by_code ON matches (code) WHERE status = 'open';
CREATE INDEX matches_open ON matches (opened_at DESC) WHERE status = 'open' AND visibility = 'public';
-- By when they were opened: that never changes, so no ply writes here.
CREATE INDEX matches_playing ON matches (opened_at DESC) WHERE status = 'playing' AND visibility = 'public';
-- Finished matches in the orders of the archive, of all games and of each. The columns after the id are those by which it is
-- filtered, so that a search reads rows only of matches that it finds.
CREATE INDEX matches_finished ON matches
    (ended_at DESC, id, end_reason, ply_count, average_rating, first_places, visibility)
    WHERE first_places IS NOT NULL AND visibility = 'public';
CREATE INDEX matches_finished_by_game ON matches
    (game, ended_at DESC, id, options, end_reason, ply_count, average_rating, first_places, visibility)
    WHERE first_places IS NOT NULL AND visibility = 'public';
CREATE INDEX matches_longest ON matches
    (ply_count DESC, id, end_reason, ended_at, average_rating, first_places, visibility)
    WHERE first_places IS NOT NULL AND visibility = 'public';
CREATE INDEX matches_longest_by_game ON matches
    (game, ply_count DESC, id, options, end_reason, ended_at, average_rating, first_places, visibility)
    WHERE first_places IS NOT NULL AND visibility = 'public';
CREATE INDEX matches_highest_rated ON matches
    (average_rating DESC, id, end_reason, ended_at, ply_count, first_places, visibility)
    WHERE first_places IS NOT NULL AND visibility = 'public';
CREATE INDEX matches_highest_rated_by_game ON matches
    (game, average_rating DESC, id, options, end_reason, ended_at, ply_count, first_places, visibility)
    WHERE first_places IS NOT NULL AND visibility = 'public';
CREATE INDEX matches_due ON matches (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX matches_expiring ON matches (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX matches_by_opener ON matches (opened_by, id);
-- For the statistics of the site. No ply writes here.
CREATE INDEX matches_by_end ON matches (ended_at, game, end_reason) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_by_opening ON matches (opened_at);
-- Those that a downtime may have cost time. No ply writes here.
CREATE INDEX matches_unfinished ON matches (id) WHERE status <> 'ended';

-- The logs of the matches, from which everything else about them follows.
CREATE TABLE match_events (
    -- Deferred, for a new match is written after its log.
    match_id TEXT NOT NULL REFERENCES matches (id) DEFERRABLE INITIALLY DEFERRED,
    -- From 1 in each match.
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- The user who caused it; empty for the site.
    actor_id INTEGER,
    kind TEXT NOT NULL,
    -- The fields of the event as JSON.
    body TEXT NOT NULL,
    -- The player whose seat a bot took over, who no longer has a row in match_seats.
    former_id INTEGER,
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_events_takeovers ON match_events (former_id, at) WHERE former_id IS NOT NULL;

CREATE TABLE match_seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id),
    -- From 1, the first.
    place INTEGER,
    ended_at INTEGER,
    -- Whether the seat is only reserved for a user who is invited.
    is_reserved INTEGER NOT NULL CHECK (is_reserved IN (FALSE, TRUE)),
    -- The offer of others that the seat has not answered yet.
    pending_offer TEXT CHECK (pending_offer IN ('draw', 'takeback', 'pause')),
    -- Of a finished match with a clock: turns, those that ran out of time, and the median time for an answer in milliseconds.
    turns INTEGER,
    late_turns INTEGER,
    median_response_ms INTEGER,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_seats_by_user ON match_seats (user_id, ended_at DESC);

CREATE TABLE chat_messages (
    id INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL REFERENCES matches (id),
    at INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    -- When a moderator removed it; it keeps no text.
    removed_at INTEGER,
    -- Whether its author watched the match, and did not play.
    by_watcher INTEGER NOT NULL DEFAULT FALSE CHECK (by_watcher IN (FALSE, TRUE))
) STRICT;

CREATE INDEX chat_messages_by_match ON chat_messages (match_id, id, by_watcher);
CREATE INDEX chat_messages_by_user ON chat_messages (user_id, id);

-- Moves of a seat that are played automatically. Rows stay, so that the version never falls back.
CREATE TABLE conditional_moves (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    version INTEGER NOT NULL,
    -- After how many plies of the match they were stored.
    since_ply INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('standing', 'played', 'cancelled', 'withdrawn')),
    text TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

-- Conditional moves that were cancelled because the match went another way: their player is told, and the record says so. They
-- are not in the log of the match, which everybody sees.
CREATE TABLE cancelled_conditional_moves (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat, seq)
) STRICT, WITHOUT ROWID;

-- Private notes of users about matches.
CREATE TABLE notes (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    PRIMARY KEY (user_id, match_id)
) STRICT, WITHOUT ROWID;

-- Indexes by match serve deleting guests and their matches without reading whole tables. The other columns of the primary key
-- are in them anyway; listed, they do not attract queries for single rows.
CREATE INDEX notes_by_match ON notes (match_id, user_id);

-- Up to which log entry, and which chat message, a user has had a match on the screen.
CREATE TABLE read_marks (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    chat_message_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, match_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX read_marks_by_match ON read_marks (match_id, user_id);

-- The last choice of a user for matches against bots, a row per game.
CREATE TABLE bot_choices (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 6),
    seats INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;

-- The last form with which a user created a match.
CREATE TABLE match_choices (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    -- An array of pairs as JSON, without invited users.
    fields TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;

-- The games whose tips for first matches a user has dismissed.
CREATE TABLE dismissed_tips (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;

-- Analyses of finished matches: those that are asked for, how far each has come, and what was found.
CREATE TABLE match_analyses (
    match_id TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    -- Who asked for it last, unless their account is gone.
    requested_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    requested_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
    -- How many positions the match has, and how many of them are evaluated.
    position_count INTEGER NOT NULL,
    evaluated INTEGER NOT NULL DEFAULT 0,
    -- Their evaluations in the order of the match, as a JSON array.
    positions TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE INDEX match_analyses_waiting ON match_analyses (requested_at, match_id, requested_by) WHERE state = 'waiting';
CREATE INDEX match_analyses_by_user ON match_analyses (requested_by) WHERE requested_by IS NOT NULL;

-- The positions of the day: from finished public matches, each with one move that is clearly best.
CREATE TABLE daily_positions (
    -- In UTC, since 1970.
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    -- After how many plies of the match.
    ply INTEGER NOT NULL,
    -- The best move in notation.
    best TEXT NOT NULL,
    PRIMARY KEY (day, game),
    UNIQUE (match_id, ply)
) STRICT, WITHOUT ROWID;

-- What users answered to the positions of the day on that day.
CREATE TABLE daily_answers (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    -- How many moves they tried.
    tries INTEGER NOT NULL,
    found INTEGER NOT NULL CHECK (found IN (FALSE, TRUE)),
    -- Whether they were shown the best move before they found it.
    shown INTEGER NOT NULL CHECK (shown IN (FALSE, TRUE)),
    PRIMARY KEY (user_id, day, game)
) STRICT, WITHOUT ROWID;

-- What has happened in matches, for consumers that act on it after the commit. A row is written in the transaction of the log
-- entries it tells of, and deleted once every consumer has handled it. AUTOINCREMENT, for ids must not start again when the
-- table has become empty.
CREATE TABLE match_outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id TEXT NOT NULL,
    -- The last log entry it tells of.
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('started', 'moved', 'ended', 'changed')),
    at INTEGER NOT NULL,
    -- The number of the server that wrote it, drawn at its start: the others read it to learn what has changed.
    server INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Up to which row each consumer has handled the outbox.
CREATE TABLE outbox_consumers (
    name TEXT PRIMARY KEY,
    last_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO outbox_consumers (name, last_id) VALUES ('notices', 0);

-- ---------- Clocks ----------

-- Hours of vacation that were used, each once however many matches it protected.
CREATE TABLE vacation_hours (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Since 1970.
    hour INTEGER NOT NULL,
    PRIMARY KEY (user_id, hour)
) STRICT, WITHOUT ROWID;

CREATE INDEX vacation_hours_by_hour ON vacation_hours (hour);

-- Users whose time zone has changed, until the matches in which it decides about weekends follow it.
CREATE TABLE time_zone_changes (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE
) STRICT;

-- When the server was last known to work: a few seconds ago while it runs, the moment it stopped after that.
CREATE TABLE server_status (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    alive_at INTEGER NOT NULL
) STRICT;

-- When nobody could play: the server was down or suspended, or nothing could be written. Each is credited in batches to every
-- match it cost time. No id is ever used again, so a match is known to be credited up to an id by its own log.
CREATE TABLE downtimes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    -- The last match of the last batch.
    credited_to TEXT NOT NULL DEFAULT '',
    done INTEGER NOT NULL DEFAULT FALSE
) STRICT;

CREATE INDEX downtimes_pending ON downtimes (id) WHERE NOT done;

-- ---------- Ratings and counts ----------

-- Rated matches in the order in which they were rated.
CREATE TABLE rated_matches (
    number INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL UNIQUE REFERENCES matches (id),
    -- Whether it has changed ratings: of the matches of two players within a day only the first do.
    is_counted INTEGER NOT NULL DEFAULT TRUE CHECK (is_counted IN (FALSE, TRUE))
) STRICT;

CREATE INDEX rated_matches_uncounted ON rated_matches (number) WHERE NOT is_counted;

-- The rating of a user after each rated match, numbered from 1. Value, deviation and volatility are in billionths, so that
-- they are exact.
CREATE TABLE rating_changes (
    game TEXT NOT NULL,
    pool TEXT NOT NULL CHECK (pool IN ('two', 'more', 'two-with-bots', 'more-with-bots')),
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    at INTEGER NOT NULL,
    value INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    PRIMARY KEY (game, pool, user_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_by_match ON rating_changes (match_id);
CREATE INDEX rating_changes_by_user ON rating_changes (user_id);

-- The last rating of each user, for lists.
CREATE TABLE ratings (
    game TEXT NOT NULL,
    pool TEXT NOT NULL CHECK (pool IN ('two', 'more', 'two-with-bots', 'more-with-bots')),
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    value INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, pool)
) STRICT, WITHOUT ROWID;

-- Whether a rating is listed is decided from the index alone.
-- Settled ratings and provisional ones apart, as the leaderboards list them: each page is one range.
CREATE INDEX ratings_by_value ON ratings (game, pool,
    (CASE WHEN pool IN ('two', 'two-with-bots') THEN deviation <= 110000000000 ELSE number >= 10 END),
    value DESC, user_id, deviation, number);

-- The results of each user: finished matches, those they won alone, and those in which they shared first place. Derived from
-- match_seats in the transaction that ends a match, so that a profile does not read every finished match.
CREATE TABLE tallies (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    visibility TEXT NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    shared INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, visibility)
) STRICT, WITHOUT ROWID;

-- The results of two users against each other in public matches, one row for both: how often the one with the lower id
-- finished ahead, how often they finished level, and how often the other finished ahead.
CREATE TABLE head_to_head (
    lower_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    higher_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    lower_won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    higher_won INTEGER NOT NULL,
    PRIMARY KEY (lower_id, higher_id, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX head_to_head_by_higher ON head_to_head (higher_id, lower_id, game);

CREATE TABLE match_counts (
    game TEXT NOT NULL,
    status TEXT NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (game, status)
) STRICT, WITHOUT ROWID;

-- How many plies were played on each day in UTC, counted from time to time.
CREATE TABLE plies_by_day (
    -- Since 1970.
    day INTEGER PRIMARY KEY,
    plies INTEGER NOT NULL
) STRICT;

-- ---------- Notices ----------

CREATE TABLE email_settings (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Confirmed by its reader.
    address TEXT,
    frequency TEXT NOT NULL CHECK (frequency IN ('instant', 'hourly', 'daily', 'off')),
    -- Hours of the day in the time zone of the user.
    quiet_from INTEGER,
    quiet_to INTEGER,
    -- Nothing that happened before is notified.
    notices_from INTEGER NOT NULL,
    -- Whether emails about the end of matches have files that replay them.
    attaches_replays INTEGER NOT NULL DEFAULT FALSE CHECK (attaches_replays IN (FALSE, TRUE))
) STRICT;

CREATE INDEX email_settings_by_address ON email_settings (lower(address)) WHERE address IS NOT NULL;

-- Addresses that are not confirmed yet. The key in the link is not stored, only its hash.
CREATE TABLE address_confirmations (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    key_hash BLOB NOT NULL UNIQUE,
    address TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX address_confirmations_by_address ON address_confirmations (lower(address));

-- Queued emails. No two are sent with the same key, and one that was sent keeps no text.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    email_key TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'dead', 'expired')),
    created_at INTEGER NOT NULL,
    -- The next attempt; once the email is finished, when that was.
    next_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    problem TEXT
) STRICT;

CREATE INDEX outbox_waiting ON outbox (next_at) WHERE state = 'waiting';
-- Notices are sent in the order they were queued: an older one that waits for another attempt holds back the newer ones.
CREATE INDEX outbox_in_order ON outbox (user_id, id) WHERE state = 'waiting' AND kind = 'notices';
CREATE INDEX outbox_by_user ON outbox (user_id, id);
CREATE INDEX outbox_finished ON outbox (next_at, state) WHERE state <> 'waiting';

-- Browsers with push notifications. Whoever knows the endpoint can wake the browser, and with the keys write to it. A browser
-- belongs to the user who turned them on last.
CREATE TABLE devices (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The session in which they were turned on: signing out of it turns them off.
    session BLOB,
    name TEXT NOT NULL,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh BLOB NOT NULL,
    auth BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    -- When it last accepted a push.
    last_accepted_at INTEGER,
    -- Since when it has accepted none.
    failing_since INTEGER
) STRICT;

CREATE INDEX devices_by_user ON devices (user_id, id);
CREATE INDEX devices_by_session ON devices (session);

-- Queued pushes, one for each device. A later one about the same match replaces one that still waits.
CREATE TABLE pushes (
    id INTEGER PRIMARY KEY,
    device_id INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
    -- The match it is about; empty for a test, a report and an outage.
    match_id TEXT,
    body TEXT NOT NULL,
    urgent INTEGER NOT NULL CHECK (urgent IN (FALSE, TRUE)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'dead', 'expired')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- As in outbox.
    next_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    problem TEXT,
    -- What it is about, if not a match: 'report-' and the id of the report, or 'outage'.
    topic TEXT
) STRICT;

CREATE INDEX pushes_waiting ON pushes (next_at) WHERE state = 'waiting';
CREATE INDEX pushes_by_device ON pushes (device_id, id);
CREATE INDEX pushes_finished ON pushes (next_at, state) WHERE state <> 'waiting';

-- The key that signs pushes: browsers accept them only from the site that they gave their endpoint to.
CREATE TABLE push_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    pkcs8 BLOB NOT NULL
) STRICT;

-- The last notice of each kind about a match that a user was sent, by push, mail and feed. The number only rises, so nothing
-- is sent twice on one channel; what was pushed is mailed later, if it is still unread then.
CREATE TABLE notices_sent (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    channel TEXT NOT NULL CHECK (channel IN ('push', 'mail', 'feed')),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, match_id, channel, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_sent_by_match ON notices_sent (match_id, user_id, channel, kind);

-- Secret addresses of feeds. An address is made from the number and the secret key of the site: neither is enough alone.
CREATE TABLE feeds (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('news', 'deadlines')),
    number INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;

-- ---------- Moderation ----------

-- Reports about a user, a chat message or a match.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    created_by INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    -- What it is about, as a key: a user has one open report of each.
    subject TEXT NOT NULL,
    -- The user it is about; empty if it is about a match as a whole.
    reported_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    match_id TEXT REFERENCES matches (id),
    -- After how many plies of the match it was made.
    ply INTEGER,
    -- The chat message.
    chat_message_id INTEGER REFERENCES chat_messages (id),
    reason TEXT NOT NULL,
    message TEXT NOT NULL,
    -- Empty until it is settled.
    verdict TEXT CHECK (verdict IN ('dismissed', 'warned', 'muted', 'suspended', 'acted')),
    settled_by INTEGER REFERENCES users (id),
    settled_at INTEGER
) STRICT;

CREATE UNIQUE INDEX reports_open ON reports (created_by, subject) WHERE verdict IS NULL;
CREATE INDEX reports_waiting ON reports (created_at, id) WHERE verdict IS NULL;
CREATE INDEX reports_settled ON reports (settled_at DESC, id) WHERE verdict IS NOT NULL;
CREATE INDEX reports_by_reported ON reports (reported_id, id) WHERE reported_id IS NOT NULL;
CREATE INDEX reports_by_creator ON reports (created_by, id);
CREATE INDEX reports_by_chat_message ON reports (chat_message_id) WHERE chat_message_id IS NOT NULL;
CREATE INDEX reports_by_match ON reports (match_id) WHERE match_id IS NOT NULL;

-- What a reported message said before it was removed. Only those who handle the report see it.
CREATE TABLE report_evidence (
    report_id INTEGER PRIMARY KEY REFERENCES reports (id) ON DELETE CASCADE,
    text TEXT NOT NULL
) STRICT;

-- Which staff have opened a report: the audit log has the first time of each.
CREATE TABLE report_views (
    report_id INTEGER NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (report_id, user_id)
) STRICT, WITHOUT ROWID;

-- Messages from staff to one user: a warning, or what came of their report.
CREATE TABLE staff_messages (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('warning', 'report')),
    -- The text of a warning; 'acted' or 'dismissed' for a report.
    text TEXT NOT NULL,
    read_at INTEGER
) STRICT;

CREATE INDEX staff_messages_unread ON staff_messages (user_id, id) WHERE read_at IS NULL;
CREATE INDEX staff_messages_by_user ON staff_messages (user_id, id);

-- Messages from staff to everybody.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY,
    created_by INTEGER NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('news', 'warning')),
    text TEXT NOT NULL,
    shown_from INTEGER NOT NULL,
    shown_until INTEGER NOT NULL,
    withdrawn_at INTEGER
) STRICT;

CREATE INDEX announcements_shown ON announcements (shown_until) WHERE withdrawn_at IS NULL;

-- Actions of staff, with their target, time and reason. Entries are never changed or removed; each hash covers the one before.
CREATE TABLE audit_log (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor_id INTEGER,
    action TEXT NOT NULL,
    -- The user it was done to.
    target_id INTEGER,
    match_id TEXT,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_target ON audit_log (target_id, seq);
CREATE INDEX audit_by_actor ON audit_log (actor_id, seq);
CREATE INDEX audit_by_action ON audit_log (action, seq);
CREATE INDEX audit_by_time ON audit_log (at, seq);
CREATE INDEX audit_by_match ON audit_log (match_id, seq) WHERE match_id IS NOT NULL;

CREATE TRIGGER audit_stays BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
CREATE TRIGGER audit_keeps_all BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'nothing is removed from the audit log'); END;

-- ---------- The site ----------

-- Settings that admins have changed: name, texts, and who may join.
CREATE TABLE site_settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- By which the secret key of this database is recognised: derived from it, and of no other use.
CREATE TABLE secret_key_check (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    value BLOB NOT NULL,
    since INTEGER NOT NULL
) STRICT;

-- A row that /readyz changes to find out whether writes reach the disk.
CREATE TABLE write_check (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    writes INTEGER NOT NULL
) STRICT;

INSERT INTO write_check (id, writes) VALUES (1, 0);

-- ---------- What servers keep in memory ----------

-- What of it has changed, for the servers that have not changed it. Triggers write it, so that no change is missed; rows are
-- deleted after an hour. AUTOINCREMENT, for ids must not start again when the table has become empty.
CREATE TABLE shared_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    changed TEXT NOT NULL CHECK (changed IN ('user', 'name', 'sanctions', 'announcements', 'reports', 'settings')),
    -- Empty for what is not about a user.
    user_id INTEGER
) STRICT;

CREATE TRIGGER user_changed AFTER UPDATE OF name_key, password, created_at, time_zone, auto_advance, role, signup_invitation_id,
    deletion_state, theme, sound, motion, language, move_confirmation, kind, looks_like, application, away_from, away_until ON users
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', OLD.id); END;
CREATE TRIGGER name_changed AFTER UPDATE OF name ON users
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('name', OLD.id); END;
CREATE TRIGGER sanctions_changed
AFTER UPDATE OF suspended_at, suspended_until, suspension_reason, muted_until, mute_reason ON users
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('sanctions', OLD.id); END;
CREATE TRIGGER session_changed AFTER UPDATE OF token_hash, reauthenticated_at ON sessions
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', OLD.user_id); END;
CREATE TRIGGER session_ended AFTER DELETE ON sessions
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', OLD.user_id); END;
CREATE TRIGGER block_added AFTER INSERT ON blocks
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', NEW.user_id); END;
CREATE TRIGGER block_removed AFTER DELETE ON blocks
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', OLD.user_id); END;
CREATE TRIGGER muted_player_added AFTER INSERT ON muted_players
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', NEW.user_id); END;
CREATE TRIGGER muted_player_removed AFTER DELETE ON muted_players
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', OLD.user_id); END;
CREATE TRIGGER follow_added AFTER INSERT ON follows
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', NEW.user_id); END;
CREATE TRIGGER follow_removed AFTER DELETE ON follows
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', OLD.user_id); END;
CREATE TRIGGER note_added AFTER INSERT ON notes
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', NEW.user_id); END;
CREATE TRIGGER note_changed AFTER UPDATE ON notes
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', NEW.user_id); END;
CREATE TRIGGER note_removed AFTER DELETE ON notes
BEGIN INSERT INTO shared_changes (changed, user_id) VALUES ('user', OLD.user_id); END;
CREATE TRIGGER announcement_added AFTER INSERT ON announcements
BEGIN INSERT INTO shared_changes (changed) VALUES ('announcements'); END;
CREATE TRIGGER announcement_changed AFTER UPDATE ON announcements
BEGIN INSERT INTO shared_changes (changed) VALUES ('announcements'); END;
CREATE TRIGGER report_added AFTER INSERT ON reports
BEGIN INSERT INTO shared_changes (changed) VALUES ('reports'); END;
CREATE TRIGGER report_changed AFTER UPDATE ON reports
BEGIN INSERT INTO shared_changes (changed) VALUES ('reports'); END;
CREATE TRIGGER setting_added AFTER INSERT ON site_settings
BEGIN INSERT INTO shared_changes (changed) VALUES ('settings'); END;
CREATE TRIGGER setting_changed AFTER UPDATE ON site_settings
BEGIN INSERT INTO shared_changes (changed) VALUES ('settings'); END;
