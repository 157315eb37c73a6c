use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use super::*;
use crate::small_disk::SmallDisk;

fn refused(flags: ServeFlags) -> String {
    Config::read(flags).unwrap_err().to_string()
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn every_setting_has_a_default() {
    let config = Config::read(ServeFlags::default()).unwrap();
    assert_eq!(config.bind, SocketAddr::from(([127, 0, 0, 1], 8080)));
    assert_eq!(config.database_url, "sqlite://data/parlour.db");
    assert_eq!((config.registration, config.site_settings()), (None, vec![]));
    assert!(config.rate_limits && config.public_url.is_none() && config.trusted_proxies.is_empty());
}

#[test]
fn an_empty_value_counts_as_unset() {
    let flags =
        ServeFlags { bind: some(""), secret_key: some(""), registration: some(" "), ..ServeFlags::default() };
    let config = Config::read(flags).unwrap();
    assert_eq!((config.bind.port(), config.registration), (8080, None));
}

#[test]
fn every_setting_is_read() {
    let config = Config::read(ServeFlags {
        bind: some("[::]:80"),
        public_url: some("https://parlour.example/"),
        database_url: some("sqlite:///var/lib/parlour/parlour.db"),
        backup_dir: Some("/var/lib/parlour/backups".into()),
        backup_keep: some("30"),
        backup_at: some("23:05"),
        backup_then: Some("/usr/local/bin/upload".into()),
        secret_key: some("a secret of more than thirty-two characters"),
        secret_key_file: None,
        trusted_proxies: some("10.0.0.0/8, ::1"),
        site_name: some("Chess Club"),
        registration: some("invitation"),
        oidc: OidcFlags {
            oidc_issuer: some("https://login.example.org/realms/club"),
            oidc_client_id: some("parlour"),
            oidc_client_secret: some("hidden"),
            oidc_client_secret_file: None,
            oidc_name: some("Club login"),
            oidc_role_claim: some("roles"),
            oidc_create: some("off"),
            sso_only: some("on"),
        },
        rate_limits: some("on"),
        streams_per_account: some("10"),
        log_addresses: some("off"),
        smtp_url: some("smtps://ada:secret@mail.example.org"),
        smtp_url_file: None,
        mail_from: some("Our parlour <games@example.org>"),
        push_to_loopback: some("on"),
        metrics_token: some("a word for the machine"),
        metrics_token_file: None,
        log_format: some("json"),
        rust_log: some("parlour=debug,warn"),
    })
    .unwrap();
    assert_eq!(
        config.site_settings()[1].1,
        "closed",
        "nobody signs up where the provider is the only way in"
    );
    assert_eq!(config.bind.to_string(), "[::]:80");
    assert_eq!(config.public_url.unwrap().origin(), "https://parlour.example");
    assert_eq!(config.database_url, "sqlite:///var/lib/parlour/parlour.db");
    let backups = BackupConfig {
        folder: "/var/lib/parlour/backups".into(),
        keep: 30,
        at: 23 * 60 + 5,
        then: Some("/usr/local/bin/upload".into()),
    };
    assert_eq!(config.backups, Some(backups));
    assert!(config.secret_key.is_some());
    assert_eq!(config.trusted_proxies, ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()]);
    assert_eq!(
        (config.registration, config.log_format),
        (Some(RegistrationMode::Invitation), LogFormat::Json)
    );
    let oidc = OidcConfig {
        issuer: "https://login.example.org/realms/club".to_owned(),
        client_id: "parlour".to_owned(),
        client_secret: some("hidden"),
        name: some("Club login"),
        role_claim: some("roles"),
        create: false,
        only: true,
    };
    assert_eq!(config.oidc, Some(oidc));
    assert!(config.metrics_token.unwrap().is("a word for the machine"));
    assert_eq!(config.log_filter, "parlour=debug,warn");
    assert_eq!(config.streams_per_account, 10);
    assert!(!config.log_addresses && Config::default().log_addresses);
    assert!(config.push_to_loopback && !Config::default().push_to_loopback);
    assert_eq!(config.smtp.map(|smtp| (smtp.host, smtp.port)), Some(("mail.example.org".to_owned(), 465)));
    assert_eq!(config.mail_from.map(|from| from.email.to_string()).as_deref(), Some("games@example.org"));
}

