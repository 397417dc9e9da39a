//! The guard against stray keys, in the rules of all six dialects: what would commit too soon does nothing, says
//! so, and keeps the guard up.

use crate::forms;
use crate::forms::{dangerous, direct, many, number, one, text};
use asq_core::form::{Act, Action, Code, Effect, Form, FormRules, Guard, Key, ReviewWhen};
use asq_core::model::{Answer, AnswerRules, Outcome, Pick, Question};
use asq_core::time::Timestamp;
use asq_dialects::{ask_user_question, asq, opencode, question, questionnaire, spec};
use asq_testkit::sketch::screen;
use expect_test::expect;

const RULES: &[(FormRules, AnswerRules)] = &[
    (question::rules::FORM, question::rules::ANSWER),
    (ask_user_question::rules::FORM, ask_user_question::rules::ANSWER),
    (opencode::rules::FORM, opencode::rules::ANSWER),
    (questionnaire::rules::FORM, questionnaire::rules::ANSWER),
    (spec::rules::FORM, spec::rules::ANSWER),
    (asq::rules::FORM, asq::rules::ANSWER),
];

fn yes_or_no(header: &str) -> Question {
    one(header, "Well?", &["Yes", "No"])
}

fn four((rules, answers): (FormRules, AnswerRules)) -> Form {
    forms::form(rules, answers, ["A", "B", "C", "D"].map(yes_or_no).to_vec())
}

/// The first pick of each question, counted from 1; 0: none.
fn picks(form: &Form) -> Vec<usize> {
    let pick = |answer: &Option<Answer>| match answer {
        Some(Answer::Picks(picks)) => match picks[..] {
            [Pick::Option(i)] => i + 1,
            _ => panic!("one option"),
        },
        Some(Answer::Number(_) | Answer::Text(_)) => panic!("a pick"),
        None => 0,
    };
    form.draft().answers.entries.iter().map(|entry| pick(&entry.answer)).collect()
}

/// `1 2 1 2`, one key for each question, at any pace: a question has the answer that was typed for it, or none.
#[test]
fn keys_typed_ahead_never_answer_another_question() {
    for rules in RULES {
        for pace in (20..400).step_by(10) {
            let mut form = four(*rules);
            form.shown(Timestamp(0));
            for (n, key) in ['1', '2', '1', '2'].into_iter().enumerate() {
                let now = Timestamp(1000 + pace * n as u64);
                if let Some(action) = form.resolve(Key::char(key)) {
                    form.handle(now, action);
                }
            }
            let wanted = if pace < 250 { [1, 0, 0, 0] } else { [1, 2, 1, 2] };
            assert_eq!(picks(&form), wanted, "{pace} ms between two keys");
        }
    }
}

/// Which questions are done, and which are answered.
fn state(form: &Form) -> (Vec<bool>, Vec<usize>) {
    let questions = form.request().questions.len();
    let done = form.screen().tabs.iter().take(questions).map(|t| t.done).collect();
    (done, form.draft().answers.open())
}

/// Pages of all kinds, each just turned to at 1000.
fn pages((rules, answers): (FormRules, AnswerRules)) -> Vec<Form> {
    let skippable = |q: Question| Question { skippable: true, ..q };
    let second = [
        skippable(yes_or_no("B")),
        skippable(many("B", "Which?", &["x", "y"], 0)),
        skippable(number("B", "How many?", 1, 9)),
        skippable(text("B", "Say?")),
        dangerous(yes_or_no("B"), Some("b")),
        direct("B", "Wipe?", &["yes", "no"], Some("b")),
    ];
    let mut pages = Vec::new();
    for second in second {
        let mut form = forms::form(rules, answers, vec![yes_or_no("A"), second, yes_or_no("C")]);
        form.shown(Timestamp(0));
        form.handle(Timestamp(1000), Action::Do(Act::Choose));
        pages.push(form);
    }
    if rules.review.when == ReviewWhen::Never {
        return pages;
    }
    let mut review = forms::form(rules, answers, vec![yes_or_no("A"), yes_or_no("B")]);
    review.shown(Timestamp(0));
    review.handle(Timestamp(500), Action::Do(Act::Choose));
    review.handle(Timestamp(1000), Action::Do(Act::Choose));
    pages.push(review);
    pages
}

/// Every act there is, but those that settings can't name for being answers to the form's own questions.
fn acts() -> impl Iterator<Item = Act> {
    Act::names().filter_map(Act::from_name).chain([Act::Yes, Act::FocusNumber(1)])
}

/// An act that comes too soon answers, skips, declines and closes nothing. Ctrl+C isn't a stray key, and putting
/// aside decides nothing.
#[test]
fn no_act_commits_too_soon() {
    for rules in RULES {
        for form in pages(*rules) {
            for act in acts() {
                for at in [1000, 1249] {
                    let mut form = form.clone();
                    let before = state(&form);
                    let effects = form.handle(Timestamp(at), Action::Do(act));
                    let closes = effects.iter().any(|e| matches!(e, Effect::Close(_)));
                    if act == Act::Cancel {
                        assert!(closes, "{act:?}");
                        continue;
                    }
                    // Another tab may be turned to; nothing is answered, skipped or closed by that.
                    let (done, open) = state(&form);
                    // Where the reader lies over it, there are no tabs.
                    let same = open == before.1 && (done.is_empty() || done == before.0);
                    assert!(!closes && same, "{act:?}\n{}", screen(&form.screen()));
                }
            }
        }
    }
}

