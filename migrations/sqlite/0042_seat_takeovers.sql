-- Seats that bots have taken over, by the players who had them: these no longer have a row in match_seats.
CREATE INDEX match_events_takeovers ON match_events (body ->> 'former', at) WHERE kind = 'seat_taken_over';
