//! Moves of the focus within a page.
//!
//! - Steps beyond an end wrap or stay, depending on the rules.
//! - A number moves the focus to its row and acts there like Enter; on a row that takes text it only moves. As long as
//!   it can go on, it only moves, too.
//! - A number that no row has is named if it was begun by another digit; Enter then acts on nothing.
//! - From the commit row the focus returns to the earlier row.

use super::digits::can_go_on;
use super::model::{FormMode, FormNotice, Model};
use super::state::RowId;
use super::{CustomEntry, Effect, Ends, Page, choose, show, steps};
use crate::time::Timestamp;

/// Moves the focus one row up or down.
pub(super) fn step(model: &mut Model, down: bool) {
    if model.question().is_none() {
        let n = model.review_rows().len();
        model.position.review_focus = next(model.position.review_focus, n, down, model.rules.ends);
        return;
    }
    if steps::step_number(model, !down) {
        return;
    }
    match model.page() {
        // A danger page has no list behind it, and the notes page isn't a row of one.
        Page::Edit | Page::Danger | Page::Notes | Page::Review => return,
        Page::Choose | Page::Compare => {}
    }
    let rows = model.row_ids();
    let ends = model.rules.ends;
    let Some(state) = model.state_mut() else { return };
    let here = rows.iter().position(|r| *r == state.focus);
    // In the notes of a compare page, the option changes and the caret stays.
    let there = here.map_or(0, |i| next(i, rows.len(), down, ends));
    if let Some(row) = rows.get(there) {
        state.focus = *row;
    }
    if model.position.mode == FormMode::Custom {
        model.position.mode = FormMode::Rows;
    }
}

/// Moves the focus to the first or the last row.
pub(super) fn focus_end(model: &mut Model, last: bool) {
    if model.question().is_none() {
        model.position.review_focus = if last { model.review_rows().len().saturating_sub(1) } else { 0 };
        return;
    }
    let rows = model.row_ids();
    let row = if last { rows.last() } else { rows.first() };
    if let (Some(row), Some(state)) = (row, model.state_mut()) {
        state.focus = *row;
    }
}

/// Moves the focus to a row of the screen.
pub(super) fn focus_screen_row(model: &mut Model, row: usize) -> Vec<Effect> {
    let rows = model.row_ids();
    let review: Vec<usize> = show::review_focus_rows(model);
    if model.question().is_none() {
        if let Some(i) = review.iter().position(|r| *r == row) {
            model.position.review_focus = i;
        }
    } else if let (Some(id), Some(state)) = (rows.get(row), model.states.get_mut(model.position.at)) {
        state.focus = *id;
        if model.position.mode == FormMode::Custom {
            model.position.mode = FormMode::Rows;
        }
    }
    Vec::new()
}

/// Focuses the row with this number, and acts there like Enter if `choose`.
pub(super) fn number(model: &mut Model, now: Timestamp, n: usize, choose: bool) -> Vec<Effect> {
    let Some(row) = model.row_with_number(n) else {
        if n > 9 {
            no_row(model, now, n);
            model.position.number = n;
        }
        return Vec::new();
    };
    if !choose && can_go_on(model.last_number(), n) {
        model.position.number = n;
    }
    if let Some(state) = model.state_mut() {
        state.focus = row;
    }
    let types = row == RowId::Custom && model.custom_row().is_some_and(|c| c.entry == CustomEntry::Focus);
    if choose && !types { choose::choose(model, now) } else { Vec::new() }
}

/// Enter after a number: as its last digit would have acted, it picks its row, and never commits several picks.
pub(super) fn enter_number(model: &mut Model, now: Timestamp, n: usize) -> Vec<Effect> {
    if model.row_with_number(n).is_none() {
        no_row(model, now, n);
        return Vec::new();
    }
    model.guard.picked(now);
    choose::choose(model, now)
}

/// Says that no row has this number. What was typed along with it was meant for that row.
fn no_row(model: &mut Model, now: Timestamp, n: usize) {
    model.notice = Some(FormNotice::NoRow(n));
    model.guard.turned(now);
}

pub(super) fn focus_commit(model: &mut Model) {
    if model.commit_row().is_none() {
        return;
    }
    if let Some(state) = model.state_mut() {
        if state.focus != RowId::Commit {
            state.before_commit = state.focus;
        }
        state.focus = RowId::Commit;
        model.position.mode = FormMode::Rows;
    }
}

pub(super) fn leave_commit(model: &mut Model) {
    if let Some(state) = model.state_mut().filter(|s| s.focus == RowId::Commit) {
        state.focus = state.before_commit;
    }
}

fn next(i: usize, n: usize, down: bool, ends: Ends) -> usize {
    let last = n.saturating_sub(1);
    match (down, ends) {
        (true, Ends::Wrap) if i >= last => 0,
        (true, Ends::Wrap | Ends::Clamp) => (i + 1).min(last),
        (false, Ends::Wrap) if i == 0 => last,
        (false, Ends::Wrap | Ends::Clamp) => i.saturating_sub(1),
    }
}
