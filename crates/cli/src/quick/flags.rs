//! The flags of `asq ask -q`, in the order in which they were typed.
//!
//! - Flags keep their order.
//! - Each may be typed once per question; `-o`, `--default` and `--recommend` as often as needed.
//! - `--value` and `--describe` belong to the `-o` before them.
//! - They exclude a file, `--dialect` and `--tool`, since they make a call of asq's own contract.
//! - Knows a single yes-or-no question, for the exit code.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The meaning of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuickFlag {
    Question,
    Option,
    /// An option, too; an argument of `asq pick`, not a flag.
    Label,
    /// The value of the option before it.
    Value,
    /// The description of the option before it.
    Describe,
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

/// A flag's name, letter, value and help.
struct Spec {
    flag: QuickFlag,
    name: &'static str,
    short: Option<char>,
    value: Option<&'static str>,
    help: &'static str,
}

const fn valued(flag: QuickFlag, name: &'static str, value: &'static str, help: &'static str) -> Spec {
    Spec { flag, name, short: None, value: Some(value), help }
}

const fn bare(flag: QuickFlag, name: &'static str, help: &'static str) -> Spec {
    Spec { flag, name, short: None, value: None, help }
}

const SPECS: [Spec; 31] = [
    Spec {
        short: Some('q'),
        ..valued(
            QuickFlag::Question,
            "question",
            "TEXT",
            "Ask this, without a call; several -q are several questions",
        )
    },
    Spec {
        short: Some('o'),
        ..valued(QuickFlag::Option, "option", "LABEL", "Offer this option; the label is taken literally")
    },
    valued(
        QuickFlag::Value,
        "value",
        "VALUE",
        "The value to print for the -o before it, instead of its label",
    ),
    valued(QuickFlag::Describe, "describe", "TEXT", "One more line about the -o before it"),
    bare(QuickFlag::Many, "many", "Let the person pick several options"),
    bare(QuickFlag::Text, "text", "The answer is a text (without -o this is the default)"),
    bare(QuickFlag::Number, "number", "The answer is a number"),
    bare(QuickFlag::Confirm, "confirm", "The answer is yes or no"),
    valued(
        QuickFlag::Header,
        "header",
        "TEXT",
        "A short name for the question, on its tab; else its id, a distinctive word of it, or its number",
    ),
    valued(QuickFlag::Id, "id", "ID", "The answer's key in the JSON (default: q1, q2, …)"),
    valued(QuickFlag::Description, "description", "TEXT", "One more line below the question"),
    valued(QuickFlag::Context, "context", "MARKDOWN", "Background to read first, shown above the answers"),
    valued(
        QuickFlag::Default,
        "default",
        "VALUE",
        "The answer that is filled in at first: an option's label, value or number; a number; a text; yes or no",
    ),
    valued(QuickFlag::Recommend, "recommend", "N|LABEL", "Mark this option as recommended"),
    bare(
        QuickFlag::Other,
        "other",
        "Add a row for the person's own words (an agent's lists always have one)",
    ),
    bare(QuickFlag::OnlyOptions, "only-options", "Accept only the options"),
    valued(QuickFlag::Min, "min", "N", "The smallest number, or with --many the fewest picks"),
    valued(QuickFlag::Max, "max", "N", "The largest number, or with --many the most picks"),
    valued(QuickFlag::Step, "step", "N", "The amount that an arrow key adds"),
    valued(QuickFlag::Unit, "unit", "UNIT", "Shown after the number"),
    valued(QuickFlag::Placeholder, "placeholder", "TEXT", "Shown while a text is empty"),
    bare(QuickFlag::Multiline, "multiline", "Allow several lines of text"),
    bare(QuickFlag::Sensitive, "sensitive", "Mask the typed text, and never keep it"),
    valued(QuickFlag::Yes, "yes", "LABEL", "The label of yes"),
    valued(QuickFlag::No, "no", "LABEL", "The label of no"),
    valued(
        QuickFlag::Danger,
        "danger",
        "TEXT",
        "Mark it as dangerous: the person has to type exactly this to confirm",
    ),
    bare(QuickFlag::Skippable, "skippable", "Let the person skip the question"),
    valued(
        QuickFlag::Expires,
        "expires",
        "DURATION",
        "Close the form after this time, such as 90s, 10m, 1h30m; a bare number counts seconds",
    ),
    valued(
        QuickFlag::Means,
        "expires-means",
        "TEXT",
        "What happens when the time runs out, shown to the person",
    ),
    bare(QuickFlag::Discuss, "discuss", "Offer to discuss it first (an agent's questions offer that anyway)"),
    bare(QuickFlag::NoDiscuss, "no-discuss", "Don't offer to discuss it first"),
];

