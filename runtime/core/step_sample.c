/* SPDX-License-Identifier: Apache-2.0 */
#include "step_sample.h"

#include "support/hash.h"

#include <stddef.h>
#include <stdint.h>

static fc_step_place *find(fc_step_sample *sample, const char *file, int line)
{
    size_t at = fc_hash_mix((uintptr_t)file, (uint64_t)line) % FC_STEP_PLACES;
    for (int i = 0; i < FC_STEP_PLACES; i++, at = (at + 1) % FC_STEP_PLACES) {
        fc_step_place *place = &sample->place[at];
        if (!place->file)
            *place = (fc_step_place){file, line, 0};
        if (place->file == file && place->line == line)
            return place;
    }
    return NULL;
}

void fc_step_sample_count(fc_step_sample *sample, const char *file, int line)
{
    if (sample->left-- > 0)
        return;
    sample->random = sample->random * 1664525u + 1013904223u;
    sample->left = (int)(sample->random >> 25);
    fc_step_place *place = find(sample, file, line);
    if (place)
        place->samples++;
}
