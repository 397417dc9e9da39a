//! The page of a closed request.
//!
//! - Until the asker has the answer, it says that it is on its way.
//! - Who closed it, how and when; then each answer, with its note.
//! - Text that came too late is shown, so that it can be copied.
//! - The next open request is a click away.

use crate::bar::{self, AskerState};
use crate::document::{self, PageChrome};
use crate::field::sentence;
use crate::review;
use crate::text;
use asq_core::facts;
use asq_core::inbox::{self, Summary};
use asq_core::life::{Actor, Asked};
use asq_core::model::Outcome;
use asq_core::text::Untrusted;
use maud::html;

/// The page of a closed request.
#[derive(Clone, Copy, Debug)]
pub struct ClosedPage<'a> {
    /// What is around it.
    pub chrome: &'a PageChrome<'a>,
    /// The content of the ask.
    pub asked: &'a Asked,
    /// What is known of its asker now.
    pub asker: AskerState,
    /// How it was closed.
    pub outcome: &'a Outcome,
    /// Who closed it.
    pub by: &'a Actor,
    /// When, in words.
    pub at: &'a str,
    /// Whether its asker has the ending.
    pub delivered: bool,
    /// Texts that came too late.
    pub late: &'a [Untrusted],
    /// The next open request: its id, and what a list shows of it.
    pub next: Option<(&'a str, &'a Summary)>,
}

impl ClosedPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let request = &self.asked.request;
        let lines = facts::summary(request, self.outcome);
        let asker = request.from.asker();
        let heading = match (self.outcome, self.delivered) {
            (Outcome::Answered(_), false) => format!("Answer submitted, waiting for {asker}…"),
            (Outcome::Answered(_), true) => format!("The {asker} has the answer"),
            (
                Outcome::Discuss(_)
                | Outcome::Declined { .. }
                | Outcome::Cancelled(_)
                | Outcome::Withdrawn(_)
                | Outcome::Expired(_),
                _,
            ) => "Closed".to_owned(),
        };
        let content = html! {
            div role="status" { h1 { (heading) } }
            p.ended { (sentence(inbox::ended_by(self.by, self.outcome.name()).as_str())) ", " (self.at) }
            @for line in &lines { (review::answered(line)) }
            @if !self.late.is_empty() {
                h2 { "Typed, but too late" }
                @for late in self.late { p.text.late { (text::lines(late)) } }
            }
            p.next {
                @if let Some((id, summary)) = self.next {
                    a.button href={ "/r/" (id) } { "Next: " (text::clipped(&summary.text, 60)) }
                }
                a href="/" { "To the open questions" }
            }
        };
        let title = request.questions.first().map(|question| text::plain(&question.header));
        let bar = bar::bar(self.asked, self.asker);
        document::page(self.chrome, &title.unwrap_or_default(), Some(&bar), &content)
    }
}
