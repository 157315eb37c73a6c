//! A choice of a time zone.

use maud::{Markup, Render, html};

use super::field::{beneath_field, described_by};
use crate::texts::tr;
use crate::users::preferences::{TimeZoneName, ZoneArea};

/// The time zones to choose from, by area.
#[derive(Clone, Copy, Debug)]
pub struct ZoneOptions<'a> {
    /// Its name in the form, and its id.
    pub name: &'a str,
    pub help: &'a str,
    pub chosen: &'a TimeZoneName,
    /// The error message.
    pub problem: Option<&'a str>,
}

impl Render for ZoneOptions<'_> {
    fn render(&self) -> Markup {
        let area = |name: &&String| name.split('/').next().unwrap_or_default().to_owned();
        let Self { name, help, .. } = *self;
        let places: Vec<_> = TimeZoneName::places().iter().collect();
        html! {
            div.field.wrong[self.problem.is_some()] {
                label for=(name) { (tr("Time zone")) }
                select.input id=(name) name=(name) aria-describedby=[described_by(name, help, self.problem)] {
                    option value="UTC" selected[self.chosen.name() == "UTC"] { "UTC" }
                    @for of_area in places.chunk_by(|one, other| area(one) == area(other)) {
                        optgroup label=(TimeZoneName::area(of_area[0]).map_or("", area_name)) {
                            @for place in of_area { (self.option(place)) }
                        }
                    }
                }
                (beneath_field(name, help, self.problem))
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
