//! The screen of a form.
//!
//! - Built anew for each frame, borrowed from the form; nothing long is copied.
//! - Page kinds are told apart here and nowhere else in the drawing.
//! - Words of asq's own are in this file, in `hints.rs` and in the rules.
//! - Rows stand in the order of the list, so a row's index is the index of its [`RowId`].

use super::help::help;
use super::hints::{footer, words};
use super::keymap::page_spot;
use super::machine::{Form, Mode, Notice, Overlay};
use super::screen::{Entry, Label, NotesRow, PreviewRef, Role, Row, Screen, Tab};
use super::state::{Picked, RowId};
use super::travel::ReviewRow;
use super::{CustomEntry, Notes, Numbers, Page, ReviewRows, Tabs};
use crate::model::{Answer, Kind, Pick, PreviewKind};
use crate::text::{Line, Shown, Span, Style, Tone};

/// Most rows of a custom text before it scrolls.
const CUSTOM_ROWS: usize = 5;
/// Most rows of a text that has the page to itself.
const EDIT_ROWS: usize = 12;

pub(super) fn screen(form: &Form) -> Screen<'_> {
    let page = form.page();
    let question = form.question();
    let mut screen = Screen {
        page,
        page_id: form.page_id,
        from: Some(&form.request.from).filter(|p| !p.is_empty()),
        warning: form.asks_secret.get(form.at).filter(|asks| **asks).map(|_| {
            Shown::own("This asks for a secret. Agents should not need one: give it only if you mean to.")
        }),
        tabs: tabs(form),
        title: None,
        question: question.map(|q| &q.text),
        description: question.and_then(|q| q.description.as_ref()),
        rows: Vec::new(),
        focus: None,
        preview: None,
        notes: None,
        filter: None,
        notice: notice(form),
        hints: footer(form),
        look: form.rules.look,
    };
    if form.overlay == Some(Overlay::Help) {
        screen.title = Some(Shown::own("Keys"));
        screen.question = None;
        screen.description = None;
        screen.rows = help(form, page_spot(form)).into_iter().map(remark).collect();
        return screen;
    }
    if form.overlay == Some(Overlay::Declining) {
        screen.title = Some(Shown::own("Why do you decline? A reason may help the agent."));
        screen.description = None;
        screen.rows = vec![own(
            Role::Edit,
            Label::Entry(Entry {
                placeholder: Shown::own("no reason"),
                active: true,
                max_rows: 1,
                ..entry(&form.reason)
            }),
        )];
        screen.focus = Some(0);
        return screen;
    }
    match page {
        Page::Choose | Page::Compare => list(form, page, &mut screen),
        Page::Edit | Page::Danger | Page::Notes => edit(form, page, &mut screen),
        Page::Review => review(form, &mut screen),
    }
    screen
}

/// The screen rows of the review page that take the focus, in order.
pub(super) fn review_focus_rows(form: &Form) -> Vec<usize> {
    let mut shown = screen(form).rows.into_iter().enumerate();
    form.review_rows()
        .iter()
        .filter_map(|wanted| {
            let role = match wanted {
                ReviewRow::Answer(i) => Role::Answer(*i),
                ReviewRow::Submit => Role::Submit,
                ReviewRow::Cancel => Role::CancelRow,
            };
            shown.find(|(_, r)| r.role == role).map(|(i, _)| i)
        })
        .collect()
}

fn tabs(form: &Form) -> Vec<Tab<'_>> {
    let single = form.request.is_single();
    let drawn = match form.rules.tabs {
        Tabs::Never => false,
        Tabs::Several => !single || form.review_follows(),
        Tabs::Always => true,
    };
    if !drawn {
        return Vec::new();
    }
    let on_commit =
        single && form.state().is_some_and(|s| s.focus == RowId::Commit && form.mode == Mode::Rows);
    let mut tabs: Vec<Tab<'_>> = form
        .request
        .questions
        .iter()
        .enumerate()
        .map(|(i, q)| Tab { header: Some(&q.header), active: i == form.at && !on_commit, done: form.done(i) })
        .collect();
    let one_many = single && form.is_many();
    if form.review_follows() || one_many {
        let done = (0..form.states.len()).all(|i| form.done(i));
        tabs.push(Tab { header: None, active: form.question().is_none() || on_commit, done });
    }
    tabs
}

