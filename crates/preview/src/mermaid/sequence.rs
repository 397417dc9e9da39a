//! Reads `sequenceDiagram`.
//!
//! - Participants in order of appearance, messages with all arrows, notes, blocks with their branches.
//! - Activations and background colours only affect looks and are ignored.
//! - Anything unknown is refused, not guessed: there is no diagram then.
//! - At most 16 participants and 200 items.

use super::NotDrawn;
use super::graph::EdgeEnd;
use super::quotes::unquoted;

const PEOPLE: usize = 16;
const ITEMS: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) actor: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoteSide {
    Left,
    Right,
    Over,
}

/// The steps, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Message {
        from: usize,
        to: usize,
        text: String,
        dotted: bool,
        head: EdgeEnd,
        tail: EdgeEnd,
    },
    Note {
        side: NoteSide,
        first: usize,
        last: usize,
        text: String,
    },
    /// A block starts: its keyword and text.
    Open(String),
    /// Another branch of it.
    Branch(String),
    Close,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Diagram {
    pub(super) title: String,
    pub(super) people: Vec<Person>,
    pub(super) items: Vec<Item>,
}

/// The diagram that a source describes.
pub(super) fn read(statements: &[&str]) -> Result<Diagram, NotDrawn> {
    let mut reader = SequenceReader::default();
    for line in statements {
        for statement in line.split(';') {
            let read = reader.statement(statement.trim());
            read.ok_or_else(|| NotDrawn::Statement(statement.trim().to_owned()))?;
        }
        if reader.diagram.people.len() > PEOPLE {
            return Err(NotDrawn::Many("16 participants"));
        }
        if reader.diagram.items.len() > ITEMS {
            return Err(NotDrawn::Many("200 items"));
        }
    }
    if !reader.open.is_empty() {
        return Err(NotDrawn::Unclosed);
    }
    if reader.diagram.people.is_empty() { Err(NotDrawn::Empty) } else { Ok(reader.diagram) }
}

#[derive(Default)]
struct SequenceReader {
    diagram: Diagram,
    /// Open blocks; `false` for one that isn't drawn.
    open: Vec<bool>,
    /// The next message's number, if messages have numbers.
    number: Option<usize>,
}

impl SequenceReader {
    fn statement(&mut self, text: &str) -> Option<()> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "" | "activate" | "deactivate" | "destroy" | "link" | "links" | "accTitle:" | "accDescr:" => {}
            "autonumber" => self.number = Some(rest.parse().unwrap_or(1)),
            "create" => return self.statement(rest).filter(|()| rest.starts_with(['p', 'a'])),
            "participant" | "actor" => self.introduce(rest, word == "actor")?,
            "title" | "title:" => rest.clone_into(&mut self.diagram.title),
            "loop" | "alt" | "opt" | "par" | "critical" | "break" => {
                self.open.push(true);
                self.diagram.items.push(Item::Open(titled(word, rest)));
            }
            "rect" => self.open.push(false),
            "else" | "and" | "option" => {
                self.open.last().filter(|drawn| **drawn)?;
                self.diagram.items.push(Item::Branch(titled(word, rest)));
            }
            "end" => {
                if self.open.pop()? {
                    self.diagram.items.push(Item::Close);
                }
            }
            "Note" | "note" => self.note(rest)?,
            _ => self.message(text)?,
        }
        Some(())
    }

    fn introduce(&mut self, text: &str, actor: bool) -> Option<()> {
        let (name, label) = text.split_once(" as ").unwrap_or((text, text));
        let name = name.trim();
        // Attributes set a participant's look: `A@{ "type": "database" }`.
        let bare = |text: &str| text.split("@{").next().unwrap_or(text).trim().to_owned();
        let (name, label) = (bare(name), bare(label));
        if name.is_empty() {
            return None;
        }
        let at = self.person(&name)?;
        let person = &mut self.diagram.people[at];
        unquoted(&label).clone_into(&mut person.label);
        person.actor = actor;
        Some(())
    }

    fn person(&mut self, name: &str) -> Option<usize> {
        let name = name.trim();
        if name.is_empty() || name.contains("->") || name.contains("--") {
            return None;
        }
        let people = &mut self.diagram.people;
        Some(people.iter().position(|p| p.name == name).unwrap_or_else(|| {
            people.push(Person { name: name.to_owned(), label: name.to_owned(), actor: false });
            people.len() - 1
        }))
    }

    fn note(&mut self, text: &str) -> Option<()> {
        let (place, text) = text.split_once(':')?;
        let (side, names) = if let Some(name) = place.strip_prefix("left of ") {
            (NoteSide::Left, name)
        } else if let Some(name) = place.strip_prefix("right of ") {
            (NoteSide::Right, name)
        } else {
            (NoteSide::Over, place.strip_prefix("over ")?)
        };
        let (first, last) = names.split_once(',').unwrap_or((names, names));
        let (first, last) = (self.person(first)?, self.person(last)?);
        let (first, last) = (first.min(last), first.max(last));
        self.diagram.items.push(Item::Note { side, first, last, text: text.trim().to_owned() });
        Some(())
    }

    fn message(&mut self, text: &str) -> Option<()> {
        // Longer ones first, because each contains a shorter one.
        const ARROWS: [(&str, bool, EdgeEnd, EdgeEnd); 10] = [
            ("<<-->>", true, EdgeEnd::Arrow, EdgeEnd::Arrow),
            ("<<->>", false, EdgeEnd::Arrow, EdgeEnd::Arrow),
            ("-->>", true, EdgeEnd::None, EdgeEnd::Arrow),
            ("->>", false, EdgeEnd::None, EdgeEnd::Arrow),
            ("--x", true, EdgeEnd::None, EdgeEnd::Cross),
            ("--)", true, EdgeEnd::None, EdgeEnd::Arrow),
            ("-->", true, EdgeEnd::None, EdgeEnd::None),
            ("-x", false, EdgeEnd::None, EdgeEnd::Cross),
            ("-)", false, EdgeEnd::None, EdgeEnd::Arrow),
            ("->", false, EdgeEnd::None, EdgeEnd::None),
        ];
        let (names, said) = text.split_once(':').unwrap_or((text, ""));
        let found = ARROWS.iter().filter_map(|arrow| Some((names.find(arrow.0)?, arrow)));
        let (at, (sign, dotted, tail, head)) =
            found.min_by_key(|(at, arrow)| (*at, usize::MAX - arrow.0.len()))?;
        let from = self.person(&names[..at])?;
        let to = self.person(names[at + sign.len()..].trim_start().trim_start_matches(['+', '-']))?;
        let mut text = said.trim().to_owned();
        if let Some(number) = &mut self.number {
            text = format!("{number}. {text}");
            *number += 1;
        }
        let item = Item::Message { from, to, text, dotted: *dotted, head: *head, tail: *tail };
        self.diagram.items.push(item);
        Some(())
    }
}

/// `loop: every minute`
fn titled(word: &str, text: &str) -> String {
    if text.is_empty() { word.to_owned() } else { format!("{word}: {text}") }
}
