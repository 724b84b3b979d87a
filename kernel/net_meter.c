/* Figure 5 with an array of states. Its fork_objects() and merge_objects() are, for the objects
 * here, simple: what a new sub-task inherits depends on an object's class, and who goes on from a
 * join goes on using its own. */
#include "kernel/net_meter.h"

static const uint8_t uses[] = {
#define X(kind, name, construct, use, summary) [NET_##kind] = NET_USE_##use,
	NET_KINDS(X)
#undef X
};

static void advance(const struct net_metering *metering, struct net_meter *meter, uint64_t tsc)
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

static void use(struct net_meter *meter, const struct net_event *event)
{
	switch (uses[event->kind]) {
	case NET_USE_BEGIN:
		meter->objects |= bit(event->object);
		break;
	case NET_USE_END:
		meter->objects &= ~bit(event->object);
		break;
	case NET_USE_SERVE:
		meter->objects |= bit(event->object);
		meter->objects &= ~bit(event->other);
		break;
	}
}

uint32_t net_meter_event(const struct net_metering *metering, struct net_meter *meter,
			 const struct net_event *event)
{
	uint32_t seen = 0;

	if (event->kind == NET_ACTION)
		meter->since_tsc = event->time;
	advance(metering, meter, event->time);
	use(meter, event);
	if ((event->flags & NET_BLOCKED) != 0)
		meter->is_blocked = true;
	else if (event->kind == NET_RECEIVE || event->kind == NET_RESUME)
		meter->is_blocked = false;
	for (uint32_t i = 0; i < metering->count; i++) {
		if ((meter->objects & metering->using[i]) == metering->using[i])
			seen |= 1u << i;
	}
	return seen;
}

void net_meter_fork(const struct net_metering *metering, const struct net_meter *meter,
		    struct net_meter *child)
{
	*child = *meter;
	child->objects &= ~metering->not_inherited;
	child->is_blocked = false;
}

void net_meter_join(const struct net_metering *metering, struct net_meter *meter,
		    struct net_meter *ended)
{
	if (meter->is_blocked) {
		advance(metering, ended, meter->since_tsc);
		for (uint32_t i = 0; i < metering->count; i++)
			meter->ticks[i] = ended->ticks[i];
	}
	meter->is_blocked = false;
}

void net_meter_final(struct net_metering *metering, const struct net_meter *meter, uint32_t seen,
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
