/* SPDX-License-Identifier: MIT */
/* The command that explains a metric of a run names the boot's options that are not defaults. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tools/run/reproduce.h"

static void run_init(struct run_request *run)
{
	run_request_init(run);
	run->machine.is_deterministic = true;
	run->machine.image = "build/kernel.elf";
	run->machine.memory = run_request_memory(run);
}

static void assert_command(const struct run_request *run, const char *point, enum layer layer,
			   const char *expected)
{
	json_t *options = reproduce_options(run, run->machine.image);
	char *line;

	assert_non_null(options);
	line = reproduce_explain_command("entry.null_syscall", point, layer, "out", options);
	assert_string_equal(line, expected);
	free(line);
	json_decref(options);
}

TEST(image_is_named)
{
	static struct run_request run;

	run_init(&run);
	assert_command(&run, "path=syscall", LAYER_METAL,
		       "bareline explain entry.null_syscall path=syscall -o out -- --image "
		       "build/kernel.elf");
}

TEST(non_default_options_are_named)
{
	static struct run_request run;

	run_init(&run);
	run.is_linux = true;
	run.machine.memory = "2G";
	run.machine.cpu = "EPYC";
	run.machine.image = "it's";
	run.linux.append = "mitigations=off quiet";
	assert_command(&run, "", LAYER_LINUX,
		       "bareline explain entry.null_syscall --layer linux -o out -- --kernel "
		       "'it'\\''s' --kernel-append 'mitigations=off quiet' --cpu EPYC --memory 2G");
}

TEST(point_text_from_a_log_is_quoted_as_one_word)
{
	static struct run_request run;

	run_init(&run);
	assert_command(&run, "a=1;reboot $(b)", LAYER_METAL,
		       "bareline explain entry.null_syscall 'a=1;reboot' '$(b)' -o out -- --image "
		       "build/kernel.elf");
}

TEST(run_that_cannot_be_explained_has_no_options)
{
	static char *const extra[] = {"-snapshot", NULL};
	static struct run_request run;

	run_init(&run);
	run.machine.is_deterministic = false;
	assert_null(reproduce_options(&run, run.machine.image));
	run_init(&run);
	run.machine.firmware = FIRMWARE_BIOS;
	assert_null(reproduce_options(&run, run.machine.image));
	run_init(&run);
	run.machine.disk.kind = DISK_NULL;
	assert_null(reproduce_options(&run, run.machine.image));
	run_init(&run);
	run.machine.extra = extra;
	assert_null(reproduce_options(&run, run.machine.image));
}
