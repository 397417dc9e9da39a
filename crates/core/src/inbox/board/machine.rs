//! The inbox as a machine: keys, notices and time in, effects out.
//!
//! - Arriving requests move nothing and take no focus; no form opens by itself.
//! - Answers are held back for a while, so that they can be taken back, and only then sent.
//! - A request that was closed elsewhere names the person who did it, and keeps this person's text until they dismiss
//!   it.
//! - It wakes by itself only for a countdown, a time limit, the end of a snooze, and the ages, once a minute.

use super::done::DoneList;
use super::effect::BoardEffect;
use super::messages;
use super::next_up::NextUp;
use super::now::{MINUTE, Now};
use super::open::{Making, OpenForm};
use super::open_with::OpenWith;
use super::peek::Peek;
use super::propose::Proposal;
use super::rows::{InboxRow, InboxRows, ListSlot, RequestEnd, RowState};
use super::setup::Setup;
use super::together::Looked;
use crate::inbox::{Command, Notice, Position};
use crate::life::{Asked, IdempotencyKey, Moment, RequestId};
use crate::model::{Draft, WholeDraft};
use crate::text::{Editor, Line, Shown};
use crate::time::Timestamp;
use std::collections::{HashMap, HashSet};

/// The most forms put aside that are kept; the store keeps the drafts of older ones.
const ASIDE: usize = 16;

/// Marks the focus in every form, as it does in the list.
const CURSOR: &str = "❯";

/// The part of the list that takes its keys.
#[derive(Debug)]
pub(super) enum ListMode {
    /// The rows.
    List,
    /// The search text.
    Search,
    /// The end of a snooze, as text.
    Snooze(RequestId, Editor),
    /// The reason for declining.
    Reason(RequestId, Editor),
    /// What was answered lately.
    Done(DoneList),
    /// What the person's own command opens.
    Open(OpenWith),
    /// The help page; `top` is the number of lines that are scrolled away. It lies over the list of what was answered
    /// lately, or over the rows.
    Help { top: usize, done: bool },
}

/// The part of the layout that only the surface knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Painted {
    /// How many requests a page move passes.
    pub page: usize,
    /// The request next to the list, if all of it is in sight.
    pub whole: Option<RequestId>,
    /// The form that has the keys, if all of its page is in sight.
    pub form: Option<RequestId>,
    /// The lines in the list's place, as far as they are in sight.
    pub lines: LinesShown,
    /// How many of the next requests are in sight, each of them whole.
    pub next_up: usize,
}

/// Which of the lines in the list's place are in sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinesShown {
    /// How many are scrolled away; never more than there are.
    pub top: usize,
    /// How many are in sight.
    pub count: usize,
    /// How many there are.
    pub all: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Up {
    /// The list.
    List,
    /// The form that is being fetched.
    Opening(RequestId),
    /// A form.
    Form(RequestId),
}

/// The inbox.
pub struct Board {
    pub(super) setup: Setup,
    pub(super) rows: InboxRows,
    pub(super) focus: Option<Position>,
    pub(super) mode: ListMode,
    pub(super) up: Up,
    /// The last one used comes last.
    pub(super) forms: Vec<OpenForm>,
    /// The focused request next to the list.
    pub(super) peek: Peek,
    /// Whether the form has the whole window, where there is room for the list, too.
    pub(super) zoomed: bool,
    /// The request that was opened only for what its agent was doing.
    pub(super) glance: Option<RequestId>,
    /// The requests that get the keys after it.
    pub(super) next_up: NextUp,
    pub(super) search: Editor,
    pub(super) notice: Option<Line>,
    /// The time of the last paste, or of the last key that followed it without a pause.
    pub(super) pasted: Option<Timestamp>,
    /// When a key ended a form, or when the person last typed as if it were still there; and whether they did.
    pub(super) form_ended: Option<(Timestamp, bool)>,
    /// The form in which the question of the footer was asked.
    pub(super) asked_in: Option<RequestId>,
    /// Whether a key came before the form that it may have been meant for.
    pub(super) too_soon: bool,
    /// Until when the footer says that the list ignored a key.
    pub(super) swallowed: Option<Timestamp>,
    pub(super) trouble: Option<Shown>,
    /// Requests that the driver hasn't heard of yet.
    pub(super) arrivals: Vec<RequestId>,
    /// When the person last pressed a key here.
    pub(super) typed_at: Option<Timestamp>,
    /// How many texts came too late that the person hasn't looked for yet.
    pub(super) late: usize,
    /// How many answers of others the last news led to fetch.
    pub(super) fetched_answers: usize,
    /// When the driver last learned that the person types.
    pub(super) typed: Option<Timestamp>,
    pub(super) now: Now,
    /// The layout of the last paint.
    pub(super) laid: Painted,
    /// Changes when the person rearranges the list.
    pub(super) arrangement: u64,
    /// What is kept of whole requests, as far as it is known here.
    pub(super) wholes: HashMap<RequestId, WholeDraft>,
    /// Earlier answers to the same questions.
    pub(super) proposals: HashMap<RequestId, Proposal>,
    /// The marked requests, which one answer is for.
    pub(super) marked: Vec<RequestId>,
    /// The requests that were wholly in sight.
    pub(super) looked: Vec<Looked>,
    /// The requests with a draft in the store.
    pub(super) drafted: HashSet<RequestId>,
    /// The number of keys made for answers so far.
    said: u64,
    /// Leaves once everything is sent.
    pub(super) leaving: bool,
    /// Whether the store is gone.
    pub(super) stopped: bool,
    /// Whether the oldest was opened, in an inbox for one request.
    opened_once: bool,
}

