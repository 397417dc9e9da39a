//! The form as a machine: one request, the rules of its dialect, and the person's input so far.
//!
//! - It takes actions and time and returns effects; it sends nothing and reads no clock.
//! - Keys that would commit are ignored just after the first frame and after a page change.
//! - Exactly one [`Effect::Close`] ends it, and submitted answers fit the request.
//! - All typed text is in [`Form::draft`] until it is submitted.

use super::binding::{Binding, Spot};
use super::model::{FormNotice, Model, Overlay};
use super::rules::Notes;
use super::{
    Act, Action, Aside, Effect, FormRules, Guard, Key, Screen, advance, choose, clock, danger, decline, esc,
    folds, keep, keymap, note, reading, recommended, show, skip, steps, travel, turn, typing,
};
use crate::life::{About, Origin};
use crate::model::{Answer, Draft, Request, Typed, WholeDraft};
use crate::text::{Editor, Untrusted};
use crate::time::Timestamp;

/// The interaction that answers one request. It isn't durable.
#[derive(Clone, Debug)]
pub struct Form {
    model: Model,
}

/// Construction.
impl Form {
    /// A form on its first page. The draft's answers and texts return to their rows; none is sent
    /// before the person has seen it.
    pub fn new(request: Request, mut rules: FormRules, draft: Draft) -> Form {
        if !request.rules.notes {
            rules.notes = Notes::Never;
        }
        let mut model = Model::new(request, rules);
        keep::restore(&mut model, draft);
        turn::enter(&mut model);
        Form { model }
    }

    /// The same form with the person's own keys; see [`keys::parse`](super::keys::parse).
    pub fn with_keys(mut self, keys: Vec<Binding>) -> Form {
        self.model.keys = keys;
        self
    }

    /// The same form, with a way to put it aside.
    pub fn aside(mut self, aside: Aside) -> Form {
        self.model.aside = aside;
        self
    }

    /// The same form as an earlier one left it: on its page, with the reason for declining that was typed there. A
    /// script's starts without earlier answers, so it goes no further than its first open question.
    pub fn with_whole(mut self, whole: &WholeDraft) -> Form {
        if let Some(reason) = &whole.reason {
            self.take_reason(reason);
        }
        let model = &self.model;
        let mut open = (0..model.states.len()).filter(|question| !model.done(*question));
        let furthest = if model.forgets { open.next() } else { None };
        let page = whole.page.map(|page| furthest.map_or(page, |furthest| page.min(furthest)));
        if let Some(page) = page.filter(|page| *page > 0 && *page <= model.last_page()) {
            self.model.position.at = page;
            turn::enter(&mut self.model);
        }
        self
    }

    /// Takes the reason for declining that was typed on another surface.
    pub fn take_reason(&mut self, reason: &Untrusted) {
        self.model.reason = Editor::new("");
        self.model.reason.paste_line(reason.raw());
    }

    /// What a draft keeps of the whole request.
    pub fn whole(&self) -> WholeDraft {
        let reason = Some(self.model.reason.text()).filter(|text| !text.is_empty()).map(Untrusted::from);
        let page = Some(self.model.position.at).filter(|page| *page > 0);
        WholeDraft { held: None, reason, page }
    }

