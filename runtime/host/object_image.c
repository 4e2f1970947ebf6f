/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does with bytes what the loader does with memory (System V ABI, chapters 4 and 5): copies the segments, adds the load
 * address where a relocation asks for it. References to other objects stay unresolved: no table needs them. */
#include "runtime/host/object_image.h"

#include "support/text.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_IMAGE_BYTES = 1 << 28
};

typedef struct object {
    const char *bytes;
    size_t length;
    Elf64_Ehdr head;
} object;

static bool copy_at(void *out, const object *of, uint64_t offset, size_t size)
{
    if (offset > of->length || size > of->length - offset)
        return false;
    memcpy(out, of->bytes + offset, size);
    return true;
}

static bool segment_at(Elf64_Phdr *out, const object *of, int i)
{
    return copy_at(out, of, of->head.e_phoff + (uint64_t)i * sizeof *out, sizeof *out);
}

static bool section_at(Elf64_Shdr *out, const object *of, int i)
{
    return copy_at(out, of, of->head.e_shoff + (uint64_t)i * sizeof *out, sizeof *out);
}

/* Memory of the image at a relative address; NULL: outside. */
static char *memory_at(const fc_object_image *image, uint64_t address, size_t size)
{
    return address <= image->size && size <= image->size - address ? image->memory + address : NULL;
}

static bool find_size(fc_object_image *out, const object *of)
{
    Elf64_Phdr segment;
    for (int i = 0; i < of->head.e_phnum; i++) {
        if (!segment_at(&segment, of, i))
            return false;
        if (segment.p_type != PT_LOAD)
            continue;
        if (segment.p_vaddr > MOST_IMAGE_BYTES || segment.p_memsz > MOST_IMAGE_BYTES - segment.p_vaddr ||
            segment.p_filesz > segment.p_memsz)
            return false;
        if (segment.p_vaddr + segment.p_memsz > out->size)
            out->size = segment.p_vaddr + segment.p_memsz;
    }
    return out->size > 0;
}

static bool copy_segments(const fc_object_image *into, const object *of)
{
    Elf64_Phdr segment;
    for (int i = 0; i < of->head.e_phnum && segment_at(&segment, of, i); i++)
        if (segment.p_type == PT_LOAD &&
            !copy_at(into->memory + segment.p_vaddr, of, segment.p_offset, segment.p_filesz))
            return false;
    return true;
}

static bool symbol_at(Elf64_Sym *out, const char **name, const fc_object_image *image, uint64_t i)
{
    const char *from = i < image->n_symbols ? memory_at(image, image->symbols + i * sizeof *out, sizeof *out) : NULL;
    if (from)
        memcpy(out, from, sizeof *out);
    *name = from ? memory_at(image, image->names + out->st_name, 1) : NULL;
    return *name != NULL;
}

/* The defined symbol's address is added to what the relocation adds. */
static bool relocate_symbol(fc_object_image *into, uint64_t *value, uint64_t i)
{
    Elf64_Sym symbol;
    const char *name;
    if (!symbol_at(&symbol, &name, into, i))
        return false;
    if (symbol.st_shndx != SHN_UNDEF)
        *value += (uint64_t)(uintptr_t)into->memory + symbol.st_value;
    else if (ELF64_ST_BIND(symbol.st_info) != STB_WEAK && !into->missing && !dlsym(RTLD_DEFAULT, name))
        into->missing = fc_copy_string(name);
    return true;
}

static bool relocate(fc_object_image *into, const Elf64_Rela *relocation, uint64_t machine)
{
    uint64_t type = ELF64_R_TYPE(relocation->r_info), value = (uint64_t)relocation->r_addend;
    char *at = memory_at(into, relocation->r_offset, sizeof value);
    if (!at)
        return false;
    if (type == (machine == EM_X86_64 ? R_X86_64_RELATIVE : R_AARCH64_RELATIVE))
        value += (uint64_t)(uintptr_t)into->memory;
    else if (!relocate_symbol(into, &value, ELF64_R_SYM(relocation->r_info)))
        return false;
    memcpy(at, &value, sizeof value);
    return true;
}

static bool relocate_section(fc_object_image *into, const object *of, const Elf64_Shdr *section)
{
    Elf64_Rela relocation;
    for (uint64_t at = 0; at + sizeof relocation <= section->sh_size; at += sizeof relocation)
        if (!copy_at(&relocation, of, section->sh_offset + at, sizeof relocation) ||
            !relocate(into, &relocation, of->head.e_machine))
            return false;
    return true;
}

static bool find_symbols(fc_object_image *out, const object *of)
{
    Elf64_Shdr section, names;
    for (int i = 0; i < of->head.e_shnum && section_at(&section, of, i); i++)
        if (section.sh_type == SHT_DYNSYM && section_at(&names, of, (int)section.sh_link)) {
            out->symbols = section.sh_addr;
            out->n_symbols = section.sh_size / sizeof(Elf64_Sym);
            out->names = names.sh_addr;
        }
    return out->n_symbols > 0;
}

static bool relocate_all(fc_object_image *into, const object *of)
{
    Elf64_Shdr section;
    for (int i = 0; i < of->head.e_shnum; i++) {
        if (!section_at(&section, of, i) || section.sh_type == SHT_RELR)
            return false;
        if (section.sh_type == SHT_RELA && (section.sh_flags & SHF_ALLOC) && !relocate_section(into, of, &section))
            return false;
    }
    return true;
}

bool fc_object_image_make(fc_object_image *out, const char *bytes, size_t length)
{
    static const unsigned char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
    object of = {.bytes = bytes, .length = length};
    fc_object_image made = {0};
    if (!copy_at(&of.head, &of, 0, sizeof of.head) || memcmp(of.head.e_ident, ELFMAG, SELFMAG) != 0 ||
        of.head.e_ident[EI_CLASS] != ELFCLASS64 || of.head.e_ident[EI_DATA] != order ||
        (of.head.e_machine != EM_X86_64 && of.head.e_machine != EM_AARCH64) || !find_size(&made, &of))
        return false;
    made.memory = fc_allocate(made.size + 1, 1);
    if (!copy_segments(&made, &of) || !find_symbols(&made, &of) || !relocate_all(&made, &of)) {
        fc_object_image_free(&made);
        return false;
    }
    *out = made;
    return true;
}

void fc_object_image_free(fc_object_image *image)
{
    free(image->memory);
    free(image->missing);
    *image = (fc_object_image){0};
}

bool fc_object_image_holds(const fc_object_image *image, const void *address, size_t size)
{
    uintptr_t from = (uintptr_t)image->memory, at = (uintptr_t)address;
    return image->memory && at >= from && at - from <= image->size && size <= image->size - (at - from);
}

void *fc_object_image_symbol(const fc_object_image *image, const char *name)
{
    Elf64_Sym symbol;
    const char *found;
    for (uint64_t i = 0; i < image->n_symbols && symbol_at(&symbol, &found, image, i); i++)
        if (symbol.st_shndx != SHN_UNDEF && strcmp(found, name) == 0)
            return memory_at(image, symbol.st_value, 1);
    return NULL;
}
