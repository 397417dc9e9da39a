//! The kept draft of one call.
//!
//! - It belongs to the content: the dialect, the tool and the arguments, regardless of who asked or when. A question
//!   from flags belongs to its folder, too.
//! - It comes back with the time when it was kept, and with the date if that was not today.
//! - If nothing was typed or picked, it keeps nothing and removes an older file.
//! - An answer ends its draft, except for texts that are in no answer: they come back the next time.
//! - Never writes what was typed to confirm a danger or to answer a secret.
//! - Reports once, after the form has closed, what it can't write, and has its texts for the person to copy.
//! - A draft with another number of questions isn't a draft of this call.
//! - The page and the reason for declining are a part of it, the reason until somebody has read it.

use crate::clock::{local_zone, unix_now};
use crate::drafts::DraftFiles;
use crate::env::Env;
use asq_core::model::{Answers, Draft, Entry, Outcome, Request, Typed, WholeDraft};
use asq_core::secret::{asks_for_secret, looks_like_secret};
use asq_core::text::{Shown, Untrusted, hex};
use asq_wire::{ToolCall, stored};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

#[derive(Debug)]
pub(crate) struct Keeper {
    drafts: Option<DraftFiles>,
    /// The name of the content: its dialect, its call, and the folder if the question came from flags.
    content: (String, Rc<ToolCall>, Option<PathBuf>),
    /// Computed on first use, since it reads every byte of the call.
    digest: OnceCell<String>,
    /// By question: its text, and whether the call marks it as a secret.
    questions: Vec<(Untrusted, bool)>,
    /// By question: whether it asks for a secret. Computed when there is something to keep.
    secrets: OnceCell<Vec<bool>>,
    /// Whether a script asks. Its next form brings back texts alone.
    script: bool,
    /// Whether a file of this content exists.
    exists: bool,
    /// Whether the draft that was kept last has texts.
    has_texts: bool,
    /// The page and the reason of the open form.
    whole: WholeDraft,
    /// The texts that were in no answer when a draft was last kept.
    loose: Vec<Typed>,
    trouble: Option<String>,
    /// The texts that could not be written.
    unkept: Vec<Untrusted>,
    /// Why the draft of an earlier form did not come back.
    refused: Option<String>,
}

impl Keeper {
    /// For a request that this dialect read from the call.
    pub(crate) fn new(env: &Env, dialect: &str, call: &Rc<ToolCall>, request: &Request) -> Keeper {
        let drafts = env.state_dir().map(|dir| DraftFiles::within(&dir));
        let questions = request.questions.iter().map(|q| (q.text.clone(), q.sensitive)).collect();
        let content = (dialect.to_owned(), Rc::clone(call), None);
        Keeper {
            drafts,
            content,
            digest: OnceCell::new(),
            questions,
            secrets: OnceCell::new(),
            script: request.from.script,
            exists: false,
            has_texts: false,
            whole: WholeDraft::default(),
            loose: Vec::new(),
            trouble: None,
            unkept: Vec::new(),
            refused: None,
        }
    }

    /// Limits the draft to this folder, since scripts ask the same words everywhere.
    pub(crate) fn within(mut self, folder: &Path) -> Keeper {
        self.content.2 = Some(folder.to_owned());
        self
    }

    fn digest(&self) -> &str {
        let (dialect, call, folder) = &self.content;
        self.digest.get_or_init(|| digest(dialect, call, folder.as_deref()))
    }

    /// The draft that an earlier form of this content left; otherwise an empty one.
    pub(crate) fn restore(&mut self, env: &Env) -> (Draft, WholeDraft) {
        self.restored(env).unwrap_or_default()
    }

