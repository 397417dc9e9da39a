//! A form of the inbox: on the screen, put aside, or over.
//!
//! - It stays as it was left, page and picks included, until what was said is accepted.
//! - A text of another surface is taken over where this one's was not touched; else both are kept, and a key changes
//!   them over.
//! - A form whose request is over takes no more keys but those that scroll and that close it.

use super::rows::Over;
use asq_core::form::keymap::{self, Binding};
use asq_core::form::{Action, Aside, Effect, Form, FormRules, Guard, Hint, HintFor, Hints, Key, Screen};
use asq_core::life::{Asked, Moment, Origin, RequestId};
use asq_core::model::{Draft, Typed};
use asq_core::text::{Shown, Untrusted};
use asq_core::time::Timestamp;
use asq_frame::inbox::tilde;
use asq_frame::{Glyphs, Intercept, View};

/// Keys that would commit are ignored for so long after a form came up: it was a key that opened it.
const GUARD: Guard = Guard { first: 250, page: 250 };
/// So long after the last key other surfaces have the text, and what they type goes on from it.
const SETTLED: u64 = 2000;
/// So long after its request was ended elsewhere a form can't be closed by a key that was meant for it.
const LINGER: u64 = 1000;

/// A form of the inbox.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) id: RequestId,
    /// Of the request as it is shown.
    pub(super) digest: String,
    pub(super) form: Form,
    pub(super) view: View,
    /// Whether anything was picked or typed.
    pub(super) touched: bool,
    /// The texts that all surfaces agreed on last.
    agreed: Vec<Typed>,
    /// When a text was last changed here.
    typed_at: Option<Timestamp>,
    /// Texts of other surfaces, where this one has others.
    pub(super) others: Vec<Typed>,
    /// How its request ended, and when that was seen.
    pub(super) over: Option<(Over, Timestamp)>,
}

/// What a form is made with.
pub(super) struct Making<'a> {
    pub(super) rules: FormRules,
    pub(super) keys: &'a [Binding],
    pub(super) glyphs: Glyphs,
    pub(super) home: Option<&'a str>,
}

impl Open {
    /// The form of what is asked.
    pub(super) fn new(id: RequestId, asked: Asked, at: Moment, draft: Draft, making: &Making<'_>) -> Open {
        let agreed = draft.texts();
        let folder = asked.origin.folder.as_ref().map(|folder| tilde(folder, making.home));
        let touched = !draft.is_empty();
        let mut form = Form::new(asked.request, making.rules, draft)
            .guarded(GUARD)
            .with_keys(making.keys.to_vec())
            .aside(Aside::Esc)
            .from_origin(Origin { folder, ..asked.origin });
        if let Some(boot) = at.boot {
            form = form.asked_at(Timestamp(boot.ms));
        }
        Open {
            id,
            digest: asked.digest,
            form,
            view: View::new(making.glyphs),
            touched,
            agreed,
            typed_at: None,
            others: Vec::new(),
            over: None,
        }
    }

    /// What it shows; one that is over names no keys that do nothing any more.
    pub(super) fn screen(&self) -> Screen<'_> {
        let mut screen = self.form.screen();
        if self.over.is_some() {
            let words = Shown::own("Esc to close");
            let hint = Hint { brief: words.clone(), words, of: HintFor::Leaving };
            screen.hints = Hints { parts: vec![hint], between: " · " };
            screen.notice = None;
        }
        screen
    }

    /// What a key does.
    pub(super) fn key(&mut self, now: Timestamp, key: Key) -> Vec<Effect> {
        let action = match self.view.intercept(&self.form.screen(), key) {
            Intercept::Scrolled => return Vec::new(),
            Intercept::Act(action) => action,
            Intercept::Pass if self.over.is_some() => return Vec::new(),
            Intercept::Pass => match keymap::resolve(&self.form, key) {
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
            self.typed_at = Some(now);
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
        let theirs = theirs.texts();
        let mine = self.form.draft().texts();
        if self.typed_at.is_none_or(|at| at.plus(SETTLED) <= now) {
            self.agreed.clone_from(&mine);
        }
        let mut places: Vec<&Typed> = Vec::new();
        for typed in theirs.iter().chain(&self.agreed) {
            if !places.iter().any(|p| same_place(p, typed)) {
                places.push(typed);
            }
        }
        let mut others = Vec::new();
        let mut take = Vec::new();
        for place in places {
            let of = |texts: &[Typed]| texts.iter().find(|t| same_place(t, place)).map(|t| t.text.clone());
            let (wanted, here, before) = (of(&theirs), of(&mine), of(&self.agreed));
            if wanted == here {
                continue;
            }
            let text = wanted.unwrap_or_else(|| Untrusted::from(""));
            let typed = Typed { text, ..place.clone() };
            if here == before {
                take.push(typed);
            } else if !typed.text.raw().is_empty() {
                others.push(typed);
            }
        }
        for typed in &take {
            self.form.take_text(typed);
        }
        self.others.retain(|other| !take.iter().any(|t| same_place(t, other)));
        for other in others {
            self.others.retain(|o| !same_place(o, &other));
            self.others.push(other);
        }
        if !take.is_empty() {
            self.agreed = self.form.draft().texts();
            self.touched = !self.form.draft().is_empty();
        }
    }

    /// Changes this surface's texts and the other's over; false: there is none of another.
    pub(super) fn change_over(&mut self, now: Timestamp) -> bool {
        let mine = self.form.draft().texts();
        let others = std::mem::take(&mut self.others);
        for other in &others {
            let here = mine.iter().find(|t| same_place(t, other));
            self.form.take_text(other);
            self.others.extend(here.cloned());
        }
        self.typed_at = Some(now);
        !others.is_empty()
    }
}

fn same_place(one: &Typed, other: &Typed) -> bool {
    (one.question, one.place) == (other.question, other.place)
}
