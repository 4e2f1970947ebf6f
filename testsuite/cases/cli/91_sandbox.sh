# SPDX-License-Identifier: GPL-3.0-or-later
# Hostile programs: pipes, devices and files outside the folder are not read; functions of a user's file that write
# files, start processes or open sockets are refused, and no file is written.
cat >reads.c <<'C'
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int n = 0;
    char line[100], path[200];
    MPI_Init(&argc, &argv);
    snprintf(path, sizeof path, "%s.txt", argv[1]);
    FILE *in = fopen(path, "r");
    if (!in)
        return 1;
    while (fgets(line, sizeof line, in))
        n++;
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    fclose(in);
    MPI_Finalize();
    return 0;
}
C
expect 0 "no count needs a profile" analyze reads.c -o reads.fc -- -O2
mkdir -p work ../outside.$$ && outside=$(cd ../outside.$$ && pwd)
printf '1\n2\n3\n' | tee work/in.txt >"$outside/in.txt"
mkfifo work/pipe.txt && ln -s /dev/zero work/zero.txt && ln -s /dev/tty work/terminal.txt && ln -s "$outside/in.txt" work/link.txt
cd work || exit 1
barriers() { check grep -q '"messages": 6,' out; } # 3 of 2 ranks
expect 0 "" predict ../reads.fc -n 2 --format json -- in && barriers
begin=$SECONDS
for file in pipe zero terminal; do
    expect 3 "reads.c:9: error[FC0505]: $file.txt is a pipe, a socket or a device; a cost program reads regular files only" predict ../reads.fc -n 2 -- $file
    expect 3 "$file.txt is a pipe, a socket or a device" predict ../reads.fc -n 2 --unsafe -- $file
done
check test $((SECONDS - begin)) -lt 20
for name in "$outside/in" "../../outside.$$/in" link; do
    expect 3 "lies outside the folders that a cost program may read" predict ../reads.fc -n 2 -- "$name"
    check grep -qF -e "--allow-read DIR" err
    expect 0 "" predict ../reads.fc -n 2 --format json --allow-read "$outside" -- "$name" && barriers
    expect 0 "" predict ../reads.fc -n 2 --format json --unsafe -- "$name" && barriers
done
check grep -qF "warning: the program is evaluated without a sandbox, because of --unsafe" err
expect 0 "" predict ../reads.fc -n 2 --format json -- "$outside/in" "$outside/in.txt" && barriers # another argument names it
expect 3 "absent: error[FC0905]: cannot be read" predict ../reads.fc -n 2 --allow-read absent -- in
expect 2 "--memory" predict ../reads.fc -n 2 --memory none -- in
cd ..
rm -r "$outside"

# ---- functions of a user's file ----
echo kept >victim
user() { # BODY: a runtime function with this body
    cat >user.c <<C
#include "runtime_function.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

double fc_time_MPI_Barrier(const fc_coefficients *machine, double n, fc_datatype type, int p)
{
    $1
    return 0.25;
}
C
}
cp work/in.txt in.txt
bodies=('fopen("written", "w");' 'fopen("victim", "a");' 'fopen("victim", "r+");' 'open("written", O_RDONLY | O_CREAT, 0600);'
        'unlink("victim");' 'rename("victim", "written");' 'mkdir("written", 0700);' 'chmod("victim", 0);' 'truncate("victim", 0);'
        'if (fork() == 0) execl("/bin/sh", "sh", "-c", "touch written", NULL);' 'system("touch written");'
        'execl("/usr/bin/touch", "touch", "written", NULL);' 'socket(AF_INET, SOCK_STREAM, 0);' 'socket(AF_UNIX, SOCK_STREAM, 0);'
        'kill(getppid(), SIGKILL);')
