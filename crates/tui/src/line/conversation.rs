//! The conversation: announce, read a line, reply, until it ends.
//!
//! - A step is announced when it is reached, and again after `?`; otherwise only its last line is repeated.
//! - An invalid reply gets a line that says why, and the step is asked again.
//! - The typed text is passed on to be saved before the next line is read.

use super::announce::{self, Around};
use super::help;
use super::input::{TypedInput, TypedLine};
use super::line_writer::{LineWriter, OwnWords};
use super::word::{self, SaidWord, Word};
use super::{Between, LineEnd, Options};
use super::{markup, suggestion};
use crate::SecretHold;
use asq_core::fit::TEXT_MOST;
use asq_core::form::FormRules;
use asq_core::kind::Misread;
use asq_core::life::{About, Origin};
use asq_core::model::{Draft, Outcome, Question, Request};
use asq_core::walk::{Reply, ReplyRefusal, Step, TextFor, Walk};
use std::io::{self, BufRead, Write};

/// The kind of input that a step asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Row,
    /// `empty` means that an empty line is an answer without picks.
    Rows {
        empty: bool,
    },
    /// `lines` means that the text may have several lines.
    Text {
        lines: bool,
    },
    Number,
    Confirm,
    Leave,
}

/// Identifies a step, to know whether it was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepSpot {
    Question(usize),
    Custom(usize),
    Danger(usize),
    Note(usize),
    Confirm,
    Leave,
}

pub(super) struct LineConversation<'a, R, W> {
    pub(super) walk: Walk,
    pub(super) input: TypedInput<R>,
    pub(super) writer: LineWriter<W>,
    draft_changed: Option<&'a mut dyn FnMut(&Draft)>,
    hide: Option<&'a mut dyn FnMut(bool)>,
    hidden: bool,
    /// Hides the process from the first question for a secret to the end.
    secret: Option<SecretHold>,
    forget: Option<&'a mut dyn FnMut()>,
    kept: Draft,
    announced: Option<StepSpot>,
    /// A note or the question whether to leave, on top of the announced step.
    over: Option<StepSpot>,
    pub(super) between: Option<&'a mut dyn FnMut() -> Between>,
    pub(super) about: Option<&'a About>,
    pub(super) origin: Option<&'a Origin>,
    pub(super) aside: bool,
    /// Whether the line before was the word `cancel`, where that has to be typed twice.
    pub(super) cancels: bool,
    /// The dangerous questions that were read whole.
    pub(super) read: Vec<usize>,
}

