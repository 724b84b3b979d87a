/* SPDX-License-Identifier: MIT */
/* BOOTX64.EFI, BOOTAA64.EFI, BOOTRISCV64.EFI: loads the kernel that it contains, collects its
 * boot_info from the firmware, and enters it. Boot services are exited for good, or stay resident.
 *
 * References are to the UEFI Specification 2.10. */
#include <efi.h>

#include "boot/boot_info.h"
#include "boot/image_header.h"
#include "boot/layout.h"
#include "boot/efi/handoff.h"
#include "boot/efi/describe.h"
#include "boot/efi/firmware.h"
#include "boot/efi/linux.h"
#include "boot/efi/memory.h"
#include "boot/efi/netboot/netboot.h"
#include "boot/efi/processor.h"
#include "boot/efi/results/results.h"
#include "boot/efi/results/started.h"
#include "boot/efi/services.h"
#include "boot/efi/loader_options.h"
#include "boot/memory_map.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/identity.h"
#include "lib/text/command_line.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define KEY_WAIT_SECONDS 10
#define WARNING_SECONDS 5
#define EXIT_TRIES 8

/* The kernel image from kernel.S. */
extern const char efi_kernel[];

/* Called by GNU-EFI's start-up code. */
EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

/* Print a reason and return to the firmware, which then tries its next boot option. On a machine
 * without a keyboard, the wait for a key has a limit. */
static EFI_STATUS efi_fail(const char *reason, EFI_STATUS status)
{
	firmware_print("Bareline: %s\nPress a key to return to the firmware.\n", reason);
	firmware_wait_for_key(KEY_WAIT_SECONDS);
	return status;
}

static const struct boot_image_header *header(void)
{
	return (const struct boot_image_header *)(efi_kernel + KERNEL_HEADER_OFFSET);
}

/* ---- Exiting boot services ---- */

/* Section 7.4, "EFI_BOOT_SERVICES.ExitBootServices()": the call fails if the map has changed since
 * it was read. After the first attempt only memory services and further attempts are allowed. */
static EFI_STATUS exit_boot_services(EFI_HANDLE image, struct memory_map *map)
{
	EFI_STATUS status = EFI_LOAD_ERROR;

	for (int i = 0; i < EXIT_TRIES; i++) {
		status = memory_read_map(map);
		if (status)
			break;
		status = firmware_services->ExitBootServices(image, map->key);
		if (!status)
			break;
	}
	return status;
}

static EFI_STATUS run_alone(EFI_HANDLE image, char *kernel, struct boot_info *info)
{
	void (*enter)(const struct boot_info *info);
	struct memory_map map = {0};
	EFI_STATUS status = memory_read_map(&map);

	if (status)
		return efi_fail("cannot read the firmware's memory map", status);
	status = exit_boot_services(image, &map);
	/* After a failed attempt only memory services are guaranteed to work. In practice, firmware
	 * still prints. */
	if (status)
		return efi_fail("ExitBootServices failed", status);
	boot_memory_add_efi(info, map.descriptors, map.bytes, map.descriptor_bytes);
	enter = (void (*)(const struct boot_info *))(kernel + header()->entry_offset);
	processor_ready_kernel(kernel, info);
	enter(info);
	return EFI_LOAD_ERROR;
}

/* ---- Choosing to keep or exit boot services ---- */

static EFI_HANDLE volume_of(EFI_HANDLE image)
{
	EFI_GUID guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
	EFI_LOADED_IMAGE *loaded;

	if (firmware_services->HandleProtocol(image, &guid, (void **)&loaded) != EFI_SUCCESS)
		return NULL;
	return loaded->DeviceHandle;
}

/* The reason for exiting boot services, or NULL. */
static const char *exit_reason(EFI_HANDLE volume, const struct loader_options *options)
{
	const char *why = handoff_unsupported_reason();

	if (options->must_exit_firmware)
		return "asked for";
	if (why != NULL || options->must_keep_firmware)
		return why;
	return netboot_is_origin() ? netboot_unsupported_reason()
				   : results_unsupported_reason(volume);
}

