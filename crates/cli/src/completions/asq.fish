# Completion of asq for fish: asq itself says what can stand at the cursor.
# Put it into ~/.config/fish/completions/asq.fish, or type: asq completions fish | source
function __asq_complete
    set -l word (commandline -ct)
    # Always the asq of the PATH: Tab starts no program that happens to lie in this folder.
    set -l said (command asq __complete fish -- (commandline -opc) "$word" </dev/null 2>/dev/null)
    switch "$said[1]"
        case files
            __fish_complete_path "$word"
        case folders
            __fish_complete_directories "$word"
        case '*'
            set -e said[1]
            string join \n -- $said
    end
end
complete -c asq -e
complete -c asq -f -a '(__asq_complete)'