    fn restored(&mut self, env: &Env) -> Option<(Draft, WholeDraft)> {
        let drafts = self.drafts.as_ref().filter(|drafts| !drafts.is_empty())?;
        let now = unix_now();
        let kept = drafts.load(self.digest(), now);
        self.refused = kept.as_ref().err().cloned();
        let kept = kept.ok()??;
        self.exists = true;
        let Ok(Outcome::Cancelled(mut draft)) = stored::outcome_from_bytes(&kept.bytes) else { return None };
        // Another version of asq, or other settings, may read other questions from the same call.
        if draft.answers.entries.len() != self.questions.len() {
            return None;
        }
        self.whole = whole_of(&kept.bytes);
        let zone = local_zone(env);
        let (at, today) = (zone.local(kept.at), zone.local(now).date());
        let when = if at.date() == today { at.time() } else { format!("{} {}", at.date(), at.time()) };
        draft.kept = Some(Shown::one_line(&Untrusted::from(when)));
        Some((draft, self.whole.clone()))
    }

    /// Notes the page and the reason, which are written with the next draft.
    pub(crate) fn knows_whole(&mut self, whole: &WholeDraft) {
        self.whole.clone_from(whole);
    }

    /// Remembers the loose texts of a draft that is kept elsewhere.
    pub(crate) fn knows(&mut self, draft: &Draft) {
        self.loose.clone_from(&draft.typed);
    }

    pub(crate) fn keep(&mut self, draft: &Draft) {
        self.knows(draft);
        let draft = match self.worth_keeping(draft) {
            Some(draft) => draft,
            None if self.whole.reason.is_some() => {
                Draft { answers: Answers::none(self.questions.len()), ..Draft::default() }
            }
            None => return self.forget(),
        };
        let texts = draft.texts();
        self.has_texts = !texts.is_empty() || self.whole.reason.is_some();
        let written = self.write(draft);
        self.exists |= written.is_ok();
        self.unkept.clear();
        if written.is_err() {
            let typed = texts.into_iter().map(|typed| typed.text).chain(self.whole.reason.clone());
            self.unkept.extend(typed.filter(|text| !looks_like_secret(text.raw())));
        }
        self.trouble = written.err();
    }

    /// Writes the file of this content. `Err` says why it can't.
    fn write(&self, draft: Draft) -> Result<(), String> {
        let Some(drafts) = &self.drafts else {
            return Err("neither XDG_STATE_HOME nor HOME names a folder".to_owned());
        };
        let bytes = stored::outcome_to_bytes(&Outcome::Cancelled(draft)).map_err(|e| e.to_string())?;
        drafts.save(self.digest(), &with_whole(bytes, &self.whole)).map_err(|e| e.to_string())
    }

    /// Keeps the draft in an ending: the typed text, or the answers themselves while nobody has read them.
    pub(crate) fn keep_ending(&mut self, outcome: &Outcome) {
        let mut draft = outcome.clone().into_draft();
        if matches!(outcome, Outcome::Answered(_)) {
            draft.typed.clone_from(&self.loose);
        }
        self.keep(&draft);
    }

    /// Forgets a reason for declining that somebody has read.
    pub(crate) fn declined(&mut self, outcome: &Outcome) {
        self.whole.reason = None;
        self.keep_ending(outcome);
    }

    /// Forgets an answer that somebody has read; only the texts that are in no answer come back.
    pub(crate) fn answered(&mut self) {
        self.whole = WholeDraft::default();
        let answers = Answers::none(self.questions.len());
        self.keep(&Draft { answers, typed: self.loose.clone(), kept: None });
    }

    /// The draft without its secrets and confirmations; `None` if no text remains.
    fn worth_keeping(&self, draft: &Draft) -> Option<Draft> {
        let secrets = self.secrets.get_or_init(|| {
            self.questions.iter().map(|(text, known)| *known || asks_for_secret(text.raw())).collect()
        });
        let mut draft = draft.clone();
        for (entry, secret) in draft.answers.entries.iter_mut().zip(secrets) {
            entry.confirmed = None;
            if *secret {
                *entry = Entry::default();
            }
        }
        // A text that belongs to no known question might be a secret.
        draft.typed.retain(|t| !secrets.get(t.question).copied().unwrap_or(true));
        (!draft.is_empty()).then_some(draft)
    }

    /// Removes the file of this content.
    fn forget(&mut self) {
        self.trouble = None;
        self.unkept.clear();
        if let (true, Some(drafts)) = (self.exists, &self.drafts) {
            drafts.remove(self.digest());
            self.exists = false;
        }
    }

