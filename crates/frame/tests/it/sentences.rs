//! What a frame promises at the edges of a size, a filter and a folder's name.

use crate::screens::Made;
use asq_core::form::{Code, Hints, Key, Page, Passage, ReadingScreen, Role, Row, Screen, TextEntry};
use asq_core::inbox::tilde;
use asq_core::model::{
    self, Answer, AnswerRules, Answers, Complete, DangerRule, Kind, Order, Outcome, PreviewKind, Question,
    Request,
};
use asq_core::text::{Editor, Line, Shown, Untrusted};
use asq_frame::{Glyphs, Size, View, paint, summary};

fn lines(screen: &Screen<'_>, view: &mut View, (width, height): (u16, u16)) -> Vec<String> {
    paint(screen, view, Size { width, height }).lines.iter().map(Line::text).collect()
}

fn compared() -> Made {
    Made { page: Page::Compare, preview: Some("the preview".into()), ..Made::long(3) }
}

/// "From 76 columns up: the list in a left panel"; narrower the box stands below the list.
#[test]
fn a_preview_stands_beside_its_list_from_76_columns_on() {
    let beside = |width: u16| {
        let lines = lines(&compared().screen(), &mut View::new(Glyphs::Unicode), (width, 24));
        lines.iter().any(|line| line.contains("1. Option") && line.contains('┌'))
    };
    assert_eq!([75, 76].map(beside), [false, true]);
}

/// "Below ten rows: the focused option alone."
#[test]
fn on_a_very_low_screen_only_the_focused_option_is_compared() {
    let made = Made { focus: 1, ..compared() };
    let lines = lines(&made.screen(), &mut View::new(Glyphs::Unicode), (60, 9));
    let options: Vec<_> =
        (1..=3).filter(|n| lines.iter().any(|line| line.contains(&format!("Option number {n}")))).collect();
    assert_eq!(options, [2], "{lines:#?}");
}

/// "A filter that fits nothing says so."
#[test]
fn a_filter_that_fits_nothing_says_so() {
    let (made, editor) = (Made::plain(), Editor::new("zzz"));
    let filter = TextEntry {
        prefix: None,
        suffix: None,
        placeholder: Shown::own("filter"),
        editor: &editor,
        active: true,
        kept: None,
        max_rows: 1,
        masked: false,
    };
    let own = |row: &Row<'_>| !matches!(row.role, Role::Option(_));
    let says = |filter, any_own: bool| {
        let mut screen = Screen { filter, focus: None, ..made.screen() };
        screen.rows.retain(|row| any_own && own(row));
        lines(&screen, &mut View::new(Glyphs::Unicode), (60, 20))
            .iter()
            .any(|line| line.trim() == "nothing matches")
    };
    // Also above asq's own rows, which no filter hides.
    assert_eq!([says(Some(filter.clone()), false), says(Some(filter), true)], [true, true]);
    assert_eq!([says(None, false), says(None, true)], [false, false]);
}

/// The source read on the full screen.
fn reading<'a>(made: &'a Made, source: &Untrusted) -> Screen<'a> {
    let passage = Passage { heading: Line::default(), kind: PreviewKind::Markdown, source: source.clone() };
    Screen {
        reading: Some(ReadingScreen { passages: vec![passage] }),
        hints: Hints { parts: Vec::new(), between: " · ", instead: None },
        ..made.screen()
    }
}

/// "Home and End, Left and Right scroll": Home leads to the beginning from the right as well.
#[test]
fn home_leads_back_to_the_first_column() {
    let made = Made::plain();
    let source = Untrusted::from(format!("```text\nbegin {}\n```", "x".repeat(200)));
    let screen = reading(&made, &source);
    let mut view = View::new(Glyphs::Unicode);
    let first = lines(&screen, &mut view, (40, 10));
    view.intercept(&screen, Key::plain(Code::Right));
    let right = lines(&screen, &mut view, (40, 10));
    view.intercept(&screen, Key::plain(Code::Home));
    let home = lines(&screen, &mut view, (40, 10));
    assert_ne!(first, right);
    assert_eq!(first, home);
}

/// "No wide character is cut": a blank stands where the left edge goes through one.
#[test]
fn no_wide_character_is_cut_at_the_left_edge() {
    let made = Made::plain();
    let source = Untrusted::from(format!("```text\nxx{}\n```", "漢".repeat(60)));
    let screen = reading(&made, &source);
    let mut view = View::new(Glyphs::Unicode);
    lines(&screen, &mut view, (40, 10));
    view.intercept(&screen, Key::plain(Code::Right));
    let right = lines(&screen, &mut view, (40, 10));
    let cut = format!("│ … {}…", "漢".repeat(17));
    assert!(right.contains(&cut), "{right:#?}");
}

/// "Where the columns leave no room for a label, the number goes first, then the box."
#[test]
fn where_a_row_is_narrow_the_number_goes_first() {
    let made = Made { many: true, ..Made::plain() };
    let first = |width: u16| {
        let lines = lines(&made.screen(), &mut View::new(Glyphs::Unicode), (width, 40));
        lines.into_iter().find(|line| line.starts_with('>')).map(|line| line.trim_end().to_owned())
    };
    let rows = ["> 1. [ ] Option", "> [ ] Option A", "> Option A"];
    assert_eq!([15, 14, 11].map(first), rows.map(|row| Some(row.to_owned())));
}

/// "A sensitive answer is dots", as many for any answer; an answer that isn't sensitive is shown.
#[test]
fn a_sensitive_answer_stays_as_dots() {
    let remains = |sensitive| {
        let kind = Kind::Text { multiline: false, placeholder: None };
        let question = Question { sensitive, ..Question::new("Token?", kind) };
        let rules = AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            discuss: false,
            notes: true,
            danger: DangerRule::Unknown,
        };
        let answer = Some(Answer::Text("hunter2-hunter2".into()));
        let entries = vec![model::Entry { answer, ..model::Entry::default() }];
        let outcome = Outcome::Answered(Answers { entries });
        let lines = summary(&Request::new(vec![question], rules), &outcome, 60, Glyphs::Unicode);
        lines.iter().map(Line::text).collect::<Vec<_>>()
    };
    assert_eq!(remains(true), ["✔ Token? · ••••••"]);
    assert_eq!(remains(false), ["✔ Token? · hunter2-hunter2"]);
}

/// "A folder of the person's own is told from one that only begins like it."
#[test]
fn a_folder_that_only_begins_like_the_home_is_another() {
    let shown = |folder: &str| tilde(&folder.into(), Some("/home/ann")).raw().to_owned();
    let folders = ["/home/ann", "/home/ann/src", "/home/anna/src", "/home"];
    assert_eq!(folders.map(shown), ["~ (home)", "~/src", "/home/anna/src", "/home"]);
}
