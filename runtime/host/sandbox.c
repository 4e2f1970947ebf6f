/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/sandbox.h"

#include "support/messages/report.h"
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- which files can be read ---- */

static void take_path(fc_words *into, FC_TAKE char *path)
{
    fc_words_add(into, path);
    free(path);
}

fc_status fc_sandbox_open(fc_sandbox *out, const fc_sandbox_options *options, fc_report *report)
{
    fc_sandbox made = {.is_off = options && options->is_off, .memory = options ? options->memory : 0};
    char *here = realpath(".", NULL);
    if (here)
        take_path(&made.folder, here);
    for (int i = 0; options && i < options->n_folders; i++) {
        char *folder = realpath(options->folder[i], NULL);
        if (!folder) {
            fc_sandbox_close(&made);
            return fc_fail(report, FC_E_INPUT, (fc_place){options->folder[i], 0, 0},
                           "Give --allow-read an existing folder.", FC_MSG_CANNOT_BE_READ, strerror(errno));
        }
        take_path(&made.folder, folder);
    }
    if (made.memory <= 0)
        made.memory = 0.5 * (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    *out = made;
    return FC_OK;
}

void fc_sandbox_close(fc_sandbox *sandbox)
{
    fc_words_free(&sandbox->folder);
    fc_words_free(&sandbox->file);
}

static bool names_file(const fc_words *files, const char *path)
{
    bool found = false;
    for (size_t i = 0; i < files->n && !found; i++)
        found = strcmp(files->item[i], path) == 0;
    return found;
}

void fc_sandbox_add_argument(fc_sandbox *sandbox, const char *argument)
{
    const char *value = strchr(argument, '=');
    struct stat is;
    if (stat(argument, &is) != 0 && value)
        argument = value + 1;
    char *path = stat(argument, &is) == 0 && S_ISREG(is.st_mode) ? realpath(argument, NULL) : NULL;
    if (path && !names_file(&sandbox->file, path))
        fc_words_add(&sandbox->file, path);
    free(path);
}

static bool is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && (path[n] == '/' || path[n] == '\0' || folder[n - 1] == '/');
}

bool fc_sandbox_permits(void *data, const char *path)
{
    const fc_sandbox *sandbox = data;
    char *real = sandbox->is_off ? NULL : realpath(path, NULL);
    bool is_permitted = !real || names_file(&sandbox->file, real);
    for (size_t i = 0; i < sandbox->folder.n && !is_permitted; i++)
        is_permitted = is_below(real, sandbox->folder.item[i]);
    free(real);
    return is_permitted;
}

/* ---- Landlock: the kernel checks the same list ---- */

static void add_rule(int rules, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent_fd < 0)
        return;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

/* No effect where the kernel lacks Landlock: fc_sandbox_permits() and the filter remain. The handled rights are those
 * of its first version. */
