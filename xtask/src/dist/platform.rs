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
    /// The tags of a wheel. On Linux it needs no C library, so it has those of both.
    pub(super) wheel: &'static [&'static str],
}

/// Linux on ARM isn't there: Rust links a program for musl on it at a fixed address.
pub(super) const ALL: [Platform; 3] = [
    Platform {
        target: "x86_64-unknown-linux-musl",
        os: "linux",
        cpu: "x64",
        deb: Some("amd64"),
        wheel: &["manylinux_2_17_x86_64", "musllinux_1_1_x86_64"],
    },
    Platform {
        target: "x86_64-apple-darwin",
        os: "darwin",
        cpu: "x64",
        deb: None,
        wheel: &["macosx_10_12_x86_64"],
    },
    Platform {
        target: "aarch64-apple-darwin",
        os: "darwin",
        cpu: "arm64",
        deb: None,
        wheel: &["macosx_11_0_arm64"],
    },
];

impl Platform {
    pub(super) fn of_host() -> Outcome<&'static Platform> {
        let about = printed(Command::new("rustc").arg("-vV"))?;
        let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("unknown");
        let system = host.replace("-linux-gnu", "-linux-musl");
        ALL.iter().find(|it| it.target == system).ok_or_else(|| {
            let known: Vec<&str> = ALL.iter().map(|it| it.target).collect();
            format!("no packages are made for {host}, only for {}", known.join(", ")).into()
        })
    }

    pub(super) fn is_linux(&self) -> bool {
        self.os == "linux"
    }
}
