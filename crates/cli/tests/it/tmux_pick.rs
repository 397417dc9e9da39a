//! `asq pick` with labels from a pipe or a file, in a real terminal.

use crate::tmux::Ask;
use std::fs;
use std::io::Write as _;

/// A list with its output in a file, after this text has come.
fn start(script: &str, until: &str) -> Ask {
    let ask = Ask::script(60, 16, 1, "", script);
    ask.tmux.wait_text(until);
    ask
}

fn enter_until_it_ends(ask: &Ask) {
    until_it_ends(ask, "Enter");
}

/// Types a key that ends the list or form, which takes none within its first moments.
fn until_it_ends(ask: &Ask, key: &str) {
    ask.tmux.wait("the end", |screen| {
        if !screen.contains("AT THE END") {
            ask.tmux.keys(&[key]);
        }
        screen.contains("AT THE END")
    });
}

#[test]
fn typing_finds_and_enter_prints_the_label_as_it_came() {
    let ask = start(r"printf 'main\n\na => b\nfix/caf\351\n-v\n' | $ASQ pick 'Which?' - >out", "4/4");
    ask.tmux.text("fixcaf");
    ask.tmux.wait("what matches", |s| s.contains("1/4") && s.contains("❯ fix/caf\u{fffd}"));
    enter_until_it_ends(&ask);
    assert_eq!(fs::read(ask.path("out")).unwrap(), b"fix/caf\xe9\n");
    let end = ask.end();
    assert_eq!(end.code, "0");
    assert!(end.screen.contains("✔ Which? · fix/caf\u{fffd}"), "{}", end.screen);
    assert!(!end.screen.contains("a => b"), "{}", end.screen);
}

#[test]
fn several_are_printed_with_nul_bytes_or_as_numbers_of_their_lines() {
    for (flags, wanted) in [
        ("--print0", &b"one\0three\0"[..]),
        ("--index", b"1\n4\n"),
        ("--index --print0", b"1\x004\0"),
        ("", b"one\nthree\n"),
    ] {
        let ask = start(
            &format!(r"printf 'one\n\ntwo\nthree\n' | $ASQ pick 'Which?' - --many {flags} >out"),
            "1 empty  3/3",
        );
        ask.tmux.keys(&["Tab", "Down", "Tab"]);
        ask.tmux.wait_text("2 picked");
        enter_until_it_ends(&ask);
        assert_eq!(ask.end().code, "0", "{flags}");
        assert_eq!(fs::read(ask.path("out")).unwrap(), wanted, "{flags}");
    }
}

#[test]
fn labels_from_a_file_have_values_and_descriptions_behind_a_delimiter() {
    let ask = start(
        r"printf 'North::n::cold\0South::s\0' >labels; $ASQ pick 'Where to?' --from labels -0 --delimiter :: >out",
        "North  cold",
    );
    ask.tmux.keys(&["Down"]);
    ask.tmux.wait_text("❯ South");
    enter_until_it_ends(&ask);
    assert_eq!(ask.end().out, "s\n");
}

#[test]
fn the_list_is_there_before_its_labels_and_takes_them_while_one_types() {
    let ask = start("mkfifo more; exec 3<>more; $ASQ pick 'Which?' - <&3 >out", "0/0…");
    let mut more = fs::File::options().write(true).open(ask.path("more")).unwrap();
    ask.tmux.text("be");
    more.write_all(b"alpha\nbeta\n").unwrap();
    ask.tmux.wait("what came matches", |s| s.contains("❯ beta") && s.contains("1/2…"));
    more.write_all(b"bet\n").unwrap();
    ask.tmux.wait("the better match has the focus", |s| s.contains("❯ bet\n") && s.contains("2/3…"));
    enter_until_it_ends(&ask);
    assert_eq!(ask.end().out, "bet\n");
}

#[test]
fn the_bounds_of_several_picks_are_there_from_the_start() {
    for (flags, before, after) in [
        ("--max 2", "0 of at most 2 picked  4/4", "1 of at most 2 picked  4/4"),
        ("--min 2", "0 of at least 2 picked  4/4", "1 of at least 2 picked  4/4"),
        ("--min 2 --max 3", "0 of 2 to 3 picked  4/4", "1 of 2 to 3 picked  4/4"),
        ("--min 2 --max 2", "0 of 2 picked  4/4", "1 of 2 picked  4/4"),
        ("--max 4", "find                                         4/4", "1 picked  4/4"),
    ] {
        let ask =
            start(&format!(r"printf 'a\nb\nc\nd\n' | $ASQ pick 'Which?' - --many {flags} >out"), before);
        ask.tmux.keys(&["Tab"]);
        ask.tmux.wait_text(after);
        ask.tmux.keys(&["C-c"]);
        assert_eq!(ask.end().code, "3", "{flags}");
    }
}

#[test]
fn a_pipe_has_the_labels_if_none_is_typed() {
    let ask = start(
        "seq 3 | $ASQ pick 'Which?' >out; seq 3 | $ASQ pick 'Which?' --agent me 2>err; echo $? >agent",
        "3/3",
    );
    ask.tmux.keys(&["Down"]);
    ask.tmux.wait_text("❯ 2");
    enter_until_it_ends(&ask);
    assert_eq!(ask.end().out, "2\n");
    assert_eq!(ask.file("agent"), "2\n");
    assert!(
        ask.file("err").starts_with("asq: there is nothing to pick from: for an agent,"),
        "{}",
        ask.file("err")
    );
}

