//! Mermaid diagrams.

pub(crate) const NORMAL: &[&str] = &[
    "flowchart TD\n    A[Start] --> B{Is it working?}\n    B -->|Yes| C[Ship it]\n    B -->|No| D[Debug]\n    D --> E{Found?}\n    E -- yes --> B\n    E -. no .-> F((Ask))\n    C --> G[(Database)]\n    F ==> G\n",
    "graph LR\n  subgraph Edge [The edge]\n  CDN[CDN] --> LB(Load balancer)\n  end\n  LB --> S1[Server 1] & S2[Server 2]\n  S1 & S2 --> DB[(Postgres)]\n  S1 -->|cache| R[Redis]\n  DB --> DB\n",
    "sequenceDiagram\n U->>A: /login\n A->>P: redirect\n P-->>A: code\n A-->>U: token\n",
    "sequenceDiagram\n autonumber\n actor U as User\n participant A as App\n participant P as Provider\n U->>A: /login\n A->>P: redirect with state and nonce\n Note over A,P: TLS everywhere\n alt valid\n P-->>A: code\n A->>A: verify token\n A-->>-U: token\n else invalid\n P--xU: 401\n loop every minute\n U-)P: retry\n end\n end\n Note right of P: done\n",
    "graph TD; A-->B; A-->C; B-->D; C-->D; A-->D; D-->A",
    "flowchart BT\n a[one] --> b[\"two (with brackets)<br/>and a second line\"] <--> c{日本}\n c --o d & e\n d --- f\n e --x f\n",
    "flowchart RL\n a --> b --> c\n",
    "stateDiagram-v2\n [*] --> Still\n Still --> [*]\n",
];

pub(crate) const MALFORMED: &[&str] = &[
    "graph TD\n A[unclosed --> B\n",
    "flowchart SIDEWAYS\n A --> B\n",
    "sequenceDiagram\n A->>B: hi\n end\n loop forever\n",
    "graph TD\n A --> \n --> B\n",
    "just some words",
    "",
    "graph TD\n A --> sub\n subgraph sub\n B\n end\n",
];

pub(crate) fn huge() -> Vec<String> {
    let lines = |count: usize, line: fn(usize) -> String| (0..count).map(line).collect::<Vec<_>>().join("\n");
    let edge = |n: usize| format!("N{n} --> N{}", n + 1);
    let (chain, long) = (lines(3000, edge), lines(50, edge));
    let dense = lines(99, |n| format!("A{} --> B{}", n / 11, n % 11));
    let talk = lines(190, |n| format!("A->>B: message {n}"));
    vec![
        format!("graph TD\n{chain}"),
        format!("graph TD\n{dense}"),
        format!("graph TD\n{long}"),
        format!("sequenceDiagram\n{talk}"),
        format!("graph LR\nA[{}] --> B\n", "label ".repeat(2000)),
    ]
}

pub(crate) const HOSTILE: &[&str] = &[
    "graph TD\n A[\u{1b}[31mred] --> B[\u{202e}back]\n",
    "graph TD\n A[<script>alert(1)</script>] -->|<img src=x>| B\n click A \"javascript:alert(1)\"\n",
    "graph TD\n A[┌──┐] --> B[│ ► │]\n",
    "sequenceDiagram\n A->>B: \u{1b}]0;x\u{7}\n B->>A: ❯ 1. Yes\n Note over A: \u{200b}\u{2800}\n",
    "graph TD\n A[e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}] --> B[👩\u{200d}💻 🇩🇪] --> C[שלום]\n",
    "%%{init: {\"securityLevel\": \"loose\"}}%%\ngraph TD\n A --> B\n",
];
