//! Which requests the list shows, in which order, and until when one is put off.

#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::bench::{Bench, asked, pick_one};
use asq_core::inbox::GroupBy;
use asq_core::life::Asked;
use asq_core::model::{Danger, Expiry};
use asq_testkit::situation;
use expect_test::expect;

/// Requests that differ in danger and in the minutes that they wait.
fn mixed() -> Vec<Asked> {
    let one = |text: &str, danger: bool, minutes: Option<u64>| {
        let mut question = pick_one(text, &["Yes", "No"]);
        question.danger = danger.then(Danger::default);
        let mut asked = asked(vec![question], "pi", "/srv");
        asked.request.expiry = minutes.map(|n| Expiry { after_ms: n * 60_000, means: None });
        asked
    };
    vec![
        one("Plain?", false, None),
        one("In two hours?", false, Some(120)),
        one("Dangerous?", true, None),
        one("In half an hour?", false, Some(30)),
        one("Dangerous, in fifty minutes?", true, Some(50)),
        one("In ten minutes?", false, Some(10)),
    ]
}

fn titles(bench: &mut Bench) -> Vec<String> {
    let text = bench.text(80, 24);
    let title = |line: &str| {
        line.split_once("● ").map(|(_, title)| title.split("  ").next().unwrap_or("").to_owned())
    };
    text.lines().filter_map(title).collect()
}

#[test]
fn the_most_urgent_come_first() {
    let mut bench = Bench::with(|setup| setup.urgent = true).filled(&mixed());
    let urgent = [
        "⚠ Dangerous, in fifty minutes?",
        "In ten minutes?",
        "In half an hour?",
        "⚠ Dangerous?",
        "Plain?",
        "In two hours?",
    ];
    assert_eq!(titles(&mut bench), urgent);
    let mut by_age = Bench::new().filled(&mixed());
    assert_eq!(titles(&mut by_age)[0], "Plain?");
}

/// What becomes urgent moves with the next key, not by itself.
#[test]
fn time_alone_moves_nothing() {
    let mut bench = Bench::with(|setup| setup.urgent = true).filled(&mixed());
    bench.keys("<end>");
    let before = titles(&mut bench);
    bench.pass(70 * 60_000);
    assert_eq!(titles(&mut bench), before);
    bench.keys("<home>");
    assert_eq!(titles(&mut bench)[3], "In two hours?");
}

#[test]
fn the_focus_goes_on_in_the_order_of_the_list() {
    let mut bench = Bench::with(|setup| setup.urgent = true).filled(&mixed());
    bench.keys("<home>j");
    bench.keys("s1<ret>");
    let text = bench.text(80, 24);
    assert!(text.contains("❯ ● In half an hour?"), "{text}");
}

#[test]
fn requests_are_grouped_by_urgency() {
    let mut situation = situation!("inbox_order/requests_are_grouped_by_urgency");
    let mut bench = Bench::with(|setup| setup.group = GroupBy::Urgency).filled(&mixed());
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("g");
    assert!(!bench.text(80, 24).contains("The rest"));
    bench.keys("ggg");
    assert!(bench.text(80, 24).contains("The rest"), "agent, folder, urgency");
}

#[test]
fn a_search_marks_its_hits_and_counts_them() {
    let mut situation = situation!("inbox_order/a_search_marks_its_hits_and_counts_them");
    let mut bench = Bench::new().filled(&mixed());
    bench.keys("/IN");
    situation.shows("80x16", &bench.picture(80, 16));
    bench.arrive(asked(vec![pick_one("Something else?", &["a"])], "codex", "/srv"));
    bench.arrive(asked(vec![pick_one("Into the night?", &["a"])], "codex", "/srv"));
    situation.shows("80x16", &bench.text(80, 16));
    bench.keys("<esc>");
    assert!(bench.text(80, 16).contains("Inbox  8 waiting"), "{}", bench.text(80, 16));
}

#[test]
fn a_request_is_put_off_until_a_typed_time() {
    let mut situation = situation!("inbox_order/a_request_is_put_off_until_a_typed_time");
    let mut bench = Bench::new().three();
    bench.keys("s");
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("45m");
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("<ret>smon<ret>");
    // What isn't a time puts nothing off, and can be mended.
    bench.keys("sx<ret>");
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("<bs>9:00<ret>");
    expect![[r#"
        snooze 1 45 min
        snooze 2 2755 min
        snooze 3 1315 min
    "#]]
    .assert_eq(&bench.sent);
}
