//! asq as it is distributed: linked dynamically, for an old glibc.
//!
//! - It is linked with shared libraries, so that names are resolved as the machine is set up.
//! - If this machine's glibc is newer than 2.31, it is linked with an older one (`sysroot.rs`).
//! - Paths of this machine are not in it.
//! - A program that needs a newer glibc, other libraries, or lacks a protection is refused.

use super::platform::Platform;
use super::{cargo, glibc, sysroot, target};
use crate::hardening::{self, Linked};
use crate::{Outcome, tree};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub(super) struct Distributed {
    pub(super) asq: PathBuf,
    /// The Debian packages that it needs.
    pub(super) needs: BTreeSet<&'static str>,
}

pub(super) fn build(platform: &Platform) -> Outcome<Distributed> {
    let renamed = |folder: &Path, name: &str| format!("--remap-path-prefix={}={name}", folder.display());
    let mut flags = vec![renamed(&tree::top(), "/asq"), renamed(&cargo_home()?, "/cargo")];
    let name = platform.target.to_uppercase().replace('-', "_");
    let mut build = cargo();
    // A named target keeps these flags away from build scripts, and the program away from other releases.
    build
        .args(["build", "--locked", "--release", "--package", "asq", "--target", platform.target])
        .env("CARGO_TARGET_DIR", target())
        .env("ASQ_LINK", "dynamic")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    if platform.is_linux() && glibc::of_host()?.as_slice() > glibc::OLDEST {
        let root = sysroot::folder()?;
        let sysroot = format!("--sysroot={}", root.display());
        // Cargo passes on what .cargo/config.toml sets.
        let with = std::env::var("CFLAGS").unwrap_or_default();
        build.env("CFLAGS", format!("{with} {sysroot}"));
        // A compiler looks next to itself first, and would find this machine's glibc.
        let first = format!("-B{}", sysroot::libraries(&root, platform)?.display());
        // As arguments of `cargo rustc` they would change the names of functions, which start.order lists.
        flags.extend([sysroot, first].map(|it| format!("-Clink-arg={it}")));
    }
    build.env(format!("CARGO_TARGET_{name}_RUSTFLAGS"), flags.join(" "));
    build.args(["--quiet", "--message-format", "json-render-diagnostics"]);

    let built = hardening::built(&mut build)?;
    let mut needs = BTreeSet::new();
    if platform.is_linux() {
        let problems = hardening::examined(&built, Linked::Dynamically)?;
        if !problems.is_empty() {
            return Err(problems.join("\n").into());
        }
        needs = glibc::packages(&std::fs::read(&built.asq)?)?;
    }
    Ok(Distributed { asq: built.asq, needs })
}

fn cargo_home() -> Outcome<PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(PathBuf::from(home));
    }
    Ok(PathBuf::from(std::env::var_os("HOME").ok_or("HOME is not set")?).join(".cargo"))
}
