/* SPDX-License-Identifier: MIT */
/* Every benchmark's declaration, and its points on scripted machines, equal a stored listing. After
 * an intended change, `LISTING=write build/tests/bench/test_listing` writes the listing. */
#include "tests/unit/unit.h"

#include <stdio.h>

#include "bench/engine/options.h"
#include "bench/engine/registry.h"
#include "bench/engine/sweep.h"
#include "bench/input/event.h"
#include "lib/text/errno.h"
#include "lib/wire/crc.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

#define LISTING "tests/unit/bench/listing.txt"

static FILE *listing;

/* Linked instead of work, which takes time and changes no point. */
void __wrap_chain_multiply(struct bench_ctx *ctx, uint64_t iterations);

void __wrap_chain_multiply(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	(void)iterations;
}

/* ---- Declarations ---- */

static void list_needs(uint32_t needs)
{
	for (unsigned bit = 0; bit < PLATFORM_CAPABILITY_COUNT; bit++) {
		if ((needs >> bit & 1) != 0)
			fprintf(listing, " %s", platform_capability_texts[bit].word);
	}
}

static void list_number(const char *name, uint32_t number)
{
	if (number != 0)
		fprintf(listing, " %s=%u", name, number);
}

static void list_declaration(const struct benchmark *bench)
{
	fprintf(listing, "%s:%s%s%s%s%s%s%s", bench->name,
		bench->unit == UNIT_COUNTS ? " counts" : "",
		bench->underlies_all ? " underlies_all" : "",
		bench->is_of_devices ? " is_of_devices" : "",
		bench->waits_for_user ? " waits_for_user" : "",
		bench->differenced ? " differenced" : "", bench->no_lead_in ? " no_lead_in" : "",
		bench->hosted_elsewhere ? " hosted_elsewhere" : "");
	list_number("suites", bench->suites);
	list_number("overlapping", bench->overlapping);
	list_number("tick_stages", bench->tick_stages);
	list_number("limit_ms", bench->limit_ms);
	list_number("limit_ms_max", bench->limit_ms_max);
	list_number("point_ms", bench->point_ms);
	list_number("loop_operations", bench->loop_operations);
	list_needs(bench->needs);
}

/* Input events that a benchmark sends. */
static void list_event(const struct input_event *event)
{
	fprintf(listing, "\n    %s", event->is_spun_through ? "spun through" : "event");
	for (size_t i = 0; i < INPUT_EVENT_STEPS_MAX; i++) {
		const struct input_step *step = &event->steps[i];

		fprintf(listing, ", %lu us %u %u:", (unsigned long)step->pause_us, step->device,
			step->count);
		for (size_t j = 0; j < step->count; j++)
			fprintf(listing, " %02x", step->bytes[j]);
	}
}

/* ---- Points ---- */

static const struct machine {
	const char *name;
	enum suite suite;
	bool is_hosted;
	uint32_t cpus;
	uint64_t memory_bytes;
	uint32_t lacks;                 /* capabilities */
	bool polls;                     /* its disk has no interrupt */
} machines[] = {
	{"quick", SUITE_QUICK, false, 3, 64 << 20, 0, false},
	{"full", SUITE_FULL, false, 3, 64 << 20, 0, false},
	{"hosted", SUITE_QUICK, true, 3, 64 << 20, 0, false},
	{"small", SUITE_FULL, false, 1, 3 << 20, CAN_SMP | CAN_PAGE_1G, true},
	{"bare", SUITE_QUICK, false, 2, 16 << 20, CAN_LAPIC_TIMER | CAN_PAGE_2M | CAN_CMPXCHG16B | \
	 CAN_SSE2 | CAN_DISK, false},
};

static char last_words[64], last_point[SWEEP_POINT_CHARS];

/* Points that differ only in the last parameter, and have equal words, are on one line. */
static void list_line(const char *words, const char *point)
{
	const char *equals = strrchr(point, '=');
	size_t length = equals != NULL ? (size_t)(equals - point) + 1 : 0;

	if (length > 0 && strcmp(words, last_words) == 0 && strncmp(point, last_point, length) == 0)
		fprintf(listing, ",%s", point + length);
	else
		fprintf(listing, "\n\t%s%s", words, point);
	snprintf(last_words, sizeof(last_words), "%s", words);
	snprintf(last_point, sizeof(last_point), "%s", point);
}

static void list_skip(void *context, unsigned axes)
{
	struct bench_ctx *ctx = context;
	char point[SWEEP_POINT_CHARS], words[64];

	sweep_describe(ctx, axes, point);
	snprintf(words, sizeof(words), "skip %s: ", ctx->missing);
	list_line(words, point);
}

