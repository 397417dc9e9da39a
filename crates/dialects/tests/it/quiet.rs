//! A text that was meant for somebody else, in the rules of all six dialects: it answers nothing at any pace, and does
//! nothing else.

use crate::forms;
use crate::forms::{many, one};
use asq_core::form::{Act, Action, Code, Effect, Form, FormRules, Guard, Key};
use asq_core::life::About;
use asq_core::model::{AnswerRules, Outcome, Question};
use asq_core::time::Timestamp;
use asq_dialects::{ask_user_question, asq, opencode, question, questionnaire, spec};
use asq_testkit::sketch::screen;
use expect_test::expect;

const QUESTION: (FormRules, AnswerRules) = (question::rules::FORM, question::rules::ANSWER);
const QUESTIONNAIRE: (FormRules, AnswerRules) = (questionnaire::rules::FORM, questionnaire::rules::ANSWER);
const ASK_USER: (FormRules, AnswerRules) = (ask_user_question::rules::FORM, ask_user_question::rules::ANSWER);
const ASQ: (FormRules, AnswerRules) = (asq::rules::FORM, asq::rules::ANSWER);
const OPENCODE: (FormRules, AnswerRules) = (opencode::rules::FORM, opencode::rules::ANSWER);
const SPEC: (FormRules, AnswerRules) = (spec::rules::FORM, spec::rules::ANSWER);

fn drop_it() -> Question {
    one("Drop", "Drop the old table?", &["Drop it", "Keep it"])
}

fn form((rules, answers): (FormRules, AnswerRules), questions: Vec<Question>) -> Form {
    let mut form = forms::form(rules, answers, questions).guarded(Guard::DEFAULT);
    form.shown(Timestamp(0));
    form
}

/// Presses a key as a surface does.
fn press(form: &mut Form, at: u64, key: Key) -> Vec<Effect> {
    let now = Timestamp(at);
    if form.takes_for_text(now, key, false) {
        return Vec::new();
    }
    form.resolve(key).map(|action| form.handle(now, action)).unwrap_or_default()
}

fn keys(text: &str) -> impl Iterator<Item = Key> {
    text.chars().map(|c| if c == '\n' { Key::plain(Code::Enter) } else { Key::char(c) })
}

/// Types a text from `at` on, one key every so many milliseconds; the effects, and when the next key would come.
fn type_text(form: &mut Form, at: u64, pace: u64, text: &str) -> (Vec<Effect>, u64) {
    let mut at = at;
    let mut effects = Vec::new();
    for key in keys(text) {
        effects.extend(press(form, at, key));
        at += pace;
    }
    (effects, at)
}

fn rows(form: &Form) -> String {
    screen(&form.screen())
}

