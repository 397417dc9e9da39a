//! Keys to actions, against the current form.
//!
//! - A [`Binding`] says: on these spots, in this flow, this key means that act.
//! - The person's own keys are looked through first, then a dialect's overlay, then the base table.
//! - A printable key that nothing binds is text, where text is typed.
//! - Footers and help are made from the same tables, so they name only keys that work.

use super::base_keys::BASE;
use super::machine::{Mode, Overlay};
use super::state::RowId;
use super::travel::ReviewRow;
use super::{Act, Action, Aside, Code, Form, Key, Page};
use crate::model::{Kind, Question};

/// Where the focus or the caret is; one dimension of the key table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A row of a list.
    Option,
    /// A row of the list on a compare page.
    CompareOption,
    /// The custom row, its editor closed.
    Custom,
    /// The caret is in the custom row.
    CustomText,
    /// The row that ends in a discussion.
    Discuss,
    /// The row that commits several picks.
    Commit,
    /// The caret is in the notes row of a compare page.
    NotesRow,
    /// The notes page.
    NotesPage,
    /// The editor of a number question.
    Number,
    /// The editor of a text question.
    Text,
    /// The editor of a danger page.
    Danger,
    /// An answer on the review page.
    Answer,
    /// The row of the review page that submits.
    Submit,
    /// The row of the review page that cancels.
    CancelRow,
    /// The caret is in the filter.
    Filter,
    /// The caret is in the reason for declining.
    Reason,
    /// The form asks whether to cancel.
    Asking,
    /// What is clipped on the page stands on the full screen.
    Reading,
    /// All keys are shown.
    Help,
}

/// Where a binding holds: with one question, with several, or on a kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// With either.
    Any,
    /// The request asks one question.
    One,
    /// It asks two or more.
    Several,
    /// The question that is up is answered with yes or no.
    YesOrNo,
}

/// One row of a key table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The spots on which it holds.
    pub on: &'static [Spot],
    /// The flow in which it holds.
    pub flow: Flow,
    /// The key, with exactly these modifiers.
    pub key: Key,
    /// [`Act::Nothing`] unbinds what the base table says.
    pub act: Act,
}

impl Binding {
    /// Holds in any flow.
    pub const fn any(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: Flow::Any, key, act }
    }

    /// Holds where one question is asked.
    pub const fn one(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: Flow::One, key, act }
    }

    /// Holds where several questions are asked.
    pub const fn several(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: Flow::Several, key, act }
    }

    /// Holds on a question of yes or no.
    pub const fn yes_or_no(on: &'static [Spot], key: Key, act: Act) -> Binding {
        Binding { on, flow: Flow::YesOrNo, key, act }
    }
}

/// What a key means to the form now; `None`: nothing.
pub fn resolve(form: &Form, key: Key) -> Option<Action> {
    let spot = spot(form);
    match bound(form, spot, key) {
        Some(Act::Nothing) => None,
        Some(act) => Some(Action::Do(act)),
        None if spot == Spot::Help => Some(Action::Do(Act::Help)),
        None => match key {
            Key { code: Code::Char(c), ctrl: false, alt: false, .. } if takes_text(spot) => {
                Some(Action::Insert(c))
            }
            _ => None,
        },
    }
}

/// What a key is bound to on a spot.
pub(super) fn bound(form: &Form, spot: Spot, key: Key) -> Option<Act> {
    let holds = |b: &&Binding| b.key == key && b.on.contains(&spot) && flows(form, b.flow);
    let act = tables(form).flatten().find(holds).map(|b| b.act);
    act.filter(|act| *act != Act::Aside || form.aside != Aside::Never)
}

/// The person's own keys, the dialect's overlay, the base table.
fn tables(form: &Form) -> impl Iterator<Item = &[Binding]> {
    [form.keys.as_slice(), form.rules().keys, BASE].into_iter()
}

/// The keys that mean an act on a spot: the person's own, the base table's, the dialect's; without those that
/// another binding hides.
pub(super) fn keys_for(form: &Form, spot: Spot, act: Act) -> Vec<Key> {
    let mut keys = Vec::new();
    for b in form.keys.iter().chain(BASE).chain(form.rules().keys) {
        if b.act == act && !keys.contains(&b.key) && bound(form, spot, b.key) == Some(act) {
            keys.push(b.key);
        }
    }
    keys
}

/// Keys of the person's own or the dialect's that stand for a key which scrolls or moves by lines here.
pub(super) fn scroll_keys(form: &Form) -> Vec<(Key, Key)> {
    let at = spot(form);
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
        let act = bound(form, at, b.key).filter(|_| b.on.contains(&at))?;
        let (_, code) = canonical.iter().find(|(a, _)| *a == act)?;
        Some((b.key, Key::plain(*code)))
    };
    form.keys.iter().chain(form.rules().keys).filter_map(stands_for).collect()
}

fn flows(form: &Form, flow: Flow) -> bool {
    match flow {
        Flow::Any => true,
        Flow::One => form.request().is_single(),
        Flow::Several => !form.request().is_single(),
        Flow::YesOrNo => form.question().is_some_and(Question::is_yes_or_no),
    }
}

fn takes_text(spot: Spot) -> bool {
    match spot {
        Spot::CustomText
        | Spot::NotesRow
        | Spot::NotesPage
        | Spot::Number
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

/// Where the form's focus or caret is.
pub fn spot(form: &Form) -> Spot {
    match form.overlay {
        Some(Overlay::Asking) => Spot::Asking,
        Some(Overlay::Help) => Spot::Help,
        Some(Overlay::Reading) => Spot::Reading,
        Some(Overlay::Declining) => Spot::Reason,
        None => page_spot(form),
    }
}

/// The same without what lies over the page.
pub(super) fn page_spot(form: &Form) -> Spot {
    match form.page() {
        Page::Review => match form.review_row() {
            Some(ReviewRow::Answer(_)) => Spot::Answer,
            Some(ReviewRow::Submit) | None => Spot::Submit,
            Some(ReviewRow::Cancel) => Spot::CancelRow,
        },
        Page::Danger => Spot::Danger,
        Page::Notes => Spot::NotesPage,
        Page::Edit => match form.question().map(|q| &q.kind) {
            Some(Kind::Number { .. }) => Spot::Number,
            Some(Kind::Text { .. } | Kind::One | Kind::Many { .. }) | None => Spot::Text,
        },
        page @ (Page::Choose | Page::Compare) => list_spot(form, page),
    }
}

fn list_spot(form: &Form, page: Page) -> Spot {
    match form.mode {
        Mode::Filter => Spot::Filter,
        Mode::Notes => Spot::NotesRow,
        Mode::Custom => Spot::CustomText,
        Mode::Danger => Spot::Danger,
        Mode::Rows => match form.state().map(|s| s.focus) {
            Some(RowId::Custom) if form.in_custom() => Spot::CustomText,
            Some(RowId::Custom) => Spot::Custom,
            Some(RowId::Discuss) => Spot::Discuss,
            Some(RowId::Commit) => Spot::Commit,
            Some(RowId::Option(_)) | None if page == Page::Compare => Spot::CompareOption,
            Some(RowId::Option(_)) | None => Spot::Option,
        },
    }
}
