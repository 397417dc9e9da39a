//! What every form does, shown with the rules of `question`: the guard against stray keys, kept texts,
//! secrets, help over a page.

use crate::forms;
use crate::forms::one;
use asq_core::form::{Act, Action, Edit, Effect, Form, Guard};
use asq_core::model::{Answers, Draft, Outcome, Pick, Typed, TypedIn};
use asq_core::text::Shown;
use asq_core::time::Timestamp;
use asq_dialects::question::rules::{ANSWER, FORM};
use asq_testkit::sketch::{play, screen};
use expect_test::expect;

fn two() -> Form {
    forms::form(FORM, ANSWER, vec![one("A", "First?", &["a1", "a2"]), one("B", "Second?", &["b1", "b2"])])
}

fn enter(form: &mut Form, at: u64) -> Vec<Effect> {
    form.handle(Timestamp(at), Action::Do(Act::Choose))
}

fn tab(form: &Form) -> String {
    screen(&form.screen()).lines().next().unwrap_or_default().to_owned()
}

/// "for 50 ms after a form's first frame … keys that would commit are ignored"; before it, too.
#[test]
fn the_first_frame_is_guarded() {
    let at = |ms| {
        let mut form = two();
        form.shown(Timestamp(10));
        enter(&mut form, ms);
        tab(&form)
    };
    assert_eq!(at(59), "[A] B Review", "49 ms after it");
    assert_eq!(at(60), "*A [B] Review", "50 ms after it");
    let mut form = two();
    enter(&mut form, 5);
    assert_eq!(tab(&form), "[A] B Review", "before the first frame");
}

/// "and for 250 ms after a page change for Enter, Space and digits … text and moves are kept"
#[test]
fn a_page_change_is_guarded() {
    let mut form = two();
    form.shown(Timestamp(0));
    enter(&mut form, 100);
    form.handle(Timestamp(101), Action::Do(Act::Down));
    form.handle(Timestamp(349), Action::Do(Act::Number(1)));
    enter(&mut form, 598);
    assert_eq!(tab(&form), "*A [B] Review", "an ignored key starts the time again");
    assert!(screen(&form.screen()).contains("> 2. b2"), "the move was kept");
    enter(&mut form, 848);
    assert_eq!(tab(&form), "*A *B [*Review]");
}

/// Cancelling isn't committing: Ctrl+C works at once.
#[test]
fn the_guard_lets_cancel_through() {
    let mut form = two();
    let effects = form.handle(Timestamp(0), Action::Do(Act::Cancel));
    assert_eq!(
        effects,
        vec![Effect::Close(Outcome::Cancelled(Draft { answers: Answers::none(2), ..Draft::default() }))]
    );
}

/// `guard = 0` in the person's own settings.
#[test]
fn the_guard_can_be_off() {
    let mut form = two().guarded(Guard::OFF);
    enter(&mut form, 0);
    enter(&mut form, 0);
    assert_eq!(tab(&form), "*A *B [*Review]");
}

fn kept(answers: Answers, typed: Vec<Typed>) -> Form {
    let draft = Draft { answers, typed, kept: Some(Shown::own("14:03")) };
    let questions = vec![one("A", "First?", &["a1", "a2"])];
    Form::new(forms::request(ANSWER, questions), FORM, draft)
}

