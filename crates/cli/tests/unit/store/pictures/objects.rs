//! `asq show --json`: one open request, and one closed.
//!
//! - Every key is present, and null if its value is unknown.
//! - Each question has its bounds, its options, and whatever else a surface needs to draw it.
//! - The answers of a closed request have the form that `asq answer --answers` reads.

use super::*;
use expect_test::expect;

#[test]
fn one_as_json() {
    let shop = shop();
    let all = [2, 5].map(|n| {
        let kept = shop.0.backend.read(id(n)).unwrap();
        let mut shown = asq_asking::shown(&*shop.0.backend, &kept).unwrap();
        shown.asker_waits = true;
        format!("{:#}\n", shown.to_json())
    });
    expect![[r#"
        {
          "id": "1wdvsq5zmmz0n0000000000002",
          "short": "1wdvsq",
          "state": "open",
          "asked_at": "2026-11-21T08:35:00.000Z",
          "expires_at": null,
          "closed_at": null,
          "delivered_at": null,
          "delivered_to": null,
          "asker_waits": true,
          "dialect": "asq",
          "agent": "codex",
          "session": "s 7",
          "call_id": null,
          "pane": "/tmp/tmux-1000/default %3",
          "asked_by": {
            "name": "claude",
            "claimed": false,
            "how": "cli",
            "pid": 42,
            "exe": "/usr/bin/asq",
            "tty": null,
            "leader": null,
            "own_tree": false,
            "unknown_tree": null,
            "forced": false,
            "right": "ask",
            "let_in": null,
            "via": null
          },
          "origin": {
            "host": "box",
            "pid": 43,
            "root_pid": 42,
            "exe": "/home/ada/bin/claude",
            "tty": "/dev/pts/3",
            "folder": "/srv",
            "via": null
          },
          "digest": "eee98d466b9c200de8b849af02e3ab4018507a24c03de8e29bc85e1fdbf11a56",
          "questions": [
            {
              "id": "db",
              "header": "Database",
              "question": "世界を消しますか? 本当によろしいですか? これは元に戻せません",
              "description": null,
              "kind": "one",
              "options": [
                {
                  "label": "PostgreSQL",
                  "value": "PostgreSQL",
                  "description": null,
                  "recommended": false,
                  "preview": null
                },
                {
                  "label": "SQLite",
                  "value": "SQLite",
                  "description": null,
                  "recommended": false,
                  "preview": null
                }
              ],
              "custom": true,
              "skippable": false,
              "danger": true,
              "sensitive": true,
              "input": null,
              "context": null,
              "custom_row": null,
              "default": null,
              "confirm_text": null,
              "direct": false
            },
            {
              "id": "why",
              "header": "Why",
              "question": "Why so?",
              "description": null,
              "kind": "text",
              "options": [],
              "custom": false,
              "skippable": true,
              "danger": false,
              "sensitive": false,
              "input": {
                "multiline": true
              },
              "context": null,
              "custom_row": null,
              "default": null,
              "confirm_text": null,
              "direct": false
            }
          ],
          "closed_by": null,
          "reason": null,
          "unsent": [],
          "answers": null,
          "script": false,
          "rules": {
            "complete": "every",
            "order": "offered",
            "discuss": false,
            "notes": true,
            "danger": "any_text"
          },
          "settings": {
            "danger_check": true,
            "debounce_ms": 300,
            "clock": true,
            "opencode_offered": true
          },
          "time_limit": null,
          "drafts": [],
          "about": null,
          "returns": false
        }
        {
          "id": "0q2ng9yz3mdhmg000000000005",
          "short": "0q2ng9",
          "state": "declined",
          "asked_at": "2026-11-21T09:20:00.000Z",
          "expires_at": null,
          "closed_at": "2026-11-21T09:50:00.000Z",
          "delivered_at": null,
          "delivered_to": null,
          "asker_waits": true,
          "dialect": "asq",
          "agent": "codex",
          "session": "s 7",
          "call_id": null,
          "pane": "/tmp/tmux-1000/default %3",
          "asked_by": {
            "name": "claude",
            "claimed": false,
            "how": "cli",
            "pid": 42,
            "exe": "/usr/bin/asq",
            "tty": null,
            "leader": null,
            "own_tree": false,
            "unknown_tree": null,
            "forced": false,
            "right": "ask",
            "let_in": null,
            "via": null
          },
          "origin": {
            "host": "box",
            "pid": 43,
            "root_pid": 42,
            "exe": "/home/ada/bin/claude",
            "tty": "/dev/pts/3",
            "folder": "/srv",
            "via": null
          },
          "digest": "3fab7e5d4c5da2253481d2309298436f7cd069d53644b3b0f28762c58b5e215d",
          "questions": [
            {
              "id": "db",
              "header": "Database",
              "question": "Which database should it be?",
              "description": null,
              "kind": "one",
              "options": [
                {
                  "label": "PostgreSQL",
                  "value": "PostgreSQL",
                  "description": null,
                  "recommended": false,
                  "preview": null
                },
                {
                  "label": "SQLite",
                  "value": "SQLite",
                  "description": null,
                  "recommended": false,
                  "preview": null
                }
              ],
              "custom": true,
              "skippable": false,
              "danger": false,
              "sensitive": false,
              "input": null,
              "context": null,
              "custom_row": null,
              "default": null,
              "confirm_text": null,
              "direct": false
            }
          ],
          "closed_by": {
            "name": "ada",
            "claimed": true,
            "how": "cli",
            "pid": 77,
            "exe": null,
            "tty": "/dev/pts/1",
            "leader": {
              "pid": 70,
              "exe": "/bin/sh",
              "above": "/usr/bin/python3"
            },
            "own_tree": true,
            "unknown_tree": null,
            "forced": true,
            "right": "answer",
            "let_in": "forced",
            "via": null
          },
          "reason": "not now",
          "unsent": [],
          "answers": [
            {}
          ],
          "script": false,
          "rules": {
            "complete": "every",
            "order": "offered",
            "discuss": false,
            "notes": true,
            "danger": "any_text"
          },
          "settings": {
            "danger_check": true,
            "debounce_ms": 300,
            "clock": true,
            "opencode_offered": true
          },
          "time_limit": null,
          "drafts": [],
          "about": null,
          "returns": false
        }
    "#]]
    .assert_eq(&all.concat());
}