impl Board {
    /// An empty inbox.
    pub fn new(setup: Setup) -> Board {
        let mut rows = InboxRows::default();
        rows.group = setup.group;
        rows.urgent = setup.urgent;
        Board {
            setup,
            rows,
            focus: None,
            mode: ListMode::List,
            up: Up::List,
            forms: Vec::new(),
            peek: Peek::default(),
            zoomed: false,
            glance: None,
            next_up: NextUp::default(),
            search: Editor::new(""),
            notice: None,
            pasted: None,
            form_ended: None,
            asked_in: None,
            too_soon: false,
            swallowed: None,
            trouble: None,
            arrivals: Vec::new(),
            typed_at: None,
            late: 0,
            fetched_answers: 0,
            typed: None,
            now: Now::default(),
            laid: Painted::default(),
            arrangement: 0,
            wholes: HashMap::new(),
            proposals: HashMap::new(),
            marked: Vec::new(),
            looked: Vec::new(),
            drafted: HashSet::new(),
            said: 0,
            leaving: false,
            stopped: false,
            opened_once: false,
        }
    }

    /// How many requests wait, without snoozed ones.
    pub fn waiting(&self) -> usize {
        self.rows.waiting()
    }

    /// Whether a dangerous one waits.
    pub fn danger_waits(&self) -> bool {
        self.rows.danger_waits()
    }

    /// Takes news.
    pub fn notices(&mut self, now: Now, notices: Vec<Notice>) -> Vec<BoardEffect> {
        self.now = now;
        self.fetched_answers = 0;
        let mut effects = Vec::new();
        for notice in notices {
            self.notice(notice, &mut effects);
        }
        self.ask_to_announce(&mut effects);
        self.rows.list();
        self.settle_focus();
        self.once(&mut effects);
        self.rest();
        effects
    }

