//! The effect of Enter on the focused row.
//!
//! - A single pick answers and moves on; several picks are toggled, as many as the question takes, and the commit row
//!   commits them; where a contract says so, Enter on a picked row does, too.
//! - Blank text is refused, with a line that says why.
//! - A row that a filter hides is neither picked nor committed.
//! - If a text looks like a secret, the form asks about it once.
//! - The review page submits valid answers, and names what is missing.

use super::model::{FormMode, FormNotice, Miscount, Model};
use super::rows::ReviewRow;
use super::state::{Picked, RowId};
use super::{CustomEntry, Effect, Notes, OnSave, Page, Zero, advance, danger, note, turn, typing};
use crate::kind::AnswerShape;
use crate::secret;
use crate::time::Timestamp;

/// Acts on the focused row.
pub(super) fn choose(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    match model.page() {
        Page::Review => return choose_review(model, now),
        Page::Danger => return danger::confirm(model, now),
        Page::Edit => return commit_edit(model, now),
        Page::Notes => {
            note::save(model);
            if model.rules.notes == Notes::Page(OnSave::GoBack) {
                note::leave(model, now);
            } else {
                model.notice = Some(FormNotice::Saved);
            }
            return vec![Effect::DraftChanged];
        }
        Page::Choose | Page::Compare => {}
    }
    if model.position.mode == FormMode::Notes {
        // A note sent from its own row counts as read by the person.
        note::typed(model);
    }
    let Some(focus) = model.state().map(|s| s.focus) else { return Vec::new() };
    if model.position.mode == FormMode::Custom {
        return commit_custom(model, now);
    }
    if model.position.mode == FormMode::Filter && focus == RowId::Custom {
        // The caret only moves from the filter into the row; this doesn't commit the row's text.
        typing::end_filter(model);
        if model.custom_row().is_some_and(|c| c.entry == CustomEntry::Opens) {
            model.position.mode = FormMode::Custom;
        }
        return Vec::new();
    }
    if hides_focus(model) {
        return Vec::new();
    }
    match focus {
        RowId::Option(i) => pick(model, now, i),
        RowId::Custom => match model.custom_row().map(|c| c.entry) {
            Some(CustomEntry::Focus) => commit_custom(model, now),
            Some(CustomEntry::Opens) | None => {
                model.position.mode = FormMode::Custom;
                Vec::new()
            }
        },
        RowId::Discuss => advance::discuss(model),
        RowId::Commit => commit_many(model, now),
    }
}

/// Picks what has the focus, or commits if it is picked.
pub(super) fn pick_or_commit(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    if !model.enter_commits() {
        model.guard.picked(now);
        return choose(model, now);
    }
    if hides_focus(model) {
        return Vec::new();
    }
    let own_words = model.state().is_some_and(|state| state.focus == RowId::Custom);
    if own_words && asks_about_secret(model) {
        return Vec::new();
    }
    commit_many(model, now)
}

/// Whether the filter hides the focused row; the form then says so.
fn hides_focus(model: &mut Model) -> bool {
    let hides = !model.focus_is_drawn();
    if hides {
        model.notice = Some(FormNotice::OutOfSight);
    }
    hides
}

fn pick(model: &mut Model, now: Timestamp, option: usize) -> Vec<Effect> {
    let many = model.is_many();
    let most = model.question().and_then(|question| question.kind.several()).map(|(_, most)| most);
    let Some(state) = model.state_mut() else { return Vec::new() };
    if many {
        if let Some(most) =
            most.filter(|most| !state.holds(Picked::Option(option)) && state.picks.len() >= *most)
        {
            model.notice = Some(FormNotice::Miscount(Miscount::Above(most)));
            return Vec::new();
        }
        state.toggle(Picked::Option(option));
        return vec![Effect::DraftChanged];
    }
    state.pick_only(Picked::Option(option));
    answered(model, now)
}

