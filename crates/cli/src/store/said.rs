//! What is answered on the command line, in the order in which it was typed.
//!
//! - `--pick`, `--text`, `--number` and `--note` belong to the `--question` before them.
//! - `--pick` may be typed as often as wanted, the others once a question.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// What a flag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Question,
    Pick,
    Text,
    Number,
    Note,
}

const FLAGS: [(Flag, &str, &str, &str); 5] = [
    (Flag::Pick, "pick", "LABEL", "Pick the option with this label; several times for several"),
    (Flag::Text, "text", "TEXT", "Answer in own words"),
    (Flag::Number, "number", "N", "Answer with this number"),
    (Flag::Note, "note", "TEXT", "A remark beside the answer"),
    (Flag::Question, "question", "QID", "Which question: its id, its header or its number from 1"),
];

impl Flag {
    /// As it is typed.
    pub(super) fn typed(self) -> &'static str {
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
    pub(super) typed: Vec<(Flag, String)>,
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
