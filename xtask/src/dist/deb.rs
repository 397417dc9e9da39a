//! The Debian package, made without dpkg.
//!
//! - It needs no other package.
//! - Man pages, completions, changes and licences are where Debian has them.
//! - No script runs when it is installed or removed.

use super::payload::Payload;
use super::tarball::{gz, tar_gz};
use super::{NAME, PackedFile, SUMMARY, VERSION};
use crate::Outcome;

/// `time`: in seconds since 1970.
pub(super) fn make(architecture: &str, payload: &Payload, time: u64) -> Outcome<PackedFile> {
    let files = files(payload)?;
    let kilobytes = files.iter().map(|it| it.bytes.len().div_ceil(1024)).sum();
    let control = [PackedFile::text("control", control(architecture, kilobytes))];
    let parts = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tar_gz(&control, time)?),
        ("data.tar.gz", tar_gz(&files, time)?),
    ];
    Ok(PackedFile::text(format!("{NAME}_{VERSION}_{architecture}.deb"), ar(&parts, time)))
}

fn control(architecture: &str, kilobytes: usize) -> String {
    format!(
        "Package: {NAME}\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The asq authors\n\
         Installed-Size: {kilobytes}\n\
         Recommends: ca-certificates\n\
         Section: utils\n\
         Priority: optional\n\
         Description: {SUMMARY}\n \
         The question stays open until a person answers it: in the terminal, in an\n \
         inbox, in a browser or on a phone.\n"
    )
}

fn files(payload: &Payload) -> Outcome<Vec<PackedFile>> {
    let mut files = vec![PackedFile::program(format!("usr/bin/{NAME}"), payload.program.clone())];
    for (name, page) in &payload.pages {
        files.push(PackedFile::text(format!("usr/share/man/man1/{name}.gz"), gz(page.as_bytes())?));
    }
    for script in &payload.completions {
        files.push(PackedFile::text(format!("usr/{}", script.packaged), script.text.clone()));
    }
    let mut copyright = format!(
        "{NAME} is under the MIT licence or the Apache licence 2.0, as you like.\n\
         Both are below. LICENSES-OF-CRATES.txt.gz in this folder has those of its parts.\n"
    );
    let folder = format!("usr/share/doc/{NAME}");
    for (name, text) in &payload.documents {
        match name.as_str() {
            "LICENSE-MIT" | "LICENSE-APACHE" => {
                copyright.push('\n');
                copyright.push_str(text);
            }
            "CHANGELOG.md" => {
                files.push(PackedFile::text(format!("{folder}/changelog.gz"), gz(text.as_bytes())?));
            }
            "README.md" => files.push(PackedFile::text(format!("{folder}/{name}"), text.clone())),
            _ => files.push(PackedFile::text(format!("{folder}/{name}.gz"), gz(text.as_bytes())?)),
        }
    }
    files.push(PackedFile::text(format!("{folder}/copyright"), copyright));
    Ok(files)
}

/// The archive format of `ar`, as dpkg reads it: names have at most 16 characters.
fn ar(parts: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in parts {
        let (owner, mode) = (0, "100644");
        let size = bytes.len();
        let header = format!("{name:<16}{time:<12}{owner:<6}{owner:<6}{mode:<8}{size:<10}`\n");
        archive.extend_from_slice(header.as_bytes());
        archive.extend_from_slice(bytes);
        // Members begin at even places.
        if size % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_has_headers_of_60_bytes_and_members_at_even_places() {
        let archive = ar(&[("debian-binary", b"2.0\n".to_vec()), ("odd", b"abc".to_vec())], 1_700_000_000);
        assert_eq!(
            String::from_utf8(archive).unwrap(),
            "!<arch>\n\
             debian-binary   1700000000  0     0     100644  4         `\n2.0\n\
             odd             1700000000  0     0     100644  3         `\nabc\n"
        );
    }

    #[test]
    fn another_reader_finds_the_three_parts() {
        let package = make("amd64", &Payload::planted(), 1_700_000_000).unwrap();
        let archive = object::read::archive::ArchiveFile::parse(package.bytes.as_slice()).unwrap();
        let names: Vec<Vec<u8>> = archive.members().map(|it| it.unwrap().name().to_vec()).collect();
        assert_eq!(names, [&b"debian-binary"[..], b"control.tar.gz", b"data.tar.gz"]);
        assert_eq!(package.path, format!("asq_{VERSION}_amd64.deb"));
    }

    #[test]
    fn the_package_describes_itself() {
        assert_eq!(
            control("amd64", 17_000),
            format!(
                "Package: asq\nVersion: {VERSION}\nArchitecture: amd64\nMaintainer: The asq authors\n\
                 Installed-Size: 17000\nRecommends: ca-certificates\nSection: utils\nPriority: optional\n\
                 Description: lets an AI agent ask its human a question\n \
                 The question stays open until a person answers it: in the terminal, in an\n \
                 inbox, in a browser or on a phone.\n"
            )
        );
    }

    #[test]
    fn files_are_where_debian_has_them() {
        let paths: Vec<String> = files(&Payload::planted()).unwrap().into_iter().map(|it| it.path).collect();
        assert_eq!(
            paths,
            [
                "usr/bin/asq",
                "usr/share/man/man1/asq.1.gz",
                "usr/share/bash-completion/completions/asq",
                "usr/share/doc/asq/copyright",
            ]
        );
    }
}
