//! `asq serve --link`: another link from the server that runs.
//!
//! - A script gets the link alone on its line; a terminal gets its rules, too.
//! - The server makes it; this process asks for it over the server's socket, with what the server's file says.
//! - An agent gets none: this process and the server both judge who asks.
//! - A server that doesn't answer is given up after five seconds.

use super::announcement::LinkLook;
use super::server_file::{ServerFiles, ServerPlace};
use crate::args::serve::ServeArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::output;
use crate::session::{open, place};
use crate::token::agents_side;
use asq_files::plain_io;
use serde_json::Value;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// What is reported where none is made.
const NONE: &str = "no link was made";

/// How long the server may take for each step.
const PATIENCE: Duration = Duration::from_secs(5);

/// The most bytes of its reply.
const MOST: u64 = 64 << 10;

/// Prints a link of the server that runs.
pub(super) fn print(args: &ServeArgs, env: &Env) -> Result<(), CommandError> {
    // A variable is reported with its way out; the server judges the rest, since it knows what is open.
    if let Some(why) = agents_side::variable(env) {
        return Err(why.refusal(NONE));
    }
    let place = place::of(env, env.cwd().as_deref())?;
    let store = open::existing(&place)?;
    let files = store.as_ref().and_then(|store| ServerFiles::of(&place, || store.about(), env));
    let running = files.map_or(Ok(Vec::new()), |files| files.running())?;
    let Some(server) = running.first() else {
        return Err(CommandError::new(ErrorClass::Usage, "this store has no server that runs")
            .hint("asq serve starts one, and prints a link"));
    };
    let path = ask(server)?;
    let look = LinkLook::new(server.url.clone(), args.qr, env);
    look.print(&look.further(&path, output::width().is_some()), Some(&path))
}

/// The path of a new link.
fn ask(server: &ServerPlace) -> Result<String, CommandError> {
    let failed = |why: String| {
        CommandError::new(ErrorClass::Output, format!("{NONE}: {} {why}", server.worded()))
            .hint("l in the server's terminal makes one, too")
    };
    let Some(socket) = &server.socket else { return Err(failed("has no socket file".to_owned())) };
    let talk = || -> std::io::Result<Vec<u8>> {
        let mut stream = UnixStream::connect(socket)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let call = format!(
            "POST /v1/link HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Length: 0\r\n\
             Connection: close\r\n\r\n",
            server.control
        );
        stream.write_all(call.as_bytes())?;
        let mut reply = Vec::new();
        stream.take(MOST).read_to_end(&mut reply)?;
        Ok(reply)
    };
    let reply = talk().map_err(|e| failed(format!("does not answer: {}", plain_io(&e))))?;
    let (status, body) = parts(&reply).ok_or_else(|| failed("gave no reply that can be read".to_owned()))?;
    let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    match status {
        200 => Ok(text("path")),
        403 => Err(CommandError::new(ErrorClass::Misfit, format!("{NONE}: {}", text("detail")))
            .hint("l in the server's terminal makes one, too")),
        _ => Err(failed(format!("refused it: {status} {}", text("detail")))),
    }
}

/// The status and the JSON of a reply.
fn parts(reply: &[u8]) -> Option<(u16, Value)> {
    let end = reply.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = str::from_utf8(&reply[..end]).ok()?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    Some((status, serde_json::from_slice(&reply[end + 4..]).ok()?))
}

#[cfg(test)]
mod tests {
    use super::parts;
    use serde_json::json;

    #[test]
    fn a_reply_has_a_status_and_json() {
        let reply = b"HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{\"path\":\"/\"}";
        assert_eq!(parts(reply), Some((200, json!({"path": "/"}))));
        for other in [&b""[..], b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 20\r\n\r\n{}", b"SSH-2.0\r\n\r\n{}"] {
            assert_eq!(parts(other), None, "{other:?}");
        }
    }
}
