/* SPDX-License-Identifier: MIT */
/* QEMU versions whose KVM can run a guest under emulation. */
#include "tests/unit/unit.h"

#include <stdbool.h>

#include "tools/host/nesting.h"

TEST(qemu_before_8_is_accepted_and_later_ones_are_rejected)
{
	assert_true(nesting_is_emulated("QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7)"));
	assert_false(nesting_is_emulated("QEMU emulator version 8.2.0"));
	assert_false(nesting_is_emulated("QEMU emulator version 10.0.13 (Debian 1:10.0.13)"));
	assert_false(nesting_check_emulated("qemu", "QEMU emulator version 11.1.3"));
}

TEST(qemu_without_a_version_is_accepted)
{
	assert_true(nesting_is_emulated(""));
	assert_true(nesting_is_emulated("an emulator, version of today"));
	assert_true(nesting_check_emulated("qemu", "an emulator"));
}
