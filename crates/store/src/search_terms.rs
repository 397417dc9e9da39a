//! The words that history searches.
//!
//! - A word is a run of letters and digits, in lower case. In scripts without spaces, each letter is a word.
//! - A search word matches every word that starts with it; all search words must match.
//! - Secret questions and their answers contribute no words.
//! - At most 64 KiB of words per request.

use asq_core::model::{Answers, Draft, Outcome, Pick, Request};
use asq_core::text::Untrusted;
use std::collections::BTreeSet;

/// The most bytes of words per request.
const MOST: usize = 64 * 1024;

/// A text's words, in order.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        if alone(c) || !c.is_alphanumeric() {
            if !word.is_empty() {
                found.push(std::mem::take(&mut word));
            }
            if alone(c) {
                found.push(c.to_string());
            }
        } else {
            // One letter may become several, as İ does.
            word.extend(c.to_lowercase());
        }
    }
    if !word.is_empty() {
        found.push(word);
    }
    found
}

/// The words of the questions and the outcome, each once, in alphabetical order.
pub(crate) fn of(request: &Request, outcome: &Outcome) -> BTreeSet<String> {
    let mut all = Gathered::default();
    let sensitive = |at: usize| request.questions.get(at).is_some_and(|q| q.sensitive);
    for question in request.questions.iter().filter(|q| !q.sensitive) {
        all.take(&question.header);
        all.take(&question.text);
        all.take_option(question.description.as_ref());
        for option in &question.options {
            all.take(&option.label);
        }
    }
    match outcome {
        Outcome::Answered(answers) => all.take_answers(answers, sensitive),
        Outcome::Declined { reason, draft } => {
            all.take_option(reason.as_ref());
            all.take_draft(draft, sensitive);
        }
        Outcome::Discuss(draft)
        | Outcome::Cancelled(draft)
        | Outcome::Withdrawn(draft)
        | Outcome::Expired(draft) => all.take_draft(draft, sensitive),
    }
    all.words
}

/// Whether all search words match.
pub(crate) fn fits(looked_for: &[String], words: &BTreeSet<String>) -> bool {
    looked_for.iter().all(|begin| {
        words.range::<String, _>(begin..).next().is_some_and(|word| word.starts_with(begin.as_str()))
    })
}

#[derive(Default)]
struct Gathered {
    words: BTreeSet<String>,
    bytes: usize,
}

impl Gathered {
    fn take(&mut self, text: &Untrusted) {
        for word in words(text.raw()) {
            // A pasted file would make the index larger than the log.
            if self.bytes + word.len() > MOST {
                return;
            }
            let length = word.len();
            if self.words.insert(word) {
                self.bytes += length + 1;
            }
        }
    }

    fn take_option(&mut self, text: Option<&Untrusted>) {
        if let Some(text) = text {
            self.take(text);
        }
    }

    fn take_answers(&mut self, answers: &Answers, sensitive: impl Fn(usize) -> bool) {
        for (_, entry) in answers.entries.iter().enumerate().filter(|(at, _)| !sensitive(*at)) {
            self.take_option(entry.note.as_ref());
            if let Some(answer) = &entry.answer {
                // The labels of options are in already, with their question.
                answer.picks().iter().filter_map(Pick::own_words).for_each(|own| self.take(own));
                self.take_option(answer.typed().as_ref());
            }
        }
    }

    fn take_draft(&mut self, draft: &Draft, sensitive: impl Fn(usize) -> bool) {
        for typed in draft.typed.iter().filter(|t| !sensitive(t.question)) {
            self.take(&typed.text);
        }
        self.take_answers(&draft.answers, sensitive);
    }
}

/// Letters of scripts that don't separate words by spaces.
fn alone(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF // Thai, Lao
        | 0x1000..=0x109F | 0x1780..=0x17FF // Myanmar, Khmer
        | 0x3040..=0x30FF | 0x31F0..=0x31FF // kana
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF // ideographs
        | 0x20000..=0x3FFFF)
        && c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use asq_core::model::{Answer, Entry, Typed, TypedIn};
    use asq_testkit::sample;

    #[test]
    fn words_are_runs_of_letters_and_digits_in_lower_case() {
        assert_eq!(
            words("Deploy v1.2 to Größe-7? 漢字"),
            ["deploy", "v1", "2", "to", "größe", "7", "漢", "字"]
        );
    }

    #[test]
    fn nothing_of_a_secret_is_searched_wherever_it_was_typed() {
        let request = sample::texts(&[("Why?", false), ("The token?", true)]);
        let entry = |text: &str| Entry { answer: Some(Answer::Text(text.into())), ..Entry::default() };
        let typed = |question, text: &str| Typed { question, place: TypedIn::Edit, text: text.into() };
        let answers = Answers { entries: vec![entry("because"), entry("hunter1")] };
        let typed = vec![typed(0, "perhaps"), typed(1, "hunter2")];
        let of = |outcome| of(&request, &outcome).into_iter().collect::<Vec<_>>();
        assert_eq!(of(Outcome::Answered(answers.clone())), ["because", "why"]);
        assert_eq!(
            of(Outcome::Cancelled(Draft { answers, typed, kept: None })),
            ["because", "perhaps", "why"]
        );
    }

    #[test]
    fn of_one_request_at_most_64_kib_of_words_are_kept() {
        let long = (0..20_000).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
        let kept = of(&sample::texts(&[(&long, false)]), &Outcome::Cancelled(Draft::default()));
        let bytes: usize = kept.iter().map(|word| word.len() + 1).sum();
        assert!((MOST - 7..=MOST).contains(&bytes), "{bytes}");
    }

    #[test]
    fn all_words_have_to_fit_and_a_beginning_is_enough() {
        let has: BTreeSet<String> = words("deploy the database").into_iter().collect();
        assert!(fits(&words("DATA dep"), &has));
        assert!(!fits(&words("base"), &has));
        assert!(fits(&[], &has));
    }
}
