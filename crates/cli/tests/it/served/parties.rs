//! What the tests share: asq's own client in this process, and an asker that needs no process of its own.

use crate::serving::Serving;
use asq_backend::{Backend, NewRequest};
use asq_client::{ClientLimits, RemoteBackend, RemoteConfig, Secrets, ServerAddress};
use asq_core::life::{Actor, Closing, How, Origin, RequestId, Right};
use asq_core::model::{Answer, Answers, Entry, Outcome, Provenance, Request};
use asq_runtime::Driver;
use asq_runtime::driver::{Identity, MachineNames, Names};
use asq_store::Sqlite;
use asq_testkit::sample;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// A client of the server at this address.
pub(crate) fn remote(url: &str, token: &str) -> RemoteBackend {
    let config = RemoteConfig {
        address: ServerAddress::parse(url, false).unwrap(),
        secrets: Secrets { tokens: vec![token.to_owned()], ..Secrets::default() },
        token_source: "the test's token".into(),
        limits: ClientLimits::default(),
        random: Box::new(|| MachineNames.next()),
    };
    RemoteBackend::open(config).unwrap()
}

/// The addresses of a server: its port and its socket.
pub(crate) fn urls(serving: &Serving) -> [String; 2] {
    [format!("http://{}", serving.port().host()), format!("http+unix://{}", serving.socket().display())]
}

/// Somebody who works on the store itself, under this name.
pub(crate) struct Local(pub(crate) &'static str);

impl Identity for Local {
    fn asker(&self) -> Option<Actor> {
        Some(Actor::new(self.0, Right::Ask, How::Cli))
    }

    fn taker(&self) -> Option<Actor> {
        self.asker()
    }

    fn person(&self, _: &Origin) -> Option<Actor> {
        Some(Actor::new(self.0, Right::Answer, How::Cli))
    }
}

/// The store in this file, and somebody who works on it.
pub(crate) fn local(file: &Path, name: &'static str) -> Arc<dyn Backend> {
    Driver::new(Arc::new(Sqlite::open(file).unwrap())).backend(Arc::new(Local(name)))
}

/// An ask for a text; the name is its call id, too. Nobody looks for earlier asks of an agent without a name.
pub(crate) fn ask(name: &str) -> NewRequest {
    let from = Provenance { session: Some("s1".into()), call_id: Some(name.into()), ..Provenance::default() };
    NewRequest {
        request: Request { from, ..sample::texts(&[(name, false)]) },
        dialect: "asq".into(),
        call: json!({ "name": null, "arguments": { "questions": [{ "question": name, "kind": "text" }] } })
            .to_string(),
        origin: Origin::default(),
        ticket: None,
        about: None,
        returns: false,
    }
}

/// Answers a request with these words.
pub(crate) fn words(backend: &dyn Backend, id: RequestId, text: &str) -> Closing {
    let seen = backend.get(id).unwrap().asked().unwrap().digest.clone();
    says(text, seen)
}

/// The same for a digest that is known.
pub(crate) fn says(text: &str, seen: String) -> Closing {
    let entry = Entry { answer: Some(Answer::Text(text.into())), ..Entry::default() };
    Closing::Answer { answers: Answers { entries: vec![entry] }, seen }
}

/// The words of an answer.
pub(crate) fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(answers) => match &answers.entries[0].answer {
            Some(Answer::Text(text)) => text.raw().to_owned(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}
