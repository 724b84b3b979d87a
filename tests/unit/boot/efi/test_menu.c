/* SPDX-License-Identifier: MIT */
/* The loader's menu: its entries and keys. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <string.h>

#include "boot/efi/menu.h"

static struct efi_menu menu;

static bool take(enum efi_menu_key key)
{
	return efi_menu_take(&menu, key, '\0');
}

static void type(const char *text)
{
	for (; *text != '\0'; text++)
		assert_false(efi_menu_take(&menu, EFI_MENU_CHARACTER, *text));
}

TEST(first_entry_starts_the_line_of_the_file)
{
	efi_menu_begin(&menu, "suite=full exit=halt", false, "cpu mem");
	assert_int_equal(menu.count, 7);
	assert_string_equal(menu.entries[0].label, "From bareline.cfg: suite=full exit=halt");
	assert_true(take(EFI_MENU_ENTER));
	assert_string_equal(menu.line, "suite=full exit=halt");
	efi_menu_begin(&menu, "", false, "cpu mem");
	assert_true(take(EFI_MENU_ENTER));
	assert_string_equal(menu.line, "");
}

TEST(arrows_select_entries_and_stop_at_both_ends)
{
	efi_menu_begin(&menu, "", false, "cpu mem");
	take(EFI_MENU_UP);
	take(EFI_MENU_DOWN);
	assert_true(take(EFI_MENU_ENTER));
	assert_string_equal(menu.line, "suite=quick");
	take(EFI_MENU_LAST);
	take(EFI_MENU_DOWN);
	take(EFI_MENU_UP);
	assert_true(take(EFI_MENU_ENTER));
	assert_string_equal(menu.line, "bench=mem.*");
	take(EFI_MENU_FIRST);
	take(EFI_MENU_DOWN);
	take(EFI_MENU_DOWN);
	take(EFI_MENU_DOWN);
	assert_true(take(EFI_MENU_ENTER));
	assert_string_equal(menu.line, "suite=noise duration=10m");
}

TEST(metal_then_linux_is_offered_if_there_is_a_linux)
{
	efi_menu_begin(&menu, "", false, "cpu mem");
	assert_int_equal(menu.count, 7);
	efi_menu_begin(&menu, "", true, "cpu mem");
	assert_int_equal(menu.count, 8);
	for (int i = 0; i < 4; i++)
		take(EFI_MENU_DOWN);
	assert_true(take(EFI_MENU_ENTER));
	assert_string_equal(menu.line, "suite=quick then=linux");
}

TEST(e_edits_the_selected_entry_and_escape_leaves_it)
{
	efi_menu_begin(&menu, "", false, "cpu mem");
	take(EFI_MENU_DOWN);
	assert_false(efi_menu_take(&menu, EFI_MENU_CHARACTER, 'e'));
	assert_true(menu.is_editing);
	take(EFI_MENU_BACKSPACE);
	type("e");
	take(EFI_MENU_UP);
	take(EFI_MENU_ESCAPE);
	assert_false(menu.is_editing);
	efi_menu_take(&menu, EFI_MENU_CHARACTER, 'e');
	type(" cpus=1");
	assert_true(take(EFI_MENU_ENTER));
	assert_string_equal(menu.line, "suite=quick cpus=1");
}

TEST(last_entry_is_a_line_to_edit)
{
	efi_menu_begin(&menu, "suite=full", false, "cpu mem");
	take(EFI_MENU_LAST);
	assert_false(take(EFI_MENU_ENTER));
	for (int i = 0; i < 3; i++)
		take(EFI_MENU_BACKSPACE);
	type("bench=null.*");
	assert_true(take(EFI_MENU_ENTER));
	assert_string_equal(menu.line, "bench=null.*");
}

TEST(line_length_is_limited_and_only_printable_characters_are_accepted)
{
	efi_menu_begin(&menu, "", false, "");
	take(EFI_MENU_LAST);
	take(EFI_MENU_ENTER);
	efi_menu_take(&menu, EFI_MENU_CHARACTER, '\t');
	efi_menu_take(&menu, EFI_MENU_CHARACTER, '\x7f');
	assert_int_equal(menu.length, 0);
	for (size_t i = 0; i < COMMAND_LINE_MAX + 10; i++)
		efi_menu_take(&menu, EFI_MENU_CHARACTER, 'x');
	assert_int_equal(menu.length, COMMAND_LINE_MAX);
	assert_int_equal(strlen(menu.line), COMMAND_LINE_MAX);
}

TEST(family_entry_has_a_description)
{
	efi_menu_begin(&menu, "", false, "mem other");
	assert_string_equal(menu.entries[4].label, "Only mem.*: caches and memory");
	assert_string_equal(menu.entries[4].parameters, "bench=mem.*");
	assert_string_equal(menu.entries[5].label, "Only other.*");
}

/* Some firmware has only 25 rows. */
TEST(selected_entry_is_shown_on_a_short_screen)
{
	struct efi_menu few = {.count = 5, .chosen = 4}, many = {.count = 22};

	assert_int_equal(efi_menu_first_shown(&few, 5), 0);
	for (many.chosen = 0; many.chosen < many.count; many.chosen++) {
		unsigned first = efi_menu_first_shown(&many, 20);

		assert_true(first <= many.chosen && many.chosen < first + 20);
		assert_true(first + 20 <= many.count);
	}
	many.chosen = 0;
	assert_int_equal(efi_menu_first_shown(&many, 20), 0);
	many.chosen = 21;
	assert_int_equal(efi_menu_first_shown(&many, 20), 2);
}

TEST(families_and_names_that_do_not_fit_are_truncated)
{
	char families[2048] = "";

	for (size_t i = 0; i < 60; i++)
		strcat(families, i == 1 ? " a_name_that_is_longer_than_that_of_any_family_there_is"
					: "  f");
	efi_menu_begin(&menu, families, false, families);
	assert_int_equal(menu.count, EFI_MENU_ENTRIES_MAX);
	for (unsigned i = 0; i < menu.count; i++) {
		assert_true(strlen(menu.entries[i].label) < EFI_MENU_LABEL_CHARS);
		assert_true(strlen(menu.entries[i].parameters) < EFI_MENU_PARAMETERS_CHARS);
	}
}
