//! Diagrams: every label of a source is in its drawing, or a line says why nothing is drawn.

#![allow(clippy::format_push_string, clippy::format_collect, reason = "sources of tests")]

use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};
use asq_preview::render;
use expect_test::expect;
use proptest::prelude::*;

fn drawn(source: &str, width: usize) -> Vec<String> {
    let lines = render(PreviewKind::Mermaid, &Untrusted::from(source), width);
    assert!(lines.iter().all(|l| l.width() <= width), "{source}");
    lines.iter().map(Line::text).collect()
}

/// Labels missing from a drawing. Without a drawing none is missing, because the source shows them.
fn lost(source: &str, labels: &[String], width: usize) -> Vec<String> {
    let lines = drawn(source, width);
    if lines.first().is_some_and(|l| l.starts_with("not drawn: ")) {
        return Vec::new();
    }
    let all = lines.join("\n");
    labels.iter().filter(|label| !all.contains(label.as_str())).cloned().collect()
}

fn reason(source: &str, width: usize) -> String {
    drawn(source, width).into_iter().next().unwrap_or_default()
}

#[test]
fn what_is_not_drawn_says_why() {
    for (source, width, why) in [
        ("mindmap\n root((x))\n  a\n", 80, "not drawn: asq does not draw diagrams of the kind mindmap"),
        ("timeline\n title T\n", 80, "not drawn: asq does not draw diagrams of the kind timeline"),
        ("gitGraph\n commit\n", 80, "not drawn: asq does not draw diagrams of the kind gitGraph"),
        ("graph TD\n A[unclosed --> B\n", 80, "not drawn: asq does not understand: A[unclosed --> B"),
        ("graph TD\n subgraph a\n B\n", 80, "not drawn: a block in it is not closed"),
        ("graph TD\n", 80, "not drawn: there is nothing in it"),
        ("graph TD\n A --> B\n", 8, "not"),
        (
            "gantt\n dateFormat HH:mm\n a :17:00, 1h\n",
            80,
            "not drawn: asq does not understand: dateFormat HH:mm",
        ),
    ] {
        assert_eq!(reason(source, width).trim_end(), why, "{source}");
    }
    let wide = format!("sequenceDiagram\n{}", "A->>B: x\nB->>C: x\nC->>D: x\nD->>E: x\n");
    assert_eq!(reason(&wide, 16), "not drawn: it is");
    let many = (0..70).map(|n| format!("A --> N{n}\n")).collect::<String>();
    assert_eq!(reason(&format!("graph TD\n{many}"), 80), "not drawn: it has more than 60 nodes");
    let fenced = "- a list\n\n  ```mermaid\n  mindmap\n   root\n  ```\n";
    let lines = render(PreviewKind::Markdown, &Untrusted::from(fenced), 80);
    assert!(lines.iter().any(|l| l.text().contains("not drawn: asq does not draw")), "{lines:?}");
}

#[test]
fn a_title_stands_above_every_kind() {
    for source in [
        "---\ntitle: \"Hello there\"\nconfig:\n  theme: dark\n---\nflowchart TD\n A --> B\n",
        "---\ntitle: Hello there\n---\nstateDiagram-v2\n [*] --> A\n",
        "pie title Hello there\n \"a\" : 1\n",
        "gantt\n title Hello there\n a :2024-01-01, 1d\n",
    ] {
        assert_eq!(drawn(source, 60)[..2], ["Hello there".to_owned(), String::new()], "{source}");
    }
}

