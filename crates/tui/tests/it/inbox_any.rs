//! The inbox under any keys and any news, at any size.

use crate::bench::{Bench, asked, pick_one};
use asq_core::inbox::Notice;
use asq_core::life::{How, Refusal, RequestId};
use asq_core::model::{Draft, Kind, Typed, TypedIn};
use asq_frame::Size;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Keys(String),
    Wait(u64),
    Arrive(String, String, String, bool),
    Closed(u128, &'static str),
    Gone(u128),
    Asker(u128, bool),
    Snoozed(u128, u64),
    Drafted(u128, String),
    Refused(u128),
    Trouble(Option<String>),
    Size(u16, u16),
    Obeys(bool),
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{0,30}",
        "[a-zA-Z0-9 \n\t🎉日本한é\u{301}\u{200d}\u{202e}א─·\u{1b}\u{7}]{0,60}",
        "\\PC{0,300}",
    ]
}

fn keys() -> impl Strategy<Value = String> {
    const NAMES: &[&str] = &[
        "<ret>",
        "<esc>",
        "<c-]>",
        "<c-c>",
        "<c-t>",
        "<up>",
        "<down>",
        "<left>",
        "<right>",
        "<tab>",
        "<s-tab>",
        "<home>",
        "<end>",
        "<pgup>",
        "<pgdn>",
        "<bs>",
        "<del>",
        "<c-u>",
        "n",
        ".",
        ",",
        "r",
        "D",
        "<a-u>",
        "<a-s>",
        "<a-x>",
        "14:30<ret>",
        "v",
        "vj",
        "<ret>",
        "s",
        "S",
        "d",
        "u",
        "x",
        "g",
        "/",
        "?",
        "j",
        "k",
        "1",
        "2",
        "3",
        "t",
        "a",
        " ",
        "日",
        "<paste:one\\ntwo>",
    ];
    prop::collection::vec(prop::sample::select(NAMES), 1..6).prop_map(|keys| keys.concat())
}

fn step() -> impl Strategy<Value = Step> {
    let id = || 1..8u128;
    let how = prop::sample::select(
        ["answered", "discuss", "declined", "cancelled", "withdrawn", "expired"].as_slice(),
    );
    prop_oneof![
        8 => keys().prop_map(Step::Keys),
        2 => prop::sample::select([1u64, 100, 600, 3000, 20_000, 900_000, 90_000_000].as_slice()).prop_map(Step::Wait),
        3 => (text(), text(), text(), any::<bool>()).prop_map(|(q, a, f, many)| Step::Arrive(q, a, f, many)),
        2 => (id(), how).prop_map(|(id, how)| Step::Closed(id, how)),
        1 => id().prop_map(Step::Gone),
        1 => (id(), any::<bool>()).prop_map(|(id, waits)| Step::Asker(id, waits)),
        1 => (id(), 0..100_000u64).prop_map(|(id, ms)| Step::Snoozed(id, ms)),
        1 => (id(), text()).prop_map(|(id, text)| Step::Drafted(id, text)),
        1 => id().prop_map(Step::Refused),
        1 => proptest::option::of(text()).prop_map(Step::Trouble),
        2 => (1..140u16, 1..40u16).prop_map(|(w, h)| Step::Size(w, h)),
        1 => any::<bool>().prop_map(Step::Obeys),
    ]
}

fn arrive(bench: &mut Bench, question: &str, agent: &str, folder: &str, many: bool) {
    let mut questions = vec![pick_one(question, &["Yes", "No"])];
    if many {
        questions.push(pick_one("And?", &["a", "b"]));
        questions[0].kind = Kind::Many { min: 0, max: 2 };
    }
    bench.arrive(asked(questions, agent, folder));
}

