//! Recognises English text that asks for a secret.
//!
//! - It judges each clause: a verb of giving, then a secret. No word in between may make it a question about the secret
//!   (its path, its name, how, whether).
//! - A secret that only describes the next word (policy, bucket, rotation) doesn't count.
//! - `token`, `key`, `secret` and `pin` are ambiguous: they count only right after `your`, or after a kind.
//! - `Paste it here` counts if the text has named a secret.

/// Words for anybody's secrets. Sorted, in the singular, with spaces for hyphens.
#[rustfmt::skip]
const SECRETS: &[&str] = &[
    "2fa code", "access key", "access token", "account key", "anthropic key", "api key", "api secret",
    "api token", "apikey", "auth token", "authentication code", "authentication token",
    "authenticator code", "authorization token", "aws key", "aws secret", "backup code",
    "bank account number", "bearer token", "bot token", "card number", "client secret", "credential",
    "credit card", "cvc", "cvv", "debit card", "deploy token", "digit code", "encryption key",
    "github pat", "github token", "gitlab token", "license key", "login code", "login detail",
    "login token", "mfa code", "mnemonic", "npm token", "oauth token", "one time code",
    "one time password", "onetime password", "openai key", "otp", "otp code", "passcode", "passphrase",
    "passwd", "password", "pin code", "private key", "pwd", "pypi token", "recovery code", "recovery key",
    "recovery phrase", "refresh token", "secret access key", "secret key", "secret phrase", "secret token",
    "security answer", "security code", "seed phrase", "seed word", "service account key",
    "session cookie", "session token", "signing key", "signing secret", "slack token", "sms code",
    "social security number", "ssh key", "ssn", "stripe key", "totp", "two factor code",
    "verification code", "wallet key", "webhook secret",
];

/// Words for things that are secret only if they are yours.
#[rustfmt::skip]
const YOURS: &[&str] = &["token", "secret", "key", "pin"];

/// Whether a secret before this word only describes it.
#[rustfmt::skip]
fn is_described(word: &str) -> bool {
    matches!(
        word,
        "policy" | "policies" | "length" | "field" | "manager" | "reset" | "rotation" | "storage" | "bucket"
        | "format" | "hashing" | "hash" | "hashes" | "path" | "name" | "variable" | "env" | "strategy"
        | "flow" | "type" | "prompt" | "page" | "form" | "table" | "column" | "limit" | "count" | "counts"
        | "ttl" | "expiry" | "expiration" | "lifetime" | "scope" | "scopes" | "provider" | "vault"
        | "endpoint" | "header" | "validation" | "rule" | "rules" | "strength" | "generator" | "generation"
        | "parser" | "parsing" | "test" | "tests" | "store" | "location" | "id" | "based" | "less"
        | "protected" | "protection" | "encryption" | "algorithm" | "requirement" | "requirements"
        | "complexity" | "input" | "box" | "screen" | "dialog" | "handling" | "management" | "leak"
        | "leaks" | "scanner" | "scanning" | "check" | "checks" | "checker" | "usage" | "budget" | "cost"
        | "size" | "window" | "file" | "files" | "pair" | "pairs" | "payment" | "payments" | "refresh"
        | "renewal" | "revocation" | "exchange" | "auth" | "authentication" | "login" | "logins"
        | "middleware" | "model" | "service" | "support" | "migration" | "history" | "hint" | "change"
        | "changes" | "issuer" | "schema" | "backend" | "helper" | "used" | "expires" | "expire" | "be"
        | "or" | "versus" | "vs" | "stream" | "streaming" | "element" | "component" | "label"
        | "placeholder" | "rate" | "salt" | "setting" | "settings" | "section"
    )
}

/// Whether a verb is one of giving: enter, paste, send.
#[rustfmt::skip]
fn gives(word: &str) -> bool {
    matches!(
        word,
        "paste" | "pasting" | "enter" | "entering" | "provide" | "providing" | "give" | "giving" | "tell"
        | "telling" | "supply" | "input" | "type" | "typing" | "send" | "sending" | "share" | "sharing"
        | "submit" | "reveal" | "disclose" | "insert" | "fill" | "hand" | "drop" | "confirm" | "reenter"
        | "retype" | "dictate" | "reply" | "respond" | "answer" | "key" | "copy" | "put" | "write"
        | "upload" | "post" | "forward" | "message" | "text" | "dm" | "verify" | "authenticate"
    )
}

/// Whether a verb of [`gives`] is unambiguous, even without `your` or `me`.
#[rustfmt::skip]
fn gives_plainly(word: &str) -> bool {
    matches!(
        word,
        "paste" | "enter" | "provide" | "give" | "tell" | "supply" | "input" | "type" | "reenter" | "retype"
    )
}

