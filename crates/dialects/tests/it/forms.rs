//! Requests to play forms with, and the check that all key tests use.

use asq_core::form::{Form, FormRules};
use asq_core::model::{
    AnswerRules, Danger, Draft, Kind, Prefs, Preview, PreviewKind, Provenance, Question, QuestionOption,
    Request,
};
use asq_testkit::situation::Situation;
use asq_testkit::sketch::play;
use expect_test::Expect;

/// A question of one pick.
pub(crate) fn one(header: &str, text: &str, options: &[&str]) -> Question {
    Question {
        id: header.into(),
        header: header.into(),
        text: text.into(),
        description: None,
        kind: Kind::One,
        options: options.iter().map(|o| QuestionOption::new(*o)).collect(),
        custom: true,
        default: None,
        danger: None,
        sensitive: false,
        skippable: false,
        context: None,
        custom_row: None,
    }
}

/// A question of several picks.
pub(crate) fn many(header: &str, text: &str, options: &[&str], min: usize) -> Question {
    Question { kind: Kind::Many { min, max: usize::MAX }, ..one(header, text, options) }
}

/// A question of one pick with previews.
pub(crate) fn compare(header: &str, text: &str, options: &[(&str, &str)]) -> Question {
    let mut q = one(header, text, &[]);
    q.custom = false;
    q.options = options
        .iter()
        .map(|(label, preview)| QuestionOption {
            preview: (!preview.is_empty())
                .then(|| Preview { kind: PreviewKind::Markdown, source: (*preview).into() }),
            ..QuestionOption::new(*label)
        })
        .collect();
    q
}

pub(crate) fn number(header: &str, text: &str, min: i64, max: i64) -> Question {
    Question {
        kind: Kind::Number { min: Some(min.into()), max: Some(max.into()), step: 1.into(), unit: None },
        custom: false,
        ..one(header, text, &[])
    }
}

pub(crate) fn text(header: &str, text: &str) -> Question {
    Question {
        kind: Kind::Text { multiline: true, placeholder: None },
        custom: false,
        ..one(header, text, &[])
    }
}

pub(crate) fn dangerous(question: Question, confirm: Option<&str>) -> Question {
    Question { danger: Some(Danger { confirm_text: confirm.map(Into::into), direct: false }), ..question }
}

/// A dangerous question that is asked without its list.
pub(crate) fn direct(header: &str, text: &str, options: &[&str], confirm: Option<&str>) -> Question {
    let danger = Danger { confirm_text: confirm.map(Into::into), direct: true };
    Question { danger: Some(danger), ..one(header, text, options) }
}

/// A question of one pick or own words, with previews.
pub(crate) fn previewed(header: &str, text: &str, options: &[(&str, &str)]) -> Question {
    Question { custom: true, ..compare(header, text, options) }
}

pub(crate) fn request(rules: AnswerRules, questions: Vec<Question>) -> Request {
    Request { questions, rules, prefs: Prefs::default(), from: Provenance::default(), expiry: None }
}

pub(crate) fn form(form: FormRules, rules: AnswerRules, questions: Vec<Question>) -> Form {
    Form::new(request(rules, questions), form, Draft::default())
}

/// Types the keys into the form and compares what is left.
#[track_caller]
pub(crate) fn check(form: Form, keys: &str, expect: &Expect) {
    expect.assert_eq(&play(form, keys));
}

/// Types the keys into the form and adds what is left to the test's situation.
pub(crate) fn shows(form: Form, keys: &str, situation: &mut Situation) {
    situation.shows(if keys.is_empty() { "no keys" } else { keys }, &play(form, keys));
}

/// Types each of the keys into a form of its own.
pub(crate) fn each(form: impl Fn() -> Form, keys: &[&str], situation: &mut Situation) {
    for keys in keys {
        shows(form(), keys, situation);
    }
}
