//! The mouse in the inbox.

use crate::bench::Bench;
use asq_frame::Size;
use asq_tui::input::MouseAct::{Click, WheelDown, WheelUp};

fn focused(bench: &mut Bench) -> String {
    let text = bench.text(bench.size.width, bench.size.height);
    text.lines().find(|line| line.starts_with('❯')).unwrap_or("none").chars().take(30).collect()
}

fn sized(width: u16, height: u16) -> Bench {
    let mut bench = Bench::new().three();
    bench.size = Size { width, height };
    bench.text(width, height);
    bench
}

#[test]
fn a_click_focuses_a_request_and_another_one_opens_it() {
    for (width, height) in [(80, 24), (46, 12), (120, 40), (80, 7)] {
        let mut bench = sized(width, height);
        let rows: u16 = if height >= 10 { 2 } else { 1 };
        let top = if height >= 8 { 2 } else { 1 };
        bench.mouse(Click, 5, top + rows);
        assert_eq!(focused(&mut bench).trim_end(), "❯ ● Where does it run?", "{width}×{height}");
        bench.mouse(Click, 5, top + 2 * rows - 1);
        let text = bench.text(width, height);
        assert!(text.contains("1. Frankfurt") && !text.contains("❯ ●"), "{text}");
    }
}

/// It answers nothing, whatever is clicked, and however often.
#[test]
fn clicks_and_the_wheel_decide_nothing() {
    for width in [80, 120] {
        let mut bench = sized(width, 24);
        for column in (0..width).step_by(13) {
            for row in 0..24 {
                for act in [Click, Click, WheelDown, WheelUp] {
                    bench.mouse(act, column, row);
                }
            }
            bench.keys("<esc>");
        }
        bench.pass(5000);
        // Esc passes on an empty draft.
        assert!(bench.sent.lines().all(|line| line == "draft 1: "), "{}", bench.sent);
    }
}

#[test]
fn the_wheel_moves_in_the_list_and_scrolls_the_help() {
    let mut bench = sized(80, 12);
    bench.mouse(WheelDown, 5, 3);
    bench.mouse(WheelDown, 5, 3);
    assert_eq!(focused(&mut bench).trim_end(), "❯ ● Drop the table users?");
    bench.mouse(WheelUp, 5, 3);
    assert_eq!(focused(&mut bench).trim_end(), "❯ ● Where does it run?");
    bench.keys("?");
    let before = bench.text(80, 12);
    bench.mouse(WheelDown, 5, 3);
    assert!(before.contains("Keys of the list") && !bench.text(80, 12).contains("Keys of the list"));
}

/// A click on a row of the open form focuses it, next to the list and without it, scrolled or not; it picks nothing.
#[test]
fn a_click_focuses_a_row_of_the_form() {
    for (width, height) in [(80, 24), (46, 12), (120, 40), (80, 9), (120, 12)] {
        let mut bench = sized(width, height);
        bench.keys("<right>");
        let place = |bench: &mut Bench| {
            let text = bench.text(width, height);
            let line = text.lines().position(|line| line.contains("2. SQLite")).expect("it is in sight");
            let text = text.lines().nth(line).unwrap_or_default();
            let column = text.find("2. SQLite").map_or(0, |at| text[..at].chars().count());
            (column as u16, line as u16, text.contains("❯ 2. SQLite"))
        };
        let (column, row, before) = place(&mut bench);
        bench.mouse(Click, column, row);
        let (.., after) = place(&mut bench);
        assert_eq!((before, after), (false, true), "{width}x{height}");
        bench.mouse(Click, column, row);
        bench.pass(5000);
        assert!(!bench.sent.contains("answer"), "{}", bench.sent);
    }
}
