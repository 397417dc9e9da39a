//! `AskUserQuestion` on the command line, without a person to answer.

use crate::run::asq;
use expect_test::expect;

const CALL: &str = r#"{"name": "AskUserQuestion", "arguments": {"questions": [
    {"header": "Env", "question": "Which?", "type": "select_one", "options": [{"label": "a"}, {"label": "b"}]}]}}"#;

#[test]
fn nobody_is_there() {
    let done = asq(&["ask"]).input(CALL).done();
    expect![[r#"
        7
        asq: nobody was asked: there is no terminal to ask in
          --inbox lets it wait until somebody answers elsewhere
        {"id":null,"outcome":"unavailable","content":"Error: AskUserQuestion could not be shown: the user never saw the questions. Ask in plain text or go on without assuming an answer.","details":{"lifecycle":"rejected","ids":["q1"],"answers":{},"debounceMs":300},"is_error":false}
    "#]]
    .assert_eq(&format!("{}\n{}{}", done.code, done.err, done.out));
}

/// "a v1 payload … returns an error like"
#[test]
fn a_call_of_version_1() {
    let call = r#"{"name": "AskUserQuestion", "arguments": {"questions": [
        {"header": "A", "question": "?", "type": "multi_select", "options": [{"label": "a"}, {"label": "b"}]},
        {"header": "B", "question": "?", "type": "free_text", "required": true},
        {"header": "C", "question": "?", "type": "select_one", "options": [{"label": "a", "markdown": "x"}, {"label": "b"}]}]}}"#;
    let done = asq(&["ask", "--format", "text"]).input(call).done();
    expect![[r#"
        65
        Question 0: type 'multi_select' renamed to 'select_many'.
        Question 1: 'required' field removed; questions are always required.
        Question 2 option 0: 'markdown' field removed; use 'preview: {type:"markdown", content: ...}'.
        Question 0: type 'multi_select' renamed to 'select_many'.
        Question 1: 'required' field removed; questions are always required.
        Question 2 option 0: 'markdown' field removed; use 'preview: {type:"markdown", content: ...}'.
    "#]]
    .assert_eq(&format!("{}\n{}{}", done.code, done.err, done.out));
}

/// "`PI_QUESTIONNAIRE_ANSWERS_FILE` headless: removed"
#[test]
fn the_file_of_answers_is_told_to_do_nothing() {
    let script = format!(
        "export PI_QUESTIONNAIRE_ANSWERS_FILE=answers.json; echo '{}' >answers.json
        asq ask <<'E'\n{CALL}\nE\n",
        r#"{"0": {"mode": "option", "value": "a"}}"#
    );
    let done = asq(&[]).shell(&format!("cd \"$HOME\"; {script}")).done();
    assert_eq!(done.code, 7);
    expect![[r#"
        asq: PI_QUESTIONNAIRE_ANSWERS_FILE was removed: no answers are read from a file
        asq: nobody was asked: there is no terminal to ask in
          --inbox lets it wait until somebody answers elsewhere
    "#]]
    .assert_eq(&done.err);
    assert_eq!(done.json()["outcome"], "unavailable");
}
