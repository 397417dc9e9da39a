//! The pager for whatever grants power: all of it appears on the screen before a yes counts.
//!
//! - Longer text comes in pages. Only the last page takes a yes, and only `y` or `yes` is one.
//! - If the terminal's size changes, shows everything again: rows that the terminal broke again prove nothing.
//! - Reports a terminal that is too small for it.

mod page;

pub(crate) use page::GrantPage;

use crate::error::{CommandError, ErrorClass};
use crate::settings::person::OwnSettings;
use std::io;

/// The smallest terminal, in columns and rows.
const LEAST: (usize, usize) = (20, 8);

/// The prompt for the next page.
const MORE: &str = "Enter shows more, n stops:";

/// Shows the whole page and asks for a yes.
///
/// # Errors
/// The terminal fails, or is too small.
pub(crate) fn ask(person: &mut OwnSettings, page: &GrantPage, question: &str) -> Result<bool, CommandError> {
    let lost = |e: io::Error| CommandError::new(ErrorClass::NoPerson, format!("the terminal failed: {e}"));
    'anew: loop {
        let size = person.size();
        if size.0 < LEAST.0 || size.1 < LEAST.1 {
            return Err(CommandError::new(
                ErrorClass::NoPerson,
                format!("the terminal is too small to show all of it: {} by {}", size.0, size.1),
            )
            .hint(format!("make it {} columns and {} rows, at least", LEAST.0, LEAST.1)));
        }
        let sheets = page.sheets(size, &[question, MORE]);
        let last = sheets.len().saturating_sub(1);
        for (at, sheet) in sheets.iter().enumerate() {
            let prompt = if at < last { MORE } else { question };
            let answer = person.ask(&format!("{sheet}{} ", page::wrapped(prompt, size.0))).map_err(lost)?;
            // After a resize nobody knows which rows were in sight.
            if person.size() != size {
                person.tell("The terminal has another size now, so it is shown again.\n\n").map_err(lost)?;
                continue 'anew;
            }
            let answer = answer.map(|answer| answer.to_ascii_lowercase());
            let said = answer.as_deref();
            if at == last {
                // An empty line isn't a yes: Enter turns the pages before.
                return Ok(matches!(said, Some("y" | "yes")));
            }
            if matches!(said, None | Some("n" | "no" | "q")) {
                return Ok(false);
            }
        }
    }
}
