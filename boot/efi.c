/* SPDX-License-Identifier: MIT */
/* BOOTX64.EFI: places the kernel that it carries in memory, asks the firmware what the kernel needs
 * to know, leaves the firmware for good and enters the kernel. The command line is, in this order:
 * the load options, the file bareline.cfg in the root of the volume the loader came from, empty. But
 * for load options a menu lets whoever is there choose another.
 *
 * References are to the UEFI Specification 2.10. */
#include <efi.h>

#include "boot/boot_info.h"
#include "boot/efi_command_line.h"
#include "boot/efi_menu_screen.h"
#include "boot/layout.h"
#include "boot/memory_map.h"
#include "lib/text/string.h"

#define LOADER_NAME "Bareline EFI loader"
#define COMMAND_LINE_FILE L"\\bareline.cfg"
#define COMMAND_LINE_FILE_MAX 0x10000   /* what is beyond is not read */
#define BELOW_4_GIB 0xffffffff
#define KEY_WAIT_100NS (10 * 1000 * 1000 * 10ull)
#define EXIT_TRIES 8
#define MAP_SLACK_DESCRIPTORS 16

/* The kernel image, its header first, from efi_kernel.S. */
extern const struct boot_image_header efi_kernel;

/* Called by GNU-EFI's start-up code. */
EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

static EFI_SYSTEM_TABLE *system_table;
static EFI_BOOT_SERVICES *services;

static EFI_GUID acpi_20_guid = ACPI_20_TABLE_GUID;
static EFI_GUID acpi_10_guid = ACPI_TABLE_GUID;
static EFI_GUID loaded_image_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
static EFI_GUID file_system_guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
static EFI_GUID graphics_guid = EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID;

static void efi_say(CHAR16 *text)
{
	if (system_table->ConOut)
		system_table->ConOut->OutputString(system_table->ConOut, text);
}

/* A key, or ten seconds for a machine without a keyboard, which then tries its next boot option. */
static void wait_for_key(void)
{
	EFI_EVENT events[2];
	EFI_INPUT_KEY key;
	UINTN which, count = 0;

	if (services->CreateEvent(EVT_TIMER, 0, NULL, NULL, &events[count]) == EFI_SUCCESS)
		services->SetTimer(events[count++], TimerRelative, KEY_WAIT_100NS);
	if (system_table->ConIn)
		events[count++] = system_table->ConIn->WaitForKey;
	if (count == 0 || services->WaitForEvent(count, events, &which) != EFI_SUCCESS)
		return;
	if (system_table->ConIn)
		system_table->ConIn->ReadKeyStroke(system_table->ConIn, &key);
}

static EFI_STATUS efi_fail(CHAR16 *reason, EFI_STATUS status)
{
	efi_say(L"Bareline: ");
	efi_say(reason);
	efi_say(L"\r\nPress a key to return to the firmware.\r\n");
	wait_for_key();
	return status;
}

/* ---- What the kernel wants to know ---- */

