//! Footers, from the live keymap.
//!
//! - A footer is a template: `{choose} to select · {move} to navigate · {cancel} to cancel`.
//! - A name in braces becomes the keys bound to it on the current page.
//! - A part between two ` · ` (or ` - `) is left out if its keys are all unbound: a footer names only working keys.
//! - A text may have variants for one pick, several picks, the commit row and a row whose Enter commits:
//!   `select|toggle|commit|done`.
//! - Each hint has a purpose and a brief form, for narrow screens.

use super::binding::Spot;
use super::digits::can_go_on;
use super::keymap::{bound, key_for, keys_for, page_spot, spot};
use super::model::{FormMode, Model, Overlay};
use super::screen::{Hint, HintFor, Hints};
use super::{Act, Code, Edit, EscStep, Key, Notes, OnSave, Page};
use crate::text::Shown;

/// The footers of lists up to this long don't name the filter.
const FILTER_HINT: usize = 9;

/// The footer of the current page.
pub(super) fn footer(model: &Model) -> Hints {
    let look = &model.rules.look;
    let template = match (model.position.overlay.is_some(), model.page(), &model.position.mode) {
        (true, ..) if spot(model) == Spot::Asking => "",
        (true, ..) if spot(model) == Spot::Reason => "{enter} decline · {editor} editor · {leave} back",
        (true, ..) if spot(model) == Spot::Reading => {
            "{move} scroll · {sideways} sideways · {wrap} wrap · {leave} back"
        }
        (true, ..) => "any key to close",
        (false, Page::Review, _) => look.review,
        (false, _, FormMode::Filter) if model.is_many() => {
            "type to filter · {choose} to toggle · {leave} to show all"
        }
        (false, _, FormMode::Filter) => "type to filter · {choose} to select · {leave} to show all",
        (false, Page::Danger, _) => look.danger,
        (false, Page::Notes, _) if model.rules.notes == Notes::Page(OnSave::GoBack) => {
            "{enter} save · {newline} new line · {leave} drop the edit"
        }
        (false, Page::Notes, _) => {
            "{enter} save · {newline} new line · {notes} answer · {leave} drop the edit"
        }
        (false, Page::Edit, _) => look.editor,
        (false, Page::Choose | Page::Compare, FormMode::Custom) if !look.editor.is_empty() => look.editor,
        (false, Page::Choose | Page::Compare, _) => {
            if !model.request.is_single() {
                look.several
            } else if model.is_many() {
                look.one_many
            } else {
                look.one
            }
        }
    };
    let at = template_spot(model);
    let between = if template.contains(" - ") { " - " } else { " · " };
    let parts = template.split(between).filter_map(|part| hint(model, at, part)).collect();
    let instead = model.guard.says(model.times.now).or_else(|| waiting(model));
    Hints { parts, between, instead }
}

/// What a number that can go on waits for.
fn waiting(model: &Model) -> Option<Shown> {
    let number = Some(model.position.number).filter(|n| can_go_on(model.last_number(), *n))?;
    let enter = key_of(model, Act::Choose);
    Some(composed(&format!("{enter} takes row {number} · or type the next digit")))
}

/// A text composed of asq's own words.
pub(super) fn composed(text: &str) -> Shown {
    Shown::one_line(&text.into())
}

/// The spot that a page's footer is about: its ordinary row, not the focused one.
fn template_spot(model: &Model) -> Spot {
    match model.position.overlay {
        Some(Overlay::Declining) => return Spot::Reason,
        Some(Overlay::Reading | Overlay::About) => return Spot::Reading,
        Some(Overlay::Asking | Overlay::Help) | None => {}
    }
    match (model.page(), &model.position.mode) {
        (Page::Review, _) => Spot::Submit,
        (Page::Choose | Page::Compare, FormMode::Rows) if in_own_words(model) => Spot::CustomText,
        (Page::Compare, FormMode::Rows | FormMode::Notes) => Spot::CompareOption,
        (Page::Choose, FormMode::Rows) => Spot::Option,
        (
            Page::Choose | Page::Compare | Page::Edit | Page::Danger | Page::Notes,
            FormMode::Rows | FormMode::Custom | FormMode::Notes | FormMode::Filter | FormMode::Danger,
        ) => page_spot(model),
    }
}

/// Whether the footer is about the row for own words, where letters are typed and Esc goes back. A contract without a
/// footer for editors has one footer for all rows.
fn in_own_words(model: &Model) -> bool {
    model.position.mode == FormMode::Rows && model.in_custom() && !model.rules.look.editor.is_empty()
}

