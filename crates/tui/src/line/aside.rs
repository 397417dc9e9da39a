//! A request from a list: putting it aside, and news between two prompts.
//!
//! - `list` puts it aside with what was typed; `=list` is the text.
//! - `cancel` has to be typed twice: it ends the request for its asker, and somebody may mean the list.
//! - `about` reads what the asker was doing, if it says that.
//! - News comes before a prompt, never while a line is typed. A request that is over ends the conversation.

use super::LineEnd;
use super::conversation::LineConversation;
use super::line_writer::{FURTHER_IN, OwnWords};
use super::word::{self, Word};
use asq_core::model::Outcome;
use std::io::{self, BufRead, Write};

impl<R: BufRead, W: Write> LineConversation<'_, R, W> {
    /// Says the news; true if the request is over.
    pub(super) fn news(&mut self) -> io::Result<bool> {
        let Some(between) = &mut self.between else { return Ok(false) };
        let news = between();
        if !news.says.is_empty() {
            self.writer.gap()?;
        }
        for line in news.says {
            self.writer.say(OwnWords::from(line))?;
        }
        self.aside = news.over;
        Ok(news.over)
    }

    /// Whether a typed line is about the list; if so, it is done.
    pub(super) fn listed(&mut self, line: &str) -> io::Result<bool> {
        if self.between.is_none() {
            return Ok(false);
        }
        if line.trim().eq_ignore_ascii_case("list") {
            self.aside = true;
            return Ok(true);
        }
        if line.trim().eq_ignore_ascii_case("about") && self.about.is_some() {
            self.tell_about()?;
            return Ok(true);
        }
        let cancel = word::alone(line) == Some(Word::Cancel);
        // It ends the request for its asker, and nothing can take that back.
        if cancel && !std::mem::replace(&mut self.cancels, cancel) {
            let what = "That ends it for its asker, without an answer. ";
            self.writer
                .say(OwnWords::own(what).and("Type cancel again to do so, or list to put it aside."))?;
            return Ok(true);
        }
        self.cancels = cancel;
        Ok(false)
    }

    /// A text without the `=` that keeps it from being a word of the list.
    pub(super) fn without_mark<'l>(&self, text: &'l str) -> &'l str {
        let word = |rest: &&str| ["list", "about"].iter().any(|word| rest.trim().eq_ignore_ascii_case(word));
        let rest = text.strip_prefix('=').filter(|_| self.between.is_some());
        rest.filter(word).unwrap_or(text)
    }

    /// Reads what the asker was doing, as it says.
    fn tell_about(&mut self) -> io::Result<()> {
        let Some(about) = self.about else { return Ok(()) };
        let parts = [
            ("Its task: ", &about.task),
            ("It said last: ", &about.says),
            ("Its branch: ", &about.branch),
            ("A link: ", &about.link),
            ("Its notes: ", &about.text),
            ("Its changes: ", &about.diff),
        ];
        for (lead, text) in parts {
            if let Some(text) = text {
                self.writer.quote(OwnWords::own(lead), text, FURTHER_IN)?;
            }
        }
        self.writer.say(OwnWords::own("That is all it says about it."))
    }

    pub(super) fn help_of_a_list(&mut self) -> io::Result<()> {
        if self.between.is_none() {
            return Ok(());
        }
        if self.about.is_some() {
            self.writer.say_in(2, OwnWords::own("about reads what the asker was doing, as it says."))?;
        }
        self.writer.say_in(2, OwnWords::own("list puts this aside, and keeps what you typed."))
    }

    pub(super) fn put_aside(&mut self) -> LineEnd {
        self.hide(false);
        self.keep();
        let draft = self.walk.draft();
        LineEnd { outcome: Outcome::Withdrawn(draft.clone()), aside: true, draft }
    }
}
