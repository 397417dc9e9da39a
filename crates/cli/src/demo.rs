//! `asq demo [ID]` asks a good sample call of a dialect.
//!
//! - Without an id it takes the first dialect.
//! - The form and the ending are those of `asq ask`; a terminal shows in two lines what the agent receives.
//! - With --print it prints the call, for a pipe into `asq ask -`.

use crate::args::DemoArgs;
use crate::ask;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;
use crate::{output, schema};
use asq_dialects::ALL;

const SAMPLES: [(&str, &str); 6] = [
    ("question", include_str!("../samples/question.json")),
    ("ask_user_question", include_str!("../samples/ask_user_question.json")),
    ("opencode", include_str!("../samples/opencode.json")),
    ("questionnaire", include_str!("../samples/questionnaire.json")),
    ("spec", include_str!("../samples/spec.json")),
    ("asq", include_str!("../samples/asq.json")),
];

/// Prints or asks a sample.
pub(crate) fn run(args: &DemoArgs, env: &Env) -> Result<Exit, CommandError> {
    let dialect = match (&args.id, ALL.first()) {
        (Some(id), _) => schema::dialect(id)?,
        (None, Some(first)) => first,
        (None, None) => return Err(CommandError::new(ErrorClass::Fault, "this build speaks no dialect")),
    };
    let sample = SAMPLES.iter().find(|(id, _)| *id == dialect.id);
    let (_, text) = sample
        .ok_or_else(|| CommandError::new(ErrorClass::Fault, format!("'{}' has no sample", dialect.id)))?;
    if args.print {
        output::print(text)?;
        return Ok(Exit::DONE);
    }
    ask::sample(dialect.id, text.as_bytes(), &args.surface, &args.output, env)
}

#[cfg(test)]
mod tests {
    use super::SAMPLES;
    use asq_dialects::ALL;

    #[test]
    fn every_dialect_has_a_sample() {
        for dialect in ALL {
            assert!(SAMPLES.iter().any(|(id, _)| *id == dialect.id), "{}", dialect.id);
        }
    }
}
