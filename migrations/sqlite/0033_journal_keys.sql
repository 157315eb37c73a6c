-- Entries in the journal are JSON objects with a key for each column from here on. What an earlier version has left there when
-- it was killed, by position, is put in its place while that can be read.
INSERT INTO match_events (match_id, seq, at, by, kind, body)
SELECT e.value ->> 0, e.value ->> 1, e.value ->> 2, e.value ->> 3, e.value ->> '$[4].kind',
    coalesce(e.value -> '$[4].body', 'null')
FROM journal j, json_each(j.events) e;
UPDATE matches SET plies = v.value ->> 1, to_act = v.value ->> 2, position = v.value ->> 3, changed_at = v.value ->> 4,
    deadline = v.value ->> 5
FROM (SELECT p.value AS value, p.value ->> 0 AS id, max(j.number) FROM journal j, json_each(j.progress) p
    GROUP BY p.value ->> 0) v
WHERE matches.id = v.id;
DELETE FROM journal WHERE number < (SELECT max(number) FROM journal);
UPDATE journal SET events = '[]', progress = '[]';
