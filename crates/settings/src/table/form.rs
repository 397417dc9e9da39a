//! Settings of a form: how it looks, its keys, and what guards it.

use crate::given::Given;
use crate::setting::{AllowedLayers, Setting, Shape};
use crate::settings::{Preset, Surface, ThemeName};

pub(super) const ROWS: &[Setting] = &[
    Setting {
        name: "theme",
        layers: AllowedLayers::Own,
        shape: Shape::WordOrFile(&ThemeName::WORDS),
        about: "the colours of a form; auto is what suits the terminal",
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
        "where a form is drawn; inline is below the cursor, or a screen of its own where a resize would leave rows behind; fullscreen is always a screen of its own",
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
        "milliseconds in which a key can't answer what has just come up; never under 250 where that is dangerous",
        None
    ),
    row!(
        "answer.unknown",
        ConfigOnly,
        Flag,
        answer_unknown,
        "you may answer where nobody can tell whose process tree the answer comes from, such as out of a container",
        None
    ),
];
