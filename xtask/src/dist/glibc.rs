//! Which glibc and which libraries a program needs.
//!
//! - A program that needs a glibc newer than [`OLDEST`] is refused, with the symbols that need it.
//! - Versions that aren't numbers (the loader's abilities, private symbols) are refused, too.
//! - Only libraries that [`LIBRARIES`] lists are allowed, since the Debian package has to name their packages.

use object::Endianness;
use object::read::elf::{Dyn as _, ElfFile64};
use object::{Object as _, ObjectSymbol as _};
use std::collections::BTreeSet;
use std::process::Command;

use super::printed;
use crate::Outcome;

/// The oldest glibc that the distributed program starts with: that of Debian 11.
pub(super) const OLDEST: &[u32] = &[2, 31];

/// Shared libraries, and the Debian package of each.
const LIBRARIES: [(&str, &str); 9] = [
    ("ld-linux-aarch64.so.1", "libc6"),
    ("ld-linux-x86-64.so.2", "libc6"),
    ("libc.so.6", "libc6"),
    ("libdl.so.2", "libc6"),
    ("libgcc_s.so.1", "libgcc-s1"),
    ("libm.so.6", "libc6"),
    ("libpthread.so.0", "libc6"),
    ("librt.so.1", "libc6"),
    ("libutil.so.1", "libc6"),
];

/// The version of this machine's glibc.
pub(super) fn of_host() -> Outcome<Vec<u32>> {
    let said = printed(Command::new("getconf").arg("GNU_LIBC_VERSION"))?;
    let number = said.trim().strip_prefix("glibc ").and_then(numbers);
    number.ok_or_else(|| {
        format!("getconf GNU_LIBC_VERSION expects 'glibc 2.31' or similar, got '{said}'").into()
    })
}

/// The Debian packages that the program needs; an error if it needs what a system with [`OLDEST`] lacks.
pub(super) fn packages(program: &[u8]) -> Outcome<BTreeSet<&'static str>> {
    let file = ElfFile64::<Endianness>::parse(program)?;
    let versions = versions(&file)?;
    let newer: Vec<&str> = versions.iter().map(String::as_str).filter(|it| is_newer(it)).collect();
    if !newer.is_empty() {
        let symbols = symbols(&file, &newer);
        return Err(format!("the program needs {}, for {}", newer.join(", "), symbols.join(", ")).into());
    }
    let mut packages = BTreeSet::new();
    for library in libraries(&file, program)? {
        let known = LIBRARIES.iter().find(|(name, _)| *name == library);
        let (_, package) = known.ok_or_else(|| format!("the program needs the library {library}"))?;
        packages.insert(*package);
    }
    Ok(packages)
}

/// The versions of glibc that the program asks the loader for.
fn versions(file: &ElfFile64<'_, Endianness>) -> Outcome<BTreeSet<String>> {
    let (endian, mut all) = (file.endian(), BTreeSet::new());
    let sections = file.elf_section_table();
    if let Some((mut libraries, link)) = sections.gnu_verneed(endian, file.data())? {
        let names = sections.strings(endian, file.data(), link)?;
        while let Some((_, mut versions)) = libraries.next()? {
            while let Some(version) = versions.next()? {
                let name = String::from_utf8_lossy(version.name(endian, names)?).into_owned();
                if name.starts_with("GLIBC_") {
                    all.insert(name);
                }
            }
        }
    }
    Ok(all)
}

fn symbols(file: &ElfFile64<'_, Endianness>, versions: &[&str]) -> Vec<String> {
    let (endian, data) = (file.endian(), file.data());
    let Ok(Some(table)) = file.elf_section_table().versions(endian, data) else { return Vec::new() };
    let needs = |index: object::SymbolIndex| {
        let version = table.version(table.version_index(endian, index).into()).ok()??;
        let name = std::str::from_utf8(version.name()).ok()?;
        versions.contains(&name).then_some(())
    };
    let named = file.dynamic_symbols().filter(|it| needs(it.index()).is_some());
    named.filter_map(|it| it.name().ok().map(str::to_owned)).collect()
}

fn libraries(file: &ElfFile64<'_, Endianness>, program: &[u8]) -> Outcome<Vec<String>> {
    let endian = file.endian();
    let sections = file.elf_section_table();
    let mut needed = Vec::new();
    if let Some((entries, link)) = sections.dynamic(endian, program)? {
        let names = sections.strings(endian, program, link)?;
        for entry in entries.iter().filter(|it| it.tag(endian) == object::elf::DT_NEEDED) {
            needed.push(String::from_utf8_lossy(entry.string(endian, names)?).into_owned());
        }
    }
    Ok(needed)
}

fn is_newer(version: &str) -> bool {
    version.strip_prefix("GLIBC_").and_then(numbers).is_none_or(|it| it.as_slice() > OLDEST)
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_after_2_31_and_unknown_ones_are_newer() {
        let all = ["2.2.5", "2.9", "2.31", "2.31.1", "2.32", "2.100", "3.0", "ABI_DT_RELR", "PRIVATE"];
        let newer: Vec<&str> = all.into_iter().filter(|it| is_newer(&format!("GLIBC_{it}"))).collect();
        assert_eq!(newer, ["2.31.1", "2.32", "2.100", "3.0", "ABI_DT_RELR", "PRIVATE"]);
    }

    /// Links a program with a library that stands in for glibc and has one symbol of this version.
    fn linked(name: &str, version: &str) -> Vec<u8> {
        let folder = std::env::temp_dir().join(format!("asq-glibc-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        write("library.c", "int resolve(void) { return 0; }");
        write("version", &format!("{version} {{ global: resolve; local: *; }};"));
        write("program.c", "int resolve(void); void _start(void) { resolve(); }");
        let cc = |arguments: &[&str]| {
            let done = Command::new("cc").current_dir(&folder).arg("-nostdlib").args(arguments).status();
            assert!(done.unwrap().success());
        };
        let library = ["-shared", "-Wl,--version-script=version,-soname=libc.so.6", "-o", "libstand-in.so"];
        cc(&[&library[..], &["library.c"]].concat());
        cc(&["-o", "program", "program.c", "libstand-in.so"]);
        let bytes = std::fs::read(folder.join("program")).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        bytes
    }

    #[test]
    fn a_program_is_judged_by_the_newest_version_that_it_needs() {
        assert_eq!(packages(&linked("old", "GLIBC_2.31")).unwrap(), BTreeSet::from(["libc6"]));
        let fault = packages(&linked("new", "GLIBC_2.32")).unwrap_err();
        assert_eq!(fault.to_string(), "the program needs GLIBC_2.32, for resolve");
    }

    #[test]
    fn a_library_that_no_package_is_known_for_is_named() {
        let program = linked("other", "GLIBC_2.2.5");
        let at = program.windows(9).position(|it| it == b"libc.so.6").unwrap();
        let mut other = program.clone();
        other[at..at + 9].copy_from_slice(b"libz.so.1");
        assert_eq!(packages(&other).unwrap_err().to_string(), "the program needs the library libz.so.1");
    }
}
