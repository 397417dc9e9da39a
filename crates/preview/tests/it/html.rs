//! Inert HTML, and the frame without rights. What holds for any source stands in `properties.rs`.

use asq_core::model::{Language, PreviewKind};
use asq_core::text::Untrusted;
use asq_preview::{html, sandboxed};
use expect_test::{Expect, expect};

#[track_caller]
fn check(kind: PreviewKind, source: &str, expect: &Expect) {
    expect.assert_eq(&html(kind, &Untrusted::from(source)));
}

#[test]
fn markdown_has_its_elements() {
    check(
        PreviewKind::Markdown,
        "# T\n\n3. a\n4. **b** `c` ~~d~~\n\n> q\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] done\n\nx\ny\n\n---",
        &expect![[r#"
            <h1>T</h1>
            <ol start="3"><li>a</li>
            <li><strong>b</strong> <code>c</code> <del>d</del></li>
            </ol>
            <blockquote><p>q</p>
            </blockquote>
            <table><tr><th class="asq-centre">a</th>
            <th class="asq-right">b</th>
            </tr>
            <tr><td class="asq-centre">1</td>
            <td class="asq-right">2</td>
            </tr>
            </table>
            <ul><li>[x] done</li>
            </ul>
            <p>x<br>
            y</p>
            <hr>
        "#]],
    );
}

/// "links … with http/https/mailto only"
#[test]
fn links_lead_to_the_web_and_to_mail_alone() {
    check(
        PreviewKind::Markdown,
        "[a](https://a.example/?x=1&y=\"2\") [b](javascript:alert(1)) [c](JaVaScRiPt:1) [d](data:text/html,x) [e](//evil) \
         [f](mailto:x@y.example) [g](https:evil) [h](file:///etc/passwd) <https://i.example> [https://good.example](https://evil.example) \
         [j](<https://a b>) [k](vbscript:1) [l](\u{1}javascript:1) ![m](https://pictures.example/x.png) [n](/path) [o](#x)",
        &expect![[r#"
            <p><a rel="noopener noreferrer nofollow" target="_blank" href="https://a.example/?x=1&amp;y=&quot;2&quot;">a</a><span class="asq-dim"> (https://a.example/?x=1&amp;y="2")</span> b<span class="asq-dim"> (javascript:alert(1))</span> c<span class="asq-dim"> (JaVaScRiPt:1)</span> d<span class="asq-dim"> (data:text/html,x)</span> e<span class="asq-dim"> (//evil)</span> <a rel="noopener noreferrer nofollow" target="_blank" href="mailto:x@y.example">f</a><span class="asq-dim"> (mailto:x@y.example)</span> g<span class="asq-dim"> (https:evil)</span> h<span class="asq-dim"> (file:///etc/passwd)</span> <a rel="noopener noreferrer nofollow" target="_blank" href="https://i.example">https://i.example</a> <a rel="noopener noreferrer nofollow" target="_blank" href="https://evil.example">https://good.example</a><span class="asq-dim"> (https://evil.example)</span> j<span class="asq-dim"> (https://a b)</span> k<span class="asq-dim"> (vbscript:1)</span> [l](&lt;U+0001&gt;javascript:1) <span class="asq-dim">image: </span>m<span class="asq-dim"> (https://pictures.example/x.png)</span> n<span class="asq-dim"> (/path)</span> o<span class="asq-dim"> (#x)</span></p>
        "#]],
    );
}

#[test]
fn html_in_markdown_is_text() {
    check(
        PreviewKind::Markdown,
        "a <b onclick=x>c</b> <script>alert(1)</script>\n\n<iframe src=javascript:1>\n</iframe>\n\n<!-- c -->\n\n&lt;b&gt; &#60;i&#62;",
        &expect![[r#"
            <p>a <span class="asq-dim">&lt;b onclick=x&gt;</span>c<span class="asq-dim">&lt;/b&gt;</span> <span class="asq-dim">&lt;script&gt;</span>alert(1)<span class="asq-dim">&lt;/script&gt;</span></p>
            <p><span class="asq-dim">&lt;iframe src=javascript:1&gt;</span><br><span class="asq-dim">&lt;/iframe&gt;</span></p>
            <p><span class="asq-dim">&lt;!-- c --&gt;</span></p>
            <p>&lt;b&gt; &lt;i&gt;</p>
        "#]],
    );
}

#[test]
fn code_has_classes_and_drawings_are_drawn() {
    check(
        Language::named("rust").map_or(PreviewKind::Code, PreviewKind::CodeIn),
        "fn a() -> &str { \"</code><script>\" } // \u{202e}",
        &expect![[r#"
            <pre class="asq-code"><code><span class="asq-keyword">fn</span> <span class="asq-name">a</span>() -&gt; &amp;str { <span class="asq-literal">"&lt;/code&gt;&lt;script&gt;"</span> } <span class="asq-comment">// &lt;U+202E&gt;</span>
            </code></pre>
        "#]],
    );
    check(
        PreviewKind::Mermaid,
        "graph LR\nA[<b>] --> B",
        &expect![[r#"
        <pre class="asq-diagram"><span class="asq-dim">┌─────┐  ┌───┐</span>
        <span class="asq-dim">│ </span>&lt;b&gt; <span class="asq-dim">├─►│ </span>B <span class="asq-dim">│</span>
        <span class="asq-dim">└─────┘  └───┘</span>
        </pre>
    "#]],
    );
    check(
        PreviewKind::Svg,
        "<svg onload=\"1\"/>",
        &expect![[r#"
        <pre class="asq-code"><code><span class="asq-keyword">&lt;svg</span> <span class="asq-name">onload</span>=<span class="asq-literal">"1"</span><span class="asq-keyword">/&gt;</span>
        </code></pre>
    "#]],
    );
    check(
        PreviewKind::Text,
        "a <b>\n\u{1b}[31m",
        &expect![[r#"
        <pre class="asq-text">a &lt;b&gt;
        &lt;U+001B&gt;[31m
        </pre>
    "#]],
    );
}

#[test]
fn a_frame_has_no_rights_and_its_source_stays_inside() {
    expect![[r#"
        <iframe class="asq-frame" sandbox="" referrerpolicy="no-referrer" title="preview" srcdoc="&lt;meta http-equiv=&quot;Content-Security-Policy&quot; content=&quot;default-src 'none'; style-src 'unsafe-inline'; img-src data:&quot;&gt;&lt;p title=&quot;x&quot;&gt;&quot;&gt;&lt;/iframe&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;quot;"></iframe>
    "#]].assert_eq(&sandboxed(&Untrusted::from("<p title=\"x\">\"></iframe><script>alert(1)</script>&quot;")));
}

/// Pages get no deeper than a browser's parser likes.
#[test]
fn deep_nesting_is_bounded() {
    let page = html(PreviewKind::Markdown, &Untrusted::new("> ".repeat(3000) + "deep"));
    assert_eq!((page.matches("<blockquote>").count(), page.matches("</blockquote>").count()), (24, 24));
}
