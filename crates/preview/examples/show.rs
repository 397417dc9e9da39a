//! Shows a file as a preview: `cargo run -p asq-preview --example show -- mermaid 78 FILE [html]`.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]

use asq_core::model::PreviewKind;
use asq_core::text::{Style, Tone, Untrusted};
use std::error::Error;
use std::io::Write as _;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, width, file, rest @ ..] = &args[..] else { return Err("show KIND WIDTH FILE [html]".into()) };
    let kind = match kind.as_str() {
        "markdown" => PreviewKind::Markdown,
        "code" => PreviewKind::Code,
        "text" => PreviewKind::Text,
        "mermaid" => PreviewKind::Mermaid,
        "svg" => PreviewKind::Svg,
        "html" => PreviewKind::Html,
        _ => return Err("a kind is markdown, code, text, mermaid, svg or html".into()),
    };
    let source = Untrusted::new(std::fs::read_to_string(file)?);
    let mut out = std::io::stdout().lock();
    if rest.first().is_some_and(|word| word == "html") {
        write!(out, "{}", asq_preview::html(kind, &source))?;
        return Ok(());
    }
    for line in asq_preview::render(kind, &source, width.parse()?) {
        for span in &line.spans {
            write!(out, "\u{1b}[{}m{}\u{1b}[m", look(span.style), span.text)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn look(style: Style) -> String {
    let colour = match style.tone {
        Tone::Plain => "0",
        Tone::Dim => "2",
        Tone::Accent | Tone::Name => "94",
        Tone::Good | Tone::Code | Tone::Literal => "32",
        Tone::Warn | Tone::Keyword => "35",
        Tone::Danger => "1;31",
        Tone::Heading => "1",
        Tone::Trusted => "30;46",
    };
    format!("{colour}{}{}", if style.bold { ";1" } else { "" }, if style.italic { ";3" } else { "" })
}
