//! Pictures of the inbox.

#![allow(clippy::needless_raw_string_hashes)] // as expect! writes them

use crate::bench::Bench;
use asq_testkit::situation;

#[test]
fn a_list() {
    let mut situation = situation!("inbox_pictures/a_list");
    let mut bench = Bench::new().three();
    situation.shows("80x24", &bench.picture(80, 24));
    situation.shows("46x12", &bench.picture(46, 12));
    situation.shows("20x6", &bench.picture(20, 6));
    situation.shows("120x24", &bench.picture(120, 24));
}

#[test]
fn a_form() {
    let mut situation = situation!("inbox_pictures/a_form");
    let mut bench = Bench::new().three();
    bench.keys("j<ret>");
    situation.shows("80x24", &bench.picture(80, 24));
    situation.shows("46x12", &bench.picture(46, 12));
    situation.shows("20x6", &bench.picture(20, 6));
    situation.shows("120x24", &bench.picture(120, 24));
}

#[test]
fn the_keys_of_a_form_are_above_its_program_process_and_terminal() {
    let mut situation =
        situation!("inbox_pictures/the_keys_of_a_form_are_above_its_program_process_and_terminal");
    let mut bench = Bench::new().three();
    bench.keys("j<ret>");
    assert!(!bench.text(80, 40).contains("/usr/bin/node"));
    bench.keys("?");
    situation.shows("80x40", &bench.picture(80, 40));
}

#[test]
fn nothing_there() {
    let mut situation = situation!("inbox_pictures/nothing_there");
    let mut bench = Bench::new();
    situation.shows("80x24", &bench.picture(80, 24));
    situation.shows("46x12", &bench.picture(46, 12));
    situation.shows("20x6", &bench.picture(20, 6));
    situation.shows("120x24", &bench.picture(120, 24));
}