/// Enter with the caret in the custom row.
fn commit_custom(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    let many = model.is_many();
    let focus = model.custom_row().is_some_and(|c| c.entry == CustomEntry::Focus);
    let Some(state) = model.state_mut() else { return Vec::new() };
    if state.custom.is_blank() {
        if !focus {
            model.notice = Some(FormNotice::EmptyText);
        }
        return Vec::new();
    }
    // A text that is about to be left out needs no warning.
    let leaves_out = many && focus && state.holds(Picked::Custom);
    if !leaves_out && asks_about_secret(model) {
        return Vec::new();
    }
    let Some(state) = model.state_mut() else { return Vec::new() };
    state.kept = None;
    if many {
        if focus {
            state.toggle(Picked::Custom);
        } else {
            if !state.holds(Picked::Custom) {
                state.toggle(Picked::Custom);
            }
            model.position.mode = FormMode::Rows;
        }
        return vec![Effect::DraftChanged];
    }
    state.pick_only(Picked::Custom);
    answered(model, now)
}

/// Whether the form asks now if the person's own words are a secret. It asks once.
fn asks_about_secret(model: &mut Model) -> bool {
    let sensitive = model.question().is_some_and(|q| q.sensitive);
    let Some(state) = model.state_mut() else { return false };
    let asks = !sensitive && !state.secret_seen && secret::looks_like_secret(state.custom.text());
    if asks {
        state.secret_seen = true;
        model.notice = Some(FormNotice::Secret);
    }
    asks
}

/// Answers with what is picked.
pub(super) fn commit_picks(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    if model.is_many() { commit_many(model, now) } else { answered(model, now) }
}

/// Enter on the row that commits several picks.
fn commit_many(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    let Some(row) = model.commit_row() else { return Vec::new() };
    let single = model.request.is_single() && !model.review_follows();
    let picked = model.state().map_or(0, |s| s.picks.len());
    if picked == 0 {
        match row.zero {
            Zero::Refuse => {
                model.notice = Some(FormNotice::NothingPicked);
                return Vec::new();
            }
            Zero::Skip if single => return Vec::new(),
            Zero::Skip | Zero::Allow => return advance::advance(model, now),
        }
    }
    if let Some(miscount) = model.miscount(model.position.at) {
        model.notice = Some(FormNotice::Miscount(miscount));
        return Vec::new();
    }
    if let Some(state) = model.state_mut() {
        state.untouched = false;
    }
    answered(model, now)
}

fn commit_edit(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    let Some(question) = model.request.questions.get(model.position.at) else { return Vec::new() };
    let Some(state) = model.states.get_mut(model.position.at) else { return Vec::new() };
    if state.edit.is_blank() {
        model.notice = Some(FormNotice::EmptyText);
        return Vec::new();
    }
    let typed = state.edit.text();
    match question.kind.read(&typed.into()) {
        Err(why) => {
            model.notice = Some(FormNotice::Misread(why));
            Vec::new()
        }
        Ok(answer)
            if matches!(answer.shape(), AnswerShape::Text(_))
                && !question.sensitive
                && !state.secret_seen
                && secret::looks_like_secret(typed) =>
        {
            state.secret_seen = true;
            model.notice = Some(FormNotice::Secret);
            Vec::new()
        }
        Ok(answer) => {
            // The same answer needs no second confirmation.
            if state.committed.as_ref() != Some(&answer) {
                state.confirmed = None;
            }
            state.committed = Some(answer);
            state.restored = false;
            state.kept = None;
            answered(model, now)
        }
    }
}

/// After an answer: confirm it if necessary, then go on.
fn answered(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    if !model.done(model.position.at) {
        turn::open_danger(model);
        model.position.page_id += 1;
        model.guard.turned(now);
        return vec![Effect::DraftChanged];
    }
    advance::advance(model, now)
}

fn choose_review(model: &mut Model, now: Timestamp) -> Vec<Effect> {
    match model.review_row() {
        Some(ReviewRow::Answer(i)) => {
            turn::go(model, now, i);
            model.position.revised = Some(i);
            Vec::new()
        }
        Some(ReviewRow::Submit) if model.must_see() => {
            model.notice = Some(FormNotice::ReadFirst);
            Vec::new()
        }
        Some(ReviewRow::Submit) => advance::submit(model, now),
        Some(ReviewRow::Cancel) => advance::cancel(model),
        None => Vec::new(),
    }
}
