/* SPDX-License-Identifier: MIT */
/* Makes UEFI firmware misbehave, then starts the loader. It is \EFI\BOOT\BOOTX64.EFI of a stick,
 * the loader is \EFI\BOOT\LOADER.EFI, and the words of \spoil.cfg name the errors:
 *
 * map=N, holes=N       N fragments in the memory map; holes: every second one is usable
 * descriptor=BYTES     the size of a descriptor in the memory map
 * map-size=lost        GetMemoryMap gives no size of descriptors if the buffer is too small
 * map-grows=N          the map grows by a fragment before each of the first N readings
 * memory=ghost|empty   the map has 1 GiB at 4 GiB that does not exist; a descriptor without pages
 *                      follows each one
 * attributes=none      no memory has attributes, such as write-back
 * time=fail|zero|wild  what GetTime does
 * exit=N               ExitBootServices fails N times, and the map grows each time
 * screen=none|blt|16|30|far|memory|stride|narrow
 *                      no graphics; no framebuffer; pixels of 16 or 30 bits; a framebuffer beyond
 *                      the CPU's addresses or in usable memory; impossible sizes
 * mp=none              no MP services
 * console=none         no console
 * nx=on                pages for code are not executable until the loader clears that; without the
 *                      firmware's protocol for that, it only prints that it would be cleared
 * vtd=interrupts       the first DMA remapping unit remaps interrupts (needs -device intel-iommu)
 * tco=SECONDS          the chipset's watchdog runs (needs -global ICH9-LPC.noreboot=false)
 * rename=no            files cannot be renamed
 * rsdp=bad, xsdt=bad   wrong checksums
 * ioapic=lapic         the MADT has the first I/O APIC at the local APIC's address
 * state=N              the CPU enters the kernel with the sum of these states. 1: CR0.TS, CR0.EM
 *                      and the flags AC, NT and IOPL; 2: unmasked exceptions of x87 and SSE; 4: a
 *                      breakpoint on an address that the kernel uses; 8: a task priority that
 *                      blocks all interrupts
 * spd=on               two memory modules of DDR4-3200 on the SMBus, the second with a damaged byte
 * bsp=N                CPU N is the boot CPU
 * mtrr=hole            16 MiB of memory are uncached by an MTRR
 *
 * References are to the UEFI Specification 2.10. */
#include <efi.h>

#define MP_SERVICES_GUID \
	{0x3fdda605, 0xa76e, 0x4f46, {0xad, 0x29, 0x12, 0xf4, 0x53, 0x1b, 0x3d, 0x08}}
#define ACPI_10_GUID {0xeb9d2d30, 0x2d88, 0x11d3, {0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d}}
#define ACPI_20_GUID {0x8868e871, 0xe4f1, 0x11d3, {0xbc, 0x22, 0x00, 0x80, 0xc7, 0x3c, 0x88, 0x81}}

#define PAGE_BYTES 4096
#define WORDS_BYTES 512
#define MAP_BYTES 0x80000
#define GHOST_PHYS 0x100000000ull
#define GHOST_BYTES 0x40000000ull
#define GHOST_DESCRIPTOR_BYTES 256
#define GROWTH 40                       /* fragments added by a failed ExitBootServices */
#define RSDP_CHECKSUM 8
#define RSDP_XSDT 24
#define TABLE_LENGTH 4
#define TABLE_CHECKSUM 9
#define TABLE_ENTRIES 36
#define MADT_ENTRIES 44
#define MADT_IOAPIC 1
#define MADT_IOAPIC_ADDRESS 4
#define LAPIC_PHYS 0xfee00000
#define DAMAGE 0x5a
#define FAR_PHYS 0x7f0000000000ull
#define LOADER_PATH L"\\EFI\\BOOT\\LOADER.EFI"
#define CONFIG_PATH L"\\spoil.cfg"

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

static EFI_GUID loaded_image_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
static EFI_GUID file_system_guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
static EFI_GUID device_path_guid = EFI_DEVICE_PATH_PROTOCOL_GUID;
static EFI_GUID graphics_guid = EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID;
static EFI_GUID mp_guid = MP_SERVICES_GUID;

static EFI_BOOT_SERVICES *services;
static EFI_GET_MEMORY_MAP true_get_map;
static EFI_EXIT_BOOT_SERVICES true_exit;
static UINTN descriptor_bytes, failures, growths;
static char words[WORDS_BYTES];
static UINT8 true_map[MAP_BYTES];

