/* SPDX-License-Identifier: MIT */
#include "tools/idle/block_model.h"

#include <string.h>

#include "tools/base/alloc.h"

void block_model_init(struct block_model *model, size_t capacity)
{
	*model = (struct block_model){.capacity = capacity};
	model->blocks = xcalloc(capacity + 1, sizeof(*model->blocks));
}

void block_model_use(struct block_model *model, uint32_t block)
{
	size_t place = 0;

	while (place < model->count && model->blocks[place] != block)
		place++;
	if (place < model->count) {
		model->hits++;
	} else {
		model->misses++;
		if (model->count < model->capacity)
			model->count++;
		else if (place > 0)
			place--;
	}
	memmove(model->blocks + 1, model->blocks, place * sizeof(*model->blocks));
	model->blocks[0] = block;
}
