/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses objdump's listing in one pass. A loop is a backward jump within a function that encloses no earlier one.
 * Operation and byte counts follow from mnemonic suffixes and register names (Intel SDM, volume 2). */
#include "analyzer/frontend/parsing/machine_code.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    CODE_LINE = 64
};

typedef struct source_line {
    int file, line; /* file -1: not of the program's files */
} source_line;

/* An instruction in AT&T syntax: mnemonic, blanks, operands, the destination last. */
typedef struct instruction {
    uint64_t address;
    const char *text;
    int length;
    size_t first; /* its lines among all: its own, and those of the calls whose inlining brought it here, outwards */
    int n_lines;
} instruction;

typedef struct reading {
    fc_program *program;
    fc_text *assembly; /* the loops in llvm-mca's input format; NULL: not wanted */
    char **real_path;  /* by file; NULL: no such file */
    instruction *code; /* of the current function */
    size_t n, capacity;
    source_line *line; /* of the current function's instructions */
    size_t n_lines, line_capacity;
    source_line own;         /* of the next instruction */
    source_line inlined[32]; /* the calls after it, outwards */
    int n_inlined;
    const char *path; /* of the last "path:line", within the listing */
    int path_length, file;
} reading;

/* ---- one instruction ---- */

static bool starts(const instruction *i, const char *word)
{
    return strncmp(i->text, word, strlen(word)) == 0;
}

static bool mentions(const instruction *i, const char *part)
{
    return memmem(i->text, (size_t)i->length, part, strlen(part)) != NULL;
}

static int mnemonic_length(const instruction *i)
{
    int n = 0;
    while (n < i->length && i->text[n] != ' ' && i->text[n] != '\t')
        n++;
    return n;
}

/* True if the mnemonic ends with the suffix and is longer. */
static bool has_suffix(const instruction *i, const char *suffix)
{
    int n = mnemonic_length(i), m = (int)strlen(suffix);
    return n > m && strncmp(i->text + n - m, suffix, (size_t)m) == 0;
}

/* A conversion of an integer. */
static bool is_of_integer(const instruction *i)
{
    return mentions(i, "cvtsi2s") || mentions(i, "cvtusi2s");
}

static bool is_scalar_real(const instruction *i)
{
    return has_suffix(i, "sd") || has_suffix(i, "ss") || starts(i, "vbroadcasts") || is_of_integer(i);
}

/* Bytes of the vector register it uses; 0: none. */
static int vector_bytes(const instruction *i)
{
    if (is_scalar_real(i))
        return 0;
    if (mentions(i, "%zmm"))
        return 64;
    if (mentions(i, "%ymm"))
        return 32;
    return mentions(i, "%xmm") && !has_suffix(i, "movq") && !has_suffix(i, "movd") ? 16 : 0;
}

/* Bytes of a general register: rax, r8; eax, r8d; ax, r8w; al, ah, sil, r8b. */
static int register_bytes(const char *name, int length)
{
    char last = name[length - 1];
    if (name[0] == 'r')
        return last == 'd' ? 4 : last == 'w' ? 2 : last == 'b' ? 1 : 8;
    return name[0] == 'e' ? 4 : last == 'l' || last == 'h' ? 1 : 2;
}

/* Bytes of the first register outside the brackets; 0: there is none. */
static int first_register_bytes(const instruction *i)
{
    bool is_inside = false;
    for (int k = mnemonic_length(i); k < i->length; k++) {
        char c = i->text[k];
        is_inside = c == '(' || (is_inside && c != ')');
        if (c == '%' && !is_inside) {
            const char *name = i->text + k + 1;
            int most = i->length - k - 1, n = 0;
            while (n < most && strchr("abcdefghijklmnopqrstuvwxyz0123456789", name[n]))
                n++;
            return n > 0 ? register_bytes(name, n) : 0;
        }
    }
    return 0;
}

