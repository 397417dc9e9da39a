//! The licences of the crates that are linked into the program, and of musl on Linux, as one text.
//!
//! - It names each crate with its version and licence, and then prints each licence text once, with the crates that
//!   have it.
//! - A crate counts if the program depends on it on this platform; crates that only build or test it don't count.
//! - Texts are the files of the crate's sources whose names begin with LICENSE, LICENCE, COPYING, NOTICE or UNLICENSE.

use super::platform::Platform;
use super::{cargo, printed};
use crate::Outcome;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// What is in the program on Linux, too.
const MUSL: &str = include_str!("musl-licence.txt");
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// A crate, and the texts that come with it.
struct LinkedCrate {
    name: String,
    licence: String,
    texts: Vec<String>,
}

pub(super) fn of_crates(platform: &Platform) -> Outcome<String> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", platform.target]);
    let metadata: Value = serde_json::from_str(&printed(&mut metadata)?)?;
    let linked = linked(&metadata, "asq");
    let mut crates = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let word = |key: &str| package[key].as_str().unwrap_or_default();
        // Ours have no source.
        if package["source"].is_null() || !linked.contains(word("id")) {
            continue;
        }
        let folder = Path::new(word("manifest_path")).parent().unwrap_or(Path::new("/"));
        crates.push(LinkedCrate {
            name: format!("{} {}", word("name"), word("version")),
            licence: word("license").to_owned(),
            texts: texts(folder)?,
        });
    }
    let mut page = page(&crates);
    if platform.is_linux() {
        page.push_str(MUSL);
    }
    Ok(page)
}

/// The ids of all packages that the named one needs when it runs.
fn linked(metadata: &Value, name: &str) -> BTreeSet<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut needs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        let runs = |it: &Value| list(&it["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let named = list(&node["deps"]).iter().filter(|it| runs(it)).map(|it| word(&it["pkg"])).collect();
        needs.insert(word(&node["id"]), named);
    }
    let packages = list(&metadata["packages"]);
    let mut open: Vec<String> =
        packages.iter().filter(|it| it["name"] == name).map(|it| word(&it["id"])).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if seen.insert(id.clone()) {
            open.extend(needs.get(&id).into_iter().flatten().cloned());
        }
    }
    seen
}

fn texts(folder: &Path) -> Outcome<Vec<String>> {
    let mut files = Vec::new();
    for file in std::fs::read_dir(folder)? {
        let file = file?;
        let name = file.file_name().to_string_lossy().to_uppercase();
        if file.file_type()?.is_file() && NAMES.iter().any(|it| name.starts_with(it)) {
            files.push(file.path());
        }
    }
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        texts.push(String::from_utf8_lossy(&std::fs::read(file)?).trim().to_owned());
    }
    Ok(texts)
}

fn page(crates: &[LinkedCrate]) -> String {
    let mut page = "asq is built from these crates, which have licences of their own:\n\n".to_owned();
    let mut texts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for it in crates {
        let _ = writeln!(page, "{} ({})", it.name, it.licence);
        for text in &it.texts {
            texts.entry(text).or_default().push(&it.name);
        }
    }
    page.push_str(
        "\nRust's standard library (MIT OR Apache-2.0) is part of it, too, and SQLite (public domain).\n",
    );
    let mut texts: Vec<(&str, Vec<&str>)> = texts.into_iter().collect();
    texts.sort_by(|one, other| one.1.cmp(&other.1).then(one.0.cmp(other.0)));
    for (text, names) in texts {
        let _ = write!(page, "\n{}\n{}:\n\n{text}\n", "-".repeat(78), names.join(", "));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_only_builds_or_tests_is_not_linked() {
        let kind = |kind: Value| json!([{ "kind": kind }]);
        let metadata = json!({
            "packages": [{ "id": "1", "name": "asq" }, { "id": "2", "name": "other" }],
            "resolve": { "nodes": [
                { "id": "1", "deps": [
                    { "pkg": "run", "dep_kinds": kind(Value::Null) },
                    { "pkg": "build", "dep_kinds": kind(json!("build")) },
                    { "pkg": "test", "dep_kinds": kind(json!("dev")) },
                ] },
                { "id": "run", "deps": [{ "pkg": "below", "dep_kinds": kind(Value::Null) }] },
            ] },
        });
        assert_eq!(linked(&metadata, "asq"), ["1", "below", "run"].map(str::to_owned).into());
    }

    #[test]
    fn a_text_of_several_crates_is_printed_once() {
        let it = |name: &str, text: &str| LinkedCrate {
            name: name.to_owned(),
            licence: "MIT".to_owned(),
            texts: vec![text.to_owned()],
        };
        let line = "-".repeat(78);
        assert_eq!(
            page(&[it("a 1.0", "same"), it("b 2.0", "other"), it("c 3.0", "same")]),
            format!(
                "asq is built from these crates, which have licences of their own:\n\n\
                 a 1.0 (MIT)\nb 2.0 (MIT)\nc 3.0 (MIT)\n\n\
                 Rust's standard library (MIT OR Apache-2.0) is part of it, too, and SQLite (public domain).\n\n\
                 {line}\na 1.0, c 3.0:\n\nsame\n\n{line}\nb 2.0:\n\nother\n"
            )
        );
    }
}
