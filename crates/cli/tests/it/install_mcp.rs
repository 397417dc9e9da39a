//! `asq install` for the agents that start asq over MCP: the entry in each one's settings, and the settings of before.

use crate::ASQ;
use crate::install::asq;
use crate::run::TempFolder;
use expect_test::{Expect, expect};
use std::fmt::Write;
use std::fs;

const AGENTS: [&str; 8] =
    ["claude-code", "codex", "copilot", "gemini", "qwen", "opencode", "cursor", "vscode"];

/// Claude Code's rules.
const RULES: &str = ".claude/settings.json";

/// Each file in this home but asq's own, with its content.
fn tree(home: &TempFolder) -> String {
    let mut all = String::new();
    let mut folders = vec![home.path().to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with(".local") {
                continue;
            }
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).unwrap().replace(ASQ, "ASQ");
        let _ = writeln!(all, "{}\n{text}", file.strip_prefix(home.path()).unwrap().display());
    }
    all
}

#[test]
fn a_missing_file_is_made_with_the_entry_and_goes_again() {
    let home = TempFolder::new("install-mcp");
    for agent in AGENTS {
        let done = asq(&home, &["install", agent]);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{agent}");
    }
    expect![[r#"
        .claude/settings.json
        {
          "permissions": {
            "allow": ["mcp__asq"]
          }
        }

        .claude.json
        {
          "mcpServers": {
            "asq": {
              "type": "stdio",
              "command": "ASQ",
              "args": ["mcp"],
              "timeout": 86400000
            }
          }
        }

        .codex/config.toml
        [mcp_servers.asq]
        command = "ASQ"
        args = ["mcp", "--limit", "23h"]
        env_vars = ["ASQ_STORE", "ASQ_TOKEN_FILE", "ASQ_INSECURE", "SSL_CERT_FILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMUX", "TMUX_PANE"]
        tool_timeout_sec = 86400

        .config/Code/User/mcp.json
        {
          "servers": {
            "asq": {
              "type": "stdio",
              "command": "ASQ",
              "args": ["mcp"]
            }
          }
        }

        .config/opencode/opencode.json
        {
          "mcp": {
            "asq": {
              "type": "local",
              "command": ["ASQ", "mcp", "--limit", "23h"],
              "enabled": true,
              "timeout": 86400000
            }
          }
        }

        .copilot/mcp-config.json
        {
          "mcpServers": {
            "asq": {
              "type": "local",
              "command": "ASQ",
              "args": ["mcp", "--limit", "23h"],
              "tools": ["*"],
              "timeout": 86400000
            }
          }
        }

        .cursor/mcp.json
        {
          "mcpServers": {
            "asq": {
              "command": "ASQ",
              "args": ["mcp"]
            }
          }
        }

        .gemini/settings.json
        {
          "mcpServers": {
            "asq": {
              "command": "ASQ",
              "args": ["mcp", "--limit", "23h"],
              "timeout": 86400000,
              "trust": true
            }
          }
        }

        .qwen/settings.json
        {
          "mcpServers": {
            "asq": {
              "command": "ASQ",
              "args": ["mcp", "--limit", "23h"],
              "timeout": 86400000,
              "trust": true
            }
          }
        }

    "#]]
    .assert_eq(&tree(&home));
    for agent in AGENTS {
        let before = tree(&home);
        let done = asq(&home, &["install", agent]);
        assert!(done.out.starts_with("is there already  ~/"), "{}", done.out);
        assert_eq!(tree(&home), before);
        assert_eq!(asq(&home, &["uninstall", agent]).code, 0, "{agent}");
    }
    assert_eq!(tree(&home), "");
    let folders =
        [".claude", ".codex", ".copilot", ".gemini", ".qwen", ".config/opencode", ".config/Code", ".cursor"];
    assert_eq!(folders.map(|folder| home.join(folder).exists()), [false; 8]);
}

#[test]
fn a_project_has_files_of_its_own() {
    let home = TempFolder::new("install-mcp-project");
    for agent in AGENTS {
        assert_eq!(asq(&home, &["install", agent, "--project"]).code, 0, "{agent}");
    }
    expect![[r#"
        .claude/settings.local.json
        {
          "permissions": {
            "allow": ["mcp__asq"]
          }
        }

        .codex/config.toml
        [mcp_servers.asq]
        command = "ASQ"
        args = ["mcp", "--limit", "23h"]
        env_vars = ["ASQ_STORE", "ASQ_TOKEN_FILE", "ASQ_INSECURE", "SSL_CERT_FILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMUX", "TMUX_PANE"]
        tool_timeout_sec = 86400

        .cursor/mcp.json
        {
          "mcpServers": {
            "asq": {
              "command": "ASQ",
              "args": ["mcp"]
            }
          }
        }

        .gemini/settings.json
        {
          "mcpServers": {
            "asq": {
              "command": "ASQ",
              "args": ["mcp", "--limit", "23h"],
              "timeout": 86400000,
              "trust": true
            }
          }
        }

        .github/mcp.json
        {
          "mcpServers": {
            "asq": {
              "type": "local",
              "command": "ASQ",
              "args": ["mcp", "--limit", "23h"],
              "tools": ["*"],
              "timeout": 86400000
            }
          }
        }

        .mcp.json
        {
          "mcpServers": {
            "asq": {
              "type": "stdio",
              "command": "ASQ",
              "args": ["mcp"],
              "timeout": 86400000
            }
          }
        }

        .qwen/settings.json
        {
          "mcpServers": {
            "asq": {
              "command": "ASQ",
              "args": ["mcp", "--limit", "23h"],
              "timeout": 86400000,
              "trust": true
            }
          }
        }

        .vscode/mcp.json
        {
          "servers": {
            "asq": {
              "type": "stdio",
              "command": "ASQ",
              "args": ["mcp"]
            }
          }
        }

        opencode.json
        {
          "mcp": {
            "asq": {
              "type": "local",
              "command": ["ASQ", "mcp", "--limit", "23h"],
              "enabled": true,
              "timeout": 86400000
            }
          }
        }

    "#]]
    .assert_eq(&tree(&home));
    for agent in AGENTS {
        assert_eq!(asq(&home, &["uninstall", agent, "--project"]).code, 0, "{agent}");
    }
    assert_eq!(tree(&home), "");
}

/// Installs into this text, twice, and uninstalls again.
#[track_caller]
fn check(agent: &str, file: &str, before: &str, said: &Expect, after: &Expect) {
    let home = TempFolder::new("install-mcp-text");
    let path = home.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, before).unwrap();
    let read = || fs::read_to_string(&path).unwrap();
    let dry = asq(&home, &["install", agent, "--dry-run"]);
    assert_eq!((dry.code, read().as_str(), home.join(".local").exists()), (0, before, false), "{}", dry.err);
    let done = asq(&home, &["install", agent]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert!(done.out.starts_with(&dry.out), "{}", done.out);
    said.assert_eq(&done.out.replace(ASQ, "ASQ"));
    let written = read();
    after.assert_eq(&written.replace(ASQ, "ASQ").replace("\r\n", "<CR>\n"));
    let again = asq(&home, &["install", agent]);
    let rules = if agent == "claude-code" { format!("is there already  ~/{RULES}\n") } else { String::new() };
    assert_eq!((again.code, again.out), (0, format!("is there already  ~/{file}\n{rules}")));
    assert_eq!(read(), written);
    let done = asq(&home, &["uninstall", agent]);
    assert_eq!((done.code, read().as_str()), (0, before), "{}", done.err);
    let done = asq(&home, &["uninstall", agent]);
    assert_eq!((done.code, done.out), (0, format!("is not there      ~/{file}\n")));
}

#[test]
fn claude_codes_state_stays() {
    check(
        "claude-code",
        ".claude.json",
        "{\n  \"numStartups\": 42,\n  \"theme\": \"dark\",\n  \"mcpServers\": {\n    \"files\": {\n      \"type\": \"stdio\",\n      \
         \"command\": \"npx\",\n      \"args\": [\n        \"-y\",\n        \"files\"\n      ],\n      \"env\": {}\n    }\n  },\n  \
         \"projects\": {\n    \"/home/ada/work\": {\n      \"allowedTools\": [],\n      \"mcpServers\": {\n        \"asq\": {\"command\": \"other\"}\n      }\n    }\n  },\n  \
         \"userID\": \"0123\"\n}",
        &expect![[r#"
            update            ~/.claude.json
                      ],
                      "env": {}
              +     },
              +     "asq": {
              +       "type": "stdio",
              +       "command": "ASQ",
              +       "args": ["mcp"],
              +       "timeout": 86400000
                    }
                  },
            create            ~/.claude/settings.json
              + {
              +   "permissions": {
              +     "allow": ["mcp__asq"]
              +   }
              + }
            Claude Code reads it the next time it starts.
            In its terminal a call waits at most 110 s; then the model calls wait.
            CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0 makes that 23 hours.
            Claude Code calls asq without asking you first.
        "#]],
        &expect![[r#"
            {
              "numStartups": 42,
              "theme": "dark",
              "mcpServers": {
                "files": {
                  "type": "stdio",
                  "command": "npx",
                  "args": [
                    "-y",
                    "files"
                  ],
                  "env": {}
                },
                "asq": {
                  "type": "stdio",
                  "command": "ASQ",
                  "args": ["mcp"],
                  "timeout": 86400000
                }
              },
              "projects": {
                "/home/ada/work": {
                  "allowedTools": [],
                  "mcpServers": {
                    "asq": {"command": "other"}
                  }
                }
              },
              "userID": "0123"
            }"#]],
    );
}

#[test]
fn codexs_comments_and_tables_stay() {
    check(
        "codex",
        ".codex/config.toml",
        "# Codex\nmodel = \"gpt-6\"   # the big one\napproval_policy = 'on-request'\n\n[mcp_servers.files]\ncommand = \"npx\"\n\
         args = [\n  \"-y\", # yes\n  \"files\",\n]\n\n  [mcp_servers.files.env]\n  KEY = \"\"\"\n[mcp_servers.asq]\n\"\"\"\n\n\
         [projects.\"/home/ada/work\"]\ntrust_level = \"trusted\" # since June\n# the end",
        &expect![[r#"
            update            ~/.codex/config.toml
                trust_level = "trusted" # since June
                # the end
              +
              + [mcp_servers.asq]
              + command = "ASQ"
              + args = ["mcp", "--limit", "23h"]
              + env_vars = ["ASQ_STORE", "ASQ_TOKEN_FILE", "ASQ_INSECURE", "SSL_CERT_FILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMUX", "TMUX_PANE"]
              + tool_timeout_sec = 86400
            Codex reads it the next time it starts.
        "#]],
        &expect![[r##"
            # Codex
            model = "gpt-6"   # the big one
            approval_policy = 'on-request'

            [mcp_servers.files]
            command = "npx"
            args = [
              "-y", # yes
              "files",
            ]

              [mcp_servers.files.env]
              KEY = """
            [mcp_servers.asq]
            """

            [projects."/home/ada/work"]
            trust_level = "trusted" # since June
            # the end

            [mcp_servers.asq]
            command = "ASQ"
            args = ["mcp", "--limit", "23h"]
            env_vars = ["ASQ_STORE", "ASQ_TOKEN_FILE", "ASQ_INSECURE", "SSL_CERT_FILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMUX", "TMUX_PANE"]
            tool_timeout_sec = 86400
        "##]],
    );
}

#[test]
fn geminis_settings_with_comments_stay() {
    check(
        "gemini",
        ".gemini/settings.json",
        "{\r\n\t// signed in\r\n\t\"security\": { \"auth\": { \"selectedType\": \"oauth-personal\" } },\r\n\t\"mcpServers\": {\r\n\t\t\
         \"files\": { \"command\": \"npx\", \"trust\": true } // mine\r\n\t\t/* more to come */\r\n\t},\r\n\t\"ui\": { \"theme\": \"Ayu\" }\r\n}\r\n",
        &expect![[r#"
            update            ~/.gemini/settings.json
                  "security": { "auth": { "selectedType": "oauth-personal" } },
                  "mcpServers": {
              -       "files": { "command": "npx", "trust": true } // mine
              -       /* more to come */
              +       "files": { "command": "npx", "trust": true }, // mine
              +       /* more to come */
              +       "asq": {
              +           "command": "ASQ",
              +           "args": ["mcp", "--limit", "23h"],
              +           "timeout": 86400000,
              +           "trust": true
              +       }
                  },
                  "ui": { "theme": "Ayu" }
            Gemini reads it the next time it starts.
            It starts servers only in folders that you trust.
            While trust is true in the entry, it calls asq without asking you first.
        "#]],
        &expect![[r#"
            {<CR>
            	// signed in<CR>
            	"security": { "auth": { "selectedType": "oauth-personal" } },<CR>
            	"mcpServers": {<CR>
            		"files": { "command": "npx", "trust": true }, // mine<CR>
            		/* more to come */<CR>
            		"asq": {<CR>
            			"command": "ASQ",<CR>
            			"args": ["mcp", "--limit", "23h"],<CR>
            			"timeout": 86400000,<CR>
            			"trust": true<CR>
            		}<CR>
            	},<CR>
            	"ui": { "theme": "Ayu" }<CR>
            }<CR>
        "#]],
    );
}

#[test]
fn qwens_and_copilots_one_line_stays_one_line() {
    check(
        "qwen",
        ".qwen/settings.json",
        "{\"security\":{\"auth\":{\"selectedType\":\"openai\"}},\"mcpServers\":{\"files\":{\"command\":\"npx\"}}}",
        &expect![[r#"
            update            ~/.qwen/settings.json
              - …ctedType":"openai"}},"mcpServers":{"files":{"command":"npx"}}}
              + …ctedType":"openai"}},"mcpServers":{"files":{"command":"npx"},"asq":{"command":"ASQ","args":["mcp","--limit","23h"],"timeout":86400000,"trust":true}}}
            Qwen reads it the next time it starts.
            While trust is true in the entry, it calls asq without asking you first.
        "#]],
        &expect![[
            r#"{"security":{"auth":{"selectedType":"openai"}},"mcpServers":{"files":{"command":"npx"},"asq":{"command":"ASQ","args":["mcp","--limit","23h"],"timeout":86400000,"trust":true}}}"#
        ]],
    );
    check(
        "copilot",
        ".copilot/mcp-config.json",
        "{\n    \"mcpServers\": {}\n}\n",
        &expect![[r#"
            update            ~/.copilot/mcp-config.json
                {
              -     "mcpServers": {}
              +     "mcpServers": {
              +         "asq": {
              +             "type": "local",
              +             "command": "ASQ",
              +             "args": ["mcp", "--limit", "23h"],
              +             "tools": ["*"],
              +             "timeout": 86400000
              +         }
              +     }
                }
            Copilot reads it the next time it starts.
        "#]],
        &expect![[r#"
            {
                "mcpServers": {
                    "asq": {
                        "type": "local",
                        "command": "ASQ",
                        "args": ["mcp", "--limit", "23h"],
                        "tools": ["*"],
                        "timeout": 86400000
                    }
                }
            }
        "#]],
    );
}

#[test]
fn opencodes_comments_and_trailing_commas_stay() {
    check(
        "opencode",
        ".config/opencode/opencode.jsonc",
        "\u{feff}{\n  \"$schema\": \"https://opencode.ai/config.json\",\n  // servers\n  \"mcp\": {\n    \"files\": {\n      \"type\": \"local\",\n      \
         \"command\": [\"npx\", \"-y\", \"files\"],\n    },\n  },\n}\n// end\n",
        &expect![[r#"
            update            ~/.config/opencode/opencode.jsonc
                      "command": ["npx", "-y", "files"],
                    },
              +     "asq": {
              +       "type": "local",
              +       "command": ["ASQ", "mcp", "--limit", "23h"],
              +       "enabled": true,
              +       "timeout": 86400000
              +     },
                  },
                }
            OpenCode reads it the next time it starts.
        "#]],
        &expect![[r#"
            ﻿{
              "$schema": "https://opencode.ai/config.json",
              // servers
              "mcp": {
                "files": {
                  "type": "local",
                  "command": ["npx", "-y", "files"],
                },
                "asq": {
                  "type": "local",
                  "command": ["ASQ", "mcp", "--limit", "23h"],
                  "enabled": true,
                  "timeout": 86400000
                },
              },
            }
            // end
        "#]],
    );
}

#[test]
fn an_editors_file_gets_the_entry_too() {
    check(
        "cursor",
        ".cursor/mcp.json",
        "\n{ \"mcpServers\": { \"files\": { \"url\": \"https://files.example/mcp\" } } }\n",
        &expect![[r#"
            update            ~/.cursor/mcp.json

              - …pServers": { "files": { "url": "https://files.example/mcp" } } }
              + …pServers": { "files": { "url": "https://files.example/mcp" }, "asq": {"command": "ASQ", "args": ["mcp"]} } }
            Cursor reads it the next time it starts.
        "#]],
        &expect![[r#"

            { "mcpServers": { "files": { "url": "https://files.example/mcp" }, "asq": {"command": "ASQ", "args": ["mcp"]} } }
        "#]],
    );
    let mac = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".config" };
    check(
        "vscode",
        &format!("{mac}/Code/User/mcp.json"),
        "{\n\t\"inputs\": [\n\t\t// none yet\n\t],\n\t\"servers\": {\n\t\t// none yet\n\t}\n}\n",
        &expect![[r#"
            update            ~/.config/Code/User/mcp.json
                  "servers": {
                      // none yet
              +       "asq": {
              +           "type": "stdio",
              +           "command": "ASQ",
              +           "args": ["mcp"]
              +       }
                  }
                }
            VS Code reads it the next time it starts.
        "#]],
        &expect![[r#"
            {
            	"inputs": [
            		// none yet
            	],
            	"servers": {
            		// none yet
            		"asq": {
            			"type": "stdio",
            			"command": "ASQ",
            			"args": ["mcp"]
            		}
            	}
            }
        "#]],
    );
}

#[test]
fn an_empty_file_is_filled_and_emptied_again() {
    for (agent, file) in [("claude-code", ".claude.json"), ("codex", ".codex/config.toml")] {
        for before in ["", " \n", "{}", "{\n}\n"].into_iter().take(if agent == "codex" { 2 } else { 4 }) {
            let home = TempFolder::new("install-mcp-empty");
            let path = home.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, before).unwrap();
            assert_eq!(asq(&home, &["install", agent]).code, 0);
            assert!(fs::read_to_string(&path).unwrap().contains(ASQ), "{agent} {before:?}");
            assert_eq!(asq(&home, &["uninstall", agent]).code, 0);
            assert_eq!(fs::read_to_string(&path).unwrap(), before, "{agent}");
        }
    }
}

#[test]
fn a_file_that_was_changed_since_loses_the_entry_alone() {
    let home = TempFolder::new("install-mcp-since");
    let path = home.join(".claude.json");
    fs::write(&path, "{\n  \"mcpServers\": {}\n}\n").unwrap();
    asq(&home, &["install", "claude-code"]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("{\n", "{\n  \"numStartups\": 1,\n", 1)).unwrap();
    let done = asq(&home, &["uninstall", "claude-code"]);
    expect![[r#"
        update            ~/.claude.json
            {
              "numStartups": 1,
          -   "mcpServers": {
          -     "asq": {
          -       "type": "stdio",
          -       "command": "ASQ",
          -       "args": ["mcp"],
          -       "timeout": 86400000
          -     }
          -   }
          +   "mcpServers": {}
            }
        remove            ~/.claude/settings.json
          - {
          -   "permissions": {
          -     "allow": ["mcp__asq"]
          -   }
          - }
        Removed asq from '~/.claude.json': Claude Code no longer starts it.
        Removed the rule mcp__asq from '~/.claude/settings.json'.
    "#]]
    .assert_eq(&done.out.replace(ASQ, "ASQ"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\n  \"numStartups\": 1,\n  \"mcpServers\": {}\n}\n");

    let path = home.join(".codex/config.toml");
    asq(&home, &["install", "codex"]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("# mine\n{text}\n# and mine\n[b]\n")).unwrap();
    assert_eq!(asq(&home, &["uninstall", "codex"]).code, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), "# mine\n\n# and mine\n[b]\n");
}

#[test]
fn an_entry_of_an_older_asq_is_updated_and_comes_back() {
    let home = TempFolder::new("install-mcp-older");
    let path = home.join(".claude.json");
    let before = "{\n  \"mcpServers\": {\n    \"asq\": {\"command\": \"/old/asq\", \"args\": [\"mcp\"], \"env\": {\"ASQ_STORE\": \"/s\"}}\n  }\n}\n";
    fs::write(&path, before).unwrap();
    let done = asq(&home, &["install", "claude-code"]);
    expect![[r#"
        update            ~/.claude.json
            {
              "mcpServers": {
          -     "asq": {"command": "/old/asq", "args": ["mcp"], "env": {"ASQ_STORE": "/s"}}
          +     "asq": {"command": "ASQ", "args": ["mcp"], "env": {"ASQ_STORE": "/s"}, "type": "stdio", "timeout": 86400000}
              }
            }
        create            ~/.claude/settings.json
          + {
          +   "permissions": {
          +     "allow": ["mcp__asq"]
          +   }
          + }
        Claude Code reads it the next time it starts.
        In its terminal a call waits at most 110 s; then the model calls wait.
        CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0 makes that 23 hours.
        Claude Code calls asq without asking you first.
    "#]].assert_eq(&done.out.replace(ASQ, "ASQ"));
    asq(&home, &["uninstall", "claude-code"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);

    // What asq itself wrote earlier doesn't come back.
    fs::write(&path, "{\"a\": 1}").unwrap();
    asq(&home, &["install", "claude-code"]);
    let moved = fs::read_to_string(&path).unwrap().replace(ASQ, "/old/asq");
    fs::write(&path, moved).unwrap();
    assert_eq!(asq(&home, &["install", "claude-code"]).code, 0);
    assert!(fs::read_to_string(&path).unwrap().contains(ASQ));
    asq(&home, &["uninstall", "claude-code"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\"a\": 1, \"mcpServers\": {}}");
}

#[test]
fn the_file_that_has_the_entry_counts() {
    let home = TempFolder::new("install-mcp-both");
    let folder = home.join(".config/opencode");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("opencode.jsonc"), "{}").unwrap();
    assert_eq!(asq(&home, &["install", "opencode"]).code, 0);
    fs::write(folder.join("opencode.json"), "{}").unwrap();
    let again = asq(&home, &["install", "opencode"]);
    assert_eq!(again.out, "is there already  ~/.config/opencode/opencode.jsonc\n");
    assert_eq!(asq(&home, &["uninstall", "opencode"]).code, 0);
    assert_eq!(tree(&home), ".config/opencode/opencode.json\n{}\n.config/opencode/opencode.jsonc\n{}\n");
}

#[test]
fn two_installs_at_once_lose_nothing() {
    let home = TempFolder::new("install-mcp-once");
    fs::write(home.join(".claude.json"), "{}\n").unwrap();
    let home = &home;
    std::thread::scope(|threads| {
        for agent in AGENTS {
            threads.spawn(move || assert_eq!(asq(home, &["install", agent]).code, 0, "{agent}"));
        }
    });
    for agent in AGENTS {
        assert_eq!(asq(home, &["uninstall", agent]).code, 0, "{agent}");
    }
    assert_eq!(tree(home), ".claude.json\n{}\n\n");
}

#[test]
fn what_agents_read_gets_a_part_of_its_own_and_gives_it_back() {
    let home = TempFolder::new("install-agents-md");
    let read = |name: &str| std::fs::read_to_string(home.path().join(name)).unwrap();
    let done = |args: &[&str]| {
        let done = asq(&home, args);
        (done.code, done.out.split_whitespace().next().unwrap_or_default().to_owned(), done.err)
    };
    let word = |word: &str| (0, word.to_owned(), String::new());
    assert_eq!(done(&["install", "agents-md", "--dry-run"]), word("create"));
    assert!(!home.path().join("AGENTS.md").exists());
    // Of the names that agents know, the one that is there counts.
    std::fs::write(home.path().join("GEMINI.md"), "# Rules\n\nBe kind.\n").unwrap();
    assert_eq!(done(&["install", "agents-md"]), word("update"));
    let part = asq(&home, &["help", "agents"]).out;
    let (_, part) = part.split_once("\n\n").unwrap();
    assert!(read("GEMINI.md").starts_with("# Rules\n\nBe kind.\n\n<!-- asq"));
    assert!(read("GEMINI.md").contains(part));
    assert_eq!(done(&["install", "agents-md"]), word("is"));
    // What was written around it meanwhile stays.
    let more = read("GEMINI.md").replace("# Rules", "# More rules") + "\n## The end\n";
    std::fs::write(home.path().join("GEMINI.md"), more).unwrap();
    assert_eq!(done(&["uninstall", "agents-md"]), word("update"));
    assert_eq!(read("GEMINI.md"), "# More rules\n\nBe kind.\n\n## The end\n");
    assert_eq!(done(&["uninstall", "agents-md"]), word("is"));
    // It names the other pages that say nothing of asq: not one that takes in AGENTS.md, and not itself by another name.
    std::fs::write(home.path().join("AGENTS.md"), "# Rules\n").unwrap();
    std::os::unix::fs::symlink("AGENTS.md", home.path().join("CLAUDE.md")).unwrap();
    let ends = |args: &[&str]| {
        let done = asq(&home, args);
        let (_, last) = done.out.trim_end().split_once("on their PATH.\n").unwrap_or_default();
        (done.code, last.to_owned(), done.err)
    };
    let names_gemini = "GEMINI.md doesn't mention asq yet: asq install agents-md GEMINI.md".to_owned();
    assert_eq!(ends(&["install", "agents-md"]), (0, names_gemini, String::new()));
    assert_eq!(done(&["uninstall", "agents-md"]), word("update"));
    std::fs::write(home.path().join("GEMINI.md"), "@AGENTS.md\n").unwrap();
    assert_eq!(ends(&["install", "agents-md"]), (0, String::new(), String::new()));
    // A file that asq made goes again, with its folder.
    assert_eq!(done(&["install", "agents-md", "notes/agents.txt"]), word("create"));
    assert_eq!(done(&["uninstall", "agents-md", "notes/agents.txt"]), word("remove"));
    assert!(!home.path().join("notes").exists());
    for (args, told) in [
        (
            &["install", "agents-md", "--project"][..],
            "asq: --project doesn't go with agents-md: name the file instead\n",
        ),
        (&["uninstall", "codex", "x"], "asq: 'x' is one argument too many: only agents-md takes a file\n"),
    ] {
        assert_eq!(done(args), (2, String::new(), told.to_owned()));
    }
}

/// Installs for Claude Code with these rules there, and uninstalls again after `meanwhile` changed them.
#[track_caller]
fn check_rules(before: &str, meanwhile: impl Fn(String) -> String, shown: &Expect) {
    let home = TempFolder::new("install-rules");
    let path = home.join(RULES);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, before).unwrap();
    let done = asq(&home, &["install", "claude-code"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let installed = fs::read_to_string(&path).unwrap();
    let again = asq(&home, &["install", "claude-code"]);
    assert_eq!(again.out, format!("is there already  ~/.claude.json\nis there already  ~/{RULES}\n"));
    fs::write(&path, meanwhile(installed.clone())).unwrap();
    assert_eq!(asq(&home, &["uninstall", "claude-code"]).code, 0);
    let after = fs::read_to_string(&path).unwrap();
    shown.assert_eq(&format!("{installed}\n---\n{after}"));
    let done = asq(&home, &["uninstall", "claude-code"]);
    assert_eq!((done.code, done.out), (0, "is not there      ~/.claude.json\n".to_owned()));
    assert_eq!(fs::read_to_string(&path).unwrap(), after);
}

#[test]
fn claude_code_may_call_asq_without_asking_first_and_its_rules_come_back() {
    let same = |text: String| text;
    let theme = |text: String| text.replacen('{', "{\n  \"theme\": \"dark\",", 1);
    check_rules(
        "{\n  \"model\": \"opus\"\n}\n",
        same,
        &expect![[r#"
        {
          "model": "opus",
          "permissions": {
            "allow": ["mcp__asq"]
          }
        }

        ---
        {
          "model": "opus"
        }
    "#]],
    );
    check_rules(
        "{\n  \"model\": \"opus\"\n}\n",
        theme,
        &expect![[r#"
        {
          "model": "opus",
          "permissions": {
            "allow": ["mcp__asq"]
          }
        }

        ---
        {
          "theme": "dark",
          "model": "opus"
        }
    "#]],
    );
    check_rules(
        "{\n  \"permissions\": {\n    \"deny\": [\"Read(.env)\"],\n    \"allow\": [\n      \"Bash(ls:*)\" // mine\n    ]\n  }\n}\n",
        same,
        &expect![[r#"
            {
              "permissions": {
                "deny": ["Read(.env)"],
                "allow": [
                  "mcp__asq",
                  "Bash(ls:*)" // mine
                ]
              }
            }

            ---
            {
              "permissions": {
                "deny": ["Read(.env)"],
                "allow": [
                  "Bash(ls:*)" // mine
                ]
              }
            }
        "#]],
    );
    check_rules(
        "{\"permissions\":{\"allow\":[\"Bash(ls:*)\"]}}",
        theme,
        &expect![[r#"
        {"permissions":{"allow":["mcp__asq", "Bash(ls:*)"]}}
        ---
        {
          "theme": "dark","permissions":{"allow":["Bash(ls:*)"]}}"#]],
    );
    check_rules(
        "{\"permissions\": {\"allow\": []}}",
        theme,
        &expect![[r#"
        {"permissions": {"allow": ["mcp__asq"]}}
        ---
        {
          "theme": "dark","permissions": {"allow": []}}"#]],
    );
    // Rules that were there before are the person's own, also after they changed the file.
    check_rules(
        "{\"permissions\": {\"allow\": [\"mcp__asq\"]}}",
        theme,
        &expect![[r#"
        {"permissions": {"allow": ["mcp__asq"]}}
        ---
        {
          "theme": "dark","permissions": {"allow": ["mcp__asq"]}}"#]],
    );
    check_rules(
        "{\"permissions\": {\"allow\": [\"mcp__*\"]}}",
        same,
        &expect![[r#"
        {"permissions": {"allow": ["mcp__*"]}}
        ---
        {"permissions": {"allow": ["mcp__*"]}}"#]],
    );
}

#[test]
fn both_files_are_in_one_diff_and_what_can_not_be_edited_stops_both() {
    let home = TempFolder::new("install-rules-diff");
    let done = asq(&home, &["install", "claude-code", "--dry-run"]);
    expect![[r#"
        create            ~/.claude.json
          + {
          +   "mcpServers": {
          +     "asq": {
          +       "type": "stdio",
          +       "command": "ASQ",
          +       "args": ["mcp"],
          +       "timeout": 86400000
          +     }
          +   }
          + }
        create            ~/.claude/settings.json
          + {
          +   "permissions": {
          +     "allow": ["mcp__asq"]
          +   }
          + }
    "#]]
    .assert_eq(&done.out.replace(ASQ, "ASQ"));
    assert_eq!(tree(&home), "");
    for (rules, why) in [
        ("{\"permissions\": []}", "has permissions.allow in a form that asq can't edit"),
        ("{\"permissions\": {\"allow\": \"all\"}}", "has permissions.allow in a form that asq can't edit"),
        ("{\n  oops\n}", "isn't valid JSON: line 2, column 3: expected a name in quotes or '}', got 'o'"),
    ] {
        fs::create_dir_all(home.join(".claude")).unwrap();
        fs::write(home.join(RULES), rules).unwrap();
        let done = asq(&home, &["install", "claude-code"]);
        let told = format!("asq: nothing was changed: '~/{RULES}' {why}\n");
        assert_eq!((done.code, done.out.as_str(), done.err), (2, "", told), "{rules}");
        assert_eq!(tree(&home), format!("{RULES}\n{rules}\n"));
        // An entry of before there were rules goes, whatever is in the file of the rules.
        let entry =
            format!("{{\"mcpServers\": {{\"asq\": {{\"command\": \"{ASQ}\", \"args\": [\"mcp\"]}}}}}}\n");
        fs::write(home.join(".claude.json"), entry).unwrap();
        let done = asq(&home, &["uninstall", "claude-code"]);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{rules}: {}", done.out);
        assert!(
            !fs::read_to_string(home.join(".claude.json")).unwrap_or_default().contains("asq"),
            "{rules}"
        );
        assert_eq!(fs::read_to_string(home.join(RULES)).unwrap(), rules);
        let _ = fs::remove_file(home.join(".claude.json"));
    }
    // A rule against it is named.
    fs::write(home.join(RULES), "{\"permissions\": {\"deny\": [\"mcp__asq__ask\"]}}").unwrap();
    let done = asq(&home, &["install", "claude-code"]);
    let last = done.out.lines().last().unwrap();
    assert_eq!(
        last,
        format!(
            "But permissions.deny in '~/{RULES}' has mcp__asq__ask, which counts more. Take it out there."
        )
    );
}

#[test]
fn a_trust_that_the_person_set_to_false_stays() {
    let home = TempFolder::new("install-trust");
    let path = home.join(".gemini/settings.json");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, format!("{{\"mcpServers\": {{\"asq\": {{\"command\": \"{ASQ}\", \"args\": [\"mcp\"], \"trust\": false}}}}}}")).unwrap();
    assert_eq!(asq(&home, &["install", "gemini"]).code, 0);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"trust\": false") && text.contains("23h"), "{text}");
}

#[test]
fn a_link_to_the_rules_stays_a_link() {
    let home = TempFolder::new("install-rules-link");
    fs::create_dir_all(home.join(".claude")).unwrap();
    fs::create_dir_all(home.join("dotfiles")).unwrap();
    fs::write(home.join("dotfiles/claude.json"), "{}\n").unwrap();
    std::os::unix::fs::symlink("../dotfiles/claude.json", home.join(RULES)).unwrap();
    assert_eq!(asq(&home, &["install", "claude-code"]).code, 0);
    assert!(fs::read_to_string(home.join("dotfiles/claude.json")).unwrap().contains("mcp__asq"));
    assert_eq!(asq(&home, &["uninstall", "claude-code"]).code, 0);
    assert_eq!(fs::read_to_string(home.join("dotfiles/claude.json")).unwrap(), "{}\n");
    assert!(fs::symlink_metadata(home.join(RULES)).unwrap().is_symlink());
    // One that leads out of the home is another program's to change.
    fs::remove_file(home.join(RULES)).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", home.join(RULES)).unwrap();
    let done = asq(&home, &["install", "claude-code"]);
    let told = format!(
        "asq: '~/{RULES}' leads to '/etc/passwd', which is outside of your home; asq follows no such link\n  \
         without the rule mcp__asq there, Claude Code asks you before each call of asq\n"
    );
    assert_eq!((done.code, done.err), (0, told));
    assert!(home.join(".claude.json").exists());
    let done = asq(&home, &["uninstall", "claude-code"]);
    assert_eq!((done.code, done.err.as_str(), home.join(".claude.json").exists()), (0, "", false));
}
