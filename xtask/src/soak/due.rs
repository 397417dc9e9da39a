//! Which soaks are due: their last run is older than what they prove.
//!
//! - A soak is due if it never ran, or if a later commit changed a path that it proves.
//! - One that depends on the world outside is also due after some days.
//! - A run on an unknown commit, or on changes without a commit, counts as never.
//! - In a clone without its history nothing is known, and nothing is due.

use super::kept::{self, LastRun};
use crate::Outcome;
use crate::tree::top;
use std::process::Command;

/// The paths that a soak is about, and its age limit in days.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub(super) name: &'static str,
    pub(super) proves: &'static [&'static str],
    pub(super) days: Option<u64>,
}

/// The soaks of these that are due, each with the reason. `None` without the history.
pub(super) fn due(claims: &[Claim], page: &str, today: &str) -> Outcome<Option<Vec<(&'static str, String)>>> {
    if git(&["rev-parse", "--is-shallow-repository"])?.as_deref() != Some("false") {
        return Ok(None);
    }
    let mut due = Vec::new();
    for claim in claims {
        let last = kept::last_run(page, claim.name);
        let changed = match last.as_ref().and_then(LastRun::known) {
            Some(commit) => changed(commit, claim.proves)?,
            None => None,
        };
        due.extend(judged(claim, last.as_ref(), changed.as_ref(), today).map(|why| (claim.name, why)));
    }
    Ok(Some(due))
}

/// The commits since a run that changed what it proves, the latest first.
type Changes = Vec<String>;

impl LastRun {
    /// Its commit, if it ran on one.
    fn known(&self) -> Option<&str> {
        let commit = self.commit.trim_matches('`');
        (!commit.is_empty() && commit.chars().all(|c| c.is_ascii_hexdigit())).then_some(commit)
    }
}

/// Why a soak is due; `changes` is `None` if its commit isn't known here.
fn judged(claim: &Claim, last: Option<&LastRun>, changes: Option<&Changes>, today: &str) -> Option<String> {
    let Some(last) = last else { return Some("it has never run".to_owned()) };
    let Some(changes) = changes else {
        return Some(format!("its last run was on no commit that is known here ({})", last.commit));
    };
    if let Some(latest) = changes.first() {
        let more = match changes.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} earlier ones"),
        };
        return Some(format!("since {} what it proves was changed: {latest}{more}", last.commit));
    }
    let age = days(today)?.checked_sub(days(&last.day)?)?;
    let most = claim.days.filter(|most| age >= *most)?;
    Some(format!("it is due every {most} days, and ran {age} days ago"))
}

/// `None` if the commit isn't known.
fn changed(commit: &str, paths: &[&str]) -> Outcome<Option<Changes>> {
    let range = format!("{commit}..HEAD");
    let known = git(&["log", "--format=%h", &range, "--"].iter().chain(paths).copied().collect::<Vec<_>>())?;
    Ok(known.map(|commits| commits.lines().map(str::to_owned).collect()))
}

/// The days since some day; for the difference between two.
fn days(day: &str) -> Option<u64> {
    let mut parts = day.split('-').map(|part| part.parse::<u64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    // The year begins in March, so that a leap day is its last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    Some(year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day)
}

/// The commit that is checked out, for a row: with a `+` if these paths have changes that are in no commit.
pub(super) fn commit(paths: &[&str]) -> Outcome<String> {
    let head = git(&["rev-parse", "--short=12", "HEAD"])?.unwrap_or_default();
    let status = ["status", "--porcelain", "--"].iter().chain(paths).copied().collect::<Vec<_>>();
    let changes = git(&status)?.is_none_or(|changes| !changes.is_empty());
    Ok(format!("`{head}{}`", if changes { "+" } else { "" }))
}

/// What git prints; `None` if it fails.
pub(super) fn git(args: &[&str]) -> Outcome<Option<String>> {
    let done = Command::new("git").args(args).current_dir(top()).output()?;
    let text = String::from_utf8_lossy(&done.stdout).trim_end().to_owned();
    Ok(done.status.success().then_some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAIM: Claim = Claim { name: "deny", proves: &["Cargo.lock"], days: Some(7) };

    fn why(commit: &str, day: &str, changes: Option<&[&str]>) -> Option<String> {
        let last = LastRun { commit: commit.to_owned(), day: day.to_owned() };
        let changes = changes.map(|all| all.iter().map(|it| (*it).to_owned()).collect::<Changes>());
        judged(&CLAIM, Some(&last), changes.as_ref(), "2027-01-02")
    }

    #[test]
    fn a_run_is_due_when_what_it_proves_has_changed_or_its_days_are_over() {
        assert_eq!(judged(&CLAIM, None, None, "2027-01-02").as_deref(), Some("it has never run"));
        assert_eq!(why("`a1`", "2026-12-27", Some(&[])), None);
        assert_eq!(
            why("`a1`", "2026-12-26", Some(&[])).as_deref(),
            Some("it is due every 7 days, and ran 7 days ago")
        );
        assert_eq!(
            why("`a1`", "2027-01-02", Some(&["c3"])).as_deref(),
            Some("since `a1` what it proves was changed: c3")
        );
        assert_eq!(
            why("`a1`", "2027-01-02", Some(&["c3", "b2", "b1"])).as_deref(),
            Some("since `a1` what it proves was changed: c3 and 2 earlier ones")
        );
        assert_eq!(
            why("unknown", "2027-01-02", None).as_deref(),
            Some("its last run was on no commit that is known here (unknown)")
        );
        let always = Claim { days: None, ..CLAIM };
        let last = LastRun { commit: "`a1`".to_owned(), day: "2020-01-01".to_owned() };
        assert_eq!(judged(&always, Some(&last), Some(&Vec::new()), "2027-01-02"), None);
    }

    #[test]
    fn only_a_commit_is_looked_for() {
        let known =
            |commit: &str| LastRun { commit: commit.to_owned(), day: String::new() }.known().is_some();
        assert_eq!(["`0a1b2c`", "`0a1b2c+`", "unknown", ""].map(known), [true, false, false, false]);
    }

    #[test]
    fn days_are_counted_across_leap_days_and_years() {
        let between = |one, other| Some(days(other)? - days(one)?);
        assert_eq!(between("2026-11-29", "2026-12-06"), Some(7));
        assert_eq!(between("2026-12-31", "2027-01-01"), Some(1));
        assert_eq!(
            [between("2028-02-28", "2028-03-01"), between("2027-02-28", "2027-03-01")],
            [Some(2), Some(1)]
        );
        assert_eq!(days("yesterday"), None);
    }

    #[test]
    fn git_knows_its_own_commits_and_no_others() {
        if git(&["rev-parse", "--is-shallow-repository"]).expect("git").as_deref() != Some("false") {
            return;
        }
        assert_eq!(changed("HEAD", &["."]).expect("git"), Some(Vec::new()));
        assert_eq!(changed("0000000000000000000000000000000000000001", &["."]).expect("git"), None);
    }
}
