//! The kernel's figures about a process and the machine.

use crate::Outcome;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

/// In KiB.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) anonymous: u64,
    pub(crate) resident: u64,
}

pub(crate) fn memory(pid: u32) -> Outcome<Memory> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?;
    Ok(Memory { anonymous: number(&text, "Anonymous:")?, resident: number(&text, "Rss:")? })
}

/// How often each thread of the process has gone to sleep and been woken. Losing the processor to another program
/// doesn't count.
pub(crate) fn wake_ups_by_thread(pid: u32) -> Outcome<BTreeMap<OsString, u64>> {
    let mut all = BTreeMap::new();
    for thread in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        let thread = thread?;
        let text = std::fs::read_to_string(thread.path().join("status"))?;
        all.insert(thread.file_name(), number(&text, "voluntary_ctxt_switches:")?);
    }
    Ok(all)
}

/// The same of all threads that it has now.
pub(crate) fn wake_ups(pid: u32) -> Outcome<u64> {
    Ok(wake_ups_by_thread(pid)?.values().sum())
}

/// The processor time of the process's threads.
pub(crate) fn time(pid: u32) -> Outcome<Duration> {
    let mut sum = 0;
    for thread in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        let text = std::fs::read_to_string(thread?.path().join("schedstat"))?;
        let nanoseconds: u64 = text.split(' ').next().unwrap_or_default().parse()?;
        sum += nanoseconds;
    }
    Ok(Duration::from_nanos(sum))
}

/// Processor model, cores and memory; not the machine's name.
pub(crate) fn machine() -> Outcome<String> {
    let cpu = std::fs::read_to_string("/proc/cpuinfo")?;
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown processor");
    let model = model.trim_start_matches(['\t', ' ', ':']);
    let cores = cpu.lines().filter(|line| line.starts_with("processor")).count();
    let memory = number(&std::fs::read_to_string("/proc/meminfo")?, "MemTotal:")? / 1024 / 1024;
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease")?;
    let kernel = kernel.split('-').next().unwrap_or_default().trim();
    Ok(format!("{model}, {cores} cores, {memory} GiB, Linux {kernel}"))
}

/// The load average of the last minute.
pub(crate) fn load() -> Outcome<String> {
    let text = std::fs::read_to_string("/proc/loadavg")?;
    Ok(text.split(' ').next().unwrap_or_default().to_owned())
}

fn number(text: &str, label: &str) -> Outcome<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.ok_or_else(|| format!("the kernel says no {label}"))?.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_found_at_its_line() -> Outcome<()> {
        let text = "voluntary_ctxt_switches:\t12\nnonvoluntary_ctxt_switches:\t3\n";
        assert_eq!(number(text, "nonvoluntary_ctxt_switches:")?, 3);
        assert_eq!(number(text, "voluntary_ctxt_switches:")?, 12);
        assert!(number(text, "Rss:").is_err());
        Ok(())
    }

    #[test]
    fn this_process_has_memory() -> Outcome<()> {
        let memory = memory(std::process::id())?;
        assert!(memory.anonymous > 0 && memory.resident >= memory.anonymous);
        Ok(())
    }
}
