//! Foreign text in HTML: escaped as for a terminal first, then as HTML.
//!
//! - A text on one line has a direction of its own, and can't turn what stands around it.
//! - A text of several lines keeps them, and each has its own direction.
//! - The text of a dangerous question spells out what could hide a part of it.

use asq_core::model::Question;
use asq_core::text::{Shown, Untrusted};
use maud::{Markup, html};

/// A foreign text on one line.
pub(crate) fn line(text: &Untrusted) -> Markup {
    shown(&Shown::one_line(text))
}

/// At most so many graphemes of it, on one line.
pub(crate) fn clipped(text: &Untrusted, graphemes: usize) -> Markup {
    shown(&Shown::clipped(text, graphemes))
}

/// A foreign text with its lines.
pub(crate) fn lines(text: &Untrusted) -> Markup {
    all(&Shown::lines(text))
}

/// A text of a question with its lines, told literally if the question is dangerous.
pub(crate) fn told(question: &Question, text: &Untrusted) -> Markup {
    if question.danger.is_some() { all(&Shown::literal_lines(text)) } else { lines(text) }
}

/// The same on one line.
pub(crate) fn told_line(question: &Question, text: &Untrusted) -> Markup {
    line(&question.literal(text))
}

/// The plain text of a text on one line, for an attribute.
pub(crate) fn plain(text: &Untrusted) -> String {
    Shown::one_line(text).as_str().to_owned()
}

fn all(lines: &[Shown]) -> Markup {
    html! { @for line in lines { span.line dir="auto" { (line.as_str()) } } }
}

fn shown(text: &Shown) -> Markup {
    html! { bdi { (text.as_str()) } }
}

#[cfg(test)]
mod tests {
    use super::{line, lines};
    use asq_core::text::Untrusted;

    #[test]
    fn foreign_text_stays_text() {
        let text = Untrusted::from("<script>alert(\"1\")</script>&amp;'\u{202e}x\u{1b}[2J\ny");
        assert_eq!(
            line(&text).into_string(),
            "<bdi>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;'&lt;U+202E&gt;x&lt;U+001B&gt;[2J↵y</bdi>"
        );
        assert_eq!(
            lines(&Untrusted::from("a <b>\nשלום")).into_string(),
            "<span class=\"line\" dir=\"auto\">a &lt;b&gt;</span><span class=\"line\" dir=\"auto\">שלום</span>"
        );
    }
}
