//! Mermaid diagrams as drawings of box characters.
//!
//! - Flowcharts, state, class and entity diagrams, sequences; pies and Gantt charts as bars.
//! - A chart that is too wide gets narrower labels, then turns by a quarter.
//! - A diagram that can't be read, doesn't fit or would mislead isn't drawn: a line above its source says
//!   why.
//! - A title is above the drawing; below it come things without a place in it, such as edges from a node to
//!   itself.

#[cfg(feature = "mermaid")]
mod bars;
#[cfg(feature = "mermaid")]
mod borders;
#[cfg(feature = "mermaid")]
mod bounds;
#[cfg(feature = "mermaid")]
mod canvas;
#[cfg(feature = "mermaid")]
mod chart;
#[cfg(feature = "mermaid")]
mod class;
#[cfg(feature = "mermaid")]
mod entity;
#[cfg(feature = "mermaid")]
mod fence;
#[cfg(feature = "mermaid")]
mod flow;
#[cfg(feature = "mermaid")]
mod graph;
#[cfg(feature = "mermaid")]
mod label;
#[cfg(feature = "mermaid")]
mod laid;
#[cfg(feature = "mermaid")]
mod layers;
#[cfg(feature = "mermaid")]
mod lifelines;
#[cfg(feature = "mermaid")]
mod link;
#[cfg(feature = "mermaid")]
mod pen;
#[cfg(feature = "mermaid")]
mod place;
#[cfg(feature = "mermaid")]
mod quotes;
mod reason;
#[cfg(feature = "mermaid")]
mod route;
#[cfg(feature = "mermaid")]
mod sequence;
#[cfg(feature = "mermaid")]
mod source;
#[cfg(feature = "mermaid")]
mod state;

pub(crate) use reason::NotDrawn;

use asq_core::text::Line;
#[cfg(feature = "mermaid")]
use asq_core::text::{Style, Tone, wrap};

/// Longest source that is drawn, in bytes.
#[cfg(feature = "mermaid")]
const LONGEST: usize = 16 << 10;
/// Narrowest drawing, in cells.
#[cfg(feature = "mermaid")]
const NARROWEST: usize = 12;

/// Whether a fence's information names Mermaid.
pub(crate) fn is_named(info: &str) -> bool {
    info.split([' ', '{']).next().is_some_and(|name| name.eq_ignore_ascii_case("mermaid"))
}

/// A diagram within `width` cells, or the reason for not drawing it.
#[cfg(feature = "mermaid")]
pub(crate) fn draw(source: &str, width: usize) -> Result<Vec<Line>, NotDrawn> {
    if source.len() > LONGEST {
        return Err(NotDrawn::Long("16 KiB"));
    }
    if width < NARROWEST {
        return Err(NotDrawn::Wide(width));
    }
    let source = source::read(source)?;
    let all: Vec<&str> = source.statements.iter().map(String::as_str).collect();
    let header = source.header.as_str();
    let mut lines: Vec<Line> = Vec::new();
    if let Some(title) = &source.title {
        let line = Line::of(crate::raw::shown(title), Style::of(Tone::Heading).bold());
        lines.extend(wrap::wrap(&line, width));
        lines.push(Line::default());
    }
    let drawn = match source.family() {
        "graph" | "flowchart" | "flowchart-elk" => chart::draw(&flow::read(header, &all)?, width)?,
        "stateDiagram" | "stateDiagram-v2" => chart::draw(&state::read(&all)?, width)?,
        "classDiagram" | "classDiagram-v2" => chart::draw(&class::read(&all)?, width)?,
        "erDiagram" => chart::draw(&entity::read(&all)?, width)?,
        "sequenceDiagram" => {
            let diagram = sequence::read(&all)?;
            lifelines::draw(&diagram, width).ok_or(NotDrawn::Wide(width))?
        }
        "pie" => bars::pie(header, &all, width)?,
        "gantt" => bars::gantt(&all, width)?,
        other => return Err(NotDrawn::Family(other.to_owned())),
    };
    lines.extend(drawn);
    if lines.iter().all(|l| l.width() <= width) { Ok(lines) } else { Err(NotDrawn::Wide(width)) }
}

/// Built without drawings.
#[cfg(not(feature = "mermaid"))]
pub(crate) fn draw(_: &str, _: usize) -> Result<Vec<Line>, NotDrawn> {
    Err(NotDrawn::Family("Mermaid".to_owned()))
}
