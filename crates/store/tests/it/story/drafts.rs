//! Drafts: the last write counts, and no replaced text is lost.

use super::Opened;
use crate::sample::*;
use asq_store::{DraftKept, DraftMark, DraftRow};
use std::sync::Barrier;

const DAY: u64 = 24 * 60 * 60 * 1000;

fn row(question: u32, rev: u64, by: u64, body: &str) -> DraftRow {
    let body = body.as_bytes().to_vec();
    DraftRow { request: id(1), question, rev, by, at_ms: 1000 + rev, body, other: None }
}

pub(crate) fn the_last_write_is_shown(open: &Opened) {
    assert_eq!(open.store.drafts(id(1)).expect("read"), []);
    assert_eq!(open.store.keep_draft(&row(0, 0, 5, "h")).expect("kept"), DraftKept::Kept(1));
    assert_eq!(open.store.keep_draft(&row(0, 1, 5, "he")).expect("kept"), DraftKept::Kept(2));
    assert_eq!(open.store.keep_draft(&row(3, 0, 5, "other")).expect("kept"), DraftKept::Kept(1));
    // Another surface that has seen the last text.
    assert_eq!((open.again)().keep_draft(&row(0, 2, 6, "hel")).expect("kept"), DraftKept::Kept(3));
    let shown = [DraftRow { rev: 3, ..row(0, 2, 6, "hel") }, DraftRow { rev: 1, ..row(3, 0, 5, "other") }];
    assert_eq!(open.store.drafts(id(1)).expect("read"), shown);
    assert_eq!(open.store.drafts(id(2)).expect("read"), []);
}

pub(crate) fn two_surfaces_clash_and_both_texts_are_kept(open: &Opened) {
    open.store.keep_draft(&row(0, 0, 5, "mine")).expect("kept");
    let clash = open.store.keep_draft(&row(0, 0, 6, "yours")).expect("kept");
    assert_eq!(clash, DraftKept::Clash { rev: 2, theirs: b"mine".to_vec() });
    let shown = DraftRow { rev: 2, other: Some(b"mine".to_vec()), ..row(0, 0, 6, "yours") };
    assert_eq!(open.store.drafts(id(1)).expect("read"), [shown]);
    // The same text doesn't clash; once both texts are equal, no other one remains.
    assert_eq!(open.store.keep_draft(&row(0, 0, 7, "yours")).expect("kept"), DraftKept::Kept(3));
    assert_eq!(open.store.keep_draft(&row(0, 3, 7, "mine")).expect("kept"), DraftKept::Kept(4));
    let shown = DraftRow { rev: 4, ..row(0, 3, 7, "mine") };
    assert_eq!(open.store.drafts(id(1)).expect("read"), [shown]);
}

/// However close they are, the second surface finds the first one's text.
pub(crate) fn two_first_texts_at_once_are_both_kept(open: &Opened) {
    const ROUNDS: u32 = 40;
    let start = Barrier::new(2);
    let kept: Vec<Vec<DraftKept>> = std::thread::scope(|threads| {
        let surfaces: Vec<_> = [5, 6]
            .map(|by| {
                let (store, start) = ((open.again)(), &start);
                threads.spawn(move || {
                    let first = |question| {
                        start.wait();
                        store.keep_draft(&row(question, 0, by, &format!("{by}"))).expect("kept")
                    };
                    (0..ROUNDS).map(first).collect()
                })
            })
            .into();
        surfaces.into_iter().map(|it| it.join().expect("a surface ends")).collect()
    });
    for (one, two) in kept[0].iter().zip(&kept[1]) {
        let clash = |theirs: &str| DraftKept::Clash { rev: 2, theirs: theirs.into() };
        let pairs = [(DraftKept::Kept(1), clash("5")), (clash("6"), DraftKept::Kept(1))];
        assert!(pairs.iter().any(|(a, b)| (a, b) == (one, two)), "{one:?} {two:?}");
    }
}

