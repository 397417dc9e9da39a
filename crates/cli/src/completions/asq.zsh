#compdef asq
# Completion of asq for zsh: asq itself says what can stand at the cursor.
# Put it into a folder of $fpath as _asq, or type: source <(asq completions zsh)
_asq() {
    local -a said values texts open
    local kind line value
    local -i width=0
    # Always the asq of the PATH: Tab starts no program that happens to lie in this folder.
    said=("${(@f)$(command asq __complete zsh -- "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" </dev/null 2>/dev/null)}")
    kind=${said[1]}
    for line in "${(@)said[2,-1]}"; do
        value=${line%%$'\t'*}
        if [[ $value = *= ]]; then
            open+=("$value")
        else
            values+=("$value")
            (( $#value > width )) && width=$#value
        fi
    done
    for line in "${(@)said[2,-1]}"; do
        value=${line%%$'\t'*}
        [[ $value = *= ]] || texts+=("${(r:width:)value}  ${line#*$'\t'}")
    done
    case $kind in
        files) _files ;;
        folders) _files -/ ;;
        *)
            (( $#open )) && compadd -S '' -a open
            (( $#values )) && compadd -V asq -l -d texts -a values
            (( $#open + $#values ))
            ;;
    esac
}
if [ "$funcstack[1]" = _asq ]; then
    _asq "$@"
else
    compdef _asq asq
fi