/// One part of a template; `None` if its acts have no key.
fn hint(model: &Model, at: Spot, part: &str) -> Option<Hint> {
    let part = &worded(model, part);
    let has = |names: &[&str]| names.iter().any(|n| part.contains(n));
    let of = if has(&["{leave}", "{cancel}"]) {
        HintFor::Leaving
    } else if has(&["{choose}", "{enter}"]) {
        HintFor::Choosing
    } else if has(&["{decline}"]) {
        HintFor::Declining
    } else if has(&["{help}"]) {
        HintFor::Help
    } else if has(&["{sideways}"]) {
        HintFor::Sideways
    } else if has(&["{wrap}"]) {
        HintFor::Wrapping
    } else {
        HintFor::Other
    };
    let aside = "{cancel} put aside";
    let part = if part.contains("{cancel}") && model.leaves_aside_here() { aside } else { part };
    let words = composed(&fill(model, at, part)?);
    let brief = match of {
        HintFor::Leaving => {
            composed(&fill(model, at, &part.replace("} to ", "} ").replace("put aside", "aside"))?)
        }
        HintFor::Choosing => composed(&fill(model, at, "{enter}")?),
        HintFor::Help => composed(&fill(model, at, "{help}")?),
        HintFor::Declining | HintFor::Sideways | HintFor::Wrapping | HintFor::Other => words.clone(),
    };
    Some(Hint { words, brief, of })
}

/// The variant of a part for the page and the focused row.
fn worded(model: &Model, part: &str) -> String {
    let Some((keys, words)) = part.split_once("} ").filter(|(_, words)| words.contains('|')) else {
        return part.to_owned();
    };
    let nth = match (model.is_many(), page_spot(model)) {
        (_, Spot::Commit) => 2,
        (true, _) if model.enter_commits() => 3,
        (many, _) => usize::from(many),
    };
    let mut words = words.split('|');
    // Contracts without an Enter that commits have no fourth word.
    let word = words.clone().nth(nth).or_else(|| words.nth(1)).unwrap_or_default();
    format!("{keys}}} {word}")
}

fn fill(model: &Model, at: Spot, part: &str) -> Option<String> {
    let mut filled = String::new();
    let mut rest = part;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(b, r)| Some((b, r.split_once('}')?)))
    {
        let keys = named(model, at, name);
        if keys.is_empty() {
            return None;
        }
        filled.push_str(before);
        filled.push_str(&keys);
        rest = after;
    }
    filled.push_str(rest);
    (!filled.is_empty()).then_some(filled)
}

/// The first key of an act on the current spot; empty without one.
pub(super) fn key_of(model: &Model, act: Act) -> String {
    key_for(model, page_spot(model), act).map(label).unwrap_or_default()
}

/// The keys behind a template's name, as text; empty without a key.
fn named(model: &Model, at: Spot, name: &str) -> String {
    let keys = |act| keys_for(model, at, act);
    let list = |keys: &[Key]| keys.iter().map(|k| label(*k)).collect::<Vec<_>>().join("/");
    let first = |act| key_for(model, at, act).map(label).unwrap_or_default();
    match name {
        "choose" => list(&keys(Act::Choose)),
        "enter" => {
            // A key of the person's own comes first; it picks and never commits.
            let own = !model.enter_commits() && model.keys.iter().any(|binding| binding.act == Act::Choose);
            let keys = if own { String::new() } else { first(Act::PickOrCommit) };
            if keys.is_empty() { first(Act::Choose) } else { keys }
        }
        "untick" if model.is_many() && model.focus_is_ticked() => first(Act::Choose),
        "move" => {
            let both = [first(Act::Up), first(Act::Down)];
            if both.iter().any(String::is_empty) { String::new() } else { both.join("/") }
        }
        "navigate" => navigate(model, at),
        "tab" if pages(model) => first(Act::NextTab),
        "back" => keys(Act::PreviousTab)
            .iter()
            .find(|k| k.code == Code::Left)
            .map_or_else(|| first(Act::PreviousTab), |k| label(*k)),
        "notes" if model.rules.notes != Notes::Never => first(Act::Notes),
        "filter" => {
            // A short list isn't worth the hint; the help page names the key anyway.
            let over = model.rules.look.filter_over.max(FILTER_HINT);
            if model.question().is_some_and(|q| q.options.len() > over) {
                first(Act::Filter)
            } else {
                String::new()
            }
        }
        "help" => first(Act::Help),
        // On a page with yes and no their letters are enough.
        "digits" if yes_or_no(model, at).is_empty() => digits(model, at),
        "yesno" => yes_or_no(model, at),
        "newline" if model.multiline() => first(Act::Edit(Edit::NewLine)),
        "editor" => first(Act::Editor),
        "updown" => {
            let arrows = [first(Act::Up), first(Act::Down)];
            if arrows == ["↑", "↓"] { "Up/Down".to_owned() } else { named(model, at, "move") }
        }
        "sideways" => {
            let both = [first(Act::PreviousTab), first(Act::NextTab)];
            if both == ["Shift+Tab", "Tab"] { "←/→".to_owned() } else { both.join("/") }
        }
        // The surface's own key, as the paging keys are.
        "wrap" => "w".to_owned(),
        "fold" if model.has_open_fold() => first(Act::Expand),
        "source" if model.has_open_fold() => first(Act::Raw),
        "read" if model.has_much_to_read() => first(Act::Read),
        "decline" if !names_the_no(model) => first(Act::Decline),
        "discuss" if model.may_discuss() => first(Act::Discuss),
        "nudge" if at == Spot::Value => named(model, at, "move"),
        "skip" if model.question().is_some_and(|q| q.skippable) => first(Act::Skip),
        "leave" if leads_back(model) => first(Act::Leave),
        "cancel" if !leads_back(model) => first(Act::Leave),
        _ => String::new(),
    }
}

