//! Every URL of the site, once: the router takes `ROUTE`, a link takes the value, so a dead link does not compile.
//!
//! ```
//! use parlour::urls::{Match, Plies};
//! assert_eq!(Match { id: "7Wd2" }.to_string(), "/matches/7Wd2");
//! assert_eq!(Plies::ROUTE, "/matches/{id}/plies");
//! ```

use std::fmt::{self, Display, Formatter};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

mod links;
mod moved;

pub use links::choosing;
pub use moved::moved;

use crate::assets;

macro_rules! paths {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident),+ })? => $route:literal;)+) => {
        $(paths!(@one $(#[$doc])* $name [$($($field),+)?] $route);)+

        /// What the router matches, each with what it takes.
        pub const ALL: &[(&str, &[&str])] = &[$(($route, &[$($(stringify!($field)),+)?])),+];
    };
    (@one $(#[$doc:meta])* $name:ident [] $route:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            /// What the router matches.
            pub const ROUTE: &'static str = $route;
        }

        impl Display for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str(Self::ROUTE)
            }
        }
    };
    (@one $(#[$doc:meta])* $name:ident [$($field:ident),+] $route:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        pub struct $name<'a> { $(pub $field: &'a str),+ }

        impl $name<'_> {
            /// What the router matches.
            pub const ROUTE: &'static str = $route;
        }

        impl Display for $name<'_> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, $route, $($field = UrlSegment(self.$field)),+)
            }
        }
    };
}

