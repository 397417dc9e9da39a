//! The setting `mcp.limits`: how long the calls of some agents wait.
//!
//! - It is a list of NAME=DURATION; a name is the beginning of the agent's own.
//! - A part that can't be read is named, and the others count.

use crate::error::escaped;
use crate::output;
use asq_dialects::asq::duration;
use asq_mcp::AgentLimit;
use std::time::Duration;

/// The limits in this setting. Says on standard error what can't be read.
pub(crate) fn of(setting: &str) -> Vec<AgentLimit> {
    let (limits, unread) = read(setting);
    for part in unread {
        let part = escaped(part);
        output::say(&format!(
            "asq: mcp.limits: '{part}' isn't NAME=DURATION, such as cursor=10m; it doesn't count"
        ));
    }
    limits
}

fn read(setting: &str) -> (Vec<AgentLimit>, Vec<&str>) {
    let (mut limits, mut unread) = (Vec::new(), Vec::new());
    for part in setting.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let read = part.split_once('=').and_then(|(agent, time)| {
            let agent = agent.trim();
            let limit = Duration::from_millis(duration(time.trim())?);
            (!agent.is_empty()).then(|| AgentLimit { agent: agent.to_owned(), limit })
        });
        match read {
            Some(limit) => limits.push(limit),
            None => unread.push(part),
        }
    }
    (limits, unread)
}

#[cfg(test)]
mod tests {
    use super::read;
    use asq_mcp::AgentLimit;
    use std::time::Duration;

    #[test]
    fn each_part_counts_by_itself() {
        let (limits, unread) = read(" cursor=10m,goose = 90 ,,=5m,claude-code,x=soon");
        let limit =
            |agent: &str, seconds| AgentLimit { agent: agent.into(), limit: Duration::from_secs(seconds) };
        assert_eq!(limits, [limit("cursor", 600), limit("goose", 90)]);
        assert_eq!(unread, ["=5m", "claude-code", "x=soon"]);
        assert_eq!(read(""), (vec![], vec![]));
    }
}
