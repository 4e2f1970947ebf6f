/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/object.h"

#include <ar.h>
#include <gelf.h>
#include <libelf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool fc_object_is_archive(fc_bytes file)
{
    return file.length >= SARMAG && memcmp(file.at, ARMAG, SARMAG) == 0;
}

static const char THIN_MAGIC[] = "!<thin>\n"; /* SARMAG bytes like ARMAG; libelf does not support it */

bool fc_object_is_thin_archive(fc_bytes file)
{
    return file.length >= SARMAG && memcmp(file.at, THIN_MAGIC, SARMAG) == 0;
}

bool fc_object_is_elf(fc_bytes file)
{
    return file.length >= SELFMAG && memcmp(file.at, ELFMAG, SELFMAG) == 0;
}

/* elf_memory() takes non-const memory; nothing here writes to it. */
static Elf *open_elf(fc_bytes file)
{
    elf_version(EV_CURRENT);
    return elf_memory((char *)(uintptr_t)file.at, file.length);
}

/* The symbol table of an object and the header of its section; NULL if there is none. */
static Elf_Data *symbol_table(Elf *elf, GElf_Shdr *header)
{
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));)
        if (gelf_getshdr(section, header) && header->sh_type == SHT_SYMTAB && header->sh_entsize)
            return elf_getdata(section, NULL);
    return NULL;
}

typedef void take_symbol(void *data, const GElf_Sym *symbol, const char *name);

static bool each_symbol(fc_bytes object, take_symbol *take, void *data)
{
    if (!fc_object_is_elf(object))
        return false;
    Elf *elf = open_elf(object);
    GElf_Shdr header;
    Elf_Data *table = symbol_table(elf, &header);
    size_t n = table ? table->d_size / header.sh_entsize : 0; /* the actual size, since headers are untrusted */
    for (size_t i = 0; i < n; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(table, (int)i, &symbol) ? elf_strptr(elf, header.sh_link, symbol.st_name) : NULL;
        if (name && *name)
            take(data, &symbol, name);
    }
    elf_end(elf);
    return table != NULL;
}

typedef struct names {
    fc_words defined, needed;
    bool is_lto_only;
} names;

static void take_name(void *data, const GElf_Sym *symbol, const char *name)
{
    names *to = data;
    int binding = GELF_ST_BIND(symbol->st_info);
    to->is_lto_only |= strcmp(name, "__gnu_lto_slim") == 0;
    if (binding == STB_LOCAL)
        return;
    if (symbol->st_shndx != SHN_UNDEF)
        fc_words_add(&to->defined, name);
    else if (binding != STB_WEAK)
        fc_words_add(&to->needed, name);
}

bool fc_object_names(fc_words *defined, fc_words *needed, fc_bytes object)
{
    names found = {0};
    bool is_known = each_symbol(object, take_name, &found) && !found.is_lto_only;
    if (is_known) {
        fc_words_add_all(defined, &found.defined);
        fc_words_add_all(needed, &found.needed);
    }
    fc_words_free(&found.defined);
    fc_words_free(&found.needed);
    return is_known;
}

static void take_file(void *data, const GElf_Sym *symbol, const char *name)
{
    bool *is_of_c = data;
    size_t length = strlen(name);
    if (GELF_ST_TYPE(symbol->st_info) == STT_FILE && length > 2 && strcmp(name + length - 2, ".c") == 0)
        *is_of_c = true;
}

bool fc_object_is_of_c(fc_bytes object)
{
    bool is_of_c = false;
    each_symbol(object, take_file, &is_of_c);
    return is_of_c;
}

void fc_object_members(fc_bytes **member, size_t *n, fc_bytes archive)
{
    size_t capacity = *n;
    Elf *whole = open_elf(archive), *part;
    for (Elf_Cmd command = ELF_C_READ_MMAP; whole && (part = elf_begin(-1, command, whole)); elf_end(part)) {
        const Elf_Arhdr *header = elf_getarhdr(part);
        bool is_table = !header || !header->ar_name || header->ar_name[0] == '/';
        size_t length = 0;
        const char *bytes = is_table ? NULL : elf_rawfile(part, &length);
        if (bytes) {
            *member = fc_grow(*member, &capacity, *n + 1, sizeof **member);
            (*member)[(*n)++] = (fc_bytes){bytes, length};
        }
        command = elf_next(part);
    }
    elf_end(whole);
}

/* Appends the name of a member: "name/", or "/OFFSET" into the table of long names, which "/\n" terminates. */
static void add_thin_name(fc_words *path, const struct ar_hdr *header, fc_bytes table)
{
    const char *name = header->ar_name, *end = memchr(name, '/', sizeof header->ar_name);
    if (end == name) {
        size_t offset = strtoul(name + 1, NULL, 10);
        name = offset < table.length ? table.at + offset : "";
        end = offset < table.length ? memmem(name, table.length - offset, "/\n", 2) : NULL;
    }
    char *text = end ? fc_format("%.*s", (int)(end - name), name) : NULL;
    if (text && *text)
        fc_words_add(path, text);
    free(text);
}

void fc_object_thin_members(fc_words *path, fc_bytes archive)
{
    fc_bytes table = {0};
    struct ar_hdr header;
    for (size_t at = SARMAG; at < archive.length && archive.length - at >= sizeof header;) {
        memcpy(&header, archive.at + at, sizeof header);
        at += sizeof header;
        bool is_table = header.ar_name[0] == '/' && strchr("/ S", header.ar_name[1]);
        if (!is_table) {
            add_thin_name(path, &header, table);
            continue;
        }
        size_t size = strtoul(header.ar_size, NULL, 10), left = archive.length - at;
        size = size < left ? size : left;
        if (header.ar_name[1] == '/')
            table = (fc_bytes){archive.at + at, size};
        at += size + size % 2;
    }
}