/// The last lines of the screen: a notice, if there is one, and the hints.
fn hint(form: &Form) -> String {
    rows(form).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_sentence_answers_nothing_at_any_pace_with_the_enter_that_ends_it() {
    let sentences = [
        "please keep the old one\n",
        "take 2 of the old ones, or 1\n",
        "e poi basta\n",
        "i would keep the old one\n",
        "no, keep the old one\n",
        "jump over it\n",
        "keep it\n",
        "? what is that\n",
        "/compact\n",
    ];
    for rules in [QUESTION, QUESTIONNAIRE, ASK_USER, ASQ, OPENCODE, SPEC] {
        for questions in
            [vec![drop_it()], vec![many("Drop", "Which?", &["a", "b", "c"], 0)], vec![drop_it(), drop_it()]]
        {
            for pace in [30, 90, 150, 250, 400, 690] {
                for text in sentences {
                    let mut form = form(rules, questions.clone());
                    let (effects, _) = type_text(&mut form, 60, pace, text);
                    let closed = effects.iter().any(|effect| matches!(effect, Effect::Close(_)));
                    let answered = form.draft().answers.entries.iter().any(|entry| entry.answer.is_some());
                    assert!(!closed && !answered, "{text:?}, {pace} ms\n{}", rows(&form));
                }
            }
        }
    }
}

/// The letters aren't commands on the way: the screen is as before, but for the hint.
#[test]
fn no_letter_of_a_text_is_a_command() {
    let mut form = form(ASQ, vec![drop_it()]);
    let before = rows(&form);
    let (_, next) = type_text(&mut form, 1000, 250, "we remain undecided");
    expect!["-- Text ignored: pause, then choose"].assert_eq(&hint(&form));
    let end = Timestamp(next - 250 + 700);
    assert_eq!(form.deadline(), Some(end));
    form.tick(end);
    assert_eq!(rows(&form), before);
}

#[test]
fn a_pause_ends_the_text_and_so_does_a_key_that_no_text_has() {
    let answered = |form: &mut Form, at| {
        let effects = press(form, at, Key::char('2'));
        effects.iter().any(|effect| matches!(effect, Effect::Close(Outcome::Answered(_))))
    };
    let typed = || {
        let mut form = form(QUESTION, vec![drop_it()]);
        let (_, at) = type_text(&mut form, 1000, 100, "keep");
        (form, at - 100)
    };
    let (mut at_once, last) = typed();
    assert!(!answered(&mut at_once, last + 699));
    let (mut later, last) = typed();
    assert!(answered(&mut later, last + 700));
    for key in [Code::Down, Code::Left, Code::Home, Code::PageDown, Code::Tab].map(Key::plain) {
        let (mut form, last) = typed();
        press(&mut form, last + 100, key);
        assert!(answered(&mut form, last + 400), "{key:?}");
    }
}

/// Digits belong to a text that goes on, and begin none.
#[test]
fn digits_alone_are_no_text() {
    let mut ticks = form(ASQ, vec![many("Drop", "Which?", &["a", "b", "c"], 0)]);
    type_text(&mut ticks, 1000, 100, "123");
    expect![[r#"
        Which?
          1. [x] a
          2. [x] b
        > 3. [x] c
          4. [ ] Something else…
          5. Let's discuss this
          [ Done · 3 picked ]
        -- ↑/↓ move · Enter done · 1-5 tick · Space untick · n note · ? keys · Esc cancel
    "#]]
    .assert_eq(&rows(&ticks));
    let mut after_a_letter = form(ASQ, vec![many("Drop", "Which?", &["a", "b", "c"], 0)]);
    type_text(&mut after_a_letter, 1000, 100, "p123");
    assert!(!rows(&after_a_letter).contains("[x]"), "{}", rows(&after_a_letter));
}

#[test]
fn a_letter_that_is_a_command_works_after_a_pause_and_as_the_first_key() {
    let notes = |text: &str, pace| {
        let mut form = form(QUESTIONNAIRE, vec![drop_it()]);
        type_text(&mut form, 60, pace, text);
        rows(&form).contains("note on")
    };
    assert!(notes("n", 100));
    assert!(notes("wn", 700));
    assert!(!notes("wn", 699));
}

/// `n` or `e` alone may be meant; with a blank after it, it was a word.
#[test]
fn a_blank_right_after_a_command_is_text() {
    let expanded_and = |pace, key: Key| {
        let mut form = form(QUESTIONNAIRE, vec![drop_it()]);
        type_text(&mut form, 1000, pace, "R");
        let effects = press(&mut form, 1000 + pace, key);
        effects.iter().any(|effect| matches!(effect, Effect::Close(_)))
    };
    assert!(!expanded_and(400, Key::char(' ')));
    assert!(expanded_and(700, Key::char(' ')));
    assert!(expanded_and(400, Key::plain(Code::Enter)), "Enter is no text");
    let mut moved = form(OPENCODE, vec![drop_it()]);
    press(&mut moved, 1000, Key::char('j'));
    assert!(!press(&mut moved, 1200, Key::char(' ')).is_empty(), "a move begins no text");
}

/// A text is typed where the form takes one, and its keys aren't held against later ones.
#[test]
fn where_a_text_is_typed_nothing_is_quiet() {
    let mut form = form(QUESTION, vec![drop_it()]);
    press(&mut form, 1000, Key::char('3'));
    let (effects, _) = type_text(&mut form, 2000, 90, "keep it\n");
    let own = "keep it";
    let answered = effects.iter().any(|effect| {
        matches!(effect, Effect::Close(Outcome::Answered(answers))
            if format!("{answers:?}").contains(own))
    });
    assert!(answered, "{effects:?}");
}

/// "A guard of a person's own may only lengthen this."
#[test]
fn a_guard_lengthens_the_quiet_time_and_never_shortens_it() {
    for (guard, quiet) in [(Guard::OFF, 700), (Guard::DEFAULT, 700), (Guard::of(2000), 2000)] {
        for (after, ignored) in [(quiet - 1, true), (quiet, false)] {
            let mut form = form(QUESTION, vec![drop_it()]).guarded(guard);
            press(&mut form, 5000, Key::char('x'));
            let effects = press(&mut form, 5000 + after, Key::plain(Code::Enter));
            assert_eq!(effects.is_empty(), ignored, "{guard:?}, after {after} ms");
        }
    }
}

/// The person's own key for choosing is ignored, too; Ctrl+C isn't.
#[test]
fn nothing_commits_while_a_text_goes_on_but_cancelling_does() {
    let mut form = form(QUESTION, vec![drop_it()]);
    press(&mut form, 1000, Key::char('x'));
    for act in [Act::Choose, Act::Number(1), Act::Discuss, Act::Decline] {
        assert_eq!(form.handle(Timestamp(1100), Action::Do(act)), [], "{act:?}");
    }
    let end = press(&mut form, 1200, Key::ctrl(Code::Char('c')));
    assert!(matches!(end[..], [Effect::Close(Outcome::Cancelled(_))]));
}

#[test]
fn what_was_typed_for_somebody_else_is_kept_for_them() {
    let text = |text: &str, pace| {
        let mut form = form(QUESTIONNAIRE, vec![drop_it()]);
        type_text(&mut form, 1000, pace, text);
        form.text_for_others().to_owned()
    };
    assert_eq!(text("please 2 of", 100), "please 2 of");
    assert_eq!(text("pl", 700), "l");
    assert_eq!(text("R poi", 200), "R poi");
    assert_eq!(text("12", 200), "");
    let mut form = form(QUESTIONNAIRE, vec![drop_it()]);
    type_text(&mut form, 1000, 100, "ples");
    press(&mut form, 1400, Key::plain(Code::Backspace));
    type_text(&mut form, 1500, 100, "ase");
    assert_eq!(form.text_for_others(), "please");
    form.hidden();
    assert_eq!(form.text_for_others(), "");
}

/// A sentence may begin with the letter that opens what the agent was doing: the next letters only scroll there.
#[test]
fn a_sentence_that_opens_a_page_to_read_is_kept_whole_for_its_editor() {
    for pace in [90, 400] {
        let about = About { says: Some("I looked.".into()), ..About::default() };
        let mut form = form(QUESTIONNAIRE, vec![drop_it()]).with_about(Some(Box::new(about)));
        let (effects, _) = type_text(&mut form, 1000, pace, "in the old one");
        assert_eq!((effects, form.text_for_others()), (Vec::new(), "in the old one"), "{pace}");
    }
}

/// No letter is a part of a row's number.
#[test]
fn a_letter_between_two_digits_ends_the_number() {
    let labels = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    let mut form = form(ASQ, vec![one("Which", "Which?", &labels)]);
    assert_eq!(type_text(&mut form, 1000, 100, "1w").0, []);
    assert_eq!(type_text(&mut form, 3000, 100, "2").0.len(), 1);
    assert!(!rows(&form).contains("> 12"), "{}", rows(&form));
}
