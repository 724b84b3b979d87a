/* SPDX-License-Identifier: MIT */
/* Objects are selected by name, so a scale is one set of objects per node. */
#include "kernel/flow/scale.h"


_Static_assert(FLOW_SCALES_MAX <= 8, "a bit each of a sub-task's");

static const struct flow_run *scaled_run;

void flow_scales_begin(const struct flow_run *run)
{
	scaled_run = run;
}

static uint8_t scales_of(const struct flow_task *task, uint64_t in_use)
{
	uint8_t scales = task->scales;

	for (uint32_t i = 0; i < scaled_run->scale_count; i++) {
		if ((flow_numbers(scaled_run->scales[i].objects[flow_node_number()]) & in_use) != 0)
			scales |= (uint8_t)(1u << i);
	}
	return scales;
}

uint8_t flow_scales_passed_on(const struct flow_task *task)
{
	return scales_of(task, task->in_use);
}

uint64_t flow_scaled(const struct flow_task *task, uint64_t amount, unsigned object)
{
	uint8_t scales = scales_of(task, task->in_use | (object != 0 ? 1ull << object : 0));

	for (uint32_t i = 0; i < scaled_run->scale_count; i++) {
		const struct flow_scale *scale = &scaled_run->scales[i];

		if ((scales >> i & 1) != 0 || (scale->is_of_cpu && object == 0))
			amount = amount * scale->percent / 100;
	}
	return amount;
}
