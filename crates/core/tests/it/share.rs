//! Texts of one request that several surfaces write.

use asq_core::form::{Action, Form};
use asq_core::inbox::Share;
use asq_core::model::{Draft, Typed, TypedIn};
use asq_core::time::Timestamp;
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
    share.typed(Timestamp(0));
    share.drafted(Timestamp(100), &mut form, &draft(["theirs", "both"]));
    assert_eq!(
        (texts(&form), others(&share)),
        (vec!["0 m".into(), "1 both".into()], vec!["0 theirs".into()])
    );
    assert!(share.change_over(Timestamp(200), &mut form));
    assert_eq!(
        (texts(&form), others(&share)),
        (vec!["0 theirs".into(), "1 both".into()], vec!["0 m".into()])
    );
    assert!(share.change_over(Timestamp(300), &mut form));
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
    share.clashed(&form, &draft(["theirs", ""]));
    assert_eq!((texts(&form), others(&share)), (vec!["0 m".into()], vec!["0 theirs".into()]));
    assert!(share.change_over(Timestamp(200), &mut form));
    assert_eq!((texts(&form), others(&share)), (vec!["0 theirs".into()], vec!["0 m".into()]));
    share.clashed(&form, &draft(["theirs", ""]));
    assert_eq!(others(&share), Vec::<String>::new(), "it is the one that stands here");
    share.clashed(&form, &draft(["their", ""]));
    assert_eq!(others(&share), Vec::<String>::new(), "this goes on from it");
}

#[test]
fn a_text_that_rested_goes_on_elsewhere() {
    let mut form = two_texts();
    let mut share = Share::new(&form.draft());
    form.handle(Timestamp(0), Action::Paste("begun here".into()));
    share.typed(Timestamp(0));
    share.drafted(Timestamp(3000), &mut form, &draft(["begun here, ended there", ""]));
    assert_eq!((texts(&form), others(&share)), (vec!["0 begun here, ended there".into()], vec![]));
    share.drafted(Timestamp(4000), &mut form, &draft(["", ""]));
    assert_eq!((texts(&form), others(&share)), (Vec::<String>::new(), vec![]), "cleared there");
}
