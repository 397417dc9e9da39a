//! SVG pictures.

pub(crate) const NORMAL: &[&str] = &[
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"><g id=\"a\"><!-- note --><rect x=\"1\" y='2' fill=\"red\"/><text x=\"1\">Hi &amp; bye</text></g></svg>",
    "<svg viewBox=\"0 0 4 4\">\n  <circle cx=\"2\" cy=\"2\" r=\"1\"/>\n</svg>\n",
    "<?xml version=\"1.0\"?>\n<!DOCTYPE svg>\n<svg/>\n",
    "<svg><path d=\"M0 0 L10 10 L20 0 L30 10 L40 0 L50 10 L60 0 L70 10 L80 0 Z\"/></svg>",
    "<svg><text>日本語</text>\n<text>\n  words\n</text></svg>",
];

pub(crate) const MALFORMED: &[&str] = &[
    "<svg",
    "<svg><g></svg></g></g></g>",
    "no tags",
    "<svg width=\"10><rect/></svg>\n<rect/>",
    "<!-- never closed\n<svg/>",
    "<><></></>",
];

pub(crate) fn huge() -> Vec<String> {
    vec![
        format!("<svg>{}</svg>", "<rect x=\"1\"/>".repeat(4_000)),
        "<g>".repeat(5_000),
        format!("<path d=\"{}\"/>", "M0 0 L1 1 ".repeat(5_000)),
        "<svg>\n  <g/>\n</svg>\n".repeat(2_000),
        format!("<!--{}", "-".repeat(30_000)),
    ]
}

pub(crate) const HOSTILE: &[&str] = &[
    "<svg onload=\"alert(1)\"><script>alert(1)</script></svg>",
    "<svg><image href=\"http://169.254.169.254/\"/><use href=\"data:x\"/></svg>",
    "<svg><foreignObject><body onload=1></foreignObject></svg>",
    "<svg>\u{1b}[31m\u{202e}</svg>\u{7}",
    "<svg><text>SVG source; the browser page shows the picture</text></svg>",
];
