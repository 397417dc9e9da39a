//! `asq confirm`, `asq pick` and `asq input`: one question in few words, for scripts.
//!
//! - The question comes first; the flags are those of `asq ask -q` that make sense for its kind.
//! - A label is data: it counts exactly as it is.
//! - Knows which of the flags only a form can do.

use super::flags::{self, Quick, QuickFlag};
use crate::args::store::PostArgs;
use crate::args::{AboutArgs, AskArgs, DialectArgs, IdentityArgs, OutputArgs, OutputFormat, SurfaceArgs};
use crate::ask;
use crate::env::Env;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::marker::PhantomData;

/// The question of a short command, and the flags that it accepts.
pub(crate) trait ShortForm: std::fmt::Debug + Clone + Send + Sync + 'static {
    const NAME: &'static str;
    /// The kind, if no flag determines it.
    const KIND: Option<QuickFlag>;
    /// The flags that make sense for it.
    const FLAGS: &'static [QuickFlag];
    /// The name of the labels in the usage; `None` without labels.
    const LABELS: Option<&'static str>;
    /// What these flags mean for this kind, where `asq ask` says it of all kinds.
    const HELP: &'static [(QuickFlag, &'static str)];
}

/// A lone question has no tab.
const HEADER: (QuickFlag, &str) = (
    QuickFlag::Header,
    "A short name for the question, not the question itself: in the terminal's title, the inbox and notifications",
);

#[derive(Clone, Debug)]
pub(crate) struct ConfirmArgs;

/// Picks one of a list, or several.
#[derive(Clone, Debug)]
pub(crate) struct PickForm;

/// Asks for a text or a number.
#[derive(Clone, Debug)]
pub(crate) struct InputArgs;

impl ShortForm for ConfirmArgs {
    const NAME: &'static str = "confirm";
    const KIND: Option<QuickFlag> = Some(QuickFlag::Confirm);
    const FLAGS: &'static [QuickFlag] = &[
        QuickFlag::Yes,
        QuickFlag::No,
        QuickFlag::Default,
        QuickFlag::Danger,
        QuickFlag::Description,
        QuickFlag::Context,
        QuickFlag::Header,
        QuickFlag::Expires,
        QuickFlag::Means,
        QuickFlag::Discuss,
        QuickFlag::NoDiscuss,
    ];
    const LABELS: Option<&'static str> = None;
    const HELP: &'static [(QuickFlag, &'static str)] =
        &[HEADER, (QuickFlag::Default, "The answer that is selected at first: yes or no")];
}

impl ShortForm for PickForm {
    const NAME: &'static str = "pick";
    const KIND: Option<QuickFlag> = None;
    const FLAGS: &'static [QuickFlag] = &[
        QuickFlag::Many,
        QuickFlag::Min,
        QuickFlag::Max,
        QuickFlag::Default,
        QuickFlag::Recommend,
        QuickFlag::Other,
        QuickFlag::OnlyOptions,
        QuickFlag::Description,
        QuickFlag::Context,
        QuickFlag::Header,
        QuickFlag::Danger,
        QuickFlag::Expires,
        QuickFlag::Means,
        QuickFlag::Discuss,
        QuickFlag::NoDiscuss,
    ];
    const LABELS: Option<&'static str> = Some("LABEL|-");
    const HELP: &'static [(QuickFlag, &'static str)] = &[
        HEADER,
        (QuickFlag::Default, "The label that is selected at first; with --many, each --default is ticked"),
        (QuickFlag::Min, "With --many, the fewest picks"),
        (QuickFlag::Max, "With --many, the most picks"),
    ];
}

impl ShortForm for InputArgs {
    const NAME: &'static str = "input";
    const KIND: Option<QuickFlag> = None;
    const FLAGS: &'static [QuickFlag] = &[
        QuickFlag::Number,
        QuickFlag::Min,
        QuickFlag::Max,
        QuickFlag::Step,
        QuickFlag::Unit,
        QuickFlag::Default,
        QuickFlag::Placeholder,
        QuickFlag::Multiline,
        QuickFlag::Sensitive,
        QuickFlag::Description,
        QuickFlag::Context,
        QuickFlag::Header,
        QuickFlag::Expires,
        QuickFlag::Means,
        QuickFlag::Discuss,
        QuickFlag::NoDiscuss,
    ];
    const LABELS: Option<&'static str> = None;
    const HELP: &'static [(QuickFlag, &'static str)] = &[
        HEADER,
        (QuickFlag::Default, "The text or number that is filled in at first"),
        (QuickFlag::Min, "The smallest number"),
        (QuickFlag::Max, "The largest number"),
    ];
}

