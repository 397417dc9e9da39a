//! Agent sessions named in an environment.
//!
//! - A session counts only if the asker's and the answerer's environment both name it. It is kept as a digest.

use super::Lookup;
use asq_wire::stored::name_of;

/// The variable that names the agent that asks.
pub const AGENT: &str = "ASQ_AGENT";

/// Variables in which agents name the session that a program runs in. Some say only that there is an agent.
pub const SESSIONS: [&str; 8] = [
    "ASQ_SESSION",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_SESSION_ID",
    "CLAUDECODE",
    "CODEX_THREAD_ID",
    "GEMINI_CLI",
    "OPENCODE",
    "PI_CODING_AGENT",
];

/// The digests of the sessions in an environment.
pub(super) fn of(env: Lookup<'_>) -> Vec<String> {
    let named = SESSIONS.iter().filter_map(|name| Some((name, env(name).filter(|value| !value.is_empty())?)));
    // They are only compared, so the log needn't keep the sessions themselves.
    named.map(|(name, value)| format!("{name}:{}", &name_of(&[name, &value])[..16])).collect()
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_session_is_a_digest_of_what_the_variable_says() {
        let env = |session: &'static str| {
            move |name: &str| match name {
                "CLAUDE_CODE_SESSION_ID" => Some(session.to_owned()),
                "CLAUDECODE" => Some(String::new()),
                "HOME" => Some("/root".to_owned()),
                _ => None,
            }
        };
        let [one] = &of(&env("s1"))[..] else { panic!() };
        assert!(one.starts_with("CLAUDE_CODE_SESSION_ID:") && !one.contains("s1"), "{one}");
        assert_eq!(&of(&env("s1"))[0], one);
        assert_ne!(&of(&env("s2"))[0], one);
    }
}
