//! Reads JSON as agents write it, and keeps the place of each part.
//!
//! - Comments and trailing commas are fine.
//! - A fault names its line and its column.
//! - Deep nesting is a fault, not a crash.
//! - A file may begin with a byte order mark.

use serde_json::{Map, Value};
use std::fmt;
use std::ops::Range;

/// The most levels of objects and lists.
const DEPTH: usize = 100;

/// A value and its place in the text.
#[derive(Debug)]
pub(super) struct JsonNode {
    pub(super) span: Range<usize>,
    pub(super) kind: JsonKind,
}

#[derive(Debug)]
pub(super) enum JsonKind {
    Object(Vec<JsonMember>),
    List(Vec<JsonNode>),
    Leaf(Value),
}

#[derive(Debug)]
pub(super) struct JsonMember {
    pub(super) name: String,
    /// The place of its name.
    pub(super) start: usize,
    pub(super) node: JsonNode,
    /// The place of the comma after it.
    pub(super) comma: Option<usize>,
}

/// Why a text can't be parsed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextFault {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) why: String,
}

impl TextFault {
    pub(super) fn at(text: &str, at: usize, why: impl Into<String>) -> TextFault {
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().trim_start_matches('\u{feff}');
        TextFault { line, column: column.chars().count() + 1, why: why.into() }
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.why)
    }
}

impl JsonNode {
    /// The last member of this name, which is the one that counts.
    pub(super) fn member(&self, name: &str) -> Option<&JsonMember> {
        match &self.kind {
            JsonKind::Object(members) => members.iter().rfind(|member| member.name == name),
            JsonKind::List(_) | JsonKind::Leaf(_) => None,
        }
    }

    pub(super) fn value(&self) -> Value {
        match &self.kind {
            JsonKind::Object(members) => {
                let members = members.iter().map(|member| (member.name.clone(), member.node.value()));
                Value::Object(members.collect::<Map<_, _>>())
            }
            JsonKind::List(nodes) => nodes.iter().map(JsonNode::value).collect(),
            JsonKind::Leaf(value) => value.clone(),
        }
    }
}

/// Parses a text; `None` if it holds nothing but blanks and comments.
pub(super) fn parse(text: &str) -> Result<Option<JsonNode>, TextFault> {
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut reader = JsonReader { text, at: start };
    reader.skip()?;
    if reader.at == text.len() {
        return Ok(None);
    }
    let node = reader.node(0)?;
    reader.skip()?;
    if reader.at < text.len() { Err(reader.expected("the end")) } else { Ok(Some(node)) }
}

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
}

