/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Additions of C11, GNU C and old C to plain C. Each sum is computed twice, once with plain C: a difference ends it
 * with exit code 1. */
#include <complex.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define KIND(x) _Generic((x), int: 1, double: 2, default: 3)
#define TWICE(x) _Generic((x), int: twice_int, double: twice_double)(x)
#define LARGE(x) _Generic((x), int *: large_int, const double *: large_real, double *: large_real)(x, 8)
#define MAX(a, b) \
    ({ \
        __typeof__(a) a_ = (a), b_ = (b); \
        a_ > b_ ? a_ : b_; \
    })

#define SUM(a, n) \
    ({ \
        int s_ = 0; \
        for (int i_ = 0; i_ < (n); i_++) \
            if ((a)[i_] > 0) \
                s_ += (a)[i_]; \
        s_; \
    })
#define FIND(a, n, what) \
    ({ \
        int at_ = -1; \
        for (int i_ = 0; i_ < (n); i_++) { \
            if ((a)[i_] != (what)) \
                continue; \
            at_ = i_; \
            break; \
        } \
        at_; \
    })
#define LIKELY(x) __builtin_expect(!!(x), 1)

struct flags {
    unsigned n : 5;
    int below : 3;
    unsigned : 0;
    unsigned long wide : 40;
};

union word {
    int whole;
    struct {
        short low, high;
    } half;
};

static int differ;

static void equal(long made, long plain)
{
    if (made != plain) {
        printf("%ld, not %ld\n", made, plain);
        differ = 1;
    }
}

static int twice_int(int x)
{
    return 2 * x;
}

static double twice_double(double x)
{
    return 2 * x;
}

static int large_int(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] > 3;
    return sum;
}

static int large_real(const double *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 3)
            sum++;
    return sum;
}

static void same_results(int n)
{
    int a[8] = {n, 1, 5}, sum = 0;
    double real[8] = {1, 2, n, 4};
    for (int i = 0; i < n; i++)
        sum += LARGE(a) + LARGE(real) + LARGE((const double *)real);
    equal(sum, n * ((n > 3) + 1 + 2 * ((n > 3) + 1)));
}

static void generic(int n)
{
    int sum = 0;
    double real = 1;
    float single = 1;
    for (int i = 0; i < n * KIND(n) + KIND(real) + KIND(single); i++)
        sum += TWICE(i);
    real = TWICE(real);
    equal(sum, (long)(n + 5) * (n + 4));
    equal((long)real, 2);
}

static void without_middle(int n)
{
    int sum = 0, plain = 0, evaluated = 0;
    for (int i = 0; i < (n - 3 ?: 8); i++) {
        sum += i % 3 ?: 7;
        plain += i % 3 ? i % 3 : 7;
    }
    for (int i = 0; i < n; i++)
        sum += (evaluated++, i & 1) ?: 2;
    equal(sum - plain, n / 2 + (n + 1) / 2 * 2);
    equal(evaluated, n);
}

static void designators(int n)
{
    int table[10] = {[0 ... 4] = 2, [7] = 5}, sum = 0;
    for (int i = 0; i < n; i++) {
        switch (i) {
        case 0 ... 3:
            sum += table[i];
            break;
        default:
            sum += table[i % 10] * 100;
        }
    }
    for (int i = 0; i < n; i++)
        sum -= (i % 10 < 5 ? 2 : i % 10 == 7 ? 5 : 0) * (i < 4 ? 1 : 100);
    equal(sum, 0);
}

static void complex_numbers(int n)
{
    double complex z = 1 + 2 * I, w[4] = {1, I};
    long hits = 0;
    for (int i = 0; i < n; i++) {
        z = z * w[1] + conj(w[i % 4]) / 2;
        __real__ z += 1;
        __imag__ z = __real__ z;
        if (cabs(z) > 2)
            z = 1;
        hits += creal(z) < 9;
    }
    equal(hits, n);
}

static void statement_expressions(int n)
{
    int sum = 0;
    for (int i = 0; i < MAX(n, 3); i++)
        sum += MAX(i, 2);
    for (int i = 0; i < (n > 3 ? n : 3); i++)
        sum -= i > 2 ? i : 2;
    equal(sum, 0);
}

