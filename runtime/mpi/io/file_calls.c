/* SPDX-License-Identifier: Apache-2.0 */
/* MPI-IO of a virtual rank (MPI 3.1, chapter 13): costs of the calls, file size and position (mpi_file.h). */
#include "communicator.h"
#include "delivery.h"
#include "file.h"
#include "fingerprint.h"
#include "process.h"
#include "request.h"
#include "sync.h"

#include <stdlib.h>
#include <string.h>

enum {
    EXPLICIT = 0,  /* at an explicit offset */
    POSITION = 1,  /* at the rank's file pointer, which advances */
    COLLECTIVE = 2 /* all ranks of the file call it */
};

/* n elements of a type that a call moves, and its kind. */
typedef fc_file_piece piece;

static const double unknown = NAN;

static double known(long long offset)
{
    return offset == FC_MPI_DISPLACEMENT_UNKNOWN ? unknown : (double)offset;
}

static fc_file *file_of(fc_rank *r, int site, fc_mpi_file file)
{
    if (file == 0)
        fc_call_lack(r, site, "the file is MPI_FILE_NULL, or depends on data");
    if (file < 1 || file > r->n_files || !r->file[file - 1].alive)
        fc_call_refuse(r, site, "the file was closed or never opened");
    return &r->file[file - 1];
}

/* Charges a collective call of all ranks of the file; their sizes may differ. */
static void pay_collective(fc_rank *r, int site, const fc_file *of, fc_fit fit, double n, fc_datatype type)
{
    fc_communicator *comm = &r->comm[of->comm];
    fc_transfer transfer = {fit, comm->size, n, type, FC_VARIANT_ANY};
    fc_arrival arrival = {comm, comm->rank, transfer, FC_SYNC_ALL, FC_MPI_ANY_SOURCE};
    if (r->process)
        fc_sync_collective(r, site, &arrival);
    else
        fc_call_charge(r, site, transfer);
}

static int call_collective(fc_rank *r, int site, const fc_file *of)
{
    pay_collective(r, site, of, FC_FIT_FILE_OPEN, 0, FC_MPI_BYTE);
    return FC_MPI_SUCCESS;
}

/* ---- sizes ---- */

void fc_file_content_free(fc_file_content **list)
{
    while (*list) {
        fc_file_content *first = *list;
        *list = first->next;
        free(first);
    }
}

void fc_file_reset(fc_rank *r)
{
    r->n_files = 0;
    fc_file_content_free(&r->content);
}

void fc_file_free(fc_rank *r)
{
    fc_file_content_free(&r->content);
    free(r->file);
}

static fc_file_content **contents(fc_rank *r)
{
    return r->process ? &r->process->world->content : &r->content;
}

/* The file of that name, or of an unknown name (NULL) and the communicator's context. */
static fc_file_content *content_of(fc_rank *r, int site, const char *name, unsigned long context)
{
    fc_file_content **list = contents(r), *found = *list;
    size_t bytes = name ? strlen(name) + 1 : 1;
    while (found && (found->context != (name ? 0 : context) || strcmp(found->name, name ? name : "") != 0))
        found = found->next;
    if (found)
        return found;
    found = malloc(sizeof *found + bytes);
    if (!found)
        fc_call_refuse(r, site, "out of memory");
    *found = (fc_file_content){.next = *list, .size = unknown, .context = name ? 0 : context};
    memcpy(found->name, name ? name : "", bytes);
    *list = found;
    return found;
}

/* Other ranks may write the file, and their calls are not seen. */
static bool has_unseen_writers(const fc_rank *r, const fc_file *of)
{
    return !r->process && r->comm[of->comm].size > 1;
}

/* The byte after the first `bytes` of data in the view. */
static double end_of(const fc_file *of, double bytes)
{
    if (!of->has_gaps)
        return of->displacement + bytes;
    double tiles = bytes / of->tile;
    return tiles == floor(tiles) ? of->displacement + (tiles - 1) * of->tile_extent + of->tile_end : unknown;
}

/* A write of so many bytes at an offset of etypes. */
static void extend(const fc_rank *r, const fc_file *of, double at, double bytes)
{
    double end = end_of(of, at * of->element + bytes);
    if (bytes == 0)
        return;
    if (isnan(end) || has_unseen_writers(r, of) || r->counted_origin >= 0)
        of->content->size = unknown;
    else if (end > of->content->size)
        of->content->size = end;
}

/* ---- files ---- */

static bool has_mode(const fc_file *of, int flag)
{
    return of->mode != FC_MPI_MODE_UNKNOWN && (of->mode & flag);
}

