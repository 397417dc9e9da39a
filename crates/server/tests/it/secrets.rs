//! Secrets: for the holder of the ticket or the asker's own tree, and erased only when the asker says that it has them.

use crate::client::{Call, Reply};
use crate::served::{PUBLIC, STORES, Served, Setup, ask};
use serde_json::{Value, json};

fn secret(name: &str) -> Value {
    let mut body = ask(name);
    body["call"]["questions"][0] = json!({ "prompt": name, "kind": "text", "sensitive": true });
    body
}

/// A call of the asker, from another process than the one that asked.
fn again(served: &Served, call: Call) -> Reply {
    served.call(&call.token(&served.asker).with("Host", PUBLIC))
}

fn answer(served: &Served, id: &str, text: &str) {
    let body = json!({ "answers": [{ "answer": { "text": text } }], "digest": served.digest(id) });
    served.answers(Call::post(&format!("/v1/requests/{id}/answer"), &body)).ok();
}

#[test]
fn a_secret_takes_its_ticket_and_is_erased_by_its_delivery() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let asked = served.asks(Call::post("/v1/requests", &secret("Password?"))).ok();
        let (id, ticket) = (asked["id"].as_str().unwrap(), asked["ticket"].as_str().unwrap());
        assert_eq!(ticket.len(), 32);
        let path = |what: &str| format!("/v1/requests/{id}/{what}");
        let with = |call: Call| again(&served, call.with("Asq-Ticket", ticket));
        // Nobody waits for what it can't get.
        for what in ["ending", "ending?wait=600"] {
            assert_eq!(again(&served, Call::get(&path(what))).problem(), (403, "forbidden".into()));
        }
        assert_eq!(with(Call::get(&path("ending"))).status, 202);
        answer(&served, id, "hunter2");
        let without = |reply: Reply| {
            assert!(!String::from_utf8_lossy(&reply.body).contains("hunter2"), "{reply:?}");
            reply
        };
        assert_eq!(without(again(&served, Call::get(&path("ending")))).problem(), (403, "forbidden".into()));
        assert_eq!(
            without(again(&served, Call::post(&path("delivered"), &json!({})))).problem(),
            (403, "forbidden".into())
        );
        let wrong = Call::get(&path("ending")).with("Asq-Ticket", &"0".repeat(32));
        assert_eq!(without(again(&served, wrong)).problem(), (403, "forbidden".into()));
        for call in
            [Call::get(&path("records")), Call::get(&format!("/v1/requests/{id}")), Call::get("/v1/history")]
        {
            without(served.answers(call)).ok();
        }
        without(again(&served, Call::get(&path("records")))).ok();
        let again = self::again(&served, Call::post("/v1/requests", &secret("Password?")));
        assert_eq!(without(again).problem(), (409, "conflict".into()));

        assert!(with(Call::get(&path("ending"))).text().contains("hunter2"));
        assert!(with(Call::get(&path("records"))).text().contains("hunter2"));
        assert!(with(Call::get(&path("ending"))).text().contains("hunter2"), "reading is no delivery");
        with(Call::post(&path("delivered"), &json!({}))).ok();
        assert_eq!(without(with(Call::get(&path("ending")))).problem(), (410, "erased".into()));
        without(with(Call::get(&path("records")))).ok();
        assert_eq!(with(Call::post(&path("delivered"), &json!({}))).ok()["repeated"], true);
    }
}

#[test]
fn the_askers_own_ticket_counts_and_a_second_one_that_somebody_gave_it() {
    let served = Served::start();
    let own = "a".repeat(32);
    let asked = served.asks(Call::post("/v1/requests", &secret("Password?")).with("Asq-Ticket", &own)).ok();
    assert_eq!(asked["ticket"], own);
    let id = asked["id"].as_str().unwrap();
    answer(&served, id, "hunter2");
    let ending = |tickets: &str| {
        again(&served, Call::get(&format!("/v1/requests/{id}/ending")).with("Asq-Ticket", tickets)).status
    };
    let other = "b".repeat(32);
    assert_eq!([ending(&own), ending(&format!("{other}, {own}")), ending(&other)], [200, 200, 403]);
    let again =
        self::again(&served, Call::post("/v1/requests", &secret("Password?")).with("Asq-Ticket", &own));
    assert!(again.status == 200 && again.text().contains("hunter2"), "{}", again.text());
}

#[test]
fn what_is_typed_for_a_secret_is_refused_as_a_draft() {
    let served = Served::start();
    let asked = served.asks(Call::post("/v1/requests", &secret("Password?"))).ok();
    let path = format!("/v1/requests/{}/drafts", asked["id"].as_str().unwrap());
    let typed = json!({ "revision": 0, "draft": { "answers": [], "typed": [{ "question": 0, "place": "edit", "text": "hunter2" }] } });
    let refused = served.answers(Call::new("PUT", &format!("{path}/0")).json(typed.to_string()));
    let problem = json!({
        "type": "about:blank", "title": "Bad Request", "status": 400, "code": "bad_request",
        "detail": "text of a secret is never kept",
    });
    assert_eq!((refused.status, refused.json()), (400, problem));
    let drafts = served.answers(Call::get(&path)).ok();
    assert_eq!((&drafts["drafts"], &drafts["late"]), (&json!([]), &json!([])));
}

#[test]
fn on_this_machine_the_asking_program_needs_no_ticket() {
    let served = Served::start();
    let call = |call: Call| served.unix.call(&call.token(&served.asker));
    let id = call(Call::post("/v1/requests", &secret("Password?"))).ok()["id"].as_str().unwrap().to_owned();
    let from_elsewhere = Call::get(&format!("/v1/requests/{id}/ending"));
    assert_eq!(served.asks(from_elsewhere.clone()).problem(), (403, "forbidden".into()));
    assert_eq!(call(from_elsewhere).status, 202);
}
