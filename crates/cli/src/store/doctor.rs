//! `asq doctor` checks the store, the webhook of announcements, and what is around asq on this machine.
//!
//! - Terminal, editor, settings and agents come first; their troubles have a fix, and leave the exit code alone.
//! - Prints the store's place and who chose it, its file system and size, and the results of its own checks.
//! - Says whether an inbox is in use, and where the store's servers are.
//! - Names a webhook that can't be used, or that failed last, with the reason and without its password.
//! - A store that can't be read is an error, but it prints what it could read.
//! - Without a store it says so, and makes none.
//! - Of a server it says what the token may do, and whether the server can be used.

use super::surroundings::DoctorSection;

use crate::clock::local_zone;
use crate::env::Env;
use crate::error::{CommandError, one_line};
use crate::exit::Exit;
use crate::output;
use crate::session::{open, place, server};
use crate::settings;
use crate::settings::wrapped::in_column;
use crate::when;
use crate::zone::LocalZone;
use asq_backend::Backend;
use asq_client::RemoteBackend;
use asq_runtime::signals::{NoWebhook, Webhook, WebhookFailure};
use asq_wire::public::utc;
use serde_json::{Map, Value};
use std::fmt::Write;
use std::path::Path;

/// Prints these sections, and what it finds of the store.
pub(super) fn run(surroundings: &[DoctorSection], as_json: bool, env: &Env) -> Result<Exit, CommandError> {
    let StoreFindings { rows, trouble, servers } = look(env, env.cwd().as_deref());
    let webhook = WebhookState::of(env);
    if as_json {
        let mut object: Map<String, Value> =
            surroundings.iter().map(|around| (around.title.replace('-', "_"), around.to_json())).collect();
        object.extend(
            rows.into_iter().map(|(name, value)| (name.replace(' ', "_").to_lowercase(), value.into())),
        );
        object.insert("webhook".into(), webhook.map_or(Value::Null, |webhook| webhook.to_json()));
        object.insert("servers".into(), servers.iter().map(ServerLook::to_json).collect());
        object.insert("trouble".into(), trouble.as_ref().map(CommandError::to_string).into());
        output::print(&output::json(&Value::Object(object)))?;
    } else {
        let width = output::width();
        let mut text: String = surroundings.iter().map(|section| section.text(width)).collect();
        text.push_str("store\n");
        let names = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, value) in &rows {
            text += &in_column(&format!("  {name:names$}  "), &one_line(value), width);
        }
        for server in &servers {
            let _ = write!(text, "server\n{}", server.text(width));
        }
        if let Some(webhook) = webhook {
            let _ = write!(text, "webhook\n{}", webhook.text(&local_zone(env), width));
        }
        output::print(&text)?;
        if let Some(trouble) = &trouble {
            output::fail(&trouble.to_string());
        }
    }
    Ok(trouble.map_or(Exit::DONE, |trouble| trouble.exit()))
}

/// What is known of the store.
#[derive(Default)]
struct StoreFindings {
    rows: Vec<(String, String)>,
    trouble: Option<CommandError>,
    servers: Vec<ServerLook>,
}

/// A server of the store that runs, in rows.
struct ServerLook(Vec<(&'static str, String)>);

impl ServerLook {
    #[cfg(feature = "serve")]
    fn of(server: &crate::serve::ServerPlace) -> ServerLook {
        let socket = server.socket.as_ref().map(|path| path.to_string_lossy().into_owned());
        ServerLook(vec![
            ("process", server.pid.to_string()),
            ("version", server.version.clone()),
            ("address", server.url.clone()),
            ("socket", socket.unwrap_or_else(|| "none".to_owned())),
        ])
    }

    fn text(&self, width: Option<usize>) -> String {
        let row = |name: &str, value: &str| in_column(&format!("  {name:8} "), &one_line(value), width);
        self.0.iter().map(|(name, value)| row(name, value)).collect()
    }

    fn to_json(&self) -> Value {
        Value::Object(self.0.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())).collect())
    }
}

