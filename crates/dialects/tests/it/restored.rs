//! Answers that come back from a draft: ticked as they were, and never sent before the person has seen them.

use crate::forms;
use crate::forms::{check, dangerous, many, number, one, text};
use asq_core::form::{Act, Action, Effect, Form, FormRules, Guard};
use asq_core::model::{Answer, AnswerRules, Answers, Draft, Entry, Outcome, Pick, Question, WholeDraft};
use asq_core::text::Shown;
use asq_core::time::Timestamp;
use asq_dialects::{ask_user_question, asq, opencode, question, questionnaire, spec};
use asq_testkit::sketch::play;
use expect_test::expect;

type Rules = (FormRules, AnswerRules);
const QUESTION: Rules = (question::rules::FORM, question::rules::ANSWER);
const ASQ: Rules = (asq::rules::FORM, asq::rules::ANSWER);
const ALL: [Rules; 6] = [
    QUESTION,
    (ask_user_question::rules::FORM, ask_user_question::rules::ANSWER),
    (opencode::rules::FORM, opencode::rules::ANSWER),
    (questionnaire::rules::FORM, questionnaire::rules::ANSWER),
    (spec::rules::FORM, spec::rules::ANSWER),
    ASQ,
];

fn options(picks: &[usize]) -> Answer {
    Answer::Picks(picks.iter().map(|i| Pick::Option(*i)).collect())
}

fn draft(answers: Vec<Option<Answer>>) -> Draft {
    let entries = answers.into_iter().map(|answer| Entry { answer, ..Entry::default() }).collect();
    Draft { answers: Answers { entries }, ..Draft::default() }
}

fn again((rules, answer): Rules, questions: Vec<Question>, answers: Vec<Option<Answer>>) -> Form {
    Form::new(forms::request(answer, questions), rules, draft(answers))
}

