//! From keys to actions, in the current form.
//!
//! - The person's own keys come first, then the inbox's, then a dialect's overlay, then the base table.
//! - In a text, an unbound printable key is typed.
//! - In a list of ten rows or more, digits make up the number of a row: `0` is one of them once a number is begun.
//! - Footers and help use the same tables, so they name only keys that work.

use super::base_keys::BASE;
use super::binding::{Binding, BindingScope, Spot, leading_to};
use super::digits::{DigitTyped, can_go_on, next_digit};
use super::model::{FormMode, Model, Overlay};
use super::quiet::KeyUse;
use super::rows::ReviewRow;
use super::state::RowId;
use super::{Act, Action, Aside, Code, Key, Page};
use crate::kind::AnsweredBy;
use crate::model::Question;

/// The meaning of a key right now; `None` if it has none.
pub(super) fn resolve(model: &Model, key: Key) -> Option<Action> {
    let spot = spot(model);
    match bound(model, spot, key) {
        Some(Act::Nothing) => None,
        Some(act) => Some(Action::Do(digit_of(key, act).map_or(act, |n| numbered(model, act, n)))),
        // Any other key closes the help.
        None if spot == Spot::Help => Some(Action::Do(Act::Help)),
        None => {
            let Key { code: Code::Char(c), ctrl: false, alt: false, .. } = key else { return None };
            // Its rows are those of the other digits.
            let first = bound(model, spot, Key::char('1')).filter(|_| c == '0' && begun(model) > 0);
            if let Some(act) = first.filter(|act| digit_of(Key::char('1'), *act).is_some()) {
                return Some(Action::Do(numbered(model, act, 0)));
            }
            takes_text(spot).then_some(Action::Insert(c))
        }
    }
}

/// The digit of a key that is bound to the row with this number. Other keys for a row act at once.
fn digit_of(key: Key, act: Act) -> Option<u8> {
    let (Act::Number(row) | Act::FocusNumber(row)) = act else { return None };
    let digit = (1..=9).find(|digit| key == Key::char(char::from(b'0' + digit)))?;
    (usize::from(digit) == row).then_some(digit)
}

/// The number that a digit would go on with; 0 without one.
fn begun(model: &Model) -> usize {
    let number = model.position.number;
    if can_go_on(model.last_number(), number) { number } else { 0 }
}

/// What a digit does after those before it; `act` is what it does alone.
fn numbered(model: &Model, act: Act, digit: u8) -> Act {
    let (number, waits) = match next_digit(model.last_number(), begun(model), digit) {
        DigitTyped::Waits(number) => (number, true),
        DigitTyped::Acts(number) | DigitTyped::NoRow(number) => (number, false),
    };
    if waits || matches!(act, Act::FocusNumber(_)) { Act::FocusNumber(number) } else { Act::Number(number) }
}

/// The use of a key right now, here or on the surface; `None` where it is typed into a text.
pub(super) fn use_of(model: &Model, key: Key, elsewhere: bool) -> Option<KeyUse> {
    let spot = spot(model);
    if takes_text(spot) {
        return None;
    }
    Some(match resolve(model, key) {
        Some(Action::Do(act)) if act.moves() => KeyUse::Moves,
        Some(_) => KeyUse::Acts,
        None if elsewhere => KeyUse::Acts,
        // The view has keys of its own there, and nothing commits.
        None if spot == Spot::Reading => KeyUse::Reads,
        None => KeyUse::None,
    })
}

/// The act that a key is bound to on a spot.
pub(super) fn bound(model: &Model, spot: Spot, key: Key) -> Option<Act> {
    let holds = |b: &&Binding| b.is(spot, key) && flows(model, b.flow);
    let act = tables(model).flatten().find(holds).map(|b| b.act);
    let aside = |act| act != Act::Aside || model.aside != Aside::Never;
    // Where nothing is known of it, the key stays free.
    let about = |act| act != Act::About || model.about.is_some();
    act.filter(|act| aside(*act) && about(*act))
}

/// The person's own keys, the inbox's, the dialect's overlay, the base table.
fn tables(model: &Model) -> impl Iterator<Item = &[Binding]> {
    [model.keys.as_slice(), model.aside.keys(), model.rules.keys, BASE].into_iter()
}

/// The keys of an act on a spot: the person's own, the base table's, the dialect's; without those that another binding
/// overrides.
pub(super) fn keys_for(model: &Model, spot: Spot, act: Act) -> Vec<Key> {
    leading_to(act, keys_of(model, act), |key| bound(model, spot, key))
}

