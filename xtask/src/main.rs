//! Chores of the repository: `cargo xtask layers | tidy [--write] | hardening | dist | bench terminal|pi|pick|store|inbox|server|mcp|page|hostile | hosts | soak`.
//!
//! - `layers` reports each dependency that the design doesn't allow; `tidy` checks names, prose and documents' claims.
//! - `hardening` builds a release and examines it: random address, read-only data, checked C code.
//! - `dist` makes the packages of a release for this machine's platform.
//! - `bench` measures the release build in a terminal, inside pi, on its store, as an inbox, a server, an agent's server or a page, and keeps the table.
//! - `hosts` runs every real agent with asq behind it, and keeps the outcome.
//! - `soak` runs long and rare tests, and keeps their results.
//! - A chore prints one line per problem and exits with 1; a clean run prints one line, after notes, which don't count as problems.
//! - It depends on no crate of ours: it must build when they don't.

#![expect(clippy::disallowed_methods, reason = "a chore is an edge: it reads the environment and a clock")]

mod bench;
mod dist;
mod hardening;
mod hosts;
mod layers;
mod section;
mod soak;
mod tidy;
mod tree;

use std::io::Write as _;
use std::process::ExitCode;

use tree::Tree;

const USAGE: &str = "\
usage: cargo xtask layers                 the arrows between our crates
       cargo xtask tidy [--write]         what the documents claim; --write refreshes generated parts
       cargo xtask hardening              build a release and read how it is protected
       cargo xtask dist [--out FOLDER]   the packages of a release for this machine's platform, in target/dist
       cargo xtask bench terminal [N [FILE]]
                                          measure (N runs a row, default 50), write docs/performance.md; FILE: an
                                          earlier build, to compare its first frame
       cargo xtask bench pi [N]           the same inside pi
       cargo xtask bench pick [N]         one of 100,000 labels, next to fzf
       cargo xtask bench page [N]         the page in a real Chromium (default 30 runs)
       cargo xtask bench hostile [FILE]   instructions that hostile inputs cost; FILE: an earlier build
       cargo xtask bench inbox [N]        from an ask to the person and back
       cargo xtask bench server [N]       asq serve, next to a real OpenCode
       cargo xtask bench mcp [N]          asq mcp, next to rmcp's smallest server
       cargo xtask bench dist [N [FILE]]  the start of the packages' program, next to a release; FILE: that release
       cargo xtask bench store [N [PAST]] the store, with PAST closed requests (default 100000)
       cargo xtask hosts                  every real agent with asq behind it, recorded in docs/harnesses.md
       cargo xtask soak [due | NAME…]     long and rare tests, recorded in docs/promises.md: all of these, those that
                                          are due, or the named ones; a number behind a name is its seed:
                                          ";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args[..] {
        ["layers"] => Tree::of_repository().map(|tree| report("layers", &layers::check(&tree))),
        ["tidy"] => tidy::run(tidy::Generated::Compare).map(|problems| report("tidy", &problems)),
        ["tidy", "--write"] => tidy::run(tidy::Generated::Write).map(|problems| report("tidy", &problems)),
        ["hardening"] => hardening::check().map(|problems| report("hardening", &problems)),
        ["dist"] => dist::run(None).map(|()| ExitCode::SUCCESS),
        ["dist", "--out", out] => dist::run(Some(out)).map(|()| ExitCode::SUCCESS),
        ["bench", "terminal", ref runs @ .., before] if runs.len() == 1 => {
            many(runs).and_then(|runs| bench::terminal(runs, Some(before))).map(|()| ExitCode::SUCCESS)
        }
        ["bench", which @ ("terminal" | "pi" | "pick" | "inbox" | "server" | "mcp"), ref runs @ ..]
            if runs.len() < 2 =>
        {
            let measure = |runs| match which {
                "pi" => bench::pi::run(runs),
                "pick" => bench::pick::run(runs),
                "inbox" => bench::inbox::run(runs),
                "server" => bench::server::run(runs),
                "mcp" => bench::mcp::run(runs),
                _ => bench::terminal(runs, None),
            };
            many(runs).and_then(measure).map(|()| ExitCode::SUCCESS)
        }
        ["bench", "dist", ref runs @ ..] if runs.len() < 3 => many(runs)
            .and_then(|many| bench::packaged::run(many, runs.get(1).copied()))
            .map(|()| ExitCode::SUCCESS),
        ["bench", "page", ref runs @ ..] if runs.len() < 2 => {
            let runs = if runs.is_empty() { Ok(30) } else { many(runs) };
            runs.and_then(bench::page::run).map(|()| ExitCode::SUCCESS)
        }
        ["bench", "hostile", ref program @ ..] if program.len() < 2 => {
            bench::hostile::run(program.first().copied()).map(|()| ExitCode::SUCCESS)
        }
        ["hosts"] => hosts::run().map(|held| if held { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
        ["soak", ref named @ ..] => {
            soak::run(named).map(|held| if held { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        ["bench", "store", ref numbers @ ..] if numbers.len() < 3 => {
            let number = |at: usize, unsaid: u64| numbers.get(at).map_or(Ok(unsaid), |it| it.parse::<u64>());
            match (number(0, 50), number(1, 100_000)) {
                (Ok(runs), Ok(past)) => bench::store::run(runs as usize, past).map(|()| ExitCode::SUCCESS),
                _ => Err(format!("not numbers: {}", numbers.join(" ")).into()),
            }
        }
        _ => {
            say(&format!("{USAGE}{}\n", soak::names()));
            return ExitCode::from(2);
        }
    };
    outcome.unwrap_or_else(|fault| {
        say(&format!("xtask: {fault}\n"));
        ExitCode::from(70)
    })
}

fn many(runs: &[&str]) -> Outcome<usize> {
    let not = |_| format!("not a number of runs: {}", runs.join(" ")).into();
    runs.first().map_or(Ok(50), |runs| runs.parse()).map_err(not)
}

/// The result type of every chore.
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn report(chore: &str, problems: &[String]) -> ExitCode {
    for problem in problems {
        say(&format!("{chore}: {problem}\n"));
    }
    if problems.is_empty() {
        say(&format!("{chore}: clean\n"));
        ExitCode::SUCCESS
    } else {
        say(&format!("{chore}: {} to mend\n", problems.len()));
        ExitCode::FAILURE
    }
}

/// Prints; ignores a reader that has closed the pipe.
fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}
