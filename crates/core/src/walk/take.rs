//! Taking a reply at the current step, or refusing it.
//!
//! - An accepted reply always fits the request; a refusal says what would fit.
//! - A single pick, several picks, a number or a text answers the question and goes on.
//! - A reply replaces several picks as a whole, in the order that the rules want.
//! - A text that looks like a secret is accepted the second time.
//! - A dangerous answer counts once it is confirmed.
//! - The answer to a script's single question is sent at once, without the last step.
//! - A dangerous pick that no typed text confirms is not sent at once.

use super::machine::{Overlaid, Walk, WalkPlace};
use super::progress::Loose;
use super::{Reply, ReplyRefusal, RowIs};
use crate::fit::{self, TEXT_MOST};
use crate::kind::{self, Answer, AnswerShape, Misread, Pick};
use crate::model::{Answers, Complete, Order, Outcome, Question, TypedIn};
use crate::secret;
use crate::text::Untrusted;

impl Walk {
    /// Takes a reply to [`step`](Walk::step). A refused reply changes nothing.
    pub fn reply(&mut self, reply: Reply) -> Result<(), ReplyRefusal> {
        if self.outcome().is_some() {
            return Err(ReplyRefusal::Over);
        }
        match self.over {
            Some(Overlaid::Leave) => return self.reply_leave(&reply),
            Some(Overlaid::Note) => return self.reply_note(reply),
            None => {}
        }
        match self.place {
            WalkPlace::Question(i) => self.reply_question(i, reply),
            WalkPlace::Custom(i) => self.reply_custom(i, reply),
            WalkPlace::Danger(i) => self.reply_danger(i, &reply),
            WalkPlace::Confirm => self.reply_confirm(&reply),
        }
    }

    fn reply_leave(&mut self, reply: &Reply) -> Result<(), ReplyRefusal> {
        if *reply != Reply::Yes {
            return Err(ReplyRefusal::Unasked);
        }
        self.cancel();
        Ok(())
    }

    fn reply_note(&mut self, reply: Reply) -> Result<(), ReplyRefusal> {
        match reply {
            Reply::Text(text) => self.write_note(&text)?,
            Reply::Use => {
                let text = self.take_held(TypedIn::Note)?;
                self.write_note(&text)?;
            }
            Reply::Keep => {}
            Reply::Row(_) | Reply::Rows(_) | Reply::Yes | Reply::Go(_) => {
                return Err(ReplyRefusal::Unasked);
            }
        }
        self.over = None;
        Ok(())
    }

    /// Writes the note of the current question; a blank one removes it.
    pub(super) fn write_note(&mut self, text: &Untrusted) -> Result<(), ReplyRefusal> {
        let came = text.raw().len();
        if came > TEXT_MOST {
            return Err(Misread::TooLong { max: TEXT_MOST, came }.into());
        }
        if let Some(progress) = self.at().and_then(|i| self.progress.get_mut(i)) {
            progress.entry.note = Some(kind::without_last_break(text)).filter(|t| !t.is_blank());
            progress.note = None;
        }
        Ok(())
    }

    fn reply_question(&mut self, at: usize, reply: Reply) -> Result<(), ReplyRefusal> {
        let Some(question) = self.request.questions.get(at) else { return Err(ReplyRefusal::Unasked) };
        let (list, several) = (question.kind.is_list(), question.kind.is_several());
        let lines = question.kind.takes_lines();
        match reply {
            Reply::Keep => self.keep(at),
            Reply::Row(row) if several => self.take_rows(at, &[row]),
            Reply::Row(row) if list => self.take_row(at, row),
            Reply::Rows(rows) if several => self.take_rows(at, &rows),
            Reply::Use if list => {
                let held = self.default_of(at).filter(|answer| answer.typed().is_none()).cloned();
                self.take(at, held.ok_or(ReplyRefusal::NothingHeld)?);
                Ok(())
            }
            Reply::Text(text) if !list => self.take_typed(at, &if lines { text } else { on_one_line(&text) }),
            Reply::Use => {
                let text = self.take_held(TypedIn::Edit)?;
                self.take_typed(at, &text)
            }
            Reply::Row(_) | Reply::Rows(_) | Reply::Text(_) | Reply::Yes | Reply::Go(_) => {
                Err(ReplyRefusal::Unasked)
            }
        }
    }

    fn keep(&mut self, at: usize) -> Result<(), ReplyRefusal> {
        let answered = self.progress.get(at).is_some_and(|t| t.entry.answer.is_some());
        let may_skip = self.request.questions.get(at).is_some_and(|q| self.may_skip(q));
        if !answered && !may_skip {
            return Err(ReplyRefusal::NeedsAnswer);
        }
        self.go_on(at);
        Ok(())
    }

