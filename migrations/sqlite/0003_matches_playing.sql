-- Public matches to watch, by when they were opened: that never changes, so no ply has to write here.
CREATE INDEX matches_playing ON matches (opened_at DESC) WHERE status = 'playing' AND visibility = 'public';
