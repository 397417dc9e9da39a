//! The syntax of each language.
//!
//! - Lists are words separated by blanks, in one string each, so that a program that shows no code loads no
//!   tables.
//! - Related languages share an entry: the extra words of one don't harm the others.
//! - Names as fences use them, in lower case, including short forms.

/// The parts of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grammar {
    pub(super) keywords: &'static str,
    pub(super) literals: &'static str,
    /// Starts of comments that run to the end of the line.
    pub(super) line_comments: &'static str,
    pub(super) comment: Option<(&'static str, &'static str)>,
    pub(super) nests: bool,
    pub(super) quotes: &'static str,
    /// Quotes whose strings may span lines.
    pub(super) long_texts: &'static str,
    pub(super) triple: bool,
    pub(super) escapes: bool,
    /// `'a` is a name.
    pub(super) lifetimes: bool,
    /// A word before `(` is a name.
    pub(super) calls: bool,
    /// A word with a capital is a name.
    pub(super) capitals: bool,
    pub(super) any_case: bool,
    /// A word before this sign at the start of a line is a name.
    pub(super) keys: Option<char>,
    /// So is a string before `:`.
    pub(super) quoted_keys: bool,
    /// So is a word before the sign after `{` and `;`.
    pub(super) inner_keys: bool,
    /// `/…/` is a regex at the start of a value.
    pub(super) regexes: bool,
    /// Starts of strings that end at a word on a line of its own.
    pub(super) heredoc: &'static str,
    /// `[[…]]` and `[=[…]=]` are strings.
    pub(super) long_brackets: bool,
}

const C_LIKE: Grammar = Grammar {
    keywords: "",
    literals: "true false null",
    line_comments: "//",
    comment: Some(("/*", "*/")),
    nests: false,
    quotes: "\"'",
    long_texts: "",
    triple: false,
    escapes: true,
    lifetimes: false,
    calls: true,
    capitals: true,
    any_case: false,
    keys: None,
    quoted_keys: false,
    inner_keys: false,
    regexes: false,
    heredoc: "",
    long_brackets: false,
};

const HASHED: Grammar = Grammar { line_comments: "#", comment: None, ..C_LIKE };

