//! Which labels match what is typed, the best first.
//!
//! - Every word has to be found, its letters in their order. A word with a capital letter is taken as it is.
//! - Equal matches: the shorter label first, then the earlier one.
//! - Of a label of megabytes the first 4 KiB are searched.
//! - Many labels are searched on all processors, at most four.

use crate::labels::LabelList;
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::thread;

/// The most bytes of a label that are searched.
const SEARCHED: usize = 4096;
/// So many labels are searched before a thread pays.
const FEW: usize = 8192;
/// The most threads.
const THREADS: usize = 4;

/// A label that matches. The smallest is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LabelMatch {
    /// How well it matches, turned round.
    worse: u16,
    /// The bytes of the label.
    length: u16,
    pub(crate) at: u32,
}

/// The words that are typed.
pub(crate) struct LabelSearch {
    pattern: Pattern,
    matchers: Vec<Matcher>,
}

impl std::fmt::Debug for LabelSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LabelSearch").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}

impl Default for LabelSearch {
    fn default() -> LabelSearch {
        LabelSearch { pattern: Pattern::default(), matchers: vec![Matcher::new(Config::DEFAULT)] }
    }
}

impl LabelSearch {
    /// Searches for these words from now on.
    pub(crate) fn words(&mut self, query: &str) {
        self.pattern = Pattern::new(query, CaseMatching::Smart, Normalization::Smart, AtomKind::Fuzzy);
    }

    /// Whether it has no words, so that everything matches.
    pub(crate) fn is_empty(&self) -> bool {
        self.pattern.atoms.is_empty()
    }

    /// Those of the candidates that match, the best first.
    pub(crate) fn among(&mut self, labels: &LabelList, candidates: &[u32]) -> Vec<LabelMatch> {
        let threads = if candidates.len() < FEW {
            1
        } else {
            thread::available_parallelism().map_or(1, usize::from).min(THREADS)
        };
        self.matchers.resize_with(threads.max(self.matchers.len()), || Matcher::new(Config::DEFAULT));
        let pattern = &self.pattern;
        let each = candidates.len().div_ceil(threads).max(1);
        let parts = candidates.chunks(each).zip(&mut self.matchers);
        let mut hits: Vec<LabelMatch> = if threads == 1 {
            parts.flat_map(|(part, matcher)| searched(pattern, matcher, labels, part)).collect()
        } else {
            thread::scope(|scope| {
                let running: Vec<_> = parts
                    .map(|(part, matcher)| scope.spawn(|| searched(pattern, matcher, labels, part)))
                    .collect();
                running.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
            })
        };
        hits.sort_unstable();
        hits
    }

    /// The places of a label's characters that were typed, in their order.
    pub(crate) fn places(&mut self, label: &str) -> Vec<u32> {
        let mut places = Vec::new();
        if self.is_empty() {
            return places;
        }
        let mut room = Vec::new();
        let text = Utf32Str::new(&label[..label.floor_char_boundary(SEARCHED)], &mut room);
        self.pattern.indices(text, &mut self.matchers[0], &mut places);
        places.sort_unstable();
        places.dedup();
        places
    }
}

fn searched(
    pattern: &Pattern,
    matcher: &mut Matcher,
    labels: &LabelList,
    candidates: &[u32],
) -> Vec<LabelMatch> {
    let mut room = Vec::new();
    let mut hits = Vec::new();
    for &at in candidates {
        let bytes = labels.searched(at as usize);
        let near = &bytes[..bytes.len().min(SEARCHED)];
        let score = if near.is_ascii() {
            pattern.score(Utf32Str::Ascii(near), matcher)
        } else {
            let text = String::from_utf8_lossy(near);
            pattern.score(Utf32Str::new(&text, &mut room), matcher)
        };
        if let Some(score) = score {
            let worse = u16::MAX - u16::try_from(score).unwrap_or(u16::MAX);
            hits.push(LabelMatch { worse, length: u16::try_from(bytes.len()).unwrap_or(u16::MAX), at });
        }
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Separator;

    fn found(labels: &[&str], query: &str) -> Vec<String> {
        let mut all = LabelList::new(Separator::Line, None);
        for label in labels {
            all.push(label.as_bytes());
        }
        let mut search = LabelSearch::default();
        search.words(query);
        let everything: Vec<u32> = (0..labels.len() as u32).collect();
        search.among(&all, &everything).iter().map(|hit| labels[hit.at as usize].to_owned()).collect()
    }

    #[test]
    fn every_word_has_to_be_in_it_and_a_capital_counts() {
        let labels = ["src/main.rs", "src/Main.java", "src/main.md", "README"];
        for (query, wanted) in [
            ("main rs", &["src/main.rs"][..]),
            ("rs main", &["src/main.rs"]),
            ("Main", &["src/Main.java"]),
            ("main", &["src/main.md", "src/main.rs", "src/Main.java"]),
            ("smn", &["src/main.rs", "src/Main.java", "src/main.md"]),
            ("nothing", &[]),
            ("!main", &[]),
            ("^src", &[]),
        ] {
            let mut found = found(&labels, query);
            if query == "main" {
                // All three match alike: the shorter first, then the earlier.
                assert_eq!(found, ["src/main.rs", "src/main.md", "src/Main.java"]);
                continue;
            }
            let mut wanted = wanted.to_vec();
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "{query}");
        }
    }

    #[test]
    fn the_best_match_comes_first_and_of_equals_the_shorter_then_the_earlier() {
        assert_eq!(
            found(&["a-m-a-i-n", "main", "maintenance", "main!"], "main"),
            ["main", "main!", "maintenance", "a-m-a-i-n"]
        );
        assert_eq!(found(&["xb", "xa", "x"], "x"), ["x", "xb", "xa"]);
    }

    #[test]
    fn letters_of_any_script_are_found_with_and_without_accents() {
        assert_eq!(found(&["Zürich", "Zug", "東京"], "zur"), ["Zürich"]);
        assert_eq!(found(&["Zürich", "Zug", "東京"], "京"), ["東京"]);
        let mut search = LabelSearch::default();
        search.words("zr");
        assert_eq!(search.places("Zürich"), [0, 2]);
    }

    #[test]
    fn threads_find_what_one_finds() {
        let labels: Vec<String> = (0..3 * FEW).map(|n| format!("label {n}")).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let all = found(&labels, "77");
        let few: Vec<&str> = labels
            .iter()
            .copied()
            .filter(|label| {
                let mut letters = label.chars();
                letters.any(|c| c == '7') && letters.any(|c| c == '7')
            })
            .collect();
        let mut sorted: Vec<&str> = all.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        let mut few = few;
        few.sort_unstable();
        assert_eq!(sorted, few);
        assert_eq!(all[0], "label 77");
    }

    #[test]
    fn of_a_long_label_only_the_beginning_is_searched() {
        let long = format!("{}end", "x".repeat(SEARCHED));
        assert_eq!(found(&[&long], "end"), Vec::<String>::new());
        assert_eq!(found(&[&long], "xx"), [long]);
    }
}
