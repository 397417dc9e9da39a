//! Frames to bytes, and how a real terminal shows them.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
#![allow(clippy::needless_raw_string_hashes, clippy::unwrap_used)]

use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted};
use asq_testkit::folder::TempFolder;
use asq_testkit::tmux::Tmux;
use asq_tui::paint::{Painter, ScreenPlace};
use asq_tui::theme::{Background, Custom, Theme};
use expect_test::{Expect, expect};
use ratatui_core::style::{Color, Modifier};
use std::fmt::Write as _;
use std::fs;

fn span(text: &str, style: Style) -> Span {
    Span::new(Shown::one_line(&Untrusted::from(text)), style)
}

fn plain(text: &str) -> Line {
    Line::from(span(text, Style::default()))
}

fn accent(text: &str) -> Line {
    Line::from(span(text, Style::of(Tone::Accent)))
}

fn painter(place: ScreenPlace, columns: u16, rows: u16) -> Painter {
    Painter::new(place, Theme::new(true), false, (columns, rows))
}

/// A list as most forms show one; one row has the focus.
fn list(focus: usize) -> Vec<Line> {
    let labels = ["Postgres, as in production", "SQLite in a file", "Keep it in memory", "Something else…"];
    let mut lines = vec![plain("Which database should the tests use?"), plain("")];
    for (label, i) in labels.iter().zip(0..) {
        let text = format!("{} {}. {label}", if i == focus { "❯" } else { " " }, i + 1);
        lines.push(if i == focus { accent(&text) } else { plain(&text) });
    }
    lines.extend([plain(""), Line::from(span("Enter choose · ↑↓ move · Esc cancel", Style::of(Tone::Dim)))]);
    lines
}

fn check(bytes: &[u8], expected: &Expect) {
    expected.assert_eq(&String::from_utf8_lossy(bytes).escape_debug().to_string().replace("\\u{1b}", "␛"));
}

/// What a real terminal shows after these bytes, and where its cursor is.
fn terminal(columns: u16, rows: u16, bytes: &[u8]) -> String {
    let folder = TempFolder::new("paint");
    let file = folder.join("bytes");
    fs::write(&file, [bytes, b"\x1b]2;painted\x07"].concat()).unwrap();
    let tmux = Tmux::start(columns, rows, &format!("stty raw -echo; cat '{}'; exec cat", file.display()));
    tmux.wait_for("all bytes", |t| t.tell("#{pane_title}"), |title| title == "painted");
    let mut shown = tmux.history().trim_end().to_owned();
    let _ = write!(shown, "\n[{}]\n", tmux.tell("#{cursor_x},#{cursor_y} visible #{cursor_flag}"));
    shown
}

#[test]
fn the_first_frame_makes_its_rows_below_the_cursor() {
    let mut painter = painter(ScreenPlace::Inline, 40, 10);
    check(
        &painter.draw(&list(0)[..3], None),
        &expect![[
            r#"␛[?2026h␛[?25l␛[?7h␛[38C  \r␛[K␛[?7l\r␛[K␛[C␛[J\r\n\n␛[2AWhich database should the tests use?␛[2B\r␛[94m❯␛[3G1. Postgres, as in production␛[2A\r␛[6n␛[m␛[?2026l"#
        ]],
    );
}

