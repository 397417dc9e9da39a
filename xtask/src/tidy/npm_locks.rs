//! Digests pin npm packages: each package.json with dependencies has a lock next to it, with a digest for each package.

use serde_json::{Map, Value};

use crate::tree::Tree;

const NEEDS: [&str; 3] = ["dependencies", "devDependencies", "optionalDependencies"];

pub(crate) fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    for (path, text) in tree.of_kind("json") {
        match path.rsplit('/').next() {
            Some("package.json") => {
                let needs = parsed(text).is_some_and(|it| NEEDS.iter().any(|key| filled(&it, key)));
                let lock = path.replace("package.json", "package-lock.json");
                if needs && !tree.has(&lock) {
                    problems.push(format!("{path}: needs packages, and there is no {lock}"));
                }
            }
            Some("package-lock.json") => problems.extend(unpinned(path, text)),
            Some(_) | None => {}
        }
    }
    problems
}

fn unpinned(path: &str, text: &str) -> Vec<String> {
    let Some(Value::Object(packages)) = parsed(text).and_then(|mut it| it.remove("packages")) else {
        return vec![format!("{path}: names no packages")];
    };
    let is_pinned = |it: &Value| it["integrity"].as_str().is_some_and(|digest| digest.starts_with("sha512-"));
    // The empty name is the folder itself; a link leads to another folder of ours.
    packages
        .iter()
        .filter(|(name, it)| !name.is_empty() && it["link"] != true && !is_pinned(it))
        .map(|(name, _)| format!("{path}: {name} has no sha512 digest"))
        .collect()
}

fn parsed(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text).ok()
}

fn filled(package: &Map<String, Value>, key: &str) -> bool {
    package.get(key).and_then(Value::as_object).is_some_and(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_without_a_digest_is_named() {
        let tree = Tree::planted(&[
            ("a/package.json", r#"{"devDependencies":{"left-pad":"1.3.0"}}"#),
            ("b/package.json", r#"{"dependencies":{"left-pad":"1.3.0"}}"#),
            ("c/package.json", r#"{"name":"c","dependencies":{}}"#),
            (
                "b/package-lock.json",
                r#"{"packages":{
                    "":{"dependencies":{"left-pad":"1.3.0"}},
                    "node_modules/here":{"link":true},
                    "node_modules/good":{"version":"1.0.0","integrity":"sha512-AAAA"},
                    "node_modules/left-pad":{"version":"1.3.0"},
                    "node_modules/old":{"version":"1.0.0","integrity":"sha1-AAAA"}
                }}"#,
            ),
            ("d/package-lock.json", "{}"),
        ]);
        assert_eq!(
            check(&tree),
            [
                "a/package.json: needs packages, and there is no a/package-lock.json",
                "b/package-lock.json: node_modules/left-pad has no sha512 digest",
                "b/package-lock.json: node_modules/old has no sha512 digest",
                "d/package-lock.json: names no packages",
            ]
        );
    }
}
