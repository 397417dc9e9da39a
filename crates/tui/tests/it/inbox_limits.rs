//! Time limits in the inbox, as its rows and forms count them.

use crate::bench::{Bench, asked, pick_one};
use asq_core::life::{Boot, Moment, RequestId};
use asq_core::model::Expiry;

/// A request with a limit of 90 seconds, whose form opens 35 seconds after the asking.
fn opened(at: impl FnOnce(Moment) -> Moment) -> Bench {
    let mut asked = asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv");
    asked.request.expiry = Some(Expiry { after_ms: 90_000, means: None });
    let mut bench = Bench::new();
    let id = bench.arrive(asked);
    let Some((_, asked_at)) = bench.open.get_mut(&RequestId(id.0)) else { panic!("it has arrived") };
    *asked_at = at(*asked_at);
    bench.pass(34_400);
    bench.keys("<ret>");
    bench
}

/// The inbox has run for more than 16 minutes by then, and the machine for longer.
#[test]
fn a_countdown_is_right_in_the_first_frame() {
    let mut bench = opened(|at| at);
    assert!(bench.text(80, 24).contains("expires in 0:55"), "{}", bench.text(80, 24));
}

#[test]
fn a_countdown_that_began_on_another_machine_counts_by_the_time_of_day() {
    let mut bench = opened(|at| Moment { boot: Some(Boot { id: 2, ms: 5 }), ..at });
    assert!(bench.text(80, 24).contains("expires in 0:55"), "{}", bench.text(80, 24));
}

#[test]
fn a_row_counts_down_to_its_limit() {
    let mut asked = asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv");
    asked.request.expiry = Some(Expiry { after_ms: 12 * 60_000, means: None });
    let mut bench = Bench::new();
    bench.arrive(asked);
    let mut says = Vec::new();
    for ms in [0, 60_000, 610_000, 5_000, 36_000, 5_500, 2_000] {
        bench.pass(ms);
        let text = bench.text(80, 24);
        let row = text.lines().find(|line| line.contains("Ship it?")).unwrap_or_default();
        says.push(row.split_once("it?").unwrap_or_default().1.trim().to_owned());
    }
    assert_eq!(
        says,
        [
            "12 min left  now",
            "11 min left  1 m",
            "50 s left  11 m",
            "50 s left  11 m",
            "9 s left  11 m",
            "4 s left  11 m",
            "2 s left  11 m"
        ]
    );
}

/// The machine's own clock counts, not the time of day, which somebody may set.
#[test]
fn a_countdown_in_the_list_does_not_follow_a_clock_that_is_set() {
    let mut asked = asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv");
    asked.request.expiry = Some(Expiry { after_ms: 12 * 60_000, means: None });
    let mut bench = Bench::new();
    bench.arrive(asked);
    bench.now.wall_ms -= 60 * 60_000;
    bench.pass(60_000);
    assert!(bench.text(80, 24).contains("11 min left"), "{}", bench.text(80, 24));
}
