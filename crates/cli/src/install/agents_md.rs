//! How to ask through asq, in the page of instructions that agents read: AGENTS.md, CLAUDE.md, GEMINI.md or another.
//!
//! - The text is that of `asq help agents`, between two marks; what stands around them stays as it is.
//! - A mark without the other is reported, and nothing is written.
//! - Without a file it takes the first of those names that is there, else AGENTS.md, and names the others that are there
//!   and say nothing of asq.

use super::config_file::{ConfigFile, MOST};
use super::edited_file::{self, EditedFile, FileEdit, FilePart};
use crate::args::PlaceArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;
use crate::grant::GrantPage;
use std::ops::Range;
use std::path::{Path, PathBuf};

const NAMES: [&str; 3] = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"];

const BEGIN: &str = "<!-- asq: how to ask the user. asq uninstall agents-md removes it. -->";
const END: &str = "<!-- /asq -->";

/// What an agent with a shell has to know.
pub(crate) const TEXT: &str = "\
## Ask the user with asq

When a decision is the user's, ask with your shell. Don't guess:

    asq ask -q 'Which database?' -o PostgreSQL -o SQLite \\
      --agent NAME --wait=9m --format text

NAME is your own name, such as claude. Instead of options, `--text` takes
any text and `--confirm` a yes or no; `--description` says more. Put texts in
single quotes, and let your shell wait for ten minutes. The output is the
answer, with notes and reasons. Exit code 0: answered, or yes. 1: no.
3: cancelled; stop this work. 4: the user wants to talk first. 6: not answered
yet; run exactly the same command again, as often as needed. Any other:
standard error says why. Never take silence for an answer.
";

/// asq's part of such a page.
struct AgentsPart {
    path: PathBuf,
    /// The pages next to it that agents read and that say nothing of asq.
    silent: Vec<&'static str>,
}

pub(super) fn install(file: Option<&Path>, args: &PlaceArgs, env: &Env) -> Result<Exit, CommandError> {
    let (part, file) = AgentsPart::of(file, args, env)?;
    edited_file::install(&[FileEdit { file, part: &part }], args)
}

pub(super) fn uninstall(file: Option<&Path>, args: &PlaceArgs, env: &Env) -> Result<Exit, CommandError> {
    let (part, file) = AgentsPart::of(file, args, env)?;
    edited_file::uninstall(&[FileEdit { file, part: &part }], args)
}

/// What such a page in the current folder says of asq.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum AgentsMdState {
    /// The text of this asq.
    Current,
    /// The page's own text about asking with asq, without asq's marks.
    OwnWords,
    /// A text between asq's marks that this asq would write otherwise.
    Other,
    Nothing,
    /// This mark is there without the other.
    HalfMarked(&'static str),
    Unreadable(String),
}

/// The pages in a folder that agents read, each with what it says of asq. One that says nothing itself but takes in
/// AGENTS.md with `@AGENTS.md` is left out.
pub(crate) fn here(folder: &Path) -> Vec<(&'static str, AgentsMdState)> {
    let is_there = |name: &str| asq_files::by_name::is_there(&folder.join(name));
    let state = |name: &'static str| {
        let text = match asq_files::read(&folder.join(name), MOST) {
            Ok(found) => String::from_utf8_lossy(&found?.bytes).into_owned(),
            Err(why) => return Some((name, AgentsMdState::Unreadable(why.to_string()))),
        };
        let state = AgentsMdState::of(&text);
        let takes_in = |word: &str| {
            let word = word.trim_matches(|c: char| "()[]<>`*_.,:;".contains(c));
            word == "@AGENTS.md" || word == "@./AGENTS.md"
        };
        let imports = || name != NAMES[0] && is_there(NAMES[0]) && text.split_whitespace().any(takes_in);
        (state != AgentsMdState::Nothing || !imports()).then_some((name, state))
    };
    NAMES.into_iter().filter_map(state).collect()
}

impl AgentsMdState {
    fn of(text: &str) -> AgentsMdState {
        match place(text) {
            Ok(None) if text.contains("asq ask") => AgentsMdState::OwnWords,
            Ok(None) => AgentsMdState::Nothing,
            Ok(Some(place)) => {
                let there = text[place].replace("\r\n", "\n");
                if there.trim_end() == part().trim_end() {
                    AgentsMdState::Current
                } else {
                    AgentsMdState::Other
                }
            }
            Err(mark) => AgentsMdState::HalfMarked(mark),
        }
    }
}

