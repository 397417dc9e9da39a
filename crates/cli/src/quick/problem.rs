//! Words the contract's problems for the command line.
//!
//! - Places in the call become flags; with several questions, a number says which one.
//! - A value that the contract drops from a model's call is an error if a person or a script typed it.

use asq_wire::{Note, Problem};

/// Words a problem, with flags in place of the call's keys.
pub(super) fn worded(problem: &Problem, questions: usize) -> String {
    let (whose, flag) = place(&problem.path, questions);
    // The wanted value may point at another place in the call.
    let wanted: Vec<String> = problem.wanted.split(' ').map(|word| pointed(word, questions)).collect();
    format!("{whose}{flag} {}, but {}", wanted.join(" "), problem.came)
}

/// What is wrong with a flag that the contract would drop; `None` if dropping it does no harm.
pub(super) fn left_out(note: &Note, questions: usize) -> Option<String> {
    let (whose, flag) = place(&note.path, questions);
    let is_nothing = note.text.ends_with("is read as left out");
    match (flag.as_str(), note.text.strip_prefix("dropped: ")) {
        // A danger and a secret show no default: that is a note, not a problem.
        ("--default", Some(why)) if !why.contains(" starts ") => Some(format!("{whose}--default: {why}")),
        ("--max" | "--step", None) if is_nothing => Some(format!("{whose}{flag} can't be 0")),
        (_, _) => None,
    }
}

/// What the contract changed about the flags, with flags in place of the call's keys.
pub(crate) fn noted(note: &Note, questions: usize) -> String {
    let (whose, flag) = place(&note.path, questions);
    match note.text.strip_prefix("dropped: ") {
        Some(why) => format!("{whose}{flag} is ignored: {why}"),
        None => format!("{whose}{flag}: {}", note.text),
    }
}

/// Which question a place belongs to, and the flag for it.
fn place(path: &str, questions: usize) -> (String, String) {
    let rest = path.strip_prefix("questions[").and_then(|rest| rest.split_once(']'));
    match rest {
        Some((n, key)) => (whose(n.parse().unwrap_or(0), questions), flag(key.trim_start_matches('.'))),
        None => (String::new(), flag(path)),
    }
}

fn pointed(word: &str, questions: usize) -> String {
    if !word.starts_with("questions[") {
        return word.to_owned();
    }
    let (whose, flag) = place(word, questions);
    match whose.strip_suffix(": ") {
        Some(question) => format!("{flag} of {question}"),
        None => flag,
    }
}

/// Which question the flags belong to, if there are several.
pub(super) fn whose(n: usize, questions: usize) -> String {
    if questions > 1 { format!("question {}: ", n + 1) } else { String::new() }
}

fn flag(key: &str) -> String {
    if let Some(rest) = key.strip_prefix("options[") {
        let number = rest.split(']').next().and_then(|n| n.parse::<usize>().ok()).unwrap_or(0) + 1;
        return format!("-o number {number}");
    }
    match key.split(['.', '[']).next().unwrap_or(key) {
        "question" | "" | "questions" => "-q".to_owned(),
        "options" => "-o".to_owned(),
        "danger" | "confirm_text" => "--danger".to_owned(),
        "expires" if key.ends_with("means") => "--expires-means".to_owned(),
        other => format!("--{other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{noted, worded};
    use asq_wire::{Note, Problem};

    #[test]
    fn what_was_dropped_is_told_by_its_flag() {
        let dropped = Note::dropped("questions[0].default", "a masked answer starts empty");
        assert_eq!(noted(&dropped, 1), "--default is ignored: a masked answer starts empty");
        let mended = Note::mended("questions[1].min", "2.0 is read as 2");
        assert_eq!(noted(&mended, 2), "question 2: --min: mended: 2.0 is read as 2");
    }

    #[test]
    fn places_become_flags() {
        let table = [
            ("questions[0].max", 1, "--max W, but C"),
            ("questions[1].max", 2, "question 2: --max W, but C"),
            ("questions[0].question", 1, "-q W, but C"),
            ("questions[0].options[2].label", 1, "-o number 3 W, but C"),
            ("questions[0].options", 1, "-o W, but C"),
            ("questions[0].danger.confirm_text", 1, "--danger W, but C"),
            ("questions", 40, "-q W, but C"),
            ("expires.after", 1, "--expires W, but C"),
            ("expires.means", 1, "--expires-means W, but C"),
        ];
        for (path, questions, wanted) in table {
            assert_eq!(worded(&Problem::new(path, "W", "C"), questions), wanted);
        }
    }

    #[test]
    fn so_do_places_that_are_pointed_at() {
        let same =
            |wanted: &str, questions| worded(&Problem::new("questions[1].id", wanted, "is"), questions);
        assert_eq!(
            same("must differ from questions[0].id", 2),
            "question 2: --id must differ from --id of question 1, but is"
        );
        assert_eq!(
            same("differs from questions[0].options[3] in label", 1),
            "--id differs from -o number 4 in label, but is"
        );
    }
}
