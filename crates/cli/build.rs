//! Links a release of asq with glibc so that it starts fast: statically, if the static libraries are installed.
//!
//! - Debian and its kin have them. Finding, mapping and relocating the shared ones takes longer than all else that
//!   happens before a form is there (docs/performance.md).
//! - The program stays position-independent (static-pie), so the kernel puts it at a random address. Its
//!   relocations are packed: without that it would write over ten thousand addresses one by one.
//! - rustc can do it for a whole build with a target named on the command line only. Here the linker, on its way to the
//!   shared libraries, finds files that name the static ones. `ASQ_LINK=dynamic` leaves them as cargo links them by
//!   default.

#![allow(clippy::disallowed_methods, reason = "cargo speaks to a build script by the environment")]

use std::env::var;
use std::path::Path;
use std::process::Command;

/// What stands in for a shared library, and the static ones that have to be there for it.
const LIBRARIES: [(&str, &[&str]); 3] =
    [("libgcc_s.so", &["libgcc_eh.a", "libgcc.a"]), ("libc.so", &["libc.a"]), ("libm.so", &["libm.a"])];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ASQ_LINK");
    let is = |name: &str, value: &str| var(name).is_ok_and(|v| v == value);
    let wanted = is("PROFILE", "release")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && var("HOST").ok() == var("TARGET").ok()
        && !is("ASQ_LINK", "dynamic");
    let Ok(folder) = var("OUT_DIR") else { return };
    if !wanted || !LIBRARIES.iter().all(|(_, parts)| parts.iter().all(|name| there(name))) {
        return;
    }
    for (name, parts) in LIBRARIES {
        let parts: Vec<String> = parts.iter().map(|part| format!("-l:{part}")).collect();
        let text = format!("INPUT({})\n", parts.join(" "));
        if std::fs::write(Path::new(&folder).join(name), text).is_err() {
            return;
        }
    }
    for argument in [&format!("-L{folder}"), "-static-pie", "-Wl,-z,pack-relative-relocs"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}

/// Whether the C compiler knows where this library lies.
fn there(library: &str) -> bool {
    let asked = Command::new("cc").arg(format!("-print-file-name={library}")).output();
    asked.is_ok_and(|answer| String::from_utf8_lossy(&answer.stdout).trim().starts_with('/'))
}
