//! `asq ask -q` in a real terminal: it asks what the flags say, and prints the answer.

use crate::tmux::Ask;
use expect_test::expect;

/// Starts an ask by flags, its output in a file; waits for this text.
fn start(arguments: &str, until: &str) -> Ask {
    let ask = Ask::script(80, 24, 2, "", &format!("$ASQ ask {arguments} >out"));
    ask.tmux.wait_text(until);
    ask
}

#[test]
fn a_list_prints_the_picked_value() {
    let ask = start(
        "-q 'Which database?' -o PostgreSQL --value pg --describe 'Runs already' -o SQLite --default SQLite --recommend 1 \
         --format value",
        "Esc cancel",
    );
    ask.tmux.wait("the focus on the default", |s| s.contains("❯ 2. SQLite"));
    ask.tmux.keys(&["Up"]);
    ask.tmux.wait("the focus on the first", |s| s.contains("❯ 1. PostgreSQL"));
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "pg\n"));
}

#[test]
fn several_questions_print_a_line_each() {
    let ask = start(
        "-q 'How many?' --number --min 1 --max 9 --default 3 --unit replicas \
         -q 'Which parts?' --many -o core -o web -o docs -q 'Go on?' --confirm --format value",
        "How many?",
    );
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_text("Which parts?");
    ask.tmux.text("13");
    ask.tmux.wait("two ticks", |s| s.matches("[x]").count() == 2 || s.matches("[✓]").count() == 2);
    ask.tmux.keys(&["Tab"]);
    ask.tmux.wait_text("1. Yes");
    ask.tmux.text("1");
    ask.tmux.wait_text("Review your answers");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "3\ncore\ndocs\ntrue\n"));
}

