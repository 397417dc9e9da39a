//! What an agent was doing when it asked: kept with its question, and no part of it.

use crate::conversation::{PLAIN, Side, backend, call, conversation, open};
use asq_asking::{CloseReply, OpenRequest, Posted};
use asq_backend::Failure;
use asq_core::life::About;
use asq_core::model::{Answer, Answers, Entry, Outcome, Pick};

/// A call of another contract.
const OTHER: &str = r#"{"name": "question", "arguments": {"questions": [{"id": "db", "prompt": "Which?", "options": [{"value": "a", "label": "A"}]}]}}"#;

fn doing(task: &str) -> Side {
    Side { about: About { task: Some(task.into()), ..About::default() }, ..Side::default() }
}

#[test]
fn the_first_ask_says_what_the_agent_was_doing() {
    let (_, backend) = backend();
    let call = call(PLAIN, None);
    let (first, second) = (doing("\u{1b}[31mdeploy"), doing("something else"));
    let id = open(conversation(&call, &first).post(&backend).unwrap());
    // The same question with another task is the same question.
    assert_eq!(open(conversation(&call, &second).post(&backend).unwrap()), id);
    let stored = backend.get(id).unwrap();
    let asked = stored.asked().unwrap();
    assert_eq!((asked.about.as_deref(), asked.returns), (Some(&first.about), true));
    assert_eq!(asked.digest, asq_wire::digest(&asked.request).unwrap());
}

#[test]
fn too_much_is_refused_by_the_names_of_all_its_fields_and_nothing_is_stored() {
    let (_, backend) = backend();
    let call = call(PLAIN, None);
    let mut side = doing(&"x".repeat(About::TASK + 1));
    side.about.link = Some("x".repeat(About::LINK + 1).into());
    let posted: Result<Posted, Failure> = conversation(&call, &side).post(&backend);
    let told = posted.err();
    let why = "task holds at most 2000 bytes, but holds 2001 bytes; link holds at most 2000 bytes, but holds 2001 bytes";
    assert_eq!(told, Some(Failure::failed(why)));
    assert_eq!(backend.count().unwrap(), 0);
}

/// A reply, a digest and a claim have nothing of it, in the words of any contract.
#[test]
fn no_reply_changes_through_it_nor_has_any_of_it() {
    let words = "unique to what it was doing";
    let full = About {
        says: Some(words.into()),
        task: Some(words.into()),
        branch: Some(words.into()),
        link: Some(words.into()),
        text: Some(words.into()),
        diff: Some(words.into()),
    };
    for text in [PLAIN, OTHER] {
        let call = call(text, Some("c1"));
        let [without, with] = [About::default(), full.clone()].map(|about| {
            let (_, backend) = backend();
            let side = Side { about: about.clone(), ..Side::default() };
            let ask = conversation(&call, &side);
            let id = open(ask.post(&backend).unwrap());
            let stored = backend.get(id).unwrap();
            let asked = stored.asked().unwrap();
            assert_eq!(asked.about, about.known());
            let same = (asked.digest.clone(), asked.claim.clone(), asked.call.clone(), asked.request.clone());
            let request = OpenRequest::of(&backend, id).unwrap();
            let mut endings = vec![request.ending(&ask).unwrap()];
            let answer = Answer::Picks(vec![Pick::Option(0)]);
            let answers = Answers { entries: vec![Entry { answer: Some(answer), ..Entry::default() }] };
            assert!(matches!(request.close(&Outcome::Answered(answers), false).unwrap(), CloseReply::Counts));
            endings.push(request.ending(&ask).unwrap());
            let id = id.to_string();
            let told = endings.iter().map(|ending| {
                let all = format!("{:?} {:?} {}", ending.ended, ending.reply, ending.values);
                all.replace(&id, "ID")
            });
            (same, told.collect::<Vec<_>>())
        });
        assert_eq!(with, without);
        assert!(!format!("{with:?}").contains(words), "{with:?}");
    }
}
