/* The names of objects and threads, then each CPU's events as its ring has them: the byte order of
 * records is this CPU's own. */
#include "kernel/net_report.h"

#include "bench/platform.h"
#include "kernel/net_task.h"
#include "kernel/net_thread.h"
#include "lib/fmt.h"
#include "lib/string.h"

#define NAME_CHARS 16
#define STATE_CHARS 128
#define PATH_MAX (WIRE_BYTES_MAX / sizeof(uint32_t))

_Static_assert(NET_BLOCK_EVENTS * sizeof(struct net_event) <= WIRE_BYTES_MAX,
	       "a block fits a record");

static uint64_t run_id;

/* ---- Names ---- */

static void write_object(unsigned object, const char *class, const char *name)
{
	wire_write(platform_writer(), WIRE_net_object, &(struct wire_net_object){
		.run = run_id, .object = object, .class = class, .name = name,
	});
}

static void write_objects(const struct net_run *run)
{
	static const char *const classes[] = {
		[NET_PORT] = "queue", [NET_DEVICE] = "device", [NET_DISK] = "device",
		[NET_DELAY] = "device", [NET_QUEUE] = "queue", [NET_LOCK] = "lock",
		[NET_SOFTWARE] = "software", [NET_DATA] = "data",
	};
	const struct net_script *script = run->script;
	char name[NAME_CHARS];

	for (unsigned i = 0; i < script->object_count; i++)
		write_object(i + 1, classes[script->objects[i].kind], script->objects[i].name);
	write_object(net_object_run_queue(script), "queue", "run_queue");
	for (unsigned cpu = 0; cpu < run->cpus; cpu++) {
		fmt_buffer(name, sizeof(name), "cpu%u", cpu);
		write_object(net_object_cpu(script, cpu), "cpu", name);
	}
}

static void write_threads(const struct net_script *script)
{
	for (unsigned i = 0; i < script->thread_count; i++)
		wire_write(platform_writer(), WIRE_net_thread, &(struct wire_net_thread){
			.run = run_id, .thread = i + 1, .name = script->threads[i].name,
		});
}

/* ---- Events ---- */

static void write_ring(struct net_ring *ring)
{
	uint32_t events = net_ring_close(ring), n;

	for (uint32_t first = 0; first < events; first += n) {
		n = events - first < NET_BLOCK_EVENTS ? events - first : NET_BLOCK_EVENTS;
		wire_write(platform_writer(), WIRE_net_trace, &(struct wire_net_trace){
			.run = run_id, .node = ring->node, .cpu = ring->cpu, .first = first, .n = n,
			.data = {(const uint8_t *)(ring->first + first),
				 n * sizeof(struct net_event)},
		});
	}
	wire_write(platform_writer(), WIRE_net_ring, &(struct wire_net_ring){
		run_id, ring->node, ring->cpu, events, ring->lost,
	});
}

/* ---- Sums ---- */

static void name_state(const struct net_script *script, uint64_t objects, char text[STATE_CHARS])
{
	size_t used = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < script->object_count && used < STATE_CHARS; i++) {
		if ((objects & net_bit(i)) != 0)
			used += fmt_buffer(text + used, STATE_CHARS - used, "%s%s",
					   used > 0 ? " and " : "", script->objects[i].name);
	}
}

static void write_sums(const struct net_script *script)
{
	const struct net_metering *metering = &net_recorder.metering;
	char using[STATE_CHARS], state[STATE_CHARS];

	for (uint32_t i = 0; i < metering->count; i++) {
		name_state(script, script->states[i].using, using);
		name_state(script, script->states[i].state, state);
		wire_write(platform_writer(), WIRE_net_online, &(struct wire_net_online){
			run_id, using, state, metering->interactions[i],
			metering->response_ticks[i], metering->state_ticks[i],
		});
	}
}

/* ---- Truth ---- */

/* Nothing is known where an emulator's clock goes on while its host is busy with something else:
 * delays are then as long as they like. */
static void write_truth(const struct net_script *script, const uint32_t *made)
{
	uint32_t path[PATH_MAX], source = net_task_last_source(), n;

	if (platform_time_base() == TIME_EMULATED)
		return;
	for (uint32_t first = 0; first < script->truth_count; first += n) {
		n = script->truth_count - first < PATH_MAX ? script->truth_count - first : PATH_MAX;
		for (uint32_t i = 0; i < n; i++) {
			uint16_t step = script->truth[first + i];

			path[i] = step == NET_TRUTH_SOURCE ? source : made[step];
		}
		wire_write(platform_writer(), WIRE_net_truth, &(struct wire_net_truth){
			.run = run_id, .source = source, .first = first, .n = n,
			.path = {(const uint8_t *)path, n * sizeof(path[0])},
		});
	}
}

void net_report(const struct net_run *run, const char *name, const uint32_t *made)
{
	run_id++;
	wire_write(platform_writer(), WIRE_net_run, &(struct wire_net_run){
		run_id, name, run->cpus, run->ring_events,
	});
	write_objects(run);
	write_threads(run->script);
	for (uint32_t cpu = 0; cpu < run->cpus; cpu++)
		write_ring(&net_recorder.rings[cpu]);
	write_sums(run->script);
	write_truth(run->script, made);
}
