//! Settings files from a stranger.

use asq_settings::{File, Layer, Settings, Trust, resolve};
use asq_testkit::fuzz;

/// Fragments of TOML and JSON, and the names that asq reads from both.
const WORDS: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"'",
    b":",
    b",",
    b" = ",
    b"\n",
    b"\r",
    b" ",
    b".",
    b"#",
    b"\\",
    b"\\u0000",
    b"true",
    b"false",
    b"null",
    b"0",
    b"1",
    b"-",
    b"e9",
    b"1e400",
    b"60001",
    b"inf",
    b"nan",
    b"keys",
    b"theme",
    b"guard",
    b"dangerCheckEnabled",
    b"onQuestionCommand",
    b"bellOnQuestion",
    b"browserMinQuestions",
    b"notificationDelaySeconds",
    b"heartbeatIntervalMinutes",
    b"debounceMs",
    b"inbox",
    b"hold",
    b"quiet",
    b"22:00-08:00",
    b"ctrl+c",
    b"esc",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"\xff",
    b"'''",
    b"\"\"\"",
    b"[[",
    b"]]",
    b"_",
];

#[test]
fn no_settings_file_panics_or_disarms_a_guard() {
    fuzz::check(512, |bytes| {
        let text = String::from_utf8_lossy(&fuzz::words(bytes, WORDS)).into_owned();
        let file = |path: &str| File { path: path.into(), text: text.clone(), doubt: None };
        let stranger = || resolve(vec![Layer::Project(file("project.json"), Trust::Untrusted)]);
        let loaded = stranger();
        let (said, default) = (&loaded.settings, Settings::default());
        assert_eq!(
            (said.danger_check_enabled, said.guard, said.on_question_command.as_str()),
            (default.danger_check_enabled, default.guard, ""),
            "{text}"
        );
        assert_eq!(loaded, stranger(), "{text}");
        // The person's own file may say anything within its limits.
        let own =
            resolve(vec![Layer::Config(file("config.toml")), Layer::Global(file("global.json"))]).settings;
        assert!(
            own.guard <= 60_000 && own.debounce_ms <= 10_000 && (0.0..=10.0).contains(&own.inbox_hold),
            "{text}"
        );
        assert!((0.5..=60.0).contains(&own.heartbeat_interval_minutes), "{text}");
    });
}