#[test]
fn an_invalid_value_is_refused_with_the_name_of_its_setting() {
    let unset = ServeFlags::default;
    let wrong = [
        ("BIND", ServeFlags { bind: some("localhost"), ..unset() }),
        ("PUBLIC_URL", ServeFlags { public_url: some("parlour.example"), ..unset() }),
        ("PUBLIC_URL", ServeFlags { public_url: some("https://parlour.example/games"), ..unset() }),
        ("DATABASE_URL", ServeFlags { database_url: some("postgres://parlour"), ..unset() }),
        ("DATABASE_URL", ServeFlags { database_url: some("sqlite://:memory:"), ..unset() }),
        ("DATABASE_URL", ServeFlags { database_url: some("sqlite://"), ..unset() }),
        ("BACKUP_KEEP", ServeFlags { backup_keep: some("0"), ..unset() }),
        ("BACKUP_KEEP", ServeFlags { backup_keep: some("1001"), ..unset() }),
        ("BACKUP_AT", ServeFlags { backup_at: some("24:00"), ..unset() }),
        ("BACKUP_AT", ServeFlags { backup_at: some("at night"), ..unset() }),
        ("BACKUP_THEN", ServeFlags { backup_then: Some("upload".into()), ..unset() }),
        ("TRUSTED_PROXIES", ServeFlags { trusted_proxies: some("10.0.0.0/8,proxy"), ..unset() }),
        ("REGISTRATION", ServeFlags { registration: some("Open"), ..unset() }),
        ("RATE_LIMITS", ServeFlags { rate_limits: some("no"), ..unset() }),
        ("STREAMS_PER_ACCOUNT", ServeFlags { streams_per_account: some("0"), ..unset() }),
        ("LOG_ADDRESSES", ServeFlags { log_addresses: some("some"), ..unset() }),
        ("SMTP_URL", ServeFlags { smtp_url: some("mail.example.org"), ..unset() }),
        ("MAIL_FROM", ServeFlags { mail_from: some("nobody"), ..unset() }),
        ("LOG_FORMAT", ServeFlags { log_format: some("xml"), ..unset() }),
        ("RUST_LOG", ServeFlags { rust_log: some("parlour=loud"), ..unset() }),
        ("SECRET_KEY", ServeFlags { secret_key: some("short"), ..unset() }),
    ];
    for (key, flags) in wrong {
        let words = refused(flags);
        assert!(words.starts_with(&format!("{key} must ")), "{words}");
    }
}

#[test]
fn settings_of_backups_require_their_folder() {
    let dir = || Some("backups".into());
    let given = [
        ("BACKUP_KEEP", ServeFlags { backup_keep: some("3"), ..ServeFlags::default() }),
        ("BACKUP_AT", ServeFlags { backup_at: some("04:00"), ..ServeFlags::default() }),
        ("BACKUP_THEN", ServeFlags { backup_then: Some("/bin/true".into()), ..ServeFlags::default() }),
    ];
    for (key, flags) in given {
        let words = refused(flags.clone());
        assert!(
            words.starts_with(&format!("{key} is set without BACKUP_DIR, so there would be no backups")),
            "{words}"
        );
        let empty = ServeFlags { backup_dir: Some("".into()), ..flags.clone() };
        assert_eq!(refused(empty), words);
        assert!(Config::read(ServeFlags { backup_dir: dir(), ..flags }).unwrap().backups.is_some());
    }
    let backups =
        Config::read(ServeFlags { backup_dir: dir(), ..ServeFlags::default() }).unwrap().backups.unwrap();
    assert_eq!((backups.keep, backups.at, backups.then), (7, 3 * 60 + 30, None));
    assert!(backups.folder.is_absolute() && backups.folder.ends_with("backups"));
    assert_eq!(
        Config::read(ServeFlags { backup_keep: some(""), ..ServeFlags::default() }).unwrap().backups,
        None
    );
}

