//! Ten thousand open requests.

use std::time::Duration;

use super::Bench;
use crate::Outcome;
use crate::bench::process;
use crate::bench::sample::{Sample, ms};

const OPEN: &str = "10000";
/// The store's path in a home.
const STORE: &str = ".local/share/asq/store.db";
/// Part of each filled request.
const QUESTION: &str = "Where should the sessions";
/// After this much silence a frame is complete. What is next to the list comes later.
const QUIET: Duration = Duration::from_millis(30);

pub(super) fn rows(bench: &mut Bench) -> Outcome<()> {
    let home = bench.home("many", "")?;
    let file = home.join(STORE);
    std::fs::create_dir_all(file.parent().unwrap_or(&home))?;
    let filled = std::process::Command::new(&bench.own).arg("fill").arg(&file).args([OPEN, "0"]).status()?;
    if !filled.success() {
        return Err("the bench target fills no store".into());
    }
    let (mut whole, mut letters, mut status) = (Sample::default(), Sample::default(), Sample::default());
    let mut resident = 0;
    for _ in 0..bench.runs {
        let mut inbox = bench.inbox(&home, (100, 30))?;
        whole.add(inbox.first_frame(QUESTION, Duration::from_millis(60))?.took);
        // Until it has checked the askers, and shows what is next to the list.
        inbox.watch(Duration::from_millis(500))?;
        inbox.keys("/", QUIET)?;
        for letter in ["s", "e", "s"] {
            let burst = inbox.keys(letter, QUIET)?;
            if burst.bytes.is_empty() {
                return Err("a letter of a search changes nothing".into());
            }
            letters.add(burst.took);
        }
        resident = resident.max(process::memory(inbox.pid())?.resident);
        let begun = std::time::Instant::now();
        bench.asq(&home).arg("status").status()?;
        status.add(begun.elapsed());
    }
    bench.row(
        "10,000 open: exec → the whole list: median; longest",
        "median ≤ 60 ms",
        format!("{}; {}", ms(whole.median()), ms(whole.maximum())),
        Some(whole.median() <= Duration::from_millis(60)),
    );
    bench.row(
        &format!("a letter of a search there ({}): median; p99", letters.count()),
        "median ≤ 8 ms",
        format!("{}; {}", ms(letters.median()), ms(letters.at(99))),
        Some(letters.median() <= Duration::from_millis(8)),
    );
    let megabytes = resident as f64 * 1024.0 / 1e6;
    bench.row(
        "resident memory there, after a search, the most",
        "≤ 20 MB",
        format!("{megabytes:.2} MB"),
        Some(megabytes <= 20.0),
    );
    bench.row(
        "`asq status` there, exec → exit: median; longest",
        "median ≤ 5 ms",
        format!("{}; {}", ms(status.median()), ms(status.maximum())),
        Some(status.median() <= Duration::from_millis(5)),
    );
    Ok(())
}