static bool guids_equal(const EFI_GUID *a, const EFI_GUID *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

/* Section 4.6, "EFI Configuration Table & Properties Table". ACPI 2.0's entry is preferred. */
static uint64_t find_rsdp(void)
{
	uint64_t rsdp_10_phys = 0;

	for (UINTN i = 0; i < system_table->NumberOfTableEntries; i++) {
		const EFI_CONFIGURATION_TABLE *table = &system_table->ConfigurationTable[i];

		if (guids_equal(&table->VendorGuid, &acpi_20_guid))
			return (uintptr_t)table->VendorTable;
		if (guids_equal(&table->VendorGuid, &acpi_10_guid))
			rsdp_10_phys = (uintptr_t)table->VendorTable;
	}
	return rsdp_10_phys;
}

static bool byte_shift(uint32_t mask, uint8_t *shift)
{
	if (mask == 0)
		return false;
	*shift = (uint8_t)__builtin_ctz(mask);
	return mask >> *shift == 0xff;
}

/* Section 12.9, "Graphics Output Protocol". Returns whether a colour is one byte of the pixel. */
static bool colour_shifts(const EFI_GRAPHICS_OUTPUT_MODE_INFORMATION *mode,
			  struct boot_framebuffer *framebuffer)
{
	EFI_PIXEL_BITMASK masks = mode->PixelInformation;

	if (mode->PixelFormat == PixelRedGreenBlueReserved8BitPerColor)
		masks = (EFI_PIXEL_BITMASK){0xff, 0xff00, 0xff0000, 0};
	else if (mode->PixelFormat == PixelBlueGreenRedReserved8BitPerColor)
		masks = (EFI_PIXEL_BITMASK){0xff0000, 0xff00, 0xff, 0};
	else if (mode->PixelFormat != PixelBitMask)
		return false;
	return byte_shift(masks.RedMask, &framebuffer->red_shift) &&
	       byte_shift(masks.GreenMask, &framebuffer->green_shift) &&
	       byte_shift(masks.BlueMask, &framebuffer->blue_shift);
}

static bool describe_graphics(const EFI_GRAPHICS_OUTPUT_PROTOCOL *graphics,
			      struct boot_framebuffer *framebuffer)
{
	const EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE *mode = graphics->Mode;

	if (!mode || !mode->Info || mode->FrameBufferBase == 0)
		return false;
	if (!colour_shifts(mode->Info, framebuffer))
		return false;
	framebuffer->base_phys = mode->FrameBufferBase;
	framebuffer->width = mode->Info->HorizontalResolution;
	framebuffer->height = mode->Info->VerticalResolution;
	framebuffer->pitch_bytes = mode->Info->PixelsPerScanLine * 4;
	return true;
}

/* The console's own graphics may be a front for several screens with no memory to draw in, so take
 * the first that has. */
static void find_framebuffer(struct boot_framebuffer *framebuffer)
{
	EFI_HANDLE *handles;
	UINTN count;

	if (services->LocateHandleBuffer(ByProtocol, &graphics_guid, NULL, &count, &handles))
		return;
	for (UINTN i = 0; i < count; i++) {
		EFI_GRAPHICS_OUTPUT_PROTOCOL *graphics;

		if (services->HandleProtocol(handles[i], &graphics_guid, (void **)&graphics))
			continue;
		if (describe_graphics(graphics, framebuffer))
			break;
		*framebuffer = (struct boot_framebuffer){0};
	}
	services->FreePool(handles);
}

/* Returns the number of bytes read, 0 if there is no volume or no such file. */
static UINTN read_command_line_file(EFI_HANDLE volume, char buffer[COMMAND_LINE_FILE_MAX])
{
	EFI_FILE_IO_INTERFACE *file_system;
	EFI_FILE_HANDLE root, file;
	UINTN size = COMMAND_LINE_FILE_MAX;

	if (services->HandleProtocol(volume, &file_system_guid, (void **)&file_system))
		return 0;
	if (file_system->OpenVolume(file_system, &root))
		return 0;
	if (root->Open(root, &file, COMMAND_LINE_FILE, EFI_FILE_MODE_READ, 0)) {
		root->Close(root);
		return 0;
	}
	if (file->Read(file, &size, buffer))
		size = 0;
	file->Close(file);
	root->Close(root);
	return size;
}

static size_t find_command_line(EFI_HANDLE image, char command_line[COMMAND_LINE_MAX + 1])
{
	static char file[COMMAND_LINE_FILE_MAX];
	EFI_LOADED_IMAGE *loaded;
	size_t length;

	if (services->HandleProtocol(image, &loaded_image_guid, (void **)&loaded))
		return 0;
	length = efi_command_line_from_load_options(command_line, COMMAND_LINE_MAX + 1,
						    loaded->LoadOptions, loaded->LoadOptionsSize);
	if (length > 0)
		return length;
	length = efi_command_line_from_file(command_line, COMMAND_LINE_MAX + 1, file,
					    read_command_line_file(loaded->DeviceHandle, file));
	return length <= COMMAND_LINE_MAX ? efi_menu_run(system_table, command_line,
							 COMMAND_LINE_MAX + 1)
					  : length;
}

static void describe_machine(EFI_HANDLE image, struct boot_info *info)
{
	info->path = BOOT_EFI;
	text_copy(info->loader, sizeof(info->loader), LOADER_NAME);
	info->efi_system_table_phys = (uintptr_t)system_table;
	info->rsdp_phys = find_rsdp();
	find_framebuffer(&info->framebuffer);
	info->command_line_length = (uint32_t)find_command_line(image, info->command_line);
}

/* ---- Placing the kernel ---- */

/* Zeroed pages where the kernel was linked, or else anywhere below 4 GiB; NULL if there are none.
 * They are of loader *code*: firmware that enforces permissions makes data not executable. */
static void *allocate_low(UINTN size_bytes)
{
	UINTN pages = EFI_SIZE_TO_PAGES(size_bytes);
	EFI_PHYSICAL_ADDRESS phys = KERNEL_LOAD_PHYS;

	if (services->AllocatePages(AllocateAddress, EfiLoaderCode, pages, &phys)) {
		phys = BELOW_4_GIB;
		if (services->AllocatePages(AllocateMaxAddress, EfiLoaderCode, pages, &phys))
			return NULL;
	}
	memset((void *)phys, 0, pages * EFI_PAGE_SIZE);
	return (void *)phys;
}

/* ---- Leaving the firmware ---- */

struct memory_map {
	EFI_MEMORY_DESCRIPTOR *descriptors;
	UINTN capacity_bytes;
	UINTN bytes;
	UINTN descriptor_bytes;
	UINTN key;
};

static EFI_STATUS read_map(struct memory_map *map)
{
	UINT32 version;

	map->bytes = map->capacity_bytes;
	return services->GetMemoryMap(&map->bytes, map->descriptors, &map->key,
				      &map->descriptor_bytes, &version);
}

/* Room for the map as it is now and for what allocating that room, and firmware events on the way
 * out, add to it. */
static EFI_STATUS allocate_map(struct memory_map *map)
{
	EFI_STATUS status = read_map(map);

	if (status != EFI_BUFFER_TOO_SMALL)
		return status ? status : EFI_LOAD_ERROR;
	map->capacity_bytes = map->bytes + MAP_SLACK_DESCRIPTORS * map->descriptor_bytes;
	return services->AllocatePool(EfiLoaderData, map->capacity_bytes,
				      (void **)&map->descriptors);
}

/* Section 7.4, "EFI_BOOT_SERVICES.ExitBootServices()": it fails when the map has changed since it
 * was read, and from the first try on only reading the map and trying again is allowed. */
static EFI_STATUS leave_firmware(EFI_HANDLE image, struct memory_map *map)
{
	EFI_STATUS status = EFI_LOAD_ERROR;

	for (int i = 0; i < EXIT_TRIES; i++) {
		status = read_map(map);
		if (status)
			break;
		status = services->ExitBootServices(image, map->key);
		if (!status)
			break;
	}
	return status;
}

static void enter_kernel(char *kernel, const struct boot_info *info)
{
	void (*entry)(const struct boot_info *) = (void *)(kernel + efi_kernel.entry64_offset);

	entry(info);
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	struct memory_map map = {0};
	struct boot_info *info;
	char *kernel;
	EFI_STATUS status;

	system_table = system;
	services = system->BootServices;
	services->SetWatchdogTimer(0, 0, 0, NULL);
	if (efi_kernel.magic != BOOT_IMAGE_MAGIC)
		return efi_fail(L"the kernel in this file is damaged", EFI_LOAD_ERROR);
	kernel = allocate_low(efi_kernel.memory_bytes + sizeof(*info));
	if (!kernel)
		return efi_fail(L"no memory below 4 GiB for the kernel", EFI_OUT_OF_RESOURCES);
	memcpy(kernel, &efi_kernel, efi_kernel.image_bytes);
	info = (struct boot_info *)(kernel + efi_kernel.memory_bytes);
	describe_machine(image, info);
	status = allocate_map(&map);
	if (status)
		return efi_fail(L"cannot read the memory map", status);
	status = leave_firmware(image, &map);
	/* After a failed try no more than memory services need to work,
	 * but firmware still prints. */
	if (status)
		return efi_fail(L"the firmware does not let go (ExitBootServices fails)", status);
	boot_memory_add_efi(info, map.descriptors, map.bytes, map.descriptor_bytes);
	enter_kernel(kernel, info);
	return EFI_LOAD_ERROR;
}