/* Loops, records and arrays in them: in a declaration, a return, a condition, a body without braces, within another. */
static int statements(int n)
{
    int a[8] = {1, -2, 3, 4, 0, 6, 7, 8}, sum = 0, first = SUM(a, 8), last = SUM(a + 4, 4);
    for (int i = 0; i < n; i++)
        sum += SUM(a, i % 8);
    if (FIND(a, 8, n) >= 0)
        sum += FIND(a, 8, n);
    else if (FIND(a, 8, 4) == 3)
        sum += 100;
    switch (FIND(a, 8, 3)) {
    case 2:
        sum += ({
            struct flags f = {.n = 3};
            int rest[2] = {f.n, 1};
            SUM(a, 8) + rest[0] + rest[1];
        });
    }
    while (sum > 1000)
        sum -= SUM(a, 8);
    for (int i = SUM(a, 3); i < n + 9; i++)
        sum++;
    int from;
    for (from = SUM(a, 2); from < 9;)
        from += 3;
    sum += from;
    (void)({
        do
            sum++;
        while (sum % 3);
    });
    return sum + first * 10000 + last * 1000000 + SUM(a, 2);
}

static void taken_apart(int n)
{
    int a[8] = {1, 0, 3, 4, 0, 6, 7, 8}, sum = 0, first = 1 + 3 + 4 + 6 + 7 + 8;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i % 8; j++)
            sum += a[j];
    int at = -1;
    for (int i = 0; i < 8 && at < 0; i++)
        at = (i == 1 ? -2 : a[i]) == n && i != 4 ? i : -1;
    sum += at >= 0 ? at : 100;
    sum += first + 4;
    while (sum > 1000)
        sum -= first;
    sum += n + 9 - 4 + 10;
    sum += 3 - sum % 3;
    equal(statements(n), sum + first * 10000 + (6 + 7 + 8) * 1000000 + 1);
}

static void letters(int n)
{
    const char *text = "a B\tc D4";
    int sum = 0, plain = 0;
    for (int i = 0; i < n; i++) {
        int c = text[i % 8];
        if (isspace(c))
            sum += 100;
        if (tolower(c) == 'b' || isdigit(toupper(c)))
            sum++;
        plain += (c == ' ' || c == '\t') * 100 + (c == 'B' || c == '4');
    }
    equal(sum, plain);
}

static int where(void)
{
    extern int differ_elsewhere;
    return differ_elsewhere;
}
int differ_elsewhere = 3;

static void hints(int n)
{
    int sum = 0;
    for (int i = 0; LIKELY(i < n); i++)
        if (__builtin_expect(i % 3 == 0, 0))
            sum += where();
    equal(sum, (n + 2) / 3 * 3);
}

static void assembly(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        __asm__ volatile("" : "+r"(sum));
        sum++;
        __asm__ volatile("" ::: "memory");
    }
    equal(sum, n);
}

static void bit_fields_and_unions(int n)
{
    struct flags f = {.n = (unsigned)n, .below = -1, .wide = (unsigned long)n};
    union word w = {.whole = 0};
    int sum = 0;
    w.half.low = (short)n;
    for (unsigned i = 0; i < f.n; i++)
        sum++;
    for (unsigned long i = 0; i < f.wide; i++)
        sum++;
    for (int i = f.below; i < 0; i++)
        sum++;
    for (int i = 0; i < w.whole; i++)
        sum++;
    equal(sum, 3 * n + 1);
}

static int sum_of(int n, int m, int a[n][m])
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (int)(sizeof a[i] / sizeof a[i][0]); j++)
            sum += a[i][j];
    return sum;
}

static void variable_lengths(int n)
{
    int m = n + 2, a[n][m], (*p)[m] = a, plain = 0;
    typedef int row[n];
    row last;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            plain += p[i][j] = i ^ j;
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        last[i] = (int)i;
    equal(sum_of(n, m, a), plain);
    equal(last[n - 1], n - 1);
}

static int old_style(from, to, step)
int from, to;
char step;
{
    int sum = 0;
    while (from < to) {
        from += step;
        sum++;
    }
    return sum;
}

static void backwards(int n)
{
    int sum = 0, i = 0;
again:
    sum += 2;
    if (++i < n)
        goto again;
    equal(sum, 2 * n);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    generic(n);
    same_results(n);
    without_middle(n);
    designators(n);
    complex_numbers(n);
    statement_expressions(n);
    taken_apart(n);
    hints(n);
    letters(n);
    assembly(n);
    bit_fields_and_unions(n);
    variable_lengths(n);
    equal(old_style(0, n, (char)2), (n + 1) / 2);
    backwards(n);
    return differ;
}
