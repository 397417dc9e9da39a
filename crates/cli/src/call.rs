//! A call as the command line names it.
//!
//! - A tool name on the command line takes precedence over the call's own.
//! - An unknown dialect on the command line ends asq before it reads anything.

use crate::args::DialectArgs;
use crate::error::CommandError;
use crate::schema;
use asq_asking::{ReadCall, read_call};
use asq_core::model::Prefs;

pub(crate) fn known(named: &DialectArgs) -> Result<(), CommandError> {
    named.dialect.as_deref().map_or(Ok(()), |id| schema::dialect(id).map(|_| ()))
}

pub(crate) fn read(bytes: Vec<u8>, named: &DialectArgs, prefs: Prefs) -> ReadCall {
    read_call(bytes, (named.dialect.as_deref(), named.tool.as_deref()), prefs)
}
