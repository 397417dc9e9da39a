//! A cable that is cut between asq and its server: neither side learns of it from the network.
//!
//! - An inbox reports within ten seconds that the server is unreachable, and so does an ask or a list.
//! - What is typed stays; an answer that was given meanwhile arrives once, when the connection is back.
//! - An ask ends as unavailable, with the way out.

use super::site::Site;
use crate::ASQ;
use crate::done::Done;
use crate::shop::DATABASE;
use asq_testkit::eventually::eventually;
use asq_testkit::faults::say;
use expect_test::expect;
use rustix::process::Signal;
use std::time::{Duration, Instant};

/// asq's promise.
const REPORTED: Duration = Duration::from_secs(10);

#[test]
fn a_cut_cable_is_reported_and_what_was_said_meanwhile_arrives_once() {
    let Some(site) = Site::new("cut") else { return };
    let (agent, desk) = (site.machine(0, "ask"), site.machine(1, "answer"));
    let asker = agent.asks(&["ask", "-q", "Which name?", "--text", "--inbox"]);
    let inbox = desk.inbox();
    inbox.sees("1 waiting");
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("Esc put aside");
    inbox.tmux.wait_still();
    inbox.tmux.text("typed bef");
    inbox.sees("typed bef");
    let id = site.shop.asq(&["list", "--json"]).id();
    eventually("a waiting asker", || site.shop.asq(&["list", "--json"]).json()["asker_waits"] == true);

    site.network.cut(0);
    site.network.cut(1);
    let cut = Instant::now();
    inbox.tmux.text("ore and after");
    let screen = inbox.sees("does not answer");
    let reported = cut.elapsed();
    assert!(reported <= REPORTED, "{reported:?}");
    assert!(screen.contains("typed before and after"), "{screen}");
    inbox.tmux.keys(&["Enter"]);
    let screen = inbox.tmux.wait_still();
    assert!(screen.contains("does not answer"), "{screen}");

    site.network.mend(0);
    site.network.mend(1);
    inbox.sees("0 waiting");
    let back = Done::of(&asker.ended());
    assert_eq!(
        (back.code, back.json()["details"]["answers"]["q1"]["value"].as_str()),
        (0, Some("typed before and after"))
    );
    let verified = site.shop.asq(&["log", "verify"]).out;
    assert!(verified.starts_with("3 records"), "{verified}");
    assert_eq!(site.shop.asq(&["history", "--json"]).id(), id);
    inbox.tmux.text("q");
    assert_eq!(inbox.end().code, "0");
    say(&format!("CUT: reported to somebody who types after {reported:?}"));
}

#[test]
fn an_ask_whose_server_is_unreachable_ends_as_unavailable_with_the_way_out() {
    let Some(site) = Site::new("unreachable") else { return };
    let (agent, desk) = (site.machine(0, "ask"), site.machine(1, "answer"));
    assert_eq!(agent.runs(ASQ, &["ask", "-q", "Before?", "--text", "--no-wait"]).code, 6);
    site.network.cut(0);
    site.network.cut(1);
    let timed = |run: &dyn Fn() -> Done| {
        let began = Instant::now();
        let done = run();
        assert!(began.elapsed() <= REPORTED, "{:?}: {done:?}", began.elapsed());
        done
    };
    let asked = timed(&|| agent.runs(ASQ, &[&DATABASE[..], &["--inbox"]].concat()));
    let listed = timed(&|| desk.runs(ASQ, &["list"]));
    let all = [asked, listed].map(|done| format!("{}\n{}{}", done.code, done.out, done.err));
    let told = all.join("\n").replace(&site.serving.tls_url(), "URL");
    expect![[r#"
        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
        asq: the server at URL can't be reached: no connection after 5 seconds
          ASQ_STORE names it; asq serve runs there
          nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
          asq help store says where the store is, and how to choose another

        74
        asq: the server at URL can't be reached: no connection after 5 seconds
          ASQ_STORE names it; asq serve runs there
    "#]].assert_eq(&told);
    let inbox = desk.inbox();
    let began = Instant::now();
    inbox.sees("does not answer");
    assert!(began.elapsed() <= REPORTED, "{:?}", began.elapsed());
    site.network.mend(1);
    let is_back = |screen: &str| screen.contains("1 waiting") && !screen.contains("does not answer");
    inbox.tmux.wait("its return", is_back);
    // The same while nobody does anything.
    site.network.cut(1);
    let began = Instant::now();
    inbox.sees("does not answer");
    assert!(began.elapsed() <= REPORTED, "{:?}", began.elapsed());
    say(&format!("CUT: reported to an idle inbox after {:?}", began.elapsed()));
    site.network.mend(1);
    inbox.tmux.wait("its return", is_back);
    inbox.tmux.text("q");
    assert_eq!(inbox.end().code, "0");
}

/// The machine answers for its process: nothing is wrong with the network.
#[test]
fn a_server_that_stands_still_is_reported_to_an_idle_inbox() {
    let Some(site) = Site::new("still") else { return };
    let (agent, desk) = (site.machine(0, "ask"), site.machine(1, "answer"));
    assert_eq!(agent.runs(ASQ, &["ask", "-q", "Before?", "--text", "--no-wait"]).code, 6);
    let inbox = desk.inbox();
    inbox.sees("1 waiting");
    site.serving.signal(Signal::STOP);
    let began = Instant::now();
    inbox.sees("does not answer");
    let reported = began.elapsed();
    site.serving.signal(Signal::CONT);
    assert!(reported <= REPORTED, "{reported:?}");
    let is_back = |screen: &str| screen.contains("1 waiting") && !screen.contains("does not answer");
    inbox.tmux.wait("its return", is_back);
    inbox.tmux.text("q");
    assert_eq!(inbox.end().code, "0");
}
