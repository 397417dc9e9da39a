//! `cargo xtask dist [--out FOLDER]`: the packages of a release, for the machine that it runs on.
//!
//! - It builds asq, on Linux so that it needs no library of the system.
//! - It makes an archive with its checksum, and on Linux a Debian package.
//! - It makes two npm packages (the command, and the program of this platform) and a wheel for PyPI.
//! - Completions, man pages and the licences of all crates are in the archive and in the Debian package.
//! - The same commit and the same program make the same bytes.
//! - It publishes nothing.

mod archive;
mod deb;
mod licences;
mod npm;
mod payload;
mod platform;
mod program;
mod tarball;
mod wheel;

use std::path::PathBuf;
use std::process::Command;

use crate::tree::top;
use crate::{Outcome, say};
use payload::Payload;
use platform::Platform;

/// The name in all packages, on npm and PyPI as well. Nothing is published: it may be somebody else's there.
const NAME: &str = "asq";
/// The version of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");
const SUMMARY: &str = "lets an AI agent ask its human a question";
const LICENCE: &str = "MIT OR Apache-2.0";

/// A file of a package, with its path there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PackedFile {
    path: String,
    program: bool,
    bytes: Vec<u8>,
}

impl PackedFile {
    fn text(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> PackedFile {
        PackedFile { path: path.into(), program: false, bytes: bytes.into() }
    }

    fn program(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> PackedFile {
        PackedFile { path: path.into(), program: true, bytes: bytes.into() }
    }

    fn mode(&self) -> u32 {
        if self.program { 0o755 } else { 0o644 }
    }
}

/// Makes all packages; `out`: their folder, target/dist if absent. Prints a line for each.
pub(crate) fn run(out: Option<&str>) -> Outcome<()> {
    let out = out.map_or_else(|| target().join("dist"), PathBuf::from);
    let platform = Platform::of_host()?;
    let asq = program::build(platform)?;
    let payload = Payload::gather(platform, &asq)?;
    let time = commit_time()?;

    let mut made = archive::make(platform, &payload, time)?;
    if let Some(architecture) = platform.deb {
        made.push(deb::make(architecture, &payload, time)?);
    }
    made.extend(npm::make(platform, &payload, time)?);
    made.push(wheel::make(platform, &payload, time)?);

    std::fs::create_dir_all(&out)?;
    for file in &made {
        std::fs::write(out.join(&file.path), &file.bytes)?;
        say(&format!("{:>8} KB  {}\n", file.bytes.len().div_ceil(1000), out.join(&file.path).display()));
    }
    Ok(())
}

/// Builds the program of the packages, and returns where it lies.
pub(crate) fn program() -> Outcome<PathBuf> {
    program::build(Platform::of_host()?)
}

/// In seconds: SOURCE_DATE_EPOCH, or when the last commit was made.
fn commit_time() -> Outcome<u64> {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return time.parse().map_err(|_| format!("SOURCE_DATE_EPOCH expects seconds, got '{time}'").into());
    }
    Ok(printed(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(top()))?.trim().parse()?)
}

/// Runs a command and returns its standard output.
fn printed(command: &mut Command) -> Outcome<String> {
    let done = command.stderr(std::process::Stdio::inherit()).output()?;
    if !done.status.success() {
        return Err(format!("{} failed", command.get_program().display()).into());
    }
    Ok(String::from_utf8(done.stdout)?)
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| top().join("target"), PathBuf::from)
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(top());
    cargo
}