    /// The same form with keys of its surface, for the help page: they work where the form has no use for them, plain
    /// ones on rows only.
    pub fn with_surface_keys(mut self, keys: Vec<(Vec<Key>, &'static str)>) -> Form {
        self.model.surface_keys = keys;
        self
    }

    /// The same form with its host's keys and their descriptions, for the help page.
    pub fn with_host_keys(mut self, keys: Vec<(Untrusted, Untrusted)>) -> Form {
        self.model.host_keys = keys;
        self
    }

    /// The same form with the request's origin, as the machine knows it. Every page names its folder.
    pub fn from_origin(mut self, origin: Origin) -> Form {
        self.model.origin = Some(origin);
        self.model.names_folder = true;
        self
    }

    /// Whether its page names the origin, and nobody has told it the origin so far.
    pub fn wants_origin(&self) -> bool {
        self.model.origin.is_none() && show::names_whole_origin(&self.model)
    }

    /// Tells a form on the asker's own terminal the request's origin, as the machine knows it. Only a dangerous page and
    /// the help page name it.
    pub fn learn_origin(&mut self, origin: Origin) {
        self.model.origin = Some(origin);
    }

    /// The same form with what the agent was doing when it asked.
    pub fn with_about(mut self, about: Option<Box<About>>) -> Form {
        self.model.about = about;
        self
    }

    /// The same form with its time limit running from now, not from the first frame: so many milliseconds, else the
    /// whole limit.
    pub fn due(mut self, now: Timestamp, left_ms: Option<u64>) -> Form {
        let times = &mut self.model.times;
        times.now = times.now.max(now);
        let whole = self.model.request.expiry.as_ref().map(|expiry| expiry.after_ms);
        times.due = left_ms.or(whole).map(|ms| now.plus(ms));
        self
    }

    /// The same form with another guard.
    pub fn guarded(mut self, guard: Guard) -> Form {
        self.model.guard.guard = guard;
        self
    }
}

/// Input from a surface.
impl Form {
    /// Tells the form that it is on the screen, at each frame.
    pub fn shown(&mut self, now: Timestamp) {
        self.in_sight(now);
        keep::looked_at(&mut self.model);
        let times = &mut self.model.times;
        times.shown_at = times.shown_at.or(Some(now));
    }

    /// Tells the form that a surface shows it without giving it the keys, such as next to a list.
    pub fn in_sight(&mut self, now: Timestamp) {
        self.model.times.now = self.model.times.now.max(now);
        self.model.guard.in_sight(now);
    }

    /// Tells the form that Enter gave it the keys: held down, Enter does nothing more.
    pub fn opened(&mut self, now: Timestamp) {
        self.model.guard.opened(now);
    }

    /// Tells the form that a key came before it was there, or wasn't meant for it: the hint row says so.
    pub fn ignored(&mut self, now: Timestamp) {
        self.model.guard.ignored(now);
    }

    /// Until when it says that a key was ignored.
    pub fn ignored_until(&self, now: Timestamp) -> Option<Timestamp> {
        self.model.guard.deadline(now)
    }

    /// Tells the form that no surface shows it any more.
    pub fn hidden(&mut self) {
        self.model.position.number = 0;
        self.model.guard.out_of_sight();
    }

    /// Tells the form that the whole page with this id has been on a surface, see
    /// [`Screen::must_see`](super::Screen::must_see).
    pub fn seen(&mut self, page: u64) {
        danger::seen(&mut self.model, page);
    }

    /// Takes another surface's answer to a question, or takes the answer back; a text of its own words has to be there
    /// already. It is sent only after the person has seen it.
    pub fn take_answer(&mut self, question: usize, answer: Option<&Answer>) {
        keep::take_answer(&mut self.model, question, answer);
    }

    /// Puts another surface's text into its row, as a draft; undo brings the earlier one back.
    pub fn take_text(&mut self, typed: &Typed) {
        keep::take_text(&mut self.model, typed);
    }

    /// Takes a key before it gets its meaning. Whether it belongs to a text that was meant for somebody else, and so does
    /// nothing. `elsewhere`: the surface has a use for it.
    pub fn takes_for_text(&mut self, now: Timestamp, key: Key, elsewhere: bool) -> bool {
        let Some(used) = keymap::use_of(&self.model, key, elsewhere) else { return false };
        let model = &mut self.model;
        model.times.now = model.times.now.max(now);
        let taken = model.guard.takes_for_text(now, key, used);
        if taken {
            // No letter is a part of a row's number.
            model.position.number = 0;
        }
        taken
    }

    /// The text so far that was meant for somebody else, for a host that lends its editor.
    pub fn text_for_others(&self) -> &str {
        self.model.guard.text()
    }

