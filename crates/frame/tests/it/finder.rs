//! A finder's first line, and what gives way when it is narrow.

use asq_core::form::{Code, Key};
use asq_core::text::Line;
use asq_core::time::Timestamp;
use asq_finder::{Finder, FinderRules, LabelList, Separator};
use asq_frame::{FinderView, Glyphs, Size};

#[test]
fn the_hint_and_the_count_never_touch() {
    let mut labels = LabelList::new(Separator::Line, None);
    labels.arrive(&b"\ny\n".repeat(LabelList::MOST + 1));
    let mut finder = Finder::new("Which?".into(), None, FinderRules::default(), labels);
    let seen: Vec<String> = [80, 53, 46, 20].map(|width| first_line(&mut finder, width)).into();
    assert_eq!(
        seen,
        [
            "/  type to find                           1000000 empty  1000000/1000000 (limit)",
            "/              1000000 empty  1000000/1000000 (limit)",
            "/  type to find        1000000/1000000 (limit)",
            "/  type to find",
        ]
    );
}

#[test]
fn bounds_go_before_the_picks_and_those_before_what_matches() {
    let mut labels = LabelList::new(Separator::Line, None);
    labels.arrive(&b"y\n".repeat(100_000));
    let rules = FinderRules { many: true, max: Some(2), ..FinderRules::default() };
    let mut finder = Finder::new("Which?".into(), None, rules, labels);
    assert_eq!(
        [80, 48, 36, 29].map(|width| first_line(&mut finder, width)),
        [
            "/  type to find                            0 of at most 2 picked  100000/100000…",
            "/  type to find                   100000/100000…",
            "/  type to find       100000/100000…",
            "/  type to find",
        ]
    );
    finder.key(Timestamp::default(), Key::plain(Code::Tab));
    assert_eq!(
        [80, 48, 36, 29].map(|width| first_line(&mut finder, width)),
        [
            "/  type to find                            1 of at most 2 picked  100000/100000…",
            "/  type to find         1 picked  100000/100000…",
            "/  type to find       100000/100000…",
            "/  type to find",
        ]
    );
}

#[test]
fn a_finder_has_at_most_100_columns_in_the_middle_of_a_screen_of_its_own() {
    for (full, left) in [(false, 0), (true, 50)] {
        let mut labels = LabelList::new(Separator::Line, None);
        labels.arrive(format!("{}\nb\n", "a".repeat(300)).as_bytes());
        let mut finder = Finder::new("Which?".into(), None, FinderRules::default(), labels);
        let frame =
            FinderView::new(Glyphs::default(), full).paint(&mut finder, Size { width: 201, height: 12 });
        let text = |line: &Line| line.spans.iter().map(|span| span.text.as_str()).collect::<String>();
        let blank = " ".repeat(left);
        let mut seen: Vec<String> = frame.lines.iter().take(4).map(text).collect();
        for line in &mut seen {
            line.truncate(line.trim_end().len());
        }
        assert_eq!(
            seen,
            [
                format!("{blank}Which?"),
                format!("{blank}/  type to find{}2/2…", " ".repeat(81)),
                format!("{blank}❯ {}…", "a".repeat(97)),
                format!("{blank}  b"),
            ]
        );
        assert_eq!(frame.caret, Some((left as u16 + 2, 1)));
    }
}

/// The line that is typed in.
fn first_line(finder: &mut Finder, width: u16) -> String {
    let frame = FinderView::new(Glyphs::default(), false).paint(finder, Size { width, height: 12 });
    let text: String = frame.lines[1].spans.iter().map(|span| span.text.as_str()).collect();
    text.trim_end().to_owned()
}
