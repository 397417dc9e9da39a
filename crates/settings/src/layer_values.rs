//! The values of one layer: valid ones, withheld ones, and warnings about the rest.
//!
//! - The last of several equal names in a file counts; the others are reported.
//! - Unknown names, wrong kinds and values out of range are dropped and reported; the rest of the file counts.
//! - asq's own settings don't count in the contract's files, which a foreign folder may bring along.
//! - A command in a folder's file must be one short line that a person can read.
//! - The three guarded settings are withheld from an untrusted folder; variables and flags can never set them.
//! - `$schema` is for editors and causes no warning.

use crate::given::Given;
use crate::near::meant;
use crate::quoted::{quoted, spelled};
use crate::setting::{AllowedLayers, Setting};
use crate::source::{Source, Trust};
use crate::warning::{Trouble, Warning};
use serde_json::Value;

pub(crate) type LayerRow = (&'static Setting, Given, Source);

#[derive(Debug, Default)]
pub(crate) struct LayerValues {
    pub(crate) given: Vec<LayerRow>,
    /// Valid guarded settings of a folder that isn't trusted.
    pub(crate) withheld: Vec<LayerRow>,
    pub(crate) warnings: Vec<Warning>,
}

impl LayerValues {
    pub(crate) fn all(each: impl Iterator<Item = LayerValues>) -> LayerValues {
        each.fold(LayerValues::default(), |mut all, values| {
            all.given.extend(values.given);
            all.withheld.extend(values.withheld);
            all.warnings.extend(values.warnings);
            all
        })
    }

    fn trouble(source: &Source, trouble: Trouble) -> LayerValues {
        LayerValues { warnings: vec![Warning { source: source.clone(), trouble }], ..LayerValues::default() }
    }
}

pub(crate) fn by_file(
    source: &Source,
    read: Result<Vec<(String, Value)>, Trouble>,
    trust: Trust,
) -> LayerValues {
    let rows = match read {
        Ok(rows) => rows,
        Err(trouble) => return LayerValues::trouble(source, trouble),
    };
    let last = |at: usize, name: &str| rows[at + 1..].iter().all(|(other, _)| other != name);
    let each =
        rows.iter().enumerate().filter(|(_, (name, _))| name != "$schema").map(|(at, (name, came))| {
            if last(at, name) {
                one(source, name, came, trust)
            } else {
                LayerValues::trouble(source, Trouble::Twice { name: spelled(name) })
            }
        });
    LayerValues::all(each)
}

fn one(source: &Source, name: &str, came: &Value, trust: Trust) -> LayerValues {
    let Some(setting) = Setting::named(name) else {
        return LayerValues::trouble(source, Trouble::Unknown { name: spelled(name), near: meant(name) });
    };
    let name = setting.name;
    if !setting.in_contract() && !matches!(source, Source::Config(_)) {
        return LayerValues::trouble(source, Trouble::NotHere { name });
    }
    let (given, earlier) = match setting.judge(came) {
        Some(given) => (given, None),
        None => match setting.earlier(came) {
            Some(now) => {
                let trouble = Trouble::Earlier { name, came: came.to_string(), now: now.to_string() };
                (now, Some(Warning { source: source.clone(), trouble }))
            }
            None => return LayerValues::trouble(source, misfit(setting, &came.to_string())),
        },
    };
    let warnings: Vec<Warning> = earlier.into_iter().collect();
    if let (Source::Project(_), Given::Text(command)) = (source, &given)
        && let Some(why) = command_trouble(command)
    {
        return LayerValues::trouble(source, Trouble::Other { name, why });
    }
    let row = vec![(setting, given, source.clone())];
    match (setting.layers, trust) {
        (AllowedLayers::Guarded, Trust::Untrusted)
        | (AllowedLayers::Guarded | AllowedLayers::Own | AllowedLayers::ConfigOnly, Trust::Doubtful) => {
            LayerValues { withheld: row, warnings, ..LayerValues::default() }
        }
        (AllowedLayers::Guarded, Trust::Trusted)
        | (AllowedLayers::Anywhere, Trust::Doubtful)
        | (
            AllowedLayers::Anywhere | AllowedLayers::Own | AllowedLayers::ConfigOnly,
            Trust::Trusted | Trust::Untrusted,
        ) => LayerValues { given: row, warnings, ..LayerValues::default() },
    }
}

/// Variables and flags hold one setting each.
pub(crate) fn by_text(source: Source, name: &str, text: &str) -> LayerValues {
    let Some(setting) = Setting::named(name) else {
        return LayerValues::trouble(&source, Trouble::Unknown { name: spelled(name), near: None });
    };
    match setting.layers {
        AllowedLayers::Guarded => {
            return LayerValues::trouble(&source, Trouble::Guarded { name: setting.name });
        }
        AllowedLayers::ConfigOnly => {
            return LayerValues::trouble(&source, Trouble::NotHere { name: setting.name });
        }
        AllowedLayers::Anywhere | AllowedLayers::Own => {}
    }
    match setting.judge_text(text) {
        Some(given) => LayerValues { given: vec![(setting, given, source)], ..LayerValues::default() },
        None => LayerValues::trouble(&source, misfit(setting, &Value::from(text).to_string())),
    }
}

/// The most characters that a command in a folder's file may have.
const COMMAND: usize = 200;

/// Why a folder's command doesn't count. A person must be able to see all of it before trusting it.
fn command_trouble(command: &str) -> Option<String> {
    let way_out = "put it into a script and name the script";
    let odd = command.chars().enumerate().find(|(_, c)| !matches!(c, ' '..='~'));
    if let Some((at, c)) = odd {
        let at = at + 1;
        return Some(format!(
            "character {at} is U+{:04X}, and a folder's command is one line of printable ASCII; {way_out}",
            u32::from(c)
        ));
    }
    let long = command.len();
    (long > COMMAND)
        .then(|| format!("it has {long} characters, and a folder's command has at most {COMMAND}; {way_out}"))
}

/// `came` is JSON.
pub(crate) fn misfit(setting: &Setting, came: &str) -> Trouble {
    Trouble::Misfit { name: setting.name, came: quoted(came), fits: setting.shape.to_string() }
}
