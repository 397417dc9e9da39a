//! Links and sessions by a clock that the tests move.

use crate::links::{COOKIE, Links};
use std::time::Duration;
use tokio::time::advance;

/// Runs a test whose clock stands still until it is moved.
fn on_a_still_clock(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.unwrap().block_on(test);
}

fn link(links: &Links) -> String {
    links.make().unwrap().strip_prefix("/l/").unwrap().to_owned()
}

#[test]
fn a_link_holds_for_a_minute() {
    on_a_still_clock(async {
        let links = Links::new();
        let (first, second) = (link(&links), link(&links));
        advance(Duration::from_millis(59_999)).await;
        assert!(links.trade(&first).is_some());
        advance(Duration::from_millis(1)).await;
        assert_eq!(links.trade(&second), None);
    });
}

#[test]
fn a_session_ends_after_twelve_hours_without_use() {
    on_a_still_clock(async {
        let links = Links::new();
        let session = links.trade(&link(&links)).unwrap();
        // Each use prolongs it.
        for _ in 0..3 {
            advance(Duration::from_secs(12 * 3600 - 1)).await;
            assert_eq!(links.session(COOKIE, &session), Some(1));
        }
        advance(Duration::from_hours(12)).await;
        assert_eq!(links.session(COOKIE, &session), None);
    });
}