/* Bytes of its memory operand. Without a register beside it, the mnemonic's suffix gives them. */
static int operand_bytes(const instruction *i)
{
    const int vector = vector_bytes(i);
    const char suffix = i->text[mnemonic_length(i) - 1];
    if (vector > 0)
        return vector;
    if (starts(i, "movzb") || starts(i, "movsb") || starts(i, "set"))
        return 1;
    if (starts(i, "movzw") || starts(i, "movsw"))
        return 2;
    if (has_suffix(i, "ss") || has_suffix(i, "movd") || mentions(i, "ss2sd") || starts(i, "movsl"))
        return 4;
    if ((is_scalar_real(i) && !is_of_integer(i)) || suffix == 'q')
        return 8;
    const int by_register = is_of_integer(i) ? 0 : first_register_bytes(i);
    return by_register > 0 ? by_register : suffix == 'b' ? 1 : suffix == 'w' ? 2 : 4;
}

/* Floating-point additions, multiplications and divisions per lane (2 for a fused multiply-add); *lanes: their number.
 */
static int real_operations(const instruction *i, int *lanes)
{
    static const char *const plain[] = {"add", "sub", "mul", "div"}, *const fused[] = {"fmadd", "fmsub", "fnmadd",
                                                                                       "fnmsub"};
    bool is_double = has_suffix(i, "pd") || has_suffix(i, "sd"), is_float = has_suffix(i, "ps") || has_suffix(i, "ss");
    instruction bare = *i;
    if (!is_double && !is_float)
        return 0;
    if (bare.text[0] == 'v')
        bare.text++, bare.length--;
    int each = 0;
    for (int k = 0; k < 4; k++)
        each = starts(&bare, plain[k]) ? 1 : starts(&bare, fused[k]) ? 2 : each;
    *lanes = is_scalar_real(i) ? 1 : vector_bytes(i) / (is_double ? 8 : 4);
    return each;
}

/* The byte after the last operand, without trailing blanks and comments. */
static const char *last_of(const instruction *i)
{
    const char *end = i->text;
    while (end < i->text + i->length && *end != '#' && *end != '<')
        end++;
    while (end > i->text && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return end;
}

static void add_accesses(fc_code_loop *loop, const instruction *i)
{
    if (!mentions(i, "(") || starts(i, "lea") || starts(i, "nop") || starts(i, "prefetch") || starts(i, "cs nop") ||
        starts(i, "data16"))
        return;
    bool is_last = last_of(i)[-1] == ')', is_compare = starts(i, "cmp") || starts(i, "test") || mentions(i, "comis");
    bool is_store = is_last && !is_compare && !starts(i, "j") && !starts(i, "call") && !starts(i, "mul") &&
                    !starts(i, "imul") && !starts(i, "div") && !starts(i, "idiv");
    bool is_move = starts(i, "mov") || starts(i, "vmov") || starts(i, "set") || starts(i, "vextract");
    if (is_store) {
        loop->store_bytes += operand_bytes(i);
        loop->n_stores++;
    }
    if (!is_store || !is_move) {
        loop->load_bytes += operand_bytes(i);
        loop->n_loads++;
    }
    if (vector_bytes(i) > loop->vector_bytes)
        loop->vector_bytes = vector_bytes(i);
}

/* ---- loops ---- */

/* Index of the target of a backward jump within the function; -1: not such a jump. */
static long backward_target(const reading *r, size_t at)
{
    const instruction *jump = &r->code[at];
    char *end;
    if (!starts(jump, "j"))
        return -1;
    uint64_t target = strtoull(jump->text + mnemonic_length(jump), &end, 16);
    if (target < r->code[0].address || target > jump->address)
        return -1;
    size_t low = 0, high = at;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (r->code[middle].address < target)
            low = middle + 1;
        else
            high = middle;
    }
    return r->code[low].address == target ? (long)low : -1;
}

/* The instruction's line at a depth of inlining: 0 is the function that the code stands in. */
static source_line line_at(const reading *r, size_t instruction, int depth)
{
    const struct instruction *of = &r->code[instruction];
    int from_own = of->n_lines - 1 - depth;
    return r->line[of->first + (size_t)(from_own > 0 ? from_own : 0)];
}

