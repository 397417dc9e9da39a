//! Pseudo-random numbers, the same in each run.

/// A generator with a fixed seed.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number below this limit.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
