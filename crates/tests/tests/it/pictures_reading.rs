//! Pictures of what is read on the full screen, in every contract that has previews, at three sizes.

use crate::painted::{Open, SIZES, compare, many, one, option, request};
use asq_core::form::{Act, FormRules};
use asq_core::model::{Preview, PreviewKind, Request};
use asq_dialects::{ask_user_question, asq, opencode, question, questionnaire, spec};
use asq_frame::Glyphs;
use expect_test::{Expect, expect};

const DESIGN: &str = "# Grid\n\nEvery card has the same size, so that a person finds a card by its place and not \
by its length.\n\n```rust\nfn place(cards: &[Card], columns: usize) -> Vec<(usize, usize)> { cards.iter()\
.enumerate().map(|(at, _)| (at % columns, at / columns)).collect() }\n```\n\n- cards wrap at the edge\n";

fn designs(rules: FormRules) -> Request {
    let answers =
        if rules == asq::rules::FORM { asq::rules::ANSWER } else { ask_user_question::rules::ANSWER };
    request(answers, vec![compare("Layout", "Which layout?", &[("Grid", DESIGN), ("List", "")])])
}

fn folds() -> Request {
    let preview = Preview { kind: PreviewKind::Markdown, source: DESIGN.into() };
    let mut grid = option("Grid", "Cards");
    grid.preview = Some(preview);
    request(
        questionnaire::rules::ANSWER,
        vec![one("Layout", "Which layout?", vec![grid, option("List", "")])],
    )
}

#[track_caller]
fn check(request: &Request, rules: FormRules, keys: &str, expect: &Expect) {
    crate::painted::check(request, rules, keys, expect);
}

