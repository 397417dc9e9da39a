//! The person must see all of a dangerous page before confirming: every form × rule × size, with any keys.

use crate::painted::{Open, one, option, request};
use asq_core::form::{FormRules, Page};
use asq_core::model::{
    AnswerRules, Danger, DangerRule, Kind, Prefs, Preview, PreviewKind, Question, Request,
};
use asq_dialects::ALL;
use asq_frame::Glyphs;
use proptest::prelude::*;
use std::collections::HashSet;

const SIZES: [(u16, u16); 4] = [(80, 24), (46, 12), (30, 8), (20, 6)];
const CONFIRM: &str = "drop it";

/// The form of a dangerous question.
#[derive(Clone, Copy, Debug)]
enum Asked {
    Direct,
    List,
    Number,
    Text,
}

const ASKED: [Asked; 4] = [Asked::Direct, Asked::List, Asked::Number, Asked::Text];

/// So many words, each different from all others.
fn words(lead: char, count: usize) -> Vec<String> {
    (0..count).map(|n| format!("{lead}{n}x")).collect()
}

struct Said {
    request: Request,
    words: Vec<String>,
}

fn said(asked: Asked, rule: DangerRule, lengths: [usize; 3], kind: PreviewKind) -> Said {
    let [question, description, context] = [('q', 0), ('d', 1), ('c', 2)].map(|(c, i)| words(c, lengths[i]));
    // Some lines are short, some longer than any screen.
    let lines: Vec<String> = context
        .chunks(17)
        .enumerate()
        .map(|(n, line)| line.join(if n % 2 == 0 { " " } else { "\n" }))
        .collect();
    let context_text = match kind {
        PreviewKind::Code | PreviewKind::CodeIn(_) => lines.join("\n"),
        PreviewKind::Markdown => {
            format!("# Before\n\n- {}\n\n```sh\n{}\n```\n", lines.join("\n- "), lines.join("\n"))
        }
        PreviewKind::Text | PreviewKind::Mermaid | PreviewKind::Svg | PreviewKind::Html => lines.join("\n"),
    };
    let plain = one("Wipe", &question.join(" "), vec![option("Yes", ""), option("No", "")]);
    let (kind_of, options) = match asked {
        Asked::Direct | Asked::List => (Kind::One, plain.options.clone()),
        Asked::Number => (Kind::Number { min: None, max: None, step: 1.into(), unit: None }, Vec::new()),
        Asked::Text => (Kind::Text { multiline: false, placeholder: None }, Vec::new()),
    };
    let question_asked = Question {
        kind: kind_of,
        options,
        custom: false,
        description: (!description.is_empty()).then(|| description.join(" ").into()),
        context: (!context.is_empty()).then(|| Preview { kind, source: context_text.into() }),
        danger: Some(Danger {
            confirm_text: (rule == DangerRule::ExactText).then(|| CONFIRM.into()),
            direct: matches!(asked, Asked::Direct),
        }),
        ..plain
    };
    let rules = AnswerRules { danger: rule, ..asq_dialects::asq::rules::ANSWER };
    let words = [question, description, context].concat();
    Said { request: request(rules, vec![question_asked]), words }
}

/// An open form, and all that its screen has shown since the confirming page came up.
struct Reader {
    open: Open,
    seen: HashSet<String>,
}

impl Reader {
    fn new(request: Request, rules: FormRules, asked: Asked, size: (u16, u16)) -> Reader {
        let mut reader =
            Reader { open: Open::new(request, rules, size, Glyphs::Unicode), seen: HashSet::new() };
        match asked {
            Asked::Direct => {}
            Asked::List => reader.keys("<ret>"),
            Asked::Number => reader.keys("3<ret>"),
            Asked::Text => reader.keys("abc<ret>"),
        }
        assert!(reader.confirms(), "{}", reader.open.picture());
        reader.seen.clear();
        reader.look();
        reader
    }

    fn keys(&mut self, keys: &str) {
        self.open.keys(keys);
        self.look();
    }

    fn look(&mut self) {
        for line in &self.open.frame.lines {
            self.seen.extend(line.text().split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned));
        }
    }

    /// Whether the confirming page is up.
    fn confirms(&self) -> bool {
        self.open.ended.is_none() && self.open.form.screen().page == Page::Danger
    }

    fn missing<'a>(&self, words: &'a [String]) -> Vec<&'a str> {
        words.iter().map(String::as_str).filter(|word| !self.seen.contains(*word)).collect()
    }
}

