//! The arguments of `asq token`.
//!
//! - Every token has one right; a flag without one is refused.
//! - Only a token that answers can answer dangerous requests, or be narrowed.
//! - A session, a call and an origin have limits, and an origin is read as browsers write it.

use super::store::milliseconds;
use asq_server::TokenRight;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

/// The most characters of a session or a call id.
const NAME: usize = 200;

pub(crate) const TOKEN_ABOUT: &str = "\
Makes, lists and revokes the tokens that asq serve knows. A token has one right:

  ask       to ask, to wait for what it asked, and to take that back; it sees nothing else
  answer    to see and answer all requests; it never asks
  observe   to see all requests
  admin     to see and answer all requests, and to take any of them back

A token that answers can be narrowed to a session, a call, and the pages of an origin: for <asq-question> in \
somebody else's page (docs/element.md). Then it sees nothing else, and never answers a dangerous request.

A browser that a link signed in has the right page. It is listed and revoked like a token, but only a link makes one \
(asq serve --link).

The token is printed once. asq keeps only its digest, in a file that only you can read.";

pub(crate) const TOKEN_EXAMPLES: &str = "\
Examples:
  asq token new --right ask --label ci > ~/ci.token       for a sandboxed agent
  asq token new --right answer --label phone --expires 30d
  asq token new answer --session ses_1 \\
    --origin https://chat.example --expires 8h
  asq token list
  asq token revoke 3f9a0c12b7e4                           open streams end, too";

/// `asq token`.
#[derive(Debug, Args)]
pub(crate) struct TokenArgs {
    #[command(subcommand)]
    pub(crate) what: TokenCommand,
}

/// What `asq token` can do.
#[derive(Debug, Subcommand)]
pub(crate) enum TokenCommand {
    /// Make a token and print it, once
    New(NewTokenArgs),
    /// List the tokens, without their secrets
    List {
        /// Print JSON, one object per line
        #[arg(long)]
        json: bool,
    },
    /// Take a token's right away
    Revoke {
        /// Its id, as asq token list prints it, or the beginning of it
        id: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// `asq token new`.
#[derive(Debug, Args)]
pub(crate) struct NewTokenArgs {
    /// What it may do
    #[arg(value_name = "RIGHT", value_parser = rights(), required_unless_present = "right", conflicts_with = "right")]
    named: Option<TokenRight>,
    /// The right, as a flag
    #[arg(long, value_name = "RIGHT", value_parser = rights())]
    right: Option<TokenRight>,
    /// A name for lists and records: whom you give it to
    #[arg(long, value_name = "TEXT")]
    pub(crate) label: Option<String>,
    /// Expire after this time
    #[arg(long, value_name = "DURATION", value_parser = milliseconds)]
    pub(crate) expires: Option<u64>,
    /// Only for the requests of this session (answer)
    #[arg(long, value_name = "SESSION", value_parser = name)]
    pub(crate) session: Option<String>,
    /// Only for the request of this tool call (answer)
    #[arg(long, value_name = "CALL-ID", value_parser = name)]
    pub(crate) call: Option<String>,
    /// Only in pages of this origin; may be repeated (answer)
    #[arg(long = "origin", value_name = "ORIGIN", value_parser = origin)]
    pub(crate) origins: Vec<String>,
    /// Let asq inbox answer dangerous requests with it, too (--right answer)
    #[arg(long)]
    pub(crate) danger: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl NewTokenArgs {
    /// The right, from its place or from its flag.
    pub(crate) fn right(&self) -> Option<TokenRight> {
        self.named.or(self.right)
    }
}

/// Reads a session or a call id.
fn name(text: &str) -> Result<String, String> {
    let length = text.chars().count();
    if text.trim().is_empty() {
        return Err("expects a name that isn't empty".to_owned());
    }
    if length > NAME {
        Err(format!("it has {length} characters, {NAME} is the most"))
    } else {
        Ok(text.to_owned())
    }
}

/// Reads an origin, as browsers write it.
fn origin(text: &str) -> Result<String, String> {
    asq_server::origin(text).ok_or_else(|| "expects an origin such as https://chat.example".to_owned())
}

/// Reads a right by its name.
fn rights() -> impl TypedValueParser<Value = TokenRight> {
    let values = TokenRight::ALL.map(|right| PossibleValue::new(right.name()));
    PossibleValuesParser::new(values)
        .try_map(|name| TokenRight::named(&name).ok_or("no right is called that"))
}
