//! Line mode as whole conversations, and what came of them.
#![allow(clippy::needless_pass_by_value, clippy::needless_raw_string_hashes)] // as expect! writes them

mod console;

use asq_core::form::FormRules;
use asq_core::model::*;
use asq_core::text::Shown;
use asq_tui::line::{Options, ask};
use console::{ASK_USER_QUESTION, QUESTION, Talk, loose, question, request, talk};
use expect_test::{Expect, expect};

fn check(talk: &Talk, expect: Expect) {
    expect.assert_eq(&format!("{}----\n{:?}\n", talk.transcript, talk.end.outcome));
    match &talk.end.outcome {
        Outcome::Answered(_) => assert!(talk.end.draft.is_empty()),
        Outcome::Cancelled(draft) | Outcome::Discuss(draft) => assert_eq!(*draft, talk.end.draft),
        Outcome::Declined { .. } | Outcome::Withdrawn(_) | Outcome::Expired(_) => panic!("not from here"),
    }
}

fn told(request: &Request, rules: &FormRules, typed: &str, expect: Expect) {
    check(&talk(request, rules, Draft::default(), 80, typed), expect);
}

fn database() -> Question {
    let options = [("PostgreSQL", "A server of its own; everybody writes at once."), ("SQLite", "A file.")];
    question("Database", "Which database should the service use?", Kind::One, &options)
}

fn region() -> Question {
    question("Region", "Where does it run?", Kind::One, &[("Frankfurt", ""), ("Dublin", "")])
}

fn features() -> Question {
    let options = [("Export", "As CSV."), ("Search", ""), ("History", "")];
    question("Features", "Which of these come first?", Kind::Many { min: 1, max: 4 }, &options)
}

fn layout() -> Question {
    let mut question =
        question("Layout", "Which layout?", Kind::One, &[("Two columns", "Wide."), ("One column", "")]);
    question.custom = false;
    question.options[0].preview =
        Some(Preview { kind: PreviewKind::Markdown, source: "# Wide\n\n| a | b |\n".into() });
    question
}

