/* SPDX-License-Identifier: MIT */
/* Saves of app.editor and app.presenter on a scripted disk: the whole document is on the disk after
 * writes with a permit each and a flush. A save that fails in any way is an error of the run. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/disk/document.h"
#include "lib/app/editor.h"
#include "lib/app/presenter.h"
#include "lib/app/prose.h"
#include "lib/disk_pattern.h"
#include "lib/text/errno.h"
#include "lib/wire/crc.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

#define SCRATCH "fake0:5eed"
#define SECTORS 8192
#define BLOCK 4096
#define TEXT_BYTES (56 * 1024)
#define SEED 1996

/* a, save, s, save, s */
static const char editing[] =
	"100 k 1e\n100 k 9e\n100 k 3c\n100 k bc\n100 k 1f\n100 k 9f\n100 k 3c\n100 k bc\n"
	"100 k 1f\n100 k 9f\n";

/* Start, open, save. */
static const char presenting[] =
	"100 k 1c\n100 k 9c\n100 k 18\n100 k 98\n100 k 1f\n100 k 9f\n";

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_KEYBOARD | CAN_LAPIC_TIMER | CAN_THREADS | CAN_DISK;
	fake_disk.facts.sectors = SECTORS;
	fake_disk.facts.can_write = true;
	return 0;
}

/* Run an application with one script, paced. */
static void run_editor(void)
{
	fake.input_script = editing;
	bench_run_with("app.editor", "disk.scratch", SCRATCH);
}

static void run_presenter(void)
{
	fake.input_script = presenting;
	bench_run_with("app.presenter", "disk.scratch", SCRATCH);
}

static const struct wire_document_save *save_of(size_t number)
{
	return &fake_record(WIRE_document_save, number)->document_save;
}

/* The first fault of the run contains this. */
static void assert_fault(const char *part)
{
	assert_true(fake_record_count(WIRE_fault) > 0);
	if (strstr(fake_record(WIRE_fault, 0)->fault.detail, part) == NULL)
		fail_msg("%s", fake_record(WIRE_fault, 0)->fault.detail);
}

TEST_WITH(editor_saves_its_text_behind_the_seal, reset, NULL)
{
	static char text[TEXT_BYTES + 2] = "as";

	run_editor();
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	/* Two saves in each of two paces; the last one of each was read again. */
	assert_int_equal(fake_record_count(WIRE_document_save), 4);
	assert_int_equal(save_of(0)->bytes, TEXT_BYTES + 1);
	assert_int_equal(save_of(0)->verified, 0);
	assert_int_equal(save_of(1)->bytes, TEXT_BYTES + 2);
	assert_int_equal(save_of(1)->verified, 1);
	assert_int_equal(save_of(1)->writes, 1);
	assert_string_equal(save_of(1)->device, "fake0");
	assert_int_equal(fake_disk.writes, 4);
	assert_int_equal(fake_disk.permits, 4);
	assert_int_equal(fake_disk.flushes, 4);
	assert_int_equal(fake_disk.lowest_written, BLOCK / 512);
	prose_write(text + 2, TEXT_BYTES, SEED);
	assert_memory_equal(fake_disk_stored(BLOCK), text, sizeof(text));
	assert_int_equal(save_of(1)->crc, crc32c(0, text, sizeof(text)));
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

/* Another name of the scratch disk would have no files. */
TEST_WITH(presenter_uses_only_the_scratch_disk, reset, NULL)
{
	fake_disk.count = 2;
	fake.input_script = presenting;
	bench_run_with("app.presenter", "disk.scratch", "fake1:5eed");
	for (size_t i = 0; i < fake_record_count(WIRE_series); i++)
		assert_non_null(strstr(fake_record(WIRE_series, i)->series.point, "device=fake1 "));
	assert_true(fake_record_count(WIRE_presenter_screen) > 0);
}

TEST_WITH(presenter_saves_its_document_behind_its_files, reset, NULL)
{
	static uint8_t sector[PATTERN_SECTOR_BYTES];
	const uint8_t *saved = fake_disk_stored((1 + PRESENTER_BLOCKS) * BLOCK);
	const struct wire_presenter_screen *screen;

	run_presenter();
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_document_save), 1);
	screen = &fake_record(WIRE_presenter_screen, 0)->presenter_screen;
	assert_string_equal(screen->write_back, "fake0");
	assert_string_equal(screen->contents, "pattern");
	assert_int_equal(save_of(0)->bytes, PRESENTER_SAVED_BYTES);
	assert_int_equal(save_of(0)->writes, 9);
	assert_int_equal(save_of(0)->verified, 1);
	assert_int_equal(save_of(0)->crc, screen->saved_crc);
	assert_int_equal(fake_disk.permits, fake_disk.writes);
	assert_int_equal(fake_disk.flushes, 1);
	assert_int_equal(fake_disk.lowest_written, BLOCK / 512);
	disk_pattern_write(sector, PRESENTER_DOCUMENT * 8, PRESENTER_BLOCKS * 8);
	assert_memory_equal(saved, sector, sizeof(sector));
	assert_int_equal(crc32c(0, saved, PRESENTER_SAVED_BYTES), screen->saved_crc);
}

