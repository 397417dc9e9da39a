//! `asq man`: the man pages, generated from the definition of the command line.
//!
//! - Writes one page per command, named `asq.1`, `asq-ask.1` and so on, into a folder that is there.
//! - With --install the folder is the person's own of man pages, which is made if it is missing. Says where they are, and
//!   what to do if man doesn't look there.
//! - --uninstall takes away the pages that asq wrote, also those of commands that are no more.
//! - A page that asq didn't write, or that was changed since, is left alone; then nothing is installed.

use crate::args::Cli;
use crate::args::man::ManArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::exit::Exit;
use crate::install::{FilePlan, FirstLine, InstallFolder};
use crate::output;
use clap::CommandFactory;
use clap_mangen::Man;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A comment in the language of man pages.
const FIRST_LINE: FirstLine = FirstLine {
    lead: r#".\" Written by asq man --install; asq man --uninstall removes it. sha256:"#,
    end: "",
};

pub(crate) fn run(args: &ManArgs, env: &Env) -> Result<Exit, CommandError> {
    match &args.dir {
        Some(dir) => write(dir)?,
        None if args.uninstall => uninstall(env)?,
        None => install(env)?,
    }
    Ok(Exit::DONE)
}

/// Writes the pages into an existing folder.
fn write(dir: &Path) -> Result<(), CommandError> {
    clap_mangen::generate_to(Cli::command(), dir).map_err(|e| {
        CommandError::new(ErrorClass::Output, format!("can't write man pages into '{}': {e}", dir.display()))
    })
}

fn install(env: &Env) -> Result<(), CommandError> {
    let root = root(env)?;
    let folder = folder(&root);
    let plans = pages()?
        .into_iter()
        .map(|(name, text)| FilePlan::write(folder.file(name), &text))
        .collect::<Result<Vec<_>, _>>()?;
    follow(&plans)?;
    let mut text = format!("{} man pages are in {}: man asq\n", plans.len(), folder.path().display());
    if !is_searched(&root, env) {
        let _ = writeln!(
            text,
            "man looks there once your shell's startup file has this line: export MANPATH=\"{}:$MANPATH\"",
            root.display()
        );
    }
    output::print(&escaped_lines(&text))
}

fn uninstall(env: &Env) -> Result<(), CommandError> {
    let folder = folder(&root(env)?);
    let is_page = |name: &str| name == "asq.1" || (name.starts_with("asq-") && name.ends_with(".1"));
    let found = folder.files().into_iter().filter(|file| file.name().to_str().is_some_and(is_page));
    let (own, others): (Vec<FilePlan>, Vec<FilePlan>) =
        found.map(FilePlan::remove).collect::<Result<Vec<_>, _>>()?.into_iter().partition(FilePlan::is_ours);
    follow(&own)?;
    let place = folder.path().display().to_string();
    let mut text = match own.len() {
        0 => format!("no man page in {place} is asq's\n"),
        count => format!("removed {count} man pages from {place}\n"),
    };
    for why in others.iter().filter_map(FilePlan::refused) {
        let _ = writeln!(text, "left alone: {why}");
    }
    output::print(&escaped_lines(&text))
}

/// Carries all of them out, or none if one can't be.
fn follow(plans: &[FilePlan]) -> Result<(), CommandError> {
    if let Some(why) = plans.iter().find_map(FilePlan::refused) {
        return Err(CommandError::new(ErrorClass::Usage, format!("nothing was changed: {why}"))
            .hint("move that file away, or name another folder: asq man DIR"));
    }
    plans.iter().try_for_each(FilePlan::follow)
}

/// All pages: the name of the file, and its text.
fn pages() -> Result<Vec<(String, String)>, CommandError> {
    fn add(command: &clap::Command, pages: &mut Vec<(String, String)>) -> std::io::Result<()> {
        for command in command.get_subcommands().filter(|command| !command.is_hide_set()) {
            add(command, pages)?;
        }
        let page = Man::new(command.clone());
        let mut text = Vec::new();
        page.render(&mut text)?;
        pages.push((page.get_filename(), String::from_utf8_lossy(&text).into_owned()));
        Ok(())
    }
    let mut cli = Cli::command();
    cli.build();
    let mut pages = Vec::new();
    add(&cli, &mut pages).map_err(CommandError::fault)?;
    Ok(pages)
}

/// The person's folder of man pages in all sections.
fn root(env: &Env) -> Result<PathBuf, CommandError> {
    // Next to asq's own folder of data.
    let data = env.data_dir().and_then(|own| own.parent().map(|data| data.join("man")));
    data.ok_or_else(|| {
        CommandError::new(ErrorClass::Usage, "neither XDG_DATA_HOME nor HOME names a folder")
            .hint("asq man DIR names one")
    })
}

fn folder(root: &Path) -> InstallFolder {
    InstallFolder::own_with(root.join("man1"), FIRST_LINE)
}

/// Whether man looks into this folder without being told: it does for a folder of man pages next to a `bin` on the PATH.
fn is_searched(root: &Path, env: &Env) -> bool {
    let paths = |name| env.get(name).map(std::env::split_paths).into_iter().flatten().collect::<Vec<_>>();
    let (named, programs) = (paths("MANPATH"), paths("PATH"));
    let share = root.parent().filter(|share| share.ends_with("share")).and_then(Path::parent);
    let is_beside =
        [root.parent(), share].into_iter().flatten().any(|above| programs.contains(&above.join("bin")));
    // An empty part of MANPATH stands for where man looks anyway.
    let looks_anyway = named.is_empty() || named.iter().any(|part| part.as_os_str().is_empty());
    named.iter().any(|part| part == root) || (looks_anyway && is_beside)
}

fn escaped_lines(text: &str) -> String {
    text.lines().map(|line| escaped(line) + "\n").collect()
}