/// Whether a word turns a verb and a secret into a question about it.
#[rustfmt::skip]
fn turns_to_facts(word: &str) -> bool {
    matches!(
        word,
        "path" | "name" | "location" | "file" | "length" | "id" | "variable" | "policy" | "strategy"
        | "where" | "how" | "which" | "whether" | "if" | "format"
        | "why" | "when" | "gpio" | "led" | "page" | "form" | "field" | "url" | "reason" | "count" | "limit"
        | "expiry" | "owner" | "users" | "user" | "customers" | "they" | "their" | "he" | "she" | "client"
        | "clients" | "no" | "without" | "not" | "never" | "instead"
    )
}

/// Whether a clause that begins with this word asks about something.
#[rustfmt::skip]
fn begins_a_question(word: &str) -> bool {
    matches!(
        word,
        "which" | "how" | "where" | "when" | "why" | "whether" | "who" | "should" | "shall" | "do" | "does"
        | "did" | "is" | "are" | "was" | "were" | "has" | "have" | "if" | "may" | "must" | "don't" | "never"
        | "isn't" | "aren't" | "doesn't" | "what" | "we" | "users" | "it" | "they" | "can" | "could"
        | "would" | "will" | "until" | "once" | "after" | "before" | "use" | "let" | "for" | "allow"
        | "require" | "make" | "ask" | "store" | "keep" | "rotate" | "add" | "remove" | "so" | "the"
    )
}

/// Whether a word may precede a lone secret, as in `Database password:`.
#[rustfmt::skip]
fn may_precede_a_lone_secret(word: &str) -> bool {
    matches!(
        word,
        "your" | "the" | "my" | "current" | "old" | "database" | "db" | "sudo" | "root" | "admin"
        | "administrator" | "account" | "login" | "wifi" | "wi" | "fi" | "bank" | "ssh" | "gpg" | "pgp"
        | "smtp" | "email" | "mail" | "postgres" | "mysql" | "npm" | "pypi" | "stripe" | "openai"
        | "anthropic" | "github" | "gitlab" | "slack" | "google" | "azure" | "aws" | "gcp" | "user"
        | "master" | "keychain" | "keyring" | "vpn" | "ftp" | "production" | "prod" | "staging" | "server"
        | "wallet" | "secret" | "personal" | "full" | "credit" | "debit" | "six" | "6" | "4" | "four"
        | "please" | "and" | "username"
    )
}

/// Whether a text in lower case asks for a secret; `raw` is the original text.
pub(super) fn in_english(text: &str, raw: &str) -> bool {
    let pin = raw.split(|c: char| !c.is_alphanumeric()).any(|word| word == "PIN");
    let text = text.replace(". ", ".\n");
    let mut named = false;
    text.split_inclusive(['?', '!', '\n', ';']).any(|sentence| {
        let question = sentence.ends_with('?');
        let bare = bare_from(sentence);
        let mut asked_before = false;
        let mut rest = sentence;
        while !rest.is_empty() {
            let (clause, after) = rest.split_once([',', ':', '—', '(', ')']).unwrap_or((rest, ""));
            rest = after;
            let words = words(clause);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let asking = words.first().is_some_and(|first| begins_a_question(first));
            let alone = !asked_before && sentence.len() - rest.len() >= bare;
            asked_before |= asking;
            if clause_asks(&words, &SentenceForm { asking, question, alone }, pin)
                || (named && is_handing_it(&words))
            {
                return true;
            }
            named |= secrets(&words, pin).next().is_some();
        }
        false
    })
}

/// The words of a clause; hyphens and underscores separate words, `.` and `'` don't.
fn words(clause: &str) -> Vec<String> {
    #[cfg(test)]
    tests::LOOKED_AT.with(|bytes| bytes.set(bytes.get() + clause.len()));
    let word = |w: &str| w.replace('’', "'");
    clause.split(|c| !is_inner(c)).filter(|w| !w.is_empty()).map(word).collect()
}

fn is_inner(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’')
}

/// The start of a sentence's tail that has no word, except perhaps a `please`.
fn bare_from(sentence: &str) -> usize {
    let said = sentence.trim_end_matches(|c| !is_inner(c));
    let before = said.trim_end_matches(is_inner);
    if &said[before.len()..] == "please" {
        before.trim_end_matches(|c| !is_inner(c)).len()
    } else {
        said.len()
    }
}

