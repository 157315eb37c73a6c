//! The name of a browser, from its `User-Agent`.

use actix_web::HttpRequest;
use actix_web::http::header;

/// The browser and operating system of a request: `Firefox on Linux`.
pub fn of(request: &HttpRequest) -> String {
    let agent = request.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    device_name(agent.unwrap_or_default())
}

/// The browser and operating system of a `User-Agent`.
fn device_name(agent: &str) -> String {
    const BROWSERS: [(&str, &str); 9] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Vivaldi/", "Vivaldi"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const MACHINES: [(&str, &str); 7] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS X", "Mac"),
        ("CrOS", "Chromebook"),
        ("Linux", "Linux"),
    ];
    let found =
        |of: &[(&str, &'static str)]| of.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name);
    match (found(&BROWSERS), found(&MACHINES)) {
        (Some(browser), Some(machine)) => format!("{browser} on {machine}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(machine)) => format!("A browser on {machine}"),
        (None, None) => "A browser".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::device_name;

    #[test]
    fn a_device_is_named_by_its_browser_and_system() {
        for (agent, name) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1",
                "Safari on iPhone",
            ),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/19.0 Safari/605.1", "Safari on Mac"),
            ("<script>alert(1)</script>", "A browser"),
            ("", "A browser"),
        ] {
            assert_eq!(device_name(agent), name, "{agent}");
        }
    }
}