/* Memory benchmarks calibrate their numbers of operations. */
static void list_counts(const struct bench_ctx *ctx)
{
	bool is_calibrated = strncmp(ctx->bench->name, "mem.", 4) == 0;
	uint64_t operations = is_calibrated ? 0 : ctx->operations;
	char point[SWEEP_POINT_CHARS], words[64] = "";

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	if (operations + ctx->bytes + ctx->warming + ctx->samples != 0)
		snprintf(words, sizeof(words), "%lu/%lu/%lu/%u: ", operations, ctx->bytes,
			 ctx->warming, ctx->samples);
	list_line(words, point);
}

/* A point is set up and not measured. */
static bool list_point(void *context)
{
	static _Alignas(BENCH_STATE_MAX) uint8_t state[BENCH_STATE_MAX];
	struct bench_ctx *ctx = context;
	int status;

	memset(state, 0, sizeof(state));
	ctx->state = state;
	ctx->operations = ctx->bytes = ctx->warming = ctx->samples = 0;
	ctx->missing = "error";
	status = ctx->bench->setup != NULL ? ctx->bench->setup(ctx) : 0;
	if (status != 0) {
		list_skip(ctx, BENCH_AXES_MAX);
	} else {
		list_counts(ctx);
		if (ctx->bench->teardown != NULL)
			ctx->bench->teardown(ctx);
	}
	platform_scope_end();
	return true;
}

/* ---- Scripts of interactions ---- */

static const char *const op_names[] = {
	"work", "send", "send_blocking", "receive", "try_receive", "next", "create", "join",
	"begin_use", "end_use", "request", "lock", "unlock", "unless", "again", "exit", "respond",
	"look_up", "scan", "change", "done", "write", "read", "read_next",
};

/* Steps without an object, and without an argument. */
#define NO_OBJECT (1u << FLOW_OP_WORK | 1u << FLOW_OP_AGAIN | 1u << FLOW_OP_EXIT | \
		   1u << FLOW_OP_RESPOND | 1u << FLOW_OP_DONE)
#define HAS_ARGUMENT (1u << FLOW_OP_WORK | 1u << FLOW_OP_SEND | 1u << FLOW_OP_SEND_BLOCKING | \
		      1u << FLOW_OP_REQUEST | 1u << FLOW_OP_UNLESS | 1u << FLOW_OP_LOOK_UP | \
		      1u << FLOW_OP_SCAN | 1u << FLOW_OP_CHANGE | 1u << FLOW_OP_WRITE | \
		      1u << FLOW_OP_READ | 1u << FLOW_OP_READ_NEXT)

/* Work of 0 has no effect, and fills tables. What an operation does not use must be 0. */
static void list_step(const struct flow_script *script, const struct flow_step *step)
{
	assert_true((HAS_ARGUMENT >> step->op & 1) != 0 || step->argument == 0);
	assert_true((NO_OBJECT >> step->op & 1) == 0 || step->object == 0);
	if (step->op == FLOW_OP_WORK && step->argument == 0)
		return;
	fprintf(listing, " %s", op_names[step->op]);
	if (step->op == FLOW_OP_CREATE || step->op == FLOW_OP_JOIN)
		fprintf(listing, " %s", script->threads[step->object].name);
	else if (step->op == FLOW_OP_UNLESS)
		fprintf(listing, " %u", step->object);
	else if ((NO_OBJECT >> step->op & 1) == 0)
		fprintf(listing, " %s", script->objects[step->object].name);
	if ((HAS_ARGUMENT >> step->op & 1) != 0)
		fprintf(listing, " %u", step->argument);
	fputc(';', listing);
}

static void list_threads(const struct flow_script *script)
{
	for (uint32_t step = 0; step < script->step_count; step++) {
		for (uint32_t i = 0; i < script->thread_count; i++) {
			const struct flow_thread_plan *thread = &script->threads[i];

			if (thread->first_step == step)
				fprintf(listing, "\n\t%s%s:", thread->name,
					thread->is_created ? " (created)" : "");
		}
		list_step(script, &script->steps[step]);
	}
}

