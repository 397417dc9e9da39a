//! A call, the lines above it and the sizes of its terminal, all decided by a seed.

use serde_json::{Value, json};

/// Columns and rows.
pub(super) type Size = (u16, u16);

const SIZES: [Size; 8] = [(100, 30), (60, 30), (80, 24), (46, 12), (120, 40), (70, 30), (100, 16), (20, 6)];

const WORDS: [&str; 12] = [
    "database",
    "これは日本語の",
    "rollout",
    "in",
    "production",
    "キャッシュ",
    "every",
    "machine,",
    "a",
    "😀 emoji",
    "since the last release of the service",
    "x",
];

#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) call: String,
    /// The beginning of the first question.
    pub(super) first: &'static str,
    /// The keys before the sizes change.
    pub(super) keys: Vec<String>,
    /// The number of lines above the form.
    pub(super) above: usize,
    pub(super) size: Size,
    /// The sizes that follow the first one.
    pub(super) sizes: Vec<Size>,
    /// Whether they follow each other at once.
    pub(super) drags: bool,
    /// More arguments for `asq ask`.
    pub(super) flags: &'static str,
}

impl Drawn {
    pub(super) fn from(seed: u64) -> Drawn {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let call = call(&mut dice, seed);
        let size = dice.of(&[(100, 30), (80, 24), (120, 40)]);
        let (drags, sizes) = match dice.below(4) {
            0 => (false, [(60, size.1), size].repeat(3)),
            1 => (true, drag(size)),
            2 => (false, (0..5).map(|_| dice.of(&SIZES)).collect()),
            _ => (true, (0..6).map(|_| dice.of(&SIZES)).collect()),
        };
        let keys = match (own_row(&call), dice.below(3)) {
            (Some(digit), 0) => vec![digit, "own words and more of them, 日本語".to_owned()],
            (Some(_) | None, _) => Vec::new(),
        };
        Drawn {
            call: call.to_string(),
            first: "Which one",
            keys,
            above: dice.of(&[0, 1, 5, 12, 60, 60, 60]),
            size,
            sizes,
            drags,
            flags: if dice.below(8) == 0 { "--fullscreen" } else { "" },
        }
    }
}

/// The key that opens the row for own words, in contracts in which a digit does.
fn own_row(call: &Value) -> Option<String> {
    let offered = call["arguments"]["questions"][0]["options"].as_array()?.len();
    let has = call["arguments"]["questions"][0].get("prompt").is_some() || call["name"] == "ask";
    (has && offered < 9).then(|| (offered + 1).to_string())
}

/// The person drags an edge in and out again.
fn drag(from: Size) -> Vec<Size> {
    let narrower = (60..from.0).rev().map(|columns| (columns, from.1));
    narrower.clone().chain(narrower.rev()).step_by(3).chain([from]).collect()
}

/// Numbers that depend on the seed only.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    fn words(&mut self, most: u64) -> String {
        let words: Vec<&str> = (0..=self.below(most)).map(|_| self.of(&WORDS)).collect();
        words.join(" ")
    }
}

/// The next contract's call.
fn call(dice: &mut Dice, seed: u64) -> Value {
    let question = format!("Which one {}?", dice.words(12));
    let options = |dice: &mut Dice, most: u64, previews: bool| -> Vec<Value> {
        let count = 2 + dice.below(most - 1);
        let option = |dice: &mut Dice, n: u64| {
            let mut option =
                json!({"label": format!("Option {n} {}", dice.words(2)), "description": dice.words(14)});
            if previews {
                let lines: Vec<String> = (0..=dice.below(12)).map(|_| dice.words(10)).collect();
                option["preview"] = lines.join("\n\n").into();
            }
            option
        };
        (0..count).map(|n| option(dice, n)).collect()
    };
    let previews = dice.below(2) == 0;
    let several = dice.below(2) == 0;
    let second = |other: Value| if several { vec![other] } else { Vec::new() };
    match seed % 6 {
        0 => {
            let mut offered = options(dice, 12, false);
            for (n, option) in offered.iter_mut().enumerate() {
                option["value"] = format!("v{n}").into();
            }
            let mut questions = vec![json!({"id": "a", "prompt": question, "options": offered})];
            questions.extend(second(json!({"id": "b", "prompt": "And then?", "options": []})));
            json!({"name": "question", "arguments": {"questions": questions}})
        }
        1 => {
            let mut questions =
                vec![json!({"question": question, "header": "One", "options": options(dice, 4, previews)})];
            let more = options(dice, 4, false);
            questions.extend(second(json!({"question": "And then?", "header": "Two", "options": more})));
            json!({"name": "ask_user_question", "arguments": {"questions": questions}})
        }
        2 => {
            let mut offered = options(dice, 6, previews);
            for option in &mut offered {
                if let Some(text) = option.get("preview").cloned() {
                    option["preview"] = json!({"type": "markdown", "content": text});
                }
            }
            json!({"name": "AskUserQuestion", "arguments": {"questions": [{"type": "select_one", "header": "one",
                "question": question, "options": offered}]}})
        }
        3 => {
            json!({"name": "ask_question", "arguments": {"question": question, "options": options(dice, 6, false)}})
        }
        4 => json!({"name": "question", "arguments": {"questions": [{"question": question, "header": "One",
            "multiple": several, "options": options(dice, 8, false)}]}}),
        _ => {
            let mut questions = vec![json!({"question": question, "options": options(dice, 8, previews),
                "context": dice.words(30)})];
            questions.extend(second(json!({"question": "And then?", "kind": "text"})));
            json!({"name": "ask", "arguments": {"questions": questions}})
        }
    }
}
