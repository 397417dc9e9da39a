//! The inputs.
//!
//! - Each is as large as a limit allows and made of the most expensive parts: few cells with many bytes, marks that open
//!   something and never close it, lines that show nothing.
//! - An input that was slow once stays here.
//! - Texts are written as in a JSON string.

use super::{Case, Step};

const DOWN: &str = "\\u001b[B";
const END: &str = "\\u001b[F";

/// Few cells with many bytes, as in a JSON string.
const MARKS: &str = "e\u{301}\u{302}\u{303}";
const FAMILY: &str = "👩‍👩‍👧‍👦";

fn keys<const N: usize>(keys: [&str; N]) -> Vec<Step> {
    keys.into_iter().map(|keys| Step::Keys(keys.to_owned())).collect()
}

fn case(what: impl Into<String>, tool: &'static str, arguments: String, steps: Vec<Step>) -> Case {
    Case { what: what.into(), tool, arguments, steps }
}

/// A question with this text in it and two more options.
fn asked(what: &str, member: &str, text: &str, steps: Vec<Step>) -> Case {
    let arguments = format!(
        r#"{{"questions":[{{"question":"Which?","options":[{{"label":"A"}},{{"label":"B"}}],"{member}":"{text}"}}]}}"#
    );
    case(format!("a {member} of {what}"), "ask", arguments, steps)
}

fn previewed(what: &str, preview: &str, steps: Vec<Step>) -> Case {
    let arguments = format!(
        r#"{{"questions":[{{"question":"Which?","header":"H","multiSelect":false,"options":[{{"label":"A","description":"a","preview":"{preview}"}},{{"label":"B","description":"b"}}]}}]}}"#
    );
    case(format!("a preview of {what}"), "ask_user_question", arguments, steps)
}

