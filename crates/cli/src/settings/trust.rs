//! `asq trust`: a folder's settings file may set a command and switch a guard off.
//!
//! - Shows what the file would be allowed, whole, and asks on the terminal; only y or yes is a yes.
//! - What was shown is what is trusted: the digest of those very bytes.
//! - A file that sets neither needs no trust, and there is none to give without a file.
//! - Taking trust back needs no terminal.

use super::args::TrustArgs;
use super::load::State;
use super::person::Person;
use super::trusted::{Trusted, real};
use super::wrapped::{WIDTH, wrapped};
use super::{places, say};
use crate::clock::unix_now;
use crate::env::Env;
use crate::error::{Failure, Kind, one_line};
use crate::exit::Exit;
use crate::output;
use asq_settings::{Format, Given, Loaded, Origin, Place};
use asq_wire::Ended;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// `asq trust`.
pub(crate) fn run(args: &TrustArgs, env: &Env) -> Result<Exit, Failure> {
    let Some(dir) = &args.dir else { return list(env) };
    if args.revoke { revoke(dir, env) } else { trust(dir, env) }
}

fn trust(dir: &Path, env: &Env) -> Result<Exit, Failure> {
    let wrong = |why: String| Failure::new(Kind::Usage, why);
    let folder =
        std::fs::canonicalize(dir).map_err(|e| wrong(format!("can't find '{}': {e}", dir.display())))?;
    let folder = folder.into_os_string().into_string();
    let folder = folder.map_err(|_| wrong(format!("the path of '{}' is not UTF-8", dir.display())))?;
    let file = places::in_folder(Path::new(&folder));
    let shown = file.display().to_string();
    let text = places::text(&file).map_err(|why| wrong(format!("{shown} can't be read: {why}")))?;
    let text = text.ok_or_else(|| wrong(format!("there is nothing to trust: no file {shown}")))?;
    let found = Format::Json.check(&shown, &text);
    say(&found.warnings, usize::MAX, env);
    if wants(&found, WIDTH).is_none() {
        return done(&format!("{shown} sets nothing that needs trust"));
    }
    if Trusted::load(env).state(Path::new(&folder), &text) == State::Trusted {
        return done(&format!("{folder} is trusted already"));
    }
    let mut person = Person::here("trust is given at a terminal")?;
    let width = person.width();
    let question = format!(
        "{}{}\n{} ",
        wrapped("", &format!("{shown} wants to"), width),
        wants(&found, width).unwrap_or_default(),
        wrapped("", "Trust it? It is asked again when the file changes. [y/N]", width).trim_end()
    );
    let lost = |e: std::io::Error| Failure::new(Kind::NoPerson, format!("the terminal failed: {e}"));
    let answer = person.ask(&question).map_err(lost)?.unwrap_or_default().to_ascii_lowercase();
    if answer != "y" && answer != "yes" {
        output::say("asq: not trusted");
        return Ok(Exit::Ended(Ended::Declined));
    }
    Trusted::trust(env, &folder, &text, unix_now()).map_err(|why| Failure::new(Kind::Output, why))?;
    done(&format!("{folder} is trusted"))
}

/// What a file's guarded settings would do, for the person; `None` where there are none. A command stands in
/// lines of its own, to the letter.
fn wants(found: &Loaded, width: usize) -> Option<String> {
    let mut text = String::new();
    let guarded = |o: &&Origin| o.setting.place == Place::Guarded && o.source.word() == "project";
    for origin in found.origins.iter().filter(guarded) {
        let (wish, command) = match &origin.given {
            Given::Text(none) if none.is_empty() => {
                ("run no command when a form opens, whatever your own settings say".to_owned(), None)
            }
            Given::Text(command) => {
                ("run this in a shell whenever a form opens in that folder:".to_owned(), Some(command))
            }
            Given::Flag(false) => {
                ("let dangerous questions be answered without typing a confirmation".to_owned(), None)
            }
            other @ (Given::Flag(true)
            | Given::Integer(_)
            | Given::Number(_)
            | Given::Word(_)
            | Given::Bindings(_)) => (format!("set {} to {other}", origin.setting.name), None),
        };
        text.push('\n');
        text.push_str(&wrapped("  ", &wish, width));
        for line in command.iter().flat_map(|command| command.split('\n')) {
            let _ = writeln!(text, "      {line}");
        }
    }
    (!text.is_empty()).then_some(text)
}

fn revoke(dir: &Path, env: &Env) -> Result<Exit, Failure> {
    // A folder that is gone is named by the path that it had.
    let absolute = || Some(std::path::absolute(dir).ok()?.components().collect::<PathBuf>());
    let folder = real(dir).or_else(|| absolute()?.into_os_string().into_string().ok());
    let folder =
        folder.ok_or_else(|| Failure::new(Kind::Usage, format!("can't find '{}'", dir.display())))?;
    let was = Trusted::revoke(env, &folder).map_err(|why| Failure::new(Kind::Output, why))?;
    done(&if was { format!("{folder} is trusted no more") } else { format!("{folder} was not trusted") })
}

fn list(env: &Env) -> Result<Exit, Failure> {
    let trusted = Trusted::load(env);
    say(trusted.trouble.as_slice(), usize::MAX, env);
    let mut text = String::new();
    for (folder, state) in trusted.states() {
        let word = match state {
            State::Trusted => "trusted",
            State::Changed | State::Read => "changed since: needs trust again",
            State::Missing => "has no settings file any more",
            State::Unreadable => "has a settings file that can't be read",
        };
        let _ = writeln!(text, "{}  {word}", one_line(folder));
    }
    output::print(if text.is_empty() { "no folder is trusted\n" } else { &text })?;
    Ok(Exit::DONE)
}

fn done(text: &str) -> Result<Exit, Failure> {
    output::print(&format!("{}\n", one_line(text)))?;
    Ok(Exit::DONE)
}
