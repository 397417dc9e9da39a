//! Recognises a source that came without a name.
//!
//! - Mermaid by its first word; diffs, JSON and markup by their shape; `#!` by its program.
//! - Code by the punctuation of its first two kilobytes; its language stays unknown.
//! - A tree of files and a drawing of `+--+` are text whose columns count.
//! - Prose stays prose: a fence, sentences and marks of Markdown speak against code.

mod drawn;
mod prose;
mod punctuation;
mod shape;

use asq_core::model::{Language, PreviewKind};

/// Bytes examined.
const NEAR: usize = 2 << 10;

/// What a bare source turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniffed {
    /// Prose, maybe with marks.
    Markdown,
    /// A Mermaid diagram.
    Mermaid,
    /// Lines whose columns count.
    Text,
    /// Program text, in a language if its shape shows which.
    Code(Option<&'static str>),
}

/// How to show a source.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SourceShape {
    Markdown,
    Text,
    Mermaid,
    Svg,
    Html,
    /// Without a language: no colours.
    Code(Option<&'static str>),
    CodeIn(Language),
}

/// How to show a source of this kind. Code and a diagram may be in a fence.
pub(crate) fn shape_of(kind: PreviewKind, source: &str) -> SourceShape {
    match kind {
        PreviewKind::Text => SourceShape::Text,
        PreviewKind::Svg => SourceShape::Svg,
        PreviewKind::Html => SourceShape::Html,
        PreviewKind::Code | PreviewKind::CodeIn(_) | PreviewKind::Mermaid if is_fenced(source) => {
            SourceShape::Markdown
        }
        PreviewKind::Code => SourceShape::Code(language(source)),
        PreviewKind::CodeIn(language) => SourceShape::CodeIn(language),
        PreviewKind::Mermaid => SourceShape::Mermaid,
        PreviewKind::Markdown => match seen(source) {
            Sniffed::Markdown => SourceShape::Markdown,
            Sniffed::Mermaid => SourceShape::Mermaid,
            Sniffed::Text => SourceShape::Text,
            Sniffed::Code(language) => SourceShape::Code(language),
        },
    }
}

/// Whether a source that should be bare is in a fence.
fn is_fenced(source: &str) -> bool {
    let first = source.trim_start().lines().next().unwrap_or("");
    crate::fence::opens(first).is_some()
}

/// Recognises a source that came as Markdown, or without a kind.
pub fn seen(source: &str) -> Sniffed {
    let near = near(source);
    if prose::has_fence(near) {
        return Sniffed::Markdown;
    }
    if shape::is_mermaid(near) {
        return Sniffed::Mermaid;
    }
    if let Some(language) = shaped(source, near) {
        return Sniffed::Code(Some(language));
    }
    if drawn::is_drawn(near) {
        return Sniffed::Text;
    }
    if punctuation::is_code(near) { Sniffed::Code(None) } else { Sniffed::Markdown }
}

/// The language of a source that came as code.
pub fn language(source: &str) -> Option<&'static str> {
    let near = near(source);
    if shape::is_mermaid(near) { Some("mermaid") } else { shaped(source, near) }
}

/// The language, if the shape of the whole source tells it.
fn shaped(source: &str, near: &str) -> Option<&'static str> {
    shape::program(near)
        .or_else(|| shape::is_diff(near).then_some("diff"))
        .or_else(|| shape::is_json(source, near).then_some("json"))
        .or_else(|| shape::is_markup(source, near).then_some("html"))
}

/// The whole lines at the start.
fn near(source: &str) -> &str {
    let near = &source[..source.floor_char_boundary(NEAR)];
    if near.len() == source.len() {
        return near;
    }
    near.rfind('\n').map_or(near, |end| &near[..end])
}
