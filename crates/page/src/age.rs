//! Durations in words.

/// A duration as one number and one unit: `5 min`.
pub fn age(ms: u64) -> String {
    match ms / 1000 {
        seconds @ 0..=59 => format!("{seconds} s"),
        seconds @ 60..=3_599 => format!("{} min", seconds / 60),
        seconds @ 3_600..=172_799 => format!("{} h", seconds / 3600),
        seconds => format!("{} days", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::age;

    #[test]
    fn an_age_is_a_number_and_a_unit() {
        let ages = [0, 59_999, 60_000, 3_600_000, 172_800_000].map(age);
        assert_eq!(ages, ["0 s", "59 s", "1 min", "1 h", "2 days"]);
    }
}
