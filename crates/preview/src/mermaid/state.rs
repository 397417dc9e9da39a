//! Reads `stateDiagram`.
//!
//! - States and transitions with labels, starts and ends, choices, forks and joins.
//! - A composite state is a group; transitions lead to it and into it. Its regions are next to each other.
//! - A note is a box with a dotted line to it.
//! - Styles and classes only affect looks and are ignored; anything unknown is refused, not guessed.

use super::NotDrawn;
use super::canvas::Weight;
use super::flow::direct;
use super::graph::{Direction, Edge, EdgeEnd, Graph, Group, Node, NodeShape};
use super::quotes::unquoted;

/// The diagram that a source describes, as a chart.
pub(super) fn read(statements: &[&str]) -> Result<Graph, NotDrawn> {
    let mut reader =
        StateReader { graph: Graph::new(Direction::Down), open: Vec::new(), regions: 0, note: None };
    for line in statements {
        reader.statement(line).ok_or_else(|| NotDrawn::Statement((*line).to_owned()))?;
        reader.graph.check()?;
    }
    if !reader.open.is_empty() || reader.note.is_some() {
        return Err(NotDrawn::Unclosed);
    }
    reader.graph.done()
}

struct StateReader {
    graph: Graph,
    /// Open composite states, each with the number of its region.
    open: Vec<(usize, usize)>,
    /// The number of regions so far.
    regions: usize,
    /// An open note of several lines: its state, its text.
    note: Option<(usize, String)>,
}

impl StateReader {
    fn statement(&mut self, text: &str) -> Option<()> {
        if let Some((state, mut said)) = self.note.take() {
            if text == "end note" {
                self.put_note(state, &said);
            } else {
                said.push_str(if said.is_empty() { "" } else { "\n" });
                said.push_str(text);
                self.note = Some((state, said));
            }
            return Some(());
        }
        let text = text.strip_suffix(';').unwrap_or(text).trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "" | "classDef" | "class" | "style" | "hide" | "scale" | "accTitle:" | "accDescr:" => {}
            "direction" => {
                let direction = direct(rest.trim())?;
                if self.open.is_empty() {
                    self.graph.direction = direction;
                }
            }
            "state" => self.state(rest.trim())?,
            "note" => self.note(rest.trim())?,
            "}" => {
                self.open.pop()?;
            }
            "--" => {
                self.regions += 1;
                let region = self.regions;
                self.open.last_mut()?.1 = region;
            }
            _ => self.transition(text)?,
        }
        Some(())
    }

    /// `Name`, `"Title" as Name`, either followed by ` {` or `<<choice>>`.
    fn state(&mut self, text: &str) -> Option<()> {
        let (text, opens) = match text.strip_suffix('{') {
            Some(text) => (text.trim(), true),
            None => (text, false),
        };
        let (text, kind) = match text.split_once("<<") {
            Some((text, kind)) => (text.trim(), kind.strip_suffix(">>")?.trim()),
            None => (text, ""),
        };
        let (title, name) = match text.rsplit_once(" as ") {
            Some((title, name)) => (unquoted(title.trim()), name.trim()),
            None => (unquoted(text), unquoted(text)),
        };
        if name.is_empty() || name.contains("-->") {
            return None;
        }
        if opens {
            let parent = self.open.last().map(|(group, _)| *group);
            self.regions += 1;
            self.open.push((self.graph.groups.len(), self.regions));
            let group = Group { name: name.to_owned(), title: title.to_owned(), nodes: Vec::new(), parent };
            self.graph.groups.push(group);
            return Some(());
        }
        let node = self.named(name)?;
        if title != name {
            title.clone_into(&mut self.graph.nodes[node].label);
        }
        match kind {
            "" => {}
            "choice" => self.graph.nodes[node].shape = NodeShape::Slanted,
            "fork" | "join" => self.graph.nodes[node].shape = NodeShape::Square,
            _ => return None,
        }
        Some(())
    }

    /// `A --> B : label`, `A : description`, `A`.
    fn transition(&mut self, text: &str) -> Option<()> {
        let Some((from, rest)) = text.split_once("-->") else {
            let (name, about) = text.split_once(':').unwrap_or((text, ""));
            let node = self.named(name.trim())?;
            let state = &mut self.graph.nodes[node];
            match about.trim() {
                "" => {}
                about if state.label == state.name => about.clone_into(&mut state.label),
                about => {
                    state.label.push('\n');
                    state.label.push_str(about);
                }
            }
            return Some(());
        };
        let (to, label) = rest.split_once(" :").or_else(|| rest.split_once(": ")).unwrap_or((rest, ""));
        let (from, to) = (from.trim(), to.trim());
        let from = if from == "[*]" { self.end("start", "●") } else { self.named(from)? };
        let to = if to == "[*]" { self.end("end", "◉") } else { self.named(to)? };
        self.edge(from, to, label.trim(), Weight::Thin, EdgeEnd::Arrow);
        Some(())
    }

    fn edge(&mut self, from: usize, to: usize, label: &str, weight: Weight, head: EdgeEnd) {
        let label = label.to_owned();
        self.graph.edges.push(Edge { from, to, label, weight, tail: EdgeEnd::None, head, hidden: false });
    }

    fn named(&mut self, name: &str) -> Option<usize> {
        let name = name.split(":::").next().unwrap_or(name).trim();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
        if name.is_empty() || !name.chars().all(plain) {
            return None;
        }
        let node = self.graph.node(name, NodeShape::Round);
        self.graph.put(node, self.open.last().map(|(group, _)| *group));
        Some(node)
    }

    /// Start or end of the open composite state.
    fn end(&mut self, word: &str, sign: &str) -> usize {
        let region = self.open.last().map_or(0, |(_, region)| *region);
        let node = self.graph.node(&format!("[*] {word} {region}"), NodeShape::Round);
        sign.clone_into(&mut self.graph.nodes[node].label);
        self.graph.put(node, self.open.last().map(|(group, _)| *group));
        node
    }

    /// `right of A : text`, or its first line.
    fn note(&mut self, text: &str) -> Option<()> {
        let text = text.strip_prefix("right of ").or_else(|| text.strip_prefix("left of "))?;
        match text.split_once(':') {
            Some((name, said)) => {
                let state = self.named(name.trim())?;
                self.put_note(state, said.trim());
            }
            None => self.note = Some((self.named(text.trim())?, String::new())),
        }
        Some(())
    }

    fn put_note(&mut self, state: usize, text: &str) {
        let name = format!("[note] {}", self.graph.nodes.len());
        self.graph.nodes.push(Node { label: text.to_owned(), ..Node::new(&name, NodeShape::Square) });
        let node = self.graph.nodes.len() - 1;
        self.graph.put(node, self.open.last().map(|(group, _)| *group));
        self.edge(state, node, "", Weight::Dotted, EdgeEnd::None);
    }
}
