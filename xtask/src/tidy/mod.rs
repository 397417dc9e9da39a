//! Checks names, prose, and the documents' claims about the code.
//!
//! - Each rule is a file: it reads a [`Tree`] and returns a line for each problem.
//! - Rules see the files that git tracks or would track, never the ignored ones.
//! - Each rule's test plants a small violation and sees it reported.
//! - Text that asq writes into documents must match its current output; its schemas are checked, too.

mod changelog;
pub(crate) mod code;
mod decisions;
mod dialect_pages;
mod doc_comments;
mod durations;
mod file_names;
mod flaky_runs;
mod generated;
mod glossary;
mod header;
mod idioms;
mod length;
mod machine_paths;
mod named_tests;
mod npm_locks;
mod pictures;
mod references;
mod schemas;
mod sleeps;
mod soaks;
mod test_files;
mod type_names;
mod wildcard;

pub(crate) use generated::Generated;

use crate::Outcome;
use crate::tree::Tree;

/// Runs every rule on the repository.
pub(crate) fn run(generated: Generated) -> Outcome<Vec<String>> {
    let tree = Tree::of_repository()?;
    let rules: [fn(&Tree) -> Vec<String>; 19] = [
        length::check,
        header::check,
        glossary::check,
        wildcard::check,
        dialect_pages::check,
        named_tests::check,
        machine_paths::check,
        changelog::check,
        npm_locks::check,
        decisions::check,
        references::check,
        idioms::check,
        file_names::check,
        doc_comments::check,
        sleeps::check,
        durations::check,
        type_names::check,
        test_files::check,
        flaky_runs::check,
    ];
    let mut problems: Vec<String> = rules.iter().flat_map(|rule| rule(&tree)).collect();
    let mut say = generated::asq();
    problems.extend(generated::check(&tree, generated, &mut say)?);
    problems.extend(schemas::check(&mut say)?);
    problems.extend(pictures::check(&tree)?);
    problems.extend(soaks::check(&tree)?);
    Ok(problems)
}
