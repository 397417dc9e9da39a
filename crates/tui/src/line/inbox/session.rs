//! The list's own prompt, and what its words do.
//!
//! - The list comes in pages of twenty requests, those that are put off last.
//! - A request that is over can't be opened; its line says how it was closed.
//! - Putting off and declining report what they did, by number.
//! - The end of the input leaves, as `quit` does; nothing is answered by leaving.

use super::super::input::{TypedInput, TypedLine};
use super::super::line_writer::{LineWriter, OwnWords};
use super::super::pasted;
use super::command::{self, ListCommand};
use super::news::Requests;
use super::row::LineRow;
use super::{LineInboxEnd, LineInboxHost, LineInboxSetup, Waited};
use asq_core::inbox::Command;
use asq_core::life::{Closing, RequestId};
use asq_core::model::Draft;
use asq_core::text::Untrusted;
use std::io::{self, BufReader, Read, Write};

pub(super) const PAGE: usize = 20;

/// What comes after a prompt.
pub(super) enum TypedReply {
    Line(String),
    /// A paste of several lines.
    Pasted(String),
    End,
}

pub(super) struct LineSession<'a, H, R, W> {
    pub(super) host: &'a mut H,
    pub(super) setup: LineInboxSetup,
    pub(super) requests: Requests,
    pub(super) reader: BufReader<R>,
    pub(super) writer: LineWriter<W>,
    /// The requests that `more` goes on with.
    rest: Vec<usize>,
}