static void restrict_files(const fc_sandbox *sandbox)
{
    struct landlock_ruleset_attr handled = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    if (rules < 0)
        return;
    for (size_t i = 0; i < sandbox->folder.n; i++)
        add_rule(rules, sandbox->folder.item[i], LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
    for (size_t i = 0; i < sandbox->file.n; i++)
        add_rule(rules, sandbox->file.item[i], LANDLOCK_ACCESS_FS_READ_FILE);
#ifdef __SANITIZE_ADDRESS__ /* AddressSanitizer finds the ends of the stack there */
    add_rule(rules, "/proc/self/maps", LANDLOCK_ACCESS_FS_READ_FILE);
#endif
    syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
}

/* ---- the filter of system calls ---- */

/* What the C library needs to compute, to allocate, to read files and to end. */
static const int allowed[] = {SCMP_SYS(brk),
                              SCMP_SYS(munmap),
                              SCMP_SYS(mremap),
                              SCMP_SYS(madvise),
                              SCMP_SYS(clock_gettime),
                              SCMP_SYS(clock_getres),
                              SCMP_SYS(gettimeofday),
                              SCMP_SYS(time),
                              SCMP_SYS(nanosleep),
                              SCMP_SYS(clock_nanosleep),
                              SCMP_SYS(restart_syscall),
                              SCMP_SYS(futex),
                              SCMP_SYS(sched_yield),
                              SCMP_SYS(sched_getaffinity),
                              SCMP_SYS(getcpu),
                              SCMP_SYS(getrandom),
                              SCMP_SYS(rt_sigreturn),
                              SCMP_SYS(rt_sigprocmask),
                              SCMP_SYS(rt_sigaction),
                              SCMP_SYS(sigaltstack),
                              SCMP_SYS(pause),
                              SCMP_SYS(exit),
                              SCMP_SYS(exit_group),
                              SCMP_SYS(getpid),
                              SCMP_SYS(gettid),
                              SCMP_SYS(read),
                              SCMP_SYS(readv),
                              SCMP_SYS(pread64),
                              SCMP_SYS(lseek),
                              SCMP_SYS(fstat),
                              SCMP_SYS(newfstatat),
                              SCMP_SYS(stat),
                              SCMP_SYS(lstat),
                              SCMP_SYS(statx),
                              SCMP_SYS(readlink),
                              SCMP_SYS(readlinkat),
                              SCMP_SYS(getcwd),
                              SCMP_SYS(access),
                              SCMP_SYS(faccessat),
                              SCMP_SYS(faccessat2),
                              SCMP_SYS(close)};

/* Calls that only a hostile or damaged program makes. */
static const int deadly[] = {SCMP_SYS(fork),     SCMP_SYS(vfork),     SCMP_SYS(clone3),     SCMP_SYS(execve),
                             SCMP_SYS(execveat), SCMP_SYS(socket),    SCMP_SYS(socketpair), SCMP_SYS(connect),
                             SCMP_SYS(bind),     SCMP_SYS(creat),     SCMP_SYS(unlink),     SCMP_SYS(unlinkat),
                             SCMP_SYS(rename),   SCMP_SYS(renameat),  SCMP_SYS(renameat2),  SCMP_SYS(mkdir),
                             SCMP_SYS(mkdirat),  SCMP_SYS(rmdir),     SCMP_SYS(link),       SCMP_SYS(linkat),
                             SCMP_SYS(symlink),  SCMP_SYS(symlinkat), SCMP_SYS(truncate),   SCMP_SYS(chmod),
                             SCMP_SYS(fchmodat), SCMP_SYS(chown),     SCMP_SYS(fchownat),   SCMP_SYS(mknod),
                             SCMP_SYS(mknodat),  SCMP_SYS(ptrace),    SCMP_SYS(kill),       SCMP_SYS(tkill)};

/* Opening for reading is allowed, and for writing deadly. The flags are argument `at`. */
static int add_open_rules(scmp_filter_ctx filter, int call, unsigned at)
{
    static const struct {
        scmp_datum_t mask, value;
    } writes[] = {
        {O_ACCMODE, O_WRONLY}, {O_ACCMODE, O_RDWR}, {O_ACCMODE, O_ACCMODE}, {O_CREAT, O_CREAT}, {O_TRUNC, O_TRUNC}};
    int bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1,
                               SCMP_CMP(at, SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, 0));
    for (size_t i = 0; i < sizeof writes / sizeof *writes && !bad; i++)
        bad = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, call, 1,
                               SCMP_CMP(at, SCMP_CMP_MASKED_EQ, writes[i].mask, writes[i].value));
    return bad;
}

static const int mapping[] = {SCMP_SYS(mmap), SCMP_SYS(mprotect)};

/* Memory is never writable and executable, and from fc_sandbox_seal() on it does not become executable. */
static int add_memory_rules(scmp_filter_ctx filter)
{
    static const scmp_datum_t both = PROT_EXEC | PROT_WRITE;
    int bad = 0;
    for (size_t i = 0; i < sizeof mapping / sizeof *mapping && !bad; i++) {
        bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, mapping[i], 1, SCMP_CMP(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
        if (!bad)
            bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, mapping[i], 1,
                                   SCMP_CMP(2, SCMP_CMP_MASKED_EQ, both, PROT_EXEC));
    }
    if (!bad) /* a further filter can only forbid more */
        bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(seccomp), 0);
    if (!bad)
        bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, SCMP_CMP(0, SCMP_CMP_EQ, PR_SET_SECCOMP));
    return bad;
}

/* Threads are processes here too. LeakSanitizer's tracer is refused, not killed: a program that exits runs it. */
static int add_process_rules(scmp_filter_ctx filter)
{
#ifdef __SANITIZE_ADDRESS__
    int bad = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
                               SCMP_CMP(0, SCMP_CMP_MASKED_EQ, CLONE_UNTRACED, 0));
#else
    int bad = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 0);
#endif
    if (!bad) /* abort() signals its own thread */
        bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                               SCMP_CMP(0, SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    if (!bad) /* fdopen() queries the flags */
        bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_CMP(1, SCMP_CMP_EQ, F_GETFL));
    if (!bad) /* queries only */
        bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_CMP(2, SCMP_CMP_EQ, 0));
    return bad;
}