    fn take_row(&mut self, at: usize, row: usize) -> Result<(), ReplyRefusal> {
        let rows = self.row_kinds(at);
        match rows.get(row) {
            None => Err(ReplyRefusal::NoSuchRow { rows: rows.len(), came: row }),
            Some(RowIs::Option(i)) => {
                self.take(at, Answer::Picks(vec![Pick::Option(*i)]));
                Ok(())
            }
            Some(RowIs::Custom) => {
                self.chosen = vec![RowIs::Custom];
                self.place = WalkPlace::Custom(at);
                Ok(())
            }
            Some(RowIs::Discuss) => self.discuss(),
        }
    }

    fn take_rows(&mut self, at: usize, rows: &[usize]) -> Result<(), ReplyRefusal> {
        let kinds = self.row_kinds(at);
        let mut chosen: Vec<RowIs> = Vec::new();
        for row in rows {
            let is = *kinds.get(*row).ok_or(ReplyRefusal::NoSuchRow { rows: kinds.len(), came: *row })?;
            if chosen.contains(&is) {
                return Err(ReplyRefusal::Twice { row: *row });
            }
            chosen.push(is);
        }
        if chosen.contains(&RowIs::Discuss) {
            // The other picks stay as a draft.
            self.chosen = chosen;
            return self.discuss();
        }
        self.count(at, chosen.len())?;
        if chosen.contains(&RowIs::Custom) {
            self.chosen = chosen;
            self.place = WalkPlace::Custom(at);
            return Ok(());
        }
        if chosen.is_empty() && self.request.rules.complete == Complete::Any {
            // As in a form, a question without picks stays open, if it may.
            if let Some(progress) = self.progress.get_mut(at) {
                progress.take_back();
            }
            self.advance(at);
            return Ok(());
        }
        self.take(at, Answer::Picks(self.in_order(&chosen, None)));
        Ok(())
    }

    fn count(&self, at: usize, came: usize) -> Result<(), ReplyRefusal> {
        match self.request.questions.get(at).and_then(|q| q.kind.several()) {
            Some((min, _)) if came < min => Err(ReplyRefusal::TooFew { min, came }),
            Some((_, max)) if came > max => Err(ReplyRefusal::TooMany { max, came }),
            Some(_) | None => Ok(()),
        }
    }

    fn in_order(&self, chosen: &[RowIs], words: Option<&Untrusted>) -> Vec<Pick> {
        let mut picks: Vec<Pick> = chosen
            .iter()
            .filter_map(|is| match is {
                RowIs::Option(i) => Some(Pick::Option(*i)),
                RowIs::Custom => words.map(|w| Pick::Custom(w.clone())),
                RowIs::Discuss => None,
            })
            .collect();
        match self.request.rules.order {
            Order::Offered => picks.sort_by_key(kind::rank),
            Order::Picked => {}
        }
        picks
    }

    fn reply_custom(&mut self, at: usize, reply: Reply) -> Result<(), ReplyRefusal> {
        let words = match reply {
            Reply::Text(text) => self.own_words(&text)?,
            Reply::Use => {
                let text = self.take_held(TypedIn::Custom)?;
                self.own_words(&text)?
            }
            Reply::Keep => match self.progress.get(at).and_then(|t| t.own_words()) {
                Some(words) => words.clone(),
                // Without options this step is the whole question, and can be skipped like one.
                None if self.chosen.is_empty() => return self.keep(at),
                None => return Err(ReplyRefusal::Misread(Misread::Blank)),
            },
            Reply::Row(_) | Reply::Rows(_) | Reply::Yes | Reply::Go(_) => {
                return Err(ReplyRefusal::Unasked);
            }
        };
        let only = [RowIs::Custom];
        let chosen = if self.chosen.is_empty() { &only[..] } else { &self.chosen[..] };
        self.count(at, chosen.len())?;
        self.take(at, Answer::Picks(self.in_order(chosen, Some(&words))));
        Ok(())
    }

    fn reply_danger(&mut self, at: usize, reply: &Reply) -> Result<(), ReplyRefusal> {
        let Some(question) = self.request.questions.get(at) else { return Err(ReplyRefusal::Unasked) };
        let text = match reply {
            Reply::Text(text) => Some(Untrusted::from(text.raw().trim())),
            Reply::Keep => None,
            Reply::Row(_) | Reply::Rows(_) | Reply::Use | Reply::Yes | Reply::Go(_) => {
                return Err(ReplyRefusal::Unasked);
            }
        };
        if fit::judge_confirmation(&self.request, question, text.as_ref()).is_some() {
            let wanted = fit::confirm_text(&self.request, question).cloned();
            return Err(ReplyRefusal::NotConfirmed { wanted });
        }
        if let (Some(progress), Some(answer)) = (self.progress.get_mut(at), self.pending.take()) {
            progress.answer(answer, text);
        }
        self.go_on(at);
        Ok(())
    }

