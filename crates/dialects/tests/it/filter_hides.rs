//! "What isn't drawn isn't committed": a filter hides rows, in every contract.

use crate::forms::{form, many, one, request};
use asq_core::form::{Act, Action, Aside, Effect, Form, FormRules, Guard, keys};
use asq_core::model::{Answers, Draft, Prefs, Question};
use asq_core::time::Timestamp;
use asq_dialects::{ALL, asq};
use asq_testkit::sketch::play;
use expect_test::expect;
use std::fmt::Write;

const LABELS: &[&str] = &["prod", "staging", "dev", "alpha", "beta", "gamma", "delta", "omega"];

fn clusters() -> Question {
    Question { custom: false, ..one("A", "Which cluster?", LABELS) }
}

/// What the keys leave of a list of options alone, by contract.
fn each(asked: &Question, keys: &str) -> String {
    let mut played = String::new();
    // There `/` isn't a key.
    for dialect in ALL.iter().filter(|dialect| dialect.id != "ask_user_question") {
        let mut rules: FormRules = (dialect.form)(&Prefs::default());
        rules.discuss = None;
        let form = Form::new(request(asq::rules::ANSWER, vec![asked.clone()]), rules, Draft::default());
        write!(played, "=== {}\n{}", dialect.id, play(form, keys)).unwrap();
    }
    played
}

