//! `asq token` makes, lists and revokes the tokens that the server of this account knows, and the sessions of its page.
//!
//! - Prints a new token once, alone on its line. No file and no list has it afterwards.
//! - Makes no token that answers or administers for an agent: where the environment names one, or inside the process
//!   tree of an open ask.
//! - Narrows a token that answers to a session, a call and the pages of an origin. Such a token is for no danger.
//! - Lists id, label, right, age, last use, end and limits of each token; on a terminal as a table.
//! - A session has the right `page`: it answers in one browser, and only a link makes one.
//! - Revokes by id or by the beginning of one; the file is gone for good when it returns.
//! - Reports files that others can open, links, and files of somebody else. They don't count.

pub(crate) mod agents_side;
mod kept_tokens;
mod token_file;
mod token_folder;

pub(crate) use kept_tokens::KeptTokens;

use crate::args::token::{NewTokenArgs, TokenArgs, TokenCommand};
use crate::clock::unix_now_ms;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;
use crate::output;
use crate::store::table::{Column, table};
use crate::when;
use asq_core::life::TokenId;
use asq_core::text::{Shown, Untrusted};
use asq_server::{TokenRight, TokenScope, TokenText};
use asq_wire::public::utc;
use serde_json::json;
use std::collections::BTreeSet;
use token_file::{KeptToken, LABEL};
use token_folder::TokenFolder;

/// `asq token`.
pub(crate) fn run(args: &TokenArgs, env: &Env) -> Result<Exit, CommandError> {
    match &args.what {
        TokenCommand::New(args) => new(args, env),
        TokenCommand::List { json } => list(*json, env),
        TokenCommand::Revoke { id, json } => revoke(id, *json, env),
    }
}

fn new(args: &NewTokenArgs, env: &Env) -> Result<Exit, CommandError> {
    let usage = |what: &str| CommandError::new(ErrorClass::Usage, what);
    let right = args.right().ok_or_else(|| usage("a token has a right: asq token new answer"))?;
    if args.danger && right != TokenRight::Answer {
        return Err(usage("--danger goes with --right answer alone"));
    }
    let scope = scope(args);
    if scope.is_some() && right != TokenRight::Answer {
        return Err(usage("--session, --call and --origin go with the right 'answer' alone")
            .hint(format!("a token with the right '{}' can't be narrowed", right.name())));
    }
    if scope.is_some() && args.danger {
        return Err(usage("a token with --session, --call or --origin never answers dangerous requests")
            .hint("leave --danger out, or make a token for an inbox without them"));
    }
    if args.origins.len() > ORIGINS {
        let what = format!("--origin comes {} times, {ORIGINS} is the most", args.origins.len());
        return Err(usage(&what));
    }
    if args.label.as_ref().is_some_and(|label| label.chars().count() > LABEL) {
        return Err(CommandError::new(
            ErrorClass::Usage,
            format!("--label has more than {LABEL} characters"),
        ));
    }
    if is_a_persons(right)
        && let Some(why) = agents_side::of_this_process(env)?
    {
        return Err(why.refusal(&format!("no token that can {} was made", deed(right))));
    }
    let folder = TokenFolder::of(env)?;
    let new = TokenText::random().map_err(CommandError::fault)?;
    let created_ms = unix_now_ms();
    let kept = KeptToken {
        label: args.label.clone(),
        right,
        danger: args.danger,
        digest: new.sha256(),
        created_ms,
        expires_ms: args.expires.map(|ms| created_ms.saturating_add(ms)),
        scope,
        page: None,
    };
    folder.add(new.id(), &kept)?;
    let text = if args.json {
        let mut object = object(new.id(), &kept, created_ms);
        object["token"] = new.as_str().into();
        output::json(&object)
    } else {
        new.as_str().to_owned() + "\n"
    };
    // A token that nobody has seen is of no use to anybody.
    if let Err(failure) = output::deliver(text.as_bytes()) {
        folder.remove(new.id())?;
        let what = format!("the token can't be written to standard output: {failure}");
        return Err(CommandError::new(ErrorClass::Output, what).hint("none was made"));
    }
    Ok(Exit::DONE)
}

/// What a token is limited to; `None` if nothing limits it.
fn scope(args: &NewTokenArgs) -> Option<TokenScope> {
    let named = |text: &Option<String>| text.as_deref().map(Untrusted::from);
    let scope = TokenScope {
        session: named(&args.session),
        call: named(&args.call),
        origins: args.origins.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect(),
    };
    (!scope.is_empty()).then_some(scope)
}

/// Whether only a person may have this right.
fn is_a_persons(right: TokenRight) -> bool {
    match right {
        TokenRight::Answer | TokenRight::Admin => true,
        TokenRight::Ask | TokenRight::Observe => false,
    }
}

fn deed(right: TokenRight) -> &'static str {
    match right {
        TokenRight::Ask => "ask",
        TokenRight::Answer => "answer",
        TokenRight::Observe => "observe",
        TokenRight::Admin => "administer",
    }
}

