//! From an ask to the person: the row on the terminal, and the bell.

use std::time::{Duration, Instant};

use super::Bench;
use crate::Outcome;
use crate::bench::sample::{Sample, ms};

/// So many rows fit on the terminal below each other.
const AT_ONCE: usize = 9;
const QUIET: Duration = Duration::from_millis(100);

pub(super) fn rows(bench: &mut Bench) -> Outcome<()> {
    let (mut rows, mut bells) = (Sample::default(), Sample::default());
    while rows.count() < bench.runs {
        let home = bench.home("arrivals", "[notify]\nbatch = 0\n")?;
        let mut inbox = bench.inbox(&home, (80, 24))?;
        inbox.first_frame("waits", QUIET)?;
        for n in 0..AT_ONCE.min(bench.runs - rows.count()) {
            let question = format!("number-{n}-came");
            let begun = Instant::now();
            let mut asker = bench
                .asq(&home)
                .args(["ask", "--no-wait", "-q", &question, "-o", "Left", "-o", "Right"])
                .spawn()?;
            let [row, bell] = inbox.shows(begun, [question.as_bytes(), b"\x07"])?;
            rows.add(row);
            bells.add(bell);
            asker.wait()?;
            // The next ask must not meet what this one still paints.
            inbox.watch(QUIET)?;
        }
    }
    for (what, goal, took) in
        [("`asq ask` → its row on the inbox's terminal", 10, rows), ("the same → the bell", 20, bells)]
    {
        bench.row(
            &format!("{what} ({}): median; p90; longest", took.count()),
            &format!("median ≤ {goal} ms"),
            format!("{}; {}; {}", ms(took.median()), ms(took.at(90)), ms(took.maximum())),
            Some(took.median() <= Duration::from_millis(goal)),
        );
    }
    Ok(())
}
