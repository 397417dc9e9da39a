//! The machine: one request, the rules of its dialect, and what the person has done so far.
//!
//! - Fed with actions and time, it returns effects; it sends nothing and reads no clock.
//! - Keys that would commit are ignored just after the first frame and after a page change.
//! - Exactly one [`Effect::Close`] ends it, and what it submits fits the request.
//! - Whatever was typed is in [`Form::draft`] until it is submitted.

use super::guard::Watch;
use super::keymap::Binding;
use super::state::{Picked, RowId, State};
use super::{
    Act, Action, Aside, CustomEntry, Effect, FormRules, Guard, Notes, Page, ReviewWhen, Revisit, Screen,
};
use crate::life::Origin;
use crate::model::{Answers, Draft, Entry, Kind, Outcome, Question, Request};
use crate::number::NotANumber;
use crate::text::{Editor, Untrusted};
use crate::time::Timestamp;

/// What the keys go to, besides the focused row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mode {
    /// The rows; a custom row that types on focus counts as one.
    Rows,
    /// The custom row's opened editor.
    Custom,
    /// The notes, in their row or on their page.
    Notes,
    /// The filter of a list.
    Filter,
    /// The page that confirms a dangerous answer.
    Danger,
}

/// What lies over the page and takes all keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    /// Cancel and drop what was answered?
    Asking,
    /// All keys.
    Help,
    /// Why the person declines.
    Declining,
    /// What is clipped or shortened on the page, whole.
    Reading,
}

/// How many ticks keep a list from being an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Miscount {
    /// Fewer than this.
    Below(usize),
    /// More than this.
    Above(usize),
}

/// Why the last action did nothing, or what to know; gone with the next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    EmptyText,
    NothingPicked,
    Miscount(Miscount),
    Unanswered(Vec<usize>),
    Secret,
    TooLong,
    NotANumber(NotANumber),
    OutOfRange,
    WrongConfirmation,
    NoText,
    Saved,
    EditFailed(String),
    Masked,
    NotSkippable,
    ReadFirst,
}

/// The interaction that answers one request. Not durable.
#[derive(Clone, Debug)]
pub struct Form {
    pub(super) request: Request,
    pub(super) rules: FormRules,
    /// The page that is up: a question's index, or their number for the review.
    pub(super) at: usize,
    pub(super) states: Vec<State>,
    /// The focused row of the review page, counted over those that take the focus.
    pub(super) review_focus: usize,
    pub(super) mode: Mode,
    /// Where the notes page goes back to.
    pub(super) before_notes: Mode,
    pub(super) overlay: Option<Overlay>,
    pub(super) notice: Option<Notice>,
    /// Labels that could pass for rows of asq's own, by question and option.
    pub(super) imitates: Vec<Vec<bool>>,
    pub(super) asks_secret: Vec<bool>,
    /// The open questions that the last refused submit named.
    pub(super) refused: Vec<usize>,
    /// The question that the review was left for: its answer leads back there.
    pub(super) revised: Option<usize>,
    /// Why the person declines, while they say so.
    pub(super) reason: Editor,
    pub(super) page_id: u64,
    /// The person's own keys, before those of the rules.
    pub(super) keys: Vec<Binding>,
    pub(super) aside: Aside,
    /// Keys that are not the form's, for the help page.
    pub(super) host_keys: Vec<(Untrusted, Untrusted)>,
    /// Where it came from, as the machine knows it.
    pub(super) origin: Option<Origin>,
    pub(super) watch: Watch,
    pub(super) asked_at: Option<Timestamp>,
    pub(super) shown_at: Option<Timestamp>,
    /// The latest time that the form was told.
    pub(super) now: Timestamp,
}

impl Form {
    /// A form on its first page. Texts of the draft come back as drafts in their rows, never as answers.
    pub fn new(request: Request, rules: FormRules, draft: Draft) -> Form {
        let states: Vec<State> = request.questions.iter().map(State::new).collect();
        let imitates = super::imitates::table(&request, &rules);
        let asks_secret = request
            .questions
            .iter()
            .map(|q| !q.sensitive && crate::secret::asks_for_secret(q.text.raw()))
            .collect();
        let mut form = Form {
            request,
            rules,
            at: 0,
            states,
            review_focus: 0,
            mode: Mode::Rows,
            before_notes: Mode::Rows,
            overlay: None,
            notice: None,
            imitates,
            asks_secret,
            refused: Vec::new(),
            revised: None,
            reason: Editor::new(""),
            page_id: 0,
            keys: Vec::new(),
            aside: Aside::Never,
            host_keys: Vec::new(),
            origin: None,
            watch: Watch::new(Guard::DEFAULT),
            asked_at: None,
            shown_at: None,
            now: Timestamp::default(),
        };
        form.restore(draft);
        form.enter();
        form
    }

    /// The same form with keys of the person's own; see [`keys::parse`](super::keys::parse).
    pub fn with_keys(mut self, keys: Vec<Binding>) -> Form {
        self.keys = keys;
        self
    }

