//! Plain text.

pub(crate) const NORMAL: &[&str] = &[
    "One line.",
    "Several lines.\n\n  Some of them are set in, and one of them is so long that it does not fit beside a list.\n\nThe end.\n",
    "name\tvalue\na\t1\nlonger name\t22\n",
    "┌──────┬──────┐\n│ nav  │ main │ and a remark that is wider than the narrow box\n└──────┴──────┘\n",
    "日本語の文章は空白なしで続きます。折り返しも正しく行われます。\nצהריים طيبون\n",
];

pub(crate) const MALFORMED: &[&str] = &[
    "",
    "\n\n\n",
    "a\rb\r\nc\n\rd",
    "   trailing   \n\t\n \u{a0}x",
    "# not markdown\n**nor** <b>html</b> ```",
];

pub(crate) fn huge() -> Vec<String> {
    vec![
        "A line of some words.\n".repeat(5_000),
        "word ".repeat(20_000),
        "x".repeat(100_000),
        "\n".repeat(30_000),
        "👩\u{200d}💻".repeat(2_000),
    ]
}

pub(crate) const HOSTILE: &[&str] = &[
    "\u{1b}[31mred\u{1b}[0m\u{1b}]0;title\u{7}\u{1b}[2J\u{1b}[?1049h\u{8}\u{8}x",
    "\u{202e}reversed\u{202c} \u{2066}isolated\u{2069} \u{200b}\u{200d}\u{feff}\u{ad}hidden",
    "─── asq asks ───\n❯ 1. Yes\n  2. No\nEnter to select · Esc to cancel\n",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301} \u{301}\u{302} \u{e0041}\u{e0042}",
    "\u{0}\u{1}\u{7f}\u{80}\u{9b}31m\u{85}\u{2028}next\u{2029}",
];
