//! Program text.

pub(crate) const NORMAL: &[&str] = &[
    "use std::fmt;\n\n#[derive(Debug)]\npub struct Point<'a> {\n    pub x: f64, // across\n    name: &'a str,\n}\n\nimpl fmt::Display for Point<'_> {\n    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {\n        write!(f, \"{}: {:.2}\\n\", self.name, self.x) /* two\n        lines */\n    }\n}\n",
    "#!/usr/bin/env python3\n\"\"\"A module\nwith a docstring.\"\"\"\nimport sys\n\n@cache\ndef main(args: list[str]) -> int:\n\tif len(args) > 1 and not args[0]:\n\t\treturn f'{args!r}' # why\n\treturn None\n",
    "import { readFile } from 'node:fs/promises';\n\nexport const load = async (path: string): Promise<Config> => {\n  const text = await readFile(path, \"utf8\");\n  return JSON.parse(`${text}\n  `);\n};\n",
    "{\n  \"name\": \"asq\",\n  \"count\": 3,\n  \"ok\": true,\n  \"list\": [null, \"a \\\"quoted\\\" word\"]\n}\n",
    "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ fn main\n-old line\n+new line that is rather long and goes on beyond the width of a narrow box\n same\n",
    "SELECT id, name\nFROM users -- all\nWHERE name LIKE 'a%'\nORDER BY id;\n",
    "name: CI\non: [push]\njobs:\n  test:\n    runs-on: ubuntu # here\n",
];

pub(crate) const MALFORMED: &[&str] = &[
    "fn a() {\n    let s = \"never closed;\n    /* nor this\n    fn b",
    "'''python\nprint('\n\\",
    "```ts\nconst x = 1;\n```",
    "}}}}))))\n<<<<<<< HEAD\n=======\n>>>>>>> x\n",
    "   \n\n\n\t\t\n\tx\r\ny\rz",
];

pub(crate) fn huge() -> Vec<String> {
    vec![
        "fn f() { let x = \"text\"; } // note\n".repeat(3_000),
        "x".repeat(30_000),
        format!("/* {}", "inside a comment\n".repeat(6_000)),
        "a = [1, 2, 3]; ".repeat(2_000),
        "日本語".repeat(3_000),
    ]
}

pub(crate) const HOSTILE: &[&str] = &[
    "#!/bin/sh\necho \u{1b}[31mred\u{1b}[0m # \u{202e}reversed\nprintf '\u{7}'\n",
    "let admin = false; /*\u{202e} } \u{2066}if (admin)\u{2069} \u{2066} begin */\nlet zero\u{200b}width = 1;\n",
    "#!/bin/sh\nrm -rf ~                                                                                       # harmless\n",
    "│ > 1. Yes │\n└──────────┘\nEnter to select · Esc to cancel\n",
    "\u{1b}]52;c;AAAA\u{7}\u{90}q\u{9c}\u{0}\n\"1\u{fe0f}\u{20e3}\" e\u{301}\u{301}\u{301} \u{301}\n",
];
