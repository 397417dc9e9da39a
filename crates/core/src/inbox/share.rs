//! Texts of one request that several surfaces write.
//!
//! - What another surface typed is taken over where this one's text was not touched since they last agreed.
//! - Else both are kept: a key changes them over, as often as wanted.
//! - A text that rests for two seconds is known to the others: what they type then goes on from it.

use crate::form::Form;
use crate::model::{Draft, Typed};
use crate::text::Untrusted;
use crate::time::Timestamp;

/// So long after the last key other surfaces have the text.
const SETTLED: u64 = 2000;

/// What is known of the texts of other surfaces.
#[derive(Debug, Default)]
pub struct Share {
    /// The texts that all surfaces agreed on last.
    agreed: Vec<Typed>,
    /// When a text was last changed here.
    typed_at: Option<Timestamp>,
    /// Texts of other surfaces, where this one has others.
    pub others: Vec<Typed>,
}

impl Share {
    /// All surfaces begin with this.
    pub fn new(draft: &Draft) -> Share {
        Share { agreed: draft.texts(), ..Share::default() }
    }

    /// A text was changed here.
    pub fn typed(&mut self, now: Timestamp) {
        self.typed_at = Some(now);
    }

    /// Takes over what another surface typed, where nothing stands against it.
    pub fn drafted(&mut self, now: Timestamp, form: &mut Form, theirs: &Draft) {
        let theirs = theirs.texts();
        let mine = form.draft().texts();
        if self.typed_at.is_none_or(|at| at.plus(SETTLED) <= now) {
            self.agreed.clone_from(&mine);
        }
        let mut places: Vec<&Typed> = Vec::new();
        for typed in theirs.iter().chain(&self.agreed) {
            if !places.iter().any(|p| same_place(p, typed)) {
                places.push(typed);
            }
        }
        let mut others = Vec::new();
        let mut take = Vec::new();
        for place in places {
            let of = |texts: &[Typed]| texts.iter().find(|t| same_place(t, place)).map(|t| t.text.clone());
            let (wanted, here, before) = (of(&theirs), of(&mine), of(&self.agreed));
            if wanted == here {
                continue;
            }
            let text = wanted.unwrap_or_else(|| Untrusted::from(""));
            let typed = Typed { text, ..place.clone() };
            if here == before {
                take.push(typed);
            } else if !typed.text.raw().is_empty() {
                others.push(typed);
            }
        }
        for typed in &take {
            form.take_text(typed);
        }
        self.others.retain(|other| !take.iter().any(|t| same_place(t, other)));
        for other in others {
            self.others.retain(|o| !same_place(o, &other));
            self.others.push(other);
        }
        if !take.is_empty() {
            self.agreed = form.draft().texts();
        }
    }

    /// Keeps what another surface wrote at the same time as what stands here; not what this goes on from.
    pub fn clashed(&mut self, form: &Form, theirs: &Draft) {
        let mine = form.draft().texts();
        for other in theirs.texts() {
            let goes_on = |t: &Typed| same_place(t, &other) && t.text.raw().contains(other.text.raw());
            let same = mine.iter().any(goes_on);
            self.others.retain(|o| !same_place(o, &other));
            if !same && !other.text.raw().is_empty() {
                self.others.push(other);
            }
        }
    }

    /// Changes this surface's texts and the other's over; false: there is none of another.
    pub fn change_over(&mut self, now: Timestamp, form: &mut Form) -> bool {
        let mine = form.draft().texts();
        let others = std::mem::take(&mut self.others);
        for other in &others {
            let here = mine.iter().find(|t| same_place(t, other));
            form.take_text(other);
            self.others.extend(here.cloned());
        }
        self.typed_at = Some(now);
        !others.is_empty()
    }
}

fn same_place(one: &Typed, other: &Typed) -> bool {
    (one.question, one.place) == (other.question, other.place)
}

#[cfg(test)]
mod tests {
    use super::Share;
    use crate::form::*;
    use crate::model::*;
    use crate::time::Timestamp;

    const RULES: FormRules = FormRules {
        called: Called::ASQ,
        keys: &[],
        custom: None,
        discuss: None,
        tabs: Tabs::Never,
        review: Review {
            when: ReviewWhen::Never,
            title: "",
            rows: ReviewRows::AnswersAndSubmit,
            submit: "",
            cancel: "",
        },
        single: SubmitOn::Pick,
        many: CommitRow { label: "", zero: Zero::Refuse },
        revisit: Revisit::First,
        ends: Ends::Clamp,
        esc: &[EscStep::Cancel],
        notes: Notes::Never,
        preview: PreviewPlace::Never,
        look: Look {
            focus: ">",
            rules: false,
            numbers: Numbers::All,
            tab_open: " ",
            tab_done: " ",
            submit_tab: "",
            one: "",
            one_many: "",
            several: "",
            review: "",
            editor: "",
            commit_gap: false,
            filter_over: 0,
        },
        elapsed: false,
    };

    /// Two texts to type.
    fn form() -> Form {
        let text = || Kind::Text { multiline: true, placeholder: None };
        let rules = AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            discuss: false,
            notes: false,
            danger: DangerRule::Unknown,
        };
        let questions = vec![Question::new("a", text()), Question::new("b", text())];
        Form::new(Request::new(questions, rules), RULES, Draft::default())
    }

    fn draft(texts: [&str; 2]) -> Draft {
        let typed = texts.iter().enumerate().filter(|(_, text)| !text.is_empty());
        let typed =
            typed.map(|(question, text)| Typed { question, place: TypedIn::Edit, text: (*text).into() });
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
        let mut form = form();
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
        let mut form = form();
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
        let mut form = form();
        let mut share = Share::new(&form.draft());
        form.handle(Timestamp(0), Action::Paste("begun here".into()));
        share.typed(Timestamp(0));
        share.drafted(Timestamp(3000), &mut form, &draft(["begun here, ended there", ""]));
        assert_eq!((texts(&form), others(&share)), (vec!["0 begun here, ended there".into()], vec![]));
        share.drafted(Timestamp(4000), &mut form, &draft(["", ""]));
        assert_eq!((texts(&form), others(&share)), (Vec::<String>::new(), vec![]), "cleared there");
    }
}
