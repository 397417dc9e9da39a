//! Typing, killing, undoing.

use asq_core::text::{Editor, TextMove};
use expect_test::{Expect, expect};

/// The text with `|` for the caret.
fn seen(editor: &Editor) -> String {
    let (before, after) = editor.text().split_at(editor.caret());
    format!("{before}|{after}")
}

/// An editor with the caret where the `|` is.
fn at(text: &str) -> Editor {
    let mut editor = Editor::new(&text.replace('|', ""));
    editor.caret_to(text.find('|').unwrap_or(text.len()));
    editor
}

/// From a text with `|` for the caret through some steps.
fn check(start: &str, steps: &[fn(&mut Editor)], end: &Expect) {
    let mut editor = at(start);
    for step in steps {
        step(&mut editor);
    }
    end.assert_eq(&seen(&editor));
}

fn typed(editor: &mut Editor, text: &str) {
    for c in text.chars() {
        assert!(editor.insert(c));
    }
}

#[test]
fn graphemes_die_as_one() {
    for grapheme in
        ["a", "é", "e\u{301}", "👩\u{200d}💻", "🇫🇷", "👍🏽", "1\u{fe0f}\u{20e3}", "한", "क्षा", "\u{1b}"]
    {
        let mut editor = Editor::new(&format!("x{grapheme}y"));
        editor.move_to(TextMove::Left);
        editor.backspace();
        assert_eq!(seen(&editor), "x|y", "{grapheme}");
        editor.undo();
        editor.caret_to(1);
        editor.delete();
        assert_eq!(seen(&editor), "x|y", "{grapheme}");
    }
}

#[test]
fn a_mark_joins_the_letter_before_it() {
    check("e|x", &[|e| typed(e, "\u{301}"), Editor::backspace], &expect!["|x"]);
    check("|\u{301}x", &[|e| typed(e, "a"), Editor::backspace], &expect!["|x"]);
}

#[test]
fn words_and_lines_are_killed_and_yanked() {
    check("one two, three|", &[Editor::delete_word_before, Editor::delete_word_before], &expect!["one two|"]);
    check("one |two, three", &[Editor::delete_word_after], &expect!["one |, three"]);
    check("one\ntwo| three", &[Editor::kill_to_end], &expect!["one\ntwo|"]);
    check("one\ntwo|", &[Editor::kill_to_start, Editor::kill_to_start, Editor::kill_to_start], &expect!["|"]);
    check("one|\ntwo", &[Editor::kill_to_end], &expect!["one|two"]);
    check("a b|", &[Editor::kill_to_start, |e| _ = e.yank(), |e| _ = e.yank()], &expect!["a ba b|"]);
}

#[test]
fn moves_go_by_grapheme_word_line_and_column() {
    let go: [(&str, TextMove, Expect); 9] = [
        ("a👩\u{200d}💻|b", TextMove::Left, expect!["a|👩‍💻b"]),
        ("a|🇫🇷b", TextMove::Right, expect!["a🇫🇷|b"]),
        ("one two  |", TextMove::WordLeft, expect!["one |two  "]),
        ("one| two-three", TextMove::WordRight, expect!["one two|-three"]),
        ("one\ntwo| 2", TextMove::LineStart, expect!["one\n|two 2"]),
        ("one\ntwo| 2\nx", TextMove::LineEnd, expect!["one\ntwo 2|\nx"]),
        ("one\nt|wo", TextMove::Start, expect!["|one\ntwo"]),
        ("o|ne\ntwo", TextMove::Up, expect!["o|ne\ntwo"]),
        ("漢字x\nabcd|", TextMove::Up, expect!["漢字|x\nabcd"]),
    ];
    for (start, to, end) in go {
        let mut editor = at(start);
        editor.move_to(to);
        end.assert_eq(&seen(&editor));
    }
    let down = |e: &mut Editor| e.move_to(TextMove::Down);
    check("abcd|ef\nx\nabcdef", &[down, down], &expect!["abcdef\nx\nabcd|ef"]);
}