pub(crate) fn a_surface_never_clashes_with_itself(open: &Opened) {
    assert_eq!(open.store.keep_draft(&row(0, 0, 5, "one")).expect("kept"), DraftKept::Kept(1));
    assert_eq!(open.store.keep_draft(&row(0, 0, 5, "two")).expect("kept"), DraftKept::Kept(2));
    let shown = DraftRow { rev: 2, ..row(0, 0, 5, "two") };
    assert_eq!(open.store.drafts(id(1)).expect("read"), [shown]);
    assert_eq!(open.store.late_drafts(id(1)).expect("read"), []);
}

pub(crate) fn a_third_text_of_a_clash_is_not_lost(open: &Opened) {
    for (by, body) in [(5, "one"), (6, "two"), (7, "three")] {
        open.store.keep_draft(&row(0, 0, by, body)).expect("kept");
    }
    let shown = DraftRow { rev: 3, other: Some(b"two".to_vec()), ..row(0, 0, 7, "three") };
    assert_eq!(open.store.drafts(id(1)).expect("read"), [shown]);
    let unsent: Vec<Vec<u8>> =
        open.store.late_drafts(id(1)).expect("read").into_iter().map(|it| it.body).collect();
    assert_eq!(unsent, [b"one".to_vec()]);
}

pub(crate) fn what_the_beaten_had_typed_is_unsent(open: &Opened) {
    open.store.keep_draft(&row(0, 0, 5, "beaten")).expect("kept");
    open.store.keep_draft(&row(1, 0, 6, "sent")).expect("kept");
    open.store.keep_draft(&row(2, 0, 5, "clashed")).expect("kept");
    open.store.keep_draft(&row(2, 0, 6, "won")).expect("kept");
    open.store.drop_drafts(id(1), Some(6)).expect("dropped");
    assert_eq!(open.store.drafts(id(1)).expect("read"), []);
    let unsent: Vec<(u32, Vec<u8>)> =
        open.store.late_drafts(id(1)).expect("read").into_iter().map(|it| (it.question, it.body)).collect();
    assert_eq!(unsent, [(0, b"beaten".to_vec()), (2, b"clashed".to_vec())]);
    assert_eq!(open.store.late_requests().expect("read"), [id(1)]);
    assert_eq!(open.store.late_drafts(id(2)).expect("read"), []);
}

/// The writer may die before it cleans up.
pub(crate) fn what_is_typed_for_a_closed_request_is_unsent_at_once(open: &Opened) {
    put(&*open.store, &[ask(1), ask(2)]);
    open.store.keep_draft(&row(0, 0, 5, "half")).expect("kept");
    open.store.keep_draft(&row(1, 0, 6, "another's")).expect("kept");
    put(&*open.store, &[close(1, 1, words("x"))]);
    assert_eq!(open.store.keep_draft(&row(0, 1, 5, "half a word")).expect("kept"), DraftKept::Kept(2));
    assert_eq!((open.again)().keep_draft(&row(2, 0, 7, "more")).expect("kept"), DraftKept::Kept(1));
    let left = DraftRow { rev: 1, ..row(1, 0, 6, "another's") };
    assert_eq!(open.store.drafts(id(1)).expect("read"), [left]);
    let late =
        [DraftRow { rev: 2, ..row(0, 1, 5, "half a word") }, DraftRow { rev: 1, ..row(2, 0, 7, "more") }];
    assert_eq!(open.store.late_drafts(id(1)).expect("read"), late);
    // The other text of a clash is there, too.
    let clash = DraftKept::Clash { rev: 2, theirs: b"another's".to_vec() };
    assert_eq!(open.store.keep_draft(&row(1, 0, 8, "mine")).expect("kept"), clash);
    assert_eq!(open.store.drafts(id(1)).expect("read"), []);
    let late: Vec<Vec<u8>> =
        open.store.late_drafts(id(1)).expect("read").into_iter().map(|it| it.body).collect();
    assert_eq!(late, [&b"half a word"[..], b"more", b"mine", b"another's"]);
}