impl QuickFlag {
    pub(super) fn typed(self) -> &'static str {
        match self {
            QuickFlag::Question => "-q",
            QuickFlag::Option => "-o",
            QuickFlag::Label => "LABEL",
            QuickFlag::Value => "--value",
            QuickFlag::Describe => "--describe",
            QuickFlag::Many => "--many",
            QuickFlag::Text => "--text",
            QuickFlag::Number => "--number",
            QuickFlag::Confirm => "--confirm",
            QuickFlag::Id => "--id",
            QuickFlag::Header => "--header",
            QuickFlag::Description => "--description",
            QuickFlag::Context => "--context",
            QuickFlag::Default => "--default",
            QuickFlag::Recommend => "--recommend",
            QuickFlag::OnlyOptions => "--only-options",
            QuickFlag::Other => "--other",
            QuickFlag::Min => "--min",
            QuickFlag::Max => "--max",
            QuickFlag::Step => "--step",
            QuickFlag::Unit => "--unit",
            QuickFlag::Placeholder => "--placeholder",
            QuickFlag::Multiline => "--multiline",
            QuickFlag::Sensitive => "--sensitive",
            QuickFlag::Yes => "--yes",
            QuickFlag::No => "--no",
            QuickFlag::Danger => "--danger",
            QuickFlag::Skippable => "--skippable",
            QuickFlag::Expires => "--expires",
            QuickFlag::Means => "--expires-means",
            QuickFlag::Discuss => "--discuss",
            QuickFlag::NoDiscuss => "--no-discuss",
        }
    }

    /// Whether it may be typed several times for one question.
    pub(super) fn repeats(self) -> bool {
        matches!(
            self,
            QuickFlag::Option
                | QuickFlag::Label
                | QuickFlag::Value
                | QuickFlag::Describe
                | QuickFlag::Default
                | QuickFlag::Recommend
        )
    }

    /// Whether it concerns the whole call.
    pub(super) fn is_for_all(self) -> bool {
        matches!(self, QuickFlag::Expires | QuickFlag::Means | QuickFlag::Discuss | QuickFlag::NoDiscuss)
    }
}

/// The flags in the order of typing, each with its value, which is empty for a flag without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quick {
    pub(super) typed: Vec<(QuickFlag, String)>,
    /// The command that they were typed for.
    pub(super) of: &'static str,
}

impl Default for Quick {
    fn default() -> Quick {
        Quick { typed: Vec::new(), of: "ask" }
    }
}

impl Quick {
    /// Whether a question was typed.
    pub(crate) fn is_some(&self) -> bool {
        !self.typed.is_empty()
    }

    /// Whether a single yes-or-no question was typed.
    pub(crate) fn is_lone_confirm(&self) -> bool {
        let typed = |flag: QuickFlag| self.typed.iter().filter(move |(f, _)| *f == flag).count();
        typed(QuickFlag::Question) == 1 && typed(QuickFlag::Confirm) > 0
    }
}

impl FromArgMatches for Quick {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Quick, clap::Error> {
        let all: Vec<QuickFlag> = SPECS.iter().map(|spec| spec.flag).collect();
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

/// Those of these flags that were typed, in the order of typing.
pub(super) fn typed(matches: &ArgMatches, flags: &[QuickFlag]) -> Vec<(QuickFlag, String)> {
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
pub(super) fn arg_of(flag: QuickFlag) -> Arg {
    let spec = SPECS.iter().find(|spec| spec.flag == flag);
    spec.map_or_else(|| Arg::new(flag.typed()), bare_arg).help_heading("The question")
}

fn arg(spec: &Spec) -> Arg {
    let arg = bare_arg(spec).help_heading("A question without JSON");
    if spec.flag == QuickFlag::Question {
        return arg.conflicts_with_all(["file", "dialect", "tool"]);
    }
    // The short help shows what most questions need; --help shows everything.
    let common = [
        QuickFlag::Option,
        QuickFlag::Many,
        QuickFlag::Text,
        QuickFlag::Number,
        QuickFlag::Confirm,
        QuickFlag::Default,
    ];
    arg.requires("question").hide_short_help(!common.contains(&spec.flag))
}

fn bare_arg(spec: &Spec) -> Arg {
    let mut arg = Arg::new(spec.name).long(spec.name).help(spec.help).action(ArgAction::Append);
    if let Some(short) = spec.short {
        arg = arg.short(short);
    }
    match spec.value {
        // A label is data, whatever it begins with.
        Some(value) if matches!(spec.flag, QuickFlag::Option | QuickFlag::Default) => {
            arg.value_name(value).allow_hyphen_values(true)
        }
        Some(value) => arg.value_name(value).allow_negative_numbers(true),
        None => arg.num_args(0).default_missing_value(""),
    }
}
