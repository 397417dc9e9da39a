//! The layout of an entry follows its text.

use asq_core::text::{Editor, Flow, Line, Shown, Style, TextMove, Untrusted, width, wrap};
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

const PIECES: [&str; 26] = [
    "a",
    "b",
    " ",
    "  ",
    "word ",
    "longerword",
    "\n",
    "\n\n",
    "漢字",
    "。",
    "「",
    "e\u{301}",
    "\u{301}",
    "👩\u{200d}💻",
    "🇫🇷",
    "🇫",
    "\t",
    "\u{1b}[31m",
    "\u{202e}",
    "\u{200b}",
    "\u{e0041}",
    "한글",
    "क्षा",
    "\u{600}",
    "\u{1f3fd}",
    "ᄀ\u{1160}ᆨ",
];

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(0..PIECES.len(), 0..60)
        .prop_map(|pieces| pieces.into_iter().map(|i| PIECES[i]).collect())
}

#[derive(Clone, Debug)]
enum Op {
    Insert(usize),
    Paste(String),
    Set(String),
    Go(TextMove),
    Caret(usize),
    Other(u8),
}

fn op() -> impl Strategy<Value = Op> {
    use TextMove::{Down, End, Left, LineEnd, LineStart, Right, Start, Up, WordLeft, WordRight};
    let moves = [Left, Right, WordLeft, WordRight, LineStart, LineEnd, Start, End, Up, Down];
    prop_oneof![
        4 => (0..PIECES.len()).prop_map(Op::Insert),
        1 => text().prop_map(Op::Paste),
        1 => text().prop_map(Op::Set),
        2 => (0..moves.len()).prop_map(move |i| Op::Go(moves[i])),
        2 => (0..400usize).prop_map(Op::Caret),
        4 => (0..11u8).prop_map(Op::Other),
    ]
}

fn apply(editor: &mut Editor, op: &Op) {
    match op {
        Op::Insert(i) => {
            for c in PIECES[*i].chars() {
                assert!(editor.insert(c));
            }
        }
        Op::Paste(text) => assert!(editor.paste(text)),
        Op::Set(text) => assert!(editor.set_text(text)),
        Op::Go(to) => editor.move_to(*to),
        Op::Caret(at) => editor.caret_to(*at),
        Op::Other(0) => _ = editor.insert('\n'),
        Op::Other(1) => editor.backspace(),
        Op::Other(2) => editor.delete(),
        Op::Other(3) => editor.delete_word_before(),
        Op::Other(4) => editor.delete_word_after(),
        Op::Other(5) => editor.kill_to_start(),
        Op::Other(6) => editor.kill_to_end(),
        Op::Other(7) => _ = editor.yank(),
        Op::Other(8) => editor.undo(),
        Op::Other(9) => editor.redo(),
        Op::Other(_) => editor.clear(),
    }
}

/// Repeats a step until nothing changes.
fn all(editor: &mut Editor, step: fn(&mut Editor)) {
    loop {
        let before = editor.revision();
        step(editor);
        assert!(boundaries(editor.text()).contains(&editor.caret()));
        if editor.revision() == before {
            break;
        }
    }
}

fn rows(flow: &Flow, editor: &Editor) -> Vec<Line> {
    flow.paint(editor, 0..flow.rows(), false, Style::default())
}

fn boundaries(text: &str) -> Vec<usize> {
    text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect()
}

