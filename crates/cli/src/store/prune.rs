//! `asq prune` erases the words of requests that were closed long ago.
//!
//! - Erases what was closed longer ago than the given time, and nothing else.
//! - With --dry-run it only prints how much there is to erase.
//! - Prints the log's head at the end, so that somebody can note it elsewhere.

use super::log;
use crate::args::store::PruneArgs;
use crate::clock::unix_now_ms;
use crate::error::CommandError;
use crate::output;
use crate::session::progress;
use asq_store::Store;
use serde_json::json;

/// Prunes, and reports what it erased.
pub(super) fn run(args: &PruneArgs, store: Option<&dyn Store>) -> Result<(), CommandError> {
    let Some(store) = store else {
        return output::print(if args.json {
            "{\"requests\":0}\n"
        } else {
            "there is no store: nothing to prune\n"
        });
    };
    let before = unix_now_ms().saturating_sub(args.older_than);
    progress::shown(store);
    let requests = store.closed_before(before)?;
    if args.dry_run {
        return output::print(&if args.json {
            output::json(&json!({ "requests": requests, "dry_run": true }))
        } else {
            format!("{} would be erased\n", counted(requests))
        });
    }
    let gone = store.prune(before)?;
    let head = log::shown(&store.head()?);
    output::print(&if args.json {
        let object = json!({
            "requests": requests, "bodies": gone.bodies, "records": gone.records, "drafts": gone.drafts,
            "head": head, "dry_run": false,
        });
        output::json(&object)
    } else {
        format!(
            "{} erased: {} texts, {} records shortened, {} drafts removed\nhead {head}\n",
            counted(requests),
            gone.bodies,
            gone.records,
            gone.drafts
        )
    })
}

fn counted(requests: u64) -> String {
    if requests == 1 { "1 closed request".to_owned() } else { format!("{requests} closed requests") }
}
