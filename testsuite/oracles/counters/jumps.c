#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf back;
static int sum;
static void copy(int *to, const int *from, int n)
{
    int k = (n + 7) / 8;
    switch (n % 8) {
    case 0:
        do {
            *to++ = *from++;
        case 7:
            *to++ = *from++;
        case 6:
            *to++ = *from++;
        case 5:
            *to++ = *from++;
        case 4:
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--k > 0);
    }
}
static int collatz(int n)
{
    int steps = 0;
    if (n % 2)
        goto odd;
    while (n > 1) {
        n /= 2;
        steps++;
        if (n % 2 == 0)
            continue;
odd:
        if (n <= 1)
            break;
        n = 3 * n + 1;
        steps++;
    }
    return steps;
}
/* A parameter that is reused for another value. */
static int again(int n)
{
    int passes = 0;
    if (n % 3 == 0)
        goto middle;
    while (passes < 4) {
        passes++;
middle:
        sum += n;
    }
    n = sum % 7;
    while (n > 0)
        passes += n--;
    return passes;
}
static int run(const char *program)
{
    static const void *const table[] = {&&add, &&subtract, &&end};
    int value = 0;
    const char *at = program;
    goto *table[*at - '0'];
add:
    value += 3;
    at++;
    goto *table[*at - '0'];
subtract:
    value -= 1;
    for (int i = 0; i < 5; i++)
        value ^= i;
    at++;
    goto *table[*at - '0'];
end:
    return value;
}
/* A statement that runs again after a call that has already returned once (setjmp). */
static int leap(int n)
{
    volatile int left = n, done = 0;
    for (int k = 0; k < 2; k++)
        done--;
    setjmp(back);
    for (int k = 0; k < 3; k++)
        done++;
    if (left > 0) {
        left = left - 1;
        longjmp(back, 1);
    }
    return done;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    int a[100], b[100];
    for (int i = 0; i < 100; i++)
        a[i] = i * i, b[i] = 0;
    for (int i = 1; i < n; i++) {
        copy(b, a, i);
        sum += b[i - 1] + collatz(i) + again(i);
    }
    sum += run("0011012") + leap(n % 6);
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
