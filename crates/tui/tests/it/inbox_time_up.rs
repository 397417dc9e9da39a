//! A time limit that ends while somebody types.

use crate::bench::{Bench, asked, pick_one};
use asq_core::inbox::{BoardEffect, Command};
use asq_core::life::{Asked, How, RequestId};
use asq_core::model::{Expiry, Kind, Question};
use asq_core::time::Timestamp;
use asq_frame::Size;
use asq_testkit::situation;
use asq_tui::input::TermInput;

const WIDE: Size = Size { width: 120, height: 24 };
const NARROW: Size = Size { width: 80, height: 24 };
const SENTENCE: &str = "please roll it all back to the old one. 2 of 3 pods are down.<ret>";

fn text(text: &str) -> Question {
    Question::new(text, Kind::Text { multiline: false, placeholder: None })
}

/// A request that ends a second after its form has opened, and two others behind it.
fn bench(size: Size, questions: Vec<Question>) -> Bench {
    let mut first = asked(questions, "pi", "/srv");
    first.request.expiry = Some(Expiry { after_ms: 242_000, means: None });
    let other =
        |text: &str| -> Asked { asked(vec![pick_one(text, &["Keep", "Drop it", "Ask"])], "pi", "/srv") };
    let mut bench =
        Bench::with(|setup| setup.advance = true).filled(&[first, other("Second?"), other("Third?")]);
    bench.size = size;
    for _ in 0..3 {
        bench.text(size.width, size.height);
        bench.pass(300);
    }
    bench
}

/// All that was sent except drafts.
fn decided(bench: &Bench) -> Vec<&str> {
    bench.sent.lines().filter(|line| !line.starts_with("draft ")).collect()
}

/// The limit by this surface's own clock, and the record of it before or after that.
fn ends(bench: &mut Bench, record_first: bool) {
    if record_first {
        bench.closed(1, "", How::Cli, "expired");
    }
    bench.pass(1500);
    if !record_first {
        bench.closed(1, "", How::Cli, "expired");
    }
}

#[test]
fn what_is_typed_on_after_a_time_limit_decides_nothing() {
    for size in [NARROW, WIDE] {
        for record_first in [true, false] {
            for (questions, keys) in [
                (vec![text("Text?")], "<right>"),
                (vec![pick_one("Which?", &["a", "b"])], "<right><up>"),
                (vec![text("One?"), text("Two?")], "<right>"),
            ] {
                let mut bench = bench(size, questions);
                bench.keys(keys);
                bench.quick("Well, ");
                ends(&mut bench, record_first);
                for _ in 0..3 {
                    bench.quick(SENTENCE);
                }
                bench.keys(SENTENCE);
                bench.pass(10_000);
                assert_eq!(decided(&bench), Vec::<&str>::new());
                let screen = bench.text(size.width, size.height);
                assert!(screen.contains("expired at"), "{screen}");
                assert!(screen.contains("Esc to close"), "{screen}");
            }
        }
    }
}

#[test]
fn the_form_stays_says_so_and_esc_closes_it_after_a_second() {
    let mut situation = situation!("inbox_time_up/the_form_stays_says_so_and_esc_closes_it_after_a_second");
    for size in [NARROW, WIDE, Size { width: 46, height: 12 }] {
        let mut bench = bench(size, vec![text("Why was it rolled back?")]);
        bench.keys("<right>");
        bench.quick("because");
        bench.pass(1500);
        let title = format!("{}x{}", size.width, size.height);
        situation.shows(&title, &bench.text(size.width, size.height));
        bench.closed(1, "", How::Cli, "expired");
        situation.shows(&title, &bench.text(size.width, size.height));
        bench.quick("<esc>");
        assert!(bench.text(size.width, size.height).contains("Esc to close"));
        bench.pass(1000);
        bench.keys("<esc>");
        situation.shows(&title, &bench.text(size.width, size.height));
        assert_eq!(decided(&bench), Vec::<&str>::new());
    }
}

/// Each change is a draft; the last one goes out with the end.
#[test]
fn the_text_is_a_draft_until_the_end() {
    let mut bench = bench(NARROW, vec![text("Text?")]);
    bench.keys("<ret>");
    bench.quick("ab");
    bench.sent.clear();
    bench.pass(1500);
    assert_eq!(bench.sent, "draft 1: \"ab\"\n");
    assert_eq!(bench.fetched, ["open 1", "shut 1"]);
}

/// A text that comes back from the person's own editor after the limit was written before it.
#[test]
fn a_text_from_an_editor_is_not_lost() {
    let mut bench = bench(NARROW, vec![text("Text?")]);
    bench.keys("<ret>");
    bench.quick("ab<c-g>");
    bench.sent.clear();
    bench.now.at = Timestamp(bench.now.at.0 + 60_000);
    bench.now.wall_ms += 60_000;
    let effects = bench.board.edited(bench.now, Ok("a long letter".into()));
    let drafts: Vec<&BoardEffect> =
        effects.iter().filter(|effect| format!("{effect:?}").contains("a long letter")).collect();
    assert!(!drafts.is_empty(), "{effects:?}");
    let end = bench.board.input(bench.now, TermInput::Paste("more".into()));
    assert_eq!(end, [BoardEffect::Command(Command::Typed)]);
}

/// A form that is being fetched ends, and the list gets the keys without being asked.
#[test]
fn what_is_typed_ahead_for_a_form_that_never_comes_decides_nothing() {
    for size in [NARROW, WIDE] {
        let mut bench = bench(size, vec![text("Text?")]);
        bench.keys("j");
        bench.obeys = false;
        bench.keys("k");
        bench.quick("<right>");
        bench.closed(1, "", How::Cli, "expired");
        bench.obeys = true;
        bench.quick(SENTENCE);
        bench.pass(10_000);
        assert_eq!(decided(&bench), Vec::<&str>::new());
        assert!(!bench.board.left_over().iter().any(|left| left.id == RequestId(2)));
    }
}

#[test]
fn a_form_that_is_only_read_again_still_closes_with_enter() {
    let mut bench = Bench::new().three();
    bench.keys("<ret>1");
    bench.pass(4000);
    bench.keys("D<ret>");
    assert!(bench.text(80, 24).contains("Esc to close"), "{}", bench.text(80, 24));
    bench.keys("<ret>");
    assert!(bench.text(80, 24).contains("Answered lately"), "{}", bench.text(80, 24));
}
