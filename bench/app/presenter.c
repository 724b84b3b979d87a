/* SPDX-License-Identifier: MIT */
/* app.presenter: a presenter of slides with program, document and object editor on a disk. "Using
 * Latency to Evaluate Computer System Performance", the task of PowerPoint and table 1. Every run
 * starts with an empty buffer cache. Program pages are read by page faults, the document's pages by
 * reads. Cache use per message, final screen and saved document go to the log. The host reproduces
 * them from the same keys and compares (tools/idle/replay.h).
 *
 * Only a scratch disk is written. On other disks, saving writes through the cache to memory. On a
 * scratch disk, setup installs the files behind the seal, and saving writes the document behind the
 * files. Separate functions do this, so that a run without a scratch disk has no additional
 * instruction. */
#include "lib/app/presenter.h"

#include "bench/disk/axes.h"
#include "bench/disk/cache.h"
#include "bench/disk/document.h"
#include "bench/engine/options.h"
#include "bench/engine/records.h"
#include "bench/input/script.h"
#include "lib/disk_pattern.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define CODE_DRAW MESSAGE_CODE_POSTED

#define COLUMNS 80u
#define ROWS 25u
#define PIXELS (COLUMNS * GLYPH_WIDTH * ROWS * GLYPH_HEIGHT)
#define INK 0xc0c0c0u
#define PAPER 0x000040u
#define MEMORY_PAGE_BYTES 4096
#define FONT_HALF_BYTES (sizeof(font_glyphs) / 2)

#define FILES_BLOCK DOCUMENT_FIRST_BLOCK        /* first block of the files on a scratch disk */
#define FILES_BYTES (PRESENTER_BLOCKS * PRESENTER_BLOCK_BYTES)
#define FILES_SECTORS (FILES_BYTES / PATTERN_SECTOR_BYTES)

#define STEP_US 400000                  /* time that a slow disk may take for a key */
#define EVENTS_BESIDES 65536u           /* events of the disk, in the log */
#define INTERRUPTS_BESIDES 8192u

/* Start, open, turn a page, and save. */
static const struct script_plan own_plan = {
	.text = "l start\n20000 k 1c\n4000 k 9c\nl open\n150000 k 18\n4000 k 98\n"
		"l page down\n150000 k e0 51\n4000 k e0 d1\nl save\n150000 k 1f\n4000 k 9f\n",
	.step_us = STEP_US,
};

struct operation {
	uint32_t message;
	uint64_t hits, misses;
};

struct app_presenter {
	struct script script;
	struct application application;
	struct presenter presenter;
	struct canvas canvas;
	struct disk_cache cache;
	struct operation *operations;
	uint32_t operation_count, draw;
	uint8_t *saved;
	uint64_t pattern_sectors;        /* 0: the disk contains zeros, or unknown data */
	bool is_zeros;
	bool saves_to_disk;
	uint32_t saves;                 /* saves that were handled */
	struct document document;
	int error;                      /* of the disk */
};

_Static_assert(sizeof(struct app_presenter) <= BENCH_STATE_MAX, "in the benchmark's state");

/* ---- Blocks ---- */

/* Reads in flight finish first, so that the LRU order equals the order of requests. */
static int finish_all(struct app_presenter *app)
{
	int error = 0;

	while (error == 0 && app->cache.under_way > 0)
		error = disk_cache_finish(&app->cache);
	return error;
}

static const uint8_t *presenter_read(void *context, uint64_t block)
{
	struct app_presenter *app = context;
	const uint8_t *data = NULL;

	app->error = finish_all(app);
	if (app->error == 0)
		app->error = disk_cache_read(&app->cache, block, &data);
	return app->error == 0 ? data : NULL;
}

static const uint8_t *presenter_fault(void *context, uint64_t block)
{
	struct app_presenter *app = context;
	const struct major_fault_trial trial = {
		.page = block, .is_cold = true, .page_in = presenter_read, .context = app,
	};
	struct major_fault_stamps stamps;
	const uint8_t *data;

	if (platform_is_hosted())
		return presenter_read(app, block);
	if (platform_major_fault_trial(&trial, &stamps, &data) == 0)
		return data;
	app->error = app->error != 0 ? app->error : -EIO;
	return NULL;
}

/* Whether to read ahead. The result is false if the emulator's host decides when reads complete, or
 * if the block would not be cached. */
static bool presenter_reads_ahead(const struct app_presenter *app)
{
	return !disk_has_host_time() && app->cache.blocks.slot_count > 0;
}

