/* SPDX-License-Identifier: MIT */
/* code.sequence: instructions that the user gives, timed in n and in 2n copies, so that in the
 * difference all except the copies cancels. The clock is read next to the copies, in their ring. A
 * sequence may do anything. If it fails, a fault record says so, and the next sequence runs. */
#include "bench/benchmark.h"
#include "bench/code/program.h"
#include "bench/engine/records.h"
#include "bench/engine/sweep.h"
#include "bench/platform.h"
#include "lib/code_list.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/wire/crc.h"

enum {AXIS_SEQUENCE, AXIS_RING};
enum {PROGRAM_N, PROGRAM_2N, PROGRAMS};

/* A hung sequence costs a second, or the watchdog's step if that is longer. */
#define LIMIT_MS 1000

/* Default number of copies. They fit in the first level instruction cache and, if the sequence is
 * short, in the caches of decoded instructions. */
#define DEFAULT_COPIES_MAX 100u
#define DEFAULT_COPIES_BYTES 4096u

/* A sample is so long that the clock's step and the fences are a small part of it. */
#define SAMPLES_PER_SECOND 20000
#define CALIBRATED_LOOPS_MAX (1u << 16)

#define RECORD_BYTES_MAX 512            /* of the code, in the record */

struct state {
	struct code_sequence sequence;
	struct platform_code code;
	uint64_t entry[PROGRAMS];       /* offsets in the text */
	uint64_t first_copy;
	uint64_t copies, loops;
};

static const char *lines[CODE_SEQUENCES_MAX];
static char names[CODE_SEQUENCES_MAX][CODE_NAME_MAX + 1];
static const char *labels[CODE_SEQUENCES_MAX];
static const char *const ring_labels[] = {[CODE_RING_0] = "0", [CODE_RING_3] = "3"};

static size_t sequences(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	const char *list = platform_code_list();
	const char *line = list != NULL ? code_list_first(list) : NULL;
	struct code_sequence sequence;
	size_t count = 0;

	if (list == NULL)
		bench_skip(ctx, "code", "no sequences were given");
	else if (line == NULL)
		bench_skip(ctx, "code", "the list of sequences does not begin with '"
					CODE_LIST_MAGIC "'");
	for (; line != NULL && count < CODE_SEQUENCES_MAX; line = code_list_next(line)) {
		code_list_parse(line, &sequence);
		lines[count] = line;
		text_copy(names[count], sizeof(names[count]), sequence.name);
		labels[count] = names[count];
		values[count] = count;
		count++;
	}
	if (line != NULL)
		bench_skip(ctx, "code", "more than %u sequences", CODE_SEQUENCES_MAX);
	return count;
}

static size_t rings(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	struct code_sequence sequence;

	code_list_parse(lines[ctx->point[AXIS_SEQUENCE]], &sequence);
	values[0] = sequence.is_privileged ? CODE_RING_0 : CODE_RING_3;
	return 1;
}

static const struct axis axes[] = {
	[AXIS_SEQUENCE] = {"sequence", labels, sequences},
	[AXIS_RING] = {"ring", ring_labels, rings},
	{0},
};

static uint64_t default_copies(uint64_t code_bytes)
{
	uint64_t copies = DEFAULT_COPIES_BYTES / code_bytes;

	if (copies > DEFAULT_COPIES_MAX)
		copies = DEFAULT_COPIES_MAX;
	return copies > 0 ? copies : 1;
}

/* Write the last record before the code runs. If the machine does not survive the code, the record
 * names the cause. */
static void write_record(const struct bench_ctx *ctx, const struct state *state)
{
	const struct code_sequence *sequence = &state->sequence;
	uint8_t *init = state->code.control;    /* unused until the code runs */
	const uint8_t *code = state->code.text + state->first_copy;
	uint64_t size = sequence->code.bytes;
	char point[SWEEP_POINT_CHARS];

	code_hex_decode((struct code_hex){
		.digits = sequence->init.digits,
		.bytes = sequence->init.bytes < RECORD_BYTES_MAX ? sequence->init.bytes
								 : RECORD_BYTES_MAX,
	}, init);
	sweep_describe(ctx, BENCH_AXES_MAX, point);
	wire_write(platform_writer(), WIRE_sequence, &(struct wire_sequence){
		.bench = records_current_bench(),
		.point = point,
		.source = sequence->source,
		.init_bytes = sequence->init.bytes,
		.init = {init, sequence->init.bytes < RECORD_BYTES_MAX ? sequence->init.bytes
								       : RECORD_BYTES_MAX},
		.code_bytes = size,
		.code_crc = crc32c(0, code, size),
		.code = {code, size < RECORD_BYTES_MAX ? size : RECORD_BYTES_MAX},
		.copies = state->copies,
		.page_bytes = sequence->page_bytes,
		.address = state->code.text_virt + state->first_copy,
	});
}

