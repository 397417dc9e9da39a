//! What outlives the form: it returns it as a draft, and restores it from one.
//!
//! - All picks and typed texts are in the draft until they are in an answer, except sensitive answers and
//!   confirmations of danger.
//! - A kept answer comes back with its ticks, but is never sent before the person has seen it. Of a dangerous question
//!   only the focus comes back.
//! - A script's form starts without the answers of an earlier run, and its lists with their own defaults. Texts come
//!   back, but aren't answers yet.
//! - A kept text returns to its row. A kept note is sent only once the person types in it.
//! - What doesn't fit the request is dropped, except texts.
//! - A text that Esc cleared is kept if the form ends without an answer.

use super::Page;
use super::model::Model;
use super::state::{Picked, QuestionState, RowId};
use crate::kind::Offer;
use crate::model::{Answer, Answers, Draft, Entry, Order, Pick, Question, Request, Typed, TypedIn};
use crate::text::Editor;

/// All answers, ticks and typed texts, except those of sensitive questions.
pub(super) fn draft(model: &Model) -> Draft {
    let rules = model.request.rules;
    let kept = |i: usize| {
        let (state, question) = (&model.states[i], &model.request.questions[i]);
        // Too few ticks aren't an answer, but the person made them.
        let begun = question.kind.is_list() && question.danger.is_none() && state.answered();
        (model.done(i) || begun).then(|| state.entry(rules.order, rules.notes))
    };
    of(model, kept)
}

/// The draft that goes to the asker with an ending: without what the person hasn't seen in this form.
fn seen_draft(model: &Model) -> Draft {
    let rules = model.request.rules;
    let sent = |i: usize| {
        let state = &model.states[i];
        (model.done(i) && !state.restored).then(|| state.entry(rules.order, rules.notes))
    };
    of(model, sent)
}

/// A draft with these answers, and with all texts that are in none of them.
fn of(model: &Model, answered: impl Fn(usize) -> Option<Entry>) -> Draft {
    let rules = model.request.rules;
    let mut answers = Answers::none(model.states.len());
    let mut typed = Vec::new();
    for (i, state) in model.states.iter().enumerate() {
        if model.request.questions[i].sensitive {
            continue;
        }
        let entry = answered(i);
        typed.extend(state.typed(i, entry.is_some()));
        let open = || Entry { note: state.entry(rules.order, rules.notes).note, ..Entry::default() };
        // Each form needs its own confirmation of danger.
        answers.entries[i] = Entry { confirmed: None, ..entry.unwrap_or_else(open) };
    }
    Draft { answers, typed, kept: None }
}

/// The draft of a form that ends without an answer. It also has texts that Esc cleared, unless newer text came.
/// Undo can't bring them back any more.
pub(super) fn last_draft(model: &Model) -> Draft {
    with_cleared(model, draft(model))
}

/// The same for the asker: without what the person hasn't seen in this form.
pub(super) fn ended_draft(model: &Model) -> Draft {
    with_cleared(model, seen_draft(model))
}

fn with_cleared(model: &Model, mut draft: Draft) -> Draft {
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

/// Takes another surface's answer to a question. Texts stay: an answer in own words counts only with the same words.
pub(super) fn take_answer(model: &mut Model, question: usize, answer: Option<&Answer>) {
    let (request, states) = (&model.request, &mut model.states);
    let (Some(asked), Some(state)) = (request.questions.get(question), states.get_mut(question)) else {
        return;
    };
    if asked.sensitive || asked.danger.is_some() {
        return;
    }
    state.picks.clear();
    state.committed = None;
    state.confirmed = None;
    state.untouched = false;
    state.restored = false;
    if let Some(answer) = answer {
        hold(state, request, asked, answer);
    }
}

/// Notes that the current page was on the screen.
pub(super) fn looked_at(model: &mut Model) {
    if model.position.overlay.is_some() {
        return;
    }
    match model.page() {
        Page::Choose | Page::Compare | Page::Edit => {
            if let Some(state) = model.state_mut() {
                state.restored = false;
            }
        }
        // A confirmation is never restored, and of a review all lines must have been in sight.
        Page::Danger | Page::Notes | Page::Review => {}
    }
}

/// Ticks a kept answer, as far as it fits.
fn hold(state: &mut QuestionState, request: &Request, question: &Question, answer: &Answer) {
    match answer {
        Answer::Picks(picks) if question.kind.is_list() => {
            let mut ticks: Vec<Picked> = Vec::new();
            for pick in picks {
                let tick = match pick {
                    Pick::Option(i) if *i < question.options.len() => Picked::Option(*i),
                    Pick::Custom(text) if question.custom && same_words(&state.custom, text.raw()) => {
                        Picked::Custom
                    }
                    Pick::Option(_) | Pick::Custom(_) => continue,
                };
                if !ticks.contains(&tick) {
                    ticks.push(tick);
                }
            }
            let most = question.kind.several().map_or(1, |(_, max)| max);
            if ticks.is_empty() || ticks.len() > most {
                return;
            }
            if let ([Picked::Option(only)], false) = (ticks.as_slice(), question.kind.is_several()) {
                state.focus = RowId::Option(*only);
            }
            if question.danger.is_none() {
                state.picks = ticks;
                state.untouched = false;
                state.restored = true;
            }
        }
        Answer::Number(_) | Answer::Text(_) if question.danger.is_none() => {
            let offer = Offer {
                options: question.options.len(),
                custom: question.custom,
                in_order: request.rules.order == Order::Offered,
            };
            let same = answer.typed().is_some_and(|text| same_words(&state.edit, text.raw()));
            if same && !question.kind.is_list() && question.kind.judge(answer, offer).is_empty() {
                state.committed = Some(answer.clone());
                state.restored = true;
            }
        }
        Answer::Picks(_) | Answer::Number(_) | Answer::Text(_) => {}
    }
}

/// An answer has no line break at its end, its editor may.
fn same_words(editor: &Editor, text: &str) -> bool {
    let typed = editor.text();
    !text.trim().is_empty() && typed.strip_suffix('\n').unwrap_or(typed) == text
}

/// Puts kept answers and texts back into their rows.
pub(super) fn restore(model: &mut Model, draft: Draft) {
    let Draft { answers, typed, kept } = draft;
    // Half-finished ticks of an earlier run would pass for a script's own default. Its texts come back as text.
    model.forgets = model.request.from.script && kept.is_some();
    let forgets = model.forgets;
    let request = &model.request;
    for ((state, question), entry) in model.states.iter_mut().zip(&request.questions).zip(answers.entries) {
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
            if !question.sensitive && !forgets {
                hold(state, request, question, &answer);
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
            // A text that isn't the answer was typed after it.
            TypedIn::Custom => {
                state.picks.retain(|pick| *pick != Picked::Custom);
                state.custom = Editor::new(t.text.raw());
            }
            TypedIn::Note => state.restore_note(t.text.raw()),
            TypedIn::Edit => {
                state.committed = None;
                state.edit = Editor::new(t.text.raw());
            }
        }
        state.kept.clone_from(&kept);
    }
}
