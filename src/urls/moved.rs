//! URLs that have been renamed. For one release their old form redirects or keeps working.

use std::sync::LazyLock;

/// Old and new paths; placeholders have the same order in both.
const MOVED: &[(&str, &str)] = &[
    ("/account/app", "/account/totp"),
    ("/account/app/code", "/account/totp/code"),
    ("/account/app/removal", "/account/totp/remove"),
    ("/account/passkeys/{id}/removal", "/account/passkeys/{id}/remove"),
    ("/admin/announcements/{id}/withdrawal", "/admin/announcements/{id}/withdraw"),
    ("/admin/invitations/{id}/revocation", "/admin/invitations/{id}/revoke"),
    ("/admin/log", "/admin/audit"),
    ("/admin/log.jsonl", "/admin/audit.jsonl"),
    ("/admin/numbers", "/admin/statistics"),
    ("/admin/people", "/admin/users"),
    ("/admin/people/{name}", "/admin/users/{name}"),
    ("/admin/people/{name}/deletion", "/admin/users/{name}/delete"),
    ("/admin/people/{name}/factors/removal", "/admin/users/{name}/two-factor/remove"),
    ("/admin/people/{name}/mute", "/admin/users/{name}/chat-ban"),
    ("/admin/people/{name}/mute/end", "/admin/users/{name}/chat-ban/end"),
    ("/admin/people/{name}/rename", "/admin/users/{name}/rename"),
    ("/admin/people/{name}/reset-link", "/admin/users/{name}/reset-link"),
    ("/admin/people/{name}/role", "/admin/users/{name}/role"),
    ("/admin/people/{name}/sessions/end", "/admin/users/{name}/sessions/end"),
    ("/admin/people/{name}/suspension", "/admin/users/{name}/suspension"),
    ("/admin/people/{name}/suspension/end", "/admin/users/{name}/suspension/end"),
    ("/admin/reports/{id}/settlement", "/admin/reports/{id}/settle"),
    ("/announcements/{id}/dismissal", "/announcements/{id}/dismiss"),
    ("/confirm", "/reauthenticate"),
    ("/confirm/challenge", "/reauthenticate/challenge"),
    ("/confirm/passkey", "/reauthenticate/passkey"),
    ("/confirm/requests/{id}", "/reauthenticate/forms/{id}"),
    ("/login/second", "/login/two-factor"),
    ("/login/second/challenge", "/login/two-factor/challenge"),
    ("/login/second/passkey", "/login/two-factor/passkey"),
    ("/matches/{id}/messages/removal", "/matches/{id}/chat/remove"),
    ("/matches/{id}/orders", "/matches/{id}/conditional-moves"),
    ("/matches/{id}/talk", "/matches/{id}/chat"),
    ("/matches/{id}/throws", "/matches/{id}/rolls"),
    ("/matches/{id}/try", "/matches/{id}/analysis"),
    ("/remarks/{id}/removal", "/messages/{id}/dismiss"),
    ("/settings/devices/{id}/removal", "/settings/devices/{id}/remove"),
    ("/settings/devices/{id}/try", "/settings/devices/{id}/test"),
    ("/settings/feeds/{kind}/removal", "/settings/feeds/{kind}/remove"),
    ("/settings/look", "/settings/appearance"),
    ("/tables", "/matches/open"),
];

/// The old paths in segments, with the new paths: every request is compared with all of them.
static OLD_SEGMENTS: LazyLock<Vec<(Vec<&str>, &str)>> =
    LazyLock::new(|| MOVED.iter().map(|(old, new)| (old.split('/').collect(), *new)).collect());

/// The new path, if this one has been renamed.
pub fn moved_path(path: &str) -> Option<String> {
    let segments: Vec<_> = path.split('/').collect();
    let (old, new) = OLD_SEGMENTS.iter().find(|(old, _)| has_form(&segments, old))?;
    let mut values =
        segments.iter().zip(old).filter(|(_, part)| is_placeholder(part)).map(|(value, _)| *value);
    let filled = new
        .split('/')
        .map(|part| if is_placeholder(part) { values.next().unwrap_or_default() } else { part });
    Some(filled.collect::<Vec<_>>().join("/"))
}

fn has_form(segments: &[&str], pattern: &[&str]) -> bool {
    let fits = |(value, part): (&&str, &&str)| value == part || is_placeholder(part) && !value.is_empty();
    segments.len() == pattern.len() && segments.iter().zip(pattern).all(fits)
}

fn is_placeholder(part: &str) -> bool {
    part.starts_with('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_path_maps_to_the_new_one_with_its_values() {
        assert_eq!(moved_path("/matches/7Wd2/try").as_deref(), Some("/matches/7Wd2/analysis"));
        assert_eq!(
            moved_path("/admin/people/ada/factors/removal").as_deref(),
            Some("/admin/users/ada/two-factor/remove")
        );
        assert_eq!(moved_path("/tables").as_deref(), Some("/matches/open"));
    }

    #[test]
    fn other_paths_are_not_mapped() {
        for path in ["/", "/matches/7Wd2", "/tables/", "/tables/x", "/matches//try", "/admin/people//rename"]
        {
            assert_eq!(moved_path(path), None, "{path}");
        }
    }

    #[test]
    fn every_new_path_is_a_route_and_no_old_one_is() {
        let routes: Vec<_> = crate::urls::ALL.iter().map(|(route, _)| *route).collect();
        for (old, new) in MOVED {
            assert!(routes.contains(new), "{new}");
            assert!(!routes.contains(old), "{old}");
        }
    }
}
