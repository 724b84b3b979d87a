/* SPDX-License-Identifier: MIT */
/* See uefi_runtime.h. */
#include "kernel/dev/uefi_runtime.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "lib/text/string.h"

#define HALF_ENTRIES 256                /* of a top-level table: the kernel's half */
#define SYSTEM_TABLE_SIGNATURE 0x5453595320494249       /* section 4.3.1, "EFI_SYSTEM_TABLE" */
#define RUNTIME_SIGNATURE 0x56524553544e5552    /* section 4.5.1, "EFI_RUNTIME_SERVICES" */
#define BUFFER_BYTES 4096

/* Section 3.3, "Globally Defined Variables", and section 8.2.1, "GetVariable()". */
#define GLOBAL_VARIABLE \
	{0x8be4df61, 0x93ca, 0x11d2, {0xaa, 0x0d, 0x00, 0xe0, 0x98, 0x03, 0x2b, 0x8c}}
#define ATTRIBUTES_OF_SETTINGS 7        /* NON_VOLATILE, BOOTSERVICE_ACCESS, RUNTIME_ACCESS */

struct uefi_guid {
	uint32_t first;
	uint16_t second, third;
	uint8_t fourth[8];
};

struct uefi_header {
	uint64_t signature;
	uint32_t revision, bytes, crc32, reserved;
};

struct uefi_services {
	struct uefi_header header;
	uint64_t (ARCH_UEFI_CALL *get_time)(void *time, void *capabilities);
	void *set_time, *get_wakeup_time, *set_wakeup_time;
	void *set_virtual_address_map, *convert_pointer;
	uint64_t (ARCH_UEFI_CALL *get_variable)(const uint16_t *name,
						const struct uefi_guid *vendor,
						uint32_t *attributes, uint64_t *bytes, void *data);
	uint64_t (ARCH_UEFI_CALL *get_next_variable_name)(uint64_t *bytes, uint16_t *name,
							  struct uefi_guid *vendor);
	void *set_variable, *get_next_high_monotonic_count, *reset_system;
	void *update_capsule, *query_capsule_capabilities;
	uint64_t (ARCH_UEFI_CALL *query_variable_info)(uint32_t attributes, uint64_t *most,
						       uint64_t *left, uint64_t *largest);
};

struct uefi_system_table {
	struct uefi_header header;
	const void *vendor;
	uint64_t revision;
	const void *consoles[6];
	const struct uefi_services *services;
};

static struct {
	const char *problem;            /* why services cannot be called; NULL: they can */
	const struct uefi_system_table *system;
	const struct uefi_services *services;
	struct page_tables tables;
	bool is_entered;
	uint64_t buffer[BUFFER_BYTES / sizeof(uint64_t)];
} runtime = {.problem = "needs a start by UEFI"};

/* ---- The address space ---- */

static uint64_t bits_of(enum boot_runtime_kind kind)
{
	switch (kind) {
	case BOOT_RUNTIME_CODE:
		return PTE_PRESENT | PTE_WRITE;
	case BOOT_RUNTIME_DATA:
		return PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE;
	default:
		return PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE | PTE_DEVICE;
	}
}

static bool map_all(const struct boot_info *info)
{
	for (uint32_t i = 0; i < info->runtime_count; i++) {
		const struct boot_runtime *range = &info->runtime[i];

		if (range->base_phys >= LOWER_HALF_END_VIRT ||
		    range->size_bytes > LOWER_HALF_END_VIRT - range->base_phys ||
		    page_tables_map_range(&runtime.tables, range->base_phys, range->base_phys,
					  range->size_bytes, bits_of(range->kind)) != 0)
			return false;
	}
	return true;
}

void uefi_runtime_init(const struct boot_info *info)
{
	if (info->efi_system_table_phys == 0)
		return;
	if (info->handoff_phys != 0) {
		runtime.problem = "boot services are kept; firmware=exit ends them";
		return;
	}
	if (info->runtime_count == 0 || info->runtime_count > BOOT_RUNTIME_MAX) {
		runtime.problem = "the memory map names no memory of the services, or too much";
		return;
	}
	runtime.tables = *paging_tables();
	runtime.tables.root = memory_alloc_page();
	if (runtime.tables.root == NULL || !map_all(info)) {
		runtime.problem = "memory of the services cannot be mapped";
		return;
	}
	runtime.system = (const void *)(uintptr_t)info->efi_system_table_phys;
	runtime.problem = NULL;
}

static bool is_mapped(const void *table, size_t bytes)
{
	uint64_t begin = (uintptr_t)table;

	return page_tables_page_bytes(&runtime.tables, begin) != 0 &&
	       page_tables_page_bytes(&runtime.tables, begin + bytes - 1) != 0;
}

/* The kernel's half of the tables may have changed since the last time. */
static void switch_to_services(void)
{
	memcpy(runtime.tables.root + HALF_ENTRIES, paging_tables()->root + HALF_ENTRIES,
	       HALF_ENTRIES * sizeof(*runtime.tables.root));
	paging_switch((uintptr_t)runtime.tables.root - runtime.tables.virt_minus_phys);
	paging_flush();
	runtime.is_entered = true;
}

static const char *find_services(void)
{
	if (!is_mapped(runtime.system, sizeof(*runtime.system)) ||
	    runtime.system->header.signature != SYSTEM_TABLE_SIGNATURE ||
	    !is_mapped(runtime.system->services, sizeof(*runtime.services)) ||
	    runtime.system->services->header.signature != RUNTIME_SIGNATURE ||
	    runtime.system->services->header.bytes < sizeof(*runtime.services))
		return "firmware's tables are not in the memory of its services";
	runtime.services = runtime.system->services;
	return NULL;
}

const char *platform_runtime_enter(void)
{
	if (runtime.problem != NULL)
		return runtime.problem;
	switch_to_services();
	runtime.problem = find_services();
	if (runtime.problem != NULL)
		platform_runtime_leave();
	return runtime.problem;
}

void platform_runtime_leave(void)
{
	if (!runtime.is_entered)
		return;
	paging_switch(paging_root_phys());
	paging_flush();
	runtime.is_entered = false;
}

/* ---- Services, with the arguments of boot/efi/services.c ---- */

static uint64_t ARCH_UEFI_CALL do_nothing(void)
{
	return 0;
}

static uint64_t call_nothing(void)
{
	uint64_t (ARCH_UEFI_CALL *volatile call)(void) = do_nothing;

	return call();
}

static uint64_t call_get_time(void)
{
	return runtime.services->get_time(runtime.buffer, NULL);
}

static uint64_t call_get_variable(void)
{
	static const uint16_t name[] = u"BootOrder";
	static const struct uefi_guid vendor = GLOBAL_VARIABLE;
	uint64_t bytes = BUFFER_BYTES;

	return runtime.services->get_variable(name, &vendor, NULL, &bytes, runtime.buffer);
}

static uint64_t call_get_next_variable_name(void)
{
	struct uefi_guid vendor;
	uint64_t bytes = BUFFER_BYTES;

	runtime.buffer[0] = 0;
	return runtime.services->get_next_variable_name(&bytes, (uint16_t *)runtime.buffer,
							&vendor);
}

static uint64_t call_query_variable_info(void)
{
	uint64_t most, left, largest;

	return runtime.services->query_variable_info(ATTRIBUTES_OF_SETTINGS, &most, &left,
						     &largest);
}

uint64_t platform_runtime_call(enum uefi_runtime_service service)
{
#define X(name) [RUNTIME_##name] = call_##name,
	static uint64_t (*const calls[])(void) = {UEFI_RUNTIME_SERVICES(X)};
#undef X

	return calls[service]();
}
