//! Reads `classDiagram`.
//!
//! - A class is a box: its name with annotations, its attributes, its operations.
//! - Relations with their ends: inheritance △, composition ◆, aggregation ◇, dependency ►; multiplicities are
//!   in the label: `1 has 0..*`.
//! - Namespaces are groups; a note is a box with a dotted line to it.
//! - Anything unknown is refused, not guessed.

use super::NotDrawn;
use super::canvas::Weight;
use super::flow::direct;
use super::graph::{Direction, Edge, EdgeEnd, Graph, Group, Node, NodeShape};
use super::quotes::unquoted;

/// The diagram that a source describes, as a chart.
pub(super) fn read(statements: &[&str]) -> Result<Graph, NotDrawn> {
    let mut reader = ClassReader { graph: Graph::new(Direction::Down), class: None, spaces: Vec::new() };
    for line in statements {
        reader.statement(line).ok_or_else(|| NotDrawn::Statement((*line).to_owned()))?;
        reader.graph.check()?;
    }
    if reader.class.is_some() || !reader.spaces.is_empty() {
        return Err(NotDrawn::Unclosed);
    }
    reader.graph.done()
}

struct ClassReader {
    graph: Graph,
    /// The class that the following members belong to.
    class: Option<usize>,
    spaces: Vec<usize>,
}

impl ClassReader {
    fn statement(&mut self, text: &str) -> Option<()> {
        let text = text.trim();
        if let Some(class) = self.class {
            if text == "}" {
                self.class = None;
            } else {
                self.member(class, text);
            }
            return Some(());
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "" | "classDef" | "style" | "cssClass" | "click" | "link" | "callback" | "accTitle:"
            | "accDescr:" => {}
            "direction" => self.graph.direction = direct(rest)?,
            "class" => self.class(rest)?,
            "namespace" => {
                let name = rest.strip_suffix('{')?.trim();
                let parent = self.spaces.last().copied();
                self.spaces.push(self.graph.groups.len());
                let title = name.to_owned();
                self.graph.groups.push(Group { name: format!("{name} "), title, nodes: Vec::new(), parent });
            }
            "}" => {
                self.spaces.pop()?;
            }
            "note" => self.note(rest)?,
            _ if text.starts_with("<<") => {
                let (annotation, name) = text.split_once(">>")?;
                let class = self.named(name.trim())?;
                self.annotate(class, &format!("{annotation}>>"));
            }
            _ => self.relation(text)?,
        }
        Some(())
    }

    /// `Name`, `Name["Label"]`, `Name { … }`.
    fn class(&mut self, text: &str) -> Option<()> {
        let (head, body) = match text.split_once('{') {
            Some((head, body)) => (head.trim(), Some(body.trim())),
            None => (text, None),
        };
        let head = head.split(":::").next().unwrap_or(head).trim();
        let (name, label) = match head.split_once('[') {
            Some((name, label)) => (name.trim(), Some(unquoted(label.strip_suffix(']')?.trim()))),
            None => (head, None),
        };
        let class = self.named(name)?;
        if let Some(label) = label {
            label.clone_into(&mut self.graph.nodes[class].label);
        }
        let Some(body) = body else { return Some(()) };
        if let Some(members) = body.strip_suffix('}') {
            members.split(';').for_each(|member| self.member(class, member.trim()));
        } else {
            self.member(class, body);
            self.class = Some(class);
        }
        Some(())
    }