static bool is_same_line(source_line a, source_line b)
{
    return a.file == b.file && a.line == b.line;
}

/* The depth of the function that has the loop: its last jump is of that function. A jump that an inlined procedure
 * brought is of the loop around the call if that loop has other instructions too. */
static int depth_of_loop(const reading *r, size_t first, size_t last)
{
    const double most = 0.75; /* of the instructions */
    int depth = 0;
    for (bool is_deeper = true; is_deeper; depth += is_deeper) {
        size_t inside = 0;
        for (size_t i = first; i <= last; i++)
            inside += r->code[i].n_lines > depth + 1 && is_same_line(line_at(r, i, depth), line_at(r, last, depth));
        is_deeper = r->code[last].n_lines > depth + 1 && (double)inside >= most * (double)(last - first + 1);
    }
    return depth;
}

/* Sets the loop's place to the source line of most instructions in [first, last], in the function that has the loop.
 * Quadratic in their number. */
static void find_place(fc_code_loop *loop, const reading *r, size_t first, size_t last)
{
    const int depth = depth_of_loop(r, first, last);
    int most = 0;
    for (size_t i = first; i <= last; i++) {
        int same = 0;
        for (size_t k = first; k <= last; k++)
            same += is_same_line(line_at(r, k, depth), line_at(r, i, depth));
        if (same > most) {
            most = same;
            loop->file = line_at(r, i, depth).file;
            loop->line = line_at(r, i, depth).line;
        }
    }
}

/* Prints the instruction for an assembler: without comments, addresses as numbers. */
static void print_instruction(fc_text *out, const instruction *i)
{
    /* The target address of a direct jump or call, as text; NULL: an indirect one, or another instruction. */
    const char *operand = i->text + mnemonic_length(i);
    operand += strspn(operand, " \t");
    bool is_one = (starts(i, "j") || starts(i, "call")) && operand < i->text + i->length;
    const char *target = is_one && strchr("0123456789abcdef", *operand) ? operand : NULL, *end = last_of(i);
    if (target)
        fc_text_add(out, "\t%.*s 0x%.*s\n", mnemonic_length(i), i->text, (int)(end - target), target);
    else
        fc_text_add(out, "\t%.*s\n", (int)(end - i->text), i->text);
}

static void add_loop(const reading *r, size_t first, size_t last, uint64_t end)
{
    enum {
        MOST_INSTRUCTIONS = 2000
    };
    fc_code_loop loop = {.file = -1, .n_instructions = (int)(last - first) + 1};
    if (last - first > MOST_INSTRUCTIONS)
        return;
    find_place(&loop, r, first, last);
    for (size_t i = first; i <= last; i++) {
        int lanes = 0, each = real_operations(&r->code[i], &lanes);
        loop.real_operations += each * lanes;
        loop.n_real += each;
        if (each > 0 && vector_bytes(&r->code[i]) > loop.vector_bytes)
            loop.vector_bytes = vector_bytes(&r->code[i]);
        add_accesses(&loop, &r->code[i]);
        loop.n_moves += starts(&r->code[i], "cmov");
        loop.n_jumps += i < last && starts(&r->code[i], "j") && !starts(&r->code[i], "jmp");
        loop.n_calls += starts(&r->code[i], "call") && !mentions(&r->code[i], "@plt");
    }
    for (size_t i = last + 1; i < r->n; i++)
        loop.n_jumps += backward_target(r, i) == (long)first; /* the way of another branch */
    loop.lines = (int)((end - 1) / CODE_LINE - r->code[first].address / CODE_LINE) + 1;
    if (loop.file < 0)
        return;
    fc_program_add_code(r->program, &loop);
    if (r->assembly) {
        /* Prints the loop added last as an llvm-mca region named by its index. */
        int number = r->program->n_code - 1;
        fc_text_add(r->assembly, "# LLVM-MCA-BEGIN %d\n", number);
        for (size_t i = first; i <= last; i++)
            print_instruction(r->assembly, &r->code[i]);
        fc_text_add(r->assembly, "# LLVM-MCA-END %d\n", number);
    }
}

