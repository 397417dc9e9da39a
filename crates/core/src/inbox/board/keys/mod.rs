//! The inbox's key table.
//!
//! - One table has the keys of the list, its questions and the rows over a form; the footer and the help page use it.
//! - It has three parts: how one moves and leaves, what becomes of a request, and what there is to look at.
//! - The person's own keys for lists and texts hold here, too: a key that moves in a form moves in the list.
//! - Texts are edited with the form's own keys.

mod list;
mod room;
mod triage;

use crate::form::{Act, Binding, Edit, HelpLine, Key, Spot, editing, key_label, leading_to};

pub(super) use room::RoomAct;
pub(super) use triage::TriageAct;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InboxSpot {
    /// The rows.
    List,
    /// The search text.
    Search,
    /// The reason for declining.
    Reason,
    /// Until when to snooze, as text.
    Snooze,
    /// The help page.
    Help,
    /// The list of what was answered lately.
    Done,
    /// What to open with the person's own command.
    Open,
    /// A form that is being fetched.
    Opening,
    /// A form; it gets all keys that aren't bound here.
    Form,
    /// A form that has no use for the key itself.
    Rows,
    /// A form whose request is closed.
    Closed,
}

/// A named intent in the inbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InboxAct {
    Up,
    Down,
    First,
    Last,
    PageUp,
    PageDown,
    Open,
    /// What becomes of a request.
    Triage(TriageAct),
    /// What there is to look at.
    Room(RoomAct),
    /// Moves from a form to the list, and from there back to the form.
    Back,
    /// Switches this surface's texts and another's.
    Switch,
    /// Takes the text at hand.
    Accept,
    Edit(Edit),
    Help,
    /// One step out.
    Leave,
    Suspend,
    Quit,
}

impl InboxAct {
    /// What becomes of a request, if that is what the act is about.
    pub(super) fn triage(self) -> Option<TriageAct> {
        match self {
            InboxAct::Triage(act) => Some(act),
            InboxAct::Up
            | InboxAct::Down
            | InboxAct::First
            | InboxAct::Last
            | InboxAct::PageUp
            | InboxAct::PageDown
            | InboxAct::Open
            | InboxAct::Room(_)
            | InboxAct::Back
            | InboxAct::Switch
            | InboxAct::Accept
            | InboxAct::Edit(_)
            | InboxAct::Help
            | InboxAct::Leave
            | InboxAct::Suspend
            | InboxAct::Quit => None,
        }
    }
}

impl InboxAct {
    /// What there is to look at, if the act is about that.
    pub(super) fn room(self) -> Option<RoomAct> {
        if let InboxAct::Room(act) = self { Some(act) } else { None }
    }
}

type KeyRow = Binding<InboxSpot, InboxAct>;

const LIST: &[InboxSpot] = &[InboxSpot::List];
const TEXTS: &[InboxSpot] = &[InboxSpot::Search, InboxSpot::Reason, InboxSpot::Snooze];

const fn list(key: Key, act: InboxAct) -> KeyRow {
    KeyRow::any(LIST, key, act)
}

/// If an act has two keys, the footer names the first.
fn table() -> impl Iterator<Item = &'static KeyRow> {
    list::KEYS.iter().chain(triage::KEYS).chain(room::KEYS)
}

/// The parts of the help page, with their titles.
pub(super) fn help_groups() -> [(&'static str, &'static [HelpLine<InboxAct>]); 3] {
    [
        ("Keys of the list", list::HELP),
        ("Handling requests", triage::HELP),
        ("Around the request", room::HELP),
    ]
}

/// The keys that the inbox takes in a form, with their effects.
pub(super) fn in_forms() -> Vec<(Vec<Key>, &'static str)> {
    let keys = |act: &InboxAct| [InboxSpot::Rows, InboxSpot::Form].map(|at| keys_of(at, *act, &[])).concat();
    triage::FORM_HELP.iter().map(|line| (line.acts.iter().flat_map(keys).collect(), line.what)).collect()
}

