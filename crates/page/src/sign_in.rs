//! The page that a link opens.
//!
//! - It signs nobody in: its one button does, so a program that only looks at the link uses nothing up.
//! - It names the browser, the person whose questions it will show, and the machine.
//! - It works without a script.

use crate::document::{self, PageChrome};
use crate::text;
use asq_core::text::Untrusted;
use maud::html;

/// The most graphemes of a name.
const NAME: usize = 80;

/// The field that the button sends, and its value.
pub const SIGN_IN: (&str, &str) = ("act", "sign-in");

/// The page that a link opens.
#[derive(Clone, Copy, Debug)]
pub struct SignInPage<'a> {
    /// What is around it.
    pub chrome: &'a PageChrome<'a>,
    /// The kind of the browser.
    pub browser: &'a str,
    /// The name of the server's person.
    pub person: &'a Untrusted,
    /// The machine of the server, if it is known.
    pub machine: Option<&'a Untrusted>,
    /// The days for which a browser stays signed in.
    pub days: u64,
}

impl SignInPage<'_> {
    /// The page. Its form goes to the address of the page itself.
    pub fn html(&self) -> String {
        let (name, value) = SIGN_IN;
        let content = html! {
            h1 { "Sign this browser in?" }
            p {
                "In " strong { (text::clipped(&self.browser.into(), NAME)) }
                " you will see and answer what agents ask " strong { (text::clipped(self.person, NAME)) }
                @if let Some(machine) = self.machine { " on " strong { (text::clipped(machine, NAME)) } }
                ", for " (self.days) " days."
            }
            form.sign-in method="post" {
                button.primary name=(name) value=(value) { "Sign this browser in" }
            }
            p.hint { "The link works once. If you don't expect it, close this page: nothing has happened yet." }
        };
        document::page(self.chrome, "Sign in", None, &content)
    }
}
