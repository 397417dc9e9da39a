//! Rows under headings, for a person.
//!
//! - Takes only text that has passed the escaping path. A cell never breaks its row, nor moves the next column.
//! - On a terminal no row is wider than the screen: the least important columns go first, then `…` cuts the widest
//!   cells.
//! - Elsewhere it cuts nothing.
//! - Leaves out an empty column, with its heading.
//! - Right-to-left text stays within its own cell.

use asq_core::text::Shown;

/// Blanks between two columns.
const GAP: &str = "  ";

#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub(crate) head: &'static str,
    /// Aligned to the right, as numbers are.
    pub(crate) right: bool,
    /// The fewest cells that it may be cut to; `usize::MAX` if it is never cut.
    pub(crate) least: usize,
    /// The most cells that it gets if the rows don't fit.
    pub(crate) most: usize,
    /// The order in which columns go if the row is too wide: the greatest first, 0 never.
    pub(crate) goes: u8,
}

impl Column {
    /// A column that is never cut.
    pub(crate) const fn fixed(head: &'static str, goes: u8) -> Column {
        Column { head, right: false, least: usize::MAX, most: usize::MAX, goes }
    }

    /// A column that is cut first to `most` cells, then to `least` before another column goes.
    pub(crate) const fn text(head: &'static str, least: usize, most: usize, goes: u8) -> Column {
        Column { head, right: false, least, most, goes }
    }

    /// The same column, aligned to the right.
    pub(crate) const fn right(mut self) -> Column {
        self.right = true;
        self
    }
}

