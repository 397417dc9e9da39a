//! `asq ask -q` without a terminal: errors in the flags, and that asq reads nothing.

use crate::done::printed;
use crate::run::asq;
use asq_testkit::eventually::eventually;
use expect_test::expect;
use std::fmt::Write as _;
use std::process::{Command, Stdio};

#[test]
fn what_is_wrong_is_said_with_the_flags_name() {
    let mut told = String::new();
    for arguments in [
        &["-q", "Hm?", "-o", "a", "--number"][..],
        &["-q", "Hm?", "--text", "--confirm"],
        &["-q", "Hm?", "--many"],
        &["-q", "Hm?", "-o", "a", "--min", "2"],
        &["-q", "N?", "--number", "--min", "few", "--max", "NaN", "--default", "some"],
        &["-q", "N?", "--number", "--min", "5", "--max", "3"],
        &["-q", "N?", "--number", "--max", "3", "--default", "4"],
        &["-q", "N?", "--number", "--header", "a", "--header", "b"],
        &["-q", "A?", "--number", "--step", "x", "-q", "B?", "-o", "c", "--recommend", "4", "--default", "z"],
        &["-q", "A?", "-o", "a", "-o", "b", "-o", "a"],
        &["-q", "A?", "--id", "x", "-q", "B?", "--id", "x"],
        &["-q", ""],
        &["-q", "A?", "--expires", "soon"],
        &["-q", "A?", "--expires-means", "m"],
        &["-q", "A?", "--danger", "a\u{1b}[2Jb"],
        &["-q", "A?", "--confirm", "--default", "perhaps"],
        &["-q", "N?", "--number", "--step", "0"],
        &["-q", "A?", "-o", "a", "--many", "--max", "0"],
        &["-q", "A?", "--expires", "0"],
        &["-q", "A?", "--expires", ""],
        &["-q", "A?", "--confirm", "--danger", ""],
        &["-q", "A?", "--confirm", "--danger", " "],
        &["-q", "A?", "-o", "", "-o", "b", "--default", "b", "--default", "b"],
        &["-q", "A?", "--unit", "GB", "--yes", "Do it"],
    ] {
        let done = asq(&[&["ask"], arguments].concat()).done();
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?} {done:?}");
        let said = done.err.replace("\n  asq ask --help explains the flags", "");
        write!(told, "$ {}\n{said}", arguments.join(" ").escape_default()).unwrap();
    }
    printed("quick/what_is_wrong_is_said_with_the_flags_name", &told);
}

