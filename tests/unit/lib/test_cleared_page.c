/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/cleared_page.h"

TEST(page_is_checked_again_only_after_it_was_cleared)
{
	uint8_t page[64] = {1};

	assert_true(cleared_page_check(page, sizeof(page)));
	assert_false(cleared_page_check(page, sizeof(page)));
	memset(page, 0, sizeof(page));
	assert_true(cleared_page_check(page, sizeof(page)));
	memset(page, 1, 2);
	assert_false(cleared_page_check(page, sizeof(page)));
}