fn list<'a>(form: &'a Form, page: Page, screen: &mut Screen<'a>) {
    let (Some(question), Some(state)) = (form.question(), form.state()) else { return };
    let many = form.is_many();
    let ids = form.row_ids();
    for id in &ids {
        let row = match id {
            RowId::Option(i) => {
                let Some(option) = question.options.get(*i) else { continue };
                let picked = state.holds(Picked::Option(*i));
                Row {
                    check: many.then_some(picked),
                    picked,
                    ticked: picked && !many,
                    imitates: form.imitates.get(form.at).and_then(|t| t.get(*i)).is_some_and(|b| *b),
                    description: option.description.as_ref().filter(|d| !d.is_blank()),
                    ..own(Role::Option(*i), Label::Theirs(&option.label))
                }
            }
            RowId::Custom => custom_row(form, many),
            RowId::Discuss => own(Role::Discuss, Label::Own(Shown::own(form.rules.discuss.unwrap_or("")))),
            RowId::Commit => Row {
                gap: form.rules.look.commit_gap,
                ..own(Role::Commit, Label::Own(commit_label(form, state.picks.len())))
            },
        };
        let numbered = !many || form.rules.look.numbers == Numbers::All;
        screen.rows.push(Row { number: form.number_of(*id).filter(|_| numbered), ..row });
    }
    screen.focus = ids.iter().position(|r| *r == state.focus);
    if form.mode == Mode::Filter {
        screen.filter = Some(Entry {
            placeholder: Shown::own("type to filter"),
            prefix: Some(Shown::own("/")),
            active: true,
            max_rows: 1,
            ..entry(&state.filter)
        });
    }
    if page == Page::Compare {
        let preview = match state.focus {
            RowId::Option(i) => question.options.get(i).and_then(|o| o.preview.as_ref()),
            RowId::Custom | RowId::Discuss | RowId::Commit => None,
        };
        screen.preview = Some(PreviewRef {
            kind: preview.map_or(PreviewKind::Text, |p| p.kind),
            source: preview.map(|p| &p.source),
        });
        if form.rules.notes == Notes::Compare {
            let active = form.mode == Mode::Notes;
            let idle = if state.note.text().is_empty() && !active {
                words(&format!("press {} to add notes", notes_key(form)))
            } else {
                Shown::own("Add notes on this design...")
            };
            screen.notes = Some(NotesRow {
                label: Shown::own("Notes: "),
                entry: Entry {
                    placeholder: idle,
                    active,
                    kept: state.kept.as_ref().filter(|_| !state.note.text().is_empty()).map(kept),
                    ..entry(&state.note)
                },
            });
        }
    }
}

fn notes_key(form: &Form) -> String {
    let keys = super::keymap::keys_for(form, super::keymap::Spot::CompareOption, super::Act::Notes);
    keys.first().map(|k| super::hints::label(*k)).unwrap_or_default()
}

fn custom_row(form: &Form, many: bool) -> Row<'_> {
    let (Some(custom), Some(state)) = (form.rules.custom, form.state()) else {
        return own(Role::Custom, Label::Own(Shown::own("")));
    };
    let picked = state.holds(Picked::Custom);
    let active = form.in_custom();
    let idle = state.custom.text().is_empty() && !active;
    let kept = state.kept.as_ref().filter(|_| !state.custom.text().is_empty()).map(kept);
    let label = match custom.entry {
        CustomEntry::Opens if idle => Label::Own(Shown::own(custom.label)),
        CustomEntry::Opens => Label::Entry(Entry {
            prefix: Some(words(&format!("{} ", custom.label))),
            placeholder: Shown::own(custom.placeholder),
            active,
            kept,
            ..entry(&state.custom)
        }),
        CustomEntry::Focus => Label::Entry(Entry {
            placeholder: Shown::own(custom.label),
            active,
            kept,
            ..entry(&state.custom)
        }),
    };
    let theirs = form.question().and_then(|q| q.custom_row.as_ref());
    Row {
        check: many.then_some(picked),
        picked,
        ticked: picked && !many,
        description: theirs.and_then(|o| o.description.as_ref()).filter(|d| !d.is_blank()),
        ..own(Role::Custom, label)
    }
}

