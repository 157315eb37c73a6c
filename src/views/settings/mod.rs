//! The settings of a user: notices, time zone, appearance, devices, feeds.

mod blocks;
mod devices;
mod feeds;
mod look;

use maud::{Markup, Render, html};

pub use self::devices::DeviceRowView;
pub use self::feeds::FeedUrl;

use self::devices::DevicesSection;
use super::done::done;
use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind, Icon, LinkCard, NoticeBox, RadioChoice, RadioChoices, TextField};
use super::play_preferences;
use super::zone_offer::zone_offer;
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::users::UserSummary;
use crate::users::preferences::{
    Appearance, EmailAddress, EmailFrequency, FeedKind, NoticePreferences, PlayPreferences, QuietHours,
    TimeZoneName, ZoneArea,
};

done! {
    /// Times and pace are as chosen.
    Times "times" tr("That is noted.");
    /// A letter is on its way to a new address.
    Asked "asked" tr("A letter is on its way. Open the link in it, and mail can come.");
    /// The address is theirs.
    Confirmed "confirmed" tr("The address is yours. Mail comes as you choose here.");
    /// The address is forgotten.
    Forgotten "forgotten" tr("The address is forgotten. No more mail will come.");
    /// A device is turned on.
    DeviceOn "device" tr("You are told on this device from now on. Try it.");
    /// A device is turned off.
    DeviceOff "device-off" tr("Nothing comes to that device any more.");
    /// Something is on its way to a device.
    Tried "tried" tr("A notification is on its way to the device. It should be there in a moment.");
    /// A feed has an address.
    FeedMade "feed" tr("Here is the address. Whoever has it can read what is there, so keep it to yourself.");
    /// A feed has none any more.
    FeedForgotten "feed-removed" tr("There is nothing at that address any more.");
    /// They play as chosen.
    Manner "manner" tr("That is noted. You play like that from now on.");
    /// The site looks as chosen.
    Look "look" tr("That is noted. The house looks and sounds like that to you from now on.");
}

/// What is wrong with what was sent.
#[derive(Clone, Debug, Default)]
pub struct SettingsProblems {
    /// What has just been done instead.
    pub done: Option<Done>,
    /// The address as it was written, and what is wrong with it.
    pub address: Option<(String, String)>,
    /// What is wrong with the zone.
    pub zone: Option<String>,
    /// What is wrong with the pace.
    pub pace: Option<String>,
    /// What is wrong with the quiet hours.
    pub quiet: Option<String>,
}

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct SettingsPage<'a> {
    /// What they want.
    pub wanted: &'a NoticePreferences,
    /// What is wrong with what they have just sent.
    pub problems: &'a SettingsProblems,
    /// Whether the site sends mail.
    pub mail: bool,
    /// Whether the last letter to them did not arrive.
    pub came_back: bool,
    /// What browsers know the site by.
    pub push_key: &'a str,
    /// The devices on which they are told.
    pub devices: &'a [DeviceRowView],
    /// The URLs of their feeds.
    pub feeds: &'a [(FeedKind, FeedUrl)],
    /// When it is.
    pub now: Moment,
    /// How they like to play.
    pub manner: PlayPreferences,
    /// How the site looks to them.
    pub look: Appearance,
    /// Whom they have blocked.
    pub blocked: &'a [(UserSummary, Moment)],
    /// Whom they have muted.
    pub muted_players: &'a [(UserSummary, Moment)],
}

pub fn page(reader: PageViewer<'_>, settings: &SettingsPage<'_>) -> Markup {
    let said = settings.problems.done.map(|done| NoticeBox::good(done.words()));
    let SettingsPage { push_key: key, devices: of, now, mail, .. } = *settings;
    let devices = DevicesSection { key, of, now, mail };
    Page::new(tr("Settings"), reader).notice(said).class("settings").script("devices.js").body(html! {
        h1 { (tr("Settings")) }
        (zone_offer(settings.wanted.zone.name(), &urls::Settings.to_string()))
        (LinkCard { title: tr("Notifications"), aside: html! {}, body: devices.render() })
        @if settings.mail {
            (LinkCard { title: tr("Where mail goes"), aside: html! {}, body: place(settings) })
        }
        (LinkCard { title: tr("When you are told"), aside: html! {}, body: times(settings) })
        @if !settings.mail { p.soft { (tr("This house sends no mail. Your matches wait for you on the front page.")) } }
        (LinkCard { title: tr("How it looks and sounds"), aside: html! {}, body: look::form(settings.look) })
        (LinkCard { title: tr("How you play"), aside: html! {}, body: play_preferences::form(settings.manner) })
        (LinkCard { title: tr("For feed readers and calendars"), aside: html! {}, body: addresses(settings) })
        (LinkCard { title: tr("Whom you do not want to meet"), aside: html! {}, body: blocks::blocked(settings.blocked) })
        (LinkCard { title: tr("Whom you do not want to hear"), aside: html! {}, body: blocks::muted_players(settings.muted_players) })
    })
}

