/* SPDX-License-Identifier: Apache-2.0 */
#include "operations.h"

#include <string.h>

#define ROW(name, kind, arguments, fit, note)                                                                          \
    {                                                                                                                  \
        "MPI_" name, FC_MPI_##kind, arguments, fit, note                                                               \
    }
#define REFUSED(name, arguments, reason) ROW(name, UNSUPPORTED, arguments, FC_N_FITS, reason)
#define F90 "the predefined datatype of that precision and range"
#define NEIGHBORS "m: one block; an Isend to each neighbor, an Irecv from each neighbor, and their completion"
#define BEGUN_NEIGHBORS "as the blocking form; the transfers are charged to its completion"
#define STARTED "as the nonblocking form, begun by MPI_Start; making the request synchronizes the ranks at no cost"
#define SPAWNED "the started processes are not simulated: messages and collectives with them cost, and wait for none"
#define CONNECTED "the other program's processes, taken to be as many, are not simulated: as with Comm_spawn"
#define TOOLS "results of the tool interface are dynamic"

/* clang-format off */
const fc_mpi_operation fc_mpi_operations[] = {
    /* Costless. */
    ROW("Init", COSTLESS, "--", FC_N_FITS, "virtual time starts"),
    ROW("Finalize", COSTLESS, "", FC_N_FITS, "virtual time ends"),
    ROW("Wtime", COSTLESS, "", FC_N_FITS, "returns virtual seconds"),
    ROW("Wtick", COSTLESS, "", FC_N_FITS, "returns 1e-9"),
    ROW("Comm_free", COSTLESS, "C", FC_N_FITS, "the handle becomes MPI_COMM_NULL"),
    ROW("Type_free", COSTLESS, "T", FC_N_FITS, "the handle becomes MPI_DATATYPE_NULL"),
    ROW("Op_free", COSTLESS, "N", FC_N_FITS, "the handle becomes MPI_OP_NULL"),
    ROW("Group_free", COSTLESS, "P", FC_N_FITS, "the handle becomes MPI_GROUP_NULL"),
    /* Dropped: costless, and without a result that the program slice may read. */
    ROW("Comm_set_name", DROPPED, "--", FC_N_FITS, ""),
    ROW("Comm_set_errhandler", DROPPED, "--", FC_N_FITS, "an error ends the evaluation"),
    ROW("Type_commit", DROPPED, "-", FC_N_FITS, ""),
    ROW("Buffer_attach", DROPPED, "--", FC_N_FITS, ""),
    ROW("Info_create", DROPPED, "-", FC_N_FITS, ""),
    ROW("Info_set", DROPPED, "---", FC_N_FITS, ""),
    ROW("Info_free", DROPPED, "-", FC_N_FITS, ""),
    ROW("Error_string", DROPPED, "-ww", FC_N_FITS, "calls succeed"),
    ROW("Buffer_detach", DROPPED, "ww", FC_N_FITS, ""),
    ROW("Comm_get_name", DROPPED, "-ww", FC_N_FITS, "the name is dynamic"),
    ROW("Type_set_name", DROPPED, "--", FC_N_FITS, ""),
    ROW("Type_get_name", DROPPED, "-ww", FC_N_FITS, "the name is dynamic"),
    ROW("Comm_get_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("Comm_create_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("Errhandler_free", DROPPED, "-", FC_N_FITS, ""),
    ROW("Error_class", DROPPED, "-w", FC_N_FITS, "the result is dynamic: calls succeed"),
    ROW("Add_error_class", DROPPED, "w", FC_N_FITS, "the result is dynamic"),
    ROW("Add_error_code", DROPPED, "-w", FC_N_FITS, "the result is dynamic"),
    ROW("Add_error_string", DROPPED, "--", FC_N_FITS, ""),
    ROW("Comm_set_info", DROPPED, "--", FC_N_FITS, ""),
    ROW("Comm_get_info", DROPPED, "--", FC_N_FITS, ""),
    ROW("Info_delete", DROPPED, "--", FC_N_FITS, ""),
    ROW("Info_dup", DROPPED, "--", FC_N_FITS, ""),
    ROW("Info_get", DROPPED, "---ww", FC_N_FITS, "the results are dynamic"),
    ROW("Info_get_nkeys", DROPPED, "-w", FC_N_FITS, "the result is dynamic"),
    ROW("Info_get_nthkey", DROPPED, "--w", FC_N_FITS, "the result is dynamic"),
    ROW("Info_get_valuelen", DROPPED, "--ww", FC_N_FITS, "the results are dynamic"),
    ROW("Comm_set_attr", DROPPED, "---", FC_N_FITS, ""),
    ROW("Open_port", DROPPED, "-w", FC_N_FITS, "the port's name is dynamic"),
    ROW("Close_port", DROPPED, "-", FC_N_FITS, ""),
    ROW("Publish_name", DROPPED, "---", FC_N_FITS, ""),
    ROW("Unpublish_name", DROPPED, "---", FC_N_FITS, ""),
    ROW("Lookup_name", DROPPED, "--w", FC_N_FITS, "the port's name is dynamic"),
    ROW("Comm_get_attr", DROPPED, "--ww", FC_N_FITS, "the results are dynamic"),
    ROW("Comm_delete_attr", DROPPED, "--", FC_N_FITS, ""),
    ROW("Type_set_attr", DROPPED, "---", FC_N_FITS, ""),
    ROW("Type_get_attr", DROPPED, "--ww", FC_N_FITS, "the results are dynamic"),
    ROW("Type_delete_attr", DROPPED, "--", FC_N_FITS, ""),
    ROW("Win_create_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("Win_delete_attr", DROPPED, "--", FC_N_FITS, ""),
    ROW("Win_get_attr", DROPPED, "--ww", FC_N_FITS, "the results are dynamic"),
    ROW("Win_get_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("Win_get_info", DROPPED, "--", FC_N_FITS, ""),
    ROW("Win_get_name", DROPPED, "-ww", FC_N_FITS, "the name is dynamic"),
    ROW("Win_set_attr", DROPPED, "---", FC_N_FITS, ""),
    ROW("Win_set_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("Win_set_info", DROPPED, "--", FC_N_FITS, ""),
    ROW("Win_set_name", DROPPED, "--", FC_N_FITS, ""),
    ROW("Type_get_contents", DROPPED, "----www", FC_N_FITS, "the results are dynamic"),
    ROW("Type_get_envelope", DROPPED, "-wwww", FC_N_FITS, "the results are dynamic"),
    ROW("Status_set_cancelled", DROPPED, "w-", FC_N_FITS, "the status is dynamic"),
    ROW("Status_set_elements", DROPPED, "w--", FC_N_FITS, "the status is dynamic"),
    ROW("Status_set_elements_x", DROPPED, "w--", FC_N_FITS, "the status is dynamic"),
    ROW("Comm_call_errhandler", DROPPED, "--", FC_N_FITS, "the handler is not run"),
    ROW("Win_call_errhandler", DROPPED, "--", FC_N_FITS, "the handler is not run"),
    ROW("File_call_errhandler", DROPPED, "--", FC_N_FITS, "the handler is not run"),
    ROW("Register_datarep", DROPPED, "-----", FC_N_FITS, "file contents are not stored, only their cost"),
    ROW("Reduce_local", DROPPED, "bw---", FC_N_FITS, "its arithmetic has no cost; the result is dynamic"),
    ROW("Attr_put", DROPPED, "---", FC_N_FITS, ""),
    ROW("Attr_get", DROPPED, "--ww", FC_N_FITS, "the results are dynamic"),
    ROW("Attr_delete", DROPPED, "--", FC_N_FITS, ""),
    ROW("Alloc_mem", DROPPED, "--w", FC_N_FITS, "its cost is not modeled"),
    ROW("Free_mem", DROPPED, "-", FC_N_FITS, ""),
    ROW("Get_library_version", DROPPED, "ww", FC_N_FITS, "the results are dynamic"),
    ROW("Op_commutative", DROPPED, "-w", FC_N_FITS, "the result is dynamic"),
    ROW("Pcontrol", DROPPED, "--", FC_N_FITS, ""),
    ROW("Get_address", DROPPED, "-w", FC_N_FITS, "the address is dynamic"),
    /* Handles of Fortran for objects without a model. */
    ROW("Errhandler_c2f", DROPPED, "-", FC_N_FITS, "returns 0: error handlers are not modeled"),
    ROW("Errhandler_f2c", DROPPED, "-", FC_N_FITS, "returns 0: error handlers are not modeled"),
    ROW("Info_c2f", DROPPED, "-", FC_N_FITS, "returns 0: hints are not modeled"),
    ROW("Info_f2c", DROPPED, "-", FC_N_FITS, "returns 0: hints are not modeled"),
    ROW("Session_c2f", DROPPED, "-", FC_N_FITS, "returns 0: there is one session"),
    ROW("Session_f2c", DROPPED, "-", FC_N_FITS, "returns 0: there is one session"),
    ROW("Status_c2f", DROPPED, "-w", FC_N_FITS, "the result is dynamic"),
    ROW("Status_f2c", DROPPED, "-w", FC_N_FITS, "the result is dynamic"),
    /* Sessions of MPI 4: one for all ranks. */
    ROW("Session_init", DROPPED, "---", FC_N_FITS, ""),
    ROW("Session_finalize", DROPPED, "-", FC_N_FITS, ""),
    ROW("Session_get_info", DROPPED, "--", FC_N_FITS, ""),
    ROW("Session_get_pset_info", DROPPED, "---", FC_N_FITS, ""),
    ROW("Session_create_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("Session_set_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("Session_get_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("Session_call_errhandler", DROPPED, "--", FC_N_FITS, "the handler is not run"),
    ROW("Info_get_string", DROPPED, "--www", FC_N_FITS, "the results are dynamic"),
    ROW("Info_create_env", DROPPED, "---", FC_N_FITS, ""),
    /* The tool interface. */
    ROW("T_category_changed", DROPPED, "w", FC_N_FITS, TOOLS),
    ROW("T_category_get_categories", DROPPED, "--w", FC_N_FITS, TOOLS),
    ROW("T_category_get_cvars", DROPPED, "--w", FC_N_FITS, TOOLS),
    ROW("T_category_get_index", DROPPED, "-w", FC_N_FITS, TOOLS),
    ROW("T_category_get_info", DROPPED, "-wwwwwww", FC_N_FITS, TOOLS),
    ROW("T_category_get_num", DROPPED, "w", FC_N_FITS, TOOLS),
    ROW("T_category_get_pvars", DROPPED, "--w", FC_N_FITS, TOOLS),
    ROW("T_cvar_get_index", DROPPED, "-w", FC_N_FITS, TOOLS),
    ROW("T_cvar_get_info", DROPPED, "-wwwwwwwww", FC_N_FITS, TOOLS),
    ROW("T_cvar_get_num", DROPPED, "w", FC_N_FITS, TOOLS),
    ROW("T_cvar_handle_alloc", DROPPED, "--ww", FC_N_FITS, TOOLS),
    ROW("T_cvar_handle_free", DROPPED, "w", FC_N_FITS, TOOLS),
    ROW("T_cvar_read", DROPPED, "-w", FC_N_FITS, TOOLS),
    ROW("T_cvar_write", DROPPED, "--", FC_N_FITS, TOOLS),
    ROW("T_enum_get_info", DROPPED, "-www", FC_N_FITS, TOOLS),
    ROW("T_enum_get_item", DROPPED, "--www", FC_N_FITS, TOOLS),
    ROW("T_finalize", DROPPED, "", FC_N_FITS, TOOLS),
    ROW("T_init_thread", DROPPED, "-w", FC_N_FITS, TOOLS),
    ROW("T_pvar_get_index", DROPPED, "--w", FC_N_FITS, TOOLS),
    ROW("T_pvar_get_info", DROPPED, "-wwwwwwwwwwww", FC_N_FITS, TOOLS),
    ROW("T_pvar_get_num", DROPPED, "w", FC_N_FITS, TOOLS),
    ROW("T_pvar_handle_alloc", DROPPED, "---ww", FC_N_FITS, TOOLS),
    ROW("T_pvar_handle_free", DROPPED, "-w", FC_N_FITS, TOOLS),
    ROW("T_pvar_read", DROPPED, "--w", FC_N_FITS, TOOLS),
    ROW("T_pvar_readreset", DROPPED, "--w", FC_N_FITS, TOOLS),
    ROW("T_pvar_reset", DROPPED, "--", FC_N_FITS, TOOLS),
    ROW("T_pvar_session_create", DROPPED, "w", FC_N_FITS, TOOLS),
    ROW("T_pvar_session_free", DROPPED, "w", FC_N_FITS, TOOLS),
    ROW("T_pvar_start", DROPPED, "--", FC_N_FITS, TOOLS),
    ROW("T_pvar_stop", DROPPED, "--", FC_N_FITS, TOOLS),
    ROW("T_pvar_write", DROPPED, "---", FC_N_FITS, TOOLS),
    /* Control: costless; the program slice may read their results. */
    ROW("Init_thread", CONTROL, "--iO", FC_N_FITS, "virtual time starts; provides the requested level"),
    ROW("Initialized", CONTROL, "O", FC_N_FITS, "1 between Init and the end"),
    ROW("Finalized", CONTROL, "O", FC_N_FITS, "1 after Finalize"),
    ROW("Query_thread", CONTROL, "O", FC_N_FITS, "MPI_THREAD_MULTIPLE"),
    ROW("Is_thread_main", CONTROL, "O", FC_N_FITS, "1"),
    ROW("Get_version", CONTROL, "OO", FC_N_FITS, "3, 1"),
    ROW("Get_processor_name", CONTROL, "wO", FC_N_FITS, "the name is dropped; its length is 8"),
    ROW("Aint_add", CONTROL, "aa", FC_N_FITS, "returns the sum"),
    ROW("Comm_c2f", CONTROL, "c", FC_N_FITS, "returns the handle as a number"),
    ROW("Comm_f2c", CONTROL, "H", FC_N_FITS, "returns the handle of that number"),
    ROW("File_c2f", CONTROL, "f", FC_N_FITS, "returns the handle as a number"),
    ROW("File_f2c", CONTROL, "H", FC_N_FITS, "returns the handle of that number"),
    ROW("Group_c2f", CONTROL, "p", FC_N_FITS, "returns the handle as a number"),
    ROW("Group_f2c", CONTROL, "H", FC_N_FITS, "returns the handle of that number"),
    ROW("Message_c2f", CONTROL, "k", FC_N_FITS, "returns the handle as a number"),
    ROW("Message_f2c", CONTROL, "H", FC_N_FITS, "returns the handle of that number"),
    ROW("Op_c2f", CONTROL, "u", FC_N_FITS, "returns the handle as a number"),
    ROW("Op_f2c", CONTROL, "H", FC_N_FITS, "returns the handle of that number"),
    ROW("Request_c2f", CONTROL, "h", FC_N_FITS, "returns the handle as a number"),
    ROW("Request_f2c", CONTROL, "H", FC_N_FITS, "returns the handle of that number"),
    ROW("Type_c2f", CONTROL, "t", FC_N_FITS, "returns the handle as a number"),
    ROW("Type_f2c", CONTROL, "H", FC_N_FITS, "returns the handle of that number"),
    ROW("Win_c2f", CONTROL, "x", FC_N_FITS, "returns the handle as a number"),
    ROW("Win_f2c", CONTROL, "H", FC_N_FITS, "returns the handle of that number"),
    ROW("Aint_diff", CONTROL, "aa", FC_N_FITS, "returns the difference"),
    ROW("Op_create", CONTROL, "--N", FC_N_FITS, "a reduction by it costs the same as by a predefined operation"),
    ROW("Comm_size", CONTROL, "cO", FC_N_FITS, ""),
    ROW("Comm_rank", CONTROL, "cO", FC_N_FITS, ""),
    ROW("Comm_dup", CONTROL, "cC", FC_FIT_COMM_DUP, "keeps the topology"),
    ROW("Comm_dup_with_info", CONTROL, "c-C", FC_FIT_COMM_DUP, "keeps the topology"),
    ROW("Comm_test_inter", CONTROL, "cO", FC_N_FITS, ""),
    ROW("Comm_remote_size", CONTROL, "cO", FC_N_FITS, ""),
    ROW("Comm_remote_group", CONTROL, "cP", FC_N_FITS, ""),
    ROW("Intercomm_create", CONTROL, "ciciiC", FC_FIT_COMM_DUP,
        "the leaders exchange their groups and broadcast them; plus the cost of comm_dup; needs method ranks"),
    ROW("Intercomm_create_from_groups", CONTROL, "pipi---C", FC_FIT_COMM_DUP,
        "as Comm_create_from_group and Intercomm_create; needs method ranks"),
    ROW("Comm_spawn", CONTROL, "--i-rcCw", FC_FIT_COMM_DUP, SPAWNED),
    ROW("Comm_spawn_multiple", CONTROL, "i--I-rcCw", FC_FIT_COMM_DUP, SPAWNED),
    ROW("Comm_accept", CONTROL, "--rcC", FC_FIT_COMM_DUP, CONNECTED),
    ROW("Comm_connect", CONTROL, "--rcC", FC_FIT_COMM_DUP, CONNECTED),
    ROW("Comm_join", CONTROL, "-C", FC_FIT_COMM_DUP, "the other process is not simulated: as with Comm_spawn"),
    ROW("Intercomm_merge", CONTROL, "ciC", FC_FIT_COMM_DUP, "first the group that gives 0; needs method ranks"),
    ROW("Comm_disconnect", COSTLESS, "C", FC_N_FITS, "as Comm_free"),
    ROW("Comm_get_parent", CONTROL, "C", FC_N_FITS, "MPI_COMM_NULL: processes are not spawned"),
    ROW("Comm_create_keyval", CONTROL, "--O-", FC_N_FITS, "callbacks are not run"),
    ROW("Comm_free_keyval", CONTROL, "O", FC_N_FITS, "the key becomes MPI_KEYVAL_INVALID"),
    ROW("Type_create_keyval", CONTROL, "--O-", FC_N_FITS, "callbacks are not run"),
    ROW("Type_free_keyval", CONTROL, "O", FC_N_FITS, "the key becomes MPI_KEYVAL_INVALID"),
    ROW("Win_create_keyval", CONTROL, "--O-", FC_N_FITS, "callbacks are not run"),
    ROW("Win_free_keyval", CONTROL, "O", FC_N_FITS, "the key becomes MPI_KEYVAL_INVALID"),
    ROW("Type_size", CONTROL, "tO", FC_N_FITS, ""),
    ROW("Type_size_x", CONTROL, "tK", FC_N_FITS, ""),
    ROW("Type_contiguous", CONTROL, "itT", FC_N_FITS, ""),
    ROW("Type_vector", CONTROL, "iiitT", FC_N_FITS, ""),
    ROW("Type_create_hvector", CONTROL, "iiatT", FC_N_FITS, ""),
    ROW("Type_indexed", CONTROL, "iIItT", FC_N_FITS, ""),
    ROW("Type_create_hindexed", CONTROL, "iIAtT", FC_N_FITS, ""),
    ROW("Type_create_indexed_block", CONTROL, "iiItT", FC_N_FITS, ""),
    ROW("Type_create_hindexed_block", CONTROL, "iiAtT", FC_N_FITS, ""),
    ROW("Type_create_struct", CONTROL, "iIAYT", FC_N_FITS, "the extent only where displacements are no addresses"),
    ROW("Type_create_subarray", CONTROL, "iIIIitT", FC_N_FITS, ""),
    ROW("Type_create_darray", CONTROL, "iiiIIIIitT", FC_N_FITS, "its size; the places of its elements are unknown"),
    ROW("Type_extent", CONTROL, "tU", FC_N_FITS, ""),
    ROW("Type_lb", CONTROL, "tU", FC_N_FITS, ""),
    ROW("Type_ub", CONTROL, "tU", FC_N_FITS, ""),
    ROW("Type_match_size", CONTROL, "iiT", FC_N_FITS, "a predefined datatype"),
    ROW("Type_create_f90_real", CONTROL, "iiT", FC_N_FITS, F90),
    ROW("Type_create_f90_complex", CONTROL, "iiT", FC_N_FITS, F90),
    ROW("Type_create_f90_integer", CONTROL, "iT", FC_N_FITS, F90),
    ROW("Type_create_resized", CONTROL, "taaT", FC_N_FITS, ""),
    ROW("Type_dup", CONTROL, "tT", FC_N_FITS, ""),
    ROW("Type_get_extent", CONTROL, "tUU", FC_N_FITS, ""),
    ROW("Type_get_extent_x", CONTROL, "tKK", FC_N_FITS, ""),
    ROW("Type_get_true_extent", CONTROL, "tUU", FC_N_FITS, ""),
    ROW("Type_get_true_extent_x", CONTROL, "tKK", FC_N_FITS, ""),
    ROW("Get_count", CONTROL, "StO", FC_N_FITS, "of the received message; needs method ranks"),
    ROW("Get_count_c", CONTROL, "StK", FC_N_FITS, "as Get_count"),
    ROW("Get_elements", CONTROL, "StO", FC_N_FITS, "as Get_count, in elements of predefined datatypes"),
    ROW("Get_elements_x", CONTROL, "StK", FC_N_FITS, "as Get_elements"),
    ROW("Test_cancelled", CONTROL, "SO", FC_N_FITS, "whether the receive was canceled; needs method ranks"),
    ROW("Pack_size", CONTROL, "ntcO", FC_N_FITS, "the bytes of the message"),
    ROW("Pack", CONTROL, "bntw-Oc", FC_N_FITS, "advances the position; the copy has no cost"),
    ROW("Unpack", CONTROL, "b-Owntc", FC_N_FITS, "as Pack"),
    ROW("Pack_external_size", CONTROL, "-ntU", FC_N_FITS, "the bytes of the message, as in memory"),
    ROW("Pack_external", CONTROL, "-bntw-U", FC_N_FITS, "as Pack"),
    ROW("Unpack_external", CONTROL, "-b-Uwnt", FC_N_FITS, "as Pack"),
    ROW("Dims_create", CONTROL, "iiO", FC_N_FITS, "balanced, non-increasing; positive entries are kept"),
    ROW("Comm_split", CONTROL, "ciiC", FC_FIT_COMM_SPLIT,
        "ranks of the same color, ordered by key; plus the cost of comm_dup"),
    ROW("Comm_split_type", CONTROL, "cii-C", FC_FIT_COMM_SPLIT,
        "as Comm_split; SHARED: ranks of one node, by --placement, else consecutive ranks, one a core"),
    ROW("Comm_group", CONTROL, "cP", FC_N_FITS, ""),
    ROW("Group_size", CONTROL, "pO", FC_N_FITS, ""),
    ROW("Group_rank", CONTROL, "pO", FC_N_FITS, ""),
    ROW("Group_incl", CONTROL, "piIP", FC_N_FITS, ""),
    ROW("Group_excl", CONTROL, "piIP", FC_N_FITS, ""),
    ROW("Group_range_incl", CONTROL, "piRP", FC_N_FITS, ""),
    ROW("Group_range_excl", CONTROL, "piRP", FC_N_FITS, ""),
    ROW("Group_union", CONTROL, "ppP", FC_N_FITS, ""),
    ROW("Group_intersection", CONTROL, "ppP", FC_N_FITS, ""),
    ROW("Group_difference", CONTROL, "ppP", FC_N_FITS, ""),
    ROW("Group_translate_ranks", CONTROL, "piIpO", FC_N_FITS, ""),
    ROW("Group_compare", CONTROL, "ppO", FC_N_FITS, ""),
    ROW("Comm_create", CONTROL, "cpC", FC_FIT_COMM_DUP, "the ranks of the group, in its order"),
    ROW("Comm_create_group", CONTROL, "cp-C", FC_FIT_COMM_DUP, "as Comm_create; only the ranks of the group call it"),
    ROW("Session_get_num_psets", CONTROL, "--O", FC_N_FITS, "2: mpi://WORLD and mpi://SELF"),
    ROW("Session_get_nth_pset", CONTROL, "--iOw", FC_N_FITS, "the name's length; the name is dynamic"),
    ROW("Group_from_session_pset", CONTROL, "-zP", FC_N_FITS, "all ranks, or the own one; other sets are unknown"),
    ROW("Comm_create_from_group", CONTROL, "p---C", FC_FIT_COMM_DUP, "as Comm_create_group of MPI_COMM_WORLD"),
    ROW("Comm_compare", CONTROL, "ccO", FC_N_FITS, ""),
    ROW("Send_init", CONTROL, "bntrgcq", FC_N_FITS, "MPI_Start acts as the nonblocking form"),
    ROW("Ssend_init", CONTROL, "bntrgcq", FC_N_FITS, "MPI_Start acts as the nonblocking form"),
    ROW("Bsend_init", CONTROL, "bntrgcq", FC_N_FITS, "MPI_Start acts as the nonblocking form"),
    ROW("Rsend_init", CONTROL, "bntrgcq", FC_N_FITS, "MPI_Start acts as the nonblocking form"),
    ROW("Recv_init", CONTROL, "wntrgcq", FC_N_FITS, "MPI_Start acts as the nonblocking form"),
    ROW("Psend_init", CONTROL, "bintrgc-q", FC_N_FITS, "as Send_init of all partitions; the last MPI_Pready sends the message"),
    ROW("Precv_init", CONTROL, "wintrgc-q", FC_N_FITS, "as Recv_init of all partitions"),
    ROW("Barrier_init", CONTROL, "c-q", FC_N_FITS, STARTED),
    ROW("Bcast_init", CONTROL, "wntrc-q", FC_N_FITS, STARTED),
    ROW("Reduce_init", CONTROL, "bwntorc-q", FC_N_FITS, STARTED),
    ROW("Allreduce_init", CONTROL, "bwntoc-q", FC_N_FITS, STARTED),
    ROW("Scan_init", CONTROL, "bwntoc-q", FC_N_FITS, STARTED),
    ROW("Exscan_init", CONTROL, "bwntoc-q", FC_N_FITS, STARTED),
    ROW("Gather_init", CONTROL, "bntwntrc-q", FC_N_FITS, STARTED),
    ROW("Gatherv_init", CONTROL, "bntwvdtrc-q", FC_N_FITS, STARTED),
    ROW("Scatter_init", CONTROL, "bntwntrc-q", FC_N_FITS, STARTED),
    ROW("Scatterv_init", CONTROL, "bvdtwntrc-q", FC_N_FITS, STARTED),
    ROW("Allgather_init", CONTROL, "bntwntc-q", FC_N_FITS, STARTED),
    ROW("Allgatherv_init", CONTROL, "bntwvdtc-q", FC_N_FITS, STARTED),
    ROW("Alltoall_init", CONTROL, "bntwntc-q", FC_N_FITS, STARTED),
    ROW("Alltoallv_init", CONTROL, "bvdtwvdtc-q", FC_N_FITS, STARTED),
    ROW("Alltoallw_init", CONTROL, "bvdYwvdYc-q", FC_N_FITS, STARTED),
    ROW("Reduce_scatter_init", CONTROL, "bwvtoc-q", FC_N_FITS, STARTED),
    ROW("Reduce_scatter_block_init", CONTROL, "bwntoc-q", FC_N_FITS, STARTED),
    ROW("Neighbor_allgather_init", CONTROL, "bntwntc-q", FC_N_FITS, STARTED),
    ROW("Neighbor_allgatherv_init", CONTROL, "bntwvdtc-q", FC_N_FITS, STARTED),
    ROW("Neighbor_alltoall_init", CONTROL, "bntwntc-q", FC_N_FITS, STARTED),
    ROW("Neighbor_alltoallv_init", CONTROL, "bvdtwvdtc-q", FC_N_FITS, STARTED),
    ROW("Neighbor_alltoallw_init", CONTROL, "bv-Ywv-Yc-q", FC_N_FITS, STARTED),
    ROW("Cart_create", CONTROL, "ciIIiC", FC_FIT_COMM_DUP, "row-major; ranks are never reordered"),
    ROW("Cart_coords", CONTROL, "criO", FC_N_FITS, ""),
    ROW("Cart_rank", CONTROL, "cIO", FC_N_FITS, ""),
    ROW("Cart_shift", CONTROL, "ciiOO", FC_N_FITS, ""),
    ROW("Cart_get", CONTROL, "ciOOO", FC_N_FITS, ""),
    ROW("Cart_sub", CONTROL, "cIC", FC_FIT_COMM_DUP, ""),
    ROW("Cart_map", CONTROL, "ciIIO", FC_N_FITS, "the calling rank: ranks are never reordered"),
    ROW("Cartdim_get", CONTROL, "cO", FC_N_FITS, ""),
    ROW("Topo_test", CONTROL, "cO", FC_N_FITS, ""),
    ROW("Graph_create", CONTROL, "ciIIiC", FC_FIT_COMM_DUP, "ranks are never reordered"),
    ROW("Graph_map", CONTROL, "ciIIO", FC_N_FITS, "as Cart_map"),
    ROW("Graphdims_get", CONTROL, "cOO", FC_N_FITS, ""),
    ROW("Graph_get", CONTROL, "ciiOO", FC_N_FITS, ""),
    ROW("Graph_neighbors_count", CONTROL, "crO", FC_N_FITS, ""),
    ROW("Graph_neighbors", CONTROL, "criO", FC_N_FITS, ""),
    ROW("Dist_graph_create", CONTROL, "ciIIII-iC", FC_FIT_COMM_DUP, "neighbors in the order of the ranks that specify them"),
    ROW("Dist_graph_create_adjacent", CONTROL, "ciIIiII-iC", FC_FIT_COMM_DUP, "ranks are never reordered"),
    ROW("Dist_graph_neighbors_count", CONTROL, "cOOO", FC_N_FITS, ""),
    ROW("Dist_graph_neighbors", CONTROL, "ciOOiOO", FC_N_FITS, ""),
    /* Point to point. */
    ROW("Send", POINT_TO_POINT, "bntrgc", FC_FIT_SEND, "m: the message"),
    ROW("Ssend", POINT_TO_POINT, "bntrgc", FC_FIT_SINGLE, "m: the message, and an empty message back: a synchronous send waits for its receive"),
    ROW("Bsend", POINT_TO_POINT, "bntrgc", FC_FIT_SEND, "m: the message"),
    ROW("Rsend", POINT_TO_POINT, "bntrgc", FC_FIT_SEND, "m: the message"),
    ROW("Recv", POINT_TO_POINT, "wntrgcs", FC_FIT_SINGLE, "m: the message"),
    ROW("Isend", POINT_TO_POINT, "bntrgcq", FC_FIT_POST, "m: the message"),
    ROW("Issend", POINT_TO_POINT, "bntrgcq", FC_FIT_POST, "m: the message"),
    ROW("Ibsend", POINT_TO_POINT, "bntrgcq", FC_FIT_POST, "m: the message"),
    ROW("Irsend", POINT_TO_POINT, "bntrgcq", FC_FIT_POST, "m: the message"),
    ROW("Irecv", POINT_TO_POINT, "wntrgcq", FC_FIT_POST_RECEIVE, "m: the message; the transfer is charged to its completion"),
    ROW("Mrecv", POINT_TO_POINT, "wntMs", FC_FIT_SINGLE, "as Recv of the probed message; needs method ranks"),
    ROW("Imrecv", POINT_TO_POINT, "wntMq", FC_FIT_POST_RECEIVE, "as Irecv of the probed message; needs method ranks"),
    ROW("Start", POINT_TO_POINT, "q", FC_FIT_POST, "as Isend, Irecv or a nonblocking collective"),
    ROW("Startall", POINT_TO_POINT, "iQ", FC_FIT_POST, "as Start of each"),
    ROW("Pready", POINT_TO_POINT, "ih", FC_FIT_POST, "the last partition: as Isend of all"),
    ROW("Pready_range", POINT_TO_POINT, "iih", FC_FIT_POST, "each partition as Pready"),
    ROW("Pready_list", POINT_TO_POINT, "iIh", FC_FIT_POST, "each partition as Pready"),
    ROW("Sendrecv", POINT_TO_POINT, "bntrgwntrgcs", FC_FIT_SENDRECV, "m: the larger message; one partner MPI_PROC_NULL: as Send or Recv"),
    ROW("Sendrecv_replace", POINT_TO_POINT, "wntrgrgcs", FC_FIT_SENDRECV, "as Sendrecv"),
    ROW("Isendrecv", POINT_TO_POINT, "bntrgwntrgcq", FC_FIT_POST, "as Isend and Irecv; its completion completes both"),
    ROW("Isendrecv_replace", POINT_TO_POINT, "wntrgrgcq", FC_FIT_POST, "as Isendrecv"),
    /* Completion. */
    ROW("Wait", COMPLETION, "qs", FC_FIT_SINGLE, "a receive is charged its transfer once, a send nothing"),
    ROW("Waitall", COMPLETION, "iQs", FC_FIT_SINGLE, "each request as Wait"),
    ROW("Waitany", COMPLETION, "iQOs", FC_FIT_SINGLE, "completes the first active request"),
    ROW("Waitsome", COMPLETION, "iQOOs", FC_FIT_SINGLE, "completes every active request"),
    ROW("Test", COMPLETION, "qOs", FC_FIT_SINGLE, "completes immediately: flag 1"),
    ROW("Testall", COMPLETION, "iQOs", FC_FIT_SINGLE, "completes immediately: flag 1"),
    ROW("Testany", COMPLETION, "iQOOs", FC_FIT_SINGLE, "completes the first active request: flag 1"),
    ROW("Testsome", COMPLETION, "iQOOs", FC_FIT_SINGLE, "completes every active request"),
    ROW("Probe", COMPLETION, "rgcs", FC_N_FITS, "waits for a matching message"),
    ROW("Iprobe", COMPLETION, "rgcOs", FC_N_FITS, "flag 1 if a matching message has arrived; with method sum always 1"),
    ROW("Mprobe", COMPLETION, "rgcMs", FC_N_FITS, "as Probe, and removes the message; needs method ranks"),
    ROW("Improbe", COMPLETION, "rgcOMs", FC_N_FITS, "as Iprobe, and removes the message; needs method ranks"),
    ROW("Request_get_status", COMPLETION, "hOs", FC_N_FITS, "as Test, and the request remains"),
    ROW("Parrived", COMPLETION, "hiO", FC_N_FITS, "1 when all partitions have arrived"),
    ROW("Request_free", COMPLETION, "q", FC_N_FITS, "the request is freed at no cost"),
    ROW("Grequest_start", COMPLETION, "---wq", FC_N_FITS,
        "ends with MPI_Grequest_complete; its functions are not run: the state that they get is dynamic"),
    ROW("Grequest_complete", COMPLETION, "h", FC_N_FITS, ""),
    ROW("Cancel", COMPLETION, "q", FC_N_FITS, "a receive or send without its partner is canceled; a receive with method sum always"),
    /* Collectives. */
    ROW("Barrier", COLLECTIVE, "c", FC_FIT_BARRIER, "m: 0"),
    ROW("Bcast", COLLECTIVE, "bntrc", FC_FIT_BCAST, "m: the vector"),
    ROW("Reduce", COLLECTIVE, "bwntorc", FC_FIT_REDUCE, "m: the vector"),
    ROW("Allreduce", COLLECTIVE, "bwntoc", FC_FIT_ALLREDUCE, "m: the vector"),
    ROW("Gather", COLLECTIVE, "bntwntrc", FC_FIT_GATHER, "m: one rank's block"),
    ROW("Gatherv", COLLECTIVE, "bntwvdtrc", FC_FIT_GATHERV, "m: the mean block at the root, the rank's own block elsewhere"),
    ROW("Scatter", COLLECTIVE, "bntwntrc", FC_FIT_SCATTER, "m: one rank's block"),
    ROW("Scatterv", COLLECTIVE, "bvdtwntrc", FC_FIT_SCATTERV, "m: the mean block at the root, the rank's own block elsewhere"),
    ROW("Allgather", COLLECTIVE, "bntwntc", FC_FIT_ALLGATHER, "m: one rank's block"),
    ROW("Allgatherv", COLLECTIVE, "bntwvdtc", FC_FIT_ALLGATHERV, "m: the mean block"),
    ROW("Alltoall", COLLECTIVE, "bntwntc", FC_FIT_ALLTOALL, "m: the block of one pair of ranks"),
    ROW("Alltoallv", COLLECTIVE, "bvdtwvdtc", FC_FIT_ALLTOALLV, "m: the mean block, the larger of sent and received"),
    ROW("Alltoallw", COLLECTIVE, "bvdYwvdYc", FC_FIT_ALLTOALLV, "m: the mean block in bytes, the larger of sent and received"),
    ROW("Reduce_scatter", COLLECTIVE, "bwvtoc", FC_FIT_REDUCE_SCATTER, "m: the whole vector (sum of the blocks)"),
    ROW("Reduce_scatter_block", COLLECTIVE, "bwntoc", FC_FIT_REDUCE_SCATTER, "m: the whole vector (p blocks)"),
    ROW("Scan", COLLECTIVE, "bwntoc", FC_FIT_SCAN, "m: the vector"),
    ROW("Exscan", COLLECTIVE, "bwntoc", FC_FIT_SCAN, "m: the vector"),
    ROW("Ibarrier", COLLECTIVE, "cq", FC_FIT_BARRIER, "as Barrier; charged to its completion"),
    ROW("Ibcast", COLLECTIVE, "wntrcq", FC_FIT_BCAST, "as Bcast; charged to its completion"),
    ROW("Ireduce", COLLECTIVE, "bwntorcq", FC_FIT_REDUCE, "as Reduce; charged to its completion"),
    ROW("Iallreduce", COLLECTIVE, "bwntocq", FC_FIT_ALLREDUCE, "as Allreduce; charged to its completion"),
    ROW("Iscan", COLLECTIVE, "bwntocq", FC_FIT_SCAN, "as Scan; charged to its completion"),
    ROW("Iexscan", COLLECTIVE, "bwntocq", FC_FIT_SCAN, "as Exscan; charged to its completion"),
    ROW("Igather", COLLECTIVE, "bntwntrcq", FC_FIT_GATHER, "as Gather; charged to its completion"),
    ROW("Igatherv", COLLECTIVE, "bntwvdtrcq", FC_FIT_GATHERV, "as Gatherv; charged to its completion"),
    ROW("Iscatter", COLLECTIVE, "bntwntrcq", FC_FIT_SCATTER, "as Scatter; charged to its completion"),
    ROW("Iscatterv", COLLECTIVE, "bvdtwntrcq", FC_FIT_SCATTERV, "as Scatterv; charged to its completion"),
    ROW("Iallgather", COLLECTIVE, "bntwntcq", FC_FIT_ALLGATHER, "as Allgather; charged to its completion"),
    ROW("Iallgatherv", COLLECTIVE, "bntwvdtcq", FC_FIT_ALLGATHERV, "as Allgatherv; charged to its completion"),
    ROW("Ialltoall", COLLECTIVE, "bntwntcq", FC_FIT_ALLTOALL, "as Alltoall; charged to its completion"),
    ROW("Ialltoallv", COLLECTIVE, "bvdtwvdtcq", FC_FIT_ALLTOALLV, "as Alltoallv; charged to its completion"),
    ROW("Ialltoallw", COLLECTIVE, "bvdYwvdYcq", FC_FIT_ALLTOALLV, "as Alltoallw; charged to its completion"),
    ROW("Ireduce_scatter", COLLECTIVE, "bwvtocq", FC_FIT_REDUCE_SCATTER, "as Reduce_scatter; charged to its completion"),
    ROW("Ireduce_scatter_block", COLLECTIVE, "bwntocq", FC_FIT_REDUCE_SCATTER, "as Reduce_scatter_block; charged to its completion"),
    ROW("Neighbor_allgather", COLLECTIVE, "bntwntc", FC_FIT_SINGLE, NEIGHBORS),
    ROW("Neighbor_allgatherv", COLLECTIVE, "bntwvdtc", FC_FIT_SINGLE, NEIGHBORS),
    ROW("Neighbor_alltoall", COLLECTIVE, "bntwntc", FC_FIT_SINGLE, NEIGHBORS),
    ROW("Neighbor_alltoallv", COLLECTIVE, "bvdtwvdtc", FC_FIT_SINGLE, NEIGHBORS),
    ROW("Neighbor_alltoallw", COLLECTIVE, "bv-Ywv-Yc", FC_FIT_SINGLE, NEIGHBORS),
    ROW("Ineighbor_allgather", COLLECTIVE, "bntwntcq", FC_FIT_SINGLE, BEGUN_NEIGHBORS),
    ROW("Ineighbor_allgatherv", COLLECTIVE, "bntwvdtcq", FC_FIT_SINGLE, BEGUN_NEIGHBORS),
    ROW("Ineighbor_alltoall", COLLECTIVE, "bntwntcq", FC_FIT_SINGLE, BEGUN_NEIGHBORS),
    ROW("Ineighbor_alltoallv", COLLECTIVE, "bvdtwvdtcq", FC_FIT_SINGLE, BEGUN_NEIGHBORS),
    ROW("Ineighbor_alltoallw", COLLECTIVE, "bv-Ywv-Ycq", FC_FIT_SINGLE, BEGUN_NEIGHBORS),
    ROW("Comm_idup", COLLECTIVE, "cCq", FC_FIT_COMM_DUP, "as Comm_dup; charged to its completion"),
    ROW("Comm_idup_with_info", COLLECTIVE, "c-Cq", FC_FIT_COMM_DUP, "as Comm_idup"),
    /* One-sided: the origin is charged; a target takes part only in synchronization (runtime/mpi/one_sided/window.h). */
    ROW("Win_create", ONE_SIDED, "WDi-cX", FC_FIT_BARRIER, "as Barrier"),
    ROW("Win_allocate", ONE_SIDED, "Di-cBX", FC_FIT_BARRIER, "as Barrier"),
    ROW("Win_allocate_shared", ONE_SIDED, "Di-cBX", FC_FIT_BARRIER, "as Barrier; loads and stores cost the same as in private memory"),
    ROW("Win_create_dynamic", ONE_SIDED, "-cX", FC_FIT_BARRIER, "as Barrier; displacements are not checked"),
    ROW("Win_attach", DROPPED, "-w-", FC_N_FITS, ""),
    ROW("Win_detach", DROPPED, "--", FC_N_FITS, ""),
    ROW("Win_shared_query", CONTROL, "xrUOB", FC_N_FITS, "needs method ranks"),
    ROW("Win_get_group", CONTROL, "xP", FC_N_FITS, ""),
    ROW("Win_free", ONE_SIDED, "X", FC_FIT_BARRIER, "as Barrier"),
    ROW("Put", ONE_SIDED, "bntrDntx", FC_FIT_SINGLE, "m: the message; POST, complete after SINGLE"),
    ROW("Get", ONE_SIDED, "wntrDntx", FC_FIT_SINGLE, "m: the message; POST, complete after SINGLE of 0 and of m bytes"),
    ROW("Accumulate", ONE_SIDED, "bntrDntox", FC_FIT_SINGLE, "as Put"),
    ROW("Get_accumulate", ONE_SIDED, "bntwntrDntox", FC_FIT_SINGLE, "m: the message; POST, complete after SINGLE in both directions"),
    ROW("Fetch_and_op", ONE_SIDED, "bwtrDox", FC_FIT_SINGLE, "as Get_accumulate of one element"),
    ROW("Compare_and_swap", ONE_SIDED, "bmwtrDx", FC_FIT_SINGLE, "as Get_accumulate of one element"),
    ROW("Rput", ONE_SIDED, "bntrDntxq", FC_FIT_SINGLE, "as Put; its completion waits until the origin buffer is reusable"),
    ROW("Rget", ONE_SIDED, "wntrDntxq", FC_FIT_SINGLE, "as Get; its completion waits for the data"),
    ROW("Raccumulate", ONE_SIDED, "bntrDntoxq", FC_FIT_SINGLE, "as Rput"),
    ROW("Rget_accumulate", ONE_SIDED, "bntwntrDntoxq", FC_FIT_SINGLE, "as Get_accumulate; its completion waits for the data"),
    ROW("Win_fence", ONE_SIDED, "ix", FC_FIT_BARRIER, "waits for all accesses to and from the rank, then as Barrier"),
    ROW("Win_lock", ONE_SIDED, "irix", FC_FIT_SINGLE, "an empty message in both directions, and the wait for the lock"),
    ROW("Win_lock_all", ONE_SIDED, "ix", FC_FIT_SINGLE, "one shared lock on all ranks, as Win_lock"),
    ROW("Win_unlock", ONE_SIDED, "rx", FC_FIT_POST, "waits for completion of the rank's accesses"),
    ROW("Win_unlock_all", ONE_SIDED, "x", FC_FIT_POST, "waits for completion of the rank's accesses"),
    ROW("Win_flush", ONE_SIDED, "rx", FC_N_FITS, "waits for completion of the rank's accesses"),
    ROW("Win_flush_all", ONE_SIDED, "x", FC_N_FITS, "waits for completion of the rank's accesses"),
    ROW("Win_flush_local", ONE_SIDED, "rx", FC_N_FITS, "waits until the rank's origin buffers are reusable"),
    ROW("Win_flush_local_all", ONE_SIDED, "x", FC_N_FITS, "waits until the rank's origin buffers are reusable"),
    ROW("Win_sync", ONE_SIDED, "x", FC_N_FITS, "costs nothing"),
    ROW("Win_post", ONE_SIDED, "pix", FC_FIT_SEND, "an empty message to each rank of the group"),
    ROW("Win_start", ONE_SIDED, "pix", FC_FIT_SINGLE, "waits for the post of each rank of the group"),
    ROW("Win_complete", ONE_SIDED, "x", FC_FIT_SEND, "an empty message to each rank of the group, after local completion"),
    ROW("Win_wait", ONE_SIDED, "x", FC_FIT_SINGLE, "waits for the complete of each rank of the group"),
    ROW("Win_test", ONE_SIDED, "xO", FC_FIT_SINGLE, "as Win_wait once all have completed"),
    /* MPI-IO: only costs; files are neither read nor written. */
    ROW("File_create_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("File_set_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("File_get_errhandler", DROPPED, "--", FC_N_FITS, ""),
    ROW("File_set_info", DROPPED, "--", FC_N_FITS, ""),
    ROW("File_get_info", DROPPED, "--", FC_N_FITS, ""),
    ROW("File_set_atomicity", DROPPED, "--", FC_N_FITS, ""),
    ROW("File_get_amode", DROPPED, "-w", FC_N_FITS, "the result is dynamic"),
    ROW("File_get_atomicity", DROPPED, "-w", FC_N_FITS, "the result is dynamic"),
    ROW("File_get_view", DROPPED, "-wwww", FC_N_FITS, "the results are dynamic"),
    ROW("File_get_type_extent", DROPPED, "--w", FC_N_FITS, "the result is dynamic"),
    ROW("File_open", FILE, "czy-F", FC_FIT_FILE_OPEN, "collective: waits for all ranks"),
    ROW("File_close", FILE, "F", FC_FIT_FILE_OPEN, "collective: waits for all ranks"),
    ROW("File_delete", FILE, "z-", FC_FIT_FILE_OPEN, "a call without data transfer"),
    ROW("File_set_size", FILE, "fE", FC_FIT_FILE_OPEN, "collective: waits for all ranks"),
    ROW("File_preallocate", FILE, "fE", FC_FIT_FILE_OPEN, "collective: waits for all ranks"),
    ROW("File_sync", FILE, "f", FC_FIT_FILE_OPEN, "collective: waits for all ranks"),
    ROW("File_set_view", FILE, "fEtt--", FC_FIT_FILE_OPEN, "collective: waits for all ranks"),
    ROW("File_get_size", CONTROL, "fe", FC_N_FITS, "after MPI_File_delete, MPI_File_set_size or MPI_MODE_EXCL, and known writes"),
    ROW("File_get_group", CONTROL, "fP", FC_N_FITS, ""),
    ROW("File_get_position", CONTROL, "fe", FC_N_FITS, ""),
    ROW("File_get_byte_offset", CONTROL, "fEe", FC_N_FITS, "for contiguous views only"),
    ROW("File_get_position_shared", CONTROL, "fe", FC_N_FITS, "not tracked: supported only where its result is unused"),
    ROW("File_seek", FILE, "fEi", FC_N_FITS, ""),
    ROW("File_seek_shared", FILE, "fEi", FC_N_FITS, ""),
    ROW("File_read", FILE, "fwnts", FC_FIT_FILE_READ, "m: bytes of a rank"),
    ROW("File_read_at", FILE, "fEwnts", FC_FIT_FILE_READ, "m: bytes of a rank"),
    ROW("File_read_all", FILE, "fwnts", FC_FIT_FILE_READ, "m: bytes of a rank; collective: waits for all ranks"),
    ROW("File_read_at_all", FILE, "fEwnts", FC_FIT_FILE_READ, "m: bytes of a rank; collective: waits for all ranks"),
    ROW("File_read_shared", FILE, "fwnts", FC_FIT_FILE_READ, "m: bytes of a rank"),
    ROW("File_read_ordered", FILE, "fwnts", FC_FIT_FILE_READ, "m: bytes of a rank; collective: waits for all ranks"),
    ROW("File_iread", FILE, "fwntq", FC_FIT_FILE_READ, "as File_read; charged to its completion"),
    ROW("File_iread_at", FILE, "fEwntq", FC_FIT_FILE_READ, "as File_read; charged to its completion"),
    ROW("File_iread_all", FILE, "fwntq", FC_FIT_FILE_READ, "as File_read; charged to its completion"),
    ROW("File_iread_at_all", FILE, "fEwntq", FC_FIT_FILE_READ, "as File_read; charged to its completion"),
    ROW("File_iread_shared", FILE, "fwntq", FC_FIT_FILE_READ, "as File_read; charged to its completion"),
    ROW("File_read_all_begin", FILE, "fwnt", FC_FIT_FILE_READ, "charged to the matching _end"),
    ROW("File_read_all_end", FILE, "f-s", FC_FIT_FILE_READ, "as File_read_all"),
    ROW("File_read_at_all_begin", FILE, "fEwnt", FC_FIT_FILE_READ, "charged to the matching _end"),
    ROW("File_read_at_all_end", FILE, "f-s", FC_FIT_FILE_READ, "as File_read_at_all"),
    ROW("File_read_ordered_begin", FILE, "fwnt", FC_FIT_FILE_READ, "charged to the matching _end"),
    ROW("File_read_ordered_end", FILE, "f-s", FC_FIT_FILE_READ, "as File_read_ordered"),
    ROW("File_write", FILE, "fbnts", FC_FIT_FILE_WRITE, "m: bytes of a rank"),
    ROW("File_write_at", FILE, "fEbnts", FC_FIT_FILE_WRITE, "m: bytes of a rank"),
    ROW("File_write_all", FILE, "fbnts", FC_FIT_FILE_WRITE, "m: bytes of a rank; collective: waits for all ranks"),
    ROW("File_write_at_all", FILE, "fEbnts", FC_FIT_FILE_WRITE, "m: bytes of a rank; collective: waits for all ranks"),
    ROW("File_write_shared", FILE, "fbnts", FC_FIT_FILE_WRITE, "m: bytes of a rank"),
    ROW("File_write_ordered", FILE, "fbnts", FC_FIT_FILE_WRITE, "m: bytes of a rank; collective: waits for all ranks"),
    ROW("File_iwrite", FILE, "fbntq", FC_FIT_FILE_WRITE, "as File_write; charged to its completion"),
    ROW("File_iwrite_at", FILE, "fEbntq", FC_FIT_FILE_WRITE, "as File_write; charged to its completion"),
    ROW("File_iwrite_all", FILE, "fbntq", FC_FIT_FILE_WRITE, "as File_write; charged to its completion"),
    ROW("File_iwrite_at_all", FILE, "fEbntq", FC_FIT_FILE_WRITE, "as File_write; charged to its completion"),
    ROW("File_iwrite_shared", FILE, "fbntq", FC_FIT_FILE_WRITE, "as File_write; charged to its completion"),
    ROW("File_write_all_begin", FILE, "fbnt", FC_FIT_FILE_WRITE, "charged to the matching _end"),
    ROW("File_write_all_end", FILE, "f-s", FC_FIT_FILE_WRITE, "as File_write_all"),
    ROW("File_write_at_all_begin", FILE, "fEbnt", FC_FIT_FILE_WRITE, "charged to the matching _end"),
    ROW("File_write_at_all_end", FILE, "f-s", FC_FIT_FILE_WRITE, "as File_write_at_all"),
    ROW("File_write_ordered_begin", FILE, "fbnt", FC_FIT_FILE_WRITE, "charged to the matching _end"),
    ROW("File_write_ordered_end", FILE, "f-s", FC_FIT_FILE_WRITE, "as File_write_ordered"),
    /* Memory that calls and statements use; no program calls them. */
    ROW("Check_access", CHECK, "iDDi", FC_N_FITS, "inserted by verify: a statement reads or writes memory"),
    ROW("Check_buffer", CHECK, "iDnti", FC_N_FITS, "inserted by verify: the buffer of the next call"),
    ROW("Check_blocks", CHECK, "iDvItci", FC_N_FITS, "inserted by verify: the buffer of the next call, a block a rank"),
    ROW("Check_root", CHECK, "ic", FC_N_FITS, "inserted by verify: the root of the next call"),
    ROW("Check_window", CHECK, "iDD", FC_N_FITS, "inserted by verify: the memory of the next call's window"),
    ROW("Check_skipped", CHECK, "ii", FC_N_FITS, "inserted by verify: a condition leaves out a call"),
    ROW("Check_operator", CHECK, "u", FC_N_FITS, "inserted by verify: the operation of the next reduction"),
    /* Termination. */
    ROW("Abort", ABORT, "ci", FC_N_FITS, "ends the evaluation"),
    /* Refused: results of other types. */
    REFUSED("Large_count", "", "results and lists of this function's large counts are not modeled"),
};
/* clang-format on */

const int fc_mpi_n_operations = sizeof fc_mpi_operations / sizeof *fc_mpi_operations;

/* The name in the table: without the profiling interface's prefix, and the present one of a deprecated function with
 * the same arguments (MPI 3.1, section 14.2; MPI 2.2, section 15). */
static const char *present_name(const char *name)
{
    static const char *const names[][2] = {
        {"MPI_Address", "MPI_Get_address"},
        {"MPI_Type_hvector", "MPI_Type_create_hvector"},
        {"MPI_Type_hindexed", "MPI_Type_create_hindexed"},
        {"MPI_Type_struct", "MPI_Type_create_struct"},
        {"MPI_Errhandler_create", "MPI_Comm_create_errhandler"},
        {"MPI_Errhandler_set", "MPI_Comm_set_errhandler"},
        {"MPI_Errhandler_get", "MPI_Comm_get_errhandler"},
        {"MPI_Keyval_create", "MPI_Comm_create_keyval"},
        {"MPI_Keyval_free", "MPI_Comm_free_keyval"},
    };
    name += strncmp(name, "PMPI_", 5) == 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    return name;
}

/* The first `length` letters of the name, with `suffix` after them. */
static const fc_mpi_operation *find_row(const char *name, size_t length, const char *suffix)
{
    enum {
        PREFIX = 4 /* letters of "MPI_", with which all names begin */
    };
    if (length <= PREFIX || strncmp(name, "MPI_", PREFIX) != 0)
        return NULL;
    for (int i = 0; i < fc_mpi_n_operations; i++) {
        const char *row = fc_mpi_operations[i].name;
        if (row[PREFIX] == name[PREFIX] && strncmp(row, name, length) == 0 && strcmp(row + length, suffix) == 0)
            return &fc_mpi_operations[i];
    }
    return NULL;
}

bool fc_mpi_is_collective(const fc_mpi_operation *operation)
{
    const char *arguments = operation->arguments;
    bool is_persistent = operation->kind == FC_MPI_CONTROL && strchr(arguments, FC_ARG_REQUEST);
    return operation->kind == FC_MPI_COLLECTIVE || (is_persistent && !strchr(arguments, FC_ARG_TAG));
}

/* Its lists have as many numbers as the communicator has ranks, or as its first argument says. */
static bool has_known_lists(const fc_mpi_operation *of)
{
    bool is_collective = fc_mpi_is_collective(of) && !strstr(of->name, "eighbor");
    bool is_type = strchr(of->arguments, FC_ARG_NEW_DATATYPE) && !strstr(of->name, "darray");
    return is_collective || is_type;
}

/* A function of large counts (MPI 4.0, section 2.5.8): the one without "_c", or that with "_x", if its results have the
 * same types, and its lists can be narrowed. */
static const fc_mpi_operation *find_large(const char *name)
{
    size_t length = strlen(name) - strlen("_c");
    const fc_mpi_operation *extended = find_row(name, length, "_x"), *plain = find_row(name, length, "");
    if (extended || !plain)
        return extended;
    bool is_same = !strpbrk(plain->arguments, "vdIOU") || (has_known_lists(plain) && !strpbrk(plain->arguments, "OU"));
    return plain->kind == FC_MPI_DROPPED || is_same ? plain
                                                    : find_row("MPI_Large_count", strlen("MPI_Large_count"), "");
}

const fc_mpi_operation *fc_mpi_operation_find(const char *name)
{
    name = present_name(name);
    size_t length = strlen(name);
    const fc_mpi_operation *row = find_row(name, length, "");
    bool is_large = !row && length > 2 && strcmp(name + length - 2, "_c") == 0;
    return is_large ? find_large(name) : row;
}

bool fc_mpi_is_large_count(const char *name)
{
    size_t length = strlen(name);
    return length > 2 && strncmp(name, "MPI_", 4) == 0 && strcmp(name + length - 2, "_c") == 0 &&
           !find_row(name, length, "");
}

static const struct {
    char letter;
    bool passed;
    const char *word;
} roles[] = {
#define ROLE(name, letter, word, passed) {letter, passed, word},
    FC_ARGUMENT_LIST(ROLE)
#undef ROLE
};

bool fc_argument_is_passed(char role)
{
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (roles[i].letter == role)
            return roles[i].passed;
    return false;
}

bool fc_argument_is_result(char role)
{
    return role && strchr("OCPTXFNUBeKqQM", role);
}

bool fc_argument_is_ended(const char *operation, char role)
{
    bool ends = strstr(operation, "_free") || strstr(operation, "_disconnect") || strstr(operation, "_close");
    return ends && role && strchr("CTPNXF", role);
}

const char *fc_argument_word(char role)
{
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (roles[i].letter == role)
            return roles[i].word;
    return NULL;
}

bool fc_mpi_makes_intercommunicator(const fc_mpi_operation *operation)
{
    static const char *const name[] = {"Intercomm_create", "Intercomm_create_from_groups",
                                       "Comm_spawn",       "Comm_spawn_multiple",
                                       "Comm_accept",      "Comm_connect",
                                       "Comm_join"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (strcmp(operation->name + strlen("MPI_"), name[i]) == 0)
            return true;
    return false;
}

bool fc_mpi_returns_value(const fc_mpi_operation *operation)
{
    size_t length = strlen(operation->name);
    const char *end = operation->name + length - 4;
    return operation->kind == FC_MPI_CONTROL &&
           (strncmp(operation->name, "MPI_Aint_", 9) == 0 || strcmp(end, "_c2f") == 0 || strcmp(end, "_f2c") == 0);
}

/* Whether the name is that of the blocking form, or of its nonblocking form (I...). */
static bool is_form_of(const char *name, const char *blocking)
{
    if (name[0] == 'I' && name[1] == blocking[0] - 'A' + 'a')
        return strcmp(name + 2, blocking + 1) == 0;
    return strcmp(name, blocking) == 0;
}

bool fc_mpi_transfers_payload(const fc_mpi_operation *operation)
{
    static const char *const names[] = {
        "Reduce",   "Allreduce", "Scan",      "Exscan",     "Reduce_scatter",     "Reduce_scatter_block",
        "Gather",   "Gatherv",   "Allgather", "Allgatherv", "Neighbor_allgather", "Neighbor_allgatherv",
        "Scatter",  "Scatterv",  "Alltoall",  "Alltoallv",  "Neighbor_alltoall",  "Neighbor_alltoallv",
        "Alltoallw"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_form_of(operation->name + strlen("MPI_"), names[i]))
            return true;
    return false;
}

/* The arguments of one side, found by their consecutive roles; `tag` is the offset of the tag after the first. */
static bool find_side(fc_mpi_side *out, const fc_mpi_operation *operation, const char *roles, int tag)
{
    const char *at = strstr(operation->arguments, roles);
    int first = at ? (int)(at - operation->arguments) : 0;
    if (at)
        *out = (fc_mpi_side){.buffer = first,
                             .count = first + 1,
                             .datatype = first + 2,
                             .peer = tag < 0 ? -1 : first + tag - 1,
                             .tag = tag < 0 ? -1 : first + tag};
    return at != NULL;
}

bool fc_mpi_send_side(fc_mpi_side *out, const fc_mpi_operation *operation)
{
    return find_side(out, operation, "bntrg", 4) || find_side(out, operation, "wntrgrg", 4);
}

bool fc_mpi_receive_side(fc_mpi_side *out, const fc_mpi_operation *operation)
{
    return find_side(out, operation, "wntrgrg", 6) || find_side(out, operation, "wntrg", 4) ||
           find_side(out, operation, "wntM", -1);
}

const char *fc_mpi_kind_word(fc_mpi_kind kind)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        FC_MPI_KIND_LIST(WORD)
#undef WORD
    };
    return words[kind];
}