/// The pages in a folder that say nothing of asq, without this one. One that is a link to it is this one.
fn silent_beside(path: &Path, folder: &Path) -> Vec<&'static str> {
    let real = |path: &Path| asq_files::by_name::real(path).ok();
    let this = real(path);
    here(folder)
        .into_iter()
        .filter(|(_, state)| *state == AgentsMdState::Nothing)
        .map(|(name, _)| name)
        .filter(|name| folder.join(name) != path && (this.is_none() || real(&folder.join(name)) != this))
        .collect()
}

/// Refuses a file for anything else.
pub(super) fn takes_the_file(file: Option<&Path>) -> Result<(), CommandError> {
    match file {
        None => Ok(()),
        Some(file) => {
            let what = format!("'{}' is one argument too many: only agents-md takes a file", file.display());
            Err(CommandError::new(ErrorClass::Usage, what))
        }
    }
}

impl AgentsPart {
    fn of(
        file: Option<&Path>,
        args: &PlaceArgs,
        env: &Env,
    ) -> Result<(AgentsPart, EditedFile), CommandError> {
        let flags = [
            (!args.dialect.is_empty(), "--dialect"),
            (args.path.is_some(), "--path"),
            (args.project, "--project"),
            (args.global, "--global"),
        ];
        if let Some((_, flag)) = flags.iter().find(|(given, _)| *given) {
            let what = format!("{flag} doesn't go with agents-md: name the file instead");
            return Err(CommandError::new(ErrorClass::Usage, what));
        }
        let cwd = env.folder().map_err(|e| {
            CommandError::new(ErrorClass::Usage, format!("can't tell the current folder: {e}"))
        })?;
        let known = || {
            let mut all = NAMES.iter().map(|name| cwd.join(name));
            let there = all.find(|path| asq_files::by_name::is_there(path));
            there.unwrap_or_else(|| cwd.join(NAMES[0]))
        };
        let path = file.map_or_else(known, |file| cwd.join(file));
        let folder = path.parent().unwrap_or(&cwd).to_owned();
        let silent = match file {
            Some(_) => Vec::new(),
            None => silent_beside(&path, &cwd),
        };
        let file = ConfigFile::project(path.clone(), folder);
        Ok((AgentsPart { path, silent }, EditedFile::of(file, env)?))
    }

    /// The refusal of a page that has this mark without the other.
    fn half_marked(&self, mark: &str) -> CommandError {
        let what = format!("'{}' has a mark of asq's without the other: {mark}", self.path.display());
        CommandError::new(ErrorClass::Usage, format!("nothing was changed: {what}"))
            .hint("take that line out")
    }
}

/// Where asq's part is in a page, with the line break after it.
///
/// # Errors
/// The mark that is there without the other.
fn place(text: &str) -> Result<Option<Range<usize>>, &'static str> {
    match (text.find(BEGIN), text.find(END)) {
        (None, None) => Ok(None),
        (Some(begin), Some(end)) if begin < end => {
            let rest = &text[end + END.len()..];
            let line_break =
                rest.len() - rest.trim_start_matches('\r').strip_prefix('\n').unwrap_or(rest).len();
            Ok(Some(begin..end + END.len() + line_break))
        }
        (Some(_), Some(_) | None) => Err(BEGIN),
        (None, Some(_)) => Err(END),
    }
}

/// asq's part of a page.
fn part() -> String {
    format!("{BEGIN}\n{TEXT}{END}\n")
}

/// The page with asq's part.
fn with(text: &str) -> Result<String, &'static str> {
    let part = part();
    let part = if text.contains("\r\n") { part.replace('\n', "\r\n") } else { part };
    let line = if text.contains("\r\n") { "\r\n" } else { "\n" };
    Ok(match place(text)? {
        Some(place) => [&text[..place.start], &part, &text[place.end..]].concat(),
        None if text.is_empty() => part,
        None if text.ends_with('\n') => [text, line, &part].concat(),
        None => [text, line, line, &part].concat(),
    })
}

impl FilePart for AgentsPart {
    fn is_in(&self, text: &str) -> Result<bool, CommandError> {
        place(text).map(|place| place.is_some()).map_err(|mark| self.half_marked(mark))
    }

    fn with(&self, text: &str) -> Result<String, CommandError> {
        with(text).map_err(|mark| self.half_marked(mark))
    }