    fn named(&mut self, name: &str) -> Option<usize> {
        let name = name.trim().trim_matches('`').split(":::").next()?.trim();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | ',' | '<' | '>');
        if name.is_empty() || !name.chars().all(plain) {
            return None;
        }
        // `List~int~` and `List` are one class.
        let bare = name.split('~').next().unwrap_or(name);
        let class = self.graph.node(bare, NodeShape::Square);
        if bare != name {
            self.graph.nodes[class].label = generic(name);
        }
        self.graph.put(class, self.spaces.last().copied());
        Some(class)
    }

    fn member(&mut self, class: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        if text.starts_with("<<") {
            return self.annotate(class, text);
        }
        let parts = &mut self.graph.nodes[class].parts;
        parts.resize(2, Vec::new());
        parts[usize::from(text.contains('('))].push(generic(text));
    }

    fn annotate(&mut self, class: usize, annotation: &str) {
        let label = &mut self.graph.nodes[class].label;
        *label = format!("{}\n{label}", annotation.trim());
    }

    /// `for Class "text"`, `"text"`.
    fn note(&mut self, text: &str) -> Option<()> {
        let (class, said) = match text.strip_prefix("for ") {
            Some(rest) => {
                let (name, said) = rest.trim().split_once(char::is_whitespace)?;
                (Some(self.named(name)?), said)
            }
            None => (None, text),
        };
        let name = format!("note {}", self.graph.nodes.len());
        let label = unquoted(said.trim()).to_owned();
        self.graph.nodes.push(Node { label, ..Node::new(&name, NodeShape::Round) });
        let note = self.graph.nodes.len() - 1;
        if let Some(class) = class {
            let label = String::new();
            let (weight, tail, head) = (Weight::Dotted, EdgeEnd::None, EdgeEnd::None);
            self.graph.edges.push(Edge { from: class, to: note, label, weight, tail, head, hidden: false });
        }
        Some(())
    }

    /// `A <|-- B : label`, `A : member`.
    fn relation(&mut self, text: &str) -> Option<()> {
        let Some((left, weight, right)) = cut(text) else {
            let (name, member) = text.split_once(':')?;
            let class = self.named(name)?;
            self.member(class, member.trim());
            return Some(());
        };
        let (left, tail) = ended(left, &[("<|", EdgeEnd::Triangle), ("<", EdgeEnd::Arrow)]);
        let (right, label) = right.rsplit_once(" : ").unwrap_or((right, ""));
        let (right, head) = begun(right, &[("|>", EdgeEnd::Triangle), (">", EdgeEnd::Arrow)]);
        let (left, from_count) = counted(left.trim(), true);
        let (right, to_count) = counted(right.trim(), false);
        let (from, to) = (self.named(left)?, self.named(right)?);
        let label = with_counts(from_count, label.trim(), to_count);
        self.graph.edges.push(Edge { from, to, label, weight, tail, head, hidden: false });
        Some(())
    }
}

/// `List~int~` in its usual notation.
fn generic(text: &str) -> String {
    let mut out = String::new();
    let mut open = false;
    for c in text.chars() {
        match c {
            '~' if !open => out.push('<'),
            '~' => out.push('>'),
            _ => out.push(c),
        }
        open ^= c == '~';
    }
    if open { text.to_owned() } else { out }
}

/// The parts before and after the line of a relation, outside of quotes.
fn cut(text: &str) -> Option<(&str, Weight, &str)> {
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        quoted ^= c == '"';
        let weight = match text.get(at..at + 2) {
            Some("--") if !quoted => Weight::Thin,
            Some("..") if !quoted => Weight::Dotted,
            Some(_) | None => continue,
        };
        return Some((&text[..at], weight, &text[at + 2..]));
    }
    None
}

/// A relation's first end, after a class.
fn ended<'t>(text: &'t str, signs: &[(&str, EdgeEnd)]) -> (&'t str, EdgeEnd) {
    let text = text.trim_end();
    for (sign, head) in signs.iter().chain(&[("*", EdgeEnd::Diamond), (" o", EdgeEnd::Hollow)]) {
        if let Some(rest) = text.strip_suffix(sign) {
            return (rest, *head);
        }
    }
    (text, EdgeEnd::None)
}

/// Its second end, before a class.
fn begun<'t>(text: &'t str, signs: &[(&str, EdgeEnd)]) -> (&'t str, EdgeEnd) {
    for (sign, head) in signs.iter().chain(&[("*", EdgeEnd::Diamond), ("o ", EdgeEnd::Hollow)]) {
        if let Some(rest) = text.strip_prefix(sign) {
            return (rest, *head);
        }
    }
    (text, EdgeEnd::None)
}

/// A class, and the multiplicity in quotes next to it.
fn counted(text: &str, behind: bool) -> (&str, &str) {
    let parts = if behind {
        text.strip_suffix('"').and_then(|t| t.rsplit_once('"'))
    } else {
        text.strip_prefix('"').and_then(|t| t.split_once('"')).map(|(count, name)| (name, count))
    };
    parts.map_or((text, ""), |(name, count)| (name.trim(), count))
}

/// `1 has 0..*`
pub(super) fn with_counts(from: &str, label: &str, to: &str) -> String {
    let label = if label.is_empty() && !(from.is_empty() && to.is_empty()) { "to" } else { label };
    [from, label, to].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
}
