//! Somebody goes back, changes something, leaves by another way: what stands then, and what the review says of it.

use crate::forms;
use crate::forms::{check, compare, dangerous, many, one};
use asq_core::form::{Form, FormRules};
use asq_core::model::{
    AnswerRules, Answers, Danger, Draft, Kind, Preview, PreviewKind, Question, QuestionOption, Typed, TypedIn,
};
use asq_core::text::Shown;
use asq_dialects::{ask_user_question, asq, question, questionnaire};
use asq_testkit::sketch::play;
use expect_test::expect;

type Rules = (FormRules, AnswerRules);

const QUESTION: Rules = (question::rules::FORM, question::rules::ANSWER);
const CLAUDE: Rules = (ask_user_question::rules::FORM, ask_user_question::rules::ANSWER);
const QUESTIONNAIRE: Rules = (questionnaire::rules::FORM, questionnaire::rules::ANSWER);
const ASQ: Rules = (asq::rules::FORM, asq::rules::ANSWER);

fn ask((rules, answers): Rules, questions: Vec<Question>) -> Form {
    forms::form(rules, answers, questions)
}

/// The same where an earlier form left these texts.
fn again((rules, answers): Rules, questions: Vec<Question>, typed: &[(usize, TypedIn, &str)]) -> Form {
    let typed = typed.iter().map(|(question, place, text)| Typed {
        question: *question,
        place: *place,
        text: (*text).into(),
    });
    let draft = Draft {
        answers: Answers::none(questions.len()),
        typed: typed.collect(),
        kept: Some(Shown::own("14:03")),
    };
    Form::new(forms::request(answers, questions), rules, draft)
}

