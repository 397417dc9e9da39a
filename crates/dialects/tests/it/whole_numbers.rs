//! "A number is typed whole": in a list of ten rows or more, in every contract.

use crate::forms::{compare, form, many, one, request};
use asq_core::form::{Act, Action, Code, Effect, Form, FormRules, Guard, Key, keys};
use asq_core::kind::{Answer, Pick};
use asq_core::model::{Draft, Outcome, Prefs, Question};
use asq_core::time::Timestamp;
use asq_dialects::{ALL, ask_user_question, asq};
use asq_testkit::sketch::play;
use expect_test::expect;
use std::fmt::Write;

fn labels(count: usize) -> Vec<String> {
    (1..=count).map(|n| format!("L{n}")).collect()
}

/// A list of so many options and nothing else.
fn listed(count: usize) -> Question {
    let labels = labels(count);
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    Question { custom: false, ..one("A", "Which?", &labels) }
}

fn ticked(count: usize) -> Question {
    let labels = labels(count);
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    Question { custom: false, ..many("A", "Which?", &labels, 1) }
}

/// A form of asq's own contract without the row that starts a discussion.
fn asq_form(questions: Vec<Question>) -> Form {
    form(FormRules { discuss: None, ..asq::rules::FORM }, asq::rules::ANSWER, questions)
}

/// How a single pick of so many options ends with these keys, by contract.
fn each(count: usize, keys: &str) -> String {
    let mut ends = String::new();
    for dialect in ALL {
        let rules = FormRules { discuss: None, ..(dialect.form)(&Prefs::default()) };
        let asked = request(asq::rules::ANSWER, vec![listed(count)]);
        let played = play(Form::new(asked, rules, Draft::default()), keys);
        let end = if played.starts_with("answered") {
            played.lines().nth(1).unwrap().to_owned()
        } else {
            played.lines().find(|line| line.starts_with('>')).unwrap_or("nothing has the focus").to_owned()
        };
        writeln!(ends, "{}: {end}", dialect.id).unwrap();
    }
    ends
}

