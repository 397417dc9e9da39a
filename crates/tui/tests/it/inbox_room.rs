//! Room in the inbox: a wide screen, what is next to the list, and one request on the whole window.

use crate::bench::{Bench, asked, pick_one};
use asq_core::form::PreviewPlace;
use asq_core::model::{Preview, PreviewKind};
use asq_frame::Size;
use asq_testkit::situation;
use asq_tui::input::MouseAct::{WheelDown, WheelUp};

const WIDE: Size = Size { width: 110, height: 16 };

/// One request with forty options, and a second one.
fn long() -> Bench {
    let labels: Vec<String> = (1..=40).map(|n| format!("Region {n:02}")).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let mut bench = Bench::new().filled(&[
        asked(vec![pick_one("Where does it run?", &labels)], "pi", "/srv"),
        asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv"),
    ]);
    bench.size = WIDE;
    bench.text(WIDE.width, WIDE.height);
    bench.pass(500);
    bench.text(WIDE.width, WIDE.height);
    bench
}

/// The rows of options in sight next to the list.
fn regions(bench: &mut Bench) -> Vec<usize> {
    let text = bench.text(WIDE.width, WIDE.height);
    let numbers = text.match_indices("Region ").filter_map(|(at, _)| text[at + 7..at + 9].parse().ok());
    numbers.collect()
}

#[test]
fn on_a_wide_screen_the_form_has_110_columns_and_the_list_the_rest() {
    let mut situation =
        situation!("inbox_room/on_a_wide_screen_the_form_has_110_columns_and_the_list_the_rest");
    let mut bench = Bench::new().three();
    bench.size = Size { width: 200, height: 60 };
    bench.text(200, 60);
    bench.pass(500);
    situation.shows("200x60", &bench.text(200, 60));
    let bar = |bench: &mut Bench, width| {
        let text = bench.text(width, 20);
        text.lines().nth(3).and_then(|line| line.chars().position(|c| c == '│'))
    };
    let columns = [100, 120, 130, 164, 166, 200, 300].map(|width| bar(&mut bench, width).unwrap_or(0) - 1);
    assert_eq!(columns, [40, 48, 52, 65, 66, 87, 187]);
}

#[test]
fn what_is_cut_next_to_the_list_scrolls() {
    let mut situation = situation!("inbox_room/what_is_cut_next_to_the_list_scrolls");
    let mut bench = long();
    situation.shows("110x16", &bench.picture(WIDE.width, WIDE.height));
    let first = regions(&mut bench);
    bench.keys("<s-down>");
    let line = regions(&mut bench);
    assert!(first[0] == 1 && line[0] > 1, "{first:?} {line:?}");
    bench.keys("<a-pgdn><a-pgdn>");
    let page = regions(&mut bench);
    assert!(page[0] > first[first.len() - 1], "{first:?} {page:?}");
    situation.shows("110x16", &bench.picture(WIDE.width, WIDE.height));
    bench.keys("<a-pgdn><a-pgdn><a-pgdn><a-pgdn><a-pgdn>");
    assert_eq!(regions(&mut bench).last(), Some(&40));
    bench.keys("<a-pgup><a-pgup><a-pgup><a-pgup><a-pgup><a-pgup><a-pgup><s-up>");
    assert_eq!(regions(&mut bench), first);
    assert_eq!(bench.fetched, ["open 1"]);
}

/// Scrolling shows more, but what was cut has to be opened before it can be answered; it opens where it was scrolled to.
#[test]
fn what_was_scrolled_is_opened_there_and_answered_only_then() {
    let mut bench = long();
    bench.keys("<a-pgdn>");
    let scrolled = regions(&mut bench);
    bench.keys("2");
    bench.pass(5000);
    let text = bench.text(WIDE.width, WIDE.height);
    assert!(text.contains("Not all of it is in sight: Enter opens it."), "{text}");
    assert_eq!(bench.sent, "");
    bench.keys("<right>");
    assert_eq!(regions(&mut bench)[..2], scrolled[..2]);
}

