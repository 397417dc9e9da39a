//! The table of the soaks in docs/promises.md.
//!
//! - A row whose run is older than what it proves is noted, and isn't a problem: some take hours.
//! - A row that belongs to no soak is a problem.

use crate::Outcome;
use crate::soak;
use crate::tree::Tree;

pub(crate) fn check(tree: &Tree) -> Outcome<Vec<String>> {
    let page = tree.get(soak::FILE).unwrap_or_default();
    for (name, why) in soak::due(page)? {
        crate::say(&format!("tidy: note: the soak {name} is due: {why}\n"));
    }
    let strangers = soak::strangers(page).into_iter();
    Ok(strangers.map(|name| format!("{}: there is no soak {name}", soak::FILE)).collect())
}
