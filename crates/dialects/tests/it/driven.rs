//! Sentences of the contracts' pages, from the call through the form to the reply.

use asq_core::form::{Action, Effect, Form};
use asq_core::model::{Draft, Outcome, Prefs};
use asq_core::time::Timestamp;
use asq_dialects::{Ending, ToolCall, ToolReply, What, by_id};
use asq_testkit::keys::{Keystroke, parse};
use serde_json::{Value, json};

/// Asks the call, types the keys, and returns what the agent gets.
fn drive(dialect: &str, tool: Option<&str>, arguments: Value, keys: &str) -> ToolReply {
    let dialect = by_id(dialect).unwrap();
    let call = ToolCall { name: tool.map(str::to_owned), arguments };
    let What::Ask { request, .. } = (dialect.read)(&call, &Prefs::default()).unwrap().what else {
        panic!("somebody is asked")
    };
    let mut form = Form::new(request.clone(), (dialect.form)(&request.prefs), Draft::default());
    form.shown(Timestamp(0));
    let mut now = Timestamp(0);
    for typed in parse(keys) {
        now = now.plus(1000);
        let action = match typed {
            Keystroke::Key(key) => form.resolve(key),
            Keystroke::Paste(text) => Some(Action::Paste(text)),
        };
        let effects = action.map(|action| form.handle(now, action)).unwrap_or_default();
        if let Some(Effect::Close(outcome)) = effects.last() {
            let outcome: &Outcome = outcome;
            return (dialect.write)(&call, Some(&request), Ending::Closed(outcome));
        }
    }
    panic!("the form is still open");
}

#[test]
fn an_option_that_says_not_quite_is_one_as_any_other() {
    let question = json!({"question": "Is it like this?", "options": [
        {"label": "Yes, that's it"}, {"label": "Not quite, let me explain"}]});
    let reply = drive("spec", Some("ask_question"), question, "2");
    assert_eq!(reply.content, "User selected: 2. Not quite, let me explain");
    assert_eq!(
        reply.details,
        json!({"question": "Is it like this?", "options": ["Yes, that's it", "Not quite, let me explain"],
            "answer": "Not quite, let me explain", "wasCustom": false})
    );
}

#[test]
fn a_note_on_a_question_left_open_is_in_the_annotations() {
    let questions = json!({"questions": [
        {"question": "Which design?", "header": "Design",
            "options": [{"label": "Split", "preview": "# Split"}, {"label": "Stack", "preview": "# Stack"}]},
        {"question": "Which layout?", "header": "Layout", "options": [{"label": "Grid"}, {"label": "List"}]}]});
    let reply = drive("ask_user_question", None, questions, "na long and careful note<esc><tab>1<ret>");
    assert_eq!(
        (&reply.details["answers"], &reply.details["annotations"]),
        (&json!({"Which layout?": "Grid"}), &json!({"Which design?": {"notes": "a long and careful note"}}))
    );
    assert_eq!(
        reply.content,
        "User has answered your questions: \"Which design?\" user notes: a long and careful note, \
         \"Which layout?\"=\"Grid\". You can now continue with the user's answers in mind."
    );
    let asq = json!({"questions": [
        {"id": "a", "question": "Which?", "options": ["x", "y"], "skippable": true},
        {"id": "b", "question": "And?", "options": ["z", "w"]}]});
    let reply = drive("asq", None, asq, "nwhy<ret>s1<ret>");
    assert!(reply.content.contains("why"), "{}", reply.content);
}

#[test]
fn a_default_is_where_it_starts_and_no_answer_by_itself() {
    let ask = |keys| {
        let questions = json!({"questions": [
            {"id": "l", "question": "Which?", "kind": "select_one", "options": ["x", "y", "z"], "default": "y"},
            {"id": "m", "question": "Which ones?", "kind": "select_many", "options": ["a", "b", "c"], "default": ["c"]},
            {"id": "n", "question": "How many?", "kind": "number", "default": 3},
            {"id": "t", "question": "Say?", "kind": "text", "default": "as before", "skippable": true}]});
        drive("asq", None, questions, keys)
    };
    let taken = ask("<ret><end><ret><ret><ret><ret>");
    let value = |reply: &ToolReply, id: &str| reply.details["answers"][id]["value"].clone();
    assert_eq!(
        ["l", "m", "n", "t"].map(|id| value(&taken, id)),
        [json!("y"), json!(["c"]), json!(3), json!("as before")]
    );
    let changed = ask("1<space><end><ret><bs>5<ret><c-s><ret>");
    assert_eq!(["l", "m", "n"].map(|id| value(&changed, id)), [json!("x"), json!(["a", "c"]), json!(5)]);
    assert_eq!(value(&changed, "t"), Value::Null);
}
