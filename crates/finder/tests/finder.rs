//! The machine as a person drives it: labels that arrive, keys, an end.

use asq_core::form::{Code, Key};
use asq_core::time::Timestamp;
use asq_finder::{Finder, FinderEnd, FinderNotice, FinderRules, LabelList, Separator};
use proptest::prelude::*;

/// Long after anything that has to be waited for.
const LATER: Timestamp = Timestamp(10_000);

const ENTER: Key = Key::plain(Code::Enter);
const ESC: Key = Key::plain(Code::Esc);
const DOWN: Key = Key::plain(Code::Down);
const TAB: Key = Key::plain(Code::Tab);

fn finder(rules: FinderRules, labels: &str) -> Finder {
    let mut finder = Finder::new("Which?".into(), None, rules, LabelList::new(Separator::Line, None));
    finder.arrive(Timestamp(0), labels.as_bytes());
    finder.shown(Timestamp(0));
    finder
}

fn one(labels: &str) -> Finder {
    finder(FinderRules::default(), labels)
}

fn many(labels: &str, min: usize, max: Option<usize>) -> Finder {
    finder(FinderRules { many: true, min, max, ..FinderRules::default() }, labels)
}

fn typed(finder: &mut Finder, text: &str) {
    for c in text.chars() {
        assert_eq!(finder.key(LATER, Key::char(c)), None);
    }
}

fn press(finder: &mut Finder, keys: &[Key]) {
    for key in keys {
        assert_eq!(finder.key(LATER, *key), None);
    }
}

/// The labels in sight, the one in focus with a mark.
fn rows(finder: &mut Finder) -> Vec<String> {
    let screen = finder.screen(10);
    let mark = |focused: bool| if focused { ">" } else { "" };
    screen.rows.iter().map(|row| format!("{}{}", mark(row.focused), row.label.raw())).collect()
}

fn notice(finder: &mut Finder) -> Option<FinderNotice> {
    finder.screen(10).notice
}

#[test]
fn enter_picks_the_best_match_of_what_is_typed() {
    let mut finder = one("release\nfix/release\nmain\nfeature\n");
    assert_eq!(rows(&mut finder), [">release", "fix/release", "main", "feature"]);
    typed(&mut finder, "rel");
    assert_eq!(rows(&mut finder), [">release", "fix/release"]);
    press(&mut finder, &[DOWN]);
    assert_eq!(rows(&mut finder), ["release", ">fix/release"]);
    assert_eq!(finder.key(LATER, ENTER), Some(FinderEnd::Picked(vec![1])));
}

#[test]
fn digits_and_blanks_are_text() {
    let mut finder = one("one 1\ntwo 2\nthree 3\n");
    typed(&mut finder, "2 t");
    assert_eq!(rows(&mut finder), [">two 2"]);
}

#[test]
fn what_is_cleared_finds_everything_again() {
    let mut finder = one("a\nb\n");
    typed(&mut finder, "b");
    assert_eq!(rows(&mut finder), [">b"]);
    press(&mut finder, &[Key::plain(Code::Backspace)]);
    assert_eq!(rows(&mut finder), [">a", "b"]);
    typed(&mut finder, "b");
    press(&mut finder, &[ESC]);
    assert_eq!(rows(&mut finder), [">a", "b"], "Esc clears first");
    assert_eq!(finder.key(LATER, ESC), Some(FinderEnd::Cancelled));
}

#[test]
fn ctrl_c_cancels_at_once() {
    let mut finder = one("a\n");
    typed(&mut finder, "a");
    assert_eq!(finder.key(LATER, Key::ctrl(Code::Char('c'))), Some(FinderEnd::Cancelled));
}

#[test]
fn enter_without_a_label_says_why() {
    let mut finder = one("a\n");
    typed(&mut finder, "x");
    assert_eq!(finder.key(LATER, ENTER), None);
    assert_eq!(notice(&mut finder), Some(FinderNotice::NoMatch));
    press(&mut finder, &[ESC]);
    assert_eq!(notice(&mut finder), None, "the next key takes it away");
    let mut empty = one("");
    assert_eq!(empty.key(LATER, ENTER), None);
    assert_eq!(notice(&mut empty), Some(FinderNotice::NoLabel));
}

