//! A form on one surface: its own terminal or the screen of a host.
//!
//! - A frame never has more rows than the surface; under a banner at least one of them is the form's.
//! - A form that was closed elsewhere takes no more keys and doesn't follow the clock; it waits until it disappears.
//! - So does one whose time limit ends while the person types.
//! - A changed draft is saved at once, then at most once a second, and on leaving; with a store, at each change.
//! - The page and the reason for declining are saved along with it.
//! - The address of its page in a browser is below it, where that takes no row from it.

use crate::elsewhere::Elsewhere;
use crate::input::TermInput;
use crate::page_row::page_row;
use crate::time_up::TimeUp;
use asq_core::form::{Action, Effect, Form};
use asq_core::inbox::Notice;
use asq_core::model::{Draft, WholeDraft};
use asq_core::text::Line;
use asq_core::time::Timestamp;
use asq_frame::inbox::banner;
use asq_frame::{Frame, Glyphs, Intercept, Size, View, paint};

/// Milliseconds between two saved drafts while the person types.
const KEEP_EVERY: u64 = 1000;

/// A form, and the state that its surface keeps for it.
pub(crate) struct Face {
    pub(crate) form: Form,
    pub(crate) glyphs: Glyphs,
    view: View,
    /// Other surfaces, if there can be any.
    elsewhere: Option<Elsewhere>,
    time_up: TimeUp,
    /// The address of its page in a browser.
    page: Option<String>,
    /// When a draft was last saved.
    kept: Option<Timestamp>,
    /// When the changed draft is due to be saved.
    keep_due: Option<Timestamp>,
    /// The page and the reason that were last saved.
    whole: WholeDraft,
}

/// The result of a tick.
pub(crate) enum FaceDue {
    Nothing,
    /// It was closed elsewhere, and disappears now.
    Elsewhere,
    Effects(Vec<Effect>),
}

impl Face {
    /// A form; `posted` means that it can be answered elsewhere, too.
    pub(crate) fn new(form: Form, glyphs: Glyphs, posted: bool) -> Face {
        let elsewhere = posted.then(|| Elsewhere::new(&form));
        let whole = form.whole();
        Face {
            form,
            glyphs,
            view: View::new(glyphs),
            elsewhere,
            time_up: TimeUp::default(),
            page: None,
            kept: None,
            keep_due: None,
            whole,
        }
    }

    /// The same with a page in a browser.
    pub(crate) fn with_page(self, address: Option<String>) -> Face {
        Face { page: address, ..self }
    }

    /// The same in the middle of a screen that is its own.
    pub(crate) fn centred(self, centred: bool) -> Face {
        Face { view: self.view.centred(centred), ..self }
    }

    /// Whether it can be answered elsewhere, too.
    pub(crate) fn is_posted(&self) -> bool {
        self.elsewhere.is_some()
    }

    /// Takes news from other surfaces.
    pub(crate) fn heed(&mut self, now: Timestamp, notices: &[Notice]) {
        let Some(elsewhere) = &mut self.elsewhere else { return };
        for notice in notices {
            elsewhere.take_notice(now, &mut self.form, notice);
        }
    }

    /// The form's action for this input; `None` if the input isn't for the form.
    pub(crate) fn action(&mut self, now: Timestamp, input: TermInput) -> Option<Action> {
        if self.time_up.takes(now, &input) {
            return None;
        }
        if let Some(elsewhere) = &mut self.elsewhere
            && elsewhere.takes(now, &mut self.form, &input)
        {
            return None;
        }
        if let TermInput::Key(key) = input
            && self.form.takes_for_text(now, key, false)
        {
            return None;
        }
        match input {
            TermInput::Key(key) => match self.view.intercept(&self.form.screen(), key) {
                Intercept::Scrolled => None,
                Intercept::Act(action) => Some(action),
                Intercept::Pass => self.form.resolve(key),
            },
            TermInput::Paste(text) => Some(Action::Paste(text)),
            TermInput::Focus(_) | TermInput::Cursor(..) | TermInput::Mouse(..) | TermInput::Unknown => None,
        }
    }

    /// What an action leads to; a time limit ends no form in which the person types.
    pub(crate) fn handle(&mut self, now: Timestamp, action: Action) -> Vec<Effect> {
        let effects = self.form.handle(now, action);
        self.time_up.hold(now, effects)
    }

