//! The time by both clocks, and ids that nobody can guess.
//!
//! - On Linux the boot clock counts sleep, and a jump of the wall clock doesn't move it. Elsewhere there isn't one.
//! - A boot has an id, so that two boots are never mixed up.
//! - Ids come from the system's random source, which needs no file; there is no fallback.
//! - Tests and simulations bring their own clocks and ids.

use asq_core::life::{Boot, Moment};
use asq_store::Store;
use std::sync::{Arc, OnceLock};

/// A source of time.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Moment;
}

/// A source of ids.
pub trait Names: Send + Sync {
    /// 128 bits that it never returned before.
    fn next(&self) -> u128;
}

/// The machine's own clocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct MachineClock;

impl Clock for MachineClock {
    fn now(&self) -> Moment {
        #[allow(clippy::disallowed_methods, reason = "this is where the clock is read")]
        let wall = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let wall_ms = wall.map_or(0, |d| d.as_millis() as u64);
        let boot = boot_id().and_then(|id| Some(Boot { id, ms: since_boot()? }));
        Moment { wall_ms, boot }
    }
}

/// The clock of the store, so that all its users judge a time limit alike. If it is missing or can't be read, the
/// machine's own clock.
pub(super) struct SharedClock(pub(super) Arc<dyn Store>);

impl Clock for SharedClock {
    fn now(&self) -> Moment {
        match self.0.clock() {
            Ok(Some(wall_ms)) => Moment { wall_ms, boot: None },
            Ok(None) | Err(_) => MachineClock.now(),
        }
    }
}

/// The system's random source.
#[derive(Clone, Copy, Debug, Default)]
pub struct MachineNames;

impl Names for MachineNames {
    fn next(&self) -> u128 {
        let mut bytes = [0; 16];
        match getrandom::fill(&mut bytes) {
            Ok(()) => u128::from_ne_bytes(bytes),
            // A guessed or repeated id would mix up two requests. The standard library's maps also panic without random
            // numbers.
            Err(error) => panic!("the system gives no random numbers: {error}"),
        }
    }
}

/// The id of this boot, if the system has one (Linux).
pub fn boot_id() -> Option<u128> {
    static BOOT: OnceLock<Option<u128>> = OnceLock::new();
    *BOOT.get_or_init(|| {
        #[expect(clippy::disallowed_methods, reason = "/proc")]
        let text = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        u128::from_str_radix(&text.trim().replace('-', ""), 16).ok()
    })
}

#[cfg(target_os = "linux")]
fn since_boot() -> Option<u64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    Some(seconds * 1000 + u64::try_from(time.tv_nsec).ok()? / 1_000_000)
}

/// Without an id of the boot, a clock since then is useless.
#[cfg(not(target_os = "linux"))]
fn since_boot() -> Option<u64> {
    None
}
