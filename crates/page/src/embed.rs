//! A request as a part of another page: the HTML in the element `<asq-question>`.
//!
//! - Its fields are those of the page. It has no link, no frame, no script and no style of its own.
//! - It says who asks, above everything that the request says.
//! - A dangerous request, and one for a secret, has no form: a link leads to asq's own page.
//! - A closed request is a summary; until the asker has the answer, it says that it is on its way.
//! - A visitor who follows a link of another site to a request goes on from a page of asq's own.

use crate::document::{self, PageChrome};
use crate::field::{FieldCtx, fieldset, sentence};
use crate::filled::{Filled, PageAct};
use crate::review;
use crate::text;
use asq_core::facts::{self, FactKind};
use asq_core::form::FormRules;
use asq_core::life::{Actor, Asked, How};
use asq_core::model::{Outcome, Request, Typed, TypedIn};
use asq_core::text::Untrusted;
use maud::{Markup, html};

/// The most graphemes of a name.
const NAME: usize = 80;

/// Whether a request is answered in a page of somebody else, who can read what is typed there.
pub fn is_embeddable(request: &Request) -> bool {
    !request.questions.iter().any(|question| question.danger.is_some() || question.sensitive)
}

/// An open request with its form.
#[derive(Clone, Copy, Debug)]
pub struct EmbedOpen<'a> {
    /// The id.
    pub id: &'a str,
    /// The content of the ask.
    pub asked: &'a Asked,
    /// The rules of its dialect's form.
    pub rules: &'a FormRules,
    /// What is filled in so far.
    pub filled: &'a Filled,
    /// The texts that others typed at the same time.
    pub others: &'a [Typed],
    /// The revision of each question's draft.
    pub revisions: &'a [u64],
    /// A key for this try.
    pub key: &'a str,
    /// A message above the form.
    pub notice: Option<&'a str>,
}

/// An open request that is answered elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct EmbedElsewhere<'a> {
    /// The id.
    pub id: &'a str,
    /// The content of the ask.
    pub asked: &'a Asked,
}

/// A closed request.
#[derive(Clone, Copy, Debug)]
pub struct EmbedClosed<'a> {
    /// The id.
    pub id: &'a str,
    /// The content of the ask.
    pub asked: &'a Asked,
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
}

impl EmbedOpen<'_> {
    /// The form. With `problems`, everything that is wrong with what was filled in.
    pub fn html(&self, problems: bool) -> String {
        let request = &self.asked.request;
        let problems = if problems { self.filled.problems(request) } else { Vec::new() };
        // Without an address no preview is framed.
        let ctx = FieldCtx { request, rules: self.rules, filled: self.filled, base: "", problems: &problems };
        let whole = problems.iter().filter(|(at, _)| at.is_none());
        html! {
            section.request data-state="open" data-id=(self.id) aria-label="A question" {
                (asker(request))
                form.answer novalidate {
                    input type="hidden" name="seen" value=(self.asked.digest);
                    input type="hidden" name="key" value=(self.key);
                    @for (at, revision) in self.revisions.iter().enumerate() {
                        input type="hidden" name={ "q" (at) ".rev" } value=(revision);
                    }
                    @for (at, question) in request.questions.iter().enumerate() {
                        (fieldset(&ctx, at, question))
                        (self.others_of(at))
                    }
                    @if let Some(notice) = self.notice { p.notice role="alert" { (notice) } }
                    @if whole.clone().next().is_some() {
                        ul.problems role="alert" { @for (_, words) in whole { li { (sentence(words)) } } }
                    }
                    (actions(true))
                }
            }
        }
        .into_string()
    }

    /// What somebody else typed for a question at the same time.
    fn others_of(&self, at: usize) -> Markup {
        html! {
            @for typed in self.others.iter().filter(|typed| typed.question == at) {
                div.other {
                    p { (match typed.place {
                        TypedIn::Custom | TypedIn::Edit => "Somebody else typed here at the same time:",
                        TypedIn::Note => "Somebody else typed a note at the same time:",
                    }) }
                    p.text { (text::lines(&typed.text)) }
                }
            }
        }
    }
}

impl EmbedElsewhere<'_> {
    /// The questions, and the way to the page.
    pub fn html(&self) -> String {
        let request = &self.asked.request;
        let danger = request.questions.iter().any(|question| question.danger.is_some());
        html! {
            section.request.elsewhere data-state="open" data-id=(self.id) aria-label="A question" {
                (asker(request))
                form.answer novalidate {
                    @for question in &request.questions {
                        p.asked { (text::told(question, &question.text)) }
                    }
                    p.warning {
                        @if danger { "This is dangerous, so it is answered on asq's own page alone." }
                        @else { "A secret isn't typed into a page that others wrote." }
                    }
                    p { a.to-page data-page={ "/r/" (self.id) } { "Answer on asq's page" } }
                    (actions(false))
                }
            }
        }
        .into_string()
    }
}

impl EmbedClosed<'_> {
    /// The summary.
    pub fn html(&self) -> String {
        let request = &self.asked.request;
        let lines = facts::summary(request, self.outcome);
        let waits = matches!(self.outcome, Outcome::Answered(_)) && !self.delivered;
        let how = match self.by.how {
            // This stands on another page.
            How::Page => "on asq's page",
            how => how.words(),
        };
        html! {
            section.request.closed data-state=(if waits { "closed" } else { "over" }) data-id=(self.id)
                data-outcome=(self.outcome.name()) aria-label="An answered question" {
                @if waits { p.status { "Answer submitted, waiting for " (request.from.asker()) "…" } }
                @for line in &lines { (review::answered(line)) }
                p.own.by { "by " (text::clipped(&self.by.name, NAME)) " " (how) ", " (self.at) }
                @if !self.late.is_empty() {
                    p.warning { "Typed here, but too late:" }
                    @for late in self.late { p.text.late { (text::lines(late)) } }
                }
            }
        }
        .into_string()
    }
}

/// Who asks, in the asker's own words.
fn asker(request: &Request) -> Markup {
    let from = &request.from;
    html! {
        p.asker {
            span.own { (facts::ASKED_BY) }
            @for fact in facts::asker(from) {
                " " span.fact { span.own { (fact.word) } " " (match fact.what {
                    FactKind::Name(name) | FactKind::Path(name) | FactKind::Short(name) => text::clipped(name, NAME),
                    FactKind::Number(number) => html! { (number) },
                }) }
            }
            @if from.is_empty() { " a program that gives no name" }
        }
    }
}

/// The buttons, and what has to be said twice.
fn actions(answers: bool) -> Markup {
    html! {
        div.actions {
            @if answers { button.submit name="act" value=(PageAct::Submit.name()) { "Submit" } }
            button.dismiss type="button" { "Dismiss (stops the session)" }
        }
        div.sure hidden role="group" aria-label="Dismiss?" {
            p { "Dismiss the question? The agent learns that you stopped here." }
            button.really name="act" value=(PageAct::Cancel.name()) { "Yes, dismiss" }
            button.back type="button" { "No, go on" }
        }
    }
}

/// The page for somebody who follows a link of another site to a request.
pub fn doorway(chrome: &PageChrome<'_>, id: &str) -> String {
    let content = html! {
        h1 { "A question on asq's own page" }
        p { "A page of another site leads here. asq answers nothing for it: what you do from here on is between you and asq." }
        p { a href={ "/r/" (id) } { "Open the question" } }
    };
    document::page(chrome, "A question", None, &content)
}