fn commit_label(form: &Form, picked: usize) -> Shown {
    words(&form.rules.many.label.replace("{n}", &picked.to_string()))
}

fn edit<'a>(form: &'a Form, page: Page, screen: &mut Screen<'a>) {
    let (Some(question), Some(state)) = (form.question(), form.state()) else { return };
    let (editor, placeholder) = match page {
        Page::Notes => (&state.note, Shown::own("Type a note")),
        Page::Danger => (&state.danger, Shown::own("Type to confirm")),
        Page::Edit | Page::Choose | Page::Compare | Page::Review => (
            &state.edit,
            match &question.kind {
                Kind::Text { placeholder: Some(p), .. } => Shown::one_line(p),
                Kind::Number { .. } => Shown::own("Type a number"),
                Kind::Text { placeholder: None, .. } | Kind::One | Kind::Many { .. } => {
                    Shown::own("Type your answer")
                }
            },
        ),
    };
    screen.rows = vec![own(
        Role::Edit,
        Label::Entry(Entry {
            placeholder,
            active: true,
            max_rows: EDIT_ROWS,
            masked: question.sensitive,
            kept: state.kept.as_ref().filter(|_| !editor.text().is_empty()).map(kept),
            ..entry(editor)
        }),
    )];
    screen.focus = Some(0);
}

fn review<'a>(form: &'a Form, screen: &mut Screen<'a>) {
    let rules = &form.rules.review;
    screen.title = Some(Shown::own(rules.title));
    let answers = form.answers();
    for (i, entry) in answers.entries.iter().enumerate() {
        screen.rows.push(own(Role::Answer(i), Label::Pair(answer_line(form, i, entry.answer.as_ref()))));
        if let Some(note) = &entry.note {
            screen.rows.push(remark(Line::new(vec![
                Span::own("  note: ", Tone::Dim),
                Span::new(Shown::clipped(note, 400), Style::of(Tone::Plain)),
            ])));
        }
    }
    let open = answers.open();
    if !open.is_empty() {
        let names: Vec<Shown> =
            open.iter().map(|i| Shown::clipped(&form.request.questions[*i].header, 40)).collect();
        let mut line = Line::from(Span::own("You have not answered all questions", Tone::Warn));
        line.push(Span::new(words(&format!(": {}", joined(&names))), Style::of(Tone::Warn)));
        screen.rows.push(Row { gap: true, ..remark(line) });
    }
    screen.rows.push(Row { gap: true, ..own(Role::Submit, Label::Own(Shown::own(rules.submit))) });
    if rules.rows == ReviewRows::SubmitAndCancel {
        screen.rows.push(own(Role::CancelRow, Label::Own(Shown::own(rules.cancel))));
    }
    let focus = form.review_row().map(|r| match r {
        ReviewRow::Answer(i) => Role::Answer(i),
        ReviewRow::Submit => Role::Submit,
        ReviewRow::Cancel => Role::CancelRow,
    });
    screen.focus = screen.rows.iter().position(|r| Some(r.role) == focus);
}

/// `Header: Label, own words` for one question.
fn answer_line(form: &Form, i: usize, answer: Option<&Answer>) -> Line {
    let question = &form.request.questions[i];
    let mut line = Line::new(vec![
        Span::new(Shown::clipped(&question.header, 60), Style::of(Tone::Dim)),
        Span::own(": ", Tone::Dim),
    ]);
    let accent = Style::of(Tone::Accent);
    match answer {
        None if form.states[i].typed(i).is_empty() => line.push(Span::own("(not answered)", Tone::Warn)),
        None => line.push(Span::own("(typed, not chosen)", Tone::Warn)),
        Some(Answer::Picks(picks)) => {
            for (n, pick) in picks.iter().enumerate() {
                if n > 0 {
                    line.push(Span::own(", ", Tone::Dim));
                }
                match pick {
                    Pick::Option(o) => {
                        line.push(Span::new(Shown::clipped(&question.options[*o].label, 200), accent));
                    }
                    Pick::Custom(text) => {
                        line.push(Span::new(Shown::clipped(text, 400), accent));
                        line.push(Span::own(" (own words)", Tone::Dim));
                    }
                }
            }
        }
        Some(Answer::Number(n)) => line.push(Span::new(words(&n.to_string()), accent)),
        Some(Answer::Text(_)) if question.sensitive => line.push(Span::own("••••••", Tone::Accent)),
        Some(Answer::Text(text)) => line.push(Span::new(Shown::clipped(text, 400), accent)),
    }
    line
}

