//! Changes one setting in a file's text and leaves everything else as it was.
//!
//! - JSON: only the member's own characters change; a new one takes the indentation of its neighbours.
//! - TOML: comments, order and spacing stay, also next to the changed line.
//! - A file that can't be parsed stays untouched.
//! - A new text is checked before it becomes a file.

use crate::given::Given;
use crate::json;
use crate::layer::{File, Layer};
use crate::loaded::{Loaded, resolve};
use crate::members::{put_member, remove_members};
use crate::setting::Setting;
use crate::toml_text;
use crate::warning::Trouble;

/// The two file formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// asq's config.toml.
    Toml,
    /// The contract's JSON, the person's own or a folder's.
    Json,
}

impl Format {
    /// Checks a text of this format as if it were the file at this path.
    pub fn check(self, path: &str, text: &str) -> Loaded {
        let file = File { path: path.to_owned(), text: text.to_owned(), doubt: None };
        resolve(vec![match self {
            Format::Toml => Layer::Config(file),
            Format::Json => Layer::Global(file),
        }])
    }
}

/// Returns the text with this setting in it.
///
/// # Errors
/// The text can't be parsed.
pub fn set(format: Format, text: &str, setting: &Setting, given: &Given) -> Result<String, Trouble> {
    match format {
        Format::Json => {
            json::read(text)?;
            Ok(put_member(text, setting.name, &given.json().to_string()))
        }
        Format::Toml => toml_text::set(text, setting, given),
    }
}

/// Returns the text without this setting.
///
/// # Errors
/// The text can't be parsed.
pub fn unset(format: Format, text: &str, setting: &Setting) -> Result<String, Trouble> {
    match format {
        Format::Json => {
            json::read(text)?;
            Ok(remove_members(text, setting.name))
        }
        Format::Toml => toml_text::unset(text, setting),
    }
}
