//! What is typed and not answered yet: whose it is, when it is written, what becomes of it.

use super::setting::{Party, answer, called, open, person, pick, request, surface, told_until, two};
use asq_backend::{Backend, DraftReply, Failure, Feed, QuestionDraft};
use asq_core::inbox::{Command, Notice};
use asq_core::life::{Actor, How, IdempotencyKey, Kin, Origin, Refusal, RequestId, Right};
use asq_core::model::{
    Answer, Answers, Draft, Entry, HeldAnswer, HeldAs, Pick, Request, Typed, TypedIn, WholeDraft,
};
use asq_runtime::driver::{Driver, DriverFeed, Identity};
use asq_store::DraftRow;
use asq_testkit::sample;
use std::sync::Arc;

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
    assert_eq!(texts.len(), 2, "the request closed between the two writes");
    let late = in_the_hands_of("ann", &here).late_drafts(id).unwrap();
    let texts: Vec<_> = late.iter().flat_map(|late| late.draft.texts()).map(|typed| typed.text).collect();
    assert_eq!(texts, ["mine, and more".into()], "what she typed on from isn't shown beside it");
}

#[test]
fn two_texts_that_came_too_late_are_both_shown_unless_one_goes_on_from_the_other() {
    let picked = |pick: usize, note: &str| Draft {
        answers: Answers {
            entries: vec![Entry {
                answer: Some(Answer::Picks(vec![Pick::Option(pick)])),
                note: Some(note.into()),
                ..Entry::default()
            }],
        },
        ..Draft::default()
    };
    let cases = [
        ([words("te"), words("teal")], vec![words("teal")]),
        ([words("teal"), words("te")], vec![words("teal")]),
        ([words("teal"), words("teal")], vec![words("teal")]),
        ([words("teal"), words("green")], vec![words("teal"), words("green")]),
        ([picked(0, "so"), picked(0, "so far")], vec![picked(0, "so far")]),
        ([picked(1, "so"), picked(0, "so far")], vec![picked(1, "so"), picked(0, "so far")]),
        ([words("so"), picked(0, "so far")], vec![words("so"), picked(0, "so far")]),
    ];
    for (at, (typed, shown)) in cases.into_iter().enumerate() {
        let (here, there, _) = two();
        let call = format!("c{at}");
        let (id, digest) = open(&here, called(&call, request("Which?")));
        let [ann, bob] =
            [(&here, "ann"), (&there, "bob")].map(|(driver, name)| in_the_hands_of(name, driver));
        let [first, second] = typed;
        ann.keep_draft(id, 0, 0, &first).unwrap();
        bob.keep_draft(id, 0, 0, &second).unwrap();
        there.close(id, answer(pick(0), &digest), None, &person("eve")).unwrap();
        here.store().drop_drafts(id, None).unwrap();
        let late: Vec<Draft> = ann.late_drafts(id).unwrap().into_iter().map(|late| late.draft).collect();
        let sorted = |drafts: &[Draft]| {
            let mut texts: Vec<String> = drafts.iter().map(|draft| format!("{draft:?}")).collect();
            texts.sort();
            texts
        };
        assert_eq!(sorted(&late), sorted(&shown), "{call}");
    }
}

