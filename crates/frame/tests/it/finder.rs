//! A finder's first line, and what gives way when it is narrow.

use asq_finder::{Finder, FinderRules, LabelList, Separator};
use asq_frame::{FinderView, Glyphs, Size};

#[test]
fn the_hint_and_the_count_never_touch() {
    let mut labels = LabelList::new(Separator::Line, None);
    labels.arrive(&b"\ny\n".repeat(LabelList::MOST + 1));
    let mut finder = Finder::new("Which?".into(), None, FinderRules::default(), labels);
    let line = |finder: &mut Finder, width| {
        let frame = FinderView::new(Glyphs::default(), false).paint(finder, Size { width, height: 12 });
        let text: String = frame.lines[1].spans.iter().map(|span| span.text.as_str()).collect();
        text.trim_end().to_owned()
    };
    let seen: Vec<String> = [80, 53, 46, 20].map(|width| line(&mut finder, width)).into();
    assert_eq!(
        seen,
        [
            "/  type to find                           1000000 empty  1000000/1000000 (limit)",
            "/              1000000 empty  1000000/1000000 (limit)",
            "/  type to find",
            "/  type to find",
        ]
    );
}
