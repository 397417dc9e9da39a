//! The page's HTML: plain and inert, with every foreign text escaped.
//!
//! - It lists the open requests: who asks, from where, the header, the first question, and for how long.
//! - A dangerous request and one for a secret are marked; nothing is answered here.
//! - Somebody without a cookie, or with a link that is used up, learns how to get one.
//! - No script, no image and no other page's style; it follows the browser's dark or light look.

use asq_core::text::{Shown, Untrusted};
use asq_wire::public::ListedRequest;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use std::fmt::Write;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
    <meta name=\"color-scheme\" content=\"light dark\">\n<title>asq</title>\n";

/// The only style of these pages.
const STYLE: &str = "
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.3rem }
ol { list-style: none; padding: 0 }
li { border-top: 1px solid; padding: .8rem 0; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin: 0 }
p { margin: 0 0 .4rem }
.about { font-size: .875rem; opacity: .8 }
";

/// What a page may do. The digest lets its own style through, and no other one.
pub(crate) fn policy() -> String {
    let style = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

pub(crate) fn open_requests(listed: &[ListedRequest], now_ms: u64) -> String {
    let many = match listed.len() {
        0 => "Nothing is open".to_owned(),
        1 => "1 open question".to_owned(),
        many => format!("{many} open questions"),
    };
    let mut page = begun(&many);
    page.push_str("<ol>\n");
    for row in listed {
        let summary = &row.pending.summary;
        let agent = summary.agent.as_ref().map_or_else(
            || "a program that gives no name".to_owned(),
            |agent| format!("agent {}", foreign(agent)),
        );
        let folder = summary.origin.folder.as_ref().map(|folder| format!(" in {}", foreign(folder)));
        let marks = [(summary.danger, "dangerous"), (summary.sensitive, "asks for a secret")];
        let marks =
            marks.iter().filter(|(is, _)| *is).fold(String::new(), |all, (_, mark)| all + " · " + mark);
        let more = match summary.questions {
            0 | 1 => String::new(),
            many => format!(" · the first of {many}"),
        };
        // Writing to a string can't fail.
        let _ = writeln!(
            page,
            "<li>\n<h2>{}</h2>\n<p>{}</p>\n<p class=\"about\">asked by {agent}{}, {} ago · {}{more}{marks}</p>\n</li>",
            foreign(&summary.header),
            foreign(&summary.text),
            folder.unwrap_or_default(),
            age(now_ms.saturating_sub(row.pending.asked_ms)),
            escaped(&row.short),
        );
    }
    page.push_str("</ol>\n");
    if !listed.is_empty() {
        page.push_str(
            "<p>Answer in a terminal: <code>asq inbox</code>, or <code>asq answer</code> and the id.</p>\n",
        );
    }
    page
}

/// For somebody without a cookie.
pub(crate) fn without_cookie() -> String {
    begun("asq") + "<p>This page opens with a link: <code>asq serve --link</code> prints one.</p>\n"
}

/// For somebody whose link doesn't count any more.
pub(crate) fn late_link() -> String {
    begun("asq")
        + "<p>This link was used, or is older than a minute: <code>asq serve --link</code> prints another.</p>\n"
}

fn begun(heading: &str) -> String {
    format!("{HEAD}<style>{STYLE}</style>\n<h1>{heading}</h1>\n")
}

/// A duration as one number and one unit.
fn age(ms: u64) -> String {
    match ms / 1000 {
        seconds @ 0..=59 => format!("{seconds} s"),
        seconds @ 60..=3_599 => format!("{} min", seconds / 60),
        seconds @ 3_600..=172_799 => format!("{} h", seconds / 3600),
        seconds => format!("{} days", seconds / 86_400),
    }
}

/// A foreign text on one line, in a direction of its own.
fn foreign(text: &Untrusted) -> String {
    format!("<bdi>{}</bdi>", escaped(&Shown::one_line(text).to_string()))
}

fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::{STYLE, age, begun, escaped, foreign};
    use asq_core::text::Untrusted;

    #[test]
    fn foreign_text_stays_text() {
        let text = Untrusted::from("<script>alert(\"1\")</script>&amp;'\u{202e}x\u{1b}[2J\ny");
        assert_eq!(
            foreign(&text),
            "<bdi>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;&lt;U+202E&gt;x&lt;U+001B&gt;[2J↵y</bdi>"
        );
        assert_eq!(escaped("plain ä漢"), "plain ä漢");
    }

    #[test]
    fn the_style_stands_in_the_page_as_the_policy_has_it() {
        assert!(begun("x").contains(&format!("<style>{STYLE}</style>")));
        assert!(!STYLE.contains('<') && !STYLE.contains("url("));
    }

    #[test]
    fn an_age_is_a_number_and_a_unit() {
        let ages = [0, 59_999, 60_000, 3_600_000, 172_800_000].map(age);
        assert_eq!(ages, ["0 s", "59 s", "1 min", "1 h", "2 days"]);
    }
}
