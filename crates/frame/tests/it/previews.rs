//! Previews: a renderer that panics, clipping, what is kept, what is laid out at all.

use crate::screens::Made;
use asq_core::form::{Code, Key, Page};
use asq_core::text::{Line, Untrusted};
use asq_frame::{Frame, Glyphs, Size, View, paint};
use asq_preview::Layout;
use std::sync::atomic::{AtomicUsize, Ordering};

fn made(preview: &str) -> Made {
    let mut made = Made::plain();
    made.page = Page::Compare;
    made.preview = Some(preview.into());
    made
}

fn text(made: &Made, view: &mut View, width: u16) -> Vec<String> {
    paint(&made.screen(), view, Size { width, height: 24 }).lines.iter().map(Line::text).collect()
}

fn planted(_: &mut Layout, _: &Untrusted, _: usize) {
    panic!("planted")
}

/// "a panic falls back to text"
#[test]
fn a_renderer_that_panics_leaves_the_source_as_text() {
    let mut view = View::new(Glyphs::Unicode).rendered_by(planted);
    let lines = text(&made("# Title\n**bold** \u{1b}[31m"), &mut view, 100);
    assert!(lines.iter().any(|l| l.contains("│ # Title ")), "{lines:#?}");
    assert!(lines.iter().any(|l| l.contains("│ **bold** <U+001B>[31m ")), "{lines:#?}");
}

static RENDERED: AtomicUsize = AtomicUsize::new(0);

fn counted(layout: &mut Layout, source: &Untrusted, lines: usize) {
    RENDERED.fetch_add(1, Ordering::Relaxed);
    layout.reach(source, lines);
}

#[test]
fn a_preview_is_rendered_once_for_each_width() {
    let mut view = View::new(Glyphs::Unicode).rendered_by(counted);
    let made = made("some text");
    for width in [100, 90, 100, 60, 90, 100] {
        text(&made, &mut view, width);
    }
    assert_eq!(RENDERED.load(Ordering::Relaxed), 3);
}

/// How many lines were laid out.
static REACHED: AtomicUsize = AtomicUsize::new(0);

fn measured(layout: &mut Layout, source: &Untrusted, lines: usize) {
    layout.reach(source, lines);
    REACHED.fetch_max(layout.lines().len(), Ordering::Relaxed);
}

/// "a 1 MB preview does not delay the first frame"
#[test]
fn a_long_preview_is_laid_out_as_far_as_it_is_looked_at() {
    let mut view = View::new(Glyphs::Unicode).rendered_by(measured);
    let made = made(&"line\n".repeat(200_000));
    let first = text(&made, &mut view, 100);
    assert!(first.iter().any(|l| l.contains("+ more · PgDn")), "{first:#?}");
    let reached = REACHED.load(Ordering::Relaxed);
    assert!((24..2000).contains(&reached), "{reached}");
    for _ in 0..100 {
        view.intercept(&made.screen(), Key::plain(Code::PageDown));
        text(&made, &mut view, 100);
    }
    let reached = REACHED.load(Ordering::Relaxed);
    assert!((1700..6000).contains(&reached), "{reached}");
}

/// What a person reads who pages through a preview, a frame at a time.
fn read_through(made: &Made, size: Size) -> Vec<String> {
    let mut view = View::new(Glyphs::Unicode);
    let mut frames = Vec::new();
    for _ in 0..40 {
        frames.extend(paint(&made.screen(), &mut view, size).lines.iter().map(Line::text));
        view.intercept(&made.screen(), Key::plain(Code::PageDown));
    }
    frames
}

/// S4-18: prose wraps at the live width of the box
#[test]
fn every_word_of_a_paragraph_can_be_read_at_any_width() {
    let words: Vec<String> = (0..75).map(|n| format!("w{n:02}")).collect();
    for source in [words.join(" "), format!("- {}", words.join(" ")), format!("> {}", words.join(" "))] {
        let made = made(&source);
        for (width, height) in [(158, 30), (100, 30), (80, 24), (60, 24), (46, 12), (80, 9), (20, 6)] {
            let seen = read_through(&made, Size { width, height });
            let missing: Vec<&String> =
                words.iter().filter(|word| !seen.iter().any(|line| line.contains(*word))).collect();
            assert_eq!(missing, [""; 0], "at {width}x{height}");
        }
    }
}

