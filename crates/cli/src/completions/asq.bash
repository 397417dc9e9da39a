# Completion of asq for bash: asq itself says what can stand at the cursor.
# Put it into ~/.local/share/bash-completion/completions/asq, or type: . <(asq completions bash)
_asq() {
    local line kind=
    COMPREPLY=()
    # Always the asq of the PATH: Tab starts no program that happens to lie in this folder.
    while IFS= read -r line; do
        if [ -z "$kind" ]; then kind=$line; else COMPREPLY[${#COMPREPLY[@]}]=$line; fi
    done < <(command asq __complete bash -- "${COMP_LINE:0:COMP_POINT}" "$2" </dev/null 2>/dev/null)
    case $kind in
        files) compopt -o default 2>/dev/null ;;
        folders) compopt -o dirnames 2>/dev/null ;;
        *) [ "${#COMPREPLY[@]}" = 1 ] && [ "${COMPREPLY[0]%=}" != "${COMPREPLY[0]}" ] && compopt -o nospace 2>/dev/null ;;
    esac
    return 0
}
complete -o nosort -F _asq asq 2>/dev/null || complete -F _asq asq
