/* SPDX-License-Identifier: MIT */
/* Writes the names of objects and threads, then the events of each CPU as they are in memory. This
 * is possible because records use the byte order of this CPU. */
#include "kernel/flow/run/report.h"

#include "bench/flow/online.h"
#include "kernel/core/console.h"
#include "kernel/dev/time_base.h"
#include "kernel/flow/clock_skew.h"
#include "kernel/flow/peers.h"
#include "kernel/flow/real.h"
#include "kernel/flow/sched.h"
#include "kernel/flow/task.h"
#include "kernel/machine/clock.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define NAME_CHARS 16
#define PATH_MAX (WIRE_BYTES_MAX / sizeof(uint32_t))

_Static_assert(FLOW_BLOCK_EVENTS * sizeof(struct flow_event) <= WIRE_BYTES_MAX,
	       "a block fits a record");

static uint64_t run_id;

/* ---- Names ---- */

static void write_object(uint32_t node, unsigned object, const char *class, const char *name)
{
	wire_write(console_writer(), WIRE_flow_object, &(struct wire_flow_object){
		.run = run_id, .node = node, .object = object, .class = class, .name = name,
	});
}

static void write_objects(const struct flow_run *run, uint32_t node)
{
	static const char *const classes[] = {
		[FLOW_PORT] = "queue", [FLOW_STREAM] = "queue", [FLOW_DEVICE] = "device",
		[FLOW_DISK] = "device",
		[FLOW_SERIAL] = "device", [FLOW_REAL] = "device", [FLOW_DELAY] = "device",
		[FLOW_QUEUE] = "queue", [FLOW_LOCK] = "lock", [FLOW_SOFTWARE] = "software",
		[FLOW_DATA] = "data",
	};
	const struct flow_script *script = flow_run_script(run, node);
	char name[NAME_CHARS];

	for (unsigned i = 0; i < script->object_count; i++)
		write_object(node, i + 1, classes[script->objects[i].kind],
			     script->objects[i].name);
	write_object(node, flow_object_run_queue(script), "queue", "run_queue");
	for (unsigned cpu = 0; cpu < flow_cpu_count(run, node); cpu++) {
		fmt_buffer(name, sizeof(name), "cpu%u", cpu);
		write_object(node, flow_object_cpu(script, cpu), "cpu", name);
	}
}

/* Write the real devices that serve objects of the script. */
static void write_devices(const struct flow_script *script, uint32_t node)
{
	for (unsigned i = 0; i < script->object_count; i++) {
		enum flow_object_kind kind = script->objects[i].kind;
		const char *name = flow_real_name(node, i + 1);

		if (kind == FLOW_DISK || kind == FLOW_SERIAL || kind == FLOW_REAL)
			wire_write(console_writer(), WIRE_flow_device, &(struct wire_flow_device){
				.run = run_id, .node = node, .object = i + 1,
				.is_real = name != NULL,
				.device = name != NULL ? name : "simulated",
			});
	}
}

static void write_threads(const struct flow_script *script, uint32_t node)
{
	for (unsigned i = 0; i < script->thread_count; i++)
		wire_write(console_writer(), WIRE_flow_thread, &(struct wire_flow_thread){
			.run = run_id, .node = node, .thread = i + 1,
			.name = script->threads[i].name,
		});
}

/* ---- Clocks ---- */

static struct wire_flow_node node_of(const struct flow_run *run, uint32_t node)
{
	return (struct wire_flow_node){
		.run = run_id, .node = node, .cpus = flow_cpu_count(run, node),
		.offset_ticks = node * clock_skew_ticks(&run->skew, clock_hz()),
		.drift_ppb = node * run->skew.drift_ppb,
	};
}

static void apply_skew(const struct wire_flow_node *node, struct flow_event *events, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		events[i].time = clock_skew_time(events[i].time, node->offset_ticks,
						 node->drift_ppb);
}

/* ---- Events ---- */

static void write_ring(struct flow_ring *ring, const struct wire_flow_node *node)
{
	uint32_t events = flow_ring_close(ring), n;

	apply_skew(node, ring->first, events);
	for (uint32_t first = 0; first < events; first += n) {
		n = events - first < FLOW_BLOCK_EVENTS ? events - first : FLOW_BLOCK_EVENTS;
		wire_write(console_writer(), WIRE_flow_trace, &(struct wire_flow_trace){
			.run = run_id, .node = ring->node, .cpu = ring->cpu, .first = first, .n = n,
			.data = {(const uint8_t *)(ring->first + first),
				 n * sizeof(struct flow_event)},
		});
	}
	wire_write(console_writer(), WIRE_flow_ring, &(struct wire_flow_ring){
		run_id, ring->node, ring->cpu, events, ring->lost,
	});
}

/* ---- Truth ---- */

/* Write the critical path. If an emulator's clock advances while its host is busy, delays are
 * unknown. Delays of real devices are always unknown. */
static void report_write_truth(const struct flow_script *script, const uint32_t *made)
{
	uint32_t path[PATH_MAX], source = flow_task_last_source(), n;

	if (time_base_unit() == TIME_EMULATED || flow_real_is_used())
		return;
	for (uint32_t first = 0; first < script->truth_count; first += n) {
		n = script->truth_count - first < PATH_MAX ? script->truth_count - first : PATH_MAX;
		for (uint32_t i = 0; i < n; i++) {
			uint16_t step = script->truth[first + i];

			path[i] = step == FLOW_TRUTH_SOURCE ? source : made[step];
		}
		wire_write(console_writer(), WIRE_flow_truth, &(struct wire_flow_truth){
			.run = run_id, .source = source, .first = first, .n = n,
			.path = {(const uint8_t *)path, n * sizeof(path[0])},
		});
	}
}

static void report_write_node(const struct flow_run *run, uint32_t number)
{
	struct wire_flow_node node = node_of(run, number);

	if (run->further_nodes > 0)
		wire_write(console_writer(), WIRE_flow_node, &node);
	write_objects(run, number);
	write_devices(flow_run_script(run, number), number);
	write_threads(flow_run_script(run, number), number);
	for (uint32_t i = 0; i < flow_cpu_count(run, number); i++)
		write_ring(&flow_recorder.rings[flow_first_cpu(run, number) + i], &node);
}

void flow_report(const struct flow_run *run, const char *name, const uint32_t *made)
{
	run_id++;
	wire_write(console_writer(), WIRE_flow_run, &(struct wire_flow_run){
		run_id, name, run->cpus, run->ring_events,
	});
	if (flow_run_is_apart(run)) {
		report_write_node(run, run->self);
		peers_report(run_id);
		return;
	}
	for (uint32_t node = 0; node < flow_run_nodes(run); node++)
		report_write_node(run, node);
	flow_online_write(console_writer(), run_id, run->script, &flow_recorder.metering);
	report_write_truth(run->script, made);
}
