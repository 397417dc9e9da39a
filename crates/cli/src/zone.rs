//! Local time from the system's own zone files.
//!
//! - A TZif file's last transition before a moment says the offset then.
//! - After the last one, the rule in the file's footer goes on (`CET-1CEST,M3.5.0,M10.5.0/3`).
//! - A file or rule that can't be read means UTC: a time in a remark is never worth a failure.

/// Offsets from UTC over time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Zone {
    /// From this second on (since 1970), this offset in seconds; rising.
    steps: Vec<(i64, i64)>,
    /// Before the first step.
    first: i64,
    /// After the last step.
    rule: Option<Rule>,
}

/// The footer of a zone file: a standard offset, and where there is summer time, its own and its two days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    standard: i64,
    summer: Option<(i64, Change, Change)>,
}

/// The `week`th `weekday` of a month (5: the last), at a second of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    month: i64,
    week: i64,
    weekday: i64,
    second: i64,
}

/// A moment as a person reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Local {
    pub(crate) year: i64,
    pub(crate) month: i64,
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
    /// From UTC, in seconds.
    pub(crate) offset: i64,
}

impl Local {
    /// `14:03`
    pub(crate) fn time(&self) -> String {
        format!("{:02}:{:02}", self.hour, self.minute)
    }

    /// `2026-11-20`
    pub(crate) fn date(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// How far it is from UTC: `+01:00`
    pub(crate) fn shift(&self) -> String {
        let (sign, from) = if self.offset < 0 { ('-', -self.offset) } else { ('+', self.offset) };
        format!("{sign}{:02}:{:02}", from / 3600, from / 60 % 60)
    }
}

impl Zone {
    /// No offset.
    pub(crate) const UTC: Zone = Zone { steps: Vec::new(), first: 0, rule: None };

    /// From a rule as the variable TZ holds it.
    pub(crate) fn posix(text: &str) -> Zone {
        Zone { rule: Rule::parse(text), ..Zone::UTC }
    }

    /// From the bytes of a zone file.
    pub(crate) fn tzif(bytes: &[u8]) -> Zone {
        parse_tzif(bytes).unwrap_or(Zone::UTC)
    }

    /// A moment (seconds since 1970) as a person there reads it.
    pub(crate) fn local(&self, unix: i64) -> Local {
        let offset = self.offset(unix);
        let there = unix + offset;
        let (days, second) = (there.div_euclid(86_400), there.rem_euclid(86_400));
        let (year, month, day) = date_of(days);
        Local { year, month, day, hour: second / 3600, minute: second / 60 % 60, second: second % 60, offset }
    }

    /// The moment (seconds since 1970) at which clocks there show this second of a day, `later` days after the date;
    /// `None` where there is no such date.
    pub(crate) fn at(&self, (year, month, day): (i64, i64, i64), later: i64, second: i64) -> Option<i64> {
        let days = days_to(year, month, day);
        if !(1..=12).contains(&month) || date_of(days) != (year, month, day) {
            return None;
        }
        let wall = (days + later) * 86_400 + second;
        // The offset at the wall's own number of seconds may be that of another half-year; that of the result is not.
        let near = wall - self.offset(wall);
        Some(wall - self.offset(near))
    }

    fn offset(&self, unix: i64) -> i64 {
        let after = self.steps.partition_point(|(from, _)| *from <= unix);
        let last = after.checked_sub(1).map_or(self.first, |i| self.steps[i].1);
        match &self.rule {
            Some(rule) if after == self.steps.len() => rule.offset(unix),
            Some(_) | None => last,
        }
    }
}

impl Rule {
    fn parse(text: &str) -> Option<Rule> {
        let mut parts = text.split(',');
        let rest = skip_name(parts.next()?)?;
        let (standard, rest) = hours(rest)?;
        let standard = -standard;
        if rest.is_empty() {
            return Some(Rule { standard, summer: None });
        }
        let rest = skip_name(rest)?;
        let summer = if rest.is_empty() { standard + 3600 } else { -hours(rest)?.0 };
        let (begin, end) = (Change::parse(parts.next()?)?, Change::parse(parts.next()?)?);
        Some(Rule { standard, summer: Some((summer, begin, end)) })
    }

