//! The walk itself: its place, its moves on and back, its end.
//!
//! - It is at one place at a time: a question, its custom text, its confirmation, or the last step.
//! - Back leads to the previous step, or to the last step if that one started the change.
//! - An optional question can be skipped. If the form can be declined, so can the walk, with a reason.
//! - Each step of a question takes its note, if the question takes one.
//! - Cancelling keeps typed text as a draft. With several answers the walk can ask first.
//! - A draft contains no sensitive answer.

use super::progress::{Loose, QuestionProgress};
use super::{ReplyRefusal, RowIs};
use crate::form::{Act, EscStep, FormRules, Notes, Page, Zero, lookalikes};
use crate::model::{
    Answer, Answers, Complete, Draft, Entry, Outcome, Pick, Preview, Question, Request, Typed, TypedIn,
};
use crate::text::{Shown, Untrusted};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalkPlace {
    Question(usize),
    Custom(usize),
    Danger(usize),
    Confirm,
}

/// A question on top of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlaid {
    Note,
    Leave,
}

/// A request as a chain of single simple steps. It isn't durable.
#[derive(Clone, Debug)]
pub struct Walk {
    pub(super) request: Request,
    pub(super) rules: FormRules,
    pub(super) lookalikes: Vec<Vec<bool>>,
    pub(super) progress: Vec<QuestionProgress>,
    pub(super) place: WalkPlace,
    pub(super) over: Option<Overlaid>,
    /// The picked rows, while the custom row's text is still missing.
    pub(super) chosen: Vec<RowIs>,
    /// An answer that still needs its confirmation.
    pub(super) pending: Option<Answer>,
    /// The text refused because it looks like a secret.
    pub(super) secret: Option<Untrusted>,
    /// Whether the last step led here, to change one answer.
    pub(super) changing: bool,
    pub(super) kept: Shown,
    pub(super) outcome: Option<Outcome>,
}

impl Walk {
    /// A walk through all questions; their steps offer the texts of the draft.
    pub fn new(request: Request, rules: FormRules, draft: Draft) -> Walk {
        let mut progress = vec![QuestionProgress::default(); request.questions.len()];
        for (progress, entry) in progress.iter_mut().zip(draft.answers.entries) {
            progress.restore(entry);
        }
        for typed in draft.typed {
            if let Some(progress) = progress.get_mut(typed.question) {
                progress.restore_typed(typed.place, typed.text);
            }
        }
        let mut walk = Walk {
            lookalikes: lookalikes::table(&request, &rules),
            request,
            rules,
            progress,
            place: WalkPlace::Confirm,
            over: None,
            chosen: Vec::new(),
            pending: None,
            secret: None,
            changing: false,
            kept: draft.kept.unwrap_or_else(|| Shown::own("earlier")),
            outcome: None,
        };
        walk.enter(0);
        walk
    }

    /// The request of this walk.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The outcome, once the walk has ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The current question; `None` at the last step and after the end.
    pub fn at(&self) -> Option<usize> {
        match self.place {
            WalkPlace::Question(i) | WalkPlace::Custom(i) | WalkPlace::Danger(i)
                if self.outcome.is_none() =>
            {
                Some(i)
            }
            WalkPlace::Question(_) | WalkPlace::Custom(_) | WalkPlace::Danger(_) | WalkPlace::Confirm => None,
        }
    }

    /// The preview of a row's option.
    pub fn preview(&self, row: usize) -> Result<&Preview, ReplyRefusal> {
        let at = self.at().ok_or(ReplyRefusal::Unasked)?;
        let rows = self.row_kinds(at);
        let is = rows.get(row).ok_or(ReplyRefusal::NoSuchRow { rows: rows.len(), came: row })?;
        let question = self.request.questions.get(at);
        let option = match is {
            RowIs::Option(i) => question.and_then(|q| q.options.get(*i)),
            RowIs::Custom => question.and_then(|q| q.custom_row.as_ref()),
            RowIs::Discuss => None,
        };
        option.and_then(|o| o.preview.as_ref()).ok_or(ReplyRefusal::NoPreview { row })
    }

