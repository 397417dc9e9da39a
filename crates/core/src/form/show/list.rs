//! The rows of a list: options, custom row, discuss row, commit row.
//!
//! - Rows are in the order of the list, so a row's index is the index of its [`RowId`]; remarks come after.
//! - An empty line separates the options from asq's own rows, if there is room.
//! - A preview below an option is folded until a key opens it; the fold names the key.
//! - A line below the list shows a note from the notes page.

use super::parts::{entry, kept_note, kept_since, note_mark, own};
use crate::form::binding::Spot;
use crate::form::hints::{composed, label};
use crate::form::keymap::{key_for, page_spot};
use crate::form::model::{FormMode, Model};
use crate::form::screen::{Fold, Label, NotesRow, PreviewRef, Role, Row, Screen, TextEntry};
use crate::form::state::{Picked, RowId};
use crate::form::{Act, CustomEntry, Notes, Numbers, Page};
use crate::model::PreviewKind;
use crate::text::Shown;

pub(super) fn list<'a>(model: &'a Model, page: Page, screen: &mut Screen<'a>) {
    let (Some(question), Some(state)) = (model.question(), model.state()) else { return };
    let many = model.is_many();
    let ids = model.row_ids();
    for id in &ids {
        let row = match id {
            RowId::Option(i) => {
                let Some(option) = question.options.get(*i) else { continue };
                let picked = state.holds(Picked::Option(*i));
                Row {
                    check: many.then_some(picked),
                    picked,
                    ticked: picked && !many,
                    recommended: option.recommended,
                    fold: fold(model, *id),
                    lookalike: model
                        .lookalikes
                        .get(model.position.at)
                        .and_then(|t| t.get(*i))
                        .is_some_and(|b| *b),
                    description: option.description.as_ref().filter(|d| !d.is_blank()),
                    ..own(Role::Option(*i), Label::Theirs(&option.label))
                }
            }
            RowId::Custom => custom_row(model, many),
            RowId::Discuss => own(Role::Discuss, Label::Own(Shown::own(model.rules.discuss.unwrap_or("")))),
            RowId::Commit => Row {
                gap: model.rules.look.commit_gap,
                ..own(Role::Commit, Label::Own(commit_label(model, state.picks.len())))
            },
        };
        let numbered = !many || model.rules.look.numbers == Numbers::All;
        // asq's own rows are set apart from the agent's options.
        let after_option = screen.rows.last().is_some_and(|row| matches!(row.role, Role::Option(_)));
        let apart = after_option && matches!(row.role, Role::Custom | Role::Discuss);
        screen.rows.push(Row {
            gap: row.gap || apart,
            number: model.number_of(*id).filter(|_| numbered),
            ..row
        });
    }
    screen.focus = ids.iter().position(|r| *r == state.focus);
    if model.position.mode == FormMode::Filter {
        screen.filter = Some(TextEntry {
            placeholder: Shown::own("type to filter"),
            prefix: Some(Shown::own("/")),
            active: true,
            max_rows: 1,
            ..entry(&state.filter)
        });
    }
    if model.rules.notes.have_a_page() {
        screen.rows.extend(note_mark(state));
    }
    if page == Page::Compare {
        let preview = match state.focus {
            RowId::Option(i) if screen.focus.is_some() => {
                question.options.get(i).and_then(|o| o.preview.as_ref())
            }
            RowId::Option(_) | RowId::Custom | RowId::Discuss | RowId::Commit => None,
        };
        screen.preview = Some(PreviewRef {
            kind: preview.map_or(PreviewKind::Text, |p| p.kind),
            source: preview.map(|p| &p.source),
        });
        if model.rules.notes == Notes::Compare {
            let active = model.position.mode == FormMode::Notes;
            let idle = if state.note.text().is_empty() && !active {
                composed(&format!("press {} to add notes", notes_key(model)))
            } else {
                Shown::own("Add notes on this design...")
            };
            screen.notes = Some(NotesRow {
                label: Shown::own("Notes: "),
                entry: TextEntry { placeholder: idle, active, kept: kept_note(state), ..entry(&state.note) },
            });
        }
    }
}

fn notes_key(model: &Model) -> String {
    key_for(model, Spot::CompareOption, Act::Notes).map(label).unwrap_or_default()
}

fn custom_row(model: &Model, many: bool) -> Row<'_> {
    let (Some(custom), Some(state)) = (model.rules.custom, model.state()) else {
        return own(Role::Custom, Label::Own(Shown::own("")));
    };
    let picked = state.holds(Picked::Custom);
    let active = model.in_custom();
    let idle = state.custom.text().is_empty() && !active;
    let kept = state.kept.as_ref().filter(|_| !state.custom.text().is_empty()).map(kept_since);
    let masked = model.question().is_some_and(|q| q.sensitive);
    let label = match custom.entry {
        CustomEntry::Opens if idle => Label::Own(Shown::own(custom.label)),
        CustomEntry::Opens => Label::Entry(TextEntry {
            prefix: Some(composed(&format!("{} ", custom.label))),
            placeholder: Shown::own(custom.placeholder),
            active,
            kept,
            masked,
            ..entry(&state.custom)
        }),
        CustomEntry::Focus => Label::Entry(TextEntry {
            placeholder: Shown::own(custom.label),
            active,
            kept,
            masked,
            ..entry(&state.custom)
        }),
    };
    let theirs = model.question().and_then(|q| q.custom_row.as_ref());
    Row {
        check: many.then_some(picked),
        picked,
        ticked: picked && !many,
        fold: fold(model, RowId::Custom),
        description: theirs.and_then(|o| o.description.as_ref()).filter(|d| !d.is_blank()),
        ..own(Role::Custom, label)
    }
}

fn commit_label(model: &Model, picked: usize) -> Shown {
    let label = model.rules.many.label.replace("{n}", &picked.to_string());
    let counted = model.question().and_then(|q| {
        let (min, max) = q.kind.several()?;
        picked_of(picked, min, (max < q.options.len() || min == max).then_some(max))
    });
    composed(&label.replace("{picked}", &counted.unwrap_or_else(|| format!("{picked} picked"))))
}

/// How many are picked of how many that may be: `2 of at most 3`. `None` without a bound that matters.
pub fn picked_of(picked: usize, min: usize, max: Option<usize>) -> Option<String> {
    match max {
        Some(max) if min == max => Some(format!("{picked} of {max}")),
        Some(max) if min > 1 => Some(format!("{picked} of {min} to {max}")),
        Some(max) => Some(format!("{picked} of at most {max}")),
        None if min > 1 => Some(format!("{picked} of at least {min}")),
        None => None,
    }
}

/// The preview below a row.
fn fold(model: &Model, row: RowId) -> Option<Fold<'_>> {
    let preview = model.preview_below(row)?;
    let state = model.state()?;
    let key = |act| key_for(model, page_spot(model), act).map(label).unwrap_or_default();
    let name = preview.kind.name();
    let open = state.unfolded.contains(&row);
    let hint = match key(Act::Expand) {
        keys if keys.is_empty() => composed(&format!("[{name}]")),
        keys => composed(&format!("[{name}] (press {keys} to expand)")),
    };
    Some(Fold {
        name: Shown::own(name),
        hint,
        kind: preview.kind,
        source: &preview.source,
        open,
        raw: state.sources.contains(&row),
    })
}