fn notice(form: &Form) -> Option<Line> {
    let warn = |text: String| Some(Line::of(words(&text), Style::of(Tone::Warn)));
    if form.overlay == Some(Overlay::Asking) {
        return warn(match form.answers().entries.iter().filter(|e| e.answer.is_some()).count() {
            // Typed text is no answer: it is kept, and comes back when the same is asked again.
            0 => "Cancel? What you typed is kept as a draft. Enter/y · Esc back".to_owned(),
            1 => "Cancel and drop 1 answer? Enter/y · Esc back".to_owned(),
            n => format!("Cancel and drop {n} answers? Enter/y · Esc back"),
        });
    }
    let range = |form: &Form| match form.question().map(|q| &q.kind) {
        Some(Kind::Number { min, max, .. }) => match (min, max) {
            (Some(a), Some(b)) => format!("from {a} to {b}"),
            (Some(a), None) => format!("{a} or more"),
            (None, Some(b)) => format!("{b} or less"),
            (None, None) => "that is finite".to_owned(),
        },
        Some(Kind::One | Kind::Many { .. } | Kind::Text { .. }) | None => String::new(),
    };
    match form.notice.as_ref()? {
        Notice::EmptyText => warn("Type an answer, or press Esc to go back".to_owned()),
        Notice::NothingPicked => warn("Pick at least one".to_owned()),
        Notice::TooFew(n) => warn(format!("Pick at least {n}")),
        Notice::TooMany(n) => warn(format!("Pick at most {n}")),
        Notice::Unanswered(open) => {
            let names: Vec<Shown> =
                open.iter().map(|i| Shown::clipped(&form.request.questions[*i].header, 40)).collect();
            let first = names.first().cloned().unwrap_or_default();
            warn(format!("Not answered yet: {}. Enter goes to {first}", joined(&names)))
        }
        Notice::Secret => {
            warn("This looks like a secret. Enter again sends it; the agent will read it".to_owned())
        }
        Notice::TooLong => warn("An answer holds at most 1 MiB: the rest was left out".to_owned()),
        Notice::NotANumber => warn(format!("Type a number {}", range(form))),
        Notice::OutOfRange => warn(format!("The number has to be {}", range(form))),
        Notice::WrongConfirmation => warn("Type the text exactly to confirm".to_owned()),
        Notice::NoText => warn("Nothing here takes text".to_owned()),
        Notice::EditFailed(why) => warn(format!("Your text is as it was: {why}")),
        Notice::Saved => Some(Line::from(Span::own("saved", Tone::Good))),
    }
}

fn joined(names: &[Shown]) -> String {
    names.iter().map(Shown::as_str).collect::<Vec<_>>().join(", ")
}

fn kept(when: &Shown) -> Shown {
    words(&format!("kept from {when} · Ctrl+U clears"))
}

fn entry(editor: &crate::text::Editor) -> Entry<'_> {
    Entry {
        prefix: None,
        placeholder: Shown::default(),
        editor,
        active: false,
        kept: None,
        max_rows: CUSTOM_ROWS,
        masked: false,
    }
}

fn own(role: Role, label: Label<'_>) -> Row<'_> {
    Row {
        role,
        number: None,
        check: None,
        picked: false,
        ticked: false,
        imitates: false,
        label,
        description: None,
        gap: false,
    }
}

fn remark<'a>(line: Line) -> Row<'a> {
    own(Role::Remark, Label::Pair(line))
}
