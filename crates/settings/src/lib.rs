//! A person's settings: layers of text in; settings, their origins and warnings out.
//!
//! - Every setting always has a value; the default fills what no file, variable or flag sets.
//! - A later layer overrides an earlier one: default, config.toml, global and project JSON, variables, flags.
//! - Unknown names, wrong kinds and values out of range are dropped and reported; the rest of the file counts.
//! - A file that can't be parsed is dropped whole, and the warning names the line and column.
//! - Two settings guard the person: only the person's own files and a trusted project may set them.
//! - Files that the environment names can't loosen a guard further than the account's own files.
//! - Editing a file keeps everything else in its text.
//! - The crate reads no file, variable or clock itself.

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
pub use limits::{FileLimits, OverLimit};
pub use loaded::{Loaded, SettingOrigin, resolve};
pub use near::{by_nearness, meant, nearest};
pub use quoted::quoted;
pub use schema::{config_schema, contract_schema};
pub use setting::{Place, Setting, Shape};
pub use settings::{
    Bindings, Grouped, InboxOrder, Keep, Keys, NotifySettings, OnHangup, Preset, Settings, Surface,
    TerminalNotice, ThemeName,
};
pub use source::{Source, Trust};
pub use table::ALL;
pub use template::template;
pub use toml::toml_rows;
pub use warning::{Trouble, Warning};
