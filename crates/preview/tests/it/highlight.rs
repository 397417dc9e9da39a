//! What colours program text has, as a track below it.

use asq_core::model::{Language, PreviewKind};
use asq_core::text::Untrusted;
use asq_preview::render;
use asq_testkit::picture::picture;
use expect_test::{Expect, expect};

#[track_caller]
fn check(language: &str, source: &str, expect: &Expect) {
    let kind = Language::named(language).map_or(PreviewKind::Code, PreviewKind::CodeIn);
    let lines = render(kind, &Untrusted::from(source), 100);
    expect.assert_eq(picture(&lines, None, (0, 0)).trim_start_matches(|c| c != '\n').trim_start());
}

#[test]
fn words_texts_and_names_have_the_colours_of_their_language() {
    check(
        "rust",
        "#[derive(Debug)]\npub struct Point<'a> {\n    pub x: f64, // across\n    name: &'a str,\n}\nwrite!(f, \"{}\\n\", self.x) /* two\n    lines */",
        &expect![[r#"
            │#[derive(Debug)]
            ┆  nnnnnn nnnnn
            │pub struct Point<'a> {
            ┆kkk kkkkkk nnnnn nn
            │    pub x: f64, // across
            ┆    kkk         ddddddddd
            │    name: &'a str,
            ┆           nn
            │}
            │write!(f, "{}\n", self.x) /* two
            ┆nnnnn     llllll  kkkk    dddddd
            │    lines */
            ┆dddddddddddd
        "#]],
    );
    check(
        "ts",
        "import { readFile } from 'node:fs/promises';\nconst text = await readFile(path, \"utf8\");\nreturn JSON.parse(`${text}\n  `);",
        &expect![[r#"
            │import { readFile } from 'node:fs/promises';
            ┆kkkkkk              kkkk llllllllllllllllll
            │const text = await readFile(path, "utf8");
            ┆kkkkk        kkkkk nnnnnnnn       llllll
            │return JSON.parse(`${text}
            ┆kkkkkk      nnnnn llllllll
            │  `);
            ┆lll
        "#]],
    );
    check(
        "sql",
        "SELECT id, name\nFROM users -- all\nWHERE name LIKE 'a%';",
        &expect![[r#"
        │SELECT id, name
        ┆kkkkkk
        │FROM users -- all
        ┆kkkk       dddddd
        │WHERE name LIKE 'a%';
        ┆kkkkk      kkkk llll
    "#]],
    );
    check(
        "yaml",
        "name: CI\njobs:\n  test:\n    runs-on: ubuntu # here",
        &expect![[r#"
        │name: CI
        ┆nnnn
        │jobs:
        ┆nnnn
        │  test:
        ┆  nnnn
        │    runs-on: ubuntu # here
        ┆    nnnnnnn         dddddd
    "#]],
    );
}

#[test]
fn comments_nest_where_the_language_nests_them() {
    check(
        "rust",
        "/* a /* b */ c */ fn f() {}\n/* open\n/* twice */ still */ fn g() {}",
        &expect![[r#"
        │/* a /* b */ c */ fn f() {}
        ┆ddddddddddddddddd kk n
        │/* open
        ┆ddddddd
        │/* twice */ still */ fn g() {}
        ┆dddddddddddddddddddd kk n
    "#]],
    );
    check(
        "c",
        "/* a /* b */ int c;",
        &expect![[r#"
        │/* a /* b */ int c;
        ┆dddddddddddd kkk
    "#]],
    );
}

#[test]
fn a_regex_is_no_text_and_no_division() {
    check(
        "js",
        "const a = /it's [/\"] \\/ x/g.test(b); // c\nreturn /'/;\nconst d = e / 2 + f / 'g'.length;\nx = (1 + 2) / 3 / y",
        &expect![[r#"
            │const a = /it's [/"] \/ x/g.test(b); // c
            ┆kkkkk     lllllllllllllllll nnnn     dddd
            │return /'/;
            ┆kkkkkk lll
            │const d = e / 2 + f / 'g'.length;
            ┆kkkkk         l       lll
            │x = (1 + 2) / 3 / y
            ┆     l   l    l
        "#]],
    );
}

#[test]
fn a_slash_between_values_divides() {
    check(
        "js",
        "const a = b/2 + c/d;",
        &expect![[r#"
        │const a = b/2 + c/d;
        ┆kkkkk       l
    "#]],
    );
}

#[test]
fn a_sign_inside_a_word_begins_no_comment() {
    check(
        "sh",
        "echo a#b \"$c\" # d",
        &expect![[r#"
        │echo a#b "$c" # d
        ┆         llll ddd
    "#]],
    );
    check(
        "ini",
        "a = b;c ; d",
        &expect![[r#"
        │a = b;c ; d
        ┆n       ddd
    "#]],
    );
}

#[test]
fn heredocs_end_at_their_word() {
    check(
        "sh",
        "cat <<EOF > a\nit's $x\nif\nEOF\nif x; then\ncat <<-'END'\n\tfi\n\tEND\nfi\necho $((1<<2))",
        &expect![[r#"
            │cat <<EOF > a
            ┆    lllll
            │it's $x
            ┆lllllll
            │if
            ┆ll
            │EOF
            ┆lll
            │if x; then
            ┆kk    kkkk
            │cat <<-'END'
            ┆    llllllll
            │    fi
            ┆llllll
            │    END
            ┆lllllll
            │fi
            ┆kk
            │echo $((1<<2))
            ┆        l  l
        "#]],
    );
    check(
        "ruby",
        "sql = <<~SQL\n  end's\nSQL\nend",
        &expect![[r#"
            │sql = <<~SQL
            ┆      llllll
            │  end's
            ┆lllllll
            │SQL
            ┆lll
            │end
            ┆kkk
        "#]],
    );
}

#[test]
fn long_brackets_go_on() {
    check(
        "lua",
        "local s = [[it's\nlocal]] local x = [==[ ]] ]==]\nt[1] = u[i[2]]\n--[[ local\n]] local",
        &expect![[r#"
            │local s = [[it's
            ┆kkkkk     llllll
            │local]] local x = [==[ ]] ]==]
            ┆lllllll kkkkk     llllllllllll
            │t[1] = u[i[2]]
            ┆  l        l
            │--[[ local
            ┆dddddddddd
            │]] local
            ┆   kkkkk
        "#]],
    );
}

#[test]
fn properties_have_a_colour_wherever_they_stand() {
    check(
        "css",
        ".btn { color: red; padding: 4px }\na:hover { --gap: 1px }\n  margin-top: 0;",
        &expect![[r#"
            │.btn { color: red; padding: 4px }
            ┆       nnnnn       nnnnnnn  lll
            │a:hover { --gap: 1px }
            ┆n           nnn  lll
            │  margin-top: 0;
            ┆  nnnnnnnnnn  l
        "#]],
    );
}

#[test]
fn scripts_and_styles_in_a_page_have_their_own_colours() {
    check(
        "html",
        "<p class=\"a\">if</p>\n<script type=\"module\">\nconst a = \"<p>\"; // x\n</script><style>p { color: red }</style><b>if</b>\n<script src=\"x\"/>if",
        &expect![[r#"
            │<p class="a">if</p>
            ┆kk nnnnn lllk  kkkk
            │<script type="module">
            ┆kkkkkkk nnnn llllllllk
            │const a = "<p>"; // x
            ┆kkkkk     lllll  dddd
            │</script><style>p { color: red }</style><b>if</b>
            ┆kkkkkkkkkkkkkkkk    nnnnn       kkkkkkkkkkk  kkkk
            │<script src="x"/>if
            ┆kkkkkkk nnn lllkk
        "#]],
    );
}
