//! `asq install` without an agent: the agents on this machine.

use crate::ASQ;
use crate::install::script;
use crate::run::TempFolder;
use expect_test::expect;

#[test]
fn agents_are_listed_with_their_versions_and_what_is_installed() {
    let home = TempFolder::new("install-list");
    let said = script(
        &home,
        &format!("export PATH=~/bin:/usr/bin:/bin; mkdir -p ~/bin ~/lib/bin ~/.cursor ~/.pi/agent ~/.qwen
        echo '{{\"name\": \"@anthropic-ai/claude-code\", \"version\": \"2.1.330\"}}' >~/lib/package.json
        program() {{ printf '#!/bin/sh\\n%s\\n' \"$2\" >\"$1\"; chmod +x \"$1\"; }}
        program ~/lib/bin/claude 'exit 1'; ln -s ../lib/bin/claude ~/bin/claude
        program ~/bin/codex 'echo codex-cli 0.169.0'; program ~/bin/gemini 'sleep 1000'; program ./opencode 'echo 1.0'
        touch ~/bin/code
        asq install claude-code >/dev/null; asq install claude-code --project >/dev/null
        asq install pi --dialect question >/dev/null
        sed 's|\"command\": \".*\"|\"command\": \"/old/asq\"|' -i .mcp.json
        echo '{{\"mcpServers\": {{\"asq\": {{\"command\": \"npx\"}}}}}}' >~/.cursor/mcp.json; echo '{{' >~/.qwen/settings.json
        asq install; echo $?; cd ..; rm -r .cursor .pi .qwen .claude.json bin
        asq install gemini >/dev/null; asq install; rm -r .gemini; mkdir empty; PATH=.:empty HOME=~/empty '{ASQ}' install"),
    );
    expect![[r#"
        pi           -            installed: ~/.pi/agent/extensions/question.ts
        claude-code  2.1.330      installed: ~/.claude.json
                                  installed: ~/repo/.mcp.json, which starts '/old/asq'
        codex        0.169.0      not installed
        gemini       ?            not installed
        qwen         -            '~/.qwen/settings.json' is broken: line 2, column 1: expected a name in quotes or '}', got the end of the file
        cursor       -            not installed: '~/.cursor/mcp.json' has an entry mcpServers.asq that starts 'npx'
        asq install AGENT puts asq there. It knows:
          pi, claude-code, codex, copilot, gemini, qwen, opencode, cursor, vscode
        asq install agents-md tells any other agent with a shell how to ask.
        0
        gemini       -            installed: ~/.gemini/settings.json
        asq install AGENT puts asq there. It knows:
          pi, claude-code, codex, copilot, gemini, qwen, opencode, cursor, vscode
        asq install agents-md tells any other agent with a shell how to ask.
        no agent that asq knows is on this machine
        asq install AGENT puts asq there. It knows:
          pi, claude-code, codex, copilot, gemini, qwen, opencode, cursor, vscode
        asq install agents-md tells any other agent with a shell how to ask.
    "#]].assert_eq(&said.replace(ASQ, "ASQ"));
}
