//! A page with one message, and where to go on.

use crate::document::{self, PageChrome};
use maud::html;

/// A page that says one thing.
pub fn message(chrome: &PageChrome<'_>, heading: &str, text: &str) -> String {
    let content = html! {
        h1 { (heading) }
        p { (text) }
        p { a href="/" { "To the open questions" } }
    };
    document::page(chrome, heading, None, &content)
}

/// A page for somebody who isn't signed in, with a command to run.
pub fn command(chrome: &PageChrome<'_>, heading: &str, text: &str, command: &str) -> String {
    let content = html! {
        h1 { (heading) }
        p { (text) " " code { (command) } }
    };
    document::page(chrome, heading, None, &content)
}
