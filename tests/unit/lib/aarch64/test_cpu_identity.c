/* SPDX-License-Identifier: MIT */
/* Features of 64-bit ARM by the values of identification registers. */
#include "tests/unit/unit.h"

#include <stdint.h>
#include <string.h>

/* In place of control.h, so that the test runs on every processor. */
#define LIB_AARCH64_CONTROL_H
#define read_register(name) (model_##name)

static uint64_t model_midr_el1, model_id_aa64isar0_el1, model_id_aa64isar1_el1;
static uint64_t model_id_aa64pfr0_el1, model_id_aa64mmfr1_el1, model_S3_0_C0_C7_2;
static uint64_t model_id_aa64dfr0_el1;

#include "lib/aarch64/cpu_identity.c"

static const char *features_with_debug(uint64_t dfr0)
{
	static char text[200];

	model_id_aa64pfr0_el1 = 0xff0000;       /* neither fp nor asimd */
	model_id_aa64dfr0_el1 = dfr0;
	cpu_identity_features(text, sizeof(text));
	return text;
}

/* Arm ARM, "ID_AA64DFR0_EL1", PMUVer: 15 stands for a PMU that is implementation defined. */
TEST(pmu_of_the_implementers_own_form_is_not_version_3)
{
	assert_string_equal(features_with_debug(0x000), "");
	assert_string_equal(features_with_debug(0x100), "pmuv3");
	assert_string_equal(features_with_debug(0x900), "pmuv3");
	assert_string_equal(features_with_debug(0xf00), "");
}

TEST(processor_is_named_by_its_main_register)
{
	struct cpu_identity identity;

	model_midr_el1 = 0x411fd070;
	cpu_identity_read(&identity);
	assert_string_equal(identity.vendor, "Arm");
	assert_string_equal(identity.brand, "Cortex-A57");
	assert_int_equal(identity.stepping, 0x10);
	assert_int_equal(cpu_identity_max_hz(), 0);
}
