//! The kind of a browser, for a person to recognise it by: `Firefox on Linux`.
//!
//! - It comes from what the browser says of itself, and consists of known names alone.
//! - Brands that are built on another browser come before it.
//! - A browser that asks for desktop pages is named as it poses.

/// What a browser's `User-Agent` says, and the browser's name.
const BROWSERS: [(&str, &str); 11] = [
    ("SamsungBrowser/", "Samsung Internet"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chromium"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];

/// The same for the system.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// The kind of the browser that says this of itself.
pub(crate) fn browser_kind(agent: &str) -> String {
    let named = |all: &[(&str, &'static str)]| {
        all.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    let browser = named(&BROWSERS).unwrap_or("a browser");
    match named(&SYSTEMS) {
        Some(system) => format!("{browser} on {system}"),
        None => browser.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::browser_kind;
    use expect_test::expect;

    #[test]
    fn each_browser_has_its_name_and_no_text_of_its_own() {
        let all = [
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
            "Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
            "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
            "curl/8.14.1",
            "",
            "<script>alert(1)</script>\u{202e}",
        ];
        expect![[r"
            Firefox on Linux
            Chromium on Android
            Samsung Internet on Android
            Safari on iPhone
            Firefox on iPhone
            Chrome on iPad
            Safari on macOS
            Edge on Windows
            Chromium on ChromeOS
            curl
            a browser
            a browser
        "]]
        .assert_eq(&(all.map(browser_kind).join("\n") + "\n"));
    }
}
