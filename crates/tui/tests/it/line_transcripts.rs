//! Line mode as whole conversations with their outcomes.
#![allow(clippy::needless_pass_by_value, clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::console::{ASK_USER_QUESTION, QUESTION, Talk, loose, question, request, talk};
use asq_core::form::FormRules;
use asq_core::model::*;
use asq_core::text::Shown;
use asq_testkit::situation;
use asq_testkit::situation::Situation;
use asq_tui::line::{Options, ask};
use expect_test::expect;

fn check(talk: &Talk, situation: &mut Situation) {
    situation.shows("conversation", &format!("{}----\n{:?}\n", talk.transcript, talk.end.outcome));
    match &talk.end.outcome {
        Outcome::Answered(_) => assert!(talk.end.draft.is_empty()),
        Outcome::Cancelled(draft) | Outcome::Discuss(draft) => assert_eq!(*draft, talk.end.draft),
        Outcome::Declined { .. } | Outcome::Withdrawn(_) | Outcome::Expired(_) => panic!("not from here"),
    }
}

fn told(request: &Request, rules: &FormRules, typed: &str, situation: &mut Situation) {
    situation.shows("typed", typed);
    check(&talk(request, rules, Draft::default(), 80, typed), situation);
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
    let mut situation = situation!("line_transcripts/question_single");
    told(&request(vec![database()]), &QUESTION, "1\nyes\n", &mut situation);
}

#[test]
fn question_custom() {
    let mut situation = situation!("line_transcripts/question_custom");
    told(&request(vec![database()]), &QUESTION, "3\nMariaDB, as 数据库 🦭 already runs\ny\n", &mut situation);
}

#[test]
fn question_empty_custom_text_is_bounced() {
    let mut situation = situation!("line_transcripts/question_empty_custom_text_is_bounced");
    told(&request(vec![database()]), &QUESTION, "3\n\n   \nback\n2\nyes\n", &mut situation);
}

#[test]
fn question_several_with_back_and_change() {
    let mut situation = situation!("line_transcripts/question_several_with_back_and_change");
    told(
        &request(vec![database(), region()]),
        &QUESTION,
        "back\n1\nback\n2\n1\n\n1\n3\nno idea yet\nno\nyes\n",
        &mut situation,
    );
}

#[test]
fn question_cancel() {
    let mut situation = situation!("line_transcripts/question_cancel");
    told(&request(vec![database()]), &QUESTION, "cancel\n", &mut situation);
    told(&request(vec![database(), region()]), &QUESTION, "1\ncancel\nback\ncancel\nyes\n", &mut situation);
}

#[test]
fn question_wrong_replies_say_what_is_possible() {
    let mut situation = situation!("line_transcripts/question_wrong_replies_say_what_is_possible");
    told(
        &request(vec![database()]),
        &QUESTION,
        "\n7\n1 2\nSQLite\nnote\nshow 1\nshow 9\ndiscuss\nuse\nlines\n2\n\nmaybe\n2 3\n5\nyes\n",
        &mut situation,
    );
}

#[test]
fn question_help() {
    let mut situation = situation!("line_transcripts/question_help");
    told(&request(vec![database()]), &QUESTION, "?\n3\n?\nsome\nhelp\nyes\n", &mut situation);
}

#[test]
fn question_without_options() {
    let mut situation = situation!("line_transcripts/question_without_options");
    told(
        &request(vec![question("Name", "What is it called?", Kind::One, &[])]),
        &QUESTION,
        "asq\nyes\n",
        &mut situation,
    );
}

#[test]
fn the_end_of_the_input_cancels_and_keeps_what_was_typed() {
    let mut situation = situation!("line_transcripts/the_end_of_the_input_cancels_and_keeps_what_was_typed");
    told(&request(vec![database()]), &QUESTION, "1\nye", &mut situation);
    told(&request(vec![database()]), &QUESTION, "3\nhalf a th", &mut situation);
    told(&request(vec![database()]), &QUESTION, "3\none\\\ntwo\\\nthr", &mut situation);
    told(&request(vec![database()]), &QUESTION, "3\nlines\none\ntwo\n", &mut situation);
    told(&request(vec![database()]), &QUESTION, "", &mut situation);
}

#[test]
fn texts_of_several_lines_and_words_as_texts() {
    let mut situation = situation!("line_transcripts/texts_of_several_lines_and_words_as_texts");
    told(
        &request(vec![
            database(),
            region(),
            question("Why", "Why?", Kind::Text { multiline: true, placeholder: Some("because".into()) }, &[]),
        ]),
        &QUESTION,
        "3\none\\\ntwo \\\\\n3\nlines\nback\n..\n\n1\n.\n=back\nyes\n",
        &mut situation,
    );
}

#[test]
fn ask_user_question_single() {
    let mut situation = situation!("line_transcripts/ask_user_question_single");
    told(&loose(vec![database()]), &ASK_USER_QUESTION, "\n2\nyes\n", &mut situation);
}

#[test]
fn ask_user_question_multi_select() {
    let mut situation = situation!("line_transcripts/ask_user_question_multi_select");
    told(
        &loose(vec![features()]),
        &ASK_USER_QUESTION,
        "\n2 2\n4,2\na calendar\n1\n\n3 1\nyes\n",
        &mut situation,
    );
}

