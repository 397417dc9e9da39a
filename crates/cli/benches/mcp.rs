//! What `asq mcp` costs an agent, for `cargo xtask bench mcp`, which starts this with the paths of asq and of the smallest
//! server of rmcp, a folder and a number of runs.
//!
//! - Starts of both alternate; everything else is one process on a store of its own, whose requests this process answers.
//! - Memory and wake-ups are those that the kernel counts.
//! - Prints a row for each figure: what, goal, measured, whether it is met.
#![allow(clippy::disallowed_methods, reason = "a bench is an edge: it reads a clock")]

use asq_backend::{Backend, Failure, LogFact, LogNews, LogReader, Wake};
use asq_core::inbox::Position;
use asq_core::life::{Actor, Closing, How, Kin, Origin, RequestId, Right};
use asq_core::model::{Answer, Answers, Entry, Outcome as Ending, Pick};
use asq_runtime::Driver;
use asq_runtime::driver::Identity;
use asq_store::Sqlite;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How often a call and an answer are timed.
const TIMES: usize = 200;
const MINUTE: Duration = Duration::from_mins(1);
/// About the bytes of a record.
const BYTES: [u8; 600] = [b'x'; 600];

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [asq, smallest, folder, runs] => {
            run(&[asq, smallest].map(PathBuf::from), Path::new(folder), runs.parse()?)
        }
        // As `cargo bench` starts it.
        [] => Ok(()),
        other => Err(format!("not known: {other:?}").into()),
    }
}

fn run(programs: &[PathBuf; 2], folder: &Path, runs: usize) -> Outcome<()> {
    starts(programs, folder, runs)?;
    let mut agent = Agent::start(Command::new(&programs[0]).args(["mcp", "--limit", "1h"]), folder)?;
    let bytes = agent.request("tools/list", &json!({}))?["result"].to_string().len();
    row("`tools/list` of the default dialect", "≤ 4,096 bytes", &format!("{bytes} bytes"), bytes <= 4096)?;
    calls(&mut agent, folder)?;
    answers(&mut agent, folder)?;
    idle(&mut agent)
}

/// From exec to the list of tools, of asq and of the smallest server in turns.
fn starts(programs: &[PathBuf; 2], folder: &Path, runs: usize) -> Outcome<()> {
    let mut took = [Vec::new(), Vec::new()];
    // The first ones read the programs from the disk.
    for n in 0..runs + 3 {
        for (at, program) in programs.iter().enumerate() {
            let mut command = Command::new(program);
            if at == 0 {
                command.arg("mcp");
            }
            let begun = Instant::now();
            let mut agent = Agent::start(&mut command, folder)?;
            agent.request("tools/list", &json!({}))?;
            if n >= 3 {
                took[at].push(begun.elapsed());
            }
        }
    }
    let [asq, smallest] = took.map(Times::of);
    let most = Duration::from_millis(10).min(smallest.0[0] + Duration::from_millis(4));
    row(
        "`asq mcp`, exec → `tools/list`: minimum; median (rmcp's smallest server)",
        &format!("≤ its minimum + 4 ms, and 10 ms ({})", ms(most)),
        &format!("{}; {} ({}; {})", ms(asq.0[0]), ms(asq.at(50)), ms(smallest.0[0]), ms(smallest.at(50))),
        asq.0[0] <= most,
    )
}

/// From a call to the request on the disk, next to one sync of as many bytes.
fn calls(agent: &mut Agent, folder: &Path) -> Outcome<()> {
    let driver = driver(folder)?;
    let mut disk = File::create(folder.join("syncs"))?;
    let (mut took, mut syncs) = (Vec::new(), Vec::new());
    let person = driver.backend(Arc::new(Person));
    // This follows the log and sleeps until it grows: looking at it all the time would slow the server down.
    let (wake, woken) = channel();
    let wakes = Wake::Call(Box::new(move || {
        // Nobody follows any more once this is over.
        let _ = wake.send(());
    }));
    let mut log = person.follow_from(head(&driver)?, wakes).map_err(failed)?;
    for n in 0..TIMES {
        syncs.push(sync(&mut disk)?);
        let begun = Instant::now();
        let call = agent.calls(&format!("calls {n}"))?;
        until_asked(&mut *log, &woken)?;
        took.push(begun.elapsed());
        close(&*person)?;
        agent.response(call)?;
        settled(&driver)?;
    }
    let (took, syncs) = (Times::of(took), Times::of(syncs));
    let most = syncs.at(50) + Duration::from_millis(2);
    row(
        "a call → its request is on the disk: median; p99",
        &format!("median ≤ one sync + 2 ms ({})", ms(most)),
        &format!("{}; {}", ms(took.at(50)), ms(took.at(99))),
        took.at(50) <= most,
    )
}

