//! What may stand at the cursor of a command line: a flag, a flag's value, a command or an argument.
//!
//! - Commands and flags come from the definition of the command line; their aliases are known, too.
//! - `--flag VALUE` and `--flag=VALUE` are the same; after `--` there are only arguments.
//! - A command is at the cursor only before the first argument.

use clap::{Arg, Command};

pub(super) struct CursorSpot<'a> {
    /// The command that the word belongs to.
    pub(super) command: &'a Command,
    /// Its names, from the first below asq on.
    pub(super) path: Vec<&'a str>,
    /// The arguments before the cursor, without flags.
    pub(super) arguments: Vec<&'a str>,
    /// The flags before the cursor that have a value, in their order.
    pub(super) flags: Vec<(&'a str, &'a str)>,
    /// The flags before the cursor that have none.
    pub(super) switches: Vec<&'a str>,
    pub(super) kind: SpotKind<'a>,
    /// What is typed of the candidate.
    pub(super) typed: &'a str,
    /// What comes before the candidate in the same word: `--flag=`.
    pub(super) lead: &'a str,
}

pub(super) enum SpotKind<'a> {
    Flag,
    Value(&'a Arg),
    /// A command, or the command's argument of that number.
    Argument(Option<&'a Arg>),
}

impl<'a> CursorSpot<'a> {
    /// Reads the words after `asq`; the last one is at the cursor.
    pub(super) fn find(cli: &'a Command, words: &'a [String]) -> CursorSpot<'a> {
        let (typed, before) =
            words.split_last().map_or(("", &[][..]), |(typed, before)| (typed.as_str(), before));
        let mut spot = CursorSpot {
            command: cli,
            path: Vec::new(),
            arguments: Vec::new(),
            flags: Vec::new(),
            switches: Vec::new(),
            kind: SpotKind::Flag,
            typed,
            lead: "",
        };
        let mut open: Option<&'a Arg> = None;
        let mut has_flags = true;
        for word in before {
            if let Some(flag) = open.take() {
                spot.flags.push((name(flag), word));
            } else if has_flags && word == "--" {
                has_flags = false;
            } else if has_flags && word.len() > 1 && word.starts_with('-') {
                open = spot.flag(word);
            } else {
                spot.word(word);
            }
        }
        spot.kind = match (open, typed.split_once('=')) {
            (Some(flag), _) => SpotKind::Value(flag),
            (None, Some((flag, value))) if has_flags && flag.starts_with("--") => {
                (spot.lead, spot.typed) = (&typed[..=flag.len()], value);
                match spot.known(flag) {
                    Some(flag) if flag.get_action().takes_values() => SpotKind::Value(flag),
                    Some(_) | None => SpotKind::Argument(None),
                }
            }
            (None, _) if has_flags && typed.starts_with('-') => SpotKind::Flag,
            (None, _) => {
                let at = spot.arguments.len();
                let positionals: Vec<&Arg> = spot.command.get_positionals().collect();
                let repeated =
                    positionals.last().filter(|it| it.get_num_args().is_some_and(|n| n.max_values() > 1));
                SpotKind::Argument(positionals.get(at).or(repeated).copied())
            }
        };
        spot
    }

    /// Takes a flag in; returns it if its value is the next word.
    fn flag(&mut self, word: &'a str) -> Option<&'a Arg> {
        let (flag, value) = word.split_once('=').map_or((word, None), |(flag, value)| (flag, Some(value)));
        let arg = self.known(flag).filter(|arg| arg.get_action().takes_values());
        match (arg, value) {
            (Some(arg), Some(value)) => self.flags.push((name(arg), value)),
            (Some(arg), None) if !arg.is_require_equals_set() => return Some(arg),
            (Some(_) | None, _) => self.switches.push(flag),
        }
        None
    }

    fn word(&mut self, word: &'a str) {
        let command = if self.arguments.is_empty() { self.command.find_subcommand(word) } else { None };
        match command {
            Some(command) => {
                self.command = command;
                self.path.push(command.get_name());
            }
            None => self.arguments.push(word),
        }
    }

    /// The flag of this spelling.
    fn known(&self, flag: &str) -> Option<&'a Arg> {
        let is_it = |arg: &&Arg| match flag.strip_prefix("--") {
            Some(long) => {
                arg.get_long() == Some(long) || arg.get_all_aliases().is_some_and(|all| all.contains(&long))
            }
            None => flag
                .strip_prefix('-')
                .is_some_and(|short| arg.get_short().is_some_and(|known| known.to_string() == short)),
        };
        self.command.get_arguments().find(is_it)
    }
}

fn name(arg: &Arg) -> &str {
    arg.get_id().as_str()
}
