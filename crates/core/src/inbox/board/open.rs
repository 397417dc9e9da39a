//! A form of the inbox: on the screen, put aside, or closed.
//!
//! - It stays as the person left it, with its page and picks, until the answer is accepted.
//! - Text from another surface replaces this one's unless the person changed that; then both are kept, and a key
//!   switches between them.
//! - A form whose request is closed takes only keys that scroll, close it, or copy a text that came too late.

use super::keys;
use super::now::Now;
use super::propose;
use super::rows::RequestEnd;
use crate::form::Binding;
use crate::form::{
    Act, Action, Aside, Effect, Form, FormRules, Guard, Hint, HintFor, Intercept, Key, Role, Screen,
};
use crate::inbox::from_home;
use crate::inbox::{DoneContent, Share};
use crate::life::{Asked, Moment, RequestId};
use crate::model::{Answers, Draft, Outcome, WholeDraft};
use crate::text::{Shown, Untrusted};
use crate::time::Timestamp;

/// For so many milliseconds after its request closes elsewhere, no key closes the form: the keys may be meant for it.
const LINGER: u64 = 1000;

/// Asks the surface for the meaning of a key to a form's view, before the form gets the key.
pub type Intercepts<'a> = &'a mut dyn FnMut(RequestId, &Screen<'_>, Key) -> Intercept;

/// A form of the inbox.
#[derive(Debug)]
pub(super) struct OpenForm {
    pub(super) id: RequestId,
    /// The digest of the shown request.
    pub(super) digest: String,
    pub(super) form: Form,
    /// Whether the person picked or typed something.
    pub(super) touched: bool,
    /// The texts of other surfaces.
    pub(super) share: Share,
    /// Whether it is a closed request that is read again.
    pub(super) reads: bool,
    /// How its request was closed, and when this inbox saw that.
    pub(super) over: Option<(RequestEnd, Timestamp)>,
    /// The last key that came for a form that was closed elsewhere by then.
    pub(super) stray: Option<Timestamp>,
    /// The texts of a request that is read again, of people who came too late.
    pub(super) late: Vec<Untrusted>,
}

/// The needs of a form apart from its request.
pub(super) struct Making<'a> {
    pub(super) rules: FormRules,
    pub(super) keys: &'a [Binding],
    pub(super) guard: Guard,
    pub(super) home: Option<&'a str>,
}

impl OpenForm {
    /// The form of a request.
    pub(super) fn new(
        id: RequestId,
        asked: Asked,
        at: Moment,
        draft: Draft,
        whole: Option<&WholeDraft>,
        making: &Making<'_>,
        now: Now,
    ) -> OpenForm {
        let share = Share::new(&draft);
        let touched = !draft.is_empty();
        let Guard { page, .. } = making.guard.for_request(&asked.request);
        // By the clock of the machine that asked, if this is the same one.
        let left = asked.request.expiry.as_ref().map(|expiry| at.plus(expiry.after_ms).left(now.moment()));
        let form = Form::new(asked.request, making.rules, draft)
            // A key opened it, so its first frame is guarded like a new page.
            .guarded(Guard { first: page, page })
            .with_keys(making.keys.to_vec())
            .with_surface_keys(keys::in_forms())
            .aside(Aside::Esc)
            .from_origin(from_home(&asked.origin, making.home))
            .with_about(asked.about)
            .due(now.at, left);
        let form = match whole {
            Some(whole) => form.with_whole(whole),
            None => form,
        };
        OpenForm {
            id,
            digest: asked.digest,
            form,
            touched,
            share,
            reads: false,
            over: None,
            stray: None,
            late: Vec::new(),
        }
    }

    /// The form of a closed request, with its answers, to be read again.
    pub(super) fn read_again(
        id: RequestId,
        content: DoneContent,
        end: RequestEnd,
        making: &Making<'_>,
        now: Now,
    ) -> OpenForm {
        let DoneContent { asked, at, outcome, late, by: _, closed: _ } = content;
        let draft = match outcome {
            Outcome::Answered(answers) => Draft { answers, ..Draft::default() },
            Outcome::Declined { draft, .. }
            | Outcome::Discuss(draft)
            | Outcome::Cancelled(draft)
            | Outcome::Withdrawn(draft)
            | Outcome::Expired(draft) => draft,
        };
        let whole = WholeDraft { page: Some(asked.request.questions.len()), ..WholeDraft::default() };
        let mut open = OpenForm::new(id, asked, at, draft, Some(&whole), making, now);
        open.touched = false;
        open.reads = true;
        open.late = late;
        open.over = Some((end, Timestamp(0)));
        open
    }