/* Warn before the run if its results would be lost without a serial cable. */
static void warn_before_run(EFI_HANDLE volume, const struct loader_options *options)
{
	const char *warning = netboot_is_origin()
			      ? netboot_warning()
			      : results_warning(volume, options->then == THEN_LINUX);

	if (warning == NULL)
		return;
	firmware_print("Bareline: %s\nStarting in %u s. Press a key to start now.\n", warning,
		       WARNING_SECONDS);
	firmware_wait_for_key(WARNING_SECONDS);
}

static void decide(EFI_HANDLE volume, struct boot_info *info, const struct loader_options *options)
{
	const char *why = exit_reason(volume, options);

	if (why == NULL)
		why = handoff_prepare(info, options);
	if (why == NULL) {
		warn_before_run(volume, options);
		text_copy(info->firmware, sizeof(info->firmware), "kept");
		return;
	}
	fmt_buffer(info->firmware, sizeof(info->firmware), "exited: %s", why);
	firmware_print("Bareline: results will not be %s: %s.\n",
		       netboot_is_origin() ? "sent to the server" : "written to the stick",
		       options->must_exit_firmware ? "firmware=exit is set" : why);
	info->handoff_phys = 0;
	info->memory_count = 0;
	memory_release();
}

static bool has_linux(EFI_HANDLE volume)
{
	if (netboot_is_origin())
		return false;
	if (!linux_is_there(volume))
		firmware_print("Bareline: the stick has no Linux for " ARCH_NAME ".\n");
	return linux_is_there(volume);
}

static void begin_network(EFI_HANDLE image, EFI_HANDLE device)
{
	static char line[COMMAND_LINE_MAX + 1];
	static struct loader_options options;
	struct netboot_machine machine;

	describe_given_line(image, line, sizeof(line));
	loader_options_parse(&options, line);
	describe_identity(&machine);
	netboot_begin(device, &machine, options.server);
}

static char *place_kernel(struct boot_info **info)
{
	uint32_t memory_bytes = header()->memory_bytes;
	char *kernel = memory_allocate_low(memory_bytes + sizeof(**info), KERNEL_LOAD_PHYS);

	if (kernel != NULL) {
		memcpy(kernel, efi_kernel, header()->image_bytes);
		*info = (struct boot_info *)(kernel + memory_bytes);
	}
	return kernel;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	uint64_t begin_tsc = clock_read();
	EFI_HANDLE volume;
	struct loader_options options;
	struct boot_info *info;
	const char *results;
	char *kernel;

	firmware_system = system;
	firmware_services = system->BootServices;
	firmware_services->SetWatchdogTimer(0, 0, 0, NULL);
	processor_init();
	if (header()->magic != BOOT_IMAGE_MAGIC)
		return efi_fail("the kernel in the loader is damaged; write the stick "
				"again", EFI_LOAD_ERROR);
	firmware_print("Bareline: reading the boot device\n");
	volume = volume_of(image);
	begin_network(image, volume);
	firmware_watch("read the stick");
	handoff_save_earlier(volume);
	linux_started_report(volume);
	firmware_watch(NULL);
	kernel = place_kernel(&info);
	if (!kernel)
		return efi_fail("no memory for the kernel where it can run",
				EFI_OUT_OF_RESOURCES);
	info->loader_tsc = begin_tsc;
	describe_machine(image, info);
	loader_options_parse(&options, info->command_line);
	if (options.then == THEN_LINUX && !has_linux(volume))
		options.then = THEN_NOTHING;
	if (options.measures_services) {
		firmware_watch("measure its services");
		services_measure(image, &info->services);
		firmware_watch(NULL);
	}
	decide(volume, info, &options);
	if (info->handoff_phys == 0)
		return run_alone(image, kernel, info);
	results = handoff_run(kernel, header()->entry_offset, info, volume, &options);
	if (options.then == THEN_LINUX && results[0] != '\0')
		linux_start(image, volume, info->command_line, results);
	return EFI_SUCCESS;
}
