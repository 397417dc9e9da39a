//! The times of one program over many runs.

use std::time::Duration;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sample {
    // Sorted, the minimum first.
    times: Vec<Duration>,
}

impl FromIterator<Duration> for Sample {
    fn from_iter<I: IntoIterator<Item = Duration>>(times: I) -> Sample {
        let mut times: Vec<Duration> = times.into_iter().collect();
        times.sort_unstable();
        Sample { times }
    }
}

impl Sample {
    pub(crate) fn add(&mut self, time: Duration) {
        let at = self.times.partition_point(|known| *known <= time);
        self.times.insert(at, time);
    }

    /// Adds the times of another sample.
    pub(crate) fn extend(&mut self, more: &Sample) {
        self.times.extend(&more.times);
        self.times.sort_unstable();
    }

    pub(crate) fn count(&self) -> usize {
        self.times.len()
    }

    /// Zero for an empty sample; so are the other figures.
    pub(crate) fn minimum(&self) -> Duration {
        self.times.first().copied().unwrap_or_default()
    }

    /// The lower one of the two in the middle.
    pub(crate) fn median(&self) -> Duration {
        self.times.get(self.times.len().saturating_sub(1) / 2).copied().unwrap_or_default()
    }

    /// The time that this percentage of the runs doesn't exceed.
    pub(crate) fn at(&self, percent: usize) -> Duration {
        let last = self.times.len().saturating_sub(1);
        self.times.get((last * percent).div_ceil(100)).copied().unwrap_or_default()
    }

    pub(crate) fn maximum(&self) -> Duration {
        self.times.last().copied().unwrap_or_default()
    }

    pub(crate) fn mean(&self) -> Duration {
        self.times.iter().sum::<Duration>() / u32::try_from(self.times.len().max(1)).unwrap_or(u32::MAX)
    }
}

/// Milliseconds with two decimals.
pub(crate) fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_told_of_whatever_the_order() {
        let mut sample = Sample::default();
        for time in [5, 1, 9, 3] {
            sample.add(Duration::from_micros(time));
        }
        assert_eq!(sample.minimum(), Duration::from_micros(1));
        assert_eq!(sample.median(), Duration::from_micros(3));
        assert_eq!((sample.at(99), sample.maximum()), (Duration::from_micros(9), Duration::from_micros(9)));
        assert_eq!(sample.mean(), Duration::from_nanos(4500));
        assert_eq!(ms(sample.median()), "0.00 ms");
        let mut twice: Sample = [9, 1].map(Duration::from_micros).into_iter().collect();
        twice.extend(&[3, 5].map(Duration::from_micros).into_iter().collect());
        assert_eq!(twice, sample);
        assert_eq!(Sample::default().maximum(), Duration::ZERO);
    }
}
