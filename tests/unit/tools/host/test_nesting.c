/* SPDX-License-Identifier: MIT */
/* On which QEMU KVM can run a guest under emulation. */
#include "tests/unit/unit.h"

#include <stdbool.h>

#include "tools/host/nesting.h"

TEST(releases_before_8_are_taken_and_later_ones_refused)
{
	assert_true(nesting_is_emulated("QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7)"));
	assert_false(nesting_is_emulated("QEMU emulator version 8.2.0"));
	assert_false(nesting_is_emulated("QEMU emulator version 10.0.13 (Debian 1:10.0.13)"));
	assert_false(nesting_check_emulated("qemu", "QEMU emulator version 11.1.3"));
}

TEST(a_program_that_does_not_say_its_version_is_taken)
{
	assert_true(nesting_is_emulated(""));
	assert_true(nesting_is_emulated("an emulator, version of today"));
	assert_true(nesting_check_emulated("qemu", "an emulator"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(releases_before_8_are_taken_and_later_ones_refused),
		cmocka_unit_test(a_program_that_does_not_say_its_version_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
