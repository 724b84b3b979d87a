/* SPDX-License-Identifier: MIT */
/* See describe.h. */
#include "boot/efi/describe.h"

#include "boot/efi/command_line.h"
#include "boot/efi/devices.h"
#include "boot/efi/linux.h"
#include "boot/efi/menu_screen.h"
#include "boot/efi/name.h"
#include "boot/efi/netboot/netboot.h"
#include "boot/efi/processor.h"
#include "boot/efi/results/results.h"
#include "boot/fw_cfg.h"
#include "lib/boot_files.h"
#include "lib/code_list.h"
#include "lib/smbios.h"
#include "lib/text/string.h"

#define PIXEL_BITS 32                    /* of every framebuffer that UEFI describes */
#define LOADER_NAME "Bareline EFI loader"
#define COMMAND_LINE_FILE L"\\bareline.cfg"
#define COMMAND_LINE_FILE_MAX 0x10000   /* the rest of a longer file is not read */
#define CODE_FILE L"\\bareline.code"
#define PAGE_BYTES 4096
#define TIME_ZONE_MAX 1440              /* minutes; the value for an unknown zone is above */
#define CODE_PAGES (CODE_LIST_MAX / PAGE_BYTES + 1)     /* a longer list is refused */
#define LOW_MEMORY_END 0xffffffffu

static EFI_GUID acpi_20_guid = ACPI_20_TABLE_GUID;
static EFI_GUID acpi_10_guid = ACPI_TABLE_GUID;
static EFI_GUID smbios_3_guid = SMBIOS3_TABLE_GUID;
static EFI_GUID smbios_guid = SMBIOS_TABLE_GUID;
static EFI_GUID loaded_image_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
static EFI_GUID file_system_guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
static EFI_GUID network_guid = EFI_SIMPLE_NETWORK_PROTOCOL_GUID;
static EFI_GUID graphics_guid = EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID;

static struct boot_colour colour_of(uint32_t mask)
{
	struct boot_colour colour = {0};

	if (mask == 0)
		return colour;
	colour.shift = (uint8_t)__builtin_ctz(mask);
	for (mask >>= colour.shift; (mask & 1) != 0; mask >>= 1)
		colour.bits++;
	return colour;
}

/* Section 12.9, "Graphics Output Protocol". Returns whether there is a framebuffer. */
static bool describe_colours(const EFI_GRAPHICS_OUTPUT_MODE_INFORMATION *mode,
			  struct boot_framebuffer *framebuffer)
{
	EFI_PIXEL_BITMASK masks = mode->PixelInformation;

	if (mode->PixelFormat == PixelRedGreenBlueReserved8BitPerColor)
		masks = (EFI_PIXEL_BITMASK){0xff, 0xff00, 0xff0000, 0};
	else if (mode->PixelFormat == PixelBlueGreenRedReserved8BitPerColor)
		masks = (EFI_PIXEL_BITMASK){0xff0000, 0xff00, 0xff, 0};
	else if (mode->PixelFormat != PixelBitMask)
		return false;
	framebuffer->red = colour_of(masks.RedMask);
	framebuffer->green = colour_of(masks.GreenMask);
	framebuffer->blue = colour_of(masks.BlueMask);
	framebuffer->pixel_bits = PIXEL_BITS;
	return true;
}

static bool describe_graphics(const EFI_GRAPHICS_OUTPUT_PROTOCOL *graphics,
			      struct boot_framebuffer *framebuffer)
{
	const EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE *mode = graphics->Mode;

	if (!mode || !mode->Info || mode->FrameBufferBase == 0)
		return false;
	if (!describe_colours(mode->Info, framebuffer))
		return false;
	framebuffer->base_phys = mode->FrameBufferBase;
	framebuffer->width = mode->Info->HorizontalResolution;
	framebuffer->height = mode->Info->VerticalResolution;
	framebuffer->pitch_bytes = mode->Info->PixelsPerScanLine * PIXEL_BITS / 8;
	return true;
}

/* Whether a framebuffer is already known, because the console's own protocol may show the
 * framebuffer of a card. */
static bool is_known(const struct boot_info *info, uint64_t base_phys)
{
	bool is_known = info->framebuffer.base_phys == base_phys;

	for (uint32_t i = 0; i < info->mirror_count; i++)
		is_known |= info->mirrors[i].base_phys == base_phys;
	return is_known;
}

/* The console's own protocol may drive several screens, without a framebuffer. So take all
 * protocols that have a framebuffer: the user sees one of these screens. */