/// Durations, references and the dates that they lead to, over a leap day and the end of a year.
#[test]
fn a_gantt_chart_counts_days() {
    let source = "gantt\n dateFormat YYYY-MM-DD\n section One\n first :a, 2024-02-27, 3d\n second :b, after a, 1w\n \
        section Two\n third :done, crit, 2024-12-30, 2025-01-02\n fourth :c, after a b, 12h\n fifth :1d\n";
    expect![[r#"
        One
        first   █································  2024-02-27 – 2024-03-01
        second  █································  2024-03-01 – 2024-03-08
        Two
        third   ································█  2024-12-30 – 2025-01-02, done, crit
        fourth  ·█·······························  2024-03-08
        fifth   ·█·······························  2024-03-08 – 2024-03-09"#]]
    .assert_eq(&drawn(source, 78).join("\n"));
}

/// A name of a node, and its label.
fn label(n: usize) -> String {
    format!("L{n:02}x")
}

fn flowchart() -> impl Strategy<Value = (String, Vec<String>)> {
    let edges = prop::collection::vec((0..14_usize, 0..14_usize, 0..5_usize), 1..22);
    let direction = prop_oneof![Just("TD"), Just("LR"), Just("BT"), Just("RL")];
    // Where each node is: in no group, in one of two, or in one that is in the first.
    let places = prop::collection::vec(0..4_usize, 14);
    let to_group = prop::option::of((0..14_usize, 0..3_usize, any::<bool>()));
    (direction, edges, places, to_group).prop_map(|(direction, edges, places, to_group)| {
        let mut source = format!("flowchart {direction}\n");
        let used: Vec<usize> = (0..14).filter(|n| edges.iter().any(|(a, b, _)| a == n || b == n)).collect();
        let inside = |place: usize| used.iter().filter(|n| places[**n] == place).copied().collect::<Vec<_>>();
        let mut labels: Vec<String> = used.iter().map(|n| label(*n)).collect();
        let node = |n: usize| format!("  n{n}[{}]\n", label(n));
        let body = |place: usize| inside(place).into_iter().map(node).collect::<String>();
        source += &body(0);
        source += &format!("subgraph g0 [T0]\n{}subgraph g2 [T2]\n{}end\nend\n", body(1), body(3));
        source += &format!("subgraph g1 [T1]\n{}end\n", body(2));
        labels.extend(["T0", "T1", "T2"].map(str::to_owned));
        for (at, (from, to, kind)) in edges.iter().enumerate() {
            let text = format!("e{at:02}");
            source += &match kind {
                0 => format!("n{from} --> n{to}\n"),
                1 => format!("n{from} -.-> n{to}\n"),
                2 => format!("n{from} <--> n{to}\n"),
                _ => {
                    labels.push(text.clone());
                    format!("n{from} -->|{text}| n{to}\n")
                }
            };
        }
        if let Some((node, group, enters)) = to_group.filter(|(node, ..)| used.contains(node)) {
            source +=
                &if enters { format!("n{node} --> g{group}\n") } else { format!("g{group} --> n{node}\n") };
        }
        (source, labels)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Groups, edges to them, labels: nothing is lost, whatever way the chart runs.
    #[test]
    fn every_label_of_a_flowchart_is_in_its_drawing((source, labels) in flowchart(), width in 30..200_usize) {
        prop_assert_eq!(lost(&source, &labels, width), Vec::<String>::new(), "{}\n{}", source, drawn(&source, width).join("\n"));
    }

    /// The same of states, classes and entities.
    #[test]
    fn every_label_of_the_other_charts_is_in_its_drawing(
        edges in prop::collection::vec((0..8_usize, 0..8_usize), 1..12),
        width in 40..200_usize,
    ) {
        let mut labels: Vec<String> = Vec::new();
        let (mut states, mut classes, mut entities) =
            ("stateDiagram-v2\n".to_owned(), "classDiagram\n".to_owned(), "erDiagram\n".to_owned());
        for (at, (from, to)) in edges.iter().enumerate() {
            let (from, to, text) = (label(*from), label(*to), format!("e{at:02}"));
            states += &format!("{from} --> {to} : {text}\n");
            classes += &format!("{from} \"1\" <|-- \"0..*\" {to} : {text}\n{from} : +m{at}() int\n");
            entities += &format!("{from} ||--o{{ {to} : {text}\n{from} {{\n int c{at} PK\n}}\n");
            labels.extend([from, to, text]);
        }
        states += "state Box {\n [*] --> Inner\n}\n[*] --> Box\n";
        labels.sort();
        for source in [&states, &classes, &entities] {
            prop_assert_eq!(lost(source, &labels, width), Vec::<String>::new(), "{}\n{}", source, drawn(source, width).join("\n"));
        }
        let members: Vec<String> = (0..edges.len()).map(|at| format!("+m{at}() int")).collect();
        prop_assert_eq!(lost(&classes, &members, width), Vec::<String>::new());
        let columns: Vec<String> = (0..edges.len()).map(|at| format!("int c{at} PK")).collect();
        prop_assert_eq!(lost(&entities, &columns, width), Vec::<String>::new());
    }

    /// No source panics, in any family.
    #[test]
    fn nothing_panics(
        family in prop::sample::select(vec!["graph LR", "stateDiagram-v2", "classDiagram", "erDiagram", "pie", "gantt", "sequenceDiagram"]),
        pieces in prop::collection::vec(prop::sample::select(vec![
            "A", "B", "C", " --> ", "-->", "<|--", " : ", ":", "\n", "\n", "{", "}", "[*]", "state ", "class ", " as ",
            "subgraph ", "end", "\"", "note right of ", "note for ", "||--o{", "日本", "@{ shape: cyl", "label: \"x\" }", "--",
            "2024-01-01", ", ", "3d", "after ", "section ", "<<choice>>", "[", "]", "(", ")", "|x|", "direction LR", " ", "é",
            "99999999d", "1e308", "-1", "0", "title t",
        ]), 0..40),
        width in 1..120_usize,
    ) {
        drawn(&format!("{family}\n{}", pieces.concat()), width);
    }
}