    fn reply_confirm(&mut self, reply: &Reply) -> Result<(), ReplyRefusal> {
        match reply {
            Reply::Yes => {
                let open = self.open();
                if !open.is_empty() && self.request.rules.complete == Complete::Every {
                    let named = open.iter().filter_map(|i| self.request.questions.get(*i).map(|q| (*i, q)));
                    return Err(ReplyRefusal::Open(named.map(|(i, q)| (i, q.header.clone())).collect()));
                }
                self.end(Outcome::Answered(Answers { entries: self.entries() }));
                Ok(())
            }
            Reply::Go(at) => {
                let questions = self.request.questions.len();
                if *at >= questions {
                    return Err(ReplyRefusal::NoSuchQuestion { questions, came: *at });
                }
                self.enter(*at);
                self.changing = true;
                Ok(())
            }
            Reply::Row(_) | Reply::Rows(_) | Reply::Text(_) | Reply::Keep | Reply::Use => {
                Err(ReplyRefusal::Unasked)
            }
        }
    }

    fn take_typed(&mut self, at: usize, text: &Untrusted) -> Result<(), ReplyRefusal> {
        let question = self.request.questions.get(at).ok_or(ReplyRefusal::Unasked)?;
        let answer = question.kind.read(text)?;
        match answer.shape() {
            AnswerShape::Text(text) => self.unless_secret(text)?,
            AnswerShape::Picks(_) | AnswerShape::Value(_) => {}
        }
        self.take(at, answer);
        Ok(())
    }

    fn own_words(&mut self, text: &Untrusted) -> Result<Untrusted, ReplyRefusal> {
        let text = kind::own_words(text)?;
        self.unless_secret(&text)?;
        Ok(text)
    }

    /// Refuses a text that looks like a secret, once.
    fn unless_secret(&mut self, text: &Untrusted) -> Result<(), ReplyRefusal> {
        if secret::looks_like_secret(text.raw()) && self.secret.as_ref() != Some(text) {
            self.secret = Some(text.clone());
            self.hold(text.clone());
            return Err(ReplyRefusal::LooksSecret);
        }
        Ok(())
    }

    /// The text that the step offers.
    fn take_held(&self, place: TypedIn) -> Result<Untrusted, ReplyRefusal> {
        let progress = self.at().and_then(|i| self.progress.get(i)).ok_or(ReplyRefusal::NothingHeld)?;
        let loose = match place {
            TypedIn::Custom => &progress.custom,
            TypedIn::Note => &progress.note,
            TypedIn::Edit => &progress.edit,
        };
        if let Some(Loose { text, .. }) = loose {
            return Ok(text.clone());
        }
        let default = self.at().and_then(|i| self.default_of(i)).filter(|_| place == TypedIn::Edit);
        default.and_then(Answer::typed).ok_or(ReplyRefusal::NothingHeld)
    }

    /// Takes an answer: it counts at once, or after its confirmation.
    fn take(&mut self, at: usize, answer: Answer) {
        let dangerous =
            |q: &Question| fit::needs_confirmation(&self.request, q) && !fit::declines(q, &answer);
        if self.request.questions.get(at).is_some_and(dangerous) {
            self.pending = Some(answer);
            self.place = WalkPlace::Danger(at);
            return;
        }
        if let Some(progress) = self.progress.get_mut(at) {
            progress.answer(answer, None);
        }
        self.go_on(at);
    }

    /// Goes on after an answer or a skip, or sends it.
    pub(super) fn go_on(&mut self, at: usize) {
        if self.is_settled() {
            self.end(Outcome::Answered(Answers { entries: self.entries() }));
        } else {
            self.advance(at);
        }
    }

    /// Whether a script asks a single question: then there is nothing to review before sending.
    fn is_settled(&self) -> bool {
        let bare = |q: &Question| !fit::is_unconfirmed(&self.request, q);
        let noted =
            self.progress.iter().any(|progress| progress.entry.note.is_some() || progress.note.is_some());
        self.request.from.script
            && self.request.is_single()
            && self.request.questions.first().is_some_and(bare)
            && !noted
    }

    pub(super) fn advance(&mut self, at: usize) {
        let next = if self.changing { usize::MAX } else { at + 1 };
        self.enter(next);
    }
}

fn on_one_line(text: &Untrusted) -> Untrusted {
    text.raw().lines().collect::<Vec<_>>().join(" ").into()
}
