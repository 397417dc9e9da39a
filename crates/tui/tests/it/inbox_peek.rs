//! The focused request next to the list, before it is opened.

#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::bench::{Bench, MORNING, asked, pick_one};
use asq_core::inbox::Notice;
use asq_core::life::{How, RequestId};
use asq_core::model::{Answer, Answers, Danger, Draft, Entry, Expiry, Pick, Typed, TypedIn};
use asq_frame::Size;
use asq_testkit::situation;
use expect_test::expect;

const WIDE: Size = Size { width: 100, height: 16 };

fn wide() -> Bench {
    let mut bench = Bench::new().three();
    bench.size = WIDE;
    bench.text(WIDE.width, WIDE.height);
    bench
}

#[test]
fn what_the_focus_rests_on_stands_beside_the_list() {
    let mut situation = situation!("inbox_peek/what_the_focus_rests_on_stands_beside_the_list");
    let mut bench = wide();
    bench.keys("j");
    bench.pass(200);
    situation.shows("wide", &bench.picture(WIDE.width, WIDE.height));
    expect!["open 1, shut 1, open 2"].assert_eq(&bench.fetched.join(", "));
}

#[test]
fn keys_held_down_fetch_nothing() {
    let mut bench = wide();
    bench.pass(200);
    for _ in 0..20 {
        bench.quick("jk");
    }
    assert_eq!(bench.fetched, ["open 1"]);
}

#[test]
fn where_there_is_no_room_nothing_is_fetched() {
    let mut bench = Bench::new().three();
    bench.keys("jjk");
    bench.pass(10_000);
    assert_eq!(bench.fetched, Vec::<String>::new());
}

#[test]
fn the_arrow_makes_it_the_form() {
    let mut situation = situation!("inbox_peek/the_arrow_makes_it_the_form");
    let mut bench = wide();
    bench.pass(200);
    bench.keys("<right>2");
    situation.shows("wide", &bench.text(WIDE.width, WIDE.height));
    bench.pass(3000);
    expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
    "#]]
    .assert_eq(&bench.sent);
    expect!["open 1"].assert_eq(&bench.fetched.join(", "));
}

#[test]
fn the_key_that_opens_it_does_not_answer_it() {
    let mut bench = wide();
    bench.pass(5000);
    bench.text(WIDE.width, WIDE.height);
    bench.quick("<ret><ret>");
    bench.pass(5000);
    assert_eq!(bench.sent, "");
}

/// A request that was next to the list for 250 ms was read there: the key that answers it counts as soon as it is open.
#[test]
fn what_was_in_sight_can_be_answered_at_once() {
    let mut bench = wide();
    bench.pass(200);
    bench.text(WIDE.width, WIDE.height);
    bench.pass(250);
    bench.quick("<right>2");
    bench.pass(3000);
    expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
    "#]]
    .assert_eq(&bench.sent);
}

/// A request that has just appeared next to the list wasn't read, nor one that was put aside in between.
#[test]
fn what_has_just_come_into_sight_is_guarded() {
    let mut bench = wide();
    bench.pass(200);
    bench.text(WIDE.width, WIDE.height);
    bench.quick("<right>2");
    bench.pass(5000);
    assert!(!bench.sent.contains("answer"), "{}", bench.sent);
    bench.keys("<esc>jj");
    bench.text(WIDE.width, WIDE.height);
    bench.keys("kk");
    bench.quick("<right>2");
    bench.pass(5000);
    assert!(!bench.sent.contains("answer"), "{}", bench.sent);
    bench.keys("2");
    bench.pass(5000);
    assert!(bench.sent.contains("answer 1"), "{}", bench.sent);
}

#[test]
fn what_is_typed_elsewhere_is_in_it_and_an_end_takes_it_away() {
    let mut situation = situation!("inbox_peek/what_is_typed_elsewhere_is_in_it_and_an_end_takes_it_away");
    let mut bench = wide();
    bench.pass(200);
    let typed = Typed { question: 0, place: TypedIn::Custom, text: "neither".into() };
    let draft = Box::new(Draft { typed: vec![typed], ..Draft::default() });
    bench.notice(Notice::Drafted { id: RequestId(1), draft });
    situation.shows("wide", &bench.text(WIDE.width, WIDE.height));
    bench.closed(1, "bob", How::Page, "answered");
    situation.shows("wide", &bench.text(WIDE.width, WIDE.height));
    expect!["open 1, shut 1"].assert_eq(&bench.fetched.join(", "));
}

