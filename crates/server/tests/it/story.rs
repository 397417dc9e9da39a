//! One request from ask to delivery, as an agent and a person on other machines see it, on both stores.

use crate::client::Call;
use crate::served::{STORES, Served, Setup, ask};
use serde_json::json;

#[test]
fn a_request_is_asked_listed_streamed_answered_fetched_and_delivered() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let mut events =
            served.line().stream(&Call::get("/v1/events").token(&served.answerer), &served.at.host());
        let ready = events.event().unwrap();
        assert_eq!((ready.name.as_str(), ready.id, ready.data), ("ready", Some(0), json!({ "position": 0 })));

        let asked = served.asks(Call::post("/v1/requests", &ask("Which?")));
        assert_eq!(asked.status, 201, "{kind:?} {}", asked.text());
        let id = asked.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(asked.header("location"), Some(format!("/v1/requests/{id}").as_str()));
        assert_eq!(asked.json()["outcome"], "pending");

        let list = served.answers(Call::get("/v1/requests")).ok();
        assert_eq!((&list["position"], &list["requests"][0]["id"]), (&json!(1), &json!(id)));
        let event = events.event().unwrap();
        assert_eq!((event.name.as_str(), event.id), ("asked", Some(1)));
        assert_eq!(
            (&event.data["id"], &event.data["question"]),
            (&json!(id), &list["requests"][0]["question"])
        );

        let path = |what: &str| format!("/v1/requests/{id}/{what}");
        assert_eq!(served.asks(Call::get(&path("ending"))).status, 202);
        let answer = served.pick(&id, 1);
        let closed = served.answers(Call::post(&path("answer"), &answer)).ok();
        assert_eq!((&closed["outcome"], &closed["repeated"]), (&json!("answered"), &json!(false)));
        assert_eq!(
            closed["by"]["via"],
            json!({ "token": "answer", "peer": closed["by"]["via"]["peer"], "place": null })
        );
        let event = events.event().unwrap();
        assert_eq!(
            (event.name.as_str(), event.id, &event.data["outcome"]),
            ("closed", Some(2), &json!("answered"))
        );

        let ending = served.asks(Call::get(&path("ending")));
        assert_eq!((ending.status, &ending.json()["outcome"]), (200, &json!("answered")));
        assert_eq!(ending.json()["details"]["answers"]["q1"]["value"], "b");
        let delivered = || served.asks(Call::post(&path("delivered"), &json!({}))).ok();
        assert_eq!(delivered(), json!({ "delivered": true, "repeated": false }));
        assert_eq!(delivered(), json!({ "delivered": true, "repeated": true }));
        let event = events.event().unwrap();
        assert_eq!((event.name.as_str(), event.id, &event.data["id"]), ("delivered", Some(3), &json!(id)));

        let found = served.answers(Call::get("/v1/history?text=which")).ok();
        assert_eq!(
            (&found["requests"][0]["id"], &found["requests"][0]["delivered"]),
            (&json!(id), &json!(true))
        );
    }
}
