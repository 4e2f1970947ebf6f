/* SPDX-License-Identifier: Apache-2.0 */
/** @file coroutine.h  Flows of control with a stack each, that hand the processor to each other.
 *
 * ucontext(3) enters the kernel at every switch to set a signal mask that never changes here (some 300 ns); x86-64 and
 * aarch64 switch by a few instructions instead, others by ucontext (FC_COROUTINE_UCONTEXT asks for it everywhere). What
 * a function call must keep is kept: callee-saved registers and the stack; signal mask, rounding mode and exception
 * flags are shared by all. */
#ifndef FC_COROUTINE_H
#define FC_COROUTINE_H

#include <stddef.h>

#if !defined(FC_COROUTINE_UCONTEXT) && !defined(__x86_64__) && !defined(__aarch64__)
#define FC_COROUTINE_UCONTEXT
#endif
#ifdef FC_COROUTINE_UCONTEXT
#include <ucontext.h>
#endif

/** A flow that does not run: where it goes on. */
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

/** Makes a flow that begins with run(data) on the given stack. run must not return. */
void fc_coroutine_prepare(fc_coroutine *out, void *stack, size_t size, void (*run)(void *), void *data);
/** Goes on with `to`; what runs now is kept in `from` and goes on when somebody switches to that. */
void fc_coroutine_switch(fc_coroutine *from, fc_coroutine *to);

/** Stacks of n flows in one mapping that takes memory only where it is touched. */
typedef struct fc_stacks {
    char *memory;
    size_t bytes, each; /* each: of one stack, with its guard */
    size_t guard;       /* unusable bytes at the low end of a stack; 0: too many stacks for a guard each */
    int n;
} fc_stacks;

enum {
    /** A guard splits the mapping, and Linux allows 65,530 pieces a process (vm.max_map_count). */
    FC_STACKS_MOST_GUARDED = 16384
};

/** n >= 1 stacks of `size` usable bytes, rounded up to pages; 0, or -1 if the address space is short. */
int fc_stacks_create(fc_stacks *out, int n, size_t size);
void fc_stacks_free(fc_stacks *stacks);
/** The lowest usable byte of stack i, and in *size how many there are. */
void *fc_stacks_at(const fc_stacks *stacks, int i, size_t *size);

#endif
