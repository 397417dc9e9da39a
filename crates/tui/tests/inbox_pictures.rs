//! The inbox as it looks.

#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

mod bench;

use bench::Bench;
use expect_test::expect;

#[test]
fn a_list() {
    let mut bench = Bench::new().three();
    expect![[r#"
        ── 80×24
        │Inbox  3 waiting
        ┆HHHHH  aaaaaaaaa
        │────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │❯ ● Which database?                                                          4 m
        ┆aaggAAAAAAAAAAAAAAA                                                          ddd
        │    claude-code                     ~/src/shop
        ┆    ddddddddddd                     dddddddddd
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
    expect![[r#"
        ── 46×12
        │Inbox  3 waiting
        ┆HHHHH  aaaaaaaaa
        │──────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddd
        │❯ ● Which database?                        4 m
        ┆aaggAAAAAAAAAAAAAAA                        ddd
        │    claude-code     ~/src/shop
        ┆    ddddddddddd     dddddddddd
        │  ● Where does it run?                     4 m
        ┆  gg                                       ddd
        │    pi              ~/src/asq      2 questions
        ┆    dd              ddddddddd      ddddddddddd
        │  ● Drop the table users?                  4 m
        ┆  gg                                       ddd
        │    claude-code     /srv/db
        ┆    ddddddddddd     ddddddd
        │
        │
        │──────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddd
        │Enter open · n next · d decline · q quit
        ┆dddddddddddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&bench.picture(46, 12));
    expect![[r#"
        ── 20×6
        │Inbox  3 waiting
        ┆HHHHH  aaaaaaaaa
        │❯ ● Which database?
        ┆aaggAAAAAAAAAAAAAAA
        │  ● Where does it r…
        ┆  gg
        │  ● Drop the table …
        ┆  gg
        │
        │Enter · q quit
        ┆dddddddddddddd
    "#]]
    .assert_eq(&bench.picture(20, 6));
    expect![[r#"
        ── 120×24
        │Inbox  3 waiting
        ┆HHHHH  aaaaaaaaa
        │─────────────────────────────────────────────────┬──────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │❯ ● Which database?                          4 m │ ── asked by agent claude-code ───────────────────────────────────────
        ┆aaggAAAAAAAAAAAAAAA                          ddddddtttttttttttttttttt           tttttttttttttttttttttttttttttttttttttttt
        │    claude-code      ~/src/shop                  │ ── in ~/src/shop · by /usr/bin/node · pid 4711 · on pts/3 ───────────
        ┆    ddddddddddd      dddddddddd                 dddtttttt          tttttt             ttttttt    tttttt     tttttttttttt
        │  ● Where does it run?                       4 m │
        ┆  gg                                         dddddd
        │    pi               ~/src/asq       2 questions │ │ Which database?
        ┆    dd               ddddddddd       ddddddddddddddddBBBBBBBBBBBBBBB
        │  ● Drop the table users?                    4 m │
        ┆  gg                                         dddddd
        │    claude-code      /srv/db                     │  asked at 11:00
        ┆    ddddddddddd      ddddddd                    ddd dddddddddddddd
        │                                                 │  its asker waits
        ┆                                                ddd ggggggggggggggg
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │─────────────────────────────────────────────────┴──────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │Enter open · n next · s later · d decline · t pane · / search · ? keys · q quit
        ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
    "#]].assert_eq(&bench.picture(120, 24));
}

#[test]
fn a_form() {
    let mut bench = Bench::new().three();
    bench.keys("j<ret>");
    expect![[r#"
        ── 80×24
        │Inbox  3 waiting                                                     Ctrl+] list
        ┆HHHHH  aaaaaaaaa                                                     ddddddddddd
        │── asked by agent pi · session 8f3a ────────────────────────────────────────────
        ┆tttttttttttttttttt  ttttttttttt    ttttttttttttttttttttttttttttttttttttttttttttt
        │── in ~/src/asq · by /usr/bin/node · pid 4711 · on pts/3 ───────────────────────
        ┆tttttt         tttttt             ttttttt    tttttt     tttttttttttttttttttttttt
        │ ○ run  ○ it  ○ Review
        ┆sssssssdddddddddddddddd
        │
        ││ Where does it run?
        ┆ddBBBBBBBBBBBBBBBBBB
        │
        │❯ 1. Frankfurt
        ┆a dddAAAAAAAAA
        │  2. Dublin
        ┆  ddd
        │  3. Something else…
        ┆  dddddddddddddddddd
        │
        │↑/↓ move · Enter select · Tab next · ? keys · Esc put aside
        ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
    "#]]
    .assert_eq(&bench.picture(80, 24));
    expect![[r#"
        ── 46×12
        │Inbox  3 waiting                   Ctrl+] list
        ┆HHHHH  aaaaaaaaa                   ddddddddddd
        │── asked by agent pi · session 8f3a ──────────
        ┆tttttttttttttttttt  ttttttttttt    ttttttttttt
        │── in …/asq · by …/node · pid 4711 · on pt… ──
        ┆tttttt     tttttt      ttttttt    tttttt   ttt
        │ ○ run  ○ it  ○ Review
        ┆sssssssdddddddddddddddd
        ││ Where does it run?
        ┆ddBBBBBBBBBBBBBBBBBB
        │❯ 1. Frankfurt
        ┆a dddAAAAAAAAA
        │  2. Dublin
        ┆  ddd
        │  3. Something else…
        ┆  dddddddddddddddddd
        │↑/↓ move · Enter select · Tab next · ? keys
        ┆ddddddddddddddddddddddddddddddddddddddddddd
        │Esc put aside
        ┆ddddddddddddd
    "#]]
    .assert_eq(&bench.picture(46, 12));
    expect![[r#"
        ── 20×6
        │── asked by agen… ──
        ┆tttttttttttttttttttt
        │ ○ run  ○ it ›
        ┆sssssssddddddd
        ││ Where does it run?
        ┆ddBBBBBBBBBBBBBBBBBB
        │❯ 1. Frankfurt
        ┆a dddAAAAAAAAA
        │  2. Dublin
        ┆  ddd
        │Enter · Esc aside
        ┆ddddddddddddddddd
    "#]]
    .assert_eq(&bench.picture(20, 6));
    expect![[r#"
        ── 120×24
        │Inbox  3 waiting
        ┆HHHHH  aaaaaaaaa
        │─────────────────────────────────────────────────┬──────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │  ● Which database?                          4 m │ ── asked by agent pi · session 8f3a ─────────────────────────────────
        ┆  gg                                         ddddddtttttttttttttttttt  ttttttttttt    tttttttttttttttttttttttttttttttttt
        │    claude-code      ~/src/shop                  │ ── in ~/src/asq · by /usr/bin/node · pid 4711 · on pts/3 ────────────
        ┆    ddddddddddd      dddddddddd                 dddtttttt         tttttt             ttttttt    tttttt     ttttttttttttt
        │› ● Where does it run?                       4 m │  ○ run  ○ it  ○ Review
        ┆ddggBBBBBBBBBBBBBBBBBB                       ddddddsssssssdddddddddddddddd
        │    pi               ~/src/asq       2 questions │
        ┆    dd               ddddddddd       dddddddddddddd
        │  ● Drop the table users?                    4 m │ │ Where does it run?
        ┆  gg                                         ddddddddBBBBBBBBBBBBBBBBBB
        │    claude-code      /srv/db                     │
        ┆    ddddddddddd      ddddddd                    ddd
        │                                                 │ ❯ 1. Frankfurt
        ┆                                                ddda dddAAAAAAAAA
        │                                                 │   2. Dublin
        ┆                                                ddd  ddd
        │                                                 │   3. Something else…
        ┆                                                ddd  dddddddddddddddddd
        │                                                 │
        ┆                                                ddd
        │                                                 │ ↑/↓ move · Enter select · Tab next · ? keys · Esc put aside
        ┆                                                dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │                                                 │
        ┆                                                ddd
        │─────────────────────────────────────────────────┴──────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │Ctrl+] list
        ┆ddddddddddd
    "#]].assert_eq(&bench.picture(120, 24));
}

#[test]
fn nothing_there() {
    let mut bench = Bench::new();
    expect![[r#"
        ── 80×24
        │Inbox  0 waiting
        ┆HHHHH  ddddddddd
        │────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │
        │  Nothing waits for you.
        ┆  BBBBBBBBBBBBBBBBBBBBBB
        │
        │  Agents' questions appear here. Connect one:
        │
        │  asq install pi           for pi
        ┆  aaaaaaaaaaaaaa           dddddd
        │  asq ask --inbox -q TEXT  from any shell
        ┆  aaaaaaaaaaaaaaaaaaaaaaa  dddddddddddddd
        │  asq ask --inbox FILE     a call, as JSON
        ┆  aaaaaaaaaaaaaaaaaaaa     ddddddddddddddd
        │
        │  This can stay open; it costs nothing while nothing happens.
        ┆  ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
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
        │? keys · q quit
        ┆ddddddddddddddd
    "#]]
    .assert_eq(&bench.picture(80, 24));
    expect![[r#"
        ── 46×12
        │Inbox  0 waiting
        ┆HHHHH  ddddddddd
        │──────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddd
        │
        │  Nothing waits for you.
        ┆  BBBBBBBBBBBBBBBBBBBBBB
        │
        │  Agents' questions appear here. Connect one:
        │
        │  asq install pi           for pi
        ┆  aaaaaaaaaaaaaa           dddddd
        │  asq ask --inbox -q TEXT  from any shell
        ┆  aaaaaaaaaaaaaaaaaaaaaaa  dddddddddddddd
        │  asq ask --inbox FILE     a call, as JSON
        ┆  aaaaaaaaaaaaaaaaaaaa     ddddddddddddddd
        │──────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddd
        │? keys · q quit
        ┆ddddddddddddddd
    "#]]
    .assert_eq(&bench.picture(46, 12));
    expect![[r#"
        ── 20×6
        │Inbox  0 waiting
        ┆HHHHH  ddddddddd
        │
        │  Nothing waits for
        ┆  BBBBBBBBBBBBBBBBB
        │  you.
        ┆  BBBB
        │
        │? keys · q quit
        ┆ddddddddddddddd
    "#]]
    .assert_eq(&bench.picture(20, 6));
    expect![[r#"
        ── 120×24
        │Inbox  0 waiting
        ┆HHHHH  ddddddddd
        │────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │
        │  Nothing waits for you.
        ┆  BBBBBBBBBBBBBBBBBBBBBB
        │
        │  Agents' questions appear here. Connect one:
        │
        │  asq install pi           for pi
        ┆  aaaaaaaaaaaaaa           dddddd
        │  asq ask --inbox -q TEXT  from any shell
        ┆  aaaaaaaaaaaaaaaaaaaaaaa  dddddddddddddd
        │  asq ask --inbox FILE     a call, as JSON
        ┆  aaaaaaaaaaaaaaaaaaaa     ddddddddddddddd
        │
        │  This can stay open; it costs nothing while nothing happens.
        ┆  ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
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
        │────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
        ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │? keys · q quit
        ┆ddddddddddddddd
    "#]].assert_eq(&bench.picture(120, 24));
}
