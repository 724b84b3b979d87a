/* SPDX-License-Identifier: MIT */
/* The menu under UEFI: see menu.h. */
#include "boot/efi/menu.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define OWN 0                           /* the first entry */

static const struct efi_menu_entry suites[] = {
	{"Quick suite, bare metal only", "suite=quick"},
	{"Full suite, bare metal only: takes far longer", "suite=full"},
	{"Noise suite, ten minutes: CPU time taken by firmware", "suite=noise duration=10m"},
};

static const struct efi_menu_entry metal_then_linux = {
	"Bare metal, then Linux: quick suite on both, and the overhead",
	"suite=quick then=linux",
};

/* Descriptions of families. An unlisted family is shown by its name. */
static const struct {
	const char *name, *what;
} family_descriptions[] = {
	{"app", "application workloads"},
	{"clock", "clocks and timers"},
	{"cpu", "loops, calls and single instructions"},
	{"disk", "disk reads"},
	{"entry", "system calls and other kernel entries"},
	{"fault", "page faults"},
	{"flow", "interactions of tasks"},
	{"idle", "idle CPU and wake-ups"},
	{"input", "keyboard and mouse"},
	{"irq", "interrupts"},
	{"mem", "caches and memory"},
	{"noise", "CPU time taken by firmware"},
	{"null", "timing overhead"},
	{"os", "processes, threads and switches"},
	{"selftest", "operations of known cost"},
	{"smp", "operations between CPUs"},
};

static void menu_join(char *to, size_t size, const char *first, const char *second)
{
	text_copy(to, size, first);
	text_copy(to + strlen(to), size - strlen(to), second);
}

static struct efi_menu_entry *menu_add(struct efi_menu *menu)
{
	if (menu->count == EFI_MENU_ENTRIES_MAX)
		return NULL;
	return &menu->entries[menu->count++];
}

static void menu_add_family(struct efi_menu *menu, const char *name)
{
	struct efi_menu_entry *entry = menu_add(menu);

	if (entry == NULL)
		return;
	fmt_buffer(entry->parameters, sizeof(entry->parameters), "bench=%s.*", name);
	fmt_buffer(entry->label, sizeof(entry->label), "Only %s.*", name);
	for (size_t i = 0; i < sizeof(family_descriptions) / sizeof(family_descriptions[0]); i++) {
		if (strcmp(family_descriptions[i].name, name) == 0)
			fmt_buffer(entry->label, sizeof(entry->label), "Only %s.*: %s", name,
				   family_descriptions[i].what);
	}
}

static void menu_add_families(struct efi_menu *menu, const char *families)
{
	char name[EFI_MENU_LABEL_CHARS / 2];
	size_t length = 0;

	for (;; families++) {
		if (*families != ' ' && *families != '\0') {
			if (length + 1 < sizeof(name))
				name[length++] = *families;
			continue;
		}
		name[length] = '\0';
		if (length > 0)
			menu_add_family(menu, name);
		length = 0;
		if (*families == '\0')
			return;
	}
}

void efi_menu_begin(struct efi_menu *menu, const char *own_parameters, bool has_linux,
		    const char *families)
{
	struct efi_menu_entry *entry;

	memset(menu, 0, sizeof(*menu));
	text_copy(menu->own, sizeof(menu->own), own_parameters);
	entry = menu_add(menu);
	if (own_parameters[0] != '\0')
		menu_join(entry->label, sizeof(entry->label), "From bareline.cfg: ",
			  own_parameters);
	else
		text_copy(entry->label, sizeof(entry->label),
			  "Quick suite (no bareline.cfg)");
	for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); i++)
		*menu_add(menu) = suites[i];
	if (has_linux)
		*menu_add(menu) = metal_then_linux;
	menu_add_families(menu, families);
	entry = menu_add(menu);
	if (entry != NULL)
		text_copy(entry->label, sizeof(entry->label),
			  "Type a command line");
}

unsigned efi_menu_first_shown(const struct efi_menu *menu, unsigned room)
{
	unsigned half = room / 2;

	if (menu->count <= room || menu->chosen < half)
		return 0;
	if (menu->chosen - half > menu->count - room)
		return menu->count - room;
	return menu->chosen - half;
}

const char *efi_menu_parameters(const struct efi_menu *menu, unsigned entry)
{
	return entry == OWN ? menu->own : menu->entries[entry].parameters;
}

static void menu_take_parameters(struct efi_menu *menu)
{
	text_copy(menu->line, sizeof(menu->line), efi_menu_parameters(menu, menu->chosen));
	menu->length = strlen(menu->line);
}

static bool take_in_line(struct efi_menu *menu, enum efi_menu_key key, char c)
{
	if (key == EFI_MENU_ENTER)
		return true;
	if (key == EFI_MENU_ESCAPE)
		menu->is_editing = false;
	else if (key == EFI_MENU_BACKSPACE && menu->length > 0)
		menu->line[--menu->length] = '\0';
	else if (key == EFI_MENU_CHARACTER && c >= ' ' && c <= '~' &&
		 menu->length < COMMAND_LINE_MAX) {
		menu->line[menu->length++] = c;
		menu->line[menu->length] = '\0';
	}
	return false;
}

/* Choose the selected entry. The last entry has no parameters, so choosing it opens the editor. */
static bool menu_choose(struct efi_menu *menu, bool is_edited)
{
	menu_take_parameters(menu);
	menu->is_editing = is_edited || menu->chosen == menu->count - 1;
	return !menu->is_editing;
}

bool efi_menu_take(struct efi_menu *menu, enum efi_menu_key key, char c)
{
	if (menu->is_editing)
		return take_in_line(menu, key, c);
	if (key == EFI_MENU_ENTER)
		return menu_choose(menu, false);
	if (key == EFI_MENU_CHARACTER && c == 'e')
		return menu_choose(menu, true);
	if (key == EFI_MENU_UP && menu->chosen > 0)
		menu->chosen--;
	else if (key == EFI_MENU_DOWN && menu->chosen + 1 < menu->count)
		menu->chosen++;
	else if (key == EFI_MENU_FIRST)
		menu->chosen = 0;
	else if (key == EFI_MENU_LAST)
		menu->chosen = menu->count - 1;
	return false;
}
