/* SPDX-License-Identifier: MIT */
/* Writes the runner's records. Nothing here runs in the isolated section. */
#include "bench/engine/records.h"

#include "bench/engine/sweep.h"
#include "bench/engine/warning.h"
#include "lib/order.h"
#include "lib/text/fmt.h"
#include "lib/text/quantity.h"
#include "lib/text/string.h"
#include "lib/wire/samples.h"

/* if every sample is disturbed, more records would only fill the serial line */
#define DISTURBED_LISTED_MAX 32
#define SMALL_VALUE 64          /* larger values are sizes */
#define STAGE_2N 1              /* stage of a differenced benchmark with twice the operations of
				 * stage 0 */

static struct {
	uint64_t benches;       /* numbers assigned so far */
	uint64_t series;
	uint64_t idles;
	uint64_t message_logs;
} numbers;

static const char *const unit_names[] = {[UNIT_TSC_TICKS] = "tsc_ticks", [UNIT_COUNTS] = "counts"};

void records_begin(void)
{
	numbers.benches = numbers.series = numbers.idles = numbers.message_logs = 0;
}

uint64_t records_current_bench(void)
{
	return numbers.benches - 1;
}

uint64_t records_idle(void)
{
	return numbers.idles++;
}

uint64_t records_message_log(void)
{
	return numbers.message_logs++;
}

uint64_t records_bench(const struct benchmark *bench)
{
	struct wire_bench record = {
		.id = numbers.benches++,
		.name = bench->name,
		.summary = bench->summary,
		.unit = unit_names[bench->unit],
		.differs = platform_is_hosted() && bench->differs_hosted != NULL
			   ? bench->differs_hosted : "",
	};

	wire_write(platform_writer(), WIRE_bench, &record);
	return record.id;
}

static void write_samples(uint64_t series, bool cold, const uint64_t *values, uint32_t count)
{
	static uint8_t packed[WIRE_BYTES_MAX];
	struct wire_samples record = {.series = series, .cpu = platform_cpu(), .cold = cold};

	while (record.first < count) {
		size_t size;

		record.n = samples_pack(values + record.first, count - record.first, packed,
					sizeof(packed), &size);
		record.data = (struct wire_bytes){packed, size};
		wire_write(platform_writer(), WIRE_samples, &record);
		record.first += record.n;
	}
}

static void write_disturbed(uint64_t series, uint64_t index, const char *cause, uint64_t count)
{
	struct wire_disturbed record = {series, index, cause, count};

	if (count != 0)
		wire_write(platform_writer(), WIRE_disturbed, &record);
}

static bool is_disturbed(const struct platform_disturbances *d)
{
#define X(cause, word) d->cause ||
	return PLATFORM_DISTURBANCES(X) false;
#undef X
}

static uint32_t count_disturbed(const struct measurement *m)
{
	uint32_t disturbed = 0;

	for (uint32_t i = 0; i < m->count; i++)
		disturbed += is_disturbed(&m->disturbed[i]);
	return disturbed;
}

static void write_disturbances(uint64_t series, const struct measurement *m)
{
	uint32_t disturbed = count_disturbed(m), listed = 0;

	for (uint32_t i = 0; i < m->count && listed < DISTURBED_LISTED_MAX; i++) {
		const struct platform_disturbances *d = &m->disturbed[i];

		if (!is_disturbed(d))
			continue;
		listed++;
#define X(cause, word) write_disturbed(series, i, word, d->cause);
		PLATFORM_DISTURBANCES(X)
#undef X
	}
	if (disturbed > listed)
		warning("runner", "series %lu: %u of %u samples disturbed, %u listed",
			series, disturbed, m->count, listed);
}

/* If a stage is in microseconds, its name has the suffix "_us". The unit is ASCII, because a
 * console may have no other characters. */
static const char *unit_of_stage(const char *stage)
{
	static const char end[] = "_us";
	size_t length = strlen(stage);

	return length > strlen(end) && strcmp(stage + length - strlen(end), end) == 0 ? " us" : "";
}

/* Whether a stage is in ticks although its benchmark counts something else. */
static bool counts_ticks(const struct benchmark *bench, unsigned stage)
{
	return (bench->tick_stages >> stage & 1) != 0;
}

/* Format the time per operation, or the count that the stage's name describes. */
static void of_one(const struct benchmark *bench, unsigned stage, uint64_t value,
		   uint64_t iterations, char text[QUANTITY_CHARS])
{
	uint64_t thousandths = quantity_of_one(value, iterations);
	char number[QUANTITY_CHARS];

	if (bench->unit == UNIT_TSC_TICKS || counts_ticks(bench, stage)) {
		quantity_time(thousandths, text);
		return;
	}
	quantity_number(thousandths, number);
	fmt_buffer(text, QUANTITY_CHARS, "%s%s", number,
		   bench->stages != NULL ? unit_of_stage(bench->stages[stage]) : "");
}