#[test]
fn a_filter_without_a_match_picks_nothing() {
    expect![[r#"
        === question
        Which cluster?
        filter /tset|
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to select · Esc to show all
        === opencode
        Which cluster?
        filter /tset|
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to select · Esc to show all
        === questionnaire
        [A]
        Which cluster?
        filter /tset|
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to select · Esc to show all
        ⏱  0:06 elapsed
        === spec
        Which cluster?
        filter /tset|
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to select · Esc to show all
        === asq
        Which cluster?
        filter /tset|
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to select · Esc to show all
    "#]]
    .assert_eq(&each(&clusters(), "/tset<ret>"));
}

#[test]
fn a_filter_without_a_match_ticks_nothing() {
    let asked = Question { custom: false, ..many("A", "Which clusters?", LABELS, 1) };
    expect![[r#"
        === question
        Which clusters?
          Done (0 picked)
        filter /tset |
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to toggle · Esc to show all
        === opencode
        [A] Confirm
        Which clusters?
          Confirm
        filter /tset |
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to toggle · Esc to show all
        === questionnaire
        [A]
        Which clusters?
          [Select]
        filter /tset |
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to toggle · Esc to show all
        ⏱  0:08 elapsed
        === spec
        Which clusters?
          Done (0 selected)
        filter /tset |
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to toggle · Esc to show all
        === asq
        Which clusters?
          [ Done · 0 picked ]
        filter /tset |
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to toggle · Esc to show all
    "#]]
    .assert_eq(&each(&asked, "/tset<ret><space><ret>"));
}

/// "Never moves the focus to a row of asq's own."
#[test]
fn a_filter_without_a_match_gives_no_other_row_the_focus() {
    let asked = Question { custom: true, ..clusters() };
    let asked = || form(asq::rules::FORM, asq::rules::ANSWER, vec![asked.clone()]);
    let mut played = String::new();
    // It stays away from a row that had the focus before, and comes back with the first match.
    for keys in [
        "/tset<ret>",
        "<end>/tset<ret>",
        "/tset<bs><bs><bs><bs>s<ret>",
        "/tset<esc><ret>",
        "/tset<down><ret>own<ret>",
    ] {
        write!(played, "=== {keys}\n{}", play(asked(), keys)).unwrap();
    }
    expect![[r#"
        === /tset<ret>
        Which cluster?
          9. Something else…
          10. Let's discuss this
        filter /tset|
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to select · Esc to show all
        === <end>/tset<ret>
        Which cluster?
          9. Something else…
          10. Let's discuss this
        filter /tset|
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to select · Esc to show all
        === /tset<bs><bs><bs><bs>s<ret>
        answered
        0: staging
        === /tset<esc><ret>
        answered
        0: staging
        === /tset<down><ret>own<ret>
        answered
        0: own "own"
    "#]]
    .assert_eq(&played);
}

/// Of several questions none is answered by it, and the next one isn't shown.
#[test]
fn of_several_questions_the_filtered_one_stays_open() {
    let next = one("B", "And?", &["x", "y"]);
    let asked = || form(asq::rules::FORM, asq::rules::ANSWER, vec![clusters(), next.clone()]);
    expect![[r#"
        [A] B Review
        Which cluster?
          9. Let's discuss this
        filter /tset|
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to select · Esc to show all
    "#]]
    .assert_eq(&play(asked(), "/tset<ret><ret>"));
    // What was ticked before the filter stays as it was.
    let ticked = Question { custom: false, ..many("A", "Which clusters?", LABELS, 1) };
    let asked = || form(asq::rules::FORM, asq::rules::ANSWER, vec![ticked.clone(), next.clone()]);
    expect![[r#"
        [*A] B Review
        Which clusters?
          9. Let's discuss this
          [ Done · 1 picked ]
        filter /tset|
        ! Nothing was picked: nothing matches
        -- type to filter · Enter to toggle · Esc to show all
    "#]]
    .assert_eq(&play(asked(), "1/tset<ret>"));
}

/// Keys of the person's own reach an open filter, too.
#[test]
fn no_key_of_the_persons_own_commits_a_hidden_row() {
    let bound =
        keys::parse([("pick-or-commit", "ctrl+t"), ("row-1", "ctrl+r"), ("choose", "ctrl+s")]).unwrap();
    let ticked = Question { custom: false, ..many("A", "Which clusters?", LABELS, 1) };
    for asked in [clusters(), ticked] {
        let asked =
            || form(asq::rules::FORM, asq::rules::ANSWER, vec![asked.clone()]).with_keys(bound.clone());
        let open = play(asked(), "/tset");
        let picks = |keys| {
            let sketch = play(asked(), keys);
            sketch.lines().filter(|line| !line.starts_with('!')).collect::<Vec<_>>().join("\n")
        };
        for keys in ["/tset<c-t>", "/tset<c-r>", "/tset<c-s>"] {
            assert_eq!(picks(keys), open.trim_end(), "{keys}");
        }
    }
}

/// A form that was put aside comes back with its filter.
#[test]
fn a_form_put_aside_with_a_filter_picks_nothing_hidden() {
    let mut form =
        form(asq::rules::FORM, asq::rules::ANSWER, vec![clusters()]).aside(Aside::Key).guarded(Guard::OFF);
    form.shown(Timestamp(0));
    form.handle(Timestamp(1), Action::Do(Act::Filter));
    for c in "tset".chars() {
        form.handle(Timestamp(2), Action::Insert(c));
    }
    assert_eq!(form.handle(Timestamp(3), Action::Do(Act::Aside)), [Effect::DraftChanged, Effect::Aside]);
    form.hidden();
    form.shown(Timestamp(4));
    for act in [Act::Choose, Act::PickOrCommit, Act::Number(1), Act::FocusNumber(1)] {
        assert_eq!(form.handle(Timestamp(5), Action::Do(act)), [], "{act:?}");
        assert_eq!(form.screen().focus, None, "{act:?}");
    }
    assert_eq!(form.draft(), Draft { answers: Answers::none(1), ..Draft::default() });
}

/// What is recommended is taken only from the rows in sight.
#[test]
fn a_hidden_recommendation_is_not_taken() {
    let mut question = clusters();
    question.options[1].recommended = true;
    let mut form = form(asq::rules::FORM, asq::rules::ANSWER, vec![question]).guarded(Guard::OFF);
    form.shown(Timestamp(0));
    form.handle(Timestamp(1), Action::Do(Act::Filter));
    for c in "prod".chars() {
        form.handle(Timestamp(2), Action::Insert(c));
    }
    assert_eq!(form.take_recommended(Timestamp(3)), []);
    let notice = form.screen().notice.map(|line| line.text());
    assert_eq!(notice.as_deref(), Some("Not picked: the filter hides the recommended row"));
    form.handle(Timestamp(4), Action::Do(Act::Leave));
    assert_eq!(form.take_recommended(Timestamp(5)).len(), 1);
}
