/* SPDX-License-Identifier: MIT */
/* Counts gaps. */
#include "bench/noise/tally.h"

#include "bench/engine/records.h"
#include "bench/engine/sweep.h"
#include "lib/cpu/clock.h"
#include "lib/text/string.h"
#include "lib/wire/samples.h"

#define NAMES_CHARS 64

int noise_tally_begin(struct noise_tally *tally)
{
	int status = idle_trace_calibrate(tally->trace);

	tally->trace->loop.threshold_ticks = tally->trace->pass_ticks + tally->slack_ticks;
	tally->begin_tsc = clock_read();
	return status;
}

/* ---- Adding a run ---- */

static void list(struct noise_tally *tally, const struct noise_gap *gap)
{
	if (tally->listed_count < NOISE_LISTED_MAX)
		tally->listed[tally->listed_count++] = *gap;
}

static void tally_add_gap(struct noise_tally *tally, const struct noise_gap *gap)
{
	unsigned bin = 63 - (unsigned)__builtin_clzll(gap->ticks);

	if (tally->bins[bin]++ == 0)
		tally->firsts_ticks[bin] = gap->at_ticks;
	tally->gaps++;
	tally->gap_ticks += gap->ticks;
	tally->smi_gaps += gap->smis != 0;
	tally->interrupt_gaps += gap->interrupts != 0;
	if (gap->ticks > tally->latest_largest_ticks)
		tally->latest_largest_ticks = gap->ticks;
	if (gap->ticks > tally->largest_ticks) {
		tally->largest_ticks = gap->ticks;
		tally->largest_at_ticks = gap->at_ticks;
	}
	if (gap->ticks > tally->limit_ticks) {
		tally->over_limit++;
		list(tally, gap);
	}
}

void noise_tally_add(struct noise_tally *tally)
{
	const struct idle_trace *trace = tally->trace;
	uint64_t count = ring_count(&trace->passes);
	uint32_t smis = trace->readings_before[0], interrupts = 0;

	for (uint64_t i = 0; i < count; i++) {
		const struct idle_pass *pass = ring_at(&trace->passes, i);
		uint64_t ticks = pass->end_tsc - pass->begin_tsc;
		struct noise_gap gap = {
			.at_ticks = pass->end_tsc - tally->begin_tsc,
			.ticks = ticks > trace->pass_ticks ? ticks - trace->pass_ticks : 0,
			.smis = idle_trace_reads_smis(trace) ? pass->readings[0] - smis : 0,
			.interrupts = pass->interrupts - interrupts,
		};

		smis = pass->readings[0];
		interrupts = pass->interrupts;
		tally->slow_ticks += ticks;
		if (gap.ticks > 0)
			tally_add_gap(tally, &gap);
	}
	tally->passes += count + trace->loop.short_passes;
	tally->watched_ticks += trace->end_tsc - trace->begin_tsc;
	tally->smis += trace->smis;
	tally->interrupts += trace->interrupts;
	tally->until_ticks = trace->end_tsc - tally->begin_tsc;
}

/* Watch in runs. A run with a full ring ends early, and another one follows. */
int noise_tally_watch(struct noise_tally *tally, uint64_t ticks)
{
	uint64_t begin_tsc = clock_read(), passed_ticks = 0;

	while (passed_ticks < ticks) {
		int status;

		tally->trace->duration_ticks = ticks - passed_ticks;
		status = platform_idle_run(tally->trace);
		if (status != 0)
			return status;
		noise_tally_add(tally);
		passed_ticks = clock_read() - begin_tsc;
	}
	return 0;
}

/* ---- Records ---- */

static void write_state(const struct bench_ctx *ctx, const struct noise_tally *tally, bool is_final)
{
	static uint8_t bins[NOISE_BINS * SAMPLE_BYTES_MAX], firsts[NOISE_BINS * SAMPLE_BYTES_MAX];
	const struct idle_trace *trace = tally->trace;
	struct wire_bytes packed_bins = {bins, 0}, packed_firsts = {firsts, 0};
	char point[SWEEP_POINT_CHARS], readings[NAMES_CHARS];

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	idle_trace_reading_names(trace, readings, sizeof(readings));
	samples_pack(tally->bins, NOISE_BINS, bins, sizeof(bins), &packed_bins.size);
	samples_pack(tally->firsts_ticks, NOISE_BINS, firsts, sizeof(firsts), &packed_firsts.size);
	wire_write(platform_writer(), WIRE_noise, &(struct wire_noise){
		.bench = records_current_bench(),
		.point = point,
		.cpu = tally->cpu,
		.final = is_final,
		.quantum_ticks = trace->quantum_ticks,
		.pass_ticks = trace->pass_ticks,
		.threshold_ticks = trace->loop.threshold_ticks,
		.limit_ticks = tally->limit_ticks,
		.begin_tsc = tally->begin_tsc,
		.until_ticks = tally->until_ticks,
		.watched_ticks = tally->watched_ticks,
		.passes = tally->passes,
		.gaps = tally->gaps,
		.gap_ticks = tally->gap_ticks,
		.over_limit = tally->over_limit,
		.largest_ticks = tally->largest_ticks,
		.largest_at = tally->largest_at_ticks,
		.smis = tally->smis,
		.smi_gaps = tally->smi_gaps,
		.interrupts = tally->interrupts,
		.interrupt_gaps = tally->interrupt_gaps,
		.readings = readings,
		.bins = packed_bins,
		.firsts = packed_firsts,
	});
}

void noise_tally_write(const struct bench_ctx *ctx, struct noise_tally *tally, bool is_final)
{
	for (; tally->listed_written < tally->listed_count; tally->listed_written++) {
		const struct noise_gap *gap = &tally->listed[tally->listed_written];

		wire_write(platform_writer(), WIRE_noise_gap, &(struct wire_noise_gap){
			records_current_bench(), tally->cpu, gap->at_ticks, gap->ticks, gap->smis,
			gap->interrupts});
	}
	write_state(ctx, tally, is_final);
}

/* ---- The operating system's part ---- */

void noise_activity_begin(struct noise_tally *tally)
{
	tally->activity_count = platform_activity(tally->cpu, tally->activities,
						  NOISE_ACTIVITIES_MAX);
}

/* Count of a counter at the start. A counter that did not exist then started at 0. */
static uint64_t count_before(const struct noise_tally *tally, const struct platform_activity *now)
{
	for (uint32_t i = 0; i < tally->activity_count; i++) {
		const struct platform_activity *before = &tally->activities[i];

		if (strcmp(before->source, now->source) == 0 &&
		    strcmp(before->name, now->name) == 0)
			return before->count;
	}
	return 0;
}

void noise_activity_write(const struct bench_ctx *ctx, struct noise_tally *tally)
{
	static struct platform_activity now[NOISE_ACTIVITIES_MAX];
	uint32_t count = platform_activity(tally->cpu, now, NOISE_ACTIVITIES_MAX);
	uint64_t elapsed_ticks = clock_read() - tally->begin_tsc;
	char point[SWEEP_POINT_CHARS];

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t happened = now[i].count - count_before(tally, &now[i]);

		if (happened != 0)
			wire_write(platform_writer(), WIRE_os_activity, &(struct wire_os_activity){
				records_current_bench(), point, tally->cpu, elapsed_ticks,
				now[i].source, now[i].name, happened});
	}
}
