//! All stores keep the same bytes of the same request, whatever its texts contain.

use crate::pg;
use crate::sample::*;
use asq_core::life::AskKey;
use asq_core::model::{Answer, Answers, Entry, Outcome, Pick};
use asq_store::{Append, DraftRow, Memory, Sqlite, Store};
use asq_testkit::folder::TempFolder;

/// Texts that a call may contain, through the reader of all calls.
fn texts() -> Vec<String> {
    let call = br#"{"arguments": {"texts": [
        "NUL \u0000 in the middle", "\u0000", "half \ud83d of a face", "\udc4d other half", "both \ud83d\udc4d",
        "swapped \udc4d\ud83d", "\ufffe \uffff \u0085 \u2028", "e\u0301 \u202e \u200b", "quote \" \\ ' $1 %s ;--"
    ]}}"#;
    let read = asq_wire::read_json(call).expect("mended, not refused");
    assert_eq!(read.notes.len(), 3, "{:?}", read.notes);
    let texts = read.value["arguments"]["texts"].as_array().expect("texts");
    texts.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

fn batch() -> Vec<Append> {
    let mut batch = Vec::new();
    for (n, text) in (1..).zip(texts()) {
        let mut asked = asked(n, vec![question(&text)]);
        asked.call = serde_json::json!({ "text": text }).to_string();
        asked.request.from.agent = Some(text.as_str().into());
        asked.origin.folder = Some(text.as_str().into());
        asked.claim = Some(AskKey::Call(key(&format!("{n} {text}"))));
        batch.push(ask_with(n, asked));
        if n % 2 == 0 {
            let entry = Entry {
                answer: Some(Answer::Picks(vec![Pick::Custom(text.as_str().into())])),
                note: Some(text.as_str().into()),
                ..Entry::default()
            };
            batch.push(close(n, 1, Outcome::Answered(Answers { entries: vec![entry] })));
        }
    }
    batch
}

/// Everything that can be read from a store.
fn told(store: &dyn Store) -> impl PartialEq + std::fmt::Debug {
    let claims: Vec<_> = (1..)
        .zip(texts())
        .map(|(n, text)| store.claimed(&key(&format!("{n} {text}"))).expect("read"))
        .collect();
    let past = store.past(&asq_store::Query::default()).expect("looked");
    let agents: Vec<_> = texts()
        .into_iter()
        .map(|text| {
            let query = asq_store::Query { agent: Some(text), ..asq_store::Query::default() };
            store.past(&query).expect("looked").into_iter().map(|it| it.id).collect::<Vec<_>>()
        })
        .collect();
    let drafts = store.drafts(id(1)).expect("read");
    (
        everything(store),
        store.pending(asq_core::inbox::Position(0), 0).expect("read"),
        claims,
        past,
        agents,
        drafts,
    )
}

#[test]
fn nul_and_half_characters_are_kept_alike() {
    let folder = TempFolder::new("store");
    let memory = Memory::new([1; 32]);
    let sqlite = Sqlite::open(&folder.path().join("store.db")).expect("a store");
    let postgres = pg::open(&pg::database(pg::shared()));
    let stores: [&dyn Store; 3] = [&memory, &sqlite, &postgres];
    for store in stores {
        put(store, &batch());
        let body = texts().concat().into_bytes();
        let draft =
            DraftRow { request: id(1), question: 0, rev: 0, by: u64::MAX, at_ms: 1, body, other: None };
        store.keep_draft(&draft).expect("kept");
    }
    assert_eq!(everything(&memory), stored(1, &batch()));
    assert_eq!(told(&sqlite), told(&memory));
    assert_eq!(told(&postgres), told(&memory));
}
