//! `asq show`.
//!
//! - An open request, with what the machine knows and what the agent claims.
//! - A closed request, with who ended it and how, and what was typed.
//! - What the agent was doing, by its own account.
//! - The way to confirm a danger, under each rule and setting.

use super::*;
use asq_store::{DraftRow, Drafts};
use expect_test::expect;

fn shown(shop: &Shop, n: u64) -> String {
    let kept = shop.0.backend.read(id(n)).unwrap();
    show::text(&kept, false, NOW, &berlin(), &env())
}

#[test]
fn how_a_danger_is_confirmed_is_what_the_settings_of_its_asker_and_its_contract_say() {
    let shop = Shop::new();
    let rules = [DangerRule::Unknown, DangerRule::AnyText, DangerRule::ExactText];
    let all: Vec<(DangerRule, bool)> =
        rules.into_iter().flat_map(|rule| [(rule, true), (rule, false)]).collect();
    let said: Vec<String> = (1..)
        .zip(&all)
        .map(|(n, (rule, danger_check))| {
            let mut wipe = db();
            wipe.danger = Some(Danger { confirm_text: Some("wipe".into()), direct: false });
            let mut asked = asked(vec![wipe], "codex", "/srv");
            asked.request.rules.danger = *rule;
            asked.request.prefs.danger_check = *danger_check;
            shop.ask(n, 1, asked);
            let line = shown(&shop, n).lines().find(|line| line.contains("[dangerous")).map(str::to_owned);
            format!("{rule:?} {danger_check}:{}\n", line.unwrap_or_default())
        })
        .collect();
    expect![[r#"
        Unknown true:  [dangerous]
        Unknown false:  [dangerous]
        AnyText true:  [dangerous: confirmed by typing]
        AnyText false:  [dangerous: the asker's settings ask for no confirmation]
        ExactText true:  [dangerous: confirmed by typing wipe]
        ExactText false:  [dangerous: the asker's settings ask for no confirmation]
    "#]]
    .assert_eq(&said.concat());
}

#[test]
fn one_that_is_open() {
    let shop = shop();
    expect![[r#"
        1wdvsq5zmmz0n0000000000002  open
        asked       2026-11-21 09:35:00 +01:00, 2 h ago
        how         with a command, process 42: claude
        program     ~/bin/claude
        process     42
        folder      /srv
        terminal    /dev/pts/3
        host        box
        claims      agent codex
        claims      session s 7
        claims      tmux pane /tmp/tmux-1000/default %3
        contract    asq
        asker       is gone; the answer is kept until it asks or waits again

        question 1 of 2: Database
          世界を消しますか? 本当によろしいですか? これは元に戻せません
          [pick one]
          1. PostgreSQL
          2. SQLite
          3. Something else… [own words]
          [dangerous: confirmed by typing]
          [what is typed is masked and never kept]

        question 2 of 2: Why
          Why so?
          [a text]
          [may stay open]
    "#]]
    .assert_eq(&shown(&shop, 2));
    expect![[r#"
        6tmspjrzezegzg000000000003  open
        asked       2026-11-21 11:40:00 +01:00, 0 s ago
        how         with a command, process 42: claude
        program     ~/bin/claude
        process     42
        folder      <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界
        terminal    /dev/pts/3
        host        box
        claims      agent <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界
        claims      session s 7
        claims      tmux pane /tmp/tmux-1000/default %3
        contract    asq
        asker       is gone; the answer is kept until it asks or waits again

        question 1 of 1: <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界
          <U+001B>[2J<U+001B>]0;owned<U+0007>
            open  asq: <U+202E>all is well    <U+200B>世界
          [pick one]
          1. <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界 (value: PostgreSQL)
          2. SQLite
          3. Something else… [own words]
    "#]].assert_eq(&shown(&shop, 3));
}

/// Its lines are behind six blanks, where none of asq's own are.
#[test]
fn what_the_agent_was_doing() {
    let shop = Shop::new();
    let hostile = || Some(HOSTILE.into());
    let all = About {
        says: hostile(),
        task: hostile(),
        branch: hostile(),
        link: hostile(),
        text: hostile(),
        diff: Some(format!("-a\n+b\n{HOSTILE}\n").into()),
    };
    let some = About { branch: Some("fix/login".into()), ..About::default() };
    for (n, about) in [(1, all), (2, some)] {
        let about = Some(Box::new(about));
        shop.ask(n, 1, Asked { about, ..asked(vec![db()], "claude", "/srv") });
    }
    shop.close(2, 0, person(How::Tty), Outcome::Cancelled(Draft::default()));
    let below = |n| shown(&shop, n).split_once("[own words]\n").unwrap().1.to_owned();
    expect![[r#"

        what the asker was doing, by its own account:
          task:
              <U+001B>[2J<U+001B>]0;owned<U+0007>
                open  asq: <U+202E>all is well    <U+200B>世界
          last words:
              <U+001B>[2J<U+001B>]0;owned<U+0007>
                open  asq: <U+202E>all is well    <U+200B>世界
          branch:
              <U+001B>[2J<U+001B>]0;owned<U+0007>
                open  asq: <U+202E>all is well    <U+200B>世界
          link:
              <U+001B>[2J<U+001B>]0;owned<U+0007>
                open  asq: <U+202E>all is well    <U+200B>世界
          notes:
              <U+001B>[2J<U+001B>]0;owned<U+0007>
                open  asq: <U+202E>all is well    <U+200B>世界
          diff:
              -a
              +b
              <U+001B>[2J<U+001B>]0;owned<U+0007>
                open  asq: <U+202E>all is well    <U+200B>世界
        =====

        what the asker was doing, by its own account:
          branch:
              fix/login

        cancelled   2026-11-21 11:40:00 +01:00
        how         at a terminal, process 77: ada
        terminal    /dev/pts/1
        delivered   not yet: the next ask or wait of its asker gets it
    "#]]
    .assert_eq(&[1, 2].map(below).join("=====\n"));
}

#[test]
fn those_that_are_over() {
    let shop = shop();
    expect![[r#"
        3rvqkebz99y1a0000000000004  answered
        asked       2026-11-21 10:10:00 +01:00, 1 h ago
        how         with a command, process 42: claude
        program     ~/bin/claude
        process     42
        folder      ~
        terminal    /dev/pts/3
        host        box
        claims      agent claude
        claims      session s 7
        claims      tmux pane /tmp/tmux-1000/default %3
        contract    asq

        question 1 of 2: Database
          Which database should it be?
          [pick one]
          1. PostgreSQL
          2. SQLite
          3. Something else… [own words]

        question 2 of 2: Why
          Why so?
          [a text]
          [may stay open]

        answered    2026-11-21 10:40:00 +01:00
        how         at a terminal, process 77: ada
        terminal    /dev/pts/1
          Database:
            1. PostgreSQL
            in own words:
              and a <U+001B>[31mcache
              of our own
            note:
              soon
          Why: (not answered)
        delivered   2026-11-21 10:41:00 +01:00
        to          process 42: claude
        program     /usr/bin/asq

        =====
        0q2ng9yz3mdhmg000000000005  declined
        asked       2026-11-21 10:20:00 +01:00, 1 h ago
        how         with a command, process 42: claude
        program     ~/bin/claude
        process     42
        folder      /srv
        terminal    /dev/pts/3
        host        box
        claims      agent codex
        claims      session s 7
        claims      tmux pane /tmp/tmux-1000/default %3
        contract    asq

        question 1 of 1: Database
          Which database should it be?
          [pick one]
          1. PostgreSQL
          2. SQLite
          3. Something else… [own words]

        declined    2026-11-21 10:50:00 +01:00
        how         with a command, process 77, from the asker's own process tree, with --force, claims to be: ada
        terminal    /dev/pts/1, led by /bin/sh, opened by /usr/bin/python3
          reason:
              not now
          typed before:
          Database: (not chosen)
              not sure
        delivered   not yet: the next ask or wait of its asker gets it

        =====
        5n9kd5hyxyx1z0000000000006  cancelled
        asked       2026-11-21 10:30:00 +01:00, 1 h ago
        how         with a command, process 42: claude
        program     ~/bin/claude
        process     42
        folder      <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界
        terminal    /dev/pts/3
        host        box
        claims      agent <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界
        claims      session s 7
        claims      tmux pane /tmp/tmux-1000/default %3
        contract    asq

        question 1 of 1: Database
          Which database should it be?
          [pick one]
          1. PostgreSQL
          2. SQLite
          3. Something else… [own words]

        cancelled   2026-11-21 11:00:00 +01:00
        how         on the page: <U+001B>[2J<U+001B>]0;owned<U+0007>↵  open  asq: <U+202E>all is well    <U+200B>世界
        delivered   not yet: the next ask or wait of its asker gets it
    "#]].assert_eq(&[4, 5, 6].map(|n| shown(&shop, n)).join("\n=====\n"));
}

#[test]
fn what_somebody_had_typed_who_was_too_late() {
    let shop = shop();
    let typed = |question: usize, place, text: &str| Typed { question, place, text: text.into() };
    let mut noted = picked(vec![Pick::Option(1)]);
    noted.note = Some("but \u{1b}[31mwhy\nnow?".into());
    let drafts = [
        Draft { answers: Answers { entries: vec![noted] }, typed: vec![], kept: None },
        Draft {
            answers: Answers::none(1),
            typed: vec![typed(0, TypedIn::Edit, "since it is there")],
            kept: None,
        },
    ];
    for (question, draft) in (0..).zip(&drafts) {
        let body = asq_wire::stored::draft_to_bytes(draft).unwrap();
        let row =
            DraftRow { request: id(4), question, rev: 0, by: 9, at_ms: NOW - 61_000, body, other: None };
        shop.1.keep_draft(&row).unwrap();
    }
    shop.1.drop_drafts(id(4), None).unwrap();
    let late = shop.0.backend.late_drafts(id(4)).unwrap();
    let kept = shop.0.backend.read(id(4)).unwrap();
    expect![[r#"

        typed by somebody who was too late, and never sent:
          Database, 2026-11-21 11:38:59 +01:00:
            2. SQLite
              but <U+001B>[31mwhy
              now?
          Why, 2026-11-21 11:38:59 +01:00:
              since it is there
    "#]]
    .assert_eq(&show::beaten(&kept, &late, &berlin()));
    let told = asq_asking::shown(&*shop.0.backend, &kept).unwrap().to_json();
    expect![[r#"
        [
          {
            "question": "db",
            "at": "2026-11-21T10:38:59.000Z",
            "picked": [
              "SQLite"
            ],
            "typed": [
              "but \u001b[31mwhy\nnow?"
            ]
          },
          {
            "question": "why",
            "at": "2026-11-21T10:38:59.000Z",
            "picked": [],
            "typed": [
              "since it is there"
            ]
          }
        ]
    "#]]
    .assert_eq(&format!("{:#}\n", told["unsent"]));
    assert_eq!(show::beaten(&kept, &[], &berlin()), "");
}

/// As an answer, as a text that was typed before a decline, and as one that came too late. Forms write neither of the
/// texts, but another program of the same user may have.
#[test]
fn a_secret_is_shown_in_none_of_its_places() {
    let shop = Shop::new();
    let secret = Question { sensitive: true, ..why() };
    let typed = Typed { question: 0, place: TypedIn::Edit, text: "hunter2".into() };
    let draft = Draft { answers: Answers::none(1), typed: vec![typed], kept: None };
    let answer = Entry { answer: Some(Answer::Text("hunter2".into())), ..Entry::default() };
    let outcomes = [
        Outcome::Answered(Answers { entries: vec![answer] }),
        Outcome::Declined { reason: None, draft: draft.clone() },
        Outcome::Answered(Answers::none(1)),
    ];
    for (n, outcome) in (1..).zip(outcomes) {
        shop.ask(n, 90, asked(vec![secret.clone()], "claude", "/srv"));
        shop.close(n, 60, person(How::Tty), outcome);
    }
    shop.put(3, 2, asker(), 59, Fact::Delivered);
    let body = asq_wire::stored::draft_to_bytes(&draft).unwrap();
    let row = DraftRow { request: id(1), question: 0, rev: 0, by: 9, at_ms: NOW - 61_000, body, other: None };
    shop.1.keep_draft(&row).unwrap();
    shop.1.drop_drafts(id(1), None).unwrap();
    let late = shop.0.backend.late_drafts(id(1)).unwrap();
    let kept = shop.0.backend.read(id(1)).unwrap();
    assert_eq!((late.len(), show::beaten(&kept, &late, &berlin()).as_str()), (1, ""));
    for n in 1..=3 {
        let kept = shop.0.backend.read(id(n)).unwrap();
        let told = asq_asking::shown(&*shop.0.backend, &kept).unwrap().to_json();
        assert!(!told.to_string().contains("hunter2"), "{told}");
    }
    let ending = |n| {
        let shown = shown(&shop, n);
        let from = shown.find("\nterminal    /dev/pts/1\n").unwrap();
        shown[from..].to_owned()
    };
    expect![[r#"

        terminal    /dev/pts/1
          Why:
            (a secret)
        delivered   not yet: the next ask or wait of its asker gets it

        terminal    /dev/pts/1
          typed before:
          Why: (not chosen)
            (a secret)
        delivered   not yet: the next ask or wait of its asker gets it

        terminal    /dev/pts/1
          Why: (a secret, erased after it was delivered)
        delivered   2026-11-21 10:41:00 +01:00
        to          process 42: claude
        program     /usr/bin/asq
    "#]]
    .assert_eq(&[1, 2, 3].map(ending).concat());
}