fn addresses(settings: &SettingsPage<'_>) -> Markup {
    html! {
        p {
            (tr(
                "Programs can follow your matches at addresses that only you know. Whoever has one can read what is there, \
                 without signing in: when it has got about, change it, and the one before leads nowhere.",
            ))
        }
        @for (feed, url) in settings.feeds { (feeds::FeedLink { feed: *feed, url }) }
    }
}

/// The page that a confirming link opens.
pub fn confirmation(reader: PageViewer<'_>, address: &str, key: &str) -> Markup {
    Page::new(tr("Your address"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("Is this your address?")) }
        p.lead { b.address { (address) } }
        p { (tr("Once you say so, we write to it about your matches, as often as you like.")) }
        form method="post" action=(urls::Confirmation { key }) {
            (Button { label: tr("Yes, it is mine"), kind: ButtonKind::Filled, ..Button::default() })
        }
        p.aside { (tr("If it is not, leave this page. Nothing will be sent.")) }
    })
}

fn place(settings: &SettingsPage<'_>) -> Markup {
    let NoticePreferences { address, unconfirmed, .. } = settings.wanted;
    let known = unconfirmed.as_ref().or(address.as_ref()).map_or("", EmailAddress::as_str);
    let (value, problem) = match &settings.problems.address {
        Some((written, problem)) => (written.as_str(), Some(problem.as_str())),
        None => (known, None),
    };
    let there = address.is_some() || unconfirmed.is_some();
    html! {
        (standing(settings))
        form.stack method="post" action=(urls::MailAddress) {
            (TextField {
                name: "address", label: tr("E-mail address"), kind: "email", value, autocomplete: "email",
                help: tr("Only for letters about your matches. Nobody else here sees it."),
                problem, longest: Some(254), first: problem.is_some(), ..TextField::default()
            })
            div.row { (Button { label: match (unconfirmed, address) {
                        (Some(_), _) => tr("Send the letter again"),
                        (None, Some(_)) => tr("Change the address"),
                        (None, None) => tr("Send a letter to it"),
                    }, ..Button::default() }) }
        }
        @if there {
            form method="post" action=(urls::MailAddress) {
                input type="hidden" name="address" value="";
                (Button { label: tr("Forget my address"), kind: ButtonKind::Plain, ..Button::default() })
            }
        }
    }
}

/// Whether mail can come, and to where.
fn standing(settings: &SettingsPage<'_>) -> Markup {
    let NoticePreferences { address, unconfirmed, pace, .. } = settings.wanted;
    let shown = |address: &EmailAddress| html! { b.address { (address) } };
    html! {
        @if settings.came_back {
            (NoticeBox::bad(tr("The last letter could not be delivered. Look whether the address is right.")))
        }
        @if let Some(asked) = unconfirmed {
            p {
                (tr!("A letter with a link has gone to {address}. Open the link within a day, and mail can come.", address = shown(asked)))
                @if let Some(address) = address { " " (tr!("Until then it comes to {address}.", address = shown(address))) }
            }
        } @else if let Some(address) = address {
            @if *pace == EmailFrequency::Off {
                p { (tr!("{address} is your address, but you have turned mail off.", address = shown(address))) }
            } @else {
                p.sure { (Icon::Check) span { (tr!("Mail comes to {address}.", address = shown(address))) } }
            }
        } @else {
            p { (tr("Without an address no mail is sent.")) }
        }
    }
}

