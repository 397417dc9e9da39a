//! What the keys do on the pages that not every contract has: notes, danger, numbers, previews below their
//! option, skipping, declining.

use crate::forms;
use crate::forms::{dangerous, direct, each, many, number, one, previewed, text};
use asq_core::form::Form;
use asq_core::model::{Answer, Kind, Prefs, Question, QuestionOption, Request};
use asq_dialects::{asq, questionnaire};
use asq_testkit::situation;

/// Without the clock, so that pictures tell of one thing.
fn quiet(mut request: Request) -> Request {
    request.prefs = Prefs { clock: false, ..request.prefs };
    request
}

fn questionnaire(questions: Vec<Question>) -> Form {
    let request = quiet(forms::request(questionnaire::rules::ANSWER, questions));
    Form::new(request, questionnaire::rules::FORM, asq_core::model::Draft::default())
}

fn asq(questions: Vec<Question>) -> Form {
    forms::form(asq::rules::FORM, asq::rules::ANSWER, questions)
}

/// "Press `Tab` (or `n`) on the current question to swap to a notes editor"; S2-18: "Enter saves and stays (a
/// `saved` mark shows). Tab saves too and swaps back."
#[test]
fn notes_are_saved_by_enter_and_by_tab() {
    let mut situation = situation!("pages_keys/notes_are_saved_by_enter_and_by_tab");
    let form = || questionnaire(vec![one("Env", "Which?", &["a", "b"]), text("Say", "Anything?")]);
    each(form, &["n", "nwhy<ret>", "nwhy<tab>", "nwhy<c-j>so<ret><tab>1hi<ret>"], &mut situation);
}

/// S2-18: "Esc drops the edit since the last save, goes back to the answer; undo on reopening brings it back."
#[test]
fn esc_drops_what_was_not_saved() {
    let mut situation = situation!("pages_keys/esc_drops_what_was_not_saved");
    let form = || questionnaire(vec![one("Env", "Which?", &["a", "b"])]);
    each(
        form,
        &[
            "nwhy<esc>",
            "nwhy<ret> not<esc>",
            "nwhy<ret> not<esc>n",
            "nwhy<ret> not<esc>n<c-z>",
            "nwhy<esc>n<c-z><tab>1",
        ],
        &mut situation,
    );
}

/// "Notes are independent of the answer": "Answer drafts are untouched by the round trip."
#[test]
fn notes_leave_the_answer_alone() {
    let mut situation = situation!("pages_keys/notes_leave_the_answer_alone");
    let form = || {
        questionnaire(vec![
            text("Say", "Anything?"),
            one("Env", "Which?", &["a", "b"]),
            number("Rep", "How many?", 1, 9),
        ])
    };
    each(
        form,
        &[
            "half<tab>note<tab>",
            "half<tab>note<tab> more<ret>",
            "x<ret>3own<tab>note<esc>",
            "x<ret>13<tab>n<tab>",
        ],
        &mut situation,
    );
}

/// "a danger confirmation": S2-19, S2-21 for confirm_enum.
#[test]
fn danger_without_a_list_is_confirmed_or_declined() {
    let mut situation = situation!("pages_keys/danger_without_a_list_is_confirmed_or_declined");
    let form = || questionnaire(vec![direct("Wipe", "Drop the database?", &["Affirm", "Decline"], None)]);
    each(
        form,
        &[
            "",
            "<ret>",
            "  <ret>",
            "prod<ret>",
            "prod<c-x>",
            "<up><down>prod<up><ret>",
            "pr<tab>sure<tab>od<ret>",
            "prod<esc>",
            "1<ret>",
        ],
        &mut situation,
    );
}

/// "Hides the Submit tab while a danger question is active"; "The previous answer is prefilled in the editor on
/// revisit".
#[test]
fn danger_hides_submit_and_is_prefilled() {
    let mut situation = situation!("pages_keys/danger_hides_submit_and_is_prefilled");
    let form = || {
        questionnaire(vec![
            one("Env", "Which?", &["a", "b"]),
            direct("Wipe", "Drop?", &["Affirm", "Decline"], None),
        ])
    };
    each(
        form,
        &[
            "1",
            "1<a-right>",
            "1<a-left>",
            "1prod<ret>",
            "1prod<ret><left>",
            "1prod<ret><left><ret>",
            "1prod<ret><left><c-x>",
            "1prod<ret><ret>",
        ],
        &mut situation,
    );
}

