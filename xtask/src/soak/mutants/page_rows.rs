//! The rows of the pages whose claims the faults break: docs/promises.md and docs/threat-model.md.
//!
//! - A row is a line of a table below its heading, without the first bar; the section of the soaks has none.
//! - A fault names its row by the beginning of it, with `…` where it is cut.
//! - A row without a fault is a problem, and so is a fault whose row isn't there or isn't the only one.

use super::list::List;
use crate::soak::kept;

/// The rows of a page, in order.
pub(super) fn of(page: &str) -> Vec<&str> {
    let mut rows = Vec::new();
    let mut before = false;
    for line in page.lines().take_while(|line| *line != kept::HEADING) {
        let row = line.strip_prefix("| ").or_else(|| line.strip_prefix('|'));
        let rule = line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
        rows.extend(row.filter(|_| before && !rule));
        before = row.is_some();
    }
    rows
}

/// What a list lacks for this page.
pub(super) fn problems(name: &str, list: &List, page: &str) -> Vec<String> {
    let rows = of(page);
    let begins = |row: &str, named: &str| match named.strip_suffix('…') {
        Some(beginning) => row.starts_with(beginning),
        None => row == named,
    };
    let mut problems: Vec<String> = Vec::new();
    for mutant in &list.mutants {
        let times = rows.iter().filter(|row| begins(row, &mutant.row)).count();
        if times != 1 {
            problems
                .push(format!("{}: docs/{name}.md has {times} rows that begin: {}", mutant.id, mutant.row));
        }
    }
    let bare = rows.iter().filter(|row| !list.mutants.iter().any(|mutant| begins(row, &mutant.row)));
    problems.extend(bare.map(|row| {
        let beginning: String = row.chars().take(80).collect();
        format!("xtask/mutants/{name}.txt: no fault breaks the row {beginning}…")
    }));
    problems
}

#[cfg(test)]
mod tests {
    use super::super::list;
    use super::*;

    const PAGE: &str = "# Page\n\n| | promise |\n|---|---|\n| 1 | one |\n| 2 | two |\n\ntext\n\n| what | holds |\n|:--|--:|\n\
                        | 2 | twice |\n\n## Soak\n\n| soak |\n|---|\n| power |\n";

    #[test]
    fn rows_are_those_below_a_heading() {
        assert_eq!(of(PAGE), ["1 | one |", "2 | two |", "2 | twice |"]);
    }

    #[test]
    fn each_row_has_a_fault_and_each_fault_a_row() {
        let list = |rows: [&str; 3]| {
            let entry = |row| format!("row: {row}\n\nfile: f\nbreaks: b\nold: o\nnew: n\ntests: t");
            list::read("page", &rows.map(entry).join("\n\n")).expect("a list")
        };
        assert_eq!(
            problems("page", &list(["1…", "2 | two |", "2 | tw…"]), PAGE)[..],
            ["page/2: docs/page.md has 2 rows that begin: 2 | tw…"]
        );
        assert_eq!(problems("page", &list(["1 | one |", "2 | two…", "2 | twice…"]), PAGE), [""; 0]);
        assert_eq!(
            problems("page", &list(["1 | o…", "3…", "2 | two"]), PAGE),
            [
                "page/1: docs/page.md has 0 rows that begin: 3…",
                "page/2: docs/page.md has 0 rows that begin: 2 | two",
                "xtask/mutants/page.txt: no fault breaks the row 2 | two |…",
                "xtask/mutants/page.txt: no fault breaks the row 2 | twice |…",
            ]
        );
    }
}
