//! The list of what was answered lately, by whom, with the answer; and one of them to be read again.
//!
//! - Texts that came too late come first, each with its question; `x` twice forgets one for all surfaces.
//! - It has the latest fifty, the newest first, and follows what is closed meanwhile.
//! - Enter shows the whole request with its answers and the texts that came too late; it takes only keys that turn
//!   pages, scroll, copy such a text or close it.
//! - A row in the list of open requests says what was answered, too.
//! - Requests that were closed while the person is away fold into a number, all but the latest three.

use super::effect::BoardEffect;
use super::keys::{self, InboxAct, InboxSpot, RoomAct, TriageAct};
use super::machine::{Board, ListMode, Up};
use super::messages;
use super::now::{MINUTE, clock};
use super::open::OpenForm;
use super::rows::RequestEnd;
use crate::inbox::{Command, DoneContent, DoneRequest, LateTexts, said};
use crate::life::{Closing, RequestId};
use crate::model::Outcome;
use crate::text::{Line, Shown, Span, Style, Tone, Untrusted};

/// So many of the latest closed requests are listed.
const LATEST: usize = 50;
/// So many closed rows stay in the list of open requests while nobody is there.
const STAY: usize = 3;
/// So many answers of others are fetched at once, to be shown in their rows.
const FETCHED: usize = 20;

/// The list of what was answered lately.
#[derive(Debug, Default)]
pub(super) struct DoneList {
    /// `None` until it is there.
    rows: Option<Vec<DoneRequest>>,
    at: usize,
    /// The request that is to be read again.
    wanted: Option<RequestId>,
    /// The request whose text the next `x` forgets.
    forgets: Option<RequestId>,
}

impl DoneList {
    pub(super) fn focused(&self) -> Option<&DoneRequest> {
        self.rows.as_ref()?.get(self.at)
    }
}

/// The texts of a closed request that came too late.
pub(super) fn late_of(row: &DoneRequest) -> Option<Vec<Untrusted>> {
    row.late.as_ref().map(|late| late.texts.clone())
}

impl Board {
    pub(super) fn show_done(&mut self, effects: &mut Vec<BoardEffect>) {
        self.mode = ListMode::Done(DoneList::default());
        self.rows.folded = 0;
        self.late = 0;
        effects.push(BoardEffect::Command(Command::Done(LATEST)));
    }

    pub(super) fn done_act(&mut self, act: Option<InboxAct>, effects: &mut Vec<BoardEffect>) {
        let by = self.step_of(act);
        let ListMode::Done(list) = &mut self.mode else { return };
        let forgets = list.forgets.take();
        let rows = list.rows.as_deref().unwrap_or_default();
        if let Some(by) = by {
            list.at = list.at.saturating_add_signed(by).min(rows.len().saturating_sub(1));
        } else if act == Some(InboxAct::Open) {
            if let Some(row) = rows.get(list.at) {
                list.wanted = Some(row.past.id);
                effects.push(BoardEffect::Command(Command::Look(row.past.id)));
            }
        } else if act == Some(InboxAct::Room(RoomAct::Copy)) {
            self.copy(effects);
        } else if act == Some(InboxAct::Triage(TriageAct::Dismiss)) {
            self.forget_late(forgets, effects);
        } else if act == Some(InboxAct::Help) {
            self.mode = ListMode::Help { top: 0, done: true };
        } else if act == Some(InboxAct::Leave) {
            self.mode = ListMode::List;
        } else if act == Some(InboxAct::Quit) {
            self.mode = ListMode::List;
            self.quit(effects);
        }
    }

    /// Forgets the focused text that came too late, if the same key has just announced that.
    fn forget_late(&mut self, announced: Option<RequestId>, effects: &mut Vec<BoardEffect>) {
        let key = keys::label(InboxSpot::Done, InboxAct::Triage(TriageAct::Dismiss), &self.setup.keys);
        let ListMode::Done(list) = &mut self.mode else { return };
        let Some((id, late)) = list.focused().and_then(|row| Some((row.past.id, row.late.as_ref()?))) else {
            return;
        };
        if announced == Some(id) {
            let typed_ms = late.typed_ms;
            effects.push(BoardEffect::Command(Command::ForgetLate { id, typed_ms }));
            self.done_changed(effects);
        } else {
            list.forgets = Some(id);
            self.failed(&format!("{key} again forgets it for good."));
        }
    }

    /// Takes closed requests; the focus stays on its request.
    pub(super) fn took_done(&mut self, rows: Vec<DoneRequest>) {
        let ListMode::Done(list) = &mut self.mode else { return };
        // A row whose text was forgotten moves down; the focus goes to the next text.
        let key = |row: &DoneRequest| (row.past.id, row.late.is_some());
        let there = list.focused().map(key).and_then(|on| rows.iter().position(|row| key(row) == on));
        list.at = there.unwrap_or(list.at).min(rows.len().saturating_sub(1));
        list.rows = Some(rows);
    }

    /// Fetches the list again, if it is shown.
    pub(super) fn done_changed(&self, effects: &mut Vec<BoardEffect>) {
        if matches!(self.mode, ListMode::Done(_)) {
            effects.push(BoardEffect::Command(Command::Done(LATEST)));
        }
    }

