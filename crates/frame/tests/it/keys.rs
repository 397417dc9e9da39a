//! Keys that the view answers itself, with screens made by hand.

use crate::screens::Made;
use asq_core::form::{Action, Code, Key, Page};
use asq_core::text::{Editor, Line};
use asq_frame::{Glyphs, Intercept, Size, View, paint};

const UP: Key = Key::plain(Code::Up);
const DOWN: Key = Key::plain(Code::Down);
const PAGE_DOWN: Key = Key::plain(Code::PageDown);
const PAGE_UP: Key = Key::plain(Code::PageUp);

fn size(width: u16, height: u16) -> Size {
    Size { width, height }
}

/// An entry with the caret at a byte, painted once.
fn typing(text: &str, caret: usize, size: Size) -> (Made, View) {
    let mut made = Made::plain();
    made.typing = true;
    made.custom = Editor::new(text);
    made.custom.caret_to(caret);
    let mut view = View::new(Glyphs::Unicode);
    paint(&made.screen(), &mut view, size);
    (made, view)
}

#[test]
fn up_and_down_move_by_visual_line_and_fall_through_at_the_ends() {
    // 20 columns leave 15 for the text: three visual lines of one hard line.
    let text = "aaaa bbbb cccc dddd eeee ffff gggg";
    let (mut made, mut view) = typing(text, 3, size(20, 24));
    assert_eq!(view.intercept(&made.screen(), UP), Intercept::Pass);
    assert_eq!(view.intercept(&made.screen(), DOWN), Intercept::Act(Action::CaretTo(18)));
    made.custom.caret_to(18);
    paint(&made.screen(), &mut view, size(20, 24));
    assert_eq!(view.intercept(&made.screen(), DOWN), Intercept::Act(Action::CaretTo(33)));
    made.custom.caret_to(33);
    paint(&made.screen(), &mut view, size(20, 24));
    assert_eq!(view.intercept(&made.screen(), DOWN), Intercept::Pass);
    assert_eq!(view.intercept(&made.screen(), UP), Intercept::Act(Action::CaretTo(18)));
}

#[test]
fn a_short_line_between_long_ones_keeps_the_column() {
    let (mut made, mut view) = typing("long line\nx\nlong line", 7, size(80, 24));
    assert_eq!(view.intercept(&made.screen(), DOWN), Intercept::Act(Action::CaretTo(11)));
    made.custom.caret_to(11);
    paint(&made.screen(), &mut view, size(80, 24));
    assert_eq!(view.intercept(&made.screen(), DOWN), Intercept::Act(Action::CaretTo(19)));
    // Any other key forgets the column.
    view.intercept(&made.screen(), Key::plain(Code::Left));
    assert_eq!(view.intercept(&made.screen(), DOWN), Intercept::Act(Action::CaretTo(13)));
}

#[test]
fn pages_go_through_a_long_text() {
    let text = (1..=50).map(|n| format!("line {n}")).collect::<Vec<_>>().join("\n");
    let (made, mut view) = typing(&text, 0, size(80, 24));
    let Intercept::Act(Action::CaretTo(byte)) = view.intercept(&made.screen(), PAGE_DOWN) else {
        panic!("no move of the caret");
    };
    assert!(made.custom.text()[byte..].starts_with("line 5\n"), "at {byte}");
    assert_eq!(view.intercept(&made.screen(), PAGE_UP), Intercept::Pass);
}

/// "Up/Down moves focus through configured options, including while notes are focused"
#[test]
fn notes_leave_up_and_down_to_the_list() {
    let mut made = Made::plain();
    made.page = Page::Compare;
    made.noting = true;
    made.note = Editor::new("one\ntwo\nthree");
    let mut view = View::new(Glyphs::Unicode);
    paint(&made.screen(), &mut view, size(80, 24));
    assert_eq!(view.intercept(&made.screen(), UP), Intercept::Pass);
}

#[test]
fn what_fits_is_not_scrolled() {
    let made = Made::plain();
    let mut view = View::new(Glyphs::Unicode);
    paint(&made.screen(), &mut view, size(80, 24));
    for key in [PAGE_DOWN, PAGE_UP, Key::ctrl(Code::Down), Key::alt(Code::PageUp)] {
        assert_eq!(view.intercept(&made.screen(), key), Intercept::Pass, "{key:?}");
    }
}

#[test]
fn a_page_takes_the_focus_along_and_the_last_page_takes_it_to_the_end() {
    let mut made = Made::long(30);
    let mut view = View::new(Glyphs::Unicode);
    let mut seen = Vec::new();
    for _ in 0..12 {
        paint(&made.screen(), &mut view, size(46, 12));
        match view.intercept(&made.screen(), PAGE_DOWN) {
            Intercept::Act(Action::Focus(row)) => {
                made.focus = row;
                seen.push(row);
            }
            Intercept::Scrolled => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(seen.is_sorted() && seen.len() > 5, "{seen:?}");
    assert_eq!(seen.last(), Some(&30));
}

#[test]
fn a_preview_scrolls_and_starts_anew_with_another_option() {
    let mut made = Made::long(2);
    made.page = Page::Compare;
    let long = |name: &str| (1..=60).map(|n| format!("{name} {n}")).collect::<Vec<_>>().join("\n\n");
    made.preview = Some(long("first").into());
    let mut view = View::new(Glyphs::Unicode);
    let at = |made: &Made, view: &mut View| -> String {
        let frame = paint(&made.screen(), view, size(100, 30));
        frame.lines.iter().map(Line::text).collect::<Vec<_>>().join("\n")
    };
    assert!(at(&made, &mut view).contains("│ first 1 "));
    assert_eq!(view.intercept(&made.screen(), PAGE_DOWN), Intercept::Scrolled);
    let scrolled = at(&made, &mut view);
    assert!(!scrolled.contains("│ first 1 ") && scrolled.contains("↑ "), "{scrolled}");
    made.preview = Some(long("second").into());
    assert!(at(&made, &mut view).contains("│ second 1 "));
}

/// Below ten rows PgDn shows the preview itself, PgUp and any other key the list again.
#[test]
fn a_preview_on_a_very_low_screen() {
    let mut made = Made::long(2);
    made.page = Page::Compare;
    made.preview = Some("one\n\ntwo\n\nthree".into());
    let mut view = View::new(Glyphs::Unicode);
    let at = |view: &mut View| -> Vec<String> {
        paint(&made.screen(), view, size(40, 7)).lines.iter().map(Line::text).collect()
    };
    assert!(at(&mut view).iter().any(|l| l == "preview: 5 lines (PgDn)"));
    view.intercept(&made.screen(), PAGE_DOWN);
    let open = at(&mut view);
    assert!(open.iter().any(|l| l == "one") && !open.iter().any(|l| l.starts_with("> 1.")), "{open:?}");
    view.intercept(&made.screen(), PAGE_UP);
    assert!(at(&mut view).iter().any(|l| l.starts_with("> 1.")));
    view.intercept(&made.screen(), PAGE_DOWN);
    assert_eq!(view.intercept(&made.screen(), DOWN), Intercept::Pass);
    assert!(at(&mut view).iter().any(|l| l.starts_with("> 1.")));
}
