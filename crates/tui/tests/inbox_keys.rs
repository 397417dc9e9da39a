//! What keys and news do to the inbox: what is sent, and what is on the screen then.

#![allow(clippy::needless_pass_by_value, clippy::needless_raw_string_hashes)] // as expect! writes them

mod bench;

use asq_core::form::{Act, Code, Key};
use asq_core::form::{Binding, Spot};
use asq_core::inbox::{BoardEffect, Command, Notice, Pending, Position};
use asq_core::life::{Closing, How, Refusal, RequestId};
use asq_core::model::{Danger, DangerRule, Draft, Expiry, Typed, TypedIn};
use asq_core::time::Timestamp;
use asq_tui::input::Input;
use bench::{Bench, asked, pick_one};
use expect_test::{Expect, expect};

/// Types into three requests and compares what was sent.
fn check(keys: &str, sent: Expect) -> Bench {
    let mut bench = Bench::new().three();
    bench.keys(keys);
    sent.assert_eq(&bench.sent);
    bench
}

#[test]
fn an_answer_is_held_back_for_three_seconds() {
    let mut bench = check(
        "<ret><down><ret>",
        expect![[r#"
        draft 1: 
    "#]],
    );
    bench.pass(1500);
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Which database?                                                          4 m
            sending in 2 s · u undo · Enter now
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db














        ────────────────────────────────────────────────────────────────────────────────
        Enter send now · u undo · n next · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 24));
    bench.pass(1499);
    expect![[r#"
        draft 1: 
    "#]]
    .assert_eq(&bench.sent);
    bench.pass(1);
    expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
    "#]]
    .assert_eq(&bench.sent);
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯   Which database?                                                          4 m
            ✔ answered by you at 11:04
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db














        ────────────────────────────────────────────────────────────────────────────────
        x let go · n next · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 24));
}

