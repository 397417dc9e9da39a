//! The inbox as a machine: keys, notices and time in, effects out.
//!
//! - What arrives moves nothing and takes no focus; no form opens by itself.
//! - What is said is held back for a while, to be taken back, and only then sent.
//! - A request that was ended elsewhere says by whom, and keeps the person's text until they let it go.
//! - It wakes by itself only for a countdown, a time limit, what was put off, and once a minute for the ages.

use super::effect::BoardEffect;
use super::messages;
use super::now::{MINUTE, Now, Zone};
use super::open::{Making, Open};
use super::peek::Peek;
use super::quiet_hours::Hours;
use super::rows::{Group, Over, Row, Rows, Slot, State};
use crate::form::Binding;
use crate::form::{FormRules, Guard};
use crate::inbox::{Command, Notice, Position};
use crate::life::{Asked, Key as Name, Moment, RequestId};
use crate::model::{Draft, Prefs};
use crate::text::{Editor, Line, Shown};
use crate::time::Timestamp;

/// Most forms that are kept aside; of older ones the draft is kept in the store.
const ASIDE: usize = 16;

/// How a form of the dialect of this id behaves under these settings.
pub type Rules = Box<dyn Fn(&str, &Prefs) -> FormRules>;

/// What cli hands in.
pub struct Setup {
    /// How a form of the dialect of this id behaves.
    pub rules: Rules,
    /// The person's own keys.
    pub keys: Vec<Binding>,
    /// Names this inbox: what it says is named after it. Never used twice.
    pub surface: String,
    /// How long keys that would commit are ignored once a form is up.
    pub guard: Guard,
    /// Whether this person confirms dangerous answers by typing, whatever settings the request was asked under.
    pub danger_check: bool,
    /// For how many milliseconds what is said is held back.
    pub hold_ms: u64,
    /// When nothing rings.
    pub quiet: Option<Hours>,
    /// Whether the bell tells of arrivals.
    pub bell: bool,
    /// Whether a notification does.
    pub notify: bool,
    /// What requests are grouped by at first.
    pub group: Group,
    /// The person's home folder.
    pub home: Option<String>,
    /// The person's zone.
    pub zone: Zone,
    /// Opens the oldest, and leaves when it is done.
    pub once: bool,
}

/// What the keys of the list go to.
#[derive(Debug)]
pub(super) enum Mode {
    /// The rows.
    List,
    /// What is searched for.
    Search,
    /// For how long to put off.
    Snooze(RequestId),
    /// Why to decline.
    Reason(RequestId, Editor),
    /// All keys; so many of its lines are scrolled away.
    Help { top: usize },
}

/// What only a surface knows of what it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Laid {
    /// How many requests a page move goes.
    pub page: usize,
    /// How many lines that stand in the list's place are scrolled away; never more than there are.
    pub top: usize,
}

/// What is up in the list's place or beside it, with the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Up {
    /// Nothing: the keys are the list's.
    List,
    /// A form that is being fetched.
    Opening(RequestId),
    /// A form.
    Form(RequestId),
}

/// The inbox.
pub struct Board {
    pub(super) setup: Setup,
    pub(super) rows: Rows,
    pub(super) focus: Option<Position>,
    pub(super) mode: Mode,
    pub(super) up: Up,
    /// The last one used stands last.
    pub(super) forms: Vec<Open>,
    /// The focused request beside the list.
    pub(super) peek: Peek,
    pub(super) search: Editor,
    pub(super) notice: Option<Line>,
    /// When something was pasted, or the last of the keys that followed it without a pause.
    pub(super) pasted: Option<Timestamp>,
    /// When a form ended by a key, or somebody still typed as if it were there; and whether somebody did.
    pub(super) form_ended: Option<(Timestamp, bool)>,
    pub(super) trouble: Option<Shown>,
    /// Who arrived and was not told of, and when to.
    pub(super) arrivals: (Vec<RequestId>, Option<Timestamp>),
    pub(super) now: Now,
    /// What the surface told of the last paint.
    pub(super) laid: Laid,
    /// Another number: the person arranged the list anew.
    pub(super) arrangement: u64,
    /// How many answers were named.
    said: u64,
    /// Leaves once all is sent.
    pub(super) leaving: bool,
    /// The oldest was opened, where that is all that is wanted.
    opened_once: bool,
}

impl Board {
    /// An inbox that knows of nothing yet.
    pub fn new(setup: Setup) -> Board {
        let mut rows = Rows::default();
        rows.group = setup.group;
        Board {
            setup,
            rows,
            focus: None,
            mode: Mode::List,
            up: Up::List,
            forms: Vec::new(),
            peek: Peek::default(),
            search: Editor::new(""),
            notice: None,
            pasted: None,
            form_ended: None,
            trouble: None,
            arrivals: (Vec::new(), None),
            now: Now::default(),
            laid: Laid::default(),
            arrangement: 0,
            said: 0,
            leaving: false,
            opened_once: false,
        }
    }

