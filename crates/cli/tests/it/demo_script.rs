//! `scripts/demo` on machines that lack something: it names all of it at once, and downloads, installs and builds nothing.
//!
//! Each machine is a folder of programs, most of them fakes that write down how they were started.

use asq_testkit::folder::TempFolder;
use expect_test::{Expect, expect};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

/// A PATH with bash and what the script starts anyway, and with programs that must not run.
struct Machine {
    home: TempFolder,
}

const CARGO: &str = "case $1 in --version) echo \"cargo $VERSION (abc 2026-01-01)\" ;; *) echo \"cargo $*\" >>\"$HOME/ran\"
    echo '   Compiling asq' >&2; /bin/mkdir -p \"$CARGO_TARGET_DIR/release\"
    echo '#!/bin/bash' >\"$CARGO_TARGET_DIR/release/asq\"; echo 'echo \"asq $* in $PWD\"' >>\"$CARGO_TARGET_DIR/release/asq\"
    /bin/chmod +x \"$CARGO_TARGET_DIR/release/asq\" ;; esac";

impl Machine {
    fn new() -> Machine {
        let machine = Machine { home: TempFolder::new("machine") };
        fs::create_dir_all(machine.home.join("bin")).unwrap();
        for program in ["bash", "dirname", "env"] {
            symlink(Path::new("/usr/bin").join(program), machine.home.join("bin").join(program)).unwrap();
        }
        for program in ["apt-get", "sudo", "dnf", "pacman", "brew", "npm", "curl", "rustup"] {
            machine.fake("bin", program, &format!("echo \"{program} $*\" >>\"$HOME/ran\""));
        }
        machine
    }

    fn with(self, program: &str, does: &str) -> Machine {
        self.fake("bin", program, does);
        self
    }

    fn fake(&self, folder: &str, program: &str, does: &str) {
        let path = self.home.join(folder).join(program);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/bash\n{does}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs it, and compares everything: exit code, output, and what ran.
    fn demo(&self, version: &str, wanted: &Expect) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/demo");
        let output = Command::new("/bin/bash")
            .arg(fs::canonicalize(script).unwrap())
            .env_clear()
            .env("PATH", self.home.join("bin"))
            .env("HOME", self.home.path())
            .env("CARGO_TARGET_DIR", self.home.join("target"))
            .env("VERSION", version)
            .current_dir(self.home.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let ran = fs::read_to_string(self.home.join("ran")).unwrap_or_default();
        let all = format!(
            "{}\n{}{}-- ran --\n{ran}",
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr)
        );
        wanted.assert_eq(&all.replace(self.home.path().to_str().unwrap(), "HOME"));
    }
}

#[test]
fn a_machine_with_nothing_is_told_everything_at_once() {
    Machine::new().demo(
        "",
        &expect![[r#"
        69
        scripts/demo builds asq, and this is missing:

          cargo, Rust 1.95 or newer
              https://rustup.rs installs it, on every system

          a C compiler (cc), with the headers of the C library
              Debian, Ubuntu   sudo apt install gcc libc6-dev
              Fedora           sudo dnf install gcc
              Arch             sudo pacman -S gcc
              macOS            xcode-select --install

        Nothing was downloaded or changed.
        -- ran --
    "#]],
    );
}

#[test]
fn a_cargo_that_is_too_old_counts_as_missing() {
    let machine = Machine::new().with("cargo", CARGO).with("cc", "exit 0");
    machine.demo(
        "1.63.0",
        &expect![[r#"
        69
        scripts/demo builds asq, and this is missing:

          cargo, Rust 1.95 or newer: HOME/bin/cargo is 1.63.0
              rustup update stable; without rustup: https://rustup.rs installs a newer one

        Nothing was downloaded or changed.
        -- ran --
    "#]],
    );
}

#[test]
fn a_cargo_beside_the_path_and_a_compiler_without_headers() {
    let machine = Machine::new().with("cc", "exit 1");
    machine.fake(".cargo/bin", "cargo", "exit 0");
    machine.demo(
        "",
        &expect![[r#"
        69
        scripts/demo builds asq, and this is missing:

          cargo, Rust 1.95 or newer: HOME/.cargo/bin isn't on PATH
              . "HOME/.cargo/env"

          a C compiler (cc), with the headers of the C library
              Debian, Ubuntu   sudo apt install gcc libc6-dev
              Fedora           sudo dnf install gcc
              Arch             sudo pacman -S gcc
              macOS            xcode-select --install

        Nothing was downloaded or changed.
        -- ran --
    "#]],
    );
}

#[test]
fn a_cargo_without_a_toolchain_is_told_how_to_get_one() {
    let machine = Machine::new().with("cargo", "exit 1").with("cc", "exit 0");
    machine.demo(
        "",
        &expect![[r#"
        69
        scripts/demo builds asq, and this is missing:

          cargo, Rust 1.95 or newer: HOME/bin/cargo has no toolchain that works
              rustup default stable (or set RUSTUP_HOME)

        Nothing was downloaded or changed.
        -- ran --
    "#]],
    );
}

#[test]
fn with_cargo_and_a_compiler_it_builds_and_asks() {
    let wanted = expect![[r#"
        0
        asq demo question in HOME

        == building asq: the first time this takes some minutes
           Compiling asq
        -- ran --
        cargo build --release --locked -p asq --no-default-features
    "#]];
    for version in ["1.95.0", "1.96.1", "2.0.0-nightly"] {
        Machine::new().with("cargo", CARGO).with("cc", "exit 0").demo(version, &wanted);
    }
}
