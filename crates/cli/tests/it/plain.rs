//! The commands that need no terminal, as a stranger meets them.

use crate::run::asq;
use expect_test::expect;
use std::fmt::Write as _;

#[test]
fn asq_alone_prints_a_short_help_and_ends_with_2() {
    let done = asq(&[]).done();
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    expect![[r#"
        Ask a person a structured question in the terminal and get the answer as JSON

        Usage: asq [OPTIONS] [COMMAND]

        Commands:
          ask          Ask: read a tool call, open the form, print the ending as JSON
          confirm      Ask yes or no; the exit code is the answer
          pick         Ask for one of a list, or several, and print it
          input        Ask for a text or a number, and print it
          check        Read a tool call and say what is right and wrong with it; opens no form
          demo         Try a form with a sample call
          inbox        Show all open requests on this terminal, and answer them
          list         List the requests that are open
          show         Show one request, open or closed
          answer       Answer a request from here
          decline      Say no to a request
          cancel       Stop the work that a request belongs to
          withdraw     Take a request back, as its asker
          wait         Wait for the endings of requests that were posted
          history      Look among what is over
          log          Verify, note, export and import the log of all that was recorded
          prune        Erase what was closed long ago
          doctor       Say how the store is
          install      Put asq's tools where an agent finds them
          uninstall    Take them away again
          embed        Serve a host that owns the screen: lines of JSON on standard input and output
                       (docs/embed.md)
          dialects     List the tool contracts that asq speaks
          schema       Print what an agent is told about a dialect's tools, as JSON
          settings     Show and change settings
          trust        Trust a folder's settings file with a command and the danger check
          help         Explain a command or a topic: exit-codes, keys, drafts, store, environment
          completions  Print a completion script for a shell

        Options:
          -V, --version  Print the version; with --json as JSON
              --json     With --version: print JSON
          -h, --help     Print help (see more with '--help')

        First steps:
          asq demo                                    see a form and answer it
          asq demo --print question | asq ask -       the same through a pipe, as an agent does it
          asq check call.json                         what is right and wrong with a call
          asq help exit-codes                         what the exit code tells a script
    "#]]
    .assert_eq(&done.err);
}

#[test]
fn help_says_what_there_is() {
    let done = asq(&["help"]).done();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    expect![[r#"
        asq opens a form in this terminal with the questions that an AI agent (or a script) asks, waits for
        the person, and prints the answer as one line of JSON.

        Usage: asq [OPTIONS] [COMMAND]

        Commands:
          ask          Ask: read a tool call, open the form, print the ending as JSON
          confirm      Ask yes or no; the exit code is the answer
          pick         Ask for one of a list, or several, and print it
          input        Ask for a text or a number, and print it
          check        Read a tool call and say what is right and wrong with it; opens no form
          demo         Try a form with a sample call
          inbox        Show all open requests on this terminal, and answer them
          list         List the requests that are open
          show         Show one request, open or closed
          answer       Answer a request from here
          decline      Say no to a request
          cancel       Stop the work that a request belongs to
          withdraw     Take a request back, as its asker
          wait         Wait for the endings of requests that were posted
          history      Look among what is over
          log          Verify, note, export and import the log of all that was recorded
          prune        Erase what was closed long ago
          doctor       Say how the store is
          install      Put asq's tools where an agent finds them
          uninstall    Take them away again
          embed        Serve a host that owns the screen: lines of JSON on standard input and output
                       (docs/embed.md)
          dialects     List the tool contracts that asq speaks
          schema       Print what an agent is told about a dialect's tools, as JSON
          settings     Show and change settings
          trust        Trust a folder's settings file with a command and the danger check
          help         Explain a command or a topic: exit-codes, keys, drafts, store, environment
          completions  Print a completion script for a shell

        Options:
          -V, --version
                  Print the version; with --json as JSON

              --json
                  With --version: print JSON

          -h, --help
                  Print help (see a summary with '-h')

        First steps:
          asq demo                                    see a form and answer it
          asq demo --print question | asq ask -       the same through a pipe, as an agent does it
          asq check call.json                         what is right and wrong with a call
          asq help exit-codes                         what the exit code tells a script

        Topics (asq help TOPIC):
          exit-codes   how a script tells one ending from another
          keys         what the keys of a form do
          drafts       how typed text is kept when a form closes
          store        where questions wait, and how their answers come back
          environment  the variables that asq reads
    "#]]
    .assert_eq(&done.out);
}

#[test]
fn help_of_ask() {
    let done = asq(&["help", "ask"]).done();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    expect![[r#"
        Reads one tool call, opens a form in this terminal and waits for the person. When the form closes,
        one line of JSON goes to standard output, and the exit code says how it ended (asq help exit-codes).

        A call is the tool's bare arguments, {"name": TOOL, "arguments": {…}}, or the block that a model's
        provider or an MCP host sends (tool_use, function, functionCall, tools/call). It ends where its JSON
        value ends: the pipe that it comes through may stay open.

        Where standard input or output is a pipe, the form is drawn on the terminal itself (/dev/tty). Where
        there is no terminal at all, nobody is asked: asq says so in the words of the call's dialect and
        exits with 7.

        Usage: asq ask [OPTIONS] [FILE|-]

        Arguments:
          [FILE|-]
                  The call: a file, or - for standard input (also without it, where standard input is a
                  pipe)

        Options:
          -h, --help
                  Print help (see a summary with '-h')

        A question without JSON:
          -q, --question <TEXT>
                  Ask this, without a call; several -q are several questions

          -o, --option <OPTION>
                  Offer this: LABEL, or 'LABEL => VALUE :: DESCRIPTION'

              --many
                  Several of the options may be picked

              --text
                  The answer is a text (without -o this is the default)

              --number
                  The answer is a number

              --confirm
                  The answer is yes or no

              --header <TEXT>
                  A short name of the question, on its tab

              --id <ID>
                  The answer's key in the JSON (default: q1, q2, …)

              --description <TEXT>
                  A line more, below the question

              --context <MARKDOWN>
                  What to know first, above the answers

              --default <VALUE>
                  Where it starts: an option's label, value or number; a number; a text; yes or no

              --recommend <N|LABEL>
                  Mark this option as recommended

              --other
                  Own words are an answer as well (an agent's lists offer that anyway)

              --only-options
                  Own words are no answer

              --min <N>
                  The smallest number, or with --many the fewest picks

              --max <N>
                  The largest number, or with --many the most picks

              --step <N>
                  What an arrow key adds to the number

              --unit <UNIT>
                  Shown after the number

              --placeholder <TEXT>
                  Shown while a text is empty

              --multiline
                  The text may have several lines

              --sensitive
                  What is typed is masked and never kept

              --yes <LABEL>
                  What yes is called

              --no <LABEL>
                  What no is called

              --danger <TEXT>
                  It can't be undone: the person types exactly this to confirm

              --skippable
                  The question may stay open

              --expires <DURATION>
                  Close the form after this time, such as 90s, 10m, 1h30m

              --expires-means <TEXT>
                  What happens then, as the person reads it

              --discuss
                  Offer to discuss it first (an agent's questions offer that anyway)

              --no-discuss
                  Don't offer to discuss it first

        Which contract:
              --dialect <ID>
                  Judge the call strictly by this dialect

              --tool <NAME>
                  The tool's name, where the call is bare arguments

        Who asks (shown to the person as claimed, not as checked):
              --agent <A>
                  The agent's name [also: ASQ_AGENT]

              --session <S>
                  Its session [also: ASQ_SESSION]

              --call-id <C>
                  The id of the tool call

        Waiting:
              --inbox
                  Post it and wait until it is answered somewhere: no form opens here

              --wait=<DURATION>
                  The same for no longer than this; then it is pending (6) and stays open

              --no-wait
                  Post it and come back at once: pending (6), with the id for asq wait

        The form:
              --inline
                  Below the cursor, what stood above stays visible (the default); also on a terminal that
                  another program uses

              --fullscreen
                  On the alternate screen; also on a terminal that another program uses

              --accessible
                  As plain numbered lines, without cursor movement [also: ACCESSIBLE=1, TERM=dumb]

              --guard <MS>
                  Milliseconds in which keys that would commit are ignored after a page appears; 250 at
                  least, unless your config.toml says less

        The ending:
              --format <FORMAT>
                  What is printed: one line of JSON, only what the model would read, or only the answer's
                  values

                  Possible values:
                  - json:  One JSON object on one line
                  - text:  The text that the model would read
                  - value: The answer's values, one a line; nothing where there is no answer

                  [default: json]

        Examples:
          asq ask call.json
          some-agent --emit-call | asq ask - --agent some-agent --session 42
          asq ask --dialect question --format text call.json
          asq ask --accessible call.json              plain numbered lines, for a screen reader

        Without a call:
          asq ask -q 'Which database?' -o 'PostgreSQL => pg :: Runs already' -o SQLite --recommend 1
          asq ask -q 'How many replicas?' --number --min 1 --max 9 --default 3
          asq ask -q 'Drop the table users?' --confirm --danger 'drop users' && drop_it
          branch=$(asq ask -q 'Which branch?' -o main -o next --format value) || exit
          asq ask -q 'What changed?' --multiline -q 'Which parts?' --many -o core -o docs --skippable

        Flags after a -q belong to its question. An option is LABEL, or 'LABEL => VALUE :: DESCRIPTION' with
        either part left out. With -q nothing is read from standard input. Where no agent asks, a list
        offers what was typed and nothing else; --other and --discuss add rows.

        A single --confirm exits with 0 for a yes alone: a no exits with 1. asq confirm, asq pick and asq
        input say the same in fewer words.
    "#]]
    .assert_eq(&done.out);
    assert_eq!(asq(&["ask", "--help"]).done().out, done.out);
}

#[test]
fn help_of_check_demo_and_schema() {
    let all: Vec<String> = ["check", "demo", "schema"].iter().map(|c| asq(&["help", c]).done().out).collect();
    expect![[r#"
        Reads one tool call as `asq ask` would and prints the dialect that it was taken for, the request as
        a person would see it, what was dropped or mended, and all problems at once. No form is opened.
        Exits with 0, or with 65 where the call can't be asked.

        Usage: asq check [OPTIONS] <FILE|->

        Arguments:
          <FILE|->
                  The call: a file, or - for standard input

        Options:
          -h, --help
                  Print help (see a summary with '-h')

        Which contract:
              --dialect <ID>
                  Judge the call strictly by this dialect

              --tool <NAME>
                  The tool's name, where the call is bare arguments

        Examples:
          asq check call.json
          asq demo --print question | asq check -
          asq check --dialect ask_user_question call.json     judged strictly by that contract

        ----
        Opens a form with a sample call of a dialect and prints the ending, exactly as `asq ask` would.

        Usage: asq demo [OPTIONS] [ID]

        Arguments:
          [ID]
                  A dialect's id, as `asq dialects` lists it; without it the first

        Options:
              --print
                  Print the sample call instead of asking it

          -h, --help
                  Print help (see a summary with '-h')

        The form:
              --inline
                  Below the cursor, what stood above stays visible (the default); also on a terminal that
                  another program uses

              --fullscreen
                  On the alternate screen; also on a terminal that another program uses

              --accessible
                  As plain numbered lines, without cursor movement [also: ACCESSIBLE=1, TERM=dumb]

              --guard <MS>
                  Milliseconds in which keys that would commit are ignored after a page appears; 250 at
                  least, unless your config.toml says less

        The ending:
              --format <FORMAT>
                  What is printed: one line of JSON, only what the model would read, or only the answer's
                  values

                  Possible values:
                  - json:  One JSON object on one line
                  - text:  The text that the model would read
                  - value: The answer's values, one a line; nothing where there is no answer

                  [default: json]

        Examples:
          asq demo
          asq demo ask_user_question
          asq demo --print question | asq ask -

        ----
        Prints one line of JSON: the dialect's tools, each with name, description and the JSON schema of its
        arguments, and where the contract has them a snippet and guidelines for the agent's own
        instructions. With --tool the schema of that tool's arguments alone, as a document.

        The schemas keep to what Anthropic, OpenAI and Gemini take. For OpenAI's strict mode use --strict: a
        call under it has every key, and asq reads null as left out.

        Usage: asq schema [OPTIONS] <ID>

        Arguments:
          <ID>
                  A dialect's id, as `asq dialects` lists it

        Options:
              --tool <NAME>
                  Print only the JSON schema of this tool's arguments, for editors and validators

              --strict
                  Print what OpenAI's strict mode takes: every key required, null where it may be left out

          -h, --help
                  Print help (see a summary with '-h')

        Examples:
          asq schema question
          asq schema ask_user_question | jq '.tools[0].input_schema'
          asq schema asq --strict                     for hosts that set strict: true
          asq schema asq --tool ask > ask.schema.json
    "#]]
    .assert_eq(&all.join("\n----\n"));
}

#[test]
fn exit_codes_are_listed() {
    expect![[r#"
        How asq ask ends, for scripts. The same word stands in `outcome` of its JSON.

           0  answered (other commands: done)
           1  declined: the person said no to this (a single --confirm, too)
           2  wrong use of the command: a flag, a file that can't be read
           3  cancelled: the person stopped it (Esc, Ctrl+C)
           4  discuss: the person wants to talk about it first
           5  expired: the time limit went by without an answer
           6  pending: not answered yet, the question waits
           7  unavailable: nobody can be asked here, the person saw nothing
           8  withdrawn: taken back, or ended by a signal
           9  conflict: somebody else's answer was first
          65  misuse: the call breaks its contract, or an answer does not fit
          66  unknown id: no dialect or request is called that
          70  a fault in asq itself
          74  could not be written out (what was answered is kept), or the store failed

        Only 0 is an answer; asq confirm and a single --confirm exit with 0 for a yes
        alone, and with 1 for a no. With 2 and 66 nothing was asked and
        standard output stays empty. With every other code it holds one line, where
        that can be written.
        asq wait ends as the last request that closed, and with 6 where one is open.
        asq answer and its like end with 0 when it was taken, with 65 when it was not,
        and with 9 when somebody else was first.

        Examples:
          asq confirm 'Deploy?' && deploy
          if reply=$(asq ask call.json); then
              echo "$reply" | jq .details
          elif [ $? -eq 7 ]; then
              echo 'nobody there, going on without an answer'
          fi
    "#]]
    .assert_eq(&asq(&["help", "exit-codes"]).done().out);
}

#[test]
fn no_help_line_is_wider_than_100_columns() {
    for topic in
        ["", "ask", "check", "demo", "schema", "completions", "exit-codes", "keys", "drafts", "environment"]
    {
        let args: Vec<&str> = ["help", topic].into_iter().filter(|a| !a.is_empty()).collect();
        let text = asq(&args).done().out;
        assert!(!text.is_empty(), "{topic}");
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{topic}: {line}");
        }
    }
}

#[test]
fn a_mistyped_command_flag_or_topic_is_answered_with_the_right_one() {
    let mut all = String::new();
    for args in [
        &["aks"][..],
        &["ask", "--fullscren"],
        &["ask", "--format", "yaml"],
        &["ask", "--inline", "--fullscreen"],
        &["ask", "--guard", "-1"],
        &["help", "exit-code"],
        &["help", "everything"],
        &["schema", "qestion"],
        &["schema", "\u{1b}]0;owned\u{7}"],
        &["demo", "ask-user-question"],
        &["ask", "--dialect", "codex", "-"],
        &["--json"],
    ] {
        let done = asq(args).input("{}").done();
        assert_eq!(done.out, "");
        let _ = writeln!(all, "$ asq {} -> {}\n{}", args.join(" ").escape_debug(), done.code, done.err);
    }
    expect![[r#"
        $ asq aks -> 2
        asq: no command is called 'aks'
          did you mean 'asq ask'?

        $ asq ask --fullscren -> 2
        asq: unexpected argument '--fullscren' found

          tip: a similar argument exists: '--fullscreen'

        Usage: asq ask --fullscreen [FILE|-]

        For more information, try '--help'.

        $ asq ask --format yaml -> 2
        asq: invalid value 'yaml' for '--format <FORMAT>'
          [possible values: json, text, value]

        For more information, try '--help'.

        $ asq ask --inline --fullscreen -> 2
        asq: the argument '--inline' cannot be used with '--fullscreen'

        Usage: asq ask --inline [FILE|-]

        For more information, try '--help'.

        $ asq ask --guard -1 -> 2
        asq: invalid value '-1' for '--guard <MS>': invalid digit found in string

        For more information, try '--help'.

        $ asq help exit-code -> 2
        asq: no command or topic is called 'exit-code'
          did you mean 'asq help exit-codes'?

        $ asq help everything -> 2
        asq: no command or topic is called 'everything'
          there are: exit-codes, keys, drafts, store, environment, ask, confirm, pick, input, check, demo, inbox, list, show, answer, decline, cancel, withdraw, wait, history, log, prune, doctor, install, uninstall, embed, dialects, schema, settings, trust, help, completions

        $ asq schema qestion -> 66
        asq: no dialect is called 'qestion'
          did you mean 'question'?
          asq dialects lists them: question, ask_user_question, opencode, questionnaire, spec, asq

        $ asq schema \u{1b}]0;owned\u{7} -> 66
        asq: no dialect is called '<U+001B>]0;owned<U+0007>'
          asq dialects lists them: question, ask_user_question, opencode, questionnaire, spec, asq

        $ asq demo ask-user-question -> 66
        asq: no dialect is called 'ask-user-question'
          did you mean 'ask_user_question'?
          asq dialects lists them: question, ask_user_question, opencode, questionnaire, spec, asq

        $ asq ask --dialect codex - -> 66
        asq: no dialect is called 'codex'
          asq dialects lists them: question, ask_user_question, opencode, questionnaire, spec, asq

        $ asq --json -> 2
        asq: the following required arguments were not provided:
          --version

        Usage: asq --version --json

        For more information, try '--help'.

    "#]].assert_eq(&all);
}

#[test]
fn the_version_for_people_and_for_programs() {
    assert_eq!(asq(&["--version"]).done().out, format!("asq {}\n", env!("CARGO_PKG_VERSION")));
    let json = asq(&["-V", "--json"]).done().out;
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["name"], "asq");
    assert_eq!(value["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        value["dialects"],
        serde_json::json!(["question", "ask_user_question", "opencode", "questionnaire", "spec", "asq"])
    );
}

#[test]
fn dialects_are_listed_with_their_tools() {
    expect![[r#"
        question           question
        ask_user_question  ask_user_question
        opencode           question
        questionnaire      AskUserQuestion
        spec               ask_question, ask_multi_select, resume_structured
        asq                ask
    "#]]
    .assert_eq(&asq(&["dialects"]).done().out);
}

#[test]
fn a_schema_is_one_line_with_the_documented_keys() {
    for id in ["question", "ask_user_question"] {
        let done = asq(&["schema", id]).done();
        assert_eq!((done.code, done.out.lines().count()), (0, 1));
        let value: serde_json::Value = serde_json::from_str(&done.out).unwrap();
        assert_eq!(value["dialect"], id);
        for tool in value["tools"].as_array().unwrap() {
            assert!(tool["name"].is_string() && tool["description"].is_string(), "{tool}");
            assert_eq!(tool["input_schema"]["type"], "object");
        }
    }
}

#[test]
fn completions_of_every_shell_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = asq(&["completions", shell]).done().out;
        assert!(script.contains("fullscreen") && script.contains("schema"), "{shell}");
    }
}

#[test]
fn man_pages_are_written_into_a_folder() {
    let folder = crate::run::Folder::new("man");
    let done = asq(&["man", folder.path().to_str().unwrap()]).done();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let page = std::fs::read_to_string(folder.join("asq-ask.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("fullscreen"), "{page}");
    assert_eq!(asq(&["man", "/nonexistent/folder"]).done().code, 74);
}

#[test]
fn a_reader_that_goes_away_is_no_failure_and_a_full_disk_is() {
    let done =
        asq(&["help"]).shell("asq completions bash | head -c 10 >/dev/null; echo ${PIPESTATUS[0]}").done();
    assert_eq!((done.out.as_str(), done.err.as_str()), ("0\n", ""));
    let done = asq(&["help"]).shell("asq dialects >/dev/full").done();
    assert_eq!(done.code, 74);
    expect![[r#"
        asq: can't write to standard output: No space left on device (os error 28)
    "#]]
    .assert_eq(&done.err);
    for closed in ["asq dialects >&-", "asq dialects 2>&-", "asq aks 2>&-", "asq dialects <&-"] {
        let code = if closed.contains("aks") { 2 } else { 0 };
        assert_eq!(asq(&[]).shell(closed).done().code, code, "{closed}");
    }
}
