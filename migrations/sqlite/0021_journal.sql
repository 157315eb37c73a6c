-- The plies that were appended last, when many came at once, until they are put in their place: with these behind it,
-- match_events is the truth. The last row stays when it has been emptied: its number tells whoever appends next whether
-- somebody else has done so meanwhile.
CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    events TEXT NOT NULL,
    progress TEXT NOT NULL
) STRICT;

INSERT INTO journal (number, events, progress) VALUES (1, '[]', '[]');
