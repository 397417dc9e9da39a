//! Surfaces: their notices, the results of their commands, and the fate of typed text.

use super::setting::{
    OnStore, Party, Still, answer, asker, at, called, driver, limited, open, person, pick, request, surface,
    told_until, two, typed,
};
use asq_backend::{Feed, Follow, LogNews, LogReader, Wake};
use asq_core::inbox::{AnnouncePace, Command, Notice, Position, RequestMark};
use asq_core::life::{Actor, Closing, IdempotencyKey, Kin, Origin, Refusal, RequestId};
use asq_core::model::{Draft, Outcome, TypedIn};
use asq_runtime::driver::{Identity, Surface};
use asq_store::{AnnounceRound, ClaimAsk, Claimed, DraftRow, Faults, Faulty, Sqlite, Upkeep, UpkeepStage};
use asq_testkit::folder::TempFolder;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn says(id: RequestId, option: usize, seen: &str) -> Command {
    Command::Close { id, closing: answer(pick(option), seen), key: Some(IdempotencyKey("k".into())) }
}

/// Somebody without the right to answer.
struct AsksOnly;

impl Identity for AsksOnly {
    fn asker(&self) -> Option<Actor> {
        Some(asker())
    }

    fn taker(&self) -> Option<Actor> {
        Some(asker())
    }

    fn person(&self, _: &Origin) -> Option<Actor> {
        None
    }
}

#[test]
fn without_the_right_to_answer_nobody_follows_requests_or_the_log() {
    let (here, _, _) = two();
    let agent = here.backend(Arc::new(AsksOnly));
    let refused = [
        agent.follow(Follow::Inbox, Wake::Descriptor).map(drop),
        agent.follow(Follow::Opened, Wake::Descriptor).map(drop),
        agent.follow_from(Position(0), Wake::Descriptor).map(drop),
    ];
    for refused in refused {
        assert_eq!(
            format!("{:?}", refused.expect_err("refused")),
            "Refused(Right { needed: Answer, came: Ask })"
        );
    }
    assert!(!here.inbox_in_use());
    let party = here.backend(Arc::new(Party { person: person("ann"), kin: Kin::Apart }));
    assert!(party.follow(Follow::Inbox, Wake::Descriptor).is_ok());
    assert!(party.follow_from(Position(0), Wake::Descriptor).is_ok());
}

#[test]
fn an_inbox_that_is_open_during_an_import_shows_what_was_imported_and_log_readers_get_a_reset() {
    let (old, _, clock) = two();
    let (imported, _) = open(&old, called("c1", request("Which?")));
    for n in 0..600 {
        old.ask(called(&format!("old {n}"), request("Which?")), &asker()).unwrap();
    }
    let mut log = Vec::new();
    old.store().export(&mut log).unwrap();
    let folder = TempFolder::new("imported");
    let path = folder.path().join("store.db");
    let process = |from| driver(Arc::new(Sqlite::open(&path).unwrap()), &clock, from);
    let (here, other) = (process(10_000), process(20_000));
    let ann = Arc::new(Mutex::new(here.follow(surface("ann", true)).unwrap()));
    let (wake, woken) = channel();
    let wake = Wake::Call(Box::new(move || {
        // A reader that is gone needs no waking.
        let _ = wake.send(());
    }));
    let reader = here.follow_from(Position(0), wake).unwrap();
    let inbox = ann.clone();
    let store = Sqlite::open(&path).unwrap();
    let reports = AtomicU64::new(0);
    store.on_progress(Box::new(move |progress| {
        if progress.stage == UpkeepStage::Reading && reports.fetch_add(1, Ordering::SeqCst) == 0 {
            let (id, _) = open(&other, called("c2", request("Which?")));
            told_until(&inbox.lock().unwrap(), |n| matches!(n, Notice::Arrived(p) if p.id == id));
        }
    }));
    assert_eq!(store.import(&mut &log[..]).unwrap(), 601);
    told_until(&ann.lock().unwrap(), |n| matches!(n, Notice::Arrived(p) if p.id == imported));
    while let LogNews::Entries(entries) = reader.next(10).unwrap() {
        if entries.is_empty() {
            woken.recv_timeout(Duration::from_mins(1)).unwrap();
        }
    }
}

