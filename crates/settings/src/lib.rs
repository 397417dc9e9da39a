//! A person's settings: layers of text in; settings, their origins and warnings out.
//!
//! - Every setting always has a value: what the files, variables and flags do not say, the default does.
//! - A later layer goes before an earlier one: default, config.toml, global and project JSON, variables, flags.
//! - What is unknown, of the wrong kind or out of range is dropped and reported; the rest of its file counts.
//! - A file that can't be parsed is dropped whole, with the line and the column of the trouble.
//! - Two settings guard the person: only their own files and a trusted project may set them.
//! - Files that the environment names loosen no guard further than those of the account do.
//! - Editing a file's text keeps everything in it that is not touched.
//! - Reads no file, no variable and no clock itself.

mod edit;
mod fits;
mod given;
mod hold;
mod json;
mod layer;
mod layer_values;
mod limits;
mod loaded;
mod members;
mod near;
mod quoted;
mod schema;
mod setting;
mod settings;
mod source;
mod table;
mod template;
mod toml;
mod toml_text;
mod warning;

pub use edit::{Format, set, unset};
pub use given::Given;
pub use layer::{File, Flag, Layer, Variable};
pub use limits::{Limits, Over};
pub use loaded::{Loaded, Origin, resolve};
pub use near::{by_nearness, meant, nearest};
pub use quoted::quoted;
pub use schema::{config_schema, contract_schema};
pub use setting::{Place, Setting, Shape};
pub use settings::{Bindings, Grouped, Keep, Keys, Preset, Settings, Surface, ThemeName};
pub use source::{Source, Trust};
pub use table::ALL;
pub use template::template;
pub use toml::toml_rows;
pub use warning::{Trouble, Warning};
