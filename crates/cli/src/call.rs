//! A call as the command line names it.
//!
//! - A tool that the command line names goes before the one that the call names.
//! - A dialect that is named and does not exist is wrong use, reported before anything is read.

use crate::args::DialectArgs;
use crate::error::CommandError;
use crate::schema;
use asq_asking::{ReadCall, read_call};
use asq_core::model::Prefs;

/// Refuses a dialect that does not exist.
pub(crate) fn known(named: &DialectArgs) -> Result<(), CommandError> {
    named.dialect.as_deref().map_or(Ok(()), |id| schema::dialect(id).map(|_| ()))
}

pub(crate) fn read(bytes: Vec<u8>, named: &DialectArgs, prefs: Prefs) -> ReadCall {
    read_call(bytes, (named.dialect.as_deref(), named.tool.as_deref()), prefs)
}