/// S2-19: "Any other type: first its own UI under the DESTRUCTIVE header, then the typed page before the answer is
/// recorded"; S2-21: Ctrl+X "goes back to the type's UI".
#[test]
fn danger_of_other_types_comes_after_their_own_page() {
    let mut situation = situation!("pages_keys/danger_of_other_types_comes_after_their_own_page");
    let picks = || questionnaire(vec![dangerous(many("Del", "Delete which?", &["a", "b", "c"], 1), None)]);
    each(picks, &["", "12<end><ret>", "12<end><ret><c-x>", "12<end><ret>yes<ret>"], &mut situation);
    let numbers = || questionnaire(vec![dangerous(number("Rep", "How many?", 1, 9), None)]);
    each(numbers, &["7<ret>", "7<ret><c-x>", "7<ret>yes<ret>"], &mut situation);
    let texts =
        || questionnaire(vec![dangerous(text("Say", "Which host?"), None), one("Env", "Which?", &["a"])]);
    each(
        texts,
        &["db1<ret>", "db1<ret><a-right>", "db1<ret><a-right><left>", "db1<ret>db1<ret>1<ret>"],
        &mut situation,
    );
}

/// S2-23: danger_check off: "the type's ordinary UI under the DESTRUCTIVE header, one ordinary commit".
#[test]
fn danger_unchecked_is_an_ordinary_question() {
    let mut situation = situation!("pages_keys/danger_unchecked_is_an_ordinary_question");
    let form = || {
        let mut request = forms::request(
            questionnaire::rules::ANSWER,
            vec![direct("Wipe", "Drop?", &["Affirm", "Decline"], None)],
        );
        request.prefs = Prefs { danger_check: false, clock: false, ..request.prefs };
        Form::new(request, questionnaire::rules::FORM, asq_core::model::Draft::default())
    };
    each(form, &["", "1"], &mut situation);
}

/// asq: "danger with `confirm_text` that must be typed exactly (… never prefilled)"
#[test]
fn an_exact_text_is_typed_anew_for_each_answer() {
    let mut situation = situation!("pages_keys/an_exact_text_is_typed_anew_for_each_answer");
    let form = || {
        asq(vec![
            direct("Drop", "Drop it?", &["Drop it", "Keep it"], Some("prod db")),
            dangerous(one("Which", "Which one?", &["x", "y"]), Some("sure")),
        ])
    };
    each(
        form,
        &[
            "",
            "prod<ret>",
            "prod db<ret>",
            "prod db<ret>1sur<ret>",
            "prod db<ret>1sur<esc>",
            "prod db<ret>1sure<ret><left>",
            "<c-x>2sure<ret><ret>",
            "prod<esc>",
        ],
        &mut situation,
    );
}

/// The whole of it has to have been on the screen: until a surface says so, Enter is refused.
#[test]
fn what_was_not_on_the_screen_is_not_confirmed() {
    use asq_core::form::{Act, Action};
    use asq_core::time::Timestamp;
    let mut form = asq(vec![direct("Drop", "Drop it?", &["Drop it", "Keep it"], Some("prod"))]);
    form.shown(Timestamp(0));
    form.handle(Timestamp(1000), Action::Paste("prod".into()));
    assert_eq!(form.handle(Timestamp(2000), Action::Do(Act::Choose)), vec![]);
    let refused = asq_testkit::sketch::screen(&form.screen());
    // Another page's id changes nothing.
    form.seen(form.screen().page_id + 1);
    assert!(form.screen().must_see);
    let page = form.screen().page_id;
    form.seen(page);
    assert!(!form.screen().must_see);
    let mut situation = situation!("pages_keys/what_was_not_on_the_screen_is_not_confirmed");
    situation.shows("not everything was in sight", &refused);
    situation
        .shows("everything was", &format!("{:#?}\n", form.handle(Timestamp(3000), Action::Do(Act::Choose))));
}

/// S2-12, S2-13: what counts as a number, and how arrows nudge it.
#[test]
fn numbers_are_typed_and_nudged() {
    let mut situation = situation!("pages_keys/numbers_are_typed_and_nudged");
    let form = || {
        let kind = Kind::Number {
            min: Some(1.into()),
            max: Some(100.into()),
            step: 5.into(),
            unit: Some("GB".into()),
        };
        questionnaire(vec![Question { kind, ..number("Size", "How much?", 0, 0) }])
    };
    each(
        form,
        &[
            "",
            "<ret>",
            "1,5<ret>",
            "NaN<ret>",
            "+1e1<ret>",
            "1e999<ret>",
            " 7 <ret>",
            "<up>",
            "<up><up>",
            "7<up>",
            "7<down>",
            "<pgup>",
            "<pgup><pgup><pgup>",
            "0.2<ret>",
        ],
        &mut situation,
    );
    let tenths = || {
        let kind = Kind::Number { min: None, max: None, step: "0.1".parse().unwrap(), unit: None };
        questionnaire(vec![Question { kind, ..number("T", "Temperature?", 0, 0) }])
    };
    each(tenths, &["<up><up><up><up>", "0.2<up><ret>", "<down><ret>"], &mut situation);
}