#[derive(Debug, Args)]
pub(crate) struct ShortArgs<K: ShortForm> {
    #[command(flatten)]
    question: ShortQuestion<K>,
    #[command(flatten)]
    identity: IdentityArgs,
    #[command(flatten)]
    post: PostArgs,
    #[command(flatten)]
    surface: SurfaceArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl<K: ShortForm> ShortArgs<K> {
    /// A question without flags or labels; it prints values.
    pub(crate) fn of_text(text: &str) -> ShortArgs<K> {
        ShortArgs {
            question: ShortQuestion::of_text(text.to_owned()),
            identity: IdentityArgs::default(),
            post: PostArgs::default(),
            surface: SurfaceArgs::default(),
            output: OutputArgs::values(),
        }
    }

    /// The arguments of the same `asq ask`, with the labels among `more`.
    pub(super) fn into_ask(self, more: Vec<(QuickFlag, String)>) -> AskArgs {
        let ShortArgs { question, identity, post, surface, output } = self;
        let mut typed = question.typed;
        typed.extend(more);
        let quick = Quick { typed, of: K::NAME };
        let (named, about) = (DialectArgs::default(), AboutArgs::default());
        AskArgs { file: None, quick, named, identity, about, post, surface, output: output.or_values() }
    }

    /// The arguments of the same `asq ask`, of a question without labels.
    pub(crate) fn without_labels(self) -> AskArgs {
        self.into_ask(Vec::new())
    }

    /// The typed labels, and how often `-` stands among them.
    pub(super) fn labels(&self) -> (Vec<String>, usize) {
        let (dashes, labels): (Vec<String>, Vec<String>) =
            self.question.labels.iter().cloned().partition(|label| label == "-");
        (labels, dashes.len())
    }

    pub(super) fn text(&self) -> String {
        self.one(QuickFlag::Question).unwrap_or_default().to_owned()
    }

    /// The value of a flag, if it was typed.
    pub(super) fn one(&self, flag: QuickFlag) -> Option<&str> {
        self.question.typed.iter().rfind(|(typed, _)| *typed == flag).map(|(_, text)| text.as_str())
    }

    /// How often a flag was typed.
    pub(super) fn times(&self, flag: QuickFlag) -> usize {
        self.question.typed.iter().filter(|(typed, _)| *typed == flag).count()
    }

    pub(super) fn surface(&self) -> &SurfaceArgs {
        &self.surface
    }

    pub(super) fn format(&self) -> OutputFormat {
        self.output.chosen().unwrap_or(OutputFormat::Value)
    }

    /// Whether an agent asks, by its flags or its environment.
    fn is_agents(&self, env: &Env) -> bool {
        self.identity.is_some() || env.is_agents()
    }

    /// Whether it reads a pipe that nobody named: nothing else needs the pipe to end.
    pub(super) fn reads_a_bare_pipe(&self, env: &Env) -> bool {
        !self.is_agents(env) && !self.post.is_asked_for()
    }

    /// What only a form can do for this question; `None` where a list that is filtered by typing will do.
    pub(super) fn needs_form(&self, env: &Env) -> Option<&'static str> {
        let only_forms = [
            QuickFlag::Recommend,
            QuickFlag::Other,
            QuickFlag::Context,
            QuickFlag::Danger,
            QuickFlag::Expires,
            QuickFlag::Means,
            QuickFlag::Discuss,
        ];
        // A single default is where the list begins.
        let ticks = self.one(QuickFlag::Many).is_some().then_some(QuickFlag::Default);
        let flag = ticks.into_iter().chain(only_forms).find(|flag| self.one(*flag).is_some());
        let agent = self.is_agents(env);
        let posted = self.post.is_asked_for().then_some("a question that waits in the store");
        let lines = ask::speaks_lines(&self.surface, env).then_some("a form in plain lines");
        let format = (self.format() != OutputFormat::Value).then_some("this --format");
        flag.map(QuickFlag::typed).or(agent.then_some("an agent's question")).or(posted).or(lines).or(format)
    }
}

