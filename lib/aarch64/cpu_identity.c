/* SPDX-License-Identifier: MIT */
/* The identification registers as text and numbers, for lib/cpu/identity.h: family is the
 * implementer, model is the part number, and stepping is variant and revision. Arm ARM, "MIDR_EL1,
 * Main ID Register"; part numbers by the technical reference manual of each core. */
#include "lib/cpu/identity.h"

#include <stdbool.h>

#include "lib/aarch64/control.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

static const struct {
	uint8_t code;
	const char *name;
} implementers[] = {
	{0x41, "Arm"}, {0x42, "Broadcom"}, {0x43, "Cavium"}, {0x46, "Fujitsu"},
	{0x48, "HiSilicon"}, {0x4e, "NVIDIA"}, {0x50, "APM"}, {0x51, "Qualcomm"},
	{0x53, "Samsung"}, {0x61, "Apple"}, {0x6d, "Microsoft"}, {0xc0, "Ampere"},
};

/* Parts of Arm. */
static const struct {
	uint16_t part;
	const char *name;
} parts[] = {
	{0xd03, "Cortex-A53"}, {0xd04, "Cortex-A35"}, {0xd05, "Cortex-A55"},
	{0xd07, "Cortex-A57"}, {0xd08, "Cortex-A72"}, {0xd09, "Cortex-A73"},
	{0xd0a, "Cortex-A75"}, {0xd0b, "Cortex-A76"}, {0xd0c, "Neoverse N1"},
	{0xd40, "Neoverse V1"}, {0xd41, "Cortex-A78"}, {0xd44, "Cortex-X1"},
	{0xd46, "Cortex-A510"}, {0xd47, "Cortex-A710"}, {0xd49, "Neoverse N2"},
	{0xd4f, "Neoverse V2"}, {0xd80, "Cortex-A520"}, {0xd81, "Cortex-A720"},
	{0xd84, "Neoverse V3"}, {0xd8e, "Neoverse N3"},
};

#define IMPLEMENTER_ARM 0x41

/* Features by their field of an identification register: a feature is present if the field has at
 * least a value. In some fields 15 stands for "absent". Arm ARM,
 * "ID_AA64ISAR0_EL1", "ID_AA64ISAR1_EL1", "ID_AA64PFR0_EL1", "ID_AA64MMFR1_EL1",
 * "ID_AA64MMFR2_EL1", "ID_AA64DFR0_EL1". */
enum identification {ISAR0, ISAR1, PFR0, MMFR1, MMFR2, DFR0, IDENTIFICATIONS};

static const struct {
	const char *name;
	enum identification in;
	uint8_t shift, least;
	bool excludes_15;
} features[] = {
	{"fp", PFR0, 16, 0, true}, {"asimd", PFR0, 20, 0, true}, {"aes", ISAR0, 4, 1, false},
	{"sha2", ISAR0, 12, 1, false}, {"crc32", ISAR0, 16, 1, false},
	{"atomics", ISAR0, 20, 2, false}, {"dp", ISAR0, 44, 1, false},
	{"rndr", ISAR0, 60, 1, false}, {"dpb", ISAR1, 0, 1, false},
	{"pauth", ISAR1, 4, 1, false}, {"lrcpc", ISAR1, 20, 1, false},
	{"sve", PFR0, 32, 1, false}, {"hafdbs", MMFR1, 0, 1, false},
	{"vmid16", MMFR1, 4, 2, false}, {"vhe", MMFR1, 8, 1, false},
	{"pan", MMFR1, 20, 1, false}, {"uao", MMFR2, 4, 1, false},
	{"ccidx", MMFR2, 20, 1, false}, {"pmuv3", DFR0, 8, 1, true},
	{"gicv3", PFR0, 24, 1, false},
};

#define FIELD_MASK 15u

void cpu_identity_read(struct cpu_identity *identity)
{
	uint64_t midr = read_register(midr_el1);

	*identity = (struct cpu_identity){
		.family = midr >> 24 & 0xff,
		.model = midr >> 4 & 0xfff,
		.stepping = (midr >> 20 & 15) << 4 | (midr & 15),
	};
	text_copy(identity->vendor, sizeof(identity->vendor), "unknown");
	for (size_t i = 0; i < sizeof(implementers) / sizeof(implementers[0]); i++) {
		if (implementers[i].code == identity->family)
			text_copy(identity->vendor, sizeof(identity->vendor), implementers[i].name);
	}
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (identity->family == IMPLEMENTER_ARM && parts[i].part == identity->model)
			text_copy(identity->brand, sizeof(identity->brand), parts[i].name);
	}
}

static uint64_t identification_read(enum identification which)
{
	switch (which) {
	case ISAR0:
		return read_register(id_aa64isar0_el1);
	case ISAR1:
		return read_register(id_aa64isar1_el1);
	case PFR0:
		return read_register(id_aa64pfr0_el1);
	case MMFR1:
		return read_register(id_aa64mmfr1_el1);
	case MMFR2:
		return read_register(S3_0_C0_C7_2);
	default:
		return read_register(id_aa64dfr0_el1);
	}
}

void cpu_identity_features(char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]) && used < size; i++) {
		unsigned value = identification_read(features[i].in) >> features[i].shift &
				 FIELD_MASK;

		if (value >= features[i].least && !(features[i].excludes_15 && value == FIELD_MASK))
			used += fmt_buffer(text + used, size - used, "%s%s", used > 0 ? "," : "",
					   features[i].name);
	}
}

/* Unknown, because no register has the core's frequency. */
uint64_t cpu_identity_max_hz(void)
{
	return 0;
}
