//! A person's settings, read again for each ask.
//!
//! - Turns files, variables and flags into layers; asq-settings judges what they mean.
//! - Checks a folder's trust against the very bytes that it then reads.
//! - Takes whatever loosens a guard from the account's home, regardless of HOME and the XDG variables.
//! - A faulty file is only a warning: no ask fails because of settings.
//! - A key that can't be bound is a warning, too.

use super::keys::{bound, worded};
use super::places::{self, FileText, SettingsPlaces};
use super::project_state::ProjectState;
use super::theme;
use super::trusted::Trusted;
use crate::args::SurfaceArgs;
use crate::env::Env;
use asq_core::form::Binding;
use asq_settings::{File, Flag, Layer, Loaded, Source, Trouble, Trust, Variable, Warning, resolve};
use asq_tui::theme::Theme;
use std::collections::BTreeMap;
use std::path::Path;

/// The settings, and the files that they may come from.
#[derive(Debug)]
pub(crate) struct FoundSettings {
    pub(crate) loaded: Loaded,
    pub(crate) keys: Vec<Binding>,
    /// The look of a form's tones; `None` leaves it to the terminal.
    pub(crate) theme: Option<Theme>,
    /// The lowest layer comes first.
    pub(crate) files: Vec<(Source, ProjectState)>,
}

/// The settings that hold in this folder.
pub(crate) fn load(env: &Env, cwd: &Path, flags: &SurfaceArgs) -> FoundSettings {
    let mut read = read(env, cwd);
    read.layers.extend(variables(env));
    let flags = given(flags);
    read.layers.extend((!flags.is_empty()).then_some(Layer::Flags(flags)));
    let untouched = read.layers.is_empty();
    let mut loaded = resolve(read.layers);
    loaded.warnings.splice(0..0, read.warnings);
    // An agent may have set HOME and the XDG variables, so only files in the account's home may loosen a guard.
    let own = Env::at_home(asq_files::account::home());
    if !own.has_settings_of(env) {
        let layers = self::read(&own, cwd).layers;
        // If both are the defaults, neither is looser.
        if !(untouched && layers.is_empty()) {
            loaded.hold(&resolve(layers));
        }
    }
    let keys = keys(&mut loaded);
    let theme = theme::read(&loaded.settings.theme, env, &mut loaded.warnings);
    FoundSettings { loaded, keys, theme, files: read.files }
}

/// Whether this folder has a settings file that the person trusts.
#[cfg(any(feature = "bridges", feature = "serve"))]
pub(super) fn is_trusted(env: &Env, folder: &Path) -> bool {
    // What can't be read is not trusted.
    let text = places::project(folder).ok().flatten();
    text.is_some_and(|text| Trusted::load(env).state(folder, &text) == ProjectState::Trusted)
}

/// Reads the files that hold in this folder.
fn read(env: &Env, cwd: &Path) -> LayerReader {
    let places = SettingsPlaces::of(env, cwd);
    let mut reader = LayerReader::default();
    if let Some(path) = &places.config {
        reader.file(Source::Config(shown(path)), path, |file| (Layer::Config(file), ProjectState::Read));
    }
    if let Some(path) = &places.global {
        reader.file(Source::Global(shown(path)), path, |file| (Layer::Global(file), ProjectState::Read));
    }
    let mut troubles = Vec::new();
    let path = shown(&places.project);
    let project = places::project(cwd).map(|text| text.map(|text| FileText { text, doubt: None }));
    reader.found(Source::Project(path.clone()), path, project, |file| {
        let trusted = Trusted::load(env);
        let state = trusted.state(cwd, &file.text);
        troubles.extend(trusted.trouble);
        let trust = if state == ProjectState::Trusted { Trust::Trusted } else { Trust::Untrusted };
        (Layer::Project(file, trust), state)
    });
    reader.warnings.extend(troubles);
    reader
}

/// The keys that can be bound; the others become warnings.
fn keys(loaded: &mut Loaded) -> Vec<Binding> {
    let bound = bound(&BTreeMap::new(), &loaded.settings.keys);
    let name = "keys.bindings";
    let source = loaded.origin(name).map_or(Source::Program, |origin| origin.source.clone());
    loaded.warnings.extend(bound.of_person.iter().map(|problem| Warning {
        source: source.clone(),
        trouble: Trouble::Other { name, why: worded(problem) },
    }));
    bound.bindings
}

#[derive(Default)]
struct LayerReader {
    layers: Vec<Layer>,
    files: Vec<(Source, ProjectState)>,
    warnings: Vec<Warning>,
}

impl LayerReader {
    fn file(&mut self, source: Source, path: &Path, layer: impl FnOnce(File) -> (Layer, ProjectState)) {
        self.found(source, shown(path), places::text(path), layer);
    }

    fn found(
        &mut self,
        source: Source,
        path: String,
        found: Result<Option<FileText>, String>,
        layer: impl FnOnce(File) -> (Layer, ProjectState),
    ) {
        let state = match found {
            Ok(None) => ProjectState::Missing,
            Ok(Some(FileText { text, doubt })) => {
                let (layer, state) = layer(File { path, text, doubt });
                self.layers.push(layer);
                state
            }
            Err(why) => {
                let trouble = Trouble::Unreadable(why);
                self.warnings.push(Warning { source: source.clone(), trouble });
                ProjectState::Unreadable
            }
        };
        self.files.push((source, state));
    }
}

pub(super) fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn variables(env: &Env) -> Option<Layer> {
    // Most people set none, and looking for each setting takes time.
    let mut layer = if env.begins("ASQ_") {
        Layer::variables(|name| env.text(name))
    } else {
        Layer::Variables(Vec::new())
    };
    // It goes below asq's own variable for the same setting.
    if let (Layer::Variables(set), true) = (&mut layer, env.accessible()) {
        set.insert(0, Variable { name: "ACCESSIBLE".into(), setting: "accessible", text: "on".into() });
    }
    let none = matches!(&layer, Layer::Variables(set) if set.is_empty());
    (!none).then_some(layer)
}

/// The settings in a form's flags. A flag that asks for a drawn form also turns plain lines off.
fn given(flags: &SurfaceArgs) -> Vec<Flag> {
    let flag = |name, setting, text| Flag { name, setting, text };
    match flags {
        SurfaceArgs { accessible: true, .. } => vec![flag("--accessible", "accessible", "on")],
        SurfaceArgs { fullscreen: true, .. } => {
            vec![flag("--fullscreen", "accessible", "off"), flag("--fullscreen", "surface", "fullscreen")]
        }
        SurfaceArgs { inline: true, .. } => {
            vec![flag("--inline", "accessible", "off"), flag("--inline", "surface", "inline")]
        }
        SurfaceArgs { .. } => Vec::new(),
    }
}
