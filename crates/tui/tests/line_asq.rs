//! Line mode for asq's own contract: questions that may stay open, declining, what is said above a question.
#![allow(clippy::needless_pass_by_value, clippy::needless_raw_string_hashes)] // as expect! writes them

mod console;

use asq_core::form::{Act, Code, FormRules, Key, Notes};
use asq_core::form::{Binding, Spot};
use asq_core::model::*;
use console::{QUESTION, question, request, talk};
use expect_test::{Expect, expect};

const ASQ: FormRules = FormRules {
    keys: &[Binding::any(&[Spot::Option], Key::ctrl(Code::Char('x')), Act::Decline)],
    notes: Notes::Page,
    ..QUESTION
};

fn check(questions: Vec<Question>, typed: &str, expect: Expect) {
    let mut request = request(questions);
    request.rules.notes = true;
    request.rules.danger = DangerRule::ExactText;
    let talk = talk(&request, &ASQ, Draft::default(), 80, typed);
    expect.assert_eq(&format!("{}----\n{:?}\n", talk.transcript, talk.end.outcome));
}

fn skippable(mut question: Question) -> Question {
    question.skippable = true;
    question
}

fn database() -> Question {
    question("Database", "Which database?", Kind::One, &[("PostgreSQL", ""), ("SQLite", "")])
}

fn parts() -> Question {
    question("Parts", "Which parts?", Kind::Many { min: 1, max: 3 }, &[("core", ""), ("web", "")])
}

fn name() -> Question {
    question("Name", "What is its name?", Kind::Text { multiline: true, placeholder: None }, &[])
}

fn said_first(mut question: Question, source: &str) -> Question {
    question.context = Some(Preview { kind: PreviewKind::Markdown, source: source.into() });
    question
}

