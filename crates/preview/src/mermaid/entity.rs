//! Reads `erDiagram`.
//!
//! - An entity is a box: its name, its attributes with types, keys and comments.
//! - A relationship's cardinalities are in its label: `1 places 0..n`; a non-identifying one is dotted.
//! - Anything unknown is refused, not guessed.

use super::NotDrawn;
use super::canvas::Weight;
use super::class::with_counts;
use super::flow::direct;
use super::graph::{Direction, Edge, EdgeEnd, Graph, NodeShape};
use super::quotes::unquoted;

/// The diagram that a source describes, as a chart.
pub(super) fn read(statements: &[&str]) -> Result<Graph, NotDrawn> {
    let mut graph = Graph::new(Direction::Down);
    let mut open = None;
    for line in statements {
        let read = match open {
            Some(entity) => {
                attribute(&mut graph, entity, line, &mut open);
                Some(())
            }
            None => statement(&mut graph, line, &mut open),
        };
        read.ok_or_else(|| NotDrawn::Statement((*line).to_owned()))?;
        graph.check()?;
    }
    if open.is_some() { Err(NotDrawn::Unclosed) } else { graph.done() }
}

fn attribute(graph: &mut Graph, entity: usize, text: &str, open: &mut Option<usize>) {
    let (members, closes) = match text.strip_suffix('}') {
        Some(members) => (members.trim(), true),
        None => (text, false),
    };
    if !members.is_empty() {
        let parts = &mut graph.nodes[entity].parts;
        parts.resize(1, Vec::new());
        parts[0].push(members.to_owned());
    }
    if closes {
        *open = None;
    }
}

fn statement(graph: &mut Graph, text: &str, open: &mut Option<usize>) -> Option<()> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match word {
        "classDef" | "class" | "style" | "accTitle:" | "accDescr:" => return Some(()),
        "title" => return None,
        "direction" => {
            graph.direction = direct(rest.trim())?;
            return Some(());
        }
        _ => {}
    }
    if let Some((name, body)) = text.split_once('{').filter(|(name, _)| ends(name).is_none()) {
        let entity = named(graph, name.trim())?;
        *open = Some(entity);
        attribute(graph, entity, body.trim(), open);
        return Some(());
    }
    let Some((left, weight, right)) = ends(text) else {
        return named(graph, text.trim()).map(|_| ());
    };
    let (right, label) = right.split_once(':').unwrap_or((right, ""));
    let (left, from_count) = counted(left.trim(), true)?;
    let (right, to_count) = counted(right.trim(), false)?;
    let (from, to) = (named(graph, left)?, named(graph, right)?);
    let label = with_counts(from_count, unquoted(label.trim()), to_count);
    let (tail, head) = (EdgeEnd::None, EdgeEnd::None);
    graph.edges.push(Edge { from, to, label, weight, tail, head, hidden: false });
    Some(())
}

/// The parts before and after the line of a relationship.
fn ends(text: &str) -> Option<(&str, Weight, &str)> {
    let at = |sign: &str| {
        text.match_indices(sign).map(|(at, _)| at).find(|at| {
            let (before, after) = (&text[..*at], &text[at + 2..]);
            before.ends_with(['|', 'o', '{', '}']) && after.starts_with(['|', 'o', '{', '}'])
        })
    };
    let (at, weight) = match (at("--"), at("..")) {
        (Some(at), _) => (at, Weight::Thin),
        (None, Some(at)) => (at, Weight::Dotted),
        (None, None) => return None,
    };
    Some((&text[..at], weight, &text[at + 2..]))
}

/// An entity, and the cardinality on its side of the line.
fn counted(text: &str, behind: bool) -> Option<(&str, &'static str)> {
    const SIGNS: [(&str, &str); 8] = [
        ("|o", "0..1"),
        ("o|", "0..1"),
        ("||", "1"),
        ("}o", "0..n"),
        ("o{", "0..n"),
        ("}|", "1..n"),
        ("|{", "1..n"),
        ("|}", "1..n"),
    ];
    let (name, sign) = if behind {
        text.split_at(text.len().checked_sub(2).filter(|at| text.is_char_boundary(*at))?)
    } else {
        let (sign, name) = text.split_at_checked(2)?;
        (name, sign)
    };
    let count = SIGNS.iter().find(|(known, _)| *known == sign)?.1;
    Some((name.trim(), count))
}

/// `NAME`, `"a name"`, `id[Name]`.
fn named(graph: &mut Graph, text: &str) -> Option<usize> {
    let text = text.split(":::").next().unwrap_or(text).trim();
    let (name, label) = match text.split_once('[') {
        Some((name, label)) => (name.trim(), Some(unquoted(label.strip_suffix(']')?.trim()))),
        None => (unquoted(text), None),
    };
    if name.is_empty() || name.contains(['{', '}', '|', '"', '[']) {
        return None;
    }
    let entity = graph.node(name, NodeShape::Square);
    if let Some(label) = label {
        label.clone_into(&mut graph.nodes[entity].label);
    }
    Some(entity)
}
