//! The limit of open files is raised for asq alone.

use asq_runtime::file_limit::{command, raise};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

#[test]
fn the_limit_of_open_files_is_raised_and_programs_get_the_earlier_one() {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let earlier = maximum.map_or(1_000_000, |most| most - 1);
    setrlimit(Resource::Nofile, Rlimit { current: Some(earlier), maximum }).unwrap();
    raise();
    assert_eq!(getrlimit(Resource::Nofile), Rlimit { current: maximum, maximum });
    let limits =
        command("sh").args(["-c", "ulimit -S -n; ulimit -H -n; echo $1", "sh", "a b"]).output().unwrap();
    let hard = maximum.map_or("unlimited".to_owned(), |most| most.to_string());
    assert_eq!(String::from_utf8(limits.stdout).unwrap(), format!("{earlier}\n{hard}\na b\n"));
}
