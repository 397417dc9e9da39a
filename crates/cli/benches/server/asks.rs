//! An ask over HTTP next to one in this process, on the same disk.

use crate::connection::{Connection, ask, asked, bearer};
use crate::{Outcome, print};
use asq_asking::{ReadCall, read_call, stored_call};
use asq_backend::{AskReply, NewRequest};
use asq_core::life::{Actor, How, Origin, Right};
use asq_core::model::{Prefs, Provenance};
use asq_dialects::What;
use asq_runtime::Driver;
use asq_store::Sqlite;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

pub(crate) fn run(address: &str, token: &str, times: usize, folder: &Path) -> Outcome<()> {
    let driver = Driver::new(Arc::new(Sqlite::open(&folder.join("in-process.db"))?));
    let mut connection = Connection::new(address, &bearer(token))?;
    let (mut http, mut here) = (Vec::new(), Vec::new());
    // The first ones open files and fill caches.
    for n in 0..times + 20 {
        let begun = Instant::now();
        asked(&mut connection, &format!("asks {n}"))?;
        let over_http = begun.elapsed();
        let begun = Instant::now();
        in_process(&driver, n)?;
        if n >= 20 {
            http.push(over_http);
            here.push(begun.elapsed());
        }
    }
    print("http", &http)?;
    print("here", &here)
}

/// The same from the bytes of the call to the disk.
fn in_process(driver: &Driver, n: usize) -> Outcome<()> {
    let body: serde_json::Value = serde_json::from_str(&ask(&n.to_string()))?;
    let bytes = body["call"].to_string().into_bytes();
    let ReadCall::Call(call) = read_call(bytes, (Some("asq"), None), Prefs::default()) else {
        return Err("the call is malformed".into());
    };
    let What::Ask { mut request, immediate: None } = call.reading.what else {
        return Err("no question".into());
    };
    let text = |name: &str| body[name].as_str().map(Into::into);
    request.from = Provenance {
        agent: text("agent"),
        session: text("session"),
        call_id: Some(format!("here {n}").as_str().into()),
        script: false,
    };
    let new = NewRequest {
        request,
        dialect: "asq".to_owned(),
        call: stored_call(&call.call),
        origin: Origin::default(),
        ticket: None,
        about: None,
        returns: true,
    };
    match driver.ask(new, &Actor::new("builder", Right::Ask, How::Cli)) {
        Ok(AskReply::Open { again: false, .. }) => Ok(()),
        Ok(other) => Err(format!("asked before: {other:?}").into()),
        Err(failure) => Err(format!("{failure:?}").into()),
    }
}