#[test]
fn a_single_pick_has_its_focus_and_enter_sends_it() {
    let form = again(QUESTION, vec![one("A", "First?", &["a1", "a2"])], vec![Some(options(&[1]))]);
    check(
        form.clone(),
        "",
        &expect![[r#"
        First?
          1. a1
        > 2. a2 ✓
          3. Something else…
        -- ↑/↓ move · Enter select · 1-3 pick · ? keys · Esc cancel
    "#]],
    );
    check(
        form,
        "<ret>",
        &expect![[r#"
        answered
        0: a2
    "#]],
    );
}

/// Who runs a script again after Esc finds the script's default, not what was ticked before.
#[test]
fn a_scripts_list_starts_with_its_default() {
    let ticks = |script: bool| {
        let mut question = many("A", "Which?", &["x", "y", "z"], 1);
        question.default = Some(options(&[1]));
        let mut request = forms::request(ASQ.1, vec![question]);
        request.from.script = script;
        let kept = Draft { kept: Some(Shown::own("14:03")), ..draft(vec![Some(options(&[0, 2]))]) };
        let screen = play(Form::new(request, ASQ.0, kept), "");
        let ticked = |label: &&str| screen.contains(&format!("[x] {label}"));
        ["x", "y", "z"].into_iter().filter(ticked).collect::<Vec<_>>()
    };
    assert_eq!(ticks(true), ["y"]);
    assert_eq!(ticks(false), ["x", "z"], "an agent's question goes on where it was left");
}

#[test]
fn a_number_a_text_and_several_ticks_come_back_and_the_review_sends_them() {
    let questions =
        || vec![many("A", "Which?", &["x", "y", "z"], 1), number("B", "How many?", 1, 9), text("C", "Say?")];
    let form = again(
        ASQ,
        questions(),
        vec![Some(options(&[2, 0])), Some(Answer::Number(7.into())), Some(Answer::Text("so".into()))],
    );
    check(
        form.clone(),
        "",
        &expect![[r#"
            [*A] *B *C *Review
            Which?
            > 1. [x] x
              2. [ ] y
              3. [x] z
              4. [ ] Something else…
              5. Let's discuss this
              [ Done · 2 picked ]
            -- ↑/↓ move · Enter done · 1-5 tick · Space untick · Tab next · ? keys · Esc cancel
        "#]],
    );
    check(
        form.clone(),
        "<tab><ret><ret>",
        &expect![[r#"
            *A *B *C [*Review]
            # Review your answers
              A: x, z
              B: 7
              C: so
            > [ Submit answers ]
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
        "#]],
    );
    check(
        form,
        "<tab><ret><ret><ret>",
        &expect![[r#"
            answered
            0: x, z
            1: number 7
            2: text "so"
        "#]],
    );
}

/// The review opens without a paint of the second page, so nobody can have seen its answer.
#[test]
fn what_came_back_is_not_sent_before_it_was_on_the_screen() {
    let mut reviewed = 0;
    for rules in ALL {
        let questions = vec![one("A", "First?", &["a1", "a2"]), one("B", "Second?", &["b1", "b2"])];
        let mut form =
            again(rules, questions, vec![Some(options(&[1])), Some(options(&[1]))]).guarded(Guard::OFF);
        let kept = form.draft();
        form.shown(Timestamp(0));
        form.handle(Timestamp(1), Action::Do(Act::NextTab));
        form.handle(Timestamp(2), Action::Do(Act::NextTab));
        // Without a review, Enter picks on the page that it is on.
        if form.screen().must_see {
            reviewed += 1;
            assert_eq!(form.handle(Timestamp(3), Action::Do(Act::Choose)), []);
            assert_eq!(form.draft(), kept);
            form.seen(form.screen().page_id);
            let sent = form.handle(Timestamp(4), Action::Do(Act::Choose));
            assert_eq!(sent, [Effect::Close(Outcome::Answered(kept.answers))]);
        }
    }
    assert_eq!(reviewed, 5, "contracts with a review");
}

/// Declining sends what the person has seen of the draft, and no more.
#[test]
fn what_was_not_seen_goes_out_with_no_other_ending() {
    let questions = vec![one("A", "First?", &["a1", "a2"]), one("B", "Second?", &["b1", "b2"])];
    let mut form = again(ASQ, questions, vec![Some(options(&[1])), Some(options(&[0]))]);
    form.shown(Timestamp(0));
    let cancelled = form.handle(Timestamp(1000), Action::Do(Act::Cancel));
    assert_eq!(cancelled, [Effect::Close(Outcome::Cancelled(draft(vec![Some(options(&[1])), None])))]);
    assert_eq!(form.draft(), draft(vec![Some(options(&[1])), Some(options(&[0]))]));
}

#[test]
fn what_does_not_fit_is_dropped_and_texts_stay() {
    let question = || one("A", "First?", &["a1", "a2"]);
    let own = Answer::Picks(vec![Pick::Option(9), Pick::Custom("mine".into())]);
    let form = again(
        ASQ,
        vec![question(), question(), number("N", "How many?", 1, 9)],
        vec![Some(options(&[7])), Some(own), Some(Answer::Number(12.into()))],
    );
    let kept = form.draft();
    assert_eq!(kept.answers.entries[0], Entry::default());
    assert_eq!(
        kept.answers.entries[1].answer,
        Some(Answer::Picks(vec![Pick::Custom("mine".into())])),
        "the text is an answer, the row that isn't there is none"
    );
    assert_eq!(kept.answers.entries[2], Entry::default());
    assert_eq!(kept.typed.iter().map(|t| (t.question, t.text.raw())).collect::<Vec<_>>(), [(2, "12")]);
}

#[test]
fn of_a_danger_only_the_focus_comes_back_and_of_a_secret_nothing() {
    let secret = Question { sensitive: true, ..one("S", "Token?", &["a", "b"]) };
    let form = again(
        ASQ,
        vec![dangerous(one("A", "Drop?", &["yes", "no"]), Some("prod")), secret],
        vec![Some(options(&[1])), Some(options(&[1]))],
    );
    assert_eq!(form.draft(), draft(vec![None, None]));
    check(
        form,
        "",
        &expect![[r#"
            [A] S Review
            ⚠️  DESTRUCTIVE — A
            Drop?
              1. yes
            > 2. no
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · 1-4 pick · Tab next · ? keys · Esc cancel
        "#]],
    );
}

#[test]
fn the_page_and_a_reason_for_declining_come_back() {
    let whole = WholeDraft { reason: Some("too early".into()), page: Some(1), ..WholeDraft::default() };
    let questions = vec![one("A", "First?", &["a1", "a2"]), one("B", "Second?", &["b1", "b2"])];
    let form = again(ASQ, questions, vec![Some(options(&[1])), None]).with_whole(&whole);
    assert_eq!(form.whole(), whole);
    check(
        form.clone(),
        "",
        &expect![[r#"
            *A [B] Review
            Second?
            > 1. b1
              2. b2
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · 1-4 pick · Tab next · ? keys · Esc back
        "#]],
    );
    check(
        form,
        "<c-x>",
        &expect![[r#"
        *A [B] Review
        # Why do you decline? A reason may help the agent.
        > too early|
        -- Enter decline · Ctrl+G editor · Esc back
    "#]],
    );
}
