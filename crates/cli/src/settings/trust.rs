//! `asq trust` lets a folder's settings file set a command, open the browser, and switch a guard off.
//!
//! - Shows everything that the file would be allowed to do, and asks on the terminal; only y or yes at the end is a
//!   yes.
//! - Trusts exactly what it showed: the digest of the very bytes that it read, once.
//! - Doesn't trust a file that changed while the person read it, nor one whose command can't be read in one short line.
//! - A file that sets none of these needs no trust; without a file there is nothing to trust.
//! - Taking trust back needs no terminal.

use super::args::TrustArgs;
use super::person::OwnSettings;
use super::project_state::ProjectState;
use super::trusted::{Trusted, real};
use super::{places, say};
use crate::clock::unix_now;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, one_line};
use crate::exit::Exit;
use crate::grant::{self, GrantPage};
use crate::output;
use asq_settings::{
    AllowedLayers, File, Given, Layer, Loaded, Setting, SettingOrigin, Trouble, Trust, resolve,
};
use asq_wire::Ended;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// `asq trust`.
pub(crate) fn run(args: &TrustArgs, env: &Env) -> Result<Exit, CommandError> {
    let Some(dir) = &args.dir else { return list(env) };
    if args.revoke { revoke(dir, env) } else { trust(dir, env) }
}

fn trust(dir: &Path, env: &Env) -> Result<Exit, CommandError> {
    let wrong = |why: String| CommandError::new(ErrorClass::Usage, why);
    let folder =
        asq_files::by_name::real(dir).map_err(|e| wrong(format!("can't find '{}': {e}", dir.display())))?;
    let folder = folder.into_os_string().into_string();
    let folder = folder.map_err(|_| wrong(format!("the path of '{}' is not UTF-8", dir.display())))?;
    let file = places::in_folder(Path::new(&folder));
    let shown = file.display().to_string();
    let read =
        || places::project(Path::new(&folder)).map_err(|why| wrong(format!("{shown} can't be read: {why}")));
    let text = read()?.ok_or_else(|| wrong(format!("there is nothing to trust: no file {shown}")))?;
    let layer = Layer::Project(File { path: shown.clone(), text: text.clone(), doubt: None }, Trust::Trusted);
    let found = resolve(vec![layer]);
    if let Some(trouble) = found.warnings.iter().find(|warning| is_guarded(&warning.trouble)) {
        return Err(CommandError::new(ErrorClass::Misfit, format!("{folder} can't be trusted: {trouble}")));
    }
    say(&found.warnings, usize::MAX, env);
    let Some(page) = page(&shown, &found) else {
        return done(&format!("{shown} sets nothing that needs trust"));
    };
    if Trusted::load(env).state(Path::new(&folder), &text) == ProjectState::Trusted {
        return done(&format!("{folder} is trusted already"));
    }
    let mut person = OwnSettings::here("trust is given at a terminal")?;
    if !grant::ask(&mut person, &page, "Trust it? asq asks again when the file changes. [y/N]")? {
        output::say("asq: not trusted");
        return Ok(Exit::Ended(Ended::Declined));
    }
    // The next ask reads the file as it is now, so it must still be the one that was shown.
    if read()?.as_ref() != Some(&text) {
        return Err(CommandError::new(
            ErrorClass::Misfit,
            format!("{shown} changed while you read it, so it is not trusted"),
        ));
    }
    Trusted::trust(env, &folder, &text, unix_now())
        .map_err(|why| CommandError::new(ErrorClass::Output, why))?;
    done(&format!("{folder} is trusted"))
}

/// Whether the warning is about a guarded setting with an invalid value.
fn is_guarded(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::Misfit { name, .. } | Trouble::Other { name, .. } => {
            Setting::named(name).is_some_and(|setting| setting.layers == AllowedLayers::Guarded)
        }
        // The last of two values counts, and the page shows that one.
        Trouble::Twice { .. }
        | Trouble::Unreadable(_)
        | Trouble::Syntax { .. }
        | Trouble::NoTable(_)
        | Trouble::Unknown { .. }
        | Trouble::NotHere { .. }
        | Trouble::Earlier { .. }
        | Trouble::Untrusted { .. }
        | Trouble::Doubtful { .. }
        | Trouble::Elsewhere { .. }
        | Trouble::Guarded { .. } => false,
    }
}

/// Shows the person what a file's guarded settings would do; `None` without any.
fn page(file: &str, found: &Loaded) -> Option<GrantPage> {
    let guarded =
        |o: &&SettingOrigin| o.setting.layers == AllowedLayers::Guarded && o.source.word() == "project";
    let mut wishes = found.origins.iter().filter(guarded).peekable();
    wishes.peek()?;
    let page = GrantPage::default()
        .own("The settings of this folder want more than a repository may set by itself:")
        .theirs([file]);
    Some(wishes.fold(page, |page, wish| {
        match &wish.given {
            Given::Text(none) if none.is_empty() => {
                page.own("They run no command when a form opens, whatever your own settings say.")
            }
            Given::Text(command) => page
                .own("They run this in a shell whenever a form opens in that folder:")
                .theirs([command.as_str()]),
            Given::Flag(opens) if wish.setting.name == "browserAutoOpen" => page.own(if *opens {
                "They open your browser at a form's page, and start asq's server for it where none runs."
            } else {
                "They open no page by themselves, whatever your own settings say."
            }),
            Given::Flag(false) => {
                page.own("They let dangerous questions be answered without typing a confirmation.")
            }
            other @ (Given::Flag(true)
            | Given::Integer(_)
            | Given::Number(_)
            | Given::Word(_)
            | Given::Bindings(_)) => {
                page.own(format!("They set {}:", wish.setting.name)).theirs([other.to_string().as_str()])
            }
        }
    }))
}

fn revoke(dir: &Path, env: &Env) -> Result<Exit, CommandError> {
    // A missing folder is in the list by the path that it had.
    let absolute = || Some(std::path::absolute(dir).ok()?.components().collect::<PathBuf>());
    let folder = real(dir).or_else(|| absolute()?.into_os_string().into_string().ok());
    let folder = folder
        .ok_or_else(|| CommandError::new(ErrorClass::Usage, format!("can't find '{}'", dir.display())))?;
    let was = Trusted::revoke(env, &folder).map_err(|why| CommandError::new(ErrorClass::Output, why))?;
    done(&if was { format!("{folder} is trusted no more") } else { format!("{folder} was not trusted") })
}

fn list(env: &Env) -> Result<Exit, CommandError> {
    let trusted = Trusted::load(env);
    say(trusted.trouble.as_slice(), usize::MAX, env);
    let mut text = String::new();
    for (folder, state) in trusted.states() {
        let word = match state {
            ProjectState::Trusted => "trusted",
            ProjectState::Changed | ProjectState::Read => "changed since: needs trust again",
            ProjectState::Missing => "has no settings file any more",
            ProjectState::Unreadable => "has a settings file that can't be read",
        };
        let _ = writeln!(text, "{}  {word}", one_line(folder));
    }
    output::print(if text.is_empty() { "no folder is trusted\n" } else { &text })?;
    Ok(Exit::DONE)
}

fn done(text: &str) -> Result<Exit, CommandError> {
    output::print(&format!("{}\n", one_line(text)))?;
    Ok(Exit::DONE)
}