    fn offset(&self, unix: i64) -> i64 {
        let Some((summer, begin, end)) = &self.summer else { return self.standard };
        let (year, _, _) = date_of((unix + self.standard).div_euclid(86_400));
        let (from, to) = (begin.at(year) - self.standard, end.at(year) - summer);
        let in_summer = if from <= to { from <= unix && unix < to } else { unix < to || from <= unix };
        if in_summer { *summer } else { self.standard }
    }
}

impl Change {
    fn parse(text: &str) -> Option<Change> {
        let (day, time) = text.split_once('/').map_or((text, None), |(d, t)| (d, Some(t)));
        let mut numbers = day.strip_prefix('M')?.split('.').map(str::parse::<i64>);
        let mut number = || numbers.next()?.ok();
        let (month, week, weekday) = (number()?, number()?, number()?);
        let second = match time {
            Some(t) => hours(t)?.0,
            None => 2 * 3600,
        };
        let sane = (1..=12).contains(&month) && (1..=5).contains(&week) && (0..=6).contains(&weekday);
        sane.then_some(Change { month, week, weekday, second })
    }

    /// Seconds since 1970 on the wall clock that holds before the change.
    fn at(&self, year: i64) -> i64 {
        let first = days_to(year, self.month, 1);
        let next = if self.month == 12 { days_to(year + 1, 1, 1) } else { days_to(year, self.month + 1, 1) };
        // Day 0 was a Thursday.
        let skip = (self.weekday - (first + 4)).rem_euclid(7);
        let mut day = first + skip + 7 * (self.week - 1);
        if day >= next {
            day -= 7;
        }
        day * 86_400 + self.second
    }
}

/// Leaves out a zone's name: letters, or anything in angle brackets.
fn skip_name(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix('<') {
        return rest.split_once('>').map(|(_, rest)| rest);
    }
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    (end >= 3).then(|| &text[end..])
}

/// `[+-]h[:mm[:ss]]` in seconds, and what follows.
fn hours(text: &str) -> Option<(i64, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || ":+-".contains(c))).unwrap_or(text.len());
    let (time, rest) = text.split_at(end);
    let (sign, digits) = match time.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, time.strip_prefix('+').unwrap_or(time)),
    };
    let mut seconds = 0;
    for (part, unit) in digits.split(':').zip([3600, 60, 1]) {
        let number: i64 = part.parse().ok().filter(|n| *n <= 168)?;
        seconds += number * unit;
    }
    Some((sign * seconds, rest))
}

/// Days since 1970-01-01 of a date (Gregorian).
fn days_to(year: i64, month: i64, day: i64) -> i64 {
    // Counted in years that begin in March, so that the leap day comes last.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date of a day since 1970-01-01.
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days - era * 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + i64::from(month <= 2), month, of_year - (153 * shifted + 2) / 5 + 1)
}

fn parse_tzif(bytes: &[u8]) -> Option<Zone> {
    let first = Header::parse(bytes)?;
    if first.version < b'2' {
        return first.zone(bytes, 4);
    }
    let second = bytes.get(Header::SIZE + first.body(4)..)?;
    let header = Header::parse(second)?;
    let mut zone = header.zone(second, 8)?;
    let footer = second.get(Header::SIZE + header.body(8)..)?;
    zone.rule = std::str::from_utf8(footer).ok().and_then(|f| Rule::parse(f.trim_matches('\n')));
    Some(zone)
}

/// The counts at the beginning of a block of a zone file.
struct Header {
    version: u8,
    counts: [usize; 6],
}

impl Header {
    const SIZE: usize = 44;

    fn parse(bytes: &[u8]) -> Option<Header> {
        let head = bytes.get(..Header::SIZE)?;
        if !head.starts_with(b"TZif") {
            return None;
        }
        let count = |i: usize| number(&head[20 + 4 * i..24 + 4 * i]) as usize;
        let counts = [count(0), count(1), count(2), count(3), count(4), count(5)];
        // A zone file is a few kB; larger counts are no zone file's.
        counts.iter().all(|c| *c < 65_536).then_some(Header { version: head[4], counts })
    }

    /// Bytes of the block after the header, its times being `size` bytes long.
    fn body(&self, size: usize) -> usize {
        let [isut, isstd, leap, time, kind, name] = self.counts;
        time * (size + 1) + kind * 6 + name + leap * (size + 4) + isstd + isut
    }

