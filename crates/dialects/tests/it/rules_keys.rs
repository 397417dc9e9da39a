//! The proof that rules as data carry the contracts whose reading and writing come later: fifteen key
//! strings for each of `opencode`, `questionnaire`, `spec` and `asq`.

use crate::forms;
use crate::forms::{compare, dangerous, many, number, one, text};
use asq_core::form::Form;
use asq_core::model::{Answer, Question};
use asq_dialects::{asq, opencode, questionnaire, spec};
use expect_test::{Expect, expect};

/// Plays each key string on a new form and compares all that is left at once.
#[track_caller]
fn each(form: impl Fn() -> Form, keys: &[&str], expect: &Expect) {
    let mut out = String::new();
    for k in keys {
        out += "=== ";
        out += k;
        out += "\n";
        out += &asq_testkit::sketch::play(form(), k);
    }
    expect.assert_eq(&out);
}

fn opencode(questions: Vec<Question>) -> Form {
    forms::form(opencode::rules::FORM, opencode::rules::ANSWER, questions)
}

fn questionnaire(questions: Vec<Question>) -> Form {
    forms::form(questionnaire::rules::FORM, questionnaire::rules::ANSWER, questions)
}

fn spec(questions: Vec<Question>) -> Form {
    forms::form(spec::rules::FORM, spec::rules::ANSWER, questions)
}

fn asq(questions: Vec<Question>) -> Form {
    forms::form(asq::rules::FORM, asq::rules::ANSWER, questions)
}

