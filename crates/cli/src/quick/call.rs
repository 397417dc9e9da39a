//! Turns the typed flags into a call of asq's own contract.
//!
//! - Flags after a `-q` belong to its question, those before the first to the first.
//! - Flags become keys of the call; a missing flag leaves the contract's own default, but a text has one line.
//! - The tab of a question without header and id has the longest word that says what the question is about.
//! - A script offers what was typed and nothing else; an agent's questions accept own words and a discussion, too.
//! - Judges what only the command line can tell: which flags go together, numbers, options' names.
//! - The contract judges everything else. Either way the message names the flag, and the exit code is that of a wrong
//!   command line.

use super::flags::{Quick, QuickFlag};
use super::judge::{self, TypedKind, TypedNames};
use super::option_text::{self, OptionText};
use super::problem;
use crate::error::{CommandError, ErrorClass};
use asq_core::model::Prefs;
use asq_core::number::Decimal;
use asq_dialects::{ToolCall, asq};
use serde_json::{Map, Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AskedBy {
    Agent,
    Script,
}

/// The call as bytes. A script offers what was typed and nothing else. An agent's questions accept own words and a
/// discussion, too, unless flags rule that out.
///
/// # Errors
/// Flags that don't go together, or a value that the contract refuses.
pub(crate) fn call(quick: &Quick, by: AskedBy) -> Result<Vec<u8>, CommandError> {
    without_question(quick)?;
    let mut problems = Vec::new();
    let mut call = Map::new();
    let asked = groups(quick);
    let names = TypedNames { of: quick.of };
    let mut questions: Vec<Value> = asked
        .iter()
        .enumerate()
        .map(|(n, flags)| question((n, asked.len()), flags, (by, names), &mut problems))
        .collect();
    name_tabs(&mut questions);
    call.insert("questions".into(), questions.into());
    let for_all =
        |flag: QuickFlag| quick.typed.iter().rfind(|(f, _)| *f == flag).map(|(_, text)| text.as_str());
    problems.extend(for_all(QuickFlag::Expires).and_then(judge::expiry));
    if let Some(after) = for_all(QuickFlag::Expires) {
        call.insert("expires".into(), json!({"after": after, "means": for_all(QuickFlag::Means)}));
    } else if for_all(QuickFlag::Means).is_some() {
        problems.push("--expires-means says what happens at the time limit; --expires sets it".to_owned());
    }
    match (for_all(QuickFlag::Discuss), for_all(QuickFlag::NoDiscuss)) {
        (Some(_), Some(_)) => problems.push("--discuss and --no-discuss can't be used together".to_owned()),
        (Some(_), None) => {}
        (None, Some(_)) => _ = call.insert("discuss".into(), false.into()),
        (None, None) if by == AskedBy::Script => _ = call.insert("discuss".into(), false.into()),
        (None, None) => {}
    }
    if !problems.is_empty() {
        return Err(failure(problems, quick.of));
    }
    let call = ToolCall { name: None, arguments: without_nulls(call.into()) };
    match (asq::DIALECT.read)(&call, &Prefs::default()) {
        Ok(reading) => {
            let wrong: Vec<String> =
                reading.notes.iter().filter_map(|note| problem::left_out(note, asked.len())).collect();
            if wrong.is_empty() {
                Ok(call.arguments.to_string().into_bytes())
            } else {
                Err(failure(wrong, quick.of))
            }
        }
        Err(misuse) => {
            let problems = misuse.problems.iter().map(|p| problem::worded(p, asked.len())).collect();
            Err(failure(problems, quick.of))
        }
    }
}

/// Refuses flags next to a call. Clap drops `requires` where the required flag conflicts with what was typed.
fn without_question(quick: &Quick) -> Result<(), CommandError> {
    match quick.typed.first() {
        Some((first, _)) if !quick.typed.iter().any(|(flag, _)| *flag == QuickFlag::Question) => {
            let needs = format!("{} needs -q; a call says it itself, where its contract can", first.typed());
            Err(failure(vec![needs], quick.of))
        }
        Some(_) | None => Ok(()),
    }
}

fn failure(problems: Vec<String>, command: &str) -> CommandError {
    let mut problems = problems.into_iter();
    let first = CommandError::new(ErrorClass::Usage, problems.next().unwrap_or_default());
    problems.fold(first, CommandError::hint).hint(format!("asq {command} --help explains the flags"))
}

/// The flags of each question. Flags before the first question belong to it.
fn groups(quick: &Quick) -> Vec<Vec<(QuickFlag, &str)>> {
    let mut groups: Vec<Vec<(QuickFlag, &str)>> = Vec::new();
    let mut before = Vec::new();
    for (flag, text) in quick.typed.iter().filter(|(flag, _)| !flag.is_for_all()) {
        match (flag, groups.last_mut()) {
            (QuickFlag::Question, _) => {
                let mut group = std::mem::take(&mut before);
                group.push((*flag, text.as_str()));
                groups.push(group);
            }
            (_, Some(group)) => group.push((*flag, text)),
            (_, None) => before.push((*flag, text)),
        }
    }
    groups
}

/// Builds one question, and adds what is wrong with its flags to the problems.
fn question(
    (n, of): (usize, usize),
    flags: &[(QuickFlag, &str)],
    (by, names): (AskedBy, TypedNames),
    problems: &mut Vec<String>,
) -> Value {
    let whose = problem::whose(n, of);
    let mut wrong = |text: String| problems.push(format!("{whose}{text}"));
    let all = |flag: QuickFlag| flags.iter().filter(move |(f, _)| *f == flag).map(|(_, text)| *text);
    let one = |flag: QuickFlag| all(flag).next_back();
    for (at, (flag, _)) in flags.iter().enumerate() {
        if !flag.repeats() && flags[..at].iter().any(|(f, _)| f == flag) {
            wrong(format!("{} was given twice", flag.typed()));
        }
    }
    let options = option_text::options(flags).unwrap_or_else(|why| {
        wrong(why);
        Vec::new()
    });
    let kinds = [QuickFlag::Many, QuickFlag::Text, QuickFlag::Number, QuickFlag::Confirm];
    let kinds: Vec<QuickFlag> = kinds.into_iter().filter(|kind| one(*kind).is_some()).collect();
    if let [first, second, ..] = kinds[..] {
        wrong(format!("{} and {} can't be used together", first.typed(), second.typed()));
    }
    let kind = kinds.first().copied();
    match kind {
        Some(kind) if kind != QuickFlag::Many && !options.is_empty() => {
            wrong(format!("-o can't be used with {}, which has no options", kind.typed()));
        }
        Some(QuickFlag::Many) if options.is_empty() => wrong("--many needs options: -o LABEL".to_owned()),
        Some(_) | None => {}
    }
    let typed = typed_kind(kind, &options);
    let text = typed == TypedKind::Text;
    judge::texts(flags, &options, names).into_iter().for_each(&mut wrong);
    judge::bounds(flags, typed, names).into_iter().for_each(&mut wrong);
    let offers =
        one(QuickFlag::OnlyOptions).is_none() && (by == AskedBy::Agent || one(QuickFlag::Other).is_some());
    let mut number = |flag: QuickFlag| {
        let text = one(flag)?;
        let number = text.parse::<Decimal>().ok();
        if number.is_none() {
            wrong(format!("{} expects a number, got '{text}'", flag.typed()));
        }
        number
    };
    let (min, max, step) = (number(QuickFlag::Min), number(QuickFlag::Max), number(QuickFlag::Step));
    let at = (kind == Some(QuickFlag::Number)).then(|| number(QuickFlag::Default)).flatten();
    let mut recommended = vec![false; options.len()];
    for name in all(QuickFlag::Recommend).filter(|_| !options.is_empty()) {
        match option_text::named(name, &options) {
            Some(index) => recommended[index] = true,
            None => wrong(no_option("--recommend", name, &options)),
        }
    }
    let default = match (kind, options.is_empty()) {
        (Some(QuickFlag::Number), _) => at.as_ref().map(asq_wire::number),
        (_, true) => one(QuickFlag::Default).map(Value::from),
        (_, false) => {
            let mut found = Vec::new();
            for name in all(QuickFlag::Default) {
                match option_text::named(name, &options) {
                    Some(index) => found.push(Value::from(value(&options[index]))),
                    None => wrong(no_option("--default", name, &options)),
                }
            }
            match found.len() {
                0 => None,
                1 => found.pop(),
                _ => Some(found.into()),
            }
        }
    };
    let offered = |(o, recommended): (&OptionText<'_>, &bool)| {
        json!({"label": o.label, "value": value(o), "description": o.description,
            "recommended": recommended})
    };
    let json = |number: &Option<Decimal>| number.as_ref().map(asq_wire::number);
    let flagged = |flag: QuickFlag| one(flag).map(|_| true);
    json!({
        "id": one(QuickFlag::Id), "header": one(QuickFlag::Header), "question": one(QuickFlag::Question),
        "description": one(QuickFlag::Description), "context": one(QuickFlag::Context),
        "kind": named(typed),
        "options": (!options.is_empty()).then(|| options.iter().zip(&recommended).map(offered).collect::<Vec<_>>()),
        "custom": (!options.is_empty() && !offers).then_some(false),
        "min": json(&min), "max": json(&max), "step": json(&step), "unit": one(QuickFlag::Unit), "default": default,
        "placeholder": one(QuickFlag::Placeholder), "multiline": text.then(|| one(QuickFlag::Multiline).is_some()),
        "yes": one(QuickFlag::Yes), "no": one(QuickFlag::No), "danger": one(QuickFlag::Danger).map(|t| json!({"confirm_text": t})),
        "sensitive": flagged(QuickFlag::Sensitive), "skippable": flagged(QuickFlag::Skippable),
    })
}

/// Names each of several questions that has neither header nor id after its longest telling word (the last, if several are
/// equally long), unless another tab has that name.
fn name_tabs(questions: &mut [Value]) {
    if questions.len() < 2 {
        return;
    }
    let name = |question: &Value| {
        let given = question["header"].as_str().or(question["id"].as_str());
        let text = question["question"].as_str().unwrap_or_default();
        given.unwrap_or_else(|| longest_word(text)).to_owned()
    };
    let names: Vec<String> = questions.iter().map(name).collect();
    for (question, name) in questions.iter_mut().zip(&names) {
        if !name.is_empty() && names.iter().filter(|one| *one == name).count() == 1 {
            question["header"] = name.as_str().into();
        }
    }
}

/// Empty if the text has none that says what it is about.
fn longest_word(text: &str) -> &str {
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let telling = words.filter(|word| !EMPTY_WORDS.contains(&&*word.to_lowercase()));
    telling.max_by_key(|word| word.chars().count()).unwrap_or_default()
}

/// Words of English questions that don't say what a question is about.
const EMPTY_WORDS: &[&str] = &[
    "a",
    "about",
    "all",
    "an",
    "and",
    "any",
    "anything",
    "are",
    "as",
    "at",
    "be",
    "by",
    "can",
    "could",
    "did",
    "do",
    "does",
    "don't",
    "else",
    "ever",
    "every",
    "everything",
    "for",
    "from",
    "get",
    "go",
    "has",
    "have",
    "how",
    "i",
    "if",
    "in",
    "is",
    "it",
    "like",
    "many",
    "may",
    "me",
    "more",
    "much",
    "my",
    "need",
    "no",
    "not",
    "of",
    "often",
    "on",
    "or",
    "other",
    "our",
    "please",
    "really",
    "shall",
    "should",
    "so",
    "something",
    "sure",
    "that",
    "the",
    "then",
    "there",
    "these",
    "this",
    "to",
    "use",
    "want",
    "we",
    "what",
    "what's",
    "when",
    "where",
    "which",
    "who",
    "why",
    "will",
    "with",
    "would",
    "you",
    "your",
];

/// The value that the asker gets for an option.
fn value<'a>(option: &OptionText<'a>) -> &'a str {
    option.value.unwrap_or(option.label)
}