fn clause_asks(words: &[&str], tone: &SentenceForm, pin: bool) -> bool {
    secrets(words, pin).any(|secret| {
        let before = &words[..secret.at];
        let polite = is_polite(before);
        (!tone.asking && tone.alone && stands_alone(words, &secret))
            || asked_what(before, &secret)
            || asked_which(words, &secret)
            || (!tone.asking && needed(before))
            || ((polite || !tone.asking) && given(before, &secret, words, tone.question && !polite))
    })
}

/// `Please paste it here`.
fn is_handing_it(words: &[&str]) -> bool {
    let words = words.strip_prefix(&["please"]).unwrap_or(words);
    matches!(words, ["paste" | "enter" | "provide" | "share" | "type", "it" | "them", rest @ ..]
        if rest.iter().all(|word| matches!(*word, "here" | "below" | "now" | "please" | "in")))
}

struct Secret {
    at: usize,
    end: usize,
    /// Whether `your` stands before it, with at most three words between.
    yours: bool,
}

/// The form of the sentence around a clause.
struct SentenceForm {
    /// Whether it begins like a question about something.
    asking: bool,
    /// Whether its sentence ends in a question mark.
    question: bool,
    /// Whether its sentence has no other clause, so that it may ask with a bare secret.
    alone: bool,
}

fn secrets(words: &[&str], pin: bool) -> impl Iterator<Item = Secret> {
    (0..words.len()).filter_map(move |at| {
        let yours = words[at.saturating_sub(4)..at].iter().any(|word| matches!(*word, "your" | "ur"));
        let matches = |phrase: &&&str| {
            #[cfg(test)]
            tests::COMPARED.with(|phrases| phrases.set(phrases.get() + 1));
            let mut rest = words[at..].iter();
            phrase.split(' ').all(|part| rest.next().is_some_and(|word| is_word(word, part)))
        };
        let strong = beginning_with(words[at]).filter(matches).max_by_key(|phrase| phrase.len());
        let weak = || {
            let pin = pin && words[at] == "pin";
            let right_after = at > 0 && matches!(words[at - 1], "your" | "ur");
            let ends = words.get(at + 1).is_none_or(|next| {
                matches!(
                    *next,
                    "for" | "to" | "here" | "below" | "now" | "please" | "and" | "so" | "from" | "in"
                )
            });
            // Few words get this far.
            if pin || (right_after && ends) { YOURS.iter().find(matches) } else { None }
        };
        let phrase = strong.or_else(weak)?;
        let end = at + phrase.split(' ').count();
        let described = words.get(end).is_some_and(|next| is_described(next));
        (!described).then_some(Secret { at, end, yours })
    })
}

/// The phrases of [`SECRETS`] that begin with this word or its plural: most words don't begin any.
fn beginning_with<'a>(word: &'a str) -> impl Iterator<Item = &'static &'static str> + use<'a> {
    let singular = word.strip_suffix("'s").or_else(|| word.strip_suffix('s'));
    [Some(word), singular].into_iter().flatten().flat_map(|word: &'a str| {
        // A blank comes before a letter, so they stand together.
        let from = SECRETS.partition_point(|phrase| *phrase < word);
        let begins = move |phrase: &&&'static str| {
            phrase.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        SECRETS[from..].iter().take_while(begins)
    })
}

/// Whether a word is this one or its plural.
fn is_word(word: &str, singular: &str) -> bool {
    word.strip_prefix(singular).is_some_and(|rest| matches!(rest, "" | "s" | "'s"))
}

fn is_about(words: &[&str]) -> bool {
    words.iter().any(|word| turns_to_facts(word))
        || words.windows(2).any(|pair| matches!(pair, ["type" | "kind" | "number", "of"]))
}

/// `Password:`, `GitHub token for alice`.
fn stands_alone(words: &[&str], secret: &Secret) -> bool {
    let rest = &words[secret.end..];
    words[..secret.at].iter().all(|word| may_precede_a_lone_secret(word))
        && secret.at <= 4
        && (rest.is_empty()
            || (rest.len() <= 4
                && matches!(rest[0], "for" | "of" | "please" | "here" | "needed" | "required")))
}

/// `can you`, `would you mind`.
fn is_polite(before: &[&str]) -> bool {
    matches!(before, ["can" | "could" | "would" | "will", "you" | "u", ..] | ["do", "you", "mind", ..])
        || matches!(before, ["may" | "can" | "could", "i" | "we", "have" | "get" | "ask" | "see", ..])
}

/// `What is your password`.
fn asked_what(before: &[&str], secret: &Secret) -> bool {
    let rest = match before {
        ["what", "is" | "are" | "was", rest @ ..] | ["what's" | "whats", rest @ ..] => rest,
        ["may" | "can" | "could", "i" | "we", "have" | "get" | "see", rest @ ..] => rest,
        _ => return false,
    };
    !is_about(rest) && (secret.yours || (rest.len() <= 4 && rest.first() == Some(&"the")))
}

