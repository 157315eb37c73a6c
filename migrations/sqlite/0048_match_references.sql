-- The rows that refer to a match or a user, for deleting guests and their matches without reading whole tables. The other
-- columns of the primary keys are in these indexes anyway; listed, they do not attract queries for single rows.
CREATE INDEX read_marks_by_match ON read_marks (match_id, user_id);
CREATE INDEX notices_sent_by_match ON notices_sent (match_id, user_id, way, kind);
CREATE INDEX notes_by_match ON notes (match_id, user_id);
CREATE INDEX reports_by_match ON reports (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX matches_by_opener ON matches (opened_by, id);
CREATE INDEX head_to_head_by_higher ON head_to_head (higher_id, lower_id, game);
