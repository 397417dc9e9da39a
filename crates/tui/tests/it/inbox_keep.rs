//! What the inbox keeps of a person's work: pages, reasons, answers that are held back.

use crate::bench::Bench;
use asq_core::inbox::{Notice, RequestMark};
use asq_core::life::RequestId;
use asq_core::model::{HeldAnswer, HeldAs, WholeDraft};

const FIRST: RequestId = RequestId(1);

/// The first request's row, without the padding.
fn row(bench: &mut Bench) -> String {
    let text = bench.text(80, 24);
    let lines: Vec<&str> = text.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    lines.iter().take(2).map(|line| line.trim()).collect::<Vec<_>>().join(" / ")
}

/// A new inbox on the same store, after this one died.
fn reopened(bench: &Bench) -> Bench {
    let mut again = Bench::new().three();
    again.keep_of(bench);
    again
}

#[test]
fn a_reason_for_declining_is_there_again_after_esc_and_after_undo() {
    let mut bench = Bench::new().three();
    bench.keys("dtoo early<esc>");
    assert_eq!(bench.wholes[&FIRST].reason, Some("too early".into()));
    bench.keys("d");
    assert!(bench.text(80, 24).contains("Why do you decline? too early"), "{}", bench.text(80, 24));
    bench.keys("!<ret>");
    assert!(bench.text(80, 24).contains("declining in"), "{}", bench.text(80, 24));
    bench.keys("u");
    assert!(bench.text(80, 24).contains("Why do you decline? too early!"), "{}", bench.text(80, 24));
}

#[test]
fn a_reason_that_was_typed_in_an_inbox_that_died_comes_back() {
    let mut bench = Bench::new().three();
    bench.keys("dtoo early");
    let mut list = reopened(&bench);
    list.keys("d");
    assert!(list.text(80, 24).contains("Why do you decline? too early"), "{}", list.text(80, 24));
}

/// The list knows by then that it was decided, but not with which reason.
#[test]
fn the_reason_of_a_decline_that_was_not_sent_comes_back() {
    let mut bench = Bench::new().three();
    bench.keys("dtoo early<ret>");
    let mut list = reopened(&bench);
    let mark = RequestMark::Held { how: HeldAs::Decline, until_ms: list.now.wall_ms };
    list.notice(Notice::Marked { id: FIRST, mark });
    list.keys("d");
    assert!(list.text(80, 24).contains("Why do you decline? too early"), "{}", list.text(80, 24));
}

#[test]
fn a_form_comes_back_on_its_page_with_its_picks() {
    let mut bench = Bench::new().three();
    bench.keys("j<ret>2");
    assert!(bench.text(80, 24).contains("Ship it?"), "{}", bench.text(80, 24));
    let mut again = reopened(&bench);
    again.keys("j<ret>");
    assert!(again.text(80, 24).contains("Ship it?"), "{}", again.text(80, 24));
    again.keys("1<ret>");
    again.pass(4000);
    assert!(again.sent.contains("answer 2 [\"[Option(1)]\", \"[Option(0)]\"]"), "{}", again.sent);
}

/// The commands that the inbox sends when its window closes.
fn hung_up(bench: &mut Bench) -> String {
    bench.sent.clear();
    bench.hang_up();
    bench.sent.lines().filter(|line| !line.starts_with("draft")).collect()
}

#[test]
fn what_is_held_back_is_sent_when_the_window_closes_or_kept_if_the_settings_say_so() {
    let held = |send: bool| {
        let mut bench = Bench::with(|setup| setup.send_on_hangup = send).three();
        bench.keys("<ret>2");
        hung_up(&mut bench)
    };
    assert_eq!(held(true), "answer 1 [\"[Option(1)]\"] digest s-1");
    assert_eq!(held(false), "");
}

#[test]
fn an_answer_that_was_held_back_when_the_inbox_died_says_that_it_was_not_sent() {
    let mut bench = Bench::new().three();
    bench.keys("<ret>2");
    let until_ms = bench.now.wall_ms + 3000;
    let held = HeldAnswer { how: HeldAs::Answer, until_ms, seen: bench.open[&FIRST].0.digest.clone() };
    assert_eq!(bench.wholes[&FIRST], WholeDraft { held: Some(held), ..WholeDraft::default() });

    let mut again = reopened(&bench);
    again.keys("<ret><esc>");
    assert!(row(&mut again).contains("being sent on another surface"), "{}", again.text(80, 24));
    again.pass(6000);
    assert!(row(&mut again).contains("answered, not sent · Enter to look"), "{}", again.text(80, 24));
    again.keys("<ret>");
    assert!(
        again.text(80, 24).contains("2. SQLite ✔") || again.text(80, 24).contains("❯ 2. SQLite"),
        "{}",
        again.text(80, 24)
    );
    again.keys("<ret>");
    again.pass(4000);
    assert!(again.sent.contains("answer 1 [\"[Option(1)]\"]"), "{}", again.sent);

    bench.keys("u");
    assert_eq!(bench.wholes[&FIRST].held, None);
}

/// The store says so of a request that nobody has opened here.
#[test]
fn what_another_inbox_held_back_is_never_sent_from_here() {
    let mut bench = Bench::new().three();
    let until_ms = bench.now.wall_ms + 3000;
    let mark = RequestMark::Held { how: HeldAs::Answer, until_ms };
    bench.notice(Notice::Marked { id: FIRST, mark });
    bench.pass(10_000);
    assert!(row(&mut bench).contains("answered, not sent"), "{}", bench.text(80, 24));
    assert_eq!(bench.sent, "");
}
