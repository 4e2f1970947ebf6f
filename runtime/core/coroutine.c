/* SPDX-License-Identifier: Apache-2.0 */
#include "coroutine.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* AddressSanitizer needs each stack switch announced. */
#ifdef __SANITIZE_ADDRESS__
#include <pthread.h>

void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake_stack, const void **bottom, size_t *size);
void __asan_unpoison_memory_region(const volatile void *memory, size_t size);

static void find_own_stack(fc_coroutine *flow)
{
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    pthread_attr_getstack(&attributes, &flow->stack, &flow->size);
    pthread_attr_destroy(&attributes);
}
#endif

static void begin(void *flow)
{
    const fc_coroutine *c = flow;
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
#endif
    c->run(c->data);
}

/* fc_coroutine_jump(from, to) saves the callee-saved registers on the current stack, stores its pointer in *from, and
 * restores those of stack `to`. A new stack holds a frame that returns into fc_coroutine_enter, which calls
 * begin(flow). */
#if defined(FC_COROUTINE_UCONTEXT)

/* makecontext passes int arguments only. */
static void enter(unsigned high, unsigned low)
{
    begin((void *)((uintptr_t)high << 16 << 16 | low));
}

static void prepare(fc_coroutine *out)
{
    uintptr_t flow = (uintptr_t)out;
    getcontext(&out->context);
    out->context.uc_stack.ss_sp = out->stack;
    out->context.uc_stack.ss_size = out->size;
    out->context.uc_link = NULL;
    makecontext(&out->context, (void (*)(void))enter, 2, (unsigned)(flow >> 16 >> 16), (unsigned)flow);
}

static void jump(fc_coroutine *from, fc_coroutine *to)
{
    swapcontext(&from->context, &to->context);
}

#else

void fc_coroutine_jump(void **from, void *to) __attribute__((visibility("hidden")));
void fc_coroutine_enter(void) __attribute__((visibility("hidden")));

#ifdef __x86_64__
enum {
    SAVED = 9, /* r15, r14, r13, r12, rbx, rbp, return address; two to align the stack at the call */
    RUN = 3,
    DATA = 2,
    RETURN = 6
};
__asm__(".text\n"
        ".globl fc_coroutine_jump\n"
        ".hidden fc_coroutine_jump\n"
        ".type fc_coroutine_jump, @function\n"
        "fc_coroutine_jump:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size fc_coroutine_jump, . - fc_coroutine_jump\n"
        ".globl fc_coroutine_enter\n"
        ".hidden fc_coroutine_enter\n"
        ".type fc_coroutine_enter, @function\n"
        "fc_coroutine_enter:\n"
        "    movq %r13, %rdi\n"
        "    callq *%r12\n"
        "    ud2\n"
        ".size fc_coroutine_enter, . - fc_coroutine_enter\n");
#else
enum {
    SAVED = 20, /* x19 ... x30, d8 ... d15 */
    RUN = 0,
    DATA = 1,
    RETURN = 11
};
__asm__(".text\n"
        ".globl fc_coroutine_jump\n"
        ".hidden fc_coroutine_jump\n"
        ".type fc_coroutine_jump, %function\n"
        "fc_coroutine_jump:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size fc_coroutine_jump, . - fc_coroutine_jump\n"
        ".globl fc_coroutine_enter\n"
        ".hidden fc_coroutine_enter\n"
        ".type fc_coroutine_enter, %function\n"
        "fc_coroutine_enter:\n"
        "    mov x0, x20\n"
        "    blr x19\n"
        "    brk #0\n"
        ".size fc_coroutine_enter, . - fc_coroutine_enter\n");
#endif

static void prepare(fc_coroutine *out)
{
    uintptr_t top = ((uintptr_t)out->stack + out->size) & ~(uintptr_t)15;
    uintptr_t *frame = (uintptr_t *)top - SAVED;
    frame[RUN] = (uintptr_t)begin;
    frame[DATA] = (uintptr_t)out;
    frame[RETURN] = (uintptr_t)fc_coroutine_enter;
    out->stack_pointer = frame;
}

static void jump(fc_coroutine *from, fc_coroutine *to)
{
    fc_coroutine_jump(&from->stack_pointer, to->stack_pointer);
}

#endif

void fc_coroutine_prepare(fc_coroutine *out, void *stack, size_t size, void (*run)(void *), void *data)
{
    out->stack = stack;
    out->size = size;
    out->run = run;
    out->data = data;
    prepare(out);
}

void fc_coroutine_switch(fc_coroutine *from, fc_coroutine *to)
{
#ifdef __SANITIZE_ADDRESS__
    void *fake_stack = NULL;
    if (!from->stack)
        find_own_stack(from);
    __sanitizer_start_switch_fiber(&fake_stack, to->stack, to->size);
    jump(from, to);
    __sanitizer_finish_switch_fiber(fake_stack, NULL, NULL);
#else
    jump(from, to);
#endif
}

static size_t pages(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

int fc_stacks_create(fc_stacks *out, int n, size_t size)
{
    fc_stacks made = {.guard = n <= FC_STACKS_MOST_GUARDED ? pages(1) : 0, .n = n};
    made.each = pages(size) + made.guard;
    made.bytes = made.each * (size_t)n;
    void *memory =
        mmap(NULL, made.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED)
        return -1;
    made.memory = memory;
    madvise(memory, made.bytes, MADV_NOHUGEPAGE); /* a huge page would give each stack 2 MiB at its first touch */
    for (int i = 0; i < n && made.guard; i++)
        if (mprotect(made.memory + made.each * (size_t)i, made.guard, PROT_NONE) != 0) {
            munmap(memory, made.bytes);
            return -1;
        }
    *out = made;
    return 0;
}

void fc_stacks_free(fc_stacks *stacks)
{
#ifdef __SANITIZE_ADDRESS__
    __asan_unpoison_memory_region(stacks->memory, stacks->bytes); /* unfinished coroutines leave poisoned frames */
#endif
    if (stacks->memory)
        munmap(stacks->memory, stacks->bytes);
    *stacks = (fc_stacks){0};
}

void *fc_stacks_at(const fc_stacks *stacks, int i, size_t *size)
{
    *size = stacks->each - stacks->guard;
    return stacks->memory + stacks->each * (size_t)i + stacks->guard;
}
