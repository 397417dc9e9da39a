//! Settings of a form: how it looks, its keys, and what guards it.

use crate::given::Given;
use crate::setting::{AllowedLayers, Setting, Shape};
use crate::settings::{Preset, Surface, ThemeName, UnknownAnswers};

pub(super) const ROWS: &[Setting] = &[
    Setting {
        name: "theme",
        layers: AllowedLayers::Own,
        shape: Shape::WordOrFile(&ThemeName::WORDS),
        about: "the colours of a form; auto suits the terminal",
        note: None,
        get: |s| Given::Word(s.theme.to_string()),
        put: |s, given| {
            if let Given::Word(name) = given {
                s.theme = ThemeName::named(&name);
            }
        },
    },
    row!(
        "surface",
        Own,
        Word(Surface),
        surface,
        "where a form is drawn; inline is below the cursor, or on the alternate screen if a resize would leave rows behind; fullscreen is always on the alternate screen",
        None
    ),
    row!(
        "accessible",
        Own,
        Flag,
        accessible,
        "a form is plain numbered lines, without cursor movement",
        None
    ),
    row!("timer", Own, Flag, timer, "a form whose contract has a clock shows it", None),
    row!("keys.preset", Own, Word(Preset), keys.preset, "the keys to begin with", None),
    Setting {
        name: "keys.bindings",
        layers: AllowedLayers::ConfigOnly,
        shape: Shape::Bindings,
        about: "keys by action, in place of those of the preset",
        note: None,
        get: |s| Given::Bindings(s.keys.bindings.clone()),
        put: |s, given| {
            if let Given::Bindings(bindings) = given {
                s.keys.bindings = bindings;
            }
        },
    },
    row!(
        "guard",
        ConfigOnly,
        Integer(0, 60_000),
        guard,
        "milliseconds for which keys can't answer a new page; at least 250 for a dangerous one",
        None
    ),
    row!(
        "answer.unknown",
        ConfigOnly,
        Word(UnknownAnswers),
        answer_unknown,
        "take or refuse what you answer when asq can't tell whether the asker answers itself, such as in a container",
        None
    ),
];