/// S2-14: "newline keys do nothing, pasted newlines become spaces"
#[test]
fn a_text_of_one_line() {
    let mut situation = situation!("pages_keys/a_text_of_one_line");
    let form = || {
        let kind = Kind::Text { multiline: false, placeholder: Some("name, please".into()) };
        questionnaire(vec![Question { kind, ..text("Name", "Who?") }])
    };
    each(form, &["", "a<c-j><s-ret><a-ret>b", "<paste:one\\ntwo\\r\\nthree><ret>"], &mut situation);
}

/// "sensitive text (masked, kept out of drafts …)"
#[test]
fn a_sensitive_text_is_masked_and_in_no_draft() {
    let mut situation = situation!("pages_keys/a_sensitive_text_is_masked_and_in_no_draft");
    let form =
        || asq(vec![Question { sensitive: true, ..text("Key", "Which key?") }, one("A", "First?", &["a1"])]);
    each(
        form,
        &["s3cret", "s3cret<c-g>", "s3cret<ret>1", "s3cret<ret>1<ret>", "s3cret<c-c>"],
        &mut situation,
    );
}

/// "an answer that looks like a secret is confirmed once"
#[test]
fn a_text_that_looks_like_a_secret_is_asked_about() {
    let mut situation = situation!("pages_keys/a_text_that_looks_like_a_secret_is_asked_about");
    let form = || asq(vec![text("Say", "Anything else?")]);
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    each(form, &[&format!("{secret}<ret>"), &format!("{secret}<ret><ret>")], &mut situation);
}

/// "Press `e` on a highlighted option to toggle preview expansion"; S2-17: "`R` toggles the raw string".
#[test]
fn previews_open_below_their_option() {
    let mut situation = situation!("pages_keys/previews_open_below_their_option");
    let form = || {
        questionnaire(vec![previewed("Auth", "Which?", &[("OAuth2", "# Flow"), ("Basic", ""), ("Key", "k")])])
    };
    each(
        form,
        &["", "e", "eR", "R", "ee", "RR", "e<down>e", "e<down><down>e<up><up>", "3eR?"],
        &mut situation,
    );
}

/// "skippable questions"
#[test]
fn questions_may_be_skipped() {
    let mut situation = situation!("pages_keys/questions_may_be_skipped");
    let form = || {
        let skippable = |q: Question| Question { skippable: true, ..q };
        asq(vec![
            skippable(one("A", "First?", &["a1", "a2"])),
            skippable(text("B", "Second?")),
            one("C", "Third?", &["c1", "c2"]),
        ])
    };
    each(
        form,
        &[
            "",
            "s",
            "s<ret>",
            "s<c-s>",
            "s<c-s>s",
            "s<c-s>1",
            "s<c-s>1<ret>",
            "1<left>shalf<c-s>1",
            "s<left>2<right>",
            // Begun and left with Tab: submitting waits for it, until it is taken or skipped.
            "shalf<tab>1<ret>",
            "shalf<tab>1<ret><ret>",
            "shalf<tab>1<ret><ret><c-s><ret>",
            "shalf<tab>1<ret><ret><ret><ret>",
            // Typing takes a skip back.
            "s<c-s><left>half<tab>1<ret>",
        ],
        &mut situation,
    );
    let alone = || asq(vec![Question { skippable: true, ..one("A", "First?", &["a1"]) }]);
    each(alone, &["s"], &mut situation);
}

/// "recommended option": in asq's own tone.
#[test]
fn a_recommended_option_says_so() {
    let mut situation = situation!("pages_keys/a_recommended_option_says_so");
    let mut question = one("A", "First?", &["a1 (recommended)", "a2"]);
    question.options[1] = QuestionOption { recommended: true, ..QuestionOption::new("a2") };
    question.default = Some(Answer::Picks(vec![asq_core::model::Pick::Option(1)]));
    each(|| asq(vec![question.clone()]), &[""], &mut situation);
}

/// "Decline is offered by … the `asq` form": with a reason, or without one.
#[test]
fn the_whole_request_may_be_declined() {
    let mut situation = situation!("pages_keys/the_whole_request_may_be_declined");
    let form = || asq(vec![one("A", "First?", &["a1", "a2"]), text("B", "Second?")]);
    each(
        form,
        &[
            "<c-x>",
            "<c-x><ret>",
            "<c-x>not now<ret>",
            "1<c-x>no<esc>",
            "1<c-x>no<esc><c-x>",
            "1typed<c-x><paste:two\\nlines><ret>",
            "<c-x>x<c-c>",
        ],
        &mut situation,
    );
}
