//! A password in a file.
//!
//! - The file is the person's own, and nobody else can open it.
//! - The password is its first line, without the line break; there is no other line.

use crate::error::{CommandError, ErrorClass};
use asq_bridges::Password;
use std::path::Path;

/// The most bytes of the file.
const MOST: u64 = 4 << 10;

/// Reads the password of this user.
pub(super) fn read(file: &Path, user: &str) -> Result<Password, CommandError> {
    let refused = |why: String| {
        CommandError::new(
            ErrorClass::Usage,
            format!("the password in '{}' can't be used: {why}", file.display()),
        )
    };
    let found = asq_files::read(file, MOST).map_err(|fault| refused(fault.to_string()))?;
    let found = found.ok_or_else(|| refused("there is no such file".to_owned()))?;
    if found.open {
        return Err(refused("others can open the file".to_owned()).hint("chmod 600 makes it yours alone"));
    }
    if let Some(doubt) = found.doubt {
        return Err(refused(doubt.to_string()));
    }
    let text = String::from_utf8(found.bytes).map_err(|_| refused("it isn't UTF-8".to_owned()))?;
    match text.lines().collect::<Vec<_>>()[..] {
        [password] if !password.is_empty() => Ok(Password::new(user, password)),
        [] | [""] => Err(refused("the file is empty".to_owned())),
        _ => Err(refused("the file has several lines".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "tests make the files that they need")]

    use super::read;
    use asq_testkit::folder::TempFolder;
    use std::fs::{Permissions, remove_file, set_permissions, write};
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_password_is_one_line_of_a_file_that_only_its_owner_can_open() {
        let folder = TempFolder::new("password");
        let file = folder.path().join("secret");
        let said = |text: &str, mode: u32| {
            // Nobody but root writes into one that can only be read.
            let _ = remove_file(&file);
            write(&file, text).unwrap();
            set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            match read(&file, "me") {
                Ok(password) => format!("{password:?}"),
                Err(error) => error.to_string().replace(&folder.path().display().to_string(), "/f"),
            }
        };
        assert_eq!(said("sesame\n", 0o600), "the password of \"me\"");
        assert_eq!(said("sesame", 0o400), "the password of \"me\"");
        for (text, mode, why) in [
            ("sesame", 0o640, "others can open the file\n  chmod 600 makes it yours alone"),
            ("", 0o600, "the file is empty"),
            ("\n", 0o600, "the file is empty"),
            ("a\nb\n", 0o600, "the file has several lines"),
        ] {
            assert_eq!(said(text, mode), format!("asq: the password in '/f/secret' can't be used: {why}"));
        }
        let missing = read(&folder.path().join("none"), "me").unwrap_err().to_string();
        assert!(missing.ends_with("there is no such file"), "{missing}");
    }
}