#[test]
fn near_the_top_of_the_screen_empty_rows_are_above_a_form_and_nothing_of_them_stays() {
    let mut painter = painter(ScreenPlace::Inline, 40, 20);
    let mut bytes = [b"above\r\n", &painter.draw(&list(0), None)[..]].concat();
    painter.stands((1, 2));
    bytes.extend(painter.draw(&list(0), None));
    bytes.extend(painter.draw(&list(1), None));
    expect![[r#"
        above








        Which database should the tests use?

          1. Postgres, as in production
        ❯ 2. SQLite in a file
          3. Keep it in memory
          4. Something else…

        Enter choose · ↑↓ move · Esc cancel
        [0,1 visible 0]
    "#]]
    .assert_eq(&terminal(40, 20, &bytes));
    bytes.extend([painter.erase(), painter.remain(&[plain("✔ Which database?")])].concat());
    expect![[r#"
        above
        ✔ Which database?
        [0,2 visible 1]
    "#]]
    .assert_eq(&terminal(40, 20, &bytes));
}

#[test]
fn a_frame_that_is_on_the_screen_writes_nothing() {
    let mut painter = painter(ScreenPlace::Inline, 40, 10);
    painter.draw(&list(0), None);
    assert_eq!(painter.draw(&list(0), None), b"");
    painter.draw(&list(0), Some((3, 2)));
    assert_eq!(painter.draw(&list(0), Some((3, 2))), b"");
}

#[test]
fn a_focus_move_writes_little() {
    let mut painter = painter(ScreenPlace::Inline, 100, 30);
    painter.draw(&list(0), None);
    let bytes = painter.draw(&list(1), None);
    check(
        &bytes,
        &expect![[
            r#"␛[?2026h␛[2B  1. Postgres, as in production\n\r␛[94m❯␛[3G2. SQLite in a file␛[3A\r␛[m␛[?2026l"#
        ]],
    );
    assert!(bytes.len() <= 150, "{} bytes", bytes.len());
}

#[test]
fn typing_moves_the_real_cursor() {
    let mut painter = painter(ScreenPlace::Inline, 40, 10);
    painter.draw(&[plain("text"), plain("")], Some((4, 0)));
    check(&painter.draw(&[plain("textx"), plain("")], Some((5, 0))), &expect!["x"]);
    check(&painter.draw(&[plain("tex你"), plain("")], Some((5, 0))), &expect!["␛[4G你␛[6G"]);
}

/// The bytes of each second of an hour and more, with the clock in this row below a form.
fn ticks(row: usize, caret: Option<(u16, u16)>) -> Vec<usize> {
    let mut painter = painter(ScreenPlace::Inline, 80, 40);
    let clock = |second: usize| {
        let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
        let hours = if hours > 0 { format!("{hours}:{minutes:02}") } else { minutes.to_string() };
        Line::from(span(&format!("⏱  {hours}:{seconds:02} elapsed"), Style::of(Tone::Dim)))
    };
    let frame = |second| [vec![plain("a row of the form"); row], vec![clock(second)]].concat();
    painter.draw(&frame(0), caret);
    (1..4000).map(|second| painter.draw(&frame(second), caret).len()).collect()
}

#[test]
fn a_tick_of_the_clock_is_at_most_32_bytes() {
    for (row, caret) in [(9, None), (22, None), (12, Some((10, 4))), (30, Some((70, 2)))] {
        let more: Vec<usize> =
            (1..).zip(ticks(row, caret)).filter(|(_, n)| *n > 32).map(|(s, _)| s).collect();
        // Once each: all that stands right of a new digit moves.
        assert_eq!(more, [600, 3600], "{row} {caret:?}");
    }
}

#[test]
fn wide_and_joined_graphemes_shift_nothing() {
    let row = |text: &str| Line::new(vec![span(text, Style::default()), span("|", Style::of(Tone::Warn))]);
    let frames = [
        [row("ascii     "), row("更多的文字"), row("👩‍💻👨‍👩‍👧 e\u{301}🇯🇵a ")],
        [row("你ii      "), row("x多x文y字"), row("a👩‍💻b👨‍👩‍👧e\u{301}c ")],
        [row("i你i你i    "), row("ascii     "), row("🇯🇵👩‍💻 x y ")],
    ];
    let mut painter = painter(ScreenPlace::Inline, 20, 6);
    let mut bytes = b"above\r\n".to_vec();
    for frame in &frames {
        bytes.extend(painter.draw(frame, None));
    }
    let after = terminal(20, 6, &bytes);
    let mut whole = Painter::new(ScreenPlace::Inline, Theme::new(true), false, (20, 6));
    let bytes = [b"above\r\n".to_vec(), whole.draw(&frames[2], None)].concat();
    assert_eq!(after, terminal(20, 6, &bytes));
    expect![[r#"
        above
        i你i你i    |
        ascii     |
        🇯🇵👩‍💻 x y |
        [0,1 visible 0]
    "#]]
    .assert_eq(&after);
}

#[test]
fn what_stood_above_stays_also_where_the_row_was_begun() {
    let mut painter = painter(ScreenPlace::Inline, 40, 8);
    let mut bytes = b"one\r\ntwo\r\nthree\r\nno line feed".to_vec();
    bytes.extend(painter.draw(&list(1), None));
    bytes.extend(painter.erase());
    bytes.extend(painter.remain(&[plain("Which database? SQLite in a file")]));
    expect![[r#"
        one
        two
        three
        no line feed
        Which database? SQLite in a file
        [0,1 visible 1]
    "#]]
    .assert_eq(&terminal(40, 8, &bytes));
}

#[test]
fn a_form_that_grows_and_shrinks_leaves_one_copy() {
    let mut painter = painter(ScreenPlace::Inline, 40, 12);
    let mut bytes = b"one\r\ntwo\r\n".to_vec();
    for rows in [3, 8, 2, 8, 5, 1, 6] {
        bytes.extend(painter.draw(&list(2)[..rows], None));
    }
    expect![[r#"
        one
        two
        Which database should the tests use?

          1. Postgres, as in production
          2. SQLite in a file
        ❯ 3. Keep it in memory
          4. Something else…
        [0,2 visible 0]
    "#]]
    .assert_eq(&terminal(40, 12, &bytes));
}

#[test]
fn a_form_at_the_bottom_scrolls_what_is_above() {
    let mut painter = painter(ScreenPlace::Inline, 40, 6);
    let mut bytes = b"1\r\n2\r\n3\r\n4\r\n5\r\n".to_vec();
    bytes.extend(painter.draw(&list(0)[..2], None));
    bytes.extend(painter.draw(&list(0)[..6], None));
    bytes.extend(painter.erase());
    bytes.extend(painter.remain(&[plain("summary")]));
    expect![[r#"
        1
        2
        3
        4
        5
        summary
        [0,1 visible 1]
    "#]]
    .assert_eq(&terminal(40, 6, &bytes));
}

#[test]
fn full_screen_shows_the_same() {
    let mut painter = painter(ScreenPlace::FullScreen, 40, 10);
    let mut bytes = b"above\r\n\x1b[?1049h\x1b[?7l".to_vec();
    for focus in [0, 3, 1] {
        bytes.extend(painter.draw(&list(focus), Some((2, 3))));
    }
    expect![[r#"
        Which database should the tests use?

          1. Postgres, as in production
        ❯ 2. SQLite in a file
          3. Keep it in memory
          4. Something else…

        Enter choose · ↑↓ move · Esc cancel
        [2,3 visible 1]
    "#]]
    .assert_eq(&terminal(40, 10, &bytes));
}

#[test]
fn right_to_left_text_stands_between_isolates_and_is_written_whole() {
    let row = |text: &str| {
        Line::new(vec![
            span("1. ", Style::default()),
            span(text, Style::default()),
            span(" end", Style::default()),
        ])
    };
    let mut painter = painter(ScreenPlace::Inline, 40, 10);
    painter.draw(&[row("שלום")], None);
    check(
        &painter.draw(&[row("שלוה")], None),
        &expect![[r#"␛[?2026h␛[K1. \u{2068}ש␛[5Gל␛[6Gו␛[7Gה\u{2069}␛[8G end\r␛[?2026l"#]],
    );
}

/// Each tone plain, bold, selected, italic and under a caret.
fn looks(theme: &Theme) -> String {
    let tones = [
        Tone::Plain,
        Tone::Dim,
        Tone::Accent,
        Tone::Good,
        Tone::Warn,
        Tone::Danger,
        Tone::Heading,
        Tone::Code,
        Tone::Keyword,
        Tone::Literal,
        Tone::Name,
        Tone::Trusted,
    ];
    let mut shown = String::new();
    for tone in tones {
        let line = Line::new(vec![
            span("a", Style::of(tone)),
            span("b", Style::of(tone).bold()),
            span("c", Style::of(tone).selected()),
            span("d", Style::of(tone).italic()),
            span("e", Style { caret: true, ..Style::of(tone) }),
        ]);
        let painter = Painter::new(ScreenPlace::Inline, theme.clone(), false, (40, 10));
        let bytes = String::from_utf8(painter.remain(&[line])).unwrap().replace('\x1b', "␛");
        let _ = writeln!(shown, "{tone:?}: {}", bytes.replace("\r\n", ""));
    }
    shown
}

#[test]
fn looks_with_colours() {
    expect![[r#"
        Plain: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Dim: ␛[2ma␛[;1mb␛[;2;7mc␛[;2;3md␛[;2;7me␛[m
        Accent: ␛[94ma␛[;1;94mb␛[;7;94mc␛[;3;94md␛[;7;94me␛[m
        Good: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Warn: ␛[38;5;130ma␛[;1;38;5;130mb␛[;7;38;5;130mc␛[;3;38;5;130md␛[;7;38;5;130me␛[m
        Danger: ␛[1;31mab␛[;1;7;31mc␛[;1;3;31md␛[;1;7;31me␛[m
        Heading: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Code: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Keyword: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Literal: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Name: ␛[94ma␛[;1;94mb␛[;7;94mc␛[;3;94md␛[;7;94me␛[m
        Trusted: ␛[38;5;231;48;5;25ma␛[;1;38;5;231;48;5;25mb␛[;38;5;231;48;5;25mc␛[;3;38;5;231;48;5;25md␛[;38;5;231;48;5;25me␛[m
    "#]]
    .assert_eq(&looks(&Theme::new(true)));
}

#[test]
fn looks_on_dark_and_on_light() {
    expect![[r#"
        Plain: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Dim: ␛[38;5;246ma␛[;1;38;5;246mb␛[;7;38;5;246mc␛[;3;38;5;246md␛[;7;38;5;246me␛[m
        Accent: ␛[38;5;75ma␛[;1;38;5;75mb␛[;7;38;5;75mc␛[;3;38;5;75md␛[;7;38;5;75me␛[m
        Good: ␛[38;5;114ma␛[;1;38;5;114mb␛[;7;38;5;114mc␛[;3;38;5;114md␛[;7;38;5;114me␛[m
        Warn: ␛[38;5;214ma␛[;1;38;5;214mb␛[;7;38;5;214mc␛[;3;38;5;214md␛[;7;38;5;214me␛[m
        Danger: ␛[1;38;5;203mab␛[;1;7;38;5;203mc␛[;1;3;38;5;203md␛[;1;7;38;5;203me␛[m
        Heading: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Code: ␛[38;5;114ma␛[;1;38;5;114mb␛[;7;38;5;114mc␛[;3;38;5;114md␛[;7;38;5;114me␛[m
        Keyword: ␛[1;38;5;80mab␛[;1;7;38;5;80mc␛[;1;3;38;5;80md␛[;1;7;38;5;80me␛[m
        Literal: ␛[38;5;114ma␛[;1;38;5;114mb␛[;7;38;5;114mc␛[;3;38;5;114md␛[;7;38;5;114me␛[m
        Name: ␛[38;5;75ma␛[;1;38;5;75mb␛[;7;38;5;75mc␛[;3;38;5;75md␛[;7;38;5;75me␛[m
        Trusted: ␛[38;5;231;48;5;25ma␛[;1;38;5;231;48;5;25mb␛[;38;5;231;48;5;25mc␛[;3;38;5;231;48;5;25md␛[;38;5;231;48;5;25me␛[m
    "#]]
    .assert_eq(&looks(&Theme::on(Background::Dark)));
    expect![[r#"
        Plain: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Dim: ␛[38;5;241ma␛[;1;38;5;241mb␛[;7;38;5;241mc␛[;3;38;5;241md␛[;7;38;5;241me␛[m
        Accent: ␛[38;5;26ma␛[;1;38;5;26mb␛[;7;38;5;26mc␛[;3;38;5;26md␛[;7;38;5;26me␛[m
        Good: ␛[38;5;22ma␛[;1;38;5;22mb␛[;7;38;5;22mc␛[;3;38;5;22md␛[;7;38;5;22me␛[m
        Warn: ␛[38;5;94ma␛[;1;38;5;94mb␛[;7;38;5;94mc␛[;3;38;5;94md␛[;7;38;5;94me␛[m
        Danger: ␛[1;38;5;160mab␛[;1;7;38;5;160mc␛[;1;3;38;5;160md␛[;1;7;38;5;160me␛[m
        Heading: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Code: ␛[38;5;22ma␛[;1;38;5;22mb␛[;7;38;5;22mc␛[;3;38;5;22md␛[;7;38;5;22me␛[m
        Keyword: ␛[1;38;5;23mab␛[;1;7;38;5;23mc␛[;1;3;38;5;23md␛[;1;7;38;5;23me␛[m
        Literal: ␛[38;5;22ma␛[;1;38;5;22mb␛[;7;38;5;22mc␛[;3;38;5;22md␛[;7;38;5;22me␛[m
        Name: ␛[38;5;26ma␛[;1;38;5;26mb␛[;7;38;5;26mc␛[;3;38;5;26md␛[;7;38;5;26me␛[m
        Trusted: ␛[38;5;231;48;5;25ma␛[;1;38;5;231;48;5;25mb␛[;38;5;231;48;5;25mc␛[;3;38;5;231;48;5;25md␛[;38;5;231;48;5;25me␛[m
    "#]]
    .assert_eq(&looks(&Theme::on(Background::Light)));
}

#[test]
fn looks_of_a_theme() {
    let entries = [
        ("accent", "#268bd2"),
        ("good", "bold 34"),
        ("dim", "dim italic bright-black"),
        ("heading", "reverse"),
        ("plain", "#eeeeee on #222222"),
        ("trusted", "white on #5f00af"),
    ];
    let theme = custom(&entries, &[]);
    expect![[r#"
        Plain: ␛[38;2;238;238;238;48;2;34;34;34ma␛[;1;38;2;238;238;238;48;2;34;34;34mb␛[;7;38;2;238;238;238;48;2;34;34;34mc␛[;3;38;2;238;238;238;48;2;34;34;34md␛[;7;38;2;238;238;238;48;2;34;34;34me␛[m
        Dim: ␛[2;3;90ma␛[;1;3;90mb␛[;2;3;7;90mc␛[;2;3;90md␛[;2;3;7;90me␛[m
        Accent: ␛[38;2;38;139;210ma␛[;1;38;2;38;139;210mb␛[;7;38;2;38;139;210mc␛[;3;38;2;38;139;210md␛[;7;38;2;38;139;210me␛[m
        Good: ␛[1;38;5;34mab␛[;1;7;38;5;34mc␛[;1;3;38;5;34md␛[;1;7;38;5;34me␛[m
        Warn: ␛[38;5;130ma␛[;1;38;5;130mb␛[;7;38;5;130mc␛[;3;38;5;130md␛[;7;38;5;130me␛[m
        Danger: ␛[1;31mab␛[;1;7;31mc␛[;1;3;31md␛[;1;7;31me␛[m
        Heading: ␛[7ma␛[;1;7mb␛[mc␛[3;7md␛[me
        Code: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Keyword: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Literal: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Name: ␛[94ma␛[;1;94mb␛[;7;94mc␛[;3;94md␛[;7;94me␛[m
        Trusted: ␛[37;48;2;95;0;175ma␛[;1;37;48;2;95;0;175mb␛[;37;48;2;95;0;175mc␛[;3;37;48;2;95;0;175md␛[;37;48;2;95;0;175me␛[m
    "#]].assert_eq(&looks(&theme));
    expect![[r#"
        Plain: ␛[38;5;255;48;5;235ma␛[;1;38;5;255;48;5;235mb␛[;7;38;5;255;48;5;235mc␛[;3;38;5;255;48;5;235md␛[;7;38;5;255;48;5;235me␛[m
        Dim: ␛[2;3;90ma␛[;1;3;90mb␛[;2;3;7;90mc␛[;2;3;90md␛[;2;3;7;90me␛[m
        Accent: ␛[38;5;32ma␛[;1;38;5;32mb␛[;7;38;5;32mc␛[;3;38;5;32md␛[;7;38;5;32me␛[m
        Good: ␛[1;38;5;34mab␛[;1;7;38;5;34mc␛[;1;3;38;5;34md␛[;1;7;38;5;34me␛[m
        Warn: ␛[38;5;130ma␛[;1;38;5;130mb␛[;7;38;5;130mc␛[;3;38;5;130md␛[;7;38;5;130me␛[m
        Danger: ␛[1;31mab␛[;1;7;31mc␛[;1;3;31md␛[;1;7;31me␛[m
        Heading: ␛[7ma␛[;1;7mb␛[mc␛[3;7md␛[me
        Code: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Keyword: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Literal: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Name: ␛[94ma␛[;1;94mb␛[;7;94mc␛[;3;94md␛[;7;94me␛[m
        Trusted: ␛[37;48;5;55ma␛[;1;37;48;5;55mb␛[;37;48;5;55mc␛[;3;37;48;5;55md␛[;37;48;5;55me␛[m
    "#]].assert_eq(&looks(&theme.in_256()));
}

#[test]
fn looks_without_colours() {
    expect![[r#"
        Plain: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Dim: ␛[2ma␛[;1mb␛[;2;7mc␛[;2;3md␛[;2;7me␛[m
        Accent: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Good: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Warn: ␛[4ma␛[;1;4mb␛[;7mc␛[;3;4md␛[;7me␛[m
        Danger: ␛[1;4mab␛[;1;7mc␛[;1;3;4md␛[;1;7me␛[m
        Heading: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Code: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Keyword: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Literal: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Name: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Trusted: ␛[1;4;7mabc␛[;1;3;4;7md␛[;1;4;7me␛[m
    "#]]
    .assert_eq(&looks(&Theme::new(false)));
}

#[test]
fn where_there_are_16_colours_trusted_rows_are_marked_without_others() {
    let trusted = |theme: Theme| looks(&theme).lines().last().unwrap_or_default().to_owned();
    let (none, own) =
        (trusted(Theme::new(false)), custom(&[("trusted", "white on red"), ("danger", "")], &[]));
    assert_eq!(trusted(Theme::new(true).in_16()), none);
    assert_eq!(trusted(Theme::on(Background::Light).in_16()), none);
    assert_eq!(trusted(custom(&[("trusted", "white on #5f00af")], &[]).in_16()), none);
    assert_eq!(trusted(own.clone().in_16()), trusted(own));
}

#[test]
fn nothing_but_trusted_rows_looks_trusted() {
    let tones = [
        Tone::Plain,
        Tone::Dim,
        Tone::Accent,
        Tone::Good,
        Tone::Warn,
        Tone::Danger,
        Tone::Heading,
        Tone::Code,
    ];
    let on = [Theme::on(Background::Dark), Theme::on(Background::Light)];
    let all = on.into_iter().chain([true, false].map(Theme::new)).chain(tries());
    for theme in all.flat_map(|theme| [theme.clone().in_16(), theme]) {
        let trusted = theme.look(Style::of(Tone::Trusted));
        for bits in 0..16 {
            for tone in tones {
                let style = Style {
                    tone,
                    bold: bits & 1 > 0,
                    selected: bits & 2 > 0,
                    italic: bits & 4 > 0,
                    caret: bits & 8 > 0,
                };
                assert_ne!(seen(theme.look(style)), seen(trusted), "{style:?}");
            }
        }
    }
}

/// What is behind the text, and whether it is both reversed and underlined.
fn seen(look: ratatui_core::style::Style) -> (Option<Color>, bool) {
    let reversed = look.add_modifier.contains(Modifier::REVERSED);
    let both = reversed && look.add_modifier.contains(Modifier::UNDERLINED);
    (if reversed { look.fg } else { look.bg }, both)
}

fn custom(entries: &[(&str, &str)], problems: &[&str]) -> Theme {
    let entries: Vec<_> = entries.iter().map(|(n, l)| ((*n).to_owned(), (*l).to_owned())).collect();
    let custom = Custom::read(&entries);
    let told: Vec<String> = custom.problems.iter().map(ToString::to_string).collect();
    assert_eq!(told, problems);
    custom.theme
}

/// Themes that try to make other text look trusted.
fn tries() -> Vec<Theme> {
    let (unmarked, like) = (
        "trusted: needs a background unlike its text, or reverse and underline, so that nothing looks like it",
        "is the background of trusted rows, which nothing may look like",
    );
    let tone =
        |tone: &str| format!("trusted: its background is the colour of {tone}, which could look like it");
    vec![
        custom(&[("trusted", "red")], &[unmarked]),
        custom(&[("trusted", "")], &[unmarked]),
        custom(&[("trusted", "reverse")], &[unmarked]),
        custom(&[("trusted", "cyan on cyan")], &[unmarked]),
        custom(&[("trusted", "#00afaf on 37")], &[unmarked]),
        custom(&[("trusted", "reverse red")], &[&tone("danger")]),
        custom(&[("trusted", "black on green")], &[&tone("good")]),
        custom(&[("trusted", "black on yellow"), ("warn", "yellow")], &[&tone("warn")]),
        custom(&[("trusted", "black on #101010"), ("name", "on #111111")], &[&tone("name")]),
        custom(
            &[("accent", "#005faf"), ("plain", "on 25")],
            &[&format!("plain: {like}"), &format!("accent: {like}")],
        ),
        custom(&[("base", "light"), ("dim", "25")], &[&format!("dim: {like}")]),
        custom(&[("trusted", "reverse underline"), ("plain", "reverse underline")], &[]),
        custom(&[("trusted", "reverse underline red on white")], &[]),
    ]
}

#[test]
fn what_a_theme_says_wrong_is_left_out_and_told() {
    let theme = custom(
        &[("base", "drak"), ("acent", "red"), ("good", "rde"), ("warn", "bold yellow")],
        &[
            "base is \"drak\", not auto, dark or light",
            "there is no tone \"acent\"",
            "good: \"rde\" is no colour, nor bold, dim, italic, underline, reverse or on",
        ],
    );
    assert_eq!(theme, custom(&[("warn", "bold yellow")], &[]));
}
