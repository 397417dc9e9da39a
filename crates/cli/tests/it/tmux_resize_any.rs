//! Any call in a terminal that takes any sizes: one form while it is up, and only its summary afterwards.
//!
//! - A seed decides each case; a failure names it, and `ASQ_TEST_SEED=n` runs it again.
//! - The test compares the form and its summary row by row with a terminal that always had that size.
//! - Of a form that began near the top of the screen, no row with an option, a tab or a focus mark may be left.
//! - `ASQ_TEST_RESIZES=n` tries so many cases (`cargo xtask soak resize`), and counts what else is left, and how many
//!   forms began inline near the top.

mod drawn;

use crate::tmux::Ask;
use asq_testkit::faults::say;
use drawn::{Drawn, Size};
use std::{env, thread};

const ABOVE: &str = "history ";
/// How many cases run at once.
const AT_ONCE: u64 = 4;

/// The non-empty rows of a screen; the clock's without its time.
fn rows(screen: &str) -> Vec<String> {
    let clock = |row: &str| if row.contains('⏱') { "⏱".to_owned() } else { row.to_owned() };
    screen.lines().map(str::trim_end).filter(|row| !row.is_empty()).map(clock).collect()
}

/// The same, without the lines above the form.
fn below(screen: &str) -> Vec<String> {
    rows(screen).into_iter().filter(|row| !row.starts_with(ABOVE)).collect()
}

/// The rows that may occur only once: the first ones and the focused one. A list that scrolls keeps its position,
/// so all rows are compared only if all fit on the screen.
fn compared(form: &[String]) -> Vec<String> {
    if !form.iter().any(|row| row.contains(" more")) {
        return form.to_vec();
    }
    let kept = |row: &&String| row.starts_with('❯') || row.starts_with("> ") || row.starts_with("Which one");
    form.iter().filter(kept).cloned().collect()
}

fn start(drawn: &Drawn, size: Size, above: usize) -> Ask {
    let command = format!("$ASQ ask call.json --guard 0 {} >out", drawn.flags);
    let ask = Ask::script(size.0, size.1, above, &drawn.call, &command);
    ask.tmux.wait_text(drawn.first);
    for keys in &drawn.keys {
        ask.tmux.text(keys);
        // Any key of any form: no text tells its result.
        ask.tmux.wait_still();
    }
    ask
}

/// What a closed form left in the terminal's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leftover {
    /// Nothing, with as many rows above it on the screen as it was high.
    Nothing,
    /// Nothing, nearer to the top.
    NothingNearTop,
    /// Its upper part, without an option, a tab or a focus mark.
    Heading,
}

/// What became of a form, and whether it began inline.
fn try_case(seed: u64) -> (Leftover, bool) {
    let drawn = Drawn::from(seed);
    let ask = start(&drawn, drawn.size, drawn.above);
    let inline = ask.tmux.tell("#{alternate_on}") == "0";
    let at_first = below(&ask.tmux.history());
    let height = ask.tmux.screen().trim_end().lines().filter(|row| !row.starts_with(ABOVE)).count();
    // With fewer rows above it than the form has, the terminal itself pushes the form's top rows into its history when
    // it becomes narrower, before any program notices, unless they are on the alternate screen.
    let in_sight = drawn.above.min(usize::from(drawn.size.1).saturating_sub(height));
    let near_the_top = in_sight < height;
    let last = drawn.sizes.last().unwrap_or(&drawn.size);
    // The form in a terminal that always had this size.
    let undisturbed = start(&drawn, *last, 0);
    for size in &drawn.sizes {
        ask.tmux.resize(size.0, size.1);
        if !drawn.drags {
            // No row says for which size it was drawn.
            ask.tmux.wait_still();
        }
    }
    let told = || format!("seed {seed}: {drawn:?}\n{}", ask.tmux.history());
    let (mut shown, mut form) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        (shown, form) = (below(&ask.tmux.wait_still()), below(&undisturbed.tmux.history()));
        if compared(&shown) == compared(&form) {
            break;
        }
    }
    assert_eq!(compared(&shown).join("\n"), compared(&form).join("\n"), "{}", told());
    undisturbed.tmux.keys(&["C-c"]);
    let remains = below(&undisturbed.end().screen);
    if !near_the_top {
        assert_eq!(compared(&below(&ask.tmux.history())), compared(&form), "{}", told());
    }
    ask.tmux.keys(&["C-c"]);
    let after = ask.end().screen;
    let above: Vec<String> = rows(&after).into_iter().filter(|row| row.starts_with(ABOVE)).collect();
    let wanted: Vec<String> = (1..=drawn.above).map(|n| format!("{ABOVE}{n}")).collect();
    assert_eq!(above, wanted, "{}", told());
    let mut left = below(&after);
    let summary = left.split_off(left.len().saturating_sub(remains.len()));
    assert_eq!(summary, remains, "{}", told());
    let choices =
        left.iter().any(|row| ["Option ", "❯", "☐", "☒", "●", "○"].iter().any(|mark| row.contains(mark)));
    // The leftover is the upper part of the first form, once.
    let left = left.concat().replace(char::is_whitespace, "");
    let at_first = at_first.concat().replace(char::is_whitespace, "");
    assert!(at_first.starts_with(&left) && (near_the_top || left.is_empty()), "{left}\n{}", told());
    assert!(!choices, "{in_sight} lines in sight, {height} rows, left: {left}\n{}", told());
    let left = match (near_the_top, left.is_empty()) {
        (false, _) => Leftover::Nothing,
        (true, true) => Leftover::NothingNearTop,
        (true, false) => Leftover::Heading,
    };
    (left, inline)
}

#[test]
fn any_sizes_leave_one_form_and_then_its_summary() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    if let Some(seed) = number("ASQ_TEST_SEED") {
        say(&format!("RESIZE: seed {seed}, left: {:?}", try_case(seed)));
        return;
    }
    let cases = number("ASQ_TEST_RESIZES").unwrap_or(12);
    // Most of the time a case waits for a still screen.
    let left: Vec<(Leftover, bool)> = thread::scope(|scope| {
        let runs = (0..AT_ONCE).map(|n| {
            scope.spawn(move || (n..cases).step_by(AT_ONCE as usize).map(try_case).collect::<Vec<_>>())
        });
        let runs: Vec<_> = runs.collect();
        runs.into_iter().flat_map(|run| run.join().unwrap()).collect()
    });
    let count = |what: Leftover| left.iter().filter(|it| it.0 == what).count();
    let heading = count(Leftover::Heading);
    let inline = left.iter().filter(|it| it.0 != Leftover::Nothing && it.1).count();
    say(&format!(
        "RESIZE: {cases} forms, never a second one; {} had as many rows above as they were high, and left no row; \
         of {} nearer to the top ({inline} began inline), none left an option, a tab or a focus mark, and {heading} \
         left other rows",
        count(Leftover::Nothing),
        count(Leftover::NothingNearTop) + heading,
    ));
}
