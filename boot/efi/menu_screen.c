/* SPDX-License-Identifier: MIT */
/* Draws on ConOut, reads ConIn, and counts seconds by a timer event. References are to the UEFI
 * Specification 2.10. */
#include "boot/efi/menu_screen.h"

#include "boot/efi/firmware.h"
#include "boot/efi/menu.h"
#include "boot/efi/loader_options.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define SECOND_100NS (10 * 1000 * 1000ull)
#define COLUMNS 80
#define ROWS (EFI_MENU_ENTRIES_MAX + 5)
#define ROW_TITLE 0
#define ROW_WARNING 1
#define ROW_ENTRIES 2
#define ROWS_BELOW 3                    /* one empty row and two of instructions */
#define ROWS_LEAST 25                   /* mode 0, which all firmware supports: section 12.4 */
#define LINE_SHOWN (COLUMNS - 4)        /* of a longer line, only the end is shown */

/* Section 12.3, "Simple Text Input Protocol": scan codes. */
enum {
	SCAN_CODE_UP = 0x01,
	SCAN_CODE_DOWN = 0x02,
	SCAN_CODE_HOME = 0x05,
	SCAN_CODE_END = 0x06,
	SCAN_CODE_ESCAPE = 0x17,
};

#define CHARACTER_BACKSPACE 0x08
#define CHARACTER_ENTER 0x0d

static SIMPLE_TEXT_OUTPUT_INTERFACE *out;

/* Current screen contents. Only rows that changed are written, because firmware draws slowly. */
static struct {
	bool is_drawn, is_chosen;
	char text[COLUMNS];
} shown[ROWS];

/* Write a row, padded except for the last column, because writing there may scroll. */
static void menu_put(unsigned row, bool is_chosen, const char *text)
{
	CHAR16 wide[COLUMNS];
	size_t length;

	if (row >= ROWS || (shown[row].is_drawn && shown[row].is_chosen == is_chosen &&
			    strncmp(shown[row].text, text, COLUMNS - 1) == 0))
		return;
	shown[row].is_drawn = true;
	shown[row].is_chosen = is_chosen;
	text_copy(shown[row].text, COLUMNS, text);
	length = strlen(shown[row].text);

	for (size_t i = 0; i < COLUMNS - 1; i++)
		wide[i] = i < length ? firmware_character(text[i]) : L' ';
	wide[COLUMNS - 1] = 0;
	out->SetAttribute(out, is_chosen ? EFI_TEXT_ATTR(EFI_BLACK, EFI_LIGHTGRAY)
					 : EFI_TEXT_ATTR(EFI_LIGHTGRAY, EFI_BLACK));
	out->SetCursorPosition(out, 0, row);
	out->OutputString(out, wide);
}

/* Number of entries for which the screen has room. */
static unsigned menu_room(void)
{
	UINTN columns, rows;

	if (out->QueryMode(out, (UINTN)out->Mode->Mode, &columns, &rows) != EFI_SUCCESS ||
	    rows < ROWS_LEAST)
		rows = ROWS_LEAST;
	return (unsigned)rows - ROW_ENTRIES - ROWS_BELOW;
}

/* Draw the entries. Returns the row below them. */
static unsigned menu_draw_entries(const struct efi_menu *menu)
{
	unsigned room = menu_room();
	unsigned count = menu->count < room ? menu->count : room;
	unsigned first = efi_menu_first_shown(menu, room);
	char text[COLUMNS + EFI_MENU_LABEL_CHARS];

	for (unsigned i = 0; i < count; i++) {
		fmt_buffer(text, sizeof(text), "  %s", menu->entries[first + i].label);
		menu_put(ROW_ENTRIES + i, first + i == menu->chosen, text);
	}
	menu_put(ROW_ENTRIES + count, false, first + count < menu->count ? "  ..." : "");
	return ROW_ENTRIES + count;
}

static void menu_draw(const struct efi_menu *menu, unsigned seconds_left)
{
	char text[COLUMNS + EFI_MENU_LABEL_CHARS];
	unsigned below;

	menu_put(ROW_TITLE, false, "Bareline: select what to measure");
	below = menu_draw_entries(menu) + 1;
	if (menu->is_editing) {
		size_t first = menu->length > LINE_SHOWN ? menu->length - LINE_SHOWN : 0;

		fmt_buffer(text, sizeof(text), "> %s_", menu->line + first);
		menu_put(below, false, text);
		menu_put(below + 1, false, "Enter: start. Escape: back.");
		return;
	}
	menu_put(below, false,
		 "Arrows, Home, End: select. Enter: start. e: edit the parameters.");
	fmt_buffer(text, sizeof(text), "Booting the selected entry in %u s. Press any key to stop.",
		   seconds_left);
	menu_put(below + 1, false, seconds_left > 0 ? text : "");
}

