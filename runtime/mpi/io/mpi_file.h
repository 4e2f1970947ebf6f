/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_file.h  Costs of MPI-IO on a virtual rank (MPI 3.1, chapter 13). Included by forecost.h, with the
 * conventions of mpi_virtual.h.
 *
 * No file is read or written. A call costs FC_FIT_FILE_READ or FC_FIT_FILE_WRITE of its bytes, or FC_FIT_FILE_OPEN if
 * it transfers none; runtime_function.h has the defaults for a machine without these fits. Collective calls end at the
 * latest arrival plus the largest cost. Positions and sizes are tracked unless they depend on data. A file's size is
 * known from the call on that deletes it, sets its size or creates it exclusively; method sum does not know what other
 * ranks write. */
#ifndef FC_MPI_FILE_H
#define FC_MPI_FILE_H

enum {
    FC_MPI_FILE_NULL = 0,
    FC_MPI_SEEK_SET = 600,
    FC_MPI_SEEK_CUR = 602,
    FC_MPI_SEEK_END = 604,
    FC_MPI_MODE_CREATE = 1,
    FC_MPI_MODE_RDONLY = 2,
    FC_MPI_MODE_WRONLY = 4,
    FC_MPI_MODE_RDWR = 8,
    FC_MPI_MODE_DELETE_ON_CLOSE = 16,
    FC_MPI_MODE_UNIQUE_OPEN = 32,
    FC_MPI_MODE_EXCL = 64,
    FC_MPI_MODE_APPEND = 128,
    FC_MPI_MODE_SEQUENTIAL = 256,
    FC_MPI_MODE_UNKNOWN = -1 /* depends on data */
};

/* name: NULL: depends on data, or the program reads no file's size */
int fc_MPI_File_open(fc_rank *r, int site, fc_comm comm, const char *name, int mode, fc_mpi_file *made);
int fc_MPI_File_close(fc_rank *r, int site, fc_mpi_file *file);
int fc_MPI_File_delete(fc_rank *r, int site, const char *name);
int fc_MPI_File_set_size(fc_rank *r, int site, fc_mpi_file file, long long bytes);
int fc_MPI_File_preallocate(fc_rank *r, int site, fc_mpi_file file, long long bytes);
int fc_MPI_File_sync(fc_rank *r, int site, fc_mpi_file file);
int fc_MPI_File_set_view(fc_rank *r, int site, fc_mpi_file file, long long displacement, fc_datatype element,
                         fc_datatype type);
int fc_MPI_File_get_size(fc_rank *r, int site, fc_mpi_file file, long long *bytes);
int fc_MPI_File_get_group(fc_rank *r, int site, fc_mpi_file file, fc_mpi_group *made);
int fc_MPI_File_get_position(fc_rank *r, int site, fc_mpi_file file, long long *offset);
int fc_MPI_File_get_position_shared(fc_rank *r, int site, fc_mpi_file file, long long *offset);
int fc_MPI_File_get_byte_offset(fc_rank *r, int site, fc_mpi_file file, long long offset, long long *bytes);
int fc_MPI_File_seek(fc_rank *r, int site, fc_mpi_file file, long long offset, int whence);
int fc_MPI_File_seek_shared(fc_rank *r, int site, fc_mpi_file file, long long offset, int whence);

/* ---- data ---- */
int fc_MPI_File_read(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_read_at(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type);
int fc_MPI_File_read_shared(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_read_all(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_read_at_all(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type);
int fc_MPI_File_read_ordered(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_iread(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type, fc_request *request);
int fc_MPI_File_iread_at(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type,
                         fc_request *request);
int fc_MPI_File_iread_shared(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type, fc_request *request);
int fc_MPI_File_iread_all(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type, fc_request *request);
int fc_MPI_File_iread_at_all(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type,
                             fc_request *request);
int fc_MPI_File_read_all_begin(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_read_all_end(fc_rank *r, int site, fc_mpi_file file);
int fc_MPI_File_read_at_all_begin(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type);
int fc_MPI_File_read_at_all_end(fc_rank *r, int site, fc_mpi_file file);
int fc_MPI_File_read_ordered_begin(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_read_ordered_end(fc_rank *r, int site, fc_mpi_file file);
int fc_MPI_File_write(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_write_at(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type);
int fc_MPI_File_write_shared(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_write_all(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_write_at_all(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type);
int fc_MPI_File_write_ordered(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_iwrite(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type, fc_request *request);
int fc_MPI_File_iwrite_at(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type,
                          fc_request *request);
int fc_MPI_File_iwrite_shared(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type, fc_request *request);
int fc_MPI_File_iwrite_all(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type, fc_request *request);
int fc_MPI_File_iwrite_at_all(fc_rank *r, int site, fc_mpi_file file, long long offset, double n, fc_datatype type,
                              fc_request *request);
int fc_MPI_File_write_all_begin(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_write_all_end(fc_rank *r, int site, fc_mpi_file file);
int fc_MPI_File_write_at_all_begin(fc_rank *r, int site, fc_mpi_file file, long long offset, double n,
                                   fc_datatype type);
int fc_MPI_File_write_at_all_end(fc_rank *r, int site, fc_mpi_file file);
int fc_MPI_File_write_ordered_begin(fc_rank *r, int site, fc_mpi_file file, double n, fc_datatype type);
int fc_MPI_File_write_ordered_end(fc_rank *r, int site, fc_mpi_file file);

#endif