#[test]
fn enter_sends_at_once_but_not_by_the_same_stroke() {
    // The third is within a second of the second: it may have been meant for the form.
    let mut bench = check(
        "<ret><ret><ret><ret>",
        expect![[r#"
        draft 1: 
        answer 1 ["[Option(0)]"] digest s-1
    "#]],
    );
    bench.keys("n");
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db




        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    let mut quick = Bench::new().three();
    quick.keys("<ret><ret>");
    let enter = asq_core::form::Key::plain(asq_core::form::Code::Enter);
    let made = quick.board.input(quick.now, asq_tui::input::Input::Key(enter));
    assert_eq!(made, vec![], "a bounced key sends nothing");
}

#[test]
fn when_ones_own_answer_was_taken_is_told_whichever_news_comes_first() {
    let mut bench = Bench::with(|setup| setup.hold_ms = 0).three();
    bench.keys("<ret>");
    bench.obeys = false;
    bench.keys("<ret>");
    bench.notice(Notice::Accepted(RequestId(1)));
    bench.closed(1, "ada", How::Tty, "answered");
    let screen = bench.text(80, 12);
    assert!(screen.contains("✔ answered by you at 11:04"), "{screen}");
}

#[test]
fn what_is_typed_on_when_a_form_has_ended_decides_nothing() {
    let mut bench = Bench::new().three();
    bench.keys("<ret>");
    bench.pass(600);
    // The first key picks; the rest was meant for a text.
    bench.quick("2ndsqxtad  now<ret>");
    bench.pass(10_000);
    expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
    "#]]
    .assert_eq(&bench.sent);
    assert!(!bench.left);
    bench.keys("d<ret>");
    bench.pass(3000);
    expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
        decline 2 None
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn what_is_held_back_can_be_taken_back() {
    let mut bench = check(
        "<ret>2u",
        expect![[r#"
        draft 1: 
    "#]],
    );
    expect![[r#"
        Inbox  3 waiting                                                     Ctrl+] list
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

          1. PostgreSQL
        ❯ 2. SQLite ✓
          3. Something else…

        ↑/↓ move · Enter select · ? keys · Esc put aside
    "#]]
    .assert_eq(&bench.text(80, 16));
    bench.pass(10_000);
    expect![[r#"
        draft 1: 
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn nothing_is_held_back_where_nobody_wants_it() {
    let mut bench = Bench::with(|setup| setup.hold_ms = 0).three();
    bench.keys("<ret>2");
    expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn a_form_goes_aside_and_comes_back_as_it_was() {
    let mut bench = check(
        "j<ret><down><ret>1<c-]>",
        expect![[r#"
        draft 2: 
        draft 2: 
        draft 2: 
    "#]],
    );
    expect![[r#"
        Inbox  3 waiting
        ────────────────────────────────────────────────────────────────────────────────
          ● Which database?                                                          4 m
            claude-code                     ~/src/shop
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                2 questions · draft
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("k<c-]>");
    expect![[r#"
        Inbox  3 waiting                                                     Ctrl+] list
        ── asked by agent pi · session 8f3a ────────────────────────────────────────────
        ── in ~/src/asq · by /usr/bin/node · pid 4711 · on pts/3 ───────────────────────
         ✓ run  ✓ it  ✓ Review

        Review your answers

          run: Dublin
          it: Yes

        ❯ Submit answers

        Enter submit · Esc put aside
    "#]]
    .assert_eq(&bench.text(80, 24));
    // Esc, at the end of its ladder, does the same: looking at a request does not end it.
    bench.keys("<esc>");
    expect![[r#"
        Inbox  3 waiting
        ────────────────────────────────────────────────────────────────────────────────
          ● Which database?                                                          4 m
            claude-code                     ~/src/shop
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                2 questions · draft
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    expect![[r#"
        draft 2: 
        draft 2: 
        draft 2: 
        draft 2: 
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn typed_text_is_a_draft_with_each_key_and_comes_back() {
    let mut bench = check(
        "<ret><down><down>abc<esc>",
        expect![[r#"
        draft 1: "a"
        draft 1: "ab"
        draft 1: "abc"
    "#]],
    );
    bench.keys("<esc>j<c-]>");
    expect![[r#"
        Inbox  3 waiting                                                     Ctrl+] list
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

        ❯ 1. PostgreSQL
          2. SQLite
          3. abc

        ↑/↓ move · Enter select · ? keys · Esc put aside
    "#]]
    .assert_eq(&bench.text(80, 24));
}

#[test]
fn declining_takes_a_reason_and_is_held_back() {
    let mut bench = check("dnot now<ret>", expect![[""]]);
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Which database?                                                          4 m
            declining in 3 s · u undo
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter send now · u undo · n next · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.pass(3000);
    expect![[r#"
        decline 1 Some("not now")
    "#]]
    .assert_eq(&bench.sent);
    bench.keys("n");
    bench.keys("dx<esc>d<c-c>");
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db




        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
}

#[test]
fn ctrl_c_in_a_form_stops_the_work_after_the_countdown() {
    let mut bench = check(
        "<ret><c-c>",
        expect![[r#"
        draft 1: 
    "#]],
    );
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Which database?                                                          4 m
            cancelling in 3 s · u undo
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter send now · u undo · n next · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.pass(3000);
    expect![[r#"
        draft 1: 
        cancel 1
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn an_arrival_moves_nothing() {
    let mut bench = Bench::new().three();
    bench.keys("j");
    let before = bench.text(80, 24);
    bench.arrive(asked(vec![pick_one("And this?", &["a"])], "pi", "/home/ada/src/asq"));
    let after = bench.text(80, 24);
    let differ: Vec<(&str, &str)> = before.lines().zip(after.lines()).filter(|(a, b)| a != b).collect();
    expect![[r#"
        [
            (
                "Inbox  3 waiting",
                "Inbox  4 waiting",
            ),
            (
                "",
                "  ● And this?                                                                now",
            ),
            (
                "",
                "    pi                  8f3a        ~/src/asq",
            ),
        ]
    "#]]
    .assert_debug_eq(&differ);
    // Nor does it where the groups above the focus grow.
    let mut bench = Bench::new().three();
    bench.keys("gG");
    let line = |text: String| text.lines().position(|line| line.starts_with('❯'));
    let before = line(bench.text(80, 24));
    bench.arrive(asked(vec![pick_one("And this?", &["a"])], "claude-code", "/srv/db"));
    bench.arrive(asked(vec![pick_one("And that?", &["a"])], "claude-code", "/srv/db"));
    assert_eq!(line(bench.text(80, 24)), before);
    expect![[r#"
        Inbox  5 waiting
        ── 3 above ─────────────────────────────────────────────────────────────────────
            claude-code                     /srv/db
          ● And this?                                                                now
            claude-code                     /srv/db
          ● And that?                                                                now
            claude-code                     /srv/db
        ── pi 1 ────────────────────────────────────────────────────────────────────────
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions












        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 24));
}

#[test]
fn arrivals_are_told_of_once_and_together() {
    let mut bench = Bench::with(|setup| setup.notify = true);
    for text in ["One?", "Two?", "Three?"] {
        bench.arrive(asked(vec![pick_one(text, &["a"])], "pi", "/"));
    }
    assert_eq!(bench.sent, "");
    bench.pass(300);
    expect![[r#"
        bell
        notify asq: 3 new questions wait
    "#]]
    .assert_eq(&bench.sent);
    bench.pass(3_600_000);
    bench.arrive(asked(vec![pick_one("Four?", &["a"])], "p\u{1b}i", "/"));
    bench.pass(300);
    expect![[r#"
        bell
        notify asq: 3 new questions wait
        bell
        notify asq: p<U+001B>i asks: Four
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn nothing_rings_in_quiet_hours_but_after_them() {
    // It is eleven o'clock.
    let mut bench = Bench::with(|setup| setup.quiet = asq_core::inbox::Hours::read("10:30-11:05"));
    bench.arrive(asked(vec![pick_one("One?", &["a"])], "pi", "/"));
    bench.arrive(asked(vec![pick_one("Two?", &["a"])], "pi", "/"));
    bench.closed(2, "bob", How::Page, "answered");
    bench.pass(5 * 60_000 - 1);
    assert_eq!(bench.sent, "");
    bench.pass(1);
    assert_eq!(bench.sent, "bell\n");
}

#[test]
fn what_is_put_off_comes_back() {
    let mut bench = check(
        "s1",
        expect![[r#"
        snooze 1 15 min
    "#]],
    );
    expect![[r#"
        Inbox  2 waiting · 1 put off
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db




        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("S");
    expect![[r#"
        Inbox  2 waiting · 1 put off
        ────────────────────────────────────────────────────────────────────────────────
          ● Which database?                                                          4 m
            put off until 11:19
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("S");
    bench.pass(15 * 60_000);
    expect![[r#"
        Inbox  3 waiting
        ────────────────────────────────────────────────────────────────────────────────
          ● Which database?                                                         19 m
            claude-code                     ~/src/shop
        ❯ ● Where does it run?                                                      19 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                   19 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    expect![[r#"
        snooze 1 15 min
        bell
    "#]]
    .assert_eq(&bench.sent);
    bench.keys("s");
    expect![[r#"
        Inbox  3 waiting
        ────────────────────────────────────────────────────────────────────────────────
          ● Which database?                                                         19 m
            claude-code                     ~/src/shop
        ❯ ● Where does it run?                                                      19 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                   19 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Put off until: 1 11:34 (15 min) · 2 12:19 (1 h) · 3 Sun 09:00 · Esc back
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("<esc>");
    let mut bench = check(
        "s3Sk",
        expect![[r#"
        snooze 1 1315 min
    "#]],
    );
    bench.keys("s");
    expect![[r#"
        snooze 1 1315 min
        snooze 1 0 min
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn what_comes_back_above_the_focus_is_seen() {
    let mut bench = Bench::new().three();
    bench.keys("s1");
    bench.text(46, 12);
    bench.pass(15 * 60_000);
    let all = bench.text(46, 12);
    expect![[r#"
        Inbox  3 waiting
        ──────────────────────────────────────────────
          ● Which database?                       19 m
            claude-code     ~/src/shop
        ❯ ● Where does it run?                    19 m
            pi              ~/src/asq      2 questions
          ● Drop the table users?                 19 m
            claude-code     /srv/db


        ──────────────────────────────────────────────
        Enter open · n next · d decline · q quit
    "#]]
    .assert_eq(&all);
    // So is what another inbox brings back.
    bench.keys("ks1");
    bench.text(46, 12);
    bench.notice(Notice::Snoozed { id: RequestId(1), until_ms: 0 });
    assert_eq!(bench.text(46, 12), all);
}

#[test]
fn a_search_looks_in_questions_agents_and_folders() {
    let mut bench = check("/ASQ", expect![[""]]);
    expect![[r#"
        ── 80×12
        │Inbox  3 waiting
        ┆HHHHH  aaaaaaaaa
        │────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │❯ ● Where does it run?                                                       4 m
        ┆aaggAAAAAAAAAAAAAAAAAA                                                       ddd
        │    pi                  8f3a        ~/src/asq                        2 questions
        ┆    dd                  dddd        ddddddddd                        ddddddddddd
        │
        │
        │
        │
        │
        │────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │/ ASQ
        ┆aa   ^
        │Enter to the list · Esc show all
        ┆dddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&bench.picture(80, 12));
    bench.keys("<ret>");
    expect![[r#"
        Inbox  3 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions





        ────────────────────────────────────────────────────────────────────────────────
        / ASQ
        Enter open · n next · s later · d decline · t pane · / search · Esc show all
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("<esc>/zz");
    expect![[r#"
        Inbox  3 waiting
        ────────────────────────────────────────────────────────────────────────────────

          Nothing here matches.





        ────────────────────────────────────────────────────────────────────────────────
        / zz
        Enter to the list · Esc show all
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("<esc>");
    expect![[r#"
        Inbox  3 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Which database?                                                          4 m
            claude-code                     ~/src/shop
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
}

#[test]
fn requests_are_grouped() {
    let mut bench = check("g", expect![[""]]);
    expect![[r#"
        ── 80×24
        │Inbox  3 waiting
        ┆HHHHH  aaaaaaaaa
        │────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │── claude-code 2 ───────────────────────────────────────────────────────────────
        ┆dddBBBBBBBBBBBdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │❯ ● Which database?                                                          4 m
        ┆aaggAAAAAAAAAAAAAAA                                                          ddd
        │    claude-code                     ~/src/shop
        ┆    ddddddddddd                     dddddddddd
        │  ● Drop the table users?                                                    4 m
        ┆  gg                                                                         ddd
        │    claude-code                     /srv/db
        ┆    ddddddddddd                     ddddddd
        │── pi 1 ────────────────────────────────────────────────────────────────────────
        ┆dddBBddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │  ● Where does it run?                                                       4 m
        ┆  gg                                                                         ddd
        │    pi                  8f3a        ~/src/asq                        2 questions
        ┆    dd                  dddd        ddddddddd                        ddddddddddd
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
        ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&bench.picture(80, 24));
    bench.keys("gj");
    expect![[r#"
        Inbox  3 waiting
        ──────────────────────────────────────────────
        ── ~/src/shop 1 ──────────────────────────────
          ● Which database?                        4 m
            claude-code     ~/src/shop
        ── ~/src/asq 1 ───────────────────────────────
        ❯ ● Where does it run?                     4 m
            pi              ~/src/asq      2 questions
        ── /srv/db 1 ─────────────────────────────────
          ● Drop the table users?                  4 m
        ── 1 below ───────────────────────────────────
        Enter open · n next · d decline · q quit
    "#]]
    .assert_eq(&bench.text(46, 12));
}

#[test]
fn an_open_form_that_was_answered_elsewhere_says_so_and_keeps_the_text() {
    let mut bench = Bench::new().three();
    bench.keys("<ret><down><down>my own words");
    bench.sent.clear();
    bench.closed(1, "bob", How::Page, "answered");
    expect![[r#"
        ── 80×24
        │Inbox  2 waiting                                                     Ctrl+] list
        ┆HHHHH  aaaaaaaaa                                                     ddddddddddd
        │── answered by bob on the page at 11:04 · your text stays ──────────────────────
        ┆tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt
        │── asked by agent claude-code ──────────────────────────────────────────────────
        ┆tttttttttttttttttt           ttttttttttttttttttttttttttttttttttttttttttttttttttt
        │── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────
        ┆tttttt          tttttt             ttttttt    tttttt     ttttttttttttttttttttttt
        │
        ││ Which database?
        ┆ddBBBBBBBBBBBBBBB
        │
        │  1. PostgreSQL
        ┆  ddd
        │  2. SQLite
        ┆  ddd
        │❯ 3. my own words
        ┆a ddd
        │
        │Esc to close
        ┆dddddddddddd
    "#]]
    .assert_eq(&bench.picture(80, 24));
    // What is typed on does nothing, and closes nothing at first.
    let enter = asq_core::form::Key::plain(asq_core::form::Code::Enter);
    bench.board.input(bench.now, asq_tui::input::Input::Key(enter));
    bench.keys(" and more");
    expect![[r#"
        Inbox  2 waiting                                                     Ctrl+] list
        ── answered by bob on the page at 11:04 · your text stays ──────────────────────
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

          1. PostgreSQL
          2. SQLite
        ❯ 3. my own words

        Esc to close
    "#]]
    .assert_eq(&bench.text(80, 24));
    bench.keys("<esc>");
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯   Which database?                                                          4 m
            – your text is kept · answered by bob on the page at 11:04
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter your text · x let go · n next · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    // The text stays within reach until it is let go.
    bench.keys("jk<ret>");
    expect![[r#"
        Inbox  2 waiting                                                     Ctrl+] list
        ── answered by bob on the page at 11:04 · your text stays ──────────────────────
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

          1. PostgreSQL
          2. SQLite
        ❯ 3. my own words

        Esc to close
    "#]]
    .assert_eq(&bench.text(80, 24));
    bench.keys("<esc>x");
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db




        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    expect![[""]].assert_eq(&bench.sent);
}

#[test]
fn a_request_that_is_over_stays_until_the_focus_moves_on() {
    let mut bench = Bench::new().three();
    bench.closed(1, "", How::Cli, "withdrawn");
    bench.closed(3, "", How::Cli, "expired");
    expect![[r#"
        Inbox  1 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯   Which database?                                                          4 m
            – taken back by its asker at 11:04
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
            Drop the table users?                                                    4 m
            – expired at 11:04


        ────────────────────────────────────────────────────────────────────────────────
        x let go · n next · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("<ret>");
    expect![[r#"
        Inbox  1 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯   Which database?                                                          4 m
            – taken back by its asker at 11:04
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
            Drop the table users?                                                    4 m
            – expired at 11:04

        ────────────────────────────────────────────────────────────────────────────────
        It is over.
        x let go · n next · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("j");
    expect![[r#"
        Inbox  1 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions






        ────────────────────────────────────────────────────────────────────────────────
        Enter open · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
}

#[test]
fn somebody_else_was_faster_while_it_was_held_back() {
    let mut bench = Bench::new().three();
    bench.keys("<ret>2");
    bench.sent.clear();
    bench.closed(1, "bob", How::Tty, "answered");
    bench.pass(5000);
    assert_eq!(bench.sent, "");
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯   Which database?                                                          4 m
            – answered by bob on a terminal at 11:04
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        x let go · n next · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
}

#[test]
fn what_was_not_taken_says_why_and_the_form_is_there() {
    let mut bench = Bench::new().three();
    bench.obeys = true;
    bench.keys("<ret>");
    bench.obeys = false;
    bench.keys("2");
    bench.pass(3000);
    expect![[r#"
        Inbox  2 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Which database?                                                          4 m
            on its way …
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        n next · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.notice(Notice::Refused { id: RequestId(1), why: Box::new(Refusal::OwnTree) });
    expect![[r#"
        Inbox  3 waiting
        ────────────────────────────────────────────────────────────────────────────────
        ❯ ● Which database?                                                          4 m
            not taken: this inbox was started by the asker itself; answer on a terminal…
          ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("<ret>");
    expect![[r#"
        Inbox  3 waiting                                                     Ctrl+] list
        ── not taken: this inbox was started by the asker itself; answer on a terminal ─
        ── of your own ─────────────────────────────────────────────────────────────────
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

          1. PostgreSQL
        ❯ 2. SQLite ✓
          3. Something else…

        ↑/↓ move · Enter select · ? keys · Esc put aside
    "#]]
    .assert_eq(&bench.text(80, 24));
}

#[test]
fn another_surfaces_text_is_taken_over_or_offered() {
    let draft = |text: &str| {
        let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: text.into() }];
        Notice::Drafted { id: RequestId(1), draft: Box::new(Draft { typed, ..Draft::default() }) }
    };
    let mut bench = Bench::new().three();
    bench.keys("<ret>");
    bench.notice(draft("from the page"));
    expect![[r#"
        Inbox  3 waiting                                                     Ctrl+] list
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

        ❯ 1. PostgreSQL
          2. SQLite
          3. from the page

        ↑/↓ move · Enter select · ? keys · Esc put aside
    "#]]
    .assert_eq(&bench.text(80, 14));
    // What was typed here just now is not replaced.
    bench.keys("<down><down>!");
    bench.notice(draft("from the page, too"));
    expect![[r#"
        Inbox  3 waiting                                                     Ctrl+] list
        ── another text was typed elsewhere · Ctrl+T takes it, yours is kept ───────────
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

          1. PostgreSQL
          2. SQLite
        ❯ 3. from the page!

        ↑/↓ move · Enter select · ? keys · Esc put aside
    "#]]
    .assert_eq(&bench.text(80, 14));
    bench.keys("<c-t>");
    expect![[r#"
        Inbox  3 waiting                                                     Ctrl+] list
        ── another text was typed elsewhere · Ctrl+T takes it, yours is kept ───────────
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

          1. PostgreSQL
          2. SQLite
        ❯ 3. from the page, too

        ↑/↓ move · Enter select · ? keys · Esc put aside
    "#]]
    .assert_eq(&bench.text(80, 14));
    bench.keys("<c-t>");
    expect![[r#"
        Inbox  3 waiting                                                     Ctrl+] list
        ── another text was typed elsewhere · Ctrl+T takes it, yours is kept ───────────
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

          1. PostgreSQL
          2. SQLite
        ❯ 3. from the page!

        ↑/↓ move · Enter select · ? keys · Esc put aside
    "#]]
    .assert_eq(&bench.text(80, 14));
}

#[test]
fn an_inbox_whose_store_is_gone_leaves_unless_something_was_typed() {
    let gone = || Notice::Stopped("the store was removed".to_owned());
    let mut bench = Bench::new().three();
    bench.notice(gone());
    assert!(bench.left);
    let mut bench = Bench::new().three();
    bench.keys("<ret>");
    bench.pass(600);
    bench.keys("<down><down>my own");
    bench.notice(gone());
    assert!(!bench.left, "what was typed is nowhere else");
    assert!(bench.text(80, 24).contains("my own"));
}

#[test]
fn a_dead_asker_is_seen() {
    let mut bench = Bench::new().three();
    bench.notice(Notice::Asker { id: RequestId(1), waits: false });
    bench.notice(Notice::Trouble(Some("the disk is full".to_owned())));
    expect![[r#"
        ── 80×12
        │Inbox  3 waiting · the disk is full
        ┆HHHHH  aaaaaaaaadddwwwwwwwwwwwwwwww
        │────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │❯ – Which database?                                                          4 m
        ┆aawwAAAAAAAAAAAAAAA                                                          ddd
        │    claude-code                     ~/src/shop                        asker gone
        ┆    ddddddddddd                     dddddddddd                        wwwwwwwwww
        │  ● Where does it run?                                                       4 m
        ┆  gg                                                                         ddd
        │    pi                  8f3a        ~/src/asq                        2 questions
        ┆    dd                  dddd        ddddddddd                        ddddddddddd
        │  ● Drop the table users?                                                    4 m
        ┆  gg                                                                         ddd
        │    claude-code                     /srv/db
        ┆    ddddddddddd                     ddddddd
        │
        │
        │────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
        ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&bench.picture(80, 12));
    bench.keys("<ret>");
    expect![[r#"
        ── 46×12
        │Inbox  3 waiting · the disk is full
        ┆HHHHH  aaaaaaaaadddwwwwwwwwwwwwwwww
        │── its asker is gone: an answer waits for it ─
        ┆tttttttttttttttttttttttttttttttttttttttttttttt
        │── asked by agent claude-code ────────────────
        ┆tttttttttttttttttt           ttttttttttttttttt
        │── in …/shop · by …/node · pid 4711 · on p… ──
        ┆tttttt      tttttt      ttttttt    tttttt  ttt
        ││ Which database?
        ┆ddBBBBBBBBBBBBBBB
        │❯ 1. PostgreSQL
        ┆a dddAAAAAAAAAA
        │  2. SQLite
        ┆  ddd
        │  3. Something else…
        ┆  dddddddddddddddddd
        │↑/↓ move · Enter select · ? keys
        ┆dddddddddddddddddddddddddddddddd
        │Esc put aside
        ┆ddddddddddddd
    "#]]
    .assert_eq(&bench.picture(46, 12));
}

#[test]
fn leaving_sends_what_is_held_back_first() {
    let bench = check(
        "<ret>2jq",
        expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
        quit
    "#]],
    );
    assert!(bench.left);
    let mut bench = Bench::new().three();
    bench.keys("<ret>2j");
    bench.obeys = false;
    bench.keys("q");
    assert!(!bench.left, "it waits for the word that it was taken");
    bench.keys("q");
    assert!(bench.left, "but not against the person's will");
}

#[test]
fn once_opens_the_oldest_and_leaves() {
    let mut bench = Bench::with(|setup| setup.once = true).three();
    expect![[r#"
        Inbox  3 waiting                                                     Ctrl+] list
        ── asked by agent claude-code ──────────────────────────────────────────────────
        ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ──────────────────────

        │ Which database?

        ❯ 1. PostgreSQL
          2. SQLite
          3. Something else…

        ↑/↓ move · Enter select · ? keys · Esc put aside
    "#]]
    .assert_eq(&bench.text(80, 12));
    bench.keys("2");
    bench.pass(3000);
    expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
        quit
    "#]]
    .assert_eq(&bench.sent);
    let mut bench = Bench::with(|setup| setup.once = true).three();
    bench.keys("<esc>");
    assert!(bench.left);
}

#[test]
fn a_jump_goes_to_the_askers_pane() {
    check(
        "t",
        expect![[r#"
        jump /tmp/tmux-1000/default %3
    "#]],
    );
}

#[test]
fn the_help_page_names_the_keys() {
    let mut bench = check("?", expect![[""]]);
    expect![[r#"
        Inbox  3 waiting                                                any key to close
        Keys of the list
        ↑, k, ↓, j            move
        Enter, →              open the request; send now what is held back
        n, Tab, N, Shift+Tab  the next one that waits, the one before
        Ctrl+]                back to the form that was put aside; aside again
        u                     take back what is being sent
        d                     decline, with a reason or without
        s                     put off, or bring back
        S                     show what is put off, or hide it
        /                     search in questions, agents, folders
        g, b                  group by agent, by folder, not at all
        t                     go to the asker's tmux pane
        x, Del                let go of what is over
        q, Ctrl+C             leave; what is held back is sent first

        Marks
        ●                     its asker waits
        –                     its asker is gone; the answer is kept for it
        ⚠                     dangerous
    "#]]
    .assert_eq(&bench.text(80, 24));
    bench.keys("x");
    assert!(bench.text(80, 24).contains("Which database?"));
}

/// A paste may hold its own end mark; what follows it is no key of the list, and answers nothing.
#[test]
fn what_follows_a_paste_without_a_pause_is_no_key() {
    let mut bench = Bench::new().three();
    bench.keys("<paste:abc>");
    bench.at_once("<ret>1<ret>dy<ret>q");
    assert_eq!((bench.sent.as_str(), bench.left), ("", false));
    // In a reason it is text, and nothing sends it.
    bench.keys("d<paste:because>");
    bench.at_once(" of it<ret>");
    let screen = bench.text(80, 24);
    assert!(bench.sent.is_empty() && screen.contains("because of it"), "{}\n{screen}", bench.sent);
}

/// Settings of whoever asked can't take away that a dangerous answer is confirmed by typing; only the person's own can.
#[test]
fn what_the_asker_set_switches_off_no_confirmation_of_the_persons() {
    let answered = |danger_check: bool| {
        let mut question = pick_one("Drop the production database?", &["Drop it", "Keep"]);
        question.danger = Some(Danger::default());
        let mut asked = asked(vec![question], "evil", "/srv");
        asked.request.rules.danger = DangerRule::AnyText;
        asked.request.prefs.danger_check = false;
        let mut bench = Bench::with(|setup| setup.danger_check = danger_check).filled(&[asked]);
        bench.keys("<ret>");
        let said = bench.text(80, 24).contains("The asker switched confirmation off.");
        bench.keys("<ret>");
        bench.pass(4000);
        (bench.sent.contains("answer 1"), said)
    };
    assert_eq!([answered(false), answered(true)], [(true, false), (false, true)]);
}

#[test]
fn until_when_a_request_waits_stands_beside_the_list_and_goes_when_it_is_over() {
    let mut asked = asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv");
    asked.request.expiry = Some(Expiry { after_ms: 20 * 60_000, means: None });
    let mut bench = Bench::new().filled(&[asked]);
    let beside = |bench: &mut Bench| bench.text(100, 24).contains("waits until 11:20");
    bench.keys("j");
    assert!(beside(&mut bench));
    bench.notice(Notice::Asker { id: RequestId(1), waits: false });
    assert!(bench.text(100, 24).contains("its asker is gone"), "{}", bench.text(100, 24));
    bench.closed(1, "bob", How::Tty, "answered");
    assert!(!beside(&mut bench), "{}", bench.text(100, 24));
}

#[test]
fn what_is_put_off_for_an_hour_comes_back_after_one() {
    check(
        "s2",
        expect![[r#"
        snooze 1 60 min
    "#]],
    );
}

#[test]
fn what_was_typed_is_kept_when_a_request_is_declined() {
    let mut bench = Bench::new().three();
    bench.keys("<ret><down><down>half a thought<c-]>");
    let mut kept = Vec::new();
    for key in [Key::char('d'), Key::plain(Code::Enter)] {
        bench.pass(600);
        bench.board.input(bench.now, Input::Key(key));
    }
    while let Some(due) = bench.board.deadline().filter(|_| kept.is_empty()) {
        bench.now.at = due.max(bench.now.at);
        for effect in bench.board.tick(bench.now) {
            if let BoardEffect::Command(Command::Close { closing: Closing::Decline { draft, .. }, .. }) =
                effect
            {
                kept = draft.typed;
            }
        }
    }
    assert_eq!(kept, [Typed { question: 0, place: TypedIn::Custom, text: "half a thought".into() }]);
}

#[test]
fn a_request_that_is_told_of_a_second_time_is_one_and_rings_once() {
    let mut bench = Bench::new();
    let ship = asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv");
    let id = bench.arrive(ship.clone());
    bench.pass(5000);
    let pending = Pending::of(id, Position(1), bench.moment(), &ship);
    bench.notice(Notice::Arrived(std::sync::Arc::new(pending)));
    bench.pass(5000);
    assert_eq!(bench.sent, "bell\n");
    assert!(bench.text(80, 12).contains("Inbox  1 waiting"));
}

#[test]
fn of_many_forms_put_aside_one_that_holds_a_text_of_another_is_not_forgotten() {
    let all: Vec<_> = (0..20)
        .map(|n| asked(vec![pick_one(&format!("Ship {n}?"), &["Yes", "No"])], "claude-code", "/srv"))
        .collect();
    let mut bench = Bench::new().filled(&all);
    bench.keys("<ret><down><down>mine");
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: "theirs".into() }];
    let theirs = Draft { typed, ..Draft::default() };
    bench.notice(Notice::Drafted { id: RequestId(1), draft: Box::new(theirs) });
    bench.keys("<c-]>");
    let other = "another text was typed elsewhere";
    for _ in 1..20 {
        bench.keys("j<ret><c-]>");
    }
    bench.keys("<home><ret>");
    let screen = bench.text(80, 24);
    assert!(screen.contains("Ship 0?") && screen.contains(other) && screen.contains("mine"), "{screen}");
}

#[test]
fn ones_own_keys_for_lists_hold_in_the_inbox() {
    let own = [
        Binding::any(&[Spot::Option], Key::char('h'), Act::Down),
        Binding::any(&[Spot::Option], Key::char('d'), Act::Nothing),
    ];
    let mut bench = Bench::with(|setup| setup.keys = own.to_vec()).three();
    bench.keys("hd");
    expect![[r#"
        Inbox  3 waiting
        ────────────────────────────────────────────────────────────────────────────────
          ● Which database?                                                          4 m
            claude-code                     ~/src/shop
        ❯ ● Where does it run?                                                       4 m
            pi                  8f3a        ~/src/asq                        2 questions
          ● Drop the table users?                                                    4 m
            claude-code                     /srv/db


        ────────────────────────────────────────────────────────────────────────────────
        Enter open · n next · s later · t pane · / search · ? keys · q quit
    "#]]
    .assert_eq(&bench.text(80, 12));
}

#[test]
fn what_was_answered_before_the_bell_rings_rings_none() {
    let mut bench = Bench::new();
    bench.arrive(asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv"));
    bench.closed(1, "bob", How::Tty, "answered");
    bench.pass(10_000);
    assert_eq!(bench.sent, "");
}

#[test]
fn it_wakes_for_the_ages_at_each_full_minute() {
    let mut bench = Bench::new().three();
    bench.pass(20_000);
    assert_eq!(bench.board.deadline(), Some(bench.now.at.plus(40_000)));
}

#[test]
fn what_was_put_off_elsewhere_until_a_time_that_is_over_waits() {
    let mut bench = Bench::new().three();
    bench.notice(Notice::Snoozed { id: RequestId(1), until_ms: bench.now.wall_ms - 1 });
    let screen = bench.text(80, 12);
    assert!(screen.contains("Inbox  3 waiting\n") && screen.contains("Which database?"), "{screen}");
}

#[test]
fn what_is_over_and_comes_under_the_focus_stays() {
    let mut bench = Bench::new().three();
    bench.closed(1, "bob", How::Tty, "answered");
    bench.closed(2, "bob", How::Tty, "answered");
    bench.keys("j");
    let screen = bench.text(80, 12);
    assert!(!screen.contains("Which database?") && screen.contains("❯   Where does it run?"), "{screen}");
}

#[test]
fn what_is_typed_on_in_a_form_that_was_answered_elsewhere_is_nobodys() {
    let mut bench = Bench::new().three();
    bench.keys("<ret><down><down>mine");
    bench.closed(1, "bob", How::Tty, "answered");
    bench.sent.clear();
    let before = bench.text(80, 16);
    bench.keys("xy<c-u>");
    bench.at_once("<paste:z>");
    assert_eq!((bench.text(80, 16), bench.sent.as_str()), (before, ""));
}

#[test]
fn what_is_typed_before_a_form_is_there_is_not_meant_for_it() {
    let mut bench = Bench::new().three();
    bench.obeys = false;
    bench.keys("<ret>n1x");
    assert_eq!(bench.fetched, ["open 1"]);
    bench.keys("<esc>");
    assert_eq!(bench.fetched, ["open 1", "shut 1"]);
}

/// Another inbox rings for it then.
#[test]
fn an_inbox_that_may_not_ring_takes_no_arrival_as_told() {
    let mut bench = Bench::with(|setup| (setup.bell, setup.notify) = (false, false));
    bench.arrive(asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv"));
    while let Some(due) = bench.board.deadline().filter(|due| *due <= Timestamp(1_030_000)) {
        bench.now.at = due;
        assert_eq!(bench.board.tick(bench.now), []);
    }
}

#[test]
fn the_footer_names_what_can_be_done_with_the_focused_request() {
    let mut homeless = asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv");
    homeless.origin.pane = None;
    let mut bench = Bench::new().filled(&[homeless]);
    let footer = |bench: &mut Bench| bench.text(80, 12).lines().last().unwrap_or_default().to_owned();
    expect!["Enter open · s later · d decline · / search · ? keys · q quit"].assert_eq(&footer(&mut bench));
    bench.keys("s1Sj");
    expect!["Enter open · s bring back · d decline · / search · ? keys · q quit"]
        .assert_eq(&footer(&mut bench));
}