/* ---- Words ---- */

/* The value of a word, or NULL. */
static const char *value_of(const char *name)
{
	for (const char *word = words; *word != '\0'; word++) {
		UINTN length = 0;

		while (name[length] != '\0' && word[length] == name[length])
			length++;
		if (name[length] == '\0' && word[length] == '=')
			return word + length + 1;
	}
	return NULL;
}

static UINTN number_of(const char *name)
{
	const char *value = value_of(name);
	UINTN number = 0;

	while (value != NULL && *value >= '0' && *value <= '9')
		number = number * 10 + (UINTN)(*value++ - '0');
	return number;
}

static BOOLEAN is_set(const char *name, const char *wanted)
{
	const char *value = value_of(name);

	while (value != NULL && *wanted != '\0' && *value == *wanted) {
		value++;
		wanted++;
	}
	return value != NULL && *wanted == '\0';
}

/* ---- Memory map ---- */

/* Occupy single pages with alternating types, so that no neighbours can be merged. With holes,
 * every second page stays usable. */
static void fragment(UINTN count, BOOLEAN has_holes)
{
	EFI_PHYSICAL_ADDRESS base = 0;

	if (services->AllocatePages(AllocateAnyPages, EfiLoaderData, count, &base))
		return;
	services->FreePages(base, count);
	for (UINTN i = 0; i < count; i++) {
		EFI_PHYSICAL_ADDRESS page = base + i * PAGE_BYTES;

		if (i % 2 == 0 || !has_holes)
			services->AllocatePages(AllocateAddress, i % 2 == 0 ? EfiReservedMemoryType
					: EfiACPIMemoryNVS, 1, &page);
	}
}

static void add_ghost(UINTN at)
{
	*(EFI_MEMORY_DESCRIPTOR *)(true_map + at) = (EFI_MEMORY_DESCRIPTOR){
		.Type = EfiConventionalMemory, .PhysicalStart = GHOST_PHYS,
		.NumberOfPages = GHOST_BYTES / PAGE_BYTES, .Attribute = EFI_MEMORY_WB,
	};
}

/* Returns the number of descriptors. */
static UINTN add_empty(UINTN count, UINTN each)
{
	for (UINTN i = count; i-- > 0;) {
		UINT8 *to = true_map + 2 * i * each;

		services->CopyMem(to, true_map + i * each, each);
		services->CopyMem(to + each, to, each);
		((EFI_MEMORY_DESCRIPTOR *)(to + each))->NumberOfPages = 0;
	}
	return 2 * count;
}

