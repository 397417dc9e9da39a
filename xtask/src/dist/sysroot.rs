//! Debian 11's C library in a folder, to link with when this machine's own is newer.
//!
//! - ASQ_DIST_SYSROOT names another one, for instance the root of a Debian 11.
//! - Otherwise the folder is target/dist-sysroot. The first run fills it, with this machine's apt and its mirror.
//! - It needs no root, and changes nothing outside the folder: apt gets lists and caches of its own.
//! - apt checks the signatures of what it fetches.
//! - Links in the folder lead to files in the folder, so that the linker doesn't leave it.

use super::platform::Platform;
use super::{printed, target};
use crate::Outcome;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// Its glibc is the oldest that we support.
const DEBIAN: &str = "bullseye";
const PACKAGES: [&str; 4] = ["libc6", "libc6-dev", "libgcc-s1", "linux-libc-dev"];
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

pub(super) fn folder() -> Outcome<PathBuf> {
    if let Some(folder) = std::env::var_os("ASQ_DIST_SYSROOT") {
        return Ok(PathBuf::from(folder));
    }
    let root = target().join("dist-sysroot");
    if !root.exists() {
        fetch(&root).map_err(|fault| {
            format!(
                "can't fetch Debian 11's C library: {fault}\n\
                 This machine's glibc is newer than 2.31. Set ASQ_DIST_SYSROOT to a folder with glibc 2.31 and its \
                 headers, or run this where glibc is 2.31."
            )
        })?;
    }
    // The linker runs in other folders.
    Ok(root.canonicalize()?)
}

/// The folder of its libraries: Debian has one per platform.
pub(super) fn libraries(root: &Path, platform: &Platform) -> Outcome<PathBuf> {
    let debian = format!("usr/lib/{}", platform.target.replace("-unknown", ""));
    let found = [&debian, "usr/lib64", "usr/lib"]
        .map(|it| root.join(it))
        .into_iter()
        .find(|it| it.join("Scrt1.o").exists());
    found.ok_or_else(|| format!("{} has no Scrt1.o of glibc's development files", root.display()).into())
}

fn fetch(root: &Path) -> Outcome<()> {
    let work = root.with_extension("new");
    let _ = std::fs::remove_dir_all(&work);
    let (apt, new) = (work.join("apt"), work.join("root"));
    for folder in ["lists/partial", "archives/partial"] {
        std::fs::create_dir_all(apt.join(folder))?;
    }
    std::fs::create_dir_all(&new)?;
    let apt = apt.canonicalize()?;
    // The place where this machine's own apt gets its packages.
    let mirrors = printed(Command::new("apt-get").args(["indextargets", "--format", "$(REPO_URI)"]))?;
    let mirror = mirrors.lines().next().ok_or("apt-get indextargets names no mirror")?;
    std::fs::write(apt.join("status"), "")?;
    std::fs::write(apt.join("sources.list"), format!("deb [signed-by={KEYS}] {mirror} {DEBIAN} main\n"))?;
    let settings = format!(
        "Dir::State \"{0}\"; Dir::State::status \"{0}/status\"; Dir::Cache \"{0}\";\n\
         Dir::Etc::sourcelist \"{0}/sources.list\"; Dir::Etc::sourceparts \"/dev/null\"; \
         Dir::Etc::preferencesparts \"/dev/null\"; APT::Sandbox::User \"\";\n",
        apt.display()
    );
    std::fs::write(apt.join("settings"), settings)?;
    let run = |arguments: &[&str]| {
        printed(
            Command::new("apt-get")
                .arg("-c")
                .arg(apt.join("settings"))
                .arg("-qq")
                .args(arguments)
                .current_dir(&apt),
        )
    };
    run(&["update"])?;
    run(&[&["download"], &PACKAGES[..]].concat())?;
    for file in std::fs::read_dir(&apt)? {
        let file = file?.path();
        if file.extension().is_some_and(|it| it == "deb") {
            printed(Command::new("dpkg-deb").arg("-x").arg(&file).arg(&new))?;
        }
    }
    keep_links_inside(&new, &new)?;
    // This name for the linker comes with a compiler, and this machine's compiler has a newer library.
    for folder in std::fs::read_dir(new.join("lib"))? {
        let name = folder?.file_name();
        if new.join("lib").join(&name).join("libgcc_s.so.1").exists() {
            let to = Path::new("../../../lib").join(&name).join("libgcc_s.so.1");
            std::os::unix::fs::symlink(to, new.join("usr/lib").join(&name).join("libgcc_s.so"))?;
        }
    }
    std::fs::rename(&new, root)?;
    Ok(std::fs::remove_dir_all(&work)?)
}

fn keep_links_inside(root: &Path, folder: &Path) -> Outcome<()> {
    for file in std::fs::read_dir(folder)? {
        let file = file?;
        let path = file.path();
        if file.file_type()?.is_dir() {
            keep_links_inside(root, &path)?;
        } else if file.file_type()?.is_symlink() {
            let to = std::fs::read_link(&path)?;
            if to.is_absolute() {
                std::fs::remove_file(&path)?;
                std::os::unix::fs::symlink(inside(folder.strip_prefix(root)?, &to), &path)?;
            }
        }
    }
    Ok(())
}

/// The same target, seen from a folder of the root.
fn inside(folder: &Path, to: &Path) -> PathBuf {
    let up = folder.components().map(|_| Component::ParentDir);
    let down = to.components().filter(|it| matches!(it, Component::Normal(_)));
    up.chain(down).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_the_root_becomes_one_to_the_folder() {
        let to = Path::new("/lib/x86_64-linux-gnu/libdl.so.2");
        let seen = inside(Path::new("usr/lib/x86_64-linux-gnu"), to);
        assert_eq!(seen, Path::new("../../../lib/x86_64-linux-gnu/libdl.so.2"));
        assert_eq!(inside(Path::new(""), to), Path::new("lib/x86_64-linux-gnu/libdl.so.2"));
    }
}
