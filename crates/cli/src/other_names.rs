//! What the flags and commands of gum, fzf, whiptail and dialog are called here.

/// A name that another tool has, and asq's for it.
type OtherName = (&'static str, &'static str);

/// Flags, each with asq's flag, or with several, of which the first decides whether a command has them.
const FLAGS: [OtherName; 17] = [
    ("--affirmative", "--yes TEXT"),
    ("--negative", "--no TEXT"),
    ("--password", "--sensitive"),
    ("--secret", "--sensitive"),
    ("--hidden", "--sensitive"),
    ("--value", "--default"),
    ("--selected", "--default"),
    ("--initial", "--default"),
    ("--timeout", "--expires"),
    ("--limit", "--many --max N"),
    ("--no-limit", "--many"),
    ("--multi", "--many"),
    ("--multiple", "--many"),
    ("-m", "--many"),
    ("--read0", "--null"),
    ("--label-delimiter", "--delimiter"),
    ("--title", "--header"),
];

/// Commands, each with the beginning of asq's line for it.
const COMMANDS: [OtherName; 19] = [
    ("choose", "asq pick TEXT LABEL…"),
    ("select", "asq pick TEXT LABEL…"),
    ("menu", "asq pick TEXT LABEL…"),
    ("radiolist", "asq pick TEXT LABEL…"),
    ("filter", "asq pick TEXT, with the labels on standard input"),
    ("fzf", "asq pick TEXT, with the labels on standard input"),
    ("checklist", "asq pick TEXT LABEL… --many"),
    ("multiselect", "asq pick TEXT LABEL… --many"),
    ("yesno", "asq confirm TEXT"),
    ("yes-no", "asq confirm TEXT"),
    ("inputbox", "asq input TEXT"),
    ("prompt", "asq input TEXT"),
    ("text", "asq input TEXT"),
    ("number", "asq input TEXT --number"),
    ("write", "asq input TEXT --multiline"),
    ("password", "asq input TEXT --sensitive"),
    ("passwordbox", "asq input TEXT --sensitive"),
    ("many", "asq pick TEXT LABEL… --many"),
    ("config", "asq settings"),
];

/// Flags of fzf and gum for which asq has nothing.
const FOREIGN: [&str; 15] = [
    "--ansi",
    "--bind",
    "--border",
    "--cursor",
    "--exact",
    "--exit-0",
    "--height",
    "--layout",
    "--margin",
    "--preview",
    "--print-query",
    "--query",
    "--reverse",
    "--select-1",
    "--width",
];

/// Whether it is another tool's flag for the question.
pub(crate) fn is_question(typed: &str) -> bool {
    ["--prompt", "--title", "--question", "--message"].contains(&typed)
}

/// Whether it is another tool's flag for something that asq can't do.
pub(crate) fn is_foreign(typed: &str) -> bool {
    FOREIGN.contains(&typed)
}

/// asq's flag for another tool's, if the command has it.
pub(crate) fn flag(typed: &str, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    named(&FLAGS, typed).filter(|ours| has(ours.split(' ').next().unwrap_or(ours)))
}

/// asq's line for another tool's command.
pub(crate) fn command(typed: &str) -> Option<&'static str> {
    named(&COMMANDS, typed)
}

fn named(names: &[OtherName], typed: &str) -> Option<&'static str> {
    names.iter().find(|(other, _)| *other == typed).map(|(_, ours)| *ours)
}
