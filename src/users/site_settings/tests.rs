use super::*;

#[test]
fn settings_are_written_as_they_are_read() {
    let mut site = SiteSettings::default();
    let values = [
        "Schachclub Süd",
        "**Willkommen**\n\nzum Spielen",
        "admin@club.example",
        "Ada",
        "b",
        "c",
        "de",
        "Europe/Berlin",
        "members",
        "closed",
        "school.example xn--bcher-kva.example",
        "off",
        "on",
    ];
    for (setting, value) in SiteSetting::ALL.into_iter().zip(values) {
        site.set(setting, value).unwrap();
        assert_eq!((site.text(setting), SiteSetting::from_key(setting.key())), (value, Some(setting)));
    }
    assert_eq!(site.page(HostPage::Imprint), Some("Ada"));
    assert_eq!(SiteSettings::default().page(HostPage::Terms), None);
}

#[test]
fn a_contact_is_an_email_address_or_a_web_page() {
    let mut site = SiteSettings::default();
    for (text, url) in [
        ("admin@club.example", Some("mailto:admin@club.example")),
        ("https://club.example/contact", Some("https://club.example/contact")),
        ("", None),
    ] {
        site.set(SiteSetting::Contact, text).unwrap();
        assert_eq!(site.contact_url().as_deref(), url);
    }
    for text in ["javascript:alert(1)", "javascript://x@y", "data:text/html,x", "club.example", "a b@c"] {
        assert_eq!(site.set(SiteSetting::Contact, text), Err(SiteSettingError::Contact), "{text}");
    }
}

#[test]
fn addresses_at_the_domains_of_the_site_are_admitted_whatever_their_case() {
    let mut site = SiteSettings::default();
    let address = |text| EmailAddress::parse(text).unwrap();
    assert!(!site.admits(&address("ada@school.example")));
    site.set(SiteSetting::MailDomains, "@School.example,\n bücher.example").unwrap();
    assert_eq!(site.mail_domains, "school.example xn--bcher-kva.example");
    for admitted in ["ada@school.example", "ben@SCHOOL.Example", "cleo@bücher.example"] {
        assert!(site.admits(&address(admitted)), "{admitted}");
    }
    for other in ["ada@sub.school.example", "ada@myschool.example", "school.example@evil.example"] {
        assert!(!site.admits(&address(other)), "{other}");
    }
    for text in
        ["localhost", "a b.example", "ada@school.example", "<b>.example", "*.example", "..", "x..example"]
    {
        assert_eq!(site.set(SiteSetting::MailDomains, text), Err(SiteSettingError::Domains), "{text}");
    }
}

#[test]
fn a_rejected_value_changes_nothing() {
    let mut site = SiteSettings::default();
    for (setting, text) in [
        (SiteSetting::Name, "x".repeat(41)),
        (SiteSetting::Page(HostPage::Terms), "x".repeat(20_001)),
        (SiteSetting::Registration, "everyone".to_owned()),
        (SiteSetting::Guests, String::new()),
        (SiteSetting::Language, "fr".to_owned()),
        (SiteSetting::TimeZone, "Europe/Nowhere".to_owned()),
    ] {
        assert!(site.set(setting, &text).is_err(), "{setting:?}");
    }
    assert_eq!(site, SiteSettings::default());
}

#[test]
fn guests_play_only_where_sign_up_is_open() {
    let mut site = SiteSettings::default();
    assert!(site.has_guests());
    site.set(SiteSetting::Registration, "invitation").unwrap();
    assert!(!site.has_guests());
}
