//! Every URL of the site, once: the router takes `ROUTE`, a link takes the value, so a dead link does not compile.
//!
//! ```
//! use parlour::urls::{Match, Plies};
//! assert_eq!(Match { id: "7Wd2" }.to_string(), "/matches/7Wd2");
//! assert_eq!(Plies::ROUTE, "/matches/{id}/plies");
//! ```

use std::fmt::{self, Display, Formatter};

mod forms;
mod links;
#[macro_use]
mod paths;
mod segment;

pub use forms::{BY, ONCE, once, once_for, with_user};
pub use links::with_cells;
pub use segment::UrlSegment;

use crate::assets;

paths! {
    /// The front page for visitors, the dashboard for users.
    Home => "/";
    /// Redirects to the match with the least time left that waits for the user.
    Next => "/next";
    /// How many matches wait for the user.
    Turns => "/turns";
    /// The running matches, to watch.
    Watch => "/watch";
    /// The stream of the changes of running matches.
    WatchEvents => "/watch/events";
    /// Signing in.
    Login => "/login";
    /// The second factor at sign-in.
    TwoFactor => "/login/two-factor";
    /// The WebAuthn challenge for the second factor.
    TwoFactorChallenge => "/login/two-factor/challenge";
    /// The WebAuthn assertion for the second factor.
    TwoFactorPasskey => "/login/two-factor/passkey";
    /// The WebAuthn challenge for signing in with a passkey alone.
    LoginChallenge => "/login/passkey/challenge";
    /// Sign-in of a user whose form was refused because the session has ended; the page shows what was written.
    LoginForm => "/login/form";
    /// The WebAuthn assertion for signing in with a passkey alone.
    LoginPasskey => "/login/passkey";
    /// Begins a sign-in at the OpenID Connect provider.
    LoginOidc => "/login/oidc";
    /// Where the provider sends browsers back to.
    OidcCallback => "/login/oidc/callback";
    /// Reauthentication before a sensitive action.
    Reauthenticate => "/reauthenticate";
    /// The WebAuthn challenge for reauthentication.
    ReauthenticateChallenge => "/reauthenticate/challenge";
    /// The WebAuthn assertion for reauthentication.
    ReauthenticatePasskey => "/reauthenticate/passkey";
    /// Reauthentication at the OpenID Connect provider.
    ReauthenticateOidc => "/reauthenticate/oidc";
    /// Reauthentication after a form was sent without it; the form is carried out afterwards.
    ReauthenticateForm => "/reauthenticate/form";
    /// The sign-up form.
    Register => "/register";
    /// Creating the first admin with the key of the link in the log.
    Setup => "/setup";
    /// Signing out.
    Logout => "/logout";
    /// Requesting a password reset.
    Reset => "/reset";
    /// Choosing a new password with the key from a reset link.
    ResetPassword { key } => "/reset/{key}";
    /// Creates a match.
    Matches => "/matches";
    /// The form that creates a match.
    NewMatch => "/matches/new";
    /// Names that complete the field for invitations.
    OpponentNames => "/matches/new/names";
    /// All open matches.
    OpenMatches => "/matches/open";
    /// The records of matches of the archive.
    MatchRecords => "/matches/records.zip";
    /// The pages that a user keeps.
    Bookmarks => "/bookmarks";
    /// The form that keeps a page.
    NewBookmark => "/bookmarks/new";
    /// Removes a bookmark.
    RemoveBookmark { id } => "/bookmarks/{id}/remove";
    /// The form that opens the record of a match.
    Import => "/import";
    /// An analysis board for a match in the URL.
    ImportedBoard => "/import/board";
    /// Searches for the best move on it.
    ImportedBestMove => "/import/board/best-move";
    /// The positions of today.
    Daily => "/daily";
    /// The positions of a day.
    DailyDay { day } => "/daily/{day}";
    /// A position of the day.
    DailyBoard { day, game } => "/daily/{day}/{game}";
    /// Answers a position of the day with a move.
    DailyAnswers { day, game } => "/daily/{day}/{game}/answers";
    /// Shows the best move in a position of the day.
    DailySolution { day, game } => "/daily/{day}/{game}/solution";
    /// Starts a match against bots.
    Play => "/play";
    /// Finding an opponent among the users who wait.
    Pairing => "/pairing";
    /// The request that the page of a waiting user keeps open.
    PairingWait => "/pairing/wait";
    /// Ends the wait for an opponent.
    LeavePairing => "/pairing/leave";
    /// Entering the code of a match.
    Join => "/join";
    /// A match by its code.
    JoinCode { code } => "/join/{code}";
    /// A join link as a QR code.
    JoinCodeQr { code } => "/join/{code}/qr.svg";
    Match { id } => "/matches/{id}";
    /// A public match in a frame on another site.
    EmbeddedMatch { id } => "/embed/matches/{id}";
    /// How to embed a public match, as <https://oembed.com> describes it.
    OEmbed => "/oembed";
    /// The board of a public match as an image, for link previews.
    MatchImage { id } => "/matches/{id}/board.png";
    /// The board of a public match as a drawing that stays sharp in every size.
    MatchDrawing { id } => "/matches/{id}/board.svg";
    /// The match as a file that shows its moves without this site.
    ReplayFile { id } => "/matches/{id}/replay.html";
    /// The moves of a public match as an animated picture.
    MatchAnimation { id } => "/matches/{id}/moves.gif";
    /// The same as an animated PNG image.
    MatchAnimationPng { id } => "/matches/{id}/moves.png";
    /// The analysis board, from a position of a match.
    MatchAnalysis { id } => "/matches/{id}/analysis";
    /// The progress of the analysis of a match.
    AnalysisProgress { id } => "/matches/{id}/analysis/progress";
    /// The paths of all moves on the board.
    MoveTrails { id } => "/matches/{id}/trails";
    /// Searches for the best move on the analysis board.
    BestMove { id } => "/matches/{id}/analysis/best-move";
    /// A hint for the seat to act.
    Hint { id } => "/matches/{id}/hint";
    /// Takes a seat.
    Seats { id } => "/matches/{id}/seats";
    /// Takes a seat as a guest.
    GuestSeat { id } => "/matches/{id}/seats/guest";
    /// Leaves a seat.
    LeaveSeat { id } => "/matches/{id}/seats/leave";
    /// Declines an invitation to a seat.
    DeclineSeat { id } => "/matches/{id}/seats/decline";
    /// Adds a bot.
    MatchBots { id } => "/matches/{id}/bots";
    /// Invites a user to a seat.
    Invitations { id } => "/matches/{id}/invitations";
    /// Withdraws an invitation.
    WithdrawInvitation { id } => "/matches/{id}/invitations/withdraw";
    /// Starts a match before every seat is taken.
    Start { id } => "/matches/{id}/start";
    /// Plays a ply.
    Plies { id } => "/matches/{id}/plies";
    /// Resigns.
    Resignation { id } => "/matches/{id}/resignation";
    /// Aborts a match before it counts.
    Abort { id } => "/matches/{id}/abort";
    /// Staff set the places of a match.
    Adjudication { id } => "/matches/{id}/adjudication";
    /// Staff abort a match.
    StaffAbort { id } => "/matches/{id}/staff-abort";
    /// Offers, accepts or ends a pause.
    Pause { id } => "/matches/{id}/pause";
    /// Looks for a substitute, or stops looking.
    Substitute { id } => "/matches/{id}/substitute";
    /// Shows the board from the seat to act, or from the seat of the user.
    BoardRotation { id } => "/matches/{id}/board-rotation";
    WatcherChat { id } => "/matches/{id}/watcher-chat";
    /// Gives the seat to act more time.
    ExtraTime { id } => "/matches/{id}/time";
    /// Offers a draw, and answers an offer.
    Draw { id } => "/matches/{id}/draw";
    /// Offers a takeback, and answers an offer.
    Takeback { id } => "/matches/{id}/takeback";
    /// Offers or accepts a rematch.
    Rematch { id } => "/matches/{id}/rematch";
    /// The board on which conditional moves are entered, and setting them.
    ConditionalMoves { id } => "/matches/{id}/conditional-moves";
    /// Adds a line to the conditional moves.
    ConditionalLines { id } => "/matches/{id}/conditional-moves/lines";
    /// Removes a line of the conditional moves.
    DeleteConditionalLine { id } => "/matches/{id}/conditional-moves/lines/delete";
    /// The chat of a match, and sending a message.
    Chat { id } => "/matches/{id}/chat";
    /// Removes a chat message, as staff.
    RemoveChatMessage { id } => "/matches/{id}/chat/remove";
    /// The private note of a player about a match.
    Notes { id } => "/matches/{id}/notes";
    /// Records what a player has seen of a match.
    Seen { id } => "/matches/{id}/seen";
    /// The live stream of a match.
    Events { id } => "/matches/{id}/events";
    /// The dice rolls and the draw of the seats of a match, and how they follow from its secrets.
    DiceRolls { id } => "/matches/{id}/rolls";
    /// The record for programs.
    RecordJson { id } => "/matches/{id}/record.json";
    /// The record for people.
    RecordText { id } => "/matches/{id}/record.txt";
    /// The list of players.
    Players => "/players";
    /// The profile of a player.
    Player { name } => "/players/{name}";
    /// Blocks a player.
    Block { name } => "/players/{name}/block";
    /// Follows a player.
    Follow { name } => "/players/{name}/follow";
    /// Ends that.
    Unfollow { name } => "/players/{name}/unfollow";
    /// Ends a block.
    Unblock { name } => "/players/{name}/unblock";
    /// Mutes a player for the user.
    MutePlayer { name } => "/players/{name}/mute";
    /// Unmutes a player.
    UnmutePlayer { name } => "/players/{name}/unmute";
    /// The games.
    Games => "/games";
    /// The rules of a game.
    GameRules { key } => "/games/{key}";
    /// The board of a game as an image, for link previews.
    GameImage { key } => "/games/{key}/board.png";
    /// The leaderboard of a game.
    Ratings { key } => "/games/{key}/ratings";
    /// Dismisses the tips for first matches of a game.
    DismissTips { key } => "/games/{key}/tips/dismiss";
    /// Password, sign-in methods and sessions.
    Account => "/account";
    ChangePassword => "/account/password";
    /// Signs out all other sessions.
    EndSessions => "/account/sessions/end";
    /// Signs out one other session.
    EndSession { id } => "/account/sessions/{id}/end";
    /// Turns a guest account into a full account.
    AccountRegistration => "/account/registration";
    /// Downloads the user's data.
    Export => "/account/export";
    /// Setting up an authenticator app.
    Totp => "/account/totp";
    /// Confirms the app with its first code.
    ConfirmTotp => "/account/totp/code";
    /// Removes the authenticator app.
    RemoveTotp => "/account/totp/remove";
    /// Generates new recovery codes.
    RecoveryCodes => "/account/recovery";
    /// Confirms that the recovery codes were kept.
    KeptRecoveryCodes => "/account/recovery/kept";
    /// Adds a passkey.
    Passkeys => "/account/passkeys";
    /// The WebAuthn challenge for adding one.
    PasskeyChallenge => "/account/passkeys/challenge";
    /// Removing a passkey.
    RemovePasskey { id } => "/account/passkeys/{id}/remove";
    /// Connects the account with the OpenID Connect provider.
    ConnectOidc => "/account/oidc";
    /// Disconnects it.
    DisconnectOidc => "/account/oidc/disconnect";
    /// Deletes the account.
    DeleteAccount => "/account/delete";
    Settings => "/settings";
    /// Play preferences.
    PlaySettings => "/settings/play";
    /// Announces an absence.
    AbsenceSettings => "/settings/absence";
    /// The time zone that a browser reports.
    TimeZone => "/settings/zone";
    /// Theme, motion, sound and language.
    AppearanceSettings => "/settings/appearance";
    /// Sets the language of the account, or of a visitor's browser.
    ChooseLanguage => "/language";
    /// Sets the email address.
    MailAddress => "/settings/address";
    /// Confirms an email address.
    Confirmation { key } => "/settings/address/{key}";
    /// Turns on pushes for a browser.
    Devices => "/settings/devices";
    /// Removes a device.
    RemoveDevice { id } => "/settings/devices/{id}/remove";
    /// Sends a test push.
    TestDevice { id } => "/settings/devices/{id}/test";
    /// Gives a feed a new secret URL.
    CreateFeed { kind } => "/settings/feeds/{kind}";
    /// Turns a feed off.
    RemoveFeed { kind } => "/settings/feeds/{kind}/remove";
    /// A user's activity as Atom, by secret key.
    NewsFeed { key } => "/feeds/{key}/news.atom";
    /// A user's deadlines as a calendar, by secret key.
    DeadlinesFeed { key } => "/feeds/{key}/deadlines.ics";
    /// The service worker that shows pushes. Its path makes its scope the whole site.
    ServiceWorker => "/service-worker.js";
    /// The icon that browsers request unasked.
    Favicon => "/favicon.ico";
    /// What search engines may read.
    Robots => "/robots.txt";
    /// Whom to tell about a security problem, as RFC 9116 describes it.
    SecurityTxt => "/.well-known/security.txt";
    /// What browsers read to install the site as an app.
    Manifest => "/manifest.webmanifest";
    /// A text of the host: imprint, privacy or terms.
    HostText { page } => "/about/{page}";
    /// Where password managers find the form to change the password.
    WellKnownPassword => "/.well-known/change-password";
    /// Turns emails off.
    Unsubscribe { key } => "/unsubscribe/{key}";
    /// Metrics for Prometheus.
    Metrics => "/metrics";
    /// The overview for staff.
    Admin => "/admin";
    /// The queue of reports.
    AdminReports => "/admin/reports";
    /// One report.
    AdminReport { id } => "/admin/reports/{id}";
    /// Settles a report.
    SettleReport { id } => "/admin/reports/{id}/settle";
    ReopenReport { id } => "/admin/reports/{id}/reopen";
    /// Bans a user from chat.
    BanFromChat { name } => "/admin/users/{name}/chat-ban";
    /// Ends a chat ban.
    EndChatBan { name } => "/admin/users/{name}/chat-ban/end";
    /// Announcements.
    AdminAnnouncements => "/admin/announcements";
    /// Withdraws an announcement.
    WithdrawAnnouncement { id } => "/admin/announcements/{id}/withdraw";
    /// The settings of the site.
    AdminSite => "/admin/site";
    /// Statistics of the site.
    AdminStatistics => "/admin/statistics";
    /// Dismisses an announcement.
    DismissAnnouncement { id } => "/announcements/{id}/dismiss";
    /// The user's reports, and making one.
    Reports => "/reports";
    /// The form for a report.
    NewReport => "/reports/new";
    /// Dismisses a message from staff.
    DismissMessage { id } => "/messages/{id}/dismiss";
    /// The list of users.
    AdminUsers => "/admin/users";
    AdminAccountImports => "/admin/users/import";
    AdminAccountImport { id } => "/admin/users/import/{id}";
    CreateAccountCards { id } => "/admin/users/import/{id}/cards";
    UndoAccountImport { id } => "/admin/users/import/{id}/undo";
    /// One user, as staff see them.
    AdminUser { name } => "/admin/users/{name}";
    /// Suspends a user.
    SuspendUser { name } => "/admin/users/{name}/suspension";
    EndSuspension { name } => "/admin/users/{name}/suspension/end";
    NoteUser { name } => "/admin/users/{name}/notes";
    ApproveUser { name } => "/admin/users/{name}/approve";
    RenameUser { name } => "/admin/users/{name}/rename";
    /// Changes the role of a user.
    ChangeRole { name } => "/admin/users/{name}/role";
    /// Signs a user out everywhere.
    EndUserSessions { name } => "/admin/users/{name}/sessions/end";
    /// Removes the second factor of a user.
    RemoveTwoFactor { name } => "/admin/users/{name}/two-factor/remove";
    /// Creates a link to reset a user's password.
    CreateResetLink { name } => "/admin/users/{name}/reset-link";
    /// Deletes the account of a user.
    DeleteUser { name } => "/admin/users/{name}/delete";
    /// The audit log.
    AdminAuditLog => "/admin/audit";
    /// The whole audit log as JSON lines.
    AdminAuditLogLines => "/admin/audit.jsonl";
    /// Sign-up links.
    AdminInvitations => "/admin/invitations";
    /// Revokes a sign-up link.
    RevokeInvitation { id } => "/admin/invitations/{id}/revoke";
    /// Whether the process is alive.
    Health => "/healthz";
    /// Whether it can serve requests and write.
    Ready => "/readyz";
}

/// The URL of an asset, with the hash of its content.
pub fn asset(name: &str) -> &'static str {
    assets::url(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_and_fields_of_routes_agree() {
        for (route, fields) in ALL {
            let named: Vec<_> = route.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
            assert_eq!(&named, fields, "{route}");
        }
    }

    #[test]
    fn a_name_cannot_leave_its_segment_of_a_url() {
        assert_eq!(Player { name: "a/../b?c#d é" }.to_string(), "/players/a%2F..%2Fb%3Fc%23d%20%C3%A9");
    }
}
