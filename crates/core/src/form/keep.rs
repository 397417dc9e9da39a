//! Texts that outlive the form: it returns them as a draft, and restores them from one.
//!
//! - All typed text is in the draft until it is in an answer, except sensitive answers and confirmations of danger.
//! - A kept text returns to its row as a draft, never as an answer. A kept note is sent only once the person types in
//!   it.
//! - A text that Esc cleared is kept if the form ends without an answer.

use super::model::Model;
use super::state::Picked;
use crate::model::{Draft, Entry, Pick, Typed, TypedIn};
use crate::text::Editor;

/// All answers and typed texts, except those of sensitive questions.
pub(super) fn draft(model: &Model) -> Draft {
    let open = |i: &usize| !model.request.questions[*i].sensitive;
    let typed =
        (0..model.states.len()).filter(open).flat_map(|i| model.states[i].typed(i, model.done(i))).collect();
    let mut answers = model.answers();
    for (i, entry) in answers.entries.iter_mut().enumerate() {
        if !open(&i) {
            *entry = Entry::default();
        }
        // Each form needs its own confirmation of danger.
        entry.confirmed = None;
    }
    Draft { answers, typed, kept: None }
}

/// The draft of a form that ends without an answer. It also has texts that Esc cleared, unless newer text came.
/// Undo can't bring them back any more.
pub(super) fn last_draft(model: &Model) -> Draft {
    let mut draft = draft(model);
    for (question, state) in model.states.iter().enumerate() {
        let open = !model.request.questions[question].sensitive;
        let (custom, note) = &state.cleared;
        let places = [(TypedIn::Custom, custom, &state.custom), (TypedIn::Note, note, &state.note)];
        for (place, cleared, now) in places {
            if open && !cleared.is_empty() && now.is_blank() {
                draft.typed.retain(|t| (t.question, t.place) != (question, place));
                draft.typed.push(Typed { question, place, text: cleared.as_str().into() });
            }
        }
    }
    draft
}

/// Puts another surface's text into its row, as a draft; undo brings the earlier one back.
pub(super) fn take_text(model: &mut Model, typed: &Typed) {
    let Some(state) = model.states.get_mut(typed.question) else { return };
    let text = typed.text.raw();
    match typed.place {
        TypedIn::Custom => {
            state.picks.retain(|pick| *pick != Picked::Custom);
            state.custom.set_text(text);
        }
        TypedIn::Note => {
            state.note.set_text(text);
            text.clone_into(&mut state.saved_note);
        }
        TypedIn::Edit => {
            state.committed = None;
            state.edit.set_text(text);
        }
    }
    state.confirmed = None;
    state.kept = None;
}

/// Puts kept texts back into their rows.
pub(super) fn restore(model: &mut Model, draft: Draft) {
    let Draft { answers, typed, kept } = draft;
    for (state, entry) in model.states.iter_mut().zip(answers.entries) {
        let mut any = false;
        if let Some(answer) = entry.answer {
            for own in answer.picks().iter().filter_map(Pick::own_words) {
                state.custom = Editor::new(own.raw());
                any = true;
            }
            if let Some(text) = answer.typed() {
                state.edit = Editor::new(text.raw());
                any = true;
            }
        }
        if let Some(note) = entry.note {
            state.restore_note(note.raw());
            any = true;
        }
        if any {
            state.kept.clone_from(&kept);
        }
    }
    for t in typed {
        let Some(state) = model.states.get_mut(t.question) else { continue };
        match t.place {
            TypedIn::Custom => state.custom = Editor::new(t.text.raw()),
            TypedIn::Note => state.restore_note(t.text.raw()),
            TypedIn::Edit => state.edit = Editor::new(t.text.raw()),
        }
        state.kept.clone_from(&kept);
    }
}
