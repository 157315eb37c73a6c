-- Plies are written to their logs at once. What a killed process left in the buffer is written first.
INSERT INTO match_events (match_id, seq, at, by, kind, body)
SELECT e.value ->> 'match_id', e.value ->> 'seq', e.value ->> 'at', e.value ->> 'by', e.value ->> 'kind',
    coalesce(e.value -> 'body', 'null')
FROM ply_buffer j, jsonb_each(j.events) e;
UPDATE matches SET plies = v.value ->> 'plies', to_act = v.value ->> 'to_act',
    position = v.value ->> 'position', changed_at = v.value ->> 'changed_at', deadline = v.value ->> 'deadline'
FROM (SELECT p.value AS value, p.value ->> 'id' AS id, max(j.number) FROM ply_buffer j, jsonb_each(j.progress) p
    GROUP BY p.value ->> 'id') v
WHERE matches.id = v.id;
INSERT INTO match_outbox (match_id, seq, kind, at)
SELECT m.key, max(m.value), 'moved', j.at FROM ply_buffer j, json_each(j.moved) m GROUP BY m.key;
DROP TABLE ply_buffer;
