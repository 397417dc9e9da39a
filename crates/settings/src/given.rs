//! A setting's value in its own kind.
//!
//! - Prints as one line: words bare, text in quotes, as in a file.
//! - Converts to JSON.

use crate::settings::Bindings;
use serde_json::{Map, Value, json};
use std::fmt;

/// The value that somebody gave a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    Flag(bool),
    Integer(u32),
    Number(f64),
    Text(String),
    Word(String),
    Bindings(Bindings),
}

impl Given {
    pub fn json(&self) -> Value {
        match self {
            Given::Flag(on) => json!(on),
            Given::Integer(n) => json!(n),
            Given::Number(n) if n.fract() == 0.0 => json!(*n as i64),
            Given::Number(n) => json!(n),
            Given::Text(text) | Given::Word(text) => json!(text),
            Given::Bindings(Bindings(rows)) => Value::Object(
                rows.iter().map(|(name, keys)| (name.clone(), json!(keys))).collect::<Map<_, _>>(),
            ),
        }
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Word(word) => f.write_str(word),
            Given::Flag(_) | Given::Integer(_) | Given::Number(_) | Given::Text(_) | Given::Bindings(_) => {
                write!(f, "{}", self.json())
            }
        }
    }
}
