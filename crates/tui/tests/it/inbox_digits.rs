//! The number of a row in a long list, typed in the inbox.

use crate::bench::{Bench, asked, pick_one};
use asq_core::life::Asked;
use asq_frame::Size;

const WIDE: Size = Size { width: 120, height: 40 };
const NARROW: Size = Size { width: 80, height: 40 };

/// A list of fifteen regions, and three short lists behind it that any digit up to 2 would answer.
fn all() -> Vec<Asked> {
    let regions: Vec<String> = (1..=15).map(|n| format!("region-{n}")).collect();
    let regions: Vec<&str> = regions.iter().map(String::as_str).collect();
    let other = |text: &str| asked(vec![pick_one(text, &["Keep", "Drop it all"])], "pi", "/srv");
    let first = asked(vec![pick_one("Which region?", &regions)], "codex", "/srv");
    vec![first, other("Drop the cache?"), other("Drop the table?"), other("Drop the disk?")]
}

fn bench(size: Size) -> Bench {
    let mut bench = Bench::with(|setup| setup.advance = true).filled(&all());
    bench.size = size;
    for _ in 0..3 {
        bench.text(size.width, size.height);
        bench.pass(300);
    }
    bench
}

/// Types keys with a pause before each, and returns what was decided until long after.
fn decided(size: Size, ms: u64, keys: &[&str]) -> Vec<String> {
    let mut bench = bench(size);
    for key in keys {
        bench.pass(ms);
        bench.quick(key);
    }
    bench.pass(10_000);
    bench.sent.lines().filter(|line| !line.starts_with("draft ")).map(str::to_owned).collect()
}

fn picked(row: usize) -> Vec<String> {
    vec![format!("answer 1 [\"[Option({})]\"] digest s-1", row - 1)]
}

#[test]
fn a_number_next_to_the_list_is_typed_whole() {
    for ms in [0, 30, 120, 270, 600, 2000] {
        assert_eq!(decided(WIDE, ms, &["1", "2"]), picked(12), "{ms} ms");
        assert_eq!(decided(WIDE, ms, &["1", "0"]), picked(10), "{ms} ms");
        assert_eq!(decided(WIDE, ms, &["1"]), Vec::<String>::new(), "{ms} ms");
        assert_eq!(decided(WIDE, ms, &["1", "<esc>"]), Vec::<String>::new(), "{ms} ms");
        assert_eq!(decided(WIDE, ms, &["4"]), picked(4), "{ms} ms");
    }
    assert_eq!(decided(WIDE, 600, &["1", "<ret>"]), picked(1));
}

#[test]
fn a_number_in_an_open_form_is_typed_whole() {
    for size in [NARROW, WIDE] {
        for ms in [300, 600, 2000] {
            assert_eq!(decided(size, ms, &["<right>", "1", "2"]), picked(12), "{ms} ms");
            assert_eq!(decided(size, ms, &["<right>", "1"]), Vec::<String>::new(), "{ms} ms");
            assert_eq!(decided(size, ms, &["<right>", "4"]), picked(4), "{ms} ms");
        }
    }
}

/// Where not all of the list is in sight, no digit acts.
#[test]
fn a_number_of_a_list_that_is_cut_acts_nowhere() {
    let low = Size { width: 120, height: 14 };
    assert_eq!(decided(low, 600, &["1", "2"]), Vec::<String>::new());
}

/// A list of nine rows at most takes a key per answer, as before.
#[test]
fn short_lists_still_take_one_key_each() {
    let answers = decided(WIDE, 300, &["1", "2", "1", "2", "1"]);
    assert_eq!(answers.len(), 4, "{answers:?}");
}
