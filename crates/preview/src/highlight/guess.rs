//! The language of a piece of code that nobody named.
//!
//! - `#!` and the like say it.
//! - Else a few telling beginnings of lines are looked for in the first two kilobytes; the language with the
//!   most of them wins, if it has at least two.
//! - In doubt there is none: plain code misleads nobody.

/// How much is looked at, in bytes.
const NEAR: usize = 2 << 10;

/// A name that [`super::Lexer::named`] knows.
pub(super) fn language(source: &str) -> Option<&'static str> {
    let near = &source[..source.floor_char_boundary(NEAR)];
    let first = near.trim_start().lines().next().unwrap_or("");
    if let Some(program) = first.strip_prefix("#!") {
        let program = program.split_whitespace().filter_map(|w| w.rsplit('/').next()).find(|w| *w != "env");
        return Some(
            match program.unwrap_or("").trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
                "python" => "python",
                "node" | "deno" | "bun" => "js",
                "ruby" => "ruby",
                "php" => "php",
                "lua" => "lua",
                _ => "sh",
            },
        );
    }
    for (start, name) in [
        ("<?php", "php"),
        ("<?xml", "xml"),
        ("<!DOCTYPE", "html"),
        ("<!doctype", "html"),
        ("<html", "html"),
        ("<svg", "svg"),
        ("diff --git ", "diff"),
        ("--- a/", "diff"),
        ("FROM ", "dockerfile"),
    ] {
        if first.starts_with(start) {
            return Some(name);
        }
    }
    if first.starts_with(['{', '[']) && near.contains("\":") {
        return Some("json");
    }
    let mut votes = [0_usize; NAMES.len()];
    for line in near.lines() {
        let line = line.trim();
        for (mark, name) in SIGNS {
            let (begins, ends) = mark.split_once('…').unwrap_or((mark, ""));
            if line.starts_with(begins) && line.ends_with(ends) {
                votes[usize::from(*name)] += 1;
            }
        }
    }
    let most = votes.iter().copied().max().unwrap_or(0);
    let winner = votes.iter().position(|v| *v == most)?;
    (most >= 2).then(|| NAMES[winner])
}

const NAMES: [&str; 10] = ["rust", "python", "ts", "go", "java", "c", "sql", "sh", "css", "ruby"];

/// Beginnings of lines, an ending behind `…`, and the place in `NAMES`.
const SIGNS: &[(&str, u8)] = &[
    ("fn …{", 0),
    ("pub ", 0),
    ("let mut ", 0),
    ("impl", 0),
    ("use …;", 0),
    ("let …;", 0),
    ("#[", 0),
    ("match …{", 0),
    ("def …:", 1),
    ("import ", 1),
    ("from … ", 1),
    ("class …:", 1),
    ("if …:", 1),
    ("for …:", 1),
    ("return ", 1),
    ("elif …:", 1),
    ("with …:", 1),
    ("@", 1),
    ("const ", 2),
    ("let …;", 2),
    ("import …;", 2),
    ("import {", 2),
    ("export ", 2),
    ("function ", 2),
    ("async function ", 2),
    ("interface …{", 2),
    ("});", 2),
    ("return …;", 2),
    ("package ", 3),
    ("func …{", 3),
    ("import (", 3),
    ("type …{", 3),
    ("if err != nil {", 3),
    ("public ", 4),
    ("private ", 4),
    ("import java", 4),
    ("package …;", 4),
    ("return …;", 4),
    ("#include ", 5),
    ("#define ", 5),
    ("int …{", 5),
    ("int …;", 5),
    ("void …{", 5),
    ("return …;", 5),
    ("typedef ", 5),
    ("struct …{", 5),
    ("SELECT ", 6),
    ("FROM ", 6),
    ("WHERE ", 6),
    ("INSERT ", 6),
    ("UPDATE ", 6),
    ("CREATE ", 6),
    ("ALTER ", 6),
    ("DROP ", 6),
    ("BEGIN…;", 6),
    ("COMMIT…;", 6),
    ("JOIN ", 6),
    ("ORDER BY ", 6),
    ("$ ", 7),
    ("if [", 7),
    ("fi", 7),
    ("done", 7),
    ("echo ", 7),
    ("export ", 7),
    ("cd ", 7),
    ("npm ", 7),
    ("git ", 7),
    ("docker ", 7),
    ("kubectl ", 7),
    ("cargo ", 7),
    ("curl ", 7),
    ("sudo ", 7),
    ("set -", 7),
    (".…{", 8),
    ("#…{", 8),
    ("@media…{", 8),
    (":root…{", 8),
    ("margin:", 8),
    ("padding:", 8),
    ("color:", 8),
    ("display:", 8),
    ("require '", 9),
    ("def ", 9),
    ("end", 9),
    ("module ", 9),
    ("attr_", 9),
];
