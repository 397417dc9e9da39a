//! The page's HTML: plain and inert, with every foreign text escaped.
//!
//! - It lists the open requests: who asks, what, and for how long.
//! - Somebody without a cookie, or with a link that is used up, learns how to get one.

use asq_core::text::Shown;
use asq_wire::public::ListedRequest;
use std::fmt::Write;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
    <title>asq</title>\n";

/// The open requests.
pub(crate) fn open_requests(listed: &[ListedRequest], now_ms: u64) -> String {
    let mut page = format!("{HEAD}<h1>Open questions</h1>\n");
    if listed.is_empty() {
        page.push_str("<p>Nothing is open.</p>\n");
        return page;
    }
    page.push_str("<table>\n<tr><th>Id<th>Asked by<th>Age<th>Question\n");
    for row in listed {
        let summary = &row.pending.summary;
        let agent = summary.agent.as_ref().map(Shown::one_line).unwrap_or_default().to_string();
        let question = Shown::one_line(&summary.text).to_string();
        let age = now_ms.saturating_sub(row.pending.asked_ms) / 60_000;
        // Writing to a string can't fail.
        let _ = writeln!(
            page,
            "<tr><td>{}<td>{}<td>{age} min<td>{}",
            escaped(&row.short),
            escaped(&agent),
            escaped(&question)
        );
    }
    page.push_str("</table>\n");
    page
}

/// For somebody without a cookie.
pub(crate) fn without_cookie() -> String {
    format!(
        "{HEAD}<h1>asq</h1>\n<p>This page opens with a link: <code>asq serve --link</code> makes one.</p>\n"
    )
}

/// For somebody whose link doesn't count any more.
pub(crate) fn late_link() -> String {
    format!(
        "{HEAD}<h1>asq</h1>\n<p>This link was used, or is too old: <code>asq serve --link</code> makes another.</p>\n"
    )
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
