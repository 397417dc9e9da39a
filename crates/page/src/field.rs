//! The fields of one question.
//!
//! - A pick is a radio button, several are check boxes; own words have a row of their own.
//! - A number and a text have one field; a secret is masked, and never written into a page.
//! - Descriptions and previews are complete, next to their option or below it.
//! - A dangerous question has its whole text above the field that confirms it.
//! - A problem stands at its field, which says so to a screen reader as well.

use crate::filled::{CUSTOM, Filled, OPEN};
use crate::preview::{self, PreviewOf};
use crate::text;
use asq_core::facts;
use asq_core::form::FormRules;
use asq_core::kind::AnsweredBy;
use asq_core::model::{Answer, Complete, Entry, Pick, Question, QuestionOption, Request, TypedIn};
use asq_core::text::Untrusted;
use maud::{Markup, html};

/// Lists up to this length have no filter.
const UNFILTERED: usize = 9;

/// What a question's fields are drawn from.
pub(crate) struct FieldCtx<'a> {
    pub(crate) request: &'a Request,
    pub(crate) rules: &'a FormRules,
    pub(crate) filled: &'a Filled,
    /// The address of the request.
    pub(crate) base: &'a str,
    /// The problems that are shown, by question.
    pub(crate) problems: &'a [(Option<usize>, String)],
}

/// The fields of the question at this index.
pub(crate) fn fieldset(ctx: &FieldCtx<'_>, at: usize, question: &Question) -> Markup {
    let problems: Vec<&str> =
        ctx.problems.iter().filter(|(of, _)| *of == Some(at)).map(|(_, words)| words.as_str()).collect();
    let asks_secret = facts::asks_for_secret(question);
    let several = ctx.request.questions.len() > 1;
    let note = ctx.request.rules.notes;
    html! {
        @let named = is_named(question);
        fieldset.question.danger[question.danger.is_some()].wrong[!problems.is_empty()] id={ "q" (at) }
            aria-describedby=[(!problems.is_empty()).then(|| format!("q{at}-wrong"))] {
            legend.named[named] {
                @if several { span.own.number { (at + 1) ". " } }
                @if named { (text::told_line(question, &question.header)) } @else { (text::told_line(question, &question.text)) }
            }
            @if question.danger.is_some() {
                p.danger-head { (facts::DANGER) @if let Some(name) = facts::question_name(&question.header) { " — " (text::told_line(question, name)) } }
            }
            @for warning in facts::warnings(ctx.request, question, asks_secret) { p.warning { (warning) } }
            div.asked {
                @if named || question.danger.is_some() {
                    p.text.asks { (text::told(question, &question.text)) }
                }
                @if let Some(description) = &question.description { p.description { (text::told(question, description)) } }
                @if let Some(context) = &question.context {
                    div.context { (preview::shown(ctx.base, PreviewOf::Context(at), question, context)) }
                }
                @if question.danger.is_some() { span.end {} }
            }
            (entry(ctx, at, question))
            @if note {
                @let kept = typed(ctx, at, TypedIn::Note);
                @let text = ctx.filled.answers.entries.get(at).and_then(|entry| entry.note.as_ref()).map(Untrusted::raw).or(kept);
                details.note open[text.is_some()] {
                    summary { "A note" }
                    label for={ "q" (at) ".note" } { "A note, next to the answer" }
                    textarea id={ "q" (at) ".note" } name={ "q" (at) ".note" } rows="2" { "\n" (text.unwrap_or_default()) }
                }
            }
            @if facts::needs_confirmation(ctx.request, question) { (confirm(ctx, at, question)) }
            @if !problems.is_empty() {
                div id={ "q" (at) "-wrong" } role="alert" {
                    ul.problems { @for problem in problems { li { (sentence(problem)) } } }
                }
            }
        }
    }
}

/// Whether its header says more than its text or its number.
pub(crate) fn is_named(question: &Question) -> bool {
    facts::question_name(&question.header).is_some() && question.header.raw() != question.text.raw()
}

fn entry(ctx: &FieldCtx<'_>, at: usize, question: &Question) -> Markup {
    let given = ctx.filled.answers.entries.get(at);
    match question.kind.answered_by() {
        AnsweredBy::Picks => list(ctx, at, question, given),
        AnsweredBy::Value => {
            let hint = sentence(&question.kind.described());
            html! {
                p.entry {
                    label for={ "q" (at) ".text" } { "Your number" }
                    input id={ "q" (at) ".text" } name={ "q" (at) ".text" } type="text" inputmode="decimal"
                        autocomplete="off" aria-describedby={ "q" (at) "-hint" } value=(value(ctx, at, question));
                    @if let Some(unit) = question.kind.unit() { " " (text::clipped(unit, 40)) }
                }
                p.hint id={ "q" (at) "-hint" } { (hint) }
            }
        }
        AnsweredBy::Text { multiline, placeholder } => {
            let placeholder = placeholder.map(text::plain).unwrap_or_default();
            html! {
                p.entry {
                    label for={ "q" (at) ".text" } { @if question.sensitive { "The secret" } @else { "Your answer" } }
                    @if question.sensitive {
                        input id={ "q" (at) ".text" } name={ "q" (at) ".text" } type="password" autocomplete="off"
                            spellcheck="false" placeholder=(placeholder);
                    } @else if multiline {
                        textarea id={ "q" (at) ".text" } name={ "q" (at) ".text" } rows="4" placeholder=(placeholder) {
                            "\n" (value(ctx, at, question))
                        }
                    } @else {
                        input id={ "q" (at) ".text" } name={ "q" (at) ".text" } type="text" autocomplete="off"
                            placeholder=(placeholder) value=(value(ctx, at, question));
                    }
                }
                @if question.sensitive { p.hint { "It is masked, and isn't kept on this page: after a mistake, type it again." } }
            }
        }
    }
}