    /// The frame at this size.
    pub(crate) fn frame(&mut self, size: Size) -> Frame {
        let elsewhere = || self.elsewhere.as_ref().map(Elsewhere::banners).unwrap_or_default();
        let above = self.time_up.banner().map_or_else(elsewhere, |banner| vec![banner]);
        let row = |line| banner(line, usize::from(size.width), self.glyphs);
        let mut above: Vec<Line> = above.iter().flat_map(row).collect();
        // One row stays for the form, or nobody could answer it.
        above.truncate(usize::from(size.height.saturating_sub(1)));
        let rows = u16::try_from(above.len()).unwrap_or(0);
        let size = Size { height: size.height.saturating_sub(rows), ..size };
        let mut screen = self.form.screen();
        if self.time_up.deadline().is_some() {
            screen.end(Vec::new());
        }
        let mut frame = paint(&screen, &mut self.view, size);
        let spare = frame.lines.len() < usize::from(size.height) && !self.form.reads();
        let page = self.page.as_ref().filter(|_| spare);
        let left = self.view.left(size.width);
        frame.lines.extend(page.and_then(|page| page_row(page, left, usize::from(size.width))));
        frame.lines.splice(0..0, above);
        frame.caret = frame.caret.map(|(column, row)| (column, row + rows));
        if let Some(page) = self.view.seen() {
            self.form.seen(page);
        }
        frame
    }

    /// Whether a reader covers the full screen.
    pub(crate) fn reads(&self) -> bool {
        self.form.reads()
    }

    /// The summary of a form that was closed elsewhere.
    pub(crate) fn remains(&self) -> Line {
        self.elsewhere.as_ref().map(Elsewhere::remains).unwrap_or_default()
    }

    /// When to call [`Face::tick`], if anything is due.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        let elsewhere = self.elsewhere.as_ref().and_then(Elsewhere::deadline);
        let over = self.time_up.deadline().or(elsewhere);
        let form = self.form.deadline().filter(|_| over.is_none());
        [form, over, self.keep_due].into_iter().flatten().min()
    }

    /// Does everything that is due, except saving a draft.
    pub(crate) fn tick(&mut self, now: Timestamp) -> FaceDue {
        if self.time_up.deadline().is_some() {
            return self.time_up.due(now).map_or(FaceDue::Nothing, |effect| FaceDue::Effects(vec![effect]));
        }
        if let Some(over) = self.elsewhere.as_ref().and_then(Elsewhere::deadline) {
            return if over <= now { FaceDue::Elsewhere } else { FaceDue::Nothing };
        }
        match self.form.deadline() {
            Some(due) if due <= now => {
                let effects = self.form.tick(now);
                FaceDue::Effects(self.time_up.hold(now, effects))
            }
            Some(_) | None => FaceDue::Nothing,
        }
    }

    /// Notes that the draft has changed; true if it should be saved now.
    pub(crate) fn changed(&mut self, now: Timestamp) -> bool {
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.typed(now);
            // The store's writer limits how often it writes.
            return true;
        }
        self.keep_due = self.kept.map(|kept| kept.plus(KEEP_EVERY)).filter(|due| now < *due);
        self.keep_due.is_none()
    }

    /// The page and the reason, if they have changed since the last call.
    pub(crate) fn new_whole(&mut self) -> Option<WholeDraft> {
        let whole = self.form.whole();
        (whole != self.whole).then(|| self.whole.clone_from(&whole))?;
        Some(whole)
    }

    /// Whether a changed draft is due to be saved.
    pub(crate) fn keep_is_due(&self, now: Timestamp) -> bool {
        self.keep_due.is_some_and(|due| due <= now)
    }

    /// Whether there is a change that wasn't saved.
    pub(crate) fn is_unkept(&self) -> bool {
        self.keep_due.is_some()
    }

    /// Whether the draft outlives the answer: the answer doesn't contain all of it, or the saved draft is older.
    pub(crate) fn leaves(&self) -> bool {
        self.kept.is_some() || !self.form.draft().typed.is_empty()
    }

    /// Returns the draft to save now.
    pub(crate) fn keep(&mut self, now: Timestamp) -> Draft {
        self.keep_due = None;
        self.kept = Some(now);
        self.form.draft()
    }
}

#[cfg(test)]
mod tests {
    use super::{Face, FaceDue};
    use crate::input::TermInput;
    use asq_core::form::{Code, Effect, Form, Guard, Key};
    use asq_core::inbox::Notice;
    use asq_core::life::RequestId;
    use asq_core::model::{Draft, Expiry, Outcome};
    use asq_core::time::Timestamp;
    use asq_frame::{Glyphs, Size};
    use asq_testkit::sample::two_texts;

    fn over() -> Face {
        let mut face = Face::new(two_texts(), Glyphs::Unicode, true);
        face.heed(Timestamp(1000), &[Notice::Gone(RequestId(1))]);
        face
    }

    #[test]
    fn under_a_banner_a_frame_is_as_high_as_its_surface_and_the_form_has_a_row() {
        let mut face = over();
        for width in 1..=46 {
            for height in 1..=12 {
                let alone = Face::new(two_texts(), Glyphs::Unicode, false).frame(Size { width, height: 1 });
                let frame = face.frame(Size { width, height });
                let caret = frame.caret.is_none_or(|(column, row)| column < width && row < height);
                assert!(frame.lines.len() <= usize::from(height) && caret, "{width}x{height}: {frame:?}");
                if height == 1 {
                    assert_eq!(frame.lines, alone.lines, "at {width}x1");
                }
            }
        }
    }

