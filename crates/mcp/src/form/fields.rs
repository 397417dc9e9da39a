//! The fields of one form, and what was filled into them.
//!
//! - Rows are numbered, so that no two are alike and none can pass for one of asq's own.
//! - Several picks are one field with several values. Clients before 2025-11-25 have no such fields: there each row is a
//!   yes or no.
//! - A number is a text, so that its digits stay as they were typed.
//! - A field that fits no form of ours is refused, by its name.

use serde_json::{Map, Value, json};

/// The field of the answer itself.
pub(super) const ANSWER: &str = "answer";
/// An answer in the person's own words.
pub(super) const OWN: &str = "answer_else";
/// A note on the answer.
pub(super) const NOTE: &str = "note";
/// What comes next, after the other fields.
pub(super) const THEN: &str = "then";

/// The fields of one form.
#[derive(Debug, Default)]
pub(super) struct FormFields {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl FormFields {
    fn add(&mut self, name: &str, field: Value, required: bool) {
        self.properties.insert(name.to_owned(), field);
        if required {
            self.required.push(json!(name));
        }
    }

    /// A text, with what it holds at first.
    pub(super) fn text(
        &mut self,
        name: &str,
        title: &str,
        about: Option<&str>,
        first: Option<&str>,
        required: bool,
    ) {
        let mut field = json!({ "type": "string", "title": title });
        if let Some(about) = about.filter(|about| !about.is_empty()) {
            field["description"] = json!(about);
        }
        if let Some(first) = first.filter(|first| !first.is_empty()) {
            field["default"] = json!(first);
        }
        self.add(name, field, required);
    }

    /// A field that takes one row.
    pub(super) fn one(
        &mut self,
        name: &str,
        title: &str,
        rows: &[String],
        first: Option<usize>,
        required: bool,
    ) {
        let mut field = json!({ "type": "string", "title": title, "enum": rows });
        if let Some(first) = first.and_then(|first| rows.get(first)) {
            field["default"] = json!(first);
        }
        self.add(name, field, required);
    }

    /// A field that takes several rows.
    pub(super) fn some(
        &mut self,
        title: &str,
        rows: &[String],
        first: &[usize],
        at_least: usize,
        most: usize,
    ) {
        let mut field = json!({
            "type": "array", "title": title, "items": { "type": "string", "enum": rows },
        });
        if at_least > 0 {
            field["minItems"] = json!(at_least);
        }
        if most < rows.len() {
            field["maxItems"] = json!(most);
        }
        let first: Vec<&String> = first.iter().filter_map(|row| rows.get(*row)).collect();
        if !first.is_empty() {
            field["default"] = json!(first);
        }
        self.add(ANSWER, field, at_least > 0);
    }

    /// Some of these rows, each as a yes or no.
    pub(super) fn each(&mut self, rows: &[String], first: &[usize]) {
        for (row, label) in rows.iter().enumerate() {
            let field = json!({ "type": "boolean", "title": label, "default": first.contains(&row) });
            self.add(&row_name(row), field, false);
        }
    }

    /// The schema that a client gets.
    pub(super) fn schema(self) -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(self.properties));
        if !self.required.is_empty() {
            schema.insert("required".to_owned(), Value::Array(self.required));
        }
        schema
    }
}

/// The name of a row that is a field of its own.
fn row_name(row: usize) -> String {
    format!("row_{}", row + 1)
}

/// What was filled into a form.
pub(super) struct FilledForm<'a>(pub(super) &'a Map<String, Value>);

impl FilledForm<'_> {
    /// A text; `None` if the field is empty.
    ///
    /// # Errors
    /// It is neither a text nor a number.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, String> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone()).filter(|text| !text.trim().is_empty())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => Err(format!("{name} is a text, not {}.", came(other))),
        }
    }

    /// One of these rows; `None` if none was picked.
    ///
    /// # Errors
    /// It isn't one of them.
    pub(super) fn one(&self, name: &str, rows: &[String]) -> Result<Option<usize>, String> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(picked) => row_of(picked, rows).map(Some),
        }
    }

    /// Those of these rows that were picked.
    ///
    /// # Errors
    /// Something was picked that isn't one of them.
    pub(super) fn some(&self, rows: &[String]) -> Result<Vec<usize>, String> {
        match self.0.get(ANSWER) {
            None | Some(Value::Null) => {}
            Some(Value::Array(picked)) => return picked.iter().map(|picked| row_of(picked, rows)).collect(),
            Some(picked) => return row_of(picked, rows).map(|row| vec![row]),
        }
        let mut picked = Vec::new();
        for row in 0..rows.len() {
            let name = row_name(row);
            match self.0.get(&name) {
                None | Some(Value::Null | Value::Bool(false)) => {}
                Some(Value::Bool(true)) => picked.push(row),
                Some(other) => return Err(format!("{name} is yes or no, not {}.", came(other))),
            }
        }
        Ok(picked)
    }
}

fn row_of(picked: &Value, rows: &[String]) -> Result<usize, String> {
    let row = picked.as_str().and_then(|text| rows.iter().position(|row| row == text));
    row.ok_or_else(|| format!("{} isn't one of the rows.", came(picked)))
}

fn came(value: &Value) -> String {
    asq_wire::quoted(&value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}
