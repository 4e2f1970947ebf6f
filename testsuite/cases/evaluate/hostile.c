/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cost program whose residual code attacks the machine: the call that the first argument names, with the second. */
#define _GNU_SOURCE
#include "forecost.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The calls that the sandbox answers by ending the process. */
static void attack(const char *call, const char *path)
{
    char *const words[] = {(char *)"/bin/sh", (char *)"-c", (char *)"echo > \"$0\"", (char *)path, NULL};
    if (strcmp(call, "fopen") == 0)
        fopen(path, "w");
    if (strcmp(call, "append") == 0)
        open(path, O_WRONLY | O_APPEND);
    if (strcmp(call, "update") == 0)
        open(path, O_RDWR);
    if (strcmp(call, "create") == 0)
        open(path, O_RDONLY | O_CREAT, 0600);
    if (strcmp(call, "creat") == 0)
        creat(path, 0600);
    if (strcmp(call, "temporary") == 0)
        open(".", O_TMPFILE | O_WRONLY, 0600);
    if (strcmp(call, "truncate") == 0)
        truncate(path, 0);
    if (strcmp(call, "unlink") == 0)
        unlink(path);
    if (strcmp(call, "rename") == 0)
        rename(path, "elsewhere");
    if (strcmp(call, "mkdir") == 0)
        mkdir("folder", 0700);
    if (strcmp(call, "symlink") == 0)
        symlink(path, "link");
    if (strcmp(call, "chmod") == 0)
        chmod(path, 0777);
    if (strcmp(call, "mkfifo") == 0)
        mkfifo("pipe", 0600);
    if (strcmp(call, "fork") == 0 && fork() == 0)
        execv(words[0], words);
    if (strcmp(call, "vfork") == 0 && vfork() == 0)
        execv(words[0], words);
    if (strcmp(call, "exec") == 0)
        execv(words[0], words);
    if (strcmp(call, "system") == 0)
        system("echo > elsewhere");
    if (strcmp(call, "socket") == 0)
        socket(AF_INET, SOCK_STREAM, 0);
    if (strcmp(call, "unix") == 0)
        socket(AF_UNIX, SOCK_DGRAM, 0);
    if (strcmp(call, "pair") == 0)
        socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0, 0});
    if (strcmp(call, "ptrace") == 0)
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    if (strcmp(call, "kill") == 0)
        kill(getppid(), SIGKILL);
}

/* The calls that fail: 1 if one succeeded. */
static int try(const char *call, const char *path)
{
    char byte;
    if (strcmp(call, "read") == 0)
        return open(path, O_RDONLY) >= 0;
    if (strcmp(call, "descriptor") == 0)
        return write(atoi(path), "x", 1) == 1 || pread(atoi(path), &byte, 1, 0) == 1;
    if (strcmp(call, "code") == 0)
        return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
    if (strcmp(call, "chdir") == 0)
        return chdir("/") == 0;
    if (strcmp(call, "user") == 0)
        return setuid(65534) == 0;
    if (strcmp(call, "pipe") == 0)
        return pipe((int[2]){0, 0}) == 0;
    if (strcmp(call, "popen") == 0)
        return popen("echo > elsewhere", "r") != NULL;
    if (strcmp(call, "ring") == 0)
        return syscall(SYS_io_uring_setup, 1, NULL) >= 0;
    return 0;
}

/* Gives the parent process addresses that are not the program's. */
static void forge(fc_rank *r, const char *call)
{
    const char *const wild = (const char *)0x4141414141;
    if (strcmp(call, "forged mark") == 0) {
        fc_step(r, wild, 7);
        abort();
    }
    if (strcmp(call, "forged end") == 0)
        fc_stop(r, "forged", NULL, wild, 8);
    if (strcmp(call, "own address") == 0)
        fc_stop(r, "own", NULL, call, 9);
}

static double cost_main(fc_rank *r, int argc, char **argv)
{
    const char *call = argc > 2 ? argv[1] : "none", *path = argc > 2 ? argv[2] : "none";
    fc_step(r, "hostile.c", 7);
    attack(call, path);
    forge(r, call);
    if (try(call, path))
        fc_stop(r, call, NULL, "hostile.c", 8);
    if (strcmp(call, "open") == 0 && !fc_open_input(r, path, "r"))
        fc_stop(r, "fopen", NULL, "hostile.c", 9);
    if (strcmp(call, "memory") == 0) {
        volatile char *memory = malloc(400000000);
        for (size_t i = 0; memory && i < 400000000; i += 4096)
            memory[i] = 1;
        sleep(10);
    }
    return 0;
}

FC_COST_PROGRAM_EXPORT = {.version = FC_COST_PROGRAM_VERSION, .name = "hostile", .main = cost_main};
