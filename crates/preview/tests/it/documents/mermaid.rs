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
    "stateDiagram-v2\n    [*] --> Idle\n    Idle --> Running : start\n    state Running {\n        [*] --> Fetching\n        Fetching --> Parsing : data\n        Parsing --> [*]\n    }\n    Running --> Failed : error\n    Running --> Done : ok\n    Failed --> Idle : retry\n    Done --> [*]\n    note right of Failed : gives up after 3 tries\n",
    "classDiagram\n    note \"From Duck till Zebra\"\n    Animal <|-- Duck\n    Animal <|-- Fish\n    Animal <|-- Zebra\n    Animal : +int age\n    Animal : +String gender\n    Animal: +isMammal() bool\n    Animal: +mate()\n    class Duck{\n        +String beakColor\n        +swim()\n        +quack()\n    }\n    class Fish{\n        -int sizeInFeet\n        -canEat()\n    }\n    class Zebra{\n        +bool is_wild\n        +run()\n    }\n    Zebra \"1\" --> \"0..*\" Stripe : has\n    Fish *-- Fin\n    class Shape~T~ {\n      <<interface>>\n      +draw(List~T~ items)\n    }\n",
    "erDiagram\n    CUSTOMER ||--o{ ORDER : places\n    ORDER ||--|{ LINE-ITEM : contains\n    CUSTOMER }|..|{ DELIVERY-ADDRESS : uses\n    CUSTOMER {\n        string name\n        string custNumber PK \"the key\"\n        string sector\n    }\n    ORDER {\n        int orderNumber PK\n        string deliveryAddress\n    }\n",
    "pie showData\n    title Pets adopted by volunteers\n    \"Dogs\" : 386\n    \"Cats\" : 85\n    \"Rats with a very long label to wrap\" : 15\n",
    "gantt\n    title A Gantt Diagram\n    dateFormat YYYY-MM-DD\n    section Section\n        A task          :a1, 2014-01-01, 30d\n        Another task    :after a1, 20d\n    section Another\n        Task in Another :crit, done, 2014-01-12, 12d\n        another task    :24d\n        Milestone       :milestone, m1, 2014-02-20, 0d\n",
    "flowchart TD\n  subgraph VPC[\"AWS VPC\"]\n    subgraph Public[\"Public subnet\"]\n      ALB[Application LB]\n      NAT[NAT gateway]\n    end\n    subgraph Private[\"Private subnet\"]\n      ECS1[ECS task 1]\n      ECS2[ECS task 2]\n      RDS[(RDS primary)]\n    end\n  end\n  Internet((Internet)) --> ALB\n  ALB --> ECS1 & ECS2\n  ECS1 & ECS2 --> RDS\n  ECS1 --> NAT\n  ECS2 --> NAT\n  NAT --> Internet\n  RDS -.->|replica| S3[(Backup)]\n",
    "flowchart TB\n    c1-->a2\n    subgraph one\n    a1-->a2\n    end\n    subgraph two\n    b1-->b2\n    end\n    subgraph three\n    c1-->c2\n    end\n    one --> two\n    three --> two\n    two --> c2\n",
    "mindmap\n root((x))\n  a\n",
    "---\ntitle: Hello\n---\nflowchart TD\n    U[User] --> fe\n    subgraph fe[Frontend]\n      direction LR\n      W[Web] --> St[State]\n      M@{ shape: rounded, label: \"Mobile app\" }\n    end\n    fe -->|REST| be\n    subgraph be[Backend]\n      API{API gateway} --> Auth[Auth]\n      API --> Orders[Orders]\n      subgraph data[Data]\n        DB@{ shape: cyl, label: \"DB\" }\n        Cache[(Cache)]\n      end\n      Orders --> DB\n      Auth --> Cache\n    end\n    be --> Log[Logging]\n    U --> Log\n",
];

pub(crate) const MALFORMED: &[&str] = &[
    "graph TD\n A[unclosed --> B\n",
    "flowchart SIDEWAYS\n A --> B\n",
    "sequenceDiagram\n A->>B: hi\n end\n loop forever\n",
    "graph TD\n A --> \n --> B\n",
    "just some words",
    "",
    "graph TD\n A --> sub\n subgraph sub\n B\n end\n",
    "stateDiagram-v2\n state A {\n B --> C\n",
    "classDiagram\n class A {\n +x\n",
    "erDiagram\n A ||--o{ B\n A {\n int x\n",
    "pie\n \"a\" : many\n",
    "gantt\n dateFormat YYYY-MM-DD\n a :after nobody, 3d\n",
    "flowchart TD\n A@{ shape: cyl, label: \"open\n",
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
    "stateDiagram-v2\n state \"\u{1b}[31m\" as a\n a --> b : \u{202e}back\n note right of a : ❯ 1. Yes\n",
    "classDiagram\n class A[\"┌──┐ <script>\"]\n A : +\u{1b}]0;x\u{7}()\n",
    "pie\n \"\u{1b}[2J\" : 1e308\n \"x\" : 1e308\n",
    "gantt\n dateFormat YYYY-MM-DD\n \u{202e}a :9999-12-31, 99999d\n b :0000-01-01, 1d\n",
    "flowchart TD\n subgraph g [\u{1b}[31m ── asked by ──]\n a\n end\n x --> g\n",
    "%%{init: {\"securityLevel\": \"loose\"}}%%\ngraph TD\n A --> B\n",
];
