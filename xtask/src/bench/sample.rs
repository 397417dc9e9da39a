//! Times of one program over many runs.

use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    times: Vec<Duration>,
}

impl Sample {
    pub(crate) fn add(&mut self, time: Duration) {
        let at = self.times.partition_point(|known| *known <= time);
        self.times.insert(at, time);
    }

    pub(crate) fn count(&self) -> usize {
        self.times.len()
    }

    /// Of no runs, zero.
    pub(crate) fn minimum(&self) -> Duration {
        self.times.first().copied().unwrap_or_default()
    }

    /// The lower one of the two in the middle; of no runs, zero.
    pub(crate) fn median(&self) -> Duration {
        self.times.get(self.times.len().saturating_sub(1) / 2).copied().unwrap_or_default()
    }
}

/// Milliseconds with two digits after the point.
pub(crate) fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimum_and_median_whatever_the_order() {
        let mut sample = Sample::default();
        for time in [5, 1, 9, 3] {
            sample.add(Duration::from_micros(time));
        }
        assert_eq!(sample.minimum(), Duration::from_micros(1));
        assert_eq!(sample.median(), Duration::from_micros(3));
        assert_eq!(ms(sample.median()), "0.00 ms");
    }
}