#[test]
fn what_is_open_and_what_comes_is_told_and_a_loser_hears_who_won() {
    let (here, there, _) = two();
    let (first, digest) = open(&here, called("c1", request("Which?")));
    assert!(!here.inbox_in_use());
    let ann = here.follow(surface("ann", true)).unwrap();
    let bob = there.follow(surface("bob", true)).unwrap();
    assert!(there.inbox_in_use());
    let arrived = |wanted| move |n: &Notice| matches!(n, Notice::Arrived(p) if p.id == wanted);
    told_until(&ann, arrived(first));
    let (second, _) = open(&there, called("c2", request("Which?")));
    told_until(&ann, arrived(second));
    told_until(&bob, arrived(second));

    ann.send(says(first, 0, &digest));
    told_until(&ann, |n| *n == Notice::Accepted(first));
    let told = told_until(&bob, |n| matches!(n, Notice::Closed { .. }));
    assert_eq!(
        told.last(),
        Some(&Notice::Closed { id: first, by: Box::new(person("ann")), at: at(0), how: "answered" })
    );
    bob.send(says(first, 1, &digest));
    let told = told_until(&bob, |n| matches!(n, Notice::Refused { .. }));
    let won = Refusal::Closed {
        by: Box::new(person("ann")),
        at: at(0),
        outcome: Box::new(Outcome::Answered(pick(0))),
    };
    assert_eq!(told.last(), Some(&Notice::Refused { id: first, why: Box::new(won) }));
    here.deliver(first, &asker()).unwrap();
    told_until(&bob, |n| *n == Notice::Delivered(first));
    drop((ann, bob));
    assert!(!here.inbox_in_use());
}

#[test]
fn an_asker_that_goes_is_told() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let link = there.follow(surface("ann", true)).unwrap();
    told_until(&link, |n| *n == Notice::Asker { id, waits: false });
    let waits = here.wait(&[id], true);
    told_until(&link, |n| *n == Notice::Asker { id, waits: true });
    drop(waits);
    told_until(&link, |n| *n == Notice::Asker { id, waits: false });
}

#[test]
fn a_form_that_follows_no_list_hears_that_its_request_is_over() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let (other, others) = open(&there, called("c2", request("Which?")));
    let form = here.follow(surface("ann", false)).unwrap();
    form.send(Command::Open(id));
    told_until(&form, |n| matches!(n, Notice::Opened { .. }));
    there.close(other, answer(pick(0), &others), None, &person("bob")).unwrap();
    there.close(id, answer(pick(0), &digest), None, &person("bob")).unwrap();
    let told = told_until(&form, |n| matches!(n, Notice::Closed { .. }));
    let closed = Notice::Closed { id, by: Box::new(person("bob")), at: at(0), how: "answered" };
    assert_eq!(told, [closed], "and of no other");
}

#[test]
fn what_is_typed_on_one_surface_is_on_the_other() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let ann = here.follow(surface("ann", false)).unwrap();
    let bob = there.follow(surface("bob", false)).unwrap();
    let opened = |n: &Notice| matches!(n, Notice::Opened { .. });
    ann.send(Command::Open(id));
    told_until(&ann, opened);
    bob.send(Command::Open(id));
    told_until(&bob, opened);
    ann.send(Command::Draft { id, draft: typed("half a") });
    let told = told_until(&bob, |n| matches!(n, Notice::Drafted { .. }));
    assert_eq!(told, [Notice::Drafted { id, draft: Box::new(typed("half a")) }]);
    // What is held is kept when the surface goes, and comes back wherever it is opened.
    ann.send(Command::Draft { id, draft: typed("half an answer") });
    drop(ann);
    assert_eq!(here.drafts(id).unwrap(), typed("half an answer"));
    let cara = here.follow(surface("cara", false)).unwrap();
    cara.send(Command::Open(id));
    let told = told_until(&cara, opened);
    let Some(Notice::Opened { draft, at: when, asked, .. }) = told.last() else { panic!("{told:?}") };
    assert_eq!((&**draft, *when, asked.request.questions.len()), (&typed("half an answer"), at(0), 1));
}

#[test]
fn both_texts_of_a_clash_come_back() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let ann = here.follow(surface("ann", false)).unwrap();
    let bob = there.follow(surface("bob", false)).unwrap();
    let opened = |n: &Notice| matches!(n, Notice::Opened { .. });
    for link in [&ann, &bob] {
        link.send(Command::Open(id));
        told_until(link, opened);
    }
    ann.send(Command::Draft { id, draft: typed("what ann says") });
    drop(ann);
    bob.send(Command::Draft { id, draft: typed("what bob says") });
    drop(bob);
    let cara = here.follow(surface("cara", false)).unwrap();
    cara.send(Command::Open(id));
    let told = told_until(&cara, |n| matches!(n, Notice::Clash { .. }));
    let [Notice::Opened { draft, .. }, Notice::Clash { draft: other, .. }] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!((&**draft, &**other), (&typed("what bob says"), &typed("what ann says")));
}

