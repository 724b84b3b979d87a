/* SPDX-License-Identifier: MIT */
/* Points that a table of wanted metrics names. */
#include "tests/unit/unit.h"

#include "lib/point.h"

static const struct match {
	const char *name, *point, *wanted;
	bool is_wanted;
} matches[] = {
	{"the same text", "ring=3 state=none", "ring=3 state=none", true},
	{"another text", "ring=3 state=none", "ring=0 state=none", false},
	{"a longer text", "ring=3 state=none pcid=on", "ring=3 state=none", false},
	{"the registers of an x86-64", "ring=3 state=xsave", "ring=3 " POINT_SAVED, true},
	{"the registers of a riscv64", "ring=3 state=fp", "ring=3 " POINT_SAVED, true},
	{"no registers", "ring=3 state=none", "ring=3 " POINT_SAVED, false},
	{"the other ring", "ring=0 state=fpsimd", "ring=3 " POINT_SAVED, false},
	{"a later parameter", "ring=3 state=fpsimd pcid=off", "ring=3 " POINT_SAVED " pcid=off",
	 true},
	{"another later parameter", "ring=3 state=fpsimd pcid=on",
	 "ring=3 " POINT_SAVED " pcid=off", false},
	{"a parameter too many", "ring=3 state=fpsimd pcid=off", "ring=3 " POINT_SAVED, false},
	{"a parameter too few", "ring=3", "ring=3 " POINT_SAVED, false},
};

static void check_match(void **state)
{
	const struct match *match = *state;

	assert_int_equal(point_is(match->point, match->wanted), match->is_wanted);
}

TEST_CASES(check_match, matches);