static void list_plans(const struct flow_script *script)
{
	const struct flow_load_plan *load = script->load;
	const struct flow_store_plan *store = script->store;

	for (uint32_t i = 0; i < script->state_count; i++)
		fprintf(listing, "\n\tstate %#lx using %#lx", script->states[i].state,
			script->states[i].using);
	for (uint32_t i = 0; i < script->route_count; i++) {
		const struct flow_route *route = &script->routes[i];

		fprintf(listing, "\n\troute from %u by %u to %u of node %u, %u us", route->port,
			route->link, route->their_port, route->node, route->packet_us);
	}
	if (load != NULL)
		fprintf(listing, "\n\t%u users with %u acts each, port %u, think %u, %s",
			load->users, load->acts_each, load->port, load->think,
			load->is_open ? "open" : "closed");
	for (uint32_t i = 0; load != NULL && i < load->users * load->acts_each; i++)
		fprintf(listing, "%s%u us %#x", i % 8 == 0 ? "\n\t" : ", ", load->acts[i].after_us,
			load->acts[i].word);
	if (store != NULL)
		fprintf(listing, "\n\tstore: first %u, device %u, %u us, %u pages",
			store->first_relation, store->device, store->read_us, store->cache_pages);
	for (uint32_t i = 0; store != NULL && i < store->relation_count; i++)
		fprintf(listing, " %u rows", store->rows[i]);
	for (uint32_t i = 0; i < script->truth_count; i++)
		fprintf(listing, "%s%u", i == 0 ? "\n\ttruth " : ",", script->truth[i]);
}

static void list_script(const struct flow_script *script)
{
	fprintf(listing, "\n\tobjects");
	for (uint32_t i = 0; i < script->object_count; i++)
		fprintf(listing, " %u:%s", script->objects[i].kind, script->objects[i].name);
	fprintf(listing, "\n\tactions to %u%s%s:", script->action_port,
		script->by_keyboard ? ", by keyboard" : "", script->at_once ? ", at once" : "");
	for (const char *action = script->actions; action != NULL && *action != '\0'; action++)
		fprintf(listing, " %u", (unsigned)*action);
	list_threads(script);
	list_plans(script);
}

static bool has_script;
static uint32_t scripts_crc;            /* of all points */

static void write_run(const struct flow_run *run)
{
	fprintf(listing, "\n\trun: recording %u, %u CPUs, rings of %u events", run->recording,
		run->cpus, run->ring_events);
	for (uint32_t node = 0; node < flow_run_nodes(run); node++)
		list_script(flow_run_script(run, node));
}

/* Listed is that of the first point of the first machine. */
static void list_run(const struct flow_run *run)
{
	FILE *whole = listing;
	char *text = NULL;
	size_t size = 0;

	listing = open_memstream(&text, &size);
	write_run(run);
	fclose(listing);
	listing = whole;
	scripts_crc = crc32c(scripts_crc, text, size);
	if (!has_script)
		fputs(text, listing);
	has_script = true;
	free(text);
}

/* ---- Benchmarks ---- */

/* No time enters the listing: other CPUs are not available, and counts replace times. */
static void make_machine(const struct machine *machine, struct options *options)
{
	options_init(options);
	options->suite = machine->suite;
	assert_int_equal(options_parse(options, "disk.scratch", "fake0:1"), 0);
	bench_run_reset(NULL);
	fake.capabilities |= CAN_SMP | CAN_THREADS | CAN_PROCESSES | CAN_INTERACTIONS | CAN_DISK |
			     CAN_CMPXCHG16B;
	fake.capabilities &= ~machine->lacks;
	fake.cpu_count = machine->cpus;
	fake.memory_bytes = machine->memory_bytes;
	fake_disk.facts.can_interrupt = !machine->polls;
	fake.run_on_status = -EAGAIN;
	fake.user_ticks = 10;
	fake.is_hosted = machine->is_hosted;
}

static void list_points(const struct benchmark *bench, size_t number)
{
	const struct machine *machine = &machines[number];
	struct options options;
	struct bench_ctx ctx = {.bench = bench, .suite = machine->suite, .options = &options};

	make_machine(machine, &options);
	fake.flow_check = list_run;
	has_script = machine != machines;
	last_point[0] = '\0';
	scripts_crc = 0;
	sweep_points(&(struct sweep){
		.ctx = &ctx, .visit = list_point, .left_out = list_skip, .context = &ctx,
	});
	if (scripts_crc != 0)
		fprintf(listing, "\n\tscripts of all points: %08x", scripts_crc);
}

static void ignore(void *context, unsigned axes)
{
	(void)context;
	(void)axes;
}

/* ---- Outcomes ---- */

static const int statuses[] = {0, -EIO, -ENOTSUP, -ENOMEM, -EAGAIN, -ENODEV, -ETIMEDOUT};