static void presenter_ahead(void *context, uint64_t block)
{
	struct app_presenter *app = context;
	int status = finish_all(app);

	if (status == 0 && presenter_reads_ahead(app))
		status = disk_cache_begin(&app->cache, block);
	if (status < 0)
		app->error = status;
}

/* ---- Blocks of a scratch disk ---- */

static const uint8_t *scratch_read(void *context, uint64_t block)
{
	return presenter_read(context, FILES_BLOCK + block);
}

static const uint8_t *scratch_fault(void *context, uint64_t block)
{
	return presenter_fault(context, FILES_BLOCK + block);
}

static void scratch_ahead(void *context, uint64_t block)
{
	presenter_ahead(context, FILES_BLOCK + block);
}

/* ---- The application ---- */

/* Inlined into both loops, so that each is compiled as if it were the only one. */
#define INLINED static inline __attribute__((always_inline))

/* Record the cache use of one message, if it used the cache. */
INLINED void note_operation(struct app_presenter *app, const struct message *message)
{
	const struct block_cache *blocks = &app->cache.blocks;
	uint64_t hits = blocks->hits - app->cache.seen_hits;
	uint64_t misses = blocks->misses - app->cache.seen_misses;

	disk_cache_counted(&app->cache, hits, misses);
	if (hits + misses > 0)
		app->operations[app->operation_count++] =
			(struct operation){message->number, hits, misses};
}

INLINED void take_key(struct app_presenter *app, uint32_t code)
{
	app->application.taken++;
	if (!presenter_key(&app->presenter, code))
		return;
	if (app->draw == 0)
		app->draw = platform_message_post(CODE_DRAW);
	else
		platform_message_join(app->draw);
}

INLINED void draw_screen(struct app_presenter *app)
{
	app->draw = 0;
	app->application.draws++;
	presenter_draw(&app->presenter);
}

/* Called after the presenter has read its document, when no read is in flight. */
static void save_to_disk(struct app_presenter *app, const struct message *message)
{
	if (app->presenter.saves == app->saves)
		return;
	app->saves = app->presenter.saves;
	document_save(&app->document, message->number, app->saved, PRESENTER_SAVED_BYTES);
}

INLINED void present(struct app_presenter *app, bool saves)
{
	struct application *application = &app->application;
	struct message message;

	while ((application->taken < application->wanted || app->draw != 0) &&
	       app->error == 0 && platform_message_get(&message)) {
		if (message.code == CODE_DRAW)
			draw_screen(app);
		else
			take_key(app, message.code);
		note_operation(app, &message);
		if (saves)
			save_to_disk(app, &message);
	}
	if (app->error == 0)
		app->error = finish_all(app);
}

static void app_presenter_run(void *argument)
{
	present(argument, false);
}

static void app_presenter_run_saving(void *argument)
{
	present(argument, true);
}

/* ---- The run ---- */

static int presenter_look_at_contents(struct bench_ctx *ctx, struct app_presenter *app)
{
	const uint8_t *data;

	if (disk_cache_read(&app->cache, 0, &data) != 0)
		return disk_cache_error(ctx, &app->cache);
	app->is_zeros = true;
	for (uint32_t i = 0; i < DISK_BLOCK_BYTES; i++)
		app->is_zeros = app->is_zeros && data[i] == 0;
	return disk_find_pattern(ctx, (size_t)ctx->point[DISK_AXIS_DEVICE], data,
				 &app->pattern_sectors);
}

/* Write program, document and object editor, because the disk may contain data of an earlier
 * benchmark. */
static int presenter_install(struct bench_ctx *ctx, struct app_presenter *app)
{
	uint8_t *buffer = platform_disk_buffer(app->document.buffer);

	for (uint32_t at = 0; at < FILES_BYTES; at += DOCUMENT_WRITE_BYTES) {
		uint32_t bytes = FILES_BYTES - at < DOCUMENT_WRITE_BYTES ? FILES_BYTES - at
									  : DOCUMENT_WRITE_BYTES;

		for (uint32_t i = 0; i < bytes; i += PATTERN_SECTOR_BYTES)
			disk_pattern_write(buffer + i, (at + i) / PATTERN_SECTOR_BYTES,
					   FILES_SECTORS);
		if (!document_put(&app->document, FILES_BLOCK + at / PRESENTER_BLOCK_BYTES, bytes))
			return document_failed(ctx, &app->document, disk_of_point(ctx));
	}
	app->pattern_sectors = FILES_SECTORS;
	return 0;
}

