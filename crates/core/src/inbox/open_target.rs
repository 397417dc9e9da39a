//! What the person's own command can open of a request.
//!
//! - The folder that the ask came from, the agent's diff, and its link, in this order.
//! - Only links over http, https and to files are opened, in printable ASCII: a host that looks like another one is
//!   visible as what it is.
//! - A link isn't opened if a name, a password or a backslash hides its host.

use crate::text::{Shown, Untrusted};
use std::fmt;

/// Something to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenTarget {
    /// The folder that the ask came from.
    Folder(Untrusted),
    /// The agent's diff, all of it.
    Diff(Untrusted),
    /// The agent's link.
    Link(Untrusted),
}

/// Why a link isn't opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadLink {
    /// Its scheme is another one.
    Scheme,
    /// It has a blank, a control character, or one that isn't ASCII.
    Characters,
    /// Something stands before its host that could pass for the host.
    Host,
}

impl OpenTarget {
    /// Its name in a sentence.
    pub fn name(&self) -> &'static str {
        match self {
            OpenTarget::Folder(_) => "folder",
            OpenTarget::Diff(_) => "diff",
            OpenTarget::Link(_) => "link",
        }
    }
}

/// Judges a link.
///
/// # Errors
/// It isn't one that asq opens.
pub fn judge_link(link: &Untrusted) -> Result<(), BadLink> {
    let raw = link.raw();
    let schemes = ["https://", "http://", "file:///"];
    let is =
        |scheme: &&str| raw.get(..scheme.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(scheme));
    let Some(scheme) = schemes.iter().find(|scheme| is(scheme)) else { return Err(BadLink::Scheme) };
    if !raw.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(BadLink::Characters);
    }
    let rest = &raw[scheme.len()..];
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if rest.contains('\\') || host.contains('@') {
        return Err(BadLink::Host);
    }
    Ok(())
}

/// The host of a link that was judged, with its port.
pub fn host_of(link: &Untrusted) -> Option<Shown> {
    let (scheme, rest) = link.raw().split_once("://")?;
    let host = rest.split(['/', '?', '#']).next().filter(|host| !host.is_empty())?;
    (!scheme.eq_ignore_ascii_case("file")).then(|| Shown::one_line(&host.into()))
}

impl fmt::Display for BadLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadLink::Scheme => "asq opens only http, https and file links.",
            BadLink::Characters => "It has characters other than plain ASCII.",
            BadLink::Host => "A name before its host hides where it leads.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{BadLink, host_of, judge_link};
    use asq_testkit::hostile::hostile;

    #[test]
    fn only_plain_links_are_opened() {
        let judged = [
            "https://example.com/a?b=c#d",
            "HTTP://example.com:8080",
            "file:///srv/report.html",
            "https://xn--80ak6aa92e.com/",
            "javascript:alert(1)",
            "data:text/html,x",
            "/etc/passwd",
            "-rf",
            "file://server/share",
            "ssh://example.com",
            "",
            "https://аpple.com/",
            "https://example.com/a b",
            "https://example.com/\u{1b}[2J",
            "https://example.com/\n",
            "https://example.com@evil.example/",
            "https://example.com\\.evil.example/",
            "https://user:pass@example.com/",
        ]
        .map(|link| judge_link(&link.into()).err());
        let (scheme, characters, host) =
            (Some(BadLink::Scheme), Some(BadLink::Characters), Some(BadLink::Host));
        assert_eq!(
            judged,
            [
                None, None, None, None, scheme, scheme, scheme, scheme, scheme, scheme, scheme, characters,
                characters, characters, characters, host, host, host,
            ]
        );
    }

    #[test]
    fn a_hostile_text_is_never_a_link() {
        for (category, text) in hostile() {
            for link in [text.clone(), format!("https://example.com/{text}")] {
                let plain = link.bytes().all(|b| b.is_ascii_graphic());
                assert!(judge_link(&link.as_str().into()).is_err() || plain, "{category}: {link:?}");
            }
        }
    }

    #[test]
    fn a_link_s_host_is_what_a_browser_goes_to() {
        let host = |link: &str| host_of(&link.into()).map(|host| host.to_string());
        assert_eq!(
            ["https://a.example:81/b@c", "http://a.example", "https://a.example?@b/", "file:///srv"]
                .map(host),
            [Some("a.example:81".into()), Some("a.example".into()), Some("a.example".into()), None]
        );
    }
}
