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
	line = reproduce_explain_command("entry.null_syscall", point, layer, "out", NULL, options);
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
	run.on_cpu = 0;
	assert_command(&run, "", LAYER_LINUX,
		       "bareline explain entry.null_syscall --layer linux -o out -- --kernel "
		       "'it'\\''s' --kernel-append 'mitigations=off quiet' --on-cpu 0 --cpu EPYC "
		       "--memory 2G");
}

TEST(foreign_metrics_are_not_offered)
{
	assert_true(reproduce_is_own_metric("entry.null_syscall", "path=syscall"));
	assert_true(reproduce_is_own_metric("mem.latency", "size=4K order=random"));
	assert_true(reproduce_is_own_metric("mem.latency", ""));
	assert_false(reproduce_is_own_metric("entry.null_syscall", "a=1;reboot $(b)"));
	assert_false(reproduce_is_own_metric("entry.null_syscall", "path=syscall --qemu=evil"));
	assert_true(reproduce_is_own_metric("myos.get-pid_2", ""));
	assert_false(reproduce_is_own_metric("myos.$(b)", ""));
	assert_false(reproduce_is_own_metric("myos.a b", ""));
	assert_false(reproduce_is_own_metric("-myos", ""));
	assert_false(reproduce_is_own_metric("", ""));
	assert_false(reproduce_is_own_metric("--qemu=evil", ""));
	assert_false(reproduce_is_own_metric("*", ""));
}

/* Each text is a list of options in a manifest. */
TEST(foreign_options_are_not_offered)
{
	static const struct {
		const char *options;
		bool is_own;
	} cases[] = {
		{"['--image', '/a b', '--cpus', '2', '--append', 'bench=null.* a=b']", true},
		{"['--cpu', 'qemu64,+x2apic', '--machine', 'pc', '--memory', '2G']", true},
		{"['--image', '/tmp/i', '--qemu', '/tmp/evil']", false},
		{"['--hypervisor-qemu', '/tmp/evil']", false},
		{"['--image', '-qemu=/tmp/evil']", false},
		{"['--', '-drive file=/dev/sda']", false},
		{"['--machine', 'pc,firmware=/tmp/evil']", false},
		{"['--cpus', '2;reboot']", false},
		{"['--on-cpu', '1']", true},
		{"['--on-cpu', '1;reboot']", false},
		{"['--append', 'a\\nb']", false},
		{"['--image']", false},
		{"['--image', 1]", false},
		{"[]", false},
		{"{}", false},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		char *text = strdup(cases[i].options);
		json_t *options;

		for (char *at = text; *at != '\0'; at++)
			*at = *at == '\'' ? '"' : *at;
		options = json_loads(text, 0, NULL);
		assert_non_null(options);
		assert_int_equal(reproduce_is_own(options), cases[i].is_own);
		json_decref(options);
		free(text);
	}
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

TEST(a_plugin_is_no_other_option)
{
	static char *const plugin[] = {"-plugin", "file=a.so", NULL};
	static char *const more[] = {"-plugin", "file=a.so", "-snapshot", NULL};
	static struct run_request run;
	json_t *options;

	run_init(&run);
	run.machine.extra = plugin;
	options = reproduce_options(&run, run.machine.image);
	assert_non_null(options);
	json_decref(options);
	run.machine.extra = more;
	assert_null(reproduce_options(&run, run.machine.image));
}

TEST(message_to_the_user_has_all_options_of_the_run)
{
	static char *const extra[] = {"-device", "a,b=c d", NULL};
	static struct run_request run;
	json_t *options;
	char *line;

	run_init(&run);
	run.machine.image = "my.iso";
	run.machine.firmware = FIRMWARE_BIOS;
	run.machine.media = MEDIA_CD;
	run.machine.extra = extra;
	options = reproduce_request(&run, run.machine.image);
	line = reproduce_explain_command("my.trap", "", LAYER_METAL, "out", "KERNEL", options);
	assert_string_equal(line, "bareline explain my.trap -o out --program KERNEL -- --image "
				  "my.iso --firmware bios --media cd -- -device 'a,b=c d'");
	free(line);
	json_decref(options);
	assert_null(reproduce_request(&run, NULL));
}