int fc_MPI_File_open(fc_rank *r, int site, fc_comm comm, const char *name, int mode, fc_mpi_file *made)
{
    fc_call_comm(r, site, comm);
    if (r->fingerprint)
        fc_fingerprint_exclude(r, site, "ranks share files");
    fc_file opened = {
        .alive = true, .made_at = site, .comm = fc_communicator_duplicate(r, site, comm), .element = 1, .mode = mode};
    opened.content = content_of(r, site, name, r->comm[opened.comm].context);
    if (has_unseen_writers(r, &opened))
        opened.content->size = unknown;
    if (has_mode(&opened, FC_MPI_MODE_EXCL))
        opened.content->size = 0;
    if (has_mode(&opened, FC_MPI_MODE_APPEND))
        opened.position = opened.content->size;
    int slot = 0;
    while (slot < r->n_files && r->file[slot].alive)
        slot++;
    r->file = fc_rank_grow(r, r->file, &r->file_capacity, slot, sizeof *r->file);
    r->n_files += slot == r->n_files;
    r->file[slot] = opened;
    fc_mpi_file file = slot + 1;
    fc_call_store(made, file);
    call_collective(r, site, &opened);
    return FC_MPI_SUCCESS;
}

int fc_MPI_File_close(fc_rank *r, int site, fc_mpi_file *file)
{
    if (!file)
        return FC_MPI_SUCCESS;
    fc_file *of = file_of(r, site, *file);
    if (of->has_begun)
        fc_call_refuse(r, site, "a split collective of the file is still open");
    call_collective(r, site, of);
    if (of->mode == FC_MPI_MODE_UNKNOWN || has_mode(of, FC_MPI_MODE_DELETE_ON_CLOSE))
        of->content->size = of->mode == FC_MPI_MODE_UNKNOWN ? unknown : 0;
    of->alive = false;
    *file = FC_MPI_FILE_NULL;
    fc_comm comm = of->comm;
    return fc_MPI_Comm_free(r, site, &comm);
}

int fc_MPI_File_delete(fc_rank *r, int site, const char *name)
{
    fc_file_content **list = contents(r);
    for (fc_file_content *other = *list; other && !name; other = other->next)
        other->size = unknown;
    if (name)
        content_of(r, site, name, 0)->size = 0;
    fc_call_charge(r, site, (fc_transfer){FC_FIT_FILE_OPEN, 1, 0, FC_MPI_BYTE, FC_VARIANT_ANY});
    return FC_MPI_SUCCESS;
}

int fc_MPI_File_set_size(fc_rank *r, int site, fc_mpi_file file, long long bytes)
{
    fc_file *of = file_of(r, site, file);
    of->content->size = known(bytes);
    if (of->content->size < 0)
        fc_call_refuse(r, site, "the size is negative: %lld", bytes);
    return call_collective(r, site, of);
}

int fc_MPI_File_preallocate(fc_rank *r, int site, fc_mpi_file file, long long bytes)
{
    fc_file *of = file_of(r, site, file);
    double least = known(bytes);
    if (!(of->content->size >= least))
        of->content->size = isnan(of->content->size) ? unknown : least;
    return call_collective(r, site, of);
}

int fc_MPI_File_sync(fc_rank *r, int site, fc_mpi_file file)
{
    return call_collective(r, site, file_of(r, site, file));
}

int fc_MPI_File_set_view(fc_rank *r, int site, fc_mpi_file file, long long displacement, fc_datatype element,
                         fc_datatype type)
{
    fc_file *of = file_of(r, site, file);
    fc_call_check_count(r, site, 1, element);
    of->displacement = known(displacement);
    of->element = (double)fc_datatype_bytes(element);
    of->has_gaps = type != element;
    double low, ends[2];
    bool is_placed = fc_call_span(r, site, 1, type, &low, &ends[0]) && fc_call_span(r, site, 2, type, &low, &ends[1]);
    of->tile = (double)fc_datatype_bytes(type);
    of->tile_end = is_placed ? ends[0] : unknown;
    of->tile_extent = is_placed ? ends[1] - ends[0] : unknown;
    of->position = 0;
    return call_collective(r, site, of);
}

int fc_MPI_File_get_group(fc_rank *r, int site, fc_mpi_file file, fc_mpi_group *made)
{
    return fc_MPI_Comm_group(r, site, file_of(r, site, file)->comm, made);
}

/* ---- positions ---- */

static int give(fc_rank *r, int site, long long *out, double value, const char *what)
{
    if (out && !isfinite(value))
        fc_call_lack(r, site, "%s is unknown: it depends on data, or on the file before the run", what);
    if (out)
        *out = (long long)value;
    return FC_MPI_SUCCESS;
}