#[test]
fn a_log_filter_that_would_log_nothing_is_refused() {
    let filter = |text| Config::read(ServeFlags { rust_log: some(text), ..ServeFlags::default() });
    for text in
        ["info", "OFF", "parlour=debug,actix_web=warn", "warn,parlour::requests=info", "[move{id=1}]=debug"]
    {
        assert_eq!(filter(text).unwrap().log_filter, text);
    }
    for text in ["verbose", "parlour=debug,verbose", "info warn"] {
        let words = filter(text).unwrap_err().to_string();
        let expected = "RUST_LOG must be a list of levels (error, warn, info, debug, trace or off), such as info or \
                        parlour=debug,warn, not “";
        assert_eq!(words, format!("{expected}{text}”"));
    }
}

#[test]
fn a_trusted_network_is_at_most_as_large_as_a_private_one() {
    let trusting = |text: &str| ServeFlags { trusted_proxies: some(text), ..ServeFlags::default() };
    for text in ["10.0.0.0/8", "172.16.0.0/12,fc00::/7"] {
        assert!(Config::read(trusting(text)).is_ok(), "{text}");
    }
    for network in ["0.0.0.0/0", "::/0", "128.0.0.0/1", "10.0.0.0/7", "2000::/3"] {
        let list = format!("10.0.0.1,{network}");
        let words = refused(trusting(&list));
        assert!(words.starts_with(&format!("TRUSTED_PROXIES must not contain {network}: anyone")), "{words}");
    }
}

#[test]
fn rate_limits_can_be_off_only_on_a_loopback_address() {
    let off = |bind| ServeFlags { bind: some(bind), rate_limits: some("off"), ..ServeFlags::default() };
    assert!(!Config::read(off("127.0.0.1:8080")).unwrap().rate_limits);
    assert!(!Config::read(off("[::1]:8080")).unwrap().rate_limits);
    assert!(refused(off("0.0.0.0:8080")).starts_with("RATE_LIMITS=off requires BIND"));
}

#[test]
fn a_secret_is_read_from_a_file_and_not_given_twice() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("secret");
    fs::write(&path, "a secret of more than thirty-two characters\n").unwrap();
    let by_file = ServeFlags { secret_key_file: Some(path.clone()), ..ServeFlags::default() };
    let by_text = ServeFlags {
        secret_key: some("a secret of more than thirty-two characters"),
        ..ServeFlags::default()
    };
    let keys = [by_file, by_text].map(|flags| Config::read(flags).unwrap().secret_key.unwrap().derive("x"));
    assert_eq!(keys[0], keys[1]);

    let both = ServeFlags {
        secret_key: some("another"),
        secret_key_file: Some(path.clone()),
        ..ServeFlags::default()
    };
    assert_eq!(refused(both), "SECRET_KEY and SECRET_KEY_FILE are both set: remove one");
    let missing = ServeFlags { secret_key_file: Some(path.with_extension("gone")), ..ServeFlags::default() };
    assert!(refused(missing).starts_with("SECRET_KEY_FILE names “"));
}

#[test]
fn the_mail_server_is_read_from_a_file_and_errors_hide_its_password() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("smtp");
    fs::write(&path, "smtp://ada:secret@mail.example.org\n").unwrap();
    let flags = ServeFlags { smtp_url_file: Some(path.clone()), ..ServeFlags::default() };
    assert_eq!(Config::read(flags).unwrap().smtp.unwrap().port, 587);
    fs::write(&path, "smtp://secret@mail.example.org").unwrap();
    let words = refused(ServeFlags { smtp_url_file: Some(path), ..ServeFlags::default() });
    assert!(words.starts_with("SMTP_URL must be") && !words.contains("secret@"), "{words}");
}

