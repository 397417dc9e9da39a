//! A line of bash, split into words up to the cursor.
//!
//! - Quotes and backslashes are taken away, as bash would; nothing is expanded.
//! - A candidate gets the quotes that the person has begun, else a backslash before each character that could mean
//!   something to bash.
//! - bash replaces only the end of a word that has a colon or an equals sign in it; a candidate comes without what stays.
//! - A quote in the middle of a word gets no candidates, and neither does a text that the begun quotes can't hold.

/// The words up to the cursor; the last one is at the cursor, maybe empty.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BashLine {
    pub(super) words: Vec<String>,
    /// The quote that is open at the cursor, which began the word.
    quote: Option<char>,
    /// The beginning of the word, as it is typed, which bash leaves there.
    stays: String,
}

/// The word that is being read.
#[derive(Default)]
struct TypedWord {
    text: String,
    typed: String,
    quote: Option<char>,
    /// Whether the open quote is not at the beginning.
    is_mixed: bool,
    began: bool,
}

impl BashLine {
    /// Words as a shell says them that quotes the candidates by itself.
    pub(super) fn of_words(words: Vec<String>) -> BashLine {
        BashLine { words, quote: None, stays: String::new() }
    }

    /// Reads a line up to the cursor; `replaced` is the part at its end that bash replaces. `None` if there can't be a
    /// candidate.
    pub(super) fn read(line: &str, replaced: &str) -> Option<BashLine> {
        let mut words = Vec::new();
        let mut word = TypedWord::default();
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            if word.quote.is_none() && c.is_whitespace() {
                if word.began {
                    words.push(std::mem::take(&mut word).text);
                }
                continue;
            }
            word.take(c, &mut chars);
        }
        let TypedWord { text, typed, quote, is_mixed, .. } = word;
        words.push(text);
        let stays = typed.strip_suffix(replaced)?.to_owned();
        (!is_mixed).then_some(BashLine { words, quote, stays })
    }

    /// The candidate as bash takes it; `None` if it can't stand there.
    pub(super) fn quoted(&self, value: &str) -> Option<String> {
        let can_be = |bad: &[char]| !value.contains(bad);
        let whole = match self.quote {
            Some('\'') => can_be(&['\'']).then(|| format!("'{value}"))?,
            // Here bash expands what comes after a `!`, even behind a backslash.
            Some(quote) => {
                can_be(&['!']).then(|| escaped(quote.to_string(), value, |c| !"\"\\$`".contains(c)))?
            }
            None => escaped(String::new(), value, |c| c.is_alphanumeric() || "-_./,+@%:=".contains(c)),
        };
        whole.strip_prefix(&self.stays).map(str::to_owned)
    }
}

impl TypedWord {
    fn take(&mut self, c: char, rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
        self.typed.push(c);
        let is_first = !std::mem::replace(&mut self.began, true);
        match (c, self.quote) {
            ('\'' | '"', None) => {
                self.quote = Some(c);
                self.is_mixed = !is_first;
            }
            (end, Some(quote)) if end == quote => {
                self.quote = None;
                self.is_mixed = false;
            }
            ('\\', None | Some('"')) => {
                let escapes = |next: &char| self.quote.is_none() || "\"\\$`".contains(*next);
                match rest.next_if(escapes) {
                    Some(next) => {
                        self.typed.push(next);
                        self.text.push(next);
                    }
                    None => self.text.push(c),
                }
            }
            _ => self.text.push(c),
        }
    }
}

/// The text with a backslash before each character that isn't harmless.
fn escaped(begin: String, text: &str, harmless: impl Fn(char) -> bool) -> String {
    text.chars().fold(begin, |mut all, c| {
        if !harmless(c) {
            all.push('\\');
        }
        all.push(c);
        all
    })
}

#[cfg(test)]
mod tests {
    use super::BashLine;
    use expect_test::expect;
    use std::fmt::Write;