    /// Goes to the previous step. Texts stay.
    pub fn back(&mut self) -> Result<(), ReplyRefusal> {
        if self.outcome.is_some() {
            return Err(ReplyRefusal::Over);
        }
        if self.over.take().is_some() {
            return Ok(());
        }
        match self.place {
            WalkPlace::Custom(i) if self.request.questions.get(i).is_some_and(|q| !q.options.is_empty()) => {
                self.chosen.retain(|is| *is != RowIs::Custom);
                self.place = WalkPlace::Question(i);
            }
            WalkPlace::Danger(i) => self.open_question(i),
            WalkPlace::Question(_) | WalkPlace::Custom(_) if self.changing => self.enter(usize::MAX),
            WalkPlace::Question(i) | WalkPlace::Custom(i) => {
                let before = i.checked_sub(1).ok_or(ReplyRefusal::AtStart)?;
                self.enter(before);
            }
            WalkPlace::Confirm => self.enter(self.request.questions.len().saturating_sub(1)),
        }
        Ok(())
    }

    /// Opens the note of the current question, or writes this text to it; a blank text removes it.
    pub fn note(&mut self, text: Option<Untrusted>) -> Result<(), ReplyRefusal> {
        let question = self.at().and_then(|i| self.request.questions.get(i));
        if !question.is_some_and(|q| self.takes_note(q)) || self.over == Some(Overlaid::Leave) {
            return Err(ReplyRefusal::NoNotes);
        }
        if let Some(text) = text {
            return self.write_note(&text);
        }
        self.over = Some(Overlaid::Note);
        Ok(())
    }

    /// Ends the walk with a discussion, if the request allows one.
    pub fn discuss(&mut self) -> Result<(), ReplyRefusal> {
        if self.outcome.is_some() {
            return Err(ReplyRefusal::Over);
        }
        if !self.may_discuss() {
            return Err(ReplyRefusal::NoDiscuss);
        }
        self.end(Outcome::Discuss(self.draft()));
        Ok(())
    }

    /// Skips the current question, if it is optional. Takes its answer back; texts stay as drafts.
    pub fn skip(&mut self) -> Result<(), ReplyRefusal> {
        let at = self.at().ok_or(ReplyRefusal::Unasked)?;
        if self.over == Some(Overlaid::Leave) {
            return Err(ReplyRefusal::Unasked);
        }
        if !self.request.questions.get(at).is_some_and(|q| self.may_skip(q)) {
            return Err(ReplyRefusal::NeedsAnswer);
        }
        if let Some(progress) = self.progress.get_mut(at) {
            progress.take_back();
        }
        self.over = None;
        self.go_on(at);
        Ok(())
    }

    /// Declines the whole request, if its form can.
    pub fn decline(&mut self, reason: Option<Untrusted>) -> Result<(), ReplyRefusal> {
        if self.outcome.is_some() {
            return Err(ReplyRefusal::Over);
        }
        if !self.may_decline() {
            return Err(ReplyRefusal::NoDecline);
        }
        self.end(Outcome::Declined { reason: reason.filter(|r| !r.is_blank()), draft: self.draft() });
        Ok(())
    }

    /// Whether the walk can be declined.
    pub fn may_decline(&self) -> bool {
        self.rules.keys.iter().any(|binding| binding.act == Act::Decline)
    }

    /// Cancels; asks first if the form would.
    pub fn leave(&mut self) {
        let asks = self.rules.esc.contains(&EscStep::ConfirmIfAnswers)
            && !self.request.is_single()
            && !self.draft().is_empty();
        if asks && self.over != Some(Overlaid::Leave) {
            self.over = Some(Overlaid::Leave);
        } else {
            self.cancel();
        }
    }

    /// Cancels at once. A walk that has ended keeps its outcome.
    pub fn cancel(&mut self) -> Outcome {
        let outcome = Outcome::Cancelled(self.draft());
        self.end(outcome.clone());
        self.outcome.clone().unwrap_or(outcome)
    }

    /// Keeps a text that isn't a reply yet, as a draft of the current step.
    pub fn hold(&mut self, text: Untrusted) {
        if let Some(place) = self.typed_in()
            && let Some(progress) = self.at().and_then(|i| self.progress.get_mut(i))
        {
            *progress.place(place) = Loose::typed(text);
        }
    }

    /// The kind of text in the current step, if its drafts are kept.
    pub(super) fn typed_in(&self) -> Option<TypedIn> {
        let i = self.at()?;
        match (self.over, self.place) {
            (Some(Overlaid::Note), _) => Some(TypedIn::Note),
            (Some(Overlaid::Leave), _) | (None, WalkPlace::Danger(_) | WalkPlace::Confirm) => None,
            (None, WalkPlace::Custom(_)) => Some(TypedIn::Custom),
            (None, WalkPlace::Question(_)) => {
                (!self.request.questions.get(i)?.kind.is_list()).then_some(TypedIn::Edit)
            }
        }
    }