fn times(settings: &SettingsPage<'_>) -> Markup {
    let NoticePreferences { pace, quiet, zone, .. } = settings.wanted;
    let problems = settings.problems;
    html! {
        form.stack.apart method="post" action=(urls::Settings) {
            @if settings.mail { (paces(*pace, problems.pace.as_deref())) }
            (HourOptions { quiet: *quiet, problem: problems.quiet.as_deref() })
            (ZoneOptions { chosen: zone, problem: problems.zone.as_deref() })
            div.row { (Button { label: tr("Keep this"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

fn paces(chosen: EmailFrequency, problem: Option<&str>) -> Markup {
    let of = [
        (
            EmailFrequency::Instant,
            tr("At once"),
            tr("A letter each time it is your turn, a match begins or ends, or somebody writes to you."),
        ),
        (EmailFrequency::Hourly, tr("Once an hour"), tr("On the hour, everything in one letter.")),
        (EmailFrequency::Daily, tr("Once a day"), tr("At eight in the morning, everything in one letter.")),
        (EmailFrequency::Off, tr("Not at all"), tr("No mail. Your address is kept.")),
    ];
    let choice = |(pace, title, help): (EmailFrequency, _, _)| RadioChoice { value: pace.key(), title, help };
    html! {
        (RadioChoices {
            name: "pace", legend: tr("How mail comes"),
            help: tr("What you have already seen here is not sent, and nothing is sent twice."),
            of: of.into_iter().map(choice).collect(), chosen: chosen.key(), problem, small: false,
        })
    }
}

/// The hours in which nothing comes.
struct HourOptions<'a> {
    quiet: Option<QuietHours>,
    problem: Option<&'a str>,
}

impl Render for HourOptions<'_> {
    fn render(&self) -> Markup {
        html! {
            fieldset.choices {
                legend { (tr("Quiet hours")) }
                p.soft { (tr("Neither notifications nor mail come in between. What happens then is told afterwards.")) }
                @if let Some(problem) = self.problem { p.problem { (Icon::Warning) span { (problem) } } }
                div.hours {
                    (hour("quiet_from", tr_in("hours", "From"), self.quiet.map(QuietHours::from)))
                    (hour("quiet_to", tr_in("hours", "To"), self.quiet.map(QuietHours::to)))
                }
            }
        }
    }
}

fn hour(name: &str, label: &str, chosen: Option<i8>) -> Markup {
    html! {
        div.field {
            label for=(name) { (label) }
            select.input id=(name) name=(name) {
                option value="" selected[chosen.is_none()] { (tr_in("hours", "None")) }
                @for hour in 0..24 {
                    option value=(hour) selected[chosen == Some(hour)] { (format!("{hour:02}:00")) }
                }
            }
        }
    }
}

/// The zones of the world, by area.
struct ZoneOptions<'a> {
    chosen: &'a TimeZoneName,
    problem: Option<&'a str>,
}

impl Render for ZoneOptions<'_> {
    fn render(&self) -> Markup {
        let area = |name: &&String| name.split('/').next().unwrap_or_default().to_owned();
        let places: Vec<_> = TimeZoneName::places().iter().collect();
        html! {
            div.field.wrong[self.problem.is_some()] {
                label for="zone" { (tr("Time zone")) }
                select.input #zone name="zone" aria-describedby="zone-help" {
                    option value="UTC" selected[self.chosen.name() == "UTC"] { "UTC" }
                    @for of_area in places.chunk_by(|one, other| area(one) == area(other)) {
                        optgroup label=(TimeZoneName::area(of_area[0]).map_or("", area_name)) {
                            @for place in of_area { (self.option(place)) }
                        }
                    }
                }
                @if let Some(problem) = self.problem { p.problem { (Icon::Warning) span { (problem) } } }
                p.help #zone-help { (tr("Times are told by its clocks, summer time included.")) }
            }
        }
    }
}

impl ZoneOptions<'_> {
    fn option(&self, place: &str) -> Markup {
        let label = place.split_once('/').map_or(place, |(_, city)| city).replace('_', " ");
        html! { option value=(place) selected[self.chosen.name() == place] { (label) } }
    }
}

fn area_name(area: ZoneArea) -> &'static str {
    match area {
        ZoneArea::Africa => tr("Africa"),
        ZoneArea::America => tr("America"),
        ZoneArea::Antarctica => tr("Antarctica"),
        ZoneArea::Arctic => tr("Arctic"),
        ZoneArea::Asia => tr("Asia"),
        ZoneArea::Atlantic => tr("Atlantic"),
        ZoneArea::Australia => tr("Australia"),
        ZoneArea::Europe => tr("Europe"),
        ZoneArea::Indian => tr("Indian"),
        ZoneArea::Pacific => tr("Pacific"),
    }
}
