//! What the keys do on the pages that not every contract has: notes, danger, numbers, previews below their
//! option, skipping, declining.

use crate::forms;
use crate::forms::{dangerous, direct, many, number, one, previewed, text};
use asq_core::form::Form;
use asq_core::model::{Answer, Kind, Prefs, Question, QuestionOption, Request};
use asq_dialects::{asq, questionnaire};
use asq_testkit::sketch::play;
use expect_test::{Expect, expect};

/// Plays each key string on a new form and compares all that is left at once.
#[track_caller]
fn each(form: impl Fn() -> Form, keys: &[&str], expect: &Expect) {
    let mut out = String::new();
    for k in keys {
        out += "=== ";
        out += k;
        out += "\n";
        out += &play(form(), k);
    }
    expect.assert_eq(&out);
}

/// Without the clock, so that pictures tell of one thing.
fn quiet(mut request: Request) -> Request {
    request.prefs = Prefs { clock: false, ..request.prefs };
    request
}

fn questionnaire(questions: Vec<Question>) -> Form {
    let request = quiet(forms::request(questionnaire::rules::ANSWER, questions));
    Form::new(request, questionnaire::rules::FORM, asq_core::model::Draft::default())
}

fn asq(questions: Vec<Question>) -> Form {
    forms::form(asq::rules::FORM, asq::rules::ANSWER, questions)
}

