# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: exit code 2, a hint, nothing on standard output.
expect 0 "forecost 0." --version
expect 0 "Commands:" help
expect 0 "Commands:" --help
for command in calibrate machine analyze formula profile emit predict validate sweep compare scaling speedup check taskgraph whatif coverage mpi doctor verify; do
    expect 0 "Usage: forecost $command" help "$command"
    expect 0 "Usage: forecost $command" "$command" --help
done
for command in "machine show" "machine list" "machine edit" "machine verify" "taskgraph export" "taskgraph run" "taskgraph study"; do
    expect 0 "Usage: forecost $command" help $command
    expect 0 "Usage: forecost $command" $command --help
done
expect 0 "Usage: forecost machine show|list|edit|new|verify|errors [options] [operands]" help machine
# The overview has every command once, under the workflows in their order.
expect 0 "doctor" help
check test "$(sed -n '/^Commands:/,$s/^[A-Z].*[^:.]$/&/p' out | tr '\n' ' ')" = "First steps Machine Questions Continuous integration Internals "
check test -z "$(sed -n 's/^  \([a-z]*\) .*/\1/p' out | sort | uniq -d)"
# An option letter has one meaning in all commands; -n, -m, -D and -o have the same one everywhere.
for command in $(sed -n 's/^  \([a-z]*\) .*/\1/p' out); do
    "$FORECOST" help "$command" >page
    cat page
    for sub in $(sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p' page); do
        "$FORECOST" help "$command" "$sub"
    done
done >pages
sed -n 's/^  \(-.\), \(--[a-z-]*\).*/\1 \2/p' pages | sort -u >letters
for letter in "-n --ranks" "-m --machine" "-D --define" "-o --output"; do
    check grep -qxF -e "$letter" letters
    check test -z "$(grep "^  ${letter#* }\b" pages)"
done
check test -z "$(cut -d' ' -f1 letters | uniq -d)"
check test -z "$(cut -d' ' -f2 letters | sort | uniq -d)"
expect 0 "Usage: forecost cc [options] ARGUMENTS" help cc
expect 0 "gcc" cc --version
expect 2 "a command is missing"
expect 2 'Did you mean `forecost predict`?' pedict
silent
expect 2 "machine needs a subcommand" machine
silent
expect 2 'Did you mean `forecost machine verify`?' machine verfy here.yaml
expect 2 'machine: unknown subcommand "store"' help machine store
expect 2 '`forecost help machine show` lists the options' machine show --edit cores=2 default
expect 2 'unknown option "--ouput"' analyze --ouput x.fc a.c
expect 2 "Did you mean --output?" analyze --ouput x.fc a.c
expect 2 'unknown option "-z"' predict -z model.fc
expect 2 'unknown option "--np"' predict model.fc --np 4
expect 2 "is none of table|json|csv" predict model.fc --format xml
expect 2 "needs a value" predict model.fc -n
expect 2 "analyze needs SOURCE.c... or EXECUTABLE" analyze
expect 2 "predict needs MODEL.fc" predict
expect 2 "one operand too many" predict a.fc b.fc
expect 2 "forecost help COMMAND" check a.fc