    /// Removes drafts of any content that are a week old.
    pub(crate) fn sweep(&self) {
        if let Some(drafts) = &self.drafts {
            drafts.sweep(unix_now());
        }
    }

    /// Whether something is in a file now that the next form brings back.
    pub(crate) fn has_kept(&self) -> bool {
        self.exists && self.trouble.is_none() && (self.has_texts || !self.script)
    }

    /// What of an answer the next form brings back; `None` if nothing.
    pub(crate) fn kept_answer(&self) -> Option<&'static str> {
        self.has_kept().then_some(if self.script { "what was typed" } else { "what was answered" })
    }

    /// The texts that are in no file because of a trouble, without answers to secret questions and without what looks
    /// like a secret.
    pub(crate) fn unkept(&self) -> &[Untrusted] {
        &self.unkept
    }

    /// What to report about drafts: that one did not come back, or can't be kept.
    pub(crate) fn troubles(&self) -> Vec<String> {
        let refused = self.refused.iter().map(|why| format!("a kept draft did not come back: {why}"));
        let trouble =
            self.trouble.iter().map(|why| format!("what was typed can't be kept as a draft: {why}"));
        refused.chain(trouble).collect()
    }
}

/// The bytes of a draft with the page and the reason in it; an older asq skips them.
fn with_whole(bytes: Vec<u8>, whole: &WholeDraft) -> Vec<u8> {
    let whole = WholeDraft { held: None, ..whole.clone() };
    if whole == WholeDraft::default() {
        return bytes;
    }
    let added = |bytes: &[u8]| {
        let mut file: Value = serde_json::from_slice(bytes).ok()?;
        let whole: Value = serde_json::from_slice(&stored::whole_to_bytes(&whole).ok()?).ok()?;
        file.get_mut("cancelled")?.as_object_mut()?.insert("whole".to_owned(), whole);
        serde_json::to_vec(&file).ok()
    };
    // Without them the draft itself still comes back.
    added(&bytes).unwrap_or(bytes)
}

fn whole_of(bytes: &[u8]) -> WholeDraft {
    let read = || {
        let file: Value = serde_json::from_slice(bytes).ok()?;
        let whole = serde_json::to_vec(file.get("cancelled")?.get("whole")?).ok()?;
        stored::whole_from_bytes(&whole).ok()
    };
    read().unwrap_or_default()
}

