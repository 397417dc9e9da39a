//! asq as it is distributed.
//!
//! - On Linux it is linked statically with musl, so it starts on any Linux, and sooner than with glibc
//!   (docs/performance.md).
//! - Paths of this machine are not in it.
//! - A program that lacks a protection is refused.

use super::platform::Platform;
use super::{cargo, printed, target};
use crate::hardening::{self, Libc};
use crate::{Outcome, tree};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The C compiler for musl. On a system with musl it is the one of the system.
const MUSL_CC: &str = if cfg!(target_env = "musl") { "cc" } else { "musl-gcc" };

pub(super) fn build(platform: &Platform) -> Outcome<PathBuf> {
    let renamed = |folder: &Path, name: &str| format!("--remap-path-prefix={}={name}", folder.display());
    let mut flags = vec![renamed(&tree::top(), "/asq"), renamed(&cargo_home()?, "/cargo")];
    if platform.is_linux() {
        // A static program relocates itself, at over ten thousand addresses.
        flags.push("-Clink-arg=-Wl,-z,pack-relative-relocs".to_owned());
    }
    let name = platform.target.replace('-', "_");
    let mut build = cargo();
    // A named target keeps these flags away from build scripts, and the program away from other releases.
    build
        .args(["build", "--locked", "--profile", "dist", "--package", "asq", "--target", platform.target])
        .env("CARGO_TARGET_DIR", target())
        .env(format!("CARGO_TARGET_{}_RUSTFLAGS", name.to_uppercase()), flags.join(" "))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    if platform.is_linux() {
        look_for_musl(platform)?;
        build.env(format!("CC_{name}"), MUSL_CC).env(format!("CFLAGS_{name}"), "-fstack-protector-strong");
    }
    build.args(["--quiet", "--message-format", "json-render-diagnostics"]);

    let built = hardening::built(&mut build)?;
    if platform.is_linux() {
        let problems = hardening::examined(&built, Libc::Musl)?;
        if !problems.is_empty() {
            return Err(problems.join("\n").into());
        }
    }
    Ok(built.asq)
}

/// An error that says how to get what is missing.
fn look_for_musl(platform: &Platform) -> Outcome<()> {
    let folder =
        printed(Command::new("rustc").args(["--print", "target-libdir", "--target", platform.target]))?;
    let mut missing = Vec::new();
    if !Path::new(folder.trim()).is_dir() {
        missing.push(format!("Rust's standard library for musl: rustup target add {}", platform.target));
    }
    let there = Command::new(MUSL_CC).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !there.is_ok_and(|it| it.success()) {
        missing.push(format!("{MUSL_CC}: apt-get install musl-tools (Fedora: dnf install musl-gcc)"));
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("this is missing:\n  {}", missing.join("\n  ")).into())
}

fn cargo_home() -> Outcome<PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(PathBuf::from(home));
    }
    Ok(PathBuf::from(std::env::var_os("HOME").ok_or("HOME is not set")?).join(".cargo"))
}
