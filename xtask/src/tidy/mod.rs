//! What the documents claim about the code, checked.
//!
//! - One file per rule; a rule reads a [`Tree`] and gives back a line for each thing to mend.
//! - Rules see the files that git knows, tracked or new, never what is ignored.
//! - Each rule is tested with a small planted violation, so that it is known to bite.
//! - Parts of documents that asq itself writes are compared with what the built asq says now; its schemas are walked.

mod changelog;
mod code;
mod decisions;
mod dialect_pages;
mod doc_comments;
mod file_names;
mod generated;
mod glossary;
mod header;
mod idioms;
mod length;
mod machine_paths;
mod named_tests;
mod npm_locks;
mod references;
mod schemas;
mod wildcard;

pub(crate) use generated::Generated;

use crate::Outcome;
use crate::tree::Tree;

/// Every rule over the repository as it lies here.
pub(crate) fn run(generated: Generated) -> Outcome<Vec<String>> {
    let tree = Tree::of_repository()?;
    let rules: [fn(&Tree) -> Vec<String>; 14] = [
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
    ];
    let mut problems: Vec<String> = rules.iter().flat_map(|rule| rule(&tree)).collect();
    let mut say = generated::asq();
    problems.extend(generated::check(&tree, generated, &mut say)?);
    problems.extend(schemas::check(&mut say)?);
    Ok(problems)
}