/* A blank before a word of a line, which may be empty if there is no point or no stage. */
static const char *blank_before(const char *word)
{
	return *word != '\0' ? " " : "";
}

/* Whether to print a point. Of a sweep over sizes only powers of two are printed, because all sizes
 * would scroll away. */
static bool is_said(const struct bench_ctx *ctx)
{
	const struct axis *axes = ctx->bench->axes;

	for (unsigned i = 0; axes != NULL && axes[i].name != NULL; i++) {
		uint64_t value = ctx->point[i];

		if (axes[i].labels == NULL && value != BENCH_AXIS_DEFAULT &&
		    value > SMALL_VALUE && (value & (value - 1)) != 0)
			return false;
	}
	return true;
}

static void write_skip(const struct wire_skip *record)
{
	wire_write(platform_writer(), WIRE_skip, record);
	platform_print("%s%s%s: skipped, %s\n", record->bench, blank_before(record->point),
		     record->point, record->detail);
}

unsigned records_stage_count(const struct benchmark *bench)
{
	unsigned count = 0;

	if (bench->differenced)
		return STAGE_2N + 1;
	if (bench->stages == NULL)
		return 1;
	while (count < BENCH_STAGES_MAX && bench->stages[count] != NULL)
		count++;
	return count;
}

static const char *stage_name(const struct benchmark *bench, unsigned stage)
{
	if (bench->differenced && stage == STAGE_2N)
		return "2n";
	return bench->stages != NULL ? bench->stages[stage] : "";
}

/* Whether the metric is the difference of the two stages of every sample. */
static bool is_difference(const struct benchmark *bench)
{
	return bench->differenced && bench->sample != NULL;
}

static void copy_values(const struct benchmark *bench, unsigned stage, const struct measurement *m,
			uint64_t values[BENCH_SAMPLES_MAX])
{
	memcpy(values, m->warm[stage], m->count * sizeof(values[0]));
	for (uint32_t i = 0; is_difference(bench) && i < m->count; i++)
		values[i] = m->warm[STAGE_2N][i] > values[i] ? m->warm[STAGE_2N][i] - values[i] : 0;
}

/* Print a series. Its values are raw: they include the timing overhead. */
static void say_series(const struct benchmark *bench, const char *point, unsigned stage,
		       const struct measurement *m)
{
	const char *name = stage_name(bench, stage);
	static uint64_t sorted[BENCH_SAMPLES_MAX];
	char min[QUANTITY_CHARS], median[QUANTITY_CHARS];

	copy_values(bench, stage, m, sorted);
	order_sort(sorted, m->count);
	of_one(bench, stage, sorted[0], m->iterations, min);
	of_one(bench, stage, order_twice_median(sorted, m->count), 2 * m->iterations, median);
	platform_print("%s%s%s%s%s: median %s, min %s\n", bench->name, blank_before(point), point,
		       blank_before(name), name, median, min);
}

static void write_series(const struct bench_ctx *ctx, const char *point, unsigned stage,
			 const struct measurement *m)
{
	const struct benchmark *bench = ctx->bench;
	bool is_doubled = bench->differenced && stage == STAGE_2N;
	struct wire_series record = {
		.id = numbers.series++,
		.bench = numbers.benches - 1,
		.point = point,
		.stage = stage_name(bench, stage),
		.iterations = is_doubled ? 2 * m->iterations : m->iterations,
		.timed = bench->run != NULL,
		.cold_iterations = m->cold_iterations,
		.bytes = ctx->bytes,
		.disturbed_samples = count_disturbed(m),
		.unit = counts_ticks(bench, stage) ? unit_names[UNIT_TSC_TICKS] : "",
	};

	wire_write(platform_writer(), WIRE_series, &record);
	if (!is_doubled && !bench->no_lead_in && !is_difference(bench))
		write_samples(record.id, true, &m->cold[stage], 1);
	write_samples(record.id, false, m->warm[stage], m->count);
	write_disturbances(record.id, m);
	if (is_said(ctx) && !is_doubled)
		say_series(bench, point, stage, m);
}

static bool is_measured(const struct measurement *m, unsigned stage)
{
	return m->warm[stage][0] < BENCH_NO_SUCH_STAGE;
}