/// What was typed about the question.
#[derive(Clone, Debug)]
struct ShortQuestion<K> {
    typed: Vec<(QuickFlag, String)>,
    labels: Vec<String>,
    kind: PhantomData<K>,
}

impl<K: ShortForm> ShortQuestion<K> {
    fn of_text(text: String) -> ShortQuestion<K> {
        let mut typed = vec![(QuickFlag::Question, text)];
        typed.extend(K::KIND.map(|kind| (kind, String::new())));
        ShortQuestion { typed, labels: Vec::new(), kind: PhantomData }
    }
}

impl<K: ShortForm> FromArgMatches for ShortQuestion<K> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ShortQuestion<K>, clap::Error> {
        let text = matches.get_one::<String>(TEXT).cloned().unwrap_or_default();
        let mut question = ShortQuestion::of_text(text);
        question.typed.extend(flags::typed(matches, K::FLAGS));
        if K::LABELS.is_some() {
            question.labels = matches.get_many::<String>(LABELS).into_iter().flatten().cloned().collect();
        }
        Ok(question)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ShortQuestion::from_arg_matches(matches)?;
        Ok(())
    }
}

const TEXT: &str = "text";
const LABELS: &str = "label";

impl<K: ShortForm> Args for ShortQuestion<K> {
    fn augment_args(command: Command) -> Command {
        let text = Arg::new(TEXT).value_name("TEXT").required(true).help("The question");
        let command = command.arg(text);
        let command = match K::LABELS {
            Some(name) => command.arg(
                Arg::new(LABELS)
                    .value_name(name)
                    .action(ArgAction::Append)
                    .num_args(0..)
                    .help("The labels, taken literally; - reads them from standard input, one per line. A script that types no label needs no -"),
            ),
            None => command,
        };
        let arg = |flag: &QuickFlag| {
            let help = K::HELP.iter().find(|(of, _)| of == flag);
            help.map_or_else(|| flags::arg_of(*flag), |(_, help)| flags::arg_of(*flag).help(*help))
        };
        K::FLAGS.iter().fold(command, |command, flag| command.arg(arg(flag)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ShortQuestion::<K>::augment_args(command)
    }
}

pub(crate) const CONFIRM_ABOUT: &str = "\
Asks yes or no in this terminal. The exit code is the answer: 0 for yes, 1 for no, and another code if nobody \
answered (asq help exit-codes). So the command after && runs only after a yes.";

pub(crate) const CONFIRM_EXAMPLES: &str = "\
Examples:
  asq confirm 'Deploy to production?' && deploy
  asq confirm 'Drop the table users?' --danger 'drop users' && drop_it
  if asq confirm 'Go on?' --default yes; then deploy; else echo stopped; fi

y and n answer at once. true or false goes to standard output; --format json prints the line that asq ask would.";

pub(crate) const PICK_ABOUT: &str = "\
Asks for one of the labels in this terminal, or with --many for several, and prints the picks, one per line. Labels \
are taken literally.

Labels from a pipe or a file are found by typing: a label matches if it has the letters of every word in order; a word \
with a capital letter is case-sensitive. The list opens at once and takes up to a million labels while they arrive. \
With flags that need the full form (such as --other, --danger or --inbox, and --default with --many), at most 200 \
labels are allowed.";

pub(crate) const PICK_EXAMPLES: &str = "\
Examples:
  db=$(asq pick 'Which database?' PostgreSQL SQLite) || exit
  branch=$(git branch --format='%(refname:short)' \\
    | asq pick 'Which branch?') || exit
  asq pick 'Which parts?' core web docs --many --default core
  find . -name '*.log' -print0 \\
    | asq pick 'Remove which?' -0 - --many --print0 | xargs -0r rm --
  asq pick 'Which line?' --from notes.txt --index";

pub(crate) const INPUT_ABOUT: &str = "\
Asks for a text in this terminal, or with --number for a number, and prints it.";

pub(crate) const INPUT_EXAMPLES: &str = "\
Examples:
  name=$(asq input 'What is it called?' --placeholder 'such as quill') || exit
  n=$(asq input 'How many replicas?' --number --min 1 --max 9 --default 3) || exit
  key=$(asq input 'The API key?' --sensitive) || exit";
