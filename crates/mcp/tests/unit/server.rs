//! The folder that a client works in, and a client that hangs up.

use super::path;
use crate::McpOptions;
use crate::lines::serve_client;
use crate::test_client::{TestClient, TestSide, store};
use asq_backend::Backend;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

#[test]
fn only_an_absolute_path_of_this_machine_is_a_folder() {
    let folder = |text: &str| Some(PathBuf::from(text));
    assert_eq!(path("file:///home/ada/my%20project"), folder("/home/ada/my project"));
    assert_eq!(path("file://localhost/home/ada"), folder("/home/ada"));
    for other in ["file://home/ada", "file://elsewhere/home", "https://x/y", "/home/ada", "file:///%ff"] {
        assert_eq!(path(other), None, "{other}");
    }
}

/// A client of a project, which says that it has roots.
async fn with_roots() -> TestClient {
    let mut client = TestClient::of(TestSide { folder: Some("/project".into()), ..TestSide::new() });
    client.initialize("somebody", json!({"roots": {}})).await;
    client
}

/// Waits for nothing; the folder of the ask, once its roots were listed if they are asked for.
async fn asked_from(client: &mut TestClient, roots: Option<Value>) -> Option<PathBuf> {
    client.side.folders.lock().unwrap().clear();
    client.calls("ask", store(), false).await;
    if let Some(roots) = roots {
        let asked = client.message().await;
        assert_eq!(asked["method"], json!("roots/list"));
        client.does(&asked, json!({"roots": roots})).await;
    }
    assert_eq!(client.result().await["structuredContent"]["outcome"], json!("pending"));
    client.side.folders.lock().unwrap()[0].clone()
}

#[tokio::test(start_paused = true)]
async fn roots_are_asked_for_once_and_again_when_they_have_changed() {
    let mut client = with_roots().await;
    let one = json!([{"uri": "https://x/y"}, {"uri": "file:///one"}, {"uri": "file:///two"}]);
    assert_eq!(asked_from(&mut client, Some(one)).await, Some("/one".into()));
    assert_eq!(asked_from(&mut client, None).await, Some("/one".into()));
    client.line(&json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})).await;
    // Without any, its project's counts.
    assert_eq!(asked_from(&mut client, Some(json!([]))).await, Some("/project".into()));
    assert_eq!(asked_from(&mut client, None).await, Some("/project".into()));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_list_its_roots_asks_from_its_project_after_two_seconds() {
    let mut client = with_roots().await;
    client.calls("ask", store(), false).await;
    assert_eq!(client.message().await["method"], json!("roots/list"));
    sleep(Duration::from_secs(1)).await;
    assert_eq!(client.backend.list(0).unwrap().len(), 0);
    sleep(Duration::from_secs(2)).await;
    assert_eq!(client.backend.list(0).unwrap().len(), 1);
    assert_eq!(client.side.folders.lock().unwrap()[0], Some("/project".into()));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_hangs_up_takes_nothing_back_though_a_cancelled_call_does() {
    for cancels in [true, false] {
        let (mut client, (read, write)) = TestClient::before(TestSide::new(), 1 << 20);
        let mut options = McpOptions::of(&[&asq_dialects::asq::DIALECT]).unwrap();
        options.withdraw = true;
        let served = tokio::spawn(serve_client(read, write, options, client.side.clone()));
        client.initialize("somebody", json!({})).await;
        client.calls("ask", store(), false).await;
        sleep(Duration::from_secs(1)).await;
        if cancels {
            let params = json!({"requestId": 1});
            client
                .line(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
                .await;
            sleep(Duration::from_secs(1)).await;
        }
        client.input.shutdown().await.unwrap();
        assert!(served.await.unwrap().is_ok());
        sleep(Duration::from_secs(1)).await;
        assert_eq!(client.backend.list(0).unwrap().len(), usize::from(!cancels));
    }
}

#[tokio::test]
async fn a_client_that_hangs_up_before_it_begins_is_no_fault() {
    let (mut client, (read, write)) = TestClient::before(TestSide::new(), 1 << 10);
    client.input.shutdown().await.unwrap();
    let options = McpOptions::of(&[&asq_dialects::asq::DIALECT]).unwrap();
    assert!(serve_client(read, write, options, client.side.clone()).await.is_ok());
}

#[tokio::test]
async fn what_comes_before_the_first_request_of_a_session_ends_nothing() {
    let mut client = TestClient::silent();
    client.line(&json!({"jsonrpc": "2.0", "id": 7, "result": {}})).await;
    client.says("ping", json!({})).await;
    assert_eq!(client.result().await, json!({}));
    let params = json!({"requestId": 1});
    client.line(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})).await;
    client.initialize("somebody", json!({})).await;
    client.says("ping", json!({})).await;
    assert_eq!(client.result().await, json!({}));
}
