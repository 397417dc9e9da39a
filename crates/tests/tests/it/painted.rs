//! Real forms, painted after each key, and their pictures.

use asq_core::form::{Action, Effect, Form, FormRules};
use asq_core::model::{
    AnswerRules, Draft, Kind, Outcome, Prefs, Preview, PreviewKind, Provenance, Question, QuestionOption,
    Request,
};
use asq_core::time::Timestamp;
use asq_frame::{Frame, Glyphs, Intercept, Size, View, paint, summary};
use asq_testkit::keys::{Keystroke, parse};
use asq_testkit::picture::picture;
use asq_testkit::situation::{Situation, forgotten};
use std::path::PathBuf;

/// The sizes of every picture.
pub(crate) const SIZES: [(u16, u16); 3] = [(80, 24), (46, 12), (20, 6)];

pub(crate) fn option(label: &str, description: &str) -> QuestionOption {
    QuestionOption {
        description: (!description.is_empty()).then(|| description.into()),
        ..QuestionOption::new(label)
    }
}

pub(crate) fn one(header: &str, text: &str, options: Vec<QuestionOption>) -> Question {
    Question {
        id: header.into(),
        header: header.into(),
        text: text.into(),
        description: None,
        kind: Kind::One,
        options,
        custom: true,
        default: None,
        danger: None,
        sensitive: false,
        skippable: false,
        context: None,
        custom_row: None,
    }
}

pub(crate) fn many(header: &str, text: &str, options: Vec<QuestionOption>) -> Question {
    Question { kind: Kind::Many { min: 0, max: usize::MAX }, ..one(header, text, options) }
}

pub(crate) fn compare(header: &str, text: &str, options: &[(&str, &str)]) -> Question {
    let preview = |source: &str| Preview { kind: PreviewKind::Markdown, source: source.into() };
    let options = options
        .iter()
        .map(|(label, source)| QuestionOption {
            preview: (!source.is_empty()).then(|| preview(source)),
            ..QuestionOption::new(*label)
        })
        .collect();
    Question { custom: false, ..one(header, text, options) }
}

pub(crate) fn request(rules: AnswerRules, questions: Vec<Question>) -> Request {
    Request { questions, rules, prefs: Prefs::default(), from: Provenance::default(), expiry: None }
}

/// A form with its view.
pub(crate) struct Open {
    pub(crate) form: Form,
    pub(crate) view: View,
    pub(crate) size: Size,
    pub(crate) frame: Frame,
    pub(crate) ended: Option<Outcome>,
    now: Timestamp,
}

impl Open {
    pub(crate) fn new(request: Request, rules: FormRules, size: (u16, u16), glyphs: Glyphs) -> Open {
        let mut form = Form::new(request, rules, Draft::default());
        form.shown(Timestamp(0));
        let size = Size { width: size.0, height: size.1 };
        let frame = Frame::default();
        let mut open = Open { form, view: View::new(glyphs), size, frame, ended: None, now: Timestamp(0) };
        open.paint();
        open
    }

    pub(crate) fn paint(&mut self) {
        let screen = self.form.screen();
        self.frame = paint(&screen, &mut self.view, self.size);
        if let Some(page) = self.view.seen() {
            self.form.seen(page);
        }
        let wide = self.frame.lines.iter().find(|l| l.width() > usize::from(self.size.width));
        assert!(wide.is_none(), "over-wide at {:?}: {wide:?}", self.size);
        assert!(self.frame.lines.len() <= usize::from(self.size.height));
    }

    /// Types the keys, painting after each.
    pub(crate) fn keys(&mut self, keys: &str) -> &mut Open {
        self.paced(keys, 1000)
    }

    /// Types the keys with this many milliseconds in between.
    pub(crate) fn paced(&mut self, keys: &str, ms: u64) -> &mut Open {
        for typed in parse(keys) {
            self.now = self.now.plus(ms);
            let action = match typed {
                Keystroke::Paste(text) => Some(Action::Paste(text)),
                Keystroke::Key(key) => match self.view.intercept(&self.form.screen(), key) {
                    Intercept::Act(action) => Some(action),
                    Intercept::Scrolled => None,
                    Intercept::Pass => self.form.resolve(key),
                },
            };
            for effect in action.map(|a| self.form.handle(self.now, a)).unwrap_or_default() {
                match effect {
                    Effect::Close(outcome) => self.ended = Some(outcome),
                    Effect::Edit(_) | Effect::Suspend | Effect::Aside | Effect::DraftChanged => {}
                }
            }
            if self.ended.is_some() {
                break;
            }
            self.paint();
        }
        self
    }

    pub(crate) fn picture(&self) -> String {
        match &self.ended {
            Some(outcome) => {
                let lines =
                    summary(self.form.request(), outcome, usize::from(self.size.width), Glyphs::Unicode);
                picture(&lines, None, (self.size.width, self.size.height))
            }
            None => picture(&self.frame.lines, self.frame.caret, (self.size.width, self.size.height)),
        }
    }
}

/// Compares the pictures at all sizes after the keys with those of a situation.
#[track_caller]
pub(crate) fn check(request: &Request, rules: FormRules, keys: &str, situation: &str) {
    let at = |size| Open::new(request.clone(), rules, size, Glyphs::Unicode).keys(keys).picture();
    pictured(situation, keys, &SIZES.map(at).concat());
}

/// Compares the picture at one size.
#[track_caller]
pub(crate) fn check_at(request: &Request, rules: FormRules, size: (u16, u16), keys: &str, situation: &str) {
    let picture = Open::new(request.clone(), rules, size, Glyphs::Unicode).keys(keys).picture();
    pictured(situation, keys, &picture);
}

/// Compares the picture where only ASCII can be shown.
#[track_caller]
pub(crate) fn check_ascii(
    request: &Request,
    rules: FormRules,
    size: (u16, u16),
    keys: &str,
    situation: &str,
) {
    let mut open = Open::new(request.clone(), rules, size, Glyphs::Ascii);
    let frame = &open.keys(keys).frame;
    assert!(frame.lines.iter().all(|l| l.text().is_ascii()));
    pictured(situation, keys, &picture(&frame.lines, frame.caret, size));
}

/// Compares a picture with that of a situation, `tests/pictures/<group>/<situation>.txt`, and the keys that lead there.
#[track_caller]
pub(crate) fn pictured(situation: &str, keys: &str, picture: &str) {
    let mut situation =
        Situation::new(&format!("{}/tests/pictures/{situation}.txt", env!("CARGO_MANIFEST_DIR")));
    situation.shows("keys", &format!("{keys}\n"));
    situation.shows("picture", picture);
}

#[test]
fn every_picture_belongs_to_a_test() {
    assert_eq!(forgotten(env!("CARGO_MANIFEST_DIR")), [""; 0].map(PathBuf::from));
}