static EFI_STATUS EFIAPI get_map(UINTN *bytes, EFI_MEMORY_DESCRIPTOR *map, UINTN *key,
				 UINTN *each_bytes, UINT32 *version)
{
	UINTN true_bytes = sizeof(true_map) / 2 - GHOST_DESCRIPTOR_BYTES, true_each, wanted, count;
	EFI_STATUS status;

	if (growths > 0) {
		growths--;
		fragment(GROWTH, FALSE);
	}
	status = true_get_map(&true_bytes, (EFI_MEMORY_DESCRIPTOR *)true_map, key, &true_each,
			      version);
	if (status)
		return status;
	count = true_bytes / true_each;
	if (is_set("memory", "ghost"))
		add_ghost(true_each * count++);
	if (is_set("memory", "empty"))
		count = add_empty(count, true_each);
	wanted = descriptor_bytes > 0 ? descriptor_bytes : true_each;
	true_bytes = *bytes;
	*bytes = count * wanted;
	if (true_bytes < *bytes || map == NULL) {
		*each_bytes = is_set("map-size", "lost") ? 0 : wanted;
		return EFI_BUFFER_TOO_SMALL;
	}
	*each_bytes = wanted;
	for (UINTN i = 0; i < *bytes; i++) {
		UINTN at = i % wanted;

		((UINT8 *)map)[i] = at < true_each ? true_map[i / wanted * true_each + at] : DAMAGE;
	}
	for (UINTN i = 0; i < count && is_set("attributes", "none"); i++)
		((EFI_MEMORY_DESCRIPTOR *)((UINT8 *)map + i * wanted))->Attribute = 0;
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI exit_later(EFI_HANDLE image, UINTN key)
{
	if (failures == 0)
		return true_exit(image, key);
	failures--;
	fragment(GROWTH, FALSE);
	return EFI_INVALID_PARAMETER;
}

static void spoil_memory(void)
{
	if (number_of("map") > 0)
		fragment(number_of("map"), FALSE);
	if (number_of("holes") > 0)
		fragment(number_of("holes"), TRUE);
	descriptor_bytes = number_of("descriptor");
	growths = number_of("map-grows");
	if (descriptor_bytes > 0 || growths > 0 || value_of("map-size") != NULL ||
	    value_of("attributes") != NULL || value_of("memory") != NULL) {
		true_get_map = services->GetMemoryMap;
		services->GetMemoryMap = get_map;
	}
	failures = number_of("exit");
	if (failures > 0) {
		true_exit = services->ExitBootServices;
		services->ExitBootServices = exit_later;
	}
}

/* ---- Time ---- */

static EFI_STATUS EFIAPI time_fails(EFI_TIME *now, EFI_TIME_CAPABILITIES *capabilities)
{
	(void)now;
	(void)capabilities;
	return EFI_DEVICE_ERROR;
}

static EFI_STATUS EFIAPI time_is_zero(EFI_TIME *now, EFI_TIME_CAPABILITIES *capabilities)
{
	(void)capabilities;
	*now = (EFI_TIME){0};
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI time_is_wild(EFI_TIME *now, EFI_TIME_CAPABILITIES *capabilities)
{
	(void)capabilities;
	*now = (EFI_TIME){.Year = 48879, .Month = 77, .Day = 99, .Hour = 66, .Minute = 200,
			  .Second = 250, .TimeZone = 12345};
	return EFI_SUCCESS;
}

static void spoil_time(EFI_RUNTIME_SERVICES *runtime)
{
	if (is_set("time", "fail"))
		runtime->GetTime = time_fails;
	if (is_set("time", "zero"))
		runtime->GetTime = time_is_zero;
	if (is_set("time", "wild"))
		runtime->GetTime = time_is_wild;
}

/* ---- Screen ---- */

static void set_masks(EFI_GRAPHICS_OUTPUT_MODE_INFORMATION *mode, EFI_PIXEL_BITMASK masks)
{
	mode->PixelFormat = PixelBitMask;
	mode->PixelInformation = masks;
}

static void spoil_mode(EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE *mode)
{
	EFI_PHYSICAL_ADDRESS base = 0;
	UINTN pages = (mode->FrameBufferSize + PAGE_BYTES - 1) / PAGE_BYTES;

	if (is_set("screen", "blt"))
		mode->Info->PixelFormat = PixelBltOnly;
	if (is_set("screen", "16"))
		set_masks(mode->Info, (EFI_PIXEL_BITMASK){0xf800, 0x7e0, 0x1f, 0});
	if (is_set("screen", "30"))
		set_masks(mode->Info, (EFI_PIXEL_BITMASK){0x3ff00000, 0xffc00, 0x3ff, 0});
	if (is_set("screen", "far"))
		mode->FrameBufferBase = FAR_PHYS;
	if (is_set("screen", "stride"))
		mode->Info->PixelsPerScanLine = 0x40000001;
	if (is_set("screen", "narrow"))
		mode->Info->PixelsPerScanLine = mode->Info->HorizontalResolution - 1;
	if (is_set("screen", "memory") &&
	    services->AllocatePages(AllocateAnyPages, EfiLoaderData, pages, &base) == EFI_SUCCESS) {
		services->FreePages(base, pages);
		mode->FrameBufferBase = base;
	}
}

/* Call do_it for every handle's instance of a protocol. */
static void for_each(EFI_GUID *guid, void (*do_it)(EFI_HANDLE handle, void *instance))
{
	EFI_HANDLE *handles;
	UINTN count;
	void *instance;

	if (services->LocateHandleBuffer(ByProtocol, guid, NULL, &count, &handles))
		return;
	for (UINTN i = 0; i < count; i++) {
		if (services->HandleProtocol(handles[i], guid, &instance) == EFI_SUCCESS)
			do_it(handles[i], instance);
	}
}

static void spoil_graphics(EFI_HANDLE handle, void *instance)
{
	EFI_GRAPHICS_OUTPUT_PROTOCOL *graphics = instance;

	(void)handle;
	if (is_set("screen", "none"))
		graphics->Mode = NULL;
	else if (graphics->Mode != NULL && graphics->Mode->Info != NULL)
		spoil_mode(graphics->Mode);
}

static void remove_mp_services(EFI_HANDLE handle, void *instance)
{
	services->UninstallProtocolInterface(handle, &mp_guid, instance);
}

/* ---- Memory types ---- */

#define MSR_MTRR_CAP 0xfe
#define MSR_MTRR_BASE 0x200
#define MSR_MTRR_MASK 0x201
#define MASK_VALID (1u << 11)
#define HOLE_PHYS 0x6000000ull
#define HOLE_BYTES 0x1000000ull
#define ADDRESS_MASK 0xfffffff000ull

static UINT64 read_msr(UINT32 msr)
{
	UINT32 low, high;

	__asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(msr));
	return (UINT64)high << 32 | low;
}

static void write_msr(UINT32 msr, UINT64 value)
{
	__asm__ volatile("wrmsr" : : "c"(msr), "a"((UINT32)value), "d"((UINT32)(value >> 32))
			 : "memory");
}

/* In the first range that is not in use. Type 0 is uncached. Intel SDM vol. 3A, "Memory Type Range
 * Registers (MTRRs)". */
static void make_hole(void)
{
	for (UINT32 i = 0; i < (read_msr(MSR_MTRR_CAP) & 0xff); i++) {
		if ((read_msr(MSR_MTRR_MASK + 2 * i) & MASK_VALID) != 0)
			continue;
		write_msr(MSR_MTRR_BASE + 2 * i, HOLE_PHYS);
		write_msr(MSR_MTRR_MASK + 2 * i, (ADDRESS_MASK & ~(HOLE_BYTES - 1)) | MASK_VALID);
		return;
	}
}

/* ---- State of the CPU: Intel SDM vol. 3A, "Control Registers"; vol. 3B, "Debug Registers" ---- */

#define STATE_FLAGS 1u
#define STATE_EXCEPTIONS 2u
#define STATE_BREAKPOINT 4u
#define STATE_PRIORITY 8u
#define CHECKED_VIRT 0xffff800006000000ul /* a word of RAM that the kernel checks */
#define READ_OR_WRITE 0xb0402ul         /* 8 bytes there */

static EFI_RAISE_TPL true_raise;
static EFI_RESTORE_TPL true_restore;
static EFI_LOADED_IMAGE *loader_image;
static EFI_EXIT_BOOT_SERVICES true_last_exit;

static void leave_state(UINTN states)
{
	static const UINT32 mxcsr;
	static const UINT16 control = 0x340;
	UINT64 cr0;

	if (states & STATE_EXCEPTIONS)
		__asm__ volatile("fldcw %0; ldmxcsr %1" : : "m"(control), "m"(mxcsr));
	if (states & STATE_BREAKPOINT)
		__asm__ volatile("mov %0, %%dr0; mov %1, %%dr7"
				 : : "r"(CHECKED_VIRT), "r"(READ_OR_WRITE));
	if (states & STATE_PRIORITY)
		__asm__ volatile("mov %0, %%cr8" : : "r"(15ul));
	if ((states & STATE_FLAGS) == 0)
		return;
	__asm__ volatile("cli; mov %%cr0, %0; or $0xc, %0; mov %0, %%cr0" : "=r"(cr0));
	__asm__ volatile("pushfq; orq $0x47000, (%%rsp); popfq" : : : "memory", "cc");
}

static void end_state(void)
{
	UINT64 cr0;

	__asm__ volatile("mov %%cr0, %0; and $~0xc, %0; mov %0, %%cr0" : "=r"(cr0));
	__asm__ volatile("mov %0, %%cr8; mov %1, %%dr7" : : "r"(0ul), "r"(0x400ul));
	__asm__ volatile("pushfq; andq $~0x47000, (%%rsp); popfq" : : : "memory", "cc");
}

/* The loader raises and restores the level around the kernel. The firmware itself could not run
 * with these states, in which its interrupt handlers would fault. */
static BOOLEAN is_loader(const void *address)
{
	UINTN offset = (UINTN)address - (UINTN)loader_image->ImageBase;

	return offset < loader_image->ImageSize;
}

static EFI_TPL EFIAPI raise_with_state(EFI_TPL level)
{
	EFI_TPL before = true_raise(level);

	if (is_loader(__builtin_return_address(0)))
		leave_state(number_of("state"));
	return before;
}

static VOID EFIAPI restore_without_state(EFI_TPL level)
{
	if (is_loader(__builtin_return_address(0)))
		end_state();
	true_restore(level);
}

static EFI_STATUS EFIAPI exit_with_state(EFI_HANDLE image, UINTN key)
{
	EFI_STATUS status = true_last_exit(image, key);

	if (status == EFI_SUCCESS)
		leave_state(number_of("state"));
	return status;
}

static void keep_state(EFI_HANDLE loader)
{
	services->HandleProtocol(loader, &loaded_image_guid, (void **)&loader_image);
	true_restore = services->RestoreTPL;
	services->RestoreTPL = restore_without_state;
	true_raise = services->RaiseTPL;
	services->RaiseTPL = raise_with_state;
	true_last_exit = services->ExitBootServices;
	services->ExitBootServices = exit_with_state;
}

/* UEFI Platform Initialization Specification, "EFI_MP_SERVICES_PROTOCOL.SwitchBSP()". */
struct mp_services {
	void *others[4];
	EFI_STATUS (EFIAPI *switch_bsp)(struct mp_services *self, UINTN number, BOOLEAN stays_on);
};

static void switch_bsp(EFI_HANDLE handle, void *instance)
{
	struct mp_services *mp = instance;

	(void)handle;
	if (mp->switch_bsp(mp, number_of("bsp"), TRUE) != EFI_SUCCESS)
		words[0] = '\0';
}

/* ---- The chipset's watchdog: Intel ICH9 datasheet, "TCO I/O Registers" ---- */

#define LPC_PMBASE 0x8000f840
#define LPC_RCBA 0x8000f8f0
#define GCS 0x3410
#define NO_REBOOT (1u << 5)
#define TCO_PORTS 0x60

static UINT32 read_lpc(UINT32 address)
{
	UINT32 value;

	__asm__ volatile("outl %0, %w1" : : "a"(address), "Nd"(0xcf8));
	__asm__ volatile("inl %w1, %0" : "=a"(value) : "Nd"(0xcfc));
	return value;
}

static void write_port(UINT32 port, UINT16 value)
{
	__asm__ volatile("outw %0, %w1" : : "a"(value), "Nd"((UINT16)port));
}

/* A tick takes 0.6 s. The time, the state before, then running from the full time. */
static void start_watchdog(UINTN seconds)
{
	UINT32 port = (read_lpc(LPC_PMBASE) & 0xff80) + TCO_PORTS;
	volatile UINT32 *gcs = (UINT32 *)(UINTN)((read_lpc(LPC_RCBA) & ~0x3fffu) + GCS);

	*gcs &= ~NO_REBOOT;
	write_port(port + 0x12, (UINT16)(seconds * 10 / 6));
	write_port(port + 0x08, 0);
	write_port(port, 1);
}

/* ---- Memory modules: QEMU's EEPROMs, which are empty but can be written ---- */

#define PCI_ICH9_SMBUS 0x8000fb00
#define PCI_PIIX4_PM 0x80000b00
#define IDENTITY_PIIX4 0x71138086
#define ICH9_BASE 0x20
#define ICH9_HOST 0x40
#define PIIX4_BASE 0x90
#define SMBUS_PORT 0xb100
#define SPD_CRC_AT 126

static void write_config(UINT32 address, UINT32 value)
{
	__asm__ volatile("outl %0, %w1" : : "a"(address), "Nd"(0xcf8));
	__asm__ volatile("outl %0, %w1" : : "a"(value), "Nd"(0xcfc));
}

static void write_byte_port(UINT32 port, UINT8 value)
{
	__asm__ volatile("outb %0, %w1" : : "a"(value), "Nd"((UINT16)port));
}

static UINT8 read_byte_port(UINT32 port)
{
	UINT8 value;

	__asm__ volatile("inb %w1, %0" : "=a"(value) : "Nd"((UINT16)port));
	return value;
}

/* The first port of the controller, which this enables. */
static UINT32 enable_smbus(void)
{
	if (read_lpc(PCI_PIIX4_PM) == IDENTITY_PIIX4)
		return read_lpc(PCI_PIIX4_PM + PIIX4_BASE) & 0xfff0;
	write_config(PCI_ICH9_SMBUS + ICH9_BASE, SMBUS_PORT);
	write_config(PCI_ICH9_SMBUS + 4, read_lpc(PCI_ICH9_SMBUS + 4) | 1);
	write_config(PCI_ICH9_SMBUS + ICH9_HOST, read_lpc(PCI_ICH9_SMBUS + ICH9_HOST) | 1);
	return SMBUS_PORT;
}

static void write_spd(UINT32 port, UINT8 address, UINT8 at, UINT8 value)
{
	write_byte_port(port, 0x1e);
	write_byte_port(port + 4, (UINT8)(address << 1));
	write_byte_port(port + 3, at);
	write_byte_port(port + 5, value);
	write_byte_port(port + 2, 0x48);
	for (UINTN i = 0; i < 1000 && (read_byte_port(port) & 0x1e) == 0; i++)
		;
}

/* JEDEC JESD21-C 4.1.2.L: the CRC is of the CCITT. */
static void make_modules(void)
{
	static UINT8 bytes[SPD_CRC_AT + 2] = {
		0x23, 0x11, 0x0c, 2, 0x85, [12] = 1, [13] = 3, [18] = 5, [24] = 0x6e, [25] = 0x6e,
		[26] = 0x6e, [27] = 0x11, [29] = 0x6e,
	};
	UINT32 port = enable_smbus(), crc = 0;

	for (UINTN i = 0; i < SPD_CRC_AT; i++) {
		crc ^= (UINT32)bytes[i] << 8;
		for (UINTN bit = 0; bit < 8; bit++)
			crc = crc << 1 ^ ((crc & 0x8000) != 0 ? 0x11021 : 0);
	}
	bytes[SPD_CRC_AT] = (UINT8)crc;
	bytes[SPD_CRC_AT + 1] = (UINT8)(crc >> 8);
	for (UINTN i = 0; i < sizeof(bytes); i++) {
		write_spd(port, 0x50, (UINT8)i, bytes[i]);
		write_spd(port, 0x52, (UINT8)i, i == 40 ? 1 : bytes[i]);
	}
}

/* ---- DMA remapping: Intel VT-d specification, "Global Command Register" ---- */

#define VTD_PHYS 0xfed90000
#define VTD_COMMAND (0x18 / 4)
#define VTD_INTERRUPT_TABLE (0xb8 / 8)
#define SET_INTERRUPT_TABLE (1u << 24)
#define REMAP_INTERRUPTS (1u << 25)

static void remap_interrupts(void)
{
	volatile UINT32 *registers = (UINT32 *)VTD_PHYS;
	EFI_PHYSICAL_ADDRESS table;

	if (services->AllocatePages(AllocateAnyPages, EfiReservedMemoryType, 1, &table))
		return;
	((volatile UINT64 *)registers)[VTD_INTERRUPT_TABLE] = table | 7;
	registers[VTD_COMMAND] = SET_INTERRUPT_TABLE;
	registers[VTD_COMMAND] = REMAP_INTERRUPTS;
}

/* ---- Memory that is not executable: section 37.3, "EFI Memory Attribute Protocol" ---- */

#define MEMORY_ATTRIBUTE_GUID \
	{0xf4560cf6, 0x40ec, 0x4b4a, {0xa1, 0x92, 0xbf, 0x1d, 0x57, 0xd0, 0xb1, 0x89}}
#define NOT_EXECUTABLE (1ull << 14)

typedef EFI_STATUS (EFIAPI *change_attributes)(VOID *self, EFI_PHYSICAL_ADDRESS base, UINT64 size,
					       UINT64 attributes);

static struct {
	VOID *get;
	change_attributes set, clear;
} own_protection, *protection;

static EFI_ALLOCATE_PAGES true_allocate;
static SIMPLE_TEXT_OUTPUT_INTERFACE *console;

static EFI_STATUS EFIAPI set_none(VOID *self, EFI_PHYSICAL_ADDRESS base, UINT64 size, UINT64 wanted)
{
	(void)self;
	(void)base;
	(void)size;
	(void)wanted;
	return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI print_cleared(VOID *self, EFI_PHYSICAL_ADDRESS base, UINT64 size,
				       UINT64 wanted)
{
	if ((wanted & NOT_EXECUTABLE) != 0)
		console->OutputString(console, L"spoil: code may run\r\n");
	return set_none(self, base, size, wanted);
}

static EFI_STATUS EFIAPI allocate_pages(EFI_ALLOCATE_TYPE type, EFI_MEMORY_TYPE memory, UINTN pages,
					EFI_PHYSICAL_ADDRESS *base)
{
	EFI_STATUS status = true_allocate(type, memory, pages, base);

	if (status == EFI_SUCCESS && memory == EfiLoaderCode)
		protection->set(protection, *base, pages * PAGE_BYTES, NOT_EXECUTABLE);
	return status;
}

static void spoil_attributes(EFI_SYSTEM_TABLE *system)
{
	static EFI_GUID guid = MEMORY_ATTRIBUTE_GUID;
	EFI_HANDLE handle = NULL;

	console = system->ConOut;
	if (services->LocateProtocol(&guid, NULL, (void **)&protection)) {
		own_protection.set = set_none;
		own_protection.clear = print_cleared;
		protection = &own_protection;
		services->InstallProtocolInterface(&handle, &guid, EFI_NATIVE_INTERFACE,
						   protection);
	}
	true_allocate = services->AllocatePages;
	services->AllocatePages = allocate_pages;
}

/* ---- Files ---- */

static EFI_STATUS (EFIAPI *true_volume)(EFI_FILE_IO_INTERFACE *, EFI_FILE_HANDLE *);
static EFI_STATUS (EFIAPI *true_open)(EFI_FILE_HANDLE, EFI_FILE_HANDLE *, CHAR16 *, UINT64, UINT64);

static EFI_STATUS EFIAPI set_nothing(EFI_FILE_HANDLE file, EFI_GUID *what, UINTN size, VOID *data)
{
	(void)file;
	(void)what;
	(void)size;
	(void)data;
	return EFI_UNSUPPORTED;
}

static EFI_STATUS EFIAPI open_file(EFI_FILE_HANDLE in, EFI_FILE_HANDLE *file, CHAR16 *name,
				   UINT64 mode, UINT64 attributes)
{
	EFI_STATUS status = true_open(in, file, name, mode, attributes);

	if (status == EFI_SUCCESS) {
		(*file)->Open = open_file;
		(*file)->SetInfo = set_nothing;
	}
	return status;
}

static EFI_STATUS EFIAPI open_volume(EFI_FILE_IO_INTERFACE *files, EFI_FILE_HANDLE *root)
{
	EFI_STATUS status = true_volume(files, root);

	if (status == EFI_SUCCESS) {
		if ((*root)->Open != open_file)
			true_open = (*root)->Open;
		(*root)->Open = open_file;
	}
	return status;
}

static void spoil_files(EFI_HANDLE handle, void *instance)
{
	EFI_FILE_IO_INTERFACE *files = instance;

	(void)handle;
	true_volume = files->OpenVolume;
	files->OpenVolume = open_volume;
}

/* ---- Tables ---- */

static BOOLEAN is_same(const EFI_GUID *a, const EFI_GUID *b)
{
	for (UINTN i = 0; i < sizeof(*a); i++) {
		if (((const UINT8 *)a)[i] != ((const UINT8 *)b)[i])
			return FALSE;
	}
	return TRUE;
}

/* ACPI Specification, "Multiple APIC Description Table (MADT)". Addresses are not aligned. */
static void move_ioapic(const UINT8 *xsdt)
{
	for (UINT32 at = TABLE_ENTRIES; at < *(const UINT32 *)(xsdt + TABLE_LENGTH); at += 8) {
		UINT8 *madt = *(UINT8 *const *)(xsdt + at), sum = 0;
		UINT32 length = *(UINT32 *)(madt + TABLE_LENGTH), entry = MADT_ENTRIES;

		if (*(UINT32 *)madt != *(const UINT32 *)"APIC")
			continue;
		while (entry < length && madt[entry] != MADT_IOAPIC)
			entry += madt[entry + 1];
		if (entry < length)
			*(UINT32 *)(madt + entry + MADT_IOAPIC_ADDRESS) = LAPIC_PHYS;
		for (UINT32 i = 0; i < length; i++)
			sum += madt[i];
		madt[TABLE_CHECKSUM] -= sum;
	}
}

/* ACPI Specification, "Root System Description Pointer (RSDP) Structure". */
static void spoil_tables(const EFI_SYSTEM_TABLE *system)
{
	const EFI_GUID acpi_10 = ACPI_10_GUID, acpi_20 = ACPI_20_GUID;

	for (UINTN i = 0; i < system->NumberOfTableEntries; i++) {
		EFI_CONFIGURATION_TABLE *table = &system->ConfigurationTable[i];
		UINT8 *rsdp = table->VendorTable;
		BOOLEAN is_new = is_same(&table->VendorGuid, &acpi_20);

		if (is_new && is_set("ioapic", "lapic"))
			move_ioapic(*(UINT8 **)(rsdp + RSDP_XSDT));
		if (is_new && is_set("xsdt", "bad"))
			(*(UINT8 **)(rsdp + RSDP_XSDT))[TABLE_CHECKSUM] ^= DAMAGE;
		if ((is_new || is_same(&table->VendorGuid, &acpi_10)) && is_set("rsdp", "bad"))
			rsdp[RSDP_CHECKSUM] ^= DAMAGE;
	}
}

/* ---- Starting the loader ---- */

static EFI_STATUS read_words(EFI_HANDLE device)
{
	EFI_FILE_IO_INTERFACE *files;
	EFI_FILE_HANDLE root, file;
	UINTN size = sizeof(words) - 1;
	EFI_STATUS status = services->HandleProtocol(device, &file_system_guid, (void **)&files);

	if (status || (status = files->OpenVolume(files, &root)) != EFI_SUCCESS)
		return status;
	status = root->Open(root, &file, CONFIG_PATH, EFI_FILE_MODE_READ, 0);
	return status ? status : file->Read(file, &size, words);
}

/* Section 10.3.1, "Generic Device Path Structures", and "File Path Media Device Path". */
static EFI_STATUS load(EFI_HANDLE image, EFI_HANDLE device, EFI_HANDLE *loader)
{
	static UINT8 path[WORDS_BYTES];
	static const CHAR16 name[] = LOADER_PATH;
	UINT16 file_bytes = sizeof(EFI_DEVICE_PATH) + sizeof(name);
	UINTN size = 0;
	EFI_DEVICE_PATH *place, *node;
	EFI_STATUS status = services->HandleProtocol(device, &device_path_guid, (void **)&place);

	if (status)
		return status;
	for (node = place; node->Type != 0x7f;
	     node = (EFI_DEVICE_PATH *)((UINT8 *)place + size))
		size += node->Length[0] | (UINTN)node->Length[1] << 8;
	if (size + file_bytes + sizeof(*node) > sizeof(path))
		return EFI_BUFFER_TOO_SMALL;
	services->CopyMem(path, place, size);
	node = (EFI_DEVICE_PATH *)(path + size);
	*node = (EFI_DEVICE_PATH){4, 4, {(UINT8)file_bytes, (UINT8)(file_bytes >> 8)}};
	services->CopyMem(node + 1, (void *)name, sizeof(name));
	node = (EFI_DEVICE_PATH *)(path + size + file_bytes);
	*node = (EFI_DEVICE_PATH){0x7f, 0xff, {sizeof(*node), 0}};
	return services->LoadImage(FALSE, image, (EFI_DEVICE_PATH *)path, NULL, 0, loader);
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	EFI_LOADED_IMAGE *own;
	EFI_HANDLE loader;
	EFI_STATUS status;

	services = system->BootServices;
	status = services->HandleProtocol(image, &loaded_image_guid, (void **)&own);
	if (status || (status = read_words(own->DeviceHandle)) != EFI_SUCCESS ||
	    (status = load(image, own->DeviceHandle, &loader)) != EFI_SUCCESS) {
		system->ConOut->OutputString(system->ConOut, L"spoil: cannot start the loader\r\n");
		return status;
	}
	spoil_memory();
	spoil_time(system->RuntimeServices);
	spoil_tables(system);
	for_each(&graphics_guid, spoil_graphics);
	if (is_set("vtd", "interrupts"))
		remap_interrupts();
	if (number_of("tco") > 0)
		start_watchdog(number_of("tco"));
	if (is_set("nx", "on"))
		spoil_attributes(system);
	if (is_set("rename", "no"))
		for_each(&file_system_guid, spoil_files);
	if (is_set("mp", "none"))
		for_each(&mp_guid, remove_mp_services);
	if (is_set("mtrr", "hole"))
		make_hole();
	if (is_set("spd", "on"))
		make_modules();
	if (number_of("bsp") > 0)
		for_each(&mp_guid, switch_bsp);
	if (number_of("state") > 0)
		keep_state(loader);
	if (is_set("console", "none")) {
		system->ConOut = NULL;
		system->ConIn = NULL;
		system->StdErr = NULL;
	}
	return services->StartImage(loader, NULL, NULL);
}
