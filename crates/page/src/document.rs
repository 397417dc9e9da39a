//! What all pages share: the head, the policy, the navigation.
//!
//! - A page may run nothing but a script with its nonce, load nothing from elsewhere, and be framed by nobody.
//! - Its forms lead to its own server alone.
//! - The look follows the system, or the person's choice.

use crate::field::sentence;
use crate::style;
use asq_core::inbox::Position;
use maud::{DOCTYPE, Markup, html};

/// The person's choice between dark and light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageTheme {
    /// As the system has it.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

impl PageTheme {
    /// All of them, in the order of the switch.
    pub const ALL: [PageTheme; 3] = [PageTheme::System, PageTheme::Light, PageTheme::Dark];

    /// Its name in a cookie and in a form.
    pub fn name(self) -> &'static str {
        match self {
            PageTheme::System => "system",
            PageTheme::Dark => "dark",
            PageTheme::Light => "light",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<PageTheme> {
        PageTheme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// What a page has around its content.
#[derive(Clone, Debug)]
pub struct PageChrome<'a> {
    /// Random for each reply; only styles and scripts with it count.
    pub nonce: &'a str,
    /// The person's choice between dark and light.
    pub theme: PageTheme,
    /// The token that the forms of this person's session carry; `None` for somebody who isn't signed in.
    pub csrf: Option<&'a str>,
    /// The number of open requests that aren't put aside, for the title.
    pub open: usize,
    /// The position of the log up to which it is current; what comes later is news for its script.
    pub position: Position,
    /// Whether it is for the script of a page, which has a style and a script already.
    pub bare: bool,
}

/// The policy of a page with this nonce.
pub fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src 'self' data:; \
         connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types asq"
    )
}

/// A page with this content, and everything around it.
pub(crate) fn page(chrome: &PageChrome<'_>, title: &str, bar: Option<&Markup>, content: &Markup) -> String {
    let count = if chrome.open > 0 { format!("({}) ", chrome.open) } else { String::new() };
    html! {
        (DOCTYPE)
        html lang="en" data-theme=(chrome.theme.name()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (count) (title) " · asq" }
                link rel="icon" type="image/svg+xml" href="/icon.svg";
                link rel="manifest" href="/manifest.webmanifest";
                meta name="theme-color" content="#1f5fbf";
                @if !chrome.bare { style nonce=(chrome.nonce) { (maud::PreEscaped(style::STYLE)) } }
                @if chrome.csrf.is_some() && !chrome.bare { script type="module" nonce=(chrome.nonce) src="/page/page.js" {} }
            }
            body data-position=(chrome.position.0) {
                a.skip href="#content" { "To the content" }
                @if let Some(csrf) = chrome.csrf { (navigation(chrome, csrf)) }
                @if let Some(bar) = bar { (bar) }
                main #content tabindex="-1" { (content) }
                @if chrome.csrf.is_some() { (keys()) }
            }
        }
    }
    .into_string()
}

fn navigation(chrome: &PageChrome<'_>, csrf: &str) -> Markup {
    html! {
        nav aria-label="asq" {
            a href="/" { "Open" @if chrome.open > 0 { " " span.count { (chrome.open) } } }
            a href="/history" { "Answered" }
            form.sign-out method="post" action="/signout" {
                input type="hidden" name="csrf" value=(csrf);
                button { "Sign out" }
            }
            form.theme method="post" action="/theme" {
                input type="hidden" name="csrf" value=(csrf);
                @for theme in PageTheme::ALL {
                    button name="theme" value=(theme.name()) aria-pressed=(theme == chrome.theme) { (sentence(theme.name())) }
                }
            }
        }
    }
}

/// The keys, for a page with its script; without it nothing opens this.
fn keys() -> Markup {
    let all = [
        ("1 … 9", "choose an option of the question with the focus, else of the first open one"),
        ("n", "write a note"),
        ("Ctrl+Enter", "the next step: review, or submit"),
        ("u", "take back an answer that is about to be sent"),
        ("s", "put it aside"),
        ("d", "decline, discuss or cancel: shows the buttons"),
        ("/", "filter the options, or search the list"),
        ("j, k", "move in the list"),
        ("Esc", "leave a field, or close this; it never answers"),
        ("?", "show the keys"),
    ];
    html! {
        dialog.keys aria-label="Keys" {
            h2 { "Keys" }
            dl { @for (key, what) in all { dt { kbd { (key) } } dd { (what) } } }
            form method="dialog" { button { "Close" } }
        }
    }
}