#[test]
fn a_preview_next_to_the_list_scrolls() {
    let mut question = pick_one("Which layout?", &["Grid", "List"]);
    let source = (1..=40).map(|n| format!("preview line {n}\n\n")).collect::<Vec<_>>().concat();
    question.options[0].preview = Some(Preview { kind: PreviewKind::Markdown, source: source.into() });
    let mut bench = Bench::with(|setup| {
        setup.rules = Box::new(|_, _| {
            let mut rules = crate::bench::RULES;
            rules.preview = PreviewPlace::Side { source_width: 120 };
            rules
        });
    })
    .filled(&[asked(vec![question], "pi", "/srv")]);
    bench.size = WIDE;
    bench.text(WIDE.width, WIDE.height);
    bench.pass(500);
    let before = bench.text(WIDE.width, WIDE.height);
    bench.keys("<s-down>");
    let line = bench.text(WIDE.width, WIDE.height);
    bench.keys("<a-pgdn>");
    let page = bench.text(WIDE.width, WIDE.height);
    assert!(before.contains("preview line 1 ") && before.contains("· Alt+PgDn"), "{before}");
    assert!(line.contains("↑ 1 more"), "{line}");
    assert!(page.contains("↑ 4 more") && !page.contains("preview line 2 "), "{page}");
}

#[test]
fn the_wheel_scrolls_what_is_below_it() {
    let mut bench = long();
    let first = regions(&mut bench);
    bench.mouse(WheelDown, 80, 8);
    let down = regions(&mut bench);
    assert!(down[0] > first[0], "{first:?} {down:?}");
    let focus =
        |bench: &mut Bench| bench.text(WIDE.width, WIDE.height).lines().position(|l| l.starts_with('❯'));
    let at = focus(&mut bench);
    bench.mouse(WheelUp, 80, 8);
    assert_eq!((regions(&mut bench), focus(&mut bench)), (first, at));
    bench.mouse(WheelDown, 5, 8);
    assert_ne!(focus(&mut bench), at, "over the list it moves there");
}

/// The whole window for one request: first the form, then the reader; Esc leads back, and only then puts the form aside.
#[test]
fn z_gives_a_request_the_whole_window_and_esc_leads_back() {
    let mut situation = situation!("inbox_room/z_gives_a_request_the_whole_window_and_esc_leads_back");
    let mut bench = Bench::new().three();
    bench.size = Size { width: 120, height: 20 };
    bench.text(120, 20);
    bench.pass(500);
    let listed = |bench: &mut Bench| bench.text(120, 20).contains("Drop the table users?");
    let shows = [
        ("z", false, "1. PostgreSQL"),
        ("z", false, "Question"),
        ("<esc>", false, "1. PostgreSQL"),
        ("<esc>", true, "1. PostgreSQL"),
        ("z", false, "1. PostgreSQL"),
        ("<c-]>", true, "1. PostgreSQL"),
        ("<right>", true, "1. PostgreSQL"),
        ("z", false, "1. PostgreSQL"),
    ];
    for (at, (keys, list, words)) in shows.into_iter().enumerate() {
        bench.keys(keys);
        let text = bench.text(120, 20);
        assert!(listed(&mut bench) == list && text.contains(words), "{at} {keys}: {text}");
        // Esc takes the whole window from the form, and leaves it the keys.
        assert!(at != 3 || text.contains("Esc put aside"), "{text}");
    }
    situation.shows("120x20", &bench.picture(120, 20));
    bench.keys("2");
    bench.pass(4000);
    assert!(bench.sent.contains("answer 1") && listed(&mut bench), "{}", bench.sent);
}

/// Where the form has the whole window anyway, the same key reads, and Esc puts the form aside at once.
#[test]
fn on_a_narrow_screen_z_reads() {
    let mut bench = Bench::new().three();
    bench.keys("z");
    assert!(bench.text(80, 24).contains("1. PostgreSQL"));
    bench.keys("z");
    assert!(bench.text(80, 24).contains("Question"));
    bench.keys("<esc><esc>");
    assert!(bench.text(80, 24).contains("❯ ● Which database?"));
}
