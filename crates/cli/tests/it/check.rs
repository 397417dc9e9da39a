//! `asq check`: its reports on good and bad calls.

use crate::done::printed;
use crate::run::asq;
use expect_test::expect;

#[test]
fn the_samples_have_no_problem() {
    let mut all = String::new();
    for id in ["question", "ask_user_question", "questionnaire"] {
        let sample = asq(&["demo", "--print", id]).done().out;
        let done = asq(&["check", "-"]).input(sample).done();
        assert_eq!((done.code, done.err.as_str()), (0, ""));
        all.push_str(&done.out);
    }
    printed("check/the_samples_have_no_problem", &all);
}

#[test]
fn dropped_and_mended_is_said() {
    let call = r#"{"questions": [{"id": "a", "prompt": "Cut \ud83d here", "colour": "red", "options": [
        {"value": "eu", "label": "Europe/Berlin", "icon": "x"}]}], "extra": 1}"#;
    let done = asq(&["check", "-"]).input(call).done();
    assert_eq!(done.code, 0, "{done:?}");
    expect![[r#"
        dialect: question

        question 1 of 1: Q1
          Cut � here
          [pick one]
          1. Europe/Berlin (value: eu)
          2. Something else… [own words]

        no problem, but not all was taken as it came:
        - questions[0].prompt: mended: a lone surrogate became U+FFFD
        - extra: dropped: this tool does not know this key
        - questions[0].colour: dropped: this tool does not know this key
        - questions[0].options[0].icon: dropped: this tool does not know this key
    "#]]
    .assert_eq(&done.out);
}

#[test]
fn a_call_without_a_name_that_fits_no_dialect_is_told_which_there_are() {
    let done = asq(&["check", "-"]).input(r#"{"command": "ls"}"#).done();
    assert_eq!(done.code, 65, "{done:?}");
    expect![[r#"
        1 problem:
        - questions: must hold the questions, but is missing: there is only "command". Write {"questions": [{"question": "…?", "options": ["…", "…"]}]}.
    "#]].assert_eq(&done.out);
}

#[test]
fn foreign_text_cannot_leave_its_place() {
    let call = r#"{"questions": [{"id": "a", "label": "\u001b]0;owned\u0007", "prompt": "one\r\u001b[2Jtwo\nthree",
        "options": [{"value": "v\u009b31m", "label": "l\u202e"}]}]}"#;
    let done = asq(&["check", "-"]).input(call).done();
    assert_eq!(done.code, 0, "{done:?}");
    assert!(!done.out.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{:?}", done.out);
    expect![[r#"
        dialect: question

        question 1 of 1: <U+001B>]0;owned<U+0007>
          one
          <U+001B>[2Jtwo
          three
          [pick one]
          1. l<U+202E> (value: v<U+009B>31m)
          2. Something else… [own words]

        no problem, nothing dropped or mended
    "#]]
    .assert_eq(&done.out);
}

#[test]
fn where_the_contract_has_its_own_words_for_a_misuse_they_are_shown_too() {
    let call = r#"{"name": "question", "arguments": {"questions": []}}"#;
    let done = asq(&["check", "-"]).input(call).done();
    assert_eq!((done.code, done.err.as_str()), (65, ""));
    expect![[r#"
        1 problem:
        - questions: must hold 1 to 32 questions, but holds none.

        the agent is told:
        Error: No questions provided
    "#]]
    .assert_eq(&done.out);
}

#[test]
fn all_that_a_call_of_asqs_own_may_say_is_told() {
    let call = r##"{"expires":{"after":"90s","means":"I go on\nalone"},"questions":[
        {"question":"A?","options":[{"label":"x","value":"1","preview":{"kind":"code","source":"a\nb"}},"y"],
         "default":"y","skippable":true,"context":"# c"},
        {"question":"B?","kind":"number","unit":"GB","step":0.5,"default":3},
        {"question":"C?","placeholder":"p","multiline":false,"default":"t"},
        {"question":"D?","kind":"confirm","danger":"wipe"},
        {"question":"E?","sensitive":true},
        {"question":"F?","kind":"select_many","options":["x","y"],"default":["x","y"]}]}"##;
    let done = asq(&["check", "-", "--tool", "ask"]).input(call).done();
    assert_eq!(done.code, 0, "{done:?}");
    printed("check/all_that_a_call_of_asqs_own_may_say_is_told", &done.out);
}

#[test]
fn what_the_agent_is_told_stands_once() {
    let call = r#"{"name": "AskUserQuestion", "arguments": {"questions": [
        {"header": "A", "question": "Which?", "type": "select_one", "isDangerous": true, "multiSelect": false,
         "options": [{"label": "a"}, {"label": "b"}]}]}}"#;
    let done = asq(&["check", "-"]).input(call).done();
    expect![[r#"
        2 problems:
        - Question 0: 'multiSelect' field removed; use type: "select_one".
        - Question 0: unknown key 'isDangerous'; use 'is_dangerous'.
    "#]]
    .assert_eq(&done.out);
    // OpenCode's own text says something else, so both are printed.
    let call = r#"{"name": "question", "arguments": {"questions": [{"question": 1, "header": "A", "options": []}]}}"#;
    let done = asq(&["check", "--dialect", "opencode", "-"]).input(call).done();
    expect![[r#"
        1 problem:
        - questions[0].question: must be a string, but is the number 1.

        the agent is told:
        The question tool was called with invalid arguments: SchemaError(Expected string, got 1
          at ["questions"][0]["question"]).
        Please rewrite the input so it satisfies the expected schema.
    "#]]
    .assert_eq(&done.out);
}

#[test]
fn a_block_of_a_provider_is_read_by_the_contract_that_it_names() {
    let call = r#"{"type": "tool_use", "id": "t1", "name": "ask_user_question", "input": {"questions": [
        {"question": "Which layout?", "header": "Layout", "options": [{"label": "Grid"}, {"label": "List"}]}]}}"#;
    let done = asq(&["check", "-"]).input(call).done();
    expect![[r#"
        dialect: ask_user_question

        question 1 of 1: Layout
          Which layout?
          [pick one]
          1. Grid
          2. List
          3. Type something [own words]

        no problem, nothing dropped or mended
    "#]]
    .assert_eq(&done.out);
}

/// The content of a variable or a pipe is invisible to the person.
#[test]
fn problems_are_told_where_they_can_be_seen() {
    let told = |script: &str| {
        let done = asq(&[]).shell(script).done();
        (done.code, done.err)
    };
    let lead = "asq: ";
    for script in ["x=$(asq ask <<<'{}')", "x=$(asq ask --format text <<<'{}')"] {
        let (code, err) = told(script);
        assert_eq!((code, err.is_empty()), (65, false), "{script}: {err}");
        assert!(err.contains("questions") || err.starts_with(lead), "{script}: {err}");
    }
    let (code, err) = told("x=$(asq ask </dev/null)");
    assert_eq!((code, err.is_empty()), (65, false), "{err}");
    // A report isn't a value, so it is printed once, wherever it goes.
    let report = asq(&[]).shell("asq check - <<<'{}' >\"$HOME/out\"; test -s \"$HOME/out\"").done();
    assert_eq!((report.code, report.err.as_str()), (0, ""), "{report:?}");
    // If both streams go to one place, it is printed once.
    let both = asq(&[]).shell("asq ask <<<'{}' 2>&1").done();
    assert_eq!((both.code, both.err.as_str(), both.out.lines().count()), (65, "", 1), "{both:?}");
}
