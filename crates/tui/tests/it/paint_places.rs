//! When an inline form goes to the alternate screen.
#![allow(clippy::needless_raw_string_hashes)]

use asq_core::text::{Line, Shown, Style};
use asq_tui::paint::{Painter, ScreenPlace};
use asq_tui::theme::Theme;

const ASKS: &[u8] = b"\x1b[6n";

fn painter(clips: bool) -> Painter {
    Painter::new(ScreenPlace::Inline, Theme::new(false), clips, (80, 24))
}

/// So many lines that break in a narrower terminal.
fn lines(count: usize) -> Vec<Line> {
    vec![Line::of(Shown::repeat("x", 79), Style::default()); count]
}

fn asks(bytes: &[u8]) -> bool {
    bytes.windows(ASKS.len()).any(|at| at == ASKS)
}

/// Draws so many lines, answers with this row, and returns whether the form leaves.
fn leaves_at(row: u16, count: usize) -> bool {
    let mut painter = painter(false);
    assert!(!painter.must_switch(&lines(count), None, false) && asks(&painter.draw(&lines(count), None)));
    assert!(!painter.must_switch(&lines(count), None, false), "nobody waits for the reply");
    painter.stands((1, row));
    painter.must_switch(&lines(count), None, false)
}

/// By how many rows the terminal's reply lowers a form of so many lines.
fn lowered(row: u16, count: usize) -> usize {
    let mut painter = painter(false);
    painter.draw(&lines(count), None);
    painter.stands((1, row));
    let bytes = painter.draw(&lines(count), None);
    // New rows are made by line feeds, one after the other.
    bytes.split(|byte| *byte != b'\n').map(<[u8]>::len).max().unwrap_or(0).saturating_sub(count - 1)
}

#[test]
fn near_the_top_a_form_comes_lower_by_as_many_rows_as_are_missing_above() {
    // At 30 columns, each line breaks into three.
    assert_eq!([1, 2, 4, 8, 12, 16].map(|row| lowered(row, 8)), [16, 15, 13, 9, 0, 0]);
}

#[test]
fn rows_that_were_wider_are_erased_first_if_they_could_break() {
    let wide = lines(4);
    let below = [vec![Line::default(); 4], lines(4)].concat();
    let mut painter = painter(false);
    painter.draw(&wide, None);
    painter.stands((1, 1));
    let erases = |bytes: &[u8]| bytes.windows(9).any(|at| at == b"\x1b[K\x1b[C\x1b[J");
    let drawn = [&wide, &wide, &below, &below].map(|lines| erases(&painter.draw(lines, None)));
    assert_eq!(drawn, [true, false, true, false]);
}

#[test]
fn a_form_leaves_if_the_screen_has_no_room_for_the_missing_rows() {
    assert_eq!([1, 2, 8, 10, 15].map(|row| leaves_at(row, 9)), [true, true, true, false, false]);
    assert!(!leaves_at(1, 8));
}

#[test]
fn a_form_higher_than_half_the_screen_is_never_drawn_inline() {
    let mut painter = painter(false);
    assert_eq!([12, 13].map(|n| painter.must_switch(&lines(n), None, false)), [false, true]);
    // It takes a row below the cursor first: its summary will stand there.
    assert_eq!(painter.clears(), b"\x1b[?7h\x1b[78C  \r\x1b[K\x1b[?7l");
    painter.switched(false);
    let bytes = painter.draw(&lines(13), None);
    assert!(bytes.starts_with(b"\x1b[?2026h\x1b[?25l\x1b[H\x1b[2J") && !asks(&bytes));
    assert_eq!(painter.erase_on_return((80, 24)), b"\x1b[?2026h\r\r\x1b[K\x1b[C\x1b[J\r\x1b[?2026l");
}

#[test]
fn a_form_that_grows_takes_the_rows_above_it_into_account() {
    let mut painter = painter(false);
    painter.draw(&lines(8), None);
    // 15 rows are above, and the terminal scrolls them up as the form grows.
    painter.stands((1, 16));
    assert_eq!([9, 12, 13].map(|n| painter.must_switch(&lines(n), None, false)), [false, false, true]);
    painter.draw(&lines(12), None);
    painter.draw(&lines(2), None);
    assert!(!painter.must_switch(&lines(12), None, false) && painter.must_switch(&lines(13), None, false));
}

#[test]
fn nothing_is_asked_where_nothing_can_be_lost() {
    let short = [Line::of(Shown::own("a short row"), Style::default())];
    assert!(!asks(&painter(false).draw(&short, None)), "no row breaks");
    assert!(!asks(&painter(true).draw(&lines(8), None)), "the terminal breaks no rows");
    let mut full = Painter::new(ScreenPlace::FullScreen, Theme::new(false), false, (80, 24));
    assert!(!asks(&full.draw(&lines(8), None)));
    assert!(!painter(true).must_switch(&lines(20), None, false));
}

#[test]
fn a_reply_counts_once_and_only_if_it_was_asked_for() {
    let mut painter = painter(false);
    painter.draw(&lines(8), None);
    painter.stands((2, 1));
    assert!(painter.awaits_reply(), "Shift+F3");
    painter.stands((1, 20));
    painter.stands((1, 1));
    assert!(!painter.awaits_reply() && !painter.must_switch(&lines(8), None, false));
    assert!(!asks(&painter.draw(&lines(8), Some((3, 1)))));
    painter.forget();
    assert!(asks(&painter.draw(&lines(8), Some((3, 1)))), "other programs may have moved the cursor");
    painter.unanswered();
    painter.forget();
    assert!(!asks(&painter.draw(&lines(8), None)), "a terminal that doesn't reply isn't asked again");
}

#[test]
fn a_late_reply_counts_until_the_form_is_elsewhere() {
    for (elsewhere, leaves) in [(false, true), (true, false)] {
        let mut painter = painter(false);
        painter.draw(&lines(9), None);
        painter.unanswered();
        assert!(!painter.awaits_reply() && !painter.must_switch(&lines(9), None, false));
        if elsewhere {
            painter.forget();
            painter.draw(&lines(9), None);
        }
        painter.stands((1, 1));
        assert_eq!(painter.must_switch(&lines(9), None, false), leaves);
    }
}

#[test]
fn sizes_between_two_looks_count_even_if_the_last_is_like_the_first() {
    let mut painter = painter(false);
    painter.draw(&lines(8), None);
    painter.signalled((80, 24));
    assert!(painter.must_switch(&lines(8), None, false));
}

#[test]
fn another_height_counts_as_the_width_may_have_changed_in_between() {
    let after = |clips: bool| {
        let mut painter = painter(clips);
        painter.draw(&lines(8), None);
        painter.resized((80, 20));
        painter.must_switch(&lines(8), None, false)
    };
    assert_eq!([false, true].map(after), [true, false]);
}

#[test]
fn the_signal_of_a_size_that_is_known_already_is_no_further_change() {
    let mut painter = painter(true);
    painter.written_at((80, 20));
    painter.draw(&lines(8), None);
    painter.signalled((80, 20));
    assert_eq!(painter.draw(&lines(8), None), b"");
    painter.signalled((80, 20));
    assert_ne!(painter.draw(&lines(8), None), b"", "the next signal is another change");
}
