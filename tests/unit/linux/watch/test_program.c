/* SPDX-License-Identifier: MIT */
/* A program in a pseudo terminal: a key is stamped before it is written, and output after it is
 * read. The test does what the preloaded library would: it notes that the program asked. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/schedule.h"
#include "linux/watch/program.h"
#include "linux/watch/shared.h"
#include "tests/unit/linux/witness.h"

/* No library: the loader of programs ignores it. */
__asm__(".globl watch_library, watch_library_end\nwatch_library: .byte 0\nwatch_library_end:\n");

static struct {
	struct watch_shared *shared;
	struct window typed, got;       /* the calls of the key and of the latest output */
} seen;

/* ---- Fakes ---- */

uint64_t platform_clock_hz(void)
{
	return 1000000000;
}

uint32_t schedule_cpu_count(void)
{
	return 1;
}

int schedule_number(uint32_t cpu)
{
	return (int)cpu + sched_getcpu();
}

int watch_switches_begin(pid_t process)
{
	(void)process;
	seen.shared->count = 1;
	return -EPERM;
}

void watch_switches_read(struct watch_switches *switches)
{
	(void)switches;
}

void watch_switches_end(struct watch_switches *switches)
{
	(void)switches;
}

WRAP(void *, mmap, void *address, size_t size, int protection, int flags, int file, off_t offset)
{
	void *memory = __real_mmap(address, size, protection, flags, file, offset);

	if (size == sizeof(*seen.shared) && (flags & MAP_SHARED) != 0)
		seen.shared = memory;
	return memory;
}

WRAP(ssize_t, write, int file, const void *bytes, size_t size)
{
	bool is_key = size == 1 && *(const char *)bytes == 'x';
	uint64_t begin_tsc = clock_read();
	ssize_t written = __real_write(file, bytes, size);

	if (is_key)
		seen.typed = (struct window){begin_tsc, clock_read()};
	return written;
}

WRAP(ssize_t, read, int file, void *bytes, size_t size)
{
	uint64_t begin_tsc = clock_read();
	ssize_t count = __real_read(file, bytes, size);

	if (count > 0)
		seen.got = (struct window){begin_tsc, clock_read()};
	return count;
}

/* ---- Tests ---- */

TEST_WITH(key_is_stamped_before_its_write_and_output_after_its_read, stay_on_one_cpu, NULL)
{
	char *const arguments[] = {(char *)"cat", NULL};
	struct terminal_key key = {.code = 0x2d, .count = 1, .bytes = {'x'}};
	const struct watch_program program = {
		.arguments = arguments, .keys = &key, .key_count = 1,
	};
	char problem[WATCH_PROBLEM_MAX] = "";
	struct watch_trace trace;

	assert_int_equal(watch_program_run(&program, &trace, problem), 0);
	assert_string_equal(problem, "");
	assert_int_equal(trace.key_count, 1);
	assert_true(seen.typed.begin != 0 && trace.sent[0].tsc <= seen.typed.begin);
	assert_true(trace.sent[0].tsc > trace.begin_tsc);
	assert_true(trace.output_count > 0);
	assert_true(trace.outputs[trace.output_count - 1].tsc >= seen.got.end);
}