#[test]
fn question_single() {
    told(
        &request(vec![database()]),
        &QUESTION,
        "1\nyes\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 1

        Your answer:
        1. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn question_custom() {
    told(
        &request(vec![database()]),
        &QUESTION,
        "3\nMariaDB, as 数据库 🦭 already runs\ny\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 3

        In your own words.
        Type your own answer, or ? for help: MariaDB, as 数据库 🦭 already runs

        Your answer:
        1. Database: in your own words: MariaDB, as 数据库 🦭 already runs
        Type yes to send, a number to change that answer, or ? for help: y
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Custom("MariaDB, as 数据库 🦭 already runs")])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn question_empty_custom_text_is_bounced() {
    told(
        &request(vec![database()]),
        &QUESTION,
        "3\n\n   \nback\n2\nyes\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 3

        In your own words.
        Type your own answer, or ? for help: 
        An empty text is no answer.
        Type your own answer, or ? for help:    
        An empty text is no answer.
        Type your own answer, or ? for help: back

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 2

        Your answer:
        1. Database: SQLite
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(1)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn question_several_with_back_and_change() {
    told(
        &request(vec![database(), region()]),
        &QUESTION,
        "back\n1\nback\n2\n1\n\n1\n3\nno idea yet\nno\nyes\n",
        expect![[r#"
            An agent asks you 2 questions. Type ? for help at any time.

            Question 1 of 2: Which database should the service use?
            1. PostgreSQL
               A server of its own; everybody writes at once.
            2. SQLite
               A file.
            3. Something else…
            Type a number, or ? for help: back
            This is the first question.
            Type a number, or ? for help: 1

            Question 2 of 2: Where does it run?
            1. Frankfurt
            2. Dublin
            3. Something else…
            Type a number, or ? for help: back

            Question 1 of 2: Which database should the service use?
            1. PostgreSQL
               A server of its own; everybody writes at once.
            2. SQLite
               A file.
            3. Something else…
            Your answer so far: 1.
            An empty line keeps it.
            Type a number, or ? for help: 2

            Question 2 of 2: Where does it run?
            1. Frankfurt
            2. Dublin
            3. Something else…
            Type a number, or ? for help: 1

            Your answers:
            1. Database: SQLite
            2. Region: Frankfurt
            Type yes to send, a number to change that answer, or ? for help: 
            Nothing is sent yet.
            Type yes to send, a number to change that answer, or ? for help: 1

            Question 1 of 2: Which database should the service use?
            1. PostgreSQL
               A server of its own; everybody writes at once.
            2. SQLite
               A file.
            3. Something else…
            Your answer so far: 2.
            An empty line keeps it.
            Type a number, or ? for help: 3

            In your own words.
            Type your own answer, or ? for help: no idea yet

            Your answers:
            1. Database: in your own words: no idea yet
            2. Region: Frankfurt
            Type yes to send, a number to change that answer, or ? for help: no
            Nothing is sent. Type a number to change that answer, or cancel.
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: Some(Picks([Custom("no idea yet")])), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
        "#]],
    );
}

#[test]
fn question_cancel() {
    told(
        &request(vec![database()]),
        &QUESTION,
        "cancel\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: cancel
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None })
    "#]],
    );
    told(
        &request(vec![database(), region()]),
        &QUESTION,
        "1\ncancel\nback\ncancel\nyes\n",
        expect![[r#"
        An agent asks you 2 questions. Type ? for help at any time.

        Question 1 of 2: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 1

        Question 2 of 2: Where does it run?
        1. Frankfurt
        2. Dublin
        3. Something else…
        Type a number, or ? for help: cancel

        Cancel and drop 1 answer?
        Type yes to cancel, or back to go on: back
        Going on.
        Type a number, or ? for help: cancel

        Cancel and drop 1 answer?
        Type yes to cancel, or back to go on: yes
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }, Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None })
    "#]],
    );
}

#[test]
fn question_wrong_replies_say_what_is_possible() {
    told(
        &request(vec![database()]),
        &QUESTION,
        "\n7\n1 2\nSQLite\nnote\nshow 1\nshow 9\ndiscuss\nuse\nlines\n2\n\nmaybe\n2 3\n5\nyes\n",
        expect![[r#"
            An agent asks you 1 question. Type ? for help at any time.

            Question 1 of 1: Which database should the service use?
            1. PostgreSQL
               A server of its own; everybody writes at once.
            2. SQLite
               A file.
            3. Something else…
            Type a number, or ? for help: 
            This question needs an answer.
            Type a number, or ? for help: 7
            There is no number 7. Pick from 1 to 3.
            Type a number, or ? for help: 1 2
            Only one can be picked here.
            Type a number, or ? for help: SQLite
            That is no number. To answer in your own words, type 3 first.
            Type a number, or ? for help: note
            This question takes no note.
            Type a number, or ? for help: show 1
            Number 1 has no preview.
            Type a number, or ? for help: show 9
            There is no number 9. Pick from 1 to 3.
            Type a number, or ? for help: discuss
            This request can't be put off for a discussion.
            Type a number, or ? for help: use
            There is nothing to take here.
            Type a number, or ? for help: lines
            Only one line is taken here.
            Type a number, or ? for help: 2

            Your answer:
            1. Database: SQLite
            Type yes to send, a number to change that answer, or ? for help: 
            Nothing is sent yet.
            Type yes to send, a number to change that answer, or ? for help: maybe
            Nothing is sent: that was neither yes nor a number.
            Type yes to send, a number to change that answer, or ? for help: 2 3
            One question at a time.
            Type yes to send, a number to change that answer, or ? for help: 5
            The only question here is 1.
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: Some(Picks([Option(1)])), note: None, confirmed: None }] })
        "#]],
    );
}

#[test]
fn question_help() {
    told(
        &request(vec![database()]),
        &QUESTION,
        "?\n3\n?\nsome\nhelp\nyes\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: ?

        Type the number of the row that you pick, and press Enter.
        Words that you can type:
          ? tells this, and the question again.
          back goes to the step before.
          cancel ends this without an answer.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 3

        In your own words.
        Type your own answer, or ? for help: ?

        Type your text, and press Enter.
        A line that ends in \ goes on in the next line. To end it in a \, type two.
        Words that you can type:
          ? tells this, and the question again.
          back goes to the step before.
          lines begins a text of several lines, typed or pasted.
          cancel ends this without an answer.
        To send such a word as your text, put = before it, as in: =back.

        In your own words.
        Type your own answer, or ? for help: some

        Your answer:
        1. Database: in your own words: some
        Type yes to send, a number to change that answer, or ? for help: help

        Type yes to send what is listed.
        Type the number of a question to change its answer.
        Words that you can type:
          ? tells this, and the question again.
          back goes to the step before.
          cancel ends this without an answer.

        Your answer:
        1. Database: in your own words: some
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Custom("some")])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn question_without_options() {
    told(
        &request(vec![question("Name", "What is it called?", Kind::One, &[])]),
        &QUESTION,
        "asq\nyes\n",
        expect![[r#"
            An agent asks you 1 question. Type ? for help at any time.

            Question 1 of 1: What is it called?
            Type your own answer, or ? for help: asq

            Your answer:
            1. Name: in your own words: asq
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: Some(Picks([Custom("asq")])), note: None, confirmed: None }] })
        "#]],
    );
}

