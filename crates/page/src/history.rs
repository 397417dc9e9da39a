//! The closed requests, and a search among them.

use crate::document::{self, PageChrome};
use crate::inbox::called;
use crate::text;
use asq_core::history::Past;
use maud::html;

/// A row.
#[derive(Clone, Debug)]
pub struct PastRow<'a> {
    /// What the search found.
    pub past: &'a Past,
    /// When it was closed, in words.
    pub at: String,
}

/// The closed requests that a search found.
#[derive(Clone, Debug)]
pub struct HistoryPage<'a> {
    /// What is around it.
    pub chrome: &'a PageChrome<'a>,
    /// What is searched for.
    pub text: &'a str,
    /// The latest first.
    pub rows: Vec<PastRow<'a>>,
    /// Whether there are more.
    pub more: bool,
}

impl HistoryPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let content = html! {
            h1 { "Answered" }
            form.search method="get" action="/history" role="search" {
                label for="text" { "Search" }
                input #text name="text" type="search" value=(self.text);
                button { "Search" }
            }
            @if self.rows.is_empty() { p.hint { "Nothing was found." } }
            ol.requests {
                @for row in &self.rows {
                    li.request {
                        a href={ "/r/" (row.past.id) } {
                            (called(&row.past.summary))
                        }
                        p.own { (row.past.how) " by " (text::clipped(&row.past.by.name, 40)) ", " (row.at) }
                    }
                }
            }
            @if self.more { p.hint { "There are more: search for a word of the question." } }
        };
        document::page(self.chrome, "Answered", None, &content)
    }
}
