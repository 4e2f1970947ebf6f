# SPDX-License-Identifier: GPL-3.0-or-later
# Errors that a user can act on: the missing argument by its number and the place that reads it, the file that cannot be
# opened, and what the program prints before it ends itself.
given arguments -O2
at() { grep -n "$1" arguments.c | head -n 1 | cut -d: -f1; }
words=(10 20 3 fast)
reads=('n = atoi' 'words\[k\]' 'strtod' 'strcmp' 'fopen')
for i in 0 1 2 3 4; do
    expect 3 "argv[$((i + 1))] is read here, and the arguments end at argv[$i]" predict arguments.fc -- "${words[@]:0:i}"
    check grep -qF "arguments.c:$(at "${reads[i]}"): error" err
done
expect 3 "the program ends here by MPI_Abort; it prints \"cannot read the mesh ...\" (1 rank)" predict arguments.fc -- "${words[@]}" none.txt
check grep -qF "The input file none.txt cannot be opened: run from the folder where the program finds it" err
echo 7 >mesh.txt
expect 0 "" predict arguments.fc -- "${words[@]}" mesh.txt
# The arguments after the last one may be asked for: the list ends with a null pointer.
cat >listed.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = 0;
    MPI_Init(&argc, &argv);
    for (char **word = argv + 1; *word; word++)
        n += atoi(*word);
    for (int i = 1; argv[i] != NULL; i++)
        n += atoi(argv[i]);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    int *cells = argv[argc] ? malloc(8) : NULL;
    if (n > 100)
        n = cells[0];
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze listed.c -o listed.fc -- -O2
expect 0 '"messages": 240,' predict listed.fc -n 2 --format json -- 10 20
# The names of long options may be copies, and their table without an end: getopt_long reads beyond it for others only.
cat >copied.c <<'C'
#include <getopt.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text)
{
    char *copied = calloc(strlen(text) + 1, 1);
    strcpy(copied, text);
    return copied;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"rows", "columns"};
    struct option *table = calloc(2, sizeof *table);
    int n = 1, c;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 2; i++) {
        table[i].name = copy(names[i]);
        table[i].has_arg = 1;
        table[i].val = names[i][0];
    }
    while ((c = getopt_long(argc, argv, "", table, NULL)) != -1)
        n *= c == '?' ? 0 : atoi(optarg);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze copied.c -o copied.fc -- -O2
expect 0 '"messages": 42,' predict copied.fc -n 2 --format json -- --rows 3 --columns=7
expect 3 "--rank is not among the long options of getopt_long, and their table has no end" predict copied.fc -- --rank 3

# A program that ends well before MPI_Init, as many do after a line on their usage, has no time to predict.
for end in 'exit(0)' 'return 0'; do
    cat >usage.c <<END_OF_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    if (argc < 2) {
        printf("usage: %s n\n", argv[0]);
        $end;
    }
    MPI_Init(&argc, &argv);
    for (int i = 0; i < atoi(argv[1]); i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    if (argc > 9)
        $end;
    return 0;
}
END_OF_SOURCE
    expect 0 "" analyze usage.c -o usage.fc -- -O2
    expect 3 "usage.c:8: error[FC0505]: the program ends here by" predict usage.fc -n 2
    check grep -qF 'before MPI_Init; it prints "usage: ... n"' err
    expect 0 "100 % closed" predict usage.fc -n 2 -- 10 2 3 4 5 6 7 8 9
done

# argp_parse calls the program's parser, which may be that of a child. The results of several parsers are counted.
cat >parsers.c <<'C'
#include <argp.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rows = 2, columns = 3;

static error_t parse_columns(int key, char *arg, struct argp_state *state)
{
    (void)state;
    if (key == 'c')
        columns = atoi(arg);
    return key == 'c' ? 0 : ARGP_ERR_UNKNOWN;
}

static error_t parse_rows(int key, char *arg, struct argp_state *state)
{
    if (key == ARGP_KEY_ARG && state->arg_num > 1)
        argp_usage(state);
    if (key == 'r')
        rows = atoi(arg);
    return key == 'r' || key == ARGP_KEY_ARG ? 0 : ARGP_ERR_UNKNOWN;
}

#ifdef TWO
static const struct argp_option more[] = {{"columns", 'c', "N", 0, ""}, {0}};
static const struct argp child = {more, parse_columns};
static const struct argp_child children[] = {{&child, 0, NULL, 0}, {0}};
#else
#define children NULL
#endif
static const struct argp_option options[] = {{"rows", 'r', "N", 0, ""}, {0}};
static const struct argp parser = {options, parse_rows, "WORD", "text", children};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    argp_parse(&parser, argc, argv, 0, NULL, NULL);
    for (int i = 0; i < rows * columns; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", rows * columns);
    MPI_Finalize();
    return 0 * parse_columns(0, NULL, NULL);
}
C
expect 0 "no count needs a profile" analyze parsers.c -o parsers.fc -- -O2
expect 0 '"messages": 42,' predict parsers.fc -n 2 --format json -- word --rows=7
expect 0 '"messages": 54,' predict parsers.fc -n 2 --format json -D rows=9
expect 3 "the program ends here by exit (1 rank)" predict parsers.fc -- --lines=7
expect 0 "" formula parsers.fc --all -- -r 7
expect 0 "need a profile" analyze parsers.c -o parsers.fc -- -O2 -DTWO
expect 0 "8 iterations an entry" profile parsers.fc -n 1 -- a -c 2 b --ro 4
expect 0 '"messages": 16,' predict parsers.fc -n 2 --format json -- a -c 2 b --ro 4

# Copies of arguments: strdup, also of an argument that it steps to, and strndup, shorter than its argument or longer.
cat >copies.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int n = 1;
    char *file = NULL, *last = strdup(argv[argc - 1]);
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        char *option = strndup(argv[i], 3);
        if (strcmp(option, "-n=") == 0)
            n = atoi(argv[i] + 3);
        else if (strcmp(option, "-f") == 0)
            file = strdup(argv[++i]);
        free(option);
    }
    FILE *f = file ? fopen(file, "r") : NULL;
    if (f && fscanf(f, "%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; last[i]; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", n + (int)strlen(last));
    MPI_Finalize();
    return 0;
}
C
echo 7 >seven
expect 0 "no count needs a profile" analyze copies.c -o copies.fc -- -O2
expect 0 '"messages": 36,' predict copies.fc -n 4 --format json -- -n=5   # (5 + 4) barriers of 4 ranks
expect 0 '"messages": 48,' predict copies.fc -n 4 --format json -- -f seven # 7 + 5
expect 0 "5 iterations an entry" profile copies.fc -n 1 -- -n=5
expect 0 "No finding" verify copies.fc -n 2 -- -f seven
