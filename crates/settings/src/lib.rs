//! A person's settings: layers of text in; settings, their origins and warnings out.
//!
//! A later layer overrides an earlier one: default, config.toml, global and project JSON, variables, flags (`layer.rs`,
//! `loaded.rs`). `layer_values.rs` says what counts in a layer, `hold.rs` keeps the settings that guard the person, `edit.rs`
//! changes a file's text. The crate reads no file, variable or clock itself.

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
pub use setting::{AllowedLayers, Setting, Shape};
pub use settings::{
    Bindings, Grouped, InboxOrder, Keep, Keys, NotifySettings, OnHangup, Preset, ServeSettings, Settings,
    Surface, TerminalNotice, ThemeName, UnknownAnswers,
};
pub use source::{Source, Trust};
pub use table::ALL;
pub use template::template;
pub use toml::toml_rows;
pub use warning::{Trouble, Warning};
