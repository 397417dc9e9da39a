//! What has come in together is decided one step at a time, and never guessed at.

use super::setting::{OnStore, answer, at, called, key, open, person, pick, request, two};
use asq_backend::{Failure, FaultKind};
use asq_core::life::{Input, Refusal};
use asq_runtime::driver::{Batch, BatchStep, Change, Changed};
use asq_store::StoreError;

fn asked() -> (OnStore, impl Fn(&'static str) -> Change<&'static str>) {
    let (driver, _, _) = two();
    let (id, digest) = open(&driver, called("c1", request("Which?")));
    let change = move |name| {
        let input = Input::Close { closing: answer(pick(0), &digest), key: Some(key(name)) };
        Change { reply_to: name, id, by: person(name), input }
    };
    (driver, change)
}

#[test]
fn of_two_who_answer_at_once_the_second_is_decided_against_what_the_first_did() {
    let (driver, change) = asked();
    let mut batch = Batch::new([change("ann"), change("bob")]);
    let mut appends = Vec::new();
    loop {
        match batch.step(|| at(0)) {
            BatchStep::Load(id) => batch.loaded(id, driver.store().records(id)),
            BatchStep::Append(all) => {
                appends.push(all.len());
                batch.appended(driver.store().append(&all));
            }
            BatchStep::Rest => break,
        }
    }
    assert_eq!(appends, [1]);
    let told = batch.take_results();
    assert!(matches!(told[0], ("ann", Changed::Done { anew: true })));
    let ("bob", Changed::Failed(Failure::Refused(why))) = &told[1] else { panic!("{told:?}") };
    assert!(matches!(&**why, Refusal::Closed { by, .. } if **by == person("ann")), "{why:?}");
}

#[test]
fn an_answer_that_may_have_been_stored_is_never_said_to_have_failed() {
    let (driver, change) = asked();
    let mut batch = Batch::new([change("ann")]);
    let BatchStep::Load(id) = batch.step(|| at(0)) else { panic!("not read first") };
    batch.loaded(id, driver.store().records(id));
    assert!(matches!(batch.step(|| at(0)), BatchStep::Append(_)));
    batch.appended(Err(StoreError::Unknown("the reply was lost".into())));
    assert!(matches!(batch.step(|| at(0)), BatchStep::Load(_)));
    batch.loaded(id, Err(StoreError::Busy(None)));
    let told = batch.take_results();
    let [("ann", Changed::Failed(Failure::Store(why)))] = &told[..] else { panic!("{told:?}") };
    assert_eq!(why.kind, FaultKind::Unknown, "{why}");
}