#[test]
fn nothing_of_a_secret_and_nothing_that_confirms_danger_is_kept() {
    let (here, _, _) = two();
    let mut secret = called("c1", request("Which?"));
    secret.request.questions[0].sensitive = true;
    let mut danger = called("c2", request("Which?"));
    danger.request.questions[0].danger = Some(asq_core::model::Danger::default());
    let ids = [open(&here, secret).0, open(&here, danger).0];
    let ann = here.follow(surface("ann", false)).unwrap();
    let mut draft = typed("hunter2");
    draft.typed[0].place = TypedIn::Edit;
    draft.answers.entries[0].confirmed = Some("yes, all of it".into());
    for id in ids {
        ann.send(Command::Draft { id, draft: draft.clone() });
    }
    drop(ann);
    for id in ids {
        assert_eq!(here.store().drafts(id).unwrap(), []);
    }
}

#[test]
fn a_beaten_persons_text_is_kept_as_unsent() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let ann = here.follow(surface("ann", false)).unwrap();
    let bob = there.follow(surface("bob", false)).unwrap();
    ann.send(Command::Draft { id, draft: typed("mine") });
    ann.send(Command::Open(id));
    told_until(&ann, |n| matches!(n, Notice::Opened { .. }));
    bob.send(says(id, 0, &digest));
    told_until(&bob, |n| *n == Notice::Accepted(id));
    // This comes too late, and is not lost either.
    ann.send(Command::Draft { id, draft: typed("mine, and more") });
    drop(ann);
    assert_eq!(here.store().drafts(id).unwrap(), []);
    let unsent = here.store().late_drafts(id).unwrap();
    let texts: Vec<String> = unsent.iter().map(|row| String::from_utf8(row.body.clone()).unwrap()).collect();
    assert!(texts.iter().any(|text| text.contains("mine, and more")), "{texts:?}");
}

/// What was typed and is in no answer is kept as unsent; what is in the answer is not kept a second time.
#[test]
fn what_an_answer_does_not_hold_is_kept_as_unsent() {
    let (here, _, _) = two();
    for (text, left) in [("not chosen", true), ("", false)] {
        let (id, digest) = open(&here, called(if left { "c1" } else { "c2" }, request("Which?")));
        let ann = here.follow(surface("ann", true)).unwrap();
        ann.send(Command::Open(id));
        told_until(&ann, |n| matches!(n, Notice::Opened { .. }));
        ann.send(Command::Draft { id, draft: if left { typed(text) } else { Draft::default() } });
        ann.send(says(id, 0, &digest));
        told_until(&ann, |n| *n == Notice::Accepted(id));
        assert_eq!(here.store().drafts(id).unwrap(), []);
        let unsent = here.store().late_drafts(id).unwrap();
        let texts: Vec<String> =
            unsent.iter().map(|row| String::from_utf8(row.body.clone()).unwrap()).collect();
        assert_eq!(texts.iter().any(|body| body.contains("not chosen")), left, "{texts:?}");
        assert_eq!(texts.is_empty(), !left, "{texts:?}");
    }
}

fn announce(ids: Vec<RequestId>) -> Command {
    Command::Announce { ids, pace: AnnouncePace::default() }
}

#[test]
fn an_inbox_that_opens_later_has_what_was_put_off_and_where_a_draft_is_kept() {
    let (here, there, _) = two();
    let (first, _) = open(&here, called("c1", request("Which?")));
    let (second, _) = open(&here, called("c2", request("Which?")));
    let ann = here.follow(surface("ann", true)).unwrap();
    ann.send(Command::Snooze { id: first, until_ms: u64::MAX >> 1 });
    ann.send(Command::Open(second));
    told_until(&ann, |n| matches!(n, Notice::Opened { .. }));
    ann.send(Command::Draft { id: second, draft: typed("half a") });
    told_until(&ann, |n| *n == Notice::Marked { id: second, mark: RequestMark::Draft });
    let bob = there.follow(surface("bob", true)).unwrap();
    let mut came = Vec::new();
    let all = ["first", "second", "put off", "marked"];
    told_until(&bob, |n| {
        came.extend(about(n, first, second));
        let last = |what| came.iter().rposition(|it| *it == what);
        // A list drops what it hears before the request.
        all.iter().all(|what| came.contains(what))
            && last("first") < last("put off")
            && last("second") < last("marked")
    });
    ann.send(Command::Draft { id: second, draft: Draft::default() });
    ann.send(Command::Shut(second));
    told_until(&bob, |n| *n == Notice::Marked { id: second, mark: RequestMark::None });
}

fn about(notice: &Notice, first: RequestId, second: RequestId) -> Option<&'static str> {
    let arrived = |id| matches!(notice, Notice::Arrived(pending) if pending.id == id);
    let put_off = matches!(notice, Notice::Snoozed { id, until_ms } if *id == first && *until_ms > 0);
    let marked = *notice == Notice::Marked { id: second, mark: RequestMark::Draft };
    [(arrived(first), "first"), (arrived(second), "second"), (put_off, "put off"), (marked, "marked")]
        .into_iter()
        .find_map(|(is, what)| is.then_some(what))
}

