//! What is answered on the command line, in the order in which it was typed.
//!
//! - `--pick`, `--text`, `--number` and `--note` belong to the `--question` before them.
//! - `--pick` may be typed as often as wanted, the others once a question.
//! - `--text -` is what comes on standard input, so that a secret stands on no command line.

use crate::error::{Failure, Kind};
use crate::input;
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// What a flag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    Question,
    Pick,
    Text,
    Number,
    Note,
}

const FLAGS: [(Flag, &str, &str, &str); 5] = [
    (Flag::Pick, "pick", "LABEL", "Pick the option with this label; several times for several"),
    (Flag::Text, "text", "TEXT", "Answer in own words; - reads them from standard input"),
    (Flag::Number, "number", "N", "Answer with this number"),
    (Flag::Note, "note", "TEXT", "A remark beside the answer"),
    (Flag::Question, "question", "QID", "Which question: its id, its header or its number from 1"),
];

impl Flag {
    /// As it is typed.
    pub(crate) fn typed(self) -> &'static str {
        match self {
            Flag::Question => "--question",
            Flag::Pick => "--pick",
            Flag::Text => "--text",
            Flag::Number => "--number",
            Flag::Note => "--note",
        }
    }
}

/// The flags with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) typed: Vec<(Flag, String)>,
}

impl Said {
    /// The same with what comes on standard input, where a text is to be read from there; `secret` is whether a
    /// question asks for one.
    ///
    /// # Errors
    /// It can't be read, or read once only, or a secret would be seen while it is typed.
    pub(crate) fn read(&self, secret: bool) -> Result<Said, Failure> {
        let stdin = |(flag, text): &&(Flag, String)| *flag == Flag::Text && text == "-";
        let wrong = |why: &str| Failure::new(Kind::Usage, why);
        match self.typed.iter().filter(stdin).count() {
            0 => return Ok(self.clone()),
            1 => {}
            _ => return Err(wrong("--text - can be typed once: standard input is read once")),
        }
        if secret && input::is_terminal() {
            return Err(wrong("a secret would be seen while it is typed here").hint(
                "asq inbox asks for it unseen; a pipe or a file can hold it, too: … | asq answer ID --text -",
            ));
        }
        let text = String::from_utf8(input::whole(Path::new("-"))?)
            .map_err(|_| wrong("what came on standard input is not UTF-8"))?;
        let text =
            text.strip_suffix('\n').map_or(text.as_str(), |text| text.strip_suffix('\r').unwrap_or(text));
        let filled = self
            .typed
            .iter()
            .map(|typed| if stdin(&typed) { (Flag::Text, text.to_owned()) } else { typed.clone() });
        Ok(Said { typed: filled.collect() })
    }

    /// Whether a text stands on the command line, where other programs can read it.
    pub(crate) fn shows_text(&self) -> bool {
        self.typed.iter().any(|(flag, text)| *flag == Flag::Text && text != "-")
    }
}

impl FromArgMatches for Said {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Said, clap::Error> {
        let mut typed = Vec::new();
        for (flag, name, ..) in FLAGS {
            let indices = matches.indices_of(name).into_iter().flatten();
            let values = matches.get_many::<String>(name).into_iter().flatten();
            typed.extend(indices.zip(values).map(|(at, value)| (at, (flag, value.clone()))));
        }
        typed.sort_by_key(|(at, _)| *at);
        Ok(Said { typed: typed.into_iter().map(|(_, flag)| flag).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Said::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Said {
    fn augment_args(command: Command) -> Command {
        FLAGS.into_iter().fold(command, |command, (_, name, value, help)| {
            let arg = Arg::new(name).long(name).help(help).value_name(value);
            command.arg(arg.action(ArgAction::Append).allow_negative_numbers(true))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Said::augment_args(command)
    }
}
