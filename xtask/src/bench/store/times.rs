//! Times that another process measured, and words for them.

use std::time::Duration;

use crate::Outcome;

/// Times as they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Times(pub(super) Vec<Duration>);

impl Times {
    /// The one below which so many percent are; of none, zero.
    pub(super) fn at(&self, percent: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        sorted.get((last * percent).div_ceil(100)).copied().unwrap_or_default()
    }

    pub(super) fn median(&self) -> Duration {
        self.at(50)
    }

    pub(super) fn most(&self) -> Duration {
        self.at(100)
    }

    pub(super) fn least(&self) -> Duration {
        self.at(0)
    }

    pub(super) fn mean(&self) -> Duration {
        self.0.iter().sum::<Duration>() / u32::try_from(self.0.len().max(1)).unwrap_or(u32::MAX)
    }
}

/// A name, and its nanoseconds.
pub(super) fn line(line: &str) -> Outcome<(String, Times)> {
    let (name, times) = line.split_once('\t').ok_or_else(|| format!("no name: {line}"))?;
    let times = times.split(' ').filter(|it| !it.is_empty());
    let times = times.map(|it| Ok(Duration::from_nanos(it.parse()?))).collect::<Outcome<_>>()?;
    Ok((name.to_owned(), Times(times)))
}

/// All times of the lines with this name.
pub(super) fn of(lines: &[(String, Times)], name: &str) -> Times {
    Times(lines.iter().filter(|(it, _)| it == name).flat_map(|(_, times)| times.0.clone()).collect())
}

/// How often that can be done in a second.
pub(super) fn rate(time: Duration) -> String {
    format!("{}/s", grouped((1.0 / time.as_secs_f64().max(1e-9)) as u64))
}

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
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
    fn the_most_and_the_least_are_among_them() -> Outcome<()> {
        let (name, times) = line("a\t5000 1000 3000")?;
        let us = Duration::from_micros;
        assert_eq!((name.as_str(), times.least(), times.median(), times.most()), ("a", us(1), us(3), us(5)));
        assert_eq!((times.at(99), times.mean()), (us(5), us(3)));
        assert_eq!(Times::default().most(), Duration::ZERO);
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