/// "On the custom input row, the number focuses the input row without submitting": also where a text is kept there.
#[test]
fn a_number_puts_the_caret_into_a_filled_custom_row() {
    let single = || ask(CLAUDE, vec![one("A", "Which?", &["x", "y"])]);
    check(
        single(),
        "<down><down>foo<up>3",
        &expect![[r#"
        [A]
        Which?
          1. x
          2. y
        > 3. foo|
        -- Enter/Space to select · ↑/↓ to navigate · Esc to cancel
    "#]],
    );
    let several = || ask(CLAUDE, vec![many("A", "Which?", &["x", "y"], 1)]);
    check(
        several(),
        "<down><down>foo<up>3",
        &expect![[r#"
        [*A] *Submit
        Which?
          1. [ ] x
          2. [ ] y
        > 3. [x] foo|
          Submit
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "#]],
    );
}

/// The filter belongs to the visit: a page that is opened again shows all rows.
#[test]
fn a_filter_does_not_outlive_its_page() {
    let options: Vec<String> = (1..=30).map(|n| format!("opt{n}")).collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let form = || ask(QUESTION, vec![one("A", "Which?", &options), one("B", "And?", &["x"])]);
    let back = play(form(), "/opt29<ret><left>");
    assert!(
        back.contains("> 29. opt29 ✓") && back.contains(" 1. opt1\n") && back.contains(" 30. opt30\n"),
        "{back}"
    );
    assert_eq!(play(form(), "1<left>").lines().count(), back.lines().count());
}

/// The option that fits best takes the focus, also from a row that the filter never hides.
#[test]
fn a_filter_moves_the_focus_to_its_best_match() {
    let form = || ask(QUESTION, vec![one("DB", "Which?", &["MySQL", "SQLite", "PostgreSQL", "Other SQL"])]);
    check(
        form(),
        "<end>/post",
        &expect![[r#"
        Which?
        > 3. PostgreSQL
          5. Something else…
        filter /post|
        -- type to filter · Enter to select · Esc to show all
    "#]],
    );
    check(
        form(),
        "<end>/post<ret>",
        &expect![[r#"
        answered
        0: PostgreSQL
    "#]],
    );
    check(
        form(),
        "/sql",
        &expect![[r#"
        Which?
          1. MySQL
        > 2. SQLite
          3. PostgreSQL
          4. Other SQL
          5. Something else…
        filter /sql|
        -- type to filter · Enter to select · Esc to show all
    "#]],
    );
    check(
        form(),
        "/nothing",
        &expect![[r#"
            Which?
              5. Something else…
            filter /nothing|
            -- type to filter · Enter to select · Esc to show all
        "#]],
    );
}

/// Esc in the notes drops the edit: a note that an earlier form left is what it was.
#[test]
fn esc_in_the_notes_leaves_a_kept_note() {
    let form = || again(QUESTIONNAIRE, vec![one("A", "Which?", &["x", "y"])], &[(0, TypedIn::Note, "kept")]);
    check(
        form(),
        "",
        &expect![[r#"
        [A]
        Which?
        > 1. x
          2. y
          3. Other
          note: kept (kept from 14:03 · Ctrl+U clears)
        -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
        ⏱  0:00 elapsed
    "#]],
    );
    check(
        form(),
        "<tab> and more<esc>",
        &expect![[r#"
        [A]
        Which?
        > 1. x
          2. y
          3. Other
          note: kept
        -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
        ⏱  0:11 elapsed
    "#]],
    );
    check(
        form(),
        "<tab> and more<esc><ret>",
        &expect![[r#"
        answered
        0: x note "kept"
    "#]],
    );
    check(
        form(),
        "<tab> and more<tab><ret>",
        &expect![[r#"
        answered
        0: x note "kept and more"
    "#]],
    );
}

/// A kept note is a draft until somebody does something in it; the review says so.
#[test]
fn a_kept_note_is_not_sent_by_itself() {
    let questions = || vec![compare("A", "Which?", &[("x", "# X"), ("y", "# Y")]), one("B", "And?", &["z"])];
    let form = || again(CLAUDE, questions(), &[(0, TypedIn::Note, "kept")]);
    check(
        form(),
        "",
        &expect![[r##"
        [A] B Submit
        Which?
        > 1. x
          2. y
        preview: "# X"
        Notes: kept (kept from 14:03 · Ctrl+U clears)
        -- Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
    "##]],
    );
    check(
        form(),
        "<ret>1",
        &expect![[r#"
            *A *B [*Submit]
            # Review your answers
              A: x
                (a kept note, not sent)
              B: z
            > Submit answers
              Cancel
            -- Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
        "#]],
    );
    check(
        form(),
        "<ret>1<ret>",
        &expect![[r#"
            answered
            0: x
            1: z
        "#]],
    );
    check(
        form(),
        "n <ret>1<ret>",
        &expect![[r#"
        answered
        0: x note "kept "
        1: z
    "#]],
    );
}

/// Saving it on its page is doing something in it.
#[test]
fn a_kept_note_that_is_saved_again_is_sent() {
    let form = || again(QUESTIONNAIRE, vec![one("A", "Which?", &["x"])], &[(0, TypedIn::Note, "kept")]);
    let sent = |keys: &str| play(form(), keys);
    expect![[r#"
        answered
        0: x

        answered
        0: x note "kept"

        answered
        0: x note "kept"
    "#]]
    .assert_eq(&[sent("1"), sent("<tab><ret><tab>1"), sent("<tab><tab>1")].join("\n"));
}

/// What was typed to confirm is there on the next visit, unless it has to be exact; then it is typed again.
#[test]
fn a_confirmation_that_was_left_is_there_again_unless_it_is_exact() {
    let drop = |exact: Option<&str>| vec![dangerous(one("A", "Drop?", &["all", "none"]), exact)];
    let any = play(ask(QUESTIONNAIRE, drop(None)), "1prod<c-x>1");
    let exact = play(ask(ASQ, drop(Some("prod"))), "1pro<c-x>1");
    expect![[r#"
        [A]
        ⚠️  DESTRUCTIVE — A
        Drop?
          Your answer: all
          Type the resource name to confirm:
        > prod|
        -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
        ⏱  0:07 elapsed

        ⚠️  DESTRUCTIVE — A
        Drop?
          Your answer: all
          == prod
        > |Type to confirm
        -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N note · Esc back
    "#]]
    .assert_eq(&[any, exact].join("\n"));
}

/// A note on a question that was left open is shown in the review, and sent.
#[test]
fn a_note_on_an_open_question_is_sent() {
    let questions = || {
        vec![
            compare("Design", "Which?", &[("Split", "# S"), ("Stack", "")]),
            one("Layout", "And?", &["Grid"]),
        ]
    };
    let keys = "na long note<esc><tab>1";
    check(
        ask(CLAUDE, questions()),
        keys,
        &expect![[r#"
        Design *Layout [Submit]
        # Review your answers
          Design: (not answered)
            note: a long note
          Layout: Grid
          You have not answered all questions: Design
        > Submit answers
          Cancel
        -- Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
    "#]],
    );
    check(
        ask(CLAUDE, questions()),
        &format!("{keys}<ret>"),
        &expect![[r#"
        answered
        0: - note "a long note"
        1: Grid
    "#]],
    );
}

/// An answer left without its confirmation doesn't count, also when the tab key leaves it.
#[test]
fn a_tab_out_of_a_danger_page_takes_the_pick_back() {
    let questions = || vec![dangerous(one("A", "Drop?", &["yes", "no"]), None), one("B", "And?", &["z"])];
    check(
        ask(QUESTIONNAIRE, questions()),
        "1<a-right>1",
        &expect![[r#"
            A *B [Submit]
            # Review your answers
              A: (not answered)
              B: z
              You have not answered all questions: A
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            ⏱  0:03 elapsed
        "#]],
    );
}

/// A skipped question that was answered since is not skipped any more, confirmed or not.
#[test]
fn an_answer_takes_the_place_of_a_skip() {
    let which =
        Question { skippable: true, ..dangerous(many("A", "Drop which?", &["x", "y"], 1), Some("p")) };
    let questions = || vec![which.clone(), one("B", "And?", &["z"])];
    check(
        ask(ASQ, questions()),
        "s1",
        &expect![[r#"
            *A *B [*Review]
            # Review your answers
              A: (skipped)
              B: z
            > [ Submit answers ]
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
        "#]],
    );
    check(
        ask(ASQ, questions()),
        "s<left>1<tab>1",
        &expect![[r#"
            A *B [Review]
            # Review your answers
              A: (not confirmed)
              B: z
              You have not answered all questions: A
            > [ Submit answers ]
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
        "#]],
    );
}

/// "whole in the review": labels, options, own words and notes, however long.
#[test]
fn the_review_says_all_of_what_was_said() {
    let (label, option) = ("L".repeat(70) + "THEEND", "O".repeat(300) + "THEEND");
    let (words, note) = ("words ".repeat(200) + "THEEND", "note ".repeat(3000) + "THEEND");
    let option = QuestionOption {
        preview: Some(Preview { kind: PreviewKind::Text, source: "p".into() }),
        ..QuestionOption::new(option.as_str())
    };
    let questions = vec![
        Question { header: label.as_str().into(), options: vec![option.clone()], ..one("A", "Which?", &[]) },
        one("B", "And?", &["z"]),
    ];
    let form = ask(ASQ, questions);
    let review = play(form, &format!("n<paste:{note}><ret>1<end><up><ret><paste:{words}><ret>"));
    for whole in [label.as_str(), option.label.raw(), words.as_str(), note.as_str()] {
        assert!(review.contains(whole), "{whole:.20} in {review}");
    }
}

/// Where a text or a number was typed and not accepted, the review says how; own words are not chosen.
#[test]
fn the_review_says_what_became_of_a_text() {
    let text = Question { kind: Kind::Text { multiline: true, placeholder: None }, ..one("T", "Say?", &[]) };
    let text = Question { custom: false, ..text };
    let number = forms::number("N", "How many?", 1, 9);
    let questions = || vec![text.clone(), number.clone(), one("O", "Which?", &["x"])];
    let keys = "some words<a-right>7<a-right>2own<esc><right>";
    check(
        ask(QUESTIONNAIRE, questions()),
        keys,
        &expect![[r#"
            T N O [Submit]
            # Review your answers
              T: (typed; Enter there accepts it)
              N: (typed; Enter there accepts it)
              O: (typed, not chosen)
              You have not answered all questions: T, N, O
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            ⏱  0:19 elapsed
        "#]],
    );
}

#[test]
fn what_confirms_a_danger_comes_back_on_no_surface() {
    let danger = Danger { confirm_text: Some("prod".into()), direct: false };
    let question = Question { danger: Some(danger), ..one("A", "Drop?", &["yes", "no"]) };
    let (rules, answers) = ASQ;
    let mut answered = Answers::none(1);
    answered.entries[0].answer = Some(asq_core::model::Answer::Picks(vec![asq_core::model::Pick::Option(0)]));
    answered.entries[0].confirmed = Some("prod".into());
    let draft = Draft { answers: answered, typed: Vec::new(), kept: Some(Shown::own("14:03")) };
    let form = Form::new(forms::request(answers, vec![question]), rules, draft);
    check(
        form.clone(),
        "",
        &expect![[r#"
            ⚠️  DESTRUCTIVE — A
            Drop?
            > 1. yes
              2. no
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · 1-4 pick · n note · ? keys · Esc cancel
        "#]],
    );
    check(
        form,
        "1<ret>",
        &expect![[r#"
            ⚠️  DESTRUCTIVE — A
            Drop?
              Your answer: yes
              == prod
            > |Type to confirm
            ! That isn't it yet: type the text exactly as it is shown
            -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N note · Esc back
        "#]],
    );
}

#[test]
fn an_answer_that_is_changed_from_the_review_leads_back_there() {
    let three = || {
        let question = |header: &str| one(header, "Which?", &["x", "y"]);
        ask(QUESTION, vec![question("A"), question("B"), question("C")])
    };
    check(
        three(),
        "111<up><up><up><ret>2",
        &expect![[r#"
        *A *B *C [*Review]
        # Review your answers
          A: y
          B: x
          C: x
        > Submit answers
        -- Enter submit · ↑/↓ change an answer · ← back · Esc cancel
    "#]],
    );
    // Left by a tab, it is a question like the others again.
    check(
        three(),
        "111<up><up><up><ret><tab>2",
        &expect![[r#"
        *A *B [*C] *Review
        Which?
        > 1. x ✓
          2. y
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]],
    );
}
