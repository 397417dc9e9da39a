//! The account of a day.
//!
//! - Each question has one ending, which its asker got once, and which the history has, too.
//! - The ending is what the person gave last and didn't take back, or what somebody else gave before.
//! - Each typed word is in the reply to its own question, kept with that question, or was deleted by a key.

use super::Day;
use super::agents::{Asked, Given};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl Asked {
    /// The endings that its processes printed; of those that were killed only with `killed`.
    fn endings(&self, killed: bool) -> Vec<&Value> {
        let printed = self.printed.iter().filter(|printed| printed.killed == killed);
        printed.flat_map(|printed| &printed.lines).filter(|line| line["outcome"] != "pending").collect()
    }

    /// What is wrong with its ending.
    fn judged(&self, history: &BTreeMap<String, Value>) -> Result<(), String> {
        let [ending] = self.endings(false)[..] else {
            return Err(format!("its asker got {} endings: {:?}", self.endings(false).len(), self.printed));
        };
        if let Some(other) = self.endings(true).iter().find(|it| **it != ending) {
            return Err(format!("a killed asker had got another ending: {other}"));
        }
        let id = ending["id"].as_str().unwrap_or_default();
        let Some(past) = history.get(id) else { return Err(format!("not in the history: {ending}")) };
        if past["state"] != ending["outcome"] || past["delivered"] != true {
            return Err(format!("got {ending}, but in the history it is {past}"));
        }
        let Some(given) = &self.given else { return Err("was never answered".to_owned()) };
        let content = ending["content"].as_str().unwrap_or_default();
        let outcome = match given {
            Given::Declined => "declined",
            Given::Cancelled => "cancelled",
            Given::Picked(_) | Given::Typed(_) | Given::Number(_) | Given::Elsewhere(_) => "answered",
        };
        let said = match given {
            Given::Picked(rows) => self
                .question
                .labels()
                .iter()
                .enumerate()
                .all(|(row, label)| content.contains(label.as_str()) == rows.contains(&row)),
            Given::Typed(text) | Given::Elsewhere(text) => content.contains(text.as_str()),
            Given::Number(number) => content.contains(&number.to_string()),
            Given::Declined | Given::Cancelled => true,
        };
        let fits = ending["outcome"] == outcome && said;
        if fits { Ok(()) } else { Err(format!("{given:?} was given, but its asker got {ending}")) }
    }
}

impl Day<'_> {
    /// Fails if anything is missing, doubled or somewhere else; otherwise returns the counts.
    pub(super) fn judge(&self) -> String {
        let rows = self.rows(&["history", "--json", "--limit", "0"]);
        let history: BTreeMap<String, Value> =
            rows.into_iter().map(|row| (row["id"].as_str().unwrap_or_default().to_owned(), row)).collect();
        let (mut wrong, mut outcomes) = (String::new(), BTreeMap::<String, usize>::new());
        for asked in &self.asked {
            if let Err(why) = asked.judged(&history) {
                let _ = writeln!(wrong, "question {}: {why}", asked.question.n);
            }
            for ending in asked.endings(false) {
                *outcomes.entry(ending["outcome"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
            }
        }
        if history.len() != self.asked.len() {
            let _ = writeln!(wrong, "{} questions, {} in the history", self.asked.len(), history.len());
        }
        let mut places = BTreeMap::<&str, usize>::new();
        for word in &self.words {
            let asked = &self.asked[word.n - 1];
            let place = self.place(asked, &word.text, word.deleted);
            match place {
                Some(place) => *places.entry(place).or_default() += 1,
                None => {
                    let _ = writeln!(wrong, "the word {word:?} is lost");
                }
            }
            let elsewhere = |other: &&Asked| {
                other.question.n != word.n
                    && other.endings(false).iter().any(|it| it.to_string().contains(&word.text))
            };
            if let Some(other) = self.asked.iter().find(elsewhere) {
                let _ = writeln!(wrong, "the word {word:?} is in the reply to question {}", other.question.n);
            }
        }
        let (_, verified) = self.asq(&["log", "verify"]);
        if !verified.contains("sound") {
            wrong.push_str(&verified);
        }
        assert_eq!(wrong, "");
        let listed = |counts: &BTreeMap<_, usize>| -> String {
            counts.iter().map(|(what, count)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
        };
        let outcomes: BTreeMap<&str, usize> = outcomes.iter().map(|(what, n)| (what.as_str(), *n)).collect();
        format!(
            "{} questions of five agents, each delivered once ({}); {} typed words: {}",
            self.asked.len(),
            listed(&outcomes),
            self.words.len(),
            listed(&places)
        )
    }

    /// Where a word is now.
    fn place(&self, asked: &Asked, word: &str, deleted: bool) -> Option<&'static str> {
        if asked.endings(false).iter().any(|ending| ending.to_string().contains(word)) {
            return if deleted { None } else { Some("in replies") };
        }
        let id = asked.id()?;
        let (_, shown) = self.asq(&["show", &id]);
        let (record, late) = shown.split_once("typed by somebody who was too late").unwrap_or((&shown, ""));
        if record.contains(word) {
            Some("kept with the ending")
        } else if late.contains(word) {
            Some("kept as too late")
        } else {
            deleted.then_some("deleted by a key")
        }
    }
}
