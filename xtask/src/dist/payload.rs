//! What a package is made of: the program, and what it says about itself.
//!
//! - Man pages and completions come from the program that is packed.
//! - The documents are the README, the changes, both licences, and those of all crates.

use super::licences;
use super::platform::Platform;
use super::{NAME, printed, target};
use crate::Outcome;
use crate::tree::top;
use std::path::Path;
use std::process::Command;

pub(super) struct Payload {
    pub(super) program: Vec<u8>,
    /// Name and text, of section 1.
    pub(super) pages: Vec<(String, String)>,
    pub(super) completions: Vec<CompletionScript>,
    pub(super) documents: Vec<(String, String)>,
}

pub(super) struct CompletionScript {
    pub(super) text: String,
    /// Where a shell looks for it below /usr/local or ~/.local.
    pub(super) below_prefix: String,
    /// Where a shell looks for those of packages, below /usr.
    pub(super) packaged: String,
}

/// A shell, and the paths of a completion script below a prefix and in a package.
const SHELLS: [(&str, &str, &str); 3] = [
    ("bash", "share/bash-completion/completions/asq", "share/bash-completion/completions/asq"),
    ("zsh", "share/zsh/site-functions/_asq", "share/zsh/vendor-completions/_asq"),
    ("fish", "share/fish/vendor_completions.d/asq.fish", "share/fish/vendor_completions.d/asq.fish"),
];

impl Payload {
    pub(super) fn gather(platform: &Platform, asq: &Path) -> Outcome<Payload> {
        let document = |name: &str| -> Outcome<(String, String)> {
            Ok((name.to_owned(), std::fs::read_to_string(top().join(name))?))
        };
        let mut documents = Vec::new();
        for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            documents.push(document(name)?);
        }
        documents.push(("LICENSES-OF-CRATES.txt".to_owned(), licences::of_crates(platform)?));
        let completions = SHELLS.map(|(shell, below_prefix, packaged)| -> Outcome<CompletionScript> {
            let text = printed(Command::new(asq).args(["completions", shell]))?;
            Ok(CompletionScript {
                text,
                below_prefix: below_prefix.to_owned(),
                packaged: packaged.to_owned(),
            })
        });
        Ok(Payload {
            program: std::fs::read(asq)?,
            pages: pages(asq)?,
            completions: completions.into_iter().collect::<Outcome<_>>()?,
            documents,
        })
    }

    #[cfg(test)]
    pub(super) fn planted() -> Payload {
        Payload {
            program: b"program".to_vec(),
            pages: vec![("asq.1".to_owned(), "page".to_owned())],
            completions: vec![CompletionScript {
                text: "script".to_owned(),
                below_prefix: SHELLS[0].1.to_owned(),
                packaged: SHELLS[0].2.to_owned(),
            }],
            documents: vec![("LICENSE-MIT".to_owned(), "licence".to_owned())],
        }
    }
}

fn pages(asq: &Path) -> Outcome<Vec<(String, String)>> {
    let folder = target().join("dist-man");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    printed(Command::new(asq).arg("man").arg(&folder))?;
    let mut pages = Vec::new();
    for file in std::fs::read_dir(&folder)? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        pages.push((name, std::fs::read_to_string(file.path())?));
    }
    pages.sort();
    if !pages.iter().any(|(name, _)| *name == format!("{NAME}.1")) {
        return Err(format!("{NAME} man has written no {NAME}.1").into());
    }
    Ok(pages)
}
