//! What keys do in the contract `AskUserQuestion` v2, sentence by sentence.

use crate::forms;
use asq_core::form::Form;
use asq_core::model::{Draft, Prefs, Request};
use asq_dialects::{ToolCall, What, by_id};
use asq_testkit::situation;
use asq_testkit::situation::Situation;
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
fn each(questions: &Value, keys: &[&str], situation: &mut Situation) {
    forms::each(|| form(questions), keys, situation);
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
    let mut situation = situation!("questionnaire_keys/select_one");
    each(
        &env(),
        &["", "<ret>", "<down><ret>", "<down><space>", "3", "9", "<up>", "<up><up>"],
        &mut situation,
    );
}

/// "If the user picks `Other`", "Picking it opens a free-text editor"; S2-10: blank text is refused.
#[test]
fn other_opens_an_editor() {
    let mut situation = situation!("questionnaire_keys/other_opens_an_editor");
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
        &mut situation,
    );
}

/// "On revisit, the editor is preloaded with the previous Other text so the user can edit or replace it".
#[test]
fn other_is_preloaded_on_revisit() {
    let mut situation = situation!("questionnaire_keys/other_is_preloaded_on_revisit");
    each(
        &several(&[env(), feedback()]),
        &[
            "4rollback<ret><a-left>",
            "4rollback<ret><a-left><ret>",
            "4rollback<ret><a-left><ret> now<ret>x<ret><ret>",
        ],
        &mut situation,
    );
}

/// "Space to toggle, Enter on the highlighted `[Select]` button to commit the array"; S2-11, S2-10.
#[test]
fn select_many() {
    let mut situation = situation!("questionnaire_keys/select_many");
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
        &mut situation,
    );
}

/// "Yes/No/Other. If `options` is omitted, normalizes to Affirm, Decline plus auto `Other`".
#[test]
fn confirm_enum() {
    let mut situation = situation!("questionnaire_keys/confirm_enum");
    each(&confirm(false), &["", "<ret>", "2", "3tomorrow<ret>"], &mut situation);
}

/// "Up/Down in the editor nudge by 1"; S2-13: from empty the smallest, at the ends it stays.
#[test]
fn number_is_nudged() {
    let mut situation = situation!("questionnaire_keys/number_is_nudged");
    each(
        &number(None),
        &["", "<up>", "<down>", "<up><up><up><ret>", "99<up><up>", "2<down><down><ret>", "2.5<up><ret>"],
        &mut situation,
    );
    let open = json!([{"header": "N", "question": "?", "type": "number"}]);
    each(&open, &["<up>", "<down><down><ret>"], &mut situation);
    let most = json!([{"header": "N", "question": "?", "type": "number", "max": -5}]);
    each(&most, &["<down>", "<down><up><up>"], &mut situation);
}

/// "Out-of-range input is rejected … the editor stays in input mode until a valid number is entered"; S2-12.
#[test]
fn number_stays_until_it_is_valid() {
    let mut situation = situation!("questionnaire_keys/number_stays_until_it_is_valid");
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
        &mut situation,
    );
}

/// "`Shift+Enter` for a newline; `Enter` to submit"; S2-10: blank is refused.
#[test]
fn free_text() {
    let mut situation = situation!("questionnaire_keys/free_text");
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
        &mut situation,
    );
}

/// S2-14: `multiline: false`: newline keys do nothing, pasted line breaks become spaces.
#[test]
fn free_text_of_one_line() {
    let mut situation = situation!("questionnaire_keys/free_text_of_one_line");
    let one = json!([{"header": "F", "question": "?", "type": "free_text", "multiline": false}]);
    each(&one, &["", "a<s-ret>b<c-j>c<a-ret>d<ret>", "<paste:a\\r\\nb\\rc><ret>"], &mut situation);
}

/// "previous text is preloaded when revisiting a question"; a default is preloaded, too (S2-8).
#[test]
fn texts_are_preloaded_on_revisit() {
    let mut situation = situation!("questionnaire_keys/texts_are_preloaded_on_revisit");
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
        &mut situation,
    );
}

/// S2-8: a default is never an answer until the person commits it.
#[test]
fn defaults_are_where_the_person_starts() {
    let mut situation = situation!("questionnaire_keys/defaults_are_where_the_person_starts");
    let one = json!([{"header": "One", "question": "?", "type": "select_one", "default": "b",
        "options": [{"label": "a"}, {"label": "b"}]}]);
    let many = json!([{"header": "Many", "question": "?", "type": "select_many", "default": ["c", "a"],
        "options": [{"label": "a"}, {"label": "b"}, {"label": "c"}]}]);
    let yes = json!([{"header": "Yes", "question": "?", "type": "confirm_enum", "default": "decline"}]);
    each(&one, &["", "<ret>"], &mut situation);
    each(&many, &["", "<end><ret>", "2<end><ret>"], &mut situation);
    each(&yes, &["", "<ret>"], &mut situation);
    each(
        &several(&[one, many, yes, number(Some(3.0))]),
        &["]]]<a-right>", "]]]<a-right><ret>", "]]2]<a-right>"],
        &mut situation,
    );
}

