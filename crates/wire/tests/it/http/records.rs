//! The records of a request, from one life to the same one elsewhere.

use super::any::{ONE, any_asked, public_by};
use crate::public::{asked, of_json};
use crate::stored::any::{moment, outcome};
use asq_core::inbox::Position;
use asq_core::life::{Actor, Closed, Fact, How, Life, Moment, Origin, Record, Right};
use asq_core::model::{Answer, Answers, Entry, Outcome};
use asq_testkit::sample;
use asq_wire::http::RequestRecords;
use proptest::option::of;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_life_comes_back(
        asked in any_asked(), times in [moment(), moment(), moment()], by in [public_by(), public_by(), public_by()],
        closed in of((outcome(), any::<bool>())), erased in [any::<bool>(), any::<bool>()],
    ) {
        let [asker, closer, taker] = by;
        let mut life = Life::default();
        let apply = |life: &mut Life, erased: bool, by: &Actor, at: Moment, fact: Fact| {
            if erased { life.apply_erased() } else { life.apply(&Record { by: by.clone(), at, fact }) }
        };
        let ends = closed.is_some();
        apply(&mut life, erased[0] && ends, &asker, times[0], Fact::Asked(Box::new(asked)));
        if let Some((outcome, delivered)) = closed {
            let fact = Fact::Closed(Box::new(Closed { outcome, key: None }));
            apply(&mut life, erased[0] || erased[1], &closer, times[1], fact);
            if delivered {
                apply(&mut life, false, &taker, times[2], Fact::Delivered);
            }
        }
        let asked_by = life.asked_at().map(|at| (at, asker));
        let records = RequestRecords::of(ONE, &life, asked_by.as_ref(), Some(Position(9)));
        let again = of_json(&records.to_json(), RequestRecords::from_json);
        prop_assert_eq!(&again, &records);
        prop_assert_eq!(again.asked_by(), asked_by);
        let there = again.life();
        prop_assert_eq!(there.asked(), life.asked());
        prop_assert_eq!(there.asked_at(), life.asked_at());
        prop_assert_eq!(there.closed(), life.closed());
        prop_assert_eq!((there.delivered(), there.delivered_to()), (life.delivered(), life.delivered_to()));
        prop_assert_eq!(there.is_erased(), life.is_erased());
    }
}

#[test]
fn the_answer_to_a_secret_can_be_left_out_and_nothing_else() {
    let request = sample::texts(&[("Why?", false), ("The token?", true)]);
    let asked = asked(request, Origin::default());
    let entry = |text: &str| Entry { answer: Some(Answer::Text(text.into())), ..Entry::default() };
    let outcome = Outcome::Answered(Answers { entries: vec![entry("because"), entry("hunter2")] });
    let at = Moment { wall_ms: 1, boot: None };
    let by = Actor::new("ada", Right::Answer, How::Tty);
    let fact = |fact| Record { by: by.clone(), at, fact };
    let life = Life::replay(&[
        fact(Fact::Asked(Box::new(asked))),
        fact(Fact::Closed(Box::new(Closed { outcome, key: None }))),
    ]);
    let records = RequestRecords::of(ONE, &life, None, None);
    assert!(records.to_json().to_string().contains("hunter2"));
    let withheld = records.withheld();
    let (outcome, by, _) = withheld.life().closed().map(|(a, b, c)| (a.clone(), b.clone(), c)).unwrap();
    let left = Outcome::Answered(Answers { entries: vec![entry("because"), Entry::default()] });
    assert_eq!((outcome, by.name.raw()), (left, "ada"));
    assert!(!withheld.to_json().to_string().contains("hunter2"));
}
