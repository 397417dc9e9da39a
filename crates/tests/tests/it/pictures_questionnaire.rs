//! Pictures of the contract `AskUserQuestion` v2, at three sizes.

use crate::painted::check_ascii;
use asq_core::model::{Prefs, Request};
use asq_dialects::questionnaire::{DIALECT, rules::FORM};
use asq_dialects::{ToolCall, What};
use serde_json::{Value, json};

fn ask_with(questions: &Value, prefs: Prefs) -> Request {
    let call = ToolCall { name: None, arguments: json!({ "questions": questions }) };
    match (DIALECT.read)(&call, &prefs).unwrap().what {
        What::Ask { request, .. } => request,
        What::Reply(_) => panic!("somebody is asked"),
    }
}

fn ask(questions: &Value) -> Request {
    ask_with(questions, Prefs::default())
}

#[track_caller]
fn check(request: &Request, keys: &str, situation: &str) {
    crate::painted::check(request, FORM, keys, situation);
}

fn env() -> Value {
    json!({"header": "Env", "question": "Which environment?", "type": "select_one", "options": [
        {"label": "staging", "description": "Validate safely"},
        {"label": "production", "description": "Ship it"},
        {"label": "canary", "description": "1% of traffic"}]})
}

fn toppings() -> Value {
    json!({"header": "Toppings", "question": "Pick your toppings", "type": "select_many", "options": [
        {"label": "mushrooms"}, {"label": "pepperoni"}, {"label": "olives"}, {"label": "pineapple"}]})
}

fn wipe() -> Value {
    json!({"header": "Wipe DB", "question": "Drop the prod database?", "type": "confirm_enum",
        "is_dangerous": true})
}

fn replicas() -> Value {
    json!({"header": "Replicas", "question": "How many replicas?", "type": "number", "min": 1, "max": 100,
        "default": 3})
}

fn feedback() -> Value {
    json!({"header": "Feedback", "question": "Any other notes?", "type": "free_text",
        "placeholder": "context, blockers, surprises…"})
}

fn auth() -> Value {
    json!({"header": "Auth", "question": "Which auth strategy?", "type": "select_one", "options": [
        {"label": "OAuth2", "description": "Delegated auth", "preview": {"type": "mermaid",
            "content": "sequenceDiagram\n  U->>A: /login\n  A->>P: redirect\n  P-->>A: code\n  A-->>U: token"}},
        {"label": "Keys", "preview": {"type": "code", "content": "Authorization: Bearer sk_live_0123456789abcdef"}},
        {"label": "other", "description": "Say which, and why"}]})
}

#[test]
fn one_pick() {
    check(&ask(&json!([env()])), "<down>", "questionnaire/one_pick");
}

#[test]
fn several_picks() {
    check(&ask(&json!([toppings()])), "<space><down><down><space><end>", "questionnaire/several_picks");
}

#[test]
fn several_picks_with_own_words_and_none() {
    check(&ask(&json!([toppings()])), "5anchovies<ret>", "questionnaire/several_picks_with_own_words");
    check(&ask(&json!([toppings()])), "<end><ret>", "questionnaire/no_picks_of_several");
}

#[test]
fn yes_or_no() {
    let plain = json!({"header": "Confirm", "question": "Drop the cache?", "type": "confirm_enum"});
    check(&ask(&json!([plain])), "", "questionnaire/yes_or_no");
}

#[test]
fn the_editor_of_other() {
    check(&ask(&json!([auth()])), "3passkeys,<c-j>as in the app", "questionnaire/the_editor_of_other");
}

#[test]
fn a_number() {
    check(&ask(&json!([replicas()])), "<up><up>", "questionnaire/a_number");
    check(&ask(&json!([replicas()])), "3000<ret>", "questionnaire/a_number_out_of_bounds");
}

#[test]
fn a_text() {
    check(&ask(&json!([feedback()])), "", "questionnaire/an_empty_text");
    let all =
        "The build was slow on the first try.<c-j>Then it was <a-ret>fine, more or less, but for the tests.";
    check(&ask(&json!([feedback()])), all, "questionnaire/a_long_text");
}

#[test]
fn folded_previews() {
    check(&ask(&json!([auth()])), "", "questionnaire/folded_previews");
}

#[test]
fn an_expanded_preview() {
    check(&ask(&json!([auth()])), "e", "questionnaire/an_expanded_preview");
}

#[test]
fn a_preview_as_it_came() {
    check(&ask(&json!([auth()])), "R", "questionnaire/a_preview_as_it_came");
}

#[test]
fn a_hostile_preview() {
    let hostile = json!({"header": "H\u{1b}[2J", "question": "Which\u{202e}?", "type": "select_one", "options": [
        {"label": "┌─ text ─", "description": "└────", "preview": {"type": "text",
            "content": "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}abc\r└────\n> 2. Other\n⚠️  DESTRUCTIVE — Env"}},
        {"label": "[text] (press e to expand)"}]});
    check(&ask(&json!([hostile])), "e", "questionnaire/a_hostile_preview");
}

#[test]
fn the_page_of_notes() {
    check(
        &ask(&json!([env(), feedback()])),
        "<tab>Checked with SRE<c-j>first.<ret>",
        "questionnaire/the_page_of_notes",
    );
}

#[test]
fn a_question_with_a_note() {
    check(
        &ask(&json!([env(), feedback()])),
        "<tab>Checked with SRE first.<tab>",
        "questionnaire/a_question_with_a_note",
    );
}

#[test]
fn danger() {
    check(&ask(&json!([env(), wipe()])), "1pro", "questionnaire/danger_among_several_questions");
    check(&ask(&json!([wipe()])), "<ret>", "questionnaire/danger_of_a_single_question");
}

#[test]
fn danger_on_a_list() {
    let mut env = env();
    env["is_dangerous"] = true.into();
    check(&ask(&json!([env])), "", "questionnaire/danger_on_a_list");
    check(&ask(&json!([env])), "2", "questionnaire/danger_of_a_picked_option");
}

#[test]
fn danger_without_its_check() {
    let prefs = Prefs { danger_check: false, ..Prefs::default() };
    check(&ask_with(&json!([wipe()]), prefs), "", "questionnaire/danger_without_its_check");
}

#[test]
fn the_review() {
    let all = json!([env(), toppings(), wipe(), replicas()]);
    check(
        &ask(&all),
        "<tab>why<tab>1<space><end><ret>prod<ret><ret>",
        "questionnaire/the_review_with_a_note",
    );
    check(&ask(&all), "1<right><left>]]<a-left>]]", "questionnaire/the_review_with_open_questions");
}

#[test]
fn the_summary() {
    let all = json!([env(), toppings(), wipe(), replicas()]);
    check(&ask(&all), "<tab>why<tab>1<space><end><ret>prod<ret><ret><ret>", "questionnaire/the_summary");
}

#[test]
fn four_long_headers() {
    let long = |n: usize| {
        json!({"header": format!("キャッシュの方式 {n}"), "question": "どの方式でキャッシュしますか？", "type": "select_one",
        "options": [{"label": "Redis（推奨）", "description": "既存のクラスタを使う"}, {"label": "なし"}]})
    };
    check(&ask(&json!([long(1), long(2), long(3), long(4)])), "1", "questionnaire/four_long_headers");
}

#[test]
fn in_ascii() {
    let request = ask(&json!([auth(), wipe()]));
    check_ascii(&request, FORM, (80, 24), "e", "questionnaire/an_expanded_preview_in_ascii");
    check_ascii(&request, FORM, (80, 24), "1", "questionnaire/danger_in_ascii");
}
