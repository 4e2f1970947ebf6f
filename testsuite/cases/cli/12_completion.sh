# SPDX-License-Identifier: GPL-3.0-or-later
# Completion in bash, as the shell asks for it; manual pages; both printed from the tables of options.
"$FORECOST" help --completion bash >forecost.bash
check bash -n forecost.bash
mkdir -p complete/folder
touch complete/a.fc complete/b.c complete/here.yaml

# completes "WORD..." EXPECTED: the last word is the one being typed; EXPECTED lists all completions in one line.
completes() {
    local got
    cases=$((cases + 1))
    got=$(
        cd complete && source ../forecost.bash
        read -ra COMP_WORDS <<<"$1"
        [[ $1 == *' ' ]] && COMP_WORDS+=("")
        COMP_WORDS[0]=$FORECOST COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _forecost
        echo $(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort)
    )
    [[ $got == "$2" ]] || { echo "FAIL: \"$1\" completes to \"$got\", expected \"$2\""; failed=1; }
}
completes "forecost pre" predict
completes "forecost help sp" speedup
completes "forecost predict --fo" --format
completes "forecost predict --format " "csv json table"
completes "forecost predict --format j" json
completes "forecost predict --format =" "csv json table"
completes "forecost predict --format = c" csv
completes "forecost predict " "a.fc folder"
completes "forecost predict a.fc -m pars" "parsytec-gc-powerplus parsytec-gc-powerplus-mesh"
completes "forecost predict a.fc --machine h" here.yaml
completes "forecost machine ver" verify
completes "forecost machine " "--help edit errors list new show verify"
completes "forecost help taskgraph s" study
completes "forecost machine edit --s" --set
completes "forecost machine verify here.yaml --format " "csv json table"
completes "forecost machine show --format " "table yaml"
completes "forecost taskgraph run --metric " queue
completes "forecost machine show par" "parsytec-gc-powerplus parsytec-gc-powerplus-mesh"
completes "forecost predict a.fc -n " ""
completes "forecost predict a.fc -- " "a.fc b.c folder here.yaml"
completes "forecost predict a.fc -- -" ""
completes "forecost analyze b" b.c
completes "forecost analyze -p " folder
completes "forecost predict a.fc --plot h" here.yaml
# The completions are exactly the options in the command's help.
matches_help() {
    local listed option page
    listed=$("$FORECOST" help "$@" | sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p')
    completes "forecost $* --" "$(echo $(printf '%s\n' $listed --help | LC_ALL=C sort))"
    expect 0 "# forecost $*" help --markdown "$@"
    expect 0 ".SH SYNOPSIS" help --man "$@"
    page=$(<out)
    for option in $listed; do
        [[ $page == *"${option//-/\\-}"* ]] || { echo "FAIL: the manual page of $* lacks $option"; failed=1; }
    done
}
for command in $("$FORECOST" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    matches_help "$command"
    for sub in $("$FORECOST" help "$command" | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        matches_help "$command" "$sub"
    done
done
expect 0 "forecost\\-machine\\-verify" help --man machine verify
check grep -qF '.BR forecost\-machine (1)' out
expect 0 ".BR forecost\\-machine\\-verify (1)" help --man machine
expect 0 ".SS First steps" help --man
expect 0 "#compdef forecost" help --completion zsh
expect 2 "bash or zsh" help --completion fish
expect 2 "bash or zsh" help --completion
expect 2 'Did you mean `forecost predict`?' help --man predikt
expect 2 'Did you mean `forecost predict`?' help --markdown predikt