/// A label may fill a row, so that the next one begins with words that look like asq's own.
#[test]
fn no_further_row_of_an_answer_passes_for_asqs_own() {
    let forged = |width: usize| format!("{} FORGED answers: No", ".".repeat(width));
    let mut broken = 0;
    for (asked, dots) in
        [Asked::Direct, Asked::List].into_iter().flat_map(|asked| (10..80).map(move |n| (asked, n)))
    {
        let Said { mut request, .. } = said(asked, DangerRule::ExactText, [2, 0, 0], PreviewKind::Text);
        request.questions[0].options[0].label = forged(dots).as_str().into();
        for size in [(80, 24), (46, 24)] {
            let reader = Reader::new(request.clone(), asq_dialects::asq::rules::FORM, asked, size);
            let rows: Vec<String> = reader.open.frame.lines.iter().map(asq_core::text::Line::text).collect();
            let mut further = rows.iter().filter(|row| row.contains("FORGED") && !row.contains("...."));
            assert!(further.all(|row| row.trim_start().starts_with("│ ")), "{asked:?} {size:?} {rows:#?}");
            broken += rows.iter().filter(|row| row.trim_start().starts_with("│ FORGED")).count();
        }
    }
    assert!(broken >= 4, "{broken} labels begin a row with what they forge");
}

/// The same on the review.
#[test]
fn no_further_row_of_the_review_passes_for_asqs_own() {
    let label = format!("{} FORGED: (not answered)", ".".repeat(60));
    let questions =
        ["One", "Two"].map(|header| one(header, "Which?", vec![option(&label, ""), option("No", "")]));
    let request = request(asq_dialects::asq::rules::ANSWER, questions.to_vec());
    let mut open = Open::new(request, asq_dialects::asq::rules::FORM, (60, 24), Glyphs::Unicode);
    open.keys("<ret><ret>");
    let rows: Vec<String> = open.frame.lines.iter().map(asq_core::text::Line::text).collect();
    let further: Vec<&String> = rows.iter().filter(|row| row.contains("FORGED")).collect();
    assert_eq!(further.len(), 2, "{rows:#?}");
    assert!(further.iter().all(|row| row.trim_start().starts_with("│ ")), "{rows:#?}");
}

const KEYS: [&str; 9] =
    ["<pgup>", "<pgdn>", "<a-pgup>", "<a-pgdn>", "<c-up>", "<c-down>", "<c-u>drop it<ret>", "x", "<bs>"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn all_of_it_was_on_the_screen_before_it_was_confirmed(
        dialect in 0..ALL.len(),
        exact in any::<bool>(),
        asked in 0..ASKED.len(),
        size in 0..SIZES.len(),
        lengths in [1..40usize, 0..40, 0..60],
        code in 0..3usize,
        keys in prop::collection::vec(0..KEYS.len(), 0..30),
    ) {
        let rules = (ALL[dialect].form)(&Prefs::default());
        let rule = if exact { DangerRule::ExactText } else { DangerRule::AnyText };
        let kind = [PreviewKind::Markdown, PreviewKind::Code, PreviewKind::Text][code];
        let Said { request, words } = said(ASKED[asked], rule, lengths, kind);
        let mut reader = Reader::new(request, rules, ASKED[asked], SIZES[size]);
        for key in keys {
            reader.keys(KEYS[key]);
            if !reader.confirms() {
                let missing = reader.missing(&words);
                prop_assert!(missing.is_empty(), "{}: confirmed unread: {missing:?}", ALL[dialect].id);
                return Ok(());
            }
        }
        // After reading it all, in any order, a person can confirm it.
        for key in ["<a-pgup>", "<a-pgdn>"] {
            for _ in 0..400 {
                if reader.open.form.screen().must_see {
                    reader.keys(key);
                }
            }
        }
        let missing = reader.missing(&words);
        prop_assert!(missing.is_empty(), "{}: can't be read: {missing:?}", ALL[dialect].id);
        reader.keys("<c-u>drop it<ret>");
        prop_assert!(!reader.confirms(), "{}: read, not confirmed: {}", ALL[dialect].id, reader.open.picture());
    }
}