    #[test]
    fn a_form_that_was_ended_elsewhere_waits_to_be_closed() {
        let mut face = over();
        assert!(face.action(Timestamp(1500), TermInput::Key(Key::char('x'))).is_none());
        assert!(face.action(Timestamp(1600), TermInput::Paste("pasted".into())).is_none());
        assert_eq!(face.deadline(), Some(Timestamp(3500)));
        assert!(matches!(face.tick(Timestamp(3499)), FaceDue::Nothing));
        assert!(matches!(face.tick(Timestamp(3500)), FaceDue::Elsewhere));
    }

    /// A form with a limit of a second, in which a key was pressed at this time.
    fn limited(key: Option<u64>, posted: bool) -> Face {
        let texts = two_texts();
        let mut request = texts.request().clone();
        request.expiry = Some(Expiry { after_ms: 1000, means: None });
        let form = Form::new(request, *texts.rules(), Draft::default()).guarded(Guard::OFF);
        let mut face = Face::new(form, Glyphs::Unicode, posted);
        face.form.shown(Timestamp(0));
        if let Some(at) = key {
            let action = face.action(Timestamp(at), TermInput::Key(Key::char('x'))).expect("it is typed");
            face.handle(Timestamp(at), action);
        }
        face
    }

    fn closes(due: FaceDue) -> bool {
        let FaceDue::Effects(effects) = due else { return false };
        matches!(effects.as_slice(), [Effect::Close(Outcome::Expired(_))])
    }

    #[test]
    fn a_time_limit_closes_no_form_under_fingers() {
        for posted in [false, true] {
            assert!(closes(limited(None, posted).tick(Timestamp(1000))), "nobody types");
            let mut face = limited(Some(900), posted);
            assert!(!closes(face.tick(Timestamp(1000))));
            let size = Size { width: 80, height: 24 };
            let lines: Vec<String> = face.frame(size).lines.iter().map(super::Line::text).collect();
            assert_eq!(lines[0], "── expired · closing");
            let live = lines.iter().find(|line| line.contains("expires in") || line.contains("Enter"));
            assert_eq!(live, None, "it names keys or time that there aren't");
            // What is typed on is nobody's, and puts the end off.
            for at in [1100, 1500, 2900] {
                assert!(face.action(Timestamp(at), TermInput::Key(Key::plain(Code::Enter))).is_none());
                assert!(face.action(Timestamp(at), TermInput::Paste("pasted".into())).is_none());
            }
            assert_eq!(face.deadline(), Some(Timestamp(4900)));
            assert!(!closes(face.tick(Timestamp(4899))));
            assert!(closes(face.tick(Timestamp(4900))));
        }
    }

    #[test]
    fn a_key_that_comes_with_the_limit_closes_no_form_and_esc_does_once_that_was_to_be_read() {
        let mut face = limited(None, false);
        let action = face.action(Timestamp(1001), TermInput::Key(Key::char('x'))).expect("it is typed");
        assert_eq!(face.handle(Timestamp(1001), action), []);
        let esc = TermInput::Key(Key::plain(Code::Esc));
        face.action(Timestamp(1400), esc.clone());
        assert_eq!(face.deadline(), Some(Timestamp(3400)), "it was meant for the form");
        face.action(Timestamp(1600), esc);
        assert!(closes(face.tick(Timestamp(1600))));
    }

    #[test]
    fn what_a_form_waits_for_is_not_waited_for_when_it_was_ended_elsewhere() {
        let form = two_texts().guarded(Guard { first: 400, page: 250 });
        let mut face = Face::new(form, Glyphs::Unicode, true);
        face.form.shown(Timestamp(1000));
        let key = TermInput::Key(Key::plain(Code::Enter));
        let action = face.action(Timestamp(1100), key).expect("it is the form's");
        face.form.handle(Timestamp(1100), action);
        assert!(
            face.deadline().is_some_and(|due| due <= Timestamp(1500)),
            "what it ignored it says for a while"
        );
        face.heed(Timestamp(1200), &[Notice::Gone(RequestId(1))]);
        assert_eq!(face.deadline(), Some(Timestamp(3100)));
    }

    #[test]
    fn a_draft_is_kept_at_once_then_once_a_second_and_where_the_store_counts_each_time() {
        let mut face = Face::new(two_texts(), Glyphs::Unicode, false);
        assert!(face.changed(Timestamp(0)));
        face.keep(Timestamp(0));
        assert!(!face.changed(Timestamp(300)) && !face.changed(Timestamp(900)));
        assert_eq!((face.deadline(), face.is_unkept()), (Some(Timestamp(1000)), true));
        assert!(!face.keep_is_due(Timestamp(999)) && face.keep_is_due(Timestamp(1000)));
        face.keep(Timestamp(1000));
        assert_eq!((face.deadline(), face.is_unkept()), (None, false));
        let mut face = Face::new(two_texts(), Glyphs::Unicode, true);
        assert!(face.changed(Timestamp(0)) && face.changed(Timestamp(1)));
    }
}