static uint64_t text_bytes(const struct state *state)
{
	return program_bytes(&state->sequence, state->copies) +
	       program_bytes(&state->sequence, 2 * state->copies);
}

static int open_code(struct bench_ctx *ctx, struct state *state)
{
	const struct platform_code_request request = {
		.ring = (enum code_ring)ctx->point[AXIS_RING],
		.text_bytes = text_bytes(state),
		.page_bytes = state->sequence.page_bytes,
	};
	int error;

	if (request.text_bytes > CODE_PROGRAM_MAX)
		return bench_error(ctx, -EINVAL, "%lu copies of %zu bytes: more than %u bytes of "
						 "code", state->copies, state->sequence.code.bytes,
				   CODE_PROGRAM_MAX);
	error = platform_code_open(&request, &state->code);
	if (error == -ENOTSUP && request.ring == CODE_RING_0)
		return bench_skip(ctx, "privileged", "needs privileged instructions");
	if (error == -ENOTSUP)
		return bench_skip(ctx, "code", "this system cannot keep system calls of a sequence "
					       "from the kernel");
	if (error != 0)
		return bench_skip(ctx, "memory", "no memory for code, stack and buffer");
	return 0;
}

static int run_once(struct bench_ctx *ctx, const struct state *state, unsigned program,
		    uint64_t *elapsed_ticks)
{
	program_prepare(&state->code, state->loops);
	platform_code_call(&state->code, state->entry[program]);
	if (program_result(&state->code, elapsed_ticks) != 0)
		return bench_error(ctx, -EIO, "the code returned without reaching its end");
	return 0;
}

/* Double the iterations until a sample is long enough. If ticks are instructions, one iteration
 * suffices. */
static int calibrate_loops(struct bench_ctx *ctx, struct state *state)
{
	uint64_t target_ticks = platform_limit_hz() / SAMPLES_PER_SECOND, elapsed_ticks = 0;
	int status = 0;

	state->loops = state->sequence.loops != 0 ? state->sequence.loops : 1;
	if (state->sequence.loops != 0 || platform_time_base() == TIME_INSTRUCTIONS)
		return 0;
	while (status == 0 && state->loops < CALIBRATED_LOOPS_MAX) {
		status = run_once(ctx, state, PROGRAM_N, &elapsed_ticks);
		if (elapsed_ticks >= target_ticks)
			break;
		state->loops *= 2;
	}
	return status;
}

static int sequence_setup(struct bench_ctx *ctx)
{
	struct state *state = ctx->state;
	const char *problem = code_list_parse(lines[ctx->point[AXIS_SEQUENCE]], &state->sequence);
	int status;

	if (problem != NULL)
		return bench_error(ctx, -EINVAL, "entry %lu of the list: %s",
				   ctx->point[AXIS_SEQUENCE] + 1, problem);
	state->copies = state->sequence.unroll != 0 ? state->sequence.unroll
						    : default_copies(state->sequence.code.bytes);
	status = open_code(ctx, state);
	if (status != 0)
		return status;
	state->first_copy = program_write(&state->code, 0, &state->sequence, state->copies);
	state->entry[PROGRAM_2N] = program_bytes(&state->sequence, state->copies);
	program_write(&state->code, state->entry[PROGRAM_2N], &state->sequence,
		      2 * state->copies);
	write_record(ctx, state);
	if (platform_code_seal(&state->code) != 0)
		return bench_skip(ctx, "memory", "no memory for the code's page tables");
	platform_guard_extend(LIMIT_MS);
	status = calibrate_loops(ctx, state);
	ctx->operations = state->copies * state->loops;
	return status;
}

static int sequence_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct state *state = ctx->state;
	int status = run_once(ctx, state, PROGRAM_N, &values[0]);

	return status == 0 ? run_once(ctx, state, PROGRAM_2N, &values[1]) : status;
}

/* Ignores failures, because a sequence that fails here has already failed in a sample. */
static void sequence_count(struct bench_ctx *ctx, bool is_doubled)
{
	uint64_t elapsed_ticks;

	run_once(ctx, ctx->state, is_doubled ? PROGRAM_2N : PROGRAM_N, &elapsed_ticks);
}

const struct benchmark bench_code_sequence = {
	.name = "code.sequence",
	.summary = "one copy of a sequence of instructions that the user gives",
	.unit = UNIT_TSC_TICKS,
	.axes = axes,
	.is_of_devices = true,
	.differenced = true,
	.limit_ms = LIMIT_MS,
	.state_bytes = sizeof(struct state),
	.setup = sequence_setup,
	.sample = sequence_sample,
	.count = sequence_count,
	.verified = "the code reached its end",
};
