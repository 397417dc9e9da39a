//! A terminal on paper: written and typed text, in the order in which a terminal shows it.
#![allow(dead_code)] // each test reads its part of it

use asq_core::form::{
    Called, CommitRow, CustomEntry, CustomRow, Ends, EscStep, FormRules, Look, Notes, Numbers, PreviewPlace,
    Review, ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::model::*;
use asq_tui::line::{LineEnd, Options, ask};
use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

type Sheet = Rc<RefCell<Vec<u8>>>;

/// Returns typed lines and echoes each as a terminal does.
struct Typing {
    rest: Vec<u8>,
    line: Vec<u8>,
    sheet: Sheet,
}

impl BufRead for Typing {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.is_empty() && !self.rest.is_empty() {
            let end = self.rest.iter().position(|b| *b == b'\n').map_or(self.rest.len(), |at| at + 1);
            self.line = self.rest.drain(..end).collect();
            // Typed bytes are the terminal's to echo; here they show as text.
            self.sheet.borrow_mut().extend_from_slice(&self.line);
        }
        Ok(&self.line)
    }

    fn consume(&mut self, amount: usize) {
        self.line.drain(..amount);
    }
}

impl Read for Typing {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let amount = self.fill_buf()?.len().min(into.len());
        into[..amount].copy_from_slice(&self.line[..amount]);
        self.consume(amount);
        Ok(amount)
    }
}

/// Puts flushed bytes on the sheet, and all bytes on a sheet of their own.
struct Pen {
    wet: Vec<u8>,
    sheet: Sheet,
    alone: Sheet,
}

impl Write for Pen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wet.extend_from_slice(bytes);
        self.alone.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sheet.borrow_mut().append(&mut self.wet);
        Ok(())
    }
}

/// The result of one conversation.
pub(crate) struct Talk {
    /// Written and typed text.
    pub(crate) transcript: String,
    /// Written text alone.
    pub(crate) written: Vec<u8>,
    pub(crate) end: LineEnd,
    /// The drafts that were passed on.
    pub(crate) drafts: Vec<Draft>,
}

pub(crate) fn talk(request: &Request, rules: &FormRules, draft: Draft, width: usize, typed: &str) -> Talk {
    let sheet = Sheet::default();
    let alone = Sheet::default();
    let typing = Typing { rest: typed.as_bytes().to_vec(), line: Vec::new(), sheet: sheet.clone() };
    let pen = Pen { wet: Vec::new(), sheet: sheet.clone(), alone: alone.clone() };
    let mut drafts = Vec::new();
    let mut keep = |draft: &Draft| drafts.push(draft.clone());
    let options = Options { width, draft_changed: Some(&mut keep), ..Options::default() };
    let end = ask(request.clone(), *rules, draft, typing, pen, options).unwrap_or_else(|e| panic!("{e}"));
    let text = |sheet: Sheet| sheet.borrow().clone();
    let transcript = String::from_utf8_lossy(&text(sheet)).into_owned();
    Talk { transcript, written: text(alone), end, drafts }
}

const LOOK: Look = Look {
    focus: ">",
    rules: false,
    numbers: Numbers::All,
    tab_open: "",
    tab_done: "",
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

/// The rules of the contract `question`.
pub(crate) const QUESTION: FormRules = FormRules {
    called: Called::ASQ,
    keys: &[],
    custom: Some(CustomRow { label: "Something else…", entry: CustomEntry::Opens, placeholder: "" }),
    discuss: None,
    tabs: Tabs::Several,
    review: Review {
        when: ReviewWhen::Several,
        title: "Review your answers",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "Submit answers",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "Done", zero: Zero::Refuse },
    revisit: Revisit::Picked,
    ends: Ends::Wrap,
    esc: &[EscStep::LeaveEditor, EscStep::ConfirmIfAnswers, EscStep::Cancel],
    notes: Notes::Never,
    preview: PreviewPlace::Never,
    look: LOOK,
    elapsed: false,
};

/// The rules of the contract `ask_user_question`.
pub(crate) const ASK_USER_QUESTION: FormRules = FormRules {
    called: Called::ASQ,
    custom: Some(CustomRow { label: "Type something", entry: CustomEntry::Focus, placeholder: "" }),
    review: Review { rows: ReviewRows::SubmitAndCancel, cancel: "Cancel", ..QUESTION.review },
    many: CommitRow { label: "Submit", zero: Zero::Skip },
    esc: &[EscStep::LeaveEditor, EscStep::ClearCustom, EscStep::Cancel],
    notes: Notes::Compare,
    preview: PreviewPlace::Side { source_width: 120 },
    ..QUESTION
};

/// A request under the answer rules of `question`.
pub(crate) fn request(questions: Vec<Question>) -> Request {
    Request {
        questions,
        rules: AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            discuss: false,
            notes: false,
            danger: DangerRule::Unknown,
        },
        prefs: Prefs::default(),
        from: Provenance::default(),
        expiry: None,
    }
}

/// The same under those of `ask_user_question`.
pub(crate) fn loose(questions: Vec<Question>) -> Request {
    let mut request = request(questions);
    request.rules =
        AnswerRules { complete: Complete::Any, order: Order::Picked, notes: true, ..request.rules };
    request
}

pub(crate) fn question(header: &str, text: &str, kind: Kind, options: &[(&str, &str)]) -> Question {
    let option = |(label, description): &(&str, &str)| QuestionOption {
        description: (!description.is_empty()).then(|| (*description).into()),
        ..QuestionOption::new(*label)
    };
    Question {
        id: header.into(),
        header: header.into(),
        text: text.into(),
        description: None,
        kind,
        options: options.iter().map(option).collect(),
        custom: true,
        default: None,
        danger: None,
        sensitive: false,
        skippable: false,
        context: None,
        custom_row: None,
    }
}