/// "It comes back as a draft in its row (`kept from … · Ctrl+U clears`)".
#[test]
fn a_kept_text_comes_back_in_its_row() {
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: "half a thought".into() }];
    let form = kept(Answers::none(1), typed);
    expect![[r#"
        First?
        > 1. a1
          2. a2
          3. Something else… half a thought (kept from 14:03 · Ctrl+U clears)
        -- ↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
    "#]]
    .assert_eq(&play(form.clone(), ""));
    expect![[r#"
        First?
          1. a1
          2. a2
        > 3. Something else… |Type your answer
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]]
    .assert_eq(&play(form.clone(), "3<c-u>"));
    expect![[r#"
        First?
        > 1. a1
          2. a2
          3. Something else…
        -- ↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
    "#]]
    .assert_eq(&play(form.clone(), "<c-u>"));
    let lines = vec![Typed { question: 0, place: TypedIn::Custom, text: "two\nlines".into() }];
    expect![[r#"
        First?
          1. a1
          2. a2
        > 3. Something else… |Type your answer
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]]
    .assert_eq(&play(kept(Answers::none(1), lines), "3<c-u>"));
    expect![[r#"
        First?
          1. a1
          2. a2
        > 3. Something else… half a thought more|
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]]
    .assert_eq(&play(form.clone(), "3 more"));
    expect![[r#"
        answered
        0: own "half a thought"
    "#]]
    .assert_eq(&play(form.clone(), "3<ret>"));
    expect![[r#"
        cancelled
        0: -
        0: typed Custom "half a thought"
    "#]]
    .assert_eq(&play(form, "<esc>"));
}

#[test]
fn a_kept_answer_in_own_words_comes_back_with_its_tick() {
    let mut answers = Answers::none(1);
    answers.entries[0].answer = Some(asq_core::model::Answer::Picks(vec![Pick::Custom("mine".into())]));
    expect![[r#"
        First?
          1. a1
          2. a2
        > 3. Something else… mine (kept from 14:03 · Ctrl+U clears) ✓
        -- ↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
    "#]]
    .assert_eq(&play(kept(answers, Vec::new()), ""));
}

/// "an answer that looks like a secret is confirmed once"
#[test]
fn a_secret_is_confirmed_once() {
    let form = || forms::form(FORM, ANSWER, vec![one("A", "First?", &["a1"])]);
    let secret = "2ghp_0123456789abcdefghijABCDEFGHIJ012345";
    expect![[r#"
        First?
          1. a1
        > 2. Something else… ghp_0123456789abcdefghijABCDEFGHIJ012345|
        ! This looks like a secret. Enter again sends it; the agent will read it
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]]
    .assert_eq(&play(form(), &format!("{secret}<ret>")));
    expect![[r#"
        answered
        0: own "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    "#]]
    .assert_eq(&play(form(), &format!("{secret}<ret><ret>")));
    expect![[r#"
        First?
          1. a1
        > 2. Something else… ghp_0123456789abcdefghijABCDEFGHIJ0123456|
        ! This looks like a secret. Enter again sends it; the agent will read it
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]]
    .assert_eq(&play(form(), &format!("{secret}<ret>6<ret>")));
}

/// "A question that asks for a secret in the clear … gets one trusted row above the form"
#[test]
fn a_question_for_a_secret_is_marked() {
    let form = forms::form(FORM, ANSWER, vec![one("Key", "Please paste your password", &[])]);
    expect![[r#"
        !! This asks for a secret. Agents should not need one: give it only if you mean to.
        Please paste your password
        > 1. Something else… |Type your answer
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc cancel
    "#]]
    .assert_eq(&play(form, ""));
}

/// The external editor's text replaces the text at hand, a trailing newline removed.
#[test]
fn the_own_editor_hands_back_text() {
    let form = || forms::form(FORM, ANSWER, vec![one("A", "First?", &["a1"])]);
    expect![[r#"
        First?
          1. a1
        > 2. Something else… ab⏎c|
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]]
    .assert_eq(&asq_testkit::sketch::play_with(form(), "2ab<c-g>", |t| Some(format!("{t}\nc\n"))));
    expect![[r#"
        answered
        0: own "ab"
    "#]]
    .assert_eq(&asq_testkit::sketch::play_with(form(), "2ab<c-g><ret>", |_| None));
}

/// The form reports every change of a text, so that it can be kept; it reports no moves.
#[test]
fn changes_are_told() {
    let mut form = two();
    form.shown(Timestamp(0));
    assert_eq!(form.handle(Timestamp(1000), Action::Do(Act::Number(3))), vec![]);
    assert_eq!(form.handle(Timestamp(1000), Action::Insert('x')), vec![Effect::DraftChanged]);
    assert_eq!(
        form.handle(Timestamp(1000), Action::Do(Act::Edit(Edit::Backspace))),
        vec![Effect::DraftChanged]
    );
    assert_eq!(form.handle(Timestamp(1000), Action::Do(Act::Edit(Edit::Backspace))), vec![]);
}

/// An editor that could not run says so in the form; the text is as it was, and the line goes with the next key.
#[test]
fn an_own_editor_that_fails_is_told_in_the_form() {
    let mut form = forms::form(FORM, ANSWER, vec![one("A", "First?", &["a1"])]);
    form.shown(Timestamp(0));
    form.handle(Timestamp(1000), Action::Do(Act::Number(2)));
    form.handle(Timestamp(2000), Action::Paste("half".into()));
    let why = "vim ended with exit code 1\u{1b}[2J".to_owned();
    assert_eq!(form.handle(Timestamp(3000), Action::EditFailed(why)), vec![]);
    expect![[r#"
        First?
          1. a1
        > 2. Something else… half|
        ! Your text is as it was: vim ended with exit code 1<U+001B>[2J
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]]
    .assert_eq(&screen(&form.screen()));
    form.handle(Timestamp(4000), Action::Insert('s'));
    expect![[r#"
        First?
          1. a1
        > 2. Something else… halfs|
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]]
    .assert_eq(&screen(&form.screen()));
}

/// The help names only what works on the page that is up: no editor and no text on the review.
#[test]
fn help_on_the_review_page() {
    expect![[r#"
        *A *B [*Review]
        # Keys
          Enter         submit
          ↑, ↓          move
          Home, End     first and last row
          Shift+Tab, ←  the page before
          z, Ctrl+O     read on the full screen
          Esc           back, or cancel
          Ctrl+C        cancel at once
          PgUp, PgDn    scroll
        -- any key to close
    "#]]
    .assert_eq(&play(two(), "11?"));
    expect![[r#"
        [A] B Review
        # Keys
          1-3         the row with that number
          Enter       choose the row
          ↑, ↓        move
          Home, End   first and last row
          Tab, →      the page after
          z, Ctrl+O   read on the full screen
          /           filter the list
          Ctrl+G      write in your own editor
          Esc         back, or cancel
          Ctrl+C      cancel at once
          PgUp, PgDn  scroll
        -- any key to close
    "#]]
    .assert_eq(&play(two(), "3?<esc>?"));
}

/// While the form asks whether to cancel, `?` takes the question back and shows the keys.
#[test]
fn help_takes_the_cancel_question_back() {
    expect![[r#"
        *A [B] Review
        Second?
        > 1. b1
          2. b2
          3. Something else…
        ! Cancel and drop 1 answer? Enter/y · Esc back
        --
    "#]]
    .assert_eq(&play(two(), "1<esc>"));
    expect![[r#"
        *A [B] Review
        # Keys
          1-3           the row with that number
          Enter         choose the row
          ↑, ↓          move
          Home, End     first and last row
          Shift+Tab, ←  the page before
          Tab, →        the page after
          z, Ctrl+O     read on the full screen
          /             filter the list
          Ctrl+G        write in your own editor
          Esc           back, or cancel
          Ctrl+C        cancel at once
          PgUp, PgDn    scroll
        -- any key to close
    "#]]
    .assert_eq(&play(two(), "1<esc>?"));
    expect![[r#"
        *A [B] Review
        Second?
        > 1. b1
          2. b2
          3. Something else…
        -- ↑/↓ move · Enter select · Tab next · ? keys · Esc cancel
    "#]]
    .assert_eq(&play(two(), "1<esc>?x"));
}