static int add_write_rules(scmp_filter_ctx filter, const int writable[FC_SANDBOX_MAX_WRITABLE])
{
    int bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, SCMP_CMP(0, SCMP_CMP_LE, 2));
    for (int i = 0; i < FC_SANDBOX_MAX_WRITABLE && !bad; i++)
        if (writable[i] > 2)
            bad = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1,
                                   SCMP_CMP(0, SCMP_CMP_EQ, (scmp_datum_t)writable[i]));
    return bad;
}

static int add_rules(scmp_filter_ctx filter, uint32_t action, const int *call, size_t n)
{
    int bad = 0;
    for (size_t i = 0; i < n && !bad; i++)
        bad = seccomp_rule_add(filter, action, call[i], 0);
    return bad;
}

/* Every call that no rule names fails with EPERM; calls of another architecture end the process. */
static bool load_filter(const int writable[FC_SANDBOX_MAX_WRITABLE])
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int bad = filter ? 0 : -1;
    if (!bad)
        bad = add_rules(filter, SCMP_ACT_ALLOW, allowed, sizeof allowed / sizeof *allowed);
    if (!bad)
        bad = add_rules(filter, SCMP_ACT_KILL_PROCESS, deadly, sizeof deadly / sizeof *deadly);
    if (!bad)
        bad = add_memory_rules(filter);
    if (!bad)
        bad = add_process_rules(filter);
    if (!bad)
        bad = add_write_rules(filter, writable);
    if (!bad)
        bad = add_open_rules(filter, SCMP_SYS(open), 1);
    if (!bad)
        bad = add_open_rules(filter, SCMP_SYS(openat), 2);
    if (!bad)
        bad = seccomp_load(filter);
    seccomp_release(filter);
    return !bad;
}

static bool load_seal(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int bad = filter ? seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0) : -1; /* it is set */
    for (size_t i = 0; i < sizeof mapping / sizeof *mapping && !bad; i++)
        bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), mapping[i], 1,
                               SCMP_CMP(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC));
    if (!bad)
        bad = seccomp_load(filter);
    seccomp_release(filter);
    return !bad;
}

/* ---- descriptors and limits ---- */

static void close_range_of(unsigned first, unsigned last)
{
    if (first > last || syscall(SYS_close_range, first, last, 0) == 0)
        return;
    struct rlimit most;
    if (getrlimit(RLIMIT_NOFILE, &most) == 0)
        for (unsigned i = first; i <= last && i < most.rlim_cur; i++)
            close((int)i);
}

static void close_others(const int *kept, int n)
{
    unsigned first = 3;
    for (;;) {
        unsigned next = ~0u;
        for (int i = 0; i < n; i++)
            if (kept[i] >= (int)first && (unsigned)kept[i] < next)
                next = (unsigned)kept[i];
        close_range_of(first, next == ~0u ? next : next - 1);
        if (next == ~0u)
            return;
        first = next + 1;
    }
}

static void limit(int resource, rlim_t most)
{
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0)
        return;
    rlim_t least = now.rlim_cur < most ? now.rlim_cur : most;
    setrlimit((__rlimit_resource_t)resource, &(struct rlimit){least, least});
}

bool fc_sandbox_enter(const fc_sandbox *sandbox, const int writable[FC_SANDBOX_MAX_WRITABLE])
{
    enum {
        MOST_FILES = 65536
    };
    bool writes_file = writable[1] >= 0;
    int kept[FC_SANDBOX_MAX_OBJECTS + FC_SANDBOX_MAX_WRITABLE];
    limit(RLIMIT_CORE, 0);
    if (sandbox->is_off)
        return true;
    memcpy(kept, sandbox->object, sizeof sandbox->object);
    memcpy(kept + FC_SANDBOX_MAX_OBJECTS, writable, FC_SANDBOX_MAX_WRITABLE * sizeof *writable);
    close_others(kept, FC_SANDBOX_MAX_OBJECTS + FC_SANDBOX_MAX_WRITABLE);
    limit(RLIMIT_NOFILE, MOST_FILES);
    limit(RLIMIT_NPROC, 0);
    if (!writes_file)
        limit(RLIMIT_FSIZE, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    restrict_files(sandbox);
    return load_filter(writable);
}

bool fc_sandbox_seal(const fc_sandbox *sandbox)
{
    for (int i = 0; i < FC_SANDBOX_MAX_OBJECTS; i++)
        if (sandbox->object[i] > 0)
            close(sandbox->object[i]);
    return sandbox->is_off || load_seal();
}
