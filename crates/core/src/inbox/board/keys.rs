//! The inbox's key table.
//!
//! - One table has the keys of the list, its questions and the rows over a form; the footer and the help page use it.
//! - The person's own keys for lists and texts hold here, too: a key that moves in a form moves in the list.
//! - Texts are edited with the form's own keys.
//! - Enter opens the focused request, or sends its held-back answer; `u` takes that answer back.

use crate::form::{Act, Binding, Code, Edit, HelpLine, Key, Spot, editing, key_label, leading_to};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InboxSpot {
    /// The rows.
    List,
    /// The search text.
    Search,
    /// The reason for declining.
    Reason,
    /// How long to snooze.
    Snooze,
    /// The help page.
    Help,
    /// A form that is being fetched.
    Opening,
    /// A form; it gets all keys that aren't bound here.
    Form,
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
    Next,
    Previous,
    Search,
    Group,
    Snooze,
    SnoozeFor(Snooze),
    Snoozed,
    Decline,
    Undo,
    Jump,
    Dismiss,
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

/// The length of a snooze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Snooze {
    Quarter,
    Hour,
    Tomorrow,
}

use InboxAct::SnoozeFor;

type KeyRow = Binding<InboxSpot, InboxAct>;

const LIST: &[InboxSpot] = &[InboxSpot::List];
const ROWS: &[InboxSpot] = &[InboxSpot::List, InboxSpot::Help];
const MOVES: &[InboxSpot] = &[InboxSpot::List, InboxSpot::Help, InboxSpot::Search];
const TEXTS: &[InboxSpot] = &[InboxSpot::Search, InboxSpot::Reason];
const SNOOZE: &[InboxSpot] = &[InboxSpot::Snooze];
const STEPS_OUT: &[InboxSpot] =
    &[InboxSpot::List, InboxSpot::Search, InboxSpot::Reason, InboxSpot::Opening, InboxSpot::Closed];

const fn list(key: Key, act: InboxAct) -> KeyRow {
    KeyRow::any(LIST, key, act)
}

const fn ctrl(c: char) -> Key {
    Key::ctrl(Code::Char(c))
}

/// If an act has two keys, the footer names the first.
const KEYS: &[KeyRow] = &[
    KeyRow::any(MOVES, Key::plain(Code::Up), InboxAct::Up),
    KeyRow::any(ROWS, Key::char('k'), InboxAct::Up),
    KeyRow::any(MOVES, Key::plain(Code::Down), InboxAct::Down),
    KeyRow::any(ROWS, Key::char('j'), InboxAct::Down),
    list(Key::plain(Code::Home), InboxAct::First),
    list(Key::plain(Code::End), InboxAct::Last),
    list(Key::char('G'), InboxAct::Last),
    KeyRow::any(MOVES, Key::plain(Code::PageUp), InboxAct::PageUp),
    KeyRow::any(MOVES, Key::plain(Code::PageDown), InboxAct::PageDown),
    list(Key::plain(Code::Enter), InboxAct::Open),
    list(Key::plain(Code::Right), InboxAct::Open),
    list(Key::char('n'), InboxAct::Next),
    list(Key::plain(Code::Tab), InboxAct::Next),
    list(Key::char('N'), InboxAct::Previous),
    list(Key::shift(Code::Tab), InboxAct::Previous),
    list(Key::char('/'), InboxAct::Search),
    list(Key::char('g'), InboxAct::Group),
    list(Key::char('b'), InboxAct::Group),
    list(Key::char('s'), InboxAct::Snooze),
    KeyRow::any(SNOOZE, Key::char('1'), SnoozeFor(Snooze::Quarter)),
    KeyRow::any(SNOOZE, Key::char('2'), SnoozeFor(Snooze::Hour)),
    KeyRow::any(SNOOZE, Key::char('3'), SnoozeFor(Snooze::Tomorrow)),
    list(Key::char('S'), InboxAct::Snoozed),
    list(Key::char('d'), InboxAct::Decline),
    list(Key::char('u'), InboxAct::Undo),
    list(Key::char('t'), InboxAct::Jump),
    list(Key::char('x'), InboxAct::Dismiss),
    list(Key::plain(Code::Delete), InboxAct::Dismiss),
    KeyRow::any(&[InboxSpot::List, InboxSpot::Opening, InboxSpot::Closed], ctrl(']'), InboxAct::Back),
    KeyRow::any(&[InboxSpot::Form, InboxSpot::Closed], ctrl('t'), InboxAct::Switch),
    KeyRow::any(TEXTS, Key::plain(Code::Enter), InboxAct::Accept),
    KeyRow::any(TEXTS, Key::shift(Code::Enter), InboxAct::Accept),
    KeyRow::any(TEXTS, Key::alt(Code::Enter), InboxAct::Accept),
    KeyRow::any(TEXTS, Key::ctrl(Code::Enter), InboxAct::Accept),
    KeyRow::any(&[InboxSpot::Closed], Key::plain(Code::Enter), InboxAct::Accept),
    list(Key::char('?'), InboxAct::Help),
    KeyRow::any(STEPS_OUT, Key::plain(Code::Esc), InboxAct::Leave),
    list(ctrl('z'), InboxAct::Suspend),
    list(Key::char('q'), InboxAct::Quit),
    KeyRow::any(
        &[InboxSpot::List, InboxSpot::Search, InboxSpot::Help, InboxSpot::Opening],
        ctrl('c'),
        InboxAct::Quit,
    ),
    KeyRow::any(&[InboxSpot::Reason], ctrl('c'), InboxAct::Leave),
];