static void skip_unmeasured(const struct benchmark *bench, const char *point,
			    const struct measurement *m)
{
	char detail[BENCH_DETAIL_MAX] = "this machine cannot measure the stages:";
	size_t begin = strlen(detail), used = begin;

	for (unsigned stage = 0, stages = records_stage_count(bench);
	     stage < stages && used < sizeof(detail); stage++) {
		if (m->warm[stage][0] == BENCH_NOT_MEASURED)
			used += fmt_buffer(detail + used, sizeof(detail) - used, " %s",
					   bench->stages[stage]);
	}
	if (used > begin)
		write_skip(&(struct wire_skip){bench->name, point, "stages", detail});
}

void records_point(const struct bench_ctx *ctx, const struct measurement *m)
{
	char point[SWEEP_POINT_CHARS];

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	for (unsigned stage = 0; stage < records_stage_count(ctx->bench); stage++) {
		if (is_measured(m, stage))
			write_series(ctx, point, stage, m);
	}
	skip_unmeasured(ctx->bench, point, m);
}

static struct wire_bytes pack_counts(const uint64_t *values, uint8_t *packed, size_t capacity)
{
	struct wire_bytes bytes = {.data = packed};

	samples_pack(values, COUNT_SAMPLES, packed, capacity, &bytes.size);
	return bytes;
}

void records_counts(const struct bench_ctx *ctx, const struct counts *counts)
{
	uint8_t overhead[COUNT_SAMPLES * SAMPLE_BYTES_MAX], values[sizeof(overhead)];
	char point[SWEEP_POINT_CHARS];

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	for (uint32_t i = 0; i < counts->count; i++) {
		const struct counted *counted = &counts->events[i];

		wire_write(platform_writer(), WIRE_count, &(struct wire_count){
			.bench = numbers.benches - 1,
			.point = point,
			.event = pmc_event_word(counted->counter.event),
			.select = counted->counter.select,
			.counter = counted->counter.counter,
			.iterations = counts->iterations,
			.n = COUNT_SAMPLES,
			.overhead = pack_counts(counted->overhead, overhead, sizeof(overhead)),
			.data = pack_counts(counted->values, values, sizeof(values)),
		});
	}
}

void records_count_error(const struct bench_ctx *ctx, int status)
{
	char point[SWEEP_POINT_CHARS], detail[BENCH_DETAIL_MAX];

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	fmt_buffer(detail, sizeof(detail), "counting aborted: error %d: %s", status, ctx->detail);
	write_skip(&(struct wire_skip){ctx->bench->name, point, "event", detail});
}

/* The record has the name of the event, because no benchmark is skipped. */
void records_uncounted(enum pmc_event event, const char *why)
{
	const struct platform_capability_text *text = &platform_capability_texts[PLATFORM_BIT_PMC];
	bool has_counters = (platform_capabilities() & CAN_PMC) != 0;
	char name[64], detail[BENCH_DETAIL_MAX];

	fmt_buffer(name, sizeof(name), "%s.%s", text->word, pmc_event_word(event));
	fmt_buffer(detail, sizeof(detail), "%s%s",
		   has_counters ? "" : "performance counter missing:", why);
	write_skip(&(struct wire_skip){name, "", has_counters ? "event" : text->word, detail});
}

void records_skip(const struct bench_ctx *ctx, unsigned axes)
{
	char point[SWEEP_POINT_CHARS];

	sweep_describe(ctx, axes, point);
	write_skip(&(struct wire_skip){ctx->bench->name, point, ctx->missing, ctx->detail});
}

void records_missing(const struct benchmark *bench, enum platform_capability_bit missing)
{
	const struct platform_capability_text *text = &platform_capability_texts[missing];
	const char *why = platform_missing_reason(missing);
	char detail[BENCH_DETAIL_MAX];

	fmt_buffer(detail, sizeof(detail), "needs %s%s%s", text->summary, why != NULL ? ": " : "",
		   why != NULL ? why : "");
	write_skip(&(struct wire_skip){bench->name, "", text->word, detail});
}

void records_fault(const struct bench_ctx *ctx, const struct platform_failure *failure)
{
	char point[SWEEP_POINT_CHARS];
	struct wire_fault record = {
		.bench = ctx->bench->name,
		.point = point,
		.kind = failure->kind,
		.cpu = failure->cpu,
		.vector = failure->vector,
		.error = failure->error,
		.rip = failure->rip,
		.cr2 = failure->cr2,
		.registers = failure->registers,
		.backtrace = failure->backtrace,
		.detail = failure->detail,
	};

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	wire_write(platform_writer(), WIRE_fault, &record);
	platform_print("%s%s%s: %s, %s\n", record.bench, blank_before(point), point, record.kind,
		       record.detail);
}

void records_done(uint64_t bench_id, uint64_t elapsed_us)
{
	struct wire_done record = {bench_id, elapsed_us};

	wire_write(platform_writer(), WIRE_done, &record);
}
