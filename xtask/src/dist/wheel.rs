//! The wheel for PyPI. It has no Python: pip and uv put the program next to their other commands.
//!
//! - Its tags say which platforms it is for.
//! - RECORD lists each file with its digest, so that installers can check and remove them.

use super::payload::Payload;
use super::platform::Platform;
use super::{LICENCE, NAME, PackedFile, SUMMARY, VERSION};
use crate::Outcome;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// `time`: in seconds since 1970.
pub(super) fn make(platform: &Platform, payload: &Payload, time: u64) -> Outcome<PackedFile> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(day(time)?);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files(platform, payload) {
        // With the bit of a regular file: pip keeps the others only then.
        zip.start_file(&file.path, options.unix_permissions(0o100_000 | file.mode()))?;
        zip.write_all(&file.bytes)?;
    }
    let name = format!("{NAME}-{VERSION}-py3-none-{}.whl", platform.wheel.join("."));
    Ok(PackedFile::text(name, zip.finish()?.into_inner()))
}

/// The metadata comes last, as the format recommends.
fn files(platform: &Platform, payload: &Payload) -> Vec<PackedFile> {
    let info = format!("{NAME}-{VERSION}.dist-info");
    let program = format!("{NAME}-{VERSION}.data/scripts/{NAME}");
    let mut files = vec![PackedFile::program(program, payload.program.clone())];
    for (name, text) in payload.documents.iter().filter(|(name, _)| name.starts_with("LICENSE")) {
        files.push(PackedFile::text(format!("{info}/licenses/{name}"), text.clone()));
    }
    let about = payload.documents.iter().find(|(name, _)| name == "README.md").map_or("", |(_, text)| text);
    let mut metadata = format!(
        "Metadata-Version: 2.4\nName: {NAME}\nVersion: {VERSION}\nSummary: {SUMMARY}\nLicense-Expression: {LICENCE}\n"
    );
    for (name, _) in payload.documents.iter().filter(|(name, _)| name.starts_with("LICENSE")) {
        let _ = writeln!(metadata, "License-File: {name}");
    }
    let _ = write!(metadata, "Description-Content-Type: text/markdown\n\n{about}");
    files.push(PackedFile::text(format!("{info}/METADATA"), metadata));
    let mut wheel = "Wheel-Version: 1.0\nGenerator: asq xtask\nRoot-Is-Purelib: false\n".to_owned();
    for tag in platform.wheel {
        let _ = writeln!(wheel, "Tag: py3-none-{tag}");
    }
    files.push(PackedFile::text(format!("{info}/WHEEL"), wheel));
    let record = record(&files, &format!("{info}/RECORD"));
    files.push(PackedFile::text(format!("{info}/RECORD"), record));
    files
}

/// Path, digest and size of each file; of the record itself only the path.
fn record(files: &[PackedFile], own: &str) -> String {
    let mut record = String::new();
    for file in files {
        let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(&file.bytes));
        let _ = writeln!(record, "{},sha256={digest},{}", file.path, file.bytes.len());
    }
    let _ = writeln!(record, "{own},,");
    record
}

/// The day of a time, at midnight; zip files have no time zone.
fn day(time: u64) -> Outcome<DateTime> {
    // Days since 1 March of the year 0, counted in eras of 400 years (Howard Hinnant's civil_from_days).
    let days = time / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    Ok(DateTime::from_date_and_time(u16::try_from(year)?, u8::try_from(month)?, u8::try_from(day)?, 0, 0, 0)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::platform;
    use std::io::Read as _;

    #[test]
    fn the_record_has_a_digest_for_each_file_but_itself() {
        let files = [PackedFile::text("a/empty", ""), PackedFile::text("a/abc", "abc")];
        assert_eq!(
            record(&files, "a/RECORD"),
            "a/empty,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\n\
             a/abc,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\n\
             a/RECORD,,\n"
        );
    }

    #[test]
    fn a_wheel_has_the_program_its_licences_and_its_metadata() {
        let wheel = make(&platform::ALL[0], &Payload::planted(), 1_700_000_000).unwrap();
        assert_eq!(
            wheel.path,
            format!("asq-{VERSION}-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl")
        );
        let mut zip = zip::ZipArchive::new(Cursor::new(wheel.bytes)).unwrap();
        let mut seen = Vec::new();
        let mut tag = String::new();
        for at in 0..zip.len() {
            let mut file = zip.by_index(at).unwrap();
            let (mode, date) = (file.unix_mode().unwrap(), file.last_modified().unwrap());
            let name = file.name().unwrap().into_owned();
            seen.push(format!("{} {mode:o} {date}", name.replace(VERSION, "V")));
            if name.ends_with("/WHEEL") {
                file.read_to_string(&mut tag).unwrap();
            }
        }
        assert_eq!(
            seen,
            [
                "asq-V.data/scripts/asq 100755 2023-11-14 00:00:00",
                "asq-V.dist-info/licenses/LICENSE-MIT 100644 2023-11-14 00:00:00",
                "asq-V.dist-info/METADATA 100644 2023-11-14 00:00:00",
                "asq-V.dist-info/WHEEL 100644 2023-11-14 00:00:00",
                "asq-V.dist-info/RECORD 100644 2023-11-14 00:00:00",
            ]
        );
        assert_eq!(
            tag,
            "Wheel-Version: 1.0\nGenerator: asq xtask\nRoot-Is-Purelib: false\n\
             Tag: py3-none-manylinux_2_17_x86_64\nTag: py3-none-musllinux_1_1_x86_64\n"
        );
    }

    #[test]
    fn days_are_counted_over_leap_years() {
        let on = |time| day(time).unwrap().to_string();
        assert_eq!(on(951_782_400), "2000-02-29 00:00:00");
        assert_eq!(on(1_735_689_599), "2024-12-31 00:00:00");
        assert_eq!(on(1_735_689_600), "2025-01-01 00:00:00");
    }
}
