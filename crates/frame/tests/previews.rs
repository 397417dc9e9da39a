//! Previews: a renderer that panics, clipping, what is kept.

mod screens;

use asq_core::form::Page;
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};
use asq_frame::{Glyphs, Size, View, paint};
use screens::Made;
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

fn planted(_: PreviewKind, _: &Untrusted, _: usize) -> Vec<Line> {
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

fn counted(kind: PreviewKind, source: &Untrusted, width: usize) -> Vec<Line> {
    RENDERED.fetch_add(1, Ordering::Relaxed);
    assert_eq!(width, 120, "previews are laid out in the source's columns");
    asq_preview::render(kind, source, width)
}

#[test]
fn a_preview_is_rendered_once_for_all_sizes() {
    let mut view = View::new(Glyphs::Unicode).rendered_by(counted);
    let made = made("some text");
    for width in [100, 90, 60, 20, 100] {
        text(&made, &mut view, width);
    }
    assert_eq!(RENDERED.load(Ordering::Relaxed), 1);
}

/// S4-18: "the clip is never of the last column of a wide character"
#[test]
fn wide_characters_are_not_cut() {
    let made = made(&"日本".repeat(25));
    for width in 76..=110 {
        for line in text(&made, &mut View::new(Glyphs::Unicode), width) {
            if line.contains('日') {
                assert!(line.contains('…') && line.ends_with(" │"), "at {width}: {line:?}");
            }
        }
    }
}
