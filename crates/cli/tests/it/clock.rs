//! The clock that a form shows.

/// The elapsed seconds on this screen, if it shows a clock.
pub(crate) fn elapsed(screen: &str) -> Option<usize> {
    let (before, _) = screen.split_once(" elapsed")?;
    let (minutes, seconds) = before.rsplit(' ').next()?.split_once(':')?;
    Some(minutes.parse::<usize>().ok()? * 60 + seconds.parse::<usize>().ok()?)
}
