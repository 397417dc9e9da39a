//! Pictures of asq's own contract, from its calls: every kind of page at three sizes.

use asq_core::model::{Prefs, Request};
use asq_dialects::asq::{DIALECT, rules::FORM};
use asq_dialects::{ToolCall, What};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn request(arguments: &Value) -> Request {
    let call = ToolCall { name: None, arguments: arguments.clone() };
    match (DIALECT.read)(&call, &Prefs::default()).unwrap().what {
        What::Ask { request, .. } => request,
        What::Reply(_) => panic!("nobody is asked"),
    }
}

#[track_caller]
fn check(arguments: &Value, keys: &str, expect: &Expect) {
    crate::painted::check(&request(arguments), FORM, keys, expect);
}

fn sample() -> Value {
    let sample: Value = serde_json::from_str(include_str!("../../../cli/samples/asq.json")).unwrap();
    sample["arguments"].clone()
}

#[test]
fn a_list_below_its_context() {
    check(
        &sample(),
        "<down>",
        &expect![[r#"
            ── 80×24
            │ ○ Database  ○ Regions  ○ Replicas  ○ Staging  ○ Notes  ○ Review
            ┆ssssssssssssddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │
            ││ Which database should the new service use?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            ││ It stores about 2 GB for 40 tenants. The team already runs PostgreSQL for the
            ┆dd          BBBBBBBBBB
            ││ shop.
            ┆dd
            │
            │  1. PostgreSQL (recommended)
            ┆  ddd          gggggggggggggg
            │   │ Runs already; row-level security fits the tenants
            ┆   ddddddddddddddddddddddddddddddddddddddddddddddddddd
            │❯ 2. SQLite
            ┆a dddAAAAAA
            │   │ No server to operate; one writer, restore takes 40 s
            ┆   dddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │  3. DynamoDB
            ┆  ddd
            │   │ Scales by itself; the reports need a second store
            ┆   ddddddddddddddddddddddddddddddddddddddddddddddddddd
            │  4. Something else…
            ┆  dddddddddddddddddd
            │  5. Let's discuss this
            ┆  ddd
            │
            │↑/↓ move · Enter select · Tab next · o read · ? keys · Esc leave
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ○ Database  ○ Regions  ○ Replicas ›
            ┆ssssssssssssdddddddddddddddddddddddd
            ││ Which database should the new service use?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 2 more · PgUp
            ┆ddddddddddddddd
            │  1. PostgreSQL (recommended)
            ┆  ddd          gggggggggggggg
            │   │ Runs already; row-level security fits the
            ┆   ddddddddddddddddddddddddddddddddddddddddddd
            │   │ tenants
            ┆   ddddddddd
            │❯ 2. SQLite
            ┆a dddAAAAAA
            │   │ No server to operate; one writer, restore
            ┆   ddddddddddddddddddddddddddddddddddddddddddd
            │   │ takes 40 s
            ┆   dddddddddddd
            │  3. DynamoDB
            ┆  ddd
            │↓ 4 more · PgDn
            ┆ddddddddddddddd
            │↑/↓ move · Enter select · Tab next · Esc leave
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ○ Database ›
            ┆ssssssssssssd
            ││ Which database   ↑
            ┆ddBBBBBBBBBBBBBB  dd
            │❯ 2. SQLite
            ┆a dddAAAAAA
            │   │ No server to
            ┆   dddddddddddddd
            │   │ operate; one
            ┆   dddddddddddddd
            │Enter · Esc leave
            ┆ddddddddddddddddd
        "#]],
    );
}

#[test]
fn several_picks() {
    check(
        &sample(),
        "1<space><down>",
        &expect![[r#"
            ── 80×24
            │ ✓ Database  ✓ Regions  ○ Replicas  ○ Staging  ○ Notes  ○ Review
            ┆ggggggggggggsssssssssssdddddddddddddddddddddddddddddddddddddddddd
            │
            ││ Where should it run?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │
            │  1. [x] eu-west
            ┆  dddaaaaaaaaaaa
            │❯ 2. [ ] us-east
            ┆a ddd    AAAAAAA
            │  3. [ ] ap-south
            ┆  ddd
            │  4.     Let's discuss this
            ┆  ddd
            │
            │         Done (1 picked)
            │
            │↑/↓ move · Enter tick · Tab next · ? keys · Esc back
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ✓ Database  ✓ Regions  ○ Replicas ›
            ┆ggggggggggggsssssssssssddddddddddddd
            ││ Where should it run?
            ┆ddBBBBBBBBBBBBBBBBBBBB
            │  1. [x] eu-west
            ┆  dddaaaaaaaaaaa
            │❯ 2. [ ] us-east
            ┆a ddd    AAAAAAA
            │  3. [ ] ap-south
            ┆  ddd
            │  4.     Let's discuss this
            ┆  ddd
            │         Done (1 picked)
            │↑/↓ move · Enter tick · Tab next · ? keys
            ┆ddddddddddddddddddddddddddddddddddddddddd
            │Esc back
            ┆dddddddd
            ── 20×6
            │‹ ✓ Regions ›
            ┆dsssssssssssd
            ││ Where should it
            ┆ddBBBBBBBBBBBBBBB
            │  1. [x] eu-west
            ┆  dddaaaaaaaaaaa
            │❯ 2. [ ] us-east
            ┆a ddd    AAAAAAA
            │  3. [ ] ap-south
            ┆  ddd
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn a_number_with_its_unit() {
    check(
        &sample(),
        "11<tab><up>",
        &expect![[r#"
            ── 80×24
            │ ✓ Database  ✓ Regions  ○ Replicas  ○ Staging  ○ Notes  ○ Review
            ┆gggggggggggggggggggggggssssssssssssdddddddddddddddddddddddddddddd
            │
            ││ How many replicas in each region?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 4 replicas
            ┆a  ^dddddddd
            │  1–9 replicas
            ┆  dddddddddddd
            │
            │Enter accept · ↑/↓ change · Ctrl+L discuss · Alt+N note · Esc back
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │‹ ✓ Regions  ○ Replicas  ○ Staging  ○ Notes ›
            ┆dgggggggggggssssssssssssddddddddddddddddddddd
            │
            ││ How many replicas in each region?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ 4 replicas
            ┆a  ^dddddddd
            │  1–9 replicas
            ┆  dddddddddddd
            │
            │Enter accept · ↑/↓ change · Ctrl+L discuss
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Alt+N note · Esc back
            ┆ddddddddddddddddddddd
            ── 20×6
            │‹ ○ Replicas ›
            ┆dssssssssssssd
            ││ How many replicas
            ┆ddBBBBBBBBBBBBBBBBB
            ││ in each region?
            ┆ddBBBBBBBBBBBBBBB
            │❯ 4 replicas
            ┆a  ^dddddddd
            │  1–9 replicas
            ┆  dddddddddddd
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn a_confirmation() {
    check(
        &sample(),
        "11<tab><ret><down>",
        &expect![[r#"
            ── 80×24
            │ ✓ Database  ✓ Regions  ✓ Replicas  ○ Staging  ○ Notes  ○ Review
            ┆gggggggggggggggggggggggggggggggggggsssssssssssddddddddddddddddddd
            │
            ││ May I wipe the staging data to test the migration?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │  1. Wipe it
            ┆  ddd
            │❯ 2. Leave it alone
            ┆a dddAAAAAAAAAAAAAA
            │  3. Let's discuss this
            ┆  ddd
            │
            │↑/↓ move · Enter select · y/n answer · Tab next · ? keys · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │‹ ✓ Replicas  ○ Staging  ○ Notes  ○ Review
            ┆dggggggggggggsssssssssssddddddddddddddddddd
            │
            ││ May I wipe the staging data to test the
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            ││ migration?
            ┆ddBBBBBBBBBB
            │
            │  1. Wipe it
            ┆  ddd
            │❯ 2. Leave it alone
            ┆a dddAAAAAAAAAAAAAA
            │  3. Let's discuss this
            ┆  ddd
            │
            │↑/↓ move · Enter select · y/n answer
            ┆dddddddddddddddddddddddddddddddddddd
            │Tab next · ? keys · Esc back
            ┆dddddddddddddddddddddddddddd
            ── 20×6
            │‹ ○ Staging ›
            ┆dsssssssssssd
            ││ May I wipe the
            ┆ddBBBBBBBBBBBBBB
            │  1. Wipe it
            ┆  ddd
            │❯ 2. Leave it alone
            ┆a dddAAAAAAAAAAAAAA
            │  3. Let's discuss
            ┆  ddd
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn a_text_that_may_stay_open() {
    check(
        &sample(),
        "11<tab><ret>2",
        &expect![[r#"
            ── 80×24
            │ ✓ Database  ✓ Regions  ✓ Replicas  ✓ Staging  ○ Notes  ○ Review
            ┆ggggggggggggggggggggggggggggggggggggggggggggggsssssssssdddddddddd
            │
            ││ Anything the people on call should know?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ for example a freeze next week
            ┆a ^ddddddddddddddddddddddddddddd
            │
            │Enter accept · Ctrl+S skip · Ctrl+L discuss · Ctrl+J new line · Alt+N note
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │Esc back
            ┆dddddddd
            ── 46×12
            │‹ ✓ Replicas  ✓ Staging  ○ Notes  ○ Review
            ┆dgggggggggggggggggggggggsssssssssdddddddddd
            │
            ││ Anything the people on call should know?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ for example a freeze next week
            ┆a ^ddddddddddddddddddddddddddddd
            │
            │Enter accept · Ctrl+S skip · Ctrl+L discuss
            ┆ddddddddddddddddddddddddddddddddddddddddddd
            │Ctrl+J new line · Alt+N note · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │‹ ○ Notes  ○ Review
            ┆dsssssssssdddddddddd
            ││ Anything the
            ┆ddBBBBBBBBBBBB
            ││ should know?
            ┆ddBBBBBBBBBBBB
            │❯ for example a
            ┆a ^dddddddddddd
            │  freeze next week
            ┆  dddddddddddddddd
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn the_review_with_a_skipped_question() {
    check(
        &sample(),
        "11<tab><ret>2<c-s>",
        &expect![[r#"
            ── 80×24
            │ ✓ Database  ✓ Regions  ✓ Replicas  ✓ Staging  ✓ Notes  ✓ Review
            ┆gggggggggggggggggggggggggggggggggggggggggggggggggggggggssssssssss
            │
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │
            │  Database: PostgreSQL
            ┆  ddddddddddaaaaaaaaaa
            │  Regions: eu-west
            ┆  dddddddddaaaaaaa
            │  Replicas: 3 replicas
            ┆  ddddddddddaaaaaaaaaa
            │  Staging: Leave it alone
            ┆  dddddddddaaaaaaaaaaaaaa
            │  Notes: (skipped)
            ┆  dddddddddddddddd
            │
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │
            │Enter submit · ↑/↓ change an answer · Ctrl+X decline · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │‹ ✓ Replicas  ✓ Staging  ✓ Notes  ✓ Review
            ┆dggggggggggggggggggggggggggggggggssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │  Database: PostgreSQL
            ┆  ddddddddddaaaaaaaaaa
            │  Regions: eu-west
            ┆  dddddddddaaaaaaa
            │  Replicas: 3 replicas
            ┆  ddddddddddaaaaaaaaaa
            │  Staging: Leave it alone
            ┆  dddddddddaaaaaaaaaaaaaa
            │  Notes: (skipped)
            ┆  dddddddddddddddd
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │Enter submit · ↑/↓ change an answer
            ┆ddddddddddddddddddddddddddddddddddd
            │Ctrl+X decline · Esc back
            ┆ddddddddddddddddddddddddd
            ── 20×6
            │‹ ✓ Notes  ✓ Review
            ┆dgggggggggssssssssss
            │Review your answers
            ┆BBBBBBBBBBBBBBBBBBB
            │    alone
            ┆    aaaaa
            │  Notes: (skipped)
            ┆  dddddddddddddddd
            │❯ Submit answers
            ┆a AAAAAAAAAAAAAA
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn the_summary_that_remains() {
    check(
        &sample(),
        "11<tab><ret>2<c-s><ret>",
        &expect![[r#"
        ── 80×24
        │✔ Which database should the new service use? · PostgreSQL
        ┆gg                                          dddaaaaaaaaaa
        │✔ Where should it run? · eu-west
        ┆gg                    dddaaaaaaa
        │✔ How many replicas in each region? · 3 replicas
        ┆gg                                 ddda dddddddd
        │✔ May I wipe the staging data to test the migration? · Leave it alone
        ┆gg                                                  dddaaaaaaaaaaaaaa
        │– Anything the people on call should know? · (skipped)
        ┆ww                                        dddddddddddd
        ── 46×12
        │✔ Which database should the new service use?
        ┆gg
        │  PostgreSQL
        ┆  aaaaaaaaaa
        │✔ Where should it run? · eu-west
        ┆gg                    dddaaaaaaa
        │✔ How many replicas in each region?
        ┆gg
        │  3 replicas
        ┆  a dddddddd
        │✔ May I wipe the staging data to test the mig…
        ┆gg
        │  Leave it alone
        ┆  aaaaaaaaaaaaaa
        │– Anything the people on call should know?
        ┆ww
        │  (skipped)
        ┆  ddddddddd
        ── 20×6
        │✔ Which database sh…
        ┆gg
        │  PostgreSQL
        ┆  aaaaaaaaaa
        │✔ Where should it r…
        ┆gg
        │  eu-west
        ┆  aaaaaaa
        │✔ How many replicas…
        ┆gg
        │  3 replicas
        ┆  a dddddddd
        │✔ May I wipe the st…
        ┆gg
        │  Leave it alone
        ┆  aaaaaaaaaaaaaa
        │– Anything the peop…
        ┆ww
        │  (skipped)
        ┆  ddddddddd
    "#]],
    );
}

#[test]
fn declining() {
    check(
        &sample(),
        "<c-x>not this week",
        &expect![[r#"
        ── 80×24
        │ ○ Database  ○ Regions  ○ Replicas  ○ Staging  ○ Notes  ○ Review
        ┆ssssssssssssddddddddddddddddddddddddddddddddddddddddddddddddddddd
        │
        │Why do you decline? A reason may help the agent.
        ┆BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
        │
        │❯ not this week
        ┆a              ^
        │
        │Enter decline · Ctrl+G editor · Esc back
        ┆dddddddddddddddddddddddddddddddddddddddd
        ── 46×12
        │ ○ Database  ○ Regions  ○ Replicas ›
        ┆ssssssssssssdddddddddddddddddddddddd
        │
        │Why do you decline? A reason may help the
        ┆BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
        │agent.
        ┆BBBBBB
        │
        │❯ not this week
        ┆a              ^
        │
        │Enter decline · Ctrl+G editor · Esc back
        ┆dddddddddddddddddddddddddddddddddddddddd
        ── 20×6
        │ ○ Database ›
        ┆ssssssssssssd
        │Why do you decline?
        ┆BBBBBBBBBBBBBBBBBBB
        │A reason may help
        ┆BBBBBBBBBBBBBBBBB
        │the agent.
        ┆BBBBBBBBBB
        │❯ not this week
        ┆a              ^
        │Enter · Esc back
        ┆dddddddddddddddd
    "#]],
    );
}

#[test]
fn leave_for_something_destructive() {
    let call: Value = serde_json::from_str(include_str!("../../../../tests/samples/danger.json")).unwrap();
    check(
        &call["arguments"],
        "drop use",
        &expect![[r#"
            ── 80×24
            │ ○ Drop users
            ┆ssssssssssssss
            │⚠️  DESTRUCTIVE — Drop users
            ┆XXXXXXXXXXXXXXXXXXBBBBBBBBBB
            │
            ││ May I drop the table users in the production database?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            ││ It has 48 213 rows. The last dump is of yesterday, 02:00; what came since then
            ┆dd                                        BBBBBBBBBBBBBBBB
            ││ is lost.
            ┆dd
            │
            │  Confirmed, the answer is: Drop it
            ┆  ddddddddddddddddddddddddddaaaaaaa
            │  Ctrl+X answers: Keep it
            ┆  ddddddddddddddddaaaaaaa
            │── Type this exactly to confirm: ───────────────────────────────────────────────
            ┆tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt
            │── drop users
            ┆tttBBBBBBBBBB
            │❯ drop use
            ┆a         ^
            │
            │Enter confirm · Ctrl+X decline · Ctrl+L discuss · Alt+N notes · Esc cancel all
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │ ○ Drop users
            ┆ssssssssssssss
            │⚠️  DESTRUCTIVE — Drop users
            ┆XXXXXXXXXXXXXXXXXXBBBBBBBBBB
            ││ May I drop the table users in the production
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 2 more · PgUp
            ┆ddddddddddddddd
            ││ yesterday, 02:00; what came since then is
            ┆ddBBBBBBBBBBBBBBBB
            ││ lost.
            ┆dd
            │  Confirmed, the answer is: Drop it
            ┆  ddddddddddddddddddddddddddaaaaaaa
            │  Ctrl+X answers: Keep it
            ┆  ddddddddddddddddaaaaaaa
            │── Type this exactly to confirm: ─────────────
            ┆tttttttttttttttttttttttttttttttttttttttttttttt
            │── drop users
            ┆tttBBBBBBBBBB
            │❯ drop use
            ┆a         ^
            │Enter · Ctrl+X decline · Esc cancel all
            ┆ddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │ ○ Drop users
            ┆ssssssssssssss
            │⚠️  DESTRUCTIVE — D…
            ┆XXXXXXXXXXXXXXXXXXBB
            ││ May I drop the   ↑
            ┆ddBBBBBBBBBBBBBB  dd
            │── drop users
            ┆tttBBBBBBBBBB
            │❯ drop use
            ┆a         ^
            │Enter confirm · Esc
            ┆ddddddddddddddddddd
        "#]],
    );
}

#[test]
fn previews_a_time_limit_and_a_secret() {
    let call: Value = serde_json::from_str(include_str!("../../../../tests/samples/own.json")).unwrap();
    check(
        &call["arguments"],
        "<down>",
        &expect![[r#"
            ── 80×24
            │── expires in 10 min: I keep the old layout and go on with the tests. ──────────
            ┆tttttttttttttttttttttt                                               ttttttttttt
            │ ○ Layout  ○ Token  ○ When  ○ Review
            ┆ssssssssssddddddddddddddddddddddddddd
            │
            ││ Which layout should the settings page have?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            ││ The page has three groups: general, keys, billing. Most people open it on a
            ┆dd             BBBBBBBBBBBB
            ││ phone.
            ┆dd
            │
            │  1. Sidebar (recommended)        ┌────────────────────────────────────────────┐
            ┆  ddd       gggggggggggggg        dddddddddddddddddddddddddddddddddddddddddddddd
            │   │ Groups on the left           │ ┌ Gen ┬ Keys ┬ Bill ┐                      │
            ┆   dddddddddddddddddddd           dd                                          dd
            │❯ 2. Tabs                         │ │ Name  [____]      │                      │
            ┆a dddAAAA                         dd                                          dd
            │   │ Groups across the top        │ │ Theme [Dark]      │                      │
            ┆   ddddddddddddddddddddddd        dd                                          dd
            │  3. Something else…              │ └───────────────────┘                      │
            ┆  dddddddddddddddddd              dd                                          dd
            │  4. Let's discuss this           └────────────────────────────────────────────┘
            ┆  ddd                             dddddddddddddddddddddddddddddddddddddddddddddd
            │
            │↑/↓ move · Enter select · s skip · Tab next · o read · ? keys · Esc leave
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │── expires in 10 min: I keep the old layou… ──
            ┆tttttttttttttttttttttt                     ttt
            │ ○ Layout  ○ Token  ○ When  ○ Review
            ┆ssssssssssddddddddddddddddddddddddddd
            ││ Which layout should the settings page have?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │↑ 4 more
            ┆dddddddd
            │❯ 2. Tabs
            ┆a dddAAAA
            │↓ 3 more
            ┆dddddddd
            │┌────────────────────────────────────────────┐
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            ││ ┌ Gen ┬ Keys ┬ Bill ┐                      │
            ┆dd                                          dd
            ││ │ Name  [____]      │                      │
            ┆dd                                          dd
            ││ │ Theme [Dark]      │                      │
            ┆dd                                          dd
            │└─ ↓ 1 more · PgDn ──────────────────────────┘
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │↑/↓ move · Enter select · s skip · Esc leave
            ┆dddddddddddddddddddddddddddddddddddddddddddd
            ── 20×6
            │── expires in 10… ──
            ┆tttttttttttttttttttt
            │ ○ Layout  ○ Token ›
            ┆ssssssssssdddddddddd
            ││ Which layout     ↑
            ┆ddBBBBBBBBBBBB    dd
            │❯ 2. Tabs
            ┆a dddAAAA
            │4 lines (PgDn)
            ┆dddddddddddddd
            │Enter · Esc leave
            ┆ddddddddddddddddd
        "#]],
    );
    check(
        &call["arguments"],
        "1pk_12345",
        &expect![[r#"
            ── 80×24
            │── expires in 10 min: I keep the old layout and go on with the tests. ──────────
            ┆tttttttttttttttttttttt                                               ttttttttttt
            │ ✓ Layout  ○ Token  ○ When  ○ Review
            ┆ggggggggggsssssssssdddddddddddddddddd
            │
            ││ The token of the preview server?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ ••••••••
            ┆a         ^
            │
            │Enter accept · Ctrl+L discuss · Alt+N note · Esc back
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │── expires in 10 min: I keep the old layou… ──
            ┆tttttttttttttttttttttt                     ttt
            │ ✓ Layout  ○ Token  ○ When  ○ Review
            ┆ggggggggggsssssssssdddddddddddddddddd
            │
            ││ The token of the preview server?
            ┆ddBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
            │
            │❯ ••••••••
            ┆a         ^
            │
            │Enter accept · Ctrl+L discuss · Alt+N note
            ┆dddddddddddddddddddddddddddddddddddddddddd
            │Esc back
            ┆dddddddd
            ── 20×6
            │── expires in 10… ──
            ┆tttttttttttttttttttt
            │‹ ○ Token  ○ When ›
            ┆dsssssssssddddddddd
            ││ The token of the
            ┆ddBBBBBBBBBBBBBBBB
            ││ preview server?
            ┆ddBBBBBBBBBBBBBBB
            │❯ ••••••••
            ┆a         ^
            │Enter · Esc back
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn a_note_on_a_page_of_its_own() {
    check(
        &json!({"question": "Which?", "options": ["x", "y"]}),
        "nonly if it is cheap",
        &expect![[r#"
            ── 80×24
            │Note on Question 1
            ┆aaaaaaaaBBBBBBBBBB
            │
            ││ Which?
            ┆ddBBBBBB
            │
            │❯ only if it is cheap
            ┆a                    ^
            │
            │Enter save · Ctrl+J new line · Alt+N answer · Esc drop the edit
            ┆ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            │Note on Question 1
            ┆aaaaaaaaBBBBBBBBBB
            │
            ││ Which?
            ┆ddBBBBBB
            │
            │❯ only if it is cheap
            ┆a                    ^
            │
            │Enter save · Ctrl+J new line · Alt+N answer
            ┆ddddddddddddddddddddddddddddddddddddddddddd
            │Esc drop the edit
            ┆ddddddddddddddddd
            ── 20×6
            │Note on Question 1
            ┆aaaaaaaaBBBBBBBBBB
            ││ Which?
            ┆ddBBBBBB
            │❯ only if it is
            ┆a
            │  cheap
            ┆       ^
            │Enter · Esc drop
            ┆dddddddddddddddd
        "#]],
    );
}

#[test]
fn labels_that_pass_for_our_rows_are_told_apart() {
    let call = json!({"question": "Which?\u{1b}[2J", "header": "\u{202e}h", "options": [
        {"label": "x (recommended)", "recommended": false}, {"label": "Let's discuss this"}, {"label": "Something else…", "recommended": true}]});
    check(
        &call,
        "",
        &expect![[r#"
            ── 80×24
            ││ Which?<U+001B>[2J
            ┆ddBBBBBBBBBBBBBBBBB
            │
            │❯ 1. x (recommended)
            ┆a dddAAAAAAAAAAAAAAA
            │  2. Let's discuss this (the agent's own)
            ┆  ddd                  wwwwwwwwwwwwwwwwww
            │  3. Something else… (recommended) (the agent's own)
            ┆  ddd               ggggggggggggggwwwwwwwwwwwwwwwwww
            │  4. Something else…
            ┆  dddddddddddddddddd
            │  5. Let's discuss this
            ┆  ddd
            │
            │↑/↓ move · Enter select · n note · ? keys · Esc cancel
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddd
            ── 46×12
            ││ Which?<U+001B>[2J
            ┆ddBBBBBBBBBBBBBBBBB
            │
            │❯ 1. x (recommended)
            ┆a dddAAAAAAAAAAAAAAA
            │  2. Let's discuss this (the agent's own)
            ┆  ddd                  wwwwwwwwwwwwwwwwww
            │  3. Something else…
            ┆  ddd
            │      (recommended) (the agent's own)
            ┆     ggggggggggggggwwwwwwwwwwwwwwwwww
            │  4. Something else…
            ┆  dddddddddddddddddd
            │  5. Let's discuss this
            ┆  ddd
            │
            │↑/↓ move · Enter select · n note · ? keys
            ┆ddddddddddddddddddddddddddddddddddddddddd
            │Esc cancel
            ┆dddddddddd
            ── 20×6
            ││ Which?<U+001B>[2J
            ┆ddBBBBBBBBBBBBBBBBB
            │❯ 1. x (recommended)
            ┆a dddAAAAAAAAAAAAAAA
            │  2. Let's discuss
            ┆  ddd
            │   │ this
            ┆   dd
            │      (the agent's
            ┆     wwwwwwwwwwwww
            │Enter · Esc cancel
            ┆dddddddddddddddddd
        "#]],
    );
}