#[test]
fn the_end_of_the_input_cancels_and_keeps_what_was_typed() {
    told(
        &request(vec![database()]),
        &QUESTION,
        "1\nye",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 1

        Your answer:
        1. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: ye
        The input has ended.
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] }, typed: [], kept: None })
    "#]],
    );
    told(
        &request(vec![database()]),
        &QUESTION,
        "3\nhalf a th",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 3

        In your own words.
        Type your own answer, or ? for help: half a th
        The input has ended.
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [Typed { question: 0, place: Custom, text: "half a th" }], kept: None })
    "#]],
    );
    told(
        &request(vec![database()]),
        &QUESTION,
        "3\none\\\ntwo\\\nthr",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 3

        In your own words.
        Type your own answer, or ? for help: one\
        More: two\
        More: thr
        The input has ended.
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [Typed { question: 0, place: Custom, text: "one\ntwo\nthr" }], kept: None })
    "#]],
    );
    told(
        &request(vec![database()]),
        &QUESTION,
        "3\nlines\none\ntwo\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 3

        In your own words.
        Type your own answer, or ? for help: lines
        Type or paste your lines. A line with only a full stop ends them.
        one
        two

        The input has ended.
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [Typed { question: 0, place: Custom, text: "one\ntwo" }], kept: None })
    "#]],
    );
    told(
        &request(vec![database()]),
        &QUESTION,
        "",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 
        The input has ended.
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None })
    "#]],
    );
}

#[test]
fn texts_of_several_lines_and_words_as_texts() {
    told(
        &request(vec![
            database(),
            region(),
            question("Why", "Why?", Kind::Text { multiline: true, placeholder: Some("because".into()) }, &[]),
        ]),
        &QUESTION,
        "3\none\\\ntwo \\\\\n3\nlines\nback\n..\n\n1\n.\n=back\nyes\n",
        expect![[r#"
            An agent asks you 3 questions. Type ? for help at any time.

            Question 1 of 3: Which database should the service use?
            1. PostgreSQL
               A server of its own; everybody writes at once.
            2. SQLite
               A file.
            3. Something else…
            Type a number, or ? for help: 3

            In your own words.
            Type your own answer, or ? for help: one\
            More: two \\

            Question 2 of 3: Where does it run?
            1. Frankfurt
            2. Dublin
            3. Something else…
            Type a number, or ? for help: 3

            In your own words.
            Type your own answer, or ? for help: lines
            Type or paste your lines. A line with only a full stop ends them.
            back
            ..

            1
            .

            Question 3 of 3: Why?
            For example: because
            Type your answer, or ? for help: =back

            Your answers:
            1. Database: in your own words: one
               two \
            2. Region: in your own words: back
               .

               1
            3. Why: back
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: Some(Picks([Custom("one\ntwo \\")])), note: None, confirmed: None }, Entry { answer: Some(Picks([Custom("back\n.\n\n1")])), note: None, confirmed: None }, Entry { answer: Some(Text("back")), note: None, confirmed: None }] })
        "#]],
    );
}

