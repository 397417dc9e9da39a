//! Times that another process measured, and their text.

use std::time::Duration;

use crate::Outcome;
use crate::bench::sample::Sample;

/// A line's name, and its times in order.
pub(crate) type Line = (String, Vec<Duration>);

/// Parses a name and its nanoseconds.
pub(crate) fn line(line: &str) -> Outcome<Line> {
    let (name, times) = line.split_once('\t').ok_or_else(|| format!("no name: {line}"))?;
    let times = times.split(' ').filter(|it| !it.is_empty());
    let times = times.map(|it| Ok(Duration::from_nanos(it.parse()?))).collect::<Outcome<_>>()?;
    Ok((name.to_owned(), times))
}

/// All times of the lines with this name.
pub(crate) fn of(lines: &[Line], name: &str) -> Sample {
    lines.iter().filter(|(it, _)| it == name).flat_map(|(_, times)| times).copied().collect()
}

/// How many fit into a second.
pub(crate) fn rate(time: Duration) -> String {
    format!("{}/s", grouped((1.0 / time.as_secs_f64().max(1e-9)) as u64))
}

/// Groups a number's digits by thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    digits.chars().enumerate().fold(String::new(), |mut text, (at, digit)| {
        if at > 0 && at % 3 == first {
            text.push(',');
        }
        text.push(digit);
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_name_and_times() -> Outcome<()> {
        let lines = [line("a\t5000 1000")?, line("b\t7000")?, line("a\t3000")?];
        let us = Duration::from_micros;
        assert_eq!(lines[0], ("a".to_owned(), vec![us(5), us(1)]));
        assert_eq!(of(&lines, "a"), [us(1), us(3), us(5)].into_iter().collect());
        assert!(line("a 1").is_err() && line("a\tx").is_err());
        Ok(())
    }

    #[test]
    fn thousands_are_apart() {
        let all = [0, 12, 999, 1000, 123_456, 1_000_000].map(grouped);
        assert_eq!(all, ["0", "12", "999", "1,000", "123,456", "1,000,000"]);
        assert_eq!(rate(Duration::from_micros(200)), "5,000/s");
    }
}
