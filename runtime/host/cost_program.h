/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost_program.h  A cost program from C text, and user-written C files that replace models. The caller reads
 * their tables; their functions run where the object is opened (shared_object.h). */
#ifndef FC_HOST_COST_PROGRAM_H
#define FC_HOST_COST_PROGRAM_H

#include "runtime/core/rank.h"
#include "runtime/host/sandbox.h"
#include "runtime/host/shared_object.h"

/** A cost program: `program` has the tables, and functions that only fc_cost_program_here() makes callable. Valid until
 * fc_cost_program_unload(). */
typedef struct fc_loaded_program {
    fc_shared_object *object;
    const fc_cost_program *program;
} fc_loaded_program;

/** Compiles (cached by content) and reads the tables, whose addresses, lengths and enumerators are checked. name: the
 * program's name, for messages; compiler NULL: "cc". Errors of fc_shared_object_load(); FC_E_BUG if the text exports no
 * cost program of this version. */
fc_status fc_cost_program_load(FC_GIVE fc_loaded_program *out, const char *text, const char *name, const char *compiler,
                               fc_report *report);
void fc_cost_program_unload(fc_loaded_program *loaded);
/** The program with the functions of the opened object: same tables. */
void fc_cost_program_here(fc_cost_program *out, const fc_shared_object *object, const fc_cost_program *program);

/** The models that a user's file replaces. Functions are addresses in the object's image. Valid until
 * fc_user_models_unload(). */
typedef struct fc_user_models {
    fc_shared_object *object;
    fc_comm_model communication; /* fc_time_MPI_...: signatures in comm_interface/runtime_function.h */
    fc_compute_model *compute;   /* fc_compute_time: signature fc_compute_model; NULL: not replaced */
    int n_replaced;
} fc_user_models;

/** Compiles a C file. FC_E_INPUT if it cannot be read, does not compile, or replaces no function. */
fc_status fc_user_models_load(FC_GIVE fc_user_models *out, const char *path, const char *compiler, fc_report *report);
/** The same for a file that replaces the compute model or only its cost expressions (compute.h). The costs of
 * operations and accesses in `machine` are then those of its functions. FC_E_INPUT also if it replaces none of these.
 */
fc_status fc_user_models_load_compute(FC_GIVE fc_user_models *out, const char *path, fc_coefficients *machine,
                                      const fc_sandbox_options *sandbox, fc_report *report);
void fc_user_models_unload(fc_user_models *models);

#endif