/// The most origins of a token.
const ORIGINS: usize = 16;

const COLUMNS: [Column; 8] = [
    Column::fixed("ID", 0),
    Column::fixed("RIGHT", 0),
    Column::fixed("DANGER", 0),
    Column::fixed("AGE", 1).right(),
    Column::fixed("USED", 3).right(),
    Column::fixed("EXPIRES", 2),
    Column::text("ONLY", 10, usize::MAX, 1),
    Column::text("LABEL", 10, usize::MAX, 0),
];

fn list(as_json: bool, env: &Env) -> Result<Exit, CommandError> {
    let found = TokenFolder::of(env)?.all()?;
    let now_ms = unix_now_ms();
    for trouble in &found.troubles {
        output::say(&format!("asq: {}", crate::error::escaped(&trouble.to_string())));
    }
    if as_json {
        let all = found.tokens.iter().map(|(id, token)| output::json(&object(*id, token, now_ms)));
        output::print(&all.collect::<String>())?;
    } else if !found.tokens.is_empty() {
        let rows: Vec<_> = found.tokens.iter().map(|(id, token)| row(*id, token, now_ms)).collect();
        output::print(&table(&COLUMNS, &rows, output::width()))?;
    } else if output::width().is_some() {
        output::say("asq: there are no tokens");
    }
    Ok(if found.troubles.is_empty() { Exit::DONE } else { Exit::Output })
}

fn row(id: TokenId, token: &KeptToken, now_ms: u64) -> Vec<Shown> {
    let own = |text: String| Shown::one_line(&text.into());
    let expires = token.expires_ms.map(|end| {
        if token.is_over(now_ms) { "expired".to_owned() } else { format!("in {}", when::span(end - now_ms)) }
    });
    vec![
        own(id.to_string()),
        Shown::own(token.right_name()),
        Shown::own(if token.danger || token.page.is_some() { "yes" } else { "" }),
        own(when::age(now_ms, token.created_ms)),
        own(token.page.as_ref().map(|page| when::age(now_ms, page.used_ms)).unwrap_or_default()),
        own(expires.unwrap_or_default()),
        token.scope.as_ref().map(only).unwrap_or_default(),
        token.label.as_deref().map(|label| Shown::one_line(&Untrusted::from(label))).unwrap_or_default(),
    ]
}

/// The limits of a narrowed token on one line.
fn only(scope: &TokenScope) -> Shown {
    let named =
        |word: &str, name: &Option<Untrusted>| name.as_ref().map(|name| format!("{word} {}", name.raw()));
    let names = [named("session", &scope.session), named("call", &scope.call)];
    let all = names.into_iter().flatten().chain(scope.origins.iter().cloned());
    Shown::one_line(&all.collect::<Vec<_>>().join(", ").into())
}

fn object(id: TokenId, token: &KeptToken, now_ms: u64) -> serde_json::Value {
    let mut object = json!({
        "id": id.to_string(),
        "label": token.label,
        "right": token.right_name(),
        "danger": token.danger || token.page.is_some(),
        "only": token.scope.as_ref().map(|scope| json!({
            "session": scope.session.as_ref().map(Untrusted::raw),
            "call": scope.call.as_ref().map(Untrusted::raw),
            "origins": scope.origins,
        })),
        "created": utc(token.created_ms),
        "expires": token.expires_ms.map(utc),
        "expired": token.is_over(now_ms),
    });
    if let Some(page) = &token.page {
        object["used"] = utc(page.used_ms).into();
    }
    object
}

fn revoke(typed: &str, as_json: bool, env: &Env) -> Result<Exit, CommandError> {
    let folder = TokenFolder::of(env)?;
    // A person who has only the token itself, perhaps from a log, pastes that.
    let begin = typed.strip_prefix("asq_").map_or(typed, |rest| rest.split('_').next().unwrap_or(rest));
    let mut ids = folder.ids()?;
    ids.retain(|id| !begin.is_empty() && id.to_string().starts_with(begin));
    ids.sort();
    let id = match ids[..] {
        [id] => id,
        [] => {
            return Err(CommandError::new(ErrorClass::UnknownId, format!("no token is called '{begin}'"))
                .hint("asq token list shows them"));
        }
        [..] => {
            let all: Vec<String> = ids.iter().take(8).map(TokenId::to_string).collect();
            return Err(CommandError::new(
                ErrorClass::UnknownId,
                format!("several tokens begin with '{begin}'"),
            )
            .hint(format!("they are {}", all.join(", "))));
        }
    };
    if !folder.remove(id)? {
        return Err(CommandError::new(ErrorClass::UnknownId, format!("no token is called '{id}'"))
            .hint("it was revoked just now"));
    }
    output::print(&if as_json {
        output::json(&json!({ "id": id.to_string(), "revoked": true }))
    } else {
        format!("{id} revoked\n")
    })?;
    Ok(Exit::DONE)
}
