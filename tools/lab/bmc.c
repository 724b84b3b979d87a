/* SPDX-License-Identifier: MIT */
#include "tools/lab/bmc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/child.h"
#include "tools/base/clock.h"
#include "tools/base/utf8.h"

#define POLL_SECONDS 1
#define SLICE_US 50000

bool bmc_fail(struct bmc *bmc, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(bmc->why, sizeof(bmc->why), format, args);
	va_end(args);
	utf8_make_printable(bmc->why);
	return false;
}

bool bmc_await(struct bmc *bmc, bool (*is_so)(struct bmc *bmc), const char *what)
{
	double limit = clock_seconds() + BMC_SECONDS_MAX, next;

	while (!is_so(bmc)) {
		next = clock_seconds() + POLL_SECONDS;
		while (child_may_wait() && clock_seconds() < next)
			usleep(SLICE_US);
		if (!child_may_wait() || next >= limit)
			return bmc_fail(bmc, "%s, %d s after the request", what, BMC_SECONDS_MAX);
	}
	bmc->why[0] = '\0';
	return true;
}

static const struct bmc_driver *driver_of(const struct bmc *bmc)
{
	return bmc->machine->is_redfish ? &bmc_redfish : &bmc_ipmi;
}

bool bmc_open(struct bmc *bmc, const struct lab_machine *machine, bool is_insecure, bool *is_on)
{
	*bmc = (struct bmc){.machine = machine, .is_insecure = is_insecure};
	return driver_of(bmc)->open(bmc) && driver_of(bmc)->read_power(bmc, is_on);
}

void bmc_close(struct bmc *bmc)
{
	char *const texts[] = {bmc->password, bmc->system, bmc->reset, bmc->medium, bmc->insert,
			       bmc->eject};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		free(texts[i]);
}

bool bmc_insert(struct bmc *bmc, const char *url)
{
	return driver_of(bmc)->insert(bmc, url);
}

bool bmc_eject(struct bmc *bmc)
{
	return driver_of(bmc)->eject(bmc);
}

bool bmc_boot_once(struct bmc *bmc, enum lab_source source)
{
	return driver_of(bmc)->boot_once(bmc, source);
}

bool bmc_start(struct bmc *bmc, bool is_on)
{
	return driver_of(bmc)->start(bmc, is_on);
}

static bool is_off(struct bmc *bmc)
{
	bool is_on;

	return driver_of(bmc)->read_power(bmc, &is_on) && !is_on;
}

bool bmc_power_off(struct bmc *bmc)
{
	return driver_of(bmc)->power_off(bmc) && bmc_await(bmc, is_off, "the machine is still on");
}