#[test]
fn typing_is_undone_by_words() {
    let mut editor = Editor::new("");
    typed(&mut editor, "one two  three");
    let mut steps = String::new();
    for step in [Editor::undo, Editor::undo, Editor::undo, Editor::undo, Editor::redo, Editor::redo] {
        step(&mut editor);
        steps.push_str(&seen(&editor));
        steps.push('\n');
    }
    expect![[r#"
        one two  |
        one |
        |
        |
        one |
        one two  |
    "#]]
    .assert_eq(&steps);
}

#[test]
fn clearing_replacing_and_deleting_are_single_steps() {
    check("a\nb|", &[Editor::clear, Editor::undo], &expect!["a\nb|"]);
    check("a|b", &[|e| _ = e.set_text("new"), Editor::undo], &expect!["a|b"]);
    check("abc|", &[Editor::backspace, Editor::backspace, Editor::undo], &expect!["abc|"]);
    check("|abc", &[Editor::delete, Editor::delete, Editor::undo, Editor::redo], &expect!["|c"]);
    check("ab|", &[Editor::backspace, |e| typed(e, "x"), Editor::undo], &expect!["a|"]);
    check("|", &[|e| _ = e.paste("x y"), |e| typed(e, "z"), Editor::undo], &expect!["x y|"]);
}

#[test]
fn pasted_line_breaks_become_ours_and_the_rest_stays() {
    check("|", &[|e| _ = e.paste("a\r\nb\rc\nd\0\u{1b}[31m")], &expect![["a\nb\nc\nd\0\u{1b}[31m|"]]);
    check("|", &[|e| _ = e.paste_line("a\r\nb\rc\nd")], &expect!["a b c d|"]);
}

#[test]
fn a_full_text_takes_no_more_and_loses_nothing() {
    let mut editor = Editor::new(&"x".repeat(Editor::LIMIT - 5));
    assert!(!editor.paste("ab👩\u{200d}💻"));
    assert!(editor.text().ends_with("xab") && editor.text().len() == Editor::LIMIT - 3);
    assert!(!editor.insert('漢') || editor.text().len() == Editor::LIMIT);
    assert!(!editor.insert('y'));
    assert_eq!(editor.text().len(), Editor::LIMIT);
    editor.undo();
    editor.undo();
    assert_eq!(editor.text().len(), Editor::LIMIT - 5);
    assert!(!editor.set_text(&"é".repeat(Editor::LIMIT)));
    assert_eq!(editor.text().len(), Editor::LIMIT);
}

#[test]
fn changes_add_up() {
    let mut editor = Editor::new("hello world");
    let start = editor.revision();
    editor.caret_to(5);
    typed(&mut editor, ", ");
    editor.delete();
    assert_eq!(editor.last_change(), Some((7..8, 0)));
    let change = editor.changes_since(start).unwrap();
    assert_eq!((change.removed, change.inserted), (5..6, 2));
    assert_eq!(editor.changes_since(editor.revision()), None);
    assert_eq!(Editor::new("hello, world").changes_since(start), None);
}

/// "A word is a run of letters and digits": `_` is one of the letters.
#[test]
fn a_name_with_underscores_is_one_word() {
    check("let my_name_2|", &[|e| e.move_to(TextMove::WordLeft)], &expect!["let |my_name_2"]);
    check("|my_name+2", &[|e| e.move_to(TextMove::WordRight)], &expect!["my_name|+2"]);
    check("one  |two", &[|e| e.move_to(TextMove::WordLeft)], &expect!["|one  two"]);
}

/// "Up in the first line and down in the last line do nothing."
#[test]
fn up_in_the_first_line_and_down_in_the_last_do_nothing() {
    check("o|ne\ntwo", &[|e| e.move_to(TextMove::Up)], &expect!["o|ne\ntwo"]);
    check("one\nt|wo", &[|e| e.move_to(TextMove::Down)], &expect!["one\nt|wo"]);
}

/// "At most 10,000 steps … are kept; the oldest go first."
#[test]
fn the_oldest_of_ten_thousand_steps_go() {
    let mut editor = Editor::new("");
    for _ in 0..10_001 {
        editor.paste("x");
    }
    for _ in 0..10_001 {
        editor.undo();
    }
    let left = editor.text().len();
    assert!((1..10_001).contains(&left), "{left} of 10,001 are left");
}