#[test]
fn a_file_with_a_short_secret_is_named() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("key");
    fs::write(&path, format!("{}\n", "x".repeat(31))).unwrap();
    let words = refused(ServeFlags { secret_key_file: Some(path.clone()), ..ServeFlags::default() });
    let path = path.display();
    assert_eq!(words, format!("SECRET_KEY_FILE names “{path}”, which must have at least 32 characters"));
}

#[test]
fn a_secret_key_is_created_once_and_readable_by_its_owner_only() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let first = SecretKey::load_or_create(&data).unwrap();
    let second = SecretKey::load_or_create(&data).unwrap();
    assert_eq!(first.derive("sessions"), second.derive("sessions"));
    assert_ne!(first.derive("sessions"), first.derive("dice"));
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(
            &fs::metadata(data.join("secret.key")).unwrap().permissions(),
        );
        assert_eq!(mode & 0o777, 0o600);
    }
    let other = SecretKey::load_or_create(&folder.path().join("other")).unwrap();
    assert_ne!(first.derive("sessions"), other.derive("sessions"));
}

#[test]
fn a_key_file_without_a_valid_secret_is_not_overwritten() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("secret.key");
    fs::write(&path, "short").unwrap();
    let words = SecretKey::load_or_create(folder.path()).unwrap_err().to_string();
    assert!(words.contains("fewer than 32"), "{words}");
    assert_eq!(fs::read_to_string(path).unwrap(), "short");
}

#[test]
fn debug_output_hides_the_secret() {
    let key = SecretKey::from_text("a secret of more than thirty-two characters").unwrap();
    assert_eq!(format!("{key:?}"), "SecretKey(…)");
    let config = Config { secret_key: Some(key), ..Config::default() };
    assert!(!format!("{config:?}").contains("thirty"));
}

#[test]
fn a_metrics_token_matches_only_itself() {
    let token = MetricsToken::from_text("sixteen letters.").unwrap();
    assert!(token.is("sixteen letters.") && !token.is("sixteen letters") && !token.is(""));
    assert!(!format!("{token:?}").contains("sixteen"));
    let short = ServeFlags { metrics_token: some("fifteen letters"), ..ServeFlags::default() };
    assert_eq!(refused(short), "METRICS_TOKEN must have at least 16 characters");
    let short = ServeFlags {
        metrics_token: some(&"x".repeat(16)),
        metrics_token_file: Some("/x".into()),
        ..ServeFlags::default()
    };
    assert_eq!(refused(short), "METRICS_TOKEN and METRICS_TOKEN_FILE are both set: remove one");
}

#[test]
fn a_secret_key_that_was_cut_off_by_a_full_disk_is_created_again() {
    let disk = SmallDisk::mount("1m");
    disk.fill();
    assert!(matches!(SecretKey::load_or_create(disk.path()), Err(SecretError::File { .. })));
    assert_eq!(fs::read_dir(disk.path()).unwrap().count(), 1, "only the filler file");
    disk.free();
    let made = SecretKey::load_or_create(disk.path()).unwrap();
    let loaded = SecretKey::load_or_create(disk.path()).unwrap();
    assert_eq!(made.derive("test"), loaded.derive("test"));
    assert_eq!(fs::metadata(disk.path().join("secret.key")).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_database_may_be_on_postgresql_and_its_password_is_not_repeated() {
    let on = |url: &str| Config::read(ServeFlags { database_url: some(url), ..ServeFlags::default() });
    for url in [
        "postgres://parlour@localhost/parlour",
        "postgresql://ada:secret@db.example:5433/club?sslmode=verify-full",
        "postgres://parlour@localhost/parlour?host=/run/postgresql",
    ] {
        assert_eq!(on(url).unwrap().database_url, url);
    }
    for url in
        ["postgres://ada:secret@db.example", "mysql://ada:secret@db.example/club", "ada:secret@db.example"]
    {
        let refused = on(url).unwrap_err().to_string();
        assert!(refused.starts_with("DATABASE_URL must be") && !refused.contains("secret"), "{refused}");
    }
}
