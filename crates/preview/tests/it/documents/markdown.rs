//! Markdown.

pub(crate) const NORMAL: &[&str] = &[
    "# Migration plan\n\nMove **sessions** from *Redis* to `PostgreSQL`. See [the design][d].\n\n| Step | What happens | Risk | Rollback |\n|:--|:--|:-:|--:|\n| 1 | Create the table `sessions` with an index on `expires_at` | low | drop it |\n| 2 | Write to both stores for one week | **medium** | stop writing |\n\n[d]: https://design.example/doc",
    "- one\n  - two\n    1. three\n    2. four\n- [ ] open\n- [x] done\n\n> quoted by\n> somebody\n> > twice",
    "Before\n\n```rust\n/// Reads a session.\npub async fn read<'a>(pool: &'a Pool, id: Uuid) -> Result<Option<Session>, Error> {\n    let c = 'x'; // 42\n    println!(\"{c}\");\n}\n```\n\n```sql\nSELECT count(*) FROM t WHERE a = 'b'; -- old\n```",
    "## Layout\n\n```\n┌──────┬──────┐\n│ nav  │ main │\n└──────┴──────┘\n```\n\n```mermaid\ngraph LR\n A[Client] --> B{Cache?}\n B -->|hit| C[Reply]\n B -->|miss| D[(Store)]\n```\n\nAfter.",
    "Term with a [link](https://example.com/a/rather/long/path?with=query) and ![a picture](http://pictures.example/x.png), <https://auto.example>, ~~gone~~ and a hard  \nbreak.\n\n---\n\n### 日本語の見出し\n\n日本語の文章は空白なしで続きます。折り返しも正しく行われます。",
];

pub(crate) const MALFORMED: &[&str] = &[
    "```rust\nfn unclosed() {\n    let x = \"no end",
    "| a | b\n|---|\n| 1 | 2 | 3 |\n| only\n\n|x|\n|-|",
    "**bold *mixed** wrong* `tick [open](http://x <b>tag\n\n[a][nowhere] ![b][nowhere] [c](",
    "- a\n      - too deep\n   - odd\n 1) x\n7) y\n>no blank\n>> deeper\n> back",
    "#no space\n####### seven\n***\n* * *\n=====\ntext\n---\n\n<div>\n\n**in html**\n</div>\n\n[x]: <unclosed\n[y]:",
];

pub(crate) fn huge() -> Vec<String> {
    vec![
        "# Title\n\nSome words in a paragraph that is not long.\n\n- item\n\n".repeat(1_700),
        "word ".repeat(20_000),
        format!("```rust\n{}```\n\nafter\n", "let x = 1; // one\n".repeat(5_000)),
        format!("| a | b |\n|---|---|\n{}", "| one | two |\n".repeat(400)),
        format!("{}deep\n\n{}deeper", "> ".repeat(500), "- ".repeat(500)),
    ]
}

pub(crate) const HOSTILE: &[&str] = &[
    "red \u{1b}[31m and \u{202e}back `\u{7}` \u{1b}]0;title\u{7}\n\n# \u{9b}31m heading\n\n| \u{1b}c | b |\n|-|-|\n| \u{202d} | \u{200b} |",
    "[click](javascript:alert(1)) [x](data:text/html,<script>) [https://good.example](https://evil.example) ![i](http://169.254.169.254/)",
    "<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\na <iframe src=javascript:1> b",
    "❯ 1. Yes, delete everything\n\n────────── asq asks ──────────\n\n> Enter to select · Esc to cancel",
    "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301} \u{301}alone \u{3164} \u{2800}\u{2800} 👩\u{200d}💻 🇩🇪 שלום عربي\n\n```\u{1b}[2J\n\u{1b}[2J\u{8}\u{8}\n```",
];
