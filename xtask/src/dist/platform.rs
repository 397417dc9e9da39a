//! The platforms that asq is distributed for, and what each package format calls them.

use super::printed;
use crate::Outcome;
use std::process::Command;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Platform {
    pub(super) target: &'static str,
    /// npm's `os` and `cpu`.
    pub(super) os: &'static str,
    pub(super) cpu: &'static str,
    /// dpkg's architecture; `None` if it has no Debian.
    pub(super) deb: Option<&'static str>,
    /// The tag of a wheel. On Linux it says which glibc is needed.
    pub(super) wheel: &'static str,
}

pub(super) const ALL: [Platform; 4] = [
    Platform {
        target: "x86_64-unknown-linux-gnu",
        os: "linux",
        cpu: "x64",
        deb: Some("amd64"),
        wheel: "manylinux_2_31_x86_64",
    },
    Platform {
        target: "aarch64-unknown-linux-gnu",
        os: "linux",
        cpu: "arm64",
        deb: Some("arm64"),
        wheel: "manylinux_2_31_aarch64",
    },
    Platform {
        target: "x86_64-apple-darwin",
        os: "darwin",
        cpu: "x64",
        deb: None,
        wheel: "macosx_10_12_x86_64",
    },
    Platform {
        target: "aarch64-apple-darwin",
        os: "darwin",
        cpu: "arm64",
        deb: None,
        wheel: "macosx_11_0_arm64",
    },
];

impl Platform {
    pub(super) fn of_host() -> Outcome<&'static Platform> {
        let about = printed(Command::new("rustc").arg("-vV"))?;
        let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("unknown");
        ALL.iter().find(|it| it.target == host).ok_or_else(|| {
            let known: Vec<&str> = ALL.iter().map(|it| it.target).collect();
            format!("no packages are made for {host}, only for {}", known.join(", ")).into()
        })
    }

    pub(super) fn is_linux(&self) -> bool {
        self.os == "linux"
    }
}