/// `Which password do you use`.
fn asked_which(words: &[&str], secret: &Secret) -> bool {
    matches!(words, ["which" | "what", ..])
        && secret.at <= 2
        && (words[secret.at].starts_with("pass") || words[secret.at] == "pin")
        && matches!(words[secret.end..], ["do" | "did", "you", "use" | "set" | "choose" | "type" | "log", ..])
}

/// `I need your password`, `I'll need the API key`.
fn needed(before: &[&str]) -> bool {
    before.iter().enumerate().any(|(i, verb)| {
        matches!(*verb, "need" | "needs" | "require" | "requires" | "want" | "wants" | "missing")
            && match before[i + 1..] {
                ["your", ..] => true,
                ["the", ..] => {
                    before[..i].iter().any(|word| matches!(*word, "i" | "i'll" | "still" | "just"))
                }
                ["you", "to", ..] => false,
                _ => false,
            }
            && !is_about(&before[i + 1..])
    })
}

/// A verb of giving, and the secret after it.
fn given(before: &[&str], secret: &Secret, words: &[&str], question: bool) -> bool {
    before.iter().enumerate().any(|(i, verb)| {
        if !gives(verb) || is_about(&before[i + 1..]) || before[i + 1..].first() == Some(&"of") {
            return false;
        }
        let led = match before[..i].last() {
            None => true,
            Some(word) => matches!(
                *word,
                "please"
                    | "then"
                    | "and"
                    | "now"
                    | "to"
                    | "just"
                    | "you"
                    | "kindly"
                    | "first"
                    | "mind"
                    | "pls"
                    | "must"
                    | "simply"
                    | "also"
                    | "me"
                    | "by"
                    | "here"
                    | "so"
                    | "again"
                    | "next"
                    | "or"
                    | "quickly"
            ),
        };
        let how = |word: &&str| matches!(*word, "how" | "whether" | "where" | "which" | "when" | "why");
        let others =
            |word: &&str| matches!(*word, "we" | "users" | "user" | "they" | "it" | "app" | "i" | "should");
        let to_me = secret.yours
            || words.iter().any(|word| matches!(*word, "me" | "us" | "here" | "below" | "please" | "now"));
        led && !before[..i].iter().any(|word| others(word) || how(word))
            && (to_me || (gives_plainly(verb) && !question))
    })
}

#[cfg(test)]
mod tests {
    use super::{SECRETS, bare_from, beginning_with, in_english};
    use std::cell::Cell;

    thread_local! {
        /// The bytes that were split into words.
        pub(super) static LOOKED_AT: Cell<usize> = const { Cell::new(0) };
        /// The number of comparisons of phrases with words.
        pub(super) static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn each_phrase_is_found_by_its_first_word() {
        assert!(SECRETS.is_sorted());
        for phrase in SECRETS {
            let first = phrase.split(' ').next().unwrap();
            for word in [first.to_owned(), format!("{first}s"), format!("{first}'s")] {
                assert!(beginning_with(&word).any(|found| found == phrase), "{phrase}");
            }
        }
        assert_eq!(beginning_with("otp").collect::<Vec<_>>(), [&"otp", &"otp code"]);
        assert_eq!(beginning_with("cre").count(), 0);
    }

    #[test]
    fn a_word_is_held_against_the_phrases_that_begin_with_it() {
        for (clause, phrases) in [("a(", 0), ("account(", 2), ("codes(", 0)] {
            let text = clause.repeat(4096 / clause.len());
            let words = 4096 / clause.len();
            COMPARED.set(0);
            assert!(!in_english(&text, &text));
            // Each clause is read twice.
            let most = 2 * words * phrases;
            assert!(COMPARED.get() <= most, "{clause}: {} phrases", COMPARED.get());
        }
    }

    #[test]
    fn a_sentence_of_many_clauses_is_read_once() {
        for clause in ["a(", "(", "a,b:", "how your key, "] {
            let text = clause.repeat(4096 / clause.len());
            LOOKED_AT.set(0);
            assert!(!in_english(&text, &text));
            assert!(LOOKED_AT.get() <= text.len(), "{clause}: {} of {}", LOOKED_AT.get(), text.len());
        }
    }

    #[test]
    fn nothing_is_said_behind_the_last_words() {
        let bare = |sentence| &sentence[bare_from(sentence)..];
        assert_eq!(
            ["", "(,)", "Password:", "your key, please.", "please", "so, please, now!", "pleased."].map(bare),
            ["", "(,)", ":", ", please.", "please", "!", "."]
        );
    }
}
