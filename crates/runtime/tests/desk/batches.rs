//! What has come in together is decided one step at a time, and never guessed at.

use super::setting::{answer, at, called, key, open, person, pick, request, two};
use asq_core::life::{Input, Refusal};
use asq_runtime::Desk;
use asq_runtime::desk::{Batch, Failure, Step, Told, Wish};
use asq_store::StoreError;

fn asked() -> (Desk, impl Fn(&'static str) -> Wish<&'static str>) {
    let (desk, _, _) = two();
    let (id, digest) = open(&desk, called("c1", request("Which?")));
    let wish = move |name| {
        let input = Input::Close { closing: answer(pick(0), &digest), key: Some(key(name)) };
        Wish { ticket: name, id, by: person(name), input }
    };
    (desk, wish)
}

#[test]
fn of_two_who_answer_at_once_the_second_is_decided_against_what_the_first_did() {
    let (desk, wish) = asked();
    let mut batch = Batch::new([wish("ann"), wish("bob")]);
    let mut appends = Vec::new();
    loop {
        match batch.step(|| at(0)) {
            Step::Load(id) => batch.loaded(id, desk.store().records(id)),
            Step::Append(all) => {
                appends.push(all.len());
                batch.appended(desk.store().append(&all));
            }
            Step::Rest => break,
        }
    }
    assert_eq!(appends, [1]);
    let told = batch.told();
    assert!(matches!(told[0], ("ann", Told::Done { anew: true })));
    let ("bob", Told::Failed(Failure::Refused(why))) = &told[1] else { panic!("{told:?}") };
    assert!(matches!(&**why, Refusal::Closed { by, .. } if **by == person("ann")), "{why:?}");
}

#[test]
fn an_answer_that_may_have_been_stored_is_never_said_to_have_failed() {
    let (desk, wish) = asked();
    let mut batch = Batch::new([wish("ann")]);
    let Step::Load(id) = batch.step(|| at(0)) else { panic!("not read first") };
    batch.loaded(id, desk.store().records(id));
    assert!(matches!(batch.step(|| at(0)), Step::Append(_)));
    batch.appended(Err(StoreError::Unknown("the reply was lost".into())));
    assert!(matches!(batch.step(|| at(0)), Step::Load(_)));
    batch.loaded(id, Err(StoreError::Busy(None)));
    let told = batch.told();
    let [("ann", Told::Failed(Failure::Store(why)))] = &told[..] else { panic!("{told:?}") };
    assert!(matches!(**why, StoreError::Unknown(_)), "{why}");
}
