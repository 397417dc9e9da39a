//! The list of open requests.
//!
//! - The oldest comes first, as in the inbox of the terminal.
//! - A row says what is asked, who asks, from where, and for how long.
//! - Danger, a secret and a draft are marked; snoozed ones are apart.

use crate::age::age;
use crate::document::{self, PageChrome};
use crate::text;
use asq_core::facts;
use asq_core::inbox::Summary;
use maud::{Markup, html};

/// A row.
#[derive(Clone, Debug)]
pub struct OpenRow<'a> {
    /// The id.
    pub id: String,
    /// The short id.
    pub short: &'a str,
    /// What a list shows of it.
    pub summary: &'a Summary,
    /// The milliseconds since it was asked.
    pub asked_ago_ms: u64,
    /// Whether something is typed already.
    pub draft: bool,
    /// Whether it is snoozed.
    pub snoozed: bool,
}

/// The list.
#[derive(Clone, Debug)]
pub struct InboxPage<'a> {
    /// What is around it.
    pub chrome: &'a PageChrome<'a>,
    /// All open requests.
    pub rows: Vec<OpenRow<'a>>,
}

impl InboxPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let (snoozed, open): (Vec<&OpenRow<'_>>, Vec<&OpenRow<'_>>) =
            self.rows.iter().partition(|row| row.snoozed);
        let heading = match open.len() {
            0 => "Nothing is open".to_owned(),
            1 => "1 open question".to_owned(),
            many => format!("{many} open questions"),
        };
        let content = html! {
            h1 { (heading) }
            @if self.rows.is_empty() {
                p.hint { "What an agent asks appears here, and in " code { "asq inbox" } "." }
            }
            ol.requests { @for row in &open { (self::row(row)) } }
            @if !snoozed.is_empty() {
                h2 { "Snoozed" }
                ol.requests { @for row in &snoozed { (self::row(row)) } }
            }
        };
        document::page(self.chrome, &heading, None, &content)
    }
}

/// Its header and its text; its text alone if the header only counts or repeats.
pub(crate) fn called(summary: &Summary) -> Markup {
    let name = facts::danger_name(&summary.header).filter(|name| name.raw() != summary.text.raw());
    html! {
        @if let Some(name) = name {
            span.header { (text::clipped(name, 80)) }
            span.text { (text::clipped(&summary.text, 200)) }
        } @else {
            span.header { (text::clipped(&summary.text, 200)) }
        }
    }
}

fn row(row: &OpenRow<'_>) -> Markup {
    let summary = row.summary;
    html! {
        li.request id={ "r" (row.id) } {
            a href={ "/r/" (row.id) } {
                (called(summary))
            }
            p.own {
                @if summary.danger { span.mark.danger { "dangerous" } " " }
                @if summary.sensitive { span.mark { "asks for a secret" } " " }
                @if row.draft { span.mark { "begun" } " " }
                (facts::ASKED_BY) " "
                @match &summary.agent {
                    Some(agent) => { "agent " (text::clipped(agent, 40)) }
                    None => "a program that gives no name",
                }
                @if let Some(folder) = &summary.origin.folder { " in " (text::clipped(folder, 120)) }
                " · " (age(row.asked_ago_ms)) " ago"
                @if summary.questions > 1 { " · " (summary.questions) " questions" }
                " · " (row.short)
            }
        }
    }
}
