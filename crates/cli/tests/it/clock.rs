//! The clock that a form shows.

/// The seconds that it says have gone by, if it is on this screen.
pub(crate) fn elapsed(screen: &str) -> Option<usize> {
    let (before, _) = screen.split_once(" elapsed")?;
    let (minutes, seconds) = before.rsplit(' ').next()?.split_once(':')?;
    Some(minutes.parse::<usize>().ok()? * 60 + seconds.parse::<usize>().ok()?)
}
