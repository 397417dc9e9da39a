//! What the person's own command opens: a folder, a diff, a link.

use crate::bench::{Bench, asked, pick_one};
use asq_core::life::{About, Asked};
use asq_frame::Size;
use asq_testkit::situation;

fn one(about: About) -> Asked {
    let question = pick_one("Which database?", &["PostgreSQL", "SQLite"]);
    Asked { about: about.known(), ..asked(vec![question], "claude-code", "/srv/shop") }
}

fn link(link: &str) -> About {
    About { link: Some(link.into()), ..About::default() }
}

fn bench(asked: Asked, width: u16, height: u16) -> Bench {
    let mut bench = Bench::new().filled(&[asked]);
    bench.size = Size { width, height };
    bench.text(width, height);
    bench.pass(500);
    bench
}

const FOLDER: &str = "open Folder(\"/srv/shop\")\n";

#[test]
fn a_folder_alone_is_opened_at_once() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut bench = bench(one(About::default()), width, height);
        bench.keys("o");
        assert_eq!(bench.sent, FOLDER);
    }
}

#[test]
fn of_several_a_digit_chooses() {
    let mut situation = situation!("inbox_open/of_several_a_digit_chooses");
    let about = About { diff: Some("+a\n".into()), ..link("https://git.example/shop/pull/7") };
    for (width, height) in [(46, 12), (80, 24), (120, 40)] {
        let mut bench = bench(one(about.clone()), width, height);
        bench.keys("o");
        situation.shows(&format!("{width}x{height}"), &bench.text(width, height));
        bench.keys("9<esc>");
        assert_eq!(bench.sent, "");
        bench.keys("o1o2");
        assert_eq!(bench.sent, format!("{FOLDER}open Diff(\"+a\\n\")\n"));
        bench.sent.clear();
        bench.keys("o");
        bench.at_once("3");
        situation.shows(&format!("{width}x{height}"), &bench.picture(width, height));
        bench.keys("<ret>");
        assert_eq!(bench.sent, "open Link(\"https://git.example/shop/pull/7\")\n");
    }
}

/// Enter opens a link only once all of its lines were in sight, in their order.
#[test]
fn a_link_is_opened_only_after_all_of_it_was_in_sight() {
    let mut situation = situation!("inbox_open/a_link_is_opened_only_after_all_of_it_was_in_sight");
    let long = format!("https://git.example/{}", "0123456789".repeat(60));
    let mut asked = one(link(&long));
    asked.origin.folder = None;
    let mut bench = bench(asked, 46, 12);
    bench.keys("o<ret>");
    situation.shows("46x12", &bench.text(46, 12));
    assert_eq!(bench.sent, "");
    bench.keys("<down><ret>");
    assert_eq!(bench.sent, "");
    for _ in 0..40 {
        bench.keys("<down>");
    }
    situation.shows("46x12", &bench.text(46, 12));
    bench.keys("<ret>");
    assert_eq!(bench.sent, format!("open Link({long:?})\n"));
}

#[test]
fn a_link_that_could_deceive_is_not_opened() {
    for (bad, why) in [
        ("javascript:alert(1)", "asq opens only http, https and file links."),
        ("https://git.example@evil.example/", "A name before its host hides where it leads."),
        ("https://gıt.example/", "It has characters other than plain ASCII."),
    ] {
        for (width, height) in [(46, 12), (120, 24)] {
            let mut bench = bench(one(link(bad)), width, height);
            // A person who expects the question answers nothing by its key.
            bench.keys("o2<ret><ret>");
            let text = bench.text(width, height);
            let words =
                text.split([' ', '\n', '│']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
            assert!(words.contains(why) && bench.sent.is_empty(), "{bad}: {} {text}", bench.sent);
            bench.keys("<esc>");
            assert!(bench.text(width, height).contains("❯ ● Which database?"));
        }
    }
}

/// From a form it leads back to that form, with what was typed there.
#[test]
fn from_a_form_it_leads_back_there() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut bench = bench(one(About { diff: Some("+a\n".into()), ..About::default() }), width, height);
        bench.keys("<right><down>o");
        assert!(bench.text(width, height).contains("Open: 1 folder · 2 diff"));
        bench.keys("2");
        assert!(bench.sent.ends_with("open Diff(\"+a\\n\")\n"), "{}", bench.sent);
        bench.keys("<ret>");
        bench.pass(4000);
        assert!(bench.sent.contains("answer 1 [\"[Option(1)]\"]"), "{}", bench.sent);
    }
}

#[test]
fn without_a_command_it_says_which_setting_names_one() {
    let mut bench = Bench::with(|setup| setup.opens = false).filled(&[one(About::default())]);
    bench.keys("o");
    let text = bench.text(80, 24);
    assert!(text.contains("Set inbox.open to the command that opens folders, such as xdg-open."), "{text}");
    let mut nothing = one(About::default());
    nothing.origin.folder = None;
    let mut bench = Bench::new().filled(&[nothing]);
    bench.keys("o");
    assert!(bench.text(80, 24).contains("Nothing of it can be opened"), "{}", bench.text(80, 24));
}

/// A key that comes right after the one that opened something isn't meant for the request next to the list.
#[test]
fn a_second_key_answers_nothing() {
    let about = About { diff: Some("+a\n".into()), ..link("https://git.example/") };
    for keys in ["22", "3<ret><ret>"] {
        let mut bench = bench(one(about.clone()), 120, 40);
        bench.keys("o");
        bench.pass(1000);
        bench.quick(keys);
        bench.pass(5000);
        assert_eq!(bench.sent.lines().count(), 1, "{keys}: {}", bench.sent);
        bench.keys("2");
        bench.pass(4000);
        assert!(bench.sent.contains("answer 1"), "{}", bench.sent);
    }
}
