//! Ids and refusals.
//!
//! - The beginning of an id, in upper or lower case; one that fits several requests, and one that fits none.
//! - Every refusal, with its exit code and its way out.
//! - A loser learns the winner.

use super::*;
use expect_test::expect;

#[test]
fn the_beginning_of_an_id_is_enough_where_it_fits_no_other() {
    let shop = Shop::new();
    let near = |bits: u128| RequestId(0x5a5a_5a5a << 96 | bits);
    for (n, bits) in [0, 1 << 60, 1 << 95].into_iter().enumerate() {
        let mut question = db();
        question.text = format!("Question {n}\u{7}?").into();
        let record = Record {
            by: asker(),
            at: moment(1),
            fact: Fact::Asked(Box::new(asked(vec![question], "a", "/"))),
        };
        shop.1.append(&[Append { request: near(bits), expected: 0, records: vec![record] }]).unwrap();
    }
    let store = &*shop.0.backend;
    let shorts = [0, 1 << 60, 1 << 95].map(|bits| store.short_id(near(bits)).unwrap());
    let said = ["2t", "2TB9D5", "2tb9d5n", "zz", "", "no-id", "2tb9d59"].map(|typed| {
        match ids::find(store, typed) {
            Ok(id) => format!("{typed}: {id}\n"),
            Err(failure) => format!("{typed}: {failure} ({})\n", failure.exit().code()),
        }
    });
    expect![[r#"
        ["2tb9d5m0000000", "2tb9d5m0000001", "2tb9d5n"]
        2t: asq: several requests begin with '2t'
          2tb9d5m0000000  Question 0<U+0007>?
          2tb9d5m0000001  Question 1<U+0007>?
          2tb9d5n  Question 2<U+0007>? (2)
        2TB9D5: asq: several requests begin with '2TB9D5'
          2tb9d5m0000000  Question 0<U+0007>?
          2tb9d5m0000001  Question 1<U+0007>?
          2tb9d5n  Question 2<U+0007>? (2)
        2tb9d5n: 2tb9d5n0000000000000000000
        zz: asq: no request is called 'zz'
          asq list shows the open requests, asq history the closed ones (66)
        : asq: no request is called ''
          asq list shows the open requests, asq history the closed ones (66)
        no-id: asq: no request is called 'no-id'
          asq list shows the open requests, asq history the closed ones (66)
        2tb9d59: asq: no request is called '2tb9d59'
          asq list shows the open requests, asq history the closed ones (66)
    "#]]
    .assert_eq(&format!("{shorts:?}\n{}", said.concat()));
}

#[test]
fn refusals_say_what_can_be_done() {
    let mut life = Life::default();
    let asked = asked(vec![db()], "claude", "/");
    let digest = asked.digest.clone();
    let mut tell = |by: &Actor, input: Input| match life.decide(moment(0), by, input) {
        Ok(records) => {
            for record in &records {
                life.apply(record);
            }
            "done\n".to_owned()
        }
        Err(refusal) => {
            let failure = failure(&refusal, &berlin());
            format!("{failure} ({})\n", failure.exit().code())
        }
    };
    let answer = |entry: Entry| Input::Close {
        closing: Closing::Answer { answers: Answers { entries: vec![entry] }, seen: digest.clone() },
        key: None,
    };
    let mut all = tell(&person(How::Cli), answer(Entry::default()));
    all += &tell(&asker(), Input::Ask(Box::new(asked)));
    all += &tell(&person(How::Cli), answer(Entry::default()));
    all += &tell(&person(How::Cli), answer(picked(vec![Pick::Option(7), Pick::Option(0)])));
    let own = Actor { kin: Kin::Own { forced: false }, ..person(How::Cli) };
    all += &tell(&own, answer(picked(vec![Pick::Option(0)])));
    all += &tell(&asker(), answer(picked(vec![Pick::Option(0)])));
    all += &tell(
        &Actor { kin: own.kin.forced(), ..own },
        Input::Close { closing: Closing::Discuss { draft: Draft::default() }, key: None },
    );
    all += &tell(&person(How::Cli), answer(picked(vec![Pick::Option(0)])));
    let danger = failure(&Refusal::Danger(How::Cli), &berlin());
    let _ = writeln!(all, "{danger}\n{}", failure(&Refusal::DeliveredBefore(moment(3)), &berlin()));
    expect![[r#"
        asq: there is no such request (66)
        done
        asq: the answer does not fit, so the request stays open
          question 1 (Database): needs an answer, got none (65)
        asq: the answer does not fit, so the request stays open
          question 1 (Database): must have at most 1 pick, got 2
          question 1 (Database): has options 1 to 2, got option 8
          question 1 (Database): must have its picks in the order of the options, custom text last; got option 8 before option 1 (65)
        asq: it can't be closed from the asker's own process tree
          do it in another terminal; --force insists, and that is recorded and shown (65)
        asq: asking and answering are different rights
          the token has another right; asq token new makes one that has it, on the server's machine (65)
        done
        asq: it is closed: to be discussed first, at 2026-11-21 11:40:00 +01:00
          with a command, process 77, from the asker's own process tree, with --force: ada (9)
        asq: a dangerous question is never answered with a command
          it takes somebody who reads it: asq answer ID on a terminal, asq inbox, or the screen that it was asked on
        asq: it was delivered before, at 2026-11-21 11:37:00 +01:00
    "#]].assert_eq(&all);
    assert_eq!(when::age(NOW, NOW), "0 s");
}
