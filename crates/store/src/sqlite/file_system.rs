//! Refuses file systems whose locks only look like locks, or whose syncs do nothing.
//!
//! - These are network file systems, and shared folders of virtual machines and containers.
//! - Every other file system counts as local.

use std::io;
use std::path::Path;

/// The refused magic numbers, with their names.
#[cfg(target_os = "linux")]
const REFUSED: [(u64, &str); 10] = [
    (0x6969, "NFS"),
    (0x517B, "SMB"),
    (0xFF53_4D42, "CIFS"),
    (0xFE53_4D42, "SMB2"),
    (0x0102_1997, "9p (a folder of another system, as in WSL)"),
    (0x6573_5546, "FUSE (such as sshfs or a shared folder of Docker Desktop)"),
    (0x7363_6673, "Coda"),
    (0x5346_414F, "AFS"),
    (0x00C3_6400, "Ceph"),
    (0x7669_7266, "virtiofs"),
];

/// Returns the name of the folder's file system if it is refused.
#[cfg(target_os = "linux")]
pub(super) fn refused(folder: &Path) -> io::Result<Option<&'static str>> {
    let about = rustix::fs::statfs(folder)?;
    // The field's type differs between architectures; the numbers fit into 32 bits.
    Ok(named((about.f_type as u64) & 0xFFFF_FFFF))
}

#[cfg(target_os = "linux")]
fn named(magic: u64) -> Option<&'static str> {
    REFUSED.iter().find(|(it, _)| *it == magic).map(|(_, name)| *name)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn refused(_: &Path) -> io::Result<Option<&'static str>> {
    Ok(None)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::StoreError;

    #[test]
    fn a_network_is_refused_with_the_way_out_and_a_disk_is_not() {
        let system = named(0x6969).expect("NFS").to_owned();
        let refused = StoreError::FileSystem { path: "/mnt/share".into(), system };
        assert_eq!(
            refused.to_string(),
            "/mnt/share is on NFS, where locks or syncs can't be trusted\n  ASQ_STORE=PATH names a file on a local \
             disk, ASQ_STORE=postgres://… a database"
        );
        for (magic, name) in REFUSED {
            assert_eq!(named(magic), Some(name));
        }
        for local in [0xEF53, 0x0102_1994, 0x9123_683E, 0x5846_5342, 0x794C_7630] {
            assert_eq!(named(local), None, "{local:x}");
        }
    }
}
