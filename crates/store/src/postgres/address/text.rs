//! The written forms of an address.
//!
//! - A URL: `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?NAME=VALUE`; any part may be missing.
//! - libpq's other form: `host=HOST dbname=DATABASE`, with quotes around values that contain blanks.
//! - Error messages contain no part of the text, since it may be a password.

/// Names and values in their original order.
pub(super) type Pairs = Vec<(String, String)>;

pub(super) fn read(text: &str) -> Result<Pairs, String> {
    match text.split_once("://") {
        Some((_, rest)) => url(rest),
        None if text.trim_start().to_ascii_lowercase().starts_with("postgres") => {
            Err("a URL begins with postgres://".to_owned())
        }
        None => pairs(text),
    }
}

fn url(rest: &str) -> Result<Pairs, String> {
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, database) = rest.split_once('/').unwrap_or((rest, ""));
    let (who, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (user, password) = who.split_once(':').map_or((who, None), |(user, password)| (user, Some(password)));
    let mut pairs = Pairs::new();
    let mut add = |name: &str, value: &str| -> Result<(), String> {
        if !value.is_empty() {
            pairs.push((name.to_owned(), decoded(value)?));
        }
        Ok(())
    };
    add("user", user)?;
    add("password", password.unwrap_or_default())?;
    let (names, ports): (Vec<&str>, Vec<&str>) =
        hosts.split(',').map(host).collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    add("host", &names.join(","))?;
    if ports.iter().any(|port| !port.is_empty()) {
        add("port", &ports.join(","))?;
    }
    add("dbname", database)?;
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').ok_or("a parameter after ? has no =")?;
        let name = decoded(name)?;
        // Drivers of other languages write it this way.
        let (name, value) =
            if name == "ssl" && value == "true" { ("sslmode".into(), "require") } else { (name, value) };
        pairs.push((name, decoded(value)?));
    }
    Ok(pairs)
}

/// A host and its port; an IPv6 address is in brackets.
fn host(text: &str) -> Result<(&str, &str), String> {
    if let Some(rest) = text.strip_prefix('[') {
        let (name, after) = rest.split_once(']').ok_or("a host that begins with [ has no ]")?;
        return Ok((name, after.strip_prefix(':').unwrap_or(after)));
    }
    Ok(text.rsplit_once(':').unwrap_or((text, "")))
}

fn decoded(text: &str) -> Result<String, String> {
    let ill = || "a % is not followed by two hexadecimal digits: write a % itself as %25".to_owned();
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes().iter();
    while let Some(byte) = rest.next() {
        if *byte == b'%' {
            let digits = [rest.next(), rest.next()].map(|digit| digit.copied().unwrap_or_default());
            let digit = |at: usize| char::from(digits[at]).to_digit(16).ok_or_else(ill);
            bytes.push((digit(0)? * 16 + digit(1)?) as u8);
        } else {
            bytes.push(*byte);
        }
    }
    String::from_utf8(bytes).map_err(|_| "its % escapes don't decode to UTF-8 text".to_owned())
}

fn pairs(text: &str) -> Result<Pairs, String> {
    let mut pairs = Pairs::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('=').ok_or("a word stands without = and value")?;
        let (value, after) = value(after.trim_start())?;
        pairs.push((name.trim_end().to_owned(), value));
        rest = after.trim_start();
    }
    Ok(pairs)
}

/// A value, in quotes or up to the next blank, and the rest. A backslash escapes the next character.
fn value(text: &str) -> Result<(String, &str), String> {
    let quoted = text.strip_prefix('\'');
    let inside = quoted.unwrap_or(text);
    let mut value = String::new();
    let mut all = inside.char_indices();
    while let Some((at, c)) = all.next() {
        match c {
            '\\' => value.extend(all.next().map(|(_, next)| next)),
            '\'' if quoted.is_some() => return Ok((value, &inside[at + 1..])),
            c if c.is_whitespace() && quoted.is_none() => return Ok((value, &inside[at..])),
            c => value.push(c),
        }
    }
    if quoted.is_some() { Err("a value in quotes has no end".to_owned()) } else { Ok((value, "")) }
}

#[cfg(test)]
mod tests {
    use super::read;

    fn shown(text: &str) -> String {
        match read(text) {
            Ok(pairs) => {
                pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" | ")
            }
            Err(why) => format!("refused: {why}"),
        }
    }

    #[test]
    fn both_forms_say_the_same() {
        let told: Vec<String> = [
            "postgres://jo:p%40ss@one:1,two/team?sslmode=require&sslrootcert=%2Fca.pem",
            "host=one,two port=1, user=jo password=p@ss dbname=team sslmode=require sslrootcert=/ca.pem",
            "postgresql://[::1]:5433/x",
            "postgres:///x?host=/run/pg",
            "postgres://%2Frun%2Fpg/x?ssl=true",
            r"host = '/run/my pg' password='it\'s \\' dbname=x",
            "host=a dbname",
            "host='a",
            "postgres://%zz/x",
            "postgres://a/x?b",
            "postgres://[::1/x",
        ]
        .iter()
        .map(|text| shown(text))
        .collect();
        expect_test::expect![[r"
            user=jo | password=p@ss | host=one,two | port=1, | dbname=team | sslmode=require | sslrootcert=/ca.pem
            host=one,two | port=1, | user=jo | password=p@ss | dbname=team | sslmode=require | sslrootcert=/ca.pem
            host=::1 | port=5433 | dbname=x
            dbname=x | host=/run/pg
            host=/run/pg | dbname=x | sslmode=require
            host=/run/my pg | password=it's \ | dbname=x
            refused: a word stands without = and value
            refused: a value in quotes has no end
            refused: a % is not followed by two hexadecimal digits: write a % itself as %25
            refused: a parameter after ? has no =
            refused: a host that begins with [ has no ]"]]
        .assert_eq(&told.join("\n"));
    }
}
