//! A signal at any moment, in every contract: the text on the screen comes back when the same call is asked again.
//!
//! - A seed decides how much is on the screen; the rest is typed at the moment of the signal. A failure names the seed.
//! - `ASQ_TEST_SIGNALS=n` tries so many cases.

use crate::terminal::{Home, Session};
use asq_testkit::faults::{Random, number};

/// A call, and the keys that begin a text of the person's own.
const CONTRACTS: [(&str, &[&str]); 6] = [
    (
        r#"{"name":"question","arguments":{"questions":[{"id":"a","prompt":"Which one?","options":[
        {"label":"Oak","value":"o"},{"label":"Elm","value":"e"}]}]}}"#,
        &["3"],
    ),
    (
        r#"{"name":"ask_user_question","arguments":{"questions":[{"question":"Which one?","header":"One","options":[
        {"label":"Oak","description":"a"},{"label":"Elm","description":"b"}]}]}}"#,
        &["Down", "Down"],
    ),
    (
        r#"{"name":"AskUserQuestion","arguments":{"questions":[{"type":"free_text","header":"one",
        "question":"Which one?"}]}}"#,
        &[],
    ),
    (
        r#"{"name":"ask_question","arguments":{"question":"Which one?","options":[{"label":"Oak"},{"label":"Elm"}]}}"#,
        &["3"],
    ),
    (
        r#"{"name":"question","arguments":{"questions":[{"question":"Which one?","header":"One","options":[
        {"label":"Oak","description":"a"},{"label":"Elm","description":"b"}]}]}}"#,
        &["3"],
    ),
    (
        r#"{"name":"ask","arguments":{"questions":[{"question":"Which one?","options":["Oak","Elm"]},
        {"question":"And then?","kind":"text"}]}}"#,
        &["3"],
    ),
];

/// Each with the exit code of the ask that it ends.
const SIGNALS: [(&str, &str); 3] = [("HUP", "8"), ("TERM", "8"), ("INT", "3")];

fn ask(home: &Home) -> Session<'_> {
    let session = home.run("$asq ask call.json >out");
    session.sees("Which one?");
    session
}

fn try_case(seed: u64) {
    let at = seed as usize;
    let (call, keys) = CONTRACTS[at % CONTRACTS.len()];
    let (signal, code) = SIGNALS[at / CONTRACTS.len() % SIGNALS.len()];
    let word = "never lost by a signal";
    let seen = 1 + Random(seed).below(word.len() as u64 - 1) as usize;
    let told = format!("seed {seed}: {signal} after {seen} letters of {call}");
    let home = Home::new().unguarded();
    home.write("call.json", call);
    let first = ask(&home);
    for key in keys {
        first.tmux.keys(&[key]);
    }
    first.tmux.wait(&told, |_| first.tmux.tell("#{cursor_flag}") == "1");
    first.tmux.text(&word[..seen]);
    first.tmux.wait(&told, |screen| screen.contains(word[..seen].trim_end()));
    first.tmux.text(&word[seen..]);
    first.signal(signal);
    assert_eq!(first.end().code, code, "{told}");
    let again = ask(&home);
    again.tmux.wait(&told, |screen| screen.contains(word[..seen].trim_end()));
}

#[test]
fn the_text_on_the_screen_outlives_a_signal_at_any_moment() {
    if let Some(seed) = number("ASQ_TEST_SEED") {
        return try_case(seed);
    }
    let all = (CONTRACTS.len() * SIGNALS.len()) as u64;
    (0..number("ASQ_TEST_SIGNALS").unwrap_or(all)).for_each(try_case);
}
