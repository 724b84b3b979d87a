/* SPDX-License-Identifier: MIT */
/* One sample is one run of a script, from its first thread to the end of its last action. */
#include "bench/flow/workload.h"

#include "bench/engine/options.h"
#include "bench/engine/sweep.h"
#include "bench/engine/warning.h"
#include "bench/flow/real.h"
#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

_Static_assert(OPTIONS_SCALES_MAX <= FLOW_SCALES_MAX, "a run accepts as many scales as the command "
						      "line");

_Static_assert(OPTIONS_FLOW_NODES_MAX <= FLOW_NODES_MAX, "and as many nodes");

#define NAME_OF_CPUS "cpu"

#define NAME_CHARS (SWEEP_POINT_CHARS + 32)

static const char *const recorder_labels[] = {
	[FLOW_RECORDING_OFF] = "off",
	[FLOW_RECORDING_ON] = "on",
	[FLOW_RECORDING_METERED] = "metered",
};

static size_t recorders(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = FLOW_RECORDING_OFF;
	values[1] = FLOW_RECORDING_ON;
	values[2] = FLOW_RECORDING_METERED;
	return 3;
}

size_t workload_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = 1;
	values[1] = 2;
	if (platform_cpu_count() > 1)
		return 2;
	bench_skip(ctx, "smp", "the 2-CPU point needs a second CPU");
	return 1;
}

#define AXES_OF_ALL \
	[WORKLOAD_AXIS_RECORDER] = {"recorder", recorder_labels, recorders}, \
	[WORKLOAD_AXIS_CPUS] = {"cpus", NULL, workload_cpus}

const struct axis workload_disk_axes[] = {AXES_OF_ALL, REAL_AXIS_DISK, {0}};
const struct axis workload_line_axes[] = {AXES_OF_ALL, REAL_AXIS_SERIAL, {0}};

const struct axis workload_recorder_axes[] = {{"recorder", recorder_labels, recorders}, {0}};

static void find_objects(const struct flow_script *script, const char *name, uint64_t *objects)
{
	for (uint32_t i = 0; i < script->object_count; i++) {
		if (strcmp(script->objects[i].name, name) == 0)
			*objects |= flow_bit(i);
	}
}

/* Scale an object. Returns whether any node of the workload has the object. */
static bool scale_of(const struct flow_run *run, const struct options_scale *wanted,
		     struct flow_scale *scale)
{
	bool is_there = strcmp(wanted->object, NAME_OF_CPUS) == 0;

	*scale = (struct flow_scale){.is_of_cpu = is_there, .percent = wanted->percent};
	for (uint32_t node = 0; node < flow_run_nodes(run); node++) {
		find_objects(flow_run_script(run, node), wanted->object, &scale->objects[node]);
		is_there |= scale->objects[node] != 0;
	}
	return is_there;
}

/* A real device cannot be scaled. To predict the effect of a faster device, use a simulated one. */
static void warn_of_real(const struct bench_ctx *ctx, const struct flow_run *run,
			 const struct options_scale *wanted)
{
	for (uint32_t node = 0; node < flow_run_nodes(run); node++) {
		const struct flow_script *script = flow_run_script(run, node);

		for (uint32_t i = 0; i < script->object_count; i++) {
			if (real_serves(&run->real, script->objects[i].kind) &&
			    strcmp(script->objects[i].name, wanted->object) == 0)
				warning("flow.scale", "%s: '%s' is a real device and cannot be "
						      "scaled", ctx->bench->name, wanted->object);
		}
	}
}

/* Apply the command line's scales to the script's objects. */
static void add_scales(const struct bench_ctx *ctx, struct flow_run *run)
{
	for (unsigned i = 0; i < ctx->options->scale_count; i++) {
		const struct options_scale *wanted = &ctx->options->scales[i];

		warn_of_real(ctx, run, wanted);
		if (scale_of(run, wanted, &run->scales[run->scale_count]))
			run->scale_count++;
		else
			warning("flow.scale", "%s: no object '%s'", ctx->bench->name,
				wanted->object);
	}
}

/* Whether a workload is of one machine although this machine is one of several nodes, each of which
 * would call itself the first node. A script without threads runs and logs nothing, so it does not
 * count. */
static bool is_of_one_machine(const struct bench_ctx *ctx, const struct flow_run *run)
{
	return run->carrier != ctx->options->flow_link && run->script->thread_count > 0;
}

int workload_open(struct bench_ctx *ctx, const struct flow_run *run)
{
	struct flow_run complete = *run;
	int status;

	if (is_of_one_machine(ctx, run))
		return bench_skip(ctx, "nodes", "this workload needs one machine, but this machine "
						"is one of several nodes");
	status = real_devices(ctx, &complete.real);
	if (status != 0)
		return status;
	add_scales(ctx, &complete);
	status = platform_flow_open(&complete);
	if (status == -ENOMEM)
		return bench_skip(ctx, "memory", "no memory for the events");
	if (status == -ENOTSUP && platform_is_hosted())
		return bench_skip(ctx, "interactions", "%s", platform_flow_problem());
	if (status != 0 && run->carrier == FLOW_BY_MEMORY && platform_flow_problem() != NULL)
		return bench_error(ctx, status, "%s", platform_flow_problem());
	return status;
}

int workload_set_up(struct bench_ctx *ctx)
{
	return workload_open(ctx, &(struct flow_run){
		.script = ctx->bench->variant,
		.recording = (enum flow_recording)ctx->point[WORKLOAD_AXIS_RECORDER],
		.cpus = (uint32_t)ctx->point[WORKLOAD_AXIS_CPUS],
		.ring_events = WORKLOAD_RING_EVENTS,
	});
}

int workload_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	int status = platform_flow_act(&values[0]);

	if (status == 0)
		return 0;
	if (platform_flow_problem() != NULL)
		return bench_error(ctx, status, "the workload did not finish: %s",
				   platform_flow_problem());
	return bench_error(ctx, status, "the workload did not finish");
}

void workload_tear_down(struct bench_ctx *ctx)
{
	char point[SWEEP_POINT_CHARS], name[NAME_CHARS];

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	fmt_buffer(name, sizeof(name), "%s %s", ctx->bench->name, point);
	platform_flow_close(name);
}
