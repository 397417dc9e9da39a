//! Adds, changes and removes one entry in the text of a JSON file.
//!
//! - Comments, order, indentation and everything else stay, byte by byte; only an empty object loses its blanks.
//! - A new line has the indentation and the line break of its neighbours; a file in one line stays one.
//! - A file with trailing commas keeps that habit.
//! - Of an entry that is there, only the members that differ change.
//! - An item of a list goes before the others; a list that was made for it goes with it.

// jsonc-parser's cst edits such files, too, but it doesn't keep them. `{"mcpServers": {"a": 1}}` comes back on three
// lines after an entry was appended and removed, blank lines before a closing brace go, and it takes no byte order mark.

use super::client::ENTRY;
use super::json_text::{JsonKind, JsonMember, JsonNode, TextFault, parse};
use serde_json::Value;
use std::fmt::Write;

/// The text with this entry in it; its members are set, and others that it has stay.
pub(super) fn put(
    text: &str,
    container: &str,
    members: &[(&'static str, Value)],
) -> Result<String, TextFault> {
    let entry =
        || Value::Object(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect());
    let Some(root) = parse(text)? else {
        return Ok(begun(text, &object(container, object(ENTRY, entry()))));
    };
    let Some(outer) = root.member(container) else {
        return Ok(inserted(text, &root, &root, container, &object(ENTRY, entry())));
    };
    if outer.node.member(ENTRY).is_none() {
        return Ok(inserted(text, &root, &outer.node, ENTRY, &entry()));
    }
    let mut text = text.to_owned();
    for (name, value) in members {
        let Some(root) = parse(&text)? else { continue };
        let Some(there) = root.member(container).and_then(|outer| outer.node.member(ENTRY)) else { continue };
        match there.node.member(name) {
            Some(member) if member.node.value() == *value => {}
            Some(member) => text.replace_range(member.node.span.clone(), &compact(value, true)),
            None => text = inserted(&text, &root, &there.node, name, value),
        }
    }
    Ok(text)
}

/// The text without the entry.
pub(super) fn remove(text: &str, container: &str) -> Result<String, TextFault> {
    let mut text = text.to_owned();
    // A name may be there several times.
    loop {
        let Some(root) = parse(&text)? else { return Ok(text) };
        let Some(outer) = root.member(container) else { return Ok(text) };
        let JsonKind::Object(members) = &outer.node.kind else { return Ok(text) };
        let Some(at) = members.iter().position(|member| member.name == ENTRY) else { return Ok(text) };
        text = without(&text, &outer.node, members, at);
    }
}

/// The text with this item in a list inside a member of the root.
pub(super) fn put_item(text: &str, outer: &str, list: &str, item: &str) -> Result<String, TextFault> {
    let item = Value::from(item);
    let items = Value::Array(vec![item.clone()]);
    let Some(root) = parse(text)? else {
        return Ok(begun(text, &object(outer, object(list, items))));
    };
    let Some(there) = root.member(outer) else {
        return Ok(inserted(text, &root, &root, outer, &object(list, items)));
    };
    let Some(there) = there.node.member(list) else {
        return Ok(inserted(text, &root, &there.node, list, &items));
    };
    let JsonKind::List(nodes) = &there.node.kind else { return Ok(text.to_owned()) };
    if nodes.iter().any(|node| node.value() == item) {
        return Ok(text.to_owned());
    }
    let open = there.node.span.start + 1;
    let Some(first) = nodes.first() else {
        return Ok([&text[..open], &item.to_string(), &text[open..]].concat());
    };
    // Before the first one: then it doesn't matter how the last one ends.
    let start = first.span.start;
    let space = Some(&text[open..start]).filter(|space| space.trim().is_empty() && space.contains('\n'));
    Ok([&text[..start], &item.to_string(), ",", space.unwrap_or(" "), &text[start..]].concat())
}

/// The text without this item; the list and its member go as well if they are empty then and `made` by asq.
pub(super) fn remove_item(
    text: &str,
    outer: &str,
    list: &str,
    item: &str,
    made: impl Fn(&str) -> bool,
) -> Result<String, TextFault> {
    let mut text = text.to_owned();
    while let Some(root) = parse(&text)? {
        let Some(there) = root.member(outer).and_then(|outer| outer.node.member(list)) else { break };
        let JsonKind::List(nodes) = &there.node.kind else { break };
        let Some(at) = nodes.iter().position(|node| node.value() == item) else { break };
        let range = match (nodes.get(at + 1), at.checked_sub(1)) {
            (Some(next), _) => nodes[at].span.start..next.span.start,
            (None, Some(before)) => nodes[before].span.end..nodes[at].span.end,
            (None, None) => there.node.span.start + 1..there.node.span.end - 1,
        };
        text.replace_range(range, "");
    }
    let is_empty = |node: &JsonNode| match &node.kind {
        JsonKind::Object(members) => members.is_empty(),
        JsonKind::List(nodes) => nodes.is_empty(),
        JsonKind::Leaf(_) => false,
    };
    for (inside, name) in [(Some(outer), list), (None, outer)] {
        let Some(root) = parse(&text)? else { break };
        let Some(object) = inside.map_or(Some(&root), |inside| root.member(inside).map(|it| &it.node)) else {
            break;
        };
        let JsonKind::Object(members) = &object.kind else { break };
        let Some(at) = members.iter().position(|member| member.name == name) else { break };
        if !made(name) || !is_empty(&members[at].node) {
            break;
        }
        text = without(&text, object, members, at);
    }
    Ok(text)
}

fn object(name: &str, value: Value) -> Value {
    Value::Object([(name.to_owned(), value)].into_iter().collect())
}

/// The text of a file without JSON, followed by this value.
fn begun(text: &str, value: &Value) -> String {
    let kept = text.trim_end();
    let mark = if kept.trim_start_matches('\u{feff}').is_empty() { "" } else { "\n" };
    format!("{kept}{mark}{}\n", pretty(value, "", "  ", "\n"))
}

fn without(text: &str, object: &JsonNode, members: &[JsonMember], at: usize) -> String {
    let member = &members[at];
    let end = member.comma.map_or(member.node.span.end, |comma| comma + 1);
    let start = text[..member.start].trim_end().len();
    if members.len() == 1 {
        let (open, close) = (object.span.start + 1, object.span.end - 1);
        let rest = [&text[open..start.max(open)], &text[end..close]].concat();
        let rest = if rest.trim().is_empty() { "" } else { rest.as_str() };
        return [&text[..open], rest, &text[close..]].concat();
    }
    let mut out = [&text[..start], &text[end..]].concat();
    // The last member loses the comma before it, unless all of them have one.
    let before = at.checked_sub(1).and_then(|before| members[before].comma);
    if let (None, Some(comma)) = (member.comma, before) {
        out.remove(comma);
    }
    out
}

/// The text with one more member in this object.
fn inserted(text: &str, root: &JsonNode, object: &JsonNode, name: &str, value: &Value) -> String {
    let JsonKind::Object(members) = &object.kind else { return text.to_owned() };
    let (open, close) = (object.span.start + 1, object.span.end - 1);
    let end_of_line = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let unit = unit(text, root);
    // Comments count as content: the new member comes after them.
    let place = text[..close].trim_end().len().max(open);
    let named = Value::from(name);
    let flat = |text: &str| !text.contains('\n');
    let Some(last) = members.last() else {
        if flat(&text[root.span.clone()]) && root.span != object.span {
            let spaced = spaced(text, root);
            let member = format!("{named}:{}{}", if spaced { " " } else { "" }, compact(value, spaced));
            return [&text[..place], &member, &text[close..]].concat();
        }
        let outer = indent(text, object.span.start);
        let inner = format!("{outer}{unit}");
        let member = format!("{named}: {}", pretty(value, &inner, &unit, end_of_line));
        let row = format!("{end_of_line}{inner}{member}{end_of_line}{outer}");
        return [&text[..place], &row, &text[close..]].concat();
    };
    let mut row = if flat(&text[object.span.clone()]) {
        let space = if spaced(text, object) { " " } else { "" };
        format!("{space}{named}:{space}{}", compact(value, !space.is_empty()))
    } else {
        let first = members.first().unwrap_or(last);
        let own_line = text[..first.start].trim_end_matches([' ', '\t']).ends_with('\n');
        let inner = if own_line { indent(text, first.start) } else { indent(text, close) + &unit };
        format!("{end_of_line}{inner}{named}: {}", pretty(value, &inner, &unit, end_of_line))
    };
    if last.comma.is_some() {
        row.push(',');
        return [&text[..place], &row, &text[place..]].concat();
    }
    let end = last.node.span.end;
    [&text[..end], ",", &text[end..place], &row, &text[place..]].concat()
}

/// Whether a blank stands after the colon of the first member.
fn spaced(text: &str, object: &JsonNode) -> bool {
    match &object.kind {
        JsonKind::Object(members) => members
            .first()
            .is_none_or(|first| text[first.start..first.node.span.start].ends_with([' ', '\t', '\n'])),
        JsonKind::List(_) | JsonKind::Leaf(_) => true,
    }
}

/// One level of indentation in this file.
fn unit(text: &str, root: &JsonNode) -> String {
    let first = match &root.kind {
        JsonKind::Object(members) => members.first(),
        JsonKind::List(_) | JsonKind::Leaf(_) => None,
    };
    let found = first.map(|first| indent(text, first.start)).unwrap_or_default();
    if found.is_empty() { "  ".to_owned() } else { found }
}

/// The blanks at the beginning of the line around this place.
fn indent(text: &str, at: usize) -> String {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[line..at].chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
}

/// A value on several lines; lists stay in one.
fn pretty(value: &Value, indent: &str, unit: &str, end_of_line: &str) -> String {
    let Value::Object(members) = value else { return compact(value, true) };
    let inner = format!("{indent}{unit}");
    let rows = members.iter().map(|(name, value)| {
        format!(
            "{end_of_line}{inner}{}: {}",
            Value::from(name.as_str()),
            pretty(value, &inner, unit, end_of_line)
        )
    });
    format!("{{{}{end_of_line}{indent}}}", rows.collect::<Vec<_>>().join(","))
}

/// A value in one line.
fn compact(value: &Value, spaced: bool) -> String {
    let (comma, colon) = if spaced { (", ", ": ") } else { (",", ":") };
    let mut out = String::new();
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let before = if out.is_empty() { "" } else { comma };
                let _ =
                    write!(out, "{before}{}{colon}{}", Value::from(name.as_str()), compact(value, spaced));
            }
            format!("{{{out}}}")
        }
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(|value| compact(value, spaced)).collect();
            format!("[{}]", values.join(comma))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, put, put_item, remove, remove_item};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn members() -> Vec<(&'static str, Value)> {
        vec![("command", json!("/a/asq")), ("args", json!(["mcp"])), ("timeout", json!(5))]
    }

    /// The text with the entry; taking the entry out again gives the text of before.
    #[track_caller]
    fn check(before: &str, after: &str) {
        let put = put(before, "mcpServers", &members()).unwrap();
        assert_eq!(put, after);
        assert_eq!(super::put(&put, "mcpServers", &members()).unwrap(), after, "twice");
        assert_eq!(remove(&put, "mcpServers").unwrap(), before, "and back");
    }

    #[test]
    fn an_entry_goes_behind_the_others_and_comes_out_again() {
        check(
            "{\n    // mine\n    \"mcpServers\": {\n        \"a\": {\"command\": \"a\"} // the first\n        /* last */\n    }\n}",
            "{\n    // mine\n    \"mcpServers\": {\n        \"a\": {\"command\": \"a\"}, // the first\n        /* last */\n        \
             \"asq\": {\n            \"command\": \"/a/asq\",\n            \"args\": [\"mcp\"],\n            \"timeout\": 5\n        }\n    }\n}",
        );
        check(
            "{\r\n\t\"mcpServers\": {\r\n\t\t\"a\": 1,\r\n\t},\r\n}\r\n",
            "{\r\n\t\"mcpServers\": {\r\n\t\t\"a\": 1,\r\n\t\t\"asq\": {\r\n\t\t\t\"command\": \"/a/asq\",\r\n\t\t\t\"args\": [\"mcp\"],\r\n\
             \t\t\t\"timeout\": 5\r\n\t\t},\r\n\t},\r\n}\r\n",
        );
        check(
            "{\"x\":1,\"mcpServers\":{\"a\":{}}}",
            "{\"x\":1,\"mcpServers\":{\"a\":{},\"asq\":{\"command\":\"/a/asq\",\"args\":[\"mcp\"],\"timeout\":5}}}",
        );
        check(
            "{\"mcpServers\": { \"a\": {} }}",
            "{\"mcpServers\": { \"a\": {}, \"asq\": {\"command\": \"/a/asq\", \"args\": [\"mcp\"], \"timeout\": 5} }}",
        );
    }

    #[test]
    fn a_missing_or_empty_place_is_made() {
        let entry = "\"asq\": {\n      \"command\": \"/a/asq\",\n      \"args\": [\"mcp\"],\n      \"timeout\": 5\n    }";
        let whole = format!("{{\n  \"mcpServers\": {{\n    {entry}\n  }}\n}}\n");
        for before in ["", " \n", "{}\n", "{\n}\n"] {
            assert_eq!(put(before, "mcpServers", &members()).unwrap(), whole, "{before:?}");
        }
        assert_eq!(put("// a\n", "mcpServers", &members()).unwrap(), format!("// a\n{whole}"));
        check("{\n  \"mcpServers\": {}\n}\n", &whole);
        assert_eq!(
            put("{\n  \"mcpServers\": {\n    // none\n  }\n}\n", "mcpServers", &members()).unwrap(),
            whole.replace("\"asq\"", "// none\n    \"asq\"")
        );
        assert_eq!(
            put("{\"a\":1}", "mcpServers", &members()).unwrap(),
            "{\"a\":1,\"mcpServers\":{\"asq\":{\"command\":\"/a/asq\",\"args\":[\"mcp\"],\"timeout\":5}}}"
        );
    }

    #[test]
    fn only_what_differs_changes() {
        let before = "{\"mcpServers\": {\"asq\": {\n  \"env\": {\"A\": \"b\"}, // mine\n  \"command\": \"/old/asq\",\n  \"args\": [ \"mcp\" ]\n}, \"b\": 1}}";
        let after = before.replace("/old/asq", "/a/asq").replace("\"mcp\" ]", "\"mcp\" ],\n  \"timeout\": 5");
        assert_eq!(put(before, "mcpServers", &members()).unwrap(), after);
        assert_eq!(
            remove("{\"mcpServers\": {\"asq\": {}, \"b\": 1, \"asq\": {}}}", "mcpServers").unwrap(),
            "{\"mcpServers\": { \"b\": 1}}"
        );
    }

    /// What a generated text is made of: each byte is one choice.
    struct Choices(std::vec::IntoIter<u8>);

    impl Choices {
        fn one_of(&mut self, parts: &[&str]) -> String {
            let at = usize::from(self.0.next().unwrap_or(0));
            parts.get(at % parts.len()).copied().unwrap_or_default().to_owned()
        }

        fn flag(&mut self) -> bool {
            self.0.next().is_some_and(|byte| byte % 2 == 1)
        }

        /// What may stand between two parts of JSON.
        fn gap(&mut self) -> String {
            let parts =
                ["", " ", "\n", "\r\n", "\n  ", "\n\t\t", "  ", "\t", "\n\n", "/* a, } */", " // b\n"];
            let mut gap = self.one_of(&parts);
            if self.flag() {
                gap += &self.one_of(&parts);
            }
            gap
        }

        fn value(&mut self, depth: usize) -> String {
            match self.one_of(&["1", "\"\"", "{", "["]).as_str() {
                "{" if depth < 3 => {
                    let names = ["\"a\"", "\"b\"", "\"a\"", "\"\\u0061\"", "\"asq\""];
                    self.list("{", "}", |it| {
                        format!("{}{}:{}{}", it.one_of(&names), it.gap(), it.gap(), it.value(depth + 1))
                    })
                }
                "[" if depth < 3 => self.list("[", "]", |it| it.value(depth + 1)),
                _ => self.one_of(&[
                    "1",
                    "-1.50e+3",
                    "true",
                    "null",
                    "\"// é \\\" }\"",
                    "\"\\\\\"",
                    "\"mcp__asq\"",
                ]),
            }
        }

        /// Parts with commas between them, and maybe behind the last one.
        fn list(&mut self, open: &str, close: &str, mut part: impl FnMut(&mut Choices) -> String) -> String {
            let mut parts = Vec::new();
            while self.flag() {
                parts.push(part(self));
            }
            self.joined(open, close, parts)
        }

        fn joined(&mut self, open: &str, close: &str, parts: Vec<String>) -> String {
            let count = parts.len();
            let mut text = open.to_owned();
            for (at, part) in parts.into_iter().enumerate() {
                text.extend([self.gap(), part, self.gap()]);
                if at + 1 < count || self.flag() {
                    text.push(',');
                }
            }
            text + &self.gap() + close
        }

        /// A file whose root has these members, and others.
        fn file(&mut self, members: Vec<String>) -> String {
            let mut all = Vec::new();
            for member in members {
                while self.flag() {
                    all.push(format!("\"c\":{}{}", self.gap(), self.value(1)));
                }
                all.push(member);
            }
            let root = self.joined("{", "}", all);
            let mark = self.one_of(&["", "\u{feff}"]);
            format!("{mark}{}{root}{}", self.gap(), self.gap())
        }
    }

    /// Whether these bytes are all there, in their order.
    fn keeps(after: &str, before: &str) -> bool {
        let mut after = after.bytes();
        before.bytes().all(|byte| after.any(|there| there == byte))
    }

    proptest! {
        #[test]
        fn an_entry_comes_out_again_byte_by_byte(choices: Vec<u8>) {
            let mut choices = Choices(choices.into_iter());
            let others = vec![format!("\"a\"{}:{}", choices.gap(), choices.value(2)), "\"b\":1".to_owned()];
            let others = choices.joined("{", "}", others);
            let outer = format!("\"mcpServers\"{}:{}{others}", choices.gap(), choices.gap());
            let before = choices.file(vec![outer]);
            let after = put(&before, "mcpServers", &members()).unwrap();
            prop_assert!(keeps(&after, &before), "{}", after);
            let there = parse(&after).unwrap().unwrap().value();
            prop_assert_eq!(&there["mcpServers"]["asq"]["timeout"], &json!(5));
            prop_assert_eq!(remove(&after, "mcpServers").unwrap(), before);
        }

        #[test]
        fn an_item_comes_out_again_byte_by_byte(choices: Vec<u8>) {
            let mut choices = Choices(choices.into_iter());
            let others = (0..2).map(|_| choices.one_of(&["\"a\"", "\"b\"", "1", "{}"])).collect();
            let others = choices.joined("[", "]", others);
            let list = format!("\"allow\"{}:{}{others}", choices.gap(), choices.gap());
            let outer = choices.joined("{", "}", vec!["\"deny\": []".to_owned(), list]);
            let outer = format!("\"permissions\"{}:{}{outer}", choices.gap(), choices.gap());
            let before = choices.file(vec![outer]);
            let after = put_item(&before, "permissions", "allow", "mcp__asq").unwrap();
            prop_assert!(keeps(&after, &before), "{}", after);
            let there = parse(&after).unwrap().unwrap().value();
            prop_assert_eq!(&there["permissions"]["allow"][0], &json!("mcp__asq"));
            let out = remove_item(&after, "permissions", "allow", "mcp__asq", |_| false).unwrap();
            prop_assert_eq!(out, before);
        }
    }
}