TEST_WITH(other_disks_are_only_read, reset, NULL)
{
	fake.input_script = presenting;
	bench_run("app.presenter");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_document_save), 0);
	assert_string_equal(fake_record(WIRE_presenter_screen, 0)->presenter_screen.write_back,
			    "none");
	assert_int_equal(fake_disk.writes + fake_disk.flushes + fake_disk.permits, 0);
}

/* An error in the nth attempt; the session goes on, and its run has failed. */
static const struct disk_error {
	const char *name;
	unsigned permits_left, writes_left, flushes_left;
	bool loses_writes;
	uint32_t stored_bytes;
	const char *message;
} disk_errors[] = {
	{"seal_is_missing_at_the_second_save", .permits_left = 2,
	 .message = "cannot check the seal before a write"},
	{"second_write_fails", .writes_left = 2,
	 .message = "cannot write: 61440 bytes at sector 8"},
	{"flush_fails", .flushes_left = 1, .message = "cannot flush after writing"},
	{"writes_are_lost", .loses_writes = true, .message = "does not hold the saved document"},
	{"writes_are_too_short", .stored_bytes = 57344,
	 .message = "does not hold the saved document"},
};

static void failed_save_is_an_error(void **state)
{
	const struct disk_error *error = *state;

	reset(NULL);
	/* Remove the text that another test saved. */
	memset((void *)fake_disk_stored(0), 0, 1 << 20);
	fake_disk.permits_left = error->permits_left;
	fake_disk.writes_left = error->writes_left;
	fake_disk.flushes_left = error->flushes_left;
	fake_disk.loses_writes = error->loses_writes;
	fake_disk.stored_bytes = error->stored_bytes;
	run_editor();
	assert_fault(error->message);
	assert_int_equal(bench_count_series("pace=paced", "messages"), 0);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}
TEST_CASES(failed_save_is_an_error, disk_errors);

TEST_WITH(presenter_is_not_run_without_its_files, reset, NULL)
{
	fake_disk.writes_left = 7;
	run_presenter();
	assert_fault("cannot write: 65536 bytes");
	assert_int_equal(fake_record_count(WIRE_presenter_screen), 0);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST_WITH(disk_without_room_is_skipped, reset, NULL)
{
	fake_disk.facts.sectors = (1 + PRESENTER_BLOCKS) * 8;
	run_presenter();
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "capacity");
	fake_disk.facts.sectors = 64;
	run_editor();
	assert_string_equal(fake_record(WIRE_skip, 1)->skip.missing, "capacity");
	assert_int_equal(fake_disk.writes, 0);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST(document_fits_into_the_blocks_behind_its_first)
{
	struct document document = {.block = 3, .facts = {.sectors = 40, .sector_bytes = 512}};

	assert_true(document_fits(&document, 2 * BLOCK));
	assert_false(document_fits(&document, 2 * BLOCK + 1));
	document.facts.sectors++;
	assert_false(document_fits(&document, 2 * BLOCK + 1));
	document.facts = (struct disk_facts){.sectors = 5, .sector_bytes = BLOCK};
	assert_true(document_fits(&document, BLOCK + 1));
	assert_false(document_fits(&document, 2 * BLOCK + 1));
}

TEST_WITH(named_disk_that_does_not_exist_is_an_error, reset, NULL)
{
	fake.input_script = editing;
	bench_run_with("app.editor", "disk.scratch", "other0:5eed");
	assert_fault("there is no disk other0");
	assert_int_equal(fake_disk.opens, 0);
}

TEST_WITH(disk_without_its_seal_is_not_used, reset, NULL)
{
	fake_disk.open_status = -EPERM;
	run_editor();
	assert_fault("fake0: a scripted failure");
	assert_int_equal(fake_record_count(WIRE_editor_screen), 0);
	assert_int_equal(fake_disk.writes, 0);
}