/// The first key that [`keys_for`] gives, without looking for the others.
pub(super) fn key_for(model: &Model, spot: Spot, act: Act) -> Option<Key> {
    keys_of(model, act).find(|key| bound(model, spot, *key) == Some(act))
}

/// The keys that the tables give an act; another binding may override one.
fn keys_of(model: &Model, act: Act) -> impl Iterator<Item = Key> {
    let rows = model.keys.iter().chain(BASE).chain(model.rules.keys).chain(model.aside.keys());
    rows.filter(move |b| b.act == act).map(|b| b.key)
}

/// The person's and the dialect's keys that stand for a scrolling or line key on the current spot.
pub(super) fn scroll_keys(model: &Model) -> Vec<(Key, Key)> {
    let at = spot(model);
    let canonical = [
        (Act::Up, Code::Up),
        (Act::Down, Code::Down),
        (Act::PageUp, Code::PageUp),
        (Act::PageDown, Code::PageDown),
        (Act::First, Code::Home),
        (Act::Last, Code::End),
        (Act::PreviousTab, Code::Left),
        (Act::NextTab, Code::Right),
    ];
    let stands_for = |b: &Binding| {
        let act = bound(model, at, b.key).filter(|_| b.on.contains(&at))?;
        let (_, code) = canonical.iter().find(|(a, _)| *a == act)?;
        Some((b.key, Key::plain(*code)))
    };
    model.keys.iter().chain(model.rules.keys).filter_map(stands_for).collect()
}

fn flows(model: &Model, flow: BindingScope) -> bool {
    match flow {
        BindingScope::Any => true,
        BindingScope::One => model.request.is_single(),
        BindingScope::Several => !model.request.is_single(),
        BindingScope::YesOrNo => model.question().is_some_and(Question::is_yes_or_no),
        BindingScope::ManyPicks => model.is_many(),
    }
}

fn takes_text(spot: Spot) -> bool {
    match spot {
        Spot::CustomText
        | Spot::NotesRow
        | Spot::NotesPage
        | Spot::Value
        | Spot::Text
        | Spot::Danger
        | Spot::Filter
        | Spot::Reason => true,
        Spot::Option
        | Spot::CompareOption
        | Spot::Custom
        | Spot::Discuss
        | Spot::Commit
        | Spot::Answer
        | Spot::Submit
        | Spot::CancelRow
        | Spot::Asking
        | Spot::Reading
        | Spot::Help => false,
    }
}

/// The place of the focus or the caret.
pub(super) fn spot(model: &Model) -> Spot {
    match model.position.overlay {
        Some(Overlay::Asking) => Spot::Asking,
        Some(Overlay::Help) => Spot::Help,
        Some(Overlay::Reading | Overlay::About) => Spot::Reading,
        Some(Overlay::Declining) => Spot::Reason,
        None => page_spot(model),
    }
}

/// The spot on the page itself, under an overlay such as the help page.
pub(super) fn page_spot(model: &Model) -> Spot {
    match model.page() {
        Page::Review => match model.review_row() {
            Some(ReviewRow::Answer(_)) => Spot::Answer,
            Some(ReviewRow::Submit) | None => Spot::Submit,
            Some(ReviewRow::Cancel) => Spot::CancelRow,
        },
        Page::Danger => Spot::Danger,
        Page::Notes => Spot::NotesPage,
        Page::Edit => match model.question().map(|q| q.kind.answered_by()) {
            Some(AnsweredBy::Value) => Spot::Value,
            Some(AnsweredBy::Text { .. } | AnsweredBy::Picks) | None => Spot::Text,
        },
        page @ (Page::Choose | Page::Compare) => list_spot(model, page),
    }
}

fn list_spot(model: &Model, page: Page) -> Spot {
    match model.position.mode {
        FormMode::Filter => Spot::Filter,
        FormMode::Notes => Spot::NotesRow,
        FormMode::Custom => Spot::CustomText,
        FormMode::Danger => Spot::Danger,
        FormMode::Rows => match model.state().map(|s| s.focus) {
            Some(RowId::Custom) if model.in_custom() => Spot::CustomText,
            Some(RowId::Custom) => Spot::Custom,
            Some(RowId::Discuss) => Spot::Discuss,
            Some(RowId::Commit) => Spot::Commit,
            Some(RowId::Option(_)) | None if page == Page::Compare => Spot::CompareOption,
            Some(RowId::Option(_)) | None => Spot::Option,
        },
    }
}