    /// All answers and typed texts, except those of sensitive questions.
    pub fn draft(&self) -> Draft {
        let mut answers = Answers { entries: self.entries() };
        let mut replaced = None;
        if let Some((i, entry)) = self.at().and_then(|i| Some((i, answers.entries.get_mut(i)?))) {
            let so_far: Vec<Pick> = self
                .chosen
                .iter()
                .filter_map(|is| match is {
                    RowIs::Option(i) => Some(Pick::Option(*i)),
                    RowIs::Custom | RowIs::Discuss => None,
                })
                .collect();
            if self.pending.is_some() {
                *entry = Entry { answer: self.pending.clone(), note: entry.note.take(), confirmed: None };
            } else if !so_far.is_empty() {
                entry.answer = Some(Answer::Picks(so_far));
            }
            // The current custom text, until a new answer replaces it.
            let words = self
                .progress
                .get(i)
                .filter(|progress| progress.custom.is_none())
                .and_then(QuestionProgress::own_words);
            let picks = entry.answer.as_ref().map_or(&[][..], Answer::picks);
            let gone = |words: &&Untrusted| !picks.iter().any(|pick| pick.own_words() == Some(words));
            replaced = words
                .filter(gone)
                .filter(|_| !self.request.questions[i].sensitive)
                .map(|words| Typed { question: i, place: TypedIn::Custom, text: words.clone() });
        }
        for (entry, question) in answers.entries.iter_mut().zip(&self.request.questions) {
            if question.sensitive {
                *entry = Entry::default();
            }
        }
        let typed = self.progress.iter().zip(&self.request.questions).enumerate();
        let typed = typed.flat_map(|(i, (t, q))| t.typed(i, q)).chain(replaced).collect();
        Draft { answers, typed, kept: None }
    }

    pub(super) fn entries(&self) -> Vec<Entry> {
        self.progress.iter().map(|t| t.entry(self.request.rules.notes)).collect()
    }

    /// Indexes of the questions without an answer that aren't skipped.
    pub(super) fn open(&self) -> Vec<usize> {
        let open = Answers { entries: self.entries() }.open();
        let skipped = |i: &usize| self.request.questions.get(*i).is_some_and(|q| q.skippable);
        open.into_iter().filter(|i| !skipped(i)).collect()
    }

    /// Goes to this question; beyond the last one, to the last step.
    pub(super) fn enter(&mut self, at: usize) {
        if at < self.request.questions.len() {
            self.open_question(at);
        } else {
            self.changing = false;
            self.settle(WalkPlace::Confirm);
        }
    }

    /// Opens a question; one without options at its custom text.
    fn open_question(&mut self, at: usize) {
        let bare = self.request.questions.get(at).is_some_and(|q| q.kind.is_list() && q.options.is_empty());
        let place = if bare && self.has_custom(at) { WalkPlace::Custom(at) } else { WalkPlace::Question(at) };
        self.settle(place);
    }

    fn settle(&mut self, place: WalkPlace) {
        if let (WalkPlace::Danger(i), Some(answer)) = (self.place, self.pending.take())
            && let Some(progress) = self.progress.get_mut(i)
        {
            progress.loosen(&answer);
        }
        self.place = place;
        self.chosen.clear();
        self.pending = None;
        self.secret = None;
    }

    pub(super) fn end(&mut self, outcome: Outcome) {
        self.outcome.get_or_insert(outcome);
        self.over = None;
    }

    /// Whether a question may stay open, as in its form.
    pub(super) fn may_skip(&self, question: &Question) -> bool {
        if question.skippable {
            return true;
        }
        let review = self.rules.review.follows(&self.request);
        let open_list = question.kind.is_several() && self.rules.many.zero == Zero::Allow;
        let allowed = !self.request.is_single() || review || open_list;
        allowed && self.request.rules.complete == Complete::Any
    }

    pub(super) fn takes_note(&self, question: &Question) -> bool {
        self.request.rules.notes
            && match self.rules.notes {
                Notes::Never => false,
                Notes::Compare => Page::of(question, &self.rules) == Page::Compare,
                Notes::Page(_) => true,
            }
    }
}
