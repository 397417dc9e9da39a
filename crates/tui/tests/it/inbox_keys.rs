//! The effects of keys and news on the inbox: sent commands and screens.

#![allow(clippy::needless_pass_by_value, clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::bench::{Bench, asked, pick_one};
use asq_core::form::{Act, Code, Key};
use asq_core::form::{Binding, Spot};
use asq_core::inbox::{BoardEffect, Command, LeftOver, Notice, Pending, Position};
use asq_core::life::{Closing, How, Refusal, RequestId};
use asq_core::model::{Danger, DangerRule, Draft, Expiry, Typed, TypedIn};
use asq_core::time::Timestamp;
use asq_frame::Size;
use asq_testkit::situation;
use asq_tui::input::TermInput;
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
    let mut situation = situation!("inbox_keys/an_answer_is_held_back_for_three_seconds");
    let mut bench = check(
        "<ret><down><ret>",
        expect![[r#"
        draft 1: 
    "#]],
    );
    bench.pass(1500);
    situation.shows("80x24", &bench.text(80, 24));
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
    situation.shows("80x24", &bench.text(80, 24));
}

#[test]
fn enter_sends_at_once_but_not_by_the_same_stroke() {
    let mut situation = situation!("inbox_keys/enter_sends_at_once_but_not_by_the_same_stroke");
    // The third is within a second of the second: it may have been meant for the form.
    let mut bench = check(
        "<ret><ret><ret><ret>",
        expect![[r#"
        draft 1: 
        answer 1 ["[Option(0)]"] digest s-1
    "#]],
    );
    bench.keys(".");
    situation.shows("80x12", &bench.text(80, 12));
    let mut quick = Bench::new().three();
    quick.keys("<ret><ret>");
    let enter = asq_core::form::Key::plain(asq_core::form::Code::Enter);
    let made = quick.board.input(quick.now, asq_tui::input::TermInput::Key(enter));
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
    bench.keys("jd<ret>");
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
    let mut situation = situation!("inbox_keys/what_is_held_back_can_be_taken_back");
    let mut bench = check(
        "<ret>2u",
        expect![[r#"
        draft 1: 
    "#]],
    );
    situation.shows("80x16", &bench.text(80, 16));
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
    let mut situation = situation!("inbox_keys/a_form_goes_aside_and_comes_back_as_it_was");
    let mut bench = check(
        "j<ret><down><ret>1<c-]>",
        expect![[r#"
        draft 2: 
        draft 2: 
        draft 2: 
    "#]],
    );
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("k<c-]>");
    situation.shows("80x24", &bench.text(80, 24));
    // Esc, at the end of its ladder, does the same: looking at a request does not end it.
    bench.keys("<esc>");
    situation.shows("80x12", &bench.text(80, 12));
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
    let mut situation = situation!("inbox_keys/typed_text_is_a_draft_with_each_key_and_comes_back");
    let mut bench = check(
        "<ret><down><down>abc<esc>",
        expect![[r#"
        draft 1: "a"
        draft 1: "ab"
        draft 1: "abc"
    "#]],
    );
    bench.keys("<esc>j<c-]>");
    situation.shows("80x24", &bench.text(80, 24));
}

#[test]
fn declining_takes_a_reason_and_is_held_back() {
    let mut situation = situation!("inbox_keys/declining_takes_a_reason_and_is_held_back");
    let mut bench = check("dnot now<ret>", expect![[""]]);
    situation.shows("80x12", &bench.text(80, 12));
    bench.pass(3000);
    expect![[r#"
        decline 1 Some("not now")
    "#]]
    .assert_eq(&bench.sent);
    bench.keys(".");
    bench.keys("dx<esc>d<c-c>");
    situation.shows("80x12", &bench.text(80, 12));
}

#[test]
fn an_arrival_moves_nothing() {
    let mut situation = situation!("inbox_keys/an_arrival_moves_nothing");
    let mut bench = Bench::new().three();
    bench.keys("j");
    let before = bench.text(80, 24);
    bench.arrive(asked(vec![pick_one("And this?", &["a"])], "pi", "/home/ada/src/asq"));
    let after = bench.text(80, 24);
    let differ: Vec<(&str, &str)> = before.lines().zip(after.lines()).filter(|(a, b)| a != b).collect();
    situation.shows("rows that differ", &format!("{differ:#?}\n"));
    // Nor does it where the groups above the focus grow.
    let mut bench = Bench::new().three();
    bench.keys("gG");
    let line = |text: String| text.lines().position(|line| line.starts_with('❯'));
    let before = line(bench.text(80, 24));
    bench.arrive(asked(vec![pick_one("And this?", &["a"])], "claude-code", "/srv/db"));
    bench.arrive(asked(vec![pick_one("And that?", &["a"])], "claude-code", "/srv/db"));
    assert_eq!(line(bench.text(80, 24)), before);
    situation.shows("80x24", &bench.text(80, 24));
}

#[test]
fn arrivals_are_told_of_once_and_together() {
    let mut bench = Bench::with(|setup| setup.notify = true);
    // The driver says whose turn it is.
    bench.obeys = false;
    for text in ["One?", "Two?", "Three?"] {
        bench.arrive(asked(vec![pick_one(text, &["a"])], "pi", "/"));
    }
    assert_eq!(bench.sent, "");
    bench.notice(Notice::Announced((1..=3).map(RequestId).collect()));
    expect![[r#"
        bell
        announce asq: 3 questions wait | pi 3
    "#]]
    .assert_eq(&bench.sent);
    bench.obeys = true;
    bench.arrive(asked(vec![pick_one("Four?", &["a"])], "p\u{1b}i", "/"));
    expect![[r#"
        bell
        announce asq: 3 questions wait | pi 3
        bell
        announce asq: p<U+001B>i in / | pick one: Four
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn what_is_put_off_comes_back() {
    let mut situation = situation!("inbox_keys/what_is_put_off_comes_back");
    let mut bench = check(
        "s1<ret>",
        expect![[r#"
        snooze 1 15 min
    "#]],
    );
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("S");
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("S");
    bench.pass(15 * 60_000);
    situation.shows("80x12", &bench.text(80, 12));
    expect![[r#"
        snooze 1 15 min
        bell
    "#]]
    .assert_eq(&bench.sent);
    bench.keys("s");
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("<esc>");
    let mut bench = check(
        "s3<ret>Sk",
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
    let mut situation = situation!("inbox_keys/what_comes_back_above_the_focus_is_seen");
    let mut bench = Bench::new().three();
    bench.keys("s1<ret>");
    bench.text(46, 12);
    bench.pass(15 * 60_000);
    let all = bench.text(46, 12);
    situation.shows("80x12", &all);
    // So is what another inbox brings back.
    bench.keys("ks1<ret>");
    bench.text(46, 12);
    bench.notice(Notice::Snoozed { id: RequestId(1), until_ms: 0 });
    assert_eq!(bench.text(46, 12), all);
}

#[test]
fn a_search_looks_in_questions_agents_and_folders() {
    let mut situation = situation!("inbox_keys/a_search_looks_in_questions_agents_and_folders");
    let mut bench = check("/ASQ", expect![[""]]);
    situation.shows("80x12", &bench.picture(80, 12));
    bench.keys("<ret>");
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("<esc>/zz");
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("<esc>");
    situation.shows("80x12", &bench.text(80, 12));
}

#[test]
fn requests_are_grouped() {
    let mut situation = situation!("inbox_keys/requests_are_grouped");
    let mut bench = check("g", expect![[""]]);
    situation.shows("80x24", &bench.picture(80, 24));
    bench.keys("gj");
    situation.shows("46x12", &bench.text(46, 12));
}

#[test]
fn an_open_form_that_was_answered_elsewhere_says_so_and_keeps_the_text() {
    let mut situation =
        situation!("inbox_keys/an_open_form_that_was_answered_elsewhere_says_so_and_keeps_the_text");
    let mut bench = Bench::new().three();
    bench.keys("<ret><down><down>my own words");
    bench.sent.clear();
    bench.closed(1, "bob", How::Page, "answered");
    situation.shows("80x24", &bench.picture(80, 24));
    // What is typed on does nothing, and closes nothing at first.
    let enter = asq_core::form::Key::plain(asq_core::form::Code::Enter);
    bench.board.input(bench.now, asq_tui::input::TermInput::Key(enter));
    bench.keys(" and more");
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("<esc>");
    situation.shows("80x12", &bench.text(80, 12));
    // The text stays within reach until it is let go.
    bench.keys("jk<ret>");
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("<esc>x");
    situation.shows("80x12", &bench.text(80, 12));
    expect![[""]].assert_eq(&bench.sent);
}

#[test]
fn a_request_that_is_over_stays_until_the_focus_moves_on() {
    let mut situation = situation!("inbox_keys/a_request_that_is_over_stays_until_the_focus_moves_on");
    let mut bench = Bench::new().three();
    bench.closed(1, "", How::Cli, "withdrawn");
    bench.closed(3, "", How::Cli, "expired");
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("<ret>");
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("j");
    situation.shows("80x12", &bench.text(80, 12));
}

#[test]
fn somebody_else_was_faster_while_it_was_held_back() {
    let mut situation = situation!("inbox_keys/somebody_else_was_faster_while_it_was_held_back");
    let mut bench = Bench::new().three();
    bench.keys("<ret>2");
    bench.sent.clear();
    bench.closed(1, "bob", How::Tty, "answered");
    bench.pass(5000);
    assert_eq!(bench.sent, "");
    situation.shows("80x12", &bench.text(80, 12));
}

#[test]
fn what_was_not_taken_says_why_and_the_form_is_there() {
    let mut situation = situation!("inbox_keys/what_was_not_taken_says_why_and_the_form_is_there");
    let mut bench = Bench::new().three();
    bench.obeys = true;
    bench.keys("<ret>");
    bench.obeys = false;
    bench.keys("2");
    bench.pass(3000);
    situation.shows("80x12", &bench.text(80, 12));
    bench.notice(Notice::Refused { id: RequestId(1), why: Box::new(Refusal::OwnTree) });
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("<ret>");
    situation.shows("80x24", &bench.text(80, 24));
}

#[test]
fn what_could_not_be_stored_is_sent_again_as_the_same_answer() {
    let mut situation = situation!("inbox_keys/what_could_not_be_stored_is_sent_again_as_the_same_answer");
    let mut bench = Bench::new().three();
    bench.keys("<ret>");
    bench.obeys = false;
    bench.keys("2");
    bench.pass(3000);
    let failed =
        || Notice::NotStored { id: RequestId(1), why: "no space is left for the store at a.db".into() };
    bench.notice(failed());
    situation.shows("80x12", &bench.text(80, 12));
    bench.pass(4999);
    let once = bench.sent.clone();
    bench.pass(1);
    let sent = bench.sent.strip_prefix(&once).unwrap().to_owned();
    assert!(sent.starts_with("answer 1 ") && once.ends_with(&sent), "{once}{sent}");
    bench.notice(failed());
    bench.keys("u");
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("2");
    bench.pass(3000);
    bench.keys("q");
    assert!(!bench.left, "it waits for the word that it was stored");
    bench.notice(failed());
    assert!(bench.left, "and leaves if it was not");
    let left =
        LeftOver { id: RequestId(1), question: "Which database?".into(), texts: vec!["SQLite".into()] };
    assert_eq!(bench.board.left_over(), [left]);
}

#[test]
fn a_request_that_the_store_failed_to_return_is_opened_by_the_next_enter() {
    let mut bench = Bench::new().three();
    bench.text(80, 12);
    bench.obeys = false;
    bench.keys("<ret>");
    bench.obeys = true;
    bench.notice(Notice::Trouble(None));
    bench.keys("<ret>");
    assert!(!bench.text(80, 12).contains("1. "), "it is still being opened");
    bench.notice(Notice::Trouble(Some("the server is away".into())));
    bench.keys("<ret>");
    let screen = bench.text(80, 12);
    assert!(screen.contains("Which database?") && screen.contains("1. "), "{screen}");
}

#[test]
fn while_the_store_fails_what_is_typed_is_left_over_but_no_secret() {
    let mut secret = pick_one("Which key?", &["New", "Old"]);
    secret.sensitive = true;
    let mut bench = Bench::new().three();
    bench.arrive(asked(vec![secret], "pi", "/home/ada"));
    bench.keys("<ret>3own words<esc>.<ret>");
    assert_eq!(bench.board.left_over(), []);
    bench.notice(Notice::Trouble(Some("no space is left".into())));
    let left = |id: u128, question: &str, texts: &[&str]| LeftOver {
        id: RequestId(id),
        question: question.into(),
        texts: texts.iter().map(|text| (*text).into()).collect(),
    };
    assert_eq!(bench.board.left_over(), [left(1, "Which database?", &["own words"])]);
    bench.keys("<esc>jjj<ret>1");
    let all = [left(1, "Which database?", &["own words"]), left(4, "Which key?", &[])];
    assert_eq!(bench.board.left_over(), all);
}

#[test]
fn another_surfaces_text_is_taken_over_or_offered() {
    let mut situation = situation!("inbox_keys/another_surfaces_text_is_taken_over_or_offered");
    let draft = |text: &str| {
        let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: text.into() }];
        Notice::Drafted { id: RequestId(1), draft: Box::new(Draft { typed, ..Draft::default() }) }
    };
    let mut bench = Bench::new().three();
    bench.keys("<ret>");
    bench.notice(draft("from the page"));
    situation.shows("80x14", &bench.text(80, 14));
    // What was typed here just now is not replaced.
    bench.keys("<down><down>!");
    bench.notice(draft("from the page, too"));
    situation.shows("80x14", &bench.text(80, 14));
    bench.keys("<c-t>");
    situation.shows("80x14", &bench.text(80, 14));
    bench.keys("<c-t>");
    situation.shows("80x14", &bench.text(80, 14));
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
    let mut situation = situation!("inbox_keys/a_dead_asker_is_seen");
    let mut bench = Bench::new().three();
    bench.notice(Notice::Asker { id: RequestId(1), waits: false });
    bench.notice(Notice::Trouble(Some("the disk is full".to_owned())));
    situation.shows("80x12", &bench.picture(80, 12));
    bench.keys("<ret>");
    situation.shows("46x12", &bench.picture(46, 12));
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
fn once_stays_and_says_why_an_answer_was_not_taken() {
    let mut bench = Bench::with(|setup| (setup.close_after_one, setup.hold_ms) = (true, 0)).three();
    bench.text(80, 12);
    bench.obeys = false;
    bench.keys("2<ret>");
    let sent = std::mem::take(&mut bench.sent);
    assert!(sent.contains("answer 1"), "{sent}");
    bench.notice(Notice::Refused { id: RequestId(1), why: Box::new(Refusal::OwnTree) });
    assert_eq!(bench.sent, "", "it doesn't quit");
    let screen = bench.text(80, 12);
    assert!(screen.contains("can't be closed from the asker's own"), "{screen}");
    bench.keys("q");
    assert_eq!(bench.sent, "quit\n");
}

#[test]
fn once_opens_the_oldest_and_leaves() {
    let mut situation = situation!("inbox_keys/once_opens_the_oldest_and_leaves");
    let mut bench = Bench::with(|setup| setup.close_after_one = true).three();
    situation.shows("80x12", &bench.text(80, 12));
    bench.keys("2");
    bench.pass(3000);
    expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
        quit
    "#]]
    .assert_eq(&bench.sent);
    let mut bench = Bench::with(|setup| setup.close_after_one = true).three();
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
    let mut situation = situation!("inbox_keys/the_help_page_names_the_keys");
    let mut bench = check("?", expect![[""]]);
    situation.shows("80x24", &bench.text(80, 24));
    bench.keys("x");
    assert!(bench.text(80, 24).contains("Which database?"));
    // On a small screen it says that there is more, and any key that moves scrolls.
    bench.size = Size { width: 46, height: 12 };
    bench.keys("?");
    situation.shows("46x12", &bench.text(46, 12));
    bench.keys("<end>");
    situation.shows("46x12", &bench.text(46, 12));
}

/// A paste may contain its own end mark; the bytes after it aren't keys of the list, and answer nothing.
#[test]
fn what_follows_a_paste_without_a_pause_is_no_key() {
    let mut bench = Bench::new().three();
    bench.keys("<paste:abc>");
    bench.at_once("q<ret>1<ret>dy<ret>q");
    assert_eq!((bench.sent.as_str(), bench.left), ("", false));
    // In a reason it is text, and nothing sends it.
    bench.keys("d<paste:because>");
    bench.at_once(" of it<ret>");
    let screen = bench.text(80, 24);
    assert!(bench.sent.is_empty() && screen.contains("because of it"), "{}\n{screen}", bench.sent);
    // Ctrl+C counts.
    bench.keys("<esc><paste:abc>");
    bench.at_once("<c-c>");
    assert!(bench.left);
}

/// The asker's settings can't switch off the typed confirmation of a dangerous answer; only the person's own can.
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
    let beside = |bench: &mut Bench| bench.text(100, 24).contains("expires at 11:20, in 16 min");
    bench.keys("j");
    assert!(beside(&mut bench));
    bench.notice(Notice::Asker { id: RequestId(1), waits: false });
    assert!(bench.text(100, 24).contains("the asker is gone"), "{}", bench.text(100, 24));
    bench.closed(1, "bob", How::Tty, "answered");
    assert!(!beside(&mut bench), "{}", bench.text(100, 24));
}

#[test]
fn what_is_put_off_for_an_hour_comes_back_after_one() {
    check(
        "s2<ret>",
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
        bench.board.input(bench.now, TermInput::Key(key));
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
    let mut situation = situation!("inbox_keys/ones_own_keys_for_lists_hold_in_the_inbox");
    let own = [
        Binding::any(&[Spot::Option], Key::char('h'), Act::Down),
        Binding::any(&[Spot::Option], Key::char('d'), Act::Nothing),
    ];
    let mut bench = Bench::with(|setup| setup.keys = own.to_vec()).three();
    bench.keys("hd");
    situation.shows("80x12", &bench.text(80, 12));
    // The help page names them first.
    bench.keys("?");
    let help = bench.text(80, 24);
    assert!(help.contains("↑ k h ↓ j ") && !help.contains(" d  "), "{help}");
}

#[test]
fn what_was_answered_before_the_bell_rings_rings_none() {
    let mut bench = Bench::new();
    // The driver's word comes late.
    bench.obeys = false;
    bench.arrive(asked(vec![pick_one("Ship it?", &["Yes", "No"])], "pi", "/srv"));
    bench.closed(1, "bob", How::Tty, "answered");
    bench.notice(Notice::Announced(vec![RequestId(1)]));
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
    bench.keys("s1<ret>Sj");
    expect!["Enter open · s bring back · d decline · / search · ? keys · q quit"]
        .assert_eq(&footer(&mut bench));
}

/// The board says why the state of the focused request forbids an act.
#[test]
fn what_is_being_sent_is_neither_put_off_nor_declined_nor_let_go() {
    let mut bench = Bench::new().three();
    bench.keys("<ret>2");
    let first = bench.text(80, 12);
    assert!(first.contains("sending in"), "{first}");
    for key in ["s", "d", "x"] {
        bench.at_once("<esc>");
        bench.pass(600);
        bench.at_once(key);
        let text = bench.text(80, 12);
        assert!(text.contains("It is being sent: u takes it back."), "{key}: {text}");
    }
}

#[test]
fn a_search_can_be_pasted() {
    let mut bench = Bench::new().three();
    bench.keys("/<paste:where does>");
    let text = bench.text(80, 12);
    assert!(text.contains("Where does it run?") && !text.contains("Which database?"), "{text}");
}

/// Somebody who types on, at whatever pace up to half a second a key, decides nothing.
#[test]
fn each_key_that_was_meant_for_a_form_that_has_ended_ignores_the_next_one_too() {
    let mut bench = Bench::new().three();
    bench.keys("<ret>");
    bench.pass(600);
    bench.at_once("2");
    for key in ["s", "j", "d", "<ret>"] {
        bench.pass(450);
        bench.at_once(key);
    }
    bench.pass(10_000);
    expect![[r#"
        draft 1: 
        answer 1 ["[Option(1)]"] digest s-1
    "#]]
    .assert_eq(&bench.sent);
}

#[test]
fn a_reason_is_edited_with_the_keys_of_a_forms_texts() {
    let mut bench = Bench::new().three();
    bench.keys("dnot tody<left>a<end> please<c-w>now<ret>");
    bench.pass(10_000);
    expect![[r#"
        decline 1 Some("not today now")
    "#]]
    .assert_eq(&bench.sent);
}

/// A sentence for another window, typed into a form that has just opened: nothing of it answers, puts off or marks.
#[test]
fn a_text_that_is_meant_for_somebody_else_does_nothing_in_a_form() {
    let mut bench = Bench::new().three();
    bench.keys("<ret>");
    let before = bench.text(80, 24);
    bench.sent.clear();
    bench.quick("take the old one, 2<ret> please<ret>");
    assert_eq!(bench.sent, "");
    assert!(bench.text(80, 24).contains("Text ignored: pause, then choose"), "{}", bench.text(80, 24));
    bench.pass(700);
    assert_eq!(bench.text(80, 24), before);
}