#[test]
fn a_key_that_was_typed_before_the_list_was_there_picks_nothing() {
    let rules = FinderRules { guard_ms: 50, ..FinderRules::default() };
    let labels = LabelList::new(Separator::Line, None);
    let mut finder = Finder::new("Which?".into(), None, rules, labels);
    finder.arrive(Timestamp(0), b"a\n");
    assert_eq!(finder.key(LATER, ENTER), None, "nothing was shown yet");
    finder.shown(Timestamp(1000));
    assert_eq!(finder.key(Timestamp(1049), ENTER), None);
    assert_eq!(finder.key(Timestamp(1050), ENTER), Some(FinderEnd::Picked(vec![0])));
}

#[test]
fn a_label_that_comes_under_the_focus_by_itself_is_not_picked_at_once() {
    let mut finder = one("xax\n");
    typed(&mut finder, "a");
    finder.arrive(Timestamp(20_000), b"a\n");
    assert_eq!(rows(&mut finder), [">a", "xax"], "the best match has the focus");
    assert_eq!(finder.key(Timestamp(20_249), ENTER), None);
    assert_eq!(notice(&mut finder), Some(FinderNotice::JustArrived));
    assert_eq!(finder.key(Timestamp(20_250), ENTER), Some(FinderEnd::Picked(vec![1])));
}

#[test]
fn a_focus_that_was_moved_stays_on_its_label_whatever_arrives() {
    let mut finder = one("xax\nxxa\n");
    typed(&mut finder, "a");
    press(&mut finder, &[DOWN]);
    let before = rows(&mut finder);
    assert_eq!(before, ["xax", ">xxa"]);
    finder.arrive(LATER, b"a\nb\n");
    assert_eq!(rows(&mut finder), ["a", "xax", ">xxa"]);
    assert_eq!(finder.key(LATER, ENTER), Some(FinderEnd::Picked(vec![1])));
}

#[test]
fn several_are_picked_with_tab_and_come_in_their_order() {
    let mut finder = many("a\nb\nc\n", 0, None);
    press(&mut finder, &[DOWN, DOWN, TAB, Key::plain(Code::Home), TAB]);
    assert_eq!(finder.screen(10).picked, 2);
    assert_eq!(finder.key(LATER, ENTER), Some(FinderEnd::Picked(vec![0, 2])));
}

#[test]
fn picks_outlive_what_is_typed() {
    let mut finder = many("apple\nbanana\ncherry\n", 0, None);
    typed(&mut finder, "app");
    press(&mut finder, &[TAB, ESC]);
    typed(&mut finder, "che");
    press(&mut finder, &[TAB]);
    assert_eq!(finder.key(LATER, ENTER), Some(FinderEnd::Picked(vec![0, 2])));
}

#[test]
fn without_a_pick_enter_takes_the_one_in_focus_and_a_second_tab_takes_a_pick_back() {
    let mut finder = many("a\nb\n", 0, None);
    press(&mut finder, &[TAB, Key::plain(Code::Up), TAB]);
    assert_eq!(finder.screen(10).picked, 0);
    assert_eq!(finder.key(LATER, ENTER), Some(FinderEnd::Picked(vec![1])));
}

#[test]
fn the_bounds_of_the_picks_are_said_before_they_are_broken() {
    let mut finder = many("a\nb\nc\n", 2, Some(2));
    assert_eq!(finder.key(LATER, ENTER), None);
    assert_eq!(notice(&mut finder), Some(FinderNotice::AtLeast(2)));
    press(&mut finder, &[TAB, TAB, TAB]);
    assert_eq!(notice(&mut finder), Some(FinderNotice::AtMost(2)));
    assert_eq!(finder.key(LATER, ENTER), Some(FinderEnd::Picked(vec![0, 1])));
}

#[test]
fn a_paste_filters_and_never_picks() {
    let mut finder = one("main\nnext\n");
    finder.paste("ne\nxt\n");
    assert_eq!(finder.screen(10).query.text(), "ne xt ");
    assert_eq!(rows(&mut finder), [">next"]);
}