#[test]
fn what_is_over_asks_for_nothing_more() {
    let mut secret = pick_one("Token?", &["a", "b"]);
    secret.sensitive = true;
    let mut bench = Bench::new().filled(&[asked(vec![secret], "pi", "/srv")]);
    let before = bench.text(WIDE.width, WIDE.height);
    assert!(before.contains("it asks for a secret"), "{before}");
    bench.closed(1, "bob", How::Page, "answered");
    let after = bench.text(WIDE.width, WIDE.height);
    assert!(after.contains("answered by bob") && !after.contains("secret"), "{after}");
}

#[test]
fn which_of_several_is_dangerous_is_not_guessed() {
    let mut last = pick_one("Drop it?", &["Yes", "No"]);
    last.danger = Some(Danger::default());
    let all = vec![pick_one("Which environment?", &["a", "b"]), last.clone()];
    let mut bench = Bench::new().filled(&[asked(all, "pi", "/srv"), asked(vec![last], "pi", "/srv")]);
    let two = bench.text(WIDE.width, WIDE.height);
    assert!(two.contains("One of them is DESTRUCTIVE") && !two.contains("DESTRUCTIVE —"), "{two}");
    bench.keys("j");
    let one = bench.text(WIDE.width, WIDE.height);
    assert!(one.contains("DESTRUCTIVE — it"), "{one}");
}

#[test]
fn who_asks_stands_there_whatever_asq_says_beside() {
    let all = vec![pick_one("Where?", &["a", "b"]), pick_one("When?", &["a", "b"])];
    let mut bench = Bench::new().filled(&[asked(all, "claude-code", "/srv")]);
    bench.keys("<ret>1<c-]>");
    bench.notice(Notice::Asker { id: RequestId(1), waits: false });
    let text = bench.text(WIDE.width, WIDE.height);
    let row: Vec<&str> = text.lines().nth(3).into_iter().flat_map(|row| row.split(" │")).take(1).collect();
    assert_eq!(row, ["    claude-code       draft · asker gone"]);
}

/// A person who reads a question next to the list doesn't look for it again once it is open.
#[test]
fn opening_moves_no_line() {
    let question = || pick_one("Where does it run?", &["Frankfurt", "Dublin", "Oregon"]);
    let mut limited = asked(vec![question()], "pi", "/srv");
    limited.request.expiry = Some(Expiry { after_ms: 30 * 60_000, means: Some("it goes on".into()) });
    let several = asked(vec![question(), pick_one("Ship it?", &["Yes"])], "pi", "/srv");
    let mut moved = Vec::new();
    for (height, asked) in (9..30).flat_map(|height| {
        [&asked(vec![question()], "pi", "/srv"), &limited, &several].map(|a| (height, a.clone()))
    }) {
        for gone in [false, true] {
            let mut bench = Bench::with(|setup| setup.propose = true);
            bench.size = Size { width: 110, height };
            let answer = Some(Answer::Picks(vec![Pick::Option(1)]));
            let answers = Answers { entries: vec![Entry { answer, ..Entry::default() }] };
            bench.proposal = (asked.request.questions.len() == 1).then_some((answers, MORNING));
            let id = bench.arrive(asked.clone());
            if gone {
                bench.notice(Notice::Asker { id, waits: false });
            }
            bench.text(110, height);
            bench.pass(500);
            let lines = |text: &str| {
                let words = [
                    "asked by",
                    "in /srv",
                    "expires",
                    "your last",
                    "│ Dublin",
                    "Where",
                    "1. ",
                    "2. ",
                    "3. ",
                    "4. ",
                ];
                let right = |line: &str| line.chars().skip(46).collect::<String>();
                let all: Vec<String> = text.lines().map(right).collect();
                words.map(|word| all.iter().position(|line| line.contains(word)))
            };
            let before = bench.text(110, height);
            bench.keys("<right>");
            bench.pass(500);
            let after = bench.text(110, height);
            if lines(&before) != lines(&after) || lines(&before)[5].is_none() {
                moved.push(format!("{before}\n{after}"));
            }
        }
    }
    assert!(moved.is_empty(), "{}\n{} of them", moved[0], moved.len());
}
