//! Links a release of asq so that it starts fast: statically, where that can be done, and with the functions of a start
//! in one place.
//!
//! - On Linux with glibc, if its static libraries are installed (Debian and its kin).
//! - Finding, mapping and relocating the shared ones takes longer than all else that happens before a form is
//!   there (docs/performance.md).
//! - The program stays position-independent (static-pie), so the kernel puts it at a random address. Its
//!   relocations are packed: without that it would write over ten thousand addresses one by one.
//! - rustc can do it for a whole build with a target named on the command line only. Here the linker, on its
//!   way to the shared libraries, finds files that name the static ones.
//! - `ASQ_LINK=dynamic` leaves the libraries as cargo links them by default.
//! - A start touches a fifteenth of the program's code. start.order lists those functions, and rustc's own linker puts
//!   them next to each other: without that the kernel maps a hundred more pieces of the file, one at a time.
//! - The names in start.order are those of one version of rustc. The linker ignores a name that it doesn't know.

#![allow(clippy::disallowed_methods, reason = "cargo speaks to a build script by the environment")]

use std::env::var;
use std::path::Path;
use std::process::Command;

/// What stands in for a shared library, and the static ones that have to be there for it.
const LIBRARIES: [(&str, &[&str]); 3] =
    [("libgcc_s.so", &["libgcc_eh.a", "libgcc.a"]), ("libc.so", &["libc.a"]), ("libm.so", &["libm.a"])];

/// The only target that rustc links with its own lld by default.
const LLD_TARGET: &str = "x86_64-unknown-linux-gnu";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ASQ_LINK");
    let is = |name: &str, value: &str| var(name).is_ok_and(|v| v == value);
    if is("PROFILE", "release") && is("TARGET", LLD_TARGET) && has_lld() {
        println!("cargo::rerun-if-changed=start.order");
        let folder = var("CARGO_MANIFEST_DIR").unwrap_or_default();
        println!("cargo::rustc-link-arg-bins=-Wl,--symbol-ordering-file={folder}/start.order");
        println!("cargo::rustc-link-arg-bins=-Wl,--no-warn-symbol-ordering");
    }
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

/// Whether this rustc brings lld along and nobody has chosen another linker.
fn has_lld() -> bool {
    let chosen = var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| {
        ["linker", "fuse-ld", "link-self-contained"].iter().any(|word| flags.contains(word))
    });
    let rustc = var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let asked = Command::new(rustc).args(["--print", "sysroot"]).output();
    let folder =
        asked.map(|answer| String::from_utf8_lossy(&answer.stdout).trim().to_owned()).unwrap_or_default();
    !chosen && Path::new(&format!("{folder}/lib/rustlib/{LLD_TARGET}/bin/gcc-ld/ld.lld")).exists()
}

/// Whether the C compiler knows where this library lies.
fn there(library: &str) -> bool {
    let asked = Command::new("cc").arg(format!("-print-file-name={library}")).output();
    asked.is_ok_and(|answer| String::from_utf8_lossy(&answer.stdout).trim().starts_with('/'))
}
