//! Pages with a single text entry: a number, a text, a note, a confirmation.
//!
//! - A number has its unit after the text and its range below it.
//! - A danger page names what the person confirms; an exact text has rows that foreign text can't imitate.
//! - The notes page shows only the note; the other pages mention it below the entry.

use super::parts::{entry, kept_note, kept_since, note_mark, own, remark};
use super::review::answer_line;
use crate::facts;
use crate::form::hints::{composed, key_of};
use crate::form::model::Model;
use crate::form::screen::{Label, Role, Row, Screen, TextEntry};
use crate::form::{Act, Page};
use crate::model::{DangerRule, Question};
use crate::text::{Editor, Line, Shown, Span, Style, Tone};

/// The most rows of a text with its own page.
const EDIT_ROWS: usize = 12;

pub(super) fn edit<'a>(model: &'a Model, page: Page, screen: &mut Screen<'a>) {
    let (Some(question), Some(state)) = (model.question(), model.state()) else { return };
    let typed = |editor: &'a Editor, placeholder| TextEntry {
        placeholder,
        active: true,
        max_rows: EDIT_ROWS,
        kept: state.kept.as_ref().filter(|_| !editor.text().is_empty()).map(kept_since),
        ..entry(editor)
    };
    let entry = match page {
        Page::Notes => TextEntry { kept: kept_note(state), ..typed(&state.note, Shown::own("Type a note")) },
        Page::Danger => {
            screen.rows = before_danger(model, question);
            TextEntry { max_rows: 1, kept: None, ..typed(&state.danger, Shown::own("Type to confirm")) }
        }
        Page::Edit | Page::Choose | Page::Compare | Page::Review => TextEntry {
            masked: question.sensitive,
            suffix: unit(question),
            ..typed(&state.edit, question.kind.placeholder())
        },
    };
    screen.focus = Some(screen.rows.len());
    screen.rows.push(own(Role::Edit, Label::Entry(entry)));
    if page == Page::Edit {
        screen.rows.extend(range(question));
    }
    if page != Page::Notes && model.rules.notes.have_a_page() {
        screen.rows.extend(note_mark(state));
    }
}

fn unit(question: &Question) -> Option<Shown> {
    question.kind.unit().map(|unit| Shown::clipped(unit, 40))
}

/// Such as `1–100, step 5`.
fn range<'a>(question: &Question) -> Option<Row<'a>> {
    question.kind.remark().map(|text| remark(Line::of(composed(&text), Style::of(Tone::Dim))))
}

/// The rows above the entry of a danger page: the answer to confirm, and the text to type.
fn before_danger<'a>(model: &'a Model, question: &'a Question) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let label = |option: usize| question.options.get(option).map(|_| question.label_line(option));
    let answer = |said: String, answer: Shown| {
        let mut line = Line::of(composed(&said), Style::of(Tone::Dim));
        line.push(Span::new(answer, Style::of(Tone::Accent)));
        remark(line)
    };
    if model.danger_direct(model.position.at) {
        let no = key_of(model, Act::Decline);
        rows.extend(label(0).map(|yes| answer("If you confirm, the answer is: ".to_owned(), yes)));
        rows.extend(label(1).filter(|_| !no.is_empty()).map(|l| answer(format!("{no} answers: "), l)));
    } else if let Some(state) = model.state() {
        let rules = model.request.rules;
        let given = state.entry(rules.order, false).answer;
        let mut line = Line::from(Span::own("Your answer: ", Tone::Dim));
        line.spans.extend(answer_line(model, model.position.at, given.as_ref()).spans.into_iter().skip(2));
        rows.push(remark(line));
    }
    let plain = Style::default().bold();
    match (model.request.rules.danger, question.danger.as_ref().and_then(|d| d.confirm_text.as_ref())) {
        (DangerRule::ExactText, Some(text)) => {
            rows.push(Row { gap: true, ..own(Role::Remark, Label::Exact(text)) });
        }
        (DangerRule::ExactText | DangerRule::AnyText | DangerRule::Unknown, _) => {
            let prompt = Shown::own(facts::TYPE_THE_NAME);
            rows.push(Row { gap: true, ..remark(Line::of(prompt, plain)) });
        }
    }
    rows
}
