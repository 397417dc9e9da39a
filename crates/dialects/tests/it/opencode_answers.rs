//! What OpenCode's own clients send, and how it is written.

use asq_core::fit::fit;
use asq_core::model::{
    Answer, Answers, Entry, Kind, Order, Outcome, Pick, Prefs, Question, QuestionOption, Request,
};
use asq_dialects::{Ending, ToolCall, What, by_id, opencode};
use serde_json::{Value, json};

fn written(picks: Vec<Option<Vec<Pick>>>) -> (String, Value) {
    let question = |n: usize| json!({"question": format!("Q{n}?"), "header": "h", "options": [{"label": "A", "description": ""}]});
    let questions: Vec<Value> = (1..=picks.len()).map(question).collect();
    let call = ToolCall { name: None, arguments: json!({ "questions": questions }) };
    let entries =
        picks.into_iter().map(|p| Entry { answer: p.map(Answer::Picks), ..Entry::default() }).collect();
    let outcome = Outcome::Answered(Answers { entries });
    let write = by_id("opencode").map(|dialect| dialect.write);
    let reply = write.map(|write| write(&call, None, Ending::Closed(&outcome)));
    reply.map(|reply| (reply.content, reply.details)).unwrap_or_default()
}

/// S1-13: `[""]` is what some clients send for an answer that was left empty.
#[test]
fn an_empty_text_is_written_as_it_came_and_no_answer_as_unanswered() {
    let (content, details) = written(vec![
        Some(vec![Pick::Custom("".into())]),
        None,
        Some(Vec::new()),
        Some(vec![Pick::Option(0)]),
    ]);
    assert_eq!(
        content,
        "User has answered your questions: \"Q1?\"=\"\", \"Q2?\"=\"Unanswered\", \"Q3?\"=\"Unanswered\", \
         \"Q4?\"=\"A\". You can now continue with the user's answers in mind."
    );
    assert_eq!(details, json!({"answers": [[""], [], [], ["A"]], "truncated": false}));
}

/// A list that is too short leaves the rest open; one that is too long loses what answers nothing.
#[test]
fn the_lists_follow_the_questions() {
    let call = ToolCall {
        name: None,
        arguments: json!({"questions": [
            {"question": "Q1?", "header": "h", "options": []}, {"question": "Q2?", "header": "h", "options": []}]}),
    };
    let answered = |n: usize| {
        let entry = Entry {
            answer: Some(Answer::Picks(vec![Pick::Custom("x".into()), Pick::Option(7)])),
            ..Entry::default()
        };
        Outcome::Answered(Answers { entries: vec![entry; n] })
    };
    let details = |n: usize| {
        by_id("opencode").map(|dialect| (dialect.write)(&call, None, Ending::Closed(&answered(n))).details)
    };
    assert_eq!(details(1), Some(json!({"answers": [["x"], []], "truncated": false})));
    assert_eq!(details(3), Some(json!({"answers": [["x"], ["x"]], "truncated": false})));
}

/// Letter for letter, in the order of picking; equal labels one after the other; custom text where it is taken.
#[test]
fn labels_become_answers_and_back() {
    let call = ToolCall {
        name: None,
        arguments: json!({"questions": [
            {"question": "Q1?", "header": "h", "options": [{"label": "A"}, {"label": "A"}, {"label": "a"}], "multiple": true},
            {"question": "Q2?", "header": "h", "options": [{"label": "A"}], "custom": false},
            {"question": "Q3?", "header": "h", "options": []}]}),
    };
    let reading = (opencode::DIALECT.read)(&call, &Prefs::default()).unwrap();
    let What::Ask { request, .. } = reading.what else { panic!("{reading:?}") };
    let lists = |lists: &[&[&str]]| -> Vec<Vec<String>> {
        lists.iter().map(|list| list.iter().map(ToString::to_string).collect()).collect()
    };
    let there = |sent: &[&[&str]]| opencode::answers(&request, &lists(sent));
    let picks = |picks: &[Pick]| Entry { answer: Some(Answer::Picks(picks.to_vec())), ..Entry::default() };
    let own = |text: &str| Pick::Custom(text.into());
    let all: &[&[&str]] = &[&["a", "A", "A", "b"], &["A"], &["c\n\"d\""]];
    let answers = Answers {
        entries: vec![
            picks(&[Pick::Option(2), Pick::Option(0), Pick::Option(1), own("b")]),
            picks(&[Pick::Option(0)]),
            picks(&[own("c\n\"d\"")]),
        ],
    };
    assert_eq!(there(all), Ok(answers.clone()));
    assert_eq!(opencode::labels(&request, &answers), lists(all));
    // Open ones: an empty list, an editor that was left empty, no list at all.
    let open = Answers { entries: vec![picks(&[own("")]), Entry::default(), Entry::default()] };
    assert_eq!(there(&[&[""], &[""]]), Ok(open.clone()));
    assert_eq!(fit(&request, &open), []);
    assert_eq!(opencode::labels(&request, &open), lists(&[&[""], &[], &[]]));
    assert_eq!(there(&[&[]]), Ok(Answers::none(3)));
    let unknown = opencode::UnknownLabel { question: 1, at: 1, label: "b".into() };
    assert_eq!(there(&[&["zzz"], &["A", "b"], &[]]), Err(vec![unknown]));
    // More lists than questions: fit refuses them.
    assert_eq!(there(&[&[], &[], &[], &["A"]]), Ok(Answers::none(4)));
}

#[test]
fn a_text_is_one_label() {
    let mut request = Request::new(
        vec![Question::new("Why?", Kind::Text { multiline: true, placeholder: None })],
        opencode::rules::ANSWER,
    );
    let text = |text: &str| Answers {
        entries: vec![Entry { answer: Some(Answer::Text(text.into())), ..Entry::default() }],
    };
    let there = |request: &Request, label: &str| opencode::answers(request, &[vec![label.to_owned()]]);
    assert_eq!(there(&request, "so"), Ok(text("so")));
    assert_eq!(opencode::labels(&request, &text("so")), [["so"]]);
    assert_eq!(there(&request, ""), Ok(Answers::none(1)));
    request.rules.order = Order::Offered;
    request.questions[0].kind = Kind::Many { min: 0, max: 9 };
    request.questions[0].options = ["a", "b"].map(QuestionOption::new).to_vec();
    let picks = Answer::Picks(vec![Pick::Option(0), Pick::Option(1)]);
    let sorted = Answers { entries: vec![Entry { answer: Some(picks), ..Entry::default() }] };
    assert_eq!(opencode::answers(&request, &[vec!["b".into(), "a".into()]]), Ok(sorted));
}
