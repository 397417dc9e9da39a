//! `cargo xtask hardening`: checks the protections that compiler and linker give against malicious input.
//!
//! - It builds a release and examines the program as it would ship.
//! - The program loads at a random address (static-pie), with packed relocations and without a dynamic linker.
//! - No memory is writable and executable; the stack isn't executable.
//! - Relocated data becomes read-only before the program starts.
//! - The account's home comes from the system; the variable that tests use for it doesn't work.
//! - SQLite, the C code that reads files, checks its stack frames, and with glibc the sizes of its copies.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use object::elf;
use object::read::archive::ArchiveFile;
use object::read::elf::{Dyn as _, ElfFile64, FileHeader as _, ProgramHeader as _};
use object::{Endianness, Object as _, ObjectSymbol as _};
use serde_json::Value;

use crate::Outcome;

/// Only tests may set it: asq-files reads it in debug builds.
const TESTING: &str = "ASQ_TESTING_HOME_OF_THE_ACCOUNT";

/// One line for each missing protection.
pub(crate) fn check() -> Outcome<Vec<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    let report = ["--quiet", "--message-format", "json-render-diagnostics"];
    // A named target keeps cargo's files out of target/dist, where the packages are.
    build
        .args(["build", "--locked", "--profile", "dist", "--package", "asq", "--target", "host-tuple"])
        .args(report);
    let libc = if cfg!(target_env = "musl") { Libc::Musl } else { Libc::Glibc };
    examined(&built(&mut build)?, libc)
}

/// The same for a build that is already there.
pub(crate) fn examined(built: &Built, libc: Libc) -> Outcome<Vec<String>> {
    let mut problems = program(&std::fs::read(&built.asq)?)?;
    problems.extend(c_code(&std::fs::read(&built.sqlite)?, libc)?);
    Ok(problems)
}

/// The C library of a build.
#[derive(Clone, Copy)]
pub(crate) enum Libc {
    Glibc,
    /// It has no functions that check the sizes of copies.
    Musl,
}

pub(crate) struct Built {
    pub(crate) asq: PathBuf,
    sqlite: PathBuf,
}

/// Runs cargo, which builds the package asq and reports in JSON.
pub(crate) fn built(build: &mut Command) -> Outcome<Built> {
    let done = build.stderr(Stdio::inherit()).output()?;
    if !done.status.success() {
        return Err("the release does not build".into());
    }
    let mut asq = None;
    let mut sqlite = None;
    for line in done.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let news: Value = serde_json::from_slice(line)?;
        if news["target"]["name"] == "asq"
            && let Some(path) = news["executable"].as_str()
        {
            asq = Some(PathBuf::from(path));
        }
        let package = news["package_id"].as_str().unwrap_or_default();
        if news["reason"] == "build-script-executed"
            && package.contains("libsqlite3-sys")
            && let Some(folder) = news["out_dir"].as_str()
        {
            sqlite = Some(Path::new(folder).join("libsqlite3.a"));
        }
    }
    Ok(Built {
        asq: asq.ok_or("cargo does not say where the program lies")?,
        sqlite: sqlite.ok_or("cargo does not say where SQLite was built")?,
    })
}

fn program(bytes: &[u8]) -> Outcome<Vec<String>> {
    let file = ElfFile64::<Endianness>::parse(bytes)?;
    let endian = file.endian();
    let segments = file.elf_program_headers();
    let of_type = |wanted| segments.iter().find(move |segment| segment.p_type(endian) == wanted);
    let mut tags = Vec::new();
    for segment in segments {
        if let Some(dynamic) = segment.dynamic(endian, bytes)? {
            tags.extend(dynamic.iter().map(|entry| (entry.tag(endian), entry.val(endian))));
        }
    }
    let flag = |wanted, bit: u64| tags.iter().any(|(tag, value)| *tag == wanted && value & bit != 0);

    let mut problems = Vec::new();
    let mut demand = |holds: bool, missing: &str| {
        if !holds {
            problems.push(format!("the program {missing}"));
        }
    };
    let random = file.elf_header().e_type(endian) == elf::ET_DYN && flag(elf::DT_FLAGS_1, elf::DF_1_PIE.0);
    demand(random, "lies at a fixed address (no static-pie)");
    let interpreter = of_type(elf::PT_INTERP).is_some();
    demand(!interpreter, "needs a dynamic linker (it is not linked statically)");
    demand(tags.iter().any(|(tag, _)| *tag == elf::DT_RELR), "has no packed relocations");
    demand(
        of_type(elf::PT_GNU_STACK).is_some_and(|stack| !stack.p_flags(endian).contains(elf::PF_X)),
        "has an executable stack",
    );
    let both = elf::PF_W | elf::PF_X;
    demand(
        segments.iter().all(|segment| !segment.p_flags(endian).contains(both)),
        "has memory that is writable and executable",
    );
    let now = flag(elf::DT_FLAGS, elf::DF_BIND_NOW.0) || flag(elf::DT_FLAGS_1, elf::DF_1_NOW.0);
    demand(of_type(elf::PT_GNU_RELRO).is_some() && now, "leaves relocated data writable (no full RELRO)");
    let testing = bytes.windows(TESTING.len()).any(|window| window == TESTING.as_bytes());
    demand(!testing, "takes HOME as the home of the account (it was built with debug assertions)");
    Ok(problems)
}

