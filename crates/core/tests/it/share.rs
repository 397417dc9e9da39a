//! Texts of one request that several surfaces write.

use asq_core::form::{Act, Action, Form};
use asq_core::inbox::Share;
use asq_core::model::{
    Answer, Answers, Draft, Entry, Kind, Pick, Question, QuestionOption, Request, Typed, TypedIn,
};
use asq_core::time::Timestamp;
use asq_testkit::sample::PLAIN_RULES;
use asq_testkit::sample::two_texts;

fn draft(texts: [&str; 2]) -> Draft {
    let typed = texts.iter().enumerate().filter(|(_, text)| !text.is_empty());
    let typed = typed.map(|(question, text)| Typed { question, place: TypedIn::Edit, text: (*text).into() });
    Draft { typed: typed.collect(), ..Draft::default() }
}

fn texts(form: &Form) -> Vec<String> {
    form.draft().texts().iter().map(|t| format!("{} {}", t.question, t.text.raw())).collect()
}

fn others(share: &Share) -> Vec<String> {
    share.others.iter().map(|t| format!("{} {}", t.question, t.text.raw())).collect()
}

#[test]
fn an_untouched_text_is_taken_over_and_a_touched_one_kept() {
    let mut form = two_texts();
    let mut share = Share::new(&form.draft());
    form.handle(Timestamp(0), Action::Insert('m'));
    share.changed_here(Timestamp(0));
    share.take_draft(Timestamp(100), &mut form, &draft(["theirs", "both"]));
    assert_eq!(
        (texts(&form), others(&share)),
        (vec!["0 m".into(), "1 both".into()], vec!["0 theirs".into()])
    );
    assert!(share.swap(Timestamp(200), &mut form));
    assert_eq!(
        (texts(&form), others(&share)),
        (vec!["0 theirs".into(), "1 both".into()], vec!["0 m".into()])
    );
    assert!(share.swap(Timestamp(300), &mut form));
    assert_eq!(
        (texts(&form), others(&share)),
        (vec!["0 m".into(), "1 both".into()], vec!["0 theirs".into()])
    );
}

#[test]
fn both_texts_of_a_clash_are_there_when_the_form_comes_back() {
    let mut form = two_texts();
    form.handle(Timestamp(0), Action::Insert('m'));
    let mut share = Share::new(&form.draft());
    share.keep_clash(&form, &draft(["theirs", ""]));
    assert_eq!((texts(&form), others(&share)), (vec!["0 m".into()], vec!["0 theirs".into()]));
    assert!(share.swap(Timestamp(200), &mut form));
    assert_eq!((texts(&form), others(&share)), (vec!["0 theirs".into()], vec!["0 m".into()]));
    share.keep_clash(&form, &draft(["theirs", ""]));
    assert_eq!(others(&share), Vec::<String>::new(), "it is the one that stands here");
    share.keep_clash(&form, &draft(["their", ""]));
    assert_eq!(others(&share), Vec::<String>::new(), "this goes on from it");
}

#[test]
fn a_text_that_rested_goes_on_elsewhere() {
    let mut form = two_texts();
    let mut share = Share::new(&form.draft());
    form.handle(Timestamp(0), Action::Paste("begun here".into()));
    share.changed_here(Timestamp(0));
    share.take_draft(Timestamp(3000), &mut form, &draft(["begun here, ended there", ""]));
    assert_eq!((texts(&form), others(&share)), (vec!["0 begun here, ended there".into()], vec![]));
    share.take_draft(Timestamp(4000), &mut form, &draft(["", ""]));
    assert_eq!((texts(&form), others(&share)), (Vec::<String>::new(), vec![]), "cleared there");
}

fn picked(picks: [Option<usize>; 2]) -> Draft {
    let answer = |pick: Option<usize>| pick.map(|i| Answer::Picks(vec![Pick::Option(i)]));
    let entries = picks.map(|pick| Entry { answer: answer(pick), ..Entry::default() }).to_vec();
    Draft { answers: Answers { entries }, ..Draft::default() }
}

fn two_lists() -> Form {
    let question = |id: &str| Question {
        options: ["x", "y"].map(QuestionOption::new).to_vec(),
        ..Question::new(id, Kind::One)
    };
    let rules = two_texts().request().rules;
    Form::new(Request::new(vec![question("a"), question("b")], rules), PLAIN_RULES, Draft::default())
}

#[test]
fn a_pick_is_taken_over_and_a_pick_of_ones_own_kept() {
    let mut form = two_lists();
    let mut share = Share::new(&form.draft());
    form.shown(Timestamp(0));
    form.handle(Timestamp(1000), Action::Do(Act::Choose));
    share.changed_here(Timestamp(1000));
    share.take_draft(Timestamp(1100), &mut form, &picked([Some(1), Some(1)]));
    assert_eq!(form.draft(), picked([Some(0), Some(1)]), "the first was picked here, the second was not");
    assert_eq!(share.banner(), Some("another answer was picked elsewhere · Ctrl+T takes it, yours is kept"));
    assert!(share.swap(Timestamp(1200), &mut form));
    assert_eq!(form.draft(), picked([Some(1), Some(1)]));
    assert!(share.swap(Timestamp(1300), &mut form));
    assert_eq!(form.draft(), picked([Some(0), Some(1)]));
}