#[test]
fn a_preview_beside_the_list_fills_the_screen() {
    check(
        &designs(ask_user_question::rules::FORM),
        ask_user_question::rules::FORM,
        "o",
        &expect![[r#"
            ── 80×24
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the same size, so that a person finds a card by its place and
            ┆dd
            ││ not by its length.
            ┆dd
            ││
            ┆dd
            ││ rust
            ┆dddddd
            ││   fn place(cards: &[Card], columns: usize) -> Vec<(usize, usize)> { cards.ite…
            ┆dd  kk nnnnn          nnnn                      nnn                         nnnn
            ││
            ┆dd
            ││ • cards wrap at the edge
            ┆dddd
            │
            │Question
            ┆HHHHHHHH
            ││ Which layout?
            ┆dd
            │
            │Option
            ┆HHHHHH
            ││ Grid
            ┆dd
            │
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 46×12
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the same size, so that a
            ┆dd
            ││ person finds a card by its place and not by
            ┆dd
            ││ its length.
            ┆dd
            ││
            ┆dd
            ││ rust
            ┆dddddd
            ││   fn place(cards: &[Card], columns: usize) …
            ┆dd  kk nnnnn          nnnn
            ││
            ┆dd
            │↓ 7 more · PgDn
            ┆ddddddddddddddd
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the
            ┆dd
            ││ same size, so that
            ┆dd
            │Esc back
            ┆dddddddd
        "#]],
    );
}

#[test]
fn it_scrolls_to_the_right_and_down() {
    check(
        &designs(ask_user_question::rules::FORM),
        ask_user_question::rules::FORM,
        "o<right><right><down>",
        &expect![[r#"
            ── 80×24
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ …
            ┆ddd
            ││
            ┆dd
            ││ …e and
            ┆ddd
            ││ …
            ┆ddd
            ││
            ┆dd
            ││ …
            ┆ddd
            ││ …ds.iter().enumerate().map(|(at, _)| (at % columns, at / columns)).collect() }
            ┆ddd   nnnn   nnnnnnnnn   nnn                                         nnnnnnn
            ││
            ┆dd
            ││ …
            ┆ddd
            │
            │Question
            ┆HHHHHHHH
            ││ …
            ┆ddd
            │
            │Option
            ┆HHHHHH
            ││ …
            ┆ddd
            │
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 46×12
            │↑ 1 more
            ┆dddddddd
            ││ …
            ┆ddd
            ││
            ┆dd
            ││ …
            ┆ddd
            ││ …
            ┆ddd
            ││ …
            ┆ddd
            ││
            ┆dd
            ││ …
            ┆ddd
            ││ … Vec<(usize, usize)> { cards.iter().enumer…
            ┆ddd nnn                         nnnn   nnnnnnn
            ││
            ┆dd
            │↓ 7 more · PgDn
            ┆ddddddddddddddd
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 20×6
            ││ …
            ┆ddd
            ││
            ┆dd
            ││ …
            ┆ddd
            ││ …
            ┆ddd
            ││ …
            ┆ddd
            │Esc back
            ┆dddddddd
        "#]],
    );
}

#[test]
fn its_end_is_the_option_in_its_own_words() {
    check(
        &designs(asq::rules::FORM),
        asq::rules::FORM,
        "o<end>",
        &expect![[r#"
            ── 80×24
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the same size, so that a person finds a card by its place and
            ┆dd
            ││ not by its length.
            ┆dd
            ││
            ┆dd
            ││ rust
            ┆dddddd
            ││   fn place(cards: &[Card], columns: usize) -> Vec<(usize, usize)> { cards.ite…
            ┆dd  kk nnnnn          nnnn                      nnn                         nnnn
            ││
            ┆dd
            ││ • cards wrap at the edge
            ┆dddd
            │
            │Question
            ┆HHHHHHHH
            ││ Which layout?
            ┆dd
            │
            │Option
            ┆HHHHHH
            ││ Grid
            ┆dd
            │
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 46×12
            │↑ 7 more
            ┆dddddddd
            ││ rust
            ┆dddddd
            ││   fn place(cards: &[Card], columns: usize) …
            ┆dd  kk nnnnn          nnnn
            ││
            ┆dd
            ││ • cards wrap at the edge
            ┆dddd
            │
            │Question
            ┆HHHHHHHH
            ││ Which layout?
            ┆dd
            │
            │Option
            ┆HHHHHH
            ││ Grid
            ┆dd
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Question
            ┆HHHHHHHH
            ││ Which layout?
            ┆dd
            │
            │Option
            ┆HHHHHH
            ││ Grid
            ┆dd
            │Esc back
            ┆dddddddd
        "#]],
    );
}

#[test]
fn a_preview_below_its_option_fills_the_screen_and_names_its_keys() {
    check(
        &folds(),
        questionnaire::rules::FORM,
        "e",
        &expect![[r#"
            ── 80×24
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │> 1. Grid
            ┆a dddAAAA
            │   │ Cards
            ┆   ddddddd
            │     ┌─ markdown ─
            ┆     ddddddddddddd
            │     │ # Grid
            ┆     ddddHHHH
            │     │
            ┆     dd
            │     │ Every card has the same size, so that a person finds a card by its place
            ┆     dd
            │     │ and not by its length.
            ┆     dd
            │     │
            ┆     dd
            │     │ rust
            ┆     dddddd
            │     │   fn place(cards: &[Card], columns: usize) -> Vec<(usize, usize)> {
            ┆     dd  kk nnnnn          nnnn                      nnn
            │     │   ↳ cards.iter().enumerate().map(|(at, _)| (at % columns, at /
            ┆     dd  dd      nnnn   nnnnnnnnn   nnn
            │     │   ↳ columns)).collect() }
            ┆     dd  dd          nnnnnnn
            │     │
            ┆     dd
            │     │ • cards wrap at the edge
            ┆     dddd
            │     └────
            ┆     ddddd
            │  2. List
            ┆  ddd
            │  3. Other
            ┆  ddd
            │↑/↓ navigate · Enter/Space select · e fold · r source · o read · Tab notes
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │? keys · Esc cancel
            ┆ddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 46×12
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │> 1. Grid
            ┆a dddAAAA
            │   │ Cards
            ┆   ddddddd
            │     ┌─ markdown ─
            ┆     ddddddddddddd
            │     │ # Grid
            ┆     ddddHHHH
            │     │
            ┆     dd
            │     │ Every card has the same size, so that a
            ┆     dd
            │     │ person finds a card by its place and
            ┆     dd
            │↓ 13 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ navigate · Enter/Space select · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │⏱  0:01 elapsed
            ┆ddddddddddddddd
            ── 20×6
            │ ☐ Layout
            ┆ssssssssss
            ││ Which layout?
            ┆ddBBBBBBBBBBBBB
            │> 1. Grid
            ┆a dddAAAA
            │   │ Cards
            ┆   ddddddd
            │     ┌─ markdown ─
            ┆     ddddddddddddd
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
    check(
        &folds(),
        questionnaire::rules::FORM,
        "eo",
        &expect![[r#"
            ── 80×24
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the same size, so that a person finds a card by its place and
            ┆dd
            ││ not by its length.
            ┆dd
            ││
            ┆dd
            ││ rust
            ┆dddddd
            ││   fn place(cards: &[Card], columns: usize) -> Vec<(usize, usize)> { cards.ite…
            ┆dd  kk nnnnn          nnnn                      nnn                         nnnn
            ││
            ┆dd
            ││ • cards wrap at the edge
            ┆dddd
            │
            │Question
            ┆HHHHHHHH
            ││ Which layout?
            ┆dd
            │
            │Option
            ┆HHHHHH
            ││ Grid
            ┆dd
            │
            ││ Cards
            ┆dd
            │
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 46×12
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the same size, so that a
            ┆dd
            ││ person finds a card by its place and not by
            ┆dd
            ││ its length.
            ┆dd
            ││
            ┆dd
            ││ rust
            ┆dddddd
            ││   fn place(cards: &[Card], columns: usize) …
            ┆dd  kk nnnnn          nnnn
            ││
            ┆dd
            │↓ 9 more · PgDn
            ┆ddddddddddddddd
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 20×6
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the
            ┆dd
            ││ same size, so that
            ┆dd
            │Esc back
            ┆dddddddd
        "#]],
    );
}

#[test]
fn the_source_stays_a_source() {
    check(
        &folds(),
        questionnaire::rules::FORM,
        "ro",
        &expect![[r#"
            ── 80×24
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆dd
            ││
            ┆dd
            ││ Every card has the same size, so that a person finds a card by its place and
            ┆dd
            ││ not by its length.
            ┆dd
            ││
            ┆dd
            ││ ```rust
            ┆dd
            ││ fn place(cards: &[Card], columns: usize) -> Vec<(usize, usize)> {
            ┆dd
            ││ cards.iter().enumerate().map(|(at, _)| (at % columns, at / columns)).collect()
            ┆dd
            ││ }
            ┆dd
            ││ ```
            ┆dd
            ││
            ┆dd
            ││ - cards wrap at the edge
            ┆dd
            │
            │Question
            ┆HHHHHHHH
            ││ Which layout?
            ┆dd
            │
            │Option
            ┆HHHHHH
            ││ Grid
            ┆dd
            │
            ││ Cards
            ┆dd
            │
            │↑/↓ scroll · Esc back
            ┆ddddddddddddddddddddd
            ── 46×12
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆dd
            ││
            ┆dd
            ││ Every card has the same size, so that a
            ┆dd
            ││ person finds a card by its place and not by
            ┆dd
            ││ its length.
            ┆dd
            ││
            ┆dd
            ││ ```rust
            ┆dd
            ││ fn place(cards: &[Card], columns: usize) ->
            ┆dd
            ││ Vec<(usize, usize)> {
            ┆dd
            │↓ 13 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ scroll · Esc back
            ┆ddddddddddddddddddddd
            ── 20×6
            │Preview of Grid
            ┆HHHHHHHHHHH
            ││ # Grid
            ┆dd
            ││
            ┆dd
            ││ Every card has the
            ┆dd
            ││ same size, so that
            ┆dd
            │Esc back
            ┆dddddddd
        "#]],
    );
}

#[test]
fn what_to_know_and_a_long_question_fill_it() {
    let mut question =
        one("Start", &"Shall we begin? ".repeat(12), vec![option("Yes", "at once"), option("No", "")]);
    question.context = Some(Preview { kind: PreviewKind::Markdown, source: DESIGN.into() });
    check(
        &request(asq::rules::ANSWER, vec![question]),
        asq::rules::FORM,
        "<c-o>",
        &expect![[r#"
            ── 80×24
            │What to know
            ┆HHHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the same size, so that a person finds a card by its place and
            ┆dd
            ││ not by its length.
            ┆dd
            ││
            ┆dd
            ││ rust
            ┆dddddd
            ││   fn place(cards: &[Card], columns: usize) -> Vec<(usize, usize)> { cards.ite…
            ┆dd  kk nnnnn          nnnn                      nnn                         nnnn
            ││
            ┆dd
            ││ • cards wrap at the edge
            ┆dddd
            │
            │Question
            ┆HHHHHHHH
            ││ Shall we begin? Shall we begin? Shall we begin? Shall we begin? Shall we
            ┆dd
            ││ begin? Shall we begin? Shall we begin? Shall we begin? Shall we begin? Shall
            ┆dd
            ││ we begin? Shall we begin? Shall we begin?
            ┆dd
            │
            │Option
            ┆HHHHHH
            ││ Yes
            ┆dd
            │
            ││ at once
            ┆dd
            │
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 46×12
            │What to know
            ┆HHHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the same size, so that a
            ┆dd
            ││ person finds a card by its place and not by
            ┆dd
            ││ its length.
            ┆dd
            ││
            ┆dd
            ││ rust
            ┆dddddd
            ││   fn place(cards: &[Card], columns: usize) …
            ┆dd  kk nnnnn          nnnn
            ││
            ┆dd
            │↓ 13 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ scroll · ←/→ sideways · Esc back
            ┆dddddddddddddddddddddddddddddddddddd
            ── 20×6
            │What to know
            ┆HHHHHHHHHHHH
            ││ # Grid
            ┆ddddHHHH
            ││
            ┆dd
            ││ Every card has the
            ┆dd
            ││ same size, so that
            ┆dd
            │Esc back
            ┆dddddddd
        "#]],
    );
}

#[test]
fn an_answer_on_the_review_page_is_whole() {
    let words: Vec<String> = (0..180).map(|n| format!("w{n:03}")).collect();
    let rules = ask_user_question::rules::FORM;
    let questions = vec![
        one("First", "Which?", vec![option("Yes", ""), option("No", "")]),
        many("Second", "Why?", vec![option("Cost", ""), option("Time", "")]),
    ];
    let request = request(ask_user_question::rules::ANSWER, questions);
    let keys = format!("<down><down>{}<ret> <tab>", words.join(" "));
    check(
        &request,
        rules,
        &format!("{keys}o"),
        &expect![[r#"
            ── 80×24
            │Question First
            ┆HHHHHHHHH
            ││ Which?
            ┆dd
            │
            │Answer
            ┆HHHHHH
            ││ w000 w001 w002 w003 w004 w005 w006 w007 w008 w009 w010 w011 w012 w013 w014
            ┆dd
            ││ w015 w016 w017 w018 w019 w020 w021 w022 w023 w024 w025 w026 w027 w028 w029
            ┆dd
            ││ w030 w031 w032 w033 w034 w035 w036 w037 w038 w039 w040 w041 w042 w043 w044
            ┆dd
            ││ w045 w046 w047 w048 w049 w050 w051 w052 w053 w054 w055 w056 w057 w058 w059
            ┆dd
            ││ w060 w061 w062 w063 w064 w065 w066 w067 w068 w069 w070 w071 w072 w073 w074
            ┆dd
            ││ w075 w076 w077 w078 w079 w080 w081 w082 w083 w084 w085 w086 w087 w088 w089
            ┆dd
            ││ w090 w091 w092 w093 w094 w095 w096 w097 w098 w099 w100 w101 w102 w103 w104
            ┆dd
            ││ w105 w106 w107 w108 w109 w110 w111 w112 w113 w114 w115 w116 w117 w118 w119
            ┆dd
            ││ w120 w121 w122 w123 w124 w125 w126 w127 w128 w129 w130 w131 w132 w133 w134
            ┆dd
            ││ w135 w136 w137 w138 w139 w140 w141 w142 w143 w144 w145 w146 w147 w148 w149
            ┆dd
            ││ w150 w151 w152 w153 w154 w155 w156 w157 w158 w159 w160 w161 w162 w163 w164
            ┆dd
            ││ w165 w166 w167 w168 w169 w170 w171 w172 w173 w174 w175 w176 w177 w178 w179
            ┆dd
            │
            │Question Second
            ┆HHHHHHHHH
            ││ Why?
            ┆dd
            │
            │Answer
            ┆HHHHHH
            ││ Cost
            ┆dd
            │
            │↑/↓ scroll · Esc back
            ┆ddddddddddddddddddddd
            ── 46×12
            │Question First
            ┆HHHHHHHHH
            ││ Which?
            ┆dd
            │
            │Answer
            ┆HHHHHH
            ││ w000 w001 w002 w003 w004 w005 w006 w007 w008
            ┆dd
            ││ w009 w010 w011 w012 w013 w014 w015 w016 w017
            ┆dd
            ││ w018 w019 w020 w021 w022 w023 w024 w025 w026
            ┆dd
            ││ w027 w028 w029 w030 w031 w032 w033 w034 w035
            ┆dd
            ││ w036 w037 w038 w039 w040 w041 w042 w043 w044
            ┆dd
            ││ w045 w046 w047 w048 w049 w050 w051 w052 w053
            ┆dd
            │↓ 20 more · PgDn
            ┆dddddddddddddddd
            │↑/↓ scroll · Esc back
            ┆ddddddddddddddddddddd
            ── 20×6
            │Question First
            ┆HHHHHHHHH
            ││ Which?
            ┆dd
            │
            │Answer
            ┆HHHHHH
            ││ w000 w001 w002
            ┆dd
            │Esc back
            ┆dddddddd
        "#]],
    );
    let seen = read(&mut Open::new(request, rules, (46, 12), Glyphs::Unicode), &keys);
    let missing: Vec<&String> = words.iter().filter(|word| !seen.contains(*word)).collect();
    assert_eq!(missing, [""; 0]);
}

/// All that comes into sight on the full screen.
fn read(open: &mut Open, keys: &str) -> String {
    open.keys(keys).keys("o");
    let mut seen = String::new();
    for _ in 0..40 {
        seen += &open.picture();
        open.keys("<pgdn>");
    }
    seen
}

/// The same key and Esc close it, and the page is as it was, whatever was typed meanwhile.
#[test]
fn it_closes_and_the_page_is_as_it_was() {
    for (rules, request) in [
        (ask_user_question::rules::FORM, designs(ask_user_question::rules::FORM)),
        (asq::rules::FORM, designs(asq::rules::FORM)),
        (FormRules { elapsed: false, ..questionnaire::rules::FORM }, folds()),
    ] {
        for size in SIZES {
            for keys in ["o<down><right><esc>", "oo", "<c-o><c-o>", "oxyz1<ret> <tab>?/<c-g><bs>o"] {
                let mut open = Open::new(request.clone(), rules, size, Glyphs::Unicode);
                let before = open.picture();
                assert_ne!(open.keys(if keys.starts_with('<') { "<c-o>" } else { "o" }).picture(), before);
                let mut open = Open::new(request.clone(), rules, size, Glyphs::Unicode);
                assert_eq!(open.keys(keys).picture(), before, "{keys} at {size:?}");
            }
        }
    }
}

/// While a text is typed the letter is text, and Ctrl+O reads.
#[test]
fn the_letter_is_text_where_text_is_typed() {
    let rules = ask_user_question::rules::FORM;
    let mut open = Open::new(designs(rules), rules, (80, 24), Glyphs::Unicode);
    let noted = open.keys("nso").picture();
    assert!(noted.contains("Notes: so"), "{noted}");
    let reads = open.keys("<c-o>").picture();
    assert!(reads.contains("Preview of Grid") && !reads.contains("Notes:"), "{reads}");
    assert_eq!(open.keys("<esc>").picture(), noted);
}

/// Every contract's help names the keys; only footers that are not the document's do, and only where it helps.
#[test]
fn help_names_the_keys_everywhere() {
    let all: [(FormRules, &str); 6] = [
        (ask_user_question::rules::FORM, ""),
        (asq::rules::FORM, "o read"),
        (questionnaire::rules::FORM, "e fold · r source · o read"),
        (question::rules::FORM, ""),
        (opencode::rules::FORM, ""),
        (spec::rules::FORM, ""),
    ];
    for (rules, hint) in all {
        let request = if rules == questionnaire::rules::FORM { folds() } else { designs(asq::rules::FORM) };
        let mut open = Open::new(request, rules, (120, 40), Glyphs::Unicode);
        if rules == questionnaire::rules::FORM {
            open.keys("e");
        }
        let hints = open.form.screen().hints.text();
        assert_eq!(hints.contains("o read"), !hint.is_empty(), "{hints}");
        assert!(hints.contains(hint), "{hints}");
        let help = open.keys("?").picture();
        let names = |line: &str| line.contains("o, Ctrl+O  ") && line.ends_with("read on the full screen");
        assert!(help.lines().any(names), "{help}");
    }
}

/// Nothing that is typed there answers, and an answer that is secret stays dots.
#[test]
fn a_secret_stays_hidden_on_the_review_page() {
    let mut secret = one("Token", "Which token?", Vec::new());
    secret.kind = asq_core::model::Kind::Text { multiline: false, placeholder: None };
    secret.sensitive = true;
    secret.custom = false;
    let request = request(asq::rules::ANSWER, vec![secret, one("Go", "Go?", vec![option("Yes", "")])]);
    let mut open = Open::new(request, asq::rules::FORM, (80, 24), Glyphs::Unicode);
    let review = open.keys("hunter2<ret><ret>").picture();
    assert!(review.contains("Token: ••••••"), "{review}");
    let seen = open.keys("o").picture();
    assert!(seen.contains("••••••") && !seen.contains("hunter2"), "{seen}");
}

/// A key of the person's own opens it, and theirs for moving scroll it.
#[test]
fn own_keys_open_and_scroll_it() {
    let keys = asq_core::form::keys::parse([("read", "f3"), ("down", "j"), ("next-tab", "l")]).unwrap();
    let rules = ask_user_question::rules::FORM;
    let with = |typed: &str| {
        let mut open = Open::new(designs(rules), rules, (46, 12), Glyphs::Unicode);
        open.form = open.form.clone().with_keys(keys.clone());
        open.keys(typed).picture()
    };
    assert_eq!(with("<f3>jl"), with("o<down><right>"));
    assert_ne!(with("<f3>jl"), with("<f3>"));
    assert_eq!(with("<f3>jl<f3>"), with(""));
    assert_eq!(Act::from_name("read"), Some(Act::Read));
}