for body in "${bodies[@]}"; do
    user "$body"
    expect 3 "reads.c:16: error[FC0552]: the program slice asked the operating system for something a cost program must not do" \
        predict reads.fc -n 2 --comm-model user.c -- in
    absent written
    check test "$(cat victim)" = kept -a "$(stat -c %a victim)" != 0
done
# Code that would run when the file is loaded, outside the sandbox.
for load in 'static void __attribute__((constructor)) begin(void) { fopen("written", "w"); }' \
    'static void __attribute__((destructor)) end(void) { fopen("written", "w"); }' \
    'static void none(void) {} static void *choose(void) { fopen("written", "w"); return none; }
     void chosen(void) __attribute__((ifunc("choose"))); void (*volatile taken)(void) = chosen;'; do
    user ''
    printf '#include <stdio.h>\n%s\n' "$load" >>user.c
    expect 3 "user.c: error[FC0568]: the compiled file would run code outside the sandbox when it is loaded" \
        predict reads.fc -n 2 --comm-model user.c -- in
    absent written
done
user 'if (chdir("/") == 0 || setuid(1) == 0 || popen("touch written", "r")) abort();' # these fail
expect 0 "" predict reads.fc -n 2 --comm-model user.c -- in
absent written
user 'FILE *file = fopen("written", "w"); fclose(file);'
expect 0 "" predict reads.fc -n 2 --unsafe --comm-model user.c -- in
check test -f written && rm written
# The commands that evaluate: the same sandbox, also for the cost expressions of a compute model.
user 'fopen("written", "w");'
for command in "validate --runs 1" "predict --timeline t.json --method ranks" "taskgraph export -o g.json"; do
    read -ra words <<<"$command"
    expect 3 "must not do" "${words[@]}" -n 2 --comm-model user.c reads.fc -- in
    absent written
done
cat >expressions.c <<'C'
#include "compute.h"
#include <stdio.h>

double fc_operation_time(const fc_core *core, fc_operation operation, fc_numeric numeric, fc_operation_use use)
{
    fopen("written", "w");
    return 1e-9;
}
C
expect 3 "expressions.c: error[FC0551]: a function of this file asked the operating system for something" predict reads.fc -n 2 --compute-model expressions.c -- in
absent written
cat >hungry.c <<'C'
#include "runtime_function.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

double fc_time_MPI_Barrier(const fc_coefficients *machine, double n, fc_datatype type, int p)
{
    char *volatile memory = malloc(300000000);
    memset(memory, 1, 300000000);
    sleep(2);
    return memory[p];
}
C
expect 3 "the evaluation needs more than 100000000 bytes of memory" predict reads.fc -n 2 --memory 100000000 --comm-model hungry.c -- in

# ---- a kernel without filters ----
cat >unfiltered.py <<'PY'
import ctypes, ctypes.util, os, sys
library = ctypes.CDLL(ctypes.util.find_library("seccomp") or "libseccomp.so.2")
library.seccomp_init.restype = ctypes.c_void_p
library.seccomp_init.argtypes = [ctypes.c_uint32]
library.seccomp_rule_add.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint]
library.seccomp_syscall_resolve_name.argtypes = [ctypes.c_char_p]
library.seccomp_load.argtypes = [ctypes.c_void_p]
made = library.seccomp_init(0x7fff0000) # allow
for name in (b"seccomp", b"prctl"):
    library.seccomp_rule_add(made, 0x00050000 | 22, library.seccomp_syscall_resolve_name(name), 0) # EINVAL
assert library.seccomp_load(made) == 0
os.execv(sys.argv[1], sys.argv[1:])
PY
python3 unfiltered.py "$FORECOST" predict reads.fc -n 2 -- in >out 2>err
check test $? = 4
check grep -qF "the program slice cannot be confined: this kernel or container lacks seccomp filters" err
check grep -qF -e "--unsafe evaluates without a sandbox" err
python3 unfiltered.py "$FORECOST" predict reads.fc -n 2 --unsafe --format json -- in >out 2>err
barriers
