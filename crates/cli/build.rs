//! Links a release of asq so that it starts fast: statically, where that can be done, and with the functions of a start
//! in one place.
//!
//! - On Linux it is static with musl, as `cargo xtask dist` builds it, and with glibc, if its static libraries are
//!   installed (Debian and its kin). Finding, mapping and relocating the shared ones takes longer than all else that
//!   happens before a form is there (docs/performance.md).
//! - The program stays position-independent (static-pie), so the kernel puts it at a random address. Its
//!   relocations are packed: without that it would write over ten thousand addresses one by one.
//! - With glibc, rustc can do it for a whole build with a target named on the command line only. Here the linker, on
//!   its way to the shared libraries, finds files that name the static ones. `ASQ_LINK=dynamic` leaves them as cargo
//!   links them by default.
//! - A start runs a small part of the program. start.order lists its functions, and rustc's own linker puts
//!   them next to each other: without that the kernel fetches 50 more pieces of the file (docs/performance.md).
//! - The names in start.order are those of one version of rustc. The linker ignores a name that it doesn't know.

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
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        let mut groups = Vec::new();
        // A static program relocates itself; the loader of an older musl knows no packed relocations.
        if is("CARGO_CFG_TARGET_ENV", "musl") && links_musl_statically() {
            let mut packed: Vec<String> = own_linker().into_iter().flatten().collect();
            packed.push("-Wl,-z,pack-relative-relocs".to_owned());
            groups.push(packed);
        }
        if is("CARGO_CFG_TARGET_ARCH", "x86_64") {
            println!("cargo::rerun-if-changed=start.order");
            let list = format!(
                "--symbol-ordering-file={}/start.order",
                var("CARGO_MANIFEST_DIR").unwrap_or_default()
            );
            let order = ["-Xlinker", &list, "-Xlinker", "--no-warn-symbol-ordering"];
            groups.push(order.map(str::to_owned).to_vec());
        }
        let mut arguments = Vec::new();
        for group in groups {
            let more = [&arguments[..], &group].concat();
            if links_with(&more) {
                arguments = more;
            }
        }
        for argument in &arguments {
            println!("cargo::rustc-link-arg-bins={argument}");
        }
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

/// Makes the C compiler link with the lld that comes with rustc, as rustc does by itself for x86_64 with glibc. `None`
/// without that lld.
fn own_linker() -> Option<[String; 2]> {
    let asked = Command::new(var("RUSTC").ok()?).args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(asked.stdout).ok()?;
    let folder = format!("{}/lib/rustlib/{}/bin/gcc-ld", sysroot.trim(), var("HOST").ok()?);
    Path::new(&folder).is_dir().then(|| [format!("-B{folder}"), "-fuse-ld=lld".to_owned()])
}

/// Whether a program has musl in itself. rustc decides that, and cargo doesn't tell a build script.
fn links_musl_statically() -> bool {
    let loader = b"/ld-musl-";
    let program = || std::fs::read(format!("{}/linked", var("OUT_DIR").ok()?)).ok();
    links_with(&[])
        && program().is_some_and(|bytes| !bytes.windows(loader.len()).any(|it| it == loader.as_slice()))
}

/// Whether the linker of this build takes these arguments. Only lld and its kin do, and nobody tells which one it is:
/// flags, cargo's settings and rustc's own decide together.
fn links_with(arguments: &[String]) -> bool {
    let Ok(folder) = var("OUT_DIR") else { return false };
    let (source, program) = (format!("{folder}/linked.rs"), format!("{folder}/linked"));
    if std::fs::write(&source, "fn main() {}\n").is_err() {
        return false;
    }
    let mut rustc = Command::new(var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()));
    rustc.args([&source, "-o", &program, "--target", &var("TARGET").unwrap_or_default()]);
    if let Ok(linker) = var("RUSTC_LINKER") {
        rustc.arg(format!("-Clinker={linker}"));
    }
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    rustc.args(arguments.iter().map(|argument| format!("-Clink-arg={argument}")));
    rustc.output().is_ok_and(|done| done.status.success())
}

/// Whether the C compiler knows where this library lies.
fn there(library: &str) -> bool {
    let asked = Command::new("cc").arg(format!("-print-file-name={library}")).output();
    asked.is_ok_and(|answer| String::from_utf8_lossy(&answer.stdout).trim().starts_with('/'))
}
