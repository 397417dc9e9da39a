//! The texts that announce a question to a person who doesn't see it: the form's name and the first header.
//!
//! - No other part of a call gets into a title, a notification or speech.
//! - The header is escaped, on one line, at most 80 cells wide.
//! - Each text begins with asq's own words, so that a command can't mistake it for an option.

use asq_core::form::Called;
use asq_core::model::Request;
use asq_core::text::Shown;

/// The most cells of a header.
const CELLS: usize = 80;

/// The texts that announce a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// For the terminal's title.
    pub title: Shown,
    /// For speech and notifications.
    pub aloud: Shown,
}

impl Announcement {
    /// The texts for a request whose form has this name.
    pub fn of(request: &Request, called: Called) -> Announcement {
        let header = request.questions.first().map(|q| &q.header).filter(|header| !header.is_blank());
        let say = |name: &'static str, between: &'static str| match header {
            Some(header) => {
                Shown::own(name).then(&Shown::own(between)).then(&short(&Shown::clipped(header, CELLS)))
            }
            None => Shown::own(name),
        };
        Announcement { title: say(called.title, " — "), aloud: say(called.aloud, ": ") }
    }
}

/// Shortens a text to so many cells, with `…` at the end if it was cut.
fn short(text: &Shown) -> Shown {
    if text.width() <= CELLS { text.clone() } else { text.split(CELLS - 1).0.then(&Shown::own("…")) }
}

#[cfg(test)]
mod tests {
    use super::Announcement;
    use asq_core::form::Called;
    use asq_core::model::{AnswerRules, Complete, DangerRule, Kind, Order, Question, Request};
    use asq_testkit::hostile::hostile;
    use expect_test::expect;

    const QUESTIONNAIRE: Called = Called { title: "🔔 AskUserQuestion", aloud: "AskUserQuestion" };

    fn announcement(header: &str, called: Called) -> Announcement {
        let rules = AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            discuss: false,
            notes: false,
            danger: DangerRule::AnyText,
        };
        let mut question = Question::new("Which?", Kind::One);
        question.header = header.into();
        Announcement::of(&Request::new(vec![question, Question::new("Other?", Kind::One)], rules), called)
    }

    fn check(header: &str, called: Called, expected: &expect_test::Expect) {
        let Announcement { title, aloud } = announcement(header, called);
        expected.assert_eq(&format!("{title}\n{aloud}"));
    }

    #[test]
    fn the_first_header_stands_behind_the_name() {
        check(
            "Env",
            QUESTIONNAIRE,
            &expect![[r#"
            🔔 AskUserQuestion — Env
            AskUserQuestion: Env"#]],
        );
        check(
            "日本",
            Called::ASQ,
            &expect![[r#"
            asq — 日本
            asq: 日本"#]],
        );
        check(
            " ",
            Called::ASQ,
            &expect![[r#"
            asq
            asq"#]],
        );
    }

    #[test]
    fn a_long_or_hostile_header_is_short_and_harmless() {
        check(
            &"word ".repeat(40),
            Called::ASQ,
            &expect![[r#"
            asq — word word word word word word word word word word word word word word word word…
            asq: word word word word word word word word word word word word word word word word…"#]],
        );
        check(
            "a\u{1b}]0;owned\u{7}\nb\u{202e}",
            Called::ASQ,
            &expect![[r#"
            asq — a<U+001B>]0;owned<U+0007>↵b<U+202E>
            asq: a<U+001B>]0;owned<U+0007>↵b<U+202E>"#]],
        );
        for (_, case) in hostile() {
            let Announcement { title, aloud } = announcement(&case, QUESTIONNAIRE);
            for text in [title, aloud] {
                assert!(text.as_str().chars().all(|c| !c.is_control()), "{case:?}: {text}");
                assert!(text.width() <= super::CELLS + 22, "{case:?}: {text}");
                assert!(text.as_str().starts_with(['🔔', 'A']), "{case:?}: {text}");
            }
        }
    }
}
