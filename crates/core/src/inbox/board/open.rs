//! A form of the inbox: on the screen, put aside, or over.
//!
//! - It stays as it was left, page and picks included, until what was said is accepted.
//! - A text of another surface is taken over where this one's was not touched; else both are kept, and a key changes
//!   them over.
//! - A form whose request is over takes no more keys but those that scroll and that close it.

use super::rows::Over;
use crate::form::Binding;
use crate::form::{
    Action, Aside, Effect, Form, FormRules, Guard, Hint, HintFor, Hints, Intercept, Key, Screen,
};
use crate::inbox::Share;
use crate::inbox::tilde;
use crate::life::{Asked, Moment, Origin, RequestId};
use crate::model::Draft;
use crate::text::Shown;
use crate::time::Timestamp;

/// So long after its request was ended elsewhere a form can't be closed by a key that was meant for it.
const LINGER: u64 = 1000;

/// What a key means to how a form is shown: asked of the surface, before the form sees the key.
pub type Look<'a> = &'a mut dyn FnMut(RequestId, &Screen<'_>, Key) -> Intercept;

/// A form of the inbox.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) id: RequestId,
    /// Of the request as it is shown.
    pub(super) digest: String,
    pub(super) form: Form,
    /// Whether anything was picked or typed.
    pub(super) touched: bool,
    /// What other surfaces typed.
    pub(super) share: Share,
    /// How its request ended, and when that was seen.
    pub(super) over: Option<(Over, Timestamp)>,
}

/// What a form is made with.
pub(super) struct Making<'a> {
    pub(super) rules: FormRules,
    pub(super) keys: &'a [Binding],
    pub(super) guard: Guard,
    pub(super) home: Option<&'a str>,
}

impl Open {
    /// The form of what is asked.
    pub(super) fn new(id: RequestId, asked: Asked, at: Moment, draft: Draft, making: &Making<'_>) -> Open {
        let share = Share::new(&draft);
        let folder = asked.origin.folder.as_ref().map(|folder| tilde(folder, making.home));
        let touched = !draft.is_empty();
        let Guard { page, .. } = making.guard.for_request(&asked.request);
        let mut form = Form::new(asked.request, making.rules, draft)
            // It was a key that opened it: its first frame is a page that was turned to.
            .guarded(Guard { first: page, page })
            .with_keys(making.keys.to_vec())
            .aside(Aside::Esc)
            .from_origin(Origin { folder, ..asked.origin });
        if let Some(boot) = at.boot {
            form = form.asked_at(Timestamp(boot.ms));
        }
        Open { id, digest: asked.digest, form, touched, share, over: None }
    }

    /// What it shows; one that is over names no keys that do nothing any more.
    pub(super) fn screen(&self) -> Screen<'_> {
        let mut screen = self.form.screen();
        if self.over.is_some() {
            let words = Shown::own("Esc to close");
            let hint = Hint { brief: words.clone(), words, of: HintFor::Leaving };
            screen.hints = Hints { parts: vec![hint], between: " · ", instead: None };
            screen.notice = None;
        }
        screen
    }

    /// What a key does.
    pub(super) fn key(&mut self, now: Timestamp, key: Key, look: Look<'_>) -> Vec<Effect> {
        let action = match look(self.id, &self.form.screen(), key) {
            Intercept::Scrolled => return Vec::new(),
            Intercept::Act(action) => action,
            Intercept::Pass if self.over.is_some() => return Vec::new(),
            Intercept::Pass => match self.form.resolve(key) {
                Some(action) => action,
                None => return Vec::new(),
            },
        };
        if self.over.is_some() { Vec::new() } else { self.act(now, action) }
    }

    /// What an action does.
    pub(super) fn act(&mut self, now: Timestamp, action: Action) -> Vec<Effect> {
        let effects = self.form.handle(now, action);
        if effects.contains(&Effect::DraftChanged) {
            self.share.typed(now);
            self.touched = !self.form.draft().is_empty();
        }
        effects
    }

    /// Whether a key may close it, though its request is over.
    pub(super) fn may_close(&self, now: Timestamp) -> bool {
        self.over.as_ref().is_none_or(|(_, seen)| seen.plus(LINGER) <= now)
    }

    /// Takes over what another surface typed.
    pub(super) fn drafted(&mut self, now: Timestamp, theirs: &Draft) {
        self.share.drafted(now, &mut self.form, theirs);
        self.touched = !self.form.draft().is_empty();
    }

    /// Keeps what another surface wrote at the same time.
    pub(super) fn clashed(&mut self, theirs: &Draft) {
        self.share.clashed(&self.form, theirs);
    }

    /// Changes this surface's texts and the other's over; false: there is none of another.
    pub(super) fn change_over(&mut self, now: Timestamp) -> bool {
        self.share.change_over(now, &mut self.form)
    }
}
