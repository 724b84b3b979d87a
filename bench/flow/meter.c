/* SPDX-License-Identifier: MIT */
/* Figure 5 with an array of states. Its fork_objects() and merge_objects() are simple here. What a
 * new sub-task inherits depends on an object's class. The sub-task that continues after a join
 * keeps its own objects, unless it had finished the work that they were for. */
#include "bench/flow/meter.h"

static const uint8_t uses[] = {
#define X(kind, name, construct, use, summary) [FLOW_##kind] = FLOW_USE_##use,
	FLOW_KINDS(X)
#undef X
};

uint64_t flow_not_inherited(const struct flow_script *script)
{
	uint64_t objects = 0;

	for (unsigned i = 0; i < script->object_count; i++) {
		if (script->objects[i].kind <= FLOW_LOCK)
			objects |= flow_bit(i);
	}
	return flow_numbers(objects) | ~flow_numbers(flow_bit(script->object_count) - 1);
}

void flow_metering_begin(struct flow_metering *metering, const struct flow_script *script)
{
	*metering = (struct flow_metering){
		.count = script->state_count, .not_inherited = flow_not_inherited(script),
	};
	for (uint32_t i = 0; i < script->state_count; i++) {
		metering->using[i] = flow_numbers(script->states[i].using);
		metering->states[i] = flow_numbers(script->states[i].state);
	}
}

static void advance(const struct flow_metering *metering, struct flow_meter *meter, uint64_t tsc)
{
	for (uint32_t i = 0; i < metering->count; i++) {
		if ((meter->objects & metering->states[i]) == metering->states[i])
			meter->ticks[i] += tsc - meter->since_tsc;
	}
	meter->since_tsc = tsc;
}

static uint64_t bit(uint32_t object)
{
	return object != 0 ? 1ull << object : 0;
}

static void use(struct flow_meter *meter, const struct flow_event *event)
{
	switch (uses[event->kind]) {
	case FLOW_USE_BEGIN:
		meter->objects |= bit(event->object);
		break;
	case FLOW_USE_END:
		meter->objects &= ~bit(event->object);
		break;
	case FLOW_USE_SERVE:
		meter->objects |= bit(event->object);
		meter->objects &= ~bit(event->other);
		break;
	}
}

static uint32_t states_in(const struct flow_metering *metering, const struct flow_meter *meter)
{
	uint32_t seen = 0;

	for (uint32_t i = 0; i < metering->count; i++) {
		if ((meter->objects & metering->using[i]) == metering->using[i])
			seen |= 1u << i;
	}
	return seen;
}

uint32_t flow_meter_event(const struct flow_metering *metering, struct flow_meter *meter,
			 const struct flow_event *event)
{
	if (event->kind == FLOW_ACTION)
		meter->since_tsc = event->time;
	advance(metering, meter, event->time);
	use(meter, event);
	if ((event->flags & FLOW_BLOCKED) != 0)
		meter->is_blocked = true;
	else if (event->kind == FLOW_RECEIVE || event->kind == FLOW_RESUME)
		meter->is_blocked = false;
	return states_in(metering, meter);
}

void flow_meter_fork(const struct flow_metering *metering, const struct flow_meter *meter,
		    struct flow_meter *child)
{
	*child = *meter;
	child->objects &= ~metering->not_inherited;
	child->is_blocked = false;
}

void flow_meter_join(const struct flow_metering *metering, struct flow_meter *meter,
		    struct flow_meter *ended)
{
	if (meter->is_blocked) {
		advance(metering, ended, meter->since_tsc);
		for (uint32_t i = 0; i < metering->count; i++)
			meter->ticks[i] = ended->ticks[i];
	}
	meter->is_blocked = false;
}

uint32_t flow_meter_take_over(const struct flow_metering *metering, struct flow_meter *meter,
			      const struct flow_meter *ended)
{
	meter->objects = (meter->objects & metering->not_inherited) |
			 (ended->objects & ~metering->not_inherited);
	return states_in(metering, meter);
}

void flow_meter_final(struct flow_metering *metering, const struct flow_meter *meter, uint32_t seen,
		     uint64_t response_ticks)
{
	for (uint32_t i = 0; i < metering->count; i++) {
		if ((seen >> i & 1) == 0)
			continue;
		metering->interactions[i]++;
		metering->response_ticks[i] += response_ticks;
		metering->state_ticks[i] += meter->ticks[i];
	}
}
