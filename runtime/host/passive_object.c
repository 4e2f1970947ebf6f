/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the dynamic section (System V ABI, chapter 5): initialization and termination functions, needed libraries, and
 * relocations whose value is computed by a function of the object. */
#include "runtime/host/passive_object.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>

typedef struct object {
    const char *bytes;
    size_t length;
    Elf64_Ehdr head;
} object;

typedef struct dynamic {
    uint64_t names, symbols, relocations, relocations_size, jumps, jumps_size;
    bool runs_code;
} dynamic;

static bool copy_at(void *out, const object *of, uint64_t offset, size_t size)
{
    if (offset > of->length || size > of->length - offset)
        return false;
    memcpy(out, of->bytes + offset, size);
    return true;
}

static bool program_header(Elf64_Phdr *out, const object *of, int i)
{
    return copy_at(out, of, of->head.e_phoff + (uint64_t)i * sizeof *out, sizeof *out);
}

/* The offset in the file of an address; beyond the file if no segment holds it. */
static uint64_t offset_of(const object *of, uint64_t address)
{
    Elf64_Phdr segment;
    for (int i = 0; i < of->head.e_phnum && program_header(&segment, of, i); i++)
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
            return segment.p_offset + (address - segment.p_vaddr);
    return of->length;
}

static void take_entry(dynamic *into, const Elf64_Dyn *entry)
{
    switch (entry->d_tag) {
    case DT_STRTAB:
        into->names = entry->d_un.d_ptr;
        break;
    case DT_SYMTAB:
        into->symbols = entry->d_un.d_ptr;
        break;
    case DT_RELA:
        into->relocations = entry->d_un.d_ptr;
        break;
    case DT_RELASZ:
        into->relocations_size = entry->d_un.d_val;
        break;
    case DT_JMPREL:
        into->jumps = entry->d_un.d_ptr;
        break;
    case DT_PLTRELSZ:
        into->jumps_size = entry->d_un.d_val;
        break;
    case DT_INIT:
    case DT_FINI:
    case DT_INIT_ARRAY:
    case DT_FINI_ARRAY:
    case DT_PREINIT_ARRAY:
    case DT_REL: /* not used by the hosts that are supported */
    case DT_AUDIT:
    case DT_DEPAUDIT:
    case DT_FILTER:
    case DT_AUXILIARY:
        into->runs_code = true;
        break;
    default:
        break;
    }
}

/* Libraries that the command itself has loaded. */
static bool is_known_library(const object *of, uint64_t name)
{
    static const char *const known[] = {"libc.so.6", "libm.so.6"};
    uint64_t offset = offset_of(of, name);
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[16];
        size_t size = strlen(known[i]) + 1;
        is_known = is_known || (copy_at(text, of, offset, size) && memcmp(text, known[i], size) == 0);
    }
    return is_known;
}

/* Adds the entries of the dynamic section; false: there is none, or it is damaged. */
static bool read_dynamic(dynamic *out, const object *of, bool checks_libraries)
{
    Elf64_Phdr segment;
    Elf64_Dyn entry;
    for (int i = 0; i < of->head.e_phnum && program_header(&segment, of, i); i++) {
        if (segment.p_type != PT_DYNAMIC)
            continue;
        for (uint64_t at = 0; at + sizeof entry <= segment.p_filesz; at += sizeof entry) {
            if (!copy_at(&entry, of, segment.p_offset + at, sizeof entry))
                return false;
            if (entry.d_tag == DT_NULL)
                return true;
            take_entry(out, &entry);
            if (checks_libraries && entry.d_tag == DT_NEEDED && !is_known_library(of, out->names + entry.d_un.d_val))
                out->runs_code = true;
        }
    }
    return false;
}

/* Whether a function of the object computes the relocation's value. */
static bool is_computed(const object *of, const dynamic *section, const Elf64_Rela *relocation)
{
    uint64_t type = ELF64_R_TYPE(relocation->r_info), symbol = ELF64_R_SYM(relocation->r_info);
    Elf64_Sym found;
    bool is_indirect = of->head.e_machine == EM_X86_64    ? type == R_X86_64_IRELATIVE
                       : of->head.e_machine == EM_AARCH64 ? type == R_AARCH64_IRELATIVE
                                                          : true;
    if (is_indirect || symbol == 0)
        return is_indirect;
    return !copy_at(&found, of, offset_of(of, section->symbols + symbol * sizeof found), sizeof found) ||
           (ELF64_ST_TYPE(found.st_info) == STT_GNU_IFUNC && found.st_shndx != SHN_UNDEF);
}

static bool has_computed(const object *of, const dynamic *section, uint64_t address, uint64_t size)
{
    Elf64_Rela relocation;
    for (uint64_t at = 0; at + sizeof relocation <= size; at += sizeof relocation)
        if (!copy_at(&relocation, of, offset_of(of, address + at), sizeof relocation) ||
            is_computed(of, section, &relocation))
            return true;
    return false;
}

bool fc_passive_object_is(const char *bytes, size_t length)
{
    static const unsigned char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
    object of = {.bytes = bytes, .length = length};
    dynamic section = {0};
    if (!copy_at(&of.head, &of, 0, sizeof of.head) || memcmp(of.head.e_ident, ELFMAG, SELFMAG) != 0 ||
        of.head.e_ident[EI_CLASS] != ELFCLASS64 || of.head.e_ident[EI_DATA] != order || of.head.e_type != ET_DYN ||
        of.head.e_phentsize != sizeof(Elf64_Phdr))
        return false;
    /* The names are known after the first reading. */
    if (!read_dynamic(&section, &of, false) || !read_dynamic(&section, &of, true) || section.runs_code)
        return false;
    return !has_computed(&of, &section, section.relocations, section.relocations_size) &&
           !has_computed(&of, &section, section.jumps, section.jumps_size);
}