int fc_MPI_File_get_size(fc_rank *r, int site, fc_mpi_file file, long long *bytes)
{
    return give(r, site, bytes, file_of(r, site, file)->content->size, "the size of the file");
}

int fc_MPI_File_get_position(fc_rank *r, int site, fc_mpi_file file, long long *offset)
{
    return give(r, site, offset, file_of(r, site, file)->position, "the file pointer");
}

int fc_MPI_File_get_position_shared(fc_rank *r, int site, fc_mpi_file file, long long *offset)
{
    file_of(r, site, file);
    return give(r, site, offset, unknown, "the shared file pointer");
}

int fc_MPI_File_get_byte_offset(fc_rank *r, int site, fc_mpi_file file, long long offset, long long *bytes)
{
    const fc_file *of = file_of(r, site, file);
    double at = of->has_gaps ? unknown : of->displacement + known(offset) * of->element;
    return give(r, site, bytes, at, "the byte offset");
}

int fc_MPI_File_seek(fc_rank *r, int site, fc_mpi_file file, long long offset, int whence)
{
    fc_file *of = file_of(r, site, file);
    double from = whence == FC_MPI_SEEK_SET   ? 0
                  : whence == FC_MPI_SEEK_CUR ? of->position
                  : of->has_gaps              ? unknown
                                              : (of->content->size - of->displacement) / of->element;
    of->position = from + known(offset);
    if (of->position < 0)
        fc_call_refuse(r, site, "the file pointer is negative: %.17g", of->position);
    return FC_MPI_SUCCESS;
}

int fc_MPI_File_seek_shared(fc_rank *r, int site, fc_mpi_file file, long long offset, int whence)
{
    (void)offset, (void)whence;
    file_of(r, site, file);
    return FC_MPI_SUCCESS;
}

/* ---- data ---- */

/* Checks the call, advances the file pointer, and extends the file by what is written. */
static fc_file *check(fc_rank *r, int site, fc_mpi_file file, const piece *moved)
{
    fc_file *of = file_of(r, site, file);
    fc_call_check_count(r, site, moved->n, moved->type);
    double bytes = moved->n > 0 ? r->weight * moved->n * (double)fc_datatype_bytes(moved->type) : 0;
    if (moved->fit == FC_FIT_FILE_WRITE)
        extend(r, of, moved->how & POSITION ? of->position : moved->at, bytes);
    if (moved->how & POSITION)
        of->position += r->counted_origin >= 0 ? unknown : bytes / of->element;
    return of;
}

static void set_status(fc_rank *r, int site, const piece *moved)
{
    fc_mpi_status *status = fc_delivery_take_p2p_buffers(r, site).status;
    if (status)
        *status = (fc_mpi_status){FC_MPI_ANY_SOURCE, FC_MPI_ANY_TAG, FC_MPI_SUCCESS,
                                  moved->n > 0 ? moved->n * (double)fc_datatype_bytes(moved->type) : 0};
}

static int move(fc_rank *r, int site, fc_mpi_file file, piece moved)
{
    const fc_file *of = check(r, site, file, &moved);
    set_status(r, site, &moved);
    if (moved.how & COLLECTIVE)
        pay_collective(r, site, of, moved.fit, moved.n, moved.type);
    else
        fc_call_charge(r, site, (fc_transfer){moved.fit, 1, moved.n, moved.type, FC_VARIANT_ANY});
    return FC_MPI_SUCCESS;
}

/* Begins a non-blocking access, which overlaps with the rank's work; its completion waits for it. */
static int begin(fc_rank *r, int site, fc_mpi_file file, piece moved, fc_request *request)
{
    fc_request handle;
    check(r, site, file, &moved);
    fc_pending *made = fc_request_open(r, site, &handle);
    made->fit = moved.fit;
    made->ranks = 1;
    made->n = moved.n;
    made->type = moved.type;
    made->weight = r->weight;
    made->receives = true;
    if (r->process) {
        fc_transfer transfer = {moved.fit, 1, moved.n, moved.type, FC_VARIANT_ANY};
        double seconds = fc_call_time(r, site, transfer, &made->error);
        made->over = fc_now(r) + r->weight * seconds;
    }
    fc_call_store(request, handle);
    return FC_MPI_SUCCESS;
}

static int split(fc_rank *r, int site, fc_mpi_file file, piece moved)
{
    fc_file *of = check(r, site, file, &moved);
    if (of->has_begun)
        fc_call_refuse(r, site, "another split collective of this file is open");
    of->has_begun = true;
    of->begun = moved;
    return FC_MPI_SUCCESS;
}

