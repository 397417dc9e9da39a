//! A store that fails: what was stored is found again, what wasn't is refused with its reason, and reads go on.

use crate::client::Call;
use crate::served::{Served, Setup, ask};
use asq_server::ServeError;
use asq_store::{AppendFault, Faults, Faulty, Store};
use asq_testkit::folder::TempFolder;
use serde_json::json;
use std::sync::Arc;

fn served() -> (Served, Faulty) {
    let faulty = Faulty::new(1, Faults::default());
    let store: Arc<dyn Store> = Arc::new(faulty.process());
    (Served::with(Setup { on: Some((store, Arc::new(TempFolder::default()))), ..Setup::default() }), faulty)
}

#[test]
fn a_full_disk_refuses_what_is_new_and_reads_go_on() {
    let (served, faulty) = served();
    let id = served.ask("Which?");
    faulty.next(AppendFault::Full);
    let refused = served.asks(Call::post("/v1/requests", &ask("Another?")));
    assert_eq!(refused.problem(), (507, "disk_full".into()));
    let list = served.answers(Call::get("/v1/requests")).ok();
    assert_eq!((list["requests"].as_array().unwrap().len(), &list["requests"][0]["id"]), (1, &json!(id)));
    let pick = served.pick(&id, 0);
    faulty.next(AppendFault::Full);
    let answer = || served.answers(Call::post(&format!("/v1/requests/{id}/answer"), &pick));
    assert_eq!(answer().problem(), (507, "disk_full".into()));
    // There is room again.
    assert_eq!((answer().ok()["outcome"].as_str(), served.ask("Another?").len()), (Some("answered"), 26));
}

#[test]
fn after_a_lost_reply_the_same_try_finds_what_was_stored() {
    let (served, faulty) = served();
    faulty.next(AppendFault::Unknown);
    let asks = || served.asks(Call::post("/v1/requests", &ask("Which?")));
    let asked = asks();
    assert_eq!((asked.status, asks().status), (201, 200));
    let id = asked.json()["id"].as_str().unwrap().to_owned();
    let pick = served.pick(&id, 0);
    let answer = || {
        let call = Call::post(&format!("/v1/requests/{id}/answer"), &pick).with("Idempotency-Key", "k");
        served.answers(call).ok()["repeated"].clone()
    };
    faulty.next(AppendFault::Unknown);
    assert_eq!([answer(), answer()], [json!(false), json!(true)]);
    let delivered = || {
        let call = Call::post(&format!("/v1/requests/{id}/delivered"), &json!({}));
        served.asks(call).ok()["repeated"].clone()
    };
    faulty.next(AppendFault::Unknown);
    assert_eq!([delivered(), delivered()], [json!(false), json!(true)]);
    assert_eq!(served.store.head().unwrap().position.0, 3);
}

#[test]
fn a_store_that_failed_for_good_ends_the_server_with_its_reason() {
    let (mut served, faulty) = served();
    let id = served.ask("Which?");
    let mut wait = served.line();
    let call = Call::get(&format!("/v1/requests/{id}/ending?wait=600")).token(&served.asker);
    wait.send(&call.bytes(&served.at.host()));
    faulty.next(AppendFault::Disk);
    let failed = served.asks(Call::post("/v1/requests", &ask("Another?")));
    assert_eq!(
        (failed.problem(), failed.json()["fault"].as_str()),
        ((503, "unavailable".into()), Some("final"))
    );
    // A waiting caller learns that nothing comes any more, or that it is still open.
    let reply = wait.reply("GET");
    assert!(matches!(reply.status, 202 | 503), "{reply:?}");
    let ended = served.ended();
    assert!(matches!(&ended, Err(ServeError::Store(_))), "{ended:?}");
}
