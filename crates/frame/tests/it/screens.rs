//! Screens made by hand, of every kind, without a form.

#![allow(dead_code, reason = "each test file uses a part")]

use asq_core::form::{
    Context, Expires, Fold, Hint, HintFor, Hints, Label, Look, NotesRow, Numbers, Page, PreviewRef, Role,
    Row, Screen, Tab, TextEntry,
};
use asq_core::model::{PreviewKind, Provenance};
use asq_core::text::{Editor, Line, Shown, Style, Tone, Untrusted};

pub(crate) const LOOK: Look = Look {
    focus: ">",
    rules: false,
    numbers: Numbers::All,
    tab_open: "☐",
    tab_done: "☒",
    submit_tab: "Submit",
    one: "",
    one_many: "",
    several: "",
    review: "",
    danger: "",
    editor: "",
    commit_gap: false,
    filter_over: 0,
};

/// All that a screen borrows.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) page: Page,
    pub(crate) from: Provenance,
    pub(crate) warning: bool,
    pub(crate) headers: Vec<Untrusted>,
    pub(crate) active: usize,
    pub(crate) question: Untrusted,
    pub(crate) description: Option<Untrusted>,
    pub(crate) labels: Vec<Untrusted>,
    pub(crate) about: Untrusted,
    pub(crate) many: bool,
    pub(crate) custom: Editor,
    pub(crate) typing: bool,
    pub(crate) note: Editor,
    pub(crate) noting: bool,
    pub(crate) preview: Option<Untrusted>,
    pub(crate) notice: Option<Untrusted>,
    /// A dangerous question, all of which has to be seen.
    pub(crate) danger: bool,
    /// What to know, and what it takes to be confirmed.
    pub(crate) context: Option<Untrusted>,
    pub(crate) exact: Option<Untrusted>,
    /// A preview below the first option, open.
    pub(crate) fold: Option<Untrusted>,
    /// What a time limit means; there is a clock then, too.
    pub(crate) means: Option<Untrusted>,
    pub(crate) hints: &'static str,
    pub(crate) focus: usize,
    pub(crate) page_id: u64,
    pub(crate) look: Look,
}

impl Made {
    /// A short list.
    pub(crate) fn plain() -> Made {
        Made {
            page: Page::Choose,
            from: Provenance::default(),
            warning: false,
            headers: vec!["Header".into()],
            active: 0,
            question: "Question text?".into(),
            description: None,
            labels: vec!["Option A".into(), "Option B".into()],
            about: "Description".into(),
            many: false,
            custom: Editor::default(),
            typing: false,
            note: Editor::default(),
            noting: false,
            preview: None,
            notice: None,
            danger: false,
            context: None,
            exact: None,
            fold: None,
            means: None,
            hints: "Enter/Space to select · ↑/↓ to navigate · Esc to cancel",
            focus: 0,
            page_id: 1,
            look: LOOK,
        }
    }

    /// A list of so many options.
    pub(crate) fn long(options: usize) -> Made {
        let labels = (1..=options).map(|n| format!("Option number {n}").into()).collect();
        Made { labels, ..Made::plain() }
    }

    pub(crate) fn screen(&self) -> Screen<'_> {
        let entry = |editor, active, placeholder| TextEntry {
            prefix: None,
            suffix: None,
            placeholder: Shown::own(placeholder),
            editor,
            active,
            kept: None,
            max_rows: 5,
            masked: false,
        };
        let row = |role, label| Row {
            role,
            number: None,
            check: None,
            picked: false,
            ticked: false,
            lookalike: false,
            recommended: false,
            label,
            description: None,
            fold: None,
            gap: false,
        };
        let mut rows: Vec<Row<'_>> = self
            .labels
            .iter()
            .enumerate()
            .map(|(i, label)| Row {
                number: Some(i + 1),
                check: self.many.then_some(i % 2 == 1),
                picked: i % 2 == 1,
                ticked: !self.many && i % 4 == 1,
                lookalike: i % 7 == 6,
                description: Some(&self.about),
                ..row(Role::Option(i), Label::Theirs(label))
            })
            .collect();
        if self.page != Page::Compare {
            rows.push(Row {
                number: Some(rows.len() + 1),
                check: self.many.then_some(false),
                ..row(Role::Custom, Label::Entry(entry(&self.custom, self.typing, "Type something")))
            });
        }
        if let (Some(source), Some(first)) = (&self.fold, rows.first_mut()) {
            first.fold = Some(Fold {
                name: Shown::own("markdown"),
                hint: Shown::own("[markdown] (press e to expand)"),
                kind: PreviewKind::Markdown,
                source,
                open: true,
                raw: self.many,
            });
            first.recommended = true;
        }
        if let Some(text) = &self.exact {
            rows.push(row(Role::Remark, Label::Exact(text)));
        }
        if self.many {
            rows.push(Row { gap: true, ..row(Role::Commit, Label::Own(Shown::own("Submit"))) });
        }
        let focus = if self.typing { self.labels.len() } else { self.focus.min(rows.len() - 1) };
        // No form puts the focus on a row that can't take it.
        let focus = if rows[focus].role == Role::Remark { 0 } else { focus };
        Screen {
            origin: None,
            origin_in_full: false,
            page: self.page,
            page_id: self.page_id,
            from: Some(&self.from).filter(|f| !f.is_empty()),
            warning: self.warning.then(|| Shown::own("This asks for a secret. Give it only if you mean to.")),
            tabs: self
                .headers
                .iter()
                .enumerate()
                .map(|(i, h)| Tab { header: Some(h), active: i == self.active, done: i % 2 == 1 })
                .collect(),
            expires: self
                .means
                .as_ref()
                .map(|means| Expires { words: Shown::own("expires in 5 min"), means: Some(means) }),
            danger: self.danger.then(|| self.headers.first()).flatten(),
            note_of: (self.page == Page::Notes).then(|| self.headers.first()).flatten(),
            title: None,
            question: Some(&self.question),
            description: self.description.as_ref(),
            context: self.context.as_ref().map(|source| Context {
                kind: PreviewKind::Markdown,
                source,
                whole: self.danger,
            }),
            must_see: self.danger,
            rows,
            focus: Some(focus),
            preview: (self.page == Page::Compare)
                .then_some(PreviewRef { kind: PreviewKind::Markdown, source: self.preview.as_ref() }),
            notes: (self.page == Page::Compare).then(|| NotesRow {
                label: Shown::own("Notes: "),
                entry: entry(&self.note, self.noting, "Add notes on this design..."),
            }),
            filter: None,
            notice: self.notice.as_ref().map(|n| Line::of(Shown::one_line(n), Style::of(Tone::Warn))),
            hints: footer(self.hints),
            clock: self.means.is_some().then(|| Shown::own("⏱  1:23 elapsed")),
            still: false,
            scroll_keys: Vec::new(),
            reading: None,
            look: self.look,
        }
    }
}

/// A footer: the first hint chooses, one with Esc leaves.
fn footer(hints: &'static str) -> Hints {
    let part = |(at, words): (usize, &'static str)| {
        let first = words.split(['/', ' ']).next().unwrap_or(words);
        let (of, brief) = match at {
            _ if words.starts_with("Esc") => (HintFor::Leaving, Shown::own("Esc out")),
            0 => (HintFor::Choosing, Shown::own(first)),
            _ => (HintFor::Other, Shown::own(words)),
        };
        Hint { words: Shown::own(words), brief, of }
    };
    Hints { parts: hints.split(" · ").enumerate().map(part).collect(), between: " · ", instead: None }
}
