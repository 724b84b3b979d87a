/* SPDX-License-Identifier: MIT */
/* Linux 5.18 and later derive all random numbers from a key. Each CPU derives its own key from this
 * key when its generation changes (drivers/char/random.c, "Fast key erasure RNG"). No system call
 * sets key and generation, so QEMU's configuration device writes them.
 *
 * Linux replaces the key after some seconds to a minute. Since 6.2, delayed work does so
 * ("next_reseed"). Earlier kernels do so when the time of the key is old, which lies between key
 * and generation. */
#include "linux/count/random_numbers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "lib/boot_files.h"
#include "linux/count/config_device.h"

#define KEY_BYTES 32u
#define WORD_BYTES 8u
#define BYTE_VALUES 16u         /* number of different bytes at the file's beginning */

static uint64_t state_phys;     /* 0: unknown */
static bool has_time;
static uint32_t generation;

/* Where the kernel's code is in physical memory; 0: unknown. */
static uint64_t code_phys(void)
{
	FILE *memory = fopen("/proc/iomem", "re");
	uint64_t begin, found = 0;
	char line[256];

	while (memory != NULL && fgets(line, sizeof(line), memory) != NULL) {
		if (strstr(line, ": Kernel code") != NULL &&
		    sscanf(line, "%" SCNx64, &begin) == 1)
			found = begin;
	}
	if (memory != NULL)
		fclose(memory);
	return found;
}

static bool is_before_delayed_work(void)
{
	unsigned major = 0, minor = 0;
	struct utsname system;

	uname(&system);
	sscanf(system.release, "%u.%u", &major, &minor);
	return major < 6 || (major == 6 && minor < 2);
}

bool random_numbers_find(const struct random_symbols *symbols)
{
	uint64_t code = code_phys();

	if (symbols->begin_virt == 0 || symbols->state_virt == 0 || code == 0)
		return false;
	has_time = symbols->reseed_virt == 0;
	if (has_time && !is_before_delayed_work())
		return false;
	state_phys = symbols->state_virt - symbols->begin_virt + code;
	return true;
}

/* Let the random numbers begin again. The file has the key, and bytes for the generation, which
 * differs from all generations before. As a time, the first bytes are in the far future. */
void random_numbers_restart(void)
{
	uint64_t to_phys = state_phys + KEY_BYTES;
	uint32_t from = 0;

	if (state_phys == 0)
		return;
	if (!config_select(FW_CFG_RANDOM)) {
		if (!config_select(FW_CFG_SPLASH))
			return;
		from = COUNT_SPLASH_BYTES - KEY_BYTES;
	}
	config_copy(from, KEY_BYTES, state_phys);
	if (has_time) {
		config_copy(from, WORD_BYTES, to_phys);
		to_phys += WORD_BYTES;
	}
	generation++;
	for (uint32_t i = 0; i < WORD_BYTES; i++)
		config_copy(from + (generation >> (4 * i)) % BYTE_VALUES, 1, to_phys + i);
}