    #[test]
    fn words_and_candidates_of_a_line() {
        let mut all = String::new();
        for (line, replaced, candidate) in [
            ("asq demo ", "", "question"),
            ("asq answer a --pick Po", "Po", "Postgre SQL"),
            ("asq answer a --pick Postgre\\ S", "Postgre\\ S", "Postgre SQL"),
            ("asq answer a --pick 'Postgre S", "Postgre S", "Postgre SQL"),
            ("asq answer a --pick 'Postgre S", "'Postgre S", "Postgre SQL"),
            ("asq answer a --pick \"$H", "$H", "$HOME `x` \"y\" \\z"),
            ("asq answer a --pick \"x", "x", "x!!"),
            ("asq answer a --pick 'x", "x", "x'$(id)'"),
            ("asq answer a --pick x", "x", "x'$(id)';`id`|&<>*?[]{}~#!!\"\\"),
            ("asq answer a --pick ", "", "-rf"),
            ("asq answer a --pick ", "", "~root"),
            ("asq ask --dialect=que", "que", "--dialect=question"),
            ("asq ask --dialect=", "", "--dialect=question"),
            ("asq answer a --pick a:b", "b", "a:b c"),
            ("asq answer a --pick \\a:b", "b", "a:b c"),
            ("asq answer a --pick x'y", "y", "xyz"),
            ("asq answer 'a b' \"c \\\" \\d\" e\\ f ''", "", "x"),
        ] {
            let said = match BashLine::read(line, replaced) {
                None => "nothing".to_owned(),
                Some(read) => format!("{:?} {:?}", &read.words[1..], read.quoted(candidate)),
            };
            let _ = writeln!(all, "{line} [{replaced}] {candidate}: {said}");
        }
        expect![[r#"
            asq demo  [] question: ["demo", ""] Some("question")
            asq answer a --pick Po [Po] Postgre SQL: ["answer", "a", "--pick", "Po"] Some("Postgre\\ SQL")
            asq answer a --pick Postgre\ S [Postgre\ S] Postgre SQL: ["answer", "a", "--pick", "Postgre S"] Some("Postgre\\ SQL")
            asq answer a --pick 'Postgre S [Postgre S] Postgre SQL: ["answer", "a", "--pick", "Postgre S"] Some("Postgre SQL")
            asq answer a --pick 'Postgre S ['Postgre S] Postgre SQL: ["answer", "a", "--pick", "Postgre S"] Some("'Postgre SQL")
            asq answer a --pick "$H [$H] $HOME `x` "y" \z: ["answer", "a", "--pick", "$H"] Some("\\$HOME \\`x\\` \\\"y\\\" \\\\z")
            asq answer a --pick "x [x] x!!: ["answer", "a", "--pick", "x"] None
            asq answer a --pick 'x [x] x'$(id)': ["answer", "a", "--pick", "x"] None
            asq answer a --pick x [x] x'$(id)';`id`|&<>*?[]{}~#!!"\: ["answer", "a", "--pick", "x"] Some("x\\'\\$\\(id\\)\\'\\;\\`id\\`\\|\\&\\<\\>\\*\\?\\[\\]\\{\\}\\~\\#\\!\\!\\\"\\\\")
            asq answer a --pick  [] -rf: ["answer", "a", "--pick", ""] Some("-rf")
            asq answer a --pick  [] ~root: ["answer", "a", "--pick", ""] Some("\\~root")
            asq ask --dialect=que [que] --dialect=question: ["ask", "--dialect=que"] Some("question")
            asq ask --dialect= [] --dialect=question: ["ask", "--dialect="] Some("question")
            asq answer a --pick a:b [b] a:b c: ["answer", "a", "--pick", "a:b"] Some("b\\ c")
            asq answer a --pick \a:b [b] a:b c: ["answer", "a", "--pick", "a:b"] None
            asq answer a --pick x'y [y] xyz: nothing
            asq answer 'a b' "c \" \d" e\ f '' [] x: ["answer", "a b", "c \" \\d", "e f", ""] None
        "#]].assert_eq(&all);
    }
}
