//! The time until which a request is put off, as a person types it.

#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::bench::{Bench, asked, pick_one};
use asq_core::life::Asked;
use asq_frame::Size;
use asq_testkit::situation;
use expect_test::expect;

const WIDE: Size = Size { width: 120, height: 40 };
const NARROW: Size = Size { width: 80, height: 30 };

/// What docs/inbox.md says can be typed there.
fn examples() -> Vec<String> {
    let page = include_str!("../../../../docs/inbox.md");
    let row = page.lines().find(|line| line.starts_with("| `s`, Alt+S |"));
    let Some(does) = row.and_then(|row| row.split(" | ").nth(1)) else { panic!("no row of that key") };
    does.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Four requests that a digit, Enter or `d` would answer, open or decline.
fn four() -> Vec<Asked> {
    let all = ["Delete it?", "Drop it?", "Ship it?", "Keep it?"];
    all.map(|text| asked(vec![pick_one(text, &["Yes", "No", "Later", "All"])], "pi", "/srv")).to_vec()
}

fn bench(size: Size) -> Bench {
    let mut bench = Bench::with(|setup| setup.advance = true).filled(&four());
    bench.size = size;
    for _ in 0..3 {
        bench.text(size.width, size.height);
        bench.pass(300);
    }
    bench
}

/// Types an example after these keys, and Enter; returns all that was sent within a minute.
fn put_off(size: Size, begin: &str, text: &str) -> String {
    let mut bench = bench(size);
    bench.keys(begin);
    bench.sent.clear();
    for key in text.chars() {
        bench.keys(&key.to_string());
    }
    let before = std::mem::take(&mut bench.sent);
    assert_eq!(before, "", "{text} acts before Enter");
    bench.keys("<ret>");
    bench.pass(60_000);
    format!("{text}: {}", bench.sent)
}

#[test]
fn each_time_that_the_page_names_is_typed_letter_by_letter_and_taken_by_enter() {
    let all =
        |size, begin: &str| -> String { examples().iter().map(|text| put_off(size, begin, text)).collect() };
    let wide = all(WIDE, "s");
    expect![[r#"
        1: snooze 1 15 min
        2: snooze 1 60 min
        3: snooze 1 1315 min
        14:30: snooze 1 205 min
        45m: snooze 1 45 min
        2h: snooze 1 120 min
        3d: snooze 1 4320 min
        mon: snooze 1 2755 min
        tomorrow: snooze 1 1315 min
    "#]]
    .assert_eq(&wide);
    assert_eq!(all(NARROW, "s"), wide);
    assert_eq!(all(NARROW, "<ret><a-s>"), wide);
    // In a text, too.
    assert_eq!(all(NARROW, "<ret><up><a-s>"), wide);
}

#[test]
fn a_prompt_without_a_time_stays_and_esc_leaves_it() {
    let mut bench = bench(WIDE);
    bench.keys("s<ret>");
    assert!(bench.text(120, 40).contains("Until when? Type 1, 2, 3 or a time"));
    bench.keys("14<ret><esc>");
    assert_eq!(bench.sent, "");
    assert!(!bench.text(120, 40).contains("Put off until"));
}

#[test]
fn the_prompt_shows_its_choices_and_what_enter_would_do() {
    let mut situation = situation!("inbox_put_off/the_prompt_shows_its_choices_and_what_enter_would_do");
    for size in
        [Size { width: 80, height: 24 }, Size { width: 46, height: 12 }, Size { width: 20, height: 6 }]
    {
        let mut bench = bench(size);
        bench.keys("s");
        let title = format!("{}x{}", size.width, size.height);
        situation.shows(&title, &bench.picture(size.width, size.height));
        bench.keys("3");
        situation.shows(&title, &bench.text(size.width, size.height));
        bench.keys("d");
        situation.shows(&title, &bench.text(size.width, size.height));
        bench.keys("x<ret>");
        situation.shows(&title, &bench.text(size.width, size.height));
    }
}
