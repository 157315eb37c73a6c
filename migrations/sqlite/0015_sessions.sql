-- What browser somebody signed in with, as they know it.
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT 'A browser';
