//! A cable that is cut between asq and its server: neither side learns of it from the network.
//!
//! - An inbox reports by itself that the server is unreachable, and so does an ask or a list. The network would report it
//!   after many minutes; the tests of the client hold the ten seconds.
//! - What is typed stays; an answer that was given meanwhile arrives once, when the connection is back.
//! - An ask ends as unavailable, with the way out.

use super::site::Site;
use crate::ASQ;
use crate::done::Done;
use crate::shop::DATABASE;
use asq_testkit::eventually::eventually;
use expect_test::expect;
use rustix::process::Signal;

#[test]
fn a_cut_cable_is_reported_and_what_was_said_meanwhile_arrives_once() {
    let Some(site) = Site::new("cut") else { return };
    let (agent, desk) = (site.machine(0, "ask"), site.machine(1, "answer"));
    let asker = agent.asks(&["ask", "-q", "Which name?", "--text", "--inbox"]);
    let inbox = desk.inbox();
    inbox.sees("1 waiting");
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("Esc put aside");
    inbox.tmux.text("typed bef");
    inbox.sees("typed bef");
    let id = site.shop.asq(&["list", "--json"]).id();
    eventually("a waiting asker", || site.shop.asq(&["list", "--json"]).json()["asker_waits"] == true);

    site.network.cut(0);
    site.network.cut(1);
    inbox.tmux.text("ore and after");
    let screen = inbox.sees("does not answer");
    assert!(screen.contains("typed before and after"), "{screen}");
    // What is answered now waits for the server.
    inbox.tmux.keys(&["Enter"]);
    let is_held = |screen: &str| screen.contains("does not answer") && !screen.contains("Esc put aside");
    inbox.tmux.wait("the list", is_held);

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
}

#[test]
fn an_ask_whose_server_is_unreachable_ends_as_unavailable_with_the_way_out() {
    let Some(site) = Site::new("unreachable") else { return };
    let (agent, desk) = (site.machine(0, "ask"), site.machine(1, "answer"));
    assert_eq!(agent.runs(ASQ, &["ask", "-q", "Before?", "--text", "--no-wait"]).code, 6);
    site.network.cut(0);
    site.network.cut(1);
    let asked = agent.runs(ASQ, &[&DATABASE[..], &["--inbox"]].concat());
    let listed = desk.runs(ASQ, &["list"]);
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
    inbox.sees("does not answer");
    site.network.mend(1);
    let is_back = |screen: &str| screen.contains("1 waiting") && !screen.contains("does not answer");
    inbox.tmux.wait("its return", is_back);
    // The same while nobody does anything.
    site.network.cut(1);
    inbox.sees("does not answer");
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
    inbox.sees("does not answer");
    site.serving.signal(Signal::CONT);
    let is_back = |screen: &str| screen.contains("1 waiting") && !screen.contains("does not answer");
    inbox.tmux.wait("its return", is_back);
    inbox.tmux.text("q");
    assert_eq!(inbox.end().code, "0");
}
