//! Statistics of the site.

/// The matches of one UTC day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayStatistics {
    /// Days since 1970.
    pub day: i64,
    /// Matches created.
    pub opened: i64,
    /// Matches ended.
    pub ended: i64,
    /// Of these, matches lost on time.
    pub flagged: i64,
    pub plies: i64,
}

/// The number of matches of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStatistics {
    /// The key of the game.
    pub game: String,
    /// Matches waiting for players.
    pub open: i64,
    /// Running matches.
    pub playing: i64,
    pub ended: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteStatistics {
    pub accounts: i64,
    /// Users seen within one, 7 and 30 days.
    pub here: [i64; 3],
    pub games: Vec<GameStatistics>,
    /// The last thirty days, ending with today.
    pub days: Vec<DayStatistics>,
    /// Emails queued, and emails that failed.
    pub emails: (i64, i64),
    /// Pushes queued, and pushes that failed.
    pub pushes: (i64, i64),
    /// Open reports.
    pub reports: i64,
    /// Size of the database.
    pub bytes: i64,
}

impl SiteStatistics {
    /// Number of days in [`SiteStatistics::days`].
    pub const DAYS: usize = 30;
}