/// S2-15: ←/→ and `[` `]` switch tabs in lists; in editors Alt+←/→ and Ctrl+PgUp/PgDn do, the arrows are the caret's.
#[test]
fn tabs() {
    let mut situation = situation!("questionnaire_keys/tabs");
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
        &mut situation,
    );
}

/// "every question is always required"; S2-10, S2-16: Submit names what is open, Enter goes there.
#[test]
fn submit_needs_every_answer() {
    let mut situation = situation!("questionnaire_keys/submit_needs_every_answer");
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
        &mut situation,
    );
}

/// "Press `Tab` (or `n`) on the current question to swap to a notes editor"; S2-18.
#[test]
fn notes() {
    let mut situation = situation!("questionnaire_keys/notes");
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
        &mut situation,
    );
}

/// "you can attach a note to an answered question, a danger confirmation, or a `free_text` you haven't submitted yet".
#[test]
fn notes_anywhere() {
    let mut situation = situation!("questionnaire_keys/notes_anywhere");
    each(
        &several(&[env(), feedback()]),
        &[
            "1<a-left><tab>later<tab>",
            "]half<tab>note n<tab>",
            "]half<tab>note<tab>way<ret>[<tab>x<tab>1",
            "4own<tab>why<tab>!<ret>",
        ],
        &mut situation,
    );
    each(&confirm(true), &["<tab>asked SRE<tab>", "pro<tab>asked SRE<ret><tab>d<ret>"], &mut situation);
    each(&number(None), &["7<tab>n<tab>", "n"], &mut situation);
}

/// "Skips the type-specific UI … and shows a typed-confirmation prompt", "accepts the answer only if the user types a
/// non-empty string", "Up/Down are suppressed", "`Esc` as cancelling the whole questionnaire"; S2-21: Ctrl+X declines.
#[test]
fn danger() {
    let mut situation = situation!("questionnaire_keys/danger");
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
        &mut situation,
    );
}

/// S2-19: any other type shows its own page first; S2-21: declining goes back there.
#[test]
fn danger_of_other_types() {
    let mut situation = situation!("questionnaire_keys/danger_of_other_types");
    let mut env = env();
    env[0]["is_dangerous"] = true.into();
    let mut toppings = toppings();
    toppings[0]["is_dangerous"] = true.into();
    let mut number = number(Some(3.0));
    number[0]["is_dangerous"] = true.into();
    let mut feedback = feedback();
    feedback[0]["is_dangerous"] = true.into();
    each(&env, &["", "2", "2production<ret>", "2<c-x>", "4mine<ret>x<ret>", "2<esc>"], &mut situation);
    each(&toppings, &["13<end><ret>", "13<end><ret>x<ret>", "13<end><ret><c-x>"], &mut situation);
    each(&number, &["", "9<ret>", "9<ret>x<ret>", "9<ret><c-x>"], &mut situation);
    each(&feedback, &["text<ret>", "text<ret>x<ret>", "text<ret><c-x>"], &mut situation);
}

/// "Hides the Submit tab while a danger question is active, so the user can't skip past the confirmation"; S2-24.
/// "The previous answer is prefilled in the editor on revisit" (S2-22).
#[test]
fn danger_among_several() {
    let mut situation = situation!("questionnaire_keys/danger_among_several");
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
        &mut situation,
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
    forms::each(
        form,
        &["", "1", "2", "<c-x>"],
        &mut situation!("questionnaire_keys/danger_without_its_check"),
    );
}

/// "Press `e` on a highlighted option to toggle preview expansion"; S2-17: `R` toggles the raw string.
#[test]
fn previews() {
    let mut situation = situation!("questionnaire_keys/previews");
    let auth = json!([{"header": "Auth", "question": "Which auth strategy?", "type": "select_one", "options": [
        {"label": "OAuth2", "description": "Delegated auth", "preview": {"type": "markdown", "content": "# One"}},
        {"label": "Password"},
        {"label": "other", "preview": {"type": "svg", "content": "<svg/>"}}]}]);
    each(
        &auth,
        &["", "e", "ee", "R", "RR", "Ree", "<down>e", "<up>e", "<up>e<down>", "<up><ret>eR"],
        &mut situation,
    );
}

/// S0 general: Ctrl+C cancels at once from any page; what was committed stays in the details.
#[test]
fn ctrl_c_cancels_at_once() {
    let mut situation = situation!("questionnaire_keys/ctrl_c_cancels_at_once");
    let all = several(&[env(), feedback(), confirm(true)]);
    each(
        &all,
        &["<c-c>", "1hal<c-c>", "1<tab>no<c-c>", "1x<ret>prod<c-c>", "1x<ret><c-x><c-c>"],
        &mut situation,
    );
}

/// Help and the person's own editor work, unadvertised.
#[test]
fn help_names_the_keys_that_work() {
    let mut situation = situation!("questionnaire_keys/help_names_the_keys_that_work");
    each(&several(&[env(), confirm(true)]), &["?"], &mut situation);
}
