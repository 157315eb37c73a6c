use std::net::IpAddr;

use super::rates::*;
use super::{LoginAttempt, RateLimits, WebError};
use crate::users::UserId;
use crate::web::http::client_address::ClientSubnet;

fn subnet(last: u8) -> ClientSubnet {
    ClientSubnet::of(IpAddr::from([192, 0, 2, last]))
}

fn guess(last: u8, name: &str) -> LoginAttempt<'_> {
    LoginAttempt { from: subnet(last), name, known: false }
}

#[test]
fn sign_ins_to_a_name_are_limited_across_subnets() {
    let limits = RateLimits::new(true);
    for n in 0..SIGN_IN_NAME.at_once {
        assert!(limits.sign_in(&guess(n as u8, "Ada")).is_ok());
    }
    assert!(matches!(limits.sign_in(&guess(99, "Ada")), Err(WebError::TooMany(1..=30))));
    assert!(limits.sign_in(&guess(1, "ADA")).is_err());
    assert!(limits.sign_in(&guess(1, "bob")).is_ok());
}

#[test]
fn sign_ins_from_a_subnet_are_limited_across_names() {
    let limits = RateLimits::new(true);
    for n in 0..SIGN_IN_SUBNET.at_once {
        assert!(limits.sign_in(&guess(1, &n.to_string())).is_ok());
    }
    assert!(limits.sign_in(&guess(1, "ada")).is_err());
    assert!(limits.sign_in(&guess(2, "ada")).is_ok());
}

#[test]
fn sign_ins_to_many_names_from_many_subnets_are_limited_together() {
    let limits = RateLimits::new(true);
    let tried = |n: u32| {
        let from = ClientSubnet::of(IpAddr::from([198, 18, (n >> 8) as u8, n as u8]));
        limits.sign_in(&LoginAttempt { from, name: &n.to_string(), known: false })
    };
    assert!((0..SIGN_IN_SITE.at_once).all(|n| tried(n).is_ok()));
    assert!((0..20).any(|n| tried(10_000 + n).is_err()));
}

#[test]
fn guesses_do_not_lock_out_a_known_browser() {
    let limits = RateLimits::new(true);
    let ada = LoginAttempt { known: true, ..guess(1, "ada") };
    while limits.sign_in(&guess(1, "ada")).is_ok() {}
    while limits.second(UserId(1), &guess(1, "ada")).is_ok() {}
    for _ in 0..KNOWN_NAME.at_once / 2 {
        assert!(limits.sign_in(&ada).is_ok() && limits.second(UserId(1), &ada).is_ok());
    }
    assert!(matches!(limits.sign_in(&ada), Err(WebError::TooMany(1..=30))), "it is counted, too");
    let elsewhere = LoginAttempt { known: true, ..guess(2, "ADA") };
    assert!(limits.sign_in(&elsewhere).is_err(), "all known browsers of an account are counted together");
    assert!(limits.sign_in(&LoginAttempt { known: true, ..guess(1, "ben") }).is_ok());
}

#[test]
fn sign_ins_from_a_subnet_with_known_browsers_are_limited_across_names() {
    let limits = RateLimits::new(true);
    let tried = |last, n: u32| limits.sign_in(&LoginAttempt { known: true, ..guess(last, &n.to_string()) });
    assert!((0..KNOWN_SUBNET.at_once).all(|n| tried(1, n).is_ok()));
    assert!(tried(1, 999).is_err());
    assert!(tried(2, 999).is_ok());
}

#[test]
fn second_factor_attempts_are_limited_across_subnets() {
    let limits = RateLimits::new(true);
    let tries = (0..50).filter(|n| limits.second(UserId(1), &guess(*n, "ada")).is_ok()).count();
    assert_eq!(u32::try_from(tries).unwrap(), SECOND_MEMBER.at_once);
    assert!(limits.second(UserId(2), &guess(1, "ben")).is_ok());
}

#[test]
fn second_factor_attempts_are_limited_across_known_browsers() {
    let limits = RateLimits::new(true);
    let tried = |n| limits.second(UserId(1), &LoginAttempt { known: true, ..guess(n, "ada") });
    let tries = (0..50).filter(|n| tried(*n).is_ok()).count();
    assert_eq!(u32::try_from(tries).unwrap(), KNOWN_NAME.at_once);
}

#[test]
fn registrations_from_a_subnet_are_limited_across_names() {
    let limits = RateLimits::new(true);
    for n in 0..REGISTER_SUBNET.at_once {
        assert!(limits.register(subnet(1), &n.to_string()).is_ok());
    }
    assert!(matches!(limits.register(subnet(1), "ada"), Err(WebError::TooMany(1..=60))));
    assert!(limits.register(subnet(2), "ada").is_ok());
}

#[test]
fn an_ipv6_network_has_a_few_times_the_limit_of_one_address() {
    let limits = RateLimits::new(true);
    let passed = |site: u16, step: u16| {
        let of = |net: u16| ClientSubnet::of(IpAddr::from([0x2001, 0xdb8, site, net * step, 0, 0, 0, 1]));
        let tries = (0..256).cycle().take_while(|net| limits.play(of(*net)).is_ok()).count();
        u32::try_from(tries).unwrap() / PLAY_SUBNET.at_once
    };
    assert_eq!((passed(1, 1), passed(2, 256)), (4, 16), "of a /56 and of a /48");
    assert!(limits.play(subnet(1)).is_ok());
}

#[test]
fn registrations_guests_and_join_codes_are_limited_on_the_whole_site() {
    let limits = RateLimits::new(true);
    let from = |n: u32| ClientSubnet::of(IpAddr::from((0xC612_0000 + n).to_be_bytes()));
    for (allowed, check) in [
        (REGISTER_SITE.at_once, &(|n| limits.register(from(n), &n.to_string())) as &dyn Fn(u32) -> _),
        (GUEST_SITE.at_once, &|n| limits.guest(from(n))),
        (CODE_SITE.at_once, &|n| limits.code(from(n))),
    ] {
        assert!((0..allowed).all(|n| check(n).is_ok()));
        assert!((allowed..allowed + 50).any(|n| check(n).is_err()), "{allowed}");
    }
}

#[test]
fn disabled_limits_refuse_nothing() {
    let limits = RateLimits::new(false);
    assert!((0..10_000).all(|_| limits.write(UserId(1)).is_ok() && limits.write_from(subnet(1)).is_ok()));
}

#[test]
fn old_attempts_are_removed() {
    let limits = RateLimits::new(true);
    limits.sign_in(&guess(1, "ada")).unwrap();
    assert_eq!(limits.sign_in_name.len(), 1);
    limits.sweep();
    assert_eq!(limits.sign_in_name.len(), 1, "an attempt of just now still counts");
}
