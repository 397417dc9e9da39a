//! A surface's line: notices, commands, and connections that break.

use crate::scripted::{Act, Came, Scripted, stream};
use crate::setting::{HOUR, ID, client, impatient, problem, soon_away, with};
use asq_backend::{Backend, Failure, Feed, Follow, Wake};
use asq_client::ClientLimits;
use asq_core::inbox::{Command, Notice};
use asq_core::life::{Closing, Refusal, RequestId, Right};
use asq_core::model::Draft;
use asq_testkit::eventually::eventually;
use asq_testkit::sample;
use asq_wire::http::{CallCode, CallProblem, FeedCommands, FeedHello, notice_to_json};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn event(name: &str, data: &serde_json::Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

fn hello(feed: &str, known: &[RequestId]) -> String {
    let hello = FeedHello { feed: feed.into(), known: Some(known.to_vec()) };
    event("feed", &hello.to_json())
}

fn notice(notice: &Notice) -> String {
    event("notice", &notice_to_json(notice))
}

/// A server with a feed; each new feed hands the test its stream.
fn server(posts: impl FnMut(&Came) -> Act + Send + 'static) -> (Scripted, Receiver<Sender<String>>) {
    let (feeds, opened) = channel();
    (Scripted::new(script(feeds, posts)), opened)
}

fn script(
    feeds: Sender<Sender<String>>,
    mut posts: impl FnMut(&Came) -> Act + Send,
) -> impl FnMut(&Came) -> Act + Send {
    move |came| {
        if came.method == "POST" {
            return posts(came);
        }
        let (send, act) = stream();
        feeds.send(send).unwrap();
        act
    }
}

fn takes(_: &Came) -> Act {
    Act::Text(204, "")
}

/// Refuses so many posts of commands in one way or another, and takes the later ones.
fn takes_after(mut refused: usize) -> impl FnMut(&Came) -> Act + Send {
    move |_| {
        let Some(left) = refused.checked_sub(1) else { return Act::Text(204, "") };
        refused = left;
        if left % 2 == 1 {
            return Act::Drop;
        }
        let (status, body) = problem(&CallProblem::call(CallCode::TooMany, "too much at once"));
        Act::Reply(status, body)
    }
}

fn away(server: &Scripted) -> Notice {
    Notice::Trouble(Some(format!("the server does not answer; asq tries again ({})", server.url())))
}

/// The notices up to the one for which this holds.
fn until(feed: &dyn Feed, last: impl Fn(&Notice) -> bool) -> Vec<Notice> {
    let mut all = Vec::new();
    eventually("notices", || {
        all.extend(feed.notices());
        all.iter().any(&last).then_some(())
    });
    all
}

fn commands(server: &Scripted) -> Vec<FeedCommands> {
    let came = server.came.lock().unwrap();
    let posts = came.iter().filter(|came| came.method == "POST");
    posts.map(|came| FeedCommands::from_json(&came.body).unwrap()).collect()
}

#[test]
fn notices_come_and_commands_go() {
    let (server, opened) = server(takes);
    let backend = client(&server);
    let (rung, rings) = channel();
    let rung = Mutex::new(rung);
    let wake = Wake::Call(Box::new(move || rung.lock().unwrap().send(()).unwrap()));
    let go = std::thread::spawn(move || {
        let feed = opened.recv().unwrap();
        feed.send(": hello\n\n".to_owned() + &hello("f1", &[ID])).unwrap();
        feed
    });
    let feed = backend.follow(Follow::Inbox, wake).unwrap();
    let stream = go.join().unwrap();
    assert_eq!(feed.notices(), []);
    let arrived = Notice::Arrived(Arc::new(sample::pending(7)));
    stream.send(notice(&arrived)).unwrap();
    rings.recv().unwrap();
    assert_eq!(until(&*feed, |notice| *notice == arrived), [arrived]);
    feed.send(Command::Open(ID));
    feed.send(Command::Close { id: ID, closing: Closing::Withdraw, key: None });
    eventually("commands", || {
        (commands(&server).iter().map(|sent| sent.commands.len()).sum::<usize>() == 2).then_some(())
    });
    let sent: Vec<Command> = commands(&server).into_iter().flat_map(|sent| sent.commands).collect();
    assert_eq!(sent[0], Command::Open(ID));
    assert!(matches!(&sent[1], Command::Close { key: Some(_), .. }), "an ending has a key: {sent:?}");
    assert!(server.lines().contains(&"POST /v1/feed/f1".to_owned()));
    assert!(server.lines().contains(&"GET /v1/feed?follow=inbox".to_owned()));
}

#[test]
fn a_feed_comes_back_by_itself_and_the_person_hears_of_it() {
    let (server, opened) = server(takes);
    let address = server.address;
    let backend = with(&server.url(), &["t"], soon_away());
    let first = std::thread::spawn(move || {
        let feed = opened.recv().unwrap();
        feed.send(hello("f1", &[])).unwrap();
        feed
    });
    let feed = backend.follow(Follow::Inbox, Wake::Descriptor).unwrap();
    let stream = first.join().unwrap();
    for id in [7, 8] {
        stream.send(notice(&Notice::Arrived(Arc::new(sample::pending(id))))).unwrap();
    }
    until(&*feed, |notice| matches!(notice, Notice::Arrived(pending) if pending.id == RequestId(8)));
    feed.send(Command::Open(ID));
    eventually("a command", || commands(&server).len() == 1);
    drop(server);
    let why = format!("the server does not answer; asq tries again (http://{address})");
    let away = Notice::Trouble(Some(why));
    assert_eq!(until(&*feed, |notice| *notice == away), [away]);
    feed.send(Command::Snooze { id: ID, until_ms: 7 });
    let (feeds, opened) = channel();
    let server = Scripted::at(address, script(feeds, takes));
    let stream = opened.recv().unwrap();
    stream.send(hello("f2", &[ID])).unwrap();
    stream.send(notice(&Notice::Arrived(Arc::new(sample::pending(7))))).unwrap();
    let back = until(&*feed, |notice| *notice == Notice::Trouble(None));
    assert_eq!(back, [Notice::Gone(RequestId(8)), Notice::Trouble(None)]);
    eventually("a command on the new feed", || !commands(&server).is_empty());
    let again =
        FeedCommands { from: 0, commands: vec![Command::Open(ID), Command::Snooze { id: ID, until_ms: 7 }] };
    assert_eq!(commands(&server)[0], again);
    assert!(server.lines().contains(&"POST /v1/feed/f2".to_owned()));
}

#[test]
fn a_feed_that_the_server_let_go_is_opened_again() {
    let mut posts = 0;
    let (server, opened) = server(move |_| {
        posts += 1;
        if posts == 1 { Act::Text(404, "{}") } else { Act::Text(204, "") }
    });
    let backend = client(&server);
    let streams = std::thread::spawn(move || {
        ["f1", "f2"].map(|name| {
            let feed = opened.recv().unwrap();
            feed.send(hello(name, &[])).unwrap();
            feed
        })
    });
    let feed = backend.follow(Follow::Inbox, Wake::Descriptor).unwrap();
    feed.send(Command::Late);
    let _streams = streams.join().unwrap();
    eventually("the commands again", || commands(&server).len() == 2);
    let late = FeedCommands { from: 0, commands: vec![Command::Late] };
    assert_eq!(commands(&server), [late.clone(), late]);
}

#[test]
fn a_reply_to_commands_that_was_lost_does_not_renumber_them() {
    let mut posts = 0;
    let (server, opened) = server(move |_| {
        posts += 1;
        if posts < 3 { Act::Drop } else { Act::Text(204, "") }
    });
    let backend = client(&server);
    let stream = std::thread::spawn(move || {
        let feed = opened.recv().unwrap();
        feed.send(hello("f1", &[])).unwrap();
        feed
    });
    let feed = backend.follow(Follow::Inbox, Wake::Descriptor).unwrap();
    let _stream = stream.join().unwrap();
    feed.send(Command::Late);
    eventually("the commands a third time", || commands(&server).len() == 3);
    feed.send(Command::Typed);
    eventually("the next command", || commands(&server).len() == 4);
    let numbers: Vec<u64> = commands(&server).iter().map(|sent| sent.from).collect();
    assert_eq!(numbers, [0, 0, 0, 1]);
}

#[test]
fn a_silent_stream_is_given_up() {
    let (server, opened) = server(takes);
    let backend = with(&server.url(), &["t"], impatient());
    let streams = std::thread::spawn(move || {
        ["f1", "f2"].map(|name| {
            let feed = opened.recv().unwrap();
            feed.send(hello(name, &[])).unwrap();
            feed
        })
    });
    let _feed = backend.follow(Follow::Inbox, Wake::Descriptor).unwrap();
    streams.join().unwrap();
}

#[test]
fn leaving_waits_for_what_is_not_sent() {
    let (server, opened) = server(takes);
    let backend = client(&server);
    let stream = std::thread::spawn(move || {
        let feed = opened.recv().unwrap();
        feed.send(hello("f1", &[])).unwrap();
        feed
    });
    let feed = backend.follow(Follow::Inbox, Wake::Descriptor).unwrap();
    let stream = stream.join().unwrap();
    let draft = Command::Draft { id: ID, draft: Draft::default() };
    feed.send(draft.clone());
    drop(feed);
    assert_eq!(commands(&server), [FeedCommands { from: 0, commands: vec![draft] }]);
    // The stream ends with the surface.
    eventually("the end of the stream", || stream.send(": heartbeat\n\n".to_owned()).is_err().then_some(()));
}

#[test]
fn whoever_may_not_answer_follows_nothing_and_a_server_that_is_away_is_no_reason_not_to() {
    let why = Refusal::Right { needed: Right::Answer, came: Right::Ask };
    let (status, body) = problem(&CallProblem::Refused(Box::new(why.clone())));
    let server = Scripted::new(move |_| Act::Reply(status, body.clone()));
    let refused = client(&server).follow(Follow::Inbox, Wake::Descriptor).map(drop);
    assert_eq!(refused, Err(Failure::Refused(Box::new(why))));
    let address = server.address;
    drop(server);
    let backend = with(&format!("http://{address}"), &["t"], soon_away());
    let feed = backend.follow(Follow::Inbox, Wake::Descriptor).unwrap();
    assert!(matches!(feed.notices()[..], [Notice::Trouble(Some(_))]));
    let (feeds, opened) = channel();
    let _server = Scripted::at(address, script(feeds, takes));
    let stream = opened.recv().unwrap();
    stream.send(hello("f1", &[])).unwrap();
    assert_eq!(until(&*feed, |_| true), [Notice::Trouble(None)]);
}

#[test]
fn a_notice_of_a_newer_server_is_left_out_and_nonsense_ends_the_feed() {
    let (server, opened) = server(takes);
    let backend = client(&server);
    let stream = std::thread::spawn(move || {
        let feed = opened.recv().unwrap();
        feed.send(hello("f1", &[])).unwrap();
        feed
    });
    let feed = backend.follow(Follow::Inbox, Wake::Descriptor).unwrap();
    let stream = stream.join().unwrap();
    stream
        .send("event: notice\ndata: {\"notice\":\"sung\"}\n\n".to_owned() + &notice(&Notice::Late(2)))
        .unwrap();
    assert_eq!(until(&*feed, |_| true), [Notice::Late(2)]);
    stream.send("event: notice\ndata: {\"notice\":\"late\"}\n\n".to_owned()).unwrap();
    let stopped = until(&*feed, |notice| matches!(notice, Notice::Stopped(_)));
    assert!(matches!(&stopped[..], [Notice::Stopped(why)] if why.contains("isn't asq serve")), "{stopped:?}");
}

/// Follows, over one feed.
fn follows(backend: &dyn Backend, opened: Receiver<Sender<String>>) -> (Box<dyn Feed>, Sender<String>) {
    let stream = std::thread::spawn(move || {
        let feed = opened.recv().unwrap();
        feed.send(hello("f1", &[])).unwrap();
        feed
    });
    let feed = backend.follow(Follow::Inbox, Wake::Descriptor).unwrap();
    (feed, stream.join().unwrap())
}

#[test]
fn a_server_that_takes_a_command_at_a_later_try_was_never_away() {
    let (server, opened) = server(takes_after(3));
    let limits = ClientLimits { away: HOUR, feed_silence: HOUR, ..ClientLimits::default() };
    let backend = with(&server.url(), &["t"], limits);
    let (feed, stream) = follows(&backend, opened);
    feed.send(Command::Late);
    eventually("a try that succeeds", || commands(&server).len() == 4);
    stream.send(notice(&Notice::Late(2))).unwrap();
    assert_eq!(until(&*feed, |notice| *notice == Notice::Late(2)), [Notice::Late(2)]);
}

#[test]
fn a_server_that_takes_no_command_is_reported_although_its_stream_stands() {
    let (server, opened) = server(takes_after(3));
    let backend = with(&server.url(), &["t"], soon_away());
    let (feed, _stream) = follows(&backend, opened);
    feed.send(Command::Late);
    let all = until(&*feed, |notice| *notice == Notice::Trouble(None));
    assert_eq!(all, [away(&server), Notice::Trouble(None)]);
}

#[test]
fn a_server_that_keeps_a_command_waiting_is_reported_before_the_call_is_given_up() {
    let (go, gate) = channel::<()>();
    let (server, opened) = server(move |_| {
        // The test opens the gate once.
        let _ = gate.recv();
        Act::Text(204, "")
    });
    let call = Duration::from_millis(400);
    let limits = ClientLimits { call, away: HOUR, feed_silence: HOUR, ..ClientLimits::default() };
    let backend = with(&server.url(), &["t"], limits);
    let (feed, _stream) = follows(&backend, opened);
    feed.send(Command::Late);
    let mut all = until(&*feed, |notice| *notice == away(&server));
    drop(go);
    all.extend(until(&*feed, |notice| *notice == Notice::Trouble(None)));
    assert_eq!(all, [away(&server), Notice::Trouble(None)]);
}

#[test]
fn a_token_that_no_longer_counts_ends_the_feed_with_the_reason() {
    let (feeds, opened) = channel();
    let (mut first, mut calls) = (script(feeds, takes), 0);
    let server = Scripted::new(move |came| {
        calls += 1;
        if calls == 1 {
            return first(came);
        }
        let (status, body) = problem(&CallProblem::call(CallCode::Unauthorized, "no"));
        Act::Reply(status, body)
    });
    let limits = ClientLimits { away: HOUR, feed_silence: HOUR, ..ClientLimits::default() };
    let backend = with(&server.url(), &["t"], limits);
    let (feed, stream) = follows(&backend, opened);
    drop(stream);
    let address = server.url();
    let why = format!(
        "the server at {address} refuses the token in tokens/host: it is unknown, revoked or expired\n\
         asq token new makes another one, on the machine of the server"
    );
    assert_eq!(until(&*feed, |_| true), [Notice::Stopped(why)]);
}