#[test]
fn a_call_and_flags_exclude_each_other() {
    for arguments in [
        &["-q", "A?", "call.json"][..],
        &["-q", "A?", "--dialect", "question"],
        &["-q", "A?", "--tool", "ask"],
        &["-o", "a"],
        &["--many", "call.json"],
    ] {
        let done = asq(&[&["ask"], arguments].concat()).done();
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?} {done:?}");
    }
    let mut told = String::new();
    for arguments in [
        &["call.json", "--expires", "90s"][..],
        &["-", "--expires-means", "m", "--expires", "90s"],
        &["call.json", "--many", "-o", "a"],
        &["--dialect", "question", "--no-discuss"],
    ] {
        let done = asq(&[&["ask"], arguments].concat()).input("{}").done();
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?} {done:?}");
        write!(told, "$ {}\n{}", arguments.join(" "), done.err).unwrap();
    }
    expect![[r#"
        $ call.json --expires 90s
        asq: --expires needs -q; a call says it itself, where its contract can
          asq ask --help explains the flags
        $ - --expires-means m --expires 90s
        asq: --expires-means needs -q; a call says it itself, where its contract can
          asq ask --help explains the flags
        $ call.json --many -o a
        asq: --many needs -q; a call says it itself, where its contract can
          asq ask --help explains the flags
        $ --dialect question --no-discuss
        asq: --no-discuss needs -q; a call says it itself, where its contract can
          asq ask --help explains the flags
    "#]]
    .assert_eq(&told);
}

#[test]
fn a_question_from_flags_waits_for_no_pipe() {
    let mut command = Command::new("setsid");
    command.arg("--wait").arg(crate::ASQ).args(["ask", "-q", "Which?", "-o", "a"]).stdin(Stdio::piped());
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // The pipe stays open, so asq would wait for a call in it.
    let open = child.stdin.take();
    let mut code = None;
    eventually("its end", || {
        code = child.try_wait().unwrap();
        code.is_some()
    });
    assert_eq!(code.and_then(|code| code.code()), Some(7));
    drop(open);
}

#[test]
fn nothing_is_read_and_nobody_is_there() {
    // If asq read standard input, these bytes would be a misuse.
    let done = asq(&["ask", "-q", "Which?", "-o", "a", "-o", "b"]).input("no JSON").done();
    assert_eq!(done.code, 7, "{done:?}");
    expect![[r#"
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: there is no terminal to ask in. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_terminal"},"is_error":true}
    "#]]
    .assert_eq(&done.out);
}

#[test]
fn with_values_alone_nothing_is_printed_where_there_is_no_answer() {
    let done = asq(&["ask", "-q", "Which?", "-o", "a", "--format", "value"]).done();
    assert_eq!((done.code, done.out.as_str()), (7, ""));
    expect![[r#"
        asq: nobody was asked: there is no terminal to ask in
          --inbox lets it wait until somebody answers elsewhere
    "#]]
    .assert_eq(&done.err);
    let done = asq(&["ask", "--format", "value", "--dialect", "asq"]).input("{}").done();
    assert_eq!((done.code, done.out.as_str()), (65, ""));
    assert!(done.err.contains("questions: must hold the questions, but the call is empty"), "{}", done.err);
}

#[test]
fn a_schema_for_strict_mode() {
    let schema = asq(&["schema", "spec", "--strict"]).done().json();
    let tool = &schema["tools"][2];
    assert_eq!(tool["strict"], true);
    expect![[r#"
        {
          "type": "object",
          "required": [
            "summary"
          ],
          "additionalProperties": false,
          "properties": {
            "summary": {
              "type": "string",
              "description": "Brief summary of what you learned from the open conversation."
            }
          }
        }"#]]
    .assert_eq(&format!("{:#}", tool["input_schema"]));
    let document = asq(&["schema", "spec", "--strict", "--tool", "resume_structured"]).done().out;
    assert!(document.contains("\"additionalProperties\": false"), "{document}");
}

#[test]
fn a_tools_schema_is_a_document_of_its_own() {
    let done = asq(&["schema", "asq", "--tool", "ask"]).done();
    assert_eq!(done.out, include_str!("../../../../docs/schemas/ask.json"));
    let done = asq(&["schema", "spec", "--tool", "ask"]).done();
    assert_eq!(done.code, 66);
    expect![[r"
        asq: spec has no tool called 'ask'
          there are: ask_question, ask_multi_select, resume_structured
    "]]
    .assert_eq(&done.err);
}

#[test]
fn what_there_is_to_pick_from_is_typed_or_piped_once() {
    let mut told = String::new();
    for (arguments, piped) in [
        (&["pick", "Which?"][..], ""),
        (&["pick", "Which?", "-", "-"], "a\nb\n"),
        (&["pick", "Which?", "-", "--from", "labels"], "a\nb\n"),
        (&["pick", "Which?", "--from", "no-such-file"], ""),
        (&["pick", "Which?", "a", "-0"], ""),
        (&["pick", "Which?", "-", "--delimiter="], "a\n"),
        (&["ask", "-q", "A?", "-o", "a", "-o", "b", "--discuss", "--no-discuss"], ""),
    ] {
        let done = asq(arguments).input(piped).done();
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?} {done:?}");
        write!(told, "$ {}\n{}", arguments.join(" "), done.err).unwrap();
    }
    expect![[r#"
        $ pick Which?
        asq: there is nothing to pick from: what was read has no label
          type labels after the question, pipe them (… | asq pick TEXT -), or name a file (--from FILE)
        $ pick Which? - -
        asq: - was given twice: standard input is read once
          type labels after the question, pipe them (… | asq pick TEXT -), or name a file (--from FILE)
        $ pick Which? - --from labels
        asq: --from and - can't be used together: labels are read from one place
          type labels after the question, pipe them (… | asq pick TEXT -), or name a file (--from FILE)
        $ pick Which? --from no-such-file
        asq: can't read 'no-such-file': No such file or directory
          --from names a file with a label on each line
        $ pick Which? a -0
        asq: -0 says how labels are read, but none are read
          … -print0 | asq pick TEXT -0 -
        $ pick Which? - --delimiter=
        asq: --delimiter is empty
          such as --delimiter ::
        $ ask -q A? -o a -o b --discuss --no-discuss
        asq: --discuss and --no-discuss can't be used together
          asq ask --help explains the flags
    "#]]
    .assert_eq(&told);
}
