/* SPDX-License-Identifier: MIT */
/* kernel_main: initialise the machine, run the benchmarks, and end the run. */
#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/registry.h"
#include "bench/engine/runner.h"
#include "bench/engine/validity_check.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "boot/boot_info.h"
#include "boot/fw_cfg.h"
#include "kernel/boot_times.h"
#include "kernel/code/code.h"
#include "kernel/core/build_id.h"
#include "kernel/core/console.h"
#include "kernel/core/panic.h"
#include "kernel/describe.h"
#include "kernel/dev/screen/screen.h"
#include "kernel/dev/time_base.h"
#include "kernel/dev/uefi_runtime.h"
#include "kernel/display/display.h"
#include "kernel/display/summary.h"
#include "kernel/machine/exit.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/start.h"
#include "kernel/machine/user_mode.h"
#include "kernel/mm/firmware.h"
#include "kernel/mm/memory.h"
#include "kernel/platform.h"
#include "kernel/settings.h"
#include "kernel/task/stack.h"
#include "kernel/task/thread.h"
#include "lib/boot_files.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/pause.h"
#include "lib/text/command_line.h"
#include "lib/text/string.h"

#define WARNINGS_BEFORE_PANIC 8         /* between records of a CPU that writes constantly */

/* The command line. Beyond COMMAND_LINE_MAX characters only a prefix of whole parameters is
 * stored. */
static struct {
	char text[COMMAND_LINE_MAX + 1];
	size_t length;
} command_line;

static struct settings settings;
static const char *screen_problem;      /* NULL: none */

/* Choose the command line. QEMU's fw_cfg overrides other boot loaders, so that tests can use an
 * unmodified image. Our own loader has already read fw_cfg, and may have added words. */
static void choose_command_line(const struct boot_info *info)
{
	size_t fitting = COMMAND_LINE_MAX;

	if (info->has_final_line ||
	    !fw_cfg_read_text(FW_CFG_COMMAND_LINE, command_line.text, sizeof(command_line.text),
			      &command_line.length)) {
		text_copy(command_line.text, sizeof(command_line.text), info->command_line);
		command_line.length = info->command_line_length;
	}
	if (command_line.length <= COMMAND_LINE_MAX)
		return;
	while (fitting > 0 && command_line.text[fitting - 1] != ' ')
		fitting--;
	command_line.text[fitting] = '\0';
}

/* Refuse an incomplete command line. Its stored parameters of the machine apply. No benchmark runs,
 * because the selection is incomplete. */
static __attribute__((noreturn)) void refuse_command_line(void)
{
	struct wire_writer *writer = console_writer();

	platform_describe(writer, "none");
	warning("command line", "%zu characters, limit %u; no benchmark was "
				"run", command_line.length, COMMAND_LINE_MAX);
	wire_write(writer, WIRE_end, &(struct wire_end){
		.status = "refused", .records = writer->seq});
	exit_machine(EXIT_FAILED);
}

static void report_parameter(const char *problem, const char *word, const char *value)
{
	if (word[0] == '\0')
		warning("command line", "%s", problem);
	else
		warning("command line", "%s%s%s: %s", word, value[0] != '\0' ? "=" : "", value,
			problem);
}

static void start_console(const struct boot_info *info)
{
	settings_parse(&settings, command_line.text, NULL);
	exit_init(settings.exit);
	machine_start_serial(info, &settings.serial);
}

static void start_memory(const struct boot_info *info)
{
	firmware_init(info);
	if (settings.screen)
		screen_init(info);
	memory_init(info);
	paging_init();
	memory_check();
	machine_start_cpu(info);
	user_mode_init();
	thread_init();
	stack_init();
	if (settings.screen)
		screen_problem = screen_init(info);
	memory_report_bad();
	firmware_return_init(info);
	uefi_runtime_init(info);
	code_init(info);
}

static void report_bad_input(const struct boot_info *info)
{
	static struct settings unused;

	settings_parse(&unused, command_line.text, report_parameter);
	machine_report_cpu();
	if (screen_problem != NULL)
		warning("screen", "framebuffer of %ux%u, %u bits a pixel, at %#lx: %s; not used",
			info->framebuffer.width, info->framebuffer.height,
			info->framebuffer.pixel_bits, info->framebuffer.base_phys, screen_problem);
	if (info->memory_dropped > 0)
		warning("memory map", "dropped the %u smallest usable ranges: the map has more "
				      "than %u", info->memory_dropped, BOOT_MEMORY_MAX);
	if (memory_free()->dropped > 0)
		warning("memory map", "dropped the %u smallest free ranges: there are more than %u",
			memory_free()->dropped, MEMORY_RANGES_MAX);
}

static unsigned warnings_written;       /* number of warnings while the other CPU panics */

static void panic_soon(void *unused)
{
	(void)unused;
	while (__atomic_load_n(&warnings_written, __ATOMIC_RELAXED) < WARNINGS_BEFORE_PANIC)
		cpu_relax();
	panic("test=panic-other-cpu: requested on the command line");
}

/* Panic on another CPU while this CPU writes warnings. Without a second CPU, panic on this one. */
static __attribute__((noreturn)) void panic_other_cpu(void)
{
	platform_describe(console_writer(), "none");
	if (smp_run(1, panic_soon, NULL) != 0)
		panic("test=panic-other-cpu: no second CPU; use test=panic");
	for (;;) {
		warning("test", "the other CPU panics");
		__atomic_add_fetch(&warnings_written, 1, __ATOMIC_RELAXED);
	}
}

void kernel_main(const struct boot_info *info)
{
	uint64_t begin_tsc = clock_read();
	unsigned faulted;

	boot_times_begin(info, begin_tsc);
	choose_command_line(info);
	start_console(info);
	start_memory(info);
	console_print("\nBareline %s\n", build_id);
	report_bad_input(info);
	time_base_init();
	machine_start_devices(info, settings.cpus, settings.cpu);
	platform_init();
	describe_init(info, command_line.text, settings.options.shows_serials);
	if (command_line.length > COMMAND_LINE_MAX)
		refuse_command_line();
	if (settings.panic) {
		platform_describe(console_writer(), "none");
		panic("test=panic: requested on the command line");
	}
	if (settings.panic_other_cpu)
		panic_other_cpu();
	if (settings.stray)
		machine_raise_strays();
	display_init(&settings.options, platform_capabilities());
	boot_times_end();
	faulted = runner_run(&settings.options, registry_benchmarks);
	summary_write();
	machine_show_pages();
	exit_machine(faulted == 0 && validity_check_failures() == 0 ? EXIT_OK : EXIT_FAILED);
}
