//! Words for an actor as the machine knows them: who, by what means, from where.
//!
//! - Names are foreign text: escaped, cut if they are long, and alone at the end of their row.
//! - A name that somebody only claims is marked as a claim.
//! - Marks a person who insisted from the asker's own process tree, or of whom nobody can tell, wherever they are named.
//! - A folder below the person's home begins with `~`.

use crate::env::Env;
use asq_core::life::{Actor, How, Kin, LetIn, Origin};
use asq_core::text::{Shown, Untrusted};
use std::fmt::Write;

const NAME: usize = 60;

/// A foreign name on one line.
pub(crate) fn name(text: &Untrusted) -> Shown {
    Shown::clipped(text, NAME)
}

/// Who it was and by what means: `at a terminal, process 4711: ada`. The name comes last, so that it can't pose as
/// anything else.
pub(crate) fn who(by: &Actor) -> String {
    let mut text = by.how.words().to_owned();
    if let Some(pid) = by.pid {
        // Writing to a string can't fail.
        let _ = write!(text, ", process {pid}");
    }
    if let Some(kin) = kin(by.kin) {
        text.push_str(", ");
        text.push_str(&kin);
    }
    if by.claimed {
        text.push_str(", claims to be");
    }
    format!("{text}: {}", name(&by.name))
}

/// The process tree that it came from; `None` if it isn't the asker's.
fn kin(kin: Kin) -> Option<String> {
    let (why, by) = match kin {
        Kin::Apart => return None,
        Kin::Own { forced: true } => {
            return Some("from the asker's own process tree, with --force".to_owned());
        }
        Kin::Own { forced: false } => return Some("from the asker's own process tree".to_owned()),
        Kin::Unknown { why, let_in } => (why.of_record(), let_in),
    };
    let by = match by {
        Some(LetIn::Forced) => ", with --force",
        Some(LetIn::Settings) => ", as the settings allow",
        Some(LetIn::Token) => ", let in by its token",
        Some(LetIn::OpenBefore) => ", where it was open before the question",
        Some(LetIn::Surface) | None => "",
    };
    Some(format!("origin not verified ({why}){by}"))
}

/// A name for a list; a claimed one begins with `claims`.
pub(crate) fn listed(by: &Actor) -> Shown {
    if by.claimed { Shown::own("claims ").then(&name(&by.name)) } else { name(&by.name) }
}

/// Marks a person whom the guard of the asker's own process tree would have refused. It is brief, since a list has little
/// room.
pub(crate) fn let_in(by: &Actor) -> Option<&'static str> {
    match by.kin {
        Kin::Own { forced: true } | Kin::Unknown { let_in: Some(LetIn::Forced), .. } => Some("forced"),
        Kin::Unknown { let_in: Some(LetIn::Settings | LetIn::Token), .. } => Some("let in"),
        Kin::Unknown { let_in: Some(LetIn::Surface | LetIn::OpenBefore) | None, .. } => {
            Some("origin not verified")
        }
        Kin::Apart | Kin::Own { forced: false } => None,
    }
}

/// The terminal, the program that led it, and the program that opened it.
pub(crate) fn terminal(by: &Actor, env: &Env) -> Option<Shown> {
    let leader = by.leader.as_ref();
    let Some(tty) = &by.tty else {
        return match by.how {
            How::Cli => Some(Shown::own("none")),
            // Whatever has a session here had a terminal when it asked for keys.
            How::Tty => leader.map(|_| Shown::own("gone")),
            How::Page | How::Host | How::Api | How::Bridge => None,
        };
    };
    let mut text = name(tty);
    if leader.is_some_and(|leader| leader.exe.is_none()) {
        text = text.then(&Shown::own(", whose shell was gone"));
    }
    for (what, program) in [
        (", led by ", leader.and_then(|leader| leader.exe.as_ref())),
        (", opened by ", leader.and_then(|leader| leader.above.as_ref())),
    ] {
        if let Some(program) = program {
            text = text.then(&Shown::own(what)).then(&place(program, env));
        }
    }
    Some(text)
}

/// A folder or file, with `~` for the person's home. A long path loses its beginning, since the end says most.
pub(crate) fn place(path: &Untrusted, env: &Env) -> Shown {
    let home = env.home().map(|home| home.to_string_lossy().into_owned());
    let below = home.as_deref().and_then(|home| path.raw().strip_prefix(home));
    let path = match below.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
        Some(rest) => format!("~{rest}"),
        None => path.raw().to_owned(),
    };
    let Some((from, _)) = path.char_indices().rev().nth(NAME - 1).filter(|(from, _)| *from > 0) else {
        return name(&path.into());
    };
    let end = &path[from..];
    let end = end.find('/').map_or(end, |slash| &end[slash..]);
    Shown::own("…").then(&name(&end.into()))
}

/// The origin of an ask, as the machine knows it: a name and a value per row.
pub(crate) fn origin(origin: &Origin, env: &Env) -> Vec<(&'static str, Shown)> {
    let process = origin.named_process().map(|process| Shown::number(process.pid as usize));
    let all = [
        ("program", origin.exe.as_ref().map(|exe| place(exe, env))),
        ("process", process),
        ("folder", origin.folder.as_ref().map(|folder| place(folder, env))),
        ("terminal", origin.tty.as_ref().map(name)),
        ("host", origin.host.as_ref().map(name)),
    ];
    all.into_iter().filter_map(|(what, value)| Some((what, value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Env, NAME, place};

    #[test]
    fn a_long_path_is_told_by_its_end() {
        let env = Env::of(&[("HOME", "/home/ada")]);
        let shown = |path: &str| place(&path.to_owned().into(), &env).as_str().to_owned();
        assert_eq!(shown("/home/ada"), "~");
        assert_eq!(shown("/home/ada/src"), "~/src");
        assert_eq!(shown("/home/adam/src"), "/home/adam/src");
        let long = format!("/{}", "x".repeat(NAME - 1));
        assert_eq!(shown(&long), long);
        assert_eq!(shown(&format!("/bin{long}")), format!("…{long}"));
        let deep = |times: usize| format!("/{}deps/agent", "a/".repeat(times));
        assert_eq!(shown(&format!("/home/ada{}", deep(NAME))), format!("…{}", deep(24)));
        assert_eq!(shown(&format!("{long}yz")), format!("…{}yz", "x".repeat(NAME - 2)));
    }
}
