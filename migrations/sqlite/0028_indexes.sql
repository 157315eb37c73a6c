-- Pages of the audit log about one user and one kind of action.
CREATE INDEX audit_by_whom_and_act ON audit (whom, act, seq);
CREATE INDEX audit_by_doer_and_act ON audit (by, act, seq);

-- What is deleted by age, and what is counted by state, without reading every row and its text.
CREATE INDEX outbox_finished ON outbox (next_at, state) WHERE state <> 'waiting';
CREATE INDEX pushes_finished ON pushes (next_at, state) WHERE state <> 'waiting';
CREATE INDEX sessions_by_use ON sessions (seen_at);
CREATE INDEX holidays_by_hour ON holidays (hour);

-- Whether a rating is listed is decided from the index alone.
DROP INDEX ratings_by_value;
CREATE INDEX ratings_by_value ON ratings (game, ladder, value DESC, user_id, deviation, number);
