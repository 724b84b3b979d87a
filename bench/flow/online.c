/* SPDX-License-Identifier: MIT */
#include "bench/flow/online.h"

#include <stddef.h>

#include "lib/text/fmt.h"

#define STATE_CHARS 128

static void name_state(const struct flow_script *script, uint64_t objects, char text[STATE_CHARS])
{
	size_t used = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < script->object_count && used < STATE_CHARS; i++) {
		if ((objects & flow_bit(i)) != 0)
			used += fmt_buffer(text + used, STATE_CHARS - used, "%s%s",
					   used > 0 ? " and " : "", script->objects[i].name);
	}
}

void flow_online_write(struct wire_writer *writer, uint64_t run_id,
		       const struct flow_script *script, const struct flow_metering *metering)
{
	char using[STATE_CHARS], state[STATE_CHARS];

	for (uint32_t i = 0; i < metering->count; i++) {
		name_state(script, script->states[i].using, using);
		name_state(script, script->states[i].state, state);
		wire_write(writer, WIRE_flow_online, &(struct wire_flow_online){
			run_id, using, state, metering->interactions[i],
			metering->response_ticks[i], metering->state_ticks[i],
		});
	}
}
