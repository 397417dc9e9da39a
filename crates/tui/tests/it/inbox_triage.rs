//! Answering one request after the other: from the list, and from form to form.

#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::bench::{Bench, asked, pick_one};
use asq_core::life::{Asked, How, RequestId};
use asq_core::model::{Danger, Kind, Question};
use asq_frame::Size;
use asq_testkit::situation;
use expect_test::expect;

const WIDE: Size = Size { width: 120, height: 20 };

/// Questions with these texts, each with two options; the second is recommended.
fn questions(texts: &[&str]) -> Vec<Asked> {
    let one = |text: &&str| {
        let mut question = pick_one(text, &["Left", "Right"]);
        question.options[1].recommended = true;
        asked(vec![question], "pi", "/srv")
    };
    texts.iter().map(one).collect()
}

/// An inbox of this size on these requests, which goes on by itself. The first one has been in sight for a while.
fn bench(size: Size, all: &[Asked]) -> Bench {
    let mut bench = Bench::with(|setup| setup.advance = true).filled(all);
    seen(&mut bench, size);
    bench
}

fn seen(bench: &mut Bench, size: Size) {
    bench.size = size;
    for _ in 0..2 {
        bench.text(size.width, size.height);
        bench.pass(300);
    }
}

fn ten() -> Vec<Asked> {
    questions(&["A?", "B?", "C?", "D?", "E?", "F?", "G?", "H?", "I?", "J?"])
}

/// The requests that were answered, with the option.
fn answered(bench: &Bench) -> Vec<(u32, u32)> {
    let answer = |line: &str| {
        let (id, rest) = line.strip_prefix("answer ")?.split_once(' ')?;
        let (_, option) = rest.split_once("Option(")?;
        Some((id.parse().ok()?, option.split_once(')')?.0.parse().ok()?))
    };
    bench.sent.lines().filter_map(answer).collect()
}

#[test]
fn ten_questions_take_ten_keys_next_to_the_list_and_eleven_without_one() {
    let all: Vec<(u32, u32)> = (1..=10).map(|id| (id, id % 2)).collect();
    let mut wide = bench(WIDE, &ten());
    wide.keys("2121212121");
    wide.pass(3000);
    assert_eq!(answered(&wide), all);
    let mut narrow = bench(Size { width: 46, height: 12 }, &ten());
    narrow.keys("<ret>2121212121");
    narrow.pass(3000);
    assert_eq!(answered(&narrow), all);
    assert!(narrow.text(46, 12).contains("0 waiting"));
}

#[test]
fn a_digit_answers_what_stands_next_to_the_list_and_the_next_one_comes() {
    let mut situation =
        situation!("inbox_triage/a_digit_answers_what_stands_next_to_the_list_and_the_next_one_comes");
    let mut bench = bench(WIDE, &questions(&["Which way?", "And then?", "And last?"]));
    situation.shows("before", &bench.picture(120, 20));
    bench.keys("2");
    bench.pass(200);
    situation.shows("after", &bench.picture(120, 20));
    assert_eq!(bench.fetched, ["open 1", "open 2"]);
}

#[test]
fn enter_answers_with_the_focused_row_and_the_arrow_opens() {
    let mut wide = bench(WIDE, &ten());
    wide.keys("<ret>");
    wide.pass(3000);
    assert_eq!(answered(&wide), [(1, 0)]);
    wide.keys("<right>");
    wide.pass(3000);
    assert_eq!(answered(&wide), [(1, 0)]);
    assert!(wide.text(120, 20).contains("Esc"), "{}", wide.text(120, 20));
}

/// The next request comes into sight under a key that is held down.
#[test]
fn a_key_that_is_held_down_answers_one_request() {
    for key in ["<ret>", "2", "r"] {
        let mut wide = bench(WIDE, &ten());
        wide.quick(&key.repeat(30));
        assert!(wide.text(120, 20).contains("Key ignored: it came too soon"), "{}", wide.text(120, 20));
        wide.pass(3000);
        assert_eq!(answered(&wide).len(), 1, "{key}");
    }
}

/// In a text, the letter that takes back elsewhere is typed.
#[test]
fn the_title_names_the_key_that_takes_back_where_it_stands() {
    let size = Size { width: 80, height: 24 };
    let title = |bench: &mut Bench| bench.text(80, 24).lines().next().unwrap_or_default().trim().to_owned();
    let mut all = questions(&["Which way?", "And last?"]);
    let why = Question::new("Why?", Kind::Text { multiline: false, placeholder: None });
    all.insert(1, asked(vec![why], "pi", "/srv"));
    let mut bench = bench(size, &all);
    bench.keys("<ret>2");
    bench.pass(500);
    assert_eq!(
        title(&mut bench),
        "Inbox  2 waiting · sending in 3 s · Alt+U undo                       Ctrl+] list"
    );
    bench.keys("u");
    assert!(bench.text(80, 24).contains("❯ u"), "{}", bench.text(80, 24));
    bench.keys("<a-u>");
    assert_eq!(
        title(&mut bench),
        "Inbox  3 waiting                Ctrl+] list · . next · r recommended · d decline"
    );
    bench.pass(5000);
    assert_eq!(answered(&bench), []);
}