    fn notice(&mut self, notice: Notice, effects: &mut Vec<BoardEffect>) {
        let now = self.now;
        match notice {
            Notice::Arrived(pending) => {
                let id = pending.id;
                if self.rows.insert(pending, now.moment()) {
                    self.tell(id);
                }
            }
            Notice::Closed { id, by, at, how } => {
                let by = Some(messages::by(&by, how));
                self.closed(id, RequestEnd { by, at: Some(at), how }, effects);
            }
            Notice::Gone(id) => self.closed(id, RequestEnd::unknown(), effects),
            Notice::Delivered(_) => {}
            Notice::Asker { id, waits } => {
                if let Some(row) = self.rows.of_mut(id) {
                    row.asker = Some(waits);
                }
            }
            Notice::Snoozed { id, until_ms } => {
                let until = if until_ms > self.now.wall_ms { until_ms } else { 0 };
                if self.rows.of(id).is_some_and(|row| row.snoozed != until) {
                    self.unmark(id);
                    self.rows.snooze(id, until, false);
                    if until == 0 {
                        self.seen_again();
                    }
                }
            }
            Notice::Marked { id, mark } => self.took_mark(id, mark),
            Notice::Opened { id, asked, at, draft } => self.opened(id, *asked, at, *draft, effects),
            Notice::Whole { id, whole } => self.took_whole(id, *whole),
            Notice::Drafted { id, draft } => {
                self.unmark(id);
                let at = self.now.at;
                if let Some(open) = self.known_mut(id) {
                    open.take_draft(at, &draft);
                }
            }
            Notice::Clash { id, draft } => {
                if let Some(open) = self.known_mut(id) {
                    open.keep_clash(&draft);
                }
            }
            Notice::Accepted(id) => self.accepted(id, effects),
            Notice::Refused { id, why } => self.refused(id, &why, effects),
            Notice::NotStored { id, why } => self.not_stored(id, &why, effects),
            Notice::Announced(ids) => self.announce(&ids, effects),
            Notice::Done(rows) => self.took_done(rows),
            Notice::Late(texts) => self.late = texts,
            Notice::Looked { id, content } => self.looked(id, content.map(|content| *content)),
            Notice::Proposed { id, answers, at_ms, late } => self.proposed(id, *answers, at_ms, late),
            Notice::Trouble(text) => self.in_trouble(text.as_deref()),
            Notice::Stopped(text) => self.store_gone(&text, effects),
        }
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Now) -> Vec<BoardEffect> {
        self.now = now;
        let mut effects = Vec::new();
        self.send_due(&mut effects);
        let back = self.rows.wake(now.wall_ms);
        if !back.is_empty() {
            self.seen_again();
        }
        for id in back {
            self.tell(id);
        }
        self.ask_to_announce(&mut effects);
        if let Up::Form(id) = self.up
            && let Some(open) = self.form_mut(id)
            && open.over.is_none()
            && open.form.deadline().is_some_and(|due| due <= now.at)
        {
            let made = open.form.tick(now.at);
            self.follow(id, made, &mut effects);
        }
        self.fold_closed();
        self.rows.list();
        self.settle_focus();
        self.once(&mut effects);
        self.rest();
        self.peek_if_due(&mut effects);
        effects
    }

    /// When to call [`Board::tick`]; `None` if nothing happens by itself.
    pub fn deadline(&self) -> Option<Timestamp> {
        let now = self.now;
        let held = self.rows.held().filter_map(|row| match row.state {
            RowState::Held { until, .. } => {
                let left = until.0.saturating_sub(now.at.0);
                // When the countdown's number changes, and at its end.
                Some(Timestamp(until.0 - left.saturating_sub(1) / 1000 * 1000))
            }
            RowState::Waits | RowState::Sent { .. } | RowState::Over(_) => None,
        });
        let form = match self.up {
            Up::Form(id) => self.form(id).filter(|o| o.over.is_none()).and_then(|o| o.form.deadline()),
            Up::List | Up::Opening(_) => None,
        };
        let back = self.rows.next_back().map(|until| now.at.plus(until.saturating_sub(now.wall_ms)));
        // The ages in the list change with the minute.
        let minute = now.at.plus(MINUTE - now.wall_ms % MINUTE);
        let ages = (!self.rows.slots().is_empty()).then_some(minute);
        let peek = self.peek_due().map(|(_, due)| due);
        let ignored = self.key_ignored();
        let limits = self.limits_change();
        held.chain(ignored).chain(form).chain(back).chain(ages).chain(peek).chain(limits).min()
    }

    /// Follows a request that comes back to its old place. If that is above the focus, the focus moves down, if there
    /// is room.
    fn seen_again(&mut self) {
        self.arrangement += 1;
    }

    /// Takes the request that a form or the list has fetched.
    fn opened(
        &mut self,
        id: RequestId,
        asked: Asked,
        at: Moment,
        draft: Draft,
        effects: &mut Vec<BoardEffect>,
    ) {
        let now = self.now;
        self.fetched_to_open(id, asked.about.as_deref(), effects);
        if let Some(open) = self.known_mut(id) {
            open.take_draft(now.at, &draft);
        } else if self.up == Up::Opening(id) || self.peek.is_at(id) || self.next_up.is_at(id) {
            let mut asked = asked;
            asked.request.prefs.hold_danger(self.setup.danger_check);
            let making = self.making(&asked);
            let mut open = OpenForm::new(id, asked, at, draft, self.wholes.get(&id), &making, now);
            if self.up == Up::Opening(id) {
                if std::mem::take(&mut self.too_soon) {
                    open.form.ignored(now.at);
                }
                self.add_form(open);
            } else if self.peek.is_at(id) {
                self.peek.open = Some(open);
                self.fetch_next_up(effects);
            } else {
                self.next_up.fetched(open);
            }
            self.look_for_proposal(id, effects);
        } else {
            // The person has gone on meanwhile: nobody shows it.
            effects.push(BoardEffect::Command(Command::Shut(id)));
        }
        if self.up == Up::Opening(id) {
            self.up = Up::Form(id);
            self.glances(id, effects);
        }
    }

