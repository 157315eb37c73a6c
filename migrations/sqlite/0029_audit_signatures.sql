-- What each entry of the audit log is signed with: a MAC keyed by the secret key of the site. Entries that were written before
-- have none.
ALTER TABLE audit ADD COLUMN mac BLOB;

-- The end of the log is signed too, so that a log that was cut off or written anew is noticed. Entries after signed_after have
-- to have a MAC of their own; those up to it are covered by the signature of the end.
ALTER TABLE audit_head ADD COLUMN signed_after INTEGER;
ALTER TABLE audit_head ADD COLUMN mac BLOB;

-- By which the secret key of this database is recognised: derived from it, and of no other use.
CREATE TABLE secret_key_check (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    value BLOB NOT NULL,
    since INTEGER NOT NULL
) STRICT;
