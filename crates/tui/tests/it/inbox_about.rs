//! What the agent was doing: next to the list, on the whole window, and never in the place of asq's own words.

use crate::bench::{Bench, asked, pick_one};
use asq_core::life::{About, Asked};
use asq_core::text::{Tone, Untrusted};
use asq_frame::Size;
use asq_testkit::hostile::hostile;
use asq_testkit::situation;

const DIFF: &str = "diff --git a/schema.sql b/schema.sql\n--- a/schema.sql\n+++ b/schema.sql\n@@ -1,2 +1,2 @@\n \
create table users (\n-  id integer\n+  id bigint generated always as identity primary key, name text not null, \
email text not null unique, created timestamptz not null default now()\n";

fn doing() -> About {
    About {
        says: Some(
            "I've read the schema.\n\nTwo tables differ between the branches. Before I write the migration I need to \
             know which database the shop will use, because the identity columns aren't the same.\n"
                .into(),
        ),
        task: Some("Move the shop to another database".into()),
        branch: Some("feature/shop-db".into()),
        link: Some("https://git.example/shop/pull/7".into()),
        text: Some("The shop has 1,200 customers.".into()),
        diff: Some(DIFF.into()),
    }
}

fn told(about: Option<About>) -> Asked {
    let question = pick_one("Which database?", &["PostgreSQL", "SQLite"]);
    let about = about.map(Box::new);
    Asked { about, ..asked(vec![question], "claude-code", "/srv/shop") }
}

fn bench(all: &[Asked], width: u16, height: u16) -> Bench {
    let mut bench = Bench::new().filled(all);
    bench.size = Size { width, height };
    bench.text(width, height);
    bench.pass(500);
    bench
}

#[test]
fn what_the_agent_was_doing_is_next_to_the_list_where_there_is_room() {
    let mut situation =
        situation!("inbox_about/what_the_agent_was_doing_is_next_to_the_list_where_there_is_room");
    for (width, height) in [(120, 40), (200, 60)] {
        let mut bench = bench(&[told(Some(doing())), told(None)], width, height);
        situation.shows(&format!("{width}x{height}"), &bench.picture(width, height));
    }
    // What has no room is left out from the end, and all of it before a part of the form.
    for (height, words) in [(20, 0), (21, 4), (22, 5), (23, 6)] {
        let mut bench = bench(&[told(Some(doing()))], 120, height);
        let text = bench.text(120, height);
        let all = ["task  ", "says  ", "branch  ", "link  ", "notes  ", "diff  ", "2. SQLite"];
        let found = all.iter().filter(|word| text.contains(*word)).count();
        assert!(text.contains("2. SQLite") && found.saturating_sub(1) == words, "{height}: {found} {text}");
    }
}

#[test]
fn i_shows_all_of_it_and_leads_back() {
    let mut situation = situation!("inbox_about/i_shows_all_of_it_and_leads_back");
    for (width, height) in [(46, 12), (80, 24), (120, 40), (200, 60)] {
        let mut bench = bench(&[told(Some(doing())), told(None)], width, height);
        bench.keys("i");
        situation.shows(&format!("{width}x{height}"), &bench.picture(width, height));
        bench.keys("<end>");
        assert!(bench.text(width, height).contains("id bigint"), "{width}x{height}");
        for back in ["<esc>", "i<esc>", "ii"] {
            bench.keys(back);
            let text = bench.text(width, height);
            assert!(text.contains("❯ ● Which database?"), "{width}x{height} {back}: {text}");
        }
        // In a form it leads back to that form.
        bench.keys("<right>");
        bench.keys("i");
        assert!(bench.text(width, height).contains("The task"), "{width}x{height}");
        bench.keys("<esc>");
        assert!(bench.text(width, height).contains("2. SQLite"), "{width}x{height}");
    }
}

#[test]
fn where_nothing_is_known_i_says_so() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut bench = bench(&[told(None)], width, height);
        for open in ["", "<right>"] {
            bench.keys(open);
            bench.keys("i");
            let text = bench.text(width, height);
            assert!(text.contains("Its agent doesn't say what it was doing."), "{width}: {text}");
        }
        assert_eq!(bench.sent.replace("draft 1: \n", ""), "");
    }
}

/// A text field takes the letter; Alt+I works there.
#[test]
fn in_a_text_the_letter_is_text() {
    let mut bench = bench(&[told(Some(doing()))], 80, 24);
    bench.keys("<ret>3i");
    assert!(!bench.text(80, 24).contains("The task"));
    bench.keys("<a-i>");
    assert!(bench.text(80, 24).contains("The task"));
}

/// Each field, alone, with whatever could break something: no row looks like asq's own, and each is behind the bar.
#[test]
fn hostile_text_stays_behind_the_bar() {
    type Field = fn(&mut About, Untrusted);
    let fields: [Field; 6] = [
        |about, text| about.says = Some(text),
        |about, text| about.task = Some(text),
        |about, text| about.branch = Some(text),
        |about, text| about.link = Some(text),
        |about, text| about.text = Some(text),
        |about, text| about.diff = Some(text),
    ];
    let size = Size { width: 100, height: 30 };
    let trusted = |bench: &mut Bench| {
        let frame = bench.board.paint(bench.now, size);
        let mut own = 0;
        for line in &frame.lines {
            assert!(line.width() <= 100 && !line.text().chars().any(char::is_control), "{:?}", line.text());
            own += usize::from(line.spans.iter().any(|span| span.style.tone == Tone::Trusted));
        }
        own
    };
    let mut plain = bench(&[told(Some(doing()))], size.width, size.height);
    let (beside, all) = (trusted(&mut plain), trusted(plain.keys("i")));
    for (at, (category, text)) in hostile().into_iter().enumerate() {
        if text.len() > 10_000 {
            continue;
        }
        let mut about = doing();
        fields[at % fields.len()](&mut about, text.as_str().into());
        let mut bench = bench(&[told(Some(about))], size.width, size.height);
        assert_eq!(trusted(&mut bench), beside, "{category}: {text:?}");
        bench.keys("i");
        for keys in ["", "<pgdn>", "<right>", "w"] {
            assert_eq!(trusted(bench.keys(keys)), all, "{category}: {text:?}");
        }
        let frame = bench.board.paint(bench.now, size);
        let headings = ["The task", "The agent's", "Its branch", "Its link", "Its notes", "Its diff"];
        let (_, page) = frame.lines.split_first().expect("the title");
        for line in page.iter().map(asq_core::text::Line::text).filter(|line| !line.is_empty()) {
            let own = line.starts_with('│')
                || headings.iter().any(|heading| line.starts_with(heading))
                || line.starts_with(['↑', '↓'])
                || line.contains("scroll");
            assert!(own, "{category}: {line:?}");
        }
    }
}

/// However long a field is, and even if it is one line, a key lays out only what is in sight and a little more.
#[test]
fn a_long_line_is_read_in_parts() {
    let line = (0..32_000).map(|n| format!("{n:07} ")).collect::<Vec<_>>().concat();
    assert_eq!(line.len(), 256_000);
    let diff = format!("+{line}\n");
    let mut bench = bench(&[told(Some(About { diff: Some(diff.into()), ..About::default() }))], 80, 24);
    bench.keys("i");
    let first = bench.text(80, 24);
    assert!(first.contains("0000000 0000001") && first.contains("w wrap"), "{first}");
    bench.keys("<s-right>");
    assert!(bench.text(80, 24).contains("0000006"));
    bench.keys("w<end>");
    assert!(bench.text(80, 24).contains("0031999"));
}
