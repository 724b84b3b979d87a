/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <string.h>

#include "tools/memory/geometry.h"

#define WHOLE \
	"l1i=32K/8/64,l1d=32K/8/64,l2=1M/16/64,llc=8M/16/64,itlb=64/8,dtlb=64/4,stlb=1536/12," \
	"page=4K,prefetch=none"

static void assert_written(const char *text, const char *expected)
{
	struct memory_geometry geometry;
	char problem[MEMORY_TEXT_MAX], written[MEMORY_TEXT_MAX];

	assert_true(memory_geometry_parse(&geometry, text, problem));
	memory_geometry_write(&geometry, written);
	assert_string_equal(written, expected);
}

static void assert_refused(const char *text, const char *why)
{
	struct memory_geometry geometry;
	char problem[MEMORY_TEXT_MAX] = "";

	assert_false(memory_geometry_parse(&geometry, text, problem));
	if (strstr(problem, why) == NULL)
		fail_msg("\"%s\" is refused because of \"%s\"", text, problem);
}

TEST(unnamed_levels_have_default_values)
{
	assert_written("default", WHOLE);
	assert_written(WHOLE, WHOLE);
	assert_written("l1d=48k/12,stlb=none,prefetch=stride,page=2M",
		       "l1i=32K/8/64,l1d=48K/12/64,l2=1M/16/64,llc=8M/16/64,itlb=64/8,dtlb=64/4,"
		       "stlb=none,page=2M,prefetch=stride");
	assert_written("l1d=1536/3,l2=none,llc=none",
		       "l1i=32K/8/64,l1d=1536/3/64,l2=none,llc=none,itlb=64/8,dtlb=64/4,"
		       "stlb=1536/12,page=4K,prefetch=none");
}

TEST(one_line_size_applies_to_all_caches)
{
	assert_written("l1d=32K/8/128", "l1i=32K/8/128,l1d=32K/8/128,l2=1M/16/128,llc=8M/16/128,"
					"itlb=64/8,dtlb=64/4,stlb=1536/12,page=4K,prefetch=none");
	assert_refused("l1i=32K/8/64,l1d=32K/8/128", "lines must have one size");
	assert_refused("l1d=32K/8/48", "power of two");
	assert_refused("l1d=32K/8/8", "from 16 to 4096");
}

TEST(impossible_geometry_is_rejected)
{
	assert_refused("l1d=48K/8", "l1d: 96 sets: must be a power of two");
	assert_refused("l1d=32000/7", "l1d: 7 ways do not divide 32000 bytes");
	assert_refused("dtlb=24/4", "dtlb: 6 sets");
	assert_refused("l1d=32K/0", "0 ways");
	assert_refused("l1d=32K/2048", "2048 ways");
	assert_refused("l1d=0/8", "size must be 1 to");
	assert_refused("llc=2G/16", "size must be 1 to");
	assert_refused("l1d=none", "only l2, llc and stlb");
	assert_refused("page=5K", "power of two from 4K");
	assert_refused("page=2G", "power of two from 4K");
	assert_refused("prefetch=all", "none, next or stride");
}

TEST(text_without_a_geometry_is_rejected)
{
	assert_refused("", "empty");
	assert_refused("large", "not NAME=VALUE");
	assert_refused("l3=8M/16", "valid names: l1i");
	assert_refused("l1d=32K", "not SIZE/WAYS");
	assert_refused("l1d=-32K/8", "not SIZE/WAYS");
	assert_refused("l1d=32K/8/", "not SIZE/WAYS/LINE");
	assert_refused("l1d=32K/8/64/64", "not SIZE/WAYS/LINE");
	assert_refused("dtlb=64/4/64", "not ENTRIES/WAYS");
	assert_refused("l1d=32K/8,", "text missing after the comma");
	assert_refused(",l1d=32K/8", "not NAME=VALUE");
	assert_refused("l1d=99999999999999999999999999999999999999999999999999999999999999/8",
		       "too long");
	assert_refused("l1d=99999999999999999999G/8", "");
}