static int presenter_open_scratch(struct bench_ctx *ctx, struct app_presenter *app)
{
	int status = document_open(ctx, &app->document);

	if (status == 0)
		status = disk_cache_open_scratch(ctx, &app->cache, DOCUMENT_WRITE_BYTES);
	if (status != 0)
		return status;
	app->document.facts = app->cache.facts;
	app->document.buffer = app->cache.spare_buffer;
	app->document.block = FILES_BLOCK + PRESENTER_BLOCKS;
	status = document_fits(&app->document, PRESENTER_SAVED_BYTES)
			 ? presenter_install(ctx, app)
			 : bench_skip(ctx, "capacity", "%s has no room for the presenter's files "
				      "and a saved document", disk_of_point(ctx));
	if (status != 0)
		platform_disk_close();
	return status;
}

static int presenter_open_disk(struct bench_ctx *ctx, struct app_presenter *app)
{
	int status;

	if (app->saves_to_disk)
		return presenter_open_scratch(ctx, app);
	status = disk_cache_open(ctx, &app->cache, 1);
	if (status != 0)
		return status;
	if (disk_cache_blocks(&app->cache) < PRESENTER_BLOCKS)
		status = bench_skip(ctx, "capacity",
				    "the presenter's files need %u blocks of %u bytes",
				    PRESENTER_BLOCKS, PRESENTER_BLOCK_BYTES);
	else
		status = presenter_look_at_contents(ctx, app);
	if (status != 0)
		platform_disk_close();
	return status;
}

static int presenter_take_memory(struct bench_ctx *ctx, struct app_presenter *app)
{
	app->saved = platform_map(PRESENTER_SAVED_BYTES, MEMORY_PAGE_BYTES);
	app->canvas.pixels = platform_map(PIXELS * sizeof(*app->canvas.pixels), MEMORY_PAGE_BYTES);
	if (app->saved != NULL && app->canvas.pixels != NULL)
		return 0;
	return bench_skip(ctx, "memory", "no memory for a screen and a document");
}

/* Allocate operations: one for each message of the script, and one for the draw that each may
 * cause. */
static int presenter_take_operations(struct bench_ctx *ctx, struct app_presenter *app)
{
	uint64_t most = 2 * (uint64_t)app->script.step_count;

	app->operations = platform_map(most * sizeof(*app->operations), MEMORY_PAGE_BYTES);
	return app->operations != NULL ? 0 : bench_skip(ctx, "memory", "no memory for the script's "
								       "operations");
}

static int app_presenter_setup(struct bench_ctx *ctx)
{
	struct app_presenter *app = ctx->state;
	int status;

	if (!platform_is_hosted() && (platform_capabilities() & SESSION_NEEDS) != SESSION_NEEDS)
		return bench_skip(ctx, "i8042", "keys need a keyboard controller");
	app->saves_to_disk = strcmp(disk_of_point(ctx), ctx->options->scratch_disk) == 0;
	status = presenter_take_memory(ctx, app);
	if (status == 0)
		status = presenter_open_disk(ctx, app);
	if (status != 0)
		return status;
	app->application.run = app->saves_to_disk ? app_presenter_run_saving : app_presenter_run;
	app->application.argument = app;
	app->script.session.application = &app->application;
	app->script.session.events_besides = EVENTS_BESIDES;
	app->script.session.interrupts_besides = INTERRUPTS_BESIDES;
	status = script_open(ctx, &app->script, &own_plan);
	if (status == 0)
		status = presenter_take_operations(ctx, app);
	if (status != 0)
		platform_disk_close();
	return status;
}

static void presenter_begin(struct app_presenter *app)
{
	const struct presenter_source source = {
		.read = presenter_read, .fault = presenter_fault, .ahead = presenter_ahead,
		.context = app,
	};
	const struct presenter_source scratch_source = {
		.read = scratch_read, .fault = scratch_fault, .ahead = scratch_ahead,
		.context = app,
	};

	app->canvas = (struct canvas){
		.pixels = app->canvas.pixels, .pitch = COLUMNS * GLYPH_WIDTH,
		.columns = COLUMNS, .rows = ROWS, .font = font_glyphs, .ink = INK, .paper = PAPER,
	};
	presenter_init(&app->presenter, &app->canvas, app->saved,
		       app->saves_to_disk ? &scratch_source : &source);
	presenter_draw(&app->presenter);
	block_cache_drop(&app->cache.blocks);
	disk_cache_counted(&app->cache, 0, 0);
	app->application.taken = app->application.draws = app->draw = 0;
	app->operation_count = 0;
	app->error = 0;
	app->saves = 0;
	document_begin(&app->document);
}

