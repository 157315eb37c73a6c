-- When a user confirms moves before they are played: by the time control of the match unless they chose. Users who asked for
-- confirmation keep it. Users with `goes_on` saved the form in which "Play at once" was ticked next to it, which counts as a
-- choice. Everyone else never chose.
ALTER TABLE users ADD COLUMN move_confirmation TEXT NOT NULL DEFAULT 'default'
    CHECK (move_confirmation IN ('default', 'always', 'never'));
UPDATE users SET move_confirmation = CASE WHEN confirms THEN 'always' ELSE 'never' END WHERE confirms OR goes_on;
ALTER TABLE users DROP COLUMN confirms;
