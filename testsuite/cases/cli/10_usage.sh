# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: exit code 2, a hint, nothing on standard output.
expect 0 "forecost 0." --version
expect 0 "Commands:" help
expect 0 "Commands:" --help
for command in calibrate machine analyze formula profile emit predict validate sweep compare scaling speedup check taskgraph whatif coverage mpi doctor; do
    expect 0 "Usage: forecost $command" help "$command"
    expect 0 "Usage: forecost $command" "$command" --help
done
expect 0 "Usage: forecost cc [options] ARGUMENTS" help cc
expect 0 "gcc" cc --version
expect 2 "a command is missing"
expect 2 'Did you mean `forecost predict`?' pedict
silent
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
