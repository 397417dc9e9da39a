//! What was closed since the person began, and the texts that came too late, each with its question.

use super::super::line_writer::{FURTHER_IN, OwnWords};
use super::row::{self, LineRow};
use super::session::{LineSession, PAGE};
use super::{LineInboxHost, Waited};
use asq_core::inbox::{Command, DoneRequest, ended_by};
use std::io::{self, Read, Write};

/// The most characters of a text that this tells.
const TOLD: usize = 2000;

impl<H: LineInboxHost, R: Read, W: Write> LineSession<'_, H, R, W> {
    pub(super) fn done(&mut self) -> io::Result<()> {
        let now = self.host.now();
        let over: Vec<&LineRow> = self.requests.rows.iter().filter(|row| row.over.is_some()).collect();
        if over.is_empty() {
            self.writer.say(OwnWords::own("Nothing was closed since you began."))?;
        }
        for row in over.into_iter().rev().take(PAGE) {
            self.writer.say_hanging(row.sentence(now, self.setup.home.as_deref()), 3)?;
        }
        self.host.command(Command::Done(1));
        let late = loop {
            self.news()?;
            if let Some(rows) = self.requests.done.take() {
                break rows;
            }
            if self.requests.stopped || self.host.wait(false) == Waited::Ended {
                return Ok(());
            }
        };
        for row in late {
            self.late(&row)?;
        }
        Ok(())
    }

    fn late(&mut self, row: &DoneRequest) -> io::Result<()> {
        let Some(late) = &row.late else { return Ok(()) };
        let words = OwnWords::own("Too late, for ");
        let words = row::asker_words(&row.past.summary, words, self.setup.home.as_deref());
        let words = row::question(&row.past.summary, words.and(": "));
        let words = words.and(" It was ").shown(ended_by(&row.past.by, &row.past.how));
        self.writer.say(words.and("."))?;
        for text in &late.texts {
            let lead = OwnWords::own("Typed: ");
            if text.raw().chars().nth(TOLD).is_none() {
                self.writer.quote(lead, text, FURTHER_IN)?;
            } else {
                let words = lead.theirs(text).and(" All of it: asq show ");
                self.writer.say(words.display(self.host.short_id(row.past.id)).and("."))?;
            }
        }
        Ok(())
    }
}
