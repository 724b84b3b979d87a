/* SPDX-License-Identifier: MIT */
/* Writes the manifest and the records that describe the machine. */
#include "kernel/describe.h"

#include "bench/engine/manifest.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "kernel/core/build_id.h"
#include "kernel/dev/pci/pci.h"
#include "kernel/dev/smbios.h"
#include "kernel/dev/time_base.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/pmc.h"
#include "kernel/machine/rtc.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/start.h"
#include "kernel/machine/timer.h"
#include "kernel/nodes.h"
#include "kernel/places.h"

static const struct boot_info *boot;
static const char *command_line;
static bool shows_serials;

static const char *const path_names[] = {
	[BOOT_MULTIBOOT1] = "multiboot1",
	[BOOT_MULTIBOOT2] = "multiboot2",
	[BOOT_MULTIBOOT2_EFI] = "multiboot2-efi",
	[BOOT_EFI] = "efi",
	[BOOT_PVH] = "pvh",
	[BOOT_DEVICE_TREE] = "device-tree",
};

static const char *const memory_type_names[] = {
	[BOOT_MEMORY_USABLE] = "usable",
	[BOOT_MEMORY_RESERVED] = "reserved",
	[BOOT_MEMORY_ACPI] = "acpi",
	[BOOT_MEMORY_NVS] = "nvs",
	[BOOT_MEMORY_BAD] = "bad",
	[BOOT_MEMORY_LOADER] = "loader",
	[BOOT_MEMORY_OTHER] = "other",
};

void describe_init(const struct boot_info *info, const char *line, bool wants_serials)
{
	boot = info;
	command_line = line;
	shows_serials = wants_serials;
}

static void describe_memory(struct wire_writer *writer)
{
	for (uint32_t i = 0; i < boot->memory_count; i++)
		wire_write(writer, WIRE_memory, &(struct wire_memory){
			.base_phys = boot->memory[i].base_phys,
			.size_bytes = boot->memory[i].size_bytes,
			.type = memory_type_names[boot->memory[i].type],
		});
}

static void describe_timers(struct wire_writer *writer)
{
	size_t count;
	const struct clock_source *sources = clock_sources(&count);

	manifest_write_timers(writer, sources, count);
	if (timer_hz() != 0)
		wire_write(writer, WIRE_timer, &(struct wire_timer){
			.name = TIMER_NAME, .rate_hz = timer_hz(), .status = "usable"});
}

/* Write when the run was made. Firmware may know the time zone, so its time is preferred. If it is
 * not valid, the clock itself is read. */
static void describe_made(struct wire_writer *writer)
{
	struct manifest_clock clock = {.source = "uefi", .time = boot->time,
				       .is_zone_known = boot->is_time_zone_known != 0};

	if (!utc_time_is_valid(&clock.time)) {
		clock.source = "rtc";
		if (!rtc_exists())
			clock.problem = "no real-time clock found";
		else if (!rtc_read_date(&clock.time))
			clock.problem = "the real-time clock has no valid time";
	}
	manifest_write_made(writer, &clock);
}

static void describe_network_cards(struct wire_writer *writer)
{
	for (uint32_t i = 0; i < boot->network_card_count; i++)
		manifest_write_network_card(writer, "", boot->network_cards[i], shows_serials);
}

void platform_describe(struct wire_writer *writer, const char *suite)
{
	manifest_write(writer, &(struct wire_manifest){
		.build = build_id,
		.host = "bare-metal",
		.boot = path_names[boot->path],
		.loader = boot->loader,
		.hypervisor = time_base_hypervisor(),
		.command_line = command_line,
		.suite = suite,
		.firmware = boot->firmware,
	});
	manifest_write_cpu(writer, &(struct wire_cpu){
		.microcode = machine_microcode(),
		.count = smp_count(),
		.online = smp_online(),
	});
	manifest_write_caches(writer);
	describe_memory(writer);
	nodes_describe(writer, boot);
	places_describe(writer);
	state_describe(writer);
	describe_made(writer);
	smbios_describe(writer, shows_serials);
	describe_network_cards(writer);
	pci_describe(writer);
	describe_timers(writer);
	pmc_describe(writer);
	warning_flush();
}
