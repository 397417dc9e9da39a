//! Many end one request at once, over several processes: one of them does, and all others learn who.
//!
//! - 1,000 rounds with 2 to 64 people in up to four processes, `ASQ_TEST_ROUNDS` and `ASQ_TEST_PEOPLE` say otherwise; in each third round some
//!   decline, cancel or take it back.
//! - A winner without a reply repeats the answer: that isn't a second ending, nor a conflict. A loser learns the same again.

use super::driver;
use crate::driver::setting::OnStore;
use crate::driver::setting::{answer, asker, called, key, open, person, request};
use asq_backend::Failure;
use asq_core::life::{Closing, Refusal, RequestId};
use asq_core::model::{Answer, Answers, Draft, Entry, Outcome, Pick};
use asq_testkit::faults::{ChildProcess, TempFolder, again, job, number, say};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

const PROCESSES: usize = 4;
const PEOPLE: [usize; 8] = [2, 3, 4, 8, 16, 2, 64, 32];

#[test]
fn one_wins_and_the_others_learn_who() {
    if let Some(path) = job() {
        return race(&path);
    }
    let folder = TempFolder::default();
    let path = folder.join("store.db");
    let driver = driver(&path);
    let mut racers: Vec<Racer> = (0..PROCESSES).map(|_| Racer::start(&path)).collect();
    let (rounds, mut told) = (number("ASQ_TEST_ROUNDS").unwrap_or(1000), 0);
    for round in 0..rounds {
        let people = match number("ASQ_TEST_PEOPLE") {
            Some(people) => people as usize,
            None => PEOPLE[round as usize % PEOPLE.len()],
        };
        let (id, digest) = open(&driver, called(&round.to_string(), request("Go on?")));
        let said = go(&mut racers, &format!("{id} {digest} {round}"), people);
        let won: Vec<&String> = said.iter().filter(|line| line.starts_with("won ")).collect();
        let [won] = won[..] else { panic!("round {round} of {people}: {said:#?}") };
        let winner = won.trim_start_matches("won ");
        for line in said.iter().filter(|line| *line != won) {
            assert!(line.ends_with(&format!(" lost to {winner}")), "round {round}, {winner} won: {said:#?}");
        }
        // The same people repeat their answers: the winner's counts as taken, the others learn who won.
        let repeated = go(&mut racers, &format!("{id} {digest} {round}"), people);
        let expected: Vec<String> = said.iter().map(|it| it.replacen("won ", "won before ", 1)).collect();
        assert_eq!(repeated, expected, "round {round} of {people}");
        let life = driver.life(id).unwrap();
        assert_eq!((life.sequence(), life.closed().map(|(_, by, _)| by.name.raw())), (2, Some(winner)));
        told += said.len() + repeated.len();
    }
    say(&format!("RACE: {rounds} rounds, one winner each, {told} times somebody was told right"));
}

/// Has so many people end a request, spread over the processes; returns each one's result, in their order.
fn go(racers: &mut [Racer], request: &str, people: usize) -> Vec<String> {
    for (at, racer) in racers.iter_mut().enumerate() {
        let here = (at..people).step_by(PROCESSES).count();
        racer.say(&format!("{request} {at} {here}"));
    }
    let mut said: Vec<String> = racers.iter_mut().flat_map(Racer::hear).collect();
    said.sort();
    said
}

/// One process with people in it.
struct Racer {
    process: ChildProcess,
    out: BufReader<std::process::ChildStdout>,
}

impl Racer {
    fn start(path: &Path) -> Racer {
        let mut command = again("faults::race::one_wins_and_the_others_learn_who", &path.to_string_lossy());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut process = ChildProcess::start(&mut command);
        let out = BufReader::new(process.child().stdout.take().unwrap());
        Racer { process, out }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.process.child().stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The lines up to an end.
    fn hear(&mut self) -> Vec<String> {
        let lines = (&mut self.out).lines().map(Result::unwrap).filter_map(|line| {
            // Before the first stands what the test harness says.
            line.split_once("> ").map(|(_, said)| said.to_owned())
        });
        lines.take_while(|line| line != "end").collect()
    }
}

/// A process with people in it: a line in is a round, a line out one person's result.
fn race(path: &str) {
    let driver = driver(Path::new(path));
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let [id, digest, round, process, people] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (id, round, process): (RequestId, usize, usize) =
            (id.parse().unwrap(), round.parse().unwrap(), process.parse().unwrap());
        let said: Vec<String> = std::thread::scope(|scope| {
            let people = 0..people.parse::<usize>().unwrap();
            let driver = &driver;
            let all: Vec<_> = people
                .map(|n| scope.spawn(move || end(driver, id, digest, round, n * PROCESSES + process)))
                .collect();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let mut out =
            said.into_iter().chain(["end".to_owned()]).fold(String::new(), |out, it| out + "> " + &it + "\n");
        out.insert(0, '\n');
        std::io::stdout().write_all(out.as_bytes()).unwrap();
    }
}

/// One person's result.
fn end(driver: &OnStore, id: RequestId, digest: &str, round: usize, n: usize) -> String {
    let name = format!("person {n}");
    let (own, by) = (Some(key(&name)), person(&name));
    let way = if round.is_multiple_of(3) { n % 4 } else { 0 };
    let told = match way {
        0 => driver.close(id, answer(words(&name), digest), own, &by),
        1 => driver.close(
            id,
            Closing::Decline { reason: Some(name.as_str().into()), draft: draft() },
            own,
            &by,
        ),
        2 => driver.close(id, Closing::Cancel { draft: draft() }, own, &by),
        _ => driver.close(
            id,
            Closing::Withdraw,
            own,
            &asq_core::life::Actor { name: name.as_str().into(), ..asker() },
        ),
    };
    match told {
        Ok(true) => format!("won {name}"),
        Ok(false) => format!("won before {name}"),
        Err(Failure::Refused(refusal)) => match *refusal {
            Refusal::Closed { by, outcome, .. } => {
                if let Outcome::Answered(answers) = &*outcome {
                    assert_eq!(*answers, words(by.name.raw()), "another's words stand beside a name");
                }
                format!("{name} lost to {}", by.name.raw())
            }
            other => format!("{name} refused: {other:?}"),
        },
        Err(other) => format!("{name} failed: {other:?}"),
    }
}

fn words(text: &str) -> Answers {
    let answer = Some(Answer::Picks(vec![Pick::Custom(text.into())]));
    Answers { entries: vec![Entry { answer, ..Entry::default() }] }
}

fn draft() -> Draft {
    Draft { answers: Answers::none(1), ..Draft::default() }
}
