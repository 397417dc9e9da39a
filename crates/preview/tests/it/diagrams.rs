//! Statements of diagrams, and what they are drawn as.

use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};
use asq_preview::render;
use expect_test::{Expect, expect};

fn drawn(source: &str, width: usize) -> Vec<String> {
    render(PreviewKind::Mermaid, &Untrusted::from(source), width).iter().map(Line::text).collect()
}

#[track_caller]
fn check(source: &str, width: usize, expect: &Expect) {
    let lines = drawn(source, width).into_iter().map(|line| format!("│{line}\n"));
    expect.assert_eq(&lines.collect::<Vec<_>>().concat());
}

/// The line in place of a drawing.
fn reason(source: &str) -> String {
    drawn(source, 200).into_iter().next().unwrap_or_default()
}

#[test]
fn a_note_hangs_on_its_class_by_a_dotted_line() {
    check(
        "classDiagram\n A --> B\n note for A \"hello\"\n",
        40,
        &expect![[r#"
        │    ┌───┐
        │    │ A │
        │    └┬─┬┘
        │  ┌──┘ └┄┄┄┐
        │  ▼        ┆
        │┌───┐  ╭───────╮
        ││ B │  │ hello │
        │└───┘  ╰───────╯
    "#]],
    );
}

fn a_to_b() -> Expect {
    expect![[r#"
        │┌───┐  ┌───┐
        ││ A ├─►│ B │
        │└───┘  └───┘
    "#]]
}

#[test]
fn an_edge_may_have_a_name() {
    check("graph LR\n A e1@--> B\n e1@{ animate: true }\n", 40, &a_to_b());
}

#[test]
fn attributes_may_stand_on_several_lines() {
    check(
        "graph LR\n A@{\n  shape: diamond,\n  label: \"Really?\"\n }\n A --> B\n",
        40,
        &expect![[r#"
        │╱─────────╲  ┌───┐
        ││ Really? ├─►│ B │
        │╲─────────╱  └───┘
    "#]],
    );
}

#[test]
fn a_directive_over_several_lines_is_left_out() {
    check("%%{\n init: { \"theme\": \"dark\" }\n}%%\ngraph LR\n %% a comment\n A --> B\n", 40, &a_to_b());
}

#[test]
fn a_choice_of_states_is_slanted() {
    check(
        "stateDiagram-v2\n state c <<choice>>\n A --> c\n c --> B : yes\n",
        40,
        &expect![[r#"
        │╭───╮
        ││ A │
        │╰─┬─╯
        │  │
        │  ▼
        │╱───╲
        ││ c │
        │╲─┬─╱
        │  │
        │ yes
        │  ▼
        │╭───╮
        ││ B │
        │╰───╯
    "#]],
    );
}

#[test]
fn each_region_of_a_state_has_its_own_start() {
    check(
        "stateDiagram-v2\n state A {\n [*] --> B\n --\n [*] --> C\n }\n",
        40,
        &expect![[r#"
        │┌ A ┄┄┄┄┄┄┄┄┄┄┄┐
        │┆ ╭───╮  ╭───╮ ┆
        │┆ │ ● │  │ ● │ ┆
        │┆ ╰─┬─╯  ╰─┬─╯ ┆
        │┆   │      │   ┆
        │┆   ▼      ▼   ┆
        │┆ ╭───╮  ╭───╮ ┆
        │┆ │ B │  │ C │ ┆
        │┆ ╰───╯  ╰───╯ ┆
        │└┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘
    "#]],
    );
}

#[test]
fn a_background_colour_is_passed_over() {
    check(
        "sequenceDiagram\n rect rgb(1, 2, 3)\n A->>B: hi\n end\n",
        40,
        &expect![[r#"
        │┌───┐  ┌───┐
        ││ A │  │ B │
        │└─┬─┘  └─┬─┘
        │  │  hi  │
        │  ├─────►│
        │  │      │
    "#]],
    );
}

#[test]
fn names_of_participants_wrap_where_they_have_no_room() {
    let source =
        "sequenceDiagram\n participant A as One long name\n participant B as Another long name\n A->>B: hi\n";
    check(
        source,
        28,
        &expect![[r#"
        │┌──────────┐  ┌───────────┐
        ││ One long │  │  Another  │
        ││   name   │  │ long name │
        │└────┬─────┘  └─────┬─────┘
        │     │      hi      │
        │     ├─────────────►│
        │     │              │
    "#]],
    );
}

#[test]
fn what_is_not_understood_is_not_guessed() {
    let sources = [
        "erDiagram\n title X\n A ||--o{ B : has",
        "sequenceDiagram\n rect rgb(1, 2, 3)\n else other\n end",
        "stateDiagram-v2\n A! --> B",
    ];
    let wanted = ["title X", "else other", "A! --> B"];
    assert_eq!(sources.map(reason), wanted.map(|it| format!("not drawn: asq does not understand: {it}")));
}

#[test]
fn what_has_too_many_parts_is_not_drawn() {
    let nodes =
        |count: usize| (1..count).fold("graph TD\n".to_owned(), |text, n| text + &format!(" A --> N{n}\n"));
    let people = |count: usize| {
        (1..count).fold("sequenceDiagram\n".to_owned(), |text, n| text + &format!(" A->>N{n}: x\n"))
    };
    let long = |more: usize| format!("graph TD\n A --> B\n %% {}", "x".repeat((16 << 10) - 22 + more));
    let sources = [nodes(60), nodes(61), people(16), people(17), long(0), long(1)];
    let drawn = "";
    let told = sources.each_ref().map(|source| match reason(source) {
        said if said.starts_with("not drawn") => said,
        _ => drawn.to_owned(),
    });
    let (nodes, people) =
        ("not drawn: it has more than 60 nodes", "not drawn: it has more than 16 participants");
    assert_eq!(told, [drawn, nodes, drawn, people, drawn, "not drawn: it is longer than 16 KiB"]);
    assert_eq!(sources[4].len(), 16 << 10);
}