    /// Handles the person's action.
    pub fn handle(&mut self, now: Timestamp, action: Action) -> Vec<Effect> {
        let model = &mut self.model;
        model.times.now = model.times.now.max(now);
        if clock::expired(model).is_some() {
            // The text from an editor was written before that; it belongs to the draft.
            let edited = if let Action::Edited(text) = &action { Some(text) } else { None };
            let mut effects = edited.map_or_else(Vec::new, |text| typing::edited(model, text));
            effects.extend(clock::expired(model).into_iter().flatten());
            return effects;
        }
        let number = std::mem::take(&mut model.position.number);
        let enters = matches!(action, Action::Do(Act::Choose | Act::PickOrCommit));
        if model.guard.swallows(now, &action) || cancels_too_soon(model, now, &action) {
            // The next Enter still belongs to the number; the next digit begins another one.
            model.position.number = if enters { number } else { 0 };
            return Vec::new();
        }
        model.notice = None;
        match action {
            Action::Do(_) if enters && number > 0 => travel::enter_number(model, now, number),
            Action::Do(act) => self::act(model, now, act),
            Action::Insert(c) => typing::insert(model, c),
            Action::Paste(text) => typing::paste(model, &text),
            Action::Edited(text) => typing::edited(model, &text),
            Action::EditFailed(why) => {
                model.notice = Some(FormNotice::EditFailed(why));
                Vec::new()
            }
            Action::Focus(row) => travel::focus_screen_row(model, row),
            Action::CaretTo(byte) => {
                if let Some(editor) = model.editor_mut() {
                    editor.caret_to(byte);
                }
                Vec::new()
            }
        }
    }

    /// Whether the agent recommends something that can be taken at once.
    pub fn recommends(&self) -> bool {
        recommended::is_there(&self.model)
    }

    /// Takes what the agent recommends.
    pub fn take_recommended(&mut self, now: Timestamp) -> Vec<Effect> {
        let model = &mut self.model;
        model.times.now = model.times.now.max(now);
        if let Some(over) = clock::expired(model) {
            return over;
        }
        if model.guard.comes_too_soon(now) {
            return Vec::new();
        }
        model.notice = None;
        recommended::take(model, now)
    }

    /// Handles the passing of time.
    pub fn tick(&mut self, now: Timestamp) -> Vec<Effect> {
        self.model.times.now = self.model.times.now.max(now);
        clock::expired(&self.model).unwrap_or_default()
    }
}

/// Output for a surface.
impl Form {
    /// The request that this form answers.
    pub fn request(&self) -> &Request {
        &self.model.request
    }

    /// The rules that it follows.
    pub fn rules(&self) -> &FormRules {
        &self.model.rules
    }

    /// The current screen.
    pub fn screen(&self) -> Screen<'_> {
        show::screen(&self.model)
    }

    /// The meaning of a key right now; `None` if it has none.
    pub fn resolve(&self, key: Key) -> Option<Action> {
        keymap::resolve(&self.model, key)
    }

    /// The first key of an act where the focus is, if it has one there.
    pub fn key_of(&self, act: Act) -> Option<Key> {
        keymap::keys_for(&self.model, self.spot(), act).first().copied()
    }

    /// The largest number that acts on a row of this page.
    pub fn last_digit(&self) -> Option<usize> {
        let rows = self.model.row_ids().into_iter();
        rows.filter_map(|row| self.model.number_of(row)).max()
    }

    /// The place of the focus or the caret.
    pub fn spot(&self) -> Spot {
        keymap::spot(&self.model)
    }

    /// Whether the full-screen view is open: a surface that leaves room for others then takes it all.
    pub fn reads(&self) -> bool {
        matches!(self.model.position.overlay, Some(Overlay::Reading | Overlay::About))
    }

    /// Whether the full-screen view shows what the agent was doing.
    pub fn reads_about(&self) -> bool {
        self.model.position.overlay == Some(Overlay::About)
    }

