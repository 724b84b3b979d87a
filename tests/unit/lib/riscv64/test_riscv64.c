/* SPDX-License-Identifier: MIT */
/* The parts of lib/riscv64/ that need no such processor. */
#include "tests/unit/unit.h"

#include <stdint.h>

#include "lib/cpu/exception.h"
#include "lib/cpu/identity.h"
#include "lib/riscv64/exception_name.h"
#include "lib/riscv64/identity.h"

int __ctzdi2(uint64_t value);
int __clzdi2(uint64_t value);

static struct riscv_identity read;

void riscv_identity_read(struct riscv_identity *identity)
{
	*identity = read;
}

TEST(zeros_are_counted_from_either_end)
{
	for (int place = 0; place < 64; place++) {
		uint64_t bit = 1ull << place;

		assert_int_equal(__ctzdi2(bit), place);
		assert_int_equal(__ctzdi2(bit | 1ull << 63), place);
		assert_int_equal(__clzdi2(bit), 63 - place);
		assert_int_equal(__clzdi2(bit | 1), 63 - place);
	}
}

static void expect_features(const char *isa, const char *features)
{
	char text[64];

	read.isa = isa;
	cpu_identity_features(text, sizeof(text));
	assert_string_equal(text, features);
}

TEST(features_are_letters_then_words)
{
	expect_features("rv64imafdch_zicsr_zba", "i,m,a,f,d,c,h,zicsr,zba");
	expect_features("rv64i", "i");
	expect_features("rv64", "");
	expect_features("rv32imac", "");
	expect_features(NULL, "");
}

TEST(features_end_where_the_text_does)
{
	char text[8];

	read.isa = "rv64imafdc_zicsr";
	cpu_identity_features(text, sizeof(text));
	assert_string_equal(text, "i,m,a,f");
}

TEST(an_identity_has_the_vendor_by_its_number)
{
	struct cpu_identity identity;

	read = (struct riscv_identity){.vendor = 0x489, .architecture = 7, .implementation = 9};
	cpu_identity_read(&identity);
	assert_string_equal(identity.vendor, "SiFive");
	assert_int_equal(identity.model, 7);
	assert_int_equal(identity.stepping, 9);
	read.vendor = 0;
	cpu_identity_read(&identity);
	assert_string_equal(identity.vendor, "unknown");
}

TEST(only_faults_of_addresses_have_one)
{
	assert_true(exception_is_page_fault(CAUSE_LOAD_PAGE));
	assert_true(exception_is_page_fault(CAUSE_STORE_PAGE));
	assert_false(exception_is_page_fault(CAUSE_ILLEGAL));
	assert_true(exception_has_address(CAUSE_FETCH_PAGE));
	assert_false(exception_has_address(CAUSE_ILLEGAL));
	assert_false(exception_has_address(CAUSE_USER_CALL));
	assert_false(exception_has_address(CAUSE_INTERRUPT | 5));
	assert_string_equal(exception_name(CAUSE_ILLEGAL), "illegal instruction");
	assert_string_equal(exception_name(14), "exception");
	assert_string_equal(exception_name(100), "exception");
	assert_string_equal(exception_name(CAUSE_INTERRUPT | 9), "unexpected interrupt");
}