fn typed_kind(kind: Option<QuickFlag>, options: &[OptionText<'_>]) -> TypedKind {
    match kind {
        Some(QuickFlag::Many) => TypedKind::Many,
        Some(QuickFlag::Number) => TypedKind::Number,
        Some(QuickFlag::Confirm) => TypedKind::Confirm,
        Some(_) | None if options.is_empty() => TypedKind::Text,
        Some(_) | None => TypedKind::One,
    }
}

/// The contract's name of a kind.
fn named(kind: TypedKind) -> &'static str {
    match kind {
        TypedKind::One => "select_one",
        TypedKind::Many => "select_many",
        TypedKind::Text => "text",
        TypedKind::Number => "number",
        TypedKind::Confirm => "confirm",
    }
}

fn no_option(flag: &str, name: &str, options: &[OptionText<'_>]) -> String {
    let cut = |label: &str| match label.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &label[..at]),
        None => label.to_owned(),
    };
    let labels: Vec<String> = options.iter().take(8).map(|option| cut(option.label)).collect();
    let more = if options.len() > labels.len() { ", …" } else { "" };
    format!("{flag} must be one of the options, got '{name}'; there are: {}{more}", labels.join(", "))
}

/// Removes the keys of flags that were not typed.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(map) => map
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key, without_nulls(value)))
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(list) => list.into_iter().map(without_nulls).collect(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asq_dialects::What;

    #[test]
    fn flags_before_the_first_question_belong_to_it() {
        use QuickFlag::{Option, Question};
        let typed = [(Option, "yes"), (Question, "A?"), (Option, "no"), (Question, "B?"), (Option, "maybe")];
        let quick = Quick { typed: typed.map(|(flag, text)| (flag, text.to_owned())).to_vec(), of: "ask" };
        assert_eq!(groups(&quick), [&typed[..3], &typed[3..]]);
    }

    /// The questions that these flags ask.
    fn asked(typed: &[(QuickFlag, &str)]) -> Vec<asq_core::model::Question> {
        let typed = typed.iter().map(|(flag, text)| (*flag, (*text).to_owned())).collect();
        let bytes = call(&Quick { typed, of: "ask" }, AskedBy::Agent)
            .unwrap_or_else(|_| panic!("the flags go together"));
        let read =
            asq_wire::read(bytes).and_then(|parsed| (asq::DIALECT.read)(&parsed.value, &Prefs::default()));
        let Ok(What::Ask { request, .. }) = read.map(|reading| reading.what) else { panic!("it asks") };
        request.questions
    }

    #[test]
    fn a_label_is_taken_as_it_was_typed() {
        let label = "notes (Recommended)";
        let questions = asked(&[(QuickFlag::Question, "A?"), (QuickFlag::Option, label)]);
        assert_eq!(questions[0].options, [asq_core::model::QuestionOption::new(label.to_owned())]);
    }

    #[test]
    fn a_tab_is_called_by_the_longest_word_of_its_question() {
        use QuickFlag::{Header, Id, Question};
        let headers = |typed: &[(QuickFlag, &str)]| -> Vec<String> {
            asked(typed).iter().map(|question| question.header.raw().to_owned()).collect()
        };
        assert_eq!(headers(&[(Question, "Deploy to production?")]), ["Question 1"]);
        let several = [
            (Question, "Which environment?"),
            (Question, "Drop the table »users«?"),
            (Question, "Why is that?"),
            (Question, "How many replicas?"),
            (Header, "Size"),
            (Question, "Which branch?"),
            (Id, "branch"),
        ];
        assert_eq!(headers(&several), ["environment", "users", "Question 3", "Size", "branch"]);
        let alike = [
            (Question, "Which branch?"),
            (Question, "Delete the branch?"),
            (Question, "For how many days is it kept?"),
            (Header, "branch"),
        ];
        assert_eq!(headers(&alike), ["Question 1", "Question 2", "branch"]);
    }
}
