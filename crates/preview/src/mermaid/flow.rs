//! Reads `graph` and `flowchart`.
//!
//! - Nodes in all bracket shapes, chains, `A & B`, labels in both spellings, dotted and thick edges.
//! - Groups keep their titles; styles, classes and clicks are about looks and are passed over.
//! - What is not understood is not guessed: there is no chart then.
//! - At most 60 nodes and 100 edges.

use super::canvas::Weight;
use super::graph::{Direction, Edge, Graph, Group, Head, Node, Shape};

const NODES: usize = 60;
const EDGES: usize = 100;

/// The chart that a source describes.
pub(super) fn read(header: &str, statements: &[&str]) -> Option<Graph> {
    let direction = match header.split_whitespace().nth(1).unwrap_or("TB").trim_end_matches(';') {
        "TB" | "TD" => Direction::Down,
        "BT" => Direction::Up,
        "LR" => Direction::Right,
        "RL" => Direction::Left,
        _ => return None,
    };
    let graph = Graph { direction, nodes: Vec::new(), edges: Vec::new(), groups: Vec::new() };
    let mut reader = Reader { graph, open: Vec::new(), names: Vec::new() };
    for line in statements {
        for statement in split(line) {
            reader.statement(statement.trim())?;
        }
    }
    // An edge to a group has no node that it could lead to.
    let to_group = reader.graph.nodes.iter().any(|n| reader.names.contains(&n.name));
    let fits = !reader.graph.nodes.is_empty() && reader.open.is_empty() && !to_group;
    fits.then_some(reader.graph)
}

/// The statements of a line: `;` parts them, but not inside brackets or quotes.
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

struct Reader {
    graph: Graph,
    /// Groups that are open.
    open: Vec<usize>,
    /// What groups are called.
    names: Vec<String>,
}

impl Reader {
    fn statement(&mut self, text: &str) -> Option<()> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "" | "style" | "classDef" | "class" | "linkStyle" | "click" | "direction" => return Some(()),
            "accTitle:" | "accDescr:" => return Some(()),
            "subgraph" => {
                let title = rest.split_once('[').map_or(rest, |(_, title)| title.trim_end_matches(']'));
                let title = unquoted(title.trim()).to_owned();
                self.names.push(rest.split(['[', ' ']).next().unwrap_or(rest).to_owned());
                self.open.push(self.graph.groups.len());
                self.graph.groups.push(Group { title, nodes: Vec::new() });
                return Some(());
            }
            "end" => return self.open.pop().map(|_| ()),
            _ => {}
        }
        let (mut sources, mut rest) = self.nodes(text)?;
        while !rest.is_empty() {
            let (link, after) = link(rest)?;
            let (targets, after) = self.nodes(after)?;
            for from in &sources {
                for to in &targets {
                    let Link { label, weight, tail, head, hidden } = link.clone();
                    if !hidden {
                        let edge = Edge { from: *from, to: *to, label, weight, tail, head };
                        self.graph.edges.push(edge);
                    }
                }
            }
            if self.graph.edges.len() > EDGES {
                return None;
            }
            sources = targets;
            rest = after;
        }
        Some(())
    }

    /// Nodes with `&` between them, and what follows.
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
        let mut end = 0;
        for (at, c) in text.char_indices() {
            let next = text[at + c.len_utf8()..].chars().next();
            let joins = c == '-' && at > 0 && next.is_some_and(|n| n.is_alphanumeric() || n == '_');
            if !(c.is_alphanumeric() || matches!(c, '_' | '.') || joins) {
                break;
            }
            end = at + c.len_utf8();
        }
        let (name, rest) = text.split_at(end);
        if name.is_empty() || name == "end" {
            return None;
        }
        let (framed, rest) = frame(rest)?;
        let rest = match rest.strip_prefix(":::") {
            Some(class) => class.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-')),
            None => rest,
        };
        let known = self.graph.nodes.iter().position(|n| n.name == name);
        let node = known.unwrap_or_else(|| {
            self.graph.nodes.push(Node {
                name: name.to_owned(),
                label: name.to_owned(),
                shape: Shape::Square,
            });
            self.graph.nodes.len() - 1
        });
        if let Some((shape, label)) = framed {
            self.graph.nodes[node].shape = shape;
            label.clone_into(&mut self.graph.nodes[node].label);
        }
        if let Some(group) = self.open.last() {
            let grouped = self.graph.groups.iter().any(|g| g.nodes.contains(&node));
            if !grouped {
                self.graph.groups[*group].nodes.push(node);
            }
        }
        (self.graph.nodes.len() <= NODES).then_some((node, rest.trim_start()))
    }
}