    fn without(&self, text: &str, _: &str) -> Result<String, CommandError> {
        let place = place(text).map_err(|mark| self.half_marked(mark))?;
        let Some(place) = place else { return Ok(text.to_owned()) };
        let before = &text[..place.start];
        // The empty line that set it apart goes with it.
        let blank = ["\r\n\r\n", "\n\n"]
            .iter()
            .find_map(|blank| before.strip_suffix(blank).zip(blank.get(..blank.len() / 2)));
        let before = blank.map_or_else(|| before.to_owned(), |(before, line)| [before, line].concat());
        Ok(before + &text[place.end..])
    }

    fn grants(&self, page: GrantPage, path: &str, _: &str) -> Result<GrantPage, CommandError> {
        Ok(page
            .own("Agents read this file, and do what it says:")
            .theirs([path])
            .own("It gets the part shown above, between two marks. It tells them to ask you with asq."))
    }

    fn after(&self) -> String {
        let silent = |name| format!("{name} doesn't mention asq yet: asq install agents-md {name}\n");
        let others: String = self.silent.iter().map(silent).collect();
        format!("Agents read it the next time they start. It needs asq on their PATH.\n{others}")
    }

    fn gone(&self) -> String {
        format!("Removed asq's part from '{}'.", self.path.display())
    }
}

#[cfg(test)]
mod tests {
    use super::{AgentsMdState, AgentsPart, FilePart, here};
    use asq_testkit::folder::TempFolder;

    #[test]
    fn what_stands_around_it_stays() {
        let part = AgentsPart { path: "AGENTS.md".into(), silent: Vec::new() };
        let whole = part.with("").unwrap();
        for text in ["", "# Rules\n", "# Rules", "# Rules\r\n\r\nBe kind.\r\n", "\n\n"] {
            let with = part.with(text).unwrap();
            assert!(part.is_in(&with).unwrap() && with.starts_with(text), "{text:?}");
            assert_eq!(part.with(&with).unwrap(), with, "{text:?}");
            let without = part.without(&with, "").unwrap();
            assert_eq!(without.trim_end(), text.trim_end(), "{text:?}");
            assert!(!part.is_in(&without).unwrap());
        }
        // An older text of it is replaced where it is.
        let older = whole.replace("Don't guess", "Never guess");
        let around = |part: &str| format!("# Rules\n\n{part}\n## More\n");
        assert_eq!(part.with(&around(&older)).unwrap(), around(&whole));
        assert_eq!(part.without(&around(&whole), "").unwrap(), "# Rules\n\n## More\n");
    }

    #[test]
    fn a_mark_without_the_other_is_reported() {
        let part = AgentsPart { path: "AGENTS.md".into(), silent: Vec::new() };
        for text in [super::BEGIN.to_owned(), super::END.to_owned(), [super::END, super::BEGIN].concat()] {
            let failure = part.with(&text).unwrap_err();
            assert!(
                failure.message().starts_with("nothing was changed: 'AGENTS.md' has a mark"),
                "{failure}"
            );
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a person's files")]
    fn a_page_that_takes_in_the_first_one_is_left_out_while_that_one_is_there() {
        let folder = TempFolder::new("agents-md-here");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let names = || -> Vec<&str> { here(folder.path()).into_iter().map(|(name, _)| name).collect() };
        write("CLAUDE.md", "Read (@AGENTS.md).\n");
        assert_eq!(names(), ["CLAUDE.md"]);
        write("AGENTS.md", "This page is @AGENTS.md\n");
        assert_eq!(names(), ["AGENTS.md"]);
        write("CLAUDE.md", "Read AGENTS.md.\n");
        assert_eq!(names(), ["AGENTS.md", "CLAUDE.md"]);
    }

    #[test]
    fn a_page_is_current_older_unmarked_or_half_marked() {
        let current = super::with("# Rules\n").unwrap();
        let older = current.replace("Don't guess", "Never guess");
        let half = current.replace(super::END, "");
        let own = "Ask with `asq ask -q`.\n";
        let states = ["# Rules\n", own, &older, &half].map(AgentsMdState::of);
        let marked = AgentsMdState::HalfMarked(super::BEGIN);
        let (nothing, own) = (AgentsMdState::Nothing, AgentsMdState::OwnWords);
        assert_eq!(states, [nothing, own, AgentsMdState::Other, marked]);
        // An editor may change line ends, and take the last one off.
        let crlf = current.replace('\n', "\r\n");
        for text in [&current, current.trim_end(), &crlf, &format!("# Rules\r\n{current}")] {
            assert_eq!(AgentsMdState::of(text), AgentsMdState::Current, "{text:?}");
        }
    }
}