/// Names a content. The order of keys in the arguments makes no difference.
fn digest(dialect: &str, call: &ToolCall, folder: Option<&Path>) -> String {
    let mut content = match folder {
        None => json!([dialect, call.name, call.arguments]),
        Some(folder) => json!([dialect, call.name, call.arguments, folder.to_string_lossy()]),
    };
    content.sort_all_objects();
    hex(&Sha256::digest(content.to_string()))
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::{Keeper, digest};
    use crate::env::Env;
    use asq_core::model::{
        Answer, AnswerRules, Answers, Complete, DangerRule, Draft, Entry, Kind, Order, Outcome, Pick, Prefs,
        Provenance, Question, Request, Typed, TypedIn, WholeDraft,
    };
    use asq_wire::ToolCall;
    use expect_test::expect;
    use serde_json::{Value, json};
    use std::path::{Path, PathBuf};
    use std::rc::Rc;

    fn call(arguments: Value) -> Rc<ToolCall> {
        Rc::new(ToolCall { name: Some("question".into()), arguments })
    }

    fn request(texts: &[(&str, bool)]) -> Request {
        let question = |(text, sensitive): &(&str, bool)| Question {
            id: (*text).into(),
            header: "H".into(),
            text: (*text).into(),
            description: None,
            kind: Kind::One,
            options: Vec::new(),
            custom: true,
            default: None,
            danger: None,
            sensitive: *sensitive,
            context: None,
            custom_row: None,
            skippable: false,
        };
        Request {
            questions: texts.iter().map(question).collect(),
            rules: AnswerRules {
                complete: Complete::Every,
                order: Order::Offered,
                discuss: false,
                notes: true,
                danger: DangerRule::AnyText,
            },
            prefs: Prefs::default(),
            from: Provenance::default(),
            expiry: None,
        }
    }

    fn typed(question: usize, text: &str) -> Typed {
        Typed { question, place: TypedIn::Custom, text: text.into() }
    }

    struct Home(PathBuf);

    impl Home {
        fn new(name: &str) -> Home {
            let path = std::env::temp_dir().join(format!("asq-keep-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            Home(path)
        }

        fn env(&self) -> Env {
            Env::of(&[("HOME", self.0.to_str().unwrap()), ("TZ", "UTC")])
        }

        fn files(&self) -> Vec<String> {
            let folder = self.0.join(".local/state/asq/drafts");
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|e| std::fs::read_to_string(e.path()).unwrap()).collect()
        }
    }

    impl Drop for Home {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_content_is_dialect_tool_and_arguments_in_any_order_of_keys() {
        let one = digest("question", &call(json!({"a": 1, "b": {"c": 2, "d": 3}})), None);
        assert_eq!(one, digest("question", &call(json!({"b": {"d": 3, "c": 2}, "a": 1})), None));
        assert_ne!(one, digest("question", &call(json!({"a": 1, "b": {"c": 2, "d": 4}})), None));
        assert_ne!(one, digest("asq", &call(json!({"a": 1, "b": {"c": 2, "d": 3}})), None));
        let unnamed = ToolCall { name: None, arguments: json!({"a": 1, "b": {"c": 2, "d": 3}}) };
        assert_ne!(one, digest("question", &unnamed, None));
        let here = digest("question", &call(json!({"a": 1, "b": {"c": 2, "d": 3}})), Some(Path::new("/a")));
        assert_ne!(one, here);
        assert_ne!(
            here,
            digest("question", &call(json!({"a": 1, "b": {"c": 2, "d": 3}})), Some(Path::new("/b")))
        );
    }

    #[test]
    fn what_was_typed_comes_back_as_kept_from_a_time() {
        let home = Home::new("back");
        let (env, request) = (home.env(), request(&[("A?", false)]));
        let mut keeper = Keeper::new(&env, "question", &call(json!({})), &request);
        assert_eq!(keeper.restore(&env), Default::default());
        let draft = Draft { answers: Answers::none(1), typed: vec![typed(0, "né\n2")], kept: None };
        keeper.keep(&draft);
        let again = Keeper::new(&env, "question", &call(json!({})), &request).restore(&env).0;
        assert_eq!((&again.typed, &again.answers), (&draft.typed, &draft.answers));
        let when = again.kept.unwrap().to_string();
        assert!(when.len() == 5 && when.as_bytes()[2] == b':', "{when}");
        let other = Keeper::new(&env, "question", &call(json!({"x": 1})), &request).restore(&env);
        assert_eq!(other, Default::default());
    }

    #[test]
    fn the_page_and_the_reason_come_back_and_end_with_the_answer() {
        let home = Home::new("whole");
        let (env, request) = (home.env(), request(&[("A?", false), ("B?", false)]));
        let keeper = || Keeper::new(&env, "question", &call(json!({})), &request);
        let mut first = keeper();
        let paged = WholeDraft { page: Some(1), ..WholeDraft::default() };
        first.knows_whole(&paged);
        first.keep(&Draft { answers: Answers::none(2), ..Draft::default() });
        assert_eq!(home.files().len(), 0, "a page alone is no draft");
        first.keep(&Draft { answers: Answers::none(2), typed: vec![typed(0, "x")], kept: None });
        assert_eq!(keeper().restore(&env).1, paged);
        let reason = WholeDraft { reason: Some("too early".into()), ..WholeDraft::default() };
        first.knows_whole(&reason);
        first.keep(&Draft { answers: Answers::none(2), ..Draft::default() });
        assert_eq!(keeper().restore(&env).1, reason);
        let draft = Draft { answers: Answers::none(2), ..Draft::default() };
        let declined = Outcome::Declined { reason: reason.reason.clone(), draft };
        first.keep_ending(&declined);
        assert_eq!(keeper().restore(&env).1, reason, "nobody has read it");
        first.declined(&declined);
        assert_eq!((home.files().len(), keeper().restore(&env)), (0, Default::default()));
        first.knows_whole(&paged);
        first.answered();
        assert_eq!((home.files().len(), keeper().restore(&env)), (0, Default::default()));
    }

    #[test]
    fn what_was_kept_on_another_day_comes_back_with_the_date() {
        let home = Home::new("date");
        let (env, request) = (home.env(), request(&[("A?", false)]));
        let mut keeper = Keeper::new(&env, "question", &call(json!({})), &request);
        keeper.keep(&Draft { answers: Answers::none(1), typed: vec![typed(0, "x")], kept: None });
        let folder = home.0.join(".local/state/asq/drafts");
        let file = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
        let at = std::time::SystemTime::UNIX_EPOCH
            + std::time::Duration::from_secs(crate::clock::unix_now() as u64 - 2 * 86_400);
        std::fs::File::options().append(true).open(file).unwrap().set_modified(at).unwrap();
        let kept = Keeper::new(&env, "question", &call(json!({})), &request).restore(&env).0.kept;
        let kept = kept.unwrap().to_string();
        assert!(kept.len() == "2026-11-20 10:00".len() && kept.as_bytes()[10] == b' ', "{kept}");
    }

    #[test]
    fn what_was_kept_of_other_questions_is_no_draft_of_these() {
        let home = Home::new("shape");
        let (env, one) = (home.env(), request(&[("A?", false)]));
        let mut keeper = Keeper::new(&env, "question", &call(json!({})), &one);
        keeper.keep(&Draft { answers: Answers::none(1), typed: vec![typed(0, "x")], kept: None });
        let two = request(&[("A?", false), ("B?", false)]);
        assert_eq!(Keeper::new(&env, "question", &call(json!({})), &two).restore(&env), Default::default());
    }

    #[test]
    fn secrets_and_confirmations_are_never_written() {
        let home = Home::new("secret");
        let (env, request) =
            (home.env(), request(&[("A?", false), ("B?", true), ("What is your password?", false)]));
        let mut keeper = Keeper::new(&env, "question", &call(json!({})), &request);
        let said = |text: &str| Entry {
            answer: Some(Answer::Picks(vec![Pick::Custom(text.into())])),
            note: Some("note".into()),
            confirmed: Some("yes, delete it".into()),
        };
        let entries = vec![said("open"), said("hidden 1"), said("hidden 2")];
        let typed = vec![typed(0, "draft"), typed(1, "hidden 3"), typed(2, "hidden 4")];
        keeper.keep(&Draft { answers: Answers { entries }, typed, kept: None });
        expect![[r#"
            [
                "{\"cancelled\":{\"answers\":[{\"answer\":{\"picks\":[{\"custom\":\"open\"}]},\"note\":\"note\"},{},{}],\"typed\":[{\"question\":0,\"place\":\"custom\",\"text\":\"draft\"}]}}",
            ]
        "#]]
        .assert_debug_eq(&home.files());
    }

    #[test]
    fn nothing_to_keep_removes_what_was_kept() {
        let home = Home::new("nothing");
        let (env, request) = (home.env(), request(&[("A?", false)]));
        let mut keeper = Keeper::new(&env, "question", &call(json!({})), &request);
        keeper.keep(&Draft { answers: Answers::none(1), typed: vec![typed(0, "x")], kept: None });
        assert_eq!((home.files().len(), keeper.has_kept()), (1, true));
        let mut next = Keeper::new(&env, "question", &call(json!({})), &request);
        next.restore(&env);
        next.keep(&Draft { answers: Answers::none(1), ..Draft::default() });
        assert_eq!((home.files().len(), next.has_kept(), next.troubles()), (0, false, vec![]));
    }

    #[test]
    fn without_a_home_the_trouble_is_told_only_when_there_was_something_to_keep() {
        let (env, request) = (Env::of(&[]), request(&[("A?", false)]));
        let mut keeper = Keeper::new(&env, "question", &call(json!({})), &request);
        keeper.keep(&Draft::default());
        assert_eq!(keeper.troubles(), [""; 0]);
        keeper.keep(&Draft { typed: vec![typed(0, "x")], ..Draft::default() });
        let why = "what was typed can't be kept as a draft: neither XDG_STATE_HOME nor HOME names a folder";
        assert_eq!(keeper.troubles(), [why]);
    }
}