#[test]
fn enter_opens_what_one_pick_does_not_end() {
    let mut many = questions(&["Which ones?"]);
    many[0].request.questions[0].kind = Kind::Many { min: 0, max: 2 };
    let two = vec![pick_one("Where?", &["a", "b"]), pick_one("When?", &["a", "b"])];
    for request in [many.remove(0), asked(two, "pi", "/srv")] {
        let mut wide = bench(WIDE, &[request]);
        wide.keys("<ret>");
        wide.pass(5000);
        assert_eq!(wide.sent, "");
        assert!(wide.text(120, 20).contains("Esc"), "{}", wide.text(120, 20));
    }
}

#[test]
fn danger_and_what_is_not_whole_in_sight_is_opened_first() {
    let mut danger = questions(&["Drop it?"]);
    danger[0].request.questions[0].danger = Some(Danger::default());
    let long = "All of it. ".repeat(400);
    for (request, why) in
        [(danger.remove(0), "It is dangerous"), (questions(&[&long]).remove(0), "Not all of it is in sight")]
    {
        let mut wide = bench(WIDE, &[request]);
        for key in ["1", "2", " ", "r"] {
            wide.keys(key);
            let screen = wide.text(120, 20);
            assert!(screen.contains(why) && screen.contains("Enter opens it."), "{key}\n{screen}");
        }
        wide.pass(5000);
        assert_eq!(wide.sent, "");
    }
    // Without room next to the list, no question is in sight.
    let mut narrow = bench(Size { width: 80, height: 24 }, &ten());
    narrow.keys("12r");
    narrow.pass(5000);
    assert_eq!(narrow.sent, "");
    assert!(narrow.text(80, 24).contains("Enter opens it."));
}

#[test]
fn what_is_recommended_takes_one_key_in_list_and_form() {
    let mut situation = situation!("inbox_triage/what_is_recommended_takes_one_key_in_list_and_form");
    let mut wide = bench(WIDE, &ten());
    wide.keys("rr<right>");
    situation.shows("120x20", &wide.text(120, 20));
    wide.keys("r");
    wide.pass(3000);
    assert_eq!(answered(&wide), [(1, 1), (2, 1), (3, 1)]);
    let mut none = Bench::new().three();
    seen(&mut none, WIDE);
    none.keys("r");
    none.pass(5000);
    assert!(none.text(120, 20).contains("Nothing is recommended here."), "{}", none.text(120, 20));
    assert_eq!(none.sent, "");
}

/// Of several questions the person sees each answer before it is sent.
#[test]
fn recommended_answers_to_several_questions_are_seen_first() {
    let mut situation = situation!("inbox_triage/recommended_answers_to_several_questions_are_seen_first");
    let mut several = questions(&["Which way?"]).remove(0);
    let mut second = pick_one("And then?", &["Left", "Right"]);
    second.options[0].recommended = true;
    several.request.questions.push(second);
    several.request.questions.push(pick_one("And last?", &["Left", "Right"]));
    let mut wide = bench(WIDE, &[several]);
    wide.keys("r");
    wide.pass(5000);
    assert!(!wide.sent.contains("answer"), "{}", wide.sent);
    situation.shows("120x20", &wide.text(120, 20));
}

#[test]
fn the_next_and_the_previous_request_have_the_same_keys_in_list_and_form() {
    let mut narrow = bench(Size { width: 80, height: 16 }, &ten());
    narrow.keys("..,<ret>");
    assert!(narrow.text(80, 16).contains("│ B?"), "{}", narrow.text(80, 16));
    narrow.keys(".");
    assert!(narrow.text(80, 16).contains("│ C?"), "{}", narrow.text(80, 16));
    narrow.keys(",,");
    assert!(narrow.text(80, 16).contains("│ A?"), "{}", narrow.text(80, 16));
    assert_eq!(narrow.sent, "");
    let mut one = bench(Size { width: 80, height: 16 }, &questions(&["A?"]));
    one.keys("<ret>.");
    assert!(one.text(80, 16).contains("Nothing else waits."), "{}", one.text(80, 16));
}

#[test]
fn u_takes_the_last_answer_back_from_the_next_form() {
    for undo in ["u", "<a-u>"] {
        let mut narrow = bench(Size { width: 80, height: 16 }, &ten());
        narrow.keys("<ret>2");
        assert!(narrow.text(80, 16).contains("│ B?"), "{}", narrow.text(80, 16));
        narrow.keys(undo);
        assert!(narrow.text(80, 16).contains("│ A?"), "{}", narrow.text(80, 16));
        narrow.pass(5000);
        assert_eq!(answered(&narrow), []);
    }
}