#[test]
fn each_kind_is_skipped_by_a_word_or_an_empty_line() {
    let questions = vec![skippable(database()), skippable(parts()), skippable(name()), database()];
    check(
        questions,
        "skip\n\nSkip\nskip\n2\nyes\n",
        expect![[r#"
        An agent asks you 4 questions. Type ? for help at any time.

        Question 1 of 4: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        An empty line, or skip, leaves this question open.
        Type a number, or ? for help: skip

        Question 2 of 4: Which parts?
        1. core
        2. web
        3. Something else…
        Several may be picked.
        An empty line, or skip, leaves this question open.
        Type one or more numbers, such as 1 2, or ? for help: 

        Question 3 of 4: What is its name?
        An empty line, or skip, leaves this question open.
        Type your answer, or ? for help: Skip

        Question 4 of 4: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: skip
        This question needs an answer.
        Type a number, or ? for help: 2

        Your answers:
        1. Database: skipped
        2. Parts: skipped
        3. Name: skipped
        4. Database: SQLite
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: None, note: None, confirmed: None }, Entry { answer: None, note: None, confirmed: None }, Entry { answer: None, note: None, confirmed: None }, Entry { answer: Some(Picks([Option(1)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn an_answer_is_taken_back_and_its_text_stays() {
    let questions = vec![skippable(name()), database()];
    check(
        questions,
        "Beaver\n1\n1\nskip\n1\nuse\nyes\n",
        expect![[r#"
        An agent asks you 2 questions. Type ? for help at any time.

        Question 1 of 2: What is its name?
        An empty line, or skip, leaves this question open.
        Type your answer, or ? for help: Beaver

        Question 2 of 2: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: 1

        Your answers:
        1. Name: Beaver
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: 1

        Question 1 of 2: What is its name?
        Your answer so far: Beaver
        An empty line keeps it.
        Type your answer, or ? for help: skip

        Your answers:
        1. Name: skipped
           Typed, not chosen: Beaver
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: 1

        Question 1 of 2: What is its name?
        Typed before: Beaver
        Type use to take that.
        An empty line, or skip, leaves this question open.
        Type your answer, or ? for help: use

        Your answers:
        1. Name: Beaver
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Text("Beaver")), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn a_note_on_a_skipped_question_is_sent() {
    check(
        vec![skippable(database())],
        "note ask me later\nskip\nyes\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        An empty line, or skip, leaves this question open.
        Type a number, or ? for help: note ask me later
        Your note is taken.
        Type a number, or ? for help: skip

        Your answer:
        1. Database: skipped
           Note: ask me later
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: None, note: Some("ask me later"), confirmed: None }] })
    "#]],
    );
}

#[test]
fn declining_asks_why() {
    check(
        vec![database(), name()],
        "?\n1\ndecline\nback\ndecline\nskip\n  not now \n",
        expect![[r#"
            An agent asks you 2 questions. Type ? for help at any time.

            Question 1 of 2: Which database?
            1. PostgreSQL
            2. SQLite
            3. Something else…
            Type a number, or ? for help: ?

            Type the number of the row that you pick, and press Enter.
            Words that you can type:
              ? tells this, and the question again.
              back goes to the step before.
              note writes a note; it may stand on the same line, as in: note later.
              decline says no to all of this; a reason may follow, as in: decline not now.
              cancel ends this without an answer.

            Question 1 of 2: Which database?
            1. PostgreSQL
            2. SQLite
            3. Something else…
            Type a number, or ? for help: 1

            Question 2 of 2: What is its name?
            Type your answer, or ? for help: decline

            To decline, type the reason. An empty line gives none; back goes on.
            Type the reason: back
            Going on.

            Question 2 of 2: What is its name?
            Type your answer, or ? for help: decline

            To decline, type the reason. An empty line gives none; back goes on.
            Type the reason: skip
            Nothing is declined yet: that is a word of its own.
            Type the reason:   not now 
            Declined. No answer was sent.
            ----
            Declined { reason: Some("not now"), draft: Draft { answers: Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }, Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None } }
        "#]],
    );
}

#[test]
fn declining_with_the_reason_beside_it() {
    check(
        vec![database()],
        "decline Too EARLY\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: decline Too EARLY
        Declined. No answer was sent.
        ----
        Declined { reason: Some("Too EARLY"), draft: Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None } }
    "#]],
    );
}

#[test]
fn declining_without_a_reason() {
    check(
        vec![database()],
        "decline\n\n",
        expect![[r#"
            An agent asks you 1 question. Type ? for help at any time.

            Question 1 of 1: Which database?
            1. PostgreSQL
            2. SQLite
            3. Something else…
            Type a number, or ? for help: decline

            To decline, type the reason. An empty line gives none; back goes on.
            Type the reason: 
            Declined. No answer was sent.
            ----
            Declined { reason: None, draft: Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None } }
        "#]],
    );
}

#[test]
fn where_the_form_takes_no_no_line_mode_says_so() {
    let talk =
        talk(&request(vec![database()]), &QUESTION, Draft::default(), 80, "decline\ndecline it\ncancel\n");
    expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: decline
        There is no declining here: answer, or type cancel to end without an answer.
        Type a number, or ? for help: decline it
        There is no declining here: answer, or type cancel to end without an answer.
        Type a number, or ? for help: cancel
        Cancelled. No answer was sent.
        ----
        Cancelled(Draft { answers: Answers { entries: [Entry { answer: None, note: None, confirmed: None }] }, typed: [], kept: None })
    "#]].assert_eq(&format!("{}----\n{:?}\n", talk.transcript, talk.end.outcome));
}

#[test]
fn what_the_agent_says_first_stands_above_its_question() {
    let about = "It stores **2 GB**.\n\n- one\n- two\n1. PostgreSQL\n\u{1b}[2J";
    check(
        vec![said_first(database(), about)],
        "1\nyes\n",
        expect![[r#"
            An agent asks you 1 question. Type ? for help at any time.

            The agent says first:
              It stores **2 GB**.

              - one
              - two
              1. PostgreSQL
              <U+001B>[2J

            Question 1 of 1: Which database?
            1. PostgreSQL
            2. SQLite
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
fn a_long_context_is_read_on_a_word() {
    let about = (1..=42).map(|n| format!("line {n}")).collect::<Vec<_>>().join("\n");
    let mut request = request(vec![said_first(database(), &about)]);
    let said = |request: &Request, typed: &str| talk(request, &ASQ, Draft::default(), 80, typed).transcript;
    let lines = |text: &str| text.lines().filter(|l| l.starts_with("  line ")).count();
    let short = said(&request, "cancel\n");
    assert_eq!(lines(&short), 40);
    assert!(
        short.contains("\nThere are 2 more lines. Type context to read all.\n\nQuestion 1 of 1"),
        "{short}"
    );
    assert_eq!(lines(&said(&request, "context\ncancel\n")), 82);
    // Whoever confirms danger has all of it before them.
    request.questions[0].danger = Some(Danger { confirm_text: Some("wipe".into()), direct: false });
    assert_eq!(lines(&said(&request, "cancel\n")), 42);
}

/// Neither a CR nor blanks move a part of a dangerous question out of sight, wherever it stands.
#[test]
fn all_of_a_dangerous_question_is_told() {
    let odd = |word: &str| format!("{word}\rcr{}far", " ".repeat(30));
    let mut wipe = question("Wipe", &odd("Q"), Kind::One, &[(&odd("L"), &odd("A")), ("No", "")]);
    wipe.description = Some(odd("D").as_str().into());
    wipe.options[0].preview = Some(Preview { kind: PreviewKind::Text, source: odd("P").as_str().into() });
    let mut request = request(vec![said_first(wipe, &odd("C"))]);
    let told = |request: &Request| {
        let said = talk(request, &ASQ, Draft::default(), 80, "show 1\ncontext\n1\ncancel\n").transcript;
        ["Q", "L", "A", "D", "P", "C"]
            .map(|word| said.matches(&format!("{word}<U+000D>cr<30 blanks>far")).count())
    };
    assert_eq!(told(&request), [0; 6]);
    request.questions[0].danger = Some(Danger { confirm_text: Some("wipe".into()), direct: false });
    assert_eq!(told(&request), [1, 2, 1, 1, 1, 2]);
}

fn deploy() -> Question {
    let mut deploy = question("Question 1", "Deploy?", Kind::One, &[("Ship it", ""), ("Wait", "")]);
    deploy.options[0].value = "true".into();
    deploy.options[1].value = "false".into();
    deploy.custom = false;
    deploy
}

/// What a script asks with flags.
fn script(questions: Vec<Question>, typed: &str, expect: Expect) {
    let mut request = request(questions);
    request.rules.notes = true;
    request.rules.discuss = false;
    request.rules.danger = DangerRule::ExactText;
    request.from.script = true;
    let talk = talk(&request, &ASQ, Draft::default(), 80, typed);
    expect.assert_eq(&format!("{}----\n{:?}\n", talk.transcript, talk.end.outcome));
}

#[test]
fn a_scripts_single_pick_is_sent_at_once() {
    script(
        vec![database()],
        "1\n",
        expect![[r#"
        Type ? for help at any time.

        Question 1 of 1: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: 1
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
    "#]],
    );
    script(
        vec![deploy()],
        "no\n",
        expect![[r#"
        Type ? for help at any time.

        Question 1 of 1: Deploy?
        1. Ship it
        2. Wait
        Type yes, no or a number, or ? for help: no
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(1)])), note: None, confirmed: None }] })
    "#]],
    );
    script(
        vec![deploy()],
        "Y\n",
        expect![[r#"
        Type ? for help at any time.

        Question 1 of 1: Deploy?
        1. Ship it
        2. Wait
        Type yes, no or a number, or ? for help: Y
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn more_than_a_single_pick_of_a_scripts_is_looked_over() {
    script(
        vec![deploy()],
        "note hm\n1\nyes\n",
        expect![[r#"
        Type ? for help at any time.

        Question 1 of 1: Deploy?
        1. Ship it
        2. Wait
        Type yes, no or a number, or ? for help: note hm
        Your note is taken.
        Type yes, no or a number, or ? for help: 1

        Your answer:
        1. Question 1: Ship it
           Note: hm
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: Some("hm"), confirmed: None }] })
    "#]],
    );
    script(
        vec![database(), deploy()],
        "2\ny\nyes\n",
        expect![[r#"
        2 questions. Type ? for help at any time.

        Question 1 of 2: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: 2

        Question 2 of 2: Deploy?
        1. Ship it
        2. Wait
        Type yes, no or a number, or ? for help: y

        Your answers:
        1. Database: SQLite
        2. Question 1: Ship it
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(1)])), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn nothing_that_a_script_asks_speaks_of_an_agent() {
    let mut danger = said_first(deploy(), "All is lost.");
    danger.options[0].recommended = true;
    danger.text = "Which password?".into();
    danger.danger = Some(Danger { confirm_text: Some("drop it".into()), direct: false });
    script(
        vec![danger],
        "?\nyes\ndrop it\nyes\n",
        expect![[r#"
        Type ? for help at any time.

        The script says first:
          All is lost.

        Question 1 of 1: Which password?
        Careful: the script marked this question as dangerous.
        1. Ship it
        2. Wait
        The script recommends 1.
        Type yes, no or a number, or ? for help: ?

        Type yes or no, or the number of the row that you pick, and press Enter.
        Words that you can type:
          ? tells this, and the question again.
          back goes to the step before.
          note writes a note; it may stand on the same line, as in: note later.
          context reads all of what is said first.
          decline says no to all of this; a reason may follow, as in: decline not now.
          cancel ends this without an answer.

        The script says first:
          All is lost.

        Question 1 of 1: Which password?
        Careful: the script marked this question as dangerous.
        1. Ship it
        2. Wait
        The script recommends 1.
        Type yes, no or a number, or ? for help: yes

        To confirm, type exactly: drop it
        Type the text that confirms, or ? for help: drop it

        Your answer:
        1. Question 1: Ship it
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: Some("drop it") }] })
    "#]],
    );
}

#[test]
fn yes_and_no_are_typed_as_words() {
    check(
        vec![deploy()],
        "no\nyes\n",
        expect![[r#"
        An agent asks you 1 question. Type ? for help at any time.

        Question 1 of 1: Deploy?
        1. Ship it
        2. Wait
        Type yes, no or a number, or ? for help: no

        Your answer:
        1. Question 1: Wait
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(1)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn what_the_agent_suggests_is_said_until_something_is_answered() {
    let mut one = database();
    one.default = Some(Answer::Picks(vec![Pick::Option(1)]));
    check(
        vec![one, database()],
        "use\n1\n1\n1\nyes\n",
        expect![[r#"
        An agent asks you 2 questions. Type ? for help at any time.

        Question 1 of 2: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Suggested: 2. Type use to take that.
        Type a number, or ? for help: use

        Question 2 of 2: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: 1

        Your answers:
        1. Database: SQLite
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: 1

        Question 1 of 2: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Your answer so far: 2.
        An empty line keeps it.
        Type a number, or ? for help: 1

        Your answers:
        1. Database: PostgreSQL
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn a_secret_that_was_answered_is_said_to_be_there_and_never_shown() {
    let mut secret = name();
    secret.sensitive = true;
    check(
        vec![secret, database()],
        "hunter2\n1\n1\n\nyes\n",
        expect![[r#"
        An agent asks you 2 questions. Type ? for help at any time.

        Question 1 of 2: What is its name?
        Warning: what you type stays visible on this screen.
        Type your answer, or ? for help: hunter2

        Question 2 of 2: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: 1

        Your answers:
        1. Name: answered, hidden
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: 1

        Question 1 of 2: What is its name?
        Warning: what you type stays visible on this screen.
        You have answered this.
        An empty line keeps it.
        Type your answer, or ? for help: 

        Your answers:
        1. Name: answered, hidden
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Text("hunter2")), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
    "#]],
    );
    let mut pick = database();
    pick.sensitive = true;
    check(
        vec![pick, database()],
        "3\nhunter2\n1\n1\n3\n\nyes\n",
        expect![[r#"
        An agent asks you 2 questions. Type ? for help at any time.

        Question 1 of 2: Which database?
        Warning: what you type stays visible on this screen.
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: 3

        In your own words.
        Type your own answer, or ? for help: hunter2

        Question 2 of 2: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: 1

        Your answers:
        1. Database: answered, hidden
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: 1

        Question 1 of 2: Which database?
        Warning: what you type stays visible on this screen.
        1. PostgreSQL
        2. SQLite
        3. Something else…
        You have answered this.
        An empty line keeps it.
        Type a number, or ? for help: 3

        In your own words.
        So far: hidden.
        An empty line keeps it.
        Type your own answer, or ? for help: 

        Your answers:
        1. Database: answered, hidden
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Custom("hunter2")])), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn nothing_but_yes_cancels() {
    check(
        vec![database(), parts()],
        "1\ncancel\n\n2\nyes\n",
        expect![[r#"
        An agent asks you 2 questions. Type ? for help at any time.

        Question 1 of 2: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: 1

        Question 2 of 2: Which parts?
        1. core
        2. web
        3. Something else…
        Several may be picked.
        Type one or more numbers, such as 1 2, or ? for help: cancel

        Cancel and drop 1 answer?
        Type yes to cancel, or back to go on: 
        Going on.
        Type one or more numbers, such as 1 2, or ? for help: 2

        Your answers:
        1. Database: PostgreSQL
        2. Parts: web
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(1)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn words_with_more_behind_them_and_a_full_stop_in_a_line_are_text() {
    check(
        vec![name(), database()],
        "back to the roots\n1\n1\nlines\none\n .\n.\nyes\n",
        expect![[r#"
        An agent asks you 2 questions. Type ? for help at any time.

        Question 1 of 2: What is its name?
        Type your answer, or ? for help: back to the roots

        Question 2 of 2: Which database?
        1. PostgreSQL
        2. SQLite
        3. Something else…
        Type a number, or ? for help: 1

        Your answers:
        1. Name: back to the roots
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: 1

        Question 1 of 2: What is its name?
        Your answer so far: back to the roots
        An empty line keeps it.
        Type your answer, or ? for help: lines
        Type or paste your lines. A line with only a full stop ends them.
        one
         .
        .

        Your answers:
        1. Name: one
            .
        2. Database: PostgreSQL
        Type yes to send, a number to change that answer, or ? for help: yes
        Sent.
        ----
        Answered(Answers { entries: [Entry { answer: Some(Text("one\n .")), note: None, confirmed: None }, Entry { answer: Some(Picks([Option(0)])), note: None, confirmed: None }] })
    "#]],
    );
}

#[test]
fn each_line_of_several_is_kept_before_the_next_is_read() {
    let talk = talk(&request(vec![name()]), &ASQ, Draft::default(), 80, "lines\none\ntwo\n");
    let kept: Vec<&str> = talk.drafts.iter().flat_map(|d| &d.typed).map(|t| t.text.raw()).collect();
    assert_eq!(kept, ["one", "one\ntwo"]);
}