/// Waits for the record of an ask.
fn until_asked(log: &mut dyn LogReader, woken: &Receiver<()>) -> Outcome<()> {
    loop {
        match log.next(10).map_err(failed)? {
            LogNews::Entries(entries) if entries.is_empty() => woken.recv()?,
            LogNews::Entries(entries) => {
                if entries.iter().any(|entry| matches!(entry.fact, LogFact::Asked(_))) {
                    return Ok(());
                }
            }
            LogNews::Reset => return Err("the log was cut".into()),
        }
    }
}

/// From an answer by another process to the result.
fn answers(agent: &mut Agent, folder: &Path) -> Outcome<()> {
    let driver = driver(folder)?;
    let person = driver.backend(Arc::new(Person));
    let mut disk = File::create(folder.join("syncs"))?;
    let (mut took, mut syncs) = (Vec::new(), Vec::new());
    for n in 0..TIMES {
        syncs.push(sync(&mut disk)?);
        let call = agent.calls(&format!("answers {n}"))?;
        // It waits once the asker counts as waiting.
        let id = loop {
            if let Some(pending) =
                person.list(1).map_err(failed)?.first().filter(|pending| person.asker_waits(pending.id))
            {
                break pending.id;
            }
        };
        let closing = first(&*person, id)?;
        let begun = Instant::now();
        person.close(id, closing, None).map_err(failed)?;
        agent.response(call)?;
        took.push(begun.elapsed());
        settled(&driver)?;
    }
    let (took, syncs) = (Times::of(took), Times::of(syncs));
    let most = syncs.at(99) + Duration::from_millis(5);
    row(
        "an answer elsewhere → the result: median; p99",
        &format!("p99 ≤ one sync's p99 + 5 ms ({})", ms(most)),
        &format!("{}; {}", ms(took.at(50)), ms(took.at(99))),
        took.at(99) <= most,
    )
}

/// Memory and wake-ups with calls that wait.
fn idle(agent: &mut Agent) -> Outcome<()> {
    let pid = agent.child.id();
    for n in 0..50 {
        agent.calls(&format!("waits {n}"))?;
    }
    agent.request("ping", &json!({}))?;
    std::thread::sleep(Duration::from_secs(5));
    let fifty = memory(pid)?;
    row("resident with 50 calls that wait", "≤ 12 MB", &megabytes(fifty), fifty <= 12 << 10)?;
    // What a start began ends within seconds.
    std::thread::sleep(Duration::from_secs(15));
    let woken = wake_ups_in_a_minute(pid)?;
    row("wake-ups in a minute with 50 calls that wait", "≤ 2", &woken.to_string(), woken <= 2)?;
    for n in 50..150 {
        agent.calls(&format!("waits {n}"))?;
    }
    agent.request("ping", &json!({}))?;
    std::thread::sleep(Duration::from_secs(5));
    let more = memory(pid)?.saturating_sub(fifty);
    row("100 more", "≤ 0.3 MB", &megabytes(more), more <= 307)?;
    // One call that wants signs of life.
    agent.send(
        "tools/call",
        &json!({"name": "ask", "arguments": question("signs"), "_meta": {"progressToken": 1}}),
    )?;
    std::thread::sleep(Duration::from_secs(15));
    let woken = wake_ups_in_a_minute(pid)?;
    row("wake-ups in a minute with signs of life", "≤ 4 for the signs, and 2", &woken.to_string(), woken <= 6)
}

fn question(text: &str) -> Value {
    json!({"questions": [{"id": "q", "question": text, "options": [{"label": "A"}, {"label": "B"}]}]})
}

