//! One request of the list, from its facts to its end.
//!
//! - First come asq's own facts: who asks from where, how long it waits, and what its time limit means.
//! - Then line mode asks it; the draft of any surface is suggested, and shared as it changes.
//! - An ending counts once it was accepted. A refusal names the winner, and how to see the kept text.
//! - A dangerous answer is confirmed by typing if the person's own settings want that.

use super::super::line_writer::OwnWords;
use super::super::{self as line, Between, LineEnd, Options};
use super::news::{CloseNews, OpenedRequest, Requests};
use super::session::LineSession;
use super::{LineInboxEnd, LineInboxHost, Waited};
use asq_core::inbox::{AnnouncePace, Command, from_home, refusal};
use asq_core::life::{Asked, Closing, Refusal, RequestId};
use asq_core::model::{Draft, Outcome};
use asq_core::text::{Shown, Untrusted};
use std::cell::RefCell;
use std::io::{self, Read, Write};

impl<H: LineInboxHost, R: Read, W: Write> LineSession<'_, H, R, W> {
    /// Asks a request, and returns how that ended.
    pub(super) fn ask(&mut self, id: RequestId) -> io::Result<LineInboxEnd> {
        self.requests.opened = None;
        self.host.command(Command::Open(id));
        let Some(OpenedRequest { asked, draft, .. }) = self.opened(id)? else {
            return Ok(if self.requests.stopped { LineInboxEnd::Stopped } else { LineInboxEnd::Ended });
        };
        self.facts(id, &asked)?;
        let end = self.walk(id, &asked, *draft)?;
        let digest = &asked.digest;
        match (end.aside, end.outcome) {
            (true, _) => self.left(id, &end.draft),
            (false, outcome) => {
                let says = said(&outcome);
                let typed = !outcome.clone().into_draft().is_empty();
                match Closing::of(outcome, digest) {
                    Some(closing) => self.close(id, closing, says, typed),
                    // The driver judges time limits by itself.
                    None => self.left(id, &end.draft),
                }
            }
        }
    }

    /// Waits for the whole request; `None` if it is over, or there will be no more news.
    fn opened(&mut self, id: RequestId) -> io::Result<Option<OpenedRequest>> {
        loop {
            self.news()?;
            if let Some(opened) = self.requests.opened.take_if(|opened| opened.id == id) {
                return Ok(Some(opened));
            }
            let over = self.requests.of(id).is_some_and(|row| row.over.is_some());
            if over || self.requests.stopped || self.host.wait(false) == Waited::Ended {
                return Ok(None);
            }
        }
    }

    fn facts(&mut self, id: RequestId, asked: &Asked) -> io::Result<()> {
        let now = self.host.now();
        self.writer.gap()?;
        if let Some(row) = self.requests.of(id) {
            let words = if self.requests.begun {
                OwnWords::own("Number ").number(row.number).and(", from ")
            } else {
                OwnWords::own("From ")
            };
            let words = row.asker_words(words, self.setup.home.as_deref()).and(". ");
            let words = row.times(words, now);
            self.writer.say(words)?;
        }
        if let Some(means) = asked.request.expiry.as_ref().and_then(|expiry| expiry.means.as_ref()) {
            self.writer.quote(
                OwnWords::own("When the time is up: "),
                means,
                line::line_writer::FURTHER_IN,
            )?;
        }
        if asked.about.is_some() {
            self.writer.say(OwnWords::own("Type about to hear what the asker was doing."))?;
        }
        Ok(())
    }

    fn walk(&mut self, id: RequestId, asked: &Asked, draft: Draft) -> io::Result<LineEnd> {
        let mut request = asked.request.clone();
        // This person's own danger check holds, whatever settings the request was posted under.
        request.prefs.hold_danger(self.setup.danger_check);
        let origin = from_home(&asked.origin, self.setup.home.as_deref());
        let rules = (self.setup.rules)(&asked.dialect, &request.prefs);
        let pace = self.setup.pace;
        let shared = RefCell::new((&mut *self.host, &mut self.requests));
        let mut keep = |draft: &Draft| {
            shared.borrow_mut().0.command(Command::Draft { id, draft: draft.clone() });
        };
        let mut hide = |secret: bool| shared.borrow_mut().0.hide(secret);
        let mut forget = || shared.borrow_mut().0.forget();
        let mut between = || {
            let (host, requests) = &mut *shared.borrow_mut();
            let notices = host.notices();
            let says = requests.take(host.now(), notices);
            announce(&mut **host, requests, pace);
            let over = requests.stopped || requests.of(id).is_some_and(|row| row.over.is_some());
            Between { says, over }
        };
        let options = Options {
            width: self.setup.width,
            draft_changed: Some(&mut keep),
            hide: Some(&mut hide),
            forget: Some(&mut forget),
            between: Some(&mut between),
            about: asked.about.as_deref(),
            origin: Some(&origin),
        };
        line::ask(request, rules, draft, &mut self.reader, self.writer.inner(), options)
    }

    /// The request was put aside, or it was over.
    fn left(&mut self, id: RequestId, draft: &Draft) -> io::Result<LineInboxEnd> {
        let over = self.requests.of(id).is_some_and(|row| row.over.is_some());
        let typed = !draft.is_empty();
        if over && typed {
            // A text of a request that is over is kept as one that came too late.
            self.host.command(Command::Draft { id, draft: draft.clone() });
        }
        self.host.command(Command::Shut(id));
        self.writer.say(match (over, typed) {
            (true, true) => {
                let words = OwnWords::own("It is over. Your text is kept: asq show ");
                words.display(self.host.short_id(id)).and(".")
            }
            (true, false) => OwnWords::own("It is over."),
            (false, true) => OwnWords::own("Put aside. What you typed is kept."),
            (false, false) => OwnWords::own("Put aside."),
        })?;
        self.writer.flush()?;
        Ok(LineInboxEnd::Open)
    }

    /// Closes a request, and reports the result.
    pub(super) fn close(
        &mut self,
        id: RequestId,
        closing: Closing,
        says: &'static str,
        typed: bool,
    ) -> io::Result<LineInboxEnd> {
        let by_you = Shown::own(match &closing {
            Closing::Answer { .. } => "answered by you",
            Closing::Decline { .. } => "declined by you",
            Closing::Discuss { .. } => "put up for discussion by you",
            Closing::Cancel { .. } | Closing::Withdraw => "cancelled by you",
        });
        self.requests.closing = Some(id);
        self.requests.closed = None;
        self.host.command(Command::Close { id, closing, key: None });
        let news = loop {
            self.news()?;
            if let Some((_, news)) = self.requests.closed.take_if(|(closed, _)| *closed == id) {
                break news;
            }
            if self.requests.stopped || self.host.wait(false) == Waited::Ended {
                self.writer.say(OwnWords::own("It isn't certain that this was sent. asq history tells."))?;
                return Ok(LineInboxEnd::Ended);
            }
        };
        self.host.command(Command::Shut(id));
        let end = match news {
            CloseNews::Accepted => {
                // The record of it may come later.
                if let Some(row) = self.requests.row(id) {
                    row.over = Some(by_you);
                }
                self.writer.say(OwnWords::own(says))?;
                LineInboxEnd::Left
            }
            CloseNews::Refused(why) => {
                let words = OwnWords::own("Not taken: ").shown(refusal(&why)).and(".");
                let closed = matches!(*why, Refusal::Closed { .. } | Refusal::Overdue | Refusal::Erased);
                self.writer.say(if closed && typed {
                    words.and(" Your text is kept: asq show ").display(self.host.short_id(id)).and(".")
                } else {
                    words
                })?;
                self.requests.closing = None;
                LineInboxEnd::Refused
            }
            CloseNews::NotStored(why) => {
                let words = OwnWords::own("It could not be stored: ").whole(&Untrusted::from(why));
                self.writer.say(words.and(". It still waits."))?;
                self.requests.closing = None;
                LineInboxEnd::Refused
            }
        };
        self.writer.flush()?;
        Ok(end)
    }
}

fn announce<H: LineInboxHost>(host: &mut H, requests: &mut Requests, pace: AnnouncePace) {
    let arrived = std::mem::take(&mut requests.arrived);
    if !arrived.is_empty() {
        host.command(Command::Announce { ids: arrived, pace });
    }
}

/// What an accepted ending is called.
fn said(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Answered(_) => "Sent.",
        Outcome::Discuss(_) => "Sent: you want to discuss it first.",
        Outcome::Declined { .. } => "Declined.",
        Outcome::Cancelled(_) => "Cancelled, for its asker, too.",
        Outcome::Withdrawn(_) | Outcome::Expired(_) => "It is over.",
    }
}
