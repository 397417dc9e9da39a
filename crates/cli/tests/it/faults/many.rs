//! One process waits for ten thousand requests in a file.

use super::place::Place;
use crate::waits;

#[test]
fn ten_thousand_waits_of_one_process_take_one_descriptor_and_end_once_each() {
    let place = Place::new();
    waits::many(&place.open(), &place.store().display().to_string(), 10_000);
}
