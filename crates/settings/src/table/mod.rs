//! All settings, one row each.
//!
//! The thirteen settings of `questionnaire`'s contract come first, in its order, then asq's own by subject. A setting that
//! nothing uses yet says what it waits for.
//!
//! - A setting is also found by its older or longer spelling.

use crate::setting::Setting;

/// Keeps a row's kind and its field in [`crate::Settings`] together.
macro_rules! row {
    ($name:literal, $place:ident, Flag, $($at:ident).+, $about:literal, $note:expr) => {
        row!(@ $name, $place, Shape::Flag, Flag(on), $($at).+, on, $about, $note)
    };
    ($name:literal, $place:ident, Integer($min:literal, $max:literal), $($at:ident).+, $about:literal, $note:expr) => {
        row!(@ $name, $place, Shape::Integer { min: $min, max: $max }, Integer(n), $($at).+, n, $about, $note)
    };
    ($name:literal, $place:ident, Number($min:literal, $max:literal), $($at:ident).+, $about:literal, $note:expr) => {
        row!(@ $name, $place, Shape::Number { min: $min, max: $max }, Number(n), $($at).+, n, $about, $note)
    };
    ($name:literal, $place:ident, Text($most:literal), $($at:ident).+, $about:literal, $note:expr) => {
        Setting {
            name: $name, layers: AllowedLayers::$place, shape: Shape::Text { most: $most }, about: $about, note: $note,
            get: |s| Given::Text(s.$($at).+.clone()),
            put: |s, given| if let Given::Text(text) = given { s.$($at).+ = text },
        }
    };
    ($name:literal, $place:ident, Word($kind:ident), $($at:ident).+, $about:literal, $note:expr) => {
        Setting {
            name: $name, layers: AllowedLayers::$place, shape: Shape::Word($kind::WORDS), about: $about, note: $note,
            get: |s| Given::Word(s.$($at).+.word().to_owned()),
            put: |s, given| if let Given::Word(word) = given && let Some(it) = $kind::named(&word) { s.$($at).+ = it },
        }
    };
    (@ $name:literal, $place:ident, $shape:expr, $kind:ident($it:ident), $($at:ident).+, $value:ident, $about:literal, $note:expr) => {
        Setting {
            name: $name, layers: AllowedLayers::$place, shape: $shape, about: $about, note: $note,
            get: |s| Given::$kind(s.$($at).+),
            put: |s, given| if let Given::$kind($it) = given { s.$($at).+ = $value },
        }
    };
}

// Below the macro, because they use it.
mod contract;
mod form;
mod inbox;
mod notify;
mod store;

const PARTS: [&[Setting]; 5] = [contract::ROWS, form::ROWS, inbox::ROWS, notify::ROWS, store::ROWS];

const COUNT: usize = {
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

const JOINED: [Setting; COUNT] = {
    let mut all = [contract::ROWS[0]; COUNT];
    let (mut at, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut row = 0;
        while row < PARTS[part].len() {
            all[at] = PARTS[part][row];
            at += 1;
            row += 1;
        }
        part += 1;
    }
    all
};

/// All settings.
pub const ALL: &[Setting] = &JOINED;

impl Setting {
    /// Also accepts the older spelling `asq.timer`.
    pub fn named(name: &str) -> Option<&'static Setting> {
        let name = if name == "asq.timer" { "timer" } else { name };
        ALL.iter().find(|setting| setting.name == name)
    }
}
