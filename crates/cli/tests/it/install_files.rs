//! Files that `asq install` must not change for an agent, and the ways that lead to them: broken, foreign, linked,
//! read-only.

use crate::install::{asq, script};
use crate::run::TempFolder;
use expect_test::expect;
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

/// What both commands print on each of these files; none changes.
fn refused(cases: &[(&str, &str, &str)]) -> String {
    let mut all = String::new();
    for (agent, file, text) in cases {
        let home = TempFolder::new("install-refused");
        let path = home.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let done = asq(&home, &["install", agent, "--yes"]);
        assert_eq!(done.out, "", "{text}");
        let _ = write!(all, "{}\n{}", done.code, done.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), *text);
        assert!(!home.join(".local").exists());
    }
    all
}

#[test]
fn a_broken_file_is_reported_with_its_place() {
    expect![[r#"
        2
        asq: nothing was changed: '~/.claude.json' isn't valid JSON: line 3, column 3: expected ',' or '}', got '"'
        2
        asq: nothing was changed: '~/.gemini/settings.json' isn't valid JSON: line 3, column 18: expected a name in quotes or '}', got the end of the file
        2
        asq: nothing was changed: '~/.codex/config.toml' isn't valid TOML: line 2, column 15: unclosed table, expected `]`
        2
        asq: nothing was changed: '~/.codex/config.toml' isn't valid TOML: line 2, column 2: duplicate key
    "#]].assert_eq(&refused(&[
        ("claude-code", ".claude.json", "{\n  \"a\": 1\n  \"b\": 2\n}\n"),
        ("gemini", ".gemini/settings.json", "{\n  // open\n  \"mcpServers\": {"),
        ("codex", ".codex/config.toml", "model = \"a\"\n[mcp_servers.a\ncommand = 1\n"),
        ("codex", ".codex/config.toml", "[a]\n[a]\n"),
    ]));
    let home = TempFolder::new("install-utf8");
    fs::write(home.join(".claude.json"), b"{\n\"a\": \"\xff\"}").unwrap();
    let done = asq(&home, &["install", "claude-code"]);
    assert_eq!(done.err, "asq: nothing was changed: '~/.claude.json' is broken: line 2 isn't UTF-8\n");
    assert_eq!(fs::read(home.join(".claude.json")).unwrap(), b"{\n\"a\": \"\xff\"}");
}

