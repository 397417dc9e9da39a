//! One answer for several requests that offer the same.

#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::bench::{Bench, asked, pick_one};
use asq_core::inbox::Notice;
use asq_core::life::{Asked, How, RequestId};
use asq_core::model::{Danger, Draft, Typed, TypedIn};
use asq_frame::Size;
use asq_testkit::situation;
use expect_test::expect;

const WIDE: Size = Size { width: 110, height: 20 };

fn deploy(place: &str) -> Asked {
    let mut asked = asked(vec![pick_one(&format!("Deploy to {place}?"), &["Yes", "No"])], "pi", "/srv");
    asked.digest = format!("digest of {place}");
    asked
}

/// Three that offer the same, then one of each kind that is answered by itself.
fn mixed() -> Vec<Asked> {
    let mut danger = deploy("danger");
    danger.request.questions[0].danger = Some(Danger::default());
    let mut secret = deploy("secret");
    secret.request.questions[0].sensitive = true;
    let mut several = deploy("several");
    several.request.questions.push(pick_one("Sure?", &["Yes", "No"]));
    let other = asked(vec![pick_one("Which?", &["Yes", "Never"])], "pi", "/srv");
    vec![deploy("Dublin"), deploy("Oregon"), deploy("Tokyo"), danger, secret, several, other]
}

fn wide() -> Bench {
    let mut bench = Bench::new().filled(&mixed());
    bench.size = WIDE;
    bench.keys("<home>");
    bench.pass(500);
    bench.text(WIDE.width, WIDE.height);
    bench
}

/// Moves on, and looks.
fn next(bench: &mut Bench) {
    bench.keys("j");
    bench.pass(500);
    bench.text(WIDE.width, WIDE.height);
}

#[test]
fn one_answer_goes_to_all_marked_ones() {
    let mut situation = situation!("inbox_together/one_answer_goes_to_all_marked_ones");
    let mut bench = wide();
    bench.keys("v");
    next(&mut bench);
    next(&mut bench);
    bench.keys("v");
    situation.shows("110x20", &bench.text(WIDE.width, WIDE.height));
    bench.keys("1");
    situation.shows("110x20", &bench.text(WIDE.width, WIDE.height));
    bench.pass(5000);
    situation.shows("110x20", &bench.text(WIDE.width, WIDE.height));
    expect![[r#"
        draft 3: 
        draft 1: 
        answer 1 ["[Option(0)]"] digest of Dublin s-1
        answer 3 ["[Option(0)]"] digest of Tokyo s-2
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn one_key_takes_all_of_them_back() {
    let mut bench = wide();
    bench.keys("v");
    next(&mut bench);
    bench.keys("v1");
    bench.keys("u");
    bench.pass(5000);
    assert!(!bench.sent.contains("answer"), "{}", bench.sent);
    // They are marked again, and the next answer is for both.
    bench.keys("<esc>");
    assert!(bench.text(WIDE.width, WIDE.height).contains("2 marked: one answer for all"));
    bench.keys("2");
    bench.pass(5000);
    expect![[r#"
        draft 2: 
        draft 1: 
        draft 1: 
        draft 2: 
        draft 2: 
        draft 1: 
        answer 1 ["[Option(1)]"] digest of Dublin s-3
        answer 2 ["[Option(1)]"] digest of Oregon s-4
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn what_is_answered_by_itself_takes_no_mark() {
    let mut bench = wide();
    bench.keys("v");
    let mut said = Vec::new();
    for _ in 0..6 {
        next(&mut bench);
        bench.keys("v");
        let text = bench.text(WIDE.width, WIDE.height);
        said.push(text.lines().rev().nth(1).unwrap_or_default().trim_end().to_owned());
    }
    expect![[r#"
        1-3 Enter pick for all 2 · → open · . next · v unmark · s later · d decline · t pane · / search · ? keys
        1-3 Enter pick for all 3 · → open · . next · v unmark · s later · d decline · t pane · / search · ? keys
        It is answered by itself: it is dangerous or asks for a secret.
        It is answered by itself: it is dangerous or asks for a secret.
        It is answered by itself: it has several questions.
        It asks for something else than the marked ones."#]].assert_eq(&said.join("\n"));
    assert!(bench.text(WIDE.width, WIDE.height).contains("3 marked"));
}

/// On a narrow screen, only a form that was open was looked at.
#[test]
fn what_was_not_in_sight_takes_no_mark() {
    let mut bench = Bench::new().filled(&[deploy("Dublin"), deploy("Oregon")]);
    bench.keys("v");
    assert!(bench.text(80, 24).contains("Look at it first: all of it has to be in sight."));
    bench.keys("<ret>");
    bench.text(80, 24);
    bench.keys("<esc>v");
    assert!(bench.text(80, 24).contains("1 marked"), "{}", bench.text(80, 24));
    // Too low for all of it.
    bench.size = Size { width: 80, height: 4 };
    bench.keys("j<ret><esc>v");
    assert!(bench.text(80, 24).contains("Look at it first"), "{}", bench.text(80, 24));
}

#[test]
fn news_and_a_begun_answer_take_a_request_out() {
    let mut bench = wide();
    bench.keys("v");
    next(&mut bench);
    bench.keys("v");
    next(&mut bench);
    bench.keys("v");
    bench.closed(1, "bob", How::Cli, "answered");
    assert!(bench.text(WIDE.width, WIDE.height).contains("2 marked"));
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: "neither".into() }];
    let draft = Box::new(Draft { typed, ..Draft::default() });
    bench.notice(Notice::Drafted { id: RequestId(2), draft });
    assert!(bench.text(WIDE.width, WIDE.height).contains("1 marked"));
    bench.keys("1");
    bench.pass(5000);
    expect![[r#"
        draft 3: 
        answer 3 ["[Option(0)]"] digest of Tokyo s-1
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn an_answer_to_another_request_and_a_decline_go_to_one() {
    let mut bench = wide();
    bench.keys("v");
    next(&mut bench);
    bench.keys("v");
    next(&mut bench);
    bench.keys("2");
    bench.keys("<home>dno<ret>");
    bench.pass(5000);
    expect![[r#"
        draft 3: 
        answer 3 ["[Option(1)]"] digest of Tokyo s-1
        decline 1 Some("no")
    "#]]
    .assert_eq(&bench.sent);
    assert!(bench.text(WIDE.width, WIDE.height).contains("1 marked"));
}
