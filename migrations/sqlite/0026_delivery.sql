-- Notifications leave in the order they were queued: an older one that waits for another attempt holds back the newer ones.
CREATE INDEX outbox_in_order ON outbox (user_id, id) WHERE state = 'waiting' AND kind = 'notices';
