//! A form whose request can also be answered elsewhere.
//!
//! - Once it is answered elsewhere, the form names the person and takes no more keys.
//! - It closes by itself, but never while the person types: two seconds after the last key. Esc closes it earlier.
//! - Text from another surface replaces this one's or is offered; so does a reason for declining.
//! - A form that gets no more news says so, in one row, for as long as it gets none.

use crate::input::TermInput;
use asq_core::form::{Code, Form, Key};
use asq_core::inbox::{Notice, Share, ended_by};
use asq_core::model::{Draft, WholeDraft};
use asq_core::text::{Line, Shown, Style, Tone, Untrusted};
use asq_core::time::Timestamp;
use std::os::fd::BorrowedFd;

/// A form closes so many milliseconds after the last key.
pub(crate) const FINGERS: u64 = 2000;
/// Esc closes it once it has shown the news for so many milliseconds.
pub(crate) const READ: u64 = 500;

/// The link of a form to the store; it brings news of the form's own request only.
pub struct NewsLink<'a> {
    /// Can be read when there is news.
    pub news: Option<BorrowedFd<'a>>,
    /// Returns the news, and makes `news` unreadable again.
    pub notices: &'a mut dyn FnMut() -> Vec<Notice>,
}

/// The meaning of a notice for the form of its request.
enum NewsForForm<'a> {
    /// The request was closed; how, in words.
    Over(Shown),
    /// Text from another surface.
    Drafted(&'a Draft),
    /// Text that another surface wrote at the same time.
    Clash(&'a Draft),
    /// A page and a reason of another surface.
    Whole(&'a WholeDraft),
    /// Why there is no news; `None` once there is again.
    Unheard(Option<Shown>),
    Nothing,
}

impl NewsForForm<'_> {
    fn of(notice: &Notice) -> NewsForForm<'_> {
        match notice {
            Notice::Closed { by, how, .. } => NewsForForm::Over(ended_by(by, how)),
            Notice::Gone(_) => NewsForForm::Over(Shown::own("over")),
            Notice::Drafted { draft, .. } => NewsForForm::Drafted(draft),
            Notice::Clash { draft, .. } => NewsForForm::Clash(draft),
            Notice::Whole { whole, .. } => NewsForForm::Whole(whole),
            Notice::Arrived(_)
            | Notice::Delivered(_)
            | Notice::Asker { .. }
            | Notice::Snoozed { .. }
            | Notice::Marked { .. }
            | Notice::Opened { .. }
            | Notice::Accepted(_)
            | Notice::Refused { .. }
            | Notice::NotStored { .. }
            | Notice::Announced(_)
            | Notice::Done(_)
            | Notice::Late(_)
            | Notice::Looked { .. }
            | Notice::Proposed { .. } => NewsForForm::Nothing,
            // The store may still bring some.
            Notice::Trouble(why) => NewsForForm::Unheard(why.as_deref().map(|why| unheard("may miss", why))),
            Notice::Stopped(why) => NewsForForm::Unheard(Some(unheard("no longer sees", why))),
        }
    }
}

fn unheard(verb: &str, why: &str) -> Shown {
    Shown::one_line(&Untrusted::from(format!("this form {verb} what others do with the question: {why}")))
}

/// Notes why these notices say that there is no more news, or that there is again.
pub(crate) fn heed_trouble(unheard: &mut Option<Shown>, notices: &[Notice]) {
    for notice in notices {
        if let NewsForForm::Unheard(now) = NewsForForm::of(notice) {
            *unheard = now;
        }
    }
}

/// Whether one of these notices closes the request.
pub(crate) fn closes(notices: &[Notice]) -> bool {
    notices.iter().any(|notice| matches!(NewsForForm::of(notice), NewsForForm::Over(_)))
}

/// Whether one of these notices says that this surface announces the request.
pub(crate) fn announced(notices: &[Notice]) -> bool {
    notices.iter().any(|notice| matches!(notice, Notice::Announced(_)))
}

/// A form's knowledge of other surfaces.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    share: Share,
    /// How the request was closed elsewhere, and when this surface saw that.
    over: Option<(Shown, Timestamp)>,
    /// The time of the last key.
    key_at: Option<Timestamp>,
    /// Why there is no news.
    unheard: Option<Shown>,
}

impl Elsewhere {
    pub(crate) fn new(form: &Form) -> Elsewhere {
        Elsewhere { share: Share::new(&form.draft()), over: None, key_at: None, unheard: None }
    }

    pub(crate) fn take_notice(&mut self, now: Timestamp, form: &mut Form, notice: &Notice) {
        match NewsForForm::of(notice) {
            NewsForForm::Over(words) => {
                self.over.get_or_insert((words, now));
            }
            NewsForForm::Drafted(draft) => {
                if self.over.is_none() {
                    self.share.take_draft(now, form, draft);
                }
            }
            NewsForForm::Clash(draft) => self.share.keep_clash(form, draft),
            NewsForForm::Whole(whole) => {
                if let Some(reason) = whole.reason.as_ref().filter(|_| form.whole().reason.is_none()) {
                    form.take_reason(reason);
                }
            }
            NewsForForm::Unheard(why) => self.unheard = why,
            NewsForForm::Nothing => {}
        }
    }

    /// Takes input from the terminal; true if it isn't for the form.
    pub(crate) fn takes(&mut self, now: Timestamp, form: &mut Form, input: &TermInput) -> bool {
        match input {
            TermInput::Key(key) => self.key(now, form, *key),
            TermInput::Paste(_) => self.over.is_some(),
            TermInput::Focus(_) | TermInput::Cursor(..) | TermInput::Mouse(..) | TermInput::Unknown => false,
        }
    }

