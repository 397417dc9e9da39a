//! What becomes of a text when its request's time limit passes.

use super::setting::{
    OnStore, Still, answer, asker, called, limited, open, person, pick, surface, told_until, two, typed,
};
use asq_backend::Feed;
use asq_core::inbox::{Command, Notice};
use asq_core::life::RequestId;
use asq_runtime::driver::DriverFeed;
use asq_testkit::eventually::eventually;
use asq_wire::stored::draft_from_bytes;
use std::sync::Arc;

/// How far a text was saved when the limit passes.
#[derive(Clone, Copy, Debug)]
enum Saved {
    /// All of it.
    All,
    /// Its beginning; the rest is held for the next write.
    Half,
    /// Nothing: its surface sends it with the end of its form.
    Nothing,
}

/// The process that judges the limit.
#[derive(Clone, Copy, Debug)]
enum Judge {
    /// The thread that follows the log for the surface.
    Watch,
    /// Another process that answers too late.
    Answer,
    /// One that asks the same again.
    Ask,
    /// One that lists what is open.
    List,
    /// One that looks at the request.
    Look,
}

/// The texts that the store has as late, and whether it still has a draft.
fn kept(here: &OnStore, id: RequestId) -> (Vec<String>, bool) {
    let rows = here.store().late_drafts(id).unwrap();
    let texts = rows.iter().flat_map(|row| draft_from_bytes(&row.body).unwrap().typed);
    let texts = texts.map(|typed| typed.text.raw().to_owned()).collect();
    (texts, !here.store().drafts(id).unwrap().is_empty())
}

/// An open request with a limit, a surface that follows it only if it is the judge, and what it has typed.
fn typing(saved: Saved, judge: Judge) -> (OnStore, OnStore, Arc<Still>, DriverFeed, (RequestId, String)) {
    let (here, there, clock) = two();
    let request = open(&here, called("c", limited("Which?", 60_000)));
    let id = request.0;
    let ann = here.follow(surface("ann", matches!(judge, Judge::Watch))).unwrap();
    ann.send(Command::Open(id));
    told_until(&ann, |notice| matches!(notice, Notice::Opened { .. }));
    match saved {
        Saved::Nothing => {}
        Saved::All => ann.send(Command::Draft { id, draft: typed("my own words") }),
        Saved::Half => {
            ann.send(Command::Draft { id, draft: typed("my own") });
            ann.send(Command::Draft { id, draft: typed("my own words") });
        }
    }
    // The answer to this comes after all of that.
    ann.send(Command::Open(id));
    told_until(&ann, |notice| matches!(notice, Notice::Opened { .. }));
    (here, there, clock, ann, request)
}

#[test]
fn a_text_is_late_after_a_time_limit_however_far_it_was_saved_and_whoever_judged_the_limit() {
    for saved in [Saved::All, Saved::Half, Saved::Nothing] {
        for judge in [Judge::Watch, Judge::Answer, Judge::Ask, Judge::List, Judge::Look] {
            let (here, there, clock, ann, (id, digest)) = typing(saved, judge);
            clock.set(60_000);
            match judge {
                Judge::Watch => {
                    here.poll_now();
                    told_until(&ann, |notice| matches!(notice, Notice::Closed { how: "expired", .. }));
                }
                Judge::Answer => {
                    there.close(id, answer(pick(0), &digest), None, &person("bob")).unwrap_err();
                }
                Judge::Ask => {
                    there.ask(called("c", limited("Which?", 60_000)), &asker()).unwrap();
                }
                Judge::List => assert_eq!(there.pending(0).unwrap(), []),
                Judge::Look => assert!(there.life(id).unwrap().closed().is_some()),
            }
            if !matches!(saved, Saved::Nothing) {
                eventually("the draft is a late text", || !kept(&here, id).0.is_empty());
            }
            // As the inbox does when the limit ends a form.
            ann.send(Command::Draft { id, draft: typed("my own words") });
            ann.send(Command::Shut(id));
            ann.send(Command::Late);
            assert_eq!(
                told_until(&ann, |notice| matches!(notice, Notice::Late(_))).last(),
                Some(&Notice::Late(1))
            );
            let (texts, still_a_draft) = kept(&here, id);
            assert_eq!(
                (texts.last().map(String::as_str), still_a_draft),
                (Some("my own words"), false),
                "{saved:?} {judge:?}"
            );
        }
    }
}

/// The surface itself answers too late, with what it typed.
#[test]
fn ones_own_late_answer_is_a_late_text() {
    let (here, _, clock, ann, (id, digest)) = typing(Saved::All, Judge::Look);
    clock.set(60_000);
    ann.send(Command::Close { id, closing: answer(pick(0), &digest), key: None });
    told_until(&ann, |notice| matches!(notice, Notice::Refused { .. }));
    assert_eq!(kept(&here, id), (vec!["my own words".to_owned()], false));
}
