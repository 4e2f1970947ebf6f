/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/standalone.h"

#include "runtime/host/embedded.h"
#include "runtime/host/machine_source.h"
#include "support/messages/evaluation.h"
#include "support/messages/report.h"
#include "support/path.h"
#include "support/text.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char own_folder[] = "runtime/host/standalone/";

static fc_status write_file(const char *folder, const char *name, const char *bytes, size_t length, fc_report *report)
{
    char *path = fc_format("%s/%s", folder, name);
    fc_path_make_folders(path, strlen(folder) + 1, 0777);
    fc_status status = fc_file_write(path, bytes, length, report);
    free(path);
    return status;
}

/* The runtime's sources keep their folders below forecost/; the files of own_folder go to the top. */
static fc_status write_embedded(const char *folder, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < fc_embedded_n_files && !status; i++) {
        const fc_embedded_file *file = &fc_embedded_files[i];
        bool own = strncmp(file->path, own_folder, sizeof own_folder - 1) == 0;
        char *name = own ? fc_copy_string(file->path + sizeof own_folder - 1) : fc_format("forecost/%s", file->path);
        status = write_file(folder, name, file->bytes, file->length, report);
        free(name);
    }
    return status;
}

static void add_settings(fc_text *out, const fc_standalone *what)
{
    fc_text_add(out, "#include \"standalone.h\"\n\n#include <math.h>\n\n");
    fc_text_add(out, "const char standalone_compute[] = \"%s\";\n", what->compute_model);
    fc_text_add(out, "const int standalone_n_counters = %d;\n", what->counter ? what->n_counters : 0);
    fc_text_add(out, "const double standalone_counter[] = {");
    for (int i = 0; what->counter && i < what->n_counters; i++) {
        fc_machine_source_number(out, what->counter[i]);
        fc_text_add(out, ", ");
    }
    fc_text_add(out, "NAN};\n\n");
    fc_machine_source_add(out, what->machine, "standalone_machine");
}

static fc_status write_all(const char *folder, const fc_standalone *what, fc_report *report)
{
    fc_text machine = {0}, name = {0};
    add_settings(&machine, what);
    fc_text_add(&name, "PROGRAM = %s\n", what->name);
    fc_status status = write_embedded(folder, report);
    if (!status)
        status = write_file(folder, "cost_program.c", what->cost_program, strlen(what->cost_program), report);
    if (!status)
        status = write_file(folder, "machine.c", machine.bytes, machine.length, report);
    if (!status)
        status = write_file(folder, "program.mk", name.bytes, name.length, report);
    fc_text_free(&machine);
    fc_text_free(&name);
    return status;
}

static int remove_entry(const char *path, const struct stat *found, int type, struct FTW *position)
{
    (void)found;
    (void)type;
    (void)position;
    return remove(path);
}

static bool is_name(const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    return name[0] && name[0] != '-' && name[0] != '.' && strspn(name, allowed) == strlen(name);
}

/* Renames the new folder to its target. rename fails unless the target is empty or absent. */
static fc_status put_in_place(const char *made, const char *folder, fc_report *report)
{
    mode_t mask = umask(0);
    umask(mask);
    chmod(made, 0777 & ~mask);
    if (rename(made, folder) == 0)
        return FC_OK;
    bool full = errno == ENOTEMPTY || errno == EEXIST;
    return fc_fail(report, FC_E_INPUT, (fc_place){folder, 0, 0}, "Give a new or an empty folder with -o.",
                   FC_MSG_CANNOT_BE_WRITTEN, full ? "the folder is not empty" : strerror(errno));
}

fc_status fc_standalone_write(const char *folder, const fc_standalone *what, fc_report *report)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (!is_name(what->name))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_CANNOT_BE_NAME_EXECUTABLE, what->name);
    char *target = fc_format("%.*s", (int)length, folder);
    char *made = fc_format("%s.XXXXXX", target);
    fc_status status = FC_E_INPUT;
    if (!mkdtemp(made))
        fc_fail(report, status, (fc_place){target, 0, 0}, "Give a folder that can be created with -o.",
                FC_MSG_CANNOT_BE_WRITTEN, strerror(errno));
    else {
        status = write_all(made, what, report);
        if (!status)
            status = put_in_place(made, target, report);
        if (status)
            nftw(made, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    }
    free(made);
    free(target);
    return status;
}
