/* SPDX-License-Identifier: MIT */
/* The command that explains a metric of a run names the boot's options that are not defaults. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tools/run/reproduce.h"

static void run_init(struct run_options *run)
{
	run_options_init(run);
	run->qemu.deterministic = true;
	run->qemu.image = "build/kernel.elf";
	run->qemu.memory = run_options_memory(run);
}

static void assert_command(const struct run_options *run, const char *point, enum layer layer,
			   const char *expected)
{
	json_t *options = reproduce_options(run);
	char *line;

	assert_non_null(options);
	line = reproduce_explain_command("entry.null_syscall", point, layer, "out", options);
	assert_string_equal(line, expected);
	free(line);
	json_decref(options);
}

TEST(image_is_named)
{
	static struct run_options run;

	run_init(&run);
	assert_command(&run, "path=syscall", LAYER_METAL,
		       "bareline explain entry.null_syscall path=syscall -o out -- --image "
		       "build/kernel.elf");
}

TEST(non_default_options_are_named)
{
	static struct run_options run;

	run_init(&run);
	run.is_linux = true;
	run.qemu.memory = "2G";
	run.qemu.cpu = "EPYC";
	run.qemu.image = "it's";
	run.linux.append = "mitigations=off quiet";
	assert_command(&run, "", LAYER_LINUX,
		       "bareline explain entry.null_syscall --layer linux -o out -- --kernel "
		       "'it'\\''s' --kernel-append 'mitigations=off quiet' --cpu EPYC --memory 2G");
}

TEST(point_text_from_a_log_is_quoted_as_one_word)
{
	static struct run_options run;

	run_init(&run);
	assert_command(&run, "a=1;reboot $(b)", LAYER_METAL,
		       "bareline explain entry.null_syscall 'a=1;reboot' '$(b)' -o out -- --image "
		       "build/kernel.elf");
}

TEST(run_that_cannot_be_explained_has_no_options)
{
	static char *const extra[] = {"-snapshot", NULL};
	static struct run_options run;

	run_init(&run);
	run.qemu.deterministic = false;
	assert_null(reproduce_options(&run));
	run_init(&run);
	run.qemu.firmware = FIRMWARE_BIOS;
	assert_null(reproduce_options(&run));
	run_init(&run);
	run.qemu.disk.kind = DISK_NULL;
	assert_null(reproduce_options(&run));
	run_init(&run);
	run.qemu.extra = extra;
	assert_null(reproduce_options(&run));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(image_is_named),
		cmocka_unit_test(non_default_options_are_named),
		cmocka_unit_test(point_text_from_a_log_is_quoted_as_one_word),
		cmocka_unit_test(run_that_cannot_be_explained_has_no_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
