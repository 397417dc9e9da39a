//! Ctrl+C in the inbox, and the key that cancels there.

#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::bench::{Bench, asked, pick_one};
use asq_core::form::{Act, Binding, Code, Key, Spot};
use asq_core::life::How;
use asq_core::model::Danger;
use asq_frame::Size;
use asq_testkit::situation;
use expect_test::expect;

const WIDE: Size = Size { width: 120, height: 24 };
const NARROW: Size = Size { width: 80, height: 24 };

fn bench(size: Size) -> Bench {
    started(Bench::with(|setup| setup.advance = true).three(), size)
}

fn started(mut bench: Bench, size: Size) -> Bench {
    bench.size = size;
    for _ in 0..3 {
        bench.text(size.width, size.height);
        bench.pass(300);
    }
    bench
}

/// What Ctrl+C does after these keys, pressed until the inbox has left: in how many presses, and what was sent until
/// the countdowns are long over.
fn left_after(size: Size, keys: &str) -> (usize, String) {
    let mut bench = bench(size);
    bench.keys(keys);
    let sent = std::mem::take(&mut bench.sent);
    let mut presses = 0;
    while !bench.left {
        bench.keys("<c-c>");
        presses += 1;
        assert!(presses < 9, "{keys}: it never leaves");
    }
    bench.pass(10_000);
    (presses, sent + &bench.sent)
}

#[test]
fn ctrl_c_puts_a_form_aside_then_leaves_and_cancels_nothing() {
    for size in [NARROW, WIDE] {
        let cases = [
            "",
            "<ret>",
            "<right>",
            "<right>?",
            "<right>z",
            "<right><up>own words",
            "j<right>1",
            "d",
            "s",
            "/x",
            "?",
            "D",
        ];
        for keys in cases {
            let (presses, sent) = left_after(size, keys);
            assert!(presses <= 2, "{keys}: {presses}");
            assert!(sent.ends_with("quit\n") && !sent.contains("cancel"), "{keys}: {sent}");
        }
    }
    // What was typed stays as a draft.
    let (_, sent) = left_after(NARROW, "<ret><up>own");
    expect![[r#"
        draft 1: "o"
        draft 1: "ow"
        draft 1: "own"
        draft 1: "own"
        quit
    "#]]
    .assert_eq(&sent);
}

#[test]
fn ctrl_c_in_a_dangerous_form_and_in_a_popup_cancels_nothing() {
    let mut question = pick_one("Drop it?", &["Yes", "No"]);
    question.danger = Some(Danger::default());
    let danger = Bench::with(|setup| setup.advance = true).filled(&[asked(vec![question], "pi", "/srv")]);
    let mut danger = started(danger, NARROW);
    danger.keys("<ret><c-c><c-c>");
    assert_eq!(danger.sent, "draft 1: \nquit\n");
    let mut once = started(Bench::with(|setup| setup.close_after_one = true).three(), NARROW);
    once.keys("<c-c>");
    assert_eq!(once.sent, "draft 1: \nquit\n");
}

#[test]
fn two_presses_at_once_end_no_work_either() {
    for size in [NARROW, WIDE] {
        let mut bench = bench(size);
        bench.keys("<right>");
        bench.quick("<c-c><c-c>");
        bench.pass(10_000);
        assert_eq!(bench.sent, "draft 1: \nquit\n");
    }
}

#[test]
fn a_key_of_its_own_cancels_and_opens_no_other_form() {
    let mut situation = situation!("inbox_leaving/a_key_of_its_own_cancels_and_opens_no_other_form");
    for size in [NARROW, WIDE] {
        let mut bench = bench(size);
        bench.keys("<right><up>own");
        bench.sent.clear();
        bench.keys("<a-x>");
        let title = format!("{}x{}", size.width, size.height);
        situation.shows(&title, &bench.text(size.width, size.height));
        bench.pass(3000);
        assert_eq!(bench.sent, "draft 1: \"own\"\ncancel 1\n");
    }
    let mut taken_back = bench(NARROW);
    taken_back.keys("<ret><a-x>u");
    taken_back.pass(10_000);
    assert_eq!(taken_back.sent, "draft 1: \n");
}

#[test]
fn the_key_that_cancels_is_ignored_right_after_a_form_has_opened() {
    let mut bench = bench(NARROW);
    bench.keys("<ret>");
    bench.quick("<a-x>");
    bench.pass(10_000);
    assert_eq!(bench.sent, "");
    // In the list it has no meaning.
    bench.keys("<esc><a-x><ret><a-x>");
    bench.pass(3000);
    assert_eq!(bench.sent, "draft 1: \ndraft 1: \ncancel 1\n");
}

/// A key that the person gave to that act cancels, but Ctrl+C doesn't.
#[test]
fn ones_own_key_for_cancelling_cancels() {
    let own = vec![Binding::any(&[Spot::Option, Spot::Text], Key::plain(Code::F(10)), Act::Cancel)];
    let bench = Bench::with(|setup| setup.keys.clone_from(&own)).three();
    let mut bench = started(bench, NARROW);
    bench.keys("<ret><f10>");
    bench.pass(3000);
    assert_eq!(bench.sent, "draft 1: \ncancel 1\n");
}

#[test]
fn leaving_sends_no_cancel_but_keeps_its_mark() {
    for keys in ["q", "<c-c>"] {
        let mut bench = bench(NARROW);
        bench.keys("j<ret>.2<a-x>");
        bench.keys(keys);
        expect![[r#"
            draft 3: 
            draft 1: 
            answer 3 ["[Option(1)]"] digest s-1
            quit
        "#]]
        .assert_eq(&bench.sent);
        let mut next = Bench::new().three();
        next.keep_of(&bench);
        next.keys("<ret><c-]>");
        next.pass(60_000);
        let screen = next.text(80, 24);
        assert!(screen.contains("cancelled, not sent"), "{screen}");
    }
    let mut gone = bench(NARROW);
    gone.keys("<ret><a-x>");
    gone.hang_up();
    assert_eq!(gone.sent, "draft 1: \n");
}

#[test]
fn the_help_page_of_a_form_names_both_keys() {
    let mut situation = situation!("inbox_leaving/the_help_page_of_a_form_names_both_keys");
    let mut bench = bench(Size { width: 80, height: 40 });
    bench.keys("<ret>?");
    situation.shows("80x40", &bench.text(80, 40));
    // It leads back to the list at once.
    bench.keys("<c-c>");
    assert!(bench.text(80, 40).contains("quit"), "{}", bench.text(80, 40));
}

#[test]
fn ctrl_c_closes_a_form_that_is_over() {
    let mut bench = bench(NARROW);
    bench.keys("<ret><up>own");
    bench.closed(1, "bob", How::Page, "answered");
    bench.quick("<c-c>");
    assert!(bench.text(80, 24).contains("your text is kept"), "{}", bench.text(80, 24));
    bench.keys("<c-c>");
    assert!(bench.left);
}
