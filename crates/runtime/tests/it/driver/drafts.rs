//! What is typed and not answered yet: whose it is, when it is written, what becomes of it.

use super::setting::{answer, called, open, person, pick, request, surface, told_until, two};
use asq_backend::Feed;
use asq_core::inbox::{Command, Notice};
use asq_core::life::{IdempotencyKey, RequestId};
use asq_core::model::{Answers, Draft, HeldAnswer, HeldAs, Request, Typed, TypedIn, WholeDraft};
use asq_runtime::driver::DriverFeed;
use asq_store::DraftRow;

/// A draft of so many questions, with texts at some of them.
fn typed<const N: usize>(questions: usize, texts: [(usize, &str); N]) -> Draft {
    let typed = texts.map(|(question, text)| Typed { question, place: TypedIn::Custom, text: text.into() });
    Draft { answers: Answers::none(questions), typed: typed.into(), kept: None }
}

fn two_questions() -> Request {
    let mut request = request("Which?");
    request.questions.push(request.questions[0].clone());
    request.questions[1].id = "2".into();
    request
}

fn opens(link: &DriverFeed, id: RequestId) -> Draft {
    link.send(Command::Open(id));
    let told = told_until(link, |n| matches!(n, Notice::Opened { .. }));
    match told.into_iter().next_back() {
        Some(Notice::Opened { draft, .. }) => *draft,
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_people_fill_in_two_questions_and_neither_undoes_the_other() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", two_questions()));
    let ann = here.follow(surface("ann", false)).unwrap();
    let bob = there.follow(surface("bob", false)).unwrap();
    opens(&ann, id);
    opens(&bob, id);
    bob.send(Command::Draft { id, draft: typed(2, [(1, "bob's")]) });
    drop(bob);
    ann.send(Command::Draft { id, draft: typed(2, [(0, "ann's")]) });
    drop(ann);
    assert_eq!(here.drafts(id).unwrap(), typed(2, [(0, "ann's"), (1, "bob's")]));
    assert!(here.store().drafts(id).unwrap().iter().all(|row| row.other.is_none()), "a clash");
}

#[test]
fn a_draft_that_cannot_be_read_is_left_out() {
    let (here, _, _) = two();
    let (id, _) = open(&here, called("c1", two_questions()));
    let row =
        DraftRow { request: id, question: 0, rev: 0, by: 9, at_ms: 1, body: b"half a".into(), other: None };
    here.store().keep_draft(&row).unwrap();
    let ann = here.follow(surface("ann", false)).unwrap();
    ann.send(Command::Draft { id, draft: typed(2, [(1, "mine")]) });
    drop(ann);
    assert_eq!(here.drafts(id).unwrap(), typed(2, [(1, "mine")]));
}

#[test]
fn what_is_typed_on_is_written_when_its_time_has_come() {
    let (here, there, clock) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let ann = here.follow(surface("ann", false)).unwrap();
    let bob = there.follow(surface("bob", false)).unwrap();
    opens(&bob, id);
    ann.send(Command::Draft { id, draft: typed(1, [(0, "half")]) });
    told_until(&bob, |n| matches!(n, Notice::Drafted { .. }));
    ann.send(Command::Draft { id, draft: typed(1, [(0, "half a word")]) });
    assert_eq!(opens(&ann, id), typed(1, [(0, "half")]), "it is held");
    clock.set(10_000);
    let told = told_until(&bob, |n| matches!(n, Notice::Drafted { .. }));
    assert_eq!(told, [Notice::Drafted { id, draft: Box::new(typed(1, [(0, "half a word")])) }]);
}

#[test]
fn a_page_that_is_left_keeps_what_was_typed_last() {
    let (here, _, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let ann = here.follow(surface("ann", true)).unwrap();
    opens(&ann, id);
    ann.send(Command::Draft { id, draft: typed(1, [(0, "half")]) });
    ann.send(Command::Draft { id, draft: typed(1, [(0, "half a word")]) });
    ann.send(Command::Shut(id));
    assert_eq!(opens(&ann, id), typed(1, [(0, "half a word")]));
}

#[test]
fn who_hears_that_an_answer_came_too_late_has_lost_no_word_of_it() {
    let (here, there, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    let ann = here.follow(surface("ann", true)).unwrap();
    opens(&ann, id);
    ann.send(Command::Draft { id, draft: typed(1, [(0, "mine")]) });
    ann.send(Command::Draft { id, draft: typed(1, [(0, "mine, and more")]) });
    assert_eq!(opens(&ann, id), typed(1, [(0, "mine")]), "the rest is held");
    there.close(id, answer(pick(0), &digest), None, &person("bob")).unwrap();
    ann.send(Command::Close { id, closing: answer(pick(1), &digest), key: Some(IdempotencyKey("k".into())) });
    told_until(&ann, |n| matches!(n, Notice::Refused { .. }));
    assert_eq!(here.store().drafts(id).unwrap(), []);
    let unsent = here.store().late_drafts(id).unwrap();
    let texts: Vec<String> = unsent.into_iter().map(|row| String::from_utf8(row.body).unwrap()).collect();
    assert!(texts.iter().any(|text| text.contains("mine, and more")), "{texts:?}");
}

#[test]
fn anothers_text_is_told_once() {
    let (here, there, _) = two();
    let (first, _) = open(&here, called("c1", request("Which?")));
    let (second, _) = open(&here, called("c2", request("Which?")));
    let ann = here.follow(surface("ann", false)).unwrap();
    let bob = there.follow(surface("bob", false)).unwrap();
    for id in [first, second] {
        opens(&bob, id);
    }
    for id in [first, second] {
        let draft = typed(1, [(0, "half a word")]);
        ann.send(Command::Draft { id, draft: draft.clone() });
        let told = told_until(&bob, |n| matches!(n, Notice::Drafted { id: of, .. } if *of == id));
        assert_eq!(told, [Notice::Drafted { id, draft: Box::new(draft) }]);
    }
}

#[test]
fn what_is_over_is_not_opened() {
    let (here, _, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    here.close(id, answer(pick(0), &digest), None, &person("bob")).unwrap();
    let ann = here.follow(surface("ann", false)).unwrap();
    ann.send(Command::Open(id));
    ann.send(Command::Open(RequestId(9)));
    let told = told_until(&ann, |n| *n == Notice::Gone(RequestId(9)));
    assert_eq!(told, [Notice::Gone(id), Notice::Gone(RequestId(9))]);
}

fn whole_of(told: &[Notice]) -> Vec<WholeDraft> {
    let whole = |notice: &Notice| {
        if let Notice::Whole { whole, .. } = notice { Some((**whole).clone()) } else { None }
    };
    told.iter().filter_map(whole).collect()
}

/// The page, a reason and the mark of an answer that is held back survive the surface, and reach the others.
#[test]
fn what_belongs_to_the_whole_request_is_kept_and_shared() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", two_questions()));
    let ann = here.follow(surface("ann", false)).unwrap();
    opens(&ann, id);
    let bob = there.follow(surface("bob", false)).unwrap();
    opens(&bob, id);
    let held = HeldAnswer { how: HeldAs::Answer, until_ms: 9_000, seen: "d".into() };
    let whole = WholeDraft { held: Some(held), reason: Some("too early".into()), page: Some(2) };
    ann.send(Command::Whole { id, whole: whole.clone() });
    let told = told_until(&bob, |n| matches!(n, Notice::Whole { .. }));
    assert_eq!(whole_of(&told), std::slice::from_ref(&whole));
    drop(ann);
    let again = here.follow(surface("ann", false)).unwrap();
    again.send(Command::Open(id));
    let told = told_until(&again, |n| matches!(n, Notice::Opened { .. }));
    assert_eq!(whole_of(&told), [whole]);
    assert_eq!(here.drafts(id).unwrap(), typed(2, []));
}

/// Any program of the same user can write such a row; it used to cost an entry for each question up to there.
#[test]
fn a_row_behind_the_questions_is_left_out_however_far_behind() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", two_questions()));
    let bob = there.follow(surface("bob", false)).unwrap();
    opens(&bob, id);
    let body = asq_wire::stored::draft_to_bytes(&typed(1, [(0, "planted")])).unwrap();
    let far = DraftRow {
        request: id,
        question: i32::MAX as u32,
        rev: 0,
        by: 9,
        at_ms: 1,
        body: body.clone(),
        other: Some(body),
    };
    here.store().keep_draft(&far).unwrap();
    let ann = here.follow(surface("ann", false)).unwrap();
    assert_eq!(opens(&ann, id), typed(2, []));
    ann.send(Command::Draft { id, draft: typed(2, [(1, "mine")]) });
    let told = told_until(&bob, |n| matches!(n, Notice::Drafted { .. }));
    assert_eq!(told.last(), Some(&Notice::Drafted { id, draft: Box::new(typed(2, [(1, "mine")])) }));
}