/// The lines of the help page.
pub(super) const HELP: &[HelpLine<InboxAct>] = &[
    HelpLine::new(&[InboxAct::Up, InboxAct::Down], "move"),
    HelpLine::new(&[InboxAct::Open], "open the request; send now what is held back"),
    HelpLine::new(&[InboxAct::Next, InboxAct::Previous], "the next one that waits, the one before"),
    HelpLine::new(&[InboxAct::Back], "back to the form that was put aside; aside again"),
    HelpLine::new(&[InboxAct::Undo], "take back what is being sent"),
    HelpLine::new(&[InboxAct::Decline], "decline, with a reason or without"),
    HelpLine::new(&[InboxAct::Snooze], "put off, or bring back"),
    HelpLine::new(&[InboxAct::Snoozed], "show what is put off, or hide it"),
    HelpLine::new(&[InboxAct::Search], "search in questions, agents, folders"),
    HelpLine::new(&[InboxAct::Group], "group by agent, by folder, not at all"),
    HelpLine::new(&[InboxAct::Jump], "go to the asker's tmux pane"),
    HelpLine::new(&[InboxAct::Dismiss], "let go of what is over"),
    HelpLine::new(&[InboxAct::Quit], "leave; what is held back is sent first"),
];

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
    let table = KEYS.iter().find(|row| row.is(at, key)).map(|row| row.act);
    table.or_else(|| editing(key).filter(|_| TEXTS.contains(&at)).map(InboxAct::Edit))
}

/// The form's spot whose own keys also hold here.
fn spot_of_form(at: InboxSpot) -> Option<Spot> {
    match at {
        InboxSpot::List | InboxSpot::Help | InboxSpot::Opening => Some(Spot::Option),
        InboxSpot::Search => Some(Spot::Filter),
        InboxSpot::Reason => Some(Spot::Reason),
        // The form resolves its own keys.
        InboxSpot::Form | InboxSpot::Closed | InboxSpot::Snooze => None,
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
        Act::Choose => Some(if text { InboxAct::Accept } else { InboxAct::Open }),
        Act::Filter => Some(InboxAct::Search),
        Act::Help => Some(InboxAct::Help).filter(|_| !text),
        Act::Decline => Some(InboxAct::Decline).filter(|_| !text),
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
        | Act::Nothing => None,
    }
}

/// The keys of an act, the person's own first.
fn keys_of(at: InboxSpot, act: InboxAct, own: &[Binding]) -> Vec<Key> {
    let all = own.iter().map(|b| b.key).chain(KEYS.iter().map(|row| row.key));
    leading_to(act, all, |key| meaning(at, key, own))
}

/// The key of an act as footers write it; empty if there isn't one.
pub(super) fn label(at: InboxSpot, act: InboxAct, own: &[Binding]) -> String {
    keys_of(at, act, own).into_iter().next().map(key_label).unwrap_or_default()
}

/// The keys of an act of the list, at most two.
pub(super) fn labels(act: InboxAct, own: &[Binding]) -> String {
    let keys = keys_of(InboxSpot::List, act, own).into_iter().take(2);
    keys.map(key_label).collect::<Vec<_>>().join(", ")
}