/// A call with 200 options with this label.
pub(super) fn labelled(label: &str) -> String {
    let labels: Vec<String> = (0..200).map(|n| format!(r#"{{"label":"{n} {label}"}}"#)).collect();
    format!(r#"{{"questions":[{{"question":"Which?","options":[{}]}}]}}"#, labels.join(","))
}

fn typed(what: &str, text: &str, steps: Vec<Step>) -> Case {
    let arguments = r#"{"questions":[{"question":"Say"}]}"#.to_owned();
    let paste = Step::Keys(format!("\\u001b[200~{text}\\u001b[201~"));
    case(format!("an answer of {what}"), "ask", arguments, [vec![paste], steps].concat())
}

pub(super) fn forms() -> Vec<Case> {
    [lists(), previews(), contexts(), answers()].into_iter().flatten().collect()
}

fn lists() -> Vec<Case> {
    let words = "lorem ipsum dolor ".repeat(1050);
    let listed =
        |what: &str, label: &str, steps| case(format!("200 labels of {what}"), "ask", labelled(label), steps);
    let question = |at: usize| {
        let options: Vec<String> =
            (0..200).map(|n| format!(r#"{{"label":"{at} {n} {}"}}"#, "word ".repeat(40))).collect();
        format!(r#"{{"question":"Q{at}?","options":[{}]}}"#, options.join(","))
    };
    let questions: Vec<String> = (0..32).map(question).collect();
    let secrets: Vec<String> = (0..32)
        .map(|n| format!(r#"{{"question":"{n} {}","options":["A","B"]}}"#, "a(".repeat(30_000)))
        .collect();
    let all = |questions: &[String]| format!(r#"{{"questions":[{}]}}"#, questions.join(","));
    let filtered = || keys(["/", "z", "\\u007f"]);
    vec![
        listed("19 KB, Backspace in the filter", &words, filtered()),
        listed("19 KB, a letter in the filter", &words, keys(["/", "l"])),
        listed("10 KB of combining marks, Backspace in the filter", &MARKS.repeat(1500), filtered()),
        listed("19 KB of combining marks, 160×50", &MARKS.repeat(2700), vec![Step::Size(160, 50)]),
        listed("19 KB of families, Backspace in the filter", &FAMILY.repeat(750), filtered()),
        listed("19 KB of families, 160×50", &FAMILY.repeat(750), vec![Step::Size(160, 50)]),
        listed("19 KB of blanks, 160×50", &(" ".repeat(19_000) + "x"), vec![Step::Size(160, 50)]),
        listed("19 KB of blanks, Down", &(" ".repeat(19_000) + "x"), keys([DOWN])),
        case("32 questions with 200 options", "ask", all(&questions), keys(["\\t"])),
        case("32 questions of 60 KB `a(`", "ask", all(&secrets), keys(["\\t"])),
    ]
}

fn previews() -> Vec<Case> {
    let down = || keys([DOWN]);
    let read = || keys(["\\u000f", END]);
    let table =
        (0..10_000).fold("|a|b|c|d|\\n|-|-|-|-|\\n".to_owned(), |t, n| t + &format!("|{n}|x|**b**|`c`|\\n"));
    let nodes =
        (0..10_000).fold("```mermaid\\ngraph TD\\n".to_owned(), |t, n| t + &format!("n{n}-->n{}\\n", n + 1));
    let deep = (0..6000).fold(String::new(), |t, n| t + &"  ".repeat(n % 300) + "- a\\n");
    vec![
        previewed("750,000 `> `", &"> ".repeat(750_000), down()),
        previewed("2,000,000 `>`", &">".repeat(2_000_000), down()),
        previewed("500,000 lines of fences with nothing in them", &"```\\n".repeat(490_000), down()),
        previewed("280,000 definitions", &"[a]: b\\n".repeat(280_000), down()),
        previewed("700,000 `a(` in a fence", &format!("```js\\n{}\\n```", "a(".repeat(700_000)), down()),
        previewed("900,000 `*` and `_`", &"*_".repeat(450_000), down()),
        previewed("a line of 1 MB", &"x".repeat(1_000_000), down()),
        previewed("1 MB of combining marks", &"\u{301}".repeat(500_000), down()),
        previewed("a table of 40,000 cells", &table, down()),
        previewed("lists in lists", &deep, down()),
        previewed("a diagram of 10,000 nodes", &nodes, down()),
        previewed("400,000 raw strings", &format!("```rust\\n{}", "r#".repeat(900_000)), down()),
        previewed("1 MB of words, read to its end", &"word *x* `y`\\n".repeat(70_000), read()),
    ]
}

fn contexts() -> Vec<Case> {
    let other = || vec![Step::Size(46, 12)];
    let signs: String = (b'!'..=b'~').map(char::from).filter(|c| !matches!(c, '"' | '\\' | '`')).collect();
    let fences = format!("```\\n{}```\\n", format!("{signs}{signs}{signs}\\n").repeat(7)).repeat(30);
    let table = format!("{}\\n{}\\n", "|a".repeat(16_000), "|-".repeat(16_000));
    vec![
        asked("60,000 `[`", "context", &"[".repeat(60_000), other()),
        asked("a table of 16,000 columns", "context", &table, other()),
        asked("60,000 backticks and letters", "context", &"`x".repeat(30_000), other()),
        asked("16,000 fences with nothing in them", "context", &"```\\n".repeat(16_000), other()),
        asked("fences full of signs", "context", &fences, other()),
        asked("5,000 fences of a line", "context", &"```\\nx\\n```\\n".repeat(6_000), other()),
        asked("64 KB of families", "context", &FAMILY.repeat(2_600), other()),
    ]
}

fn answers() -> Vec<Case> {
    let words = "word ".repeat(12_800);
    let key = || keys(["a"]);
    let other = || vec![Step::Size(46, 12)];
    vec![
        typed("64 KB", &words, Vec::new()),
        typed("64 KB", &words, key()),
        typed("64 KB of line breaks", &"\\n".repeat(64_000), key()),
        typed("64 KB of control characters", &"\\u0001".repeat(64_000), key()),
        typed("64 KB of control characters", &"\\u0001".repeat(64_000), other()),
        typed("64 KB of marks on one letter", &("e".to_owned() + &"\u{301}".repeat(32_000)), key()),
        typed("64 KB of families", &FAMILY.repeat(2_600), other()),
        typed("1 MB", &"word ".repeat(200_000), Vec::new()),
        typed("1 MB", &"word ".repeat(200_000), key()),
        typed("1 MB of line breaks", &"\\n".repeat(1_000_000), key()),
        typed("1 MB of letters with marks", &MARKS.repeat(140_000), Vec::new()),
        typed("1 MB of letters with marks", &MARKS.repeat(140_000), key()),
        typed("1 MB of marks on one letter", &("e".to_owned() + &"\u{301}".repeat(500_000)), key()),
    ]
}

pub(super) fn settings() -> Vec<(&'static str, String)> {
    let names = |count: usize, value: &str| {
        let members: Vec<String> = (0..count).map(|n| format!(r#""k{n}":{value}"#)).collect();
        format!("{{{}}}", members.join(","))
    };
    let keys = (0..3000).map(|n| format!(r#""a{n}":["x","y"]"#)).collect::<Vec<_>>().join(",");
    vec![
        ("85,000 names, 0.9 MB", names(85_000, "1")),
        ("7,000 names, under 64 KiB", names(6_000, "1")),
        ("200 names with long values", names(200, &format!("\"{}\"", "x".repeat(300)))),
        ("100 nested lists", format!("{{\"theme\":{}{}}}", "[".repeat(100), "]".repeat(100))),
        ("3,000 keys", format!(r#"{{"keys":{{"bindings":{{{keys}}}}}}}"#)),
    ]
}

/// A theme file: names no tone has, each with a look.
pub(super) fn theme() -> String {
    let look = "bold italic bright-yellow on #123456";
    let lines: Vec<String> =
        (0..199).map(|n| format!("accen{n}{} = \"{look}\"\n", "t".repeat(265))).collect();
    lines.concat()
}

/// A trust.json with folders that start alike.
pub(super) fn trusted() -> String {
    let folders: Vec<String> = (0..1000)
        .map(|n| format!(r#""/{}{n}":{{"digest":"{}","at":1}}"#, "a/".repeat(400), "0".repeat(64)))
        .collect();
    format!(r#"{{"folders":{{{}}}}}"#, folders.join(","))
}

/// pi's settings.json, with more packages than anybody has.
pub(super) fn installed() -> Vec<(&'static str, String)> {
    let packages: Vec<String> = (0..1990).map(|n| format!(r#""./{}{n}""#, "a/".repeat(240))).collect();
    vec![
        ("1,990 packages, 0.9 MB", format!(r#"{{"packages":[{}]}}"#, packages.join(","))),
        ("30 nested lists of brackets", format!(r#"{{"a":{}{}}}"#, "[".repeat(30), "]".repeat(30))),
    ]
}