#[test]
fn the_number_of_a_row_picks_it_in_every_contract() {
    expect![[r#"
        question: 0: L12
        ask_user_question: 0: L12
        opencode: 0: L12
        questionnaire: 0: L12
        spec: 0: L12
        asq: 0: L12
    "#]]
    .assert_eq(&each(12, "12"));
    expect![[r#"
        question: > 1. L1
        ask_user_question: > 1. L1
        opencode: > 1. L1
        questionnaire: > 1. L1
        spec: > 1. L1
        asq: > 1. L1
    "#]]
    .assert_eq(&each(12, "1"));
    expect![[r#"
        question: 0: L4
        ask_user_question: 0: L4
        opencode: 0: L4
        questionnaire: 0: L4
        spec: 0: L4
        asq: 0: L4
    "#]]
    .assert_eq(&each(12, "4"));
    expect![[r#"
        question: 0: L1
        ask_user_question: 0: L1
        opencode: 0: L1
        questionnaire: 0: L1
        spec: 0: L1
        asq: 0: L1
    "#]]
    .assert_eq(&each(9, "1"));
}

#[test]
fn a_begun_number_waits_for_a_digit_or_enter() {
    let mut played = String::new();
    for keys in
        ["1", "1<ret>", "1<space>", "10", "0", "1<down>2", "1<down>", "13", "13<ret>", "13<ret><ret>", "1312"]
    {
        write!(played, "=== {keys}\n{}", ends(&play(asq_form(vec![listed(12)]), keys))).unwrap();
    }
    expect![[r#"
        === 1
        > 1. L1
        -- Enter takes row 1 · or type the next digit
        === 1<ret>
        answered
        0: L1
        === 1<space>
        answered
        0: L1
        === 10
        answered
        0: L10
        === 0
        > 1. L1
        -- ↑/↓ move · Enter select · 1-12 pick · n note · / filter · ? keys · Esc cancel
        === 1<down>2
        answered
        0: L2
        === 1<down>
        > 2. L2
        -- ↑/↓ move · Enter select · 1-12 pick · n note · / filter · ? keys · Esc cancel
        === 13
        > 1. L1
        ! There is no row 13
        -- ↑/↓ move · Enter select · 1-12 pick · n note · / filter · ? keys · Esc cancel
        === 13<ret>
        > 1. L1
        ! There is no row 13
        -- ↑/↓ move · Enter select · 1-12 pick · n note · / filter · ? keys · Esc cancel
        === 13<ret><ret>
        answered
        0: L1
        === 1312
        answered
        0: L12
    "#]]
    .assert_eq(&played);
}

/// What a sketch says of the focus and of what was typed, or of the end.
fn ends(sketch: &str) -> String {
    if sketch.starts_with("answered") {
        return sketch.to_owned();
    }
    let tells = |line: &&str| ["> ", "! ", "-- "].iter().any(|lead| line.starts_with(lead));
    let mut told = String::new();
    for line in sketch.lines().filter(tells) {
        told.push_str(line);
        told.push('\n');
    }
    told
}

#[test]
fn several_picks_are_ticked_by_their_numbers() {
    let mut played = String::new();
    // Enter ends the number as its last digit would: it takes a tick away, and doesn't commit.
    for keys in ["12", "1<ret>", "1<ret>1<ret>", "12<end><ret>", "1<ret>12<end><ret>"] {
        write!(played, "=== {keys}\n{}", play(asq_form(vec![ticked(12)]), keys)).unwrap();
    }
    expect![[r#"
        === 12
        Which?
          1. [ ] L1
          2. [ ] L2
          3. [ ] L3
          4. [ ] L4
          5. [ ] L5
          6. [ ] L6
          7. [ ] L7
          8. [ ] L8
          9. [ ] L9
          10. [ ] L10
          11. [ ] L11
        > 12. [x] L12
          [ Done · 1 picked ]
        -- ↑/↓ move · Enter done · 1-12 tick · Space untick · n note · / filter · ? keys · Esc cancel
        === 1<ret>
        Which?
        > 1. [x] L1
          2. [ ] L2
          3. [ ] L3
          4. [ ] L4
          5. [ ] L5
          6. [ ] L6
          7. [ ] L7
          8. [ ] L8
          9. [ ] L9
          10. [ ] L10
          11. [ ] L11
          12. [ ] L12
          [ Done · 1 picked ]
        -- ↑/↓ move · Enter done · 1-12 tick · Space untick · n note · / filter · ? keys · Esc cancel
        === 1<ret>1<ret>
        Which?
        > 1. [ ] L1
          2. [ ] L2
          3. [ ] L3
          4. [ ] L4
          5. [ ] L5
          6. [ ] L6
          7. [ ] L7
          8. [ ] L8
          9. [ ] L9
          10. [ ] L10
          11. [ ] L11
          12. [ ] L12
          [ Done · 0 picked ]
        -- ↑/↓ move · Enter tick · 1-12 tick · n note · / filter · ? keys · Esc cancel
        === 12<end><ret>
        answered
        0: L12
        === 1<ret>12<end><ret>
        answered
        0: L1, L12
    "#]]
    .assert_eq(&played);
}

/// A digit moves the focus there, and picks nothing.
#[test]
fn next_to_a_preview_a_number_focuses_its_row() {
    let options: Vec<(String, String)> = (1..=12).map(|n| (format!("L{n}"), format!("p{n}"))).collect();
    let options: Vec<(&str, &str)> = options.iter().map(|(l, p)| (l.as_str(), p.as_str())).collect();
    let asked = || {
        form(
            ask_user_question::rules::FORM,
            ask_user_question::rules::ANSWER,
            vec![compare("A", "Which?", &options)],
        )
    };
    let focused = |keys| {
        play(asked(), keys)
            .lines()
            .filter(|line| line.starts_with('>'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(["1", "12", "10", "4"].map(focused), [["> 1. L1"], ["> 12. L12"], ["> 10. L10"], ["> 4. L4"]]);
    assert_eq!(play(asked(), "1<ret>"), "answered\n0: L1\n");
    assert_eq!(play(asked(), "12<ret>"), "answered\n0: L12\n");
}

/// Rows that a list has besides its options count, too.
#[test]
fn own_words_and_the_discussion_have_numbers_like_any_row() {
    let with_own = |count| vec![Question { custom: true, ..listed(count) }];
    let asked = |count| form(asq::rules::FORM, asq::rules::ANSWER, with_own(count));
    assert_eq!(ends(&play(asked(8), "1")).lines().next(), Some("> 1. L1"));
    assert_eq!(play(asked(7), "1"), "answered\n0: L1\n");
    assert_eq!(play(asked(8), "9own<ret>"), "answered\n0: own \"own\"\n");
    assert_eq!(play(asked(9), "10own<ret>"), "answered\n0: own \"own\"\n");
    assert!(play(asked(9), "11").starts_with("discuss"), "{}", play(asked(9), "11"));
}

/// A key of the person's own for one row isn't a digit.
#[test]
fn a_letter_for_a_row_acts_at_once() {
    let bound = keys::parse([("row-1", "a"), ("row-2", "b")]).unwrap();
    let asked = || asq_form(vec![listed(12)]).with_keys(bound.clone());
    assert_eq!(play(asked(), "a"), "answered\n0: L1\n");
    assert_eq!(play(asked(), "1b"), "answered\n0: L2\n");
}

fn key(form: &mut Form, now: u64, c: char) -> Vec<Effect> {
    let action = form.resolve(Key::plain(Code::Char(c)));
    action.map(|action| form.handle(Timestamp(now), action)).unwrap_or_default()
}

/// "12 picks row 12 or nothing", however fast it is typed.
#[test]
fn a_number_typed_too_soon_picks_no_other_row() {
    let mut form = asq_form(vec![listed(12)]).guarded(Guard { first: 250, page: 250 });
    form.shown(Timestamp(1000));
    assert_eq!(key(&mut form, 1100, '1'), []);
    assert_eq!(key(&mut form, 1200, '2'), []);
    // The ignored digit ended the number, and the person types it once more.
    assert_eq!(key(&mut form, 2000, '1'), []);
    let picked = key(&mut form, 2100, '2');
    let [Effect::Close(Outcome::Answered(answers))] = &picked[..] else { panic!("{picked:?}") };
    assert_eq!(answers.entries[0].answer.as_ref().map(Answer::picks), Some(&[Pick::Option(11)][..]));
}

/// "A number that no row has": what was typed along with it isn't for another row.
#[test]
fn what_follows_a_number_without_a_row_at_once_is_ignored() {
    let mut form = asq_form(vec![listed(30)]);
    form.shown(Timestamp(0));
    for (now, c) in [(1000, '3'), (1100, '4'), (1200, '5')] {
        assert_eq!(key(&mut form, now, c), [], "{c}");
    }
}

/// A form that was out of sight begins a number of its own.
#[test]
fn a_begun_number_ends_when_the_form_leaves_the_screen() {
    let mut form = asq_form(vec![listed(12)]).guarded(Guard::OFF);
    form.shown(Timestamp(0));
    key(&mut form, 1000, '1');
    form.hidden();
    form.shown(Timestamp(2000));
    assert_eq!(key(&mut form, 3000, '1'), []);
    assert_eq!(form.screen().focus, Some(0));
    key(&mut form, 3001, '1');
    form.handle(Timestamp(3002), Action::Do(Act::Aside));
}
