/* SPDX-License-Identifier: Apache-2.0 */
/* Graph topologies of a virtual rank (MPI 3.1, sections 7.5.3 to 7.5.5). */
#include "communicator.h"
#include "deferred.h"
#include "sync.h"
#include "topology.h"

#include <limits.h>
#include <string.h>

static int *keep(fc_rank *r, const int *numbers, int n)
{
    int *kept = fc_memory_keep(r, (double)n * sizeof *kept);
    if (n > 0)
        memcpy(kept, numbers, (size_t)n * sizeof *kept);
    return kept;
}

static void check_ranks(fc_rank *r, int site, const int *rank, int n, int size)
{
    if (n > 0)
        fc_call_check_array(r, site, rank);
    for (int i = 0; i < n; i++)
        if (rank[i] < 0 || rank[i] >= size)
            fc_call_refuse(r, site, "neighbor %d is not among %d ranks", rank[i], size);
}

static void check_degree(fc_rank *r, int site, int degree)
{
    if (degree < 0)
        fc_call_refuse(r, site, "the number of neighbors is negative: %d", degree);
}

/* A communicator of ranks 0 ... size - 1 of another one, with a graph; the other ranks get MPI_COMM_NULL. */
static void make(fc_rank *r, int site, fc_comm comm, int size, fc_graph graph, fc_comm *made)
{
    const fc_communicator *of = &r->comm[comm];
    fc_graph *kept = fc_memory_keep(r, sizeof *kept);
    *kept = graph;
    fc_communicator with = {
        .size = size, .rank = of->rank, .alive = true, .n_dims = -1, .graph = kept, .member = of->member};
    int color = with.rank < size ? 0 : FC_MPI_UNDEFINED;
    fc_comm added = fc_communicator_split(r, site, comm, with, (const int[2]){color, of->rank});
    fc_call_store(made, added);
}

static bool is_unknown_list(int n, const int *numbers)
{
    return n != 0 && numbers == FC_MPI_NUMBERS_UNKNOWN;
}

/* ---- graphs: each rank specifies all edges ---- */

static fc_edges edges_of_node(const fc_graph *graph, int node)
{
    int first = node ? graph->index[node - 1] : 0;
    return (fc_edges){graph->index[node] - first, graph->edge + first, NULL};
}