#[test]
fn nobody_announces_what_arrives_while_a_person_types() {
    let (here, there, _) = two();
    let (first, _) = open(&here, called("c1", request("Which?")));
    let ann = here.follow(surface("ann", true)).unwrap();
    ann.send(Command::Typed);
    ann.send(Command::Open(first));
    told_until(&ann, |n| matches!(n, Notice::Opened { .. }));
    let now_ms = at(0).wall_ms;
    let ask = ClaimAsk { ids: vec![first], round: AnnounceRound::First, now_ms, gap_ms: 0, silent: false };
    assert_eq!(there.store().claim(&ask).unwrap(), Claimed { mine: Vec::new(), wait_ms: 6000 });
}

#[test]
fn each_request_is_announced_by_one_surface_and_put_off_for_all() {
    let (here, there, _) = two();
    let (first, _) = open(&here, called("c1", request("Which?")));
    let (second, _) = open(&here, called("c2", request("Which?")));
    let ann = here.follow(surface("ann", true)).unwrap();
    let bob = there.follow(surface("bob", true)).unwrap();
    for link in [&ann, &bob] {
        told_until(link, |n| matches!(n, Notice::Arrived(p) if p.id == second));
    }
    ann.send(announce(vec![first]));
    told_until(&ann, |n| *n == Notice::Announced(vec![first]));
    bob.send(announce(vec![first, second]));
    told_until(&bob, |n| *n == Notice::Announced(vec![second]));
    ann.send(Command::Snooze { id: first, until_ms: 77 });
    told_until(&bob, |n| *n == Notice::Snoozed { id: first, until_ms: 77 });
    bob.send(Command::Snooze { id: first, until_ms: 0 });
    told_until(&ann, |n| *n == Notice::Snoozed { id: first, until_ms: 0 });
}

#[test]
fn an_answer_from_the_askers_own_tree_is_refused_wherever_it_is_typed() {
    let (here, _, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let agent = Party { person: person("agent"), kin: Kin::Own { forced: false } };
    let own = Surface { identity: Arc::new(agent), ..surface("agent", true) };
    let link = here.follow(own).unwrap();
    link.send(says(id, 0, &digest));
    told_until(&link, |n| *n == Notice::Refused { id, why: Box::new(Refusal::OwnTree) });
    assert!(here.wait_for(id, false, Some(Duration::ZERO)).unwrap().is_none());
}

#[test]
fn however_a_request_ends_what_others_typed_is_unsent_and_no_draft_stays() {
    let ends: [fn(&OnStore, RequestId, &str); 4] = [
        |driver, id, digest| {
            assert!(driver.close(id, answer(pick(0), digest), None, &person("bob")).unwrap());
        },
        |driver, id, _| {
            assert!(
                driver
                    .close(
                        id,
                        Closing::Decline { reason: None, draft: Draft::default() },
                        None,
                        &person("bob")
                    )
                    .unwrap()
            );
        },
        |driver, id, _| {
            assert!(
                driver.close(id, Closing::Cancel { draft: Draft::default() }, None, &person("bob")).unwrap()
            );
        },
        |driver, id, _| assert!(driver.close(id, Closing::Withdraw, None, &asker()).unwrap()),
    ];
    for (n, end) in ends.into_iter().enumerate() {
        let (here, there, _) = two();
        let (id, digest) = open(&here, called("c1", request("Which?")));
        let body = b"half a".to_vec();
        let row = DraftRow { request: id, question: 0, rev: 0, by: 9, at_ms: 1, body, other: None };
        here.store().keep_draft(&row).unwrap();
        end(&there, id, &digest);
        assert_eq!(here.store().drafts(id).unwrap(), [], "{n}");
        assert_eq!(here.store().late_drafts(id).unwrap(), [DraftRow { rev: 1, ..row }], "{n}");
    }
}

#[test]
fn what_is_typed_while_no_bell_rings_is_told_at_the_next_quiet_look() {
    let store = Faulty::new(1, Faults::default());
    let clock = Arc::new(Still::default());
    let here = driver(Arc::new(store.process()), &clock, 100);
    let there = driver(Arc::new(store.process()), &clock, 200);
    // The clock stands still, so a time limit is always as far away: a look every 20 ms.
    let (id, _) = open(&here, called("c1", limited("Which?", 20)));
    let ann = here.follow(surface("ann", true)).unwrap();
    let bob = there.follow(surface("bob", true)).unwrap();
    for link in [&ann, &bob] {
        link.send(Command::Open(id));
        told_until(link, |n| matches!(n, Notice::Opened { .. }));
    }
    store.faults(Faults { lost: 1000, ..Faults::default() });
    bob.send(Command::Draft { id, draft: typed("half a") });
    let told = told_until(&ann, |n| matches!(n, Notice::Drafted { .. }));
    assert_eq!(told.last(), Some(&Notice::Drafted { id, draft: Box::new(typed("half a")) }));
}
