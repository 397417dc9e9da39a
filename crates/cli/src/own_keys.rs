//! The part of `asq help keys` about the person's own keys.
//!
//! - Lists every action that settings can name, its keys in every form and its purpose, from the form's tables.
//! - Lists what the presets add.

use asq_core::form::Act;
use asq_core::form::keys::{EMACS, NamedKeys, VI};
use std::fmt::Write;

/// Columns of the text.
const WIDTH: usize = 79;

pub(crate) fn text() -> String {
    let mut text = INTRO.to_owned();
    for (name, preset) in [("vi", VI), ("emacs", EMACS)] {
        text.push_str(&row(&format!("  {name:8}"), preset.iter().map(added)));
    }
    text.push_str("\nThe actions, and the keys that they have in every form. A form may add some:\n\n");
    for (name, keys, about) in Act::table() {
        // Nine lines that differ in one digit say no more than the first.
        let (name, about) = match name.strip_prefix("row-") {
            Some("1") => ("row-1 to row-9", "the row of that number"),
            Some(_) => continue,
            None => (name, about),
        };
        let keys = keys.iter().map(ToString::to_string);
        text.push_str(&row(&format!("  {name:19} {about:39} "), keys));
    }
    text
}

fn added((act, keys): &NamedKeys) -> String {
    format!("{} {act},", keys.replace(' ', " or "))
}

/// A line that begins like this, and continues below its words.
fn row(begin: &str, words: impl Iterator<Item = String>) -> String {
    let indent = begin.chars().count();
    let (mut text, mut line, mut fresh) = (String::new(), begin.to_owned(), true);
    for word in words {
        if !fresh && line.chars().count() + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(indent);
        }
        fresh = false;
        let _ = write!(line, "{word} ");
    }
    let _ = writeln!(text, "{}", line.trim_end().trim_end_matches(','));
    text
}

const INTRO: &str = "
Put your own keys into config.toml (asq settings edit); the preset also has a
variable (ASQ_KEYS_PRESET):

  [keys]
  preset = \"vi\"                      # default, vi or emacs
  [keys.bindings]
  choose = [\"ctrl+s\", \"f2\"]          # as well as Enter, and first in the footer
  nothing = \"/\"                      # switched off

Your keys for an action replace those of the preset; keys that every form has
stay. A key is ctrl+, alt+ or shift+ and a character or a name: enter
tab space backspace delete esc up down left right home end pageup pagedown f1
to f24 plus. A character alone works in lists; in a text it is typed. Enter,
Esc, Ctrl+C, Up and Down stay what they are. asq ignores a key that it can't
bind and says so with the next question; asq settings --origins lists it.

The presets add:

";