#[test]
fn ask_user_question_single() {
    told(
        &loose(vec![database()]),
        &ASK_USER_QUESTION,
        "\n2\nyes\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Type something
        Type a number, or ? for help: 
        This question needs an answer.
        Type a number, or ? for help: 2

        Your answer:
        1. Database: SQLite
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(1)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn ask_user_question_multi_select() {
    told(
        &loose(vec![features()]),
        &ASK_USER_QUESTION,
        "\n2 2\n4,2\na calendar\n1\n\n3 1\nyes\n",
        expect![[r#"
            An agent asks you 1 question. Type ? for help at any time.

            Question 1 of 1: Which of these come first?
            1. Export
               As CSV.
            2. Search
            3. History
            4. Type something
            Several may be picked.
            Type one or more numbers, such as 1 2, or ? for help: 
            This question needs an answer.
            Type one or more numbers, such as 1 2, or ? for help: 2 2
            Number 2 stands there twice.
            Type one or more numbers, such as 1 2, or ? for help: 4,2

            In your own words.
            Type your own answer, or ? for help: a calendar

            Your answer:
            1. Features: in your own words: a calendar, Search
            Type yes to send, a number to change that answer, or ? for help: 1

            Question 1 of 1: Which of these come first?
            1. Export
               As CSV.
            2. Search
            3. History
            4. Type something
            Several may be picked.
            Your answer so far: 2 and 4.
            In your own words: a calendar
            An empty line keeps it.
            Type one or more numbers, such as 1 2, or ? for help: 

            Your answer:
            1. Features: in your own words: a calendar, Search
            Type yes to send, a number to change that answer, or ? for help: 3 1
            One question at a time.
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: Some(Picks([Custom("a calendar"), Option(1)])), note: None, confirmed: None }] })
        "#]],
    );
}

#[test]
fn ask_user_question_preview_with_show_and_note() {
    told(
        &loose(vec![layout(), database()]),
        &ASK_USER_QUESTION,
        "show 1\nshow 2\nnote Keep it narrow\n1\nnote not here\n1\n1\nnote\n\n2\nyes\n",
        expect![[r#"
            An agent asks you 2 questions. Type ? for help at any time.

            Question 1 of 2: Which layout?
            1. Two columns
               Wide.
            2. One column
            There is a preview of 1. Type show 1 to read it.
            An empty line, or skip, leaves this question open.
            Type a number, or ? for help: show 1
            Preview of number 1:
              # Wide

              | a | b |
            End of the preview.
            Type a number, or ? for help: show 2
            Number 2 has no preview.
            Type a number, or ? for help: note Keep it narrow
            Your note is taken.
            Type a number, or ? for help: 1

            Question 2 of 2: Which database should the service use?
            1. PostgreSQL
               A server of its own; everybody writes at once.
            2. SQLite
               A file.
            3. Type something
            An empty line, or skip, leaves this question open.
            Type a number, or ? for help: note not here
            This question takes no note.
            Type a number, or ? for help: 1

            Your answers:
            1. Layout: Two columns
               Note: Keep it narrow
            2. Database: PostgreSQL
            Type yes to send, a number to change that answer, or ? for help: 1

            Question 1 of 2: Which layout?
            1. Two columns
               Wide.
            2. One column
            There is a preview of 1. Type show 1 to read it.
            Your answer so far: 1.
            Your note: Keep it narrow
            An empty line keeps it.
            Type a number, or ? for help: note

            A note on question 1.
            So far: Keep it narrow
            An empty line keeps it.
            Type your note, or ? for help: 
            Type a number, or ? for help: 2

            Your answers:
            1. Layout: One column
               Note: Keep it narrow
            2. Database: PostgreSQL
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: Some(Picks([Option(1)])), note: Some("Keep it narrow"), confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
        "#]],
    );
}

#[test]
fn ask_user_question_incomplete_submit() {
    told(
        &loose(vec![database(), features()]),
        &ASK_USER_QUESTION,
        "\n\nyes\n",
        expect![[r#"
            An agent asks you 2 questions. Type ? for help at any time.

            Question 1 of 2: Which database should the service use?
            1. PostgreSQL
               A server of its own; everybody writes at once.
            2. SQLite
               A file.
            3. Type something
            An empty line, or skip, leaves this question open.
            Type a number, or ? for help: 

            Question 2 of 2: Which of these come first?
            1. Export
               As CSV.
            2. Search
            3. History
            4. Type something
            Several may be picked.
            An empty line, or skip, leaves this question open.
            Type one or more numbers, such as 1 2, or ? for help: 

            Your answers:
            1. Database: not answered
            2. Features: not answered
            You have not answered all questions: Database, Features.
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: None, note: None, confirmed: None }, Entry { answer: None, note: None, confirmed: None }] })
        "#]],
    );
}