/// "Cancel and drop?" and "Why do you decline?" are questions, too: the key that agrees was meant for them.
#[test]
fn what_lies_over_a_page_is_guarded_as_well() {
    let asking = |form: &mut Form| {
        form.shown(Timestamp(0));
        form.handle(Timestamp(500), Action::Do(Act::Choose));
        form.handle(Timestamp(1000), Action::Do(Act::Leave));
    };
    for act in [Act::Yes, Act::Choose] {
        let mut form = four(RULES[0]);
        asking(&mut form);
        assert_eq!(form.handle(Timestamp(1249), Action::Do(act)), []);
        assert_eq!(form.handle(Timestamp(1498), Action::Do(act)), []);
        assert!(matches!(
            form.handle(Timestamp(1748), Action::Do(act))[..],
            [Effect::Close(Outcome::Cancelled(_))]
        ));
    }
    for act in [Act::Decline, Act::Choose] {
        let mut form = four(RULES[5]);
        form.shown(Timestamp(0));
        form.handle(Timestamp(1000), Action::Do(Act::Decline));
        assert_eq!(form.handle(Timestamp(1249), Action::Do(act)), []);
        let end = form.handle(Timestamp(1499), Action::Do(act));
        assert!(matches!(end[..], [Effect::Close(Outcome::Declined { .. })]));
    }
}

fn hint(form: &Form) -> String {
    screen(&form.screen()).lines().last().unwrap_or_default().to_owned()
}

/// An ignored key starts the time again; the hint row says that it was ignored until the guard is over.
#[test]
fn an_ignored_key_is_told_and_starts_the_time_again() {
    let mut form = four(RULES[0]);
    form.shown(Timestamp(0));
    form.handle(Timestamp(1000), Action::Do(Act::Number(1)));
    let usual = hint(&form);
    assert_eq!(form.deadline(), None);
    form.handle(Timestamp(1200), Action::Do(Act::Number(2)));
    expect!["-- Key ignored: it came too soon"].assert_eq(&hint(&form));
    assert_eq!(form.deadline(), Some(Timestamp(1450)));
    form.handle(Timestamp(1400), Action::Do(Act::Down));
    expect!["-- Key ignored: it came too soon"].assert_eq(&hint(&form));
    form.handle(Timestamp(1449), Action::Do(Act::Number(1)));
    assert_eq!(form.deadline(), Some(Timestamp(1699)));
    assert_eq!(form.tick(Timestamp(1699)), []);
    assert_eq!((hint(&form), form.deadline(), picks(&form)), (usual, None, vec![1, 0, 0, 0]));
    form.handle(Timestamp(1699), Action::Do(Act::Number(2)));
    assert_eq!(picks(&form), [1, 2, 0, 0]);
}

/// Keys and pastes in the meantime are kept, and restart the pause.
#[test]
fn text_is_kept_meanwhile() {
    let (rules, answers) = RULES[0];
    let mut form = forms::form(rules, answers, vec![yes_or_no("A"), one("B", "Name?", &[])]);
    form.shown(Timestamp(0));
    form.handle(Timestamp(1000), Action::Do(Act::Choose));
    form.handle(Timestamp(1050), Action::Insert('h'));
    form.handle(Timestamp(1060), Action::Paste("ere".into()));
    form.handle(Timestamp(1100), Action::Do(Act::Choose));
    expect![[r#"
        *A [B] Review
        Name?
        > 1. Something else… here|
        -- Key ignored: it came too soon
    "#]]
    .assert_eq(&screen(&form.screen()));
}

/// A form that comes back into sight is guarded as one that another page was turned to.
#[test]
fn a_form_that_comes_back_is_guarded() {
    let mut form = four(RULES[0]).guarded(Guard::DEFAULT);
    form.shown(Timestamp(0));
    form.hidden();
    form.shown(Timestamp(5000));
    form.shown(Timestamp(5100));
    form.handle(Timestamp(5249), Action::Do(Act::Choose));
    assert_eq!(picks(&form), [0, 0, 0, 0]);
    form.handle(Timestamp(5499), Action::Do(Act::Choose));
    assert_eq!(picks(&form), [1, 0, 0, 0]);
}

/// A paste may hold its own end mark, and keys behind it: whatever commits is ignored as long as the keys follow each
/// other.
#[test]
fn what_follows_a_paste_without_a_pause_never_commits() {
    for rules in RULES {
        for guard in [Guard::DEFAULT, Guard::of(1000)] {
            for (text, pace, done) in
                [("abc", 0, false), ("", 0, false), ("abc", 49, false), ("", 49, false), ("", 50, true)]
            {
                let mut form = forms::form(rules.0, rules.1, vec![yes_or_no("A")]).guarded(guard);
                form.shown(Timestamp(0));
                form.handle(Timestamp(5000), Action::Paste(text.to_owned()));
                let mut effects = Vec::new();
                for (n, key) in [Key::char('2'), Key::plain(Code::Enter)].into_iter().enumerate() {
                    let now = Timestamp(5000 + pace * (n as u64 + 1));
                    if let Some(action) = form.resolve(key) {
                        effects.extend(form.handle(now, action));
                    }
                }
                let closed = effects.iter().any(|e| matches!(e, Effect::Close(_)));
                assert_eq!(closed, done, "{text:?}, {pace} ms, {guard:?}");
            }
        }
    }
}
