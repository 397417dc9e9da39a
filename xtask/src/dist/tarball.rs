//! A `.tar.gz` with the same bytes each time: sorted, owned by root, with one time for all.

use super::PackedFile;
use crate::Outcome;
use flate2::{Compression, GzBuilder};
use std::collections::BTreeSet;
use std::io::Write as _;
use tar::{Builder, EntryType, Header};

/// `time`: in seconds since 1970.
pub(super) fn tar_gz(files: &[PackedFile], time: u64) -> Outcome<Vec<u8>> {
    let mut tar = Builder::new(GzBuilder::new().write(Vec::new(), Compression::best()));
    let mut sorted: Vec<&PackedFile> = files.iter().collect();
    sorted.sort_by(|one, other| one.path.cmp(&other.path));
    let mut folders = BTreeSet::new();
    for file in sorted {
        for (at, _) in file.path.match_indices('/') {
            let folder = &file.path[..=at];
            if folders.insert(folder) {
                tar.append_data(&mut header(EntryType::Directory, 0o755, 0, time), folder, &[][..])?;
            }
        }
        let size = file.bytes.len() as u64;
        let mut header = header(EntryType::Regular, file.mode(), size, time);
        tar.append_data(&mut header, &file.path, file.bytes.as_slice())?;
    }
    Ok(tar.into_inner()?.finish()?)
}

fn header(kind: EntryType, mode: u32, size: u64, time: u64) -> Header {
    let mut header = Header::new_ustar();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(size);
    header.set_mtime(time);
    header
}

/// One file, compressed without a name or a time.
pub(super) fn gz(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut writer = GzBuilder::new().write(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn folders_come_first_and_everything_is_sorted_and_dated() {
        let files = [PackedFile::text("top/b/two", "22"), PackedFile::program("top/a", "1")];
        let packed = tar_gz(&files, 1_700_000_000).unwrap();
        let again = tar_gz(&[files[1].clone(), files[0].clone()], 1_700_000_000).unwrap();
        assert_eq!(packed, again);

        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed.as_slice()));
        let seen: Vec<String> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let mut entry = entry.unwrap();
                let mut text = String::new();
                entry.read_to_string(&mut text).unwrap();
                let (header, path) = (entry.header().clone(), entry.path().unwrap().display().to_string());
                let (mode, owner, time) = (header.mode(), header.uid(), header.mtime());
                format!("{path} {:o} {} {} {text}", mode.unwrap(), owner.unwrap(), time.unwrap())
            })
            .collect();
        assert_eq!(
            seen,
            [
                "top/ 755 0 1700000000 ",
                "top/a 755 0 1700000000 1",
                "top/b/ 755 0 1700000000 ",
                "top/b/two 644 0 1700000000 22",
            ]
        );
    }
}