#[test]
fn a_form_that_needs_all_labels_says_that_it_waits_for_them() {
    let ask = start("mkfifo more; echo made; $ASQ pick 'Which?' - --other <more >out", "made");
    let mut more = fs::File::options().write(true).open(ask.path("more")).unwrap();
    more.write_all(b"alpha\nbeta\n").unwrap();
    ask.tmux.wait_text("asq: --other needs all labels at once; waiting for");
    assert!(!ask.tmux.screen().contains("alpha"));
    drop(more);
    ask.tmux.wait_text("Something else");
    enter_until_it_ends(&ask);
    assert_eq!(ask.end().out, "alpha\n");
}

#[test]
fn a_pipe_that_never_ends_is_no_hindrance() {
    let ask = start("yes | $ASQ pick 'Which?' - >out", "❯ y");
    enter_until_it_ends(&ask);
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "y\n"));
}

#[test]
fn a_label_of_a_megabyte_is_cut_on_the_screen_alone() {
    let ask = start(
        "{ head -c 1048576 /dev/zero | tr '\\0' x; echo; echo short; } | $ASQ pick 'Which?' - >out",
        "2/2",
    );
    ask.tmux.text("xx");
    ask.tmux.wait_text("1/2");
    enter_until_it_ends(&ask);
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.len()), ("0", 1_048_577));
}

#[test]
fn nothing_in_a_label_acts_on_the_terminal() {
    let ask = start(r"printf 'a\033[2J\033]0;title\007b\rc\n' | $ASQ pick 'Which?' - >out", "1/1");
    ask.tmux.wait("a label with tokens", |s| s.contains("❯ a<U+001B>[2J<U+001B>]0;title<U+0007>b"));
    ask.tmux.text("tit");
    ask.tmux.wait_text("1/1");
    enter_until_it_ends(&ask);
    assert_eq!(fs::read(ask.path("out")).unwrap(), b"a\x1b[2J\x1b]0;title\x07b\rc\n");
    ask.end();
}

#[test]
fn esc_clears_then_cancels_and_nothing_is_printed() {
    let ask = start(r"printf 'a\nb\n' | $ASQ pick 'Which?' - >out", "2/2");
    ask.tmux.text("b");
    ask.tmux.wait_text("1/2");
    ask.tmux.keys(&["Escape"]);
    ask.tmux.wait_text("2/2");
    ask.tmux.keys(&["Escape"]);
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("3", ""));
    assert!(end.screen.contains("✘ Cancelled · Which?"), "{}", end.screen);
}

#[test]
fn what_holds_no_label_is_said_and_nothing_was_asked() {
    let ask = Ask::script(80, 16, 1, "", r"printf '\n \n' | $ASQ pick 'Which?' - >out");
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("2", ""));
    assert!(
        end.screen.contains("asq: there is nothing to pick from: what was read has no label"),
        "{}",
        end.screen
    );
}

#[test]
fn bounds_that_make_no_sense_are_refused_before_anything_is_shown() {
    for (flags, why) in [
        ("--min 1", "--min needs --many"),
        ("--many --min 3 --max 2", "--max 2 is less than --min 3"),
        ("--many --max few", "--max expects a whole number, got 'few'"),
        ("--many --max 0", "--max can't be 0"),
    ] {
        let ask = Ask::script(90, 16, 0, "", &format!("echo a | $ASQ pick 'Which?' - {flags} >out"));
        let end = ask.end();
        assert_eq!((end.code.as_str(), end.out.as_str()), ("2", ""), "{flags}");
        let told = end.screen.lines().filter(|line| !line.is_empty());
        let told: Vec<&str> = told.take_while(|line| *line != "AT THE END").collect();
        assert_eq!(told, [&format!("asq: {why}"), "  asq pick --help explains the flags"], "{flags}");
    }
}

#[test]
fn a_list_begins_at_its_default_however_long_it_is() {
    let ask = start("seq 300 | $ASQ pick 'Which?' - --default 250 >out", "❯ 250");
    enter_until_it_ends(&ask);
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "250\n"));
    let ask = start("seq 3 | $ASQ pick 'Which?' - --default x >out", "❯ 1");
    enter_until_it_ends(&ask);
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "1\n"));
    assert!(end.screen.contains("asq: --default names none of the labels: 'x'"), "{}", end.screen);
}

#[test]
fn a_flag_that_needs_a_form_gets_one_with_its_numbers_and_digits() {
    let ask = start(r"printf 'a\nb\n' | $ASQ pick 'Which?' - --recommend 2 --index >out", "2. b");
    until_it_ends(&ask, "2");
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "2\n"));
    let ask = Ask::script(80, 16, 1, "", "seq 201 | $ASQ pick 'Which?' - --recommend 2 >out");
    let end = ask.end();
    assert_eq!(end.code, "2");
    assert!(
        end.screen.contains("asq: --recommend takes at most 200 labels, but there are more"),
        "{}",
        end.screen
    );
}

#[test]
fn a_signal_ends_it_and_the_terminal_is_as_before() {
    let ask = start(r"printf 'a\nb\n' >labels; exec 4<labels; $ASQ pick 'Which?' - <&4 >out", "2/2");
    ask.signal("TERM");
    let end = ask.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("8", ""));
}
