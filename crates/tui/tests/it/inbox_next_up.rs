//! The next requests below the one next to the list: they are in sight before they get the keys.

use crate::bench::{Bench, asked, pick_one};
use asq_core::inbox::Notice;
use asq_core::life::{Asked, How, RequestId};
use asq_core::model::{Danger, Draft, Kind, Typed, TypedIn};
use asq_frame::Size;
use asq_testkit::situation;

const LARGE: Size = Size { width: 120, height: 40 };

fn questions(texts: &[&str]) -> Vec<Asked> {
    texts.iter().map(|text| asked(vec![pick_one(text, &["Left", "Right"])], "pi", "/srv")).collect()
}

fn ten() -> Vec<Asked> {
    questions(&["A?", "B?", "C?", "D?", "E?", "F?", "G?", "H?", "I?", "J?"])
}

/// An inbox of this size that goes on by itself; the first requests have been in sight for a while.
fn bench(size: Size, all: &[Asked]) -> Bench {
    let mut bench = Bench::with(|setup| setup.advance = true).filled(all);
    bench.size = size;
    for _ in 0..3 {
        bench.text(size.width, size.height);
        bench.pass(300);
    }
    bench
}

/// The requests that were answered.
fn answered(bench: &Bench) -> Vec<u32> {
    let answer = |line: &str| line.strip_prefix("answer ")?.split_once(' ')?.0.parse().ok();
    bench.sent.lines().filter_map(answer).collect()
}

/// Types a key every so many milliseconds.
fn paced(bench: &mut Bench, ms: u64, keys: &str) {
    for key in keys.chars() {
        bench.pass(ms - 30);
        bench.quick(&key.to_string());
    }
}

#[test]
fn ten_choices_at_ten_keys_a_second_are_all_answered() {
    let mut large = bench(LARGE, &ten());
    paced(&mut large, 100, "2121212121");
    large.pass(3000);
    assert_eq!(answered(&large), (1..=10).collect::<Vec<u32>>());
    // Without the next ones in sight, the guard takes its time.
    let mut low = bench(Size { width: 120, height: 29 }, &ten());
    paced(&mut low, 100, "2121212121");
    low.pass(3000);
    assert_eq!(answered(&low), [1]);
}

#[test]
fn what_has_just_come_into_sight_takes_no_key() {
    let mut bench = bench(LARGE, &ten());
    // The fifth came into sight when the first was answered, 120 ms before it gets its key.
    bench.quick("22222");
    bench.pass(3000);
    assert_eq!(answered(&bench), [1, 2, 3, 4]);
}

#[test]
fn keys_that_come_at_once_answer_only_what_is_in_its_place() {
    let mut bench = bench(LARGE, &ten());
    bench.at_once("2222");
    bench.pass(3000);
    assert_eq!(answered(&bench), [1]);
}

#[test]
fn the_next_ones_are_below_the_one_that_gets_the_keys() {
    let mut situation = situation!("inbox_next_up/the_next_ones_are_below_the_one_that_gets_the_keys");
    let mut bench = bench(LARGE, &ten());
    situation.shows("before", &bench.picture(LARGE.width, LARGE.height));
    assert_eq!(bench.fetched, ["open 1", "open 2", "open 3", "open 4"]);
    bench.keys("2");
    situation.shows("after", &bench.text(LARGE.width, LARGE.height));
    assert_eq!(bench.fetched[4..], ["open 5"]);
    situation.shows("lower", &bench.text(LARGE.width, 30));
}

#[test]
fn what_one_key_may_not_answer_is_never_among_the_next() {
    let mut danger = questions(&["Drop it?"]).remove(0);
    danger.request.questions[0].danger = Some(Danger::default());
    let mut secret = questions(&["Token?"]).remove(0);
    secret.request.questions[0].sensitive = true;
    let mut several = questions(&["Which ones?"]).remove(0);
    several.request.questions[0].kind = Kind::Many { min: 0, max: 2 };
    let two = asked(vec![pick_one("One?", &["a", "b"]), pick_one("Two?", &["a", "b"])], "pi", "/srv");
    for other in [danger, secret, several, two] {
        let all = [questions(&["First?"]), vec![other], questions(&["Last?"])].concat();
        let bench = bench(LARGE, &all);
        assert_eq!(bench.fetched, ["open 1"]);
    }
    let mut bench = bench(LARGE, &[]);
    bench.arrive(ten().remove(0));
    let begun = bench.arrive(ten().remove(1));
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: "neither".into() }];
    bench.notice(Notice::Marked { id: begun, mark: asq_core::inbox::RequestMark::Draft });
    bench.notice(Notice::Drafted { id: begun, draft: Box::new(Draft { typed, ..Draft::default() }) });
    bench.pass(300);
    assert_eq!(bench.fetched, ["open 1"]);
}

#[test]
fn what_is_answered_elsewhere_leaves_and_what_is_typed_elsewhere_hides() {
    let mut bench = bench(LARGE, &ten());
    bench.closed(2, "bob", How::Page, "answered");
    let text = bench.text(LARGE.width, LARGE.height);
    let right = |text: &str, what: &str| {
        text.lines().any(|line| line.split_once(" │ ").is_some_and(|(_, right)| right.contains(what)))
    };
    assert!(!right(&text, "B?") && right(&text, "C?"), "{text}");
    assert_eq!(bench.fetched[4..], ["shut 2"]);
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: "neither".into() }];
    bench.notice(Notice::Drafted { id: RequestId(3), draft: Box::new(Draft { typed, ..Draft::default() }) });
    let text = bench.text(LARGE.width, LARGE.height);
    assert!(!right(&text, "C?"), "{text}");
}

#[test]
fn one_that_is_opened_by_itself_is_not_fetched_again() {
    let mut bench = bench(LARGE, &ten());
    bench.quick("j<right>");
    assert_eq!(bench.fetched, ["open 1", "open 2", "open 3", "open 4"]);
    bench.keys("2");
    bench.pass(3000);
    assert_eq!(answered(&bench), [2]);
}

#[test]
fn without_going_on_by_itself_there_are_none() {
    let mut bench = Bench::new().filled(&ten());
    bench.size = LARGE;
    bench.text(LARGE.width, LARGE.height);
    bench.pass(600);
    assert_eq!(bench.fetched, ["open 1"]);
}