#[test]
fn what_the_answer_contains_did_not_come_too_late() {
    let with = |picks: Vec<Pick>, typed: &[&str]| Draft {
        answers: Answers { entries: vec![Entry { answer: Some(Answer::Picks(picks)), ..Entry::default() }] },
        typed: typed
            .iter()
            .map(|text| Typed { question: 0, place: TypedIn::Note, text: (*text).into() })
            .collect(),
        kept: None,
    };
    let cases = [
        (with(vec![Pick::Option(0)], &[]), true),
        (typed(1, []), true),
        (with(vec![Pick::Option(1)], &[]), false),
        (with(vec![Pick::Option(0)], &["a note that wasn't sent"]), false),
    ];
    for (at, (draft, sent)) in cases.into_iter().enumerate() {
        let (here, _, _) = two();
        let (id, digest) = open(&here, called(&format!("c{at}"), request("Which?")));
        let form = here.follow(surface("ann", false)).unwrap();
        form.send(Command::Draft { id, draft: draft.clone() });
        drop(form);
        // As the form does it: by its own backend, not by its surface.
        here.close(id, answer(pick(0), &digest), None, &person("ann")).unwrap();
        let late = in_the_hands_of("ann", &here).late_drafts(id).unwrap();
        assert_eq!(late.is_empty(), sent, "{draft:?}: {late:?}");
    }
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

/// A backend in the hands of a person of this name.
fn in_the_hands_of(name: &str, driver: &Driver) -> Arc<dyn Backend> {
    driver.backend(Arc::new(Party { person: person(name), kin: Kin::Apart }))
}

fn words(text: &str) -> Draft {
    typed(1, [(0, text)])
}

#[test]
fn a_writer_without_a_surface_keeps_drafts_and_learns_of_clashes() {
    let (here, _, clock) = two();
    let (id, _) = open(&here, called("c1", two_questions()));
    let [page, program] = ["ann", "bob"].map(|name| in_the_hands_of(name, &here));
    clock.set(5);
    assert_eq!(page.question_drafts(id).unwrap(), []);
    assert_eq!(page.keep_draft(id, 1, 0, &words("mine")).unwrap(), DraftReply::Kept(1));
    assert_eq!(page.keep_draft(id, 1, 0, &words("mine")).unwrap(), DraftReply::Kept(2), "a lost reply");
    assert_eq!(page.keep_draft(id, 1, 2, &words("mine, and more")).unwrap(), DraftReply::Kept(3));
    let clash = DraftReply::Clash { revision: 4, theirs: words("mine, and more") };
    assert_eq!(program.keep_draft(id, 1, 2, &words("its own")).unwrap(), clash);
    let both = QuestionDraft {
        question: 1,
        revision: 4,
        at_ms: 1_000_005,
        draft: words("its own"),
        other: Some(words("mine, and more")),
    };
    assert_eq!(page.question_drafts(id).unwrap(), [both]);
    assert_eq!(page.drafts(id).unwrap(), typed(2, [(1, "its own")]));
}

#[test]
fn a_surface_hears_of_a_draft_without_one_and_clashes_with_it() {
    let (here, there, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let ann = there.follow(surface("ann", false)).unwrap();
    opens(&ann, id);
    let page = in_the_hands_of("bob", &here);
    assert_eq!(page.keep_draft(id, 0, 0, &words("bob's")).unwrap(), DraftReply::Kept(1));
    let told = told_until(&ann, |n| matches!(n, Notice::Drafted { .. }));
    assert_eq!(told, [Notice::Drafted { id, draft: Box::new(words("bob's")) }]);
    ann.send(Command::Draft { id, draft: words("ann's") });
    drop(ann);
    let clash = DraftReply::Clash { revision: 3, theirs: words("ann's") };
    assert_eq!(page.keep_draft(id, 0, 1, &words("bob's, and more")).unwrap(), clash);
}

#[test]
fn no_text_of_a_secret_is_kept_and_none_for_a_question_that_is_not_there() {
    let (here, _, _) = two();
    let (id, _) = open(&here, called("c1", sample::texts(&[("The token?", true), ("Why?", false)])));
    let page = in_the_hands_of("ann", &here);
    assert_eq!(page.keep_draft(id, 0, 0, &words("hunter2")).unwrap(), DraftReply::Secret);
    assert_eq!(page.keep_draft(id, 2, 0, &words("behind")).unwrap(), DraftReply::NoQuestion);
    assert_eq!(here.store().drafts(id).unwrap(), []);
}

#[test]
fn text_that_the_answer_contains_did_not_come_too_late_and_other_text_did() {
    let (here, _, _) = two();
    let page = in_the_hands_of("ann", &here);
    for (call, typed, late) in [("c1", "mine", 0), ("c2", "mine, and more", 1)] {
        let (id, digest) = open(&here, called(call, request("Which?")));
        page.keep_draft(id, 0, 0, &words(typed)).unwrap();
        let own = Some(Answer::Picks(vec![Pick::Custom("mine".into())]));
        let answers = Answers { entries: vec![Entry { answer: own, ..Entry::default() }] };
        assert!(page.close(id, answer(answers, &digest), None).unwrap());
        assert_eq!(here.store().drafts(id).unwrap(), []);
        assert_eq!(page.late_drafts(id).unwrap().len(), late, "{typed}");
    }
}

#[test]
fn what_is_over_takes_no_draft_and_cannot_be_snoozed() {
    let (here, _, _) = two();
    let (id, digest) = open(&here, called("c1", request("Which?")));
    here.close(id, answer(pick(0), &digest), None, &person("bob")).unwrap();
    let page = in_the_hands_of("ann", &here);
    assert!(page.keep_draft(id, 0, 0, &words("late")).unwrap_err().is_beaten());
    assert!(page.snooze(id, 7).unwrap_err().is_beaten());
    assert_eq!(page.snooze(RequestId(9), 7), Err(Failure::NoSuch(RequestId(9))));
}

#[test]
fn a_request_is_snoozed_without_a_surface_and_every_surface_hears_of_it() {
    let (here, _, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let ann = here.follow(surface("ann", true)).unwrap();
    told_until(&ann, |n| matches!(n, Notice::Arrived(_)));
    let page = in_the_hands_of("bob", &here);
    page.snooze(id, 9_000_000).unwrap();
    assert_eq!(page.snoozed().unwrap(), [(id, 9_000_000)]);
    page.snooze(id, 0).unwrap();
    assert_eq!(page.snoozed().unwrap(), []);
    let told = told_until(&ann, |n| *n == Notice::Snoozed { id, until_ms: 0 });
    assert!(told.contains(&Notice::Snoozed { id, until_ms: 9_000_000 }), "{told:?}");
}

#[test]
fn who_may_not_answer_keeps_no_draft_and_snoozes_nothing() {
    let (here, _, _) = two();
    let (id, _) = open(&here, called("c1", request("Which?")));
    let agent = here.backend(Arc::new(OnlyAsks));
    let lacks = Refusal::Right { needed: Right::Answer, came: Right::Ask };
    let lacks = Failure::Refused(Box::new(lacks));
    assert_eq!(agent.snooze(id, 7), Err(lacks.clone()));
    assert_eq!(agent.keep_draft(id, 0, 0, &words("mine")), Err(lacks));
}

/// Somebody who may ask and nothing else.
struct OnlyAsks;

impl Identity for OnlyAsks {
    fn asker(&self) -> Option<Actor> {
        Some(Actor::new("agent", Right::Ask, How::Api))
    }

    fn taker(&self) -> Option<Actor> {
        self.asker()
    }

    fn person(&self, _: &Origin) -> Option<Actor> {
        None
    }
}