    /// The needs of a form of this request.
    pub(super) fn making(&self, asked: &Asked) -> Making<'_> {
        let mut rules = (self.setup.rules)(&asked.dialect, &asked.request.prefs);
        rules.look.focus = CURSOR;
        Making { rules, keys: &self.setup.keys, guard: self.setup.guard, home: self.setup.home.as_deref() }
    }

    pub(super) fn add_form(&mut self, open: OpenForm) {
        self.forms.push(open);
        self.bound_forms();
    }

    /// Drops the oldest forms put aside; the store has their drafts. Forms that have to come back as they were don't
    /// count: their answer is on its way or was refused, or their request was closed while the person typed.
    fn bound_forms(&mut self) {
        let waits = |row: &InboxRow| matches!(row.state, RowState::Waits) && row.refused.is_none();
        let idle = |open: &&OpenForm| {
            self.up != Up::Form(open.id) && !open.share.differs() && self.rows.of(open.id).is_none_or(waits)
        };
        let idle: Vec<RequestId> = self.forms.iter().filter(idle).map(|open| open.id).collect();
        let dropped = &idle[..idle.len().saturating_sub(ASIDE)];
        self.forms.retain(|open| !dropped.contains(&open.id));
    }

    /// Keeps the focus on its request, or moves it to the next one if that is gone.
    pub(super) fn settle_focus(&mut self) {
        let slots = self.rows.slots();
        let listed = |at: Position| slots.contains(&ListSlot::Row(at));
        if self.focus.is_some_and(listed) {
            return;
        }
        let before = self.focus;
        let rows = || {
            slots.iter().filter_map(|slot| match slot {
                ListSlot::Row(at) => Some(*at),
                ListSlot::Heading(_) => None,
            })
        };
        let next = before
            .and_then(|before| self.rows.after(before).or_else(|| rows().filter(|at| *at > before).min()));
        self.focus =
            next.or_else(|| rows().next_back().filter(|_| before.is_some())).or_else(|| rows().next());
    }

    /// An idempotency key for an answer.
    pub(super) fn name(&mut self) -> IdempotencyKey {
        self.said += 1;
        IdempotencyKey(format!("{}-{}", self.setup.surface, self.said))
    }

    /// The form that has the keys.
    pub(super) fn up_form(&self) -> Option<&OpenForm> {
        match self.up {
            Up::Form(id) => self.form(id),
            Up::List | Up::Opening(_) => None,
        }
    }

    pub(super) fn form(&self, id: RequestId) -> Option<&OpenForm> {
        self.forms.iter().find(|open| open.id == id)
    }

    pub(super) fn form_mut(&mut self, id: RequestId) -> Option<&mut OpenForm> {
        self.forms.iter_mut().find(|open| open.id == id)
    }

    /// Opens the wanted request once it is known; in an inbox for one request, the oldest.
    fn once(&mut self, effects: &mut Vec<BoardEffect>) {
        let begins = self.setup.close_after_one || self.setup.open_first.is_some();
        if !begins || std::mem::replace(&mut self.opened_once, true) {
            return;
        }
        let first = if let Some(id) = self.setup.open_first {
            self.rows.of(id)
        } else {
            let not_sent = |row: &&InboxRow| {
                let whole = self.wholes.get(&row.pending.id);
                row.waits() && whole.is_some_and(|whole| whole.held.is_some())
            };
            self.rows.iter().find(not_sent).or_else(|| self.rows.iter().find(|row| row.waits()))
        };
        let Some((id, at)) = first.map(|row| (row.pending.id, row.pending.position)) else {
            self.opened_once = false;
            return;
        };
        self.focus = Some(at);
        self.open(id, effects);
    }

    /// Leaves once nothing is on its way, if the person wants to leave or the one request is answered.
    pub(super) fn left(&mut self, effects: &mut Vec<BoardEffect>) {
        let busy = self.rows.any_on_its_way();
        // The row says why its answer was refused; the person has to be able to read it.
        let answered = self.up == Up::List && !self.rows.any_refused();
        let done = self.leaving || (self.setup.close_after_one && self.opened_once && answered);
        if done && !busy {
            effects.push(BoardEffect::Quit);
        }
    }
}
