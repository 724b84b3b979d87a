/* SPDX-License-Identifier: MIT */
/* The command line under UEFI, from an edited file and from load options of firmware, a shell or a
 * boot entry. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <string.h>

#include "boot/efi/command_line.h"

#define SIZE 32
#define UNTOUCHED "untouched"

static size_t whole;

static const char *from_file(const char *file)
{
	static char line[SIZE];

	strcpy(line, UNTOUCHED);
	whole = efi_command_line_from_file(line, sizeof(line), file, strlen(file));
	if (whole == 0)
		assert_string_equal(line, UNTOUCHED);
	return line;
}

static const char *from_options(const char *options, size_t length)
{
	static char line[SIZE];
	uint16_t wide[64];

	for (size_t i = 0; i < length; i++)
		wide[i] = (uint8_t)options[i];
	strcpy(line, UNTOUCHED);
	whole = efi_command_line_from_load_options(line, sizeof(line), wide, length * 2);
	if (whole == 0)
		assert_string_equal(line, UNTOUCHED);
	return line;
}

static const char *from_option_text(const char *options)
{
	return from_options(options, strlen(options) + 1);
}

TEST(first_line_without_a_comment_is_the_command_line)
{
	assert_string_equal(from_file("# a comment\n\n \t\nsuite=full x\nsuite=quick\n"),
			    "suite=full x");
	assert_string_equal(from_file("suite=full"), "suite=full");
}

TEST(files_of_any_editor_are_accepted)
{
	assert_string_equal(from_file("\xef\xbb\xbf# note\r\n  suite=full \t\r\n"), "suite=full");
}

TEST(file_without_a_line_changes_nothing)
{
	assert_string_equal(from_file(""), UNTOUCHED);
	assert_string_equal(from_file("\xef\xbb\xbf"), UNTOUCHED);
	assert_string_equal(from_file("#suite=full\n\n"), UNTOUCHED);
}

TEST(long_file_line_is_truncated_and_reported)
{
	assert_string_equal(from_file("0123456789012345678901234567890123456789"),
			    "0123456789012345678901234567890");
	assert_int_equal(whole, 40);
	from_file("0123456789012345678901234567890\n");
	assert_int_equal(whole, 31);
}

TEST(load_options_of_a_boot_entry_are_the_parameters)
{
	assert_string_equal(from_option_text("suite=full exit=halt"), "suite=full exit=halt");
	assert_string_equal(from_options("suite=full", 10), "suite=full");
}

TEST(program_name_is_removed_from_load_options_of_the_shell)
{
	assert_string_equal(from_option_text("fs0:\\EFI\\BOOT\\BOOTX64.EFI  suite=full"),
			    "suite=full");
}

TEST(load_options_without_parameters_change_nothing)
{
	assert_string_equal(from_options("", 0), UNTOUCHED);
	assert_string_equal(from_option_text(""), UNTOUCHED);
	assert_string_equal(from_option_text("BOOTX64.EFI"), UNTOUCHED);
	assert_string_equal(from_option_text("BOOTX64.EFI "), UNTOUCHED);
}

TEST(load_options_that_are_not_text_change_nothing)
{
	assert_string_equal(from_options("a=b\x01\x02\x03", 6), UNTOUCHED);
	assert_string_equal(from_options("\xff\xfe\xfd", 3), UNTOUCHED);
}

TEST(long_load_options_are_truncated_and_reported)
{
	assert_string_equal(from_option_text("suite=0123456789012345678901234567890123456789"),
			    "suite=0123456789012345678901234");
	assert_int_equal(whole, 46);
}