/// A label in its brackets, if there is one, and what follows.
fn frame(text: &str) -> Option<(Option<(Shape, &str)>, &str)> {
    const FRAMES: [(&str, &[&str], Shape); 12] = [
        ("(((", &[")))"], Shape::Round),
        ("((", &["))"], Shape::Round),
        ("([", &["])"], Shape::Round),
        ("[[", &["]]"], Shape::Square),
        ("[(", &[")]"], Shape::Round),
        ("[/", &["/]", "\\]"], Shape::Slanted),
        ("[\\", &["\\]", "/]"], Shape::Slanted),
        ("{{", &["}}"], Shape::Slanted),
        ("[", &["]"], Shape::Square),
        ("(", &[")"], Shape::Round),
        ("{", &["}"], Shape::Slanted),
        (">", &["]"], Shape::Square),
    ];
    if text.starts_with("@{") {
        return None;
    }
    for (open, closes, shape) in FRAMES {
        let Some(inner) = text.strip_prefix(open) else { continue };
        let trimmed = inner.trim_start();
        let skipped = match trimmed.strip_prefix('"') {
            Some(quoted) => inner.len() - quoted.len() + quoted.find('"')? + 1,
            None => 0,
        };
        let found =
            closes.iter().filter_map(|close| Some((inner[skipped..].find(close)? + skipped, close.len())));
        let (end, length) = found.min()?;
        return Some((Some((shape, unquoted(inner[..end].trim()))), &inner[end + length..]));
    }
    Some((None, text))
}

pub(super) fn unquoted(text: &str) -> &str {
    let bare = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
    bare.strip_prefix('`').and_then(|t| t.strip_suffix('`')).unwrap_or(bare)
}

#[derive(Clone)]
struct Link {
    label: String,
    weight: Weight,
    tail: Head,
    head: Head,
    hidden: bool,
}

/// An edge's sign with its label, and what follows.
fn link(text: &str) -> Option<(Link, &str)> {
    let (tail, body) = match text.chars().next()? {
        '<' => (Head::Arrow, &text[1..]),
        'o' if text.starts_with("o-") => (Head::Circle, &text[1..]),
        'x' if text.starts_with("x-") => (Head::Cross, &text[1..]),
        _ => (Head::None, text),
    };
    if let Some(rest) = body.strip_prefix("~~~") {
        let link = Link { label: String::new(), weight: Weight::Thin, tail, head: Head::None, hidden: true };
        return Some((link, rest.trim_start_matches('~').trim_start()));
    }
    let (weight, begins, ends) = match body.get(..2)? {
        "--" => (Weight::Thin, "--", "--"),
        "==" => (Weight::Heavy, "==", "=="),
        "-." => (Weight::Dotted, "-.", ".-"),
        _ => return None,
    };
    let mut label = "";
    let (head, mut rest) = if let Some(found) = closed(body, weight) {
        found
    } else {
        // `-- label -->`
        let inner = body.strip_prefix(begins)?;
        let end = inner.find(ends)?;
        label = inner[..end].trim();
        let tail = &inner[end..];
        match tail.strip_prefix('.').filter(|_| weight == Weight::Dotted) {
            Some(rest) => headed(rest.trim_start_matches('-')),
            None => closed(tail, weight)?,
        }
    };
    rest = rest.trim_start();
    if let Some(inner) = rest.strip_prefix('|') {
        let end = inner.find('|')?;
        label = inner[..end].trim();
        rest = inner[end + 1..].trim_start();
    }
    let link = Link { label: unquoted(label).to_owned(), weight, tail, head, hidden: false };
    Some((link, rest))
}

/// A whole sign such as `-->`, `---` or `-.->`.
fn closed(text: &str, weight: Weight) -> Option<(Head, &str)> {
    let (sign, fewest) = match weight {
        Weight::Thin => ('-', 2),
        Weight::Heavy => ('=', 2),
        Weight::Dotted => {
            let rest = text.strip_prefix('-')?.trim_start_matches('.');
            let rest = rest.strip_prefix('-')?;
            return Some(headed(rest));
        }
    };
    let rest = text.trim_start_matches(sign);
    let count = text.len() - rest.len();
    let (head, rest) = headed(rest);
    (count >= fewest + usize::from(head == Head::None)).then_some((head, rest))
}

fn headed(rest: &str) -> (Head, &str) {
    let apart = |rest: &str| rest.is_empty() || rest.starts_with([' ', '|', '\t']);
    match rest.chars().next() {
        Some('>') => (Head::Arrow, &rest[1..]),
        Some('o') if apart(&rest[1..]) => (Head::Circle, &rest[1..]),
        Some('x') if apart(&rest[1..]) => (Head::Cross, &rest[1..]),
        _ => (Head::None, rest),
    }
}