impl<'a, H: LineInboxHost, R: Read, W: Write> LineSession<'a, H, R, W> {
    pub(super) fn new(
        host: &'a mut H,
        setup: LineInboxSetup,
        reader: BufReader<R>,
        writer: W,
    ) -> LineSession<'a, H, R, W> {
        let mut requests = Requests::default();
        requests.home.clone_from(&setup.home);
        let writer = LineWriter::new(writer, setup.width);
        LineSession { host, setup, requests, reader, writer, rest: Vec::new() }
    }

    pub(super) fn run(&mut self, first: Option<RequestId>) -> io::Result<LineInboxEnd> {
        self.begin();
        self.host.command(Command::Late);
        if let Some(id) = first
            && self.ask(id)? == LineInboxEnd::Ended
        {
            return Ok(LineInboxEnd::Ended);
        }
        self.list()?;
        self.writer.say(OwnWords::own(
            "Type a number to open it, or list, later 2, decline 2, done, search TEXT, status, help or quit.",
        ))?;
        loop {
            if self.requests.stopped {
                return Ok(LineInboxEnd::Stopped);
            }
            let line = match self.heard("> ")? {
                TypedReply::Line(line) => line,
                TypedReply::Pasted(_) => {
                    self.writer.say(OwnWords::own(pasted::NO_ANSWER))?;
                    continue;
                }
                TypedReply::End => return Ok(LineInboxEnd::Ended),
            };
            match command::read(&line) {
                ListCommand::Quit => return Ok(LineInboxEnd::Left),
                ListCommand::Open(number) => {
                    let Some(id) = self.waiting(number)? else { continue };
                    if self.ask(id)? == LineInboxEnd::Ended {
                        return Ok(LineInboxEnd::Ended);
                    }
                    self.count()?;
                }
                ListCommand::Nothing => self.count()?,
                ListCommand::List => self.list()?,
                ListCommand::More => self.more()?,
                ListCommand::Later(number, ms) => self.later(number, ms)?,
                ListCommand::Now(number) => self.later(number, 0)?,
                ListCommand::Decline(number, reason) => self.decline(number, reason)?,
                ListCommand::Done => self.done()?,
                ListCommand::Search(text) => self.search(&text)?,
                ListCommand::Status => self.count()?,
                ListCommand::Help => self.help()?,
                ListCommand::WhichOne(word) => {
                    let words = OwnWords::own("Type the number, too, as in: ").and(word);
                    self.writer.say(words.and(" 2."))?;
                }
                ListCommand::NoTime => {
                    self.writer.say(OwnWords::own("Type a time such as 15 minutes, 2 hours or 1 day."))?;
                }
                ListCommand::Unknown => {
                    self.writer
                        .say(OwnWords::own("That is neither a number nor a word of this list. Type help."))?;
                }
            }
        }
    }

    /// Opens the oldest request that waits, and leaves after it.
    pub(super) fn once(&mut self) -> io::Result<LineInboxEnd> {
        self.begin();
        let now = self.host.now();
        if let Some(id) = self.requests.rows.iter().find(|row| row.waits(now)).map(LineRow::id) {
            return self.ask(id);
        }
        self.count()?;
        self.writer.flush()?;
        Ok(LineInboxEnd::Left)
    }

    pub(super) fn one(&mut self, id: RequestId) -> io::Result<LineInboxEnd> {
        self.ask(id)
    }

    fn begin(&mut self) {
        let notices = self.host.begin();
        self.requests.take(self.host.now(), notices);
        self.requests.begun = true;
    }

    /// Takes the news and reports it, with a bell for what this inbox announces. True if there was something to say.
    pub(super) fn news(&mut self) -> io::Result<bool> {
        let notices = self.host.notices();
        let says = self.requests.take(self.host.now(), notices);
        self.announce();
        let ring = std::mem::take(&mut self.requests.rings) && self.setup.bell;
        if !ring && says.is_empty() {
            return Ok(false);
        }
        self.writer.gap()?;
        if ring {
            self.writer.inner().write_all(b"\x07")?;
        }
        let said = !says.is_empty();
        for line in says {
            self.writer.say(line.into())?;
        }
        Ok(said)
    }

    fn announce(&mut self) {
        let arrived = std::mem::take(&mut self.requests.arrived);
        if !arrived.is_empty() {
            self.host.command(Command::Announce { ids: arrived, pace: self.setup.pace });
        }
    }

    /// A line after this prompt. News comes first, and then the prompt again.
    pub(super) fn heard(&mut self, prompt: &'static str) -> io::Result<TypedReply> {
        self.host.forget();
        self.writer.ask(&OwnWords::own(prompt))?;
        loop {
            // What was read along with the line before is here already, and the descriptor doesn't tell.
            if self.reader.buffer().is_empty() {
                match self.host.wait(true) {
                    Waited::Line => {}
                    Waited::News => {
                        if self.news()? {
                            if self.requests.stopped {
                                return Ok(TypedReply::End);
                            }
                            self.writer.ask(&OwnWords::own(prompt))?;
                            self.host.show_typed();
                        }
                        self.writer.flush()?;
                        continue;
                    }
                    Waited::Ended => return Ok(TypedReply::End),
                }
            }
            return Ok(match TypedInput::new(&mut self.reader).line() {
                TypedLine::Line(line) => TypedReply::Line(line),
                TypedLine::Pasted(text) => TypedReply::Pasted(text),
                // No command is that long, so help says what there is.
                TypedLine::TooLong => TypedReply::Line("?".to_owned()),
                TypedLine::End(_) => {
                    self.writer.gap()?;
                    TypedReply::End
                }
            });
        }
    }

    /// The number of requests that wait and that are put off.
    fn count(&mut self) -> io::Result<()> {
        let now = self.host.now();
        let waits = self.requests.rows.iter().filter(|row| row.waits(now)).count();
        let later = self.requests.rows.iter().filter(|row| row.is_put_off(now)).count();
        let words = match waits {
            0 => OwnWords::own("Nothing waits."),
            1 => OwnWords::own("1 question waits."),
            n => OwnWords::default().number(n).and(" questions wait."),
        };
        self.writer.say(match later {
            0 => words,
            1 => words.and(" 1 is put off."),
            n => words.and(" ").number(n).and(" are put off."),
        })
    }

    fn list(&mut self) -> io::Result<()> {
        self.count()?;
        let now = self.host.now();
        let numbers = |put_off: bool| {
            let open = self.requests.rows.iter().filter(|row| row.over.is_none());
            open.filter(move |row| row.is_put_off(now) == put_off).map(|row| row.number)
        };
        self.rest = numbers(false).chain(numbers(true)).rev_to_vec();
        if self.rest.is_empty() {
            return self.writer.say(OwnWords::own("New requests are announced here."));
        }
        self.more()
    }

    /// The next requests of the list.
    fn more(&mut self) -> io::Result<()> {
        let now = self.host.now();
        if self.rest.is_empty() {
            return self.writer.say(OwnWords::own("That was the whole list."));
        }
        for _ in 0..PAGE {
            let Some(number) = self.rest.pop() else { break };
            let Some(row) = self.requests.numbered(number) else { continue };
            let words = row.sentence(now, self.setup.home.as_deref());
            self.writer.say_hanging(words, 3)?;
        }
        match self.rest.len() {
            0 => Ok(()),
            n => self.writer.say(OwnWords::own("There are ").number(n).and(" more. Type more to hear them.")),
        }
    }

    fn search(&mut self, text: &str) -> io::Result<()> {
        let wanted = text.to_lowercase();
        let open = self.requests.rows.iter().filter(|row| row.over.is_none());
        let (mut found, mut of) = (Vec::new(), 0);
        for row in open {
            of += 1;
            if row.matches(&wanted) {
                found.push(row.number);
            }
        }
        let words = OwnWords::default().number(found.len()).and(" of ").number(of);
        self.writer.say(words.and(if found.len() == 1 { " matches." } else { " match." }))?;
        self.rest = found.into_iter().rev_to_vec();
        if self.rest.is_empty() { Ok(()) } else { self.more() }
    }

    /// The request of this number, if it can still be answered.
    fn waiting(&mut self, number: usize) -> io::Result<Option<RequestId>> {
        let rows = self.requests.rows.len();
        match self.requests.numbered(number) {
            Some(row) => match &row.over {
                None => return Ok(Some(row.id())),
                Some(over) => {
                    let words = OwnWords::own("Number ").number(number).and(" was ").shown(over.clone());
                    self.writer.say(words.and("."))?;
                }
            },
            None if rows == 0 => self.writer.say(OwnWords::own("There is nothing to open."))?,
            None if rows == 1 => self.writer.say(OwnWords::own("There is only number 1."))?,
            None => {
                let words = OwnWords::own("There is no number ").number(number).and(". Pick from 1 to ");
                self.writer.say(words.number(rows).and("."))?;
            }
        }
        Ok(None)
    }

    /// Puts a request off for so many milliseconds; 0 brings it back.
    fn later(&mut self, number: usize, ms: u64) -> io::Result<()> {
        let Some(id) = self.waiting(number)? else { return Ok(()) };
        let until_ms = if ms == 0 { 0 } else { self.host.now().wall_ms.saturating_add(ms) };
        self.host.command(Command::Snooze { id, until_ms });
        if let Some(row) = self.requests.row(id) {
            row.until_ms = until_ms;
        }
        let words = OwnWords::own("Number ").number(number);
        self.writer.say(match ms {
            0 => words.and(" waits again."),
            ms => super::spoken::duration(words.and(" is put off for "), ms).and("."),
        })
    }

    fn decline(&mut self, number: usize, reason: Option<String>) -> io::Result<()> {
        let Some(id) = self.waiting(number)? else { return Ok(()) };
        let reason = if let Some(reason) = reason {
            reason
        } else {
            self.writer.say(OwnWords::own(
                "To decline it, type the reason. An empty line gives none; back leaves it open.",
            ))?;
            match self.heard("Type the reason: ")? {
                TypedReply::Line(line) if line.trim().eq_ignore_ascii_case("back") => {
                    return self.writer.say(OwnWords::own("It stays open."));
                }
                TypedReply::Line(line) => line,
                TypedReply::Pasted(text) => pasted::one_line(&text),
                TypedReply::End => return Ok(()),
            }
        };
        let reason = Some(Untrusted::from(reason.trim())).filter(|reason| !reason.is_blank());
        let closing = Closing::Decline { reason, draft: Draft::default() };
        self.close(id, closing, "Declined.", false).map(drop)
    }

    fn help(&mut self) -> io::Result<()> {
        self.writer.say(OwnWords::own("Type the number of a request and press Enter to open it."))?;
        self.writer.say(OwnWords::own("Words that you can type:"))?;
        for text in [
            "list tells all that waits, more goes on with it.",
            "later and a number puts that off for an hour; a time may follow, as in: later 2 15 minutes.",
            "now and a number brings back what was put off.",
            "decline and a number says no to it; a reason may follow, as in: decline 2 not today.",
            "done tells what was closed since you began, and texts that came too late.",
            "search and a text tells the requests with that text.",
            "status says how many questions wait.",
            "quit leaves. Nothing is answered by that.",
        ] {
            self.writer.say_in(2, OwnWords::own(text))?;
        }
        self.writer.say(OwnWords::own("Inside a request, list comes back here and keeps what you typed."))
    }
}

/// Numbers to be taken from the end.
trait Backwards {
    fn rev_to_vec(self) -> Vec<usize>;
}

impl<I: Iterator<Item = usize>> Backwards for I {
    fn rev_to_vec(self) -> Vec<usize> {
        let mut all: Vec<usize> = self.collect();
        all.reverse();
        all
    }
}