/// The text in the field of a number or a text; none of a secret.
fn value(ctx: &FieldCtx<'_>, at: usize, question: &Question) -> String {
    if question.sensitive {
        return String::new();
    }
    let given = ctx.filled.answers.entries.get(at).and_then(|entry| entry.answer.as_ref());
    let answer = given.and_then(Answer::typed).map(|text| text.raw().to_owned());
    let typed = typed(ctx, at, TypedIn::Edit).map(str::to_owned);
    typed.or(answer).unwrap_or_default()
}

fn typed<'a>(ctx: &FieldCtx<'a>, at: usize, place: TypedIn) -> Option<&'a str> {
    let found = ctx.filled.typed.iter().find(|typed| typed.question == at && typed.place == place);
    found.map(|typed| typed.text.raw())
}

fn list(ctx: &FieldCtx<'_>, at: usize, question: &Question, given: Option<&Entry>) -> Markup {
    let picks = given.and_then(|entry| entry.answer.as_ref()).map_or(&[][..], Answer::picks);
    let several = question.kind.is_several();
    let kind = if several { "checkbox" } else { "radio" };
    let optional = question.skippable || ctx.request.rules.complete == Complete::Any;
    let own = picks.iter().find_map(Pick::own_words).map(Untrusted::raw);
    let own = typed(ctx, at, TypedIn::Custom).or(own);
    let custom_picked = picks.iter().any(|pick| pick.own_words().is_some());
    let long = question.options.len() > ctx.rules.look.filter_over.max(UNFILTERED);
    let label = ctx.rules.custom.map_or("Type your own answer", |row| row.label);
    html! {
        input type="hidden" name={ "q" (at) ".shown" } value="1";
        @if several { p.hint { (sentence(&question.kind.described())) } }
        ul.options data-filter[long] {
            @for (number, option) in question.options.iter().enumerate() {
                li.option {
                    label {
                        input type=(kind) name={ "q" (at) } value=(number) checked[picks.contains(&Pick::Option(number))];
                        span.label { (label_of(question, option)) }
                    }
                    (about(ctx, PreviewOf::Option(at, number), question, option))
                }
            }
            @if question.custom {
                li.option.custom {
                    label {
                        input type=(kind) name={ "q" (at) } value=(CUSTOM) checked[custom_picked];
                        span.label.own { (label) }
                    }
                    @if let Some(row) = &question.custom_row { (about(ctx, PreviewOf::Custom(at), question, row)) }
                    textarea name={ "q" (at) ".custom" } rows="2" aria-label=(label) { "\n" (own.unwrap_or_default()) }
                }
            }
            @if optional && !several {
                li.option.open {
                    label {
                        input type="radio" name={ "q" (at) } value=(OPEN);
                        span.label.own { "No answer" }
                    }
                }
            }
        }
    }
}

fn label_of(question: &Question, option: &QuestionOption) -> Markup {
    html! {
        (text::told_line(question, &option.label))
        @if option.recommended { " " span.recommended { "recommended" } }
    }
}

fn about(ctx: &FieldCtx<'_>, of: PreviewOf, question: &Question, option: &QuestionOption) -> Markup {
    html! {
        @if let Some(description) = &option.description { p.description { (text::told(question, description)) } }
        @if let Some(preview) = &option.preview {
            details.shows open { summary { "Preview" } (preview::shown(ctx.base, of, question, preview)) }
        }
    }
}

/// The field that confirms a dangerous answer.
fn confirm(ctx: &FieldCtx<'_>, at: usize, question: &Question) -> Markup {
    let wanted = facts::confirm_text(ctx.request, question);
    let typed = ctx.filled.confirmed.get(at).and_then(|typed| typed.as_ref()).map(Untrusted::raw);
    html! {
        div.confirm {
            label for={ "q" (at) ".confirm" } {
                @match wanted {
                    Some(wanted) => { (facts::TYPE_EXACTLY) " " code { (text::line(wanted)) } }
                    None => (facts::TYPE_THE_NAME),
                }
            }
            input id={ "q" (at) ".confirm" } name={ "q" (at) ".confirm" } type="text" autocomplete="off"
                autocapitalize="off" spellcheck="false" value=(typed.unwrap_or_default());
        }
    }
}

/// The same words as a sentence.
pub(crate) fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
