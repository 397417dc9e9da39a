//! The flags of `asq answer`, in the order of typing.
//!
//! - `--pick`, `--text`, `--number` and `--note` belong to the `--question` before them.
//! - `--pick` may be typed as often as needed, the others once per question.
//! - `--text -` reads standard input, so that no secret is on a command line.

use crate::error::{CommandError, ErrorClass};
use crate::input;
use asq_asking::AnswerPart;
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

const FLAGS: [(AnswerPart, &str, &str, &str); 5] = [
    (AnswerPart::Pick, "pick", "LABEL", "Pick the option with this label; several times for several"),
    (AnswerPart::Text, "text", "TEXT", "Answer in own words; - reads them from standard input"),
    (AnswerPart::Number, "number", "N", "Answer with this number"),
    (AnswerPart::Note, "note", "TEXT", "A remark next to the answer"),
    (AnswerPart::Question, "question", "QID", "Which question: its id, its header or its number from 1"),
];

/// The flag of a part, as the person types it.
pub(crate) fn flag(part: AnswerPart) -> &'static str {
    match part {
        AnswerPart::Question => "--question",
        AnswerPart::Pick => "--pick",
        AnswerPart::Text => "--text",
        AnswerPart::Number => "--number",
        AnswerPart::Note => "--note",
    }
}

/// The typed flags, each with its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnswerFlags {
    pub(crate) typed: Vec<(AnswerPart, String)>,
}

impl AnswerFlags {
    /// The same flags, with `--text -` replaced by standard input; `secret` says whether a question asks for one.
    ///
    /// # Errors
    /// Standard input can't be read, or not twice, or a secret would be visible while it is typed.
    pub(crate) fn read(&self, secret: bool) -> Result<AnswerFlags, CommandError> {
        let stdin = |(flag, text): &&(AnswerPart, String)| *flag == AnswerPart::Text && text == "-";
        let wrong = |why: &str| CommandError::new(ErrorClass::Usage, why);
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
            .map(|typed| if stdin(&typed) { (AnswerPart::Text, text.to_owned()) } else { typed.clone() });
        Ok(AnswerFlags { typed: filled.collect() })
    }

    /// Whether a text is on the command line, where other programs can read it.
    pub(crate) fn shows_text(&self) -> bool {
        self.typed.iter().any(|(flag, text)| *flag == AnswerPart::Text && text != "-")
    }
}

impl FromArgMatches for AnswerFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<AnswerFlags, clap::Error> {
        let mut typed = Vec::new();
        for (flag, name, ..) in FLAGS {
            let indices = matches.indices_of(name).into_iter().flatten();
            let values = matches.get_many::<String>(name).into_iter().flatten();
            typed.extend(indices.zip(values).map(|(at, value)| (at, (flag, value.clone()))));
        }
        typed.sort_by_key(|(at, _)| *at);
        Ok(AnswerFlags { typed: typed.into_iter().map(|(_, flag)| flag).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = AnswerFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for AnswerFlags {
    fn augment_args(command: Command) -> Command {
        FLAGS.into_iter().fold(command, |command, (_, name, value, help)| {
            let arg = Arg::new(name).long(name).help(help).value_name(value);
            command.arg(arg.action(ArgAction::Append).allow_negative_numbers(true))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        AnswerFlags::augment_args(command)
    }
}