    fn key(&mut self, now: Timestamp, form: &mut Form, key: Key) -> bool {
        let Some((_, seen)) = &self.over else {
            self.key_at = Some(now);
            return key == Key::ctrl(Code::Char('t')) && self.share.swap(now, form);
        };
        let out = key == Key::plain(Code::Esc) || key == Key::ctrl(Code::Char('c'));
        // A key within that time may have been on its way before the news was on the screen.
        self.key_at = if out && seen.plus(READ) <= now { None } else { Some(now) };
        true
    }

    /// Notes that a text was changed here.
    pub(crate) fn typed(&mut self, now: Timestamp) {
        self.share.changed_here(now);
    }

    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        let (_, seen) = self.over.as_ref()?;
        Some(self.key_at.map_or(*seen, |key| key.plus(FINGERS)))
    }

    /// The rows above the form.
    pub(crate) fn banners(&self) -> Vec<Line> {
        let trusted = |words: Shown| Line::of(words, Style::of(Tone::Trusted));
        if let Some((words, _)) = &self.over {
            return vec![trusted(words.clone().then(&Shown::own(" · closing")))];
        }
        let share = self.share.banner().map(Shown::own);
        share.into_iter().chain(self.unheard.clone()).map(trusted).collect()
    }

    /// The summary of the form.
    pub(crate) fn remains(&self) -> Line {
        let words = self.over.as_ref().map(|(words, _)| words.clone()).unwrap_or_default();
        Line::of(Shown::own("– ").then(&words), Style::of(Tone::Dim))
    }
}

#[cfg(test)]
mod tests {
    use super::Elsewhere;
    use asq_core::form::{Code, Key};
    use asq_core::inbox::Notice;
    use asq_core::life::RequestId;
    use asq_core::model::WholeDraft;
    use asq_core::text::Line;
    use asq_core::time::Timestamp;

    const X: Key = Key::char('x');

    fn over_at(last_key: Option<u64>, closed: u64) -> (Elsewhere, asq_core::form::Form) {
        let mut form = asq_testkit::sample::two_texts();
        let mut elsewhere = Elsewhere::new(&form);
        if let Some(at) = last_key {
            assert!(!elsewhere.key(Timestamp(at), &mut form, X));
        }
        elsewhere.take_notice(Timestamp(closed), &mut form, &Notice::Gone(RequestId(1)));
        (elsewhere, form)
    }

    #[test]
    fn a_form_that_nobody_types_in_closes_at_once() {
        assert_eq!(over_at(None, 5000).0.deadline(), Some(Timestamp(5000)));
        assert_eq!(over_at(Some(1000), 5000).0.deadline(), Some(Timestamp(3000)));
    }

    #[test]
    fn it_closes_under_no_fingers_but_on_esc() {
        let (mut elsewhere, mut form) = over_at(Some(4900), 5000);
        assert_eq!(elsewhere.deadline(), Some(Timestamp(6900)));
        assert!(elsewhere.key(Timestamp(5100), &mut form, X), "what is typed on is nobody's");
        assert_eq!(elsewhere.deadline(), Some(Timestamp(7100)));
        let esc = Key::plain(Code::Esc);
        elsewhere.key(Timestamp(5200), &mut form, esc);
        assert_eq!(elsewhere.deadline(), Some(Timestamp(7200)), "it was meant for the form");
        elsewhere.key(Timestamp(5600), &mut form, esc);
        assert_eq!(elsewhere.deadline(), Some(Timestamp(5000)));
    }

    #[test]
    fn a_reason_from_another_surface_comes_where_none_was_typed() {
        let mut form = asq_testkit::sample::two_texts();
        let mut elsewhere = Elsewhere::new(&form);
        let mut heard = |text: &str| {
            let whole = WholeDraft { reason: Some(text.into()), page: Some(1), ..WholeDraft::default() };
            let notice = Notice::Whole { id: RequestId(1), whole: Box::new(whole) };
            elsewhere.take_notice(Timestamp(0), &mut form, &notice);
            form.whole()
        };
        let kept = WholeDraft { reason: Some("too early".into()), ..WholeDraft::default() };
        assert_eq!([heard("too early"), heard("another")], [kept.clone(), kept]);
    }

    #[test]
    fn a_form_says_once_that_it_gets_no_news_and_for_as_long_as_that_is_so() {
        let mut form = asq_testkit::sample::two_texts();
        let mut elsewhere = Elsewhere::new(&form);
        let mut rows = |notice: Notice| {
            elsewhere.take_notice(Timestamp(0), &mut form, &notice);
            elsewhere.banners().iter().map(Line::text).collect::<Vec<String>>()
        };
        let trouble = |why: &str| Notice::Trouble(Some(why.to_owned()));
        let missed = "this form may miss what others do with the question: the disk is full";
        assert_eq!(rows(trouble("the disk is full")), [missed]);
        assert_eq!(rows(trouble("the disk is full")), [missed]);
        assert_eq!(rows(Notice::Trouble(None)), [""; 0]);
        let lost = "this form no longer sees what others do with the question: <U+001B>[2J";
        assert_eq!(rows(Notice::Stopped("\x1b[2J".to_owned())), [lost]);
        assert_eq!(rows(Notice::Gone(RequestId(1))), ["over · closing"]);
    }
}