/// The rows as lines; `width` is that of the terminal.
pub(crate) fn table(columns: &[Column], rows: &[Vec<Shown>], width: Option<usize>) -> String {
    let cell = |row: &[Shown], at: usize| row.get(at).map_or(0, Shown::width);
    let mut shown: Vec<(usize, usize)> = (0..columns.len())
        .map(|at| (at, rows.iter().map(|row| cell(row, at)).max().unwrap_or(0)))
        .filter(|(_, widest)| *widest > 0)
        .map(|(at, widest)| (at, widest.max(columns[at].head.len())))
        .collect();
    if let Some(width) = width {
        fit(columns, &mut shown, width);
    }
    let heads: Vec<Shown> = columns.iter().map(|column| Shown::own(column.head)).collect();
    let mut text = String::new();
    for row in std::iter::once(&heads).chain(rows) {
        let mut line = String::new();
        for (at, cells) in &shown {
            if !line.is_empty() {
                line.push_str(GAP);
            }
            let empty = Shown::default();
            let whole = row.get(*at).unwrap_or(&empty);
            let cut = clipped(whole, *cells);
            let blanks = " ".repeat(cells - cut.width());
            let isolated = if cut.has_rtl() { format!("\u{2068}{cut}\u{2069}") } else { cut.to_string() };
            line.push_str(&if columns[*at].right { blanks + &isolated } else { isolated + &blanks });
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Removes columns and narrows others until a row fits the terminal.
fn fit(columns: &[Column], shown: &mut Vec<(usize, usize)>, width: usize) {
    let least = |(at, cells): &(usize, usize)| columns[*at].least.min(*cells);
    while sum(shown, least) > width {
        let goes = shown.iter().enumerate().filter(|(_, (at, _))| columns[*at].goes > 0);
        let Some((place, _)) = goes.max_by_key(|(_, (at, _))| columns[*at].goes) else { break };
        shown.remove(place);
    }
    if sum(shown, |(_, cells)| *cells) > width {
        for (at, cells) in shown.iter_mut() {
            *cells = columns[*at].most.min(*cells);
        }
    }
    while sum(shown, |(_, cells)| *cells) > width {
        let wide = shown.iter_mut().filter(|column| column.1 > least(column));
        match wide.max_by_key(|(_, cells)| *cells) {
            Some((_, cells)) => *cells -= 1,
            None => break,
        }
    }
    // On a terminal of only a few columns, cuts what remains from the right.
    while sum(shown, |(_, cells)| *cells) > width {
        let several = shown.len() > 1;
        match shown.last_mut() {
            Some((_, cells)) if *cells > 1 => *cells -= 1,
            Some(_) if several => drop(shown.pop()),
            Some(_) | None => break,
        }
    }
}

fn sum(shown: &[(usize, usize)], cells: impl Fn(&(usize, usize)) -> usize) -> usize {
    shown.iter().map(cells).sum::<usize>() + GAP.len() * shown.len().saturating_sub(1)
}

/// The text in at most this many cells; a cut text ends with `…`.
pub(crate) fn clipped(text: &Shown, cells: usize) -> Shown {
    if text.width() <= cells {
        return text.clone();
    }
    text.split(cells.saturating_sub(1)).0.then(&Shown::own("…"))
}

#[cfg(test)]
mod tests {
    use super::{Column, table};
    use asq_core::text::{Shown, Untrusted, width};
    use expect_test::expect;

    const COLUMNS: [Column; 4] = [
        Column::fixed("ID", 0),
        Column::fixed("AGE", 1).right(),
        Column::text("AGENT", 6, 9, 2),
        Column::text("QUESTION", 12, usize::MAX, 0),
    ];

    fn rows(all: &[[&str; 4]]) -> Vec<Vec<Shown>> {
        all.iter().map(|row| row.map(|cell| Shown::one_line(&Untrusted::from(cell))).to_vec()).collect()
    }

    /// Shows the isolates as visible brackets.
    fn seen(width: Option<usize>) -> String {
        table(&COLUMNS, &hostile(), width).replace('\u{2068}', "⟨").replace('\u{2069}', "⟩")
    }

    fn hostile() -> Vec<Vec<Shown>> {
        rows(&[
            ["k3v9xq", "2 m", "claude", "Which database should it be?"],
            ["0a1b2c", "12 h", "agent\nwith a line", "世界世界世界世界世界世界世界"],
            ["zzzzzz", "3 d", "", "\u{1b}[2J\u{7}owned \u{202e}txt"],
            ["yyyyyy", "3 d", "x", "שלום עולם"],
        ])
    }

    #[test]
    fn hostile_cells_stay_in_their_rows() {
        expect![[r#"
            ID       AGE  AGENT              QUESTION
            k3v9xq   2 m  claude             Which database should it be?
            0a1b2c  12 h  agent↵with a line  世界世界世界世界世界世界世界
            zzzzzz   3 d                     <U+001B>[2J<U+0007>owned <U+202E>txt
            yyyyyy   3 d  x                  ⟨שלום עולם⟩
        "#]]
        .assert_eq(&seen(None));
        for cells in 1..120 {
            for line in table(&COLUMNS, &hostile(), Some(cells)).lines() {
                let bare = line.replace(['\u{2068}', '\u{2069}'], "");
                assert!(width::of(&bare) <= cells, "{cells}: {line:?}");
            }
        }
    }

    #[test]
    fn narrow_terminals_lose_columns_and_then_words() {
        let all = [46, 30, 20, 8, 3].map(|cells| format!("{cells}:\n{}", seen(Some(cells))));
        expect![[r#"
            46:
            ID       AGE  AGENT      QUESTION
            k3v9xq   2 m  claude     Which database shoul…
            0a1b2c  12 h  agent↵wi…  世界世界世界世界世界…
            zzzzzz   3 d             <U+001B>[2J<U+0007>o…
            yyyyyy   3 d  x          ⟨שלום עולם⟩
            30:
            ID       AGE  QUESTION
            k3v9xq   2 m  Which database …
            0a1b2c  12 h  世界世界世界世…
            zzzzzz   3 d  <U+001B>[2J<U+0…
            yyyyyy   3 d  ⟨שלום עולם⟩
            20:
            ID      QUESTION
            k3v9xq  Which datab…
            0a1b2c  世界世界世…
            zzzzzz  <U+001B>[2J…
            yyyyyy  ⟨שלום עולם⟩
            8:
            ID
            k3v9xq
            0a1b2c
            zzzzzz
            yyyyyy
            3:
            ID
            k3…
            0a…
            zz…
            yy…
        "#]]
        .assert_eq(&all.concat());
    }

    #[test]
    fn a_column_without_a_word_is_left_out() {
        let rows = rows(&[["a", "", "", "b"]]);
        expect![[r#"
            ID  QUESTION
            a   b
        "#]]
        .assert_eq(&table(&COLUMNS, &rows, None));
    }
}
