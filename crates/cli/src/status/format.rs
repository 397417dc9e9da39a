//! The format of `asq status`: text with fields.
//!
//! - `{waiting}` is a field; `{{` is a brace.
//! - `{?waiting}` begins a part that is printed only where the field isn't 0 or empty; `{/}` ends it.
//! - An unknown field is an error that names it.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatusField {
    Waiting,
    PutOff,
    Danger,
    Oldest,
    Limit,
}

const FIELDS: [(&str, StatusField); 5] = [
    ("waiting", StatusField::Waiting),
    ("putoff", StatusField::PutOff),
    ("danger", StatusField::Danger),
    ("oldest", StatusField::Oldest),
    ("limit", StatusField::Limit),
];

/// A piece of the line; with a condition it is printed only where that field isn't 0 or empty.
#[derive(Debug)]
struct Piece {
    only_with: Option<StatusField>,
    what: PieceText,
}

#[derive(Debug)]
enum PieceText {
    Text(String),
    Field(StatusField),
}

/// A format, as it was read.
#[derive(Debug)]
pub(super) struct StatusFormat(Vec<Piece>);

impl StatusFormat {
    /// Reads a format.
    ///
    /// # Errors
    /// What is wrong with it, as the end of a sentence that begins with its name.
    pub(super) fn read(text: &str) -> Result<StatusFormat, String> {
        let (mut pieces, mut rest, mut only_with) = (Vec::new(), text, None);
        while !rest.is_empty() {
            let end = rest.find('{').unwrap_or(rest.len());
            let (plain, from) = rest.split_at(end);
            if !plain.is_empty() {
                pieces.push(Piece { only_with, what: PieceText::Text(plain.to_owned()) });
            }
            rest = if let Some(after) = from.strip_prefix("{{") {
                pieces.push(Piece { only_with, what: PieceText::Text("{".to_owned()) });
                after
            } else if let Some(inside) = from.strip_prefix('{') {
                let (name, after) = inside.split_once('}').ok_or("has a { without its }")?;
                match name.strip_prefix('?') {
                    _ if name == "/" && only_with.is_none() => return Err("has {/} without {?…}".to_owned()),
                    _ if name == "/" => only_with = None,
                    Some(_) if only_with.is_some() => return Err("has a {?…} inside another".to_owned()),
                    Some(name) => only_with = Some(field(name)?),
                    None => pieces.push(Piece { only_with, what: PieceText::Field(field(name)?) }),
                }
                after
            } else {
                from
            };
        }
        if only_with.is_some() {
            Err("has a {?…} without its {/}".to_owned())
        } else {
            Ok(StatusFormat(pieces))
        }
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = StatusField> {
        self.0.iter().flat_map(|piece| {
            let own = match piece.what {
                PieceText::Text(_) => None,
                PieceText::Field(field) => Some(field),
            };
            [piece.only_with, own].into_iter().flatten()
        })
    }

    /// The line with these values.
    pub(super) fn text(&self, value: &dyn Fn(StatusField) -> String) -> String {
        let is_there = |field| !matches!(value(field).as_str(), "" | "0");
        let shown = self.0.iter().filter(|piece| piece.only_with.is_none_or(is_there));
        shown
            .map(|piece| match &piece.what {
                PieceText::Text(text) => text.clone(),
                PieceText::Field(field) => value(*field),
            })
            .collect()
    }
}

fn field(name: &str) -> Result<StatusField, String> {
    let known = FIELDS.iter().find(|(known, _)| *known == name);
    known.map(|(_, field)| *field).ok_or_else(|| format!("knows no field {{{}}}", name.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::{StatusField, StatusFormat};

    fn line(format: &str, waiting: &str) -> Result<String, String> {
        let value = |field| match field {
            StatusField::Waiting => waiting.to_owned(),
            StatusField::PutOff => "2".to_owned(),
            StatusField::Danger => "0".to_owned(),
            StatusField::Oldest => "16 m".to_owned(),
            StatusField::Limit => String::new(),
        };
        StatusFormat::read(format).map(|format| format.text(&value))
    }

    #[test]
    fn a_part_is_printed_only_where_its_field_is_there() {
        let usual = "{?waiting}asq {waiting}{/}";
        assert_eq!([line(usual, "3"), line(usual, "0")], [Ok("asq 3".into()), Ok(String::new())]);
        let all = "{{{waiting}} {?danger}danger {/}{?limit}soon {/}{oldest}, {putoff} later";
        assert_eq!(line(all, "1"), Ok("{1} 16 m, 2 later".into()));
        assert_eq!(line("", "1"), Ok(String::new()));
    }

    #[test]
    fn a_format_that_is_none_is_refused_by_name() {
        let refused = |format| line(format, "1").unwrap_err();
        assert_eq!(
            ["{foo}", "{?x}a{/}", "{waiting", "a{/}", "{?waiting}a", "{?waiting}{?danger}{/}{/}", "{\u{1b}}"]
                .map(refused),
            [
                "knows no field {foo}",
                "knows no field {x}",
                "has a { without its }",
                "has {/} without {?…}",
                "has a {?…} without its {/}",
                "has a {?…} inside another",
                "knows no field {\\u{1b}}",
            ]
        );
    }
}
