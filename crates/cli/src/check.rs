//! `asq check` says what is right and wrong with a call, and asks nobody.
//!
//! - Names the dialect that it read the call as.
//! - Shows the request as a person would see it.
//! - Reports what it dropped or repaired.
//! - Reports all problems at once, and the contract's own words for them if it has any. The exit code is then 65.

use crate::args::CheckArgs;
use crate::call;
use crate::env::Env;
use crate::error::{CommandError, escaped};
use crate::exit::Exit;
use crate::{describe, input, output, settings};
use asq_asking::{Call, ReadCall};
use asq_dialects::What;
use asq_wire::{Ended, Misuse, Reason, ToolReply};
use std::fmt::Write;

/// Prints the report about a call.
pub(crate) fn run(args: &CheckArgs, env: &Env) -> Result<Exit, CommandError> {
    call::known(&args.named)?;
    let bytes = input::read(Some(&args.file))?;
    let prefs = settings::quiet_prefs(env);
    let (text, exit) = match call::read(bytes, &args.named, prefs) {
        ReadCall::Call(call) => (sound(&call), Exit::DONE),
        ReadCall::Misuse(misuse, reply) => (ill(&misuse, &reply), Exit::Ended(Ended::Misuse)),
    };
    output::print(&text)?;
    Ok(exit)
}

fn sound(call: &Call) -> String {
    let mut text = format!("dialect: {}\n", call.dialect.id);
    match &call.reading.what {
        What::Ask { request, .. } => {
            let rules = (call.dialect.form)(&request.prefs);
            text.push_str(&describe::request(request, &rules));
        }
        What::Reply(reply) => {
            let _ = writeln!(text, "\nnobody is asked; the reply is:\n{}", escaped(&reply.content));
        }
    }
    let notes = &call.reading.notes;
    if notes.is_empty() {
        text.push_str("\nno problem, nothing dropped or mended\n");
        return text;
    }
    text.push_str("\nno problem, but not all was taken as it came:\n");
    for note in notes {
        let _ = writeln!(text, "- {}", escaped(&note.to_string()));
    }
    text
}

/// The problems, and the reply to the agent if its contract has words of its own for them.
fn ill(misuse: &Misuse, reply: &ToolReply) -> String {
    let reason = Reason::from(misuse);
    let problems = match reason.parts.len() {
        1 => "1 problem".to_owned(),
        n => format!("{n} problems"),
    };
    let mut text = format!("{problems}:\n{}\n", escaped(&reason.message));
    if !misuse.lines().all(|line| reply.content.contains(&line)) {
        let _ = writeln!(text, "\nthe agent is told:\n{}", escaped(&reply.content));
    }
    text
}
