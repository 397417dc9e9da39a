//! The npm packages: the command, and the program of one platform.
//!
//! - `asq` names the package of each platform as optional; npm installs the one whose `os` and `cpu` fit.
//! - The command is a shell script that becomes the program (`launcher.sh` says why it isn't JavaScript).
//! - No script runs at the installation, so `--ignore-scripts` does no harm.

use super::payload::Payload;
use super::platform::{self, Platform};
use super::tarball::tar_gz;
use super::{LICENCE, NAME, PackedFile, SUMMARY, VERSION};
use crate::Outcome;
use serde_json::{Map, Value, json};

const LAUNCHER: &str = include_str!("launcher.sh");

pub(super) fn make(platform: &Platform, payload: &Payload, time: u64) -> Outcome<Vec<PackedFile>> {
    let documents = |needed: &dyn Fn(&str) -> bool| -> Vec<PackedFile> {
        let kept = payload.documents.iter().filter(|(name, _)| needed(name));
        kept.map(|(name, text)| PackedFile::text(format!("package/{name}"), text.clone())).collect()
    };
    // The same bytes on all platforms: the licences of crates depend on the platform.
    let mut command = vec![
        PackedFile::text("package/package.json", pretty(&command())?),
        PackedFile::program("package/bin/asq", LAUNCHER.replace("@NAME@", &scope())),
    ];
    command.extend(documents(&|name| matches!(name, "README.md" | "LICENSE-MIT" | "LICENSE-APACHE")));
    let mut program = vec![
        PackedFile::text("package/package.json", pretty(&program(platform))?),
        PackedFile::program("package/bin/asq", payload.program.clone()),
    ];
    program.extend(documents(&|name| name.starts_with("LICENSE")));
    let (os, cpu) = (platform.os, platform.cpu);
    // The file names that `npm pack` would give.
    Ok(vec![
        PackedFile::text(format!("{NAME}-{VERSION}.tgz"), tar_gz(&command, time)?),
        PackedFile::text(format!("{NAME}-{os}-{cpu}-{VERSION}.tgz"), tar_gz(&program, time)?),
    ])
}

fn scope() -> String {
    format!("@{NAME}")
}

fn command() -> Value {
    let programs: Map<String, Value> =
        platform::ALL.iter().map(|it| (package_name(it), json!(VERSION))).collect();
    json!({
        "name": NAME,
        "version": VERSION,
        "description": SUMMARY,
        "license": format!("({LICENCE})"),
        "bin": { "asq": "bin/asq" },
        "os": ["linux", "darwin"],
        "optionalDependencies": programs,
    })
}

fn program(platform: &Platform) -> Value {
    json!({
        "name": package_name(platform),
        "version": VERSION,
        "description": format!("asq for {}", platform.target),
        "license": format!("({LICENCE})"),
        "os": [platform.os],
        "cpu": [platform.cpu],
        // Yarn leaves it in a folder, where it can be started.
        "preferUnplugged": true,
    })
}

fn package_name(platform: &Platform) -> String {
    format!("{}/{}-{}", scope(), platform.os, platform.cpu)
}

fn pretty(package: &Value) -> Outcome<String> {
    Ok(serde_json::to_string_pretty(package)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::process::{Command, Stdio};

    #[test]
    fn the_command_names_the_program_of_each_platform() {
        assert_eq!(
            command(),
            json!({
                "name": "asq",
                "version": VERSION,
                "description": "lets an AI agent ask its human a question",
                "license": "(MIT OR Apache-2.0)",
                "bin": { "asq": "bin/asq" },
                "os": ["linux", "darwin"],
                "optionalDependencies": {
                    "@asq/linux-x64": VERSION,
                    "@asq/darwin-x64": VERSION,
                    "@asq/darwin-arm64": VERSION,
                },
            })
        );
        assert_eq!(
            program(&platform::ALL[0]),
            json!({
                "name": "@asq/linux-x64",
                "version": VERSION,
                "description": "asq for x86_64-unknown-linux-musl",
                "license": "(MIT OR Apache-2.0)",
                "os": ["linux"],
                "cpu": ["x64"],
                "preferUnplugged": true,
            })
        );
    }

    /// A folder with the launcher as npm lays it out, and with a stand-in for the program at `program`.
    fn laid_out(name: &str, program: Option<&str>) -> std::path::PathBuf {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let top = std::env::temp_dir().join(format!("asq-launcher-{}-{name}", std::process::id()));
        let script = |path: &Path, text: &str| {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
        };
        script(&top.join("lib/node_modules/asq/bin/asq"), &LAUNCHER.replace("@NAME@", "@asq"));
        std::fs::create_dir_all(top.join("bin")).unwrap();
        symlink("../lib/node_modules/asq/bin/asq", top.join("bin/asq")).unwrap();
        if let Some(program) = program {
            for cpu in ["x64", "arm64"] {
                let path = format!("{program}/@asq/linux-{cpu}/bin/asq");
                script(&top.join(path), "#!/bin/sh\necho \"$$ $#: $1\"\n");
            }
        }
        top
    }

    /// What the launcher prints, with its process id and exit code.
    fn launched(top: &Path) -> (u32, String, Option<i32>) {
        let mut command = Command::new(top.join("bin/asq"));
        let child = command.args(["a b", "c"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let id = child.id();
        let done = child.wait_with_output().unwrap();
        std::fs::remove_dir_all(top).unwrap();
        (id, String::from_utf8(done.stdout).unwrap(), done.status.code())
    }

    #[test]
    fn the_launcher_becomes_the_program_in_its_own_package_or_next_to_it() {
        for (name, place) in [("own", "lib/node_modules/asq/node_modules"), ("next", "lib/node_modules")] {
            let (id, said, code) = launched(&laid_out(name, Some(place)));
            assert_eq!((said, code), (format!("{id} 2: a b\n"), Some(0)), "{name}");
        }
    }

    #[test]
    fn without_a_program_the_launcher_fails() {
        let (_, said, code) = launched(&laid_out("none", None));
        assert_eq!((said.as_str(), code), ("", Some(69)));
    }
}
