//! OpenCode's own routes, on a real OpenCode and on asq, in turns.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use super::super::sample::{Sample, ms};
use super::super::store::times;
use super::{Bench, arguments};
use crate::Outcome;
use crate::tree::top;

/// Open questions on each side.
const QUESTIONS: &str = "100";
/// Seconds of one turn, and the turns of each.
const SECONDS: &str = "2";
const TURNS: usize = 5;

/// A real OpenCode server; it ends with its standard input.
struct OpenCode {
    child: Child,
    address: String,
}

impl OpenCode {
    fn start() -> Outcome<OpenCode> {
        let folder = top().join("integrations/opencode");
        if !folder.join("node_modules").exists() {
            return Err("OpenCode is not there; run scripts/setup first".into());
        }
        let mut child = Command::new("node")
            .args(["bench.mjs", QUESTIONS])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut address)?;
        let address = address.trim().to_owned();
        if address.is_empty() {
            return Err("OpenCode did not start".into());
        }
        Ok(OpenCode { child, address })
    }
}

impl Drop for OpenCode {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        // It has nothing left to say.
        let _ = self.child.wait();
    }
}

/// `GET /question` with a hundred questions, and replies until their event arrives.
pub(super) fn compared(bench: &mut Bench) -> Outcome<()> {
    let theirs = OpenCode::start()?;
    let served = super::served::Served::public(&bench.asq, &bench.fresh("opencode")?)?;
    let (ask, answer) = (served.token("ask")?, served.token("answer")?);
    bench.own(&arguments(["questions", &served.address, &ask, QUESTIONS]))?;
    let ours = format!("Bearer {answer}");
    let sides = [(served.address.as_str(), ours.as_str()), (theirs.address.as_str(), "none")];
    let mut lists = [Sample::default(), Sample::default()];
    for _ in 0..TURNS {
        for ((address, authorization), sample) in sides.iter().zip(&mut lists) {
            let lines = bench.own(&arguments(["lists", address, authorization, SECONDS]))?;
            sample.extend(&times::of(&lines, "lists"));
        }
    }
    let [ours, other] = lists.each_ref().map(|it| 1.0 / it.mean().as_secs_f64().max(1e-9));
    bench.row(
        "`GET /question` with 100 open, one caller, against OpenCode",
        "≥ 5 × its rate",
        format!("{:.1} × ({ours:.0}/s to {other:.0}/s)", ours / other),
        Some(ours >= 5.0 * other),
    );
    let mut replies = Vec::new();
    for (address, authorization) in sides {
        let lines = bench.own(&arguments(["replies", address, authorization]))?;
        replies.push(times::of(&lines, "replies").median());
    }
    let ratio = replies[0].as_secs_f64() / replies[1].as_secs_f64();
    bench.row(
        "reply → `question.replied` (100 each), median, against OpenCode",
        "≤ 0.2 ×",
        format!("{ratio:.2} × ({} to {})", ms(replies[0]), ms(replies[1])),
        Some(ratio <= 0.2),
    );
    Ok(())
}
