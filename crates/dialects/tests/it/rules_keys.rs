//! The proof that rules as data carry the contracts whose reading and writing come later: fifteen key
//! strings for each of `opencode`, `questionnaire`, `spec` and `asq`.

use crate::forms;
use crate::forms::{compare, dangerous, each, many, number, one, text};
use asq_core::form::Form;
use asq_core::model::{Answer, Question};
use asq_dialects::{asq, opencode, questionnaire, spec};
use asq_testkit::situation;

fn opencode(questions: Vec<Question>) -> Form {
    forms::form(opencode::rules::FORM, opencode::rules::ANSWER, questions)
}

fn questionnaire(questions: Vec<Question>) -> Form {
    forms::form(questionnaire::rules::FORM, questionnaire::rules::ANSWER, questions)
}

fn spec(questions: Vec<Question>) -> Form {
    forms::form(spec::rules::FORM, spec::rules::ANSWER, questions)
}

fn asq(questions: Vec<Question>) -> Form {
    forms::form(asq::rules::FORM, asq::rules::ANSWER, questions)
}

#[test]
fn opencode_single_submits_on_the_pick() {
    let mut situation = situation!("rules_keys/opencode_single_submits_on_the_pick");
    let form = || opencode(vec![one("Pkg", "Which manager?", &["pnpm", "bun"])]);
    each(form, &["", "j<ret>", "<space>", "3own<ret>", "3own<esc>", "<esc>"], &mut situation);
}

#[test]
fn opencode_multiple_goes_through_confirm() {
    let mut situation = situation!("rules_keys/opencode_multiple_goes_through_confirm");
    let form = || opencode(vec![many("Scope", "Which files?", &["api", "db"], 0)]);
    each(form, &["21<tab>", "21<tab><ret>", "<tab><ret>", "3own<ret>1l<ret>", "3own<ret>"], &mut situation);
}

#[test]
fn opencode_several_may_stay_open() {
    let mut situation = situation!("rules_keys/opencode_several_may_stay_open");
    let form = || opencode(vec![one("A", "First?", &["a1", "a2"]), many("B", "Second?", &["b1", "b2"], 0)]);
    each(form, &["1", "1l", "1l<ret>", "lhl", "k"], &mut situation);
}

#[test]
fn questionnaire_lists_and_notes() {
    let mut situation = situation!("rules_keys/questionnaire_lists_and_notes");
    let form = || questionnaire(vec![one("Env", "Which?", &["staging", "production"])]);
    each(
        form,
        &["", "2", "3mine<ret>", "<tab>why<ret>", "<tab>why<ret><tab>2", "nwhy<tab>1", "nwhy<esc>", "<esc>"],
        &mut situation,
    );
}

#[test]
fn questionnaire_several_picks_refuse_none() {
    let mut situation = situation!("rules_keys/questionnaire_several_picks_refuse_none");
    let form = || questionnaire(vec![many("Top", "Which?", &["mush", "olive"], 1)]);
    each(form, &["<up><ret>", "<space><up><ret>", "3own<ret>2<up><ret>"], &mut situation);
}

#[test]
fn questionnaire_numbers_nudge_and_stay_in_range() {
    let mut situation = situation!("rules_keys/questionnaire_numbers_nudge_and_stay_in_range");
    let form = || {
        let q = number("Rep", "How many?", 1, 100);
        questionnaire(vec![Question { default: Some(Answer::Number(3.into())), ..q }])
    };
    each(form, &["", "<ret>", "<up><up><ret>", "3000<ret>", "<bs>x<ret>", "<bs>-<ret>"], &mut situation);
}

#[test]
fn questionnaire_switches_tabs_in_editors() {
    let mut situation = situation!("rules_keys/questionnaire_switches_tabs_in_editors");
    let form = || questionnaire(vec![text("Note", "Anything?"), one("Env", "Which?", &["a", "b"])]);
    each(
        form,
        &["hi<a-right>", "hi<ret>]", "hi<ret>1", "hi<ret>1<ret>", "a<c-j>b<ret>[", "<a-right><right><ret>"],
        &mut situation,
    );
}

#[test]
fn questionnaire_confirms_danger_by_typing() {
    let mut situation = situation!("rules_keys/questionnaire_confirms_danger_by_typing");
    let form = || {
        let q = dangerous(one("Wipe", "Drop?", &["Affirm", "Decline"]), None);
        questionnaire(vec![q])
    };
    each(form, &["1", "1<ret>", "1wipe<ret>", "1wi<esc>", "1<tab><tab>"], &mut situation);
}

#[test]
fn spec_asks_one_question_with_two_ways_out() {
    let mut situation = situation!("rules_keys/spec_asks_one_question_with_two_ways_out");
    let form = || spec(vec![one("Layout", "Which layout?", &["Card", "List"])]);
    each(
        form,
        &["", "<down><ret>", "<up>", "3why<ret>", "3why<esc>", "3why<up><ret>", "3<ret>", "4", "<esc>"],
        &mut situation,
    );
}

#[test]
fn spec_selects_several_and_refuses_none() {
    let mut situation = situation!("rules_keys/spec_selects_several_and_refuses_none");
    let form = || {
        let q = many("Areas", "Which areas?", &["Session", "Errors", "Devices"], 1);
        spec(vec![Question { custom: false, ..q }])
    };
    each(
        form,
        &[
            "<space>",
            "31<down><down><down><ret>",
            "<down><down><down><ret>",
            "<down><down><down><down>",
            "2<esc>",
            "?",
        ],
        &mut situation,
    );
}

#[test]
fn asq_walks_back_by_esc_and_keeps_all() {
    let mut situation = situation!("rules_keys/asq_walks_back_by_esc_and_keeps_all");
    let form = || asq(vec![one("A", "First?", &["a1", "a2"]), many("B", "Second?", &["b1", "b2"], 1)]);
    each(
        form,
        &[
            "1<esc>",
            "1<esc><esc>",
            "1<esc><esc>y",
            "1<up><up>",
            "11<down><down><down><ret><ret>",
            "<up><up>own<esc>",
        ],
        &mut situation,
    );
}

#[test]
fn asq_discusses_notes_compares_and_confirms() {
    let mut situation = situation!("rules_keys/asq_discusses_notes_compares_and_confirms");
    let plain = || asq(vec![one("A", "First?", &["a1", "a2"])]);
    each(
        plain,
        &["4", "nbecause<tab>1", "j<ret>", "<down><down>mine<ret>", "<down><down>mi<esc><esc>"],
        &mut situation,
    );
    let previews =
        || asq(vec![Question { custom: true, ..compare("P", "Which?", &[("x", "X"), ("y", "")]) }]);
    each(previews, &["", "<down><down>own<ret>"], &mut situation);
    let danger = || asq(vec![dangerous(one("Drop", "Drop it?", &["Yes", "No"]), Some("prod"))]);
    each(
        danger,
        &["1pro<ret>", "1prod<ret>", "1prod<ret><ret>", "1prod<ret><left>2", "1<esc><tab><ret>"],
        &mut situation,
    );
}
