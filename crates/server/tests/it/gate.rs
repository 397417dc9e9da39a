//! Pages of other origins: nothing, unless the person named their origin.

use crate::client::Call;
use crate::served::{CORS, Served};
use serde_json::json;

#[test]
fn a_page_of_a_named_origin_may_ask_what_it_may_send_and_read_the_reply() {
    let served = Served::start();
    let preflight = |origin: &str| {
        let call =
            Call::new("OPTIONS", "/v1/requests").with("Origin", origin).with("Sec-Fetch-Site", "cross-site");
        served.call(&call.with("Access-Control-Request-Method", "POST"))
    };
    let allowed = preflight(CORS);
    assert_eq!((allowed.status, allowed.header("access-control-allow-origin")), (204, Some(CORS)));
    assert!(allowed.header("access-control-allow-headers").unwrap().contains("authorization"));
    assert_eq!(allowed.header("access-control-allow-credentials"), None);
    assert_eq!(preflight("https://tools.test.evil.example").problem(), (403, "forbidden".into()));
    let call = Call::get("/v1/state").with("Origin", CORS).with("Sec-Fetch-Site", "cross-site");
    let read = served.answers(call.clone());
    assert_eq!(
        (read.status, read.header("access-control-allow-origin"), read.header("vary")),
        (200, Some(CORS), Some("origin"))
    );
    assert_eq!(read.header("cross-origin-resource-policy"), Some("cross-origin"));
    // Even a refusal can be read.
    assert_eq!(served.call(&call).header("access-control-allow-origin"), Some(CORS));
}

#[test]
fn a_page_of_the_servers_own_is_let_in() {
    let served = Served::start();
    let own = format!("http://{}", served.at.host());
    let call =
        Call::post("/v1/requests", &json!({})).with("Origin", &own).with("Sec-Fetch-Site", "same-origin");
    assert_eq!(served.call(&call.token(&served.asker)).problem(), (400, "bad_request".into()));
    let alias = Call::get("/v1/state").with("Host", &served.at.host().replace("127.0.0.1", "localhost"));
    assert_eq!(served.answers(alias).status, 200);
}

#[test]
fn a_whole_address_in_the_request_names_this_server_too() {
    let served = Served::start();
    let host = served.at.host();
    assert_eq!(served.answers(Call::get(&format!("http://{host}/v1/state"))).status, 200);
    let other = Call::get(&format!("http://{host}/v1/state")).with("Host", "localhost:1");
    assert_eq!(served.answers(other).problem(), (421, "misdirected".into()));
}
