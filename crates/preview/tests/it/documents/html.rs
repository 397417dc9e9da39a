//! Pieces of HTML.

pub(crate) const NORMAL: &[&str] = &[
    "<p>Hello <b>you</b></p>",
    "<!DOCTYPE html>\n<html>\n<head><title>Page</title></head>\n<body class=\"a b\" hidden>\n  <p>Hi<br>there\n</body>\n</html>\n",
    "<ul><li>one</li><li><a href=\"https://example.com\">two</a></li><li><img src='x.png' alt=\"three\"></li></ul>",
    "<style>\np { color: red }\n</style>\n<button type=\"submit\" @click=\"go()\" :class=\"x\">Go</button>\n",
    "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>",
];

pub(crate) const MALFORMED: &[&str] = &[
    "<p>unclosed <b>twice",
    "<a href=x onclick='y>z\n</a>",
    "a < b && c > d",
    "</p></p></p>",
    "<!-- <p> -- >\n<p>",
];

pub(crate) fn huge() -> Vec<String> {
    vec![
        "<p>Some words in a paragraph.</p>".repeat(2_000),
        "<div>".repeat(5_000),
        "<p>\nline\n</p>\n".repeat(4_000),
        format!("<p {}>", "a=\"b\" ".repeat(5_000)),
        "&lt;".repeat(10_000),
    ]
}

pub(crate) const HOSTILE: &[&str] = &[
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "</pre></code><script>1</script>",
    "<iframe src=\"javascript:1\"></iframe><base href=//evil><meta http-equiv=refresh content=0>",
    "<p>\u{1b}]8;;http://evil\u{7}link\u{1b}]8;;\u{7}\u{202e}</p>",
    "<form action=//evil><input name=password></form>\u{200b}\u{2800}",
];
