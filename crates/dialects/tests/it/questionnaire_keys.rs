//! What keys do in the contract `AskUserQuestion` v2, sentence by sentence.

use asq_core::form::Form;
use asq_core::model::{Draft, Prefs, Request};
use asq_dialects::{ToolCall, What, by_id};
use asq_testkit::sketch::play;
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn request(questions: &Value, prefs: Prefs) -> Request {
    let call = ToolCall { name: None, arguments: json!({ "questions": questions }) };
    match (by_id("questionnaire").unwrap().read)(&call, &prefs).unwrap().what {
        What::Ask { request, .. } => request,
        What::Reply(_) => panic!("somebody is asked"),
    }
}

/// Without the clock, which is pictured elsewhere.
fn form(questions: &Value) -> Form {
    let prefs = Prefs { clock: false, ..Prefs::default() };
    Form::new(request(questions, prefs), (by_id("questionnaire").unwrap().form)(&prefs), Draft::default())
}

/// Plays each key string on a form of its own.
#[track_caller]
fn each(questions: &Value, keys: &[&str], expect: &Expect) {
    let played: Vec<String> =
        keys.iter().map(|keys| format!("=== {keys}\n{}", play(form(questions), keys))).collect();
    expect.assert_eq(&played.concat());
}

fn env() -> Value {
    json!([{"header": "Env", "question": "Which environment?", "type": "select_one", "options": [
        {"label": "staging", "description": "Validate safely"},
        {"label": "production", "description": "Ship it"},
        {"label": "canary", "description": "1% of traffic"}]}])
}

fn toppings() -> Value {
    json!([{"header": "Toppings", "question": "Pick your toppings", "type": "select_many", "options": [
        {"label": "mushrooms"}, {"label": "pepperoni"}, {"label": "olives"}, {"label": "pineapple"}]}])
}

fn confirm(dangerous: bool) -> Value {
    json!([{"header": "Confirm", "question": "Drop the prod database?", "type": "confirm_enum",
        "is_dangerous": dangerous}])
}

fn number(default: Option<f64>) -> Value {
    json!([{"header": "Replicas", "question": "How many replicas?", "type": "number", "min": 1, "max": 100,
        "default": default}])
}

fn feedback() -> Value {
    json!([{"header": "Feedback", "question": "Any other notes?", "type": "free_text",
        "placeholder": "context, blockers, surprises…"}])
}

fn several(parts: &[Value]) -> Value {
    parts.iter().map(|part| part[0].clone()).collect()
}