#[test]
fn a_text_of_one_line_is_typed_and_told_as_json() {
    let ask = start("-q 'What is it called?' --placeholder 'such as quill'", "such as quill");
    ask.tmux.text("nib");
    ask.tmux.wait_text("nib");
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert_eq!(end.code, "0");
    expect![[r#"
        {"id":null,"outcome":"answered","content":"The user answered your question.\n1. q1: \"What is it called?\"\n   text: \"nib\"","details":{"outcome":"answered","answers":{"q1":{"kind":"text","value":"nib"}}},"is_error":false}
    "#]]
    .assert_eq(&end.out);
}

#[test]
fn a_secret_is_never_on_the_screen_nor_in_a_file() {
    let ask = start("-q 'The API key?' --sensitive --format value", "The API key?");
    ask.tmux.text("hunter2");
    ask.tmux.wait("the masked key", |s| s.contains("•••••••"));
    assert!(!ask.tmux.screen().contains("hunter"));
    ask.tmux.keys(&["Escape"]);
    ask.tmux.wait_text("Cancel");
    assert!(!std::path::Path::new(&ask.path("asq/drafts")).exists());
    ask.tmux.text("y");
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("3", ""));
}

/// Answers by a key; returns the exit code and standard output.
fn confirmed(arguments: &str, key: &str) -> (String, String) {
    let script = format!("$ASQ {arguments} --guard 0 >out");
    let ask = Ask::script(80, 24, 0, "", &script);
    ask.tmux.wait_text("Esc cancel");
    // A dangerous question ignores keys for a moment, whatever the settings.
    ask.tmux.insist("the end", &[key], |screen| screen.contains("AT THE END"));
    let end = ask.end();
    (end.code, end.out)
}

#[test]
fn a_no_exits_with_1_and_is_printed_as_it_is() {
    let no = |arguments: &str| confirmed(arguments, "n");
    let is = |code: &str, out: &str| (code.to_owned(), out.to_owned());
    assert_eq!(no("confirm 'Deploy?'"), is("1", "false\n"));
    assert_eq!(no("ask -q 'Deploy?' --confirm --format value"), is("1", "false\n"));
    assert_eq!(no("ask -q 'Deploy?' --confirm --format value --agent a"), is("1", "false\n"));
    assert_eq!(confirmed("confirm 'Deploy?'", "y"), is("0", "true\n"));
    assert_eq!(confirmed("confirm 'Drop it?' --danger drop", "C-x"), is("1", "false\n"));
    assert_eq!(confirmed("ask -q 'Deploy?' --confirm --skippable --format value", "s"), is("1", "\n"));
    let (code, out) = no("ask -q 'Deploy?' --confirm");
    assert_eq!(code, "1");
    expect![[r#"
        {"id":null,"outcome":"answered","content":"The user answered your question.\n1. q1: \"Deploy?\"\n   picked: \"No\" (value false)","details":{"outcome":"answered","answers":{"q1":{"kind":"confirm","value":false,"label":"No","index":1}}},"is_error":false}
    "#]]
    .assert_eq(&out);
}

#[test]
fn a_script_offers_what_was_typed_and_an_agent_more() {
    let rows = |arguments: &str| {
        let ask = Ask::script(80, 24, 0, "", &format!("$ASQ {arguments} >out"));
        let screen = ask.tmux.wait_text("Esc cancel");
        let lines = screen.lines().map(|line| line.trim_start_matches(['❯', ' ']).trim_end());
        lines.filter(|line| line.get(1..3) == Some(". ")).collect::<Vec<_>>().join(" | ")
    };
    assert_eq!(rows("ask -q 'Which?' -o main -o next"), "1. main | 2. next");
    assert_eq!(rows("pick 'Which?' main next"), "1. main | 2. next");
    assert_eq!(rows("pick 'Which?' main --other"), "1. main | 2. Something else…");
    assert_eq!(rows("pick 'Which?' main --discuss"), "1. main | 2. Let's discuss this");
    let all = "1. main | 2. Something else… | 3. Let's discuss this";
    assert_eq!(rows("ask -q 'Which?' -o main --agent builder"), all);
    assert_eq!(rows("ask -q 'Which?' -o main --other --discuss"), all);
    let ask = Ask::script(80, 24, 0, "", "CLAUDECODE=1 $ASQ pick 'Which?' main >out");
    ask.tmux.wait_text("Let's discuss this");
}

#[test]
fn a_label_is_taken_as_it_stands() {
    for script in [
        "$ASQ pick 'Which?' 'a => b :: c' '' --guard 0 -- -v >out",
        "$ASQ ask -q 'Which?' -o 'a => b :: c' -o -v --guard 0 --format value >out",
        "printf 'a => b :: c\n\n-v\n' | $ASQ pick 'Which?' - --recommend 2 --guard 0 >out",
    ] {
        for (key, value) in [("1", "a => b :: c\n"), ("2", "-v\n")] {
            let ask = Ask::script(80, 24, 0, "", script);
            ask.tmux.wait_text("Esc cancel");
            ask.tmux.text(key);
            let end = ask.end();
            assert_eq!((end.code.as_str(), end.out.as_str()), ("0", value), "{script}");
            let skipped = script.contains("pick");
            assert_eq!(end.screen.contains("asq: 1 empty label was left out"), skipped, "{script}");
        }
    }
}

/// Values have no place for a note.
#[test]
fn a_note_is_offered_where_it_is_printed() {
    for (command, offered) in [
        ("$ASQ pick Which? a b", false),
        ("$ASQ ask -q Which? -o a -o b --format value", false),
        ("$ASQ ask -q Which? -o a -o b", true),
        ("$ASQ pick Which? a b --format json", true),
        ("$ASQ pick Which? a b --agent pi", true),
    ] {
        let ask = Ask::script(80, 24, 0, "", &format!("{command} --guard 0 >out"));
        let screen = ask.tmux.wait_text("Esc cancel");
        assert_eq!(screen.contains("n note"), offered, "{command}\n{screen}");
        ask.tmux.keys(&["n"]);
        ask.tmux.keys(&["C-c"]);
        ask.end();
    }
}

#[test]
fn values_end_with_a_line_break_and_a_skipped_question_is_an_empty_line() {
    let ask = Ask::script(
        80,
        24,
        0,
        "",
        "$ASQ ask -q A? --skippable -q B? --guard 0 --format value >out; cat -A out",
    );
    ask.tmux.wait_text("A?");
    ask.tmux.keys(&["C-s"]);
    ask.tmux.wait_text("B?");
    ask.tmux.text("x");
    ask.tmux.keys(&["Enter"]);
    ask.tmux.wait_text("Review your answers");
    ask.tmux.keys(&["Enter"]);
    assert_eq!(ask.end().out, "\nx\n");
    let ask = Ask::script(80, 24, 0, "", "$ASQ pick Which? main --guard 0; echo '<the prompt'");
    ask.tmux.wait_text("Esc cancel");
    ask.tmux.text("1");
    let screen = ask.tmux.wait_text("<the prompt");
    assert!(screen.contains("\nmain\n<the prompt"), "{screen}");
}

/// The form, the review and the printed values have the digits that were typed: none is rounded.
#[test]
fn the_digits_that_were_typed_are_reviewed_and_printed() {
    const TYPED: [&str; 3] = [
        "123456789012345678",
        "1234567890123456789012345678901234567890",
        "0.12345678901234567890123456789012345678901234567890",
    ];
    let ask = start("-q A? --number -q B? --number -q C? --number --guard 0 --format value", "A?");
    for (question, typed) in ["A?", "B?", "C?"].into_iter().zip(TYPED) {
        ask.tmux.wait_text(question);
        ask.tmux.text(typed);
        ask.tmux.wait_text(typed);
        ask.tmux.keys(&["Enter"]);
    }
    let review = ask.tmux.wait_text("Review your answers");
    expect![[r#"
         ✓ Question 1  ✓ B  ✓ C  ✓ Review

        Review your answers

          Question 1: 123456789012345678
          B: 1234567890123456789012345678901234567890
          C: 0.12345678901234567890123456789012345678901234567890

        ❯ [ Submit answers ]

        Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back"#]]
    .assert_eq(review.trim_end());
    ask.tmux.keys(&["Enter"]);
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out), ("0", TYPED.map(|typed| format!("{typed}\n")).concat()));
}
