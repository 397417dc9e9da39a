//! The keys that decide what becomes of a request.
//!
//! - `.` goes to the next waiting request, `,` to the one before, in a form's rows, too.
//! - `r` takes what is recommended, `d` declines, `s` puts off, `u` takes back an answer that is held back, in a form's
//!   rows, too; `x` lets go of what is over, and forgets a text that came too late.
//! - `v` marks several requests for one answer.
//! - The list is searched and grouped.

use super::InboxAct::Triage;
use super::{InboxAct, InboxSpot, KeyRow, list};
use crate::form::{Code, HelpLine, Key};

/// An act that decides what becomes of a request, or which one comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::inbox::board) enum TriageAct {
    Next,
    Previous,
    Search,
    Group,
    Snooze,
    Snoozed,
    Decline,
    Undo,
    Dismiss,
    Recommended,
    Mark,
    Done,
}

/// Where a key is about requests: the list, and a form's rows that have no use for it.
const REQUESTS: &[InboxSpot] = &[InboxSpot::List, InboxSpot::Rows];
/// Where a key is about requests that are over.
const CLOSED: &[InboxSpot] = &[InboxSpot::List, InboxSpot::Done];

pub(super) const KEYS: &[KeyRow] = &[
    KeyRow::any(REQUESTS, Key::char('.'), Triage(TriageAct::Next)),
    list(Key::plain(Code::Tab), Triage(TriageAct::Next)),
    KeyRow::any(REQUESTS, Key::char(','), Triage(TriageAct::Previous)),
    list(Key::shift(Code::Tab), Triage(TriageAct::Previous)),
    list(Key::char('/'), Triage(TriageAct::Search)),
    list(Key::char('g'), Triage(TriageAct::Group)),
    list(Key::char('b'), Triage(TriageAct::Group)),
    KeyRow::any(REQUESTS, Key::char('r'), Triage(TriageAct::Recommended)),
    KeyRow::any(REQUESTS, Key::char('s'), Triage(TriageAct::Snooze)),
    KeyRow::any(&[InboxSpot::List, InboxSpot::Form], Key::alt(Code::Char('s')), Triage(TriageAct::Snooze)),
    list(Key::char('S'), Triage(TriageAct::Snoozed)),
    KeyRow::any(REQUESTS, Key::char('d'), Triage(TriageAct::Decline)),
    KeyRow::any(REQUESTS, Key::char('u'), Triage(TriageAct::Undo)),
    KeyRow::any(&[InboxSpot::List, InboxSpot::Form], Key::alt(Code::Char('u')), Triage(TriageAct::Undo)),
    list(Key::char('D'), Triage(TriageAct::Done)),
    KeyRow::any(&[InboxSpot::Done], Key::char('D'), InboxAct::Leave),
    list(Key::char('v'), Triage(TriageAct::Mark)),
    KeyRow::any(CLOSED, Key::char('x'), Triage(TriageAct::Dismiss)),
    KeyRow::any(CLOSED, Key::plain(Code::Delete), Triage(TriageAct::Dismiss)),
];

/// What the inbox does with keys in a form.
pub(super) const FORM_HELP: &[HelpLine<InboxAct>] = &[
    HelpLine::new(&[Triage(TriageAct::Next), Triage(TriageAct::Previous)], "next request, the one before"),
    HelpLine::new(&[Triage(TriageAct::Recommended)], "take what is recommended"),
    HelpLine::new(&[Triage(TriageAct::Undo)], "take back what is being sent"),
    HelpLine::new(&[Triage(TriageAct::Decline)], "decline the request"),
    HelpLine::new(&[Triage(TriageAct::Snooze)], "put off the request"),
    HelpLine::new(&[InboxAct::Switch], "switch to the text from elsewhere"),
];

pub(super) const HELP: &[HelpLine<InboxAct>] = &[
    HelpLine::new(
        &[Triage(TriageAct::Next), Triage(TriageAct::Previous)],
        "the next one that waits, the one before, also in a form",
    ),
    HelpLine::new(&[Triage(TriageAct::Recommended)], "take what the agent recommends, also in a form"),
    HelpLine::new(&[Triage(TriageAct::Mark)], "mark several that offer the same: one answer goes to all"),
    HelpLine::new(&[Triage(TriageAct::Undo)], "take back what is being sent, also in a form"),
    HelpLine::new(&[Triage(TriageAct::Decline)], "decline, with a reason or without, also in a form"),
    HelpLine::new(&[Triage(TriageAct::Snooze)], "put off, or bring back, also in a form"),
    HelpLine::new(&[Triage(TriageAct::Snoozed)], "show what is put off, or hide it"),
    HelpLine::new(&[Triage(TriageAct::Search)], "search in questions, agents, folders"),
    HelpLine::new(&[Triage(TriageAct::Group)], "group by agent, folder or urgency, or not at all"),
    HelpLine::new(&[Triage(TriageAct::Done)], "what was answered lately, and what came too late"),
    HelpLine::new(
        &[Triage(TriageAct::Dismiss)],
        "clear what is over; in the list of answers, forget a text for good",
    ),
];