#[test]
fn opencode_single_submits_on_the_pick() {
    let form = || opencode(vec![one("Pkg", "Which manager?", &["pnpm", "bun"])]);
    each(
        form,
        &["", "j<ret>", "<space>", "3own<ret>", "3own<esc>", "<esc>"],
        &expect![[r#"
        === 
        Which manager?
        > 1. pnpm
          2. bun
          3. Type your own answer
        -- ↑/↓ select · Enter submit · ? keys · Esc dismiss
        === j<ret>
        answered
        0: bun
        === <space>
        answered
        0: pnpm
        === 3own<ret>
        answered
        0: own "own"
        === 3own<esc>
        Which manager?
          1. pnpm
          2. bun
        > 3. Type your own answer own
        -- ↑/↓ select · Enter submit · ? keys · Esc dismiss
        === <esc>
        cancelled
        0: -
    "#]],
    );
}

#[test]
fn opencode_multiple_goes_through_confirm() {
    let form = || opencode(vec![many("Scope", "Which files?", &["api", "db"], 0)]);
    each(
        form,
        &["21<tab>", "21<tab><ret>", "<tab><ret>", "3own<ret>1l<ret>", "3own<ret>"],
        &expect![[r#"
            === 21<tab>
            *Scope [*Confirm]
            # Review
              Scope: db, api
            > Submit
            -- ← back · Enter submit · Esc dismiss
            === 21<tab><ret>
            answered
            0: db, api
            === <tab><ret>
            answered
            0: -
            === 3own<ret>1l<ret>
            answered
            0: own "own", api
            === 3own<ret>
            [*Scope] *Confirm
            Which files?
              1. [ ] api
              2. [ ] db
            > 3. [x] Type your own answer own
              Confirm
            -- Tab next · ↑/↓ select · Enter toggle · Esc dismiss
        "#]],
    );
}

#[test]
fn opencode_several_may_stay_open() {
    let form = || opencode(vec![one("A", "First?", &["a1", "a2"]), many("B", "Second?", &["b1", "b2"], 0)]);
    each(
        form,
        &["1", "1l", "1l<ret>", "lhl", "k"],
        &expect![[r#"
            === 1
            *A [B] Confirm
            Second?
            > 1. [ ] b1
              2. [ ] b2
              3. [ ] Type your own answer
              Confirm
            -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
            === 1l
            *A B [Confirm]
            # Review
              A: a1
              B: (not answered)
              You have not answered all questions: B
            > Submit
            -- ← back · Enter submit · Esc dismiss
            === 1l<ret>
            answered
            0: a1
            1: -
            === lhl
            A [B] Confirm
            Second?
            > 1. [ ] b1
              2. [ ] b2
              3. [ ] Type your own answer
              Confirm
            -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
            === k
            [A] B Confirm
            First?
              1. a1
              2. a2
            > 3. Type your own answer
            -- Tab next · ↑/↓ select · Enter choose · Esc dismiss
        "#]],
    );
}

#[test]
fn questionnaire_lists_and_notes() {
    let form = || questionnaire(vec![one("Env", "Which?", &["staging", "production"])]);
    each(
        form,
        &["", "2", "3mine<ret>", "<tab>why<ret>", "<tab>why<ret><tab>2", "nwhy<tab>1", "nwhy<esc>", "<esc>"],
        &expect![[r#"
            === 
            [Env]
            Which?
            > 1. staging
              2. production
              3. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            ⏱  0:00 elapsed
            === 2
            answered
            0: production
            === 3mine<ret>
            answered
            0: own "mine"
            === <tab>why<ret>
            [Env]
            note on Env
            Which?
            > why|
            ! saved
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            ⏱  0:05 elapsed
            === <tab>why<ret><tab>2
            answered
            0: production note "why"
            === nwhy<tab>1
            answered
            0: staging note "why"
            === nwhy<esc>
            [Env]
            Which?
            > 1. staging
              2. production
              3. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            ⏱  0:05 elapsed
            === <esc>
            cancelled
            0: -
        "#]],
    );
}

#[test]
fn questionnaire_several_picks_refuse_none() {
    let form = || questionnaire(vec![many("Top", "Which?", &["mush", "olive"], 1)]);
    each(
        form,
        &["<up><ret>", "<space><up><ret>", "3own<ret>2<up><ret>"],
        &expect![[r#"
            === <up><ret>
            [Top]
            Which?
              1. [ ] mush
              2. [ ] olive
              3. [ ] Other
            > [Select]
            ! Pick at least one
            -- ↑/↓ navigate · Enter/Space commit · Tab notes · ? keys · Esc cancel
            ⏱  0:02 elapsed
            === <space><up><ret>
            answered
            0: mush
            === 3own<ret>2<up><ret>
            [*Top]
            Which?
            > 1. [x] mush
              2. [x] olive
              3. [x] Other own
              [Select]
            -- ↑/↓ navigate · Enter/Space toggle · Tab notes · ? keys · Esc cancel
            ⏱  0:08 elapsed
        "#]],
    );
}

#[test]
fn questionnaire_numbers_nudge_and_stay_in_range() {
    let form = || {
        let q = number("Rep", "How many?", 1, 100);
        questionnaire(vec![Question { default: Some(Answer::Number(3.into())), ..q }])
    };
    each(
        form,
        &["", "<ret>", "<up><up><ret>", "3000<ret>", "<bs>x<ret>", "<bs>-<ret>"],
        &expect![[r#"
            === 
            [Rep]
            How many?
            > 3|
              1–100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            ⏱  0:00 elapsed
            === <ret>
            answered
            0: number 3
            === <up><up><ret>
            answered
            0: number 5
            === 3000<ret>
            [Rep]
            How many?
            > 3000|
              1–100
            ! The number has to be from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            ⏱  0:05 elapsed
            === <bs>x<ret>
            [Rep]
            How many?
            > x|
              1–100
            ! Type a number from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            ⏱  0:03 elapsed
            === <bs>-<ret>
            [Rep]
            How many?
            > -|
              1–100
            ! Type a number from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            ⏱  0:03 elapsed
        "#]],
    );
}

#[test]
fn questionnaire_switches_tabs_in_editors() {
    let form = || questionnaire(vec![text("Note", "Anything?"), one("Env", "Which?", &["a", "b"])]);
    each(
        form,
        &["hi<a-right>", "hi<ret>]", "hi<ret>1", "hi<ret>1<ret>", "a<c-j>b<ret>[", "<a-right><right><ret>"],
        &expect![[r#"
            === hi<a-right>
            Note [Env] Submit
            Which?
            > 1. a
              2. b
              3. Other
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            ⏱  0:03 elapsed
            === hi<ret>]
            *Note Env [Submit]
            # Review your answers
              Note: hi
              Env: (not answered)
              You have not answered all questions: Env
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            ⏱  0:04 elapsed
            === hi<ret>1
            *Note *Env [*Submit]
            # Review your answers
              Note: hi
              Env: a
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            ⏱  0:04 elapsed
            === hi<ret>1<ret>
            answered
            0: text "hi"
            1: a
            === a<c-j>b<ret>[
            [*Note] Env Submit
            Anything?
            > a⏎b|
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            ⏱  0:05 elapsed
            === <a-right><right><ret>
            Note Env [Submit]
            # Review your answers
              Note: (not answered)
              Env: (not answered)
              You have not answered all questions: Note, Env
            > Submit
            ! Not answered yet: Note, Env. Enter goes to Note
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            ⏱  0:03 elapsed
        "#]],
    );
}

#[test]
fn questionnaire_confirms_danger_by_typing() {
    let form = || {
        let q = dangerous(one("Wipe", "Drop?", &["Affirm", "Decline"]), None);
        questionnaire(vec![q])
    };
    each(
        form,
        &["1", "1<ret>", "1wipe<ret>", "1wi<esc>", "1<tab><tab>"],
        &expect![[r#"
            === 1
            [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop?
              Your answer: Affirm
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ⏱  0:01 elapsed
            === 1<ret>
            [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop?
              Your answer: Affirm
              Type the resource name to confirm:
            > |Type to confirm
            ! Type the resource name to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ⏱  0:02 elapsed
            === 1wipe<ret>
            answered
            0: Affirm confirmed "wipe"
            === 1wi<esc>
            cancelled
            0: -
            === 1<tab><tab>
            [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop?
              Your answer: Affirm
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ⏱  0:03 elapsed
        "#]],
    );
}

#[test]
fn spec_asks_one_question_with_two_ways_out() {
    let form = || spec(vec![one("Layout", "Which layout?", &["Card", "List"])]);
    each(
        form,
        &["", "<down><ret>", "<up>", "3why<ret>", "3why<esc>", "3why<up><ret>", "3<ret>", "4", "<esc>"],
        &expect![[r#"
            === 
            Which layout?
            > 1. Card
              2. List
              3. Something else (I'll explain)
              4. Let's discuss this
            -- Up/Down navigate - Enter to select - Esc to cancel
            === <down><ret>
            answered
            0: List
            === <up>
            Which layout?
            > 1. Card
              2. List
              3. Something else (I'll explain)
              4. Let's discuss this
            -- Up/Down navigate - Enter to select - Esc to cancel
            === 3why<ret>
            answered
            0: own "why"
            === 3why<esc>
            Which layout?
              1. Card
              2. List
            > 3. Something else (I'll explain) why
              4. Let's discuss this
            -- Up/Down navigate - Enter to select - Esc to cancel
            === 3why<up><ret>
            answered
            0: List
            === 3<ret>
            Which layout?
              1. Card
              2. List
            > 3. Something else (I'll explain) |Type your answer
              4. Let's discuss this
            ! Type an answer, or press Esc to go back
            -- Enter to submit - Esc to go back
            === 4
            discuss
            0: -
            === <esc>
            cancelled
            0: -
        "#]],
    );
}

#[test]
fn spec_selects_several_and_refuses_none() {
    let form = || {
        let q = many("Areas", "Which areas?", &["Session", "Errors", "Devices"], 1);
        spec(vec![Question { custom: false, ..q }])
    };
    each(
        form,
        &[
            "<space>",
            "31<down><down><down><ret>",
            "<down><down><down><ret>",
            "<down><down><down><down>",
            "2<esc>",
            "?",
        ],
        &expect![[r#"
            === <space>
            Which areas?
            > [x] Session
              [ ] Errors
              [ ] Devices
              Let's discuss this
              Done (1 selected)
            -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
            === 31<down><down><down><ret>
            discuss
            0: Session, Devices
            === <down><down><down><ret>
            discuss
            0: -
            === <down><down><down><down>
            Which areas?
              [ ] Session
              [ ] Errors
              [ ] Devices
              Let's discuss this
            > Done (0 selected)
            -- Up/Down navigate - Enter/Space to toggle - Esc to cancel
            === 2<esc>
            cancelled
            0: Errors
            === ?
            # Keys
              1-4           the row with that number
              Enter, Space  choose the row
              ↑, ↓          move
              Home, End     first and last row
              o, Ctrl+O     read on the full screen
              Esc           back, or cancel
              Ctrl+C        cancel at once
              PgUp, PgDn    scroll
            -- any key to close
        "#]],
    );
}

#[test]
fn asq_walks_back_by_esc_and_keeps_all() {
    let form = || asq(vec![one("A", "First?", &["a1", "a2"]), many("B", "Second?", &["b1", "b2"], 1)]);
    each(
        form,
        &[
            "1<esc>",
            "1<esc><esc>",
            "1<esc><esc>y",
            "1<up><up>",
            "11<down><down><down><ret><ret>",
            "<up><up>own<esc>",
        ],
        &expect![[r#"
            === 1<esc>
            [*A] B Review
            First?
            > 1. a1 ✓
              2. a2
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc leave
            === 1<esc><esc>
            [*A] B Review
            First?
            > 1. a1 ✓
              2. a2
              3. Something else…
              4. Let's discuss this
            ! Cancel and drop 1 answer? Enter/y · Esc back
            --
            === 1<esc><esc>y
            cancelled
            0: a1
            1: -
            === 1<up><up>
            *A [B] Review
            Second?
              1. [ ] b1
              2. [ ] b2
              3. [ ] Something else…
            > 4. Let's discuss this
              Done (0 picked)
            -- ↑/↓ move · Enter tick · Tab next · ? keys · Esc back
            === 11<down><down><down><ret><ret>
            discuss
            0: a1
            1: b1
            === <up><up>own<esc>
            [A] B Review
            First?
            > 1. a1
              2. a2
              3. own
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc leave
        "#]],
    );
}

#[test]
fn asq_discusses_notes_compares_and_confirms() {
    let plain = || asq(vec![one("A", "First?", &["a1", "a2"])]);
    each(
        plain,
        &["4", "nbecause<tab>1", "j<ret>", "<down><down>mine<ret>", "<down><down>mi<esc><esc>"],
        &expect![[r#"
            === 4
            discuss
            0: -
            === nbecause<tab>1
            answered
            0: a1 note "because"
            === j<ret>
            answered
            0: a2
            === <down><down>mine<ret>
            answered
            0: own "mine"
            === <down><down>mi<esc><esc>
            cancelled
            0: -
            0: typed Custom "mi"
        "#]],
    );
    let previews =
        || asq(vec![Question { custom: true, ..compare("P", "Which?", &[("x", "X"), ("y", "")]) }]);
    each(
        previews,
        &["", "<down><down>own<ret>"],
        &expect![[r#"
            === 
            Which?
            > 1. x
              2. y
              3. Something else…
              4. Let's discuss this
            preview: "X"
            -- ↑/↓ move · Enter select · n note · o read · ? keys · Esc cancel
            === <down><down>own<ret>
            answered
            0: own "own"
        "#]],
    );
    let danger = || asq(vec![dangerous(one("Drop", "Drop it?", &["Yes", "No"]), Some("prod"))]);
    each(
        danger,
        &["1pro<ret>", "1prod<ret>", "1prod<ret><ret>", "1prod<ret><left>2", "1<esc><tab><ret>"],
        &expect![[r#"
            === 1pro<ret>
            [Drop]
            ⚠️  DESTRUCTIVE — Drop
            Drop it?
              Your answer: Yes
              == prod
            > pro|
            ! Type the text exactly to confirm
            -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N notes · Esc back
            === 1prod<ret>
            *Drop [*Review]
            # Review your answers
              Drop: Yes
            > Submit answers
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            === 1prod<ret><ret>
            answered
            0: Yes confirmed "prod"
            === 1prod<ret><left>2
            [Drop]
            ⚠️  DESTRUCTIVE — Drop
            Drop it?
              Your answer: No
              == prod
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N notes · Esc back
            === 1<esc><tab><ret>
            Drop [Review]
            # Review your answers
              Drop: (not answered)
              You have not answered all questions: Drop
            > Submit answers
            ! Not answered yet: Drop. Enter goes to Drop
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
        "#]],
    );
}
