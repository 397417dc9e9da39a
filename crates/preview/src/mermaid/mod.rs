//! Mermaid diagrams as drawings of box characters.
//!
//! - Flowcharts (`graph`, `flowchart`) and sequence diagrams; of the others the source is shown.
//! - A chart that is too wide is tried with narrower labels, then turned by a quarter.
//! - What can't be read, does not fit or would be drawn misleadingly is not drawn: its source says it.
//! - Groups and edges from a node to itself are told below the chart.

#[cfg(feature = "mermaid")]
mod canvas;
#[cfg(feature = "mermaid")]
mod chart;
#[cfg(feature = "mermaid")]
mod flow;
#[cfg(feature = "mermaid")]
mod graph;
#[cfg(feature = "mermaid")]
mod layers;
#[cfg(feature = "mermaid")]
mod lifelines;
#[cfg(feature = "mermaid")]
mod place;
#[cfg(feature = "mermaid")]
mod route;
#[cfg(feature = "mermaid")]
mod sequence;

use asq_core::text::Line;

/// Longest source that is drawn, in bytes.
#[cfg(feature = "mermaid")]
const LONGEST: usize = 16 << 10;
/// Narrowest drawing, in cells.
#[cfg(feature = "mermaid")]
const NARROWEST: usize = 12;

/// Whether a fence's information names such a diagram.
pub(crate) fn is_named(info: &str) -> bool {
    info.split([' ', '{']).next().is_some_and(|name| name.eq_ignore_ascii_case("mermaid"))
}

/// A diagram drawn within `width` cells; `None` where it can't be: its source says it then.
#[cfg(feature = "mermaid")]
pub(crate) fn draw(source: &str, width: usize) -> Option<Vec<Line>> {
    if source.len() > LONGEST || width < NARROWEST {
        return None;
    }
    let mut lines =
        source.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("%%")).peekable();
    if lines.next_if(|l| *l == "---").is_some() {
        lines.find(|l| *l == "---")?;
    }
    let (header, first) = lines.next().map(|l| l.split_once(';').unwrap_or((l, "")))?;
    let statements: Vec<&str> = std::iter::once(first).chain(lines).collect();
    let drawn = match header.split(' ').next()? {
        "graph" | "flowchart" => chart::draw(&flow::read(header, &statements)?, width),
        "sequenceDiagram" => lifelines::draw(&sequence::read(&statements)?, width),
        _ => None,
    };
    drawn.filter(|lines| lines.iter().all(|l| l.width() <= width))
}

/// Built without drawings.
#[cfg(not(feature = "mermaid"))]
pub(crate) fn draw(_: &str, _: usize) -> Option<Vec<Line>> {
    None
}