static void find_framebuffers(struct boot_info *info)
{
	EFI_HANDLE *handles;
	UINTN count;

	if (firmware_services->LocateHandleBuffer(ByProtocol, &graphics_guid, NULL, &count,
						  &handles))
		return;
	for (UINTN i = 0; i < count; i++) {
		struct boot_framebuffer found = {0};
		EFI_GRAPHICS_OUTPUT_PROTOCOL *graphics;

		if (firmware_services->HandleProtocol(handles[i], &graphics_guid,
						      (void **)&graphics) ||
		    !describe_graphics(graphics, &found) || is_known(info, found.base_phys))
			continue;
		if (info->framebuffer.width == 0) {
			info->framebuffer = found;
			devices_screen = graphics;
		} else if (info->mirror_count < BOOT_MIRRORS_MAX) {
			info->mirrors[info->mirror_count++] = found;
		}
	}
	firmware_services->FreePool(handles);
}

/* Returns the number of bytes read; 0 without a volume or file. */
static UINTN read_file(EFI_HANDLE volume, CHAR16 *name, void *buffer, UINTN size)
{
	EFI_FILE_IO_INTERFACE *file_system;
	EFI_FILE_HANDLE root, file;

	if (firmware_services->HandleProtocol(volume, &file_system_guid, (void **)&file_system))
		return 0;
	firmware_watch("read a file of the stick");
	if (file_system->OpenVolume(file_system, &root)) {
		size = 0;
	} else if (root->Open(root, &file, name, EFI_FILE_MODE_READ, 0)) {
		root->Close(root);
		size = 0;
	} else {
		if (file->Read(file, &size, buffer))
			size = 0;
		file->Close(file);
		root->Close(root);
	}
	firmware_watch(NULL);
	return size;
}

/* The text of the warning above the menu, or NULL. */
static const char *find_warning(EFI_HANDLE volume)
{
	const char *warning = NULL;

	if (!netboot_is_origin() && results_unsupported_reason(volume) == NULL)
		warning = results_warning(volume, false);
	return warning != NULL ? warning : firmware_notice();
}

/* Returns whether there is a line, which may be empty. */
static bool find_given_line(EFI_HANDLE image, char *line, size_t size, size_t *length)
{
	EFI_LOADED_IMAGE *loaded;

	*length = 0;
	if (fw_cfg_read_text(FW_CFG_COMMAND_LINE, line, size, length) ||
	    processor_read_line(line, size, length))
		return true;
	if (firmware_services->HandleProtocol(image, &loaded_image_guid, (void **)&loaded))
		return false;
	*length = efi_command_line_from_load_options(line, size, loaded->LoadOptions,
						     loaded->LoadOptionsSize);
	return *length > 0;
}

size_t describe_given_line(EFI_HANDLE image, char *line, size_t size)
{
	size_t length;

	line[0] = '\0';
	find_given_line(image, line, size, &length);
	return length;
}

static size_t find_command_line(EFI_HANDLE image, char command_line[COMMAND_LINE_MAX + 1])
{
	static char file[COMMAND_LINE_FILE_MAX];
	EFI_LOADED_IMAGE *loaded;
	size_t length;

	if (find_given_line(image, command_line, COMMAND_LINE_MAX + 1, &length) ||
	    netboot_has_configuration())
		return length;
	if (firmware_services->HandleProtocol(image, &loaded_image_guid, (void **)&loaded))
		return 0;
	length = efi_command_line_from_file(command_line, COMMAND_LINE_MAX + 1, file,
					    read_file(loaded->DeviceHandle, COMMAND_LINE_FILE,
						      file, sizeof(file)));
	if (length > COMMAND_LINE_MAX)
		return length;
	return efi_menu_run(firmware_system, linux_is_there(loaded->DeviceHandle),
			    find_warning(loaded->DeviceHandle), command_line, COMMAND_LINE_MAX + 1);
}

/* Prefers the ACPI 2.0 table. */
static uint64_t find_rsdp(void)
{
	void *rsdp = firmware_table(&acpi_20_guid);

	return (uintptr_t)(rsdp != NULL ? rsdp : firmware_table(&acpi_10_guid));
}

/* The user's instructions become a module, as from a multiboot loader. */
static void describe_code(EFI_HANDLE image, struct boot_info *info)
{
	EFI_PHYSICAL_ADDRESS list_phys = LOW_MEMORY_END;
	EFI_LOADED_IMAGE *loaded;
	UINTN size;

	if (firmware_services->HandleProtocol(image, &loaded_image_guid, (void **)&loaded) ||
	    firmware_services->AllocatePages(AllocateMaxAddress, EfiLoaderData, CODE_PAGES,
					     &list_phys))
		return;
	size = read_file(loaded->DeviceHandle, CODE_FILE, (void *)(uintptr_t)list_phys,
			 CODE_PAGES * PAGE_BYTES);
	if (size == 0) {
		firmware_services->FreePages(list_phys, CODE_PAGES);
		return;
	}
	info->modules[info->module_count++] = (struct boot_module){
		.base_phys = list_phys, .size_bytes = size,
	};
}

