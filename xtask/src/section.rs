//! One section of a document: from its heading to the next one.

/// Replaces the section with this heading, or appends it.
pub(crate) fn with_section(old: &str, heading: &str, text: &str) -> String {
    let (before, _, after) = around(old, heading);
    let gap = if after.is_empty() { "" } else { "\n" };
    format!("{}\n\n{text}{gap}{after}", before.trim_end())
}

/// Splits a document into the text before a section, the section, and the rest.
pub(crate) fn around<'a>(text: &'a str, heading: &str) -> (&'a str, &'a str, &'a str) {
    let begins = |at: usize| at == 0 || text[..at].ends_with('\n');
    let Some(start) = text.match_indices(heading).map(|(at, _)| at).find(|at| begins(*at)) else {
        return (text, "", "");
    };
    let body = start + heading.len();
    let end = text[body..].find("\n## ").map_or(text.len(), |at| body + at + 1);
    (&text[..start], &text[start..end], &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_takes_the_place_of_the_old_one() {
        let old = "# P\n\ntext\n\n## Inside pi\n\nold\n\n## Later\n\nmore\n";
        assert_eq!(
            with_section(old, "## Inside pi", "## Inside pi\n\nnew\n"),
            "# P\n\ntext\n\n## Inside pi\n\nnew\n\n## Later\n\nmore\n"
        );
        assert_eq!(with_section("# P\n", "## Inside pi", "## Inside pi\n"), "# P\n\n## Inside pi\n");
    }
}