impl<'a, R: BufRead, W: Write> LineConversation<'a, R, W> {
    pub(super) fn new(
        request: Request,
        rules: FormRules,
        draft: Draft,
        reader: R,
        writer: W,
        options: Options<'a>,
    ) -> LineConversation<'a, R, W> {
        let walk = Walk::new(request, rules, draft);
        LineConversation {
            kept: walk.draft(),
            walk,
            input: TypedInput::new(reader),
            writer: LineWriter::new(writer, options.width),
            draft_changed: options.draft_changed,
            hide: options.hide,
            hidden: false,
            secret: None,
            forget: options.forget,
            announced: None,
            over: None,
            between: options.between,
            about: options.about,
            origin: options.origin,
            aside: false,
            cancels: false,
            read: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> io::Result<LineEnd> {
        self.open()?;
        loop {
            if self.aside {
                return Ok(self.put_aside());
            }
            if let Some(outcome) = self.walk.outcome().cloned() {
                self.hide(false);
                self.close(&outcome)?;
                return Ok(end(outcome));
            }
            if self.news()? || !self.read_whole()? {
                continue;
            }
            self.forget();
            self.announce()?;
            let wanted = announce::wanted(&self.walk.step());
            self.writer.ask(&wanted)?;
            match self.line() {
                TypedLine::Line(line) if self.listed(&line)? => {}
                TypedLine::Line(line) => self.heard(&line)?,
                TypedLine::Pasted(text) => self.heard_paste(&text)?,
                TypedLine::TooLong => self.too_long(TEXT_MOST + 1)?,
                TypedLine::End(rest) => self.ended(rest)?,
            }
            self.keep();
        }
    }

    fn open(&mut self) -> io::Result<()> {
        let request = self.walk.request();
        let words = match (request.from.script, request.questions.len()) {
            (true, 1) => OwnWords::default(),
            (true, n) => OwnWords::default().number(n).and(" questions. "),
            (false, 1) => OwnWords::own("An agent asks you 1 question. "),
            (false, n) => OwnWords::own("An agent asks you ").number(n).and(" questions. "),
        };
        self.writer.say(words.and("Type ? for help at any time."))?;
        let from = [
            ("From agent: ", &request.from.agent),
            ("From session: ", &request.from.session),
            ("From call: ", &request.from.call_id),
        ];
        // The list has named the agent.
        for (lead, name) in from.into_iter().skip(usize::from(self.between.is_some())) {
            if let Some(name) = name {
                self.writer.say(OwnWords::own(lead).theirs(name))?;
            }
        }
        Ok(())
    }

    fn close(&mut self, outcome: &Outcome) -> io::Result<()> {
        if self.between.is_some() {
            return self.writer.flush();
        }
        let asker = self.walk.request().from.asker();
        self.writer.say(match outcome {
            Outcome::Answered(_) => OwnWords::own("Sent."),
            Outcome::Discuss(_) => OwnWords::own("Ended, to be discussed first. No answer was sent."),
            Outcome::Declined { .. } => OwnWords::own("Declined. No answer was sent."),
            Outcome::Cancelled(_) => OwnWords::own("Cancelled. No answer was sent."),
            Outcome::Withdrawn(_) => OwnWords::own("The ").and(asker).and(" took its questions back."),
            Outcome::Expired(_) => OwnWords::own("The time is up. No answer was sent."),
        })?;
        self.writer.flush()
    }

    /// Announces the step again before the next line.
    pub(super) fn announce_again(&mut self) {
        self.announced = None;
        self.over = None;
    }

    fn announce(&mut self) -> io::Result<()> {
        let step = self.walk.step();
        let Some(spot) = spot(&step) else { return Ok(()) };
        let slot = match spot {
            StepSpot::Note(_) | StepSpot::Leave => &mut self.over,
            StepSpot::Question(_) | StepSpot::Custom(_) | StepSpot::Danger(_) | StepSpot::Confirm => {
                self.over = None;
                &mut self.announced
            }
        };
        if *slot == Some(spot) {
            return Ok(());
        }
        *slot = Some(spot);
        let around = Around { hides: self.hide.is_some(), origin: self.origin };
        announce::step(&mut self.writer, &step, around)
    }

    /// The next line; the answer to a question for a secret is typed unseen.
    pub(super) fn line(&mut self) -> TypedLine {
        let secret = is_secret(&self.walk.step());
        self.hide(secret);
        if secret && self.secret.is_none() {
            self.secret = Some(SecretHold::new());
        }
        self.input.line()
    }

    /// Drops what was typed before the next prompt: it wasn't meant for that.
    pub(super) fn forget(&mut self) {
        if let Some(forget) = &mut self.forget {
            forget();
        }
    }

    pub(super) fn hide(&mut self, secret: bool) {
        if let Some(hide) = self.hide.as_mut().filter(|_| self.hidden != secret) {
            hide(secret);
            self.hidden = secret;
        }
    }

    pub(super) fn keep(&mut self) {
        let draft = self.walk.draft();
        if draft != self.kept {
            if let Some(changed) = &mut self.draft_changed {
                changed(&draft);
            }
            self.kept = draft;
        }
    }

    pub(super) fn ended(&mut self, rest: String) -> io::Result<()> {
        if !rest.is_empty() {
            self.walk.hold(rest.into());
        }
        // This comes first: a terminal that is gone can't be written to any more.
        self.keep();
        if self.between.is_some() {
            self.aside = true;
            return self.writer.gap();
        }
        self.walk.cancel();
        self.writer.gap()
    }

    pub(super) fn too_long(&mut self, came: usize) -> io::Result<()> {
        self.refused(&Misread::TooLong { max: TEXT_MOST, came }.into())
    }

    pub(super) fn refused(&mut self, refusal: &ReplyRefusal) -> io::Result<()> {
        self.writer.say(OwnWords::default().display(refusal))?;
        if *refusal == ReplyRefusal::LooksSecret {
            self.writer.say(OwnWords::own("Type use to send it anyway, or type another answer."))?;
        }
        Ok(())
    }

    fn reply(&mut self, reply: Reply) -> io::Result<()> {
        match self.walk.reply(reply) {
            Ok(()) => Ok(()),
            Err(refusal) => self.refused(&refusal),
        }
    }

    fn heard(&mut self, line: &str) -> io::Result<()> {
        let Some(wanted) = wanted(&self.walk.step()) else { return Ok(()) };
        let said = match wanted {
            Wanted::Text { lines } => return self.heard_text(line, lines),
            Wanted::Number | Wanted::Row | Wanted::Rows { .. } | Wanted::Confirm | Wanted::Leave => {
                word::word_of(line)
            }
        };
        match (wanted, said) {
            (Wanted::Leave, said) => self.heard_leave(&said),
            (_, SaidWord::Word(word)) => self.word(word, false),
            (Wanted::Rows { empty: true }, SaidWord::Nothing) => self.reply(Reply::Rows(Vec::new())),
            (Wanted::Confirm, SaidWord::Nothing) => self.writer.say(OwnWords::own("Not sent yet.")),
            (_, SaidWord::Nothing) if suggestion::by_an_empty_line(&self.walk.step()) => {
                self.reply(Reply::Use)
            }
            (_, SaidWord::Nothing) => self.reply(Reply::Keep),
            (Wanted::Number, _) => self.reply(Reply::Text(line.into())),
            (Wanted::Row, SaidWord::Numbers(numbers)) => match numbers[..] {
                [n] => self.reply(Reply::Row(n - 1)),
                _ => self.writer.say(OwnWords::own("Only one can be picked here.")),
            },
            (Wanted::Rows { .. }, SaidWord::Numbers(numbers)) => {
                self.reply(Reply::Rows(numbers.into_iter().map(|n| n - 1).collect()))
            }
            (Wanted::Rows { .. }, SaidWord::NoRow) => self.reply(Reply::Rows(Vec::new())),
            (Wanted::Confirm, SaidWord::Yes) => self.reply(Reply::Yes),
            (Wanted::Confirm, SaidWord::No) => self
                .writer
                .say(OwnWords::own("Nothing is sent. Type a number to change that answer, or cancel.")),
            (Wanted::Confirm, SaidWord::Numbers(numbers)) => match numbers[..] {
                [n] => self.reply(Reply::Go(n - 1)),
                _ => self.writer.say(OwnWords::own("One question at a time.")),
            },
            (Wanted::Confirm, SaidWord::Other | SaidWord::NoRow) => {
                self.writer.say(OwnWords::own("Nothing was sent: type yes, or a number."))
            }
            (Wanted::Row, SaidWord::Yes) if self.is_yes_or_no() => self.reply(Reply::Row(0)),
            (Wanted::Row, SaidWord::No) if self.is_yes_or_no() => self.reply(Reply::Row(1)),
            (
                Wanted::Row | Wanted::Rows { .. },
                SaidWord::Yes | SaidWord::No | SaidWord::NoRow | SaidWord::Other,
            ) => self.no_number(),
            (Wanted::Text { .. }, _) => Ok(()),
        }
    }

    /// Whether the current question is answered with yes, its first row, or no, its second.
    fn is_yes_or_no(&self) -> bool {
        let question = self.walk.at().and_then(|i| self.walk.request().questions.get(i));
        question.is_some_and(Question::is_yes_or_no)
    }

    /// Replies to words in the place of a number, and explains how to answer in one's own words.
    fn no_number(&mut self) -> io::Result<()> {
        let custom = match self.walk.step() {
            Step::Choose { rows, .. } | Step::Many { rows, .. } => {
                rows.iter().position(|r| r.is == asq_core::walk::RowIs::Custom)
            }
            Step::Text { .. }
            | Step::Value { .. }
            | Step::Confirm { .. }
            | Step::Leave { .. }
            | Step::Done(_) => None,
        };
        let words = OwnWords::own(if self.is_yes_or_no() {
            "Type yes, no or a number."
        } else {
            "That isn't a number."
        });
        self.writer.say(match custom {
            Some(n) => words.and(" To answer in your own words, type ").number(n + 1).and(" first."),
            None => words,
        })
    }

    fn heard_leave(&mut self, said: &SaidWord) -> io::Result<()> {
        match said {
            SaidWord::Yes | SaidWord::Word(Word::Cancel) => self.reply(Reply::Yes),
            SaidWord::Nothing | SaidWord::No | SaidWord::Word(Word::Back) => {
                self.writer.say(OwnWords::own("Going on."))?;
                self.back()
            }
            SaidWord::Word(_) | SaidWord::Numbers(_) | SaidWord::NoRow | SaidWord::Other => {
                self.writer.say(OwnWords::own("Nothing is cancelled yet."))
            }
        }
    }

    fn back(&mut self) -> io::Result<()> {
        match self.walk.back() {
            Ok(()) => Ok(()),
            Err(refusal) => self.refused(&refusal),
        }
    }

    pub(super) fn word(&mut self, word: Word, at_text: bool) -> io::Result<()> {
        let told = match word {
            Word::Help => return self.help(),
            Word::Back => self.walk.back(),
            Word::Note(None) => self.walk.note(None),
            Word::Note(Some(text)) => match self.walk.note(Some(text.into())) {
                Ok(()) => return self.writer.say(OwnWords::own("Your note is taken.")),
                Err(refusal) => Err(refusal),
            },
            Word::Show(n) => match self.walk.preview(n - 1) {
                Ok(preview) => {
                    self.writer.say(OwnWords::own("Preview of number ").number(n).and(":"))?;
                    let question = self.walk.at().and_then(|i| self.walk.request().questions.get(i));
                    let source = question.map_or_else(Default::default, |q| markup::plain(q, preview));
                    self.writer.quote_in(super::line_writer::FURTHER_IN, &source)?;
                    return self.writer.say(OwnWords::own("End of the preview."));
                }
                Err(refusal) => Err(refusal),
            },
            Word::Discuss => self.walk.discuss(),
            Word::Skip => self.walk.skip(),
            Word::Decline(Some(reason)) => self.walk.decline(Some(reason.into())),
            Word::Decline(None) if self.walk.may_decline() => return self.declining(),
            Word::Decline(None) => Err(ReplyRefusal::NoDecline),
            Word::Context => match self.walk.at().and_then(|i| self.walk.request().questions.get(i)) {
                Some(question @ Question { context: Some(context), .. }) => {
                    let source = markup::plain(question, context);
                    self.writer.quote_in(super::line_writer::FURTHER_IN, &source)?;
                    return self.writer.say(OwnWords::own("End of the context."));
                }
                Some(_) | None => return self.writer.say(OwnWords::own("There is no context here.")),
            },
            Word::Cancel => {
                self.walk.leave();
                Ok(())
            }
            Word::Use => self.walk.reply(Reply::Use),
            Word::Lines => {
                if help::takes_lines(&self.walk.step()) {
                    return self.block();
                }
                return self.writer.say(OwnWords::own("Only one line is taken here."));
            }
        };
        let Err(refusal) = told else { return Ok(()) };
        self.refused(&refusal)?;
        if at_text && refusal != ReplyRefusal::LooksSecret {
            self.writer.say(OwnWords::own("To send that word as your text, type = before it."))?;
        }
        Ok(())
    }
}

fn end(outcome: Outcome) -> LineEnd {
    let draft = match &outcome {
        Outcome::Answered(_) => Draft::default(),
        Outcome::Discuss(draft)
        | Outcome::Declined { draft, .. }
        | Outcome::Cancelled(draft)
        | Outcome::Withdrawn(draft)
        | Outcome::Expired(draft) => draft.clone(),
    };
    LineEnd { outcome, aside: false, draft }
}

/// Whether the line typed at this step answers a question for a secret.
fn is_secret(step: &Step<'_>) -> bool {
    match step {
        Step::Text { asked, what: TextFor::Answer { .. } | TextFor::Custom, .. }
        | Step::Value { asked, .. } => asked.question.sensitive,
        Step::Text { what: TextFor::Note | TextFor::Confirmation { .. }, .. }
        | Step::Choose { .. }
        | Step::Many { .. }
        | Step::Confirm { .. }
        | Step::Leave { .. }
        | Step::Done(_) => false,
    }
}

fn spot(step: &Step<'_>) -> Option<StepSpot> {
    match step {
        Step::Choose { asked, .. } | Step::Many { asked, .. } | Step::Value { asked, .. } => {
            Some(StepSpot::Question(asked.index))
        }
        Step::Text { asked, what, .. } => Some(match what {
            TextFor::Answer { .. } => StepSpot::Question(asked.index),
            TextFor::Custom => StepSpot::Custom(asked.index),
            TextFor::Note => StepSpot::Note(asked.index),
            TextFor::Confirmation { .. } => StepSpot::Danger(asked.index),
        }),
        Step::Confirm { .. } => Some(StepSpot::Confirm),
        Step::Leave { .. } => Some(StepSpot::Leave),
        Step::Done(_) => None,
    }
}

fn wanted(step: &Step<'_>) -> Option<Wanted> {
    match step {
        Step::Choose { .. } => Some(Wanted::Row),
        Step::Many { asked, min, .. } => {
            Some(Wanted::Rows { empty: *min == 0 && asked.answer.is_none() && !asked.may_skip })
        }
        Step::Text { .. } => Some(Wanted::Text { lines: help::takes_lines(step) }),
        Step::Value { .. } => Some(Wanted::Number),
        Step::Confirm { .. } => Some(Wanted::Confirm),
        Step::Leave { .. } => Some(Wanted::Leave),
        Step::Done(_) => None,
    }
}
