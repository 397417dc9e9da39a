//! An inbox that nobody uses, for a minute: empty, and with ten askers that wait.

use std::process::Child;
use std::time::Duration;

use super::Bench;
use crate::Outcome;
use crate::bench::process;

const MINUTE: Duration = Duration::from_mins(1);
/// Until an inbox has looked at everything, and has announced what came within ten seconds after the first.
const SETTLED: Duration = Duration::from_secs(15);
/// Of the processor, as the kernel counts them.
const TICK: Duration = Duration::from_millis(10);

pub(super) fn rows(bench: &mut Bench) -> Outcome<()> {
    for askers in [0, 10] {
        let home = bench.home("idle", "")?;
        let mut inbox = bench.inbox(&home, (80, 24))?;
        inbox.first_frame("waits", Duration::from_millis(100))?;
        let waiting: Vec<Child> =
            (0..askers).map(|n| bench.waits(&home, &format!("number-{n}-came"))).collect::<Outcome<_>>()?;
        inbox.watch(SETTLED)?;
        let (time, wakes) = (process::time(inbox.pid())?, process::wake_ups_by_thread(inbox.pid())?);
        let written = inbox.watch(MINUTE)?.len();
        let ticks = (process::time(inbox.pid())?.saturating_sub(time)).as_millis() / TICK.as_millis();
        // A thread that has ended meanwhile isn't there any more.
        let after = process::wake_ups_by_thread(inbox.pid())?.into_iter();
        let wakes: u64 = after.map(|(thread, all)| all - wakes.get(&thread).unwrap_or(&0)).sum();
        let with = if askers == 0 { "nothing open" } else { "ten askers that wait" };
        // With requests, their ages change once a minute.
        let goal = if askers == 0 { "0; ≤ 3; 0" } else { "0; ≤ 3; an age each" };
        let most = if askers == 0 { 0 } else { 64 * askers };
        bench.row(
            &format!("a minute without a key, {with}: ticks of 10 ms, wake-ups, bytes written"),
            goal,
            format!("{ticks}; {wakes}; {written}"),
            Some(ticks == 0 && wakes <= 3 && written <= most),
        );
        ended(bench, &home, waiting)?;
    }
    Ok(())
}

/// Ends the askers by withdrawing what they asked.
fn ended(bench: &Bench, home: &std::path::Path, waiting: Vec<Child>) -> Outcome<()> {
    let listed =
        bench.asq(home).args(["list", "--json"]).stdout(std::process::Stdio::piped()).output()?.stdout;
    for line in String::from_utf8(listed)?.lines() {
        let row: serde_json::Value = serde_json::from_str(line)?;
        bench.asq(home).args(["withdraw", row["id"].as_str().unwrap_or_default()]).status()?;
    }
    for mut asker in waiting {
        asker.wait()?;
    }
    Ok(())
}
