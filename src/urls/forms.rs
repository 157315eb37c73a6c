//! What the URLs of forms contain beside the path.

use std::fmt::Display;

/// The parameter with the key of a form that is carried out once.
pub const ONCE: &str = "once";
/// The parameter with the user whose page a form is on.
pub const BY: &str = "by";

/// The URL of a form that is carried out once, however often it is sent. Each page has another key.
pub fn once(url: impl Display) -> String {
    once_for(&format!("{:032x}", rand::random::<u128>()), url)
}

/// The URL of a form that is carried out once for a key, on all pages with it.
pub fn once_for(key: &str, url: impl Display) -> String {
    with(&url.to_string(), "?", "&", &format!("{ONCE}={key}"))
}

/// The page of a user, with the user in the URLs of all forms that change something. If somebody else has signed in when one is sent,
/// it is refused.
pub fn with_user(page: &str, user: i64) -> String {
    const FORM: &str = "method=\"post\" action=\"";
    let mut parts = page.split(FORM);
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (url, rest) = part.split_once('"').unwrap_or((part, ""));
        named.extend([FORM, &with(url, "?", "&amp;", &format!("{BY}={user}")), "\"", rest]);
    }
    named
}

fn with(url: &str, first: &str, further: &str, parameter: &str) -> String {
    let sign = if url.contains('?') { further } else { first };
    format!("{url}{sign}{parameter}")
}