    /// Its screen; a closed form doesn't name keys without an effect.
    pub(super) fn screen(&self) -> Screen<'_> {
        let mut screen = self.form.screen();
        if self.over.is_some() {
            let words = Shown::own("Esc to close");
            let hint = Hint { brief: words.clone(), words, of: HintFor::Leaving };
            let mut parts = vec![hint];
            if !self.late_texts().is_empty() {
                let words = Shown::own("y to copy your text");
                parts.insert(0, Hint { brief: words.clone(), words, of: HintFor::Other });
            }
            screen.end(parts);
        }
        if self.reads {
            // Nothing can be sent any more.
            let focus = screen.focus.and_then(|at| screen.rows.get(at)).map(|row| row.role);
            screen.rows.retain(|row| !matches!(row.role, Role::Submit | Role::CancelRow));
            screen.focus = focus.and_then(|role| screen.rows.iter().position(|row| row.role == role));
        }
        screen
    }

    /// The texts that were typed for its request and came too late.
    pub(super) fn late_texts(&self) -> Vec<Untrusted> {
        match (&self.over, self.reads) {
            (None, true | false) => Vec::new(),
            (Some(_), true) => self.late.clone(),
            (Some(_), false) => {
                let secret = |at: usize| {
                    self.form.request().questions.get(at).is_none_or(|question| question.sensitive)
                };
                let texts = self.form.draft().texts().into_iter();
                texts.filter(|typed| !secret(typed.question)).map(|typed| typed.text).collect()
            }
        }
    }

    pub(super) fn key(&mut self, now: Timestamp, key: Key, look: Intercepts<'_>) -> Vec<Effect> {
        let action = match look(self.id, &self.form.screen(), key) {
            Intercept::Scrolled => return Vec::new(),
            Intercept::Act(action) => action,
            Intercept::Pass if self.reads && self.only_shows(key) => {
                if let Some(action) = self.form.resolve(key) {
                    self.form.handle(now, action);
                }
                return Vec::new();
            }
            Intercept::Pass if self.over.is_some() => return Vec::new(),
            Intercept::Pass => match self.form.resolve(key) {
                Some(action) => action,
                None => return Vec::new(),
            },
        };
        if self.over.is_some() { Vec::new() } else { self.act(now, action) }
    }

    /// Fills the form with earlier answers.
    pub(super) fn take_answers(&mut self, now: Timestamp, answers: &Answers) {
        for typed in propose::texts(answers) {
            self.form.take_text(&typed);
        }
        for (question, entry) in answers.entries.iter().enumerate() {
            self.form.take_answer(question, entry.answer.as_ref());
        }
        self.took(now, vec![Effect::DraftChanged]);
    }

    /// Whether a key only shows another part of the form.
    fn only_shows(&self, key: Key) -> bool {
        let shows =
            [Act::PreviousTab, Act::NextTab, Act::Read, Act::About, Act::Expand, Act::Raw].map(Action::Do);
        self.form.resolve(key).is_some_and(|action| shows.contains(&action))
    }

    pub(super) fn act(&mut self, now: Timestamp, action: Action) -> Vec<Effect> {
        let effects = self.form.handle(now, action);
        self.took(now, effects)
    }

    /// Takes what the agent recommends.
    pub(super) fn take_recommended(&mut self, now: Timestamp) -> Vec<Effect> {
        if self.over.is_some() {
            return Vec::new();
        }
        let effects = self.form.take_recommended(now);
        self.took(now, effects)
    }

    fn took(&mut self, now: Timestamp, effects: Vec<Effect>) -> Vec<Effect> {
        if effects.contains(&Effect::DraftChanged) {
            self.share.changed_here(now);
            self.touched = !self.form.draft().is_empty();
        }
        effects
    }

    /// Whether a key may close it after its request was closed.
    pub(super) fn may_close(&self, now: Timestamp) -> bool {
        self.over.as_ref().is_none_or(|(_, seen)| seen.plus(LINGER) <= now)
    }

    /// Whether a key may copy its text: the person isn't typing on any more.
    pub(super) fn may_copy(&mut self, now: Timestamp) -> bool {
        let before = self.stray.replace(now);
        self.reads || (self.may_close(now) && before.is_none_or(|at| at.plus(LINGER) <= now))
    }

    /// Takes text from another surface.
    pub(super) fn take_draft(&mut self, now: Timestamp, theirs: &Draft) {
        self.share.take_draft(now, &mut self.form, theirs);
        self.touched = !self.form.draft().is_empty();
    }

    /// Keeps the text that another surface wrote at the same time.
    pub(super) fn keep_clash(&mut self, theirs: &Draft) {
        self.share.keep_clash(&self.form, theirs);
    }

    /// Switches this surface's texts and the other's; false if there is no other.
    pub(super) fn swap(&mut self, now: Timestamp) -> bool {
        self.share.swap(now, &mut self.form)
    }
}
