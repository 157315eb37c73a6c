-- Signing out deletes the push subscriptions of a session.
CREATE INDEX devices_by_session ON devices (session);