    /// What the agent was doing, if it says so.
    pub fn about(&self) -> Option<&About> {
        self.model.about.as_deref()
    }

    /// When to call [`Form::tick`]; `None` if time changes nothing.
    pub fn deadline(&self) -> Option<Timestamp> {
        clock::deadline(&self.model)
    }

    /// Whether the text of a secret is in it, sent or not.
    pub fn holds_secret(&self) -> bool {
        self.model.holds_secret()
    }

    /// All answers and typed texts, except those of sensitive questions.
    pub fn draft(&self) -> Draft {
        keep::draft(&self.model)
    }

    /// The draft of a form that ends without an answer. It also has texts that Esc cleared, unless newer text came.
    /// Undo can't bring them back any more.
    pub fn last_draft(&self) -> Draft {
        keep::last_draft(&self.model)
    }
}

/// Whether it is the inbox's key for cancelling, and comes too soon: there the key is for that alone.
fn cancels_too_soon(model: &mut Model, now: Timestamp, action: &Action) -> bool {
    *action == Action::Do(Act::Cancel) && model.aside.is_left_by_esc() && model.guard.comes_too_soon(now)
}

fn act(model: &mut Model, now: Timestamp, act: Act) -> Vec<Effect> {
    match model.position.overlay {
        Some(Overlay::Asking) => return act_asking(model, act),
        Some(Overlay::Help) => {
            model.position.overlay = None;
            let aside = if act == Act::Aside { model.aside.put_aside() } else { Vec::new() };
            return if act == Act::Cancel { advance::cancel(model) } else { aside };
        }
        Some(Overlay::Declining) => return decline::act(model, act),
        Some(Overlay::Reading | Overlay::About) => return reading::act(model, act),
        None => {}
    }
    match act {
        Act::Up => travel::step(model, false),
        Act::Down => travel::step(model, true),
        Act::First => travel::focus_end(model, false),
        Act::Last => travel::focus_end(model, true),
        Act::Choose => return choose::choose(model, now),
        Act::PickOrCommit => return choose::pick_or_commit(model, now),
        Act::Yes | Act::Nothing => {}
        Act::PageUp => steps::leap(model, true),
        Act::PageDown => steps::leap(model, false),
        Act::Decline => return decline::decline(model, now),
        Act::Skip => return skip::skip(model, now),
        Act::Discuss => return advance::discuss(model),
        Act::Expand => folds::fold(model),
        Act::Raw => folds::show_source(model),
        Act::Read => reading::open(model),
        Act::About => reading::open_about(model),
        Act::Number(n) => return travel::number(model, now, n, true),
        Act::FocusNumber(n) => return travel::number(model, now, n, false),
        Act::PreviousTab => turn::turn(model, now, false),
        Act::NextTab => turn::turn(model, now, true),
        Act::ToCommit => travel::focus_commit(model),
        Act::FromCommit => travel::leave_commit(model),
        Act::Notes => note::toggle(model, now),
        Act::Leave => return esc::leave(model, now),
        Act::Cancel => return advance::cancel(model),
        Act::Filter => typing::start_filter(model),
        Act::Help => model.position.overlay = Some(Overlay::Help),
        Act::Editor => return typing::open_editor(model),
        Act::Suspend => return vec![Effect::Suspend],
        Act::Aside => return model.aside.put_aside(),
        Act::Edit(edit) => return typing::edit(model, edit),
    }
    Vec::new()
}

fn act_asking(model: &mut Model, act: Act) -> Vec<Effect> {
    if matches!(act, Act::Yes | Act::Choose | Act::PickOrCommit | Act::Cancel) {
        return advance::cancel(model);
    }
    if act == Act::Leave {
        model.position.overlay = None;
    }
    if act == Act::Help {
        model.position.overlay = Some(Overlay::Help);
    }
    if act == Act::Aside { model.aside.put_aside() } else { Vec::new() }
}
