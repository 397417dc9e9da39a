//! Many requests, long names, and addresses that aren't there.

use super::{PENDING, list, read};
use crate::asked::{self, CallStage, McpCaller};
use crate::test_client::TestSide;
use asq_core::model::Provenance;
use asq_core::text::Untrusted;
use serde_json::{Value, json};

/// Asks this as the agent, and returns the id.
fn asks(side: &TestSide, agent: Option<&Untrusted>, question: &str) -> String {
    let call = json!({"questions": [{"id": "n", "header": question, "question": question, "kind": "text"}]});
    let from = Provenance { agent: agent.cloned(), ..Provenance::default() };
    let caller = McpCaller { from, folder: None };
    match asked::ask(side, &asq_dialects::asq::DIALECT, "ask", call, caller) {
        Ok(CallStage::Open(pending, _)) => pending.id().to_string(),
        Ok(CallStage::Ended(ended)) => panic!("{}", ended.ending.reply.content),
        Err(failure) => panic!("{failure}"),
    }
}

#[test]
fn the_latest_fifty_are_listed_and_all_are_read() {
    let side = TestSide::new();
    let agent = Untrusted::from("a");
    for n in 0..51 {
        asks(&side, Some(&agent), &format!("Q{n}"));
    }
    let names: Vec<String> =
        list(&side, Some(&agent)).unwrap().into_iter().map(|resource| resource.name.clone()).collect();
    let wanted: Vec<String> =
        std::iter::once("pending".to_owned()).chain((1..51).rev().map(|n| format!("Q{n}"))).collect();
    assert_eq!(names, wanted);
    assert_eq!(pending(&side, Some(&agent)).len(), 51);
}

/// The questions at `asq://pending`.
fn pending(side: &TestSide, agent: Option<&Untrusted>) -> Vec<Value> {
    let content = serde_json::to_value(read(side, agent, PENDING).unwrap()).unwrap();
    serde_json::from_str(content["text"].as_str().unwrap()).unwrap()
}

#[test]
fn agents_with_long_names_and_without_one_have_their_own() {
    let side = TestSide::new();
    let long = "agent ".repeat(30);
    let (one, two) = (Untrusted::from(format!("{long}1")), Untrusted::from(format!("{long}2")));
    let agents = [Some(&one), Some(&two), None];
    let asked = agents.map(|agent| asks(&side, agent, "What name?"));
    let found = agents.map(|agent| {
        let all = pending(&side, agent);
        assert_eq!(all.len(), 1, "{agent:?}");
        all[0]["id"].as_str().unwrap().to_owned()
    });
    assert_eq!(found, asked);
}

#[test]
fn an_id_is_no_address() {
    let side = TestSide::new();
    let id = asks(&side, None, "What name?");
    assert!(read(&side, None, &format!("asq://request/{id}")).is_ok());
    let told = read(&side, None, &id).map_err(|why| why.to_string()).err();
    assert_eq!(told, Some(format!("no resource of yours is called \"{id}\"")));
}
