//! A day of a person with five agents: each answer is delivered once, and every typed word is accounted for.
//!
//! - A seed decides what is asked and when, what the person does with it, and who is killed. A failure names it, and
//!   `ASQ_TEST_SEED=n` runs it again.
//! - Three processes are killed: an asker, the inbox behind a text, and both at once. Once the store starts again: on
//!   PostgreSQL the killed server, on a file all processes that use it.
//! - `ASQ_TEST_DAY=n` asks so many questions (`cargo xtask soak day`).

mod agents;
mod judge;
mod person;
mod questions;

use crate::store_postgres::pg;
use crate::terminal::{Home, Session};
use agents::Asked;
use asq_testkit::faults::{Random, number, say};
use person::Word;
use questions::Question;

/// So many questions wait for the person at most; then the agents wait for the person.
const MOST: usize = 8;
/// So many are left half answered at the end of the day.
const LEFT: usize = 2;

/// Where the questions are.
enum DayStore {
    /// A file in the home.
    File,
    /// A database on a server of its own.
    Server { server: pg::Server, database: String },
}

/// What strikes in the middle of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strike {
    Asker,
    Inbox,
    Both,
    Store,
}

const STRIKES: [Strike; 4] = [Strike::Asker, Strike::Inbox, Strike::Both, Strike::Store];

struct Day<'a> {
    home: &'a Home,
    store: &'a DayStore,
    random: Random,
    asked: Vec<Asked>,
    words: Vec<Word>,
    inbox: Option<Session<'a>>,
}

impl DayStore {
    fn server() -> DayStore {
        let server = pg::Server::start(pg::Setup::default());
        let database = pg::name(&server);
        DayStore::Server { server, database }
    }

    fn name(&self) -> &'static str {
        match self {
            DayStore::File => "SQLite",
            DayStore::Server { .. } => "PostgreSQL",
        }
    }

    fn address(&self) -> Option<String> {
        match self {
            DayStore::File => None,
            DayStore::Server { server, database } => Some(server.url(database)),
        }
    }
}

impl<'a> Day<'a> {
    fn new(home: &'a Home, store: &'a DayStore, seed: u64) -> Day<'a> {
        let (asked, words) = (Vec::new(), Vec::new());
        Day { home, store, random: Random(seed), asked, words, inbox: Some(opened(home, store)) }
    }

    /// The questions that the person hasn't answered.
    fn unanswered(&self) -> usize {
        self.asked.iter().filter(|asked| asked.given.is_none()).count()
    }

    fn live(&mut self, questions: usize) {
        for n in 1..=questions {
            for _ in 0..self.random.below(3) {
                if self.unanswered() > 0 {
                    self.step();
                }
            }
            while self.unanswered() >= MOST {
                self.step();
            }
            let question = Question::drawn(n, &mut self.random);
            self.ask(question);
            let back = self.random.below(self.asked.len() as u64) as usize;
            self.come_back(back);
            for (at, strike) in STRIKES.iter().enumerate() {
                if n == questions * (at + 1) / (STRIKES.len() + 1) {
                    self.strike(*strike);
                }
            }
        }
        while self.unanswered() > LEFT {
            self.step();
        }
        self.leave();
        self.askers_end();
    }

    fn strike(&mut self, strike: Strike) {
        // An asker that waits for the person.
        let victim = self.asked.iter().position(|asked| asked.given.is_none() && asked.waits());
        match strike {
            Strike::Asker => {
                if let Some(victim) = victim {
                    self.kill_asker(victim);
                }
            }
            Strike::Inbox => self.kill_inbox(),
            Strike::Both => {
                self.kill_inbox();
                if let Some(victim) = victim {
                    self.kill_asker(victim);
                }
            }
            Strike::Store => match self.store {
                DayStore::File => {
                    self.kill_inbox();
                    for at in 0..self.asked.len() {
                        self.kill_asker(at);
                    }
                }
                DayStore::Server { server, .. } => {
                    self.all_wait();
                    server.kill();
                    server.up();
                    self.reopen_if_closed();
                }
            },
        }
    }
}

/// An inbox in a terminal.
fn opened<'a>(home: &'a Home, store: &DayStore) -> Session<'a> {
    let store = store.address().map_or(String::new(), |address| format!("ASQ_STORE='{address}' "));
    home.run(&format!("{store}$asq inbox"))
}

fn day(store: &DayStore, seed: u64) {
    let home = Home::new().unguarded();
    let (seed, questions) = (number("ASQ_TEST_SEED").unwrap_or(seed), number("ASQ_TEST_DAY").unwrap_or(20));
    eprintln!("a day on {}, seed {seed}", store.name());
    let mut day = Day::new(&home, store, seed);
    day.live(questions as usize);
    let judged = day.judge();
    say(&format!("DAY: {}, seed {seed}: {judged}", store.name()));
}

#[test]
fn a_day_on_a_file_ends_with_everything_delivered_and_accounted_for() {
    day(&DayStore::File, 1);
}

#[test]
fn a_day_on_a_server_ends_with_everything_delivered_and_accounted_for() {
    day(&DayStore::server(), 2);
}