static bool menu_key_of(const EFI_INPUT_KEY *input, enum efi_menu_key *key)
{
	static const struct {
		UINT16 scan_code;
		enum efi_menu_key key;
	} keys[] = {
		{SCAN_CODE_UP, EFI_MENU_UP}, {SCAN_CODE_DOWN, EFI_MENU_DOWN},
		{SCAN_CODE_HOME, EFI_MENU_FIRST}, {SCAN_CODE_END, EFI_MENU_LAST},
		{SCAN_CODE_ESCAPE, EFI_MENU_ESCAPE},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		*key = keys[i].key;
		if (input->ScanCode == keys[i].scan_code)
			return true;
	}
	*key = input->UnicodeChar == CHARACTER_ENTER ? EFI_MENU_ENTER
	       : input->UnicodeChar == CHARACTER_BACKSPACE ? EFI_MENU_BACKSPACE
							   : EFI_MENU_CHARACTER;
	return input->UnicodeChar != 0 && input->UnicodeChar < 0x7f;
}

/* Process the pending keys. Returns whether there were any keys. If a key made the choice, sets
 * *is_made. */
static bool menu_take_keys(EFI_SYSTEM_TABLE *system, struct efi_menu *menu, bool *is_made)
{
	EFI_INPUT_KEY input;
	enum efi_menu_key key;
	bool has_any = false;

	while (!*is_made && system->ConIn->ReadKeyStroke(system->ConIn, &input) == EFI_SUCCESS) {
		has_any = true;
		if (menu_key_of(&input, &key))
			*is_made = efi_menu_take(menu, key, (char)input.UnicodeChar);
	}
	return has_any;
}

/* Wait until a key makes the choice, or until no key was pressed for the given time. Section 7.1,
 * "Event, Timer, and Task Priority Services". */
static void menu_wait(EFI_SYSTEM_TABLE *system, struct efi_menu *menu, EFI_EVENT timer,
		      unsigned seconds)
{
	EFI_EVENT events[] = {timer, system->ConIn->WaitForKey};
	unsigned left = seconds;
	bool is_made = false, is_attended = firmware_has_aborted();
	UINTN which;

	while (!is_made) {
		menu_draw(menu, is_attended ? 0 : left);
		if (system->BootServices->WaitForEvent(2, events, &which) != EFI_SUCCESS)
			return;
		if (menu_take_keys(system, menu, &is_made))
			is_attended = true;
		else if (which == 0 && !is_attended && --left == 0)
			is_made = efi_menu_take(menu, EFI_MENU_ENTER, '\0');
	}
}

size_t efi_menu_run(EFI_SYSTEM_TABLE *system, bool has_linux, const char *warning,
		    char *command_line, size_t size)
{
	static struct efi_menu menu;
	struct loader_options options;
	EFI_EVENT timer;

	loader_options_parse(&options, command_line);
	out = system->ConOut;
	if ((options.menu_seconds == 0 && !firmware_has_aborted()) || out == NULL ||
	    system->ConIn == NULL ||
	    system->BootServices->CreateEvent(EVT_TIMER, 0, NULL, NULL, &timer) != EFI_SUCCESS)
		return strlen(command_line);
	efi_menu_begin(&menu, command_line, has_linux, BENCH_FAMILIES);
	text_copy(menu.line, sizeof(menu.line), command_line);
	system->BootServices->SetTimer(timer, TimerPeriodic, SECOND_100NS);
	out->ClearScreen(out);
	out->EnableCursor(out, FALSE);
	menu_put(ROW_WARNING, false, warning != NULL ? warning : "");
	menu_wait(system, &menu, timer, options.menu_seconds);
	system->BootServices->CloseEvent(timer);
	out->SetAttribute(out, EFI_TEXT_ATTR(EFI_LIGHTGRAY, EFI_BLACK));
	out->ClearScreen(out);
	text_copy(command_line, size, menu.line);
	return strlen(command_line);
}