/// The person's webhook, and what is wrong with it.
struct WebhookState {
    /// Without a password; empty if the setting isn't an address.
    address: String,
    unusable: Option<NoWebhook>,
    failed: Option<WebhookFailure>,
}

impl WebhookState {
    /// `None` if the settings name none.
    fn of(env: &Env) -> Option<WebhookState> {
        match Webhook::read(&settings::webhook(env)) {
            Ok(webhook) => {
                let address = webhook?.shown().to_owned();
                let last = env.state_dir().and_then(|folder| WebhookFailure::last(&folder));
                // A failure of another address says nothing about this one.
                let failed = last.filter(|last| last.url == address);
                Some(WebhookState { address, unusable: None, failed })
            }
            Err(why) => Some(WebhookState { address: String::new(), unusable: Some(why), failed: None }),
        }
    }

    fn text(&self, zone: &LocalZone, width: Option<usize>) -> String {
        let row = |name: &str, text: &str| in_column(&format!("  {name:7}  "), text, width);
        let state = match (&self.unusable, &self.failed) {
            (Some(why), _) => return row("state", &why.to_string()),
            (None, Some(WebhookFailure { why, at_ms, .. })) => {
                format!("failed at {}: {}", when::local(zone, *at_ms), one_line(why))
            }
            (None, None) => "no failure is known".to_owned(),
        };
        row("address", &one_line(&self.address)) + &row("state", &state)
    }

    fn to_json(&self) -> Value {
        let failed = self
            .failed
            .as_ref()
            .map(|failed| serde_json::json!({ "at": utc(failed.at_ms), "why": failed.why }));
        let unusable = self.unusable.map(|why| why.to_string());
        serde_json::json!({ "address": self.address, "unusable": unusable, "failed": failed })
    }
}

/// What a server says of itself to this person.
fn server_look(remote: &RemoteBackend) -> (Vec<(String, String)>, Option<CommandError>) {
    let row = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let word = |is: bool| if is { "yes" } else { "no" };
    let (answers, asks) = match remote.rights() {
        Ok(rights) => rights,
        Err(failure) => return (Vec::new(), Some(failure.into())),
    };
    let rows = vec![
        row("may ask", word(asks)),
        row("may answer", word(answers)),
        row("inbox in use", word(remote.inbox_in_use())),
    ];
    (rows, remote.health().err().map(CommandError::from))
}

fn look(env: &Env, cwd: Option<&Path>) -> StoreFindings {
    let mut look = StoreFindings::default();
    let failed = |look: StoreFindings, failure| StoreFindings { trouble: Some(failure), ..look };
    let place = match place::of(env, cwd) {
        Ok(place) => place,
        Err(failure) => return failed(look, failure),
    };
    let mut row = |name: &str, value: String| look.rows.push((name.to_owned(), value));
    let says = if place.named { place::VARIABLE } else { "the default" };
    row("place", format!("{} ({says})", place.at));
    if let place::StoreAddress::Server(address) = &place.at {
        match server::open(address, env) {
            Ok(remote) => {
                let (rows, trouble) = server_look(&remote);
                look.rows.extend(rows);
                look.trouble = trouble;
            }
            Err(failure) => look.trouble = Some(failure),
        }
        return look;
    }
    let store = match open::existing(&place) {
        Ok(Some(store)) => store,
        Ok(None) => {
            row("state", "there is none yet; the first question that waits makes it".to_owned());
            look.trouble = open::could_be_made(&place).err();
            return look;
        }
        Err(failure) => return failed(look, failure),
    };
    look.rows.extend(store.about());
    let in_use = if store.inbox_in_use() { "yes" } else { "no" };
    look.rows.push(("inbox in use".to_owned(), in_use.to_owned()));
    // Only reading a record shows whether the store can be read.
    look.trouble = store.head().err().map(CommandError::from);
    #[cfg(feature = "serve")]
    match crate::serve::ServerFiles::of(&place, || store.about(), env).map(|files| files.running()) {
        None => {}
        Some(Ok(running)) => look.servers = running.iter().map(ServerLook::of).collect(),
        Some(Err(failure)) => look.trouble = look.trouble.or(Some(failure)),
    }
    look
}
