/* SPDX-License-Identifier: MIT */
/* The identification registers as text and numbers, for lib/cpu/identity.h: family is the vendor,
 * model is the architecture, and stepping is the implementation, each with its low 32 bits. RISC-V
 * Privileged ISA, "Machine-Level CSRs": mvendorid, marchid, mimpid. */
#include "lib/cpu/identity.h"

#include <stdbool.h>

#include "lib/riscv64/identity.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define ISA_BASE "rv64"

/* JEDEC numbers: mvendorid has the bank in its bits from 7 on. */
static const struct {
	uint32_t number;
	const char *name;
} vendors[] = {
	{0x31e, "Andes"}, {0x489, "SiFive"}, {0x5b7, "T-Head"}, {0x61f, "Ventana"},
	{0x710, "SpacemiT"},
};

void cpu_identity_read(struct cpu_identity *identity)
{
	struct riscv_identity read;

	riscv_identity_read(&read);
	*identity = (struct cpu_identity){
		.family = (uint32_t)read.vendor,
		.model = (uint32_t)read.architecture,
		.stepping = (uint32_t)read.implementation,
	};
	text_copy(identity->vendor, sizeof(identity->vendor), "unknown");
	for (size_t i = 0; i < sizeof(vendors) / sizeof(vendors[0]); i++) {
		if (vendors[i].number == identity->family)
			text_copy(identity->vendor, sizeof(identity->vendor), vendors[i].name);
	}
}

/* The features are the single letters after the base, and the words that follow, each after an
 * underscore. */
void cpu_identity_features(char *text, size_t size)
{
	struct riscv_identity read;
	const char *isa;
	bool is_word = false, is_first;
	size_t used = 0;

	text[0] = '\0';
	riscv_identity_read(&read);
	isa = read.isa;
	if (isa == NULL || strncmp(isa, ISA_BASE, sizeof(ISA_BASE) - 1) != 0)
		return;
	for (isa += sizeof(ISA_BASE) - 1; *isa != '\0' && used < size; isa++) {
		if (*isa == '_') {
			is_word = true;
			continue;
		}
		is_first = !is_word || isa[-1] == '_';
		used += fmt_buffer(text + used, size - used, "%s%c",
				   is_first && used > 0 ? "," : "", *isa);
	}
}

/* Unknown, because no register has the core's frequency. */
uint64_t cpu_identity_max_hz(void)
{
	return 0;
}
