//! Reads `graph` and `flowchart`.
//!
//! - Nodes in all bracket shapes and by attributes (`@{ shape: …, label: … }`), chains, `A & B`.
//! - Edge labels in both notations, dotted and thick edges; an edge may have a name, and attributes under
//!   that name.
//! - Groups nest; edges may lead to a group. Styles, classes and clicks only affect looks and are ignored.
//! - Anything unknown is refused, not guessed: there is no chart then.

use super::NotDrawn;
use super::graph::{Direction, Edge, Graph, Group, NodeShape};
use super::link::{Link, link};
use super::quotes::unquoted;

/// The chart that a source describes.
pub(super) fn read(header: &str, statements: &[&str]) -> Result<Graph, NotDrawn> {
    let direction = header.split_whitespace().nth(1).unwrap_or("TB");
    let direction = direct(direction).ok_or_else(|| NotDrawn::Statement(header.to_owned()))?;
    let mut reader = FlowReader { graph: Graph::new(direction), open: Vec::new(), edges: Vec::new() };
    for line in statements {
        for statement in split(line) {
            let read = reader.statement(statement.trim());
            read.ok_or_else(|| NotDrawn::Statement(statement.trim().to_owned()))?;
            reader.graph.check()?;
        }
    }
    if !reader.open.is_empty() {
        return Err(NotDrawn::Unclosed);
    }
    reader.graph.done()
}

/// A direction in Mermaid's notation.
pub(super) fn direct(name: &str) -> Option<Direction> {
    match name {
        "TB" | "TD" => Some(Direction::Down),
        "BT" => Some(Direction::Up),
        "LR" => Some(Direction::Right),
        "RL" => Some(Direction::Left),
        _ => None,
    }
}

/// The statements of a line, separated by `;` outside brackets and quotes.
fn split(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut quoted, mut start) = (0_usize, false, 0);
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '[' | '(' | '{' if !quoted => depth += 1,
            ']' | ')' | '}' if !quoted => depth = depth.saturating_sub(1),
            ';' if !quoted && depth == 0 => {
                parts.push(&line[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&line[start..]);
    parts
}

struct FlowReader {
    graph: Graph,
    open: Vec<usize>,
    edges: Vec<String>,
}

impl FlowReader {
    fn statement(&mut self, text: &str) -> Option<()> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "" | "style" | "classDef" | "class" | "linkStyle" | "click" | "direction" => return Some(()),
            "accTitle:" | "accDescr:" => return Some(()),
            "subgraph" => {
                self.open(rest.trim());
                return Some(());
            }
            "end" => return self.open.pop().map(|_| ()),
            _ => {}
        }
        if self
            .edges
            .iter()
            .any(|name| text.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with("@{")))
        {
            // An edge's style.
            return Some(());
        }
        let (mut sources, mut rest) = self.nodes(text)?;
        while !rest.is_empty() {
            let (name, sign) = named(rest);
            self.edges.extend(name.map(str::to_owned));
            let (link, after) = link(sign)?;
            let (targets, after) = self.nodes(after)?;
            for from in &sources {
                for to in &targets {
                    let Link { label, weight, tail, head, hidden } = link.clone();
                    if !hidden {
                        self.graph.edges.push(Edge {
                            from: *from,
                            to: *to,
                            label,
                            weight,
                            tail,
                            head,
                            hidden,
                        });
                    }
                }
            }
            if self.graph.check().is_err() {
                // The statement reader reports it.
                return Some(());
            }
            sources = targets;
            rest = after;
        }
        Some(())
    }

    /// `id`, `id [title]`, `"title"`.
    fn open(&mut self, text: &str) {
        let (name, title) = match text.split_once('[') {
            Some((name, title)) => (name.trim(), title.trim_end().trim_end_matches(']')),
            None => (unquoted(text), text),
        };
        let (name, title) = (name.to_owned(), unquoted(title.trim()).to_owned());
        let parent = self.open.last().copied();
        self.open.push(self.graph.groups.len());
        self.graph.groups.push(Group { name, title, nodes: Vec::new(), parent });
    }

    /// Nodes joined by `&`, and the rest.
    fn nodes<'t>(&mut self, text: &'t str) -> Option<(Vec<usize>, &'t str)> {
        let (first, mut rest) = self.node(text.trim_start())?;
        let mut all = vec![first];
        while let Some(after) = rest.strip_prefix('&') {
            let (node, after) = self.node(after.trim_start())?;
            all.push(node);
            rest = after;
        }
        Some((all, rest))
    }

    fn node<'t>(&mut self, text: &'t str) -> Option<(usize, &'t str)> {
        let (name, rest) = text.split_at(name_end(text));
        if name.is_empty() || name == "end" {
            return None;
        }
        let (framed, rest) = frame(rest)?;
        let rest = match rest.strip_prefix(":::") {
            Some(class) => class.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-')),
            None => rest,
        };
        let node = self.graph.node(name, NodeShape::Square);
        if let Some((shape, label)) = framed {
            self.graph.nodes[node].shape = shape;
            if let Some(label) = label {
                label.clone_into(&mut self.graph.nodes[node].label);
            }
        }
        self.graph.put(node, self.open.last().copied());
        Some((node, rest.trim_start()))
    }
}

