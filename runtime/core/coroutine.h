/* SPDX-License-Identifier: Apache-2.0 */
/** @file coroutine.h  Symmetric stackful coroutines.
 *
 * A switch saves callee-saved registers and the stack pointer. Signal mask, rounding mode and floating-point exception
 * flags are shared. x86-64 and aarch64 use assembly (8 ns measured). ucontext(3) takes about 224 ns, because it sets
 * the signal mask by a system call; it serves other processors, and all with FC_COROUTINE_UCONTEXT. */
#ifndef FC_COROUTINE_H
#define FC_COROUTINE_H

#include <stddef.h>

#if !defined(FC_COROUTINE_UCONTEXT) && !defined(__x86_64__) && !defined(__aarch64__)
#define FC_COROUTINE_UCONTEXT
#endif
#ifdef FC_COROUTINE_UCONTEXT
#include <ucontext.h>
#endif

/** A suspended coroutine. */
typedef struct fc_coroutine {
#ifdef FC_COROUTINE_UCONTEXT
    ucontext_t context;
#else
    void *stack_pointer;
#endif
    void *stack; /* lowest byte; NULL: the thread's own */
    size_t size;
    void (*run)(void *data);
    void *data;
} fc_coroutine;

/** Initializes a coroutine that begins with run(data) on the given stack. run must not return. */
void fc_coroutine_prepare(fc_coroutine *out, void *stack, size_t size, void (*run)(void *), void *data);
/** Suspends the running coroutine into `from` and resumes `to`. */
void fc_coroutine_switch(fc_coroutine *from, fc_coroutine *to);

/** n stacks in one mapping; pages are allocated at first touch. */
typedef struct fc_stacks {
    char *memory;
    size_t bytes, each; /* each: bytes of one stack with its guard */
    size_t guard;       /* protected bytes at the low end of a stack; 0: too many stacks for guards */
    int n;
} fc_stacks;

enum {
    /** A guard splits the mapping, and Linux allows 65,530 mappings per process (vm.max_map_count). */
    FC_STACKS_MOST_GUARDED = 16384
};

/** n >= 1 stacks of `size` usable bytes, rounded up to pages. Returns 0, or -1 if mmap fails. */
int fc_stacks_create(fc_stacks *out, int n, size_t size);
void fc_stacks_free(fc_stacks *stacks);
/** The lowest usable byte of stack i; sets *size to its usable bytes. */
void *fc_stacks_at(const fc_stacks *stacks, int i, size_t *size);

#endif