    fn zone(&self, block: &[u8], size: usize) -> Option<Zone> {
        let [_, _, _, time, kind, _] = self.counts;
        let body = block.get(Header::SIZE..Header::SIZE + self.body(size))?;
        let (times, rest) = body.split_at(time * size);
        let (indexes, rest) = rest.split_at(time);
        let offsets: Vec<i64> = rest[..kind * 6].chunks_exact(6).map(|k| number(&k[..4])).collect();
        let mut steps = Vec::with_capacity(time);
        for (at, index) in times.chunks_exact(size).zip(indexes) {
            steps.push((number(at), *offsets.get(usize::from(*index))?));
        }
        Some(Zone { steps, first: *offsets.first()?, rule: None })
    }
}

/// A big-endian signed number of four or eight bytes.
fn number(bytes: &[u8]) -> i64 {
    let sign = if bytes.first().is_some_and(|b| *b >= 0x80) { -1 } else { 0 };
    bytes.iter().fold(sign, |n, b| (n << 8) | i64::from(*b))
}

#[cfg(test)]
mod tests {
    use super::{Zone, date_of, days_to};

    fn at(zone: &Zone, unix: i64) -> String {
        let local = zone.local(unix);
        format!("{} {}", local.date(), local.time())
    }

    #[test]
    fn days_and_dates_are_each_others_inverse() {
        for day in -200_000..200_000 {
            let (y, m, d) = date_of(day);
            assert_eq!(days_to(y, m, d), day);
        }
        assert_eq!(date_of(0), (1970, 1, 1));
        assert_eq!(date_of(20_512), (2026, 2, 28));
        assert_eq!(date_of(20_513), (2026, 3, 1));
    }

    #[test]
    fn summer_time_begins_and_ends_to_the_second() {
        let berlin = Zone::posix("CET-1CEST,M3.5.0,M10.5.0/3");
        assert_eq!(at(&berlin, 1_774_745_999), "2026-03-29 01:59");
        assert_eq!(at(&berlin, 1_774_746_000), "2026-03-29 03:00");
        assert_eq!(at(&berlin, 1_792_889_999), "2026-10-25 02:59");
        assert_eq!(at(&berlin, 1_792_890_000), "2026-10-25 02:00");
    }

    #[test]
    fn summer_over_new_year_and_odd_offsets() {
        let sydney = Zone::posix("AEST-10AEDT,M10.1.0,M4.1.0/3");
        assert_eq!(at(&sydney, 1_767_225_600), "2026-01-01 11:00");
        assert_eq!(at(&sydney, 1_782_864_000), "2026-07-01 10:00");
        assert_eq!(at(&Zone::posix("<+0545>-5:45"), 0), "1970-01-01 05:45");
        assert_eq!(at(&Zone::posix("nonsense//"), 0), "1970-01-01 00:00");
        assert_eq!(at(&Zone::posix("AB-5"), 0), "1970-01-01 00:00", "a name has three letters");
    }

    /// Version 2 with an empty first block, two transitions and a footer.
    fn file() -> Vec<u8> {
        let head = |time: u32, kind: u32| {
            let mut bytes = b"TZif2".to_vec();
            bytes.extend([0; 15]);
            for count in [0, 0, 0, time, kind, 4] {
                bytes.extend(u32::to_be_bytes(count));
            }
            bytes
        };
        let mut bytes = head(0, 1);
        bytes.extend([0; 6 + 4]);
        bytes.extend(head(2, 3));
        for at in [-1_000_000_000_i64, 1_000_000_000] {
            bytes.extend(at.to_be_bytes());
        }
        bytes.extend([1, 2]);
        for offset in [600_i32, 3600, 7200] {
            bytes.extend(offset.to_be_bytes());
            bytes.extend([0, 0]);
        }
        bytes.extend(b"XYZ\0");
        bytes.extend(b"\nXYZ3\n");
        bytes
    }

    #[test]
    fn a_zone_file_is_followed_before_between_and_after_its_transitions() {
        let zone = Zone::tzif(&file());
        assert_eq!(at(&zone, -2_000_000_000), "1906-08-16 20:36");
        assert_eq!(at(&zone, 0), "1970-01-01 01:00");
        assert_eq!(at(&zone, 1_000_000_000), "2001-09-08 22:46");
    }

    #[test]
    fn a_cut_file_is_utc() {
        let whole = file();
        for end in 0..whole.len() - 6 {
            let _ = Zone::tzif(&whole[..end]);
        }
        assert_eq!(Zone::tzif(&whole[..60]), Zone::UTC);
        assert_eq!(Zone::tzif(b"no zone"), Zone::UTC);
    }
}