/// Checks which functions SQLite calls.
fn c_code(bytes: &[u8], libc: Libc) -> Outcome<Vec<String>> {
    let mut calls = Vec::new();
    let archive = ArchiveFile::parse(bytes)?;
    for member in archive.members() {
        let data = member?.data(bytes)?;
        let Ok(part) = ElfFile64::<Endianness>::parse(data) else { continue };
        let foreign = part.symbols().filter(object::ObjectSymbol::is_undefined);
        calls.extend(foreign.filter_map(|symbol| symbol.name().map(str::to_owned).ok()));
    }
    let mut problems = Vec::new();
    if !calls.iter().any(|name| name == "__stack_chk_fail") {
        problems.push("SQLite does not check its stack frames (-fstack-protector-strong)".to_owned());
    }
    let checks_copies = match libc {
        Libc::Glibc => calls.iter().any(|name| name.starts_with("__") && name.ends_with("_chk")),
        Libc::Musl => true,
    };
    if !checks_copies {
        problems.push("SQLite does not check the sizes that it copies (-D_FORTIFY_SOURCE=2)".to_owned());
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r"
        #include <string.h>
        #ifdef TESTING
        const char *testing = TESTING;
        #endif
        int main(int count, char **words) {
            char copy[64];
            memcpy(copy, words[count - 1], strlen(words[count - 1]) + 1);
            return copy[0];
        }
    ";

    /// Compiles a small program, or with `-c` its object, and returns the bytes.
    fn compiled(name: &str, arguments: &[&str]) -> Vec<u8> {
        let folder = std::env::temp_dir().join(format!("asq-hardening-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (source, made) = (folder.join("it.c"), folder.join("made"));
        std::fs::write(&source, SOURCE).unwrap();
        let done =
            Command::new("cc").args(["-w", "-O2"]).args(arguments).arg("-o").arg(&made).arg(&source).status();
        assert!(done.unwrap().success());
        if arguments.contains(&"-c") {
            let library = folder.join("it.a");
            let done = Command::new("ar").arg("rc").arg(&library).arg(&made).status();
            assert!(done.unwrap().success());
            std::fs::copy(&library, &made).unwrap();
        }
        let bytes = std::fs::read(&made).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        bytes
    }

    #[test]
    fn a_program_as_it_should_be_passes() {
        let good = ["-static-pie", "-fPIE", "-Wl,-z,pack-relative-relocs", "-Wl,-z,relro,-z,now"];
        assert_eq!(program(&compiled("good", &good)).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn each_thing_that_is_missing_is_named() {
        let named = format!("-DTESTING=\"{TESTING}\"");
        let weak = [&named, "-no-pie", "-Wl,-z,execstack", "-Wl,-z,norelro,-z,lazy"];
        assert_eq!(
            program(&compiled("weak", &weak)).unwrap(),
            [
                "the program lies at a fixed address (no static-pie)",
                "the program needs a dynamic linker (it is not linked statically)",
                "the program has no packed relocations",
                "the program has an executable stack",
                "the program has memory that is writable and executable",
                "the program leaves relocated data writable (no full RELRO)",
                "the program takes HOME as the home of the account (it was built with debug assertions)",
            ]
        );
    }

    #[test]
    fn unchecked_c_code_is_named() {
        let checked = ["-c", "-fstack-protector-strong", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"];
        assert_eq!(c_code(&compiled("checked", &checked), Libc::Glibc).unwrap(), Vec::<String>::new());
        let unchecked = compiled("unchecked", &["-c", "-fno-stack-protector", "-U_FORTIFY_SOURCE"]);
        let frames = "SQLite does not check its stack frames (-fstack-protector-strong)";
        let copies = "SQLite does not check the sizes that it copies (-D_FORTIFY_SOURCE=2)";
        assert_eq!(c_code(&unchecked, Libc::Glibc).unwrap(), [frames, copies]);
        assert_eq!(c_code(&unchecked, Libc::Musl).unwrap(), [frames]);
    }
}
