//! Questions with a list, for one pick or several.
//!
//! - Each pick is an option, named once. The rules may demand the list's order; the question bounds the number.
//! - Custom text is valid only if the question takes it, and follows the rules of texts.

use super::answer::{Answer, AnswerShape, Pick};
use super::text;
use super::wrong::Wrong;

pub(super) const NOUN: &str = "picks";

#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    pub(crate) options: usize,
    /// Whether custom text is an answer.
    pub(crate) custom: bool,
    pub(crate) in_order: bool,
}

pub(super) fn judge(answer: &Answer, (min, max): (usize, usize), offer: Offer) -> Vec<Wrong> {
    match answer.shape() {
        AnswerShape::Picks(picks) => judge_picks(picks, (min, max), offer),
        AnswerShape::Value(_) | AnswerShape::Text(_) => {
            vec![Wrong::Made { wanted: NOUN, came: answer.noun() }]
        }
    }
}

fn judge_picks(picks: &[Pick], (min, max): (usize, usize), offer: Offer) -> Vec<Wrong> {
    let mut wrongs = Vec::new();
    if picks.len() < min {
        wrongs.push(Wrong::TooFew { min, came: picks.len() });
    }
    if picks.len() > max {
        wrongs.push(Wrong::TooMany { max, came: picks.len() });
    }
    let mut seen = vec![false; offer.options];
    let mut customs = 0;
    for pick in picks {
        match pick {
            Pick::Option(i) => match seen.get_mut(*i) {
                None => wrongs.push(Wrong::NoSuchOption { options: offer.options, came: *i }),
                Some(true) => wrongs.push(Wrong::Twice { option: *i }),
                Some(seen) => *seen = true,
            },
            Pick::Custom(own) => {
                customs += 1;
                if !offer.custom {
                    wrongs.push(Wrong::NoCustom);
                }
                wrongs.extend(text::judge_text(own));
            }
        }
    }
    if customs > 1 {
        wrongs.push(Wrong::CustomTwice);
    }
    // A repeated pick has its own error and isn't disorder: hence `>`, not `>=`.
    let disorder = picks.windows(2).find(|pair| offer.in_order && rank(&pair[0]) > rank(&pair[1]));
    wrongs.extend(disorder.map(|pair| Wrong::Order { first: pair[0].clone(), then: pair[1].clone() }));
    wrongs
}

/// A pick's place among the offered ones; custom text comes last.
pub fn rank(pick: &Pick) -> usize {
    match pick {
        Pick::Option(i) => *i,
        Pick::Custom(_) => usize::MAX,
    }
}

/// Such as `pick 2 to 3`.
pub(super) fn described(min: usize, max: usize) -> String {
    match (min, max) {
        (..=1, usize::MAX) => "pick any number".to_owned(),
        (min, usize::MAX) => format!("pick {min} or more"),
        (min, max) => format!("pick {min} to {max}"),
    }
}
