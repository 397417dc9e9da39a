//! Describes a request in words, for `asq check` and `asq show`.
//!
//! - Shows every question with its header, its text, the kind of answer and the options.
//! - Names the rows that the form adds: the custom answer and the discussion.
//! - Shows values that differ from labels, previews by kind and length, and dangers by their text.
//! - Says what had to be typed to confirm a danger, by the settings at the time; what was typed is in the ending.
//! - Escapes foreign text, and indents every line of it below a line of asq's own.

use asq_core::form::FormRules;
use asq_core::kind::{AnswerShape, AnsweredBy};
use asq_core::model::{
    Answer, Danger, DangerRule, Pick, Preview, PreviewKind, Question, QuestionOption, Request,
};
use asq_core::text::{Shown, Untrusted};
use std::fmt::Write;

/// The request, with the names that these rules give to the form's own rows.
pub(crate) fn request(request: &Request, rules: &FormRules) -> String {
    let mut text = String::new();
    let count = request.questions.len();
    for (index, question) in request.questions.iter().enumerate() {
        let _ = writeln!(text, "\nquestion {} of {count}: {}", index + 1, Shown::one_line(&question.header));
        let discuss = rules.discuss.filter(|_| request.rules.discuss && question.kind.is_list());
        describe(&mut text, request, question, rules, discuss);
    }
    if let Some(expiry) = &request.expiry {
        let _ = writeln!(text, "\nwithout an answer it closes after {} s", seconds(expiry.after_ms));
        if let Some(means) = &expiry.means {
            indented(&mut text, "  ", means);
        }
    }
    text
}

fn seconds(ms: u64) -> String {
    match (ms / 1000, ms % 1000) {
        (whole, 0) => whole.to_string(),
        (whole, rest) => format!("{whole}.{rest:03}"),
    }
}

fn describe(
    text: &mut String,
    request: &Request,
    question: &Question,
    rules: &FormRules,
    discuss: Option<&str>,
) {
    indented(text, "  ", &question.text);
    if let Some(description) = &question.description {
        indented(text, "  ", description);
    }
    if let Some(context) = &question.context {
        let _ = writeln!(text, "  [context: {}]", size(context));
    }
    let _ = writeln!(text, "  [{}]", question.kind.described());
    if let AnsweredBy::Text { placeholder: Some(placeholder), .. } = question.kind.answered_by() {
        let _ = writeln!(text, "  [while it is empty: {}]", Shown::one_line(placeholder));
    }
    for (index, option) in question.options.iter().enumerate() {
        describe_option(text, index + 1, option);
    }
    if let (true, Some(custom)) = (question.custom, &rules.custom) {
        let _ = writeln!(text, "  {}. {} [own words]", question.options.len() + 1, custom.label);
        if let Some(theirs) = &question.custom_row {
            details(text, theirs);
        }
    }
    if let Some(discuss) = discuss {
        let own = usize::from(question.custom && rules.custom.is_some());
        let _ = writeln!(text, "  {}. {discuss} [no answer: talk first]", question.options.len() + own + 1);
    }
    if let Some(danger) = &question.danger {
        let _ = writeln!(text, "  [dangerous{}]", how_confirmed(request, danger));
    }
    if let Some(default) = &question.default {
        let _ = writeln!(text, "  [starts at {}]", initial_answer(default, question));
    }
    if question.skippable {
        text.push_str("  [may stay open]\n");
    }
    if question.sensitive {
        text.push_str("  [what is typed is masked and never kept]\n");
    }
}

fn describe_option(text: &mut String, number: usize, option: &QuestionOption) {
    let _ = write!(text, "  {number}. {}", Shown::one_line(&option.label));
    if option.value != option.label {
        let _ = write!(text, " (value: {})", Shown::one_line(&option.value));
    }
    if option.recommended {
        text.push_str(" [recommended]");
    }
    text.push('\n');
    details(text, option);
}

/// Description and preview of an option.
fn details(text: &mut String, option: &QuestionOption) {
    if let Some(description) = &option.description {
        indented(text, "     ", description);
    }
    if let Some(preview) = &option.preview {
        let _ = writeln!(text, "     [preview: {}]", size(preview));
    }
}

/// The kind of a preview, and its length.
fn size(preview: &Preview) -> String {
    let lines = preview.source.raw().lines().count();
    let plural = if lines == 1 { "" } else { "s" };
    format!("{}, {lines} line{plural}", kind_of(preview))
}

/// The form's initial answer, in words.
fn initial_answer(default: &Answer, question: &Question) -> String {
    match default.shape() {
        AnswerShape::Value(value) => value.to_owned(),
        AnswerShape::Text(text) => Shown::one_line(text).to_string(),
        AnswerShape::Picks(picks) => {
            let label = |pick: &Pick| match pick {
                Pick::Option(index) => match question.options.get(*index) {
                    Some(option) => Shown::one_line(&option.label).to_string(),
                    None => format!("option {}", index + 1),
                },
                Pick::Custom(text) => Shown::one_line(text).to_string(),
            };
            picks.iter().map(label).collect::<Vec<_>>().join(", ")
        }
    }
}

fn kind_of(preview: &Preview) -> String {
    let name = preview.kind.name();
    match preview.kind {
        PreviewKind::CodeIn(language) => format!("{name} in {}", language.name()),
        PreviewKind::Markdown
        | PreviewKind::Code
        | PreviewKind::Text
        | PreviewKind::Mermaid
        | PreviewKind::Svg
        | PreviewKind::Html => name.to_owned(),
    }
}

/// How to confirm an answer to a dangerous question, by the settings that it was asked under.
fn how_confirmed(request: &Request, danger: &Danger) -> String {
    let exact = match request.rules.danger {
        DangerRule::Unknown => return String::new(),
        DangerRule::AnyText => None,
        DangerRule::ExactText => danger.confirm_text.as_ref(),
    };
    if !request.prefs.danger_check {
        return ": the asker's settings ask for no confirmation".to_owned();
    }
    let what = exact.map_or_else(String::new, |exact| format!(" {}", Shown::one_line(exact)));
    format!(": confirmed by typing{what}")
}

fn indented(text: &mut String, indent: &str, foreign: &Untrusted) {
    for line in Shown::lines(foreign) {
        let _ = writeln!(text, "{indent}{line}");
    }
}
