//! The programs that ask the plain select: asq, the floor, and other toolkits.
//!
//! - Everything is built in release first; nothing is built between the runs.
//! - asq and the floor come from the main workspace; the floor is a bench target of its cli.
//! - Rust toolkits come from benches/peers, a separate workspace.
//! - Node toolkits are installed into the target folder; if that fails, the report leaves them out and says so.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tree::top;
use crate::{Outcome, dist};

/// A program that shows the select of benches/peers/select.json.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    pub(crate) command: Vec<OsString>,
}

impl Contestant {
    pub(crate) fn command(&self) -> Vec<&OsStr> {
        self.command.iter().map(OsString::as_os_str).collect()
    }
}

/// The paths of the built programs.
pub(crate) struct Built {
    pub(crate) asq: PathBuf,
    pub(crate) floor: PathBuf,
    pub(crate) key_to_frame: PathBuf,
}

pub(crate) fn build() -> Outcome<Built> {
    Ok(Built { asq: asq()?, floor: bench_target("floor")?, key_to_frame: bench_target("key_to_frame")? })
}

/// The program that `cargo xtask dist` packs.
pub(crate) fn asq() -> Outcome<PathBuf> {
    dist::program()
}

/// A release as `cargo build --release` makes it on this machine.
pub(crate) fn asq_of_cargo() -> Outcome<PathBuf> {
    cargo(&["build", "--release", "--quiet", "--package", "asq"])?;
    Ok(target().join("release/asq"))
}

/// The same, but HOME counts as the account's home, so that no settings of the person at the keyboard count.
pub(crate) fn asq_for_tests() -> Outcome<PathBuf> {
    cargo(&["build", "--profile", "measured", "--quiet", "--package", "asq"])?;
    Ok(target().join("measured/asq"))
}

/// The other toolkits, and the reasons for missing ones.
pub(crate) fn peers() -> Outcome<(Vec<Contestant>, Vec<String>)> {
    let mut peers = rust_peers()?;
    let mut missing = Vec::new();
    match node(&target().join("peers/node")) {
        Ok(node) => peers.extend(node),
        Err(fault) => missing.push(format!("clack and inquirer: {fault}")),
    }
    Ok((peers, missing))
}

/// The toolkits in Rust: each shows the select, or with the argument `confirm` its confirm.
pub(crate) fn rust_peers() -> Outcome<Vec<Contestant>> {
    let folder = target().join("peers");
    let manifest = top().join("benches/peers/Cargo.toml");
    let done = Command::new(cargo_path())
        .args(["build", "--release", "--quiet", "--locked", "--manifest-path"])
        .arg(manifest)
        .arg("--target-dir")
        .arg(&folder)
        .status()?;
    if !done.success() {
        return Err("benches/peers does not build".into());
    }
    let rust = |name| Contestant { name, command: vec![folder.join("release").join(name).into()] };
    Ok(vec![rust("dialoguer"), rust("inquire"), rust("cliclack")])
}

fn node(folder: &Path) -> Outcome<Vec<Contestant>> {
    std::fs::create_dir_all(folder)?;
    for file in std::fs::read_dir(top().join("benches/peers/node"))? {
        let file = file?;
        std::fs::copy(file.path(), folder.join(file.file_name()))?;
    }
    let done = Command::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .status()?;
    if !done.success() {
        return Err("npm ci failed".into());
    }
    let script = |name| -> Contestant {
        let file = folder.join(format!("{name}.mjs"));
        Contestant { name, command: vec!["node".into(), file.into(), select().into()] }
    };
    Ok(vec![script("clack"), script("inquirer")])
}

/// The call that every contestant asks.
pub(crate) fn select() -> PathBuf {
    top().join("benches/peers/select.json")
}

/// The bench's own folder below the target folder.
pub(crate) fn scratch() -> Outcome<PathBuf> {
    let folder = target().join("bench-home");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| top().join("target"), PathBuf::from)
}

fn cargo_path() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn cargo(arguments: &[&str]) -> Outcome<String> {
    let done =
        Command::new(cargo_path()).args(arguments).current_dir(top()).stderr(Stdio::inherit()).output()?;
    if !done.status.success() {
        return Err(format!("cargo {} failed", arguments.join(" ")).into());
    }
    Ok(String::from_utf8(done.stdout)?)
}

/// Builds a bench target of cli in release and asks cargo for its path.
pub(crate) fn bench_target(name: &str) -> Outcome<PathBuf> {
    let news = cargo(&[
        "build",
        "--release",
        "--quiet",
        "--package",
        "asq",
        "--bench",
        name,
        "--message-format",
        "json",
    ])?;
    let wanted = format!("\"name\":\"{name}\"");
    let line = news.lines().find(|line| line.contains(&wanted) && line.contains("\"executable\":\""));
    let path = line.and_then(|line| line.split("\"executable\":\"").nth(1)?.split('"').next());
    Ok(path.ok_or_else(|| format!("cargo does not say where the bench target {name} lies"))?.into())
}