    /// How many wait, those that are put off left out.
    pub fn waiting(&self) -> usize {
        self.rows.iter().filter(|row| waits(row)).count()
    }

    /// What news brings about.
    pub fn notices(&mut self, now: Now, notices: Vec<Notice>) -> Vec<BoardEffect> {
        self.now = now;
        let mut effects = Vec::new();
        for notice in notices {
            self.notice(notice, &mut effects);
        }
        self.rows.list();
        self.settle_focus();
        self.once(&mut effects);
        self.rest();
        effects
    }

    fn notice(&mut self, notice: Notice, effects: &mut Vec<BoardEffect>) {
        match notice {
            Notice::Arrived(pending) => {
                let id = pending.id;
                if self.rows.insert(pending) {
                    self.tell(id);
                }
            }
            Notice::Closed { id, by, at, how } => {
                let by = Some(messages::by(&by, how));
                self.closed(id, Over { by, at: Some(Box::new(at)), how }, effects);
            }
            Notice::Gone(id) => self.closed(id, Over::unknown(), effects),
            Notice::Delivered(_) => {}
            Notice::Asker { id, waits } => {
                if let Some(row) = self.rows.of_mut(id) {
                    row.asker = Some(waits);
                }
            }
            Notice::Snoozed { id, until_ms } => {
                let until = if until_ms > self.now.wall_ms { until_ms } else { 0 };
                if self.rows.of(id).is_some_and(|row| row.snoozed != until) {
                    self.rows.snooze(id, until, false);
                    if until == 0 {
                        self.seen_again();
                    }
                }
            }
            Notice::Opened { id, asked, at, draft } => self.opened(id, *asked, at, *draft, effects),
            Notice::Drafted { id, draft } => {
                let at = self.now.at;
                if let Some(open) = self.known_mut(id) {
                    open.drafted(at, &draft);
                }
            }
            Notice::Clash { id, draft } => {
                if let Some(open) = self.known_mut(id) {
                    open.clashed(&draft);
                }
            }
            Notice::Accepted(id) => self.accepted(id, effects),
            Notice::Refused { id, why } => self.refused(id, &why, effects),
            Notice::Announced(ids) => self.announce(&ids, effects),
            Notice::Trouble(text) => self.trouble = text.map(|text| messages::own(&text)),
            Notice::Stopped(text) => {
                self.trouble = Some(messages::own(&text));
                // What was typed is nowhere else: whoever typed it leaves when they have read it.
                if !self.forms.iter().any(|open| open.touched) {
                    effects.push(BoardEffect::Quit);
                }
            }
        }
    }

    /// What time alone brings about.
    pub fn tick(&mut self, now: Now) -> Vec<BoardEffect> {
        self.now = now;
        let mut effects = Vec::new();
        self.send_due(&mut effects);
        if let (Some(due), false) = (self.arrivals.1, self.arrivals.0.is_empty())
            && due <= now.at
        {
            self.ask_to_announce(&mut effects);
        }
        let back = self.rows.wake(now.wall_ms);
        if !back.is_empty() {
            self.seen_again();
        }
        for id in back {
            self.tell(id);
        }
        if let Up::Form(id) = self.up
            && let Some(open) = self.form_mut(id)
            && open.over.is_none()
            && open.form.deadline().is_some_and(|due| due <= now.at)
        {
            let made = open.form.tick(now.at);
            self.follow(id, made, &mut effects);
        }
        self.rows.list();
        self.settle_focus();
        self.once(&mut effects);
        self.rest();
        self.peek_at_it(&mut effects);
        effects
    }

    /// When to call [`Board::tick`]; `None`: nothing happens by itself.
    pub fn deadline(&self) -> Option<Timestamp> {
        let now = self.now;
        let held = self.rows.iter().filter_map(|row| match row.state {
            State::Held { until, .. } => {
                let left = until.0.saturating_sub(now.at.0);
                // When the countdown says another number, and at its end.
                Some(Timestamp(until.0 - left.saturating_sub(1) / 1000 * 1000))
            }
            State::Waits | State::Sent { .. } | State::Over(_) => None,
        });
        let form = match self.up {
            Up::Form(id) => self.form(id).filter(|o| o.over.is_none()).and_then(|o| o.form.deadline()),
            Up::List | Up::Opening(_) => None,
        };
        let back = self.rows.next_back().map(|until| now.at.plus(until.saturating_sub(now.wall_ms)));
        let minute = now.at.plus(MINUTE - now.wall_ms % MINUTE);
        let ages = (!self.rows.slots().is_empty()).then_some(minute);
        let tell = self.arrivals.1.filter(|_| !self.arrivals.0.is_empty());
        held.chain(form).chain(back).chain(ages).chain(tell).chain(self.peek_due()).min()
    }

