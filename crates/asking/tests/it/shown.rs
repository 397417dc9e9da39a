//! The parts of a stored request that everybody may see.

use crate::conversation::{PLAIN, SECRET, Side, backend, call, conversation, open};
use asq_asking::{listed, shown};
use asq_backend::{Follow, Wake};
use asq_core::inbox::Command;
use asq_core::model::{Answers, Draft, Typed, TypedIn};
use asq_wire::public::{ListedRequest, ShownRequest};

#[test]
fn a_draft_is_announced_and_its_text_is_not() {
    for (text, drafts) in [(PLAIN, vec!["q1".into()]), (SECRET, Vec::new())] {
        let (_, backend) = backend();
        let (call, side) = (call(text, None), Side::default());
        let id = open(conversation(&call, &side).post(&backend).unwrap());
        let typed = Typed { question: 0, place: TypedIn::Custom, text: "hunter2".into() };
        let draft = Draft { answers: Answers::none(1), typed: vec![typed], kept: None };
        let before = shown(&*backend, &backend.get(id).unwrap()).unwrap();
        assert!(before.asked.is_some_and(|ask| ask.drafts.is_empty()));
        backend.follow(Follow::Inbox, Wake::Descriptor).unwrap().send(Command::Draft { id, draft });
        let shown = shown(&*backend, &backend.get(id).unwrap()).unwrap();
        let json = shown.to_json();
        assert!(!json.to_string().contains("hunter2"));
        assert_eq!(ShownRequest::from_json(&json).unwrap(), shown);
        assert_eq!(shown.asked.unwrap().drafts, drafts);
        let row = listed(&*backend).unwrap().remove(0);
        assert_eq!((row.pending.id, row.asker_waits), (id, false));
        assert_eq!(ListedRequest::from_json(&row.to_json()).unwrap(), row);
    }
}
