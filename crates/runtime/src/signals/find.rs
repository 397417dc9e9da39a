//! The path of a program.

use rustix::fs::{Access, access};
use std::ffi::OsStr;
use std::path::PathBuf;

/// The program of this name in the folders of `path`, the value of `PATH`. Relative folders are skipped: a file in the
/// current folder isn't a program that the person installed.
#[expect(clippy::disallowed_methods, reason = "programs of the machine, which the person's PATH names")]
pub fn find(path: &OsStr, name: &str) -> Option<PathBuf> {
    std::env::split_paths(path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|file| file.is_file() && access(file, Access::EXEC_OK).is_ok())
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::find;
    use std::ffi::OsStr;
    use std::path::PathBuf;

    #[test]
    fn absolute_folders_are_searched_for_what_can_run() {
        let find = |path: &str, name| find(OsStr::new(path), name);
        assert_eq!(find("/nowhere::.:/bin", "sh"), Some(PathBuf::from("/bin/sh")));
        assert_eq!(find("/etc", "passwd"), None);
        assert_eq!(find("/", "bin"), None);
        assert_eq!(find("", "sh"), None);
    }

    #[test]
    fn a_folder_that_depends_on_where_one_is_has_no_program() {
        let up = "../".repeat(std::env::current_dir().expect("a folder").components().count());
        assert!(PathBuf::from(format!("{up}bin/sh")).is_file());
        assert_eq!(find(OsStr::new(&format!("{up}bin")), "sh"), None);
    }
}