#[test]
fn another_programs_entry_and_other_forms_are_named() {
    expect![[r#"
        2
        asq: nothing was changed: '~/.claude.json' has an entry mcpServers.asq that starts 'npx asq-mcp …'
          change that yourself first, or choose another place with --project or --global
        2
        asq: nothing was changed: '~/.cursor/mcp.json' has an entry mcpServers.asq for the server 'https://asq.example'
          change that yourself first, or choose another place with --project or --global
        2
        asq: nothing was changed: '~/.config/opencode/opencode.json' has an entry mcp.asq that starts '/opt/asq serve …'
          change that yourself first, or choose another place with --project or --global
        2
        asq: nothing was changed: '~/.codex/config.toml' has an entry mcp_servers.asq that starts '/opt/other'
          change that yourself first, or choose another place with --project or --global
        2
        asq: nothing was changed: '~/.codex/config.toml' has mcp_servers.asq in a form that asq can't edit
        2
        asq: nothing was changed: '~/.gemini/settings.json' has mcpServers, but it is a list, not an object
          change that yourself first, or choose another place with --project or --global
        2
        asq: nothing was changed: '~/.gemini/settings.json' is a list, not an object
          change that yourself first, or choose another place with --project or --global
        2
        asq: nothing was changed: '~/.gemini/settings.json' has an entry mcpServers.asq that starts no asq
          change that yourself first, or choose another place with --project or --global
    "#]].assert_eq(&refused(&[
        (
            "claude-code",
            ".claude.json",
            "{\"mcpServers\": {\"asq\": {\"command\": \"npx\", \"args\": [\"asq-mcp\"]}}}",
        ),
        ("cursor", ".cursor/mcp.json", "{\"mcpServers\": {\"asq\": {\"url\": \"https://asq.example\"}}}"),
        (
            "opencode",
            ".config/opencode/opencode.json",
            "{\"mcp\": {\"asq\": {\"command\": [\"/opt/asq\", \"serve\"]}}}",
        ),
        ("codex", ".codex/config.toml", "[mcp_servers.asq]\ncommand = \"/opt/other\"\n"),
        (
            "codex",
            ".codex/config.toml",
            "mcp_servers.asq.command = \"asq\"\nmcp_servers.asq.args = [\"mcp\"]\n",
        ),
        ("gemini", ".gemini/settings.json", "{\"mcpServers\": []}"),
        ("gemini", ".gemini/settings.json", "[]"),
        ("gemini", ".gemini/settings.json", "{\"mcpServers\": {\"asq\": null}}"),
    ]));
    let home = TempFolder::new("install-foreign-mcp");
    fs::write(home.join(".claude.json"), "{\"mcpServers\": {\"asq\": {\"command\": \"npx\"}}}").unwrap();
    let done = asq(&home, &["uninstall", "claude-code"]);
    expect![[r#"
        2
        asq: nothing was changed: '~/.claude.json' has an entry mcpServers.asq that starts 'npx'
          asq didn't write that entry, and leaves it there
    "#]]
    .assert_eq(&format!("{}\n{}{}", done.code, done.out, done.err));
}

#[test]
fn flags_of_pi_stay_pis_alone() {
    let home = TempFolder::new("install-flags");
    let mut all = String::new();
    for words in [
        &["install", "codex", "--dialect", "question"][..],
        &["install", "codex", "--path", "x"],
        &["uninstall", "cursor", "--dialect", "question"],
        &["install", "--project"],
        &["uninstall"],
    ] {
        let done = asq(&home, words);
        assert_eq!(done.code, 2);
        let _ = write!(all, "{}", done.err);
    }
    expect![[r#"
        asq: --dialect is for pi alone; Codex gets one entry for asq mcp
        asq: --path is for pi alone; Codex gets one entry for asq mcp
        asq: --dialect is for pi alone; Cursor gets one entry for asq mcp
        asq: asq install needs AGENT
          asq install --help explains the flags
        asq: asq uninstall needs AGENT
          asq uninstall --help explains the flags
    "#]]
    .assert_eq(&all);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

#[test]
fn a_link_is_followed_inside_the_home_and_not_out_of_it() {
    let home = TempFolder::new("install-linked");
    let said = script(
        &home,
        "mkdir ~/dotfiles ~/.gemini ~/.qwen; echo '{\"a\": 1}' >~/dotfiles/gemini.json
        ln -s ../dotfiles/gemini.json ~/.gemini/settings.json; ln -s ~/dotfiles ~/.codex
        asq install gemini --yes | sed 1q; echo $?; cat ~/dotfiles/gemini.json | grep -c asq; readlink ~/.gemini/settings.json
        asq uninstall gemini | sed 1q; cat ~/dotfiles/gemini.json
        asq install codex | sed 1q; ls ~/dotfiles; asq uninstall codex | sed 1q; ls ~/dotfiles
        echo '- a link to nothing'; ln -s nowhere ~/.qwen/settings.json; asq install qwen; echo $?
        echo '- the project leads to the home'; ln -s ~/dotfiles/gemini.json .mcp.json; ln -s ~/dotfiles .cursor
        asq install claude-code --project; echo $?; asq install cursor --project; echo $?; cat ~/dotfiles/gemini.json
        echo '- inside the project'; rm .mcp.json; mkdir sub; echo '{}' >sub/mcp.json; ln -s sub/mcp.json .mcp.json
        asq install claude-code --project | tail -n 1; grep -c asq sub/mcp.json; readlink .mcp.json",
    );
    expect![[r#"
        update            ~/.gemini/settings.json, a link to ~/dotfiles/gemini.json
        0
        1
        ../dotfiles/gemini.json
        update            ~/.gemini/settings.json, a link to ~/dotfiles/gemini.json
        {"a": 1}
        create            ~/.codex/config.toml
        config.toml
        gemini.json
        remove            ~/.codex/config.toml
        gemini.json
        - a link to nothing
        asq: can't read '~/.qwen/settings.json': '~/.qwen/settings.json' is a link to nothing
        74
        - the project leads to the home
        asq: nothing was changed: '~/repo/.mcp.json' leads to '~/dotfiles/gemini.json', which is outside of this project; asq follows no such link
        2
        asq: nothing was changed: '~/repo/.cursor/mcp.json' leads to '~/dotfiles/mcp.json', which is outside of this project; asq follows no such link
        2
        {"a": 1}
        - inside the project
        Claude Code calls asq without asking you first.
        2
        sub/mcp.json
    "#]].assert_eq(&said);
}

#[test]
fn a_link_out_of_the_home_is_not_followed() {
    let (home, other) = (TempFolder::new("install-out"), TempFolder::new("install-other"));
    fs::write(other.join("config.toml"), "a = 1\n").unwrap();
    symlink(other.path(), home.join(".codex")).unwrap();
    fs::write(other.join("claude.json"), "{}").unwrap();
    symlink(other.join("claude.json"), home.join(".claude.json")).unwrap();
    let other_path = other.path().canonicalize().unwrap();
    let mut all = String::new();
    for words in [["install", "codex"], ["install", "claude-code"], ["uninstall", "codex"]] {
        let done = asq(&home, &words);
        let _ = write!(
            all,
            "{}\n{}{}",
            done.code,
            done.out,
            done.err.replace(other_path.to_str().unwrap(), "OTHER")
        );
    }
    expect![[r#"
        2
        asq: nothing was changed: '~/.codex/config.toml' leads to 'OTHER/config.toml', which is outside of your home; asq follows no such link
        2
        asq: nothing was changed: '~/.claude.json' leads to 'OTHER/claude.json', which is outside of your home; asq follows no such link
        2
        asq: nothing was changed: '~/.codex/config.toml' leads to 'OTHER/config.toml', which is outside of your home; asq follows no such link
    "#]].assert_eq(&all);
    assert_eq!(fs::read_to_string(other.join("config.toml")).unwrap(), "a = 1\n");
    assert_eq!(fs::read_to_string(other.join("claude.json")).unwrap(), "{}");
}

#[test]
fn modes_stay_and_a_read_only_file_does_too() {
    let home = TempFolder::new("install-mcp-modes");
    let said = script(
        &home,
        "umask 000; asq install codex >/dev/null; asq install claude-code --project >/dev/null; stat -c '%a %n' ../.codex ../.codex/* .mcp.json
        echo '{}' >~/.claude.json; chmod 640 ~/.claude.json; asq install claude-code >/dev/null; stat -c %a ~/.claude.json
        asq uninstall claude-code >/dev/null; stat -c %a ~/.claude.json
        chmod 444 ~/.claude.json; asq install claude-code; echo $?; cat ~/.claude.json
        echo '- a folder and a pipe'; mkdir -p .cursor/mcp.json .vscode; mkfifo .vscode/mcp.json
        asq install cursor --project; echo $?; asq install vscode --project; echo $?",
    );
    expect![[r#"
        700 ../.codex
        600 ../.codex/config.toml
        644 .mcp.json
        640
        640
        asq: nothing was changed: '~/.claude.json' is read-only
          chmod u+w makes it writable
        2
        {}
        - a folder and a pipe
        asq: can't read '~/repo/.cursor/mcp.json': it isn't a regular file
        74
        asq: can't read '~/repo/.vscode/mcp.json': it isn't a regular file
        74
    "#]]
    .assert_eq(&said);
}

#[test]
fn a_variable_of_the_agent_names_its_folder() {
    let (home, other) = (TempFolder::new("install-variables"), TempFolder::new("install-named"));
    fs::set_permissions(other.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let named = other.path().display();
    let said = script(
        &home,
        &format!(
            "export CODEX_HOME='{named}/x' CLAUDE_CONFIG_DIR='{named}/c' GEMINI_CLI_HOME='{named}' XDG_CONFIG_HOME='{named}/cfg' QWEN_HOME=rel
            for agent in codex claude-code gemini opencode qwen; do asq install $agent | sed 1q; done
            for agent in codex claude-code gemini opencode; do asq uninstall $agent | sed 1q; done; ls -A '{named}' ~"
        ),
    );
    expect![[r#"
        create            NAMED/x/config.toml
        create            NAMED/c/.claude.json
        create            NAMED/.gemini/settings.json
        create            NAMED/cfg/opencode/opencode.json
        asq: QWEN_HOME has to be an absolute path, and is 'rel'
        remove            NAMED/x/config.toml
        remove            NAMED/c/.claude.json
        remove            NAMED/.gemini/settings.json
        remove            NAMED/cfg/opencode/opencode.json
        NAMED:

        ~:
        .local
        repo
    "#]]
    .assert_eq(&said.replace(&named.to_string(), "NAMED"));
}

#[test]
fn no_byte_of_an_agents_settings_acts() {
    let home = TempFolder::new("install-hostile");
    fs::create_dir(home.join(".cursor")).unwrap();
    fs::write(home.join(".claude.json"), "{\n  // \u{1b}]0;owned\u{7}\u{202e}\n}").unwrap();
    fs::write(home.join(".cursor/mcp.json"), r#"{"mcpServers": {"asq": {"command": "\u001b[2J\u202e"}}}"#)
        .unwrap();
    let words = [&["install", "claude-code"][..], &["install", "cursor"], &["install"]];
    let all: String = words.map(|words| asq(&home, words)).map(|done| done.out + &done.err).concat();
    assert!(!all.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{all:?}");
    assert!(all.contains("owned") && all.contains("[2J"), "{all}");
}