/// "Press `Tab` (or `n`) on the current question to swap to a notes editor"; S2-18: "Enter saves and stays (a
/// `saved` mark shows). Tab saves too and swaps back."
#[test]
fn notes_are_saved_by_enter_and_by_tab() {
    let form = || questionnaire(vec![one("Env", "Which?", &["a", "b"]), text("Say", "Anything?")]);
    each(
        form,
        &["n", "nwhy<ret>", "nwhy<tab>", "nwhy<c-j>so<ret><tab>1hi<ret>"],
        &expect![[r#"
            === n
            [Env] Say Submit
            note on Env
            Which?
            > |Type a note
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === nwhy<ret>
            [Env] Say Submit
            note on Env
            Which?
            > why|
            ! saved
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === nwhy<tab>
            [Env] Say Submit
            Which?
            > 1. a
              2. b
              3. Other
              note: why
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === nwhy<c-j>so<ret><tab>1hi<ret>
            *Env *Say [*Submit]
            # Review your answers
              Env: a
                note: why↵so
              Say: hi
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
        "#]],
    );
}

/// S2-18: "Esc drops the edit since the last save, goes back to the answer; undo on reopening brings it back."
#[test]
fn esc_drops_what_was_not_saved() {
    let form = || questionnaire(vec![one("Env", "Which?", &["a", "b"])]);
    each(
        form,
        &[
            "nwhy<esc>",
            "nwhy<ret> not<esc>",
            "nwhy<ret> not<esc>n",
            "nwhy<ret> not<esc>n<c-z>",
            "nwhy<esc>n<c-z><tab>1",
        ],
        &expect![[r#"
            === nwhy<esc>
            [Env]
            Which?
            > 1. a
              2. b
              3. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === nwhy<ret> not<esc>
            [Env]
            Which?
            > 1. a
              2. b
              3. Other
              note: why
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === nwhy<ret> not<esc>n
            [Env]
            note on Env
            Which?
            > why|
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === nwhy<ret> not<esc>n<c-z>
            [Env]
            note on Env
            Which?
            > why not|
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === nwhy<esc>n<c-z><tab>1
            answered
            0: a note "why"
        "#]],
    );
}

/// "Notes are independent of the answer": "Answer drafts are untouched by the round trip."
#[test]
fn notes_leave_the_answer_alone() {
    let form = || {
        questionnaire(vec![
            text("Say", "Anything?"),
            one("Env", "Which?", &["a", "b"]),
            number("Rep", "How many?", 1, 9),
        ])
    };
    each(
        form,
        &[
            "half<tab>note<tab>",
            "half<tab>note<tab> more<ret>",
            "x<ret>3own<tab>note<esc>",
            "x<ret>13<tab>n<tab>",
        ],
        &expect![[r#"
            === half<tab>note<tab>
            [Say] Env Rep Submit
            Anything?
            > half|
              note: note
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === half<tab>note<tab> more<ret>
            *Say [Env] Rep Submit
            Which?
            > 1. a
              2. b
              3. Other
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === x<ret>3own<tab>note<esc>
            *Say [Env] Rep Submit
            Which?
              1. a
              2. b
            > 3. Other own|
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc back
            === x<ret>13<tab>n<tab>
            *Say *Env [Rep] Submit
            How many?
            > 3|
              1–9
              note: n
            -- Enter accept · ↑/↓ change · Alt+→ next tab · Tab notes · Esc cancel
        "#]],
    );
}

/// "a danger confirmation": S2-19, S2-21 for confirm_enum.
#[test]
fn danger_without_a_list_is_confirmed_or_declined() {
    let form = || questionnaire(vec![direct("Wipe", "Drop the database?", &["Affirm", "Decline"], None)]);
    each(
        form,
        &[
            "",
            "<ret>",
            "  <ret>",
            "prod<ret>",
            "prod<c-x>",
            "<up><down>prod<up><ret>",
            "pr<tab>sure<tab>od<ret>",
            "prod<esc>",
            "1<ret>",
        ],
        &expect![[r#"
            === 
            [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop the database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === <ret>
            [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop the database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > |Type to confirm
            ! Type the resource name to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ===   <ret>
            [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop the database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            >   |
            ! Type the resource name to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === prod<ret>
            answered
            0: Affirm confirmed "prod"
            === prod<c-x>
            answered
            0: Decline
            === <up><down>prod<up><ret>
            answered
            0: Affirm confirmed "prod"
            === pr<tab>sure<tab>od<ret>
            answered
            0: Affirm note "sure" confirmed "prod"
            === prod<esc>
            cancelled
            0: -
            === 1<ret>
            answered
            0: Affirm confirmed "1"
        "#]],
    );
}

/// "Hides the Submit tab while a danger question is active"; "The previous answer is prefilled in the editor on
/// revisit".
#[test]
fn danger_hides_submit_and_is_prefilled() {
    let form = || {
        questionnaire(vec![
            one("Env", "Which?", &["a", "b"]),
            direct("Wipe", "Drop?", &["Affirm", "Decline"], None),
        ])
    };
    each(
        form,
        &[
            "1",
            "1<a-right>",
            "1<a-left>",
            "1prod<ret>",
            "1prod<ret><left>",
            "1prod<ret><left><ret>",
            "1prod<ret><left><c-x>",
            "1prod<ret><ret>",
        ],
        &expect![[r#"
            === 1
            *Env [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 1<a-right>
            *Env [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 1<a-left>
            [*Env] Wipe Submit
            Which?
            > 1. a ✓
              2. b
              3. Other
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === 1prod<ret>
            *Env *Wipe [*Submit]
            # Review your answers
              Env: a
              Wipe: Affirm
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === 1prod<ret><left>
            *Env [*Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > prod|
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 1prod<ret><left><ret>
            *Env *Wipe [*Submit]
            # Review your answers
              Env: a
              Wipe: Affirm
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === 1prod<ret><left><c-x>
            *Env *Wipe [*Submit]
            # Review your answers
              Env: a
              Wipe: Decline
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === 1prod<ret><ret>
            answered
            0: a
            1: Affirm confirmed "prod"
        "#]],
    );
}

/// S2-19: "Any other type: first its own UI under the DESTRUCTIVE header, then the typed page before the answer is
/// recorded"; S2-21: Ctrl+X "goes back to the type's UI".
#[test]
fn danger_of_other_types_comes_after_their_own_page() {
    let picks = || questionnaire(vec![dangerous(many("Del", "Delete which?", &["a", "b", "c"], 1), None)]);
    each(
        picks,
        &["", "12<end><ret>", "12<end><ret><c-x>", "12<end><ret>yes<ret>"],
        &expect![[r#"
            === 
            [Del]
            ⚠️  DESTRUCTIVE — Del
            Delete which?
            > 1. [ ] a
              2. [ ] b
              3. [ ] c
              4. [ ] Other
              [Select]
            -- ↑/↓ navigate · Enter/Space toggle · Tab notes · ? keys · Esc cancel
            === 12<end><ret>
            [Del]
            ⚠️  DESTRUCTIVE — Del
            Delete which?
              Your answer: a, b
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 12<end><ret><c-x>
            [Del]
            ⚠️  DESTRUCTIVE — Del
            Delete which?
              1. [x] a
              2. [x] b
              3. [ ] c
              4. [ ] Other
            > [Select]
            -- ↑/↓ navigate · Enter/Space commit · Tab notes · ? keys · Esc cancel
            === 12<end><ret>yes<ret>
            answered
            0: a, b confirmed "yes"
        "#]],
    );
    let numbers = || questionnaire(vec![dangerous(number("Rep", "How many?", 1, 9), None)]);
    each(
        numbers,
        &["7<ret>", "7<ret><c-x>", "7<ret>yes<ret>"],
        &expect![[r#"
            === 7<ret>
            [Rep]
            ⚠️  DESTRUCTIVE — Rep
            How many?
              Your answer: 7
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 7<ret><c-x>
            [Rep]
            ⚠️  DESTRUCTIVE — Rep
            How many?
            > 7|
              1–9
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === 7<ret>yes<ret>
            answered
            0: number 7 confirmed "yes"
        "#]],
    );
    let texts =
        || questionnaire(vec![dangerous(text("Say", "Which host?"), None), one("Env", "Which?", &["a"])]);
    each(
        texts,
        &["db1<ret>", "db1<ret><a-right>", "db1<ret><a-right><left>", "db1<ret>db1<ret>1<ret>"],
        &expect![[r#"
            === db1<ret>
            [Say] Env
            ⚠️  DESTRUCTIVE — Say
            Which host?
              Your answer: db1
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === db1<ret><a-right>
            Say [Env] Submit
            Which?
            > 1. a
              2. Other
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === db1<ret><a-right><left>
            [Say] Env Submit
            ⚠️  DESTRUCTIVE — Say
            Which host?
            > db1|
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === db1<ret>db1<ret>1<ret>
            answered
            0: text "db1" confirmed "db1"
            1: a
        "#]],
    );
}

/// S2-23: danger_check off: "the type's ordinary UI under the DESTRUCTIVE header, one ordinary commit".
#[test]
fn danger_unchecked_is_an_ordinary_question() {
    let form = || {
        let mut request = forms::request(
            questionnaire::rules::ANSWER,
            vec![direct("Wipe", "Drop?", &["Affirm", "Decline"], None)],
        );
        request.prefs = Prefs { danger_check: false, clock: false, ..request.prefs };
        Form::new(request, questionnaire::rules::FORM, asq_core::model::Draft::default())
    };
    each(
        form,
        &["", "1"],
        &expect![[r#"
            === 
            [Wipe]
            ⚠️  DESTRUCTIVE — Wipe
            Drop?
            > 1. Affirm
              2. Decline
              3. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === 1
            answered
            0: Affirm
        "#]],
    );
}

/// asq: "danger with `confirm_text` that must be typed exactly (… never prefilled)"
#[test]
fn an_exact_text_is_typed_anew_for_each_answer() {
    let form = || {
        asq(vec![
            direct("Drop", "Drop it?", &["Drop it", "Keep it"], Some("prod db")),
            dangerous(one("Which", "Which one?", &["x", "y"]), Some("sure")),
        ])
    };
    each(
        form,
        &[
            "",
            "prod<ret>",
            "prod db<ret>",
            "prod db<ret>1sur<ret>",
            "prod db<ret>1sur<esc>",
            "prod db<ret>1sure<ret><left>",
            "<c-x>2sure<ret><ret>",
            "prod<esc>",
        ],
        &expect![[r#"
            === 
            [Drop] Which
            ⚠️  DESTRUCTIVE — Drop
            Drop it?
              Confirmed, the answer is: Drop it
              Ctrl+X answers: Keep it
              == prod db
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N notes · Esc cancel all
            === prod<ret>
            [Drop] Which
            ⚠️  DESTRUCTIVE — Drop
            Drop it?
              Confirmed, the answer is: Drop it
              Ctrl+X answers: Keep it
              == prod db
            > prod|
            ! Type the text exactly to confirm
            -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N notes · Esc cancel all
            === prod db<ret>
            *Drop [Which] Review
            ⚠️  DESTRUCTIVE — Which
            Which one?
            > 1. x
              2. y
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc back
            === prod db<ret>1sur<ret>
            *Drop [Which]
            ⚠️  DESTRUCTIVE — Which
            Which one?
              Your answer: x
              == sure
            > sur|
            ! Type the text exactly to confirm
            -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N notes · Esc back
            === prod db<ret>1sur<esc>
            *Drop [Which] Review
            ⚠️  DESTRUCTIVE — Which
            Which one?
            > 1. x
              2. y
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc back
            === prod db<ret>1sure<ret><left>
            *Drop [*Which] *Review
            ⚠️  DESTRUCTIVE — Which
            Which one?
            > 1. x ✓
              2. y
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc back
            === <c-x>2sure<ret><ret>
            answered
            0: Keep it
            1: y confirmed "sure"
            === prod<esc>
            cancelled
            0: -
            1: -
        "#]],
    );
}

/// The whole of it has to have been on the screen: until a surface says so, Enter is refused.
#[test]
fn what_was_not_on_the_screen_is_not_confirmed() {
    use asq_core::form::{Act, Action};
    use asq_core::time::Timestamp;
    let mut form = asq(vec![direct("Drop", "Drop it?", &["Drop it", "Keep it"], Some("prod"))]);
    form.shown(Timestamp(0));
    form.handle(Timestamp(1000), Action::Paste("prod".into()));
    assert_eq!(form.handle(Timestamp(2000), Action::Do(Act::Choose)), vec![]);
    let refused = asq_testkit::sketch::screen(&form.screen());
    // Another page's id changes nothing.
    form.seen(form.screen().page_id + 1);
    assert!(form.screen().must_see);
    let page = form.screen().page_id;
    form.seen(page);
    assert!(!form.screen().must_see);
    form.handle(Timestamp(3000), Action::Do(Act::Choose));
    expect![[r#"
        [Drop]
        ⚠️  DESTRUCTIVE — Drop
        Drop it?
          Confirmed, the answer is: Drop it
          Ctrl+X answers: Keep it
          == prod
        > prod|
        ! Read it all (PgUp): not everything has been on the screen yet
        -- Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N notes · Esc cancel all
        *Drop [*Review]
        # Review your answers
          Drop: Drop it
        > Submit answers
        -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
    "#]]
    .assert_eq(&(refused + &asq_testkit::sketch::screen(&form.screen())));
}

/// S2-12, S2-13: what counts as a number, and how arrows nudge it.
#[test]
fn numbers_are_typed_and_nudged() {
    let form = || {
        let kind = Kind::Number {
            min: Some(1.into()),
            max: Some(100.into()),
            step: 5.into(),
            unit: Some("GB".into()),
        };
        questionnaire(vec![Question { kind, ..number("Size", "How much?", 0, 0) }])
    };
    each(
        form,
        &[
            "",
            "<ret>",
            "1,5<ret>",
            "NaN<ret>",
            "+1e1<ret>",
            "1e999<ret>",
            " 7 <ret>",
            "<up>",
            "<up><up>",
            "7<up>",
            "7<down>",
            "<pgup>",
            "<pgup><pgup><pgup>",
            "0.2<ret>",
        ],
        &expect![[r#"
            === 
            [Size]
            How much?
            > |Type a number GB
              1–100 GB, step 5
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <ret>
            [Size]
            How much?
            > |Type a number GB
              1–100 GB, step 5
            ! Type an answer
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === 1,5<ret>
            [Size]
            How much?
            > 1,5| GB
              1–100 GB, step 5
            ! Write a point, not a comma, as in 1.5
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === NaN<ret>
            [Size]
            How much?
            > NaN| GB
              1–100 GB, step 5
            ! Type a number from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === +1e1<ret>
            answered
            0: number 10
            === 1e999<ret>
            [Size]
            How much?
            > 1e999| GB
              1–100 GB, step 5
            ! This number is too large to send: the limit is 1.8e308
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            ===  7 <ret>
            answered
            0: number 7
            === <up>
            [Size]
            How much?
            > 1| GB
              1–100 GB, step 5
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <up><up>
            [Size]
            How much?
            > 6| GB
              1–100 GB, step 5
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === 7<up>
            [Size]
            How much?
            > 11| GB
              1–100 GB, step 5
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === 7<down>
            [Size]
            How much?
            > 6| GB
              1–100 GB, step 5
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <pgup>
            [Size]
            How much?
            > 46| GB
              1–100 GB, step 5
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <pgup><pgup><pgup>
            [Size]
            How much?
            > 100| GB
              1–100 GB, step 5
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === 0.2<ret>
            [Size]
            How much?
            > 0.2| GB
              1–100 GB, step 5
            ! The number has to be from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
        "#]],
    );
    let tenths = || {
        let kind = Kind::Number { min: None, max: None, step: "0.1".parse().unwrap(), unit: None };
        questionnaire(vec![Question { kind, ..number("T", "Temperature?", 0, 0) }])
    };
    each(
        tenths,
        &["<up><up><up><up>", "0.2<up><ret>", "<down><ret>"],
        &expect![[r#"
            === <up><up><up><up>
            [T]
            Temperature?
            > 0.3|
              step 0.1
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === 0.2<up><ret>
            answered
            0: number 0.3
            === <down><ret>
            answered
            0: number 0
        "#]],
    );
}

/// S2-14: "newline keys do nothing, pasted newlines become spaces"
#[test]
fn a_text_of_one_line() {
    let form = || {
        let kind = Kind::Text { multiline: false, placeholder: Some("name, please".into()) };
        questionnaire(vec![Question { kind, ..text("Name", "Who?") }])
    };
    each(
        form,
        &["", "a<c-j><s-ret><a-ret>b", "<paste:one\\ntwo\\r\\nthree><ret>"],
        &expect![[r#"
        === 
        [Name]
        Who?
        > |name, please
        -- Enter accept · Tab notes · Esc cancel
        === a<c-j><s-ret><a-ret>b
        [Name]
        Who?
        > ab|
        -- Enter accept · Tab notes · Esc cancel
        === <paste:one\ntwo\r\nthree><ret>
        answered
        0: text "one two three"
    "#]],
    );
}

/// "sensitive text (masked, kept out of drafts …)"
#[test]
fn a_sensitive_text_is_masked_and_in_no_draft() {
    let form =
        || asq(vec![Question { sensitive: true, ..text("Key", "Which key?") }, one("A", "First?", &["a1"])]);
    each(
        form,
        &["s3cret", "s3cret<c-g>", "s3cret<ret>1", "s3cret<ret>1<ret>", "s3cret<c-c>"],
        &expect![[r#"
            === s3cret
            [Key] A Review
            Which key?
            > ••••••|
            -- Enter accept · Ctrl+L discuss · Ctrl+J new line · Alt+N note · Esc leave
            === s3cret<c-g>
            [Key] A Review
            Which key?
            > ••••••|
            ! What is masked goes to no other program
            -- Enter accept · Ctrl+L discuss · Ctrl+J new line · Alt+N note · Esc leave
            === s3cret<ret>1
            *Key *A [*Review]
            # Review your answers
              Key: ••••••
              A: a1
            > Submit answers
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            === s3cret<ret>1<ret>
            answered
            0: text "s3cret"
            1: a1
            === s3cret<c-c>
            cancelled
            0: -
            1: -
        "#]],
    );
}

/// "an answer that looks like a secret is confirmed once"
#[test]
fn a_text_that_looks_like_a_secret_is_asked_about() {
    let form = || asq(vec![text("Say", "Anything else?")]);
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    each(
        form,
        &[&format!("{secret}<ret>"), &format!("{secret}<ret><ret>")],
        &expect![[r#"
            === ghp_0123456789abcdefghijABCDEFGHIJ012345<ret>
            Anything else?
            > ghp_0123456789abcdefghijABCDEFGHIJ012345|
            ! This looks like a secret. Enter again sends it; the agent will read it
            -- Enter accept · Ctrl+L discuss · Ctrl+J new line · Alt+N note · Esc leave
            === ghp_0123456789abcdefghijABCDEFGHIJ012345<ret><ret>
            answered
            0: text "ghp_0123456789abcdefghijABCDEFGHIJ012345"
        "#]],
    );
}

/// "Press `e` on a highlighted option to toggle preview expansion"; S2-17: "`R` toggles the raw string".
#[test]
fn previews_open_below_their_option() {
    let form = || {
        questionnaire(vec![previewed("Auth", "Which?", &[("OAuth2", "# Flow"), ("Basic", ""), ("Key", "k")])])
    };
    each(
        form,
        &["", "e", "eR", "R", "ee", "RR", "e<down>e", "e<down><down>e<up><up>", "3eR?"],
        &expect![[r##"
            === 
            [Auth]
            Which?
            > 1. OAuth2
                [markdown] (press e to expand)
              2. Basic
              3. Key
                [markdown] (press e to expand)
              4. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === e
            [Auth]
            Which?
            > 1. OAuth2
                markdown "# Flow"
              2. Basic
              3. Key
                [markdown] (press e to expand)
              4. Other
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === eR
            [Auth]
            Which?
            > 1. OAuth2
                source "# Flow"
              2. Basic
              3. Key
                [markdown] (press e to expand)
              4. Other
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === R
            [Auth]
            Which?
            > 1. OAuth2
                source "# Flow"
              2. Basic
              3. Key
                [markdown] (press e to expand)
              4. Other
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === ee
            [Auth]
            Which?
            > 1. OAuth2
                [markdown] (press e to expand)
              2. Basic
              3. Key
                [markdown] (press e to expand)
              4. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === RR
            [Auth]
            Which?
            > 1. OAuth2
                markdown "# Flow"
              2. Basic
              3. Key
                [markdown] (press e to expand)
              4. Other
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === e<down>e
            [Auth]
            Which?
              1. OAuth2
                markdown "# Flow"
            > 2. Basic
              3. Key
                [markdown] (press e to expand)
              4. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === e<down><down>e<up><up>
            [Auth]
            Which?
            > 1. OAuth2
                markdown "# Flow"
              2. Basic
              3. Key
                markdown "k"
              4. Other
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === 3eR?
            answered
            0: Key
        "##]],
    );
}

/// "skippable questions"
#[test]
fn questions_may_be_skipped() {
    let form = || {
        let skippable = |q: Question| Question { skippable: true, ..q };
        asq(vec![
            skippable(one("A", "First?", &["a1", "a2"])),
            skippable(text("B", "Second?")),
            one("C", "Third?", &["c1", "c2"]),
        ])
    };
    each(
        form,
        &[
            "",
            "s",
            "s<ret>",
            "s<c-s>",
            "s<c-s>s",
            "s<c-s>1",
            "s<c-s>1<ret>",
            "1<left>shalf<c-s>1",
            "s<left>2<right>",
        ],
        &expect![[r#"
            === 
            [A] B C Review
            First?
            > 1. a1
              2. a2
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · s skip · Tab next · ? keys · Esc leave
            === s
            *A [B] C Review
            Second?
            > |Type your answer
            -- Enter accept · Ctrl+S skip · Ctrl+L discuss · Ctrl+J new line · Alt+N note · Esc back
            === s<ret>
            *A [B] C Review
            Second?
            > |Type your answer
            ! Type an answer, or press Ctrl+S to skip
            -- Enter accept · Ctrl+S skip · Ctrl+L discuss · Ctrl+J new line · Alt+N note · Esc back
            === s<c-s>
            *A *B [C] Review
            Third?
            > 1. c1
              2. c2
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc back
            === s<c-s>s
            *A *B [C] Review
            Third?
            > 1. c1
              2. c2
              3. Something else…
              4. Let's discuss this
            ! This question needs an answer
            -- ↑/↓ move · Enter select · Tab next · ? keys · Esc back
            === s<c-s>1
            *A *B *C [*Review]
            # Review your answers
              A: (skipped)
              B: (skipped)
              C: c1
            > Submit answers
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            === s<c-s>1<ret>
            answered
            0: -
            1: -
            2: c1
            === 1<left>shalf<c-s>1
            *A *B *C [*Review]
            # Review your answers
              A: a1
              B: (skipped)
              C: c1
            > Submit answers
            -- Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            === s<left>2<right>
            *A [B] C Review
            Second?
            > 2|
            -- Enter accept · Ctrl+S skip · Ctrl+L discuss · Ctrl+J new line · Alt+N note · Esc back
        "#]],
    );
    let alone = || asq(vec![Question { skippable: true, ..one("A", "First?", &["a1"]) }]);
    each(
        alone,
        &["s"],
        &expect![[r#"
            === s
            answered
            0: -
        "#]],
    );
}

/// "recommended option": in asq's own tone.
#[test]
fn a_recommended_option_says_so() {
    let mut question = one("A", "First?", &["a1 (recommended)", "a2"]);
    question.options[1] = QuestionOption { recommended: true, ..QuestionOption::new("a2") };
    question.default = Some(Answer::Picks(vec![asq_core::model::Pick::Option(1)]));
    each(
        || asq(vec![question.clone()]),
        &[""],
        &expect![[r#"
        === 
        First?
          1. a1 (recommended)
        > 2. a2 (recommended)
          3. Something else…
          4. Let's discuss this
        -- ↑/↓ move · Enter select · n note · ? keys · Esc cancel
    "#]],
    );
}

/// "Decline is offered by … the `asq` form": with a reason, or without one.
#[test]
fn the_whole_request_may_be_declined() {
    let form = || asq(vec![one("A", "First?", &["a1", "a2"]), text("B", "Second?")]);
    each(
        form,
        &[
            "<c-x>",
            "<c-x><ret>",
            "<c-x>not now<ret>",
            "1<c-x>no<esc>",
            "1<c-x>no<esc><c-x>",
            "1typed<c-x><paste:two\\nlines><ret>",
            "<c-x>x<c-c>",
        ],
        &expect![[r#"
            === <c-x>
            [A] B Review
            # Why do you decline? A reason may help the agent.
            > |no reason
            -- Enter decline · Ctrl+G editor · Esc back
            === <c-x><ret>
            declined None
            0: -
            1: -
            === <c-x>not now<ret>
            declined Some("not now")
            0: -
            1: -
            === 1<c-x>no<esc>
            *A [B] Review
            Second?
            > |Type your answer
            -- Enter accept · Ctrl+L discuss · Ctrl+J new line · Alt+N note · Esc back
            === 1<c-x>no<esc><c-x>
            *A [B] Review
            # Why do you decline? A reason may help the agent.
            > no|
            -- Enter decline · Ctrl+G editor · Esc back
            === 1typed<c-x><paste:two\nlines><ret>
            declined Some("two lines")
            0: a1
            1: -
            1: typed Edit "typed"
            === <c-x>x<c-c>
            cancelled
            0: -
            1: -
        "#]],
    );
}
