//! The news: how it changes the list, and the sentences about it.
//!
//! - A new request gets the next number and is announced; one that was open at the start is only listed.
//! - A request that somebody else closed is announced with who did so.
//! - Many at once get one sentence with their number.
//! - Texts that came too late are announced once, when the inbox opens.
//! - A put-off, a draft or an asker that comes or goes is shown in the list, and not announced.

use super::super::line_writer::OwnWords;
use super::row::LineRow;
use asq_core::inbox::{DoneRequest, Notice, Pending, Position, RequestMark, ended_by};
use asq_core::life::{Asked, Moment, Refusal, RequestId};
use asq_core::model::Draft;
use asq_core::text::{Line, Shown, Untrusted};
use std::collections::HashMap;
use std::sync::Arc;

/// The most pieces of news with a sentence each.
const TOLD: usize = 5;

/// The whole request that was asked for.
pub(super) struct OpenedRequest {
    pub(super) id: RequestId,
    pub(super) asked: Box<Asked>,
    pub(super) draft: Box<Draft>,
}

/// What became of a closing from here.
pub(super) enum CloseNews {
    Accepted,
    Refused(Box<Refusal>),
    NotStored(String),
}

/// All requests, in the order of their numbers.
#[derive(Default)]
pub(super) struct Requests {
    pub(super) rows: Vec<LineRow>,
    places: HashMap<RequestId, usize>,
    pub(super) home: Option<String>,
    /// Whether the list has begun; what comes later is new.
    pub(super) begun: bool,
    pub(super) opened: Option<OpenedRequest>,
    pub(super) closed: Option<(RequestId, CloseNews)>,
    /// The closed requests that were asked for.
    pub(super) done: Option<Vec<DoneRequest>>,
    /// A request whose end this inbox itself brings about.
    pub(super) closing: Option<RequestId>,
    pub(super) arrived: Vec<RequestId>,
    /// This inbox announces a request, and rings.
    pub(super) rings: bool,
    /// There is no more news.
    pub(super) stopped: bool,
}

impl Requests {
    pub(super) fn of(&self, id: RequestId) -> Option<&LineRow> {
        self.rows.get(*self.places.get(&id)?)
    }

    pub(super) fn numbered(&self, number: usize) -> Option<&LineRow> {
        self.rows.get(number.checked_sub(1)?)
    }

    pub(super) fn row(&mut self, id: RequestId) -> Option<&mut LineRow> {
        self.rows.get_mut(*self.places.get(&id)?)
    }

    /// Takes the news, and returns the sentences about it.
    pub(super) fn take(&mut self, now: Moment, notices: Vec<Notice>) -> Vec<Line> {
        let says: Vec<OwnWords> = notices.into_iter().filter_map(|notice| self.notice(now, notice)).collect();
        if says.len() > TOLD && !self.stopped {
            let words = OwnWords::default().number(says.len()).and(" pieces of news: ");
            let waits = self.rows.iter().filter(|row| row.waits(now)).count();
            return vec![words.number(waits).and(" requests wait now. Type list to hear them.").into()];
        }
        says.into_iter().map(Line::from).collect()
    }

    fn notice(&mut self, now: Moment, notice: Notice) -> Option<OwnWords> {
        match notice {
            Notice::Arrived(pending) => self.arrived(now, pending),
            Notice::Closed { id, by, how, .. } => self.over(id, ended_by(&by, how)),
            Notice::Gone(id) => self.over(id, Shown::own("closed")),
            Notice::Asker { id, waits } => {
                self.row(id)?.asker = Some(waits);
                None
            }
            Notice::Marked { id, mark } => {
                self.row(id)?.mark = mark;
                None
            }
            Notice::Snoozed { id, until_ms } => {
                self.row(id)?.until_ms = until_ms;
                None
            }
            Notice::Opened { id, asked, at, draft } => {
                if self.of(id).is_none() {
                    // Opened by its id, without a list.
                    let pending = Pending::of(id, Position::default(), at, &asked);
                    self.arrived(now, Arc::new(pending));
                }
                self.opened = Some(OpenedRequest { id, asked, draft });
                None
            }
            Notice::Accepted(id) => {
                self.closed = Some((id, CloseNews::Accepted));
                None
            }
            Notice::Refused { id, why } => {
                self.closed = Some((id, CloseNews::Refused(why)));
                None
            }
            Notice::NotStored { id, why } => {
                self.closed = Some((id, CloseNews::NotStored(why)));
                None
            }
            Notice::Announced(_) => {
                self.rings = true;
                None
            }
            Notice::Trouble(Some(what)) => {
                Some(OwnWords::own("Trouble: ").whole(&Untrusted::from(what)).and("."))
            }
            Notice::Trouble(None) => Some(OwnWords::own("The trouble is over.")),
            Notice::Stopped(why) => {
                self.stopped = true;
                Some(OwnWords::own("The inbox ends: ").whole(&Untrusted::from(why)).and("."))
            }
            Notice::Done(rows) => {
                self.done = Some(rows);
                None
            }
            Notice::Late(1) => Some(OwnWords::own("1 text came too late. Type done to hear it.")),
            Notice::Late(n) => {
                Some(OwnWords::default().number(n).and(" texts came too late. Type done to hear them."))
            }
            Notice::Delivered(_)
            | Notice::Drafted { .. }
            | Notice::Whole { .. }
            | Notice::Clash { .. }
            | Notice::Looked { .. }
            | Notice::Proposed { .. } => None,
        }
    }

    fn arrived(&mut self, now: Moment, pending: Arc<Pending>) -> Option<OwnWords> {
        let id = pending.id;
        if let Some(row) = self.row(id) {
            row.pending = pending;
            row.over = None;
            return None;
        }
        let number = self.rows.len() + 1;
        self.places.insert(id, self.rows.len());
        let row = LineRow { number, pending, asker: None, until_ms: 0, mark: RequestMark::None, over: None };
        let says = OwnWords::own("New: ").then(row.sentence(now, self.home.as_deref()));
        self.rows.push(row);
        if !self.begun {
            return None;
        }
        self.arrived.push(id);
        Some(says)
    }

    fn over(&mut self, id: RequestId, how: Shown) -> Option<OwnWords> {
        let own = self.closing == Some(id);
        let row = self.row(id).filter(|row| row.over.is_none())?;
        row.over = Some(how.clone());
        let says = OwnWords::own("Number ").number(row.number).and(" was ").shown(how).and(".");
        (!own).then_some(says)
    }
}
