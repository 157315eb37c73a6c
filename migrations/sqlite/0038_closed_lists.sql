-- The remaining columns with a closed list of values take no other. See 0035 for why the definitions are changed in place.
PRAGMA writable_schema = ON;

UPDATE sqlite_schema SET sql = replace(sql,
    'state TEXT NOT NULL',
    'state TEXT NOT NULL CHECK (state IN (''standing'', ''played'', ''cancelled'', ''withdrawn''))')
    WHERE type = 'table' AND name = 'conditional_moves';
UPDATE sqlite_schema SET sql = replace(sql,
    'way TEXT NOT NULL', 'way TEXT NOT NULL CHECK (way IN (''push'', ''mail'', ''feed''))')
    WHERE type = 'table' AND name = 'notices_sent';
UPDATE sqlite_schema SET sql = replace(sql,
    'verdict TEXT',
    'verdict TEXT CHECK (verdict IN (''dismissed'', ''warned'', ''muted'', ''suspended'', ''acted''))')
    WHERE type = 'table' AND name = 'reports';
UPDATE sqlite_schema SET sql = replace(sql,
    'kind TEXT NOT NULL', 'kind TEXT NOT NULL CHECK (kind IN (''warning'', ''report''))')
    WHERE type = 'table' AND name = 'staff_messages';
UPDATE sqlite_schema SET sql = replace(sql,
    'kind TEXT NOT NULL', 'kind TEXT NOT NULL CHECK (kind IN (''news'', ''warning''))')
    WHERE type = 'table' AND name = 'announcements';
UPDATE sqlite_schema SET sql = replace(sql,
    'kind TEXT NOT NULL', 'kind TEXT NOT NULL CHECK (kind IN (''news'', ''deadlines''))')
    WHERE type = 'table' AND name = 'feeds';

PRAGMA writable_schema = RESET;
CREATE TABLE redefined (one INTEGER);
DROP TABLE redefined;
