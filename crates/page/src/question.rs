//! The page of an open request: one form with all its questions.
//!
//! - Several questions, and dangerous ones, are shown once more before they are sent.
//! - A problem is named above the form as well, with a link to its field.
//! - It carries the digest of what it shows, and a key that makes sending it twice the same as once.

use crate::bar::{self, AskerState};
use crate::document::{self, PageChrome};
use crate::field::{FieldCtx, fieldset, sentence};
use crate::filled::{Filled, PageAct};
use crate::review;
use crate::text;
use crate::ways_out::{aside, ways_out};
use asq_core::form::FormRules;
use asq_core::life::Asked;
use asq_core::model::{Request, Typed, TypedIn};
use maud::{Markup, html};

/// The page of an open request.
#[derive(Clone, Copy, Debug)]
pub struct OpenPage<'a> {
    /// What is around it.
    pub chrome: &'a PageChrome<'a>,
    /// The id.
    pub id: &'a str,
    /// The content of the ask.
    pub asked: &'a Asked,
    /// The rules of its dialect's form.
    pub rules: &'a FormRules,
    /// What is known of its asker now.
    pub asker: AskerState,
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
    /// Until when it is put aside, in words.
    pub aside: Option<&'a str>,
    /// Milliseconds for which the script holds an answer back.
    pub hold_ms: u32,
    /// Whether an answer that is held back is sent when the page is left.
    pub sends_on_leaving: bool,
}

impl OpenPage<'_> {
    /// Whether the answers of a request are shown once more before they are sent.
    pub fn is_reviewed(request: &Request) -> bool {
        request.questions.len() > 1 || request.questions.iter().any(|question| question.danger.is_some())
    }

    /// The form. With `problems`, everything that is wrong with what was filled in.
    pub fn form(&self, problems: bool) -> String {
        let request = &self.asked.request;
        let problems = if problems { self.filled.problems(request) } else { Vec::new() };
        let base = format!("/r/{}", self.id);
        let ctx =
            FieldCtx { request, rules: self.rules, filled: self.filled, base: &base, problems: &problems };
        let several = request.questions.len() > 1;
        let content = html! {
            (self.above(&problems))
            h1.unseen { @if several { "Questions of an " } @else { "A question of an " } (request.from.asker()) }
            form.answer method="post" action=(base) data-hold=(self.hold_ms) data-leaving=(if self.sends_on_leaving { "send" } else { "keep" }) {
                (self.hidden())
                @for (at, question) in request.questions.iter().enumerate() {
                    (fieldset(&ctx, at, question))
                    (self.others_of(at))
                }
                div.send {
                    @if OpenPage::is_reviewed(request) {
                        button.primary name="act" value=(PageAct::Review.name()) { "Review" }
                    } @else {
                        button.primary name="act" value=(PageAct::Submit.name()) { "Submit" }
                    }
                    button name="act" value=(PageAct::Keep.name()) { "Keep for later" }
                    @if several { span.hint { (request.questions.len()) " questions" } }
                }
                (aside(self.aside))
                (ways_out(request, self.rules, self.filled))
            }
        };
        self.page(&content)
    }

    /// The answers once more, before they are sent.
    pub fn review(&self, problems: bool) -> String {
        let base = format!("/r/{}", self.id);
        let problems = if problems { self.filled.problems(&self.asked.request) } else { Vec::new() };
        let ctx = FieldCtx {
            request: &self.asked.request,
            rules: self.rules,
            filled: self.filled,
            base: &base,
            problems: &problems,
        };
        let content = html! {
            (self.above(&problems))
            form.answer method="post" action=(base) data-hold=(self.hold_ms) data-leaving=(if self.sends_on_leaving { "send" } else { "keep" }) {
                (self.hidden())
                (review::answers(&ctx))
                div.send {
                    button.primary name="act" value=(PageAct::Submit.name()) { "Submit" }
                    button name="act" value=(PageAct::Edit.name()) { "Back" }
                }
            }
        };
        self.page(&content)
    }

    fn page(&self, content: &Markup) -> String {
        let title = self.asked.request.questions.first().map(|question| text::plain(&question.header));
        let bar = bar::bar(self.asked, self.asker);
        document::page(self.chrome, &title.unwrap_or_default(), Some(&bar), content)
    }

    fn above(&self, problems: &[(Option<usize>, String)]) -> Markup {
        let header = |at: usize| {
            let question = self.asked.request.questions.get(at);
            question.map(|question| text::told_line(question, &question.header))
        };
        html! {
            @if let Some(notice) = self.notice { p.notice role="status" { (notice) } }
            @if !problems.is_empty() {
                div.summary role="alert" {
                    h2 { "Not sent yet" }
                    ul {
                        @for (at, words) in problems {
                            li {
                                @if let Some(at) = at {
                                    a href={ "#q" (at) } { @if let Some(header) = header(*at) { (header) } }
                                    ": "
                                }
                                (sentence(words))
                            }
                        }
                    }
                }
            }
        }
    }

    fn hidden(&self) -> Markup {
        html! {
            input type="hidden" name="csrf" value=(self.chrome.csrf.unwrap_or_default());
            input type="hidden" name="seen" value=(self.asked.digest);
            input type="hidden" name="key" value=(self.key);
            @for (at, revision) in self.revisions.iter().enumerate() {
                input type="hidden" name={ "q" (at) ".rev" } value=(revision);
            }
        }
    }

    /// What somebody else typed for a question at the same time.
    fn others_of(&self, at: usize) -> Markup {
        let of = |typed: &&Typed| typed.question == at;
        html! {
            @for typed in self.others.iter().filter(of) {
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