static int end_split(fc_rank *r, int site, fc_mpi_file file, fc_fit fit)
{
    fc_file *of = file_of(r, site, file);
    if (!of->has_begun || of->begun.fit != fit)
        fc_call_refuse(r, site, "no matching split collective of this file is open");
    of->has_begun = false;
    set_status(r, site, &of->begun);
    pay_collective(r, site, of, fit, of->begun.n, of->begun.type);
    return FC_MPI_SUCCESS;
}

#define SPLIT_END(name, fit)                                                                                           \
    int fc_MPI_File_##name##_end(fc_rank *r, int site, fc_mpi_file file)                                               \
    {                                                                                                                  \
        return end_split(r, site, file, fit);                                                                          \
    }

/* The same calls for reading and for writing. */
#define ACCESSES(verb, fit)                                                                                            \
    int fc_MPI_File_##verb(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type)                         \
    {                                                                                                                  \
        return move(r, site, file, (piece){fit, n, type, POSITION, unknown});                                          \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_##verb##_at(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type)  \
    {                                                                                                                  \
        return move(r, site, file, (piece){fit, n, type, EXPLICIT, known(offset)});                                    \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_##verb##_shared(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type)                \
    {                                                                                                                  \
        return move(r, site, file, (piece){fit, n, type, EXPLICIT, unknown});                                          \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_##verb##_all(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type)                   \
    {                                                                                                                  \
        return move(r, site, file, (piece){fit, n, type, POSITION | COLLECTIVE, unknown});                             \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_##verb##_at_all(fc_rank *r, int site, fc_mpi_file file, long long offset, double n,                \
                                    fc_datatype type)                                                                  \
    {                                                                                                                  \
        return move(r, site, file, (piece){fit, n, type, EXPLICIT | COLLECTIVE, known(offset)});                       \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_##verb##_ordered(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type)               \
    {                                                                                                                  \
        return move(r, site, file, (piece){fit, n, type, EXPLICIT | COLLECTIVE, unknown});                             \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_i##verb(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type, fc_request *request)   \
    {                                                                                                                  \
        return begin(r, site, file, (piece){fit, n, type, POSITION, unknown}, request);                                \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_i##verb##_at(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type, \
                                 fc_request *request)                                                                  \
    {                                                                                                                  \
        return begin(r, site, file, (piece){fit, n, type, EXPLICIT, known(offset)}, request);                          \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_i##verb##_shared(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type,               \
                                     fc_request *request)                                                              \
    {                                                                                                                  \
        return begin(r, site, file, (piece){fit, n, type, EXPLICIT, unknown}, request);                                \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_i##verb##_all(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type,                  \
                                  fc_request *request)                                                                 \
    {                                                                                                                  \
        return begin(r, site, file, (piece){fit, n, type, POSITION, unknown}, request);                                \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_i##verb##_at_all(fc_rank *r, int site, fc_mpi_file file, long long offset, double n,               \
                                     fc_datatype type, fc_request *request)                                            \
    {                                                                                                                  \
        return begin(r, site, file, (piece){fit, n, type, EXPLICIT, known(offset)}, request);                          \
    }                                                                                                                  \
                                                                                                                       \
    int fc_MPI_File_##verb##_all_begin(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type)             \
    {                                                                                                                  \
        return split(r, site, file, (piece){fit, n, type, POSITION | COLLECTIVE, unknown});                            \
    }                                                                                                                  \
                                                                                                                       \
    SPLIT_END(verb##_all, fit)                                                                                         \
                                                                                                                       \
    int fc_MPI_File_##verb##_at_all_begin(fc_rank *r, int site, fc_mpi_file file, long long offset, double n,          \
                                          fc_datatype type)                                                            \
    {                                                                                                                  \
        return split(r, site, file, (piece){fit, n, type, EXPLICIT | COLLECTIVE, known(offset)});                      \
    }                                                                                                                  \
                                                                                                                       \
    SPLIT_END(verb##_at_all, fit)                                                                                      \
                                                                                                                       \
    int fc_MPI_File_##verb##_ordered_begin(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type)         \
    {                                                                                                                  \
        return split(r, site, file, (piece){fit, n, type, EXPLICIT | COLLECTIVE, unknown});                            \
    }                                                                                                                  \
                                                                                                                       \
    SPLIT_END(verb##_ordered, fit)

ACCESSES(read, FC_FIT_FILE_READ)
ACCESSES(write, FC_FIT_FILE_WRITE)