fn name_end(text: &str) -> usize {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        // A hyphen inside a name; `a--b` is an edge.
        let joins = c == '-' && at > 0 && next.is_some_and(|n| n.is_alphanumeric() || n == '_');
        if !(c.is_alphanumeric() || matches!(c, '_' | '.') || joins) {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// An edge's name, if it has one, and its sign: `e1@-->`.
fn named(text: &str) -> (Option<&str>, &str) {
    let (name, after) = text.split_at(name_end(text));
    match after.strip_prefix('@').filter(|rest| !rest.starts_with('{')) {
        Some(sign) => (Some(name), sign),
        None => (None, text),
    }
}

/// A shape and a label, if any, and the rest.
type Framed<'t> = (Option<(NodeShape, Option<&'t str>)>, &'t str);

/// A label in its brackets, or attributes.
fn frame(text: &str) -> Option<Framed<'_>> {
    // Longer brackets come first: they begin like shorter ones.
    const FRAMES: [(&str, &[&str], NodeShape); 12] = [
        ("(((", &[")))"], NodeShape::Round),
        ("((", &["))"], NodeShape::Round),
        ("([", &["])"], NodeShape::Round),
        ("[[", &["]]"], NodeShape::Square),
        ("[(", &[")]"], NodeShape::Round),
        ("[/", &["/]", "\\]"], NodeShape::Slanted),
        ("[\\", &["\\]", "/]"], NodeShape::Slanted),
        ("{{", &["}}"], NodeShape::Slanted),
        ("[", &["]"], NodeShape::Square),
        ("(", &[")"], NodeShape::Round),
        ("{", &["}"], NodeShape::Slanted),
        (">", &["]"], NodeShape::Square),
    ];
    if let Some(inner) = text.strip_prefix("@{") {
        return attributes(inner);
    }
    for (open, closes, shape) in FRAMES {
        let Some(inner) = text.strip_prefix(open) else { continue };
        let trimmed = inner.trim_start();
        // Inside quotes a bracket closes nothing.
        let skipped = match trimmed.strip_prefix('"') {
            Some(quoted) => inner.len() - quoted.len() + quoted.find('"')? + 1,
            None => 0,
        };
        let found =
            closes.iter().filter_map(|close| Some((inner[skipped..].find(close)? + skipped, close.len())));
        let (end, length) = found.min()?;
        return Some((Some((shape, Some(unquoted(inner[..end].trim())))), &inner[end + length..]));
    }
    Some((None, text))
}

/// `shape: cyl, label: "DB" }`, after the brace.
fn attributes(mut text: &str) -> Option<Framed<'_>> {
    let (mut shape, mut label) = (NodeShape::Square, None);
    loop {
        text = text.trim_start_matches([' ', ',', '\t']);
        if let Some(rest) = text.strip_prefix('}') {
            return Some((Some((shape, label)), rest));
        }
        let (key, rest) = text.split_once(':')?;
        let rest = rest.trim_start();
        let (value, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => rest.split_at(rest.find([',', '}'])?),
        };
        match key.trim() {
            "shape" => shape = shaped(value.trim()),
            "label" => label = Some(value.trim()),
            _ => {}
        }
        text = after;
    }
}

/// The frame closest to a named shape.
fn shaped(name: &str) -> NodeShape {
    match name {
        "diam" | "diamond" | "decision" | "question" | "hex" | "hexagon" | "prepare" | "lean-r"
        | "lean-l" | "lean-right" | "lean-left" | "in-out" | "out-in" | "trap-b" | "trap-t" | "manual"
        | "priority" => NodeShape::Slanted,
        "rounded" | "event" | "stadium" | "terminal" | "pill" | "circle" | "circ" | "cyl" | "cylinder"
        | "database" | "db" | "das" | "lin-cyl" | "disk" | "dbl-circ" | "double-circle" | "sm-circ"
        | "start" | "fr-circ" | "stop" | "cloud" | "delay" => NodeShape::Round,
        _ => NodeShape::Square,
    }
}
