//! The branch of the repository that a folder is in, from the repository's own files: asq starts no git.
//!
//! - Looks for `.git` in the folder and in those above it, as git does.
//! - In a worktree or a submodule, `.git` is a file that names a place: asq goes there, and no further.
//! - Reads at most 4 KiB of a file, and waits for no pipe and no device.
//! - A detached HEAD or a damaged repository has no branch: asq never guesses.

use asq_core::life::About;
use asq_core::text::Untrusted;
use asq_files::by_name;
use std::path::{Path, PathBuf};

/// The most bytes of a file of git's.
const MOST: u64 = 4 << 10;

/// The branch of the repository that this folder is in.
pub(super) fn of(folder: &Path) -> Option<Untrusted> {
    let head = folder.ancestors().find_map(|folder| {
        let git = folder.join(".git");
        // The repository may be another user's, and then its branch stays unknown.
        let about = by_name::follow(&git).ok()?;
        let place = if about.is_dir() { Some(git) } else { named(folder, &git) };
        Some(place.and_then(|place| text(&place.join("HEAD"))))
    })??;
    let branch = head.strip_prefix("ref:")?.trim();
    let branch = branch.strip_prefix("refs/heads/").unwrap_or(branch);
    (!branch.is_empty() && branch.len() <= About::BRANCH).then(|| branch.into())
}

/// The place that a `.git` file names.
fn named(folder: &Path, file: &Path) -> Option<PathBuf> {
    let text = text(file)?;
    Some(folder.join(text.strip_prefix("gitdir:")?.trim()))
}

/// A file's text. Whatever is wrong with it, there is no branch then, and nobody misses one.
fn text(path: &Path) -> Option<String> {
    let file = asq_files::read(path, MOST).ok()??;
    String::from_utf8(file.bytes).ok()
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::of;
    use asq_testkit::folder::TempFolder;
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    fn repository(folder: &Path, head: &str) {
        fs::create_dir_all(folder.join(".git")).unwrap();
        fs::write(folder.join(".git/HEAD"), head).unwrap();
    }

    /// The branch, as raw text.
    fn branch(folder: &Path) -> Option<String> {
        of(folder).map(|branch| branch.raw().to_owned())
    }

    #[test]
    fn a_folder_has_the_branch_of_the_nearest_repository() {
        let home = TempFolder::new("branch");
        let [outer, inner, below] = ["a", "a/b", "a/b/c/d"].map(|name| home.join(name));
        fs::create_dir_all(&below).unwrap();
        assert_eq!(branch(&below), None);
        repository(&outer, "ref: refs/heads/main\n");
        repository(&inner, "ref: refs/heads/fix/\u{1b}[31mred\n");
        assert_eq!(branch(&below).as_deref(), Some("fix/\u{1b}[31mred"));
        assert_eq!(branch(&outer).as_deref(), Some("main"));
    }

    #[test]
    fn a_worktree_has_its_own_branch_and_leads_no_further_than_one_step() {
        let home = TempFolder::new("worktree");
        let [tree, place, far] = ["tree", "main/.git/worktrees/tree", "far"].map(|name| home.join(name));
        for folder in [&tree, &place, &far] {
            fs::create_dir_all(folder).unwrap();
        }
        fs::write(place.join("HEAD"), "ref: refs/heads/side\n").unwrap();
        let names = |folder: &Path, place: &str| fs::write(folder.join(".git"), place).unwrap();
        names(&tree, "gitdir: ../main/.git/worktrees/tree\n");
        assert_eq!(branch(&tree).as_deref(), Some("side"));
        names(&tree, &format!("gitdir: {}\n", place.display()));
        assert_eq!(branch(&tree).as_deref(), Some("side"));
        names(&far, &format!("gitdir: {}\n", tree.join(".git").display()));
        assert_eq!(branch(&far), None);
    }

    #[test]
    fn what_names_no_branch_is_none_and_no_pipe_is_waited_for() {
        let home = TempFolder::new("none");
        let [repo, above] = ["above/repo", "above"].map(|name| home.join(name));
        repository(&above, "ref: refs/heads/above\n");
        let endless = format!("ref: refs/heads/x{}", " ".repeat(5000));
        let long = format!("ref: refs/heads/{}", "x".repeat(801));
        for head in ["76d1a0449a1e4c0a8d2f2d3f5d0b6a7c8e9f0a1b\n", "ref: refs/heads/\n", "", &endless, &long]
        {
            repository(&repo, head);
            assert_eq!(branch(&repo), None, "{head:?}");
        }
        fs::write(repo.join(".git/HEAD"), b"ref: refs/heads/\xff").unwrap();
        assert_eq!(branch(&repo), None);
        fs::remove_file(repo.join(".git/HEAD")).unwrap();
        assert_eq!(branch(&repo), None);
        let fifo = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        fifo(&repo.join(".git/HEAD"));
        assert_eq!(branch(&repo), None);
        fs::remove_dir_all(repo.join(".git")).unwrap();
        fifo(&repo.join(".git"));
        assert_eq!(branch(&repo), None);
        assert_eq!(branch(&above).as_deref(), Some("above"));
    }
}
