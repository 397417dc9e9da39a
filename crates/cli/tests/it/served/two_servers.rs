//! Two servers of one PostgreSQL database, of which one is killed.
//!
//! - Half of the askers wait at each; each is answered at the other.
//! - An asker at the killed one gets an ending that was given meanwhile once it is back.
//! - An asker that doesn't wait for that asks the same at the other one, and gets the ending there.

use super::askers::{Askers, were_asked_for};
use super::parties::{ask, remote, said, urls, words};
use crate::serving::{Serving, token};
use crate::shop::Shop;
use crate::store_postgres::server_store;
use asq_backend::{AskReply, Backend, Failure, FaultKind, StoreFault};
use asq_testkit::eventually::eventually;

const TEST: &str = "served::two_servers::what_waits_at_a_killed_server_is_answered_at_the_other";

const ASKERS: usize = 80;

fn answer(n: usize) -> String {
    format!("as for {n}, go on")
}

#[test]
fn what_waits_at_a_killed_server_is_answered_at_the_other() {
    if were_asked_for() {
        return;
    }
    let mut home = Shop::new("two-servers");
    home.with("ASQ_STORE", &server_store());
    let mut first = Serving::start(&home, &["--no-link"]);
    let second = Serving::start(&home, &["--no-link"]);
    let ([at_first, _], [at_second, _]) = (urls(&first), urls(&second));
    assert_ne!(at_first, at_second);
    let (asks, answers) = (token(&home, "ask"), token(&home, "answer"));
    let mut askers = Askers::start(TEST, &home, [&at_first, &at_second], &asks, ASKERS);
    let ids = askers.ids(&home, ASKERS);
    let desks = [remote(&at_first, &answers), remote(&at_second, &answers)];
    let answers_at = |desk: usize, n: usize| {
        let id = ids[&n];
        assert_eq!(desks[desk].close(id, words(&desks[desk], id, &answer(n)), None), Ok(true), "{n}");
    };
    // An even one waits at the first.
    (0..ASKERS / 2).for_each(|n| answers_at((n + 1) % 2, n));

    first.killed();
    let gone = desks[0].close(ids[&(ASKERS - 1)], words(&desks[1], ids[&(ASKERS - 1)], "lost"), None);
    let Err(Failure::Store(StoreFault { kind: FaultKind::Failed, text })) = gone else { panic!("{gone:?}") };
    assert!(text.contains("can't be reached"), "{text}");
    (ASKERS / 2..ASKERS * 3 / 4).for_each(|n| answers_at(1, n));
    let asked = remote(&at_second, &asks).ask(ask(&format!("Go on with {}?", ASKERS / 2)));
    let Ok(AskReply::Closed(closed)) = asked else { panic!("{asked:?}") };
    assert_eq!((closed.id, said(&closed.outcome)), (ids[&(ASKERS / 2)], answer(ASKERS / 2)));

    let port = at_first.rsplit(':').next().unwrap();
    let first = Serving::start(&home, &["--no-link", "--port", port]);
    assert_eq!(urls(&first)[0], at_first);
    (ASKERS * 3 / 4..ASKERS).for_each(|n| answers_at(n % 2, n));
    assert_eq!(askers.endings(), (0..ASKERS).map(|n| (n, answer(n))).collect());
    for id in ids.values() {
        let life = eventually("a delivery", || {
            let life = desks[0].get(*id).unwrap().life;
            life.delivered().is_some().then_some(life)
        });
        assert_eq!(life.sequence(), 3, "{id}");
    }
    let verified = home.asq(&["log", "verify"]).out;
    assert!(verified.starts_with(&format!("{} records", 3 * ASKERS)), "{verified}");
}
