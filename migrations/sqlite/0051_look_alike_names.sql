-- The form in which usernames that look alike are equal: I, l and 1, O and 0, rn and m, vv and w.
ALTER TABLE users ADD COLUMN looks_like TEXT GENERATED ALWAYS AS
    (replace(replace(replace(replace(replace(name_key, 'i', 'l'), '1', 'l'), '0', 'o'), 'rn', 'm'), 'vv', 'w')) VIRTUAL;
ALTER TABLE previous_usernames ADD COLUMN looks_like TEXT GENERATED ALWAYS AS
    (replace(replace(replace(replace(replace(name_key, 'i', 'l'), '1', 'l'), '0', 'o'), 'rn', 'm'), 'vv', 'w')) VIRTUAL;
ALTER TABLE reserved_usernames ADD COLUMN looks_like TEXT GENERATED ALWAYS AS
    (replace(replace(replace(replace(replace(name_key, 'i', 'l'), '1', 'l'), '0', 'o'), 'rn', 'm'), 'vv', 'w')) VIRTUAL;
CREATE INDEX users_by_look ON users (looks_like);
CREATE INDEX previous_usernames_by_look ON previous_usernames (looks_like);
CREATE INDEX reserved_usernames_by_look ON reserved_usernames (looks_like);
