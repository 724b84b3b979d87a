/* SPDX-License-Identifier: MIT */
/* See services.h. References are to the UEFI Specification 2.10. */
#include "boot/efi/services.h"

#include "lib/cpu/clock.h"

#define BUFFER_BYTES 16384
#define POOL_BYTES 64
#define CRC_BYTES 4096
#define VARIABLE_CHARS 128

static struct {
	EFI_HANDLE image;
	UINT32 sum;                     /* the latest CRC */
	UINT64 buffer[BUFFER_BYTES / sizeof(UINT64)];
} services;

static EFI_STATUS call_nothing(void)
{
	return EFI_SUCCESS;
}

/* Section 8.3, "Time Services". */
static EFI_STATUS call_get_time(void)
{
	EFI_TIME now;

	return firmware_system->RuntimeServices->GetTime(&now, NULL);
}

/* Section 8.2, "Variable Services". Firmware with a boot manager has the variable. */
static EFI_STATUS call_get_variable(void)
{
	EFI_GUID guid = EFI_GLOBAL_VARIABLE;
	UINTN bytes = BUFFER_BYTES;

	return firmware_system->RuntimeServices->GetVariable(L"BootOrder", &guid, NULL, &bytes,
							     services.buffer);
}

/* Ask for the first variable name by an empty name. */
static EFI_STATUS call_get_next_variable_name(void)
{
	CHAR16 name[VARIABLE_CHARS];
	EFI_GUID guid;
	UINTN bytes = sizeof(name);

	name[0] = 0;
	return firmware_system->RuntimeServices->GetNextVariableName(&bytes, name, &guid);
}

static EFI_STATUS call_query_variable_info(void)
{
	UINT64 most, left, largest;

	return firmware_system->RuntimeServices->QueryVariableInfo(
		EFI_VARIABLE_NON_VOLATILE | EFI_VARIABLE_BOOTSERVICE_ACCESS |
		EFI_VARIABLE_RUNTIME_ACCESS, &most, &left, &largest);
}

/* Section 7.5, "Miscellaneous Boot Services". */
static EFI_STATUS call_stall_0(void)
{
	return firmware_services->Stall(0);
}

/* Section 7.2, "Memory Allocation Services". */
static EFI_STATUS call_get_memory_map(void)
{
	UINTN bytes = BUFFER_BYTES, key, descriptor_bytes;
	UINT32 version;

	return firmware_services->GetMemoryMap(&bytes, (EFI_MEMORY_DESCRIPTOR *)services.buffer,
					       &key, &descriptor_bytes, &version);
}

/* Section 7.1, "Event, Timer, and Task Priority Services". */
static EFI_STATUS call_raise_and_restore_tpl(void)
{
	firmware_services->RestoreTPL(firmware_services->RaiseTPL(TPL_HIGH_LEVEL));
	return EFI_SUCCESS;
}

static EFI_STATUS call_allocate_and_free_pool(void)
{
	void *pool;
	EFI_STATUS status = firmware_services->AllocatePool(EfiLoaderData, POOL_BYTES, &pool);

	return status == EFI_SUCCESS ? firmware_services->FreePool(pool) : status;
}

static EFI_STATUS call_allocate_and_free_pages(void)
{
	EFI_PHYSICAL_ADDRESS page;
	EFI_STATUS status = firmware_services->AllocatePages(AllocateAnyPages, EfiLoaderData, 1,
							     &page);

	return status == EFI_SUCCESS ? firmware_services->FreePages(page, 1) : status;
}

/* Section 7.3, "Protocol Handler Services". */
static EFI_STATUS call_handle_protocol(void)
{
	EFI_GUID guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
	void *loaded;

	return firmware_services->HandleProtocol(services.image, &guid, &loaded);
}

static EFI_STATUS call_calculate_crc32_of_4k(void)
{
	return firmware_services->CalculateCrc32(services.buffer, CRC_BYTES, &services.sum);
}

/* Whether the CRC depends on a byte of the buffer. */
static bool sum_depends_on(UINTN byte)
{
	UINT8 *bytes = (UINT8 *)services.buffer;
	UINT32 before;

	call_calculate_crc32_of_4k();
	before = services.sum;
	bytes[byte] ^= 1;
	call_calculate_crc32_of_4k();
	return services.sum != before;
}

static EFI_STATUS call_counted(EFI_STATUS (*call)(void), uint64_t *calls)
{
	++*calls;
	return call();
}

static void measure(EFI_STATUS (*call)(void), uint64_t *ticks, uint64_t *error, uint64_t *calls)
{
	*error = call_counted(call, calls);
	for (unsigned i = 0; i < SERVICE_SAMPLES && *error == 0; i++) {
		uint64_t begin_tsc = clock_read();

		*error = call_counted(call, calls);
		ticks[i] = clock_read() - begin_tsc;
	}
}

void services_measure(EFI_HANDLE image, struct service_times *times)
{
	uint64_t begin_tsc = clock_read();

	services.image = image;
#define X(name) measure(call_##name, times->ticks[SERVICE_##name], \
			&times->errors[SERVICE_##name], &times->calls[SERVICE_##name]);
	UEFI_SERVICES(X)
#undef X
	times->has_summed_4k = sum_depends_on(0) && sum_depends_on(CRC_BYTES - 1) &&
			       !sum_depends_on(CRC_BYTES);
	times->are_measured = true;
	times->all_ticks = clock_read() - begin_tsc;
}
