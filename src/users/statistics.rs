//! Statistics of the site.

/// A day of UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayStatistics {
    /// Days since 1970.
    pub day: i64,
    /// Matches that were opened.
    pub opened: i64,
    /// Matches that were over.
    pub ended: i64,
    /// Those of them that were lost on time.
    pub flagged: i64,
    /// Plies that were played.
    pub plies: i64,
}

/// How many matches of a game there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStatistics {
    /// The key of the game.
    pub game: String,
    /// Those that wait for people.
    pub open: i64,
    /// Those that are played.
    pub playing: i64,
    /// Those that are over.
    pub ended: i64,
}

/// How the site fares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteStatistics {
    /// How many accounts there are.
    pub accounts: i64,
    /// Who was here within a day, a week and thirty days.
    pub here: [i64; 3],
    /// Matches, a game a line.
    pub games: Vec<GameStatistics>,
    /// The last thirty days, the last of them today.
    pub days: Vec<DayStatistics>,
    /// Emails that wait, and that never arrived.
    pub emails: (i64, i64),
    /// Pushes that wait, and that never arrived.
    pub pushes: (i64, i64),
    /// Reports that wait.
    pub reports: i64,
    /// How many bytes the database takes.
    pub bytes: i64,
}

impl SiteStatistics {
    /// So many days are told apart.
    pub const DAYS: usize = 30;
}
