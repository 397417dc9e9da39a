//! Links by a clock that the tests move.

use crate::links::Links;
use std::time::Duration;
use tokio::time::advance;

fn link(links: &Links) -> String {
    links.make().unwrap().strip_prefix("/l/").unwrap().to_owned()
}

#[test]
fn a_link_holds_for_a_minute() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.unwrap().block_on(async {
        let links = Links::new();
        let (first, second) = (link(&links), link(&links));
        advance(Duration::from_millis(59_999)).await;
        assert!(links.use_up(&first));
        advance(Duration::from_millis(1)).await;
        assert!(!links.use_up(&second));
    });
}
