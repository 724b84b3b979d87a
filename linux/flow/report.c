/* SPDX-License-Identifier: MIT */
/* The events of all threads are one stream, of CPU 0, because a process does not know its CPUs. */
#include "linux/flow/report.h"

#include "bench/flow/online.h"
#include "bench/platform.h"
#include "linux/flow/thread.h"
#include "linux/trace/tracefs.h"

static uint64_t run_id;

static void write_object(unsigned object, const char *class, const char *name)
{
	wire_write(platform_writer(), WIRE_flow_object, &(struct wire_flow_object){
		.run = run_id, .object = object, .class = class, .name = name,
	});
}

static void write_objects(const struct flow_script *script)
{
	static const char *const classes[] = {
		[FLOW_PORT] = "queue", [FLOW_DEVICE] = "device", [FLOW_DISK] = "device",
		[FLOW_SERIAL] = "device", [FLOW_DELAY] = "device", [FLOW_QUEUE] = "queue",
		[FLOW_LOCK] = "lock", [FLOW_SOFTWARE] = "software", [FLOW_DATA] = "data",
	};

	for (unsigned i = 0; i < script->object_count; i++) {
		enum flow_object_kind kind = script->objects[i].kind;

		write_object(i + 1, classes[kind], script->objects[i].name);
		if (kind == FLOW_DISK || kind == FLOW_SERIAL)
			wire_write(platform_writer(), WIRE_flow_device, &(struct wire_flow_device){
				.run = run_id, .object = i + 1, .device = "simulated",
			});
	}
	write_object(flow_object_kernel(), "software", "kernel");
}

static void write_threads(const struct flow_script *script)
{
	for (unsigned i = 0; i < script->thread_count; i++)
		wire_write(platform_writer(), WIRE_flow_thread, &(struct wire_flow_thread){
			.run = run_id, .thread = i + 1, .name = script->threads[i].name,
		});
}

/* For the kernel's trace. */
static void write_tids(void)
{
	for (uint32_t i = 0; i < flow_process.tid_count && i < FLOW_TIDS_MAX; i++)
		wire_write(platform_writer(), WIRE_flow_tid, &(struct wire_flow_tid){
			.run = run_id, .tid = flow_process.tids[i].tid,
			.thread = flow_process.tids[i].thread,
		});
}

static void write_events(const struct flow_event *events)
{
	uint64_t lost;
	uint32_t count = flow_tasks_events(&lost), n;

	for (uint32_t first = 0; first < count; first += n) {
		n = count - first < FLOW_BLOCK_EVENTS ? count - first : FLOW_BLOCK_EVENTS;
		wire_write(platform_writer(), WIRE_flow_trace, &(struct wire_flow_trace){
			.run = run_id, .first = first, .n = n,
			.data = {(const uint8_t *)(events + first), n * sizeof(*events)},
		});
	}
	wire_write(platform_writer(), WIRE_flow_ring, &(struct wire_flow_ring){
		.run = run_id, .events = count, .lost = lost,
	});
}

/* Write the other CPUs, for a run without the kernel's trace. */
static void write_idle(uint32_t cpus)
{
	for (uint32_t cpu = 1; cpu < cpus; cpu++)
		wire_write(platform_writer(), WIRE_flow_ring,
			   &(struct wire_flow_ring){.run = run_id, .cpu = cpu});
}

void flow_report(const struct flow_run *run, const char *name, const struct flow_event *events)
{
	run_id++;
	wire_write(platform_writer(), WIRE_flow_run, &(struct wire_flow_run){
		run_id, name, run->cpus, run->ring_events,
	});
	write_objects(run->script);
	write_threads(run->script);
	write_events(events);
	if (run->recording == FLOW_RECORDING_METERED) {
		write_idle(run->cpus);
		flow_online_write(platform_writer(), run_id, run->script, flow_tasks_metering());
		return;
	}
	write_tids();
	tracefs_write(&(struct tracefs_subject){.kind = "flow_run", .id = run_id});
}