/// The language with this lower-case name.
pub(super) fn named(name: &str) -> Option<Grammar> {
    Some(match name {
        "rust" | "rs" => Grammar {
            keywords: "as async await break const continue crate dyn else enum extern fn for if impl in let loop \
                match mod move mut pub ref return self Self static struct super trait type unsafe use where while yield",
            literals: "true false None Some Ok Err",
            nests: true,
            long_texts: "\"",
            lifetimes: true,
            ..C_LIKE
        },
        "python" | "py" | "python3" => Grammar {
            keywords: "and as assert async await break case class continue def del elif else except finally for from \
                global if import in is lambda match nonlocal not or pass raise return try while with yield",
            literals: "True False None self cls",
            triple: true,
            ..HASHED
        },
        "javascript" | "js" | "jsx" | "mjs" | "cjs" | "typescript" | "ts" | "tsx" => Grammar {
            keywords: "abstract any as async await boolean break case catch class const continue debugger declare \
                default delete do else enum export extends finally for from function get if implements import in \
                instanceof interface keyof let namespace never new number of private protected public readonly return \
                satisfies set static string super switch throw try type typeof unknown var void while yield",
            literals: "true false null undefined this NaN Infinity",
            quotes: "\"'`",
            long_texts: "`",
            regexes: true,
            ..C_LIKE
        },
        "json" | "jsonc" | "json5" | "jsonl" => {
            Grammar { quoted_keys: true, calls: false, capitals: false, ..C_LIKE }
        }
        "go" | "golang" => Grammar {
            keywords: "any bool break byte case chan const continue default defer else error fallthrough float64 for \
                func go goto if import int int64 interface map package range return rune select string struct switch \
                type uint var",
            literals: "true false nil iota",
            quotes: "\"'`",
            long_texts: "`",
            ..C_LIKE
        },
        "java" | "kotlin" | "kt" | "kts" | "scala" | "groovy" | "gradle" | "swift" | "dart" | "csharp"
        | "cs" | "c#" => Grammar {
            keywords: "abstract actor as async await base boolean break by byte case catch char class companion \
                    const constructor continue data decimal def default defer delegate do double else enum event \
                    extends extension final finally float for foreach fun func get guard if implements implicit import \
                    in init inline int interface internal is lateinit let long match module mutating namespace new \
                    object open operator out override package params private protected protocol public readonly record \
                    ref return sealed set short static string struct super suspend switch synchronized throw throws \
                    trait try typealias typeof using val var virtual void volatile when where while with yield",
            literals: "true false null nil this self",
            triple: true,
            ..C_LIKE
        },
        "c" | "cpp" | "c++" | "cc" | "h" | "hpp" | "cxx" | "objc" | "arduino" | "glsl" | "zig" => Grammar {
            keywords: "alignas auto bool break case catch char class const constexpr continue default delete do double \
                else enum explicit extern float for friend goto if inline int long namespace new noexcept operator \
                override private protected public register return short signed sizeof size_t static struct switch \
                template throw try typedef typename union unsigned using virtual void volatile while define include \
                ifdef ifndef endif pragma undef",
            literals: "true false NULL nullptr this",
            ..C_LIKE
        },
        "php" => Grammar {
            keywords: "abstract and array as break case catch class clone const continue declare default do echo else \
                elseif empty enum extends final finally fn for foreach function global if implements include instanceof \
                interface isset list match namespace new or print private protected public readonly require \
                require_once return static switch throw trait try unset use var while yield php",
            line_comments: "// #",
            heredoc: "<<<",
            ..C_LIKE
        },
        "ruby" | "rb" | "crystal" | "elixir" | "ex" | "exs" => Grammar {
            keywords: "alias and begin break case catch class cond def defmodule defp defstruct do else elsif end \
                ensure extend fn for if import in include module next not or private protected public raise receive \
                redo require rescue retry return super then unless until use when while with yield",
            literals: "true false nil self",
            triple: true,
            regexes: true,
            heredoc: "<<~ <<-",
            ..HASHED
        },
        "lua" => Grammar {
            keywords: "and break do else elseif end for function goto if in local not or repeat return then until while",
            literals: "true false nil self",
            line_comments: "--",
            comment: Some(("--[[", "]]")),
            long_brackets: true,
            ..C_LIKE
        },
        "haskell" | "hs" | "elm" | "purescript" | "ocaml" | "ml" | "fsharp" => Grammar {
            keywords: "and case class data deriving do else end foldr fun function if import in infix instance let \
                match module mutable newtype of open rec then type val where with",
            literals: "True False true false Nothing Just None Some",
            line_comments: "--",
            comment: Some(("{-", "-}")),
            quotes: "\"",
            ..C_LIKE
        },
        "sh" | "bash" | "shell" | "zsh" | "fish" | "console" | "shell-session" | "terminal" | "ksh" => {
            Grammar {
                keywords: "case do done elif else end esac exec exit export fi for function if in local readonly return \
                select set shift source then trap unset until while",
                literals: "true false",
                long_texts: "\"'",
                heredoc: "<<- <<",
                calls: false,
                capitals: false,
                ..HASHED
            }
        }
        "powershell" | "ps1" | "batch" | "bat" | "cmd" => Grammar {
            keywords: "begin break catch class continue do echo else elseif end exit filter finally for foreach \
                function goto if in param process rem return set switch throw trap try until while",
            any_case: true,
            comment: Some(("<#", "#>")),
            ..HASHED
        },
        "sql" | "postgres" | "postgresql" | "mysql" | "sqlite" | "plpgsql" | "psql" => Grammar {
            keywords: "add all alter and as asc begin between bigint boolean by cascade case char check column commit \
                concurrently conflict constraint create cross current database date default delete desc distinct do drop \
                else end except execute exists explain foreign from full function grant group having if in index inner \
                insert int integer intersect interval into is join jsonb key language left like limit not nothing numeric \
                of offset on or order outer over partition primary procedure references replace returning returns revoke \
                right rollback row select sequence serial set table temporary text then timestamp timestamptz to trigger \
                truncate union unique update using uuid values varchar view when where window with",
            literals: "true false null",
            line_comments: "--",
            escapes: false,
            long_texts: "'",
            quotes: "'\"`",
            capitals: false,
            any_case: true,
            ..C_LIKE
        },
        "yaml" | "yml" => {
            Grammar { literals: "true false null yes no on off", keys: Some(':'), ..CONFIGURATION }
        }
        "toml" | "ini" | "conf" | "cfg" | "properties" | "env" | "dotenv" | "editorconfig" | "systemd" => {
            Grammar { keys: Some('='), line_comments: "# ;", triple: true, ..CONFIGURATION }
        }
        "hcl" | "terraform" | "tf" | "nix" | "nginx" => Grammar {
            keywords: "data for if in let locals module output provider resource terraform variable with server location",
            line_comments: "# //",
            heredoc: "<<- <<",
            ..C_LIKE
        },
        "css" | "scss" | "less" | "sass" => Grammar {
            line_comments: "//",
            keywords: "important",
            keys: Some(':'),
            inner_keys: true,
            capitals: false,
            ..C_LIKE
        },
        "dockerfile" | "docker" | "containerfile" => Grammar {
            keywords: "add arg as cmd copy entrypoint env expose from healthcheck label run shell stopsignal user \
                volume workdir",
            any_case: true,
            ..CONFIGURATION
        },
        "make" | "makefile" | "just" | "justfile" | "cmake" => Grammar {
            keywords: "define else endef endif export if ifdef ifeq ifndef ifneq include",
            keys: Some(':'),
            ..CONFIGURATION
        },
        "graphql" | "gql" | "proto" | "protobuf" | "prisma" | "thrift" => Grammar {
            keywords: "enum extend fragment implements import input interface message model mutation on oneof option \
                optional package query repeated required returns rpc scalar schema service subscription syntax type union",
            line_comments: "// #",
            ..C_LIKE
        },
        "mermaid" => Grammar {
            keywords: "graph flowchart subgraph end sequenceDiagram participant actor loop alt else opt par and note \
                Note over right left of activate deactivate classDiagram stateDiagram stateDiagram-v2 erDiagram gantt \
                pie title section class direction style classDef TD TB LR RL BT",
            line_comments: "%%",
            comment: None,
            quotes: "\"",
            calls: false,
            capitals: false,
            ..C_LIKE
        },
        _ => return None,
    })
}

const CONFIGURATION: Grammar = Grammar { calls: false, capitals: false, ..HASHED };