impl JsonReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault(&self, why: impl Into<String>) -> TextFault {
        TextFault::at(self.text, self.at, why)
    }

    fn expected(&self, what: &str) -> TextFault {
        match self.text[self.at..].chars().next() {
            Some(came) => self.fault(format!("expected {what}, got '{came}'")),
            None => self.fault(format!("expected {what}, got the end of the file")),
        }
    }

    fn skip(&mut self) -> Result<(), TextFault> {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
            let rest = &rest[blank..];
            self.at += blank;
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                let end = rest.find("*/").ok_or_else(|| self.fault("this comment has no end"))?;
                self.at += end + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn node(&mut self, depth: usize) -> Result<JsonNode, TextFault> {
        if depth > DEPTH {
            return Err(self.fault(format!("it lies deeper than {DEPTH} levels")));
        }
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => JsonKind::Object(self.members(depth)?),
            Some(b'[') => JsonKind::List(self.elements(depth)?),
            Some(b'"') => JsonKind::Leaf(Value::String(self.string()?)),
            Some(_) | None => JsonKind::Leaf(self.word()?),
        };
        Ok(JsonNode { span: start..self.at, kind })
    }

    fn members(&mut self, depth: usize) -> Result<Vec<JsonMember>, TextFault> {
        self.at += 1;
        let mut members: Vec<JsonMember> = Vec::new();
        loop {
            self.skip()?;
            if self.peek() == Some(b'}') {
                self.at += 1;
                return Ok(members);
            }
            if members.last().is_some_and(|last| last.comma.is_none()) {
                return Err(self.expected("',' or '}'"));
            }
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.expected("a name in quotes or '}'"));
            }
            let name = self.string()?;
            self.skip()?;
            if self.peek() != Some(b':') {
                return Err(self.expected("':'"));
            }
            self.at += 1;
            self.skip()?;
            let node = self.node(depth + 1)?;
            let comma = self.comma()?;
            members.push(JsonMember { name, start, node, comma });
        }
    }

    fn elements(&mut self, depth: usize) -> Result<Vec<JsonNode>, TextFault> {
        self.at += 1;
        let (mut nodes, mut separated) = (Vec::new(), true);
        loop {
            self.skip()?;
            if self.peek() == Some(b']') {
                self.at += 1;
                return Ok(nodes);
            }
            if !separated {
                return Err(self.expected("',' or ']'"));
            }
            nodes.push(self.node(depth + 1)?);
            separated = self.comma()?.is_some();
        }
    }

    /// Takes a comma; its place.
    fn comma(&mut self) -> Result<Option<usize>, TextFault> {
        self.skip()?;
        let at = self.at;
        if self.peek() == Some(b',') {
            self.at += 1;
            return Ok(Some(at));
        }
        Ok(None)
    }

    fn string(&mut self) -> Result<String, TextFault> {
        let (bytes, start) = (self.text.as_bytes(), self.at);
        let mut end = start + 1;
        loop {
            match bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => end += 2,
                Some(b'\n') | None => return Err(self.fault("this text has no closing quote")),
                Some(_) => end += 1,
            }
        }
        let text = self.text.get(start..=end).unwrap_or_default();
        let text = serde_json::from_str(text)
            .map_err(|_| self.fault("this text holds an invalid character or escape"))?;
        self.at = end + 1;
        Ok(text)
    }

    /// A number, or true, false or null.
    fn word(&mut self) -> Result<Value, TextFault> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "+-._".contains(c))).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.expected("a value"));
        }
        let value = serde_json::from_str(&rest[..end])
            .map_err(|_| self.fault(format!("expected a value, got '{}'", &rest[..end])))?;
        self.at += end;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use serde_json::json;

    #[test]
    fn comments_and_trailing_commas_are_read() {
        let text = "\u{feff}// one\n{\"a\": [1, 2,], /* two */ \"b\": {\"c\": \"//\",}, \"b\": null,} // end";
        assert_eq!(parse(text).unwrap().unwrap().value(), json!({"a": [1, 2], "b": null}));
        assert!(parse(" // only\n/* comments */").unwrap().is_none());
    }

    #[test]
    fn a_fault_names_its_place() {
        for (text, said) in [
            ("{\n  \"a\": 1\n  \"b\": 2\n}", "line 3, column 3: expected ',' or '}', got '\"'"),
            ("{\"ä\": tru}", "line 1, column 7: expected a value, got 'tru'"),
            ("{\"a\"", "line 1, column 5: expected ':', got the end of the file"),
            ("{\"a\": [1 2]}", "line 1, column 10: expected ',' or ']', got '2'"),
            ("{\"a\": \"x\n\"}", "line 1, column 7: this text has no closing quote"),
            ("{} {}", "line 1, column 4: expected the end, got '{'"),
            ("{a: 1}", "line 1, column 2: expected a name in quotes or '}', got 'a'"),
            ("{,}", "line 1, column 2: expected a name in quotes or '}', got ','"),
            ("{} /* x", "line 1, column 4: this comment has no end"),
            ("{\"a\": \"\u{1b}\"}", "line 1, column 7: this text holds an invalid character or escape"),
            ("{\"a\": }", "line 1, column 7: expected a value, got '}'"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), said, "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(
            parse(&deep).unwrap_err().to_string(),
            "line 1, column 102: it lies deeper than 100 levels"
        );
    }
}