/// "Single-choice list. 2–7 user options + auto `Other`"; S2-15: digits pick; S2-16: one question's commit submits.
#[test]
fn select_one() {
    each(
        &env(),
        &["", "<ret>", "<down><ret>", "<down><space>", "3", "9", "<up>", "<up><up>"],
        &expect![[r#"
            === 
            [Env]
            Which environment?
            > 1. staging
              2. production
              3. canary
              4. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <ret>
            answered
            0: staging
            === <down><ret>
            answered
            0: production
            === <down><space>
            answered
            0: production
            === 3
            answered
            0: canary
            === 9
            [Env]
            Which environment?
            > 1. staging
              2. production
              3. canary
              4. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <up>
            [Env]
            Which environment?
              1. staging
              2. production
              3. canary
            > 4. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <up><up>
            [Env]
            Which environment?
              1. staging
              2. production
            > 3. canary
              4. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
        "#]],
    );
}

/// "If the user picks `Other`", "Picking it opens a free-text editor"; S2-10: blank text is refused.
#[test]
fn other_opens_an_editor() {
    each(
        &env(),
        &[
            "4",
            "<up><ret>rollback<ret>",
            "4 <ret>",
            "4two<c-j>lines<ret>",
            "4half<esc>",
            "4half<esc><ret> done<ret>",
        ],
        &expect![[r#"
            === 4
            [Env]
            Which environment?
              1. staging
              2. production
              3. canary
            > 4. Other |Type your answer
            -- Enter accept · Ctrl+J new line · Tab notes · Esc back
            === <up><ret>rollback<ret>
            answered
            0: own "rollback"
            === 4 <ret>
            [Env]
            Which environment?
              1. staging
              2. production
              3. canary
            > 4. Other  |
            ! Type an answer, or press Esc to go back
            -- Enter accept · Ctrl+J new line · Tab notes · Esc back
            === 4two<c-j>lines<ret>
            answered
            0: own "two\nlines"
            === 4half<esc>
            [Env]
            Which environment?
              1. staging
              2. production
              3. canary
            > 4. Other half
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === 4half<esc><ret> done<ret>
            answered
            0: own "half done"
        "#]],
    );
}

/// "On revisit, the editor is preloaded with the previous Other text so the user can edit or replace it".
#[test]
fn other_is_preloaded_on_revisit() {
    each(
        &several(&[env(), feedback()]),
        &[
            "4rollback<ret><a-left>",
            "4rollback<ret><a-left><ret>",
            "4rollback<ret><a-left><ret> now<ret>x<ret><ret>",
        ],
        &expect![[r#"
            === 4rollback<ret><a-left>
            [*Env] Feedback Submit
            Which environment?
              1. staging
              2. production
              3. canary
            > 4. Other rollback ✓
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === 4rollback<ret><a-left><ret>
            [*Env] Feedback Submit
            Which environment?
              1. staging
              2. production
              3. canary
            > 4. Other rollback| ✓
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc back
            === 4rollback<ret><a-left><ret> now<ret>x<ret><ret>
            answered
            0: own "rollback now"
            1: text "x"
        "#]],
    );
}

/// "Space to toggle, Enter on the highlighted `[Select]` button to commit the array"; S2-11, S2-10.
#[test]
fn select_many() {
    each(
        &toppings(),
        &[
            "<space><down><down><space>",
            "<space><down><down><space><end><ret>",
            "<ret><down><ret><up><ret><end><ret>",
            "31<end><ret>",
            "<end><ret>",
            "5anchovies<ret>1<end><ret>",
            "5anchovies<ret><ret><c-u><esc><end><ret>",
        ],
        &expect![[r#"
            === <space><down><down><space>
            [*Toppings]
            Pick your toppings
              1. [x] mushrooms
              2. [ ] pepperoni
            > 3. [x] olives
              4. [ ] pineapple
              5. [ ] Other
              [Select]
            -- ↑/↓ navigate · Enter/Space toggle · Tab notes · ? keys · Esc cancel
            === <space><down><down><space><end><ret>
            answered
            0: mushrooms, olives
            === <ret><down><ret><up><ret><end><ret>
            answered
            0: pepperoni
            === 31<end><ret>
            answered
            0: mushrooms, olives
            === <end><ret>
            [Toppings]
            Pick your toppings
              1. [ ] mushrooms
              2. [ ] pepperoni
              3. [ ] olives
              4. [ ] pineapple
              5. [ ] Other
            > [Select]
            ! Pick at least one
            -- ↑/↓ navigate · Enter/Space commit · Tab notes · ? keys · Esc cancel
            === 5anchovies<ret>1<end><ret>
            answered
            0: mushrooms, own "anchovies"
            === 5anchovies<ret><ret><c-u><esc><end><ret>
            [Toppings]
            Pick your toppings
              1. [ ] mushrooms
              2. [ ] pepperoni
              3. [ ] olives
              4. [ ] pineapple
              5. [ ] Other
            > [Select]
            ! Pick at least one
            -- ↑/↓ navigate · Enter/Space commit · Tab notes · ? keys · Esc cancel
        "#]],
    );
}

/// "Yes/No/Other. If `options` is omitted, normalizes to Affirm, Decline plus auto `Other`".
#[test]
fn confirm_enum() {
    each(
        &confirm(false),
        &["", "<ret>", "2", "3tomorrow<ret>"],
        &expect![[r#"
            === 
            [Confirm]
            Drop the prod database?
            > 1. Affirm
              2. Decline
              3. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <ret>
            answered
            0: Affirm
            === 2
            answered
            0: Decline
            === 3tomorrow<ret>
            answered
            0: own "tomorrow"
        "#]],
    );
}

/// "Up/Down in the editor nudge by 1"; S2-13: from empty the smallest, at the ends it stays.
#[test]
fn number_is_nudged() {
    each(
        &number(None),
        &["", "<up>", "<down>", "<up><up><up><ret>", "99<up><up>", "2<down><down><ret>", "2.5<up><ret>"],
        &expect![[r#"
            === 
            [Replicas]
            How many replicas?
            > |Type a number
              1–100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <up>
            [Replicas]
            How many replicas?
            > 1|
              1–100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <down>
            [Replicas]
            How many replicas?
            > 1|
              1–100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <up><up><up><ret>
            answered
            0: number 3
            === 99<up><up>
            [Replicas]
            How many replicas?
            > 100|
              1–100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === 2<down><down><ret>
            answered
            0: number 1
            === 2.5<up><ret>
            answered
            0: number 3
        "#]],
    );
    let open = json!([{"header": "N", "question": "?", "type": "number"}]);
    each(
        &open,
        &["<up>", "<down><down><ret>"],
        &expect![[r#"
            === <up>
            [N]
            ?
            > 0|
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <down><down><ret>
            answered
            0: number -1
        "#]],
    );
    let most = json!([{"header": "N", "question": "?", "type": "number", "max": -5}]);
    each(
        &most,
        &["<down>", "<down><up><up>"],
        &expect![[r#"
            === <down>
            [N]
            ?
            > -5|
              -5 or less
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <down><up><up>
            [N]
            ?
            > -5|
              -5 or less
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
        "#]],
    );
}

/// "Out-of-range input is rejected … the editor stays in input mode until a valid number is entered"; S2-12.
#[test]
fn number_stays_until_it_is_valid() {
    each(
        &number(Some(3.0)),
        &[
            "",
            "<ret>",
            "<c-u>101<ret>",
            "<c-u>101<ret><bs><ret>",
            "<c-u>0<ret>",
            "<c-u><ret>",
            "<c-u>1,5<ret>",
            "<c-u>NaN<ret>",
            "<c-u>Infinity<ret>",
            "<c-u>1e400<ret>",
            "<c-u> +1e1 <ret>",
            "<c-u>ten<ret>",
            "<c-j>0<ret>",
            "<paste:0\\n><ret>",
        ],
        &expect![[r#"
            === 
            [Replicas]
            How many replicas?
            > 3.0|
              1–100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <ret>
            answered
            0: number 3.0
            === <c-u>101<ret>
            [Replicas]
            How many replicas?
            > 101|
              1–100
            ! The number has to be from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <c-u>101<ret><bs><ret>
            answered
            0: number 10
            === <c-u>0<ret>
            [Replicas]
            How many replicas?
            > 0|
              1–100
            ! The number has to be from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <c-u><ret>
            [Replicas]
            How many replicas?
            > |Type a number
              1–100
            ! Type an answer
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <c-u>1,5<ret>
            [Replicas]
            How many replicas?
            > 1,5|
              1–100
            ! Write a point, not a comma, as in 1.5
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <c-u>NaN<ret>
            [Replicas]
            How many replicas?
            > NaN|
              1–100
            ! Type a number from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <c-u>Infinity<ret>
            [Replicas]
            How many replicas?
            > Infinity|
              1–100
            ! Type a number from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <c-u>1e400<ret>
            [Replicas]
            How many replicas?
            > 1e400|
              1–100
            ! This number is too large to send: the limit is 1.8e308
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <c-u> +1e1 <ret>
            answered
            0: number 10
            === <c-u>ten<ret>
            [Replicas]
            How many replicas?
            > ten|
              1–100
            ! Type a number from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <c-j>0<ret>
            [Replicas]
            How many replicas?
            > 0|
              1–100
            ! The number has to be from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === <paste:0\n><ret>
            [Replicas]
            How many replicas?
            > 0 |
              1–100
            ! The number has to be from 1 to 100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
        "#]],
    );
}

/// "`Shift+Enter` for a newline; `Enter` to submit"; S2-10: blank is refused.
#[test]
fn free_text() {
    each(
        &feedback(),
        &[
            "",
            "slow<s-ret>very<ret>",
            "slow<a-ret>very<c-j>so<ret>",
            " <ret>",
            "n?[]1<ret>",
            "<paste:a\\r\\nb\\rc><ret>",
        ],
        &expect![[r#"
            === 
            [Feedback]
            Any other notes?
            > |context, blockers, surprises…
            -- Enter accept · Ctrl+J new line · Tab notes · Esc cancel
            === slow<s-ret>very<ret>
            answered
            0: text "slow\nvery"
            === slow<a-ret>very<c-j>so<ret>
            answered
            0: text "slow\nvery\nso"
            ===  <ret>
            [Feedback]
            Any other notes?
            >  |
            ! Type an answer
            -- Enter accept · Ctrl+J new line · Tab notes · Esc cancel
            === n?[]1<ret>
            answered
            0: text "n?[]1"
            === <paste:a\r\nb\rc><ret>
            answered
            0: text "a\nb\nc"
        "#]],
    );
}

/// S2-14: `multiline: false`: newline keys do nothing, pasted line breaks become spaces.
#[test]
fn free_text_of_one_line() {
    let one = json!([{"header": "F", "question": "?", "type": "free_text", "multiline": false}]);
    each(
        &one,
        &["", "a<s-ret>b<c-j>c<a-ret>d<ret>", "<paste:a\\r\\nb\\rc><ret>"],
        &expect![[r#"
        === 
        [F]
        ?
        > |Type your answer
        -- Enter accept · Tab notes · Esc cancel
        === a<s-ret>b<c-j>c<a-ret>d<ret>
        answered
        0: text "abcd"
        === <paste:a\r\nb\rc><ret>
        answered
        0: text "a b c"
    "#]],
    );
}

/// "previous text is preloaded when revisiting a question"; a default is preloaded, too (S2-8).
#[test]
fn texts_are_preloaded_on_revisit() {
    let text = json!([{"header": "T", "question": "?", "type": "free_text", "default": "as ever"}]);
    each(
        &several(&[text, number(Some(3.0))]),
        &[
            "",
            "<ret><up><ret>",
            "<ret><up><ret>[",
            "<ret><up><ret>[[<a-left>",
            "<bs><bs><ret><up><ret><ret>",
            "<a-right><a-right>",
        ],
        &expect![[r#"
            === 
            [T] Replicas Submit
            ?
            > as ever|
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === <ret><up><ret>
            *T *Replicas [*Submit]
            # Review your answers
              T: as ever
              Replicas: 4
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === <ret><up><ret>[
            *T [*Replicas] *Submit
            How many replicas?
            > 4|
              1–100
            -- Enter accept · ↑/↓ change · Alt+→ next tab · Tab notes · Esc cancel
            === <ret><up><ret>[[<a-left>
            [*T] Replicas Submit
            ?
            > as ever|
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === <bs><bs><ret><up><ret><ret>
            answered
            0: text "as ev"
            1: number 4
            === <a-right><a-right>
            T Replicas [Submit]
            # Review your answers
              T: (not answered)
              Replicas: (not answered)
              You have not answered all questions: T, Replicas
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
        "#]],
    );
}

/// S2-8: a default is never an answer until the person commits it.
#[test]
fn defaults_are_where_the_person_starts() {
    let one = json!([{"header": "One", "question": "?", "type": "select_one", "default": "b",
        "options": [{"label": "a"}, {"label": "b"}]}]);
    let many = json!([{"header": "Many", "question": "?", "type": "select_many", "default": ["c", "a"],
        "options": [{"label": "a"}, {"label": "b"}, {"label": "c"}]}]);
    let yes = json!([{"header": "Yes", "question": "?", "type": "confirm_enum", "default": "decline"}]);
    each(
        &one,
        &["", "<ret>"],
        &expect![[r#"
            === 
            [One]
            ?
              1. a
            > 2. b
              3. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <ret>
            answered
            0: b
        "#]],
    );
    each(
        &many,
        &["", "<end><ret>", "2<end><ret>"],
        &expect![[r#"
            === 
            [Many]
            ?
            > 1. [x] a
              2. [ ] b
              3. [x] c
              4. [ ] Other
              [Select]
            -- ↑/↓ navigate · Enter/Space toggle · Tab notes · ? keys · Esc cancel
            === <end><ret>
            answered
            0: a, c
            === 2<end><ret>
            answered
            0: a, b, c
        "#]],
    );
    each(
        &yes,
        &["", "<ret>"],
        &expect![[r#"
            === 
            [Yes]
            ?
              1. Affirm
            > 2. Decline
              3. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <ret>
            answered
            0: Decline
        "#]],
    );
    each(
        &several(&[one, many, yes, number(Some(3.0))]),
        &["]]]<a-right>", "]]]<a-right><ret>", "]]2]<a-right>"],
        &expect![[r#"
            === ]]]<a-right>
            One Many Yes Replicas [Submit]
            # Review your answers
              One: (not answered)
              Many: (suggested, not chosen)
              Yes: (not answered)
              Replicas: (not answered)
              You have not answered all questions: One, Many, Yes, Replicas
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === ]]]<a-right><ret>
            One Many Yes Replicas [Submit]
            # Review your answers
              One: (not answered)
              Many: (suggested, not chosen)
              Yes: (not answered)
              Replicas: (not answered)
              You have not answered all questions: One, Many, Yes, Replicas
            > Submit
            ! Not answered yet: One, Many, Yes, Replicas. Enter goes to One
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === ]]2]<a-right>
            One Many *Yes Replicas [Submit]
            # Review your answers
              One: (not answered)
              Many: (suggested, not chosen)
              Yes: Decline
              Replicas: (typed; Enter there accepts it)
              You have not answered all questions: One, Many, Replicas
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
        "#]],
    );
}

/// S2-15: ←/→ and `[` `]` switch tabs in lists; in editors Alt+←/→ and Ctrl+PgUp/PgDn do, the arrows are the caret's.
#[test]
fn tabs() {
    let all = several(&[env(), feedback(), number(None)]);
    each(
        &all,
        &[
            "",
            "<right>",
            "]",
            "]ab<left>c",
            "]ab[c]",
            "]ab<a-right>",
            "]ab<c-pgdn>",
            "]ab<a-right><c-pgup>",
            "]ab<a-left>",
            "]ab<a-right><a-right>",
            "]<a-right><a-right><left>",
            "]<a-right><a-right>[",
            "4own<a-right>",
        ],
        &expect![[r#"
            === 
            [Env] Feedback Replicas Submit
            Which environment?
            > 1. staging
              2. production
              3. canary
              4. Other
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === <right>
            Env [Feedback] Replicas Submit
            Any other notes?
            > |context, blockers, surprises…
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === ]
            Env [Feedback] Replicas Submit
            Any other notes?
            > |context, blockers, surprises…
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === ]ab<left>c
            Env [Feedback] Replicas Submit
            Any other notes?
            > ac|b
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === ]ab[c]
            Env [Feedback] Replicas Submit
            Any other notes?
            > ab[c]|
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === ]ab<a-right>
            Env Feedback [Replicas] Submit
            How many replicas?
            > |Type a number
              1–100
            -- Enter accept · ↑/↓ change · Alt+→ next tab · Tab notes · Esc cancel
            === ]ab<c-pgdn>
            Env Feedback [Replicas] Submit
            How many replicas?
            > |Type a number
              1–100
            -- Enter accept · ↑/↓ change · Alt+→ next tab · Tab notes · Esc cancel
            === ]ab<a-right><c-pgup>
            Env [Feedback] Replicas Submit
            Any other notes?
            > ab|
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === ]ab<a-left>
            [Env] Feedback Replicas Submit
            Which environment?
            > 1. staging
              2. production
              3. canary
              4. Other
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === ]ab<a-right><a-right>
            Env Feedback Replicas [Submit]
            # Review your answers
              Env: (not answered)
              Feedback: (typed; Enter there accepts it)
              Replicas: (not answered)
              You have not answered all questions: Env, Feedback, Replicas
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === ]<a-right><a-right><left>
            Env Feedback [Replicas] Submit
            How many replicas?
            > |Type a number
              1–100
            -- Enter accept · ↑/↓ change · Alt+→ next tab · Tab notes · Esc cancel
            === ]<a-right><a-right>[
            Env Feedback [Replicas] Submit
            How many replicas?
            > |Type a number
              1–100
            -- Enter accept · ↑/↓ change · Alt+→ next tab · Tab notes · Esc cancel
            === 4own<a-right>
            Env [Feedback] Replicas Submit
            Any other notes?
            > |context, blockers, surprises…
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
        "#]],
    );
}

/// "every question is always required"; S2-10, S2-16: Submit names what is open, Enter goes there.
#[test]
fn submit_needs_every_answer() {
    let all = several(&[env(), toppings(), feedback()]);
    each(
        &all,
        &[
            "]]<a-right><ret>",
            "]]<a-right><ret><ret>",
            "1<space><end><ret>fine<ret>",
            "1<space><end><ret>fine<ret><ret>",
            "1<space><end><ret>fine<ret><up><ret>",
        ],
        &expect![[r#"
            === ]]<a-right><ret>
            Env Toppings Feedback [Submit]
            # Review your answers
              Env: (not answered)
              Toppings: (not answered)
              Feedback: (not answered)
              You have not answered all questions: Env, Toppings, Feedback
            > Submit
            ! Not answered yet: Env, Toppings, Feedback. Enter goes to Env
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === ]]<a-right><ret><ret>
            [Env] Toppings Feedback Submit
            Which environment?
            > 1. staging
              2. production
              3. canary
              4. Other
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === 1<space><end><ret>fine<ret>
            *Env *Toppings *Feedback [*Submit]
            # Review your answers
              Env: staging
              Toppings: mushrooms
              Feedback: fine
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === 1<space><end><ret>fine<ret><ret>
            answered
            0: staging
            1: mushrooms
            2: text "fine"
            === 1<space><end><ret>fine<ret><up><ret>
            *Env *Toppings [*Feedback] *Submit
            Any other notes?
            > fine|
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
        "#]],
    );
}

/// "Press `Tab` (or `n`) on the current question to swap to a notes editor"; S2-18.
#[test]
fn notes() {
    each(
        &env(),
        &[
            "<tab>",
            "n",
            "<tab>why not<ret>",
            "<tab>why not<ret> more<esc>",
            "<tab>why not<ret> more<esc><tab>",
            "<tab>why not<ret> more<esc><tab><c-z>",
            "<tab>why<tab>",
            "<tab>why<tab><down><ret>",
            "<tab>a<c-j>b<s-ret>c<tab><ret>",
            "<tab>gone<esc><ret>",
            "<tab>why<esc><esc>",
        ],
        &expect![[r#"
            === <tab>
            [Env]
            note on Env
            Which environment?
            > |Type a note
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === n
            [Env]
            note on Env
            Which environment?
            > |Type a note
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === <tab>why not<ret>
            [Env]
            note on Env
            Which environment?
            > why not|
            ! saved
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === <tab>why not<ret> more<esc>
            [Env]
            Which environment?
            > 1. staging
              2. production
              3. canary
              4. Other
              note: why not
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <tab>why not<ret> more<esc><tab>
            [Env]
            note on Env
            Which environment?
            > why not|
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === <tab>why not<ret> more<esc><tab><c-z>
            [Env]
            note on Env
            Which environment?
            > why not more|
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === <tab>why<tab>
            [Env]
            Which environment?
            > 1. staging
              2. production
              3. canary
              4. Other
              note: why
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <tab>why<tab><down><ret>
            answered
            0: production note "why"
            === <tab>a<c-j>b<s-ret>c<tab><ret>
            answered
            0: staging note "a\nb\nc"
            === <tab>gone<esc><ret>
            answered
            0: staging
            === <tab>why<esc><esc>
            cancelled
            0: -
            0: typed Note "why"
        "#]],
    );
}

/// "you can attach a note to an answered question, a danger confirmation, or a `free_text` you haven't submitted yet".
#[test]
fn notes_anywhere() {
    each(
        &several(&[env(), feedback()]),
        &[
            "1<a-left><tab>later<tab>",
            "]half<tab>note n<tab>",
            "]half<tab>note<tab>way<ret>[<tab>x<tab>1",
            "4own<tab>why<tab>!<ret>",
        ],
        &expect![[r#"
            === 1<a-left><tab>later<tab>
            [*Env] Feedback Submit
            Which environment?
            > 1. staging ✓
              2. production
              3. canary
              4. Other
              note: later
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === ]half<tab>note n<tab>
            Env [Feedback] Submit
            Any other notes?
            > half|
              note: note n
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === ]half<tab>note<tab>way<ret>[<tab>x<tab>1
            Env [Feedback] Submit
            Any other notes?
            > halfway1|
              note: notex
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
            === 4own<tab>why<tab>!<ret>
            *Env [Feedback] Submit
            Any other notes?
            > |context, blockers, surprises…
            -- Enter accept · Ctrl+J new line · Alt+→ next tab · Tab notes · Esc cancel
        "#]],
    );
    each(
        &confirm(true),
        &["<tab>asked SRE<tab>", "pro<tab>asked SRE<ret><tab>d<ret>"],
        &expect![[r#"
        === <tab>asked SRE<tab>
        [Confirm]
        ⚠️  DESTRUCTIVE — Confirm
        Drop the prod database?
          Confirmed, the answer is: Affirm
          Ctrl+X answers: Decline
          Type the resource name to confirm:
        > |Type to confirm
          note: asked SRE
        -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
        === pro<tab>asked SRE<ret><tab>d<ret>
        answered
        0: Affirm note "asked SRE" confirmed "prod"
    "#]],
    );
    each(
        &number(None),
        &["7<tab>n<tab>", "n"],
        &expect![[r#"
            === 7<tab>n<tab>
            [Replicas]
            How many replicas?
            > 7|
              1–100
              note: n
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === n
            [Replicas]
            How many replicas?
            > n|
              1–100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
        "#]],
    );
}

/// "Skips the type-specific UI … and shows a typed-confirmation prompt", "accepts the answer only if the user types a
/// non-empty string", "Up/Down are suppressed", "`Esc` as cancelling the whole questionnaire"; S2-21: Ctrl+X declines.
#[test]
fn danger() {
    each(
        &confirm(true),
        &[
            "",
            "prod<ret>",
            "<ret>",
            " <ret>",
            "prod<up><down>!<ret>",
            "prod<esc>",
            "<c-x>",
            "prod<c-x>",
            "a<c-j>b<ret>",
            "<paste:prod\\n>",
        ],
        &expect![[r#"
            === 
            [Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            Drop the prod database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === prod<ret>
            answered
            0: Affirm confirmed "prod"
            === <ret>
            [Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            Drop the prod database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > |Type to confirm
            ! Type the resource name to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            ===  <ret>
            [Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            Drop the prod database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            >  |
            ! Type the resource name to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === prod<up><down>!<ret>
            answered
            0: Affirm confirmed "prod!"
            === prod<esc>
            cancelled
            0: -
            === <c-x>
            answered
            0: Decline
            === prod<c-x>
            answered
            0: Decline
            === a<c-j>b<ret>
            answered
            0: Affirm confirmed "ab"
            === <paste:prod\n>
            [Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            Drop the prod database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > prod |
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
        "#]],
    );
}

/// S2-19: any other type shows its own page first; S2-21: declining goes back there.
#[test]
fn danger_of_other_types() {
    let mut env = env();
    env[0]["is_dangerous"] = true.into();
    let mut toppings = toppings();
    toppings[0]["is_dangerous"] = true.into();
    let mut number = number(Some(3.0));
    number[0]["is_dangerous"] = true.into();
    let mut feedback = feedback();
    feedback[0]["is_dangerous"] = true.into();
    each(
        &env,
        &["", "2", "2production<ret>", "2<c-x>", "4mine<ret>x<ret>", "2<esc>"],
        &expect![[r#"
            === 
            [Env]
            ⚠️  DESTRUCTIVE — Env
            Which environment?
            > 1. staging
              2. production
              3. canary
              4. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === 2
            [Env]
            ⚠️  DESTRUCTIVE — Env
            Which environment?
              Your answer: production
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 2production<ret>
            answered
            0: production confirmed "production"
            === 2<c-x>
            [Env]
            ⚠️  DESTRUCTIVE — Env
            Which environment?
              1. staging
            > 2. production
              3. canary
              4. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === 4mine<ret>x<ret>
            answered
            0: own "mine" confirmed "x"
            === 2<esc>
            cancelled
            0: -
        "#]],
    );
    each(
        &toppings,
        &["13<end><ret>", "13<end><ret>x<ret>", "13<end><ret><c-x>"],
        &expect![[r#"
            === 13<end><ret>
            [Toppings]
            ⚠️  DESTRUCTIVE — Toppings
            Pick your toppings
              Your answer: mushrooms, olives
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 13<end><ret>x<ret>
            answered
            0: mushrooms, olives confirmed "x"
            === 13<end><ret><c-x>
            [Toppings]
            ⚠️  DESTRUCTIVE — Toppings
            Pick your toppings
              1. [x] mushrooms
              2. [ ] pepperoni
              3. [x] olives
              4. [ ] pineapple
              5. [ ] Other
            > [Select]
            -- ↑/↓ navigate · Enter/Space commit · Tab notes · ? keys · Esc cancel
        "#]],
    );
    each(
        &number,
        &["", "9<ret>", "9<ret>x<ret>", "9<ret><c-x>"],
        &expect![[r#"
            === 
            [Replicas]
            ⚠️  DESTRUCTIVE — Replicas
            How many replicas?
            > |Type a number
              1–100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
            === 9<ret>
            [Replicas]
            ⚠️  DESTRUCTIVE — Replicas
            How many replicas?
              Your answer: 9
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 9<ret>x<ret>
            answered
            0: number 9 confirmed "x"
            === 9<ret><c-x>
            [Replicas]
            ⚠️  DESTRUCTIVE — Replicas
            How many replicas?
            > 9|
              1–100
            -- Enter accept · ↑/↓ change · Tab notes · Esc cancel
        "#]],
    );
    each(
        &feedback,
        &["text<ret>", "text<ret>x<ret>", "text<ret><c-x>"],
        &expect![[r#"
        === text<ret>
        [Feedback]
        ⚠️  DESTRUCTIVE — Feedback
        Any other notes?
          Your answer: text
          Type the resource name to confirm:
        > |Type to confirm
        -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
        === text<ret>x<ret>
        answered
        0: text "text" confirmed "x"
        === text<ret><c-x>
        [Feedback]
        ⚠️  DESTRUCTIVE — Feedback
        Any other notes?
        > text|
        -- Enter accept · Ctrl+J new line · Tab notes · Esc cancel
    "#]],
    );
}

/// "Hides the Submit tab while a danger question is active, so the user can't skip past the confirmation"; S2-24.
/// "The previous answer is prefilled in the editor on revisit" (S2-22).
#[test]
fn danger_among_several() {
    each(
        &several(&[env(), confirm(true)]),
        &[
            "1",
            "1<a-right>",
            "1<c-pgdn>",
            "1prod<ret>",
            "1prod<ret><a-left>",
            "1prod<ret>[",
            "1prod<ret>[<ret><ret>",
            "1prod<ret>[<bs>x<ret><ret>",
            "1<c-x><ret>",
            "1prod<a-left>",
            "1prod<esc>",
            "1<tab>why",
            "1<tab>why<tab>prod<ret>",
        ],
        &expect![[r#"
            === 1
            *Env [Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            Drop the prod database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 1<a-right>
            *Env [Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            Drop the prod database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 1<c-pgdn>
            *Env [Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            Drop the prod database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > |Type to confirm
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 1prod<ret>
            *Env *Confirm [*Submit]
            # Review your answers
              Env: staging
              Confirm: Affirm
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
            === 1prod<ret><a-left>
            *Env [*Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            Drop the prod database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > prod|
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 1prod<ret>[
            *Env [*Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            Drop the prod database?
              Confirmed, the answer is: Affirm
              Ctrl+X answers: Decline
              Type the resource name to confirm:
            > prod|
            -- Enter confirm · Ctrl+X decline · Tab notes · Esc cancel all
            === 1prod<ret>[<ret><ret>
            answered
            0: staging
            1: Affirm confirmed "prod"
            === 1prod<ret>[<bs>x<ret><ret>
            answered
            0: staging
            1: Affirm confirmed "prox"
            === 1<c-x><ret>
            answered
            0: staging
            1: Decline
            === 1prod<a-left>
            [*Env] Confirm Submit
            Which environment?
            > 1. staging ✓
              2. production
              3. canary
              4. Other
            -- ↑/↓ navigate · Enter/Space select · ←/→ tabs · Tab notes · ? keys · Esc cancel
            === 1prod<esc>
            cancelled
            0: staging
            1: -
            === 1<tab>why
            *Env [Confirm]
            ⚠️  DESTRUCTIVE — Confirm
            note on Confirm
            Drop the prod database?
            > why|
            -- Enter save · Ctrl+J new line · Tab answer · Esc drop the edit
            === 1<tab>why<tab>prod<ret>
            *Env *Confirm [*Submit]
            # Review your answers
              Env: staging
              Confirm: Affirm
                note: why
            > Submit
            -- Enter/Space submit · ← back · ? keys · Esc cancel
        "#]],
    );
}

/// "Disable it … to skip the typed-confirmation prompt"; S2-23: the ordinary page, one ordinary commit.
#[test]
fn danger_without_its_check() {
    let prefs = Prefs { clock: false, danger_check: false, ..Prefs::default() };
    let form = || {
        let rules = (by_id("questionnaire").unwrap().form)(&prefs);
        Form::new(request(&confirm(true), prefs), rules, Draft::default())
    };
    let played: Vec<String> =
        ["", "1", "2", "<c-x>"].iter().map(|keys| format!("=== {keys}\n{}", play(form(), keys))).collect();
    expect![[r#"
        === 
        [Confirm]
        ⚠️  DESTRUCTIVE — Confirm
        Drop the prod database?
        > 1. Affirm
          2. Decline
          3. Other
        -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
        === 1
        answered
        0: Affirm
        === 2
        answered
        0: Decline
        === <c-x>
        [Confirm]
        ⚠️  DESTRUCTIVE — Confirm
        Drop the prod database?
        > 1. Affirm
          2. Decline
          3. Other
        -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
    "#]]
    .assert_eq(&played.concat());
}

/// "Press `e` on a highlighted option to toggle preview expansion"; S2-17: `R` toggles the raw string.
#[test]
fn previews() {
    let auth = json!([{"header": "Auth", "question": "Which auth strategy?", "type": "select_one", "options": [
        {"label": "OAuth2", "description": "Delegated auth", "preview": {"type": "markdown", "content": "# One"}},
        {"label": "Password"},
        {"label": "other", "preview": {"type": "svg", "content": "<svg/>"}}]}]);
    each(
        &auth,
        &["", "e", "ee", "R", "RR", "Ree", "<down>e", "<up>e", "<up>e<down>", "<up><ret>eR"],
        &expect![[r##"
            === 
            [Auth]
            Which auth strategy?
            > 1. OAuth2
                [markdown] (press e to expand)
              2. Password
              3. Other
                [svg] (press e to expand)
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === e
            [Auth]
            Which auth strategy?
            > 1. OAuth2
                markdown "# One"
              2. Password
              3. Other
                [svg] (press e to expand)
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === ee
            [Auth]
            Which auth strategy?
            > 1. OAuth2
                [markdown] (press e to expand)
              2. Password
              3. Other
                [svg] (press e to expand)
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === R
            [Auth]
            Which auth strategy?
            > 1. OAuth2
                source "# One"
              2. Password
              3. Other
                [svg] (press e to expand)
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === RR
            [Auth]
            Which auth strategy?
            > 1. OAuth2
                markdown "# One"
              2. Password
              3. Other
                [svg] (press e to expand)
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === Ree
            [Auth]
            Which auth strategy?
            > 1. OAuth2
                source "# One"
              2. Password
              3. Other
                [svg] (press e to expand)
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === <down>e
            [Auth]
            Which auth strategy?
              1. OAuth2
                [markdown] (press e to expand)
            > 2. Password
              3. Other
                [svg] (press e to expand)
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <up>e
            [Auth]
            Which auth strategy?
              1. OAuth2
                [markdown] (press e to expand)
              2. Password
            > 3. Other
                svg "<svg/>"
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · o read · Tab notes · ? keys · Esc cancel
            === <up>e<down>
            [Auth]
            Which auth strategy?
            > 1. OAuth2
                [markdown] (press e to expand)
              2. Password
              3. Other
                svg "<svg/>"
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
            === <up><ret>eR
            [Auth]
            Which auth strategy?
              1. OAuth2
                [markdown]
              2. Password
            > 3. Other eR|
                [svg]
            -- Enter accept · Ctrl+J new line · Tab notes · Esc back
        "##]],
    );
}

/// S0 general: Ctrl+C cancels at once from any page; what was committed stays in the details.
#[test]
fn ctrl_c_cancels_at_once() {
    let all = several(&[env(), feedback(), confirm(true)]);
    each(
        &all,
        &["<c-c>", "1hal<c-c>", "1<tab>no<c-c>", "1x<ret>prod<c-c>", "1x<ret><c-x><c-c>"],
        &expect![[r#"
            === <c-c>
            cancelled
            0: -
            1: -
            2: -
            === 1hal<c-c>
            cancelled
            0: staging
            1: -
            2: -
            1: typed Edit "hal"
            === 1<tab>no<c-c>
            cancelled
            0: staging
            1: - note "no"
            2: -
            === 1x<ret>prod<c-c>
            cancelled
            0: staging
            1: text "x"
            2: -
            === 1x<ret><c-x><c-c>
            cancelled
            0: staging
            1: text "x"
            2: Decline
        "#]],
    );
}

/// Help and the person's own editor work, unadvertised.
#[test]
fn help_names_the_keys_that_work() {
    each(
        &several(&[env(), confirm(true)]),
        &["?"],
        &expect![[r#"
            === ?
            [Env] Confirm Submit
            # Keys
              1-4           the row with that number
              Enter, Space  choose the row
              ↑, ↓          move
              Home, End     first and last row
              →, ]          the page after
              Tab, n        add a note
              o, Ctrl+O     read on the full screen
              Ctrl+G        write in your own editor
              Esc           back, or cancel
              Ctrl+C        cancel at once
              PgUp, PgDn    scroll
            -- any key to close
        "#]],
    );
}
