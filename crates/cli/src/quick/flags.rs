//! The flags of `asq ask -q`, in the order in which they were typed.
//!
//! - One table has every flag with its value and its help.
//! - Each may be typed once a question; `-o`, `--default` and `--recommend` as often as wanted.
//! - They exclude a file, `--dialect` and `--tool`: what they make is a call of asq's own contract.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// What a flag stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    Question,
    Option,
    /// An option that is its label and nothing else; a command's own argument.
    Label,
    Many,
    Text,
    Number,
    Confirm,
    Id,
    Header,
    Description,
    Context,
    Default,
    Recommend,
    OnlyOptions,
    Other,
    Min,
    Max,
    Step,
    Unit,
    Placeholder,
    Multiline,
    Sensitive,
    Yes,
    No,
    Danger,
    Skippable,
    Expires,
    Means,
    Discuss,
    NoDiscuss,
}

/// Name, letter, value, help.
struct Spec {
    flag: Flag,
    name: &'static str,
    short: Option<char>,
    value: Option<&'static str>,
    help: &'static str,
}

const fn valued(flag: Flag, name: &'static str, value: &'static str, help: &'static str) -> Spec {
    Spec { flag, name, short: None, value: Some(value), help }
}

const fn bare(flag: Flag, name: &'static str, help: &'static str) -> Spec {
    Spec { flag, name, short: None, value: None, help }
}

const SPECS: [Spec; 29] = [
    Spec {
        short: Some('q'),
        ..valued(
            Flag::Question,
            "question",
            "TEXT",
            "Ask this, without a call; several -q are several questions",
        )
    },
    Spec {
        short: Some('o'),
        ..valued(Flag::Option, "option", "OPTION", "Offer this: LABEL, or 'LABEL => VALUE :: DESCRIPTION'")
    },
    bare(Flag::Many, "many", "Several of the options may be picked"),
    bare(Flag::Text, "text", "The answer is a text (without -o this is the default)"),
    bare(Flag::Number, "number", "The answer is a number"),
    bare(Flag::Confirm, "confirm", "The answer is yes or no"),
    valued(Flag::Header, "header", "TEXT", "A short name of the question, on its tab"),
    valued(Flag::Id, "id", "ID", "The answer's key in the JSON (default: q1, q2, …)"),
    valued(Flag::Description, "description", "TEXT", "A line more, below the question"),
    valued(Flag::Context, "context", "MARKDOWN", "What to know first, above the answers"),
    valued(
        Flag::Default,
        "default",
        "VALUE",
        "Where it starts: an option's label, value or number; a number; a text; yes or no",
    ),
    valued(Flag::Recommend, "recommend", "N|LABEL", "Mark this option as recommended"),
    bare(Flag::Other, "other", "Own words are an answer as well (an agent's lists offer that anyway)"),
    bare(Flag::OnlyOptions, "only-options", "Own words are no answer"),
    valued(Flag::Min, "min", "N", "The smallest number, or with --many the fewest picks"),
    valued(Flag::Max, "max", "N", "The largest number, or with --many the most picks"),
    valued(Flag::Step, "step", "N", "What an arrow key adds to the number"),
    valued(Flag::Unit, "unit", "UNIT", "Shown after the number"),
    valued(Flag::Placeholder, "placeholder", "TEXT", "Shown while a text is empty"),
    bare(Flag::Multiline, "multiline", "The text may have several lines"),
    bare(Flag::Sensitive, "sensitive", "What is typed is masked and never kept"),
    valued(Flag::Yes, "yes", "LABEL", "What yes is called"),
    valued(Flag::No, "no", "LABEL", "What no is called"),
    valued(Flag::Danger, "danger", "TEXT", "It can't be undone: the person types exactly this to confirm"),
    bare(Flag::Skippable, "skippable", "The question may stay open"),
    valued(Flag::Expires, "expires", "DURATION", "Close the form after this time, such as 90s, 10m, 1h30m"),
    valued(Flag::Means, "expires-means", "TEXT", "What happens then, as the person reads it"),
    bare(Flag::Discuss, "discuss", "Offer to discuss it first (an agent's questions offer that anyway)"),
    bare(Flag::NoDiscuss, "no-discuss", "Don't offer to discuss it first"),
];

