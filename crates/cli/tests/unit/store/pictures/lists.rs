//! `asq list` and `asq history`.
//!
//! - Hostile and wide text in every column, at several widths.
//! - The same as objects, which read back as they were.
//! - Guards that didn't hold, next to the outcome.
//! - Open requests in the order of asking, closed ones with the latest first.

use super::*;
use expect_test::expect;
use serde_json::Value;

#[test]
fn the_list() {
    let shop = shop();
    let held = asq_store::Presence::hold_asker(&shop.1, id(1)).unwrap();
    let at = |width| list::text(false, &shop.0, &env(), width).unwrap();
    let all =
        [None, Some(100), Some(80), Some(46), Some(20)].map(|width| format!("{width:?}\n{}\n", at(width)));
    expect![[r#"
        None
        ID      AGE  ASKER  N  MARK           AGENT                                                                                 FOLDER                                                                                QUESTION
        4y6xwv  2 d  waits  1                 claude                                                                                ~/src/asq                                                                             Which database should it be?
        1wdvsq  2 h  gone   2  danger secret  codex                                                                                 /srv                                                                                  世界を消しますか? 本当によろしいですか? これは元に戻せません
        6tmspj  0 s  gone   1                 <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界  <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界  <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界

        Some(100)
        ID      AGE  ASKER  N  MARK           AGENT             FOLDER                QUESTION
        4y6xwv  2 d  waits  1                 claude            ~/src/asq             Which database should…
        1wdvsq  2 h  gone   2  danger secret  codex             /srv                  世界を消しますか? 本…
        6tmspj  0 s  gone   1                 <U+001B>[2J<U+0…  <U+001B>[2J<U+001B>…  <U+001B>[2J<U+001B>]0…

        Some(80)
        ID      AGE  ASKER  N  MARK           AGENT             QUESTION
        4y6xwv  2 d  waits  1                 claude            Which database should i…
        1wdvsq  2 h  gone   2  danger secret  codex             世界を消しますか? 本当…
        6tmspj  0 s  gone   1                 <U+001B>[2J<U+0…  <U+001B>[2J<U+001B>]0;o…

        Some(46)
        ID      AGE  QUESTION
        4y6xwv  2 d  Which database should it be?
        1wdvsq  2 h  世界を消しますか? 本当によろしい…
        6tmspj  0 s  <U+001B>[2J<U+001B>]0;owned<U+00…

        Some(20)
        ID      QUESTION
        4y6xwv  Which datab…
        1wdvsq  世界を消し…
        6tmspj  <U+001B>[2J…

    "#]].assert_eq(&all.concat());
    drop(held);
}

/// Limits are judged by the real clock, so this one is far away.
const CENTURY: u64 = 36_525 * 24 * 60 * MINUTE;

/// The first is put off, the second has a draft and a limit, the third's answer was never sent, the fourth's is held.
fn touched() -> Shop {
    use asq_core::model::{Expiry, HeldAnswer, HeldAs, WholeDraft};
    use asq_store::{DraftRow, Drafts, Seen};
    let shop = Shop::new();
    for n in 1..=4 {
        let mut asked = asked(vec![db()], "claude", "/srv");
        asked.returns = n == 4;
        asked.request.expiry = (n == 2).then_some(Expiry { after_ms: CENTURY, means: None });
        shop.ask(n, 60, asked);
    }
    let keep = |n, question, body| {
        let row = DraftRow { request: id(n), question, rev: 0, by: 1, at_ms: NOW, body, other: None };
        shop.1.keep_draft(&row).unwrap();
    };
    let typed = Typed { question: 0, place: TypedIn::Custom, text: "not sure".into() };
    let draft = Draft { answers: Answers::none(1), typed: vec![typed], kept: None };
    keep(2, 0, asq_wire::stored::draft_to_bytes(&draft).unwrap());
    for (n, until_ms) in [(3, NOW - 1), (4, NOW + MINUTE)] {
        let held = HeldAnswer { how: HeldAs::Answer, until_ms, seen: "d1".into() };
        let whole = WholeDraft { held: Some(held), ..WholeDraft::default() };
        keep(n, 1, asq_wire::stored::whole_to_bytes(&whole).unwrap());
    }
    shop.1.snooze(id(1), NOW + 45 * MINUTE).unwrap();
    shop
}

#[test]
fn what_a_person_did_is_marked_and_what_they_put_off_comes_last() {
    let shop = touched();
    let at = |width| list::text(false, &shop.0, &env(), width).unwrap();
    let pictures = [None, Some(80), Some(46)].map(|width| format!("{width:?}\n{}\n", at(width)));
    let json = list::text(true, &shop.0, &env(), None).unwrap();
    let objects = json.lines().map(|line| {
        let object: Value = serde_json::from_str(line).unwrap();
        let keys = ["short", "snoozed_until", "draft", "held", "expires_at", "returns"];
        keys.map(|key| object[key].to_string()).join(" ") + "\n"
    });
    expect![[r#"
        None
        ID      AGE  ASKER    N  MARK      UNTIL               AGENT   FOLDER  QUESTION
        1wdvsq  1 h  gone     1  draft     expires in 36524 d  claude  /srv    Which database should it be?
        6tmspj  1 h  gone     1  not sent                      claude  /srv    Which database should it be?
        3rvqke  1 h  returns  1  held                          claude  /srv    Which database should it be?
        4y6xwv  1 h  gone     1            put off for 45 m    claude  /srv    Which database should it be?

        Some(80)
        ID      AGE  ASKER    MARK      UNTIL               AGENT   QUESTION
        1wdvsq  1 h  gone     draft     expires in 36524 d  claude  Which database shou…
        6tmspj  1 h  gone     not sent                      claude  Which database shou…
        3rvqke  1 h  returns  held                          claude  Which database shou…
        4y6xwv  1 h  gone               put off for 45 m    claude  Which database shou…

        Some(46)
        ID      AGE  MARK      QUESTION
        1wdvsq  1 h  draft     Which database should …
        6tmspj  1 h  not sent  Which database should …
        3rvqke  1 h  held      Which database should …
        4y6xwv  1 h            Which database should …

        "1wdvsq" null true null "2126-11-22T09:40:00.000Z" false
        "6tmspj" null false {"how":"answer","until":"2026-11-21T10:39:59.999Z"} null false
        "3rvqke" null false {"how":"answer","until":"2026-11-21T10:41:00.000Z"} null true
        "4y6xwv" "2026-11-21T11:25:00.000Z" false null null false
    "#]]
    .assert_eq(&(pictures.concat() + &objects.collect::<String>()));
}

#[test]
fn a_text_that_came_too_late_is_marked_in_the_history() {
    use asq_store::{DraftRow, Drafts};
    let shop = shop();
    let typed = Typed { question: 0, place: TypedIn::Custom, text: "mine".into() };
    let draft = Draft { answers: Answers::none(1), typed: vec![typed], kept: None };
    let body = asq_wire::stored::draft_to_bytes(&draft).unwrap();
    let row = DraftRow { request: id(4), question: 0, rev: 0, by: 1, at_ms: NOW, body, other: None };
    shop.1.keep_draft(&row).unwrap();
    shop.1.drop_drafts(id(4), None).unwrap();
    let of =
        |as_json| history::text(as_json, &Query::default(), &shop.0, &berlin(), &env(), Some(80)).unwrap();
    let late: Vec<Value> =
        of(true).lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["late"].take()).collect();
    assert_eq!(late, [0, 0, 1]);
    let table = of(false);
    // One for a secret is shown nowhere, so it isn't counted either.
    let mut secret = db();
    secret.sensitive = true;
    shop.ask(7, 20, asked(vec![secret], "claude", "/srv"));
    shop.1.keep_draft(&DraftRow { request: id(7), ..row }).unwrap();
    shop.close(7, 10, person(How::Tty), Outcome::Cancelled(Draft::default()));
    shop.1.drop_drafts(id(7), None).unwrap();
    let first: Value = serde_json::from_str(of(true).lines().next().unwrap()).unwrap();
    assert_eq!((&first["state"], &first["late"]), (&"cancelled".into(), &0.into()));
    expect![[r#"
        ID      CLOSED                   OUTCOME              QUESTION
        5n9kd5  2026-11-21 11:00 +01:00  cancelled            Which database should it …
        0q2ng9  2026-11-21 10:50 +01:00  declined, forced     Which database should it …
        3rvqke  2026-11-21 10:40 +01:00  answered, late text  Which database should it …
    "#]]
    .assert_eq(&table);
}

#[test]
fn the_list_as_json() {
    let text = list::text(true, &shop().0, &env(), None).unwrap();
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[2]["question"], HOSTILE);
    expect![[r#"{"id":"6tmspjrzezegzg000000000003","short":"6tmspj","state":"open","asked_at":"2026-11-21T10:40:00.000Z","expires_at":null,"asker_waits":false,"snoozed_until":null,"draft":false,"held":null,"dialect":"asq","agent":"\u001b[2J\u001b]0;owned\u0007\n  open  asq: \u202eall is well\t\u200b世界","session":"s 7","pane":"/tmp/tmux-1000/default %3","header":"\u001b[2J\u001b]0;owned\u0007\n  open  asq: \u202eall is well\t\u200b世界","question":"\u001b[2J\u001b]0;owned\u0007\n  open  asq: \u202eall is well\t\u200b世界","questions":1,"danger":false,"sensitive":false,"kind":"one","returns":false,"origin":{"host":"box","pid":43,"root_pid":42,"exe":"/home/ada/bin/claude","tty":"/dev/pts/3","folder":"\u001b[2J\u001b]0;owned\u0007\n  open  asq: \u202eall is well\t\u200b世界","via":null},"position":3}"#]].assert_eq(text.lines().last().unwrap());
    expect![[r#"
        {
          "id": "1wdvsq5zmmz0n0000000000002",
          "short": "1wdvsq",
          "state": "open",
          "asked_at": "2026-11-21T08:35:00.000Z",
          "expires_at": null,
          "asker_waits": false,
          "snoozed_until": null,
          "draft": false,
          "held": null,
          "dialect": "asq",
          "agent": "codex",
          "session": "s 7",
          "pane": "/tmp/tmux-1000/default %3",
          "header": "Database",
          "question": "世界を消しますか? 本当によろしいですか? これは元に戻せません",
          "questions": 2,
          "danger": true,
          "sensitive": true,
          "kind": "one",
          "returns": false,
          "origin": {
            "host": "box",
            "pid": 43,
            "root_pid": 42,
            "exe": "/home/ada/bin/claude",
            "tty": "/dev/pts/3",
            "folder": "/srv",
            "via": null
          },
          "position": 2
        }"#]]
    .assert_eq(&format!("{:#}", objects[1]));
}

#[test]
fn the_history() {
    let shop = shop();
    let all = Query::default();
    let at = |width| history::text(false, &all, &shop.0, &berlin(), &env(), width).unwrap();
    let pictures = [None, Some(80), Some(46)].map(|width| format!("{width:?}\n{}\n", at(width)));
    let json = history::text(true, &all, &shop.0, &berlin(), &env(), None).unwrap();
    expect![[r#"
        None
        ID      CLOSED                   OUTCOME           BY                                                                                    AGENT                                                                                 FOLDER                                                                                QUESTION
        5n9kd5  2026-11-21 11:00 +01:00  cancelled         <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界  <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界  <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界  Which database should it be?
        0q2ng9  2026-11-21 10:50 +01:00  declined, forced  claims ada                                                                            codex                                                                                 /srv                                                                                  Which database should it be?
        3rvqke  2026-11-21 10:40 +01:00  answered          ada                                                                                   claude                                                                                ~                                                                                     Which database should it be?

        Some(80)
        ID      CLOSED                   OUTCOME           QUESTION
        5n9kd5  2026-11-21 11:00 +01:00  cancelled         Which database should it be?
        0q2ng9  2026-11-21 10:50 +01:00  declined, forced  Which database should it be?
        3rvqke  2026-11-21 10:40 +01:00  answered          Which database should it be?

        Some(46)
        ID      OUTCOME           QUESTION
        5n9kd5  cancelled         Which database shou…
        0q2ng9  declined, forced  Which database shou…
        3rvqke  answered          Which database shou…

        {"id":"5n9kd5hyxyx1z0000000000006","short":"5n9kd5","state":"cancelled","asked_at":"2026-11-21T09:30:00.000Z","closed_at":"2026-11-21T10:00:00.000Z","danger_confirmed":null,"by":{"name":"\u001b[2J\u001b]0;owned\u0007\n  open  asq: \u202eall is well\t\u200b世界","claimed":false,"how":"page","pid":null,"exe":null,"tty":null,"leader":null,"own_tree":false,"unknown_tree":null,"forced":false,"right":"answer","let_in":null,"via":null},"delivered":false,"late":0,"dialect":"asq","agent":"\u001b[2J\u001b]0;owned\u0007\n  open  asq: \u202eall is well\t\u200b世界","session":"s 7","pane":"/tmp/tmux-1000/default %3","header":"Database","question":"Which database should it be?","questions":1,"danger":false,"sensitive":false,"kind":"one","returns":false,"origin":{"host":"box","pid":43,"root_pid":42,"exe":"/home/ada/bin/claude","tty":"/dev/pts/3","folder":"\u001b[2J\u001b]0;owned\u0007\n  open  asq: \u202eall is well\t\u200b世界","via":null}}
        {"id":"0q2ng9yz3mdhmg000000000005","short":"0q2ng9","state":"declined","asked_at":"2026-11-21T09:20:00.000Z","closed_at":"2026-11-21T09:50:00.000Z","danger_confirmed":null,"by":{"name":"ada","claimed":true,"how":"cli","pid":77,"exe":null,"tty":"/dev/pts/1","leader":{"pid":70,"exe":"/bin/sh","above":"/usr/bin/python3"},"own_tree":true,"unknown_tree":null,"forced":true,"right":"answer","let_in":"forced","via":null},"delivered":false,"late":0,"dialect":"asq","agent":"codex","session":"s 7","pane":"/tmp/tmux-1000/default %3","header":"Database","question":"Which database should it be?","questions":1,"danger":false,"sensitive":false,"kind":"one","returns":false,"origin":{"host":"box","pid":43,"root_pid":42,"exe":"/home/ada/bin/claude","tty":"/dev/pts/3","folder":"/srv","via":null}}
        {"id":"3rvqkebz99y1a0000000000004","short":"3rvqke","state":"answered","asked_at":"2026-11-21T09:10:00.000Z","closed_at":"2026-11-21T09:40:00.000Z","danger_confirmed":null,"by":{"name":"ada","claimed":false,"how":"tty","pid":77,"exe":null,"tty":"/dev/pts/1","leader":null,"own_tree":false,"unknown_tree":null,"forced":false,"right":"answer","let_in":null,"via":null},"delivered":true,"late":0,"dialect":"asq","agent":"claude","session":"s 7","pane":"/tmp/tmux-1000/default %3","header":"Database","question":"Which database should it be?","questions":2,"danger":false,"sensitive":false,"kind":"one","returns":false,"origin":{"host":"box","pid":43,"root_pid":42,"exe":"/home/ada/bin/claude","tty":"/dev/pts/3","folder":"/home/ada","via":null}}
    "#]].assert_eq(&(pictures.concat() + &json));
}

#[test]
fn the_history_says_which_guard_did_not_hold() {
    let shop = Shop::new();
    let own = person(How::Tty);
    let unknown = |let_in| Actor { kin: Kin::Unknown { why: Unseen::Namespace, let_in }, ..person(How::Tty) };
    let dangerous = |direct| Question { danger: Some(Danger { confirm_text: None, direct }), ..db() };
    let answered = |pick, confirmed: Option<&str>| {
        let confirmed = confirmed.map(Into::into);
        Outcome::Answered(Answers { entries: vec![Entry { confirmed, ..picked(vec![Pick::Option(pick)]) }] })
    };
    let cases = [
        (db(), own.clone(), answered(0, None)),
        (dangerous(false), own.clone(), answered(0, Some("wipe"))),
        (dangerous(false), own.clone(), answered(0, None)),
        (dangerous(true), own.clone(), answered(0, None)),
        (dangerous(true), own.clone(), answered(1, None)),
        (dangerous(false), own, Outcome::Cancelled(Draft::default())),
        (db(), unknown(Some(LetIn::Settings)), answered(0, None)),
        (dangerous(false), unknown(Some(LetIn::Forced)), answered(0, None)),
        (db(), unknown(None), answered(0, None)),
    ];
    for (n, (question, by, outcome)) in (1..).zip(cases) {
        shop.ask(n, 20 - n, asked(vec![question], "codex", "/srv"));
        shop.close(n, 10 - n, by, outcome);
    }
    let all = Query::default();
    let rows =
        [80, 46].map(|width| history::text(false, &all, &shop.0, &berlin(), &env(), Some(width)).unwrap());
    let json = history::text(true, &all, &shop.0, &berlin(), &env(), None).unwrap();
    let held: Vec<String> = json
        .lines()
        .map(|line| {
            let object: Value = serde_json::from_str(line).unwrap();
            format!("{} {}\n", object["danger_confirmed"], object["by"]["let_in"])
        })
        .collect();
    expect![[r#"
        ID      CLOSED                   OUTCOME             AGENT  QUESTION
        4fyd3r  2026-11-21 11:39 +01:00  answered, origin …  codex  Which database shou…
        7hqf6w  2026-11-21 11:38 +01:00  answered, unconfi…  codex  Which database shou…
        2kgha1  2026-11-21 11:37 +01:00  answered, let in    codex  Which database shou…
        5n9kd5  2026-11-21 11:36 +01:00  cancelled           codex  Which database shou…
        0q2ng9  2026-11-21 11:35 +01:00  answered            codex  Which database shou…
        3rvqke  2026-11-21 11:34 +01:00  answered, unconfi…  codex  Which database shou…
        6tmspj  2026-11-21 11:33 +01:00  answered, unconfi…  codex  Which database shou…
        1wdvsq  2026-11-21 11:32 +01:00  answered            codex  Which database shou…
        4y6xwv  2026-11-21 11:31 +01:00  answered            codex  Which database shou…
        ID      OUTCOME           QUESTION
        4fyd3r  answered, origi…  Which database shou…
        7hqf6w  answered, uncon…  Which database shou…
        2kgha1  answered, let in  Which database shou…
        5n9kd5  cancelled         Which database shou…
        0q2ng9  answered          Which database shou…
        3rvqke  answered, uncon…  Which database shou…
        6tmspj  answered, uncon…  Which database shou…
        1wdvsq  answered          Which database shou…
        4y6xwv  answered          Which database shou…
        null null
        false "forced"
        null "settings"
        null null
        null null
        false null
        false null
        true null
        null null
    "#]]
    .assert_eq(&(rows.concat() + &held.concat()));
}
