/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file streams.h  Access patterns of a region (design: "stream"; paper 000 section 2.3, 003 section 2.2). */
#ifndef FC_STREAMS_H
#define FC_STREAMS_H

#include "analyzer/passes/analysis.h"
#include "analyzer/passes/values.h"

enum {
    FC_LINE_BYTES = 64 /* of a cache, wherever lines decide how streams are told apart */
};

/** Describes every stream of the region: base, offset, pattern, stride; drops doubles, joins a read and a write of one
 * place to an update, and parts a walk from line to line that a loop around moves on within the lines: what brings
 * lines anew is a stream of its own. Of records behind local pointers only those stay that data picks, a stream for all
 * fields; what other pointers lead to counts as standing in the first level. view: from the outermost loop around;
 * loop: the innermost loop the region lies in, NULL if none. */
void fc_streams_describe(fc_region_model *region, const fc_view *view, const fc_cost *loop);
/** Turns of a walk, each by `walked`, that lead as far as `moved`, forth or back; 0: not a few whole turns. */
int fc_streams_turns_apart(fc_algebra *algebra, const fc_sym *moved, const fc_sym *walked);
/** The element that holds what the stream accesses: a[i] of a[i].x. */
const fc_node *fc_streams_element(const fc_access_stream *stream);
/** The local pointer to the record that the place is a field of: p of p->x.y; NULL: it is none. */
const fc_node *fc_streams_record(const fc_node *place);
/** Data picks the element: an index that some memory tells, at once or behind a local: x[column[k]]; or that a read of
 * the turn before tells or decided (waits); or the record: p->x after p = &all[column[k]]. */
bool fc_streams_is_picked(const fc_access_stream *stream, const fc_control *control);
/** The node reads an element or what a pointer leads to. */
bool fc_streams_reads_memory(const fc_node *node);
/** An address as a base and elements from there. */
typedef struct fc_address {
    const fc_symbol *base; /* NULL: not known */
    const fc_sym *offset;  /* NULL: not closed */
} fc_address;
/** Where a stream goes, told in the outermost caller's words as far as the view sees callers: a parameter's base is its
 * argument's. Loop variables of called procedures stay themselves. */
fc_address fc_streams_seen(const fc_view *view, const fc_access_stream *stream);
/** The atom of how many elements lie between two rows that an array of pointers leads to: nobody knows. */
const fc_sym *fc_streams_row(fc_algebra *algebra);
/** The address of an element, or of the record an element is a member of; view: from the outermost loop around. */
fc_address fc_streams_address(const fc_view *view, const fc_node *place);
/** An offset one iteration of the loop later; NULL where the loop's step is not known. */
const fc_sym *fc_streams_moved(const fc_view *view, const fc_cost *loop, const fc_sym *offset);

#endif
