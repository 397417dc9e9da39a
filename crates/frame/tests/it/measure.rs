//! How wide a form is, and where it stands on a screen of its own.

use crate::screens::Made;
use asq_core::form::Page;
use asq_core::text::{Editor, Line};
use asq_frame::{Frame, Glyphs, Size, View, paint};

const WIDE: Size = Size { width: 160, height: 40 };

fn words(count: usize) -> String {
    vec!["word"; count].join(" ")
}

fn wordy() -> Made {
    let mut made = Made::plain();
    made.question = words(90).into();
    made.about = words(90).into();
    made
}

/// The columns that are used: the first and the one behind the last.
fn used(frame: &Frame) -> (usize, usize) {
    let lines: Vec<String> =
        frame.lines.iter().map(Line::text).filter(|line| !line.trim().is_empty()).collect();
    let first = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    (first, lines.iter().map(|line| line.trim_end().chars().count()).max().unwrap_or(0))
}

#[test]
fn text_has_at_most_100_columns_and_a_centred_form_is_in_the_middle() {
    let made = wordy();
    let (first, last) = used(&paint(&made.screen(), &mut View::default(), WIDE));
    assert!(first == 0 && (96..=100).contains(&last), "{first}..{last}");
    let frame = paint(&made.screen(), &mut View::default().centred(true), WIDE);
    let (first, last) = used(&frame);
    assert!(first == 30 && (126..=130).contains(&last), "{first}..{last}");
    let [above, below] = [frame.lines.iter().position(|line| line.width() > 30), Some(frame.lines.len())];
    let height = below.zip(above).map(|(below, above)| below - above).unwrap_or_default();
    assert_eq!(above, Some((40 - height) / 3));
    let narrow = Size { width: 80, height: 24 };
    let [plain, centred] = [View::default(), View::default().centred(true)]
        .map(|mut view| used(&paint(&made.screen(), &mut view, narrow)));
    assert_eq!(plain, centred, "no column is left");
}

#[test]
fn a_centred_form_does_not_jump_while_somebody_types() {
    let mut made = Made::plain();
    made.typing = true;
    let mut view = View::new(Glyphs::Unicode).centred(true);
    let mut places = Vec::new();
    for lines in 1..=4 {
        made.custom = Editor::new(&vec!["line"; lines].join("\n"));
        let frame = paint(&made.screen(), &mut view, WIDE);
        let question = frame.lines.iter().position(|line| line.text().contains("Question text?"));
        let (column, row) = frame.caret.unwrap_or_default();
        assert!(frame.lines[usize::from(row)].text().contains("line"), "{frame:?}");
        assert!(column > 30, "{column}");
        places.push(question);
        let first = frame.lines.iter().position(|line| line.text().contains("1. Option A"));
        assert_eq!(first.and_then(|line| view.row_at(line)), Some(0), "a click finds its row");
    }
    assert!(places.iter().all(|place| place.is_some() && *place == places[0]), "{places:?}");
    made.page_id = 2;
    made.question = words(150).into();
    let frame = paint(&made.screen(), &mut view, WIDE);
    let first = frame.lines.iter().position(|line| line.width() > 30);
    assert!(first < places[0], "another page has its own place: {first:?}");
}

/// A preview has the room that its lines need, and keeps it while another one is looked at.
#[test]
fn on_a_wide_screen_a_box_is_as_wide_as_the_widest_preview_so_far() {
    let mut made = Made::plain();
    made.page = Page::Compare;
    let mut view = View::default();
    let mut boxed = |made: &Made| {
        let frame = paint(&made.screen(), &mut view, WIDE);
        let top = frame.lines.iter().map(Line::text).find(|line| line.contains('┌')).unwrap_or_default();
        top.trim_start_matches(|c| c != '┌').chars().count()
    };
    let code = |columns: usize| format!("```\n{}\n```", "x".repeat(columns));
    let mut widths = Vec::new();
    for columns in [10, 90, 20] {
        made.preview = Some(code(columns).into());
        widths.push(boxed(&made));
    }
    assert_eq!(widths[0], 60);
    assert!(widths[1] >= 94 && widths[2] == widths[1], "{widths:?}");
    made.preview = Some(words(300).into());
    assert!(boxed(&made) <= 104, "prose has its measure");
}

/// What the rest of the page leaves free is the context's.
#[test]
fn a_context_has_the_room_that_the_rows_leave() {
    let mut made = Made::plain();
    made.context = Some((0..60).map(|n| format!("- fact {n}\n")).collect::<Vec<_>>().concat().into());
    let frame = paint(&made.screen(), &mut View::default(), WIDE);
    let facts = frame.lines.iter().filter(|line| line.text().contains("fact")).count();
    assert_eq!(frame.lines.len(), 40);
    assert!(facts >= 25, "{facts}");
}
