/* SPDX-License-Identifier: GPL-3.0-or-later
 * A call through a dynamic pointer. One of its possible targets stands in a table that only a never-executed branch
 * installs. */
#include <stdio.h>
#include <stdlib.h>
typedef double (*handler)(int);
static double half(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i * 0.5;
    return s;
}
static double whole(int n)
{
    return 2 * half(n);
}
static double watched(int n)
{
    return half(n) + 1;
}
static const handler usual[] = {half, whole}, watching[] = {watched, watched};
static const handler *table = usual;
static void watch(void)
{
    table = watching;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1;
    double sum = 0;
    if (rand() < 0)
        watch();
    for (int i = 0; i < 10; i++)
        sum += (*table[rand() % 2])(n);
    printf("%g\n", sum);
    return 0;
}
