//! Every picture in docs/screens is shown.
//!
//! - A page, a manifest or a script must name its file; everything else is drawn again by `scripts/screens`.
//! - The changelog and the list of scenes show nothing.

use crate::Outcome;
use crate::tree::{Tree, top};
use std::process::Command;

const FOLDER: &str = "docs/screens";

pub(crate) fn check(tree: &Tree) -> Outcome<Vec<String>> {
    // The tree has no files that aren't text.
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", FOLDER])
        .current_dir(top())
        .output()?;
    let listed = String::from_utf8(listed.stdout)?;
    let pictures: Vec<&str> =
        listed.split_terminator('\0').filter(|picture| top().join(picture).exists()).collect();
    Ok(unshown(tree, &pictures))
}

fn unshown(tree: &Tree, pictures: &[&str]) -> Vec<String> {
    let texts: Vec<&str> = tree
        .iter()
        .filter(|(path, _)| !path.starts_with(FOLDER) && *path != "CHANGELOG.md")
        .map(|(_, text)| text)
        .collect();
    let gone = pictures.iter().filter(|picture| {
        let name = picture.rsplit('/').next().unwrap_or(picture);
        !texts.iter().any(|text| names(text, name))
    });
    gone.map(|picture| format!("{picture}: no page shows it; target/screens is the place of such a picture"))
        .collect()
}

/// Whether a text has the name as a whole, not as the end of a longer one.
fn names(text: &str, name: &str) -> bool {
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_nothing_shows_is_named() {
        let tree = Tree::planted(&[
            ("README.md", "![a](docs/screens/a-danger-list-80.png)\n"),
            ("docs/page.md", "![b](screens/page/b.png)\n"),
            ("integrations/pi/pack.mjs", "cpSync(\"c.svg\")\n"),
            ("CHANGELOG.md", "docs/screens/list-80.png\n"),
            ("docs/screens/a.svg", "d.png\n"),
        ]);
        let pictures = ["a-danger-list-80.png", "page/b.png", "c.svg", "d.png", "list-80.png"]
            .map(|it| format!("{FOLDER}/{it}"));
        let told = |it| {
            format!("docs/screens/{it}: no page shows it; target/screens is the place of such a picture")
        };
        let pictures: Vec<&str> = pictures.iter().map(String::as_str).collect();
        assert_eq!(unshown(&tree, &pictures), ["d.png", "list-80.png"].map(told));
    }
}