/* Adds the function's innermost loops: backward jumps whose target follows the targets of all earlier ones. */
static void end_function(reading *r)
{
    long latest = -1;
    for (size_t at = 0; at + 1 < r->n; at++) {
        long to = backward_target(r, at);
        if (to > latest) {
            add_loop(r, (size_t)to, at, r->code[at + 1].address);
            latest = to;
        }
    }
    r->n = r->n_lines = 0;
}

/* ---- the listing ---- */

/* "path:line" or "path:line (discriminator n)". False: another line. */
static bool read_line(source_line *out, reading *r, const char *line, int length)
{
    const char *bracket = memchr(line, '(', (size_t)length);
    int n = bracket ? (int)(bracket - line) - 1 : length, colon = n - 1;
    while (colon > 0 && line[colon] >= '0' && line[colon] <= '9')
        colon--;
    if (colon <= 0 || colon == n - 1 || line[colon] != ':')
        return false;
    if (colon != r->path_length || memcmp(line, r->path, (size_t)colon) != 0) {
        /* Index of the program's file at this path. */
        char *given = fc_format("%.*s", colon, line), *real = realpath(given, NULL);
        int file = -1;
        for (int i = 0; i < r->program->n_files && real; i++)
            if (r->real_path[i] && strcmp(r->real_path[i], real) == 0)
                file = i;
        free(real);
        free(given);
        r->file = file;
    }
    r->path = line;
    r->path_length = colon;
    *out = (source_line){r->file, atoi(line + colon + 1)};
    return true;
}

/* The line of the next instructions, or one of the calls that brought the next one, inner ones first. */
static void read_place(reading *r, const char *line, int length)
{
    static const char inlined[] = "inlined by ";
    const int prefix = (int)strlen(inlined), most = sizeof r->inlined / sizeof *r->inlined;
    if (length <= prefix || strncmp(line, inlined, strlen(inlined)) != 0)
        read_line(&r->own, r, line, length);
    else if (r->n_inlined < most && read_line(&r->inlined[r->n_inlined], r, line + prefix, length - prefix))
        r->n_inlined++;
}

static void read_instruction(reading *r, const char *line, int length)
{
    char *end;
    uint64_t address = strtoull(line, &end, 16);
    const char *text = end + 1 + strspn(end + 1, " \t");
    const int n_lines = 1 + r->n_inlined;
    if (end == line || *end != ':' || text >= line + length)
        return;
    r->code = fc_grow(r->code, &r->capacity, r->n + 1, sizeof *r->code);
    r->line = fc_grow(r->line, &r->line_capacity, r->n_lines + (size_t)n_lines, sizeof *r->line);
    r->code[r->n++] = (instruction){address, text, (int)(line + length - text), r->n_lines, n_lines};
    r->line[r->n_lines++] = r->own;
    for (int i = 0; i < r->n_inlined; i++)
        r->line[r->n_lines++] = r->inlined[i];
    r->n_inlined = 0;
}

void fc_machine_code_read(fc_program *program, const char *listing, fc_text *assembly)
{
    reading r = {.program = program, .assembly = assembly, .file = -1, .own = {-1, 0}};
    r.real_path = fc_allocate((size_t)program->n_files + 1, sizeof *r.real_path);
    for (int i = 0; i < program->n_files; i++)
        r.real_path[i] = realpath(program->file[i].path, NULL);
    for (const char *line = listing; *line;) {
        int length = (int)strcspn(line, "\n");
        if (line[0] == ' ')
            read_instruction(&r, line, length);
        else if (length > 2 && strncmp(line + length - 2, ">:", 2) == 0)
            end_function(&r);
        else
            read_place(&r, line, length);
        line += length + (line[length] == '\n');
    }
    end_function(&r);
    for (int i = 0; i < program->n_files; i++)
        free(r.real_path[i]);
    free(r.real_path);
    free(r.code);
    free(r.line);
}