paths! {
    /// The front page of a visitor, the dashboard of a player.
    Home => "/";
    /// The match that has waited for somebody with the least time left.
    Next => "/next";
    /// How many matches wait for somebody.
    Turns => "/turns";
    /// Signing in: the form and what it is sent to.
    Login => "/login";
    /// What somebody shows besides their password: the page and what its form is sent to.
    TwoFactor => "/login/two-factor";
    /// What a device is asked there.
    TwoFactorChallenge => "/login/two-factor/challenge";
    /// What it answers.
    TwoFactorPasskey => "/login/two-factor/passkey";
    /// What a device is asked that opens the door by itself.
    LoginChallenge => "/login/passkey/challenge";
    /// What it answers.
    LoginPasskey => "/login/passkey";
    /// Showing once more that it is oneself: the page and what its form is sent to.
    Reauthenticate => "/reauthenticate";
    /// What a device is asked there.
    ReauthenticateChallenge => "/reauthenticate/challenge";
    /// What it answers.
    ReauthenticatePasskey => "/reauthenticate/passkey";
    /// A form that waits until the user has confirmed their identity.
    HeldForm { id } => "/reauthenticate/forms/{id}";
    /// Registering: the form and what it is sent to.
    Register => "/register";
    /// Signing out.
    Logout => "/logout";
    /// Asking for a link that sets another password.
    Reset => "/reset";
    /// Setting another password by such a link.
    ResetPassword { key } => "/reset/{key}";
    /// Opening a match is posted here.
    Matches => "/matches";
    /// The form that opens a match.
    NewMatch => "/matches/new";
    /// Every open table.
    OpenMatches => "/matches/open";
    /// Where the code of a private table is typed.
    Join => "/join";
    /// A private table by its code.
    JoinCode { code } => "/join/{code}";
    Match { id } => "/matches/{id}";
    /// A board to try something on, from a position of a match.
    MatchAnalysis { id } => "/matches/{id}/analysis";
    /// Taking a seat.
    Seats { id } => "/matches/{id}/seats";
    /// Giving a seat back.
    LeaveSeat { id } => "/matches/{id}/seats/leave";
    /// Doing without a seat that is kept for one.
    DeclineSeat { id } => "/matches/{id}/seats/decline";
    /// Keeping a seat for somebody.
    Invitations { id } => "/matches/{id}/invitations";
    /// Keeping it for them no longer.
    WithdrawInvitation { id } => "/matches/{id}/invitations/withdraw";
    /// Starting before every seat is taken.
    Start { id } => "/matches/{id}/start";
    /// Playing.
    Plies { id } => "/matches/{id}/plies";
    /// Resigning.
    Resignation { id } => "/matches/{id}/resignation";
    /// Calling a match off.
    Abort { id } => "/matches/{id}/abort";
    /// What staff decide about a match: its places.
    Adjudication { id } => "/matches/{id}/adjudication";
    /// What staff decide about a match: that it does not count.
    StaffAbort { id } => "/matches/{id}/staff-abort";
    /// Stopping the clocks by agreement.
    Pause { id } => "/matches/{id}/pause";
    /// Giving somebody more time.
    ExtraTime { id } => "/matches/{id}/time";
    /// Offering a draw, and what is said to the offer.
    Draw { id } => "/matches/{id}/draw";
    /// Asking for a takeback, and what is said to it.
    Takeback { id } => "/matches/{id}/takeback";
    /// Playing the same again.
    Rematch { id } => "/matches/{id}/rematch";
    /// Leaving conditional moves.
    ConditionalMoves { id } => "/matches/{id}/conditional-moves";
    /// Saying something at the table.
    Chat { id } => "/matches/{id}/chat";
    /// Removing a chat message, as staff.
    RemoveChatMessage { id } => "/matches/{id}/chat/remove";
    /// What somebody notes about a match for themselves.
    Notes { id } => "/matches/{id}/notes";
    /// What somebody has had on their screen.
    Seen { id } => "/matches/{id}/seen";
    /// The live stream of a match.
    Events { id } => "/matches/{id}/events";
    /// The throws of a match, and how they follow from its secret.
    DiceRolls { id } => "/matches/{id}/rolls";
    /// The record for programs.
    RecordJson { id } => "/matches/{id}/record.json";
    /// The record for people.
    RecordText { id } => "/matches/{id}/record.txt";
    /// A player's page.
    Player { name } => "/players/{name}";
    /// Keeping somebody away.
    Block { name } => "/players/{name}/block";
    /// Keeping them away no longer.
    Unblock { name } => "/players/{name}/unblock";
    /// Not hearing somebody, for oneself alone.
    MutePlayer { name } => "/players/{name}/mute";
    /// Hearing them again.
    UnmutePlayer { name } => "/players/{name}/unmute";
    /// The games of the site.
    Games => "/games";
    /// The rules of a game.
    GameRules { key } => "/games/{key}";
    /// Who is best at a game.
    Ratings { key } => "/games/{key}/ratings";
    /// Somebody's account: their password, and where they are signed in.
    Account => "/account";
    /// Another password.
    ChangePassword => "/account/password";
    /// Signing out everywhere else.
    EndSessions => "/account/sessions/end";
    /// Signing out in one other place.
    EndSession { id } => "/account/sessions/{id}/end";
    /// Everything the site knows about somebody, for themselves.
    Export => "/account/export";
    /// An app that makes codes: the page that sets it up, and what begins it.
    Totp => "/account/totp";
    /// The first code from it.
    ConfirmTotp => "/account/totp/code";
    /// Doing without it.
    RemoveTotp => "/account/totp/remove";
    /// Other recovery codes.
    RecoveryCodes => "/account/recovery";
    /// Adding a passkey.
    Passkeys => "/account/passkeys";
    /// What a device is asked for it.
    PasskeyChallenge => "/account/passkeys/challenge";
    /// Removing a passkey.
    RemovePasskey { id } => "/account/passkeys/{id}/remove";
    /// Leaving for good.
    DeleteAccount => "/account/delete";
    /// How somebody user_settings things here: the page and what its form is sent to.
    Settings => "/settings";
    /// How somebody user_settings to play.
    PlaySettings => "/settings/play";
    /// The time zone a browser says its device is in.
    TimeZone => "/settings/zone";
    /// How the site looks and sounds to somebody.
    AppearanceSettings => "/settings/appearance";
    /// Where mail goes.
    MailAddress => "/settings/address";
    /// Confirming an address.
    Confirmation { key } => "/settings/address/{key}";
    /// Turning a device on.
    Devices => "/settings/devices";
    /// Turning a device off.
    RemoveDevice { id } => "/settings/devices/{id}/remove";
    /// Having something sent to a device.
    TestDevice { id } => "/settings/devices/{id}/test";
    /// Giving a feed an address, or another one.
    CreateFeed { kind } => "/settings/feeds/{kind}";
    /// Taking a feed its address.
    RemoveFeed { kind } => "/settings/feeds/{kind}/remove";
    /// What happens in somebody's matches, for programs that have the key.
    NewsFeed { key } => "/feeds/{key}/news.atom";
    /// Until when somebody has to move, for calendars that have the key.
    DeadlinesFeed { key } => "/feeds/{key}/deadlines.ics";
    /// The script that shows what is pushed. Where it lies is what it may speak for: the whole site.
    ServiceWorker => "/service-worker.js";
    /// The icon that browsers request unasked.
    Favicon => "/favicon.ico";
    /// No more mail.
    Unsubscribe { key } => "/unsubscribe/{key}";
    /// What is counted, for a program that has the word for it.
    Metrics => "/metrics";
    /// Where staff look after the site.
    Admin => "/admin";
    /// What people have reported.
    AdminReports => "/admin/reports";
    /// One report.
    AdminReport { id } => "/admin/reports/{id}";
    /// Settling a report.
    SettleReport { id } => "/admin/reports/{id}/settle";
    /// Keeping somebody from talking.
    BanFromChat { name } => "/admin/users/{name}/chat-ban";
    /// Letting somebody talk again.
    EndChatBan { name } => "/admin/users/{name}/chat-ban/end";
    /// What the site has to say to everybody.
    AdminAnnouncements => "/admin/announcements";
    /// Taking back what was said to everybody.
    WithdrawAnnouncement { id } => "/admin/announcements/{id}/withdraw";
    /// The numbers of the site.
    AdminStatistics => "/admin/statistics";
    /// Not showing an announcement any more.
    DismissAnnouncement { id } => "/announcements/{id}/dismiss";
    /// What somebody has reported, and where reports are sent to.
    Reports => "/reports";
    /// The form that reports something.
    NewReport => "/reports/new";
    /// Putting away what the site had to say to somebody.
    DismissMessage { id } => "/messages/{id}/dismiss";
    /// Everybody, for staff to find somebody.
    AdminUsers => "/admin/users";
    /// What staff see of somebody, and can do.
    AdminUser { name } => "/admin/users/{name}";
    /// Making somebody stand aside.
    SuspendUser { name } => "/admin/users/{name}/suspension";
    /// Letting them back.
    EndSuspension { name } => "/admin/users/{name}/suspension/end";
    /// Giving somebody another name.
    RenameUser { name } => "/admin/users/{name}/rename";
    /// Making somebody a player, moderator or admin.
    ChangeRole { name } => "/admin/users/{name}/role";
    /// Signing somebody out everywhere.
    EndUserSessions { name } => "/admin/users/{name}/sessions/end";
    /// Taking away what somebody shows besides their password.
    RemoveTwoFactor { name } => "/admin/users/{name}/two-factor/remove";
    /// Making a link by which somebody chooses another password.
    CreateResetLink { name } => "/admin/users/{name}/reset-link";
    /// Taking somebody out of the site.
    DeleteUser { name } => "/admin/users/{name}/delete";
    /// What staff have done.
    AdminAuditLog => "/admin/audit";
    /// The same for programs: all of it, with the hashes.
    AdminAuditLogLines => "/admin/audit.jsonl";
    /// Links by which new people come in: the list, and where one is made.
    AdminInvitations => "/admin/invitations";
    /// Taking such a link back.
    RevokeInvitation { id } => "/admin/invitations/{id}/revoke";
    /// Whether the program runs.
    Health => "/healthz";
    /// Whether it can take requests.
    Ready => "/readyz";
}

/// What the addresses of forms that wait begin with.
pub const HELD_REQUESTS: &str = "/reauthenticate/forms/";

/// The URL of a file of the site, with the print of its content in it.
pub fn asset(name: &str) -> &'static str {
    assets::url(name)
}

/// The characters that mean nothing in a URL and are written as they are (RFC 3986, 2.3).
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Text as a part of a URL: every byte that could mean something there is escaped.
pub struct UrlSegment<'a>(pub &'a str);

impl Display for UrlSegment<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        utf8_percent_encode(self.0, UNRESERVED).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placeholder_is_a_field_and_every_field_a_placeholder() {
        for (route, fields) in ALL {
            let named: Vec<_> = route.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
            assert_eq!(&named, fields, "{route}");
        }
    }

    #[test]
    fn a_name_cannot_leave_its_place_in_a_url() {
        assert_eq!(Player { name: "a/../b?c#d é" }.to_string(), "/players/a%2F..%2Fb%3Fc%23d%20%C3%A9");
    }
}
