//! A thousand races for one answer: over HTTP, in an inbox, and by somebody at the store.
//!
//! - In each round one wins; the others learn who it was.
//! - The inbox is at the store in one round, and over HTTP in the next; each fiftieth time `asq answer` runs itself.
//! - Head starts of less than two milliseconds let each of them win some rounds.
//! - Each asker gets the winner's answer, once.

use super::askers::{Askers, were_asked_for};
use super::parties::{local, remote, says, urls};
use crate::serving::{Serving, token};
use crate::shop::Shop;
use asq_backend::{Backend, Failure, Feed, Follow, Wake};
use asq_core::inbox::{Command, Notice};
use asq_core::life::{Refusal, RequestId};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::say;
use std::collections::BTreeMap;
use std::sync::Barrier;
use std::time::{Duration, Instant};

const TEST: &str = "served::race::a_thousand_races_have_one_winner_each_and_every_loser_learns_it";

const ROUNDS: usize = 1000;

/// In such a round `asq answer` runs as a process of its own.
const REAL: usize = 50;

/// How a round ended for one of them.
#[derive(Debug, PartialEq)]
enum Lot {
    Won,
    /// Somebody of this name was first.
    Lost(String),
    /// A process reports the winner in words of its own.
    Beaten,
}

/// What a round is about.
struct Round<'a> {
    n: usize,
    id: RequestId,
    /// The digest of what is shown.
    seen: &'a str,
}

impl Round<'_> {
    fn words(&self, who: &str) -> String {
        format!("{who} in round {}", self.n)
    }

    /// Waits out the head start of the others.
    fn start(&self, begin: &Barrier, place: usize) {
        begin.wait();
        let steps = (self.n * 7 + place * 5) % 16;
        let (began, lead) = (Instant::now(), Duration::from_micros(100 * steps as u64));
        while began.elapsed() < lead {
            std::thread::yield_now();
        }
    }

    fn closes(&self, backend: &dyn Backend, who: &str) -> Lot {
        let closing = says(&self.words(who), self.seen.to_owned());
        match backend.close(self.id, closing, None) {
            Ok(true) => Lot::Won,
            Err(Failure::Refused(why)) => lost(*why),
            other => panic!("{other:?}"),
        }
    }

    fn answers_in(&self, inbox: &dyn Feed, who: &str) -> Lot {
        let closing = says(&self.words(who), self.seen.to_owned());
        inbox.send(Command::Close { id: self.id, closing, key: None });
        eventually("a reply", || {
            inbox.notices().into_iter().find_map(|notice| match notice {
                Notice::Accepted(id) if id == self.id => Some(Lot::Won),
                Notice::Refused { id, why } if id == self.id => Some(lost(*why)),
                _ => None,
            })
        })
    }

    fn runs(&self, home: &Shop, who: &str) -> Lot {
        let done = home.asq(&["answer", &self.id.to_string(), "--text", &self.words(who)]);
        match done.code {
            0 => Lot::Won,
            9 => Lot::Beaten,
            _ => panic!("{done:?}"),
        }
    }
}

fn lost(why: Refusal) -> Lot {
    match why {
        Refusal::Closed { by, outcome, .. } if outcome.name() == "answered" => {
            Lot::Lost(by.name.raw().to_owned())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_thousand_races_have_one_winner_each_and_every_loser_learns_it() {
    if were_asked_for() {
        return;
    }
    let home = Shop::new("race");
    let serving = Serving::start(&home, &["--no-link"]);
    let [tcp, socket] = urls(&serving);
    let (asks, answers) = (token(&home, "ask"), token(&home, "answer"));
    let mut askers = Askers::start(TEST, &home, [&tcp, &socket], &asks, ROUNDS);
    let ids = askers.ids(&home, ROUNDS);

    let file = home.folder().join("store.db");
    let (store, desk, over_http) =
        (local(&file, "at the store"), remote(&tcp, &answers), remote(&tcp, &answers));
    let at_hand = local(&file, "in the inbox");
    let inboxes = [&*at_hand, &over_http as &dyn Backend]
        .map(|backend| backend.follow(Follow::Inbox, Wake::Descriptor).unwrap());
    let digests: Vec<String> =
        (0..ROUNDS).map(|n| store.get(ids[&n]).unwrap().asked().unwrap().digest.clone()).collect();
    let (mut winners, mut won) = (BTreeMap::new(), [0; 3]);
    for n in 0..ROUNDS {
        let round = Round { n, id: ids[&n], seen: &digests[n] };
        let begin = Barrier::new(3);
        let lots = std::thread::scope(|scope| {
            let http = scope.spawn(|| {
                round.start(&begin, 0);
                round.closes(&desk, "http")
            });
            let at_store = scope.spawn(|| {
                round.start(&begin, 2);
                if n % REAL == 0 { round.runs(&home, "store") } else { round.closes(&*store, "store") }
            });
            round.start(&begin, 1);
            let inbox = round.answers_in(&*inboxes[n % 2], "inbox");
            [http.join().unwrap(), inbox, at_store.join().unwrap()]
        });
        let places: Vec<usize> = (0..3).filter(|place| lots[*place] == Lot::Won).collect();
        let [place] = places[..] else { panic!("{n}: {lots:?}") };
        let words = round.words(["http", "inbox", "store"][place]);
        let name = store.get(round.id).unwrap().life.closed().unwrap().1.name.raw().to_owned();
        for lot in lots.into_iter().filter(|lot| !matches!(lot, Lot::Won | Lot::Beaten)) {
            assert_eq!(lot, Lot::Lost(name.clone()), "{n}");
        }
        won[place] += 1;
        winners.insert(n, words);
    }
    assert_eq!(askers.endings(), winners);
    assert!(won.iter().all(|won| *won > 0), "{won:?}");
    let verified = home.asq(&["log", "verify"]).out;
    assert!(verified.starts_with(&format!("{} records", 3 * ROUNDS)), "{verified}");
    say(&format!(
        "RACE: {ROUNDS} rounds, one winner each: http {}, inbox {}, store {}",
        won[0], won[1], won[2]
    ));
}
