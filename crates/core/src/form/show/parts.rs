//! The parts of pages: rows, entries, and the words below them.

use crate::form::hints::composed;
use crate::form::screen::{Label, Role, Row, Screen, TextEntry};
use crate::form::state::QuestionState;
use crate::text::{Editor, Line, Shown, Span, Style, Tone, Untrusted};

/// The most rows of a custom text before it scrolls.
const CUSTOM_ROWS: usize = 5;

/// Covers the page with asq's own title and rows in place of the question's.
pub(super) fn cover<'a>(screen: &mut Screen<'a>, title: &'static str, rows: Vec<Row<'a>>) {
    // It is a new page, with its own scroll position.
    screen.page_id = !screen.page_id;
    screen.title = Some(Shown::own(title));
    screen.question = None;
    screen.description = None;
    screen.context = None;
    screen.note_of = None;
    screen.rows = rows;
}

/// The beginning of a note from the notes page, for its question's page.
pub(super) fn note_mark<'a>(state: &QuestionState) -> Option<Row<'a>> {
    let note = state.note.text();
    let near = Untrusted::from(&note[..note.floor_char_boundary(2000)]);
    (!state.note.is_blank()).then(|| {
        let mut line = Line::new(vec![
            Span::own("note: ", Tone::Dim),
            Span::new(Shown::clipped(&near, 200), Style::of(Tone::Dim)),
        ]);
        if let Some(kept) = kept_note(state) {
            let kept = Shown::joined([&Shown::own(" ("), &kept, &Shown::own(")")]);
            line.push(Span::new(kept, Style::of(Tone::Dim)));
        }
        Row { gap: true, ..remark(line) }
    })
}

/// The label of a kept note that nobody has taken up in this form.
pub(super) fn kept_note(state: &QuestionState) -> Option<Shown> {
    let unsent = !state.note_typed && !state.note.text().is_empty();
    let kept = unsent.then_some(state.kept.as_ref());
    kept.map(|when| when.map_or_else(|| Shown::own("not sent until you type in it"), kept_since))
}

pub(super) fn joined(names: &[Shown]) -> String {
    names.iter().map(Shown::as_str).collect::<Vec<_>>().join(", ")
}

pub(super) fn kept_since(when: &Shown) -> Shown {
    composed(&format!("kept from {when} · Ctrl+U clears"))
}

pub(super) fn entry(editor: &Editor) -> TextEntry<'_> {
    TextEntry {
        prefix: None,
        suffix: None,
        placeholder: Shown::default(),
        editor,
        active: false,
        kept: None,
        max_rows: CUSTOM_ROWS,
        masked: false,
    }
}

pub(super) fn own(role: Role, label: Label<'_>) -> Row<'_> {
    Row {
        role,
        number: None,
        check: None,
        picked: false,
        ticked: false,
        recommended: false,
        lookalike: false,
        label,
        description: None,
        fold: None,
        gap: false,
    }
}

pub(super) fn remark<'a>(line: Line) -> Row<'a> {
    own(Role::Remark, Label::Pair(line))
}
