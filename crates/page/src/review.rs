//! The answers once more, before they are sent.
//!
//! - Every answer is whole, with its note; own words are marked.
//! - A secret and a confirmation are typed here: no page carries them on.
//! - A dangerous question has its whole text above the field that confirms it.
//! - What was filled in goes along, so that going back loses nothing.

use crate::field::{FieldCtx, fieldset};
use crate::filled::CUSTOM;
use crate::text;
use asq_core::facts::{self, ReplyPart, SummaryLine, SummaryMark};
use asq_core::model::{Answer, Outcome, Pick, Question, Request, TypedIn};
use asq_core::text::Untrusted;
use maud::{Markup, html};

pub(crate) fn answers(ctx: &FieldCtx<'_>) -> Markup {
    let outcome = Outcome::Answered(ctx.filled.answers.clone());
    let lines = facts::summary(ctx.request, &outcome);
    html! {
        h1 { "Your answers" }
        @for (at, (question, line)) in ctx.request.questions.iter().zip(&lines).enumerate() {
            @if typed_at_review(ctx.request, at) {
                (fieldset(ctx, at, question))
            } @else {
                (answered(line))
                (carried(ctx, at, question))
            }
        }
    }
}

/// Whether a question is filled in on this page, because nothing carries it on.
pub fn typed_at_review(request: &Request, question: usize) -> bool {
    let question = request.questions.get(question);
    question.is_some_and(|question| question.sensitive || facts::needs_confirmation(request, question))
}

/// One answer, or another ending, in words.
pub(crate) fn answered(line: &SummaryLine<'_>) -> Markup {
    let (mark, class) = match line.mark {
        SummaryMark::Answered => ("✔", "good"),
        SummaryMark::Open => ("–", "open"),
        SummaryMark::Refused => ("✘", "refused"),
    };
    html! {
        div.answered {
            p.asked-again { span class=(class) aria-hidden="true" { (mark) } " "
                @if let Some(word) = line.word { strong { (word) } @if line.reason.is_some() || line.asked.is_some() { " " } }
                @if let Some(asked) = line.asked { span.text { (text::lines(asked)) } }
                @if line.more > 0 { span.own { " and " (line.more) " more" } }
            }
            @if let Some(reason) = line.reason { p.reply { (text::lines(reason)) } }
            @if !line.reply.is_empty() { ul.reply { @for part in &line.reply { li { (reply(part)) } } } }
            @if let Some(note) = line.note { p.note-text { span.own { "note: " } (text::lines(note)) } }
        }
    }
}

fn reply(part: &ReplyPart<'_>) -> Markup {
    html! {
        @match part {
            ReplyPart::Skipped | ReplyPart::NotAnswered | ReplyPart::Hidden => span.own { (part.word()) },
            ReplyPart::Value(value, unit) => {
                (value)
                @if let Some(unit) = unit { " " (text::clipped(unit, 40)) }
            }
            ReplyPart::Text(words) | ReplyPart::Label(words) => (text::lines(words)),
            ReplyPart::OwnWords(words) => { (text::lines(words)) " " span.own { (part.word()) } }
        }
    }
}

/// The fields of a question that isn't filled in here, so that they go along.
fn carried(ctx: &FieldCtx<'_>, at: usize, question: &Question) -> Markup {
    let Some(entry) = ctx.filled.answers.entries.get(at) else { return html! {} };
    let field = |name: &str, value: &str| {
        html! { input type="hidden" name={ "q" (at) (name) } value=(value); }
    };
    let picks = entry.answer.as_ref().map_or(&[][..], Answer::picks);
    let typed = entry.answer.as_ref().and_then(Answer::typed);
    let text_of = |text: &Untrusted| text.raw().to_owned();
    let left = |place: TypedIn| {
        let typed = ctx.filled.typed.iter().find(|typed| typed.question == at && typed.place == place);
        typed.map(|typed| text_of(&typed.text))
    };
    html! {
        @if question.kind.is_list() { (field(".shown", "1")) }
        @for pick in picks {
            @match pick {
                Pick::Option(option) => (field("", &option.to_string())),
                Pick::Custom(words) => { (field("", CUSTOM)) (field(".custom", words.raw())) }
            }
        }
        @if let Some(text) = typed.as_ref().map(text_of).or_else(|| left(TypedIn::Edit)) { (field(".text", &text)) }
        @if let Some(text) = left(TypedIn::Custom) { (field(".custom", &text)) }
        @if let Some(note) = &entry.note { (field(".note", note.raw())) }
    }
}