/// Said apart from the code under test: what must never be painted, wherever it stands.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{3164}' | '\u{ffa0}' | '\u{feff}' | '\u{e000}'..='\u{f8ff}'
            | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn carets_stay_on_boundaries_and_undo_restores_the_start(start in text(), ops in proptest::collection::vec(op(), 0..40)) {
        let mut editor = Editor::new(&start);
        for op in &ops {
            apply(&mut editor, op);
            prop_assert!(boundaries(editor.text()).contains(&editor.caret()), "{op:?} {:?} {}", editor.text(), editor.caret());
        }
        all(&mut editor, Editor::redo);
        let end = editor.text().to_owned();
        all(&mut editor, Editor::undo);
        prop_assert_eq!(editor.text(), &start);
        all(&mut editor, Editor::redo);
        prop_assert_eq!(editor.text(), &end);
    }

    #[test]
    fn a_layout_that_follows_is_the_layout_from_scratch(
        start in text(), ops in proptest::collection::vec((op(), any::<bool>()), 0..40), width in 1..20usize,
    ) {
        let mut editor = Editor::new(&start);
        let mut flow = Flow::new();
        flow.update(&editor, width);
        for (op, look) in &ops {
            apply(&mut editor, op);
            if *look {
                flow.update(&editor, width);
                let mut anew = Flow::new();
                anew.update(&editor, width);
                prop_assert_eq!(rows(&flow, &editor), rows(&anew, &editor));
                for at in boundaries(editor.text()) {
                    prop_assert_eq!(flow.row_of(at), anew.row_of(at));
                }
            }
        }
    }

    #[test]
    fn rows_are_narrow_enough_and_places_agree(text in text(), width in 1..20usize) {
        let editor = Editor::new(&text);
        let mut flow = Flow::new();
        flow.update(&editor, width);
        for (masked, line) in [false, true].into_iter().flat_map(|m| {
            flow.paint(&editor, 0..flow.rows(), m, Style::default()).into_iter().map(move |l| (m, l))
        }) {
            prop_assert!(line.width() <= width, "{masked} {line:?}");
        }
        for at in boundaries(&text) {
            let (row, column) = flow.column_of(&editor, at);
            prop_assert!(row < flow.rows() && column < width);
            prop_assert!(row == flow.row_of(at) || (row == flow.row_of(at) + 1 && column == 0));
        }
        for row in 0..flow.rows() {
            for column in 0..=width {
                let at = flow.byte_at(&editor, row, column);
                let (there, reached) = flow.column_of(&editor, at);
                prop_assert_eq!(there, row, "column {} byte {}", column, at);
                prop_assert!(reached <= column);
                prop_assert_eq!(flow.byte_at(&editor, row, reached), at);
            }
        }
    }

    #[test]
    fn without_a_break_a_row_shows_what_shown_shows(text in text()) {
        let text = text.replace('\n', "");
        let editor = Editor::new(&text);
        let mut flow = Flow::new();
        flow.update(&editor, 10_000);
        prop_assert_eq!(rows(&flow, &editor)[0].text(), Shown::one_line(&text.as_str().into()).to_string());
    }

    #[test]
    fn wrapped_lines_are_narrow_enough_and_lose_only_spaces(texts in proptest::collection::vec(text(), 0..4), width in 0..30usize) {
        let mut line = Line::default();
        for (i, text) in texts.iter().enumerate() {
            let style = if i % 2 == 0 { Style::default() } else { Style::default().bold() };
            line.push(asq_core::text::Span::new(Shown::one_line(&text.as_str().into()), style));
        }
        let lines = wrap::wrap(&line, width);
        prop_assert_eq!(lines.is_empty(), width == 0);
        for line in &lines {
            prop_assert!(line.width() <= width, "{line:?}");
        }
        // What is wider than the line becomes a mark.
        let widest = line.text().graphemes(true).map(width::of_grapheme).max().unwrap_or(0);
        if width >= widest.max(2) {
            let bare = |text: String| text.replace(' ', "");
            prop_assert_eq!(lines.iter().map(|l| bare(l.text())).collect::<String>(), bare(line.text()));
        }
        for line in wrap::wrap_indent(&line, width, 2, 4) {
            prop_assert!(line.width() <= width);
        }
        prop_assert!(wrap::clip(&line, width, "…").width() <= width);
        prop_assert_eq!(wrap::pad(&line, width).width(), width);
    }

    #[test]
    fn shown_text_is_safe(text in any::<String>(), pieces in text()) {
        for text in [text, pieces] {
            let text = Untrusted::from(text);
            let mut all = Shown::lines(&text);
            all.push(Shown::one_line(&text));
            all.push(Shown::clipped(&text, 7));
            for shown in all {
                prop_assert!(!shown.as_str().contains(is_unsafe), "{shown:?}");
                for grapheme in shown.as_str().graphemes(true) {
                    // Only letters that are joined with others or carry spacing marks take more than two; no character more than three.
                    let most = 3 * grapheme.chars().count();
                    prop_assert!((1..=most).contains(&width::of_grapheme(grapheme)));
                }
            }
        }
    }
}

/// Wide stops stay with what they end.
#[test]
fn no_line_begins_with_a_stop() {
    let at = |columns: usize| -> Vec<String> {
        let line = Line::of(Shown::one_line(&Untrusted::from("漢字漢字漢字。漢字")), Style::default());
        wrap::wrap(&line, columns).iter().map(Line::text).collect()
    };
    assert_eq!(at(6), ["漢字漢", "字漢", "字。漢", "字"]);
    assert_eq!(at(12), ["漢字漢字漢", "字。漢字"]);
}

/// A text's rows, each in quotes, at a width; and where a caret behind the text stands.
fn laid(text: &str, width: usize) -> String {
    let editor = Editor::new(text);
    let mut flow = Flow::new();
    flow.update(&editor, width);
    let rows: Vec<String> = rows(&flow, &editor).iter().map(|row| format!("{:?}", row.text())).collect();
    format!("{} caret {:?}", rows.join(" "), flow.column_of(&editor, text.len()))
}

/// "Rows break as in `wrap`, but without dropping anything"; "one space may hang after a full row"; "a caret after a
/// full row is at the start of the next one"; "a grapheme with tokens wider than a row ends in `…`".
#[test]
fn rows_break_at_spaces_and_keep_every_byte() {
    let all = [
        laid("one two three", 8),
        laid("sixsix then", 6),
        laid("sixsix  then", 6),
        laid("sixsix", 6),
        laid("sixsixsix", 6),
        laid("a\u{200b}b", 4),
        laid("one three", 6),
        laid("漢字漢", 6),
    ];
    expect_test::expect![[r#"
        "one two " "three" caret (1, 5)
        "sixsix" "then" caret (1, 4)
        "sixsix" " then" caret (1, 5)
        "sixsix" "" caret (1, 0)
        "sixsix" "six" caret (1, 3)
        "a" "<U+…" "b" caret (2, 1)
        "one " "three" caret (1, 5)
        "漢字漢" "" caret (1, 0)"#]]
    .assert_eq(&all.join("\n"));
}

/// "A masked text shows a dot for every cell, so that carets and rows keep their places."
#[test]
fn a_masked_text_is_as_many_dots() {
    let painted = |text: &str| {
        let editor = Editor::new(text);
        let mut flow = Flow::new();
        flow.update(&editor, 20);
        flow.paint(&editor, 0..1, true, Style::default()).iter().map(Line::text).collect::<Vec<_>>()
    };
    assert_eq!([painted("hush 漢!"), painted("hush!")], [["••••••••"], ["•••••"]]);
}
