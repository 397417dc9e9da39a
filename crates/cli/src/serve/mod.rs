//! `asq serve` makes the store reachable over HTTP.
//!
//! - Without flags it serves this machine alone, on a free port and a socket file, until a signal ends it.
//! - A line says where, with a link for a browser; `--link` prints another one of the server that runs.
//! - A store in a file has one server; `--install` makes it a service of the person's.
//! - Other machines reach it with a certificate, behind a proxy, or if the person insists.

mod announcement;
mod certificate;
mod for_forms;
mod keys;
mod link;
#[cfg(feature = "mcp")]
mod mcp_route;
pub(crate) mod page_address;
mod qr;
mod reach;
mod running;
mod served_settings;
mod server_file;
mod service;
mod socket_file;

pub(crate) use server_file::{ServerFiles, ServerPlace};

use crate::args::serve::ServeArgs;
use crate::env::Env;
use crate::error::CommandError;
use crate::exit::Exit;

/// `asq serve`.
pub(crate) fn run(args: &ServeArgs, env: &Env) -> Result<Exit, CommandError> {
    if args.install || args.uninstall {
        return service::run(args, env);
    }
    if args.link {
        link::print(args, env)?;
    } else {
        running::run(args, env)?;
    }
    Ok(Exit::DONE)
}