#[test]
fn discuss_is_refused_where_not_offered_and_ends_it_where_it_is() {
    told(
        &loose(vec![database()]),
        &ASK_USER_QUESTION,
        "discuss\n3\ndiscuss\ncancel\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Type something
        Type a number, or ? for help: discuss
        This request can't be put off for a discussion.
        Type a number, or ? for help: 3

        In your own words.
        Type your own answer, or ? for help: discuss
        This request can't be put off for a discussion.
        To send that word as your text, type = before it.
        Type your own answer, or ? for help: cancel
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None })
    "#]],
    );
    let mut open = request(vec![database()]);
    open.rules.discuss = true;
    let rules = FormRules { discuss: Some("Let's discuss this"), ..QUESTION };
    told(
        &open,
        &rules,
        "?\n4\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        4. Let's discuss this
        Type a number, or ? for help: ?

        Type the number of the row that you pick, and press Enter.
        Words that you can type:
          ? tells this, and the question again.
          back goes to the step before.
          discuss ends this, to talk about it first.
          cancel ends this without an answer.

        Question 1 of 1: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        4. Let's discuss this
        Type a number, or ? for help: 4
        Ended, to be discussed first. No answer was sent.
        ----
        Discuss(Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None })
    "#]],
    );
}

/// All of a dangerous question is spoken before what confirms it, in the contract's words.
#[test]
fn danger_is_spoken_whole_before_it_is_confirmed() {
    let mut all =
        request(vec![question("Drop", "Drop the table?", Kind::One, &[("Drop it", ""), ("Keep it", "")])]);
    all.rules.danger = DangerRule::AnyText;
    all.questions[0].danger = Some(Danger::default());
    all.questions[0].description = Some("The replicas go, too.".into());
    let lines: Vec<String> = (1..=60).map(|n| format!("table {n} goes")).collect();
    all.questions[0].context = Some(Preview { kind: PreviewKind::Text, source: lines.join("\n").into() });
    let talk = talk(&all, &QUESTION, Draft::default(), 80, "1\n \nusers\nyes\n");
    let confirm = talk.transcript.find("Type the resource name to confirm:").unwrap();
    let (before, after) = talk.transcript.split_at(confirm);
    for line in lines.iter().map(String::as_str).chain(["Drop the table?", "The replicas go, too."]) {
        assert!(before.contains(line), "{line:?} is missing in {before}");
    }
    assert!(after.contains("Not confirmed. Type the resource name to confirm."), "{after}");
    assert!(!talk.transcript.contains("any text"));
    let entry = Entry {
        answer: Some(Answer::Picks(vec![Pick::Option(0)])),
        confirmed: Some("users".into()),
        note: None,
    };
    assert_eq!(talk.end.outcome, Outcome::Answered(Answers { entries: vec![entry] }));
}

