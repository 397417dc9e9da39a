//! The archive, which runs wherever it is unpacked, and its checksum in the form of `sha256sum`.

use super::payload::Payload;
use super::platform::Platform;
use super::tarball::tar_gz;
use super::{NAME, PackedFile, VERSION};
use crate::Outcome;
use sha2::{Digest as _, Sha256};

pub(super) fn make(platform: &Platform, payload: &Payload, time: u64) -> Outcome<Vec<PackedFile>> {
    let top = format!("{NAME}-{VERSION}-{}", platform.target);
    let packed = tar_gz(&files(&top, payload), time)?;
    let name = format!("{top}.tar.gz");
    let sum = checksum(&packed, &name);
    Ok(vec![PackedFile::text(&name, packed), PackedFile::text(format!("{name}.sha256"), sum)])
}

/// The folders are those below a prefix, so that `cp -r` into one installs it.
fn files(top: &str, payload: &Payload) -> Vec<PackedFile> {
    let mut files = vec![PackedFile::program(format!("{top}/bin/{NAME}"), payload.program.clone())];
    for (name, page) in &payload.pages {
        files.push(PackedFile::text(format!("{top}/share/man/man1/{name}"), page.clone()));
    }
    for script in &payload.completions {
        files.push(PackedFile::text(format!("{top}/{}", script.below_prefix), script.text.clone()));
    }
    for (name, text) in &payload.documents {
        files.push(PackedFile::text(format!("{top}/share/doc/{NAME}/{name}"), text.clone()));
    }
    files
}

fn checksum(bytes: &[u8], name: &str) -> String {
    let digits: Vec<String> = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}  {name}\n", digits.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_a_line_of_sha256sum() {
        assert_eq!(
            checksum(b"abc", "abc.tar.gz"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.tar.gz\n"
        );
    }

    #[test]
    fn the_archive_has_the_folders_of_a_prefix() {
        let paths: Vec<String> = files("top", &Payload::planted()).into_iter().map(|it| it.path).collect();
        assert_eq!(
            paths,
            [
                "top/bin/asq",
                "top/share/man/man1/asq.1",
                "top/share/bash-completion/completions/asq",
                "top/share/doc/asq/LICENSE-MIT",
            ]
        );
    }
}