    /// What comes back has its old place, which may be above the focus: that moves down then, where there is room.
    fn seen_again(&mut self) {
        self.arrangement += 1;
    }

    /// What was asked for came.
    fn opened(
        &mut self,
        id: RequestId,
        asked: Asked,
        at: Moment,
        draft: Draft,
        effects: &mut Vec<BoardEffect>,
    ) {
        let now = self.now.at;
        if let Some(open) = self.known_mut(id) {
            open.drafted(now, &draft);
        } else if self.up == Up::Opening(id) || self.peeks_at(id) {
            let mut asked = asked;
            asked.request.prefs.hold_danger(self.setup.danger_check);
            let making = Making {
                rules: (self.setup.rules)(&asked.dialect, &asked.request.prefs),
                keys: &self.setup.keys,
                guard: self.setup.guard,
                home: self.setup.home.as_deref(),
            };
            let open = Open::new(id, asked, at, draft, &making);
            if self.up == Up::Opening(id) {
                self.add_form(open);
            } else {
                self.peek.open = Some(open);
            }
        } else {
            effects.push(BoardEffect::Command(Command::Shut(id)));
        }
        if self.up == Up::Opening(id) {
            self.up = Up::Form(id);
        }
    }

    pub(super) fn add_form(&mut self, open: Open) {
        self.forms.push(open);
        self.bound_forms();
    }

    /// Forgets the oldest forms that were put aside; their drafts are in the store.
    fn bound_forms(&mut self) {
        while self.forms.len() > ASIDE {
            let idle = self.forms.iter().position(|open| {
                let waits = |row: &Row| matches!(row.state, State::Waits) && row.refused.is_none();
                self.up != Up::Form(open.id)
                    && open.share.others.is_empty()
                    && self.rows.of(open.id).is_none_or(waits)
            });
            let Some(at) = idle else { return };
            self.forms.remove(at);
        }
    }

    /// The focus stays where it is; where that is gone it goes to the next.
    pub(super) fn settle_focus(&mut self) {
        let slots = self.rows.slots();
        let listed = |at: Position| slots.contains(&Slot::Row(at));
        if self.focus.is_some_and(listed) {
            return;
        }
        let before = self.focus;
        let rows = || {
            slots.iter().filter_map(|slot| match slot {
                Slot::Row(at) => Some(*at),
                Slot::Heading(_) => None,
            })
        };
        let next = before.and_then(|before| rows().filter(|at| *at > before).min());
        self.focus =
            next.or_else(|| rows().next_back().filter(|_| before.is_some())).or_else(|| rows().next());
    }

    /// A name for what is said, so that saying it again is no second one.
    pub(super) fn name(&mut self) -> Name {
        self.said += 1;
        Name(format!("{}-{}", self.setup.surface, self.said))
    }

    pub(super) fn form(&self, id: RequestId) -> Option<&Open> {
        self.forms.iter().find(|open| open.id == id)
    }

    pub(super) fn form_mut(&mut self, id: RequestId) -> Option<&mut Open> {
        self.forms.iter_mut().find(|open| open.id == id)
    }

    /// Where only one is wanted: opens the oldest, once it is known.
    fn once(&mut self, effects: &mut Vec<BoardEffect>) {
        if !self.setup.once || std::mem::replace(&mut self.opened_once, self.setup.once) {
            return;
        }
        let oldest =
            self.rows.iter().find(|row| waits(row)).map(|row| (row.pending.id, row.pending.position));
        let Some((id, at)) = oldest else {
            self.opened_once = false;
            return;
        };
        self.focus = Some(at);
        self.open(id, effects);
    }

    /// Where only one was wanted, or the person leaves: it is done once nothing is on its way.
    pub(super) fn left(&mut self, effects: &mut Vec<BoardEffect>) {
        let busy = self.rows.iter().any(|r| matches!(r.state, State::Sent { .. } | State::Held { .. }));
        let done = self.leaving || (self.setup.once && self.opened_once && self.up == Up::List);
        if done && !busy {
            effects.push(BoardEffect::Quit);
        }
    }
}

/// Whether it waits for the person now.
pub(super) fn waits(row: &Row) -> bool {
    matches!(row.state, State::Waits) && row.snoozed == 0
}