fn take(bench: &mut Bench, size: &mut Size, step: Step) {
    match step {
        Step::Keys(keys) => {
            bench.keys(&keys);
        }
        Step::Wait(ms) => bench.pass(ms),
        Step::Arrive(question, agent, folder, many) => arrive(bench, &question, &agent, &folder, many),
        Step::Closed(id, how) => bench.closed(id, "bob\u{202e}", How::Page, how),
        Step::Gone(id) => bench.notice(Notice::Gone(RequestId(id))),
        Step::Asker(id, waits) => bench.notice(Notice::Asker { id: RequestId(id), waits }),
        Step::Snoozed(id, ms) => {
            let until_ms = if ms % 3 == 0 { 0 } else { bench.now.wall_ms + ms };
            bench.notice(Notice::Snoozed { id: RequestId(id), until_ms });
        }
        Step::Drafted(id, text) => {
            let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: text.into() }];
            let draft = Box::new(Draft { typed, ..Draft::default() });
            bench.notice(Notice::Drafted { id: RequestId(id), draft });
        }
        Step::Refused(id) => {
            bench.notice(Notice::Refused { id: RequestId(id), why: Box::new(Refusal::OwnTree) });
        }
        Step::Trouble(text) => bench.notice(Notice::Trouble(text)),
        Step::Size(width, height) => *size = Size { width, height },
        Step::Obeys(obeys) => bench.obeys = obeys,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn every_frame_fits(steps in prop::collection::vec(step(), 1..40), once in any::<bool>(), hold in 0..2u64, advance in any::<bool>()) {
        let mut bench = Bench::with(|setup| {
            setup.close_after_one = once;
            setup.hold_ms = hold * 3000;
            setup.advance = advance;
            setup.urgent = advance;
            setup.propose = true;
        });
        let mut size = Size { width: 80, height: 24 };
        for step in steps {
            take(&mut bench, &mut size, step);
            let frame = bench.board.paint(bench.now, size);
            prop_assert!(frame.lines.len() <= usize::from(size.height));
            for line in &frame.lines {
                prop_assert!(line.width() <= usize::from(size.width), "{:?} at {size:?}", line.text());
            }
            if let Some((x, y)) = frame.caret {
                prop_assert!(x < size.width && usize::from(y) < frame.lines.len());
            }
        }
    }

    #[test]
    fn an_arrival_moves_no_row(
        before in prop::collection::vec((text(), 0..3u8, 0..3u8), 1..30),
        moves in prop::collection::vec(prop::sample::select(["j", "k", "<pgdn>", "G", ".", "g"].as_slice()), 0..12),
        after in prop::collection::vec((text(), 0..3u8, 0..3u8), 1..12),
        width in 30..140u16,
        height in 6..40u16,
    ) {
        let mut bench = Bench::new();
        for (text, agent, folder) in before {
            arrive(&mut bench, &format!("q {text}"), &format!("agent {agent}"), &format!("/f{folder}"), false);
        }
        bench.pass(1000);
        let size = Size { width, height };
        let line = |bench: &mut Bench| {
            let frame = bench.board.paint(bench.now, size);
            frame.lines.iter().position(|line| line.text().starts_with('❯')).map(|at| (at, frame.lines[at].text()))
        };
        for keys in moves {
            bench.keys(keys);
            line(&mut bench);
        }
        let was = line(&mut bench);
        prop_assert!(was.is_some());
        for (text, agent, folder) in after {
            arrive(&mut bench, &format!("r {text}"), &format!("agent {agent}"), &format!("/f{folder}"), false);
            prop_assert_eq!(line(&mut bench), was.clone());
        }
    }
}

#[test]
fn ten_thousand_requests_are_one_list() {
    let mut bench = Bench::new();
    let request = asked(vec![pick_one("Which?", &["a"])], "pi", "/home/ada/src/asq");
    bench.arrive_all(std::iter::repeat_n(request, 10_000));
    bench.keys("<pgdn><end>");
    let text = bench.text(80, 24);
    assert!(text.contains("10000 waiting") && text.contains("── 9990 above"), "{text}");
    bench.keys("<home>");
    assert!(bench.text(80, 24).contains("── 9990 below"));
}
