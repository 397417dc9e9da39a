//! The page of a form's request: its address, and who opens it.
//!
//! - If a server runs for the store, the form names its request's page on it, and may put the address on the clipboard.
//! - The address has no secret. The form is on the agent's side, so it signs nobody in: a browser is signed in already,
//!   or its page says how.
//! - If the person's own settings say so, the page opens by itself from so many questions on. Only then is a server started.
//! - No variable of the agent's reaches the browser, which would otherwise count as the agent's own.
//! - A server that doesn't come up within three seconds is given up, and the form appears without the address.

use super::signals::watcher;
use crate::env::Env;
use crate::serve::page_address;
use crate::session::place::{self, StoreAddress};
use asq_asking::OpenRequest;
use asq_runtime::{process_origin, signals};
use asq_settings::Settings;
use asq_tui::FormPage;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long a server may take to come up.
const PATIENCE: Duration = Duration::from_secs(3);

/// The pause between two looks for it.
const PAUSE: Duration = Duration::from_millis(20);

/// The programs that open an address in the person's browser.
const OPENERS: [&str; 2] = ["xdg-open", "open"];

/// The page that a form can offer.
pub(super) struct PageOffer {
    server: String,
    copies: bool,
    /// What opens the address, if it opens by itself.
    opener: Option<Vec<String>>,
    folders: Vec<PathBuf>,
}

impl PageOffer {
    /// The offer for a request of so many questions; `None` without a server.
    pub(super) fn look(env: &Env, settings: &Settings, questions: usize) -> Option<PageOffer> {
        if !settings.browser_enabled {
            return None;
        }
        let opens = settings.browser_auto_open && questions >= settings.browser_min_questions as usize;
        let opener = if opens { opener(env) } else { None };
        let server = page_address::of(env).or_else(|| opener.is_some().then(|| started(env)).flatten())?;
        let copies = settings.copy_url_to_clipboard;
        Some(PageOffer { server, copies, opener, folders: env.private_dirs() })
    }

    /// The page of this request. Opens it, if it does so by itself.
    pub(super) fn of(self, open: &OpenRequest) -> Option<FormPage> {
        let short = open.backend.short_id(open.id).ok()?;
        let address = format!("{}/r/{short}", self.server);
        if let (Some(mut words), Some(watcher)) = (self.opener, watcher(self.folders)) {
            words.push(address.clone());
            // The form has the address, too.
            let _ = signals::open(&watcher, words);
        }
        Some(FormPage { address, copies: self.copies })
    }
}

/// Starts a server for forms, and waits for it.
fn started(env: &Env) -> Option<String> {
    let place = place::of(env, env.cwd().as_deref()).ok()?;
    if matches!(place.at, StoreAddress::Server(_)) {
        return None;
    }
    let watcher = watcher(env.private_dirs())?;
    let program = watcher.program.to_str()?.to_owned();
    let words = [&program, "serve", "--no-link", "--for-forms"].map(str::to_owned);
    signals::open(&watcher, words.to_vec()).ok()?;
    let until = now() + PATIENCE;
    loop {
        if let Some(server) = page_address::of(env) {
            return Some(server);
        }
        if now() >= until {
            return None;
        }
        std::thread::sleep(PAUSE);
    }
}

#[expect(clippy::disallowed_methods, reason = "the wait for another process, not for a person")]
fn now() -> Instant {
    Instant::now()
}

/// The command that opens an address in the person's browser, without the agent's variables.
fn opener(env: &Env) -> Option<Vec<String>> {
    // Far from the person's screen, and without one, an opener would take a browser of the terminal.
    let screen =
        cfg!(target_os = "macos") || ["WAYLAND_DISPLAY", "DISPLAY"].iter().any(|it| env.get(it).is_some());
    if !screen || env.get("SSH_CONNECTION").is_some() {
        return None;
    }
    let find = |name: &str| signals::find(env.get("PATH")?, name)?.into_os_string().into_string().ok();
    let program = OPENERS.iter().find_map(|name| find(name))?;
    let mut words = vec![find("env")?];
    for name in process_origin::variables() {
        words.extend(["-u".to_owned(), name.to_owned()]);
    }
    words.push(program);
    Some(words)
}