#[test]
fn numbers_danger_and_sensitive_texts() {
    let mut all = request(vec![
        question(
            "Port",
            "Which port?",
            Kind::Number { min: Some(1.into()), max: Some(65535.into()), step: 1.into(), unit: None },
            &[],
        ),
        question("Drop", "Drop the table?", Kind::One, &[("Drop it", ""), ("Keep it", "")]),
        question("Pin", "What is your password?", Kind::Text { multiline: false, placeholder: None }, &[]),
    ]);
    all.rules.danger = DangerRule::ExactText;
    all.questions[0].default = Some(Answer::Number(8080.into()));
    all.questions[1].danger = Some(Danger { confirm_text: Some("drop users".into()), direct: false });
    all.questions[2].sensitive = true;
    told(
        &all,
        &QUESTION,
        "many\n0\nuse\n1\ndrop\ndrop users\n1234\\\nyes\n",
        expect![[r#"
            An agent asks you 3 questions. Type ? for help at any time.

            Question 1 of 3: Which port?
            Suggested: 8080
            Type use to take that.
            Type a number from 1 to 65535, or ? for help: many
            This isn't a number.
            Type a number from 1 to 65535, or ? for help: 0
            That does not fit. It has to be a number from 1 to 65535.
            Type a number from 1 to 65535, or ? for help: use

            Question 2 of 3: Drop the table?
            Careful: the agent marked this question as dangerous.
            1. Drop it
            2. Keep it
            3. Something else…
            Type a number, or ? for help: 1

            To confirm, type exactly: drop users
            Type the text that confirms, or ? for help: drop
            Not confirmed. Type exactly: drop users
            Type the text that confirms, or ? for help: drop users

            Question 3 of 3: What is your password?
            Warning: this seems to ask for a secret. The agent reads what you answer.
            Warning: what you type stays visible on this screen.
            Type your answer, or ? for help: 1234\

            Your answers:
            1. Port: 8080
            2. Drop: Drop it
            3. Pin: answered, hidden
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: Some(Number(8080)), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: Some("drop users") }, Entry { answer: Some(Text("1234\\")), note: None, confirmed: None }] })
        "#]],
    );
    told(
        &all,
        &QUESTION,
        "80\n1\ndrop users\n123",
        expect![[r#"
            An agent asks you 3 questions. Type ? for help at any time.

            Question 1 of 3: Which port?
            Suggested: 8080
            Type use to take that.
            Type a number from 1 to 65535, or ? for help: 80

            Question 2 of 3: Drop the table?
            Careful: the agent marked this question as dangerous.
            1. Drop it
            2. Keep it
            3. Something else…
            Type a number, or ? for help: 1

            To confirm, type exactly: drop users
            Type the text that confirms, or ? for help: drop users

            Question 3 of 3: What is your password?
            Warning: this seems to ask for a secret. The agent reads what you answer.
            Warning: what you type stays visible on this screen.
            Type your answer, or ? for help: 123
            The input has ended.
            Cancelled. No answer was sent.
            ----
            Cancelled(Draft { answers: Answers { entries: [Entry { answer: Some(Number(80)), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: Some("drop users") }, Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None })
        "#]],
    );
}

#[test]
fn kept_texts_are_offered_and_drafts_handed_out() {
    let draft = Draft {
        answers: Answers::none(2),
        typed: vec![Typed { question: 0, place: TypedIn::Custom, text: "Maria\nDB".into() }],
        kept: Some(Shown::own("14:03")),
    };
    let talk = talk(&request(vec![database(), region()]), &QUESTION, draft, 80, "3\nuse\n3\nEu\\\nrope");
    let words = |d: &Draft| {
        let picks: Vec<_> = d.answers.entries.iter().map(|e| e.answer.is_some()).collect();
        format!("{picks:?} {:?}", d.typed.iter().map(|t| (t.question, &t.text)).collect::<Vec<_>>())
    };
    expect![[r#"
        [true, false] []
        [true, false] [(1, "Eu")]
        [true, false] [(1, "Eu\nrope")]"#]]
    .assert_eq(&talk.drafts.iter().map(words).collect::<Vec<_>>().join("\n"));
    check(
        &talk,
        expect![[r#"
        An agent asks you 2 questions. Type ? for help at any time.

        Question 1 of 2: Which database should the service use?
        1. PostgreSQL
           A server of its own; everybody writes at once.
        2. SQLite
           A file.
        3. Something else…
        Type a number, or ? for help: 3

        In your own words.
        Kept from 14:03: Maria
          DB
        Type use to take that.
        Type your own answer, or ? for help: use

        Question 2 of 2: Where does it run?
        1. Frankfurt
        2. Dublin
        3. Something else…
        Type a number, or ? for help: 3

        In your own words.
        Type your own answer, or ? for help: Eu\
        More: rope
        The input has ended.
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: Some(Picks([Custom("Maria\nDB")])), note: None, confirmed: None }, Entry { answer: None, note: None, confirmed: None }] }, typed: [Typed { question: 1, place: Custom, text: "Eu\nrope" }], kept: None })
    "#]],
    );
}

/// Takes so many bytes, then is gone.
struct Gone(usize);

impl std::io::Write for Gone {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| std::io::Error::other("gone"))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_was_typed_is_handed_out_before_a_terminal_that_is_gone_is_written_to() {
    for (typed, asked, text) in
        [("3\nhalf a th", "help: ", "half a th"), ("3\nlines\nhalf\na th", "them.\n", "half\na th")]
    {
        let mut written = Vec::new();
        let request = request(vec![database()]);
        let end = ask(
            request.clone(),
            QUESTION,
            Draft::default(),
            typed.as_bytes(),
            &mut written,
            Options::default(),
        );
        assert!(end.is_ok());
        let written = String::from_utf8_lossy(&written).into_owned();
        let first = written.rfind(asked).map_or(0, |at| at + asked.len());
        for room in first..written.len() {
            let mut kept = Vec::new();
            let mut keep = |draft: &Draft| kept = draft.typed.clone();
            let options = Options { draft_changed: Some(&mut keep), ..Options::default() };
            let end = ask(request.clone(), QUESTION, Draft::default(), typed.as_bytes(), Gone(room), options);
            assert!(end.is_err(), "{room}");
            assert_eq!(kept, [Typed { question: 0, place: TypedIn::Custom, text: text.into() }], "{room}");
        }
    }
}

#[test]
fn everything_wraps_further_in() {
    let mut wide = request(vec![database()]);
    wide.from.agent = Some("an agent with a name that goes on and on".into());
    wide.questions[0].description =
        Some("More about it, which does not fit into one line either.\nSecond.".into());
    wide.questions[0].options[1].recommended = true;
    let talk = talk(&wide, &QUESTION, Draft::default(), 40, "1\nyes\n");
    check(
        &talk,
        expect![[r#"
            An agent asks you 1 question. Type ?
              for help at any time.
            From agent: an agent with a name that
              goes on and on

            Question 1 of 1: Which database should
              the service use?
              More about it, which does not fit into
              one line either.
              Second.
            1. PostgreSQL
               A server of its own; everybody writes
               at once.
            2. SQLite
               A file.
            3. Something else…
            The agent recommends 2.
            Type a number, or ? for help: 1

            Your answer:
            1. Database: PostgreSQL
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
        "#]],
    );
}

/// A note is sent, also where its question stays open; the last step lists it.
#[test]
fn a_note_on_a_question_left_open() {
    told(
        &loose(vec![layout(), region()]),
        &ASK_USER_QUESTION,
        "note\nnot before Ana is back\n\n1\nyes\n",
        expect![[r#"
            An agent asks you 2 questions. Type ? for help at any time.

            Question 1 of 2: Which layout?
            1. Two columns
               Wide.
            2. One column
            There is a preview of 1. Type show 1 to read it.
            An empty line, or skip, leaves this question open.
            Type a number, or ? for help: note

            A note on question 1.
            Type your note, or ? for help: not before Ana is back
            Your note is taken.
            Type a number, or ? for help: 

            Question 2 of 2: Where does it run?
            1. Frankfurt
            2. Dublin
            3. Type something
            An empty line, or skip, leaves this question open.
            Type a number, or ? for help: 1

            Your answers:
            1. Layout: not answered
               Note: not before Ana is back
            2. Region: Frankfurt
            You have not answered all questions: Layout.
            Type yes to send, a number to change that answer, or ? for help: yes
            Sent.
            ----
            Answered(Answers { entries: [Entry { answer: None, note: Some("not before Ana is back"), confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
        "#]],
    );
}

/// The last step says all of what is about to be sent.
#[test]
fn the_last_step_is_whole() {
    let long = |word: &str| format!("{word} ").repeat(300) + "THEEND";
    let mut long_one = region();
    long_one.header = long("header").as_str().into();
    long_one.options[0].label = long("label").as_str().into();
    let request = loose(vec![layout(), long_one]);
    let talk = talk(
        &request,
        &ASK_USER_QUESTION,
        Draft::default(),
        0,
        &format!("note {}\n1\n1\nyes\n", long("note")),
    );
    let review = talk.transcript.split("Your answers:").nth(1).unwrap();
    for word in ["header", "label", "note"] {
        assert!(review.contains(&long(word)), "{word}: {review}");
    }
    assert!(matches!(talk.end.outcome, Outcome::Answered(_)));
}

#[test]
fn a_confirmation_that_only_the_person_wants_is_told() {
    let mut one =
        request(vec![question("Drop", "Drop the table?", Kind::One, &[("Drop it", ""), ("Keep it", "")])]);
    one.rules.danger = DangerRule::AnyText;
    one.questions[0].danger = Some(Danger::default());
    one.prefs.danger_check = false;
    one.prefs.hold_danger(true);
    told(
        &one,
        &QUESTION,
        "1\ndrop\nyes\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Drop the table?
        Careful: the agent marked this question as dangerous.
        The asker switched confirmation off.
        1. Drop it
        2. Keep it
        3. Something else…
        Type a number, or ? for help: 1

        Type the resource name to confirm:
        Type the text that confirms, or ? for help: drop

        Your answer:
        1. Drop: Drop it
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: Some("drop") }] })
    "#]],
    );
}
