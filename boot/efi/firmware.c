/* SPDX-License-Identifier: MIT */
/* The firmware's console: see firmware.h. */
#include "boot/efi/firmware.h"

#include <stdarg.h>

#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define LINE_CHARS 512
#define NOTICE_CHARS 80
#define SECOND_100NS (10 * 1000 * 1000ull)
#define WATCH_SECONDS 15

EFI_SYSTEM_TABLE *firmware_system;
EFI_BOOT_SERVICES *firmware_services;

static char notice[NOTICE_CHARS];
static bool has_aborted;

CHAR16 firmware_character(char c)
{
	return c >= ' ' && c <= '~' ? (CHAR16)c : L'?';
}

/* Section 12.4.3, "EFI_SIMPLE_TEXT_OUTPUT_PROTOCOL.OutputString()". */
void firmware_print_text(const char *text)
{
	SIMPLE_TEXT_OUTPUT_INTERFACE *console = firmware_system->ConOut;
	CHAR16 wide[3];

	for (; console != NULL && *text != '\0'; text++) {
		size_t length = 0;

		if (*text == '\n')
			wide[length++] = '\r';
		wide[length++] = *text == '\n' ? L'\n' : firmware_character(*text);
		wide[length] = 0;
		console->OutputString(console, wide);
	}
}

/* Section 12.4.7, "EFI_SIMPLE_TEXT_OUTPUT_PROTOCOL.ClearScreen()". */
void firmware_clear(void)
{
	if (firmware_system->ConOut != NULL)
		firmware_system->ConOut->ClearScreen(firmware_system->ConOut);
}

void firmware_print(const char *format, ...)
{
	char line[LINE_CHARS];
	va_list args;

	va_start(args, format);
	fmt_vbuffer(line, sizeof(line), format, args);
	va_end(args);
	firmware_print_text(line);
}

void firmware_notice_set(const char *what, const char *run)
{
	if (notice[0] == '\0')
		fmt_buffer(notice, sizeof(notice), "%s: %s", what, run);
}

const char *firmware_notice(void)
{
	return notice[0] != '\0' ? notice : NULL;
}

void firmware_set_aborted(const char *bench)
{
	has_aborted = true;
	fmt_buffer(notice, sizeof(notice),
		   "The last run was aborted in %s. Nothing starts by itself", bench);
}

bool firmware_has_aborted(void)
{
	return has_aborted;
}

bool firmware_wait_for_key(unsigned seconds)
{
	SIMPLE_INPUT_INTERFACE *keyboard = firmware_system->ConIn;
	EFI_EVENT events[2];
	EFI_INPUT_KEY key;
	UINTN which = 0, count = 0;

	if (firmware_services->CreateEvent(EVT_TIMER, 0, NULL, NULL, &events[count]) == EFI_SUCCESS)
		firmware_services->SetTimer(events[count++], TimerRelative, seconds * SECOND_100NS);
	if (keyboard != NULL)
		events[count++] = keyboard->WaitForKey;
	if (count == 0 || firmware_services->WaitForEvent(count, events, &which) != EFI_SUCCESS)
		return false;
	return which + 1 == count && keyboard != NULL &&
	       keyboard->ReadKeyStroke(keyboard, &key) == EFI_SUCCESS;
}

/* Section 7.1, "Event, Timer, and Task Priority Services": a file system's driver runs at
 * TPL_CALLBACK, and the console may be used at TPL_NOTIFY. */
static VOID EFIAPI report_wait(EFI_EVENT event, VOID *what)
{
	(void)event;
	firmware_print("Bareline: still waiting for the firmware to %s. If this does not end, "
		       "check the stick with fsck.vfat -a, or use another one.\n",
		       (const char *)what);
}

void firmware_watch(const char *what)
{
	static EFI_EVENT timer;

	if (timer != NULL)
		firmware_services->CloseEvent(timer);
	timer = NULL;
	if (what != NULL &&
	    firmware_services->CreateEvent(EVT_TIMER | EVT_NOTIFY_SIGNAL, TPL_NOTIFY, report_wait,
					   (void *)(uintptr_t)what, &timer) == EFI_SUCCESS)
		firmware_services->SetTimer(timer, TimerRelative, WATCH_SECONDS * SECOND_100NS);
}

/* Section 4.6, "EFI Configuration Table & Properties Table". */
void *firmware_table(const EFI_GUID *guid)
{
	for (UINTN i = 0; i < firmware_system->NumberOfTableEntries; i++) {
		const EFI_CONFIGURATION_TABLE *table = &firmware_system->ConfigurationTable[i];

		if (memcmp(&table->VendorGuid, guid, sizeof(*guid)) == 0)
			return table->VendorTable;
	}
	return NULL;
}
