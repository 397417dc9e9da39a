//! Signs of life to clients that read, and to those that don't.

use crate::McpOptions;
use crate::line_transport::LineTransport;
use crate::server::{AskServer, KeptForCalls};
use crate::test_client::{TestClient, TestSide, store};
use asq_core::model::Prefs;
use rmcp::service::serve_server;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::{sleep, sleep_until};

/// A client that has called, and whose server shares its timer with others. So much waits to be read at most.
async fn called(kept: &Arc<KeptForCalls>, room: usize) -> TestClient {
    let (mut client, (read, write)) = TestClient::before(TestSide::new(), room);
    let (side, kept) = (client.side.clone(), kept.clone());
    tokio::spawn(async move {
        let options = McpOptions::of(&[&asq_dialects::asq::DIALECT]).unwrap();
        let info = AskServer::info(&options, Prefs::default());
        let (hung_up, hangs_up) = watch::channel(false);
        let server = AskServer::new(options, info, Some(side), kept, hangs_up);
        let transport = LineTransport::new(read, write, server.deliveries(), hung_up);
        serve_server(server, transport).await.unwrap().waiting().await
    });
    client.initialize("claude-code", json!({})).await;
    client.calls("ask", store(), true).await;
    client
}

#[tokio::test(start_paused = true)]
async fn a_client_that_reads_nothing_has_one_sign_on_its_way_and_delays_nobody_elses() {
    let kept = Arc::default();
    // Room for one sign.
    let mut deaf = called(&kept, 200).await;
    // One timer serves both, whenever they began.
    sleep(Duration::from_secs(5)).await;
    let mut other = called(&kept, 1 << 20).await;
    sleep(Duration::from_secs(63)).await;
    other.answers();
    assert_eq!(other.result().await["structuredContent"]["outcome"], json!("answered"));
    assert_eq!(other.signs.len(), 5, "after 1, 10, 25, 40 and 55 seconds");
    assert_eq!(other.sign, json!("waiting for the user's answer (asq inbox)"));
    deaf.answers();
    assert_eq!(deaf.result().await["structuredContent"]["outcome"], json!("answered"));
    assert_eq!(deaf.signs.len(), 2, "one that was there to read, and one on its way");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_reads_again_gets_signs_again() {
    let mut client = called(&Arc::default(), 16).await;
    for seconds in [100, 120] {
        sleep_until(client.began + Duration::from_secs(seconds)).await;
        client.says("ping", json!({})).await;
        client.message().await;
    }
    assert_eq!(client.signs, [100, 120]);
    assert_eq!(client.sign, json!("waiting for the user's answer (asq inbox), 1 min"));
}

#[tokio::test(start_paused = true)]
async fn without_calls_no_timer_runs_and_the_next_call_starts_one() {
    let mut client = TestClient::named("claude-code").await;
    let idle = Handle::current().metrics().num_alive_tasks();
    for round in 0..2 {
        client.calls("ask", store(), true).await;
        sleep(Duration::from_secs(40)).await;
        client.answers();
        client.result().await;
        assert_eq!(client.signs.len(), 3, "{round}");
        client.signs.clear();
        sleep(Duration::from_secs(31)).await;
        assert_eq!(Handle::current().metrics().num_alive_tasks(), idle, "{round}");
    }
}
