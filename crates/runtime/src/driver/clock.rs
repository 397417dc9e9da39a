//! What time it is, by both clocks, and names that nobody can guess.
//!
//! - The clock since boot counts sleep, and no jump of the wall clock moves it (Linux; elsewhere only the wall is known).
//! - A boot has a name, so that two boots are never mixed up.
//! - Names come from the system's random source.
//! - Tests and simulations bring clocks and names of their own.

use asq_core::life::{Boot, Moment};
use asq_store::Store;
use std::fs::File;
use std::io::Read;
use std::sync::{Arc, OnceLock};

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Moment;
}

/// Names what is new.
pub trait Names: Send + Sync {
    /// 128 bits that were never given before.
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

/// The clock that all who use a store share, where it has one: all of them judge a time limit alike. Where it can't be
/// read, or there is none, the machine's own.
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
        static SOURCE: OnceLock<Option<File>> = OnceLock::new();
        #[expect(clippy::disallowed_methods, reason = "a device")]
        let source = SOURCE.get_or_init(|| File::open("/dev/urandom").ok());
        let mut bytes = [0; 16];
        match source.as_ref().map(|mut source| source.read_exact(&mut bytes)) {
            Some(Ok(())) => u128::from_ne_bytes(bytes),
            Some(Err(_)) | None => hashed(),
        }
    }
}

/// Where there is no such device: the keys that the standard library draws for its maps come from the system, too.
fn hashed() -> u128 {
    use std::hash::{BuildHasher, RandomState};
    let half = || u128::from(RandomState::new().hash_one(MachineClock.now()));
    half() << 64 | half()
}

/// The name of this boot, where the system has one (Linux).
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

/// Without a name of the boot a clock since then is of no use.
#[cfg(not(target_os = "linux"))]
fn since_boot() -> Option<u64> {
    None
}