#[test]
fn the_focus_begins_at_the_wanted_label_unless_the_person_was_faster() {
    let starting = |start: &str| {
        let rules = FinderRules { start: Some(start.to_owned()), ..FinderRules::default() };
        Finder::new("Which?".into(), None, rules, LabelList::new(Separator::Line, None))
    };
    let mut late = starting("c");
    late.arrive(Timestamp(0), b"a\nb\n");
    assert_eq!(rows(&mut late), [">a", "b"]);
    late.arrive(Timestamp(0), b"c\nd\n");
    late.complete(Timestamp(0));
    assert_eq!(rows(&mut late), ["a", "b", ">c", "d"]);
    assert!(!late.lacks_its_start());
    let mut moved = starting("c");
    moved.arrive(Timestamp(0), b"a\nb\n");
    press(&mut moved, &[Key::plain(Code::Down)]);
    moved.arrive(Timestamp(0), b"c\n");
    assert_eq!(rows(&mut moved), ["a", ">b", "c"]);
    let mut none = starting("x");
    none.arrive(Timestamp(0), b"a\n");
    assert!(!none.lacks_its_start(), "it may still come");
    none.complete(Timestamp(0));
    assert!(none.lacks_its_start());
}

#[test]
fn the_list_stays_while_the_focus_moves_in_sight() {
    let mut finder = one("a\nb\nc\nd\ne\n");
    let mut in_sight = |key| {
        press(&mut finder, &[Key::plain(key)]);
        // A surface looks at what is around the rows before it knows how many there are.
        let around = finder.screen(0).rows.len();
        let screen = finder.screen(3);
        let labels: String = screen.rows.iter().map(|row| row.label.raw()).collect();
        let focused = screen.rows.iter().find(|row| row.focused).map(|row| row.label.raw().to_owned());
        (around, labels, focused.unwrap_or_default())
    };
    let is = |labels: &str, focused: &str| (0, labels.to_owned(), focused.to_owned());
    assert_eq!(in_sight(Code::Down), is("abc", "b"));
    assert_eq!(in_sight(Code::Down), is("abc", "c"));
    assert_eq!(in_sight(Code::Down), is("bcd", "d"));
    assert_eq!(in_sight(Code::Up), is("bcd", "c"));
}

#[test]
fn a_page_passes_what_was_in_sight() {
    let labels = (0..100).map(|n| format!("{n:02}")).collect::<Vec<_>>().join("\n") + "\n";
    let mut finder = one(&labels);
    finder.screen(10);
    press(&mut finder, &[Key::plain(Code::PageDown)]);
    assert_eq!(rows(&mut finder)[9], ">09");
    press(&mut finder, &[Key::plain(Code::End)]);
    assert_eq!(rows(&mut finder)[9], ">99");
    press(&mut finder, &[Key::plain(Code::PageUp)]);
    assert_eq!(rows(&mut finder)[0], ">90");
}

proptest! {
    /// However the labels arrive and the words are typed, what is found is what one look at everything finds.
    #[test]
    fn it_is_all_the_same_when_labels_arrive(
        labels in prop::collection::vec("[ab/ ]{1,5}x", 1..30),
        typed in prop::collection::vec(prop::sample::select(vec!['a', 'b', '/', ' ', '\u{8}']), 0..6),
        cut in 0_usize..30,
    ) {
        let key = |c: char| if c == '\u{8}' { Key::plain(Code::Backspace) } else { Key::char(c) };
        let block = |labels: &[String]| [&labels.join("\n"), "\n"].concat();
        let mut at_once = one(&block(&labels));
        let (first, second) = labels.split_at(cut.min(labels.len()));
        let mut late = one(&block(first));
        for (n, c) in typed.iter().enumerate() {
            at_once.key(LATER, key(*c));
            late.key(LATER, key(*c));
            if n == typed.len() / 2 {
                late.arrive(LATER, block(second).as_bytes());
            }
        }
        if typed.is_empty() {
            late.arrive(LATER, block(second).as_bytes());
        }
        prop_assert_eq!(rows(&mut at_once), rows(&mut late));
    }
}
