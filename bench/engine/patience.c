/* SPDX-License-Identifier: MIT */
/* The rule, and what is said of it. */
#include "bench/engine/patience.h"

#include "bench/engine/records.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"

#define STANDSTILL_MS 2000              /* clocks of whole seconds may differ by less */

void patience_begin(struct patience *patience, uint64_t limit_ms)
{
	*patience = (struct patience){.limit_ms = limit_ms};
}

static bool is_over(const struct patience *patience)
{
	return patience->looks_over > 0 &&
	       patience->looks_over >= patience->limit_ms / 2 / PATIENCE_LOOK_MS;
}

bool patience_is_over(struct patience *patience, uint64_t elapsed_ms, uint64_t ran_ms)
{
	bool was_at_limit = patience->ran_ms >= patience->limit_ms;
	uint64_t ran_since_ms = ran_ms > patience->ran_ms ? ran_ms - patience->ran_ms : 0;

	patience->looks++;
	patience->looks_over += was_at_limit && ran_since_ms >= PATIENCE_LOOK_MS / 2;
	patience->elapsed_ms = elapsed_ms;
	patience->ran_ms += ran_since_ms;
	return is_over(patience) ||
	       patience->looks - patience->looks_over > PATIENCE_IDLE_LOOKS_MAX;
}

uint64_t patience_next_ms(const struct patience *patience)
{
	uint64_t rest_ms = patience->limit_ms > patience->ran_ms
			   ? patience->limit_ms - patience->ran_ms : 0;

	return rest_ms > PATIENCE_LOOK_MS ? rest_ms : PATIENCE_LOOK_MS;
}

void patience_report(const struct patience *patience)
{
	uint64_t elapsed_ms = patience->elapsed_ms, ran_ms = patience->ran_ms;

	if (patience->looks == 0)
		return;
	if (elapsed_ms > ran_ms + STANDSTILL_MS) {
		wire_write(platform_writer(), WIRE_standstill, &(struct wire_standstill){
			.bench = records_current_bench(), .elapsed_ms = elapsed_ms,
			.ran_ms = ran_ms, .limit_ms = patience->limit_ms});
		warning("watchdog", "stood still for about %lu of %lu s: stopped, or not let run; "
			"the sample of then is not good", (elapsed_ms - ran_ms + 500) / 1000,
			(elapsed_ms + 500) / 1000);
	} else if (!is_over(patience)) {
		warning("watchdog", "a point took longer than its limit of %lu s and ended: it was "
			"slow, or the machine stood still", patience->limit_ms / 1000);
	}
}