    /// Takes a closed request: its row says what was answered, or it is read again.
    pub(super) fn looked(&mut self, id: RequestId, content: Option<DoneContent>) {
        let wanted = match &mut self.mode {
            ListMode::Done(list) => list.wanted.take_if(|wanted| *wanted == id).is_some(),
            ListMode::List
            | ListMode::Search
            | ListMode::Open(_)
            | ListMode::Snooze(..)
            | ListMode::Reason(..)
            | ListMode::Help { .. } => false,
        };
        let Some(content) = content else {
            if wanted {
                self.failed("Its content was erased.");
            }
            return;
        };
        if let Some(row) = self.rows.of_mut(id) {
            row.said = said(&content.asked.request, &content.outcome).map(Box::new);
        }
        if wanted && self.up == Up::List {
            let how = content.outcome.name();
            let by = Some(messages::by(&content.by, how));
            let end = RequestEnd { by, at: Some(content.closed), how };
            let making = self.making(&content.asked);
            let open = OpenForm::read_again(id, content, end, &making, self.now);
            self.forms.retain(|open| open.id != id);
            self.add_form(open);
            self.up = Up::Form(id);
        }
    }

    /// Fetches what somebody else answered, for its row.
    pub(super) fn look_at_answer(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        if self.fetched_answers < FETCHED {
            self.fetched_answers += 1;
            effects.push(BoardEffect::Command(Command::Look(id)));
        }
    }

    /// What an answer from here says, for its row.
    pub(super) fn said_here(&self, id: RequestId, closing: &Closing) -> Option<Box<Untrusted>> {
        let outcome = match closing {
            Closing::Answer { answers, .. } => Outcome::Answered(answers.clone()),
            Closing::Decline { reason, .. } => return reason.clone().map(Box::new),
            Closing::Cancel { .. } | Closing::Discuss { .. } | Closing::Withdraw => return None,
        };
        said(self.known(id)?.form.request(), &outcome).map(Box::new)
    }

    /// Leaves only the latest closed rows, if nobody has pressed a key for a minute.
    pub(super) fn fold_closed(&mut self) {
        if self.typed_at.is_none_or(|at| at.plus(MINUTE) <= self.now.at) {
            self.rows.fold(self.focus, STAY);
        }
    }

    /// The lines of the list, and which of them have the focus.
    pub(super) fn done_lines(&self, list: &DoneList) -> (Vec<Line>, Option<(usize, usize)>) {
        let head = |text| [Line::of(Shown::own(text), Style::default().bold()), Line::default()];
        let mut lines = Vec::new();
        let Some(rows) = list.rows.as_deref().filter(|rows| !rows.is_empty()) else {
            lines.extend(head("Answered lately"));
            let none = if list.rows.is_some() { "Nothing was answered yet." } else { "…" };
            lines.push(messages::line(none, Tone::Dim));
            return (lines, None);
        };
        let mut focus = None;
        let late = rows.iter().take_while(|row| row.late.is_some()).count();
        for (at, row) in rows.iter().enumerate() {
            if at == 0 && late > 0 {
                lines.extend(head("Came too late"));
            } else if at == late {
                if at > 0 {
                    lines.push(Line::default());
                }
                lines.extend(head("Answered lately"));
            }
            let here = at == list.at;
            let begins = lines.len();
            let mut first =
                Line::from(if here { Span::own("❯ ", Tone::Accent) } else { Span::own("  ", Tone::Plain) });
            let style = if here { Style::of(Tone::Accent).bold() } else { Style::default() };
            foreign(&mut first, &row.past.summary.text, style);
            lines.push(first);
            lines.extend(row.late.as_ref().map(late_line));
            lines.push(self.done_line(row));
            if here {
                focus = Some((begins, lines.len()));
            }
        }
        (lines, focus)
    }

    /// Who closed it and when, whether the asker has to fetch it yet, and the answer behind the bar.
    fn done_line(&self, row: &DoneRequest) -> Line {
        let past = &row.past;
        let answered = past.how == "answered";
        let mark = if answered { Span::own("  ✔ ", Tone::Good) } else { Span::own("  – ", Tone::Dim) };
        let mut text = if answered {
            messages::by(&past.by, &past.how)
        } else {
            messages::ended_by(&past.by, &past.how)
        };
        text.push(&Shown::own(", "));
        text.push(&clock(&self.setup.zone, self.now.wall_ms, past.closed.wall_ms));
        let mut line = Line::new(vec![mark, Span::new(text, Style::of(Tone::Dim))]);
        if !past.delivered {
            line.push(Span::own(" · not fetched yet", Tone::Warn));
        }
        if let Some(said) = &row.said {
            line.push(Span::own(" ", Tone::Plain));
            foreign(&mut line, said, Style::default());
        }
        line
    }
}

/// The first of these texts, and how many there are.
fn late_line(late: &LateTexts) -> Line {
    let what = match late.texts.len() {
        1 => Shown::own("  your text "),
        all => Shown::own("  your ").then(&Shown::number(all)).then(&Shown::own(" texts ")),
    };
    let mut line = Line::of(what, Style::of(Tone::Warn));
    if let Some(text) = late.texts.first() {
        foreign(&mut line, text, Style::default());
    }
    line
}

/// Foreign text at the end of a line, behind the bar.
pub(super) fn foreign(line: &mut Line, text: &Untrusted, style: Style) {
    line.push(Span::own("│ ", Tone::Dim));
    line.push(Span::new(Shown::clipped(text, 200), style));
}
