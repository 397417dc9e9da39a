//! The list of open requests.
//!
//! - The oldest comes first, as in the inbox of the terminal; those that are put aside come last.
//! - A row says what is asked, who asks, from where, and for how long.
//! - Danger, a secret and a draft are marked.
//! - A long list comes in parts; a search looks through all of it.

use crate::age::age;
use crate::document::{self, PageChrome};
use crate::filled::PageAct;
use crate::text;
use asq_core::facts;
use asq_core::inbox::Summary;
use maud::{Markup, html};

/// The lists from this length on have a search.
const SEARCHED: usize = 8;

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
    /// Until when it is put aside, in words.
    pub aside: Option<String>,
}

/// The list, or a part of it.
#[derive(Clone, Debug)]
pub struct InboxPage<'a> {
    /// What is around it.
    pub chrome: &'a PageChrome<'a>,
    /// The open requests of this part.
    pub rows: Vec<OpenRow<'a>>,
    /// How many requests are open, those that are put aside included.
    pub all: usize,
    /// What is searched for; empty for all.
    pub search: &'a str,
    /// How many requests before this part the search finds.
    pub from: usize,
    /// How many requests the search finds, and how many of them are put aside.
    pub found: (usize, usize),
}

impl InboxPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let (total, aside) = self.found;
        let heading = match (self.search.is_empty(), total - aside) {
            (false, _) => format!("{total} of {} match", self.all),
            (true, 0) => "Nothing is open".to_owned(),
            (true, 1) => "1 open question".to_owned(),
            (true, many) => format!("{many} open questions"),
        };
        let (later, now): (Vec<&OpenRow<'_>>, Vec<&OpenRow<'_>>) =
            self.rows.iter().partition(|row| row.aside.is_some());
        let end = self.from + self.rows.len();
        let content = html! {
            h1 { (heading) }
            @if self.all >= SEARCHED || !self.search.is_empty() { (self.searching()) }
            @if self.all == 0 {
                p.hint { "What an agent asks appears here, and in " code { "asq inbox" } "." }
            }
            @if self.from > 0 { p { a href=(self.part(0)) { "To the beginning of the list" } } }
            ol.requests.now { @for row in &now { (self.row(row)) } }
            section.aside-list hidden[later.is_empty()] {
                h2 { "Put aside" }
                ol.requests.later { @for row in &later { (self.row(row)) } }
            }
            @if end < total {
                p.more { a href=(self.part(end)) { "Show more: " (total - end) " follow" } }
            }
        };
        document::page(self.chrome, &heading, None, &content)
    }

    fn searching(&self) -> Markup {
        html! {
            form.search method="get" action="/" role="search" {
                label for="text" { "Search" }
                input #text name="text" type="search" value=(self.search);
                button { "Search" }
                @if !self.search.is_empty() { a href="/" { "Show all" } }
            }
        }
    }

    /// The address of the part from this row on.
    fn part(&self, from: usize) -> String {
        match (self.search.is_empty(), from) {
            (true, 0) => "/".to_owned(),
            (true, from) => format!("/?from={from}"),
            (false, from) => {
                let text: String = form_urlencoded::byte_serialize(self.search.as_bytes()).collect();
                format!("/?from={from}&text={text}")
            }
        }
    }

    fn row(&self, row: &OpenRow<'_>) -> Markup {
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
                    @match summary.asker() {
                        Some(asker) => (text::clipped(&asker, 40)),
                        None => "a program",
                    }
                    @if let Some(folder) = &summary.origin.folder { " in " (text::clipped(folder, 120)) }
                    " · " (age(row.asked_ago_ms)) " ago"
                    @if summary.questions > 1 { " · " (summary.questions) " questions" }
                    " · " (row.short)
                    @if let Some(until) = &row.aside { " · until " (until) }
                }
                @if row.aside.is_some() {
                    form.back method="post" action={ "/r/" (row.id) } {
                        input type="hidden" name="csrf" value=(self.chrome.csrf.unwrap_or_default());
                        button name="act" value=(PageAct::Back.name()) { "Bring it back" }
                    }
                }
            }
        }
    }
}

/// Its header and its text; its text alone if the header only counts or repeats.
pub(crate) fn called(summary: &Summary) -> Markup {
    let name = facts::question_name(&summary.header).filter(|name| name.raw() != summary.text.raw());
    html! {
        @if let Some(name) = name {
            span.header { (text::clipped(name, 80)) }
            span.text { (text::clipped(&summary.text, 200)) }
        } @else {
            span.header { (text::clipped(&summary.text, 200)) }
        }
    }
}