/// A process that serves an agent.
struct Agent {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Agent {
    fn start(command: &mut Command, folder: &Path) -> Outcome<Agent> {
        let command =
            command.env_clear().env("HOME", folder).env("ASQ_STORE", store(folder)).current_dir(folder);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("a process without pipes".into());
        };
        let mut agent = Agent { child, input, output: BufReader::new(output), next: 0 };
        let info = json!({"name": "bench", "version": "1"});
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info});
        agent.request("initialize", &params)?;
        agent.line(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(agent)
    }

    fn line(&mut self, message: &Value) -> Outcome<()> {
        writeln!(self.input, "{message}")?;
        Ok(self.input.flush()?)
    }

    fn send(&mut self, method: &str, params: &Value) -> Outcome<u64> {
        self.next += 1;
        self.line(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}))?;
        Ok(self.next)
    }

    fn calls(&mut self, text: &str) -> Outcome<u64> {
        self.send("tools/call", &json!({"name": "ask", "arguments": question(text)}))
    }

    fn response(&mut self, id: u64) -> Outcome<Value> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the server is gone".into());
            }
            let message: Value = serde_json::from_str(&line)?;
            if message["id"] == json!(id) {
                return Ok(message);
            }
        }
    }

    fn request(&mut self, method: &str, params: &Value) -> Outcome<Value> {
        let id = self.send(method, params)?;
        self.response(id)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A person at another process.
struct Person;

impl Identity for Person {
    fn asker(&self) -> Option<Actor> {
        None
    }

    fn taker(&self) -> Option<Actor> {
        None
    }

    fn person(&self, _: &Origin) -> Option<Actor> {
        Some(Actor { kin: Kin::Apart, ..Actor::new("ada", Right::Answer, How::Tty) })
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it stands for a conversion")]
fn failed(failure: Failure) -> Box<dyn Error> {
    format!("{failure:?}").into()
}

fn head(driver: &Driver) -> Outcome<Position> {
    driver.head().map_err(failed)
}

fn store(folder: &Path) -> PathBuf {
    folder.join("store.db")
}

fn driver(folder: &Path) -> Outcome<Driver> {
    Ok(Driver::new(Arc::new(Sqlite::open(&store(folder))?)))
}

/// The position once nothing is appended any more: a delivery comes after its result.
fn settled(driver: &Driver) -> Outcome<Position> {
    loop {
        let at = head(driver)?;
        std::thread::sleep(Duration::from_millis(20));
        if head(driver)? == at {
            return Ok(at);
        }
    }
}

/// Picks the first option of the only open request.
fn close(person: &dyn Backend) -> Outcome<()> {
    let pending = person.list(1).map_err(failed)?;
    let id = pending.first().ok_or("nothing is open")?.id;
    person.close(id, first(person, id)?, None).map_err(failed)?;
    Ok(())
}

fn first(person: &dyn Backend, id: RequestId) -> Outcome<Closing> {
    let stored = person.get(id).map_err(failed)?;
    let asked = stored.asked().ok_or("nothing was asked")?;
    let mut answers = Answers::none(1);
    answers.entries[0] =
        Entry { answer: Some(Answer::Picks(vec![Pick::Option(0)])), note: None, confirmed: None };
    Closing::of(Ending::Answered(answers), &asked.digest).ok_or_else(|| "no closing".into())
}

fn sync(disk: &mut File) -> Outcome<Duration> {
    let begun = Instant::now();
    disk.write_all(&BYTES)?;
    disk.sync_data()?;
    Ok(begun.elapsed())
}

/// Times from the shortest to the longest.
struct Times(Vec<Duration>);

impl Times {
    fn of(mut all: Vec<Duration>) -> Times {
        all.sort();
        Times(all)
    }

    /// The time below which so many of a hundred lie.
    fn at(&self, percent: usize) -> Duration {
        self.0[(self.0.len() * percent / 100).min(self.0.len() - 1)]
    }
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

fn megabytes(kib: u64) -> String {
    format!("{:.1} MB", kib as f64 / 1024.0)
}

/// Resident, in KiB.
fn memory(pid: u32) -> Outcome<u64> {
    number(&std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?, "Rss:")
}

/// How often its threads go to sleep and are woken in a minute. A thread that ends meanwhile doesn't count.
fn wake_ups_in_a_minute(pid: u32) -> Outcome<u64> {
    let before = wake_ups(pid)?;
    std::thread::sleep(MINUTE);
    let after = wake_ups(pid)?.into_iter();
    Ok(after.map(|(thread, all)| all - before.get(&thread).unwrap_or(&0)).sum())
}

fn wake_ups(pid: u32) -> Outcome<BTreeMap<OsString, u64>> {
    let mut all = BTreeMap::new();
    for thread in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        let thread = thread?;
        let text = std::fs::read_to_string(thread.path().join("status"))?;
        all.insert(thread.file_name(), number(&text, "voluntary_ctxt_switches:")?);
    }
    Ok(all)
}

fn number(text: &str, label: &str) -> Outcome<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label)).ok_or("the kernel doesn't say it")?;
    Ok(line.split_whitespace().next().ok_or("no number")?.parse()?)
}

/// A row of the table.
fn row(what: &str, goal: &str, measured: &str, met: bool) -> Outcome<()> {
    let mut stdout = std::io::stdout().lock();
    let met = if met { "met" } else { "missed" };
    writeln!(stdout, "{what}\t{goal}\t{measured}\t{met}")?;
    Ok(stdout.flush()?)
}