#[test]
fn ask_user_question_preview_with_show_and_note() {
    let mut situation = situation!("line_transcripts/ask_user_question_preview_with_show_and_note");
    told(
        &loose(vec![layout(), database()]),
        &ASK_USER_QUESTION,
        "show 1\nshow 2\nnote Keep it narrow\n1\nnote not here\n1\n1\nnote\n\n2\nyes\n",
        &mut situation,
    );
}

#[test]
fn ask_user_question_incomplete_submit() {
    let mut situation = situation!("line_transcripts/ask_user_question_incomplete_submit");
    told(&loose(vec![database(), features()]), &ASK_USER_QUESTION, "\n\nyes\n", &mut situation);
}

#[test]
fn discuss_is_refused_where_not_offered_and_ends_it_where_it_is() {
    let mut situation =
        situation!("line_transcripts/discuss_is_refused_where_not_offered_and_ends_it_where_it_is");
    told(&loose(vec![database()]), &ASK_USER_QUESTION, "discuss\n3\ndiscuss\ncancel\n", &mut situation);
    let mut open = request(vec![database()]);
    open.rules.discuss = true;
    let rules = FormRules { discuss: Some("Let's discuss this"), ..QUESTION };
    told(&open, &rules, "?\n4\n", &mut situation);
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
    let talk = talk(&all, &QUESTION, Draft::default(), 80, "1\nmore\nusers\nmore\nmore\n \nusers\nyes\n");
    let confirm = talk.transcript.find("Type the resource name to confirm:").unwrap();
    let (before, after) = talk.transcript.split_at(confirm);
    for line in lines.iter().map(String::as_str).chain(["Drop the table?", "The replicas go, too."]) {
        assert!(before.contains(line), "{line:?} is missing in {before}");
    }
    assert!(before.contains("Nothing is confirmed before you heard all of it."), "{before}");
    assert!(after.contains("Not confirmed. Type the resource name to confirm."), "{after}");
    assert!(!talk.transcript.contains("any text"));
    let entry = Entry {
        answer: Some(Answer::Picks(vec![Pick::Option(0)])),
        confirmed: Some("users".into()),
        note: None,
    };
    assert_eq!(talk.end.outcome, Outcome::Answered(Answers { entries: vec![entry] }));
}

/// What is read before a confirmation: `back` leaves it, and a preview is part of it however short it is.
#[test]
fn danger_with_a_preview_is_read_once_more_and_back_returns_to_the_question() {
    let mut drop = question("Drop", "Drop the table?", Kind::One, &[("Drop it", ""), ("Keep it", "")]);
    drop.danger = Some(Danger { confirm_text: Some("users".into()), direct: false });
    drop.options[0].preview = Some(Preview { kind: PreviewKind::Text, source: "DROP TABLE users".into() });
    let mut all = request(vec![drop]);
    all.rules.danger = DangerRule::ExactText;
    let said = |all: &Request, typed: &str| talk(all, &QUESTION, Draft::default(), 80, typed).transcript;
    let confirm = "To confirm, type exactly: users";
    let read = said(&all, "1\n");
    let (before, _) = read.split_once(confirm).unwrap_or_else(|| panic!("{read}"));
    assert!(before.contains("DROP TABLE users"), "{before}");
    let context: Vec<String> = (1..=60).map(|n| format!("table {n} goes")).collect();
    all.questions[0].context = Some(Preview { kind: PreviewKind::Text, source: context.join("\n").into() });
    let back = said(&all, "1\nback\n");
    assert!(!back.contains(confirm), "{back}");
    assert_eq!(back.matches("Type a number, or ? for help").count(), 2, "{back}");
}

#[test]
fn numbers_danger_and_sensitive_texts() {
    let mut situation = situation!("line_transcripts/numbers_danger_and_sensitive_texts");
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
    told(&all, &QUESTION, "many\n0\nuse\n1\ndrop\ndrop users\n1234\\\nyes\n", &mut situation);
    told(&all, &QUESTION, "80\n1\ndrop users\n123", &mut situation);
}

#[test]
fn kept_texts_are_offered_and_drafts_handed_out() {
    let mut situation = situation!("line_transcripts/kept_texts_are_offered_and_drafts_handed_out");
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
    check(&talk, &mut situation);
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
    let mut situation = situation!("line_transcripts/everything_wraps_further_in");
    let mut wide = request(vec![database()]);
    wide.from.agent = Some("an agent with a name that goes on and on".into());
    wide.questions[0].description =
        Some("More about it, which does not fit into one line either.\nSecond.".into());
    wide.questions[0].options[1].recommended = true;
    let talk = talk(&wide, &QUESTION, Draft::default(), 40, "1\nyes\n");
    check(&talk, &mut situation);
}

/// A note is sent, also where its question stays open; the last step lists it.
#[test]
fn a_note_on_a_question_left_open() {
    let mut situation = situation!("line_transcripts/a_note_on_a_question_left_open");
    told(
        &loose(vec![layout(), region()]),
        &ASK_USER_QUESTION,
        "note\nnot before Ana is back\n\n1\nyes\n",
        &mut situation,
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
    let mut situation = situation!("line_transcripts/a_confirmation_that_only_the_person_wants_is_told");
    let mut one =
        request(vec![question("Drop", "Drop the table?", Kind::One, &[("Drop it", ""), ("Keep it", "")])]);
    one.rules.danger = DangerRule::AnyText;
    one.questions[0].danger = Some(Danger::default());
    one.prefs.danger_check = false;
    one.prefs.hold_danger(true);
    told(&one, &QUESTION, "1\ndrop\nyes\n", &mut situation);
}
