//! `asq serve`.

use crate::args::serve::ServeArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;

pub(crate) fn run(_args: &ServeArgs, _env: &Env) -> Result<Exit, CommandError> {
    Err(CommandError::new(ErrorClass::Usage, "not yet"))
}