    /// The same form, which can be put aside.
    pub fn aside(mut self, aside: Aside) -> Form {
        self.aside = aside;
        self
    }

    /// The same form with keys that its host acts on and what they do there, which the help page lists.
    pub fn with_host_keys(mut self, keys: Vec<(Untrusted, Untrusted)>) -> Form {
        self.host_keys = keys;
        self
    }

    /// The same form with where it came from, as the machine knows it.
    pub fn from_origin(mut self, origin: Origin) -> Form {
        self.origin = Some(origin);
        self
    }

    /// The same form for a request that was asked earlier: its time limit counts from there, else from the
    /// first frame.
    pub fn asked_at(mut self, at: Timestamp) -> Form {
        self.asked_at = Some(at);
        self
    }

    /// The request that it answers.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The rules that it follows.
    pub fn rules(&self) -> &FormRules {
        &self.rules
    }

    /// Tells the form that it is on the screen: the first frame, or another one.
    pub fn shown(&mut self, now: Timestamp) {
        self.in_sight(now);
        if self.shown_at.is_none() {
            self.shown_at = Some(now);
        }
    }

    /// What to show.
    pub fn screen(&self) -> Screen<'_> {
        super::show::screen(self)
    }

    /// Does what the person means.
    pub fn handle(&mut self, now: Timestamp, action: Action) -> Vec<Effect> {
        self.now = self.now.max(now);
        if let Some(over) = self.expired() {
            return over;
        }
        if self.ignores(now, &action) {
            return Vec::new();
        }
        self.notice = None;
        match action {
            Action::Do(act) => self.act(now, act),
            Action::Insert(c) => self.insert(c),
            Action::Paste(text) => self.paste(&text),
            Action::Edited(text) => self.edited(&text),
            Action::EditFailed(why) => {
                self.notice = Some(Notice::EditFailed(why));
                Vec::new()
            }
            Action::Focus(row) => self.focus_screen_row(row),
            Action::CaretTo(byte) => {
                if let Some(editor) = self.editor_mut() {
                    editor.caret_to(byte);
                }
                Vec::new()
            }
        }
    }

    fn act(&mut self, now: Timestamp, act: Act) -> Vec<Effect> {
        match self.overlay {
            Some(Overlay::Asking) => return self.act_asking(act),
            Some(Overlay::Help) => {
                self.overlay = None;
                let aside = if act == Act::Aside { self.put_aside() } else { Vec::new() };
                return if act == Act::Cancel { self.cancel() } else { aside };
            }
            Some(Overlay::Declining) => return self.act_declining(act),
            Some(Overlay::Reading) => return self.act_reading(act),
            None => {}
        }
        match act {
            Act::Up => self.step(false),
            Act::Down => self.step(true),
            Act::First => self.focus_end(false),
            Act::Last => self.focus_end(true),
            Act::Choose => return self.choose(now),
            Act::Yes | Act::Nothing => {}
            Act::PageUp => self.leap(true),
            Act::PageDown => self.leap(false),
            Act::Decline => return self.decline(now),
            Act::Skip => return self.skip(now),
            Act::Discuss => return self.discuss(),
            Act::Expand => self.fold(),
            Act::Raw => self.show_source(),
            Act::Read => self.read(),
            Act::Number(n) => return self.number(now, n, true),
            Act::FocusNumber(n) => return self.number(now, n, false),
            Act::PreviousTab => self.turn(now, false),
            Act::NextTab => self.turn(now, true),
            Act::ToCommit => self.focus_commit(),
            Act::FromCommit => self.leave_commit(),
            Act::Notes => self.toggle_notes(now),
            Act::Leave => return self.leave(now),
            Act::Cancel => return self.cancel(),
            Act::Filter => self.start_filter(),
            Act::Help => self.overlay = Some(Overlay::Help),
            Act::Editor => return self.open_editor(),
            Act::Suspend => return vec![Effect::Suspend],
            Act::Aside => return self.put_aside(),
            Act::Edit(edit) => return self.edit(edit),
        }
        Vec::new()
    }

    fn act_asking(&mut self, act: Act) -> Vec<Effect> {
        if matches!(act, Act::Yes | Act::Choose | Act::Cancel) {
            return self.cancel();
        }
        if act == Act::Leave {
            self.overlay = None;
        }
        if act == Act::Help {
            self.overlay = Some(Overlay::Help);
        }
        if act == Act::Aside { self.put_aside() } else { Vec::new() }
    }

    /// The question that is up; `None` on the review page.
    pub(super) fn question(&self) -> Option<&Question> {
        self.request.questions.get(self.at)
    }

    pub(super) fn state(&self) -> Option<&State> {
        self.states.get(self.at)
    }

    pub(super) fn page(&self) -> Page {
        match (self.question(), &self.mode) {
            (None, _) => Page::Review,
            (Some(_), Mode::Danger) => Page::Danger,
            (Some(_), Mode::Notes) if self.rules.notes == Notes::Page => Page::Notes,
            (Some(q), Mode::Notes | Mode::Rows | Mode::Custom | Mode::Filter) => Page::of(q, &self.rules),
        }
    }

    pub(super) fn is_many(&self) -> bool {
        self.question().is_some_and(|q| matches!(q.kind, Kind::Many { .. }))
    }

    /// Whether a custom row is drawn on this page, and how it takes text.
    pub(super) fn custom_row(&self) -> Option<super::CustomRow> {
        self.rules.custom.filter(|_| self.question().is_some_and(|q| q.custom))
    }

    /// Whether the caret is in the custom row.
    pub(super) fn in_custom(&self) -> bool {
        let Some(state) = self.state().filter(|_| self.overlay != Some(Overlay::Declining)) else {
            return false;
        };
        match self.mode {
            Mode::Custom => true,
            Mode::Rows => {
                state.focus == RowId::Custom
                    && self.custom_row().is_some_and(|c| c.entry == CustomEntry::Focus)
            }
            Mode::Notes | Mode::Filter | Mode::Danger => false,
        }
    }

    pub(super) fn review_follows(&self) -> bool {
        let several = !self.request.is_single();
        let any = |f: fn(&Question) -> bool| self.request.questions.iter().any(f);
        match self.rules.review.when {
            ReviewWhen::Never => false,
            ReviewWhen::Several => several,
            ReviewWhen::SeveralOrMany => several || any(|q| matches!(q.kind, Kind::Many { .. })),
            ReviewWhen::SeveralOrDanger => several || any(|q| q.danger.is_some()),
        }
    }

    /// What has been answered, as it would be submitted.
    pub(super) fn answers(&self) -> Answers {
        let rules = self.request.rules;
        let entry = |(i, s): (usize, &State)| {
            let entry = s.entry(rules.order, rules.notes);
            // A note is sent, whatever became of its question.
            if self.done(i) { entry } else { Entry { note: entry.note, ..Entry::default() } }
        };
        Answers { entries: self.states.iter().enumerate().map(entry).collect() }
    }

    /// Whether a question has an answer that counts: a dangerous one only once it is confirmed.
    pub(super) fn done(&self, question: usize) -> bool {
        let state = &self.states[question];
        let unconfirmed = || state.confirmed.is_none() && self.needs_danger(question);
        let declined = || self.danger_direct(question) && state.picks == [Picked::Option(1)];
        state.answered() && self.miscount(question).is_none() && (!unconfirmed() || declined())
    }

    /// Whether a list has too few ticks for an answer, or too many; none at all are none.
    pub(super) fn miscount(&self, question: usize) -> Option<Miscount> {
        let picked = self.states.get(question)?.picks.len();
        match self.request.questions.get(question)?.kind {
            Kind::Many { min, .. } if picked > 0 && picked < min => Some(Miscount::Below(min)),
            Kind::Many { max, .. } if picked > max => Some(Miscount::Above(max)),
            Kind::One | Kind::Many { .. } | Kind::Number { .. } | Kind::Text { .. } => None,
        }
    }

    /// Another page is up.
    pub(super) fn turned(&mut self, now: Timestamp) {
        self.watch.turned(now);
        self.enter();
    }

    /// Sets mode and focus for the page that is up.
    fn enter(&mut self) {
        self.page_id += 1;
        self.mode = Mode::Rows;
        self.overlay = None;
        let opens = self.custom_row().is_some_and(|c| c.entry == CustomEntry::Opens);
        let first = self.row_ids().first().copied();
        let revisit = self.rules.revisit;
        let (Some(state), Some(question)) =
            (self.states.get_mut(self.at), self.request.questions.get(self.at))
        else {
            self.review_focus = self.first_review_focus();
            return;
        };
        state.filter = Editor::new("");
        state.found = None;
        let single = !matches!(question.kind, Kind::Many { .. });
        state.focus = match (revisit, state.picks.first()) {
            (Revisit::Picked, Some(Picked::Option(i))) if single => RowId::Option(*i),
            (Revisit::Picked, Some(Picked::Custom)) if single => RowId::Custom,
            (Revisit::Picked, _) if matches!(state.focus, RowId::Option(_)) => state.focus,
            (Revisit::Picked | Revisit::First, _) => first.unwrap_or(RowId::Custom),
        };
        if question.options.is_empty() && opens && matches!(question.kind, Kind::One | Kind::Many { .. }) {
            self.mode = Mode::Custom;
        }
        if self.danger_direct(self.at) {
            self.open_danger();
        }
    }

    /// Whether a discussion is a way to end.
    pub(super) fn may_discuss(&self) -> bool {
        self.rules.discuss.is_some() && self.request.rules.discuss
    }

    /// Ends in a discussion, with all that was picked and typed.
    pub(super) fn discuss(&mut self) -> Vec<Effect> {
        if self.may_discuss() { vec![Effect::Close(Outcome::Discuss(self.last_draft()))] } else { Vec::new() }
    }

    /// Ends the form, with all that was typed.
    pub(super) fn cancel(&mut self) -> Vec<Effect> {
        vec![Effect::Close(Outcome::Cancelled(self.last_draft()))]
    }
}