#[test]
fn declining_and_putting_off_lead_from_form_to_form() {
    let mut situation = situation!("inbox_triage/declining_and_putting_off_lead_from_form_to_form");
    let mut narrow = bench(Size { width: 80, height: 16 }, &ten());
    narrow.keys("<ret>dno");
    situation.shows("the reason", &narrow.text(80, 16));
    narrow.keys("<esc>");
    assert!(narrow.text(80, 16).contains("│ A?"), "{}", narrow.text(80, 16));
    narrow.keys("d<ret>");
    assert!(narrow.text(80, 16).contains("│ B?"), "{}", narrow.text(80, 16));
    narrow.keys("s1<ret>");
    assert!(narrow.text(80, 16).contains("│ C?"), "{}", narrow.text(80, 16));
    narrow.keys("<a-s><esc>");
    assert!(narrow.text(80, 16).contains("│ C?"), "{}", narrow.text(80, 16));
    narrow.pass(3000);
    expect![[r#"
        snooze 2 15 min
        decline 1 Some("no")
    "#]]
    .assert_eq(&narrow.sent);
}

#[test]
fn a_key_before_the_form_is_there_is_said() {
    let mut narrow = bench(Size { width: 80, height: 16 }, &ten());
    narrow.obeys = false;
    narrow.keys("<ret>1");
    narrow.obeys = true;
    let (request, at) = narrow.open[&RequestId(1)].clone();
    narrow.notice(asq_core::inbox::Notice::Opened {
        id: RequestId(1),
        asked: Box::new(request),
        at,
        draft: Box::default(),
    });
    assert!(narrow.text(80, 16).contains("Key ignored: it came too soon"), "{}", narrow.text(80, 16));
}

#[test]
fn an_inbox_that_does_not_go_on_stays_on_its_row() {
    let mut wide = Bench::new().filled(&ten());
    seen(&mut wide, WIDE);
    wide.keys("22");
    wide.pass(3000);
    assert_eq!(answered(&wide), [(1, 1)]);
}

/// At any size: what doesn't fit comes with PgDn.
#[test]
fn the_help_of_a_form_has_the_keys_of_the_inbox_too() {
    for (width, height) in [(46, 12), (80, 24), (120, 40)] {
        let mut bench = Bench::new().three();
        bench.size = Size { width, height };
        bench.text(width, height);
        bench.keys("<ret>?");
        let mut all = String::new();
        for _ in 0..8 {
            all += &bench.text(width, height);
            bench.keys("<pgdn>");
        }
        for key in ["., ,", "r ", "u, Alt+U", "d ", "s, Alt+S", "Ctrl+T", "Ctrl+]", "PgUp, PgDn"] {
            assert!(all.contains(&format!("  {key}")), "{key} at {width}×{height}: {all}");
        }
    }
}

#[test]
fn help_over_the_list_of_answers_leads_back_to_it() {
    let mut bench = Bench::new().three();
    bench.keys("D?");
    assert!(bench.text(80, 24).contains("Keys of the list"));
    bench.keys("<esc>");
    assert!(bench.text(80, 24).contains("Answered lately"));
}

#[test]
fn a_question_without_notes_says_so_next_to_the_list() {
    let mut wide = bench(WIDE, &ten());
    wide.keys("n");
    assert!(wide.text(120, 20).contains("This question takes no note."), "{}", wide.text(120, 20));
}

/// Keys that are still meant for the last form decide nothing, but this one is meant for the answer just given.
#[test]
fn an_answer_is_taken_back_at_once_from_the_form_that_opened_after_it() {
    let mut narrow = bench(Size { width: 80, height: 24 }, &ten());
    narrow.keys("<ret>1");
    assert!(narrow.text(80, 24).contains("B?"));
    narrow.quick("<a-u>");
    assert!(narrow.text(80, 24).contains("A?"));
    narrow.pass(5000);
    assert_eq!(answered(&narrow), []);
}

#[test]
fn a_form_opens_however_many_texts_came_too_late() {
    let size = Size { width: 80, height: 16 };
    let texts: Vec<String> = (1..=18).map(|n| format!("Nr {n}?")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut bench = bench(size, &questions(&texts));
    for n in 1..=17 {
        bench.keys("<ret>3mine");
        bench.closed(n, "kim", How::Cli, "answered");
        bench.pass(2000);
        bench.keys("<esc>.");
    }
    bench.keys("<ret>");
    let screen = bench.text(size.width, size.height);
    assert!(screen.contains("│ Nr 18?") && screen.contains("1. Left"), "{screen}");
}