/// What a key means on a spot: the person's own keys come first, then the table, then the keys of any text.
pub(super) fn meaning(at: InboxSpot, key: Key, own: &[Binding]) -> Option<InboxAct> {
    let spot = spot_of_form(at);
    if let Some(bound) = own.iter().find(|b| spot.is_some_and(|spot| b.is(spot, key))) {
        if bound.act == Act::Nothing {
            return None;
        }
        if let Some(act) = of_form(at, bound.act) {
            return Some(act);
        }
    }
    let table = table().find(|row| row.is(at, key)).map(|row| row.act);
    table.or_else(|| editing(key).filter(|_| TEXTS.contains(&at)).map(InboxAct::Edit))
}

/// The form's spot whose own keys also hold here.
fn spot_of_form(at: InboxSpot) -> Option<Spot> {
    match at {
        InboxSpot::List | InboxSpot::Help | InboxSpot::Done | InboxSpot::Opening => Some(Spot::Option),
        InboxSpot::Search => Some(Spot::Filter),
        InboxSpot::Reason | InboxSpot::Snooze => Some(Spot::Reason),
        // The form resolves its own keys.
        InboxSpot::Form | InboxSpot::Rows | InboxSpot::Closed | InboxSpot::Open => None,
    }
}

/// The inbox's act for a form's act.
fn of_form(at: InboxSpot, act: Act) -> Option<InboxAct> {
    let text = TEXTS.contains(&at);
    match act {
        Act::Up => Some(InboxAct::Up),
        Act::Down => Some(InboxAct::Down),
        Act::First => Some(InboxAct::First),
        Act::Last => Some(InboxAct::Last),
        Act::PageUp => Some(InboxAct::PageUp),
        Act::PageDown => Some(InboxAct::PageDown),
        Act::Choose | Act::PickOrCommit => Some(if text { InboxAct::Accept } else { InboxAct::Open }),
        Act::Filter => Some(InboxAct::Triage(TriageAct::Search)),
        Act::Help => Some(InboxAct::Help).filter(|_| !text),
        Act::Decline => Some(InboxAct::Triage(TriageAct::Decline)).filter(|_| !text),
        Act::Aside => Some(InboxAct::Back).filter(|_| !text),
        Act::Suspend => Some(InboxAct::Suspend).filter(|_| !text),
        Act::Leave => Some(InboxAct::Leave).filter(|_| text),
        Act::Edit(edit) => Some(InboxAct::Edit(edit)).filter(|_| text),
        Act::Number(_)
        | Act::FocusNumber(_)
        | Act::PreviousTab
        | Act::NextTab
        | Act::ToCommit
        | Act::FromCommit
        | Act::Notes
        | Act::Cancel
        | Act::Yes
        | Act::Editor
        | Act::Skip
        | Act::Discuss
        | Act::Expand
        | Act::Raw
        | Act::Read
        | Act::About
        | Act::Nothing => None,
    }
}

/// The keys of an act, the person's own first.
fn keys_of(at: InboxSpot, act: InboxAct, own: &[Binding]) -> Vec<Key> {
    let all = own.iter().map(|b| b.key).chain(table().map(|row| row.key));
    leading_to(act, all, |key| meaning(at, key, own))
}

/// The key of an act as footers write it; empty if there isn't one.
pub(super) fn label(at: InboxSpot, act: InboxAct, own: &[Binding]) -> String {
    keys_of(at, act, own).into_iter().next().map(key_label).unwrap_or_default()
}

/// The keys of an act, each as footers write it.
pub(super) fn labels_of(at: InboxSpot, act: InboxAct, own: &[Binding]) -> Vec<String> {
    keys_of(at, act, own).into_iter().map(key_label).collect()
}

/// All keys of an act of the list.
pub(super) fn labels(act: InboxAct, own: &[Binding]) -> String {
    let keys = keys_of(InboxSpot::List, act, own).into_iter();
    keys.map(key_label).collect::<Vec<_>>().join(" ")
}