/// S4-18: code and drawings have 120 columns, and are clipped to the box
#[test]
fn code_and_drawings_are_clipped_and_say_so() {
    let code = format!("let first = {};", "call() + ".repeat(20));
    let made = made(&format!("some prose\n\n```rust\n{code}\n```\n\n┌──┐ {}\n└──┘\n", "wide ".repeat(20)));
    let lines = text(&made, &mut View::new(Glyphs::Unicode), 80);
    let inside: Vec<&str> = lines
        .iter()
        .filter_map(|l| l.strip_suffix('│'))
        .filter_map(|l| l.rsplit_once("│ "))
        .map(|(_, l)| l.trim_end())
        .collect();
    assert_eq!(
        inside,
        [
            "some prose",
            "",
            "rust",
            "  let first = call() + call() + call() + …",
            "  ↳ + call() + call() + call() + call() +…",
            "",
            "┌──┐ wide wide wide wide wide wide wide w…",
            "└──┘",
        ]
    );
}

/// S4-18: "the clip is never of the last column of a wide character"
#[test]
fn wide_characters_are_not_cut() {
    let made = made(&format!("```\n{}\n```", "日本".repeat(25)));
    for width in 76..=110 {
        for line in text(&made, &mut View::new(Glyphs::Unicode), width) {
            if line.contains('日') {
                assert!(line.contains('…') && line.ends_with(" │"), "at {width}: {line:?}");
            }
        }
    }
}

/// All signs of drawings have a shape in ASCII.
#[test]
fn no_sign_of_a_drawing_is_a_number_in_ascii() {
    for source in [
        "stateDiagram-v2\n [*] --> A : go\n A --> [*]\n state B {\n [*] --> C\n }\n",
        "classDiagram\n direction RL\n A <|-- B\n A *-- C\n D o-- E\n F --|> G\n",
        "classDiagram\n A <|-- B\n B --|> C\n",
        "pie\n \"a\" : 1\n \"b\" : 3\n",
        "gantt\n dateFormat YYYY-MM-DD\n a :2024-01-01, 3d\n b :done, 4d\n",
    ] {
        let made = made(&format!("```mermaid\n{source}```"));
        let lines = text(&made, &mut View::new(Glyphs::Ascii), 150);
        let drawn: Vec<&str> = lines[2..].iter().filter_map(|l| l.get(34..)).collect();
        assert!(drawn.iter().all(|l| l.is_ascii() && !l.contains('?') && !l.contains("<U+")), "{lines:#?}");
        assert!(!lines.iter().any(|l| l.contains("not drawn")), "{lines:#?}");
    }
}

/// A locale without UTF-8 gets the same drawing in ASCII.
#[test]
fn drawings_have_an_ascii_shape() {
    let made = made("```mermaid\ngraph LR\n A[Go] -->|x| B{ok?} -.-> C(done)\n```");
    let lines = text(&made, &mut View::new(Glyphs::Ascii), 100);
    let drawn: Vec<String> =
        lines[2..].iter().filter_map(|l| l.get(34..)).map(|l| l.trim_end().to_owned()).take(5).collect();
    assert_eq!(
        drawn,
        [
            "+----------------------------------------------------------------+",
            "| +----+     /-----\\  +------+                                   |",
            "| | Go +--x->| ok? +->| done |                                   |",
            "| +----+     \\-----/  +------+                                   |",
            "+----------------------------------------------------------------+",
        ]
    );
}

/// "Without rows or columns there is nothing", and nothing is laid out for it.
#[test]
fn without_rows_or_columns_there_is_nothing() {
    let mut view = View::new(Glyphs::Unicode).rendered_by(planted);
    for (width, height) in [(0, 24), (80, 0), (0, 0)] {
        let frame = paint(&made("x").screen(), &mut view, Size { width, height });
        assert_eq!(frame, Frame::default(), "{width}×{height}");
    }
}