/// Whether a row of the page says which key answers no, and what that answer is.
fn names_the_no(model: &Model) -> bool {
    let at = model.position.at;
    model.position.mode == FormMode::Danger
        && model.danger_direct(at)
        && model.question().is_some_and(|q| q.options.len() > 1)
}

/// Whether there is another page to turn to.
pub(super) fn pages(model: &Model) -> bool {
    !model.request.is_single() || model.review_follows()
}

/// Whether the list is long enough for a filter.
pub(super) fn filters(model: &Model) -> bool {
    model.question().is_some_and(|q| q.options.len() > model.rules.look.filter_over)
}

/// Whether Esc goes back to the list or a page instead of cancelling.
pub(super) fn leads_back(model: &Model) -> bool {
    if matches!(model.position.overlay, Some(Overlay::Declining | Overlay::Reading | Overlay::About)) {
        return true;
    }
    let steps = model.position.at > 0 && model.rules.esc.contains(&EscStep::StepBack);
    match model.position.mode {
        FormMode::Rows => steps || (in_own_words(model) && model.rules.esc.contains(&EscStep::LeaveCustom)),
        FormMode::Filter => true,
        FormMode::Danger => {
            if model.danger_direct(model.position.at) {
                steps
            } else {
                model.rules.esc.contains(&EscStep::LeaveDanger)
            }
        }
        FormMode::Custom => model.question().is_some_and(|q| !q.options.is_empty()),
        FormMode::Notes => model.page() == Page::Notes,
    }
}

/// `Tab/Arrow keys` if both move the focus, else the names of the keys.
fn navigate(model: &Model, at: Spot) -> String {
    let tab = bound(model, at, Key::plain(Code::Tab));
    let arrows = [Code::Up, Code::Down, Code::Left, Code::Right];
    let all = arrows.iter().all(|c| bound(model, at, Key::plain(*c)).is_some_and(|a| a != Act::Nothing));
    let tabs = matches!(tab, Some(Act::NextTab | Act::ToCommit));
    if tabs && all { "Tab/Arrow keys".to_owned() } else { named(model, at, "move") }
}

pub(super) fn digits(model: &Model, at: Spot) -> String {
    let rows = model.row_ids().into_iter().filter_map(|r| model.number_of(r)).max().unwrap_or(0);
    let first = bound(model, at, Key::char('1'));
    if rows < 2 || first.is_none_or(|a| a == Act::Nothing) { String::new() } else { format!("1-{rows}") }
}

/// The letters for yes and no, if they are bound.
pub(super) fn yes_or_no(model: &Model, at: Spot) -> String {
    let says = |key, row| bound(model, at, Key::char(key)) == Some(Act::Number(row));
    if says('y', 1) && says('n', 2) { "y/n".to_owned() } else { String::new() }
}

/// A key as footers write it.
pub fn label(key: Key) -> String {
    let code = match key.code {
        Code::Char(' ') => "Space".to_owned(),
        Code::Char(c) if key.ctrl || key.alt => c.to_uppercase().to_string(),
        Code::Char(c) => c.to_string(),
        Code::Enter => "Enter".to_owned(),
        Code::Tab => "Tab".to_owned(),
        Code::Backspace => "Backspace".to_owned(),
        Code::Delete => "Del".to_owned(),
        Code::Esc => "Esc".to_owned(),
        Code::Up => "↑".to_owned(),
        Code::Down => "↓".to_owned(),
        Code::Left => "←".to_owned(),
        Code::Right => "→".to_owned(),
        Code::Home => "Home".to_owned(),
        Code::End => "End".to_owned(),
        Code::PageUp => "PgUp".to_owned(),
        Code::PageDown => "PgDn".to_owned(),
        Code::F(n) => format!("F{n}"),
    };
    let mut label = String::new();
    for (on, name) in [(key.ctrl, "Ctrl+"), (key.alt, "Alt+"), (key.shift, "Shift+")] {
        if on {
            label.push_str(name);
        }
    }
    label + &code
}
