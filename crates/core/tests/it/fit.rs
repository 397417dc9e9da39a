//! Which answers fit which request, one row a rule.

#![allow(clippy::needless_pass_by_value, clippy::needless_raw_string_hashes)] // as expect! writes them

use asq_core::fit;
use asq_core::fit::{TEXT_MOST, Wrong};
use asq_core::model::*;
use expect_test::{Expect, expect};

fn question(header: &str, kind: Kind, options: &[&str]) -> Question {
    Question {
        id: header.into(),
        header: header.into(),
        text: "What?".into(),
        description: None,
        kind,
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

fn request(questions: Vec<Question>) -> Request {
    Request {
        questions,
        rules: AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            discuss: false,
            notes: false,
            danger: DangerRule::Unknown,
        },
        prefs: Prefs::default(),
        from: Provenance::default(),
        expiry: None,
    }
}

fn said(answer: Answer) -> Entry {
    Entry { answer: Some(answer), ..Entry::default() }
}

fn picks(picks: &[usize]) -> Entry {
    said(Answer::Picks(picks.iter().map(|i| Pick::Option(*i)).collect()))
}

fn custom(text: &str) -> Entry {
    said(Answer::Picks(vec![Pick::Custom(text.into())]))
}

fn check(request: &Request, entries: Vec<Entry>, expect: Expect) {
    let misfits = fit(request, &Answers { entries });
    let told: Vec<String> = misfits.iter().map(ToString::to_string).collect();
    expect.assert_eq(&told.join("\n"));
}

fn one() -> Request {
    request(vec![question("Fruit", Kind::One, &["apple", "pear", "plum"])])
}

fn many(min: usize, max: usize) -> Request {
    request(vec![question("Fruit", Kind::Many { min, max }, &["apple", "pear", "plum"])])
}

#[test]
fn one_pick_that_exists_fits_one() {
    check(&one(), vec![picks(&[2])], expect![[""]]);
    check(&one(), vec![custom("a quince")], expect![[""]]);
    check(&one(), vec![picks(&[3])], expect!["question 1 (Fruit): has options 1 to 3, got option 4"]);
    check(&one(), vec![picks(&[])], expect!["question 1 (Fruit): must have at least 1 pick, got 0"]);
    check(&one(), vec![picks(&[0, 1])], expect!["question 1 (Fruit): must have at most 1 pick, got 2"]);
    let none = request(vec![question("Fruit", Kind::One, &[])]);
    check(&none, vec![picks(&[0])], expect!["question 1 (Fruit): has no options, got option 1"]);
}

#[test]
fn several_picks_stay_within_bounds_custom_text_counted() {
    check(&many(1, 2), vec![picks(&[0, 2])], expect![[""]]);
    check(&many(2, 3), vec![picks(&[1])], expect!["question 1 (Fruit): must have at least 2 picks, got 1"]);
    let mixed = said(Answer::Picks(vec![Pick::Option(0), Pick::Option(1), Pick::Custom("fig".into())]));
    check(&many(1, 3), vec![mixed.clone()], expect![[""]]);
    check(&many(1, 2), vec![mixed], expect!["question 1 (Fruit): must have at most 2 picks, got 3"]);
}

#[test]
fn no_picks_at_all_fit_only_where_none_are_needed() {
    check(&many(0, 2), vec![picks(&[])], expect![[""]]);
    check(&many(1, 2), vec![picks(&[])], expect!["question 1 (Fruit): must have at least 1 pick, got 0"]);
}

#[test]
fn nothing_is_picked_twice() {
    check(
        &many(1, 9),
        vec![picks(&[1, 1])],
        expect!["question 1 (Fruit): must pick option 2 only once, got it twice"],
    );
    let twice = said(Answer::Picks(vec![Pick::Custom("fig".into()), Pick::Custom("kiwi".into())]));
    check(
        &many(1, 9),
        vec![twice],
        expect!["question 1 (Fruit): must have at most one custom text, got two"],
    );
}

#[test]
fn order_is_judged_only_where_the_rules_say() {
    let custom_first = said(Answer::Picks(vec![Pick::Custom("fig".into()), Pick::Option(0)]));
    let mut request = many(1, 9);
    check(
        &request,
        vec![picks(&[2, 0])],
        expect![
            "question 1 (Fruit): must have its picks in the order of the options, custom text last; got option 3 before option 1"
        ],
    );
    check(
        &request,
        vec![custom_first.clone()],
        expect![
            "question 1 (Fruit): must have its picks in the order of the options, custom text last; got the custom text before option 1"
        ],
    );
    request.rules.order = Order::Picked;
    check(&request, vec![picks(&[2, 0])], expect![[""]]);
    check(&request, vec![custom_first], expect![[""]]);
}

#[test]
fn custom_text_needs_leave_a_visible_character_and_an_end() {
    let mut request = one();
    check(
        &request,
        vec![custom(" \n\t")],
        expect!["question 1 (Fruit): must have a visible character, got blank text"],
    );
    check(&request, vec![custom(&"x".repeat(TEXT_MOST))], expect![[""]]);
    check(
        &request,
        vec![custom(&"x".repeat(TEXT_MOST + 1))],
        expect!["question 1 (Fruit): must have at most 1048576 bytes, got 1048577"],
    );
    request.questions[0].custom = false;
    check(
        &request,
        vec![custom("fig")],
        expect![["question 1 (Fruit): takes no custom text, only its options"]],
    );
}

#[test]
fn texts_are_judged_like_custom_text() {
    let text = request(vec![question("Why", Kind::Text { multiline: true, placeholder: None }, &[])]);
    check(&text, vec![said(Answer::Text("because".into()))], expect![[""]]);
    check(
        &text,
        vec![said(Answer::Text("".into()))],
        expect!["question 1 (Why): must have a visible character, got blank text"],
    );
    check(
        &text,
        vec![said(Answer::Text("x".repeat(TEXT_MOST + 1).into()))],
        expect!["question 1 (Why): must have at most 1048576 bytes, got 1048577"],
    );
}

#[test]
fn numbers_are_within_bounds_to_the_last_digit() {
    let number = |min: Option<&str>, max: Option<&str>| {
        let [min, max] = [min, max].map(|bound| bound.map(|text| text.parse().unwrap()));
        request(vec![question("Port", Kind::Number { min, max, step: 1.into(), unit: None }, &[])])
    };
    let n = |text: &str| vec![said(Answer::Number(text.parse().unwrap()))];
    check(&number(Some("1"), Some("9.5")), n("1.0"), expect![[""]]);
    check(&number(Some("1"), Some("9.5")), n("9.50"), expect![[""]]);
    check(&number(None, None), n("-123456789012345678901234567890.5"), expect![[""]]);
    check(
        &number(Some("1"), Some("9.5")),
        n("0.5"),
        expect!["question 1 (Port): must be at least 1, got 0.5"],
    );
    check(
        &number(Some("1"), Some("9.5")),
        n("9.500000000000000000001"),
        expect!["question 1 (Port): must be at most 9.5, got 9.500000000000000000001"],
    );
    check(
        &number(None, Some("9007199254740992")),
        n("9007199254740993"),
        expect!["question 1 (Port): must be at most 9007199254740992, got 9007199254740993"],
    );
}

#[test]
fn an_answer_is_of_its_questions_kind() {
    let all = request(vec![
        question("A", Kind::One, &["x"]),
        question("B", Kind::Many { min: 1, max: 1 }, &["x"]),
        question("C", Kind::Number { min: None, max: None, step: 1.into(), unit: None }, &[]),
        question("D", Kind::Text { multiline: false, placeholder: None }, &[]),
    ]);
    let entries = vec![
        said(Answer::Number(1.into())),
        said(Answer::Text("x".into())),
        said(Answer::Text("1".into())),
        picks(&[0]),
    ];
    check(
        &all,
        entries,
        expect![[r#"
            question 1 (A): expects picks, got a number
            question 2 (B): expects picks, got a text
            question 3 (C): expects a number, got a text
            question 4 (D): expects a text, got picks"#]],
    );
}

#[test]
fn one_entry_per_question_and_open_ones_only_where_allowed() {
    let mut two = request(vec![question("A", Kind::One, &["x"]), question("B\u{1b}[2J", Kind::One, &["x"])]);
    check(&two, vec![picks(&[0])], expect!["must have one entry per question, 2 in all, got 1"]);
    check(
        &two,
        vec![picks(&[0]), picks(&[0]), picks(&[0])],
        expect!["must have one entry per question, 2 in all, got 3"],
    );
    let told = fit(&two, &Answers::none(2));
    assert_eq!(told.len(), 2);
    assert_eq!(told[0].to_string(), "question 1 (A): needs an answer, got none");
    assert_eq!(told[1].question, Some((1, "B\u{1b}[2J".into())));
    assert!(!told[1].to_string().contains('\u{1b}'), "headers are escaped");
    two.rules.complete = Complete::Any;
    check(&two, vec![Entry::default(), Entry::default()], expect![[""]]);
}

#[test]
fn notes_come_only_where_the_rules_allow_them() {
    let mut request = one();
    let noted = |note: &str| vec![Entry { note: Some(note.into()), ..picks(&[0]) }];
    check(&request, noted("soon"), expect!["question 1 (Fruit): takes no note, got one"]);
    request.rules.notes = true;
    check(&request, noted("soon"), expect![[""]]);
    check(
        &request,
        noted(&"x".repeat(TEXT_MOST + 1)),
        expect!["question 1 (Fruit): the note must have at most 1048576 bytes, got 1048577"],
    );
}

#[test]
fn dangerous_answers_are_confirmed_as_the_rules_say() {
    let mut request = one();
    request.questions[0].danger = Some(Danger { confirm_text: Some("drop it".into()), direct: false });
    let with = |text: Option<&str>| vec![Entry { confirmed: text.map(Into::into), ..picks(&[0]) }];
    check(&request, with(None), expect![[""]]);

    request.rules.danger = DangerRule::AnyText;
    check(&request, with(Some("yes")), expect![[""]]);
    check(&request, with(Some(" ")), expect!["question 1 (Fruit): needs a typed confirmation, got none"]);

    request.rules.danger = DangerRule::ExactText;
    check(&request, with(Some("  drop it\n")), expect![[""]]);
    check(
        &request,
        with(Some("drop")),
        expect![[r#"question 1 (Fruit): needs the confirmation "drop it", got "drop""#]],
    );
    check(
        &request,
        with(Some("drop\u{1b}[2J")),
        expect![[r#"question 1 (Fruit): needs the confirmation "drop it", got "drop<U+001B>[2J""#]],
    );
    check(
        &request,
        with(None),
        expect![[r#"question 1 (Fruit): needs the confirmation "drop it", got none"#]],
    );

    for other in ["Drop It", "DROP IT", "drop  it", "drop it.", "drop\u{a0}it"] {
        let wrong = fit(&request, &Answers { entries: with(Some(other)) });
        let wanted = Wrong::WrongConfirmation { wanted: "drop it".into(), came: other.into() };
        assert_eq!(wrong.into_iter().map(|misfit| misfit.wrong).collect::<Vec<_>>(), [wanted], "{other}");
    }
    assert_eq!(fit(&request, &Answers { entries: with(Some("  drop it\n")) }), []);
    request.prefs.danger_check = false;
    check(&request, with(None), expect![[""]]);
    request.prefs.danger_check = true;
    request.rules.complete = Complete::Any;
    check(&request, vec![Entry::default()], expect![[""]]);
}

#[test]
fn a_skippable_question_may_stay_open_where_its_neighbour_may_not() {
    let open = request(vec![question("A", Kind::One, &["a"]), question("B", Kind::One, &["b"])]);
    let mut skippable = open.clone();
    skippable.questions[0].skippable = true;
    let none = Answers::none(2);
    assert_eq!((open.missing(&none), skippable.missing(&none)), (vec![0, 1], vec![1]));
    check(&skippable, none.entries.clone(), expect!["question 2 (B): needs an answer, got none"]);
    let mut lenient = open;
    lenient.rules.complete = Complete::Any;
    assert_eq!(lenient.missing(&none), Vec::<usize>::new());
}

#[test]
fn an_editor_that_was_left_empty_counts_as_open() {
    let mut request = one();
    request.questions[0].custom = true;
    let empty = || vec![said(Answer::Picks(vec![Pick::Custom("".into())]))];
    let blank = "question 1 (Fruit): must have a visible character, got blank text";
    assert_eq!(fit(&request, &Answers { entries: empty() })[0].to_string(), blank);
    request.rules.complete = Complete::Any;
    check(&request, empty(), expect![[""]]);
    let next_to_a_pick = Answer::Picks(vec![Pick::Option(0), Pick::Custom("".into())]);
    assert!(!fit(&request, &Answers { entries: vec![said(next_to_a_pick)] }).is_empty());
    request.questions[0].custom = false;
    assert!(!fit(&request, &Answers { entries: empty() }).is_empty());
}

/// "Every misfit is found in one go": two of one question, too.
#[test]
fn all_that_is_wrong_with_one_answer_is_told_at_once() {
    let wrong = said(Answer::Picks(vec![Pick::Option(3), Pick::Custom(" ".into()), Pick::Option(0)]));
    check(
        &many(1, 2),
        vec![wrong],
        expect![[r#"
            question 1 (Fruit): must have at most 2 picks, got 3
            question 1 (Fruit): has options 1 to 3, got option 4
            question 1 (Fruit): must have a visible character, got blank text
            question 1 (Fruit): must have its picks in the order of the options, custom text last; got the custom text before option 1"#]],
    );
}

/// "Declining a question without a list doesn't need one": saying yes needs it.
#[test]
fn only_a_no_to_a_dangerous_question_without_a_list_needs_no_confirmation() {
    let mut question = question("Drop", Kind::One, &["Drop", "Keep"]);
    question.danger = Some(Danger { confirm_text: None, direct: true });
    let mut request = request(vec![question]);
    request.rules.danger = DangerRule::AnyText;
    check(&request, vec![picks(&[1])], expect![""]);
    check(&request, vec![picks(&[0])], expect!["question 1 (Drop): needs a typed confirmation, got none"]);
    request.questions[0].danger = Some(Danger { confirm_text: None, direct: false });
    check(&request, vec![picks(&[1])], expect!["question 1 (Drop): needs a typed confirmation, got none"]);
}

#[test]
fn a_typed_text_is_read_as_its_kind_says() {
    let number = Kind::Number { min: Some(1.into()), max: Some(9.into()), step: 1.into(), unit: None };
    let text = Kind::Text { multiline: true, placeholder: None };
    let list = Kind::Many { min: 1, max: 3 };
    let mut told = Vec::new();
    for typed in ["5", "50", "1,5", " ", "two\nlines\n\n"] {
        for kind in [&number, &text, &list] {
            let read = match kind.read(&typed.into()) {
                Ok(answer) => format!("{answer:?}"),
                Err(why) => why.to_string(),
            };
            told.push(format!("{typed:?} {}: {read}\n", kind.name()));
        }
    }
    expect![[r#"
        "5" number: Number(5)
        "5" text: Text("5")
        "5" many: Picks([Custom("5")])
        "50" number: 50 is too large: the most is 9
        "50" text: Text("50")
        "50" many: Picks([Custom("50")])
        "1,5" number: Write a point, not a comma, as in 1.5
        "1,5" text: Text("1,5")
        "1,5" many: Picks([Custom("1,5")])
        " " number: This isn't a number
        " " text: An empty text is no answer
        " " many: An empty text is no answer
        "two\nlines\n\n" number: This isn't a number
        "two\nlines\n\n" text: Text("two\nlines\n")
        "two\nlines\n\n" many: Picks([Custom("two\nlines\n")])
    "#]]
    .assert_eq(&told.concat());
}
