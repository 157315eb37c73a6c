-- What a seat wants played without being asked again. Rows stay, so that the version of a match never falls back.
CREATE TABLE standing_orders (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    version INTEGER NOT NULL,
    since INTEGER NOT NULL,
    state TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
