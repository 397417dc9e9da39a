//! What time alone brings about: the clock of `questionnaire`, and a time limit.

use crate::forms;
use crate::forms::one;
use asq_core::form::{Act, Action, Effect, Form};
use asq_core::model::{Draft, Expiry, Outcome, Prefs};
use asq_core::time::Timestamp;
use asq_dialects::{asq, questionnaire};
use asq_testkit::sketch::screen;
use expect_test::expect;

fn clocked(clock: bool, expiry: Option<Expiry>) -> Form {
    let mut request = forms::request(questionnaire::rules::ANSWER, vec![one("A", "First?", &["a1"])]);
    request.prefs = Prefs { clock, ..request.prefs };
    request.expiry = expiry;
    Form::new(request, questionnaire::rules::FORM, Draft::default())
}

fn limited(ms: u64, means: Option<&str>) -> Form {
    let mut request = forms::request(asq::rules::ANSWER, vec![one("A", "First?", &["a1"])]);
    request.expiry = Some(Expiry { after_ms: ms, means: means.map(Into::into) });
    Form::new(request, asq::rules::FORM, Draft::default())
}

/// The words about time at this moment.
fn told(form: &mut Form, now: u64) -> String {
    form.tick(Timestamp(now));
    let screen = form.screen();
    let limit = screen.expires.as_ref().map(|e| e.words.to_string());
    [limit, screen.clock.as_ref().map(ToString::to_string)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" | ")
}

/// "`⏱  <elapsed> elapsed` in the status line; updates once per second"
#[test]
fn the_clock_counts_from_the_first_frame() {
    let mut form = clocked(true, None);
    assert_eq!((form.deadline(), told(&mut form, 0)), (None, "⏱  0:00 elapsed".to_owned()));
    form.shown(Timestamp(500));
    let mut at = 500;
    let mut words = Vec::new();
    for _ in 0..3 {
        words.push(told(&mut form, at));
        at = form.deadline().expect("a clock").0;
    }
    words.push(told(&mut form, 62_700));
    assert_eq!(form.deadline(), Some(Timestamp(63_500)), "the next whole second");
    words.push(told(&mut form, 500 + 3_723_000));
    expect![[r#"
        ⏱  0:00 elapsed
        ⏱  0:01 elapsed
        ⏱  0:02 elapsed
        ⏱  1:02 elapsed
        ⏱  1:02:03 elapsed"#]]
    .assert_eq(&words.join("\n"));
}

/// S2-26: "none … with `asq.timer=off`"; other contracts have no clock.
#[test]
fn without_a_clock_nothing_wakes() {
    let mut form = clocked(false, None);
    form.shown(Timestamp(0));
    assert_eq!((form.deadline(), told(&mut form, 5000)), (None, String::new()));
    let mut form = forms::form(asq::rules::FORM, asq::rules::ANSWER, vec![one("A", "First?", &["a1"])]);
    form.shown(Timestamp(0));
    assert_eq!((form.deadline(), told(&mut form, 5000)), (None, String::new()));
}

/// "expiry only if asked for, with what it then means (without a store the form ends at its deadline)"
#[test]
fn a_limit_is_told_by_the_minute_and_ends_the_form() {
    let mut form = limited(150_000, Some("the agent keeps the old schema"));
    assert_eq!((form.deadline(), told(&mut form, 0)), (None, "expires in 3 min".to_owned()));
    form.shown(Timestamp(1000));
    form.handle(Timestamp(2000), Action::Paste("half".into()));
    let mut words = vec![screen(&form.screen())];
    let mut wakes = Vec::new();
    for _ in 0..4 {
        let due = form.deadline().expect("a limit").0;
        wakes.push(due);
        words.push(told(&mut form, due));
    }
    assert_eq!(wakes, [31_000, 91_000, 92_000, 93_000], "once a minute, in the last one once a second");
    expect![[r#"
        expires in 3 min: "the agent keeps the old schema"
        First?
          1. a1
        > 2. half|
          3. Let's discuss this
        -- ↑/↓ move · Enter select · Alt+N note · Esc back

        expires in 2 min
        expires in 1:00
        expires in 0:59
        expires in 0:58"#]]
    .assert_eq(&words.join("\n"));
    assert_eq!(form.tick(Timestamp(150_999)), vec![]);
    let over = form.tick(Timestamp(151_000));
    assert_eq!(over, vec![Effect::Close(Outcome::Expired(form.draft()))]);
    assert_eq!(form.draft().typed.len(), 1, "what was typed is in it");
    // A key that comes too late ends it, too.
    let late = form.handle(Timestamp(151_001), Action::Do(Act::Choose));
    assert_eq!(late, vec![Effect::Close(Outcome::Expired(form.draft()))]);
}

/// A request that had to wait for the terminal has less time left.
#[test]
fn a_limit_counts_from_the_asking() {
    let mut form = limited(60_000, None).due(Timestamp(0), None);
    form.shown(Timestamp(50_000));
    assert_eq!(told(&mut form, 50_000), "expires in 0:10");
    assert_eq!(form.deadline(), Some(Timestamp(51_000)));
}

/// With the clock on, the limit counts in seconds from the start.
#[test]
fn a_limit_beside_a_clock() {
    let mut form = clocked(true, Some(Expiry { after_ms: 300_000, means: None }));
    form.shown(Timestamp(0));
    assert_eq!(told(&mut form, 61_000), "expires in 3:59 | ⏱  1:01 elapsed");
}