/* ---- The clock and the network cards ---- */

/* Section 8.3, "GetTime()": local time is UTC minus the time zone in minutes. */
static void describe_time(struct boot_info *info)
{
	EFI_TIME now = {0};
	struct utc_time time;

	if (firmware_system->RuntimeServices->GetTime(&now, NULL))
		return;
	time = (struct utc_time){now.Year, now.Month, now.Day, now.Hour, now.Minute, now.Second};
	info->is_time_zone_known = utc_time_is_valid(&time) && now.TimeZone >= -TIME_ZONE_MAX &&
				   now.TimeZone <= TIME_ZONE_MAX;
	info->time = info->is_time_zone_known
		? utc_time_from_seconds(utc_time_seconds(&time) + now.TimeZone * 60) : time;
}

/* A card's driver and the drivers above it may each offer the same address. */
static void add_network_card(struct boot_info *info, const EFI_SIMPLE_NETWORK_MODE *mode)
{
	const uint8_t *mac = mode->PermanentAddress.Addr;

	if (mode->HwAddressSize != IDENTIFIER_MAC_BYTES ||
	    info->network_card_count == BOOT_NETWORK_CARDS_MAX)
		return;
	for (uint32_t i = 0; i < info->network_card_count; i++) {
		if (memcmp(info->network_cards[i], mac, IDENTIFIER_MAC_BYTES) == 0)
			return;
	}
	memcpy(info->network_cards[info->network_card_count++], mac, IDENTIFIER_MAC_BYTES);
}

/* Section 24.1, "Simple Network Protocol". Firmware without a network stack has none. */
static void describe_network_cards(struct boot_info *info)
{
	EFI_SIMPLE_NETWORK_PROTOCOL *network;
	EFI_HANDLE *handles;
	UINTN count;

	if (firmware_services->LocateHandleBuffer(ByProtocol, &network_guid, NULL, &count,
						  &handles))
		return;
	for (UINTN i = 0; i < count; i++) {
		if (firmware_services->HandleProtocol(handles[i], &network_guid,
						      (void **)&network) == EFI_SUCCESS &&
		    network->Mode != NULL)
			add_network_card(info, network->Mode);
	}
	firmware_services->FreePool(handles);
}

void describe_machine(EFI_HANDLE image, struct boot_info *info)
{
	info->path = BOOT_EFI;
	text_copy(info->loader, sizeof(info->loader), LOADER_NAME);
	info->efi_system_table_phys = (uintptr_t)firmware_system;
	info->rsdp_phys = find_rsdp();
	find_framebuffers(info);
	describe_code(image, info);
	describe_network_cards(info);
	info->has_final_line = 1;
	info->command_line_length = (uint32_t)netboot_append_words(
		info->command_line, find_command_line(image, info->command_line),
		sizeof(info->command_line));
	describe_time(info);            /* after the menu, which may wait */
}

/* ---- Name of the results ---- */

static const struct smbios_machine *find_machine(void)
{
	static struct smbios_machine machine;
	const uint8_t *bytes = firmware_table(&smbios_3_guid);
	struct smbios_bytes table = {0};
	struct smbios_entry entry;

	if (bytes == NULL)
		bytes = firmware_table(&smbios_guid);
	if (bytes != NULL &&
	    smbios_parse_entry((struct smbios_bytes){bytes, SMBIOS_ENTRY_BYTES_MAX}, &entry))
		table = (struct smbios_bytes){(const uint8_t *)(uintptr_t)entry.table_phys,
					      entry.table_bytes};
	smbios_parse_machine(table, &machine);
	return &machine;
}

void describe_identity(struct netboot_machine *machine)
{
	const struct smbios_machine *found = find_machine();

	*machine = (struct netboot_machine){0};
	text_copy(machine->uuid, sizeof(machine->uuid), found->uuid);
	name_machine(machine->model, found);
}

void describe_run(char *name, size_t size)
{
	char machine[NAME_MACHINE_CHARS];
	EFI_TIME now = {0};

	name_machine(machine, find_machine());
	firmware_system->RuntimeServices->GetTime(&now, NULL);
	name_run(name, size, &(struct name_time){
		.year = now.Year, .month = now.Month, .day = now.Day,
		.hour = now.Hour, .minute = now.Minute, .second = now.Second}, machine);
}