int fc_MPI_Graph_create(fc_rank *r, int site, fc_comm comm, int n, const int *index, const int *edges, int reorder,
                        fc_comm *made)
{
    comm = fc_call_comm_or_assumed(r, site, comm, false);
    const fc_communicator *of = fc_call_comm(r, site, comm);
    (void)reorder;
    if (n == FC_MPI_NUMBER_UNKNOWN || is_unknown_list(n, index) || is_unknown_list(n, edges)) {
        fc_call_store(made, fc_communicator_split_unknown(r, site, comm, false));
        return FC_MPI_SUCCESS;
    }
    if (n < 0 || n > of->size)
        fc_call_refuse(r, site, "a graph of %d nodes does not fit a communicator of %d ranks", n, of->size);
    if (n > 0)
        fc_call_check_array(r, site, index);
    for (int i = 0; i < n; i++)
        if (index[i] < (i ? index[i - 1] : 0))
            fc_call_refuse(r, site, "index[%d] is %d, less than the preceding entry", i, index[i]);
    int n_edges = n > 0 ? index[n - 1] : 0;
    check_ranks(r, site, edges, n_edges, n);
    fc_graph graph = {.kind = FC_MPI_GRAPH, .index = keep(r, index, n), .edge = keep(r, edges, n_edges)};
    if (of->rank < n)
        graph.in = graph.out = edges_of_node(&graph, of->rank);
    make(r, site, comm, n, graph, made);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Graph_map(fc_rank *r, int site, fc_comm comm, int n, const int *index, const int *edges, int *rank)
{
    const fc_communicator *of = fc_call_comm(r, site, comm);
    (void)index, (void)edges;
    if (n < 0 || n > of->size)
        fc_call_refuse(r, site, "a graph of %d nodes does not fit a communicator of %d ranks", n, of->size);
    fc_call_store(rank, of->rank < n ? of->rank : FC_MPI_UNDEFINED);
    return FC_MPI_SUCCESS;
}

static const fc_graph *graph_of(fc_rank *r, int site, fc_comm comm, int kind)
{
    const fc_graph *graph = fc_call_comm(r, site, comm)->graph;
    if (!graph || graph->kind != kind)
        fc_call_refuse(r, site, "the communicator has no %sgraph topology", kind == FC_MPI_GRAPH ? "" : "distributed ");
    return graph;
}

/* Copies at most `room` numbers. */
static void give_numbers(int *out, int room, const int *numbers, int n)
{
    for (int i = 0; i < n && i < room && out; i++)
        out[i] = numbers[i];
}

int fc_MPI_Graphdims_get(fc_rank *r, int site, fc_comm comm, int *n, int *n_edges)
{
    const fc_graph *graph = graph_of(r, site, comm, FC_MPI_GRAPH);
    int size = r->comm[comm].size;
    fc_call_store(n, size);
    fc_call_store(n_edges, graph->index[size - 1]);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Graph_get(fc_rank *r, int site, fc_comm comm, int room, int edge_room, int *index, int *edges)
{
    const fc_graph *graph = graph_of(r, site, comm, FC_MPI_GRAPH);
    int size = r->comm[comm].size;
    give_numbers(index, room, graph->index, size);
    give_numbers(edges, edge_room, graph->edge, graph->index[size - 1]);
    return FC_MPI_SUCCESS;
}

static fc_edges neighbors_of(fc_rank *r, int site, fc_comm comm, int rank)
{
    const fc_graph *graph = graph_of(r, site, comm, FC_MPI_GRAPH);
    if (rank < 0 || rank >= r->comm[comm].size)
        fc_call_refuse(r, site, "rank %d is not in a communicator of %d ranks", rank, r->comm[comm].size);
    return edges_of_node(graph, rank);
}

int fc_MPI_Graph_neighbors_count(fc_rank *r, int site, fc_comm comm, int rank, int *n)
{
    fc_call_store(n, neighbors_of(r, site, comm, rank).n);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Graph_neighbors(fc_rank *r, int site, fc_comm comm, int rank, int room, int *neighbors)
{
    fc_edges edges = neighbors_of(r, site, comm, rank);
    give_numbers(neighbors, room, edges.rank, edges.n);
    return FC_MPI_SUCCESS;
}

/* ---- distributed graphs: each rank specifies its own edges ---- */

static bool has_weights(const int *weights)
{
    return weights && weights != FC_MPI_NUMBERS_UNKNOWN && weights != FC_MPI_UNWEIGHTED &&
           weights != FC_MPI_WEIGHTS_EMPTY;
}

static fc_edges keep_edges(fc_rank *r, int site, int n, const int *rank, const int *weight, int size)
{
    check_degree(r, site, n);
    check_ranks(r, site, rank, n, size);
    return (fc_edges){n, keep(r, rank, n), has_weights(weight) ? keep(r, weight, n) : NULL};
}

int fc_MPI_Dist_graph_create_adjacent(fc_rank *r, int site, fc_comm comm, int n_in, const int *sources,
                                      const int *weights_in, int n_out, const int *targets, const int *weights_out,
                                      int reorder, fc_comm *made)
{
    comm = fc_call_comm_or_assumed(r, site, comm, false);
    const fc_communicator *of = fc_call_comm(r, site, comm);
    (void)reorder;
    if (n_in == FC_MPI_NUMBER_UNKNOWN || n_out == FC_MPI_NUMBER_UNKNOWN || is_unknown_list(n_in, sources) ||
        is_unknown_list(n_out, targets)) {
        fc_call_store(made, fc_communicator_split_unknown(r, site, comm, false));
        return FC_MPI_SUCCESS;
    }
    fc_graph graph = {.kind = FC_MPI_DIST_GRAPH, .weighted = weights_in != FC_MPI_UNWEIGHTED};
    graph.in = keep_edges(r, site, n_in, sources, weights_in, of->size);
    graph.out = keep_edges(r, site, n_out, targets, weights_out, of->size);
    make(r, site, comm, of->size, graph, made);
    return FC_MPI_SUCCESS;
}

/* ---- distributed graphs: any rank specifies any edges ---- */

typedef struct edge {
    int source, target, weight;
} edge;

static const edge *list_edges(fc_rank *r, int n, const int *sources, const int *degree, const int *targets,
                              const int *weights)
{
    int n_edges = 0;
    for (int i = 0; i < n; i++)
        n_edges += degree[i];
    edge *list = fc_memory_keep(r, (double)n_edges * sizeof *list);
    for (int i = 0, k = 0; i < n; i++)
        for (int end = k + degree[i]; k < end; k++)
            list[k] = (edge){sources[i], targets[k], has_weights(weights) ? weights[k] : 0};
    return list;
}

/* The other ends and the weights of all edges that end (incoming) or begin at the own rank. MPI leaves their order open
 * (section 7.5.4); here it is that of the ranks that specified them. rank NULL: only counts the edges. */
static int find_edges(const fc_payload *gathered, int own, bool incoming, int *rank, int *weight)
{
    int n = 0;
    for (int from = 0; from < gathered->size; from++) {
        const edge *list = gathered->carrier[from].in;
        long n_listed = (long)(gathered->carrier[from].sent.n * sizeof(int) / sizeof *list);
        for (long i = 0; i < n_listed; i++) {
            if ((incoming ? list[i].target : list[i].source) != own)
                continue;
            if (rank) {
                rank[n] = incoming ? list[i].source : list[i].target;
                weight[n] = list[i].weight;
            }
            n++;
        }
    }
    return n;
}

static fc_edges own_edges(fc_rank *r, const fc_payload *gathered, int own, bool incoming)
{
    int n = find_edges(gathered, own, incoming, NULL, NULL);
    int *rank = fc_memory_keep(r, (double)n * sizeof *rank), *weight = fc_memory_keep(r, (double)n * sizeof *weight);
    find_edges(gathered, own, incoming, rank, weight);
    return (fc_edges){n, rank, weight};
}

/* Some rank's edges are dynamic: it has contributed a single edge without ends. */
static bool has_unknown_edges(const fc_payload *gathered)
{
    for (int from = 0; from < gathered->size; from++) {
        const edge *list = gathered->carrier[from].in;
        if (gathered->carrier[from].sent.n > 0 && list[0].source == FC_MPI_NUMBER_UNKNOWN)
            return true;
    }
    return false;
}

/* Gathers the edges of all ranks. It is not charged: the communicator's creation includes this cost. False: some
 * rank's edges are dynamic, and the graph is unknown. */
static bool gather_edges(fc_rank *r, int site, fc_comm comm, const edge *list, int n, fc_graph *graph)
{
    fc_communicator *of = &r->comm[comm];
    fc_payload own = {.fit = FC_FIT_ALLGATHERV, .size = of->size, .root = FC_MPI_ANY_SOURCE, .type = FC_MPI_INT};
    fc_payload_buffers mine = {.in = list, .sent = {.n = (double)n * sizeof *list / sizeof(int), .type = FC_MPI_INT}};
    fc_arrival arrival = {
        of, of->rank, {FC_FIT_ALLGATHERV, of->size, 0, FC_MPI_INT, of->variant}, FC_SYNC_ALL, FC_MPI_ANY_SOURCE};
    fc_sync_part there = {0};
    const fc_payload *gathered = NULL;
    if (fc_deferred_applies(r)) {
        gathered = fc_deferred_carry(r, site, of, &own, mine, true);
    } else {
        fc_sync_carry(r, site, &arrival, &own, mine);
        there = fc_sync_barrier(r, site, of, NULL);
        gathered = fc_sync_payload(&there);
    }
    bool is_known = !has_unknown_edges(gathered);
    if (is_known) {
        graph->in = own_edges(r, gathered, of->rank, true);
        graph->out = own_edges(r, gathered, of->rank, false);
    }
    if (there.collective)
        fc_sync_leave(&there);
    return is_known;
}

/* The number of edges that this rank specifies: n nodes, node i with degree[i] outgoing edges. */
static int count_edges(fc_rank *r, int site, int n, const int *degree)
{
    int n_edges = 0;
    if (n > 0)
        fc_call_check_array(r, site, degree);
    check_degree(r, site, n);
    for (int i = 0; i < n; i++) {
        check_degree(r, site, degree[i]);
        if (n_edges > INT_MAX / 4 - degree[i])
            fc_call_refuse(r, site, "more than %d edges in one call", INT_MAX / 4);
        n_edges += degree[i];
    }
    return n_edges;
}

int fc_MPI_Dist_graph_create(fc_rank *r, int site, fc_comm comm, int n, const int *sources, const int *degree,
                             const int *targets, const int *weights, int reorder, fc_comm *made)
{
    static const edge unknown = {.source = FC_MPI_NUMBER_UNKNOWN};
    comm = fc_call_comm_or_assumed(r, site, comm, false);
    const fc_communicator *of = fc_call_comm(r, site, comm);
    (void)reorder;
    fc_graph graph = {.kind = FC_MPI_DIST_GRAPH, .weighted = weights != FC_MPI_UNWEIGHTED};
    bool is_known = n != FC_MPI_NUMBER_UNKNOWN && !is_unknown_list(n, sources) && !is_unknown_list(n, degree);
    int n_edges = is_known ? count_edges(r, site, n, degree) : 0;
    is_known = is_known && !is_unknown_list(n_edges, targets);
    if (is_known) {
        check_ranks(r, site, sources, n, of->size);
        check_ranks(r, site, targets, n_edges, of->size);
        const edge *list = list_edges(r, n, sources, degree, targets, weights);
        is_known = gather_edges(r, site, comm, list, n_edges, &graph);
    } else {
        gather_edges(r, site, comm, &unknown, 1, &graph);
    }
    if (!is_known) {
        fc_call_store(made, fc_communicator_split_unknown(r, site, comm, false));
        return FC_MPI_SUCCESS;
    }
    bool knows_weights = graph.weighted && ((weights && weights != FC_MPI_NUMBERS_UNKNOWN) || n_edges == 0);
    if (!knows_weights)
        graph.in.weight = graph.out.weight = NULL;
    make(r, site, comm, of->size, graph, made);
    return FC_MPI_SUCCESS;
}

/* ---- queries ---- */

int fc_MPI_Dist_graph_neighbors_count(fc_rank *r, int site, fc_comm comm, int *n_in, int *n_out, int *weighted)
{
    const fc_graph *graph = graph_of(r, site, comm, FC_MPI_DIST_GRAPH);
    fc_call_store(n_in, graph->in.n);
    fc_call_store(n_out, graph->out.n);
    fc_call_store(weighted, graph->weighted);
    return FC_MPI_SUCCESS;
}

static void give_edges(fc_rank *r, int site, const fc_edges *edges, int room, int *rank, int *weight)
{
    give_numbers(rank, room, edges->rank, edges->n);
    if (!has_weights(weight) || edges->n == 0)
        return;
    if (!edges->weight)
        fc_call_refuse(r, site, "the requested weights were not specified, or depend on data");
    give_numbers(weight, room, edges->weight, edges->n);
}

int fc_MPI_Dist_graph_neighbors(fc_rank *r, int site, fc_comm comm, int room_in, int *sources, int *weights_in,
                                int room_out, int *targets, int *weights_out)
{
    const fc_graph *graph = graph_of(r, site, comm, FC_MPI_DIST_GRAPH);
    give_edges(r, site, &graph->in, room_in, sources, weights_in);
    give_edges(r, site, &graph->out, room_out, targets, weights_out);
    return FC_MPI_SUCCESS;
}
