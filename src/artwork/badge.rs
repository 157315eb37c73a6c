//! The icon of the site with the number of matches that wait.

const ICON: &str = include_str!("../../static/icons/favicon.svg");
/// The files by number; the last one is for all larger numbers.
const NAMES: [&str; 11] = [
    "icons/favicon.svg",
    "icons/waiting-1.svg",
    "icons/waiting-2.svg",
    "icons/waiting-3.svg",
    "icons/waiting-4.svg",
    "icons/waiting-5.svg",
    "icons/waiting-6.svg",
    "icons/waiting-7.svg",
    "icons/waiting-8.svg",
    "icons/waiting-9.svg",
    "icons/waiting-many.svg",
];

/// The icon for this number of matches.
pub fn icon(waiting: usize) -> &'static str {
    NAMES[waiting.min(NAMES.len() - 1)]
}

/// All icons with a number: names and contents.
pub fn generated_files() -> impl Iterator<Item = (String, String)> {
    (1..NAMES.len()).map(|waiting| (NAMES[waiting].to_owned(), with_number(waiting)))
}

fn with_number(waiting: usize) -> String {
    let words = if waiting + 1 == NAMES.len() { "9+".to_owned() } else { waiting.to_string() };
    let badge = format!(
        r##"<circle cx="44" cy="44" r="19" fill="#d9a94f" stroke="#17130f" stroke-width="3"/>
<text x="44" y="54" font-family="system-ui,sans-serif" font-size="28" font-weight="800" text-anchor="middle" fill="#17130f">{words}</text>
</svg>"##
    );
    ICON.replace("</svg>", &badge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_shows_the_number_of_waiting_matches_up_to_nine() {
        assert_eq!(icon(0), "icons/favicon.svg");
        assert_eq!(
            (icon(9), icon(10), icon(4000)),
            ("icons/waiting-9.svg", "icons/waiting-many.svg", "icons/waiting-many.svg")
        );
        assert!(with_number(3).contains(">3</text>") && with_number(10).contains(">9+</text>"));
        assert_eq!(generated_files().count(), 10);
    }
}
