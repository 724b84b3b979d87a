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
#include "kernel/code/code.h"
#include "kernel/core/build_id.h"
#include "kernel/core/console.h"
#include "kernel/core/panic.h"
#include "kernel/describe.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/dev/pci/pci.h"
#include "kernel/dev/screen/screen.h"
#include "kernel/dev/smbios.h"
#include "kernel/dev/time_base.h"
#include "kernel/disk/disk.h"
#include "kernel/display/display.h"
#include "kernel/display/summary.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/exit.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/user_mode.h"
#include "kernel/machine/watchdog.h"
#include "kernel/mm/firmware.h"
#include "kernel/mm/memory.h"
#include "kernel/nodes.h"
#include "kernel/platform.h"
#include "kernel/settings.h"
#include "kernel/task/stack.h"
#include "kernel/task/thread.h"
#include "kernel/x86/cpu/cpu_init.h"
#include "kernel/x86/cpu/simd.h"
#include "kernel/x86/cpu/smi.h"
#include "kernel/x86/dev/hpet.h"
#include "kernel/x86/dev/i8042.h"
#include "kernel/x86/dev/ioapic.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/pager.h"
#include "kernel/x86/dev/pic.h"
#include "kernel/x86/dev/pit.h"
#include "kernel/x86/dev/pm_timer.h"
#include "kernel/x86/dev/rtc.h"
#include "kernel/x86/dev/serial.h"
#include "kernel/x86/dev/tco.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/pmu/pmu.h"
#include "kernel/x86/pmu/state.h"
#include "lib/boot_files.h"
#include "lib/cpu/interrupts.h"
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
static struct cpu boot_cpu;

/* QEMU's fw_cfg overrides other boot loaders, so that tests can use an unmodified image. Our own
 * has read it, and may have added words. */
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

/* Stored parameters of the machine apply. The benchmark selection is incomplete, so no benchmark
 * runs. */
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

/* Serial ports in I/O space; find_consoles adds others. */
static void start_console(void)
{
	settings_parse(&settings, command_line.text, NULL);
	exit_init(settings.exit);
	for (unsigned i = 0; i < settings.serial_count; i++) {
		if (settings.serials[i].address != 0 &&
		    settings.serials[i].address < SERIAL_MEMORY_FIRST)
			serial_add((uint32_t)settings.serials[i].address, settings.serials[i].baud);
	}
}

/* Many machines have no serial port: warn only if one was chosen. */
static void find_consoles(void)
{
	if (settings.serial_is_chosen)
		serial_find_chosen(settings.serials, settings.serial_count);
	else
		serial_find();
	if (serial_count() == 0 && settings.serial_count > 0)
		console_print("no serial port; results go to the screen only\n");
}

static void start_memory(const struct boot_info *info)
{
	firmware_init(info);
	if (settings.screen)
		screen_init(info);
	memory_init(info);
	paging_init();
	memory_check();
	if (cpu_init(&boot_cpu) != 0)
		panic("cpu: no memory for the boot CPU's interrupt stacks");
	user_mode_init();
	thread_init();
	stack_init();
	if (settings.screen)
		screen_problem = screen_init(info);
	memory_report_bad();
	firmware_return_init(info);
	code_init(info);
}

static void start_counters(void)
{
	struct pmu_leaves leaves;

	pmu_leaves_read(&leaves);
	pmu_init(&leaves);
}

/* Each driver needs those before it. */
static void main_start_devices(const struct boot_info *info)
{
	acpi_init(info);
	if (acpi_madt() != NULL && acpi_madt()->cpu_count > 1)
		time_base_align();
	smbios_init(info);
	if (firmware_is_resident())
		pic_mask();
	else
		pic_disable();
	pci_init();
	find_consoles();
	tco_stop();
	ioapic_init();
	hpet_init();
	pm_timer_init();
	pit_init();
	rtc_init();
	tsc_init(rtc_exists() ? rtc_read_second : NULL);
	lapic_init();
	nodes_init();
	i8042_init();
	disk_init();
	watchdog_init();
	smp_init(settings.cpus);
	smi_init();
	start_counters();
	state_init();
}

static void report_bad_input(const struct boot_info *info)
{
	static struct settings unused;

	settings_parse(&unused, command_line.text, report_parameter);
	simd_report();
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

/* Raise a vector without a handler twice, and a spurious interrupt once. */
static void raise_strays(void)
{
	static const uint8_t vectors[] = {VECTOR_STRAY, VECTOR_STRAY, VECTOR_SPURIOUS};

	for (size_t i = 0; i < sizeof(vectors); i++) {
		self_interrupt(vectors[i]);
		interrupts_handle_pending();
	}
	lapic_end_in_service();         /* spurious interrupts are not acknowledged; this one was
					 * real */
}

static unsigned warnings_written;       /* while the other CPU panics */

static void panic_soon(void *unused)
{
	(void)unused;
	while (__atomic_load_n(&warnings_written, __ATOMIC_RELAXED) < WARNINGS_BEFORE_PANIC)
		cpu_relax();
	panic("test=panic-other-cpu: requested on the command line");
}

/* Panics on another CPU while this one writes warnings; without a second CPU, on this one. */
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
	unsigned faulted;

	choose_command_line(info);
	start_console();
	start_memory(info);
	console_print("\nBareline %s\n", build_id);
	report_bad_input(info);
	time_base_init();
	main_start_devices(info);
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
		raise_strays();
	display_init(&settings.options, platform_capabilities());
	faulted = runner_run(&settings.options, registry_benchmarks);
	summary_write();
	pager_auto_advance();
	exit_machine(faulted == 0 && validity_check_failures() == 0 ? EXIT_OK : EXIT_FAILED);
}