pub(crate) fn unsent_texts_go_with_their_request(open: &Opened) {
    put(&*open.store, &[ask(1), close(1, 1, words("x"))]);
    let late = DraftRow { at_ms: minute(100).wall_ms, ..row(0, 0, 5, "typed after the end") };
    open.store.keep_draft(&late).expect("kept");
    open.store.prune(minute(1).wall_ms).expect("pruned");
    assert_eq!(open.store.late_drafts(id(1)).expect("read"), [DraftRow { rev: 1, ..late }]);
    open.store.prune(minute(99).wall_ms).expect("pruned");
    assert_eq!(open.store.late_requests().expect("read"), []);
}

pub(crate) fn nobody_but_the_winner_is_beaten(open: &Opened) {
    open.store.keep_draft(&row(0, 0, 5, "mine")).expect("kept");
    open.store.drop_drafts(id(1), Some(5)).expect("dropped");
    assert_eq!(open.store.late_drafts(id(1)).expect("read"), []);
    open.store.keep_draft(&row(0, 0, 5, "typed")).expect("kept");
    open.store.drop_drafts(id(1), None).expect("dropped");
    let kept = DraftRow { rev: 1, ..row(0, 0, 5, "typed") };
    assert_eq!(open.store.late_drafts(id(1)).expect("read"), [kept]);
}

pub(crate) fn unsent_texts_are_kept_for_a_week(open: &Opened) {
    let late = |n: u64, at_ms, body| DraftRow { request: id(n), at_ms, ..row(0, 0, 5, body) };
    for (n, day) in [(1, 0), (2, 7), (3, 8)] {
        open.store.keep_draft(&late(n, 1000 + day * DAY, "text")).expect("kept");
        open.store.drop_drafts(id(n), None).expect("dropped");
    }
    assert_eq!(open.store.late_drafts(id(1)).expect("read"), []);
    assert_eq!(open.store.late_drafts(id(2)).expect("read").len(), 1);
    assert_eq!(open.store.late_drafts(id(3)).expect("read").len(), 1);
    assert_eq!(open.store.late_requests().expect("read"), [id(3), id(2)]);
}

pub(crate) fn unsent_texts_that_were_seen_are_forgotten(open: &Opened) {
    for (n, at_ms, body) in
        [(1, 10, "seen"), (1, 20, "seen, too"), (1, 30, "typed since"), (2, 10, "another's")]
    {
        open.store.keep_draft(&DraftRow { request: id(n), at_ms, ..row(0, 0, 5, body) }).expect("kept");
        open.store.drop_drafts(id(n), None).expect("dropped");
    }
    open.store.forget_late(id(1), 20).expect("forgotten");
    let left =
        |n| open.store.late_drafts(id(n)).expect("read").into_iter().map(|it| it.body).collect::<Vec<_>>();
    assert_eq!((left(1), left(2)), (vec![b"typed since".to_vec()], vec![b"another's".to_vec()]));
    open.store.forget_late(id(1), 30).expect("forgotten");
    assert_eq!(open.store.late_requests().expect("read"), [id(2)]);
}

pub(crate) fn every_draft_has_a_mark(open: &Opened) {
    let long = "é".repeat(40);
    open.store.keep_draft(&row(0, 0, 5, "one")).expect("kept");
    open.store.keep_draft(&row(3, 0, 5, &long)).expect("kept");
    open.store.keep_draft(&DraftRow { request: id(2), ..row(0, 0, 5, "") }).expect("kept");
    let mark = |n, question, head: &str| DraftMark { request: id(n), question, head: head.into() };
    let mut marks = [mark(1, 0, "one"), mark(1, 3, &long[..64]), mark(2, 0, "")];
    marks.sort_by_key(|mark| (mark.request, mark.question));
    assert_eq!((open.again)().draft_marks().expect("read"), marks);
}
