//! The page that a person reads before they grant power.
//!
//! - asq's own words begin at the left edge; foreign words are behind a gutter, in every row.
//! - In foreign words every character is distinct from every other; no row of them ends with a blank.
//! - No row is wider than the terminal, and no sheet is higher.

use asq_core::text::{Shown, Untrusted};

/// Begins each row of foreign words, so that none of them gets into the first columns.
const GUTTER: &str = "  │ ";
const GUTTER_WIDTH: usize = 4;

/// A page; an empty row separates its parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct GrantPage(Vec<GrantPart>);

#[derive(Clone, Debug)]
enum GrantPart {
    Own(String),
    Theirs(Vec<Shown>),
}

impl GrantPage {
    /// Adds words of asq's own, which must hold nothing foreign.
    pub(crate) fn own(mut self, words: impl Into<String>) -> GrantPage {
        self.0.push(GrantPart::Own(words.into()));
        self
    }

    /// Adds foreign words, each in rows of its own.
    pub(crate) fn theirs<'a>(mut self, texts: impl IntoIterator<Item = &'a str>) -> GrantPage {
        let shown = texts.into_iter().map(|text| Shown::literal(&Untrusted::from(text)));
        self.0.push(GrantPart::Theirs(shown.collect()));
        self
    }

    /// All rows at this width, with an empty one after each part.
    fn rows(&self, width: usize) -> Vec<String> {
        let mut rows = Vec::new();
        for part in &self.0 {
            match part {
                GrantPart::Own(words) => rows.extend(wrapped(words, width).lines().map(str::to_owned)),
                GrantPart::Theirs(texts) => {
                    for text in texts {
                        rows.extend(behind(text, width.saturating_sub(GUTTER_WIDTH)));
                    }
                }
            }
            rows.push(String::new());
        }
        rows
    }

    /// All rows, in sheets that fit above the longest of these prompts.
    pub(super) fn sheets(&self, (width, height): (usize, usize), prompts: &[&str]) -> Vec<String> {
        let prompt = prompts.iter().map(|prompt| wrapped(prompt, width).lines().count()).max().unwrap_or(1);
        // The caret may take a row of its own below the prompt.
        let room = height.saturating_sub(prompt + 1).max(1);
        let rows = self.rows(width);
        rows.chunks(room).map(|rows| rows.iter().fold(String::new(), |text, row| text + row + "\n")).collect()
    }
}

/// asq's own words, broken at blanks, without a line break at the end.
pub(super) fn wrapped(words: &str, width: usize) -> String {
    crate::settings::wrapped::wrapped("", words, width).trim_end().to_owned()
}

/// Foreign words behind the gutter.
fn behind(text: &Shown, room: usize) -> Vec<String> {
    let mut rows = Vec::new();
    let mut rest = text.clone();
    while rest.width() > room {
        let fits = rest.split(room).0;
        let end = fits.as_str().trim_end_matches(' ').len();
        // A literal text never starts with a blank or has two in a row, so the row is never empty.
        let (row, after) = (rest.part(0..end), rest.part(end..rest.as_str().len()));
        if row.is_empty() {
            break;
        }
        rows.push(format!("{GUTTER}{row}"));
        rest = after;
    }
    rows.push(format!("{GUTTER}{rest}"));
    rows
}

#[cfg(test)]
mod tests {
    use super::GrantPage;
    use expect_test::expect;

    #[test]
    fn foreign_words_stand_behind_a_gutter_in_every_row() {
        let page = GrantPage::default()
            .own("It runs this in a shell:")
            .theirs(["rm -rf a bcd efgh  x", "漢字漢字漢字漢字漢字"]);
        expect![[r"
            It runs this in a
            shell:

              │ rm -rf a bcd efg
              │ h<2 blanks>x
              │ 漢字漢字漢字漢字
              │ 漢字

        "]]
        .assert_eq(&page.sheets((20, 24), &["Yes?"]).join("-----\n"));
        expect![[r"
            It runs this in a
            shell:

            -----
              │ rm -rf a bcd efg
              │ h<2 blanks>x
              │ 漢字漢字漢字漢字
            -----
              │ 漢字

        "]]
        .assert_eq(&page.sheets((20, 5), &["Yes?"]).join("-----\n"));
    }
}