impl Flag {
    /// As it is typed.
    pub(super) fn typed(self) -> &'static str {
        match self {
            Flag::Question => "-q",
            Flag::Option => "-o",
            Flag::Label => "LABEL",
            Flag::Many => "--many",
            Flag::Text => "--text",
            Flag::Number => "--number",
            Flag::Confirm => "--confirm",
            Flag::Id => "--id",
            Flag::Header => "--header",
            Flag::Description => "--description",
            Flag::Context => "--context",
            Flag::Default => "--default",
            Flag::Recommend => "--recommend",
            Flag::OnlyOptions => "--only-options",
            Flag::Other => "--other",
            Flag::Min => "--min",
            Flag::Max => "--max",
            Flag::Step => "--step",
            Flag::Unit => "--unit",
            Flag::Placeholder => "--placeholder",
            Flag::Multiline => "--multiline",
            Flag::Sensitive => "--sensitive",
            Flag::Yes => "--yes",
            Flag::No => "--no",
            Flag::Danger => "--danger",
            Flag::Skippable => "--skippable",
            Flag::Expires => "--expires",
            Flag::Means => "--expires-means",
            Flag::Discuss => "--discuss",
            Flag::NoDiscuss => "--no-discuss",
        }
    }

    /// Whether it may be typed several times for one question.
    pub(super) fn repeats(self) -> bool {
        matches!(self, Flag::Option | Flag::Label | Flag::Default | Flag::Recommend)
    }

    /// Whether it is about the whole call.
    pub(super) fn is_for_all(self) -> bool {
        matches!(self, Flag::Expires | Flag::Means | Flag::Discuss | Flag::NoDiscuss)
    }
}

/// The flags as they were typed, each with its value, empty where it takes none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quick {
    pub(super) typed: Vec<(Flag, String)>,
    /// The command that they were typed for.
    pub(super) of: &'static str,
}

impl Quick {
    /// Whether a question was typed.
    pub(crate) fn is_some(&self) -> bool {
        !self.typed.is_empty()
    }

    /// Whether a single question was typed, to be answered with yes or no.
    pub(crate) fn is_lone_confirm(&self) -> bool {
        let typed = |flag: Flag| self.typed.iter().filter(move |(f, _)| *f == flag).count();
        typed(Flag::Question) == 1 && typed(Flag::Confirm) > 0
    }
}

impl FromArgMatches for Quick {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Quick, clap::Error> {
        let all: Vec<Flag> = SPECS.iter().map(|spec| spec.flag).collect();
        Ok(Quick { typed: typed(matches, &all), of: "ask" })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Quick::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Quick {
    fn augment_args(command: Command) -> Command {
        SPECS.iter().fold(command, |command, spec| command.arg(arg(spec)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Quick::augment_args(command)
    }
}

/// Those of these flags that were typed, in that order.
pub(super) fn typed(matches: &ArgMatches, flags: &[Flag]) -> Vec<(Flag, String)> {
    let mut typed = Vec::new();
    for spec in SPECS.iter().filter(|spec| flags.contains(&spec.flag)) {
        let indices = matches.indices_of(spec.name).into_iter().flatten();
        let values = matches.get_many::<String>(spec.name).into_iter().flatten();
        typed.extend(indices.zip(values).map(|(at, value)| (at, (spec.flag, value.clone()))));
    }
    typed.sort_by_key(|(at, _)| *at);
    typed.into_iter().map(|(_, flag)| flag).collect()
}

/// The argument of a flag, for a command that asks one question.
pub(super) fn arg_of(flag: Flag) -> Arg {
    let spec = SPECS.iter().find(|spec| spec.flag == flag);
    spec.map_or_else(|| Arg::new(flag.typed()), bare_arg).help_heading("The question")
}

fn arg(spec: &Spec) -> Arg {
    let arg = bare_arg(spec).help_heading("A question without JSON");
    if spec.flag == Flag::Question {
        return arg.conflicts_with_all(["file", "dialect", "tool"]);
    }
    // The short help shows what most questions need; --help shows all.
    let common = [Flag::Option, Flag::Many, Flag::Text, Flag::Number, Flag::Confirm, Flag::Default];
    arg.requires("question").hide_short_help(!common.contains(&spec.flag))
}

fn bare_arg(spec: &Spec) -> Arg {
    let mut arg = Arg::new(spec.name).long(spec.name).help(spec.help).action(ArgAction::Append);
    if let Some(short) = spec.short {
        arg = arg.short(short);
    }
    match spec.value {
        Some(value) => arg.value_name(value).allow_negative_numbers(true),
        None => arg.num_args(0).default_missing_value(""),
    }
}
