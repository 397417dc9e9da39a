//! Keys of the person's own: what settings may say, and what then works.

use crate::forms;
use crate::forms::{many, one, text};
use asq_core::form::Binding;
use asq_core::form::keys::{EMACS, KeyProblem, Unbindable, VI, parse};
use asq_core::form::{Act, Form, Key};
use asq_core::model::{Draft, Question};
use asq_dialects::{ask_user_question, asq, question};
use asq_testkit::sketch::play;
use expect_test::expect;
use proptest::prelude::*;

fn three() -> Vec<Question> {
    vec![one("A", "First?", &["a1", "a2", "a3"]), many("B", "Second?", &["b1", "b2"], 1), text("C", "Third?")]
}

fn asq(keys: &[(&str, &str)]) -> Form {
    Form::new(forms::request(asq::rules::ANSWER, three()), asq::rules::FORM, Draft::default())
        .with_keys(good(keys))
}

/// Bindings of keys that have no problem.
fn good(keys: &[(&str, &str)]) -> Vec<Binding> {
    match parse(keys.iter().copied()) {
        Ok(bindings) => bindings,
        Err(problems) => panic!("{problems:?}"),
    }
}

/// Every act has one name, and every name one act.
#[test]
fn names_of_acts() {
    for name in Act::names() {
        assert_eq!(Act::from_name(name).and_then(Act::name), Some(name));
    }
    assert_eq!(Act::from_name("page-up"), Some(Act::PageUp));
    assert_eq!((Act::from_name("yes"), Act::Yes.name()), (None, None));
}