static int app_presenter_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct app_presenter *app = ctx->state;
	int status;

	presenter_begin(app);
	status = script_play(ctx, &app->script, true, values);
	if (app->error != 0)
		return disk_cache_error(ctx, &app->cache);
	if (status != 0 || !app->saves_to_disk)
		return status;
	return document_verify(ctx, &app->document, app->saved, disk_of_point(ctx));
}

/* ---- What came of it ---- */

static void write_operations(const struct app_presenter *app, uint64_t log)
{
	for (uint32_t i = 0; i < app->operation_count; i++)
		wire_write(platform_writer(), WIRE_cache_use, &(struct wire_cache_use){
			.log = log,
			.message = app->operations[i].message,
			.hits = app->operations[i].hits,
			.misses = app->operations[i].misses,
		});
}

static void write_slides(const struct bench_ctx *ctx, const struct app_presenter *app, uint64_t log)
{
	const uint8_t *font = font_glyphs[0];

	wire_write(platform_writer(), WIRE_presenter_screen, &(struct wire_presenter_screen){
		.log = log,
		.contents = app->pattern_sectors > 0 ? "pattern"
			    : app->is_zeros ? "zeros" : "other",
		.pattern_sectors = app->pattern_sectors,
		.cache_blocks = app->cache.blocks.slot_count,
		.reads_ahead = presenter_reads_ahead(app),
		.columns = COLUMNS,
		.rows = ROWS,
		.page = app->presenter.page,
		.code_crc = app->presenter.code_crc,
		.pixels_crc = canvas_crc(&app->canvas),
		.saves = app->presenter.saves,
		.saved_crc = presenter_saved_crc(&app->presenter),
		.write_back = app->saves_to_disk ? disk_of_point(ctx) : "none",
		.glyphs = app->canvas.glyphs_drawn,
		.pixels = app->canvas.pixels_drawn,
		.font_low = {font, FONT_HALF_BYTES},
		.font_high = {font + FONT_HALF_BYTES, FONT_HALF_BYTES},
	});
}

static void app_presenter_teardown(struct bench_ctx *ctx)
{
	struct app_presenter *app = ctx->state;
	uint64_t log;

	platform_disk_close();
	if (!session_close(ctx, &app->script.session, &log))
		return;
	write_slides(ctx, app, log);
	write_operations(app, log);
	if (app->saves_to_disk)
		document_write(&app->document, log, disk_of_point(ctx));
	disk_cache_write(ctx, &app->cache);
}

/* All disks. If there is a scratch disk, only this one, because the disk under another name has no
 * files. */
static size_t presenter_devices(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t disk;

	if (!document_has_disk(ctx) || !document_find_disk(ctx, &disk))
		return disk_axis_devices(ctx, values);
	disk_axis_devices(ctx, values);
	values[0] = disk;
	return 1;
}

/* Only the disk's interrupt, because waiting for it lets other threads run, while polling does
 * not. */
static size_t presenter_completions(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = disk_axis_completions(ctx, values);
	bool has_interrupt = count > 0 && values[count - 1] == DISK_INTERRUPT;

	values[0] = DISK_INTERRUPT;
	return has_interrupt ? 1 : 0;
}

static const struct axis axes[] = {
	[DISK_AXIS_DEVICE] = {"device", disk_device_labels, presenter_devices},
	[DISK_AXIS_COMPLETION] = {"completion", disk_completion_labels, presenter_completions},
	{0},
};

const struct benchmark bench_app_presenter = {
	.name = "app.presenter",
	.summary = "a script of keys and pauses for a presenter of 46 pages with its files on a "
		   "disk",
	.differs_hosted = "keys come from an event device or, without an idle loop, from the "
			  "process; a program's pages are read like the document's",
	.unit = UNIT_COUNTS,
	.suites = SUITE_FULL,
	.needs = CAN_CLOCK | CAN_DISK,
	.axes = axes,
	.is_of_devices = true,
	.stages = session_stages,
	.state_bytes = sizeof(struct app_presenter),
	.setup = app_presenter_setup,
	.sample = app_presenter_sample,
	.no_lead_in = true,
	.teardown = app_presenter_teardown,
	.verified = "all messages arrived; the host tool replays them to the same screen",
};
