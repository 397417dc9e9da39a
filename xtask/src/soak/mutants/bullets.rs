//! The bullets of the headers: each file's promises.
//!
//! - A bullet may continue on the next line.
//! - Headers of files with nothing but tests make no promises.

use crate::tree::Tree;

pub(super) type Bullets = Vec<(String, String)>;

/// The bullets of one crate.
pub(super) fn of(tree: &Tree, name: &str) -> Bullets {
    let folder = format!("crates/{name}/src/");
    let of_tests = |path: &str| ["_tests/", "/pictures/"].iter().any(|part| path.contains(part));
    tree.sources()
        .filter(|(path, _)| path.starts_with(&folder) && !of_tests(path))
        .flat_map(|(path, text)| in_header(text).into_iter().map(move |bullet| (path.to_owned(), bullet)))
        .collect()
}

fn in_header(text: &str) -> Vec<String> {
    let mut bullets: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
        if let Some(bullet) = line.strip_prefix(" - ") {
            bullets.push(bullet.trim().to_owned());
            inside = true;
        } else if let (true, Some(more), Some(bullet)) =
            (inside, line.strip_prefix("   "), bullets.last_mut())
        {
            bullet.push(' ');
            bullet.push_str(more.trim());
        } else {
            inside = false;
        }
    }
    bullets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bullet_goes_on_in_the_next_line() {
        let text =
            "//! What.\n//!\n//! - One thing,\n//!   and more.\n//! - Two.\n//!\n//! | a |\n\n//! - no\n";
        assert_eq!(in_header(text), ["One thing, and more.", "Two."]);
        let tree = Tree::planted(&[
            ("crates/a/src/b.rs", text),
            ("crates/a/src/tests.rs", text),
            ("crates/a/src/c_tests/d.rs", text),
            ("crates/a/src/e/pictures/f.rs", text),
        ]);
        assert_eq!(of(&tree, "a").len(), 2);
        assert_eq!(of(&tree, "b").len(), 0);
    }
}