#[test]
fn names_of_keys() {
    let names = [
        "ctrl+g",
        "alt+left",
        "f1",
        "F24",
        "space",
        "?",
        "G",
        "shift+g",
        "Ctrl+X",
        "ctrl+alt+Delete",
        "alt+<",
        "ctrl++",
        "+",
        "shift+tab",
        "pgdn",
        "é",
    ];
    let read: Vec<String> = names.iter().map(|n| format!("{n} = {}", Key::from_name(n).expect(n))).collect();
    expect![[r#"
        ctrl+g = ctrl+g
        alt+left = alt+left
        f1 = f1
        F24 = f24
        space = space
        ? = ?
        G = G
        shift+g = G
        Ctrl+X = ctrl+x
        ctrl+alt+Delete = ctrl+alt+delete
        alt+< = alt+<
        ctrl++ = ctrl+plus
        + = plus
        shift+tab = shift+tab
        pgdn = pagedown
        é = é"#]]
    .assert_eq(&read.join("\n"));
    for bad in ["", "ctrl+", "f0", "f25", "hyper+x", "ctrl+ctrl+x", "entr", "shift+1", "ctrl g"] {
        assert_eq!(Key::from_name(bad), None, "{bad:?}");
    }
}

/// Footers and help follow by themselves.
#[test]
fn what_was_bound_works_and_is_told() {
    let keys = [("down", "ctrl+n n"), ("up", "ctrl+p"), ("choose", "x"), ("notes", "f2"), ("leave", "q")];
    let mut out = String::new();
    for typed in ["", "n", "nx", "?", "q", "<f2>"] {
        out += "=== ";
        out += typed;
        out += "\n";
        out += &play(asq(&keys), typed);
    }
    expect![[r#"
        === 
        [A] B C Review
        First?
        > 1. a1
          2. a2
          3. a3
          4. Something else…
          5. Let's discuss this
        -- Ctrl+P/Ctrl+N move · x select · 1-5 pick · Tab next · ? keys · q cancel
        === n
        [A] B C Review
        First?
          1. a1
        > 2. a2
          3. a3
          4. Something else…
          5. Let's discuss this
        -- Ctrl+P/Ctrl+N move · x select · 1-5 pick · Tab next · ? keys · q cancel
        === nx
        *A [B] C Review
        Second?
        > 1. [ ] b1
          2. [ ] b2
          3. [ ] Something else…
          4. Let's discuss this
          [ Done · 0 picked ]
        -- Ctrl+P/Ctrl+N move · x tick · 1-4 tick · Tab next · ? keys · q back
        === ?
        [A] B C Review
        # Keys
          1-5                   the row with that number
          x, Enter              choose the row
          Ctrl+P, ↑, Ctrl+N, n  move
          Home, End             first and last row
          Tab, →                the page after
          F2                    add a note
          z, Ctrl+O             read on the full screen
          /                     filter the list
          Ctrl+G                write in your own editor
          Ctrl+L                talk about it first
          Ctrl+X                say no
          q, Esc                back, or cancel
          Ctrl+C                cancel at once
          PgUp, PgDn            scroll
        -- any key to close
        === q
        cancelled
        0: -
        1: -
        2: -
        === <f2>
        [A] B C Review
        note on A
        First?
        > |Type a note
        -- Enter save · Ctrl+J new line · Esc drop the edit
    "#]]
    .assert_eq(&out);
}

/// "typed text is never captured by a remap in text spots unless it has ctrl/alt"
#[test]
fn letters_stay_text_where_text_is_typed() {
    let keys = [("down", "j"), ("choose", "o"), ("next-tab", "l ctrl+t"), ("cancel", "q")];
    expect![[r#"
        [A] B C Review
        First?
          1. a1
          2. a2
          3. a3
        > 4. joloq|
          5. Let's discuss this
        -- ↑/↓ move · Enter select · Ctrl+T next · Esc back
    "#]]
    .assert_eq(&play(asq(&keys), "jjjjoloq"));
    expect![[r#"
        A B C [Review]
        # Review your answers
          A: (not answered)
          B: (not answered)
          C: (typed; Enter there accepts it)
          You have not answered all questions: A, B, C
        > [ Submit answers ]
        -- o submit · ↑/j change an answer · Ctrl+X decline · Esc back
    "#]]
    .assert_eq(&play(asq(&keys), "ll<esc>ljoloq<c-t>"));
}

#[test]
fn presets() {
    let form = |keys| asq(keys);
    for (name, keys) in [("vi", VI), ("emacs", EMACS)] {
        let mut out = String::new();
        for typed in ["?", "jj", "<c-n><c-n><c-p>", "G", "lh"] {
            out += ["=== ", name, " ", typed, "\n"].concat().as_str();
            out += &play(form(keys), typed);
        }
        match name {
            "vi" => expect![[r#"
                === vi ?
                [A] B C Review
                # Keys
                  1-5              the row with that number
                  Enter, Space     choose the row
                  k, ↑, j, ↓       move
                  g, Home, G, End  first and last row
                  l, Tab           the page after
                  n                add a note
                  z, Ctrl+O        read on the full screen
                  /                filter the list
                  Ctrl+G           write in your own editor
                  Ctrl+L           talk about it first
                  Ctrl+X           say no
                  Esc              back, or cancel
                  Ctrl+C           cancel at once
                  PgUp, PgDn       scroll
                -- any key to close
                === vi jj
                [A] B C Review
                First?
                  1. a1
                  2. a2
                > 3. a3
                  4. Something else…
                  5. Let's discuss this
                -- k/j move · Enter select · 1-5 pick · l next · ? keys · Esc cancel
                === vi <c-n><c-n><c-p>
                [A] B C Review
                First?
                > 1. a1
                  2. a2
                  3. a3
                  4. Something else…
                  5. Let's discuss this
                -- k/j move · Enter select · 1-5 pick · l next · ? keys · Esc cancel
                === vi G
                [A] B C Review
                First?
                  1. a1
                  2. a2
                  3. a3
                  4. Something else…
                > 5. Let's discuss this
                -- k/j move · Enter select · 1-5 pick · l next · ? keys · Esc cancel
                === vi lh
                [A] B C Review
                First?
                > 1. a1
                  2. a2
                  3. a3
                  4. Something else…
                  5. Let's discuss this
                -- k/j move · Enter select · 1-5 pick · l next · ? keys · Esc cancel
            "#]]
            .assert_eq(&out),
            _ => expect![[r#"
                === emacs ?
                [A] B C Review
                # Keys
                  1-5                      the row with that number
                  Enter, Space             choose the row
                  Ctrl+P, ↑, Ctrl+N, ↓     move
                  Alt+<, Home, Alt+>, End  first and last row
                  Tab, →                   the page after
                  n                        add a note
                  z, Ctrl+O                read on the full screen
                  /                        filter the list
                  Ctrl+G                   write in your own editor
                  Ctrl+L                   talk about it first
                  Ctrl+X                   say no
                  Esc                      back, or cancel
                  Ctrl+C                   cancel at once
                  PgUp, PgDn               scroll
                -- any key to close
                === emacs jj
                [A] B C Review
                First?
                  1. a1
                  2. a2
                > 3. a3
                  4. Something else…
                  5. Let's discuss this
                -- Ctrl+P/Ctrl+N move · Enter select · 1-5 pick · Tab next · ? keys · Esc cancel
                === emacs <c-n><c-n><c-p>
                [A] B C Review
                First?
                  1. a1
                > 2. a2
                  3. a3
                  4. Something else…
                  5. Let's discuss this
                -- Ctrl+P/Ctrl+N move · Enter select · 1-5 pick · Tab next · ? keys · Esc cancel
                === emacs G
                [A] B C Review
                First?
                > 1. a1
                  2. a2
                  3. a3
                  4. Something else…
                  5. Let's discuss this
                -- Ctrl+P/Ctrl+N move · Enter select · 1-5 pick · Tab next · ? keys · Esc cancel
                === emacs lh
                [A] B C Review
                First?
                > 1. a1
                  2. a2
                  3. a3
                  4. Something else…
                  5. Let's discuss this
                -- Ctrl+P/Ctrl+N move · Enter select · 1-5 pick · Tab next · ? keys · Esc cancel
            "#]]
            .assert_eq(&out),
        }
    }
}

/// Exact footers are templates: the document's sentence under its own keys, true hints under others.
#[test]
fn exact_footers_under_other_keys() {
    let form = |keys: &[(&str, &str)]| {
        let questions = vec![one("Header", "Question text?", &["A", "B"])];
        let request = forms::request(ask_user_question::rules::ANSWER, questions);
        let form = Form::new(request, ask_user_question::rules::FORM, Draft::default());
        form.with_keys(good(keys))
    };
    expect![[r#"
        [Header]
        Question text?
        > 1. A
          2. B
          3. Type something
        -- Enter to select · k/j to navigate · Esc to cancel
    "#]]
    .assert_eq(&play(form(&[("nothing", "space"), ("up", "k"), ("down", "j")]), ""));
}

/// All problems at once, each with what was written.
#[test]
fn problems() {
    let wanted = [
        ("dwon", "j"),
        ("down", "j entr enter"),
        ("undo", "u"),
        ("up", "j ctrl+c esc"),
        ("first", "alt+<"),
        ("text-start", "alt+<"),
    ];
    let problems = parse(wanted).expect_err("bad keys");
    let said: Vec<String> = problems.iter().map(KeyProblem::to_string).collect();
    expect![[r#"
        there is no action "dwon"
        down: there is no key "entr"
        down: enter can't be given away
        undo: u is typed as text there; add ctrl or alt
        up: j is down already
        up: ctrl+c can't be given away
        up: esc can't be given away"#]]
    .assert_eq(&said.join("\n"));
    assert_eq!(problems[0].why, Unbindable::NoSuchAct);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// "A remap must not make a form unanswerable or inescapable"
    #[test]
    fn no_keys_lock_a_form(
        wanted in proptest::collection::vec(
            (proptest::sample::select(Act::names().collect::<Vec<_>>()),
             proptest::sample::select(vec!["enter", "esc", "ctrl+c", "up", "down", "space", "tab", "j", "y", "1", "ctrl+j", "left", "alt+x"])),
            0..12,
        ),
    ) {
        // Good pairs only, as settings would keep them.
        let mut good: Vec<(&str, &str)> = Vec::new();
        for pair in wanted {
            good.push(pair);
            if parse(good.iter().copied()).is_err() {
                good.pop();
            }
        }
        let form = || {
            let questions = vec![one("A", "First?", &["a1", "a2"])];
            Form::new(forms::request(question::rules::ANSWER, questions), question::rules::FORM, Draft::default())
                .with_keys(self::good(&good))
        };
        prop_assert_eq!(play(form(), "<down><ret>"), "answered\n0: a2\n");
        prop_assert_eq!(play(form(), "<c-c>"), "cancelled\n0: -\n");
        prop_assert_eq!(play(form(), "<esc>"), "cancelled\n0: -\n");
        prop_assert_eq!(play(form(), "<down><down><ret>own<esc><esc>"), "cancelled\n0: -\n0: typed Custom \"own\"\n");
    }
}

/// "Binding one to its own act changes nothing."
#[test]
fn a_key_that_can_not_be_given_away_may_be_wanted_for_what_it_does() {
    assert_eq!(
        parse([("choose", "enter"), ("cancel", "ctrl+c"), ("leave", "esc"), ("up", "up")]),
        Ok(Vec::new())
    );
}

/// "Each act has a short description and its keys in the base table": keys that answer the form's own questions are
/// left out.
#[test]
fn the_table_of_acts_has_the_keys_that_every_form_has() {
    let keys_of = |act: &str| -> Vec<String> {
        let row = Act::table().find(|(name, ..)| *name == act);
        row.map(|(_, keys, _)| keys.iter().map(ToString::to_string).collect()).unwrap_or_default()
    };
    assert_eq!(keys_of("choose"), ["enter"]);
    assert_eq!(keys_of("leave"), ["esc"]);
    assert_eq!(keys_of("help"), ["?"]);
    assert_eq!(keys_of("undo"), ["ctrl+z", "ctrl+_", "ctrl+/"]);
}