/* Set up and sample the point, on a machine whose trials have that status. */
static void list_outcome(struct bench_ctx *ctx, int trial_status)
{
	static _Alignas(BENCH_STATE_MAX) uint8_t state[BENCH_STATE_MAX];
	uint64_t values[BENCH_STAGES_MAX] = {0};
	bool is_set_up;
	int status;

	memset(state, 0, sizeof(state));
	ctx->state = state;
	ctx->missing = "";
	ctx->detail[0] = '\0';
	fake.trial_status = trial_status;
	status = ctx->bench->setup != NULL ? ctx->bench->setup(ctx) : 0;
	is_set_up = status == 0;
	if (is_set_up)
		status = ctx->bench->sample(ctx, values);
	fprintf(listing, "\n\ttrials %d: %d %s %s", trial_status, status, ctx->missing,
		ctx->detail);
	for (size_t i = 0; status == 0 && i < BENCH_STAGES_MAX; i++)
		fprintf(listing, " %ld", (long)values[i]);
	if (is_set_up && ctx->bench->teardown != NULL)
		ctx->bench->teardown(ctx);
	platform_scope_end();
}

/* Only once per benchmark. */
static bool list_outcomes(void *context)
{
	struct bench_ctx *ctx = context;

	for (size_t i = 0; i < COUNT(statuses); i++)
		list_outcome(ctx, statuses[i]);
	return false;
}

/* The stamps of these trials are the script's, so their values are no times. */
static bool is_scripted(const struct benchmark *bench)
{
	static const char *const families[] = {"irq.", "fault.", "entry.", "os.timer", "os.wake"};

	for (size_t i = 0; strcmp(bench->name, "fault.major") != 0 && i < COUNT(families); i++) {
		if (strncmp(bench->name, families[i], strlen(families[i])) == 0)
			return bench->sample != NULL;
	}
	return false;
}

static void list_outcomes_of(const struct benchmark *bench, size_t number)
{
	struct options options;
	struct bench_ctx ctx = {.bench = bench, .suite = SUITE_QUICK, .options = &options};

	make_machine(&machines[0], &options);
	fake.is_hosted = number != 0;
	sweep_points(&(struct sweep){
		.ctx = &ctx, .visit = list_outcomes, .left_out = ignore, .context = &ctx,
	});
}

/* ---- The listing ---- */

#define CASES_MAX 8

/* List a benchmark for each of several cases. Equal texts of neighbours are listed once. */
static void list_cases(const struct benchmark *bench, const char *const names[], size_t count,
		       void (*list)(const struct benchmark *bench, size_t number))
{
	FILE *whole = listing;
	char *texts[CASES_MAX + 1] = {NULL};
	size_t size;

	for (size_t i = 0; i < count; i++) {
		listing = open_memstream(&texts[i], &size);
		list(bench, i);
		fclose(listing);
	}
	listing = whole;
	for (size_t i = 0; i < count; i++) {
		bool is_first = i == 0 || strcmp(texts[i - 1], texts[i]) != 0;

		fprintf(listing, "%s%s", is_first ? "\n    " : ", ", names[i]);
		if (i + 1 == count || strcmp(texts[i], texts[i + 1]) != 0)
			fputs(texts[i], listing);
	}
	for (size_t i = 0; i < count; i++)
		free(texts[i]);
}

static void list_benchmark(const struct benchmark *bench)
{
	static const char *const outcomes[] = {"outcomes", "outcomes of a process"};
	const char *names[COUNT(machines)];

	for (size_t i = 0; i < COUNT(machines); i++)
		names[i] = machines[i].name;
	list_declaration(bench);
	if (bench->setup == input_event_setup)
		list_event(bench->variant);
	list_cases(bench, names, COUNT(names), list_points);
	if (is_scripted(bench))
		list_cases(bench, outcomes, COUNT(outcomes), list_outcomes_of);
	fputc('\n', listing);
}

/* ---- Comparison ---- */

/* Of two texts, the first lines that differ. */
static void assert_equal_lines(const char *text, const char *stored)
{
	while (*text != '\0' || *stored != '\0') {
		size_t length = strcspn(text, "\n"), stored_length = strcspn(stored, "\n");

		if (length != stored_length || strncmp(text, stored, length) != 0)
			fail_msg("%.*s\n%s has: %.*s", (int)length, text, LISTING,
				 (int)stored_length, stored);
		text += length + (text[length] == '\n');
		stored += stored_length + (stored[stored_length] == '\n');
	}
}

TEST(every_benchmark_and_point_is_listed)
{
	const char *mode = getenv("LISTING");
	bool writes = mode != NULL && strcmp(mode, "write") == 0;
	char *text = NULL, *stored = NULL;
	size_t size = 0, capacity = 0;
	FILE *file;

	listing = open_memstream(&text, &size);
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++)
		list_benchmark(registry_benchmarks[i]);
	fclose(listing);
	file = fopen(LISTING, writes ? "w" : "r");
	assert_non_null(file);
	if (writes) {
		fputs(text, file);
	} else {
		assert_true(getdelim(&stored, &capacity, '\0', file) > 0);
		assert_equal_lines(text, stored);
	}
	fclose(file);
	free(stored);
	free(text);
}
