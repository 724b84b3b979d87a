/* SPDX-License-Identifier: MIT */
/* The management controller (BMC) of a machine, by Redfish with curl, or by IPMI with ipmitool.
 * Every function takes a bounded time, ends early if a signal is caught (signals.h), and returns
 * false with the reason in bmc->why. What a BMC answers is not trusted. */
#ifndef TOOLS_LAB_BMC_H
#define TOOLS_LAB_BMC_H

#include <stdbool.h>

#include "tools/lab/list.h"

#define BMC_WHY_MAX 320
#define BMC_SECONDS_MAX 120             /* for the power to be off, or a medium to be there */

struct bmc {
	const struct lab_machine *machine;
	bool is_insecure;               /* accept any certificate */
	char why[BMC_WHY_MAX];
	/* Members for Redfish: */
	char *password;
	char *system, *reset;           /* paths: the system, and its action */
	char *medium, *insert, *eject;  /* paths: the medium and its actions, after bmc_insert */
};

/* Reach the BMC and learn whether the machine is on. The caller calls bmc_close in any case. */
bool bmc_open(struct bmc *bmc, const struct lab_machine *machine, bool is_insecure, bool *is_on);
void bmc_close(struct bmc *bmc);

/* Insert an image by its URL, which the BMC reads, and wait until the image is there; or remove it.
 * Both need Redfish. */
bool bmc_insert(struct bmc *bmc, const char *url);
bool bmc_eject(struct bmc *bmc);

/* Let the next start, and no other, be from this source, by UEFI where the BMC can choose. */
bool bmc_boot_once(struct bmc *bmc, enum lab_source source);

/* Start the machine, or restart it if is_on. bmc_power_off() cuts its power, and waits until the
 * BMC reports that. */
bool bmc_start(struct bmc *bmc, bool is_on);
bool bmc_power_off(struct bmc *bmc);

/* The implementations. */
struct bmc_driver {
	bool (*open)(struct bmc *bmc);
	bool (*read_power)(struct bmc *bmc, bool *is_on);
	bool (*insert)(struct bmc *bmc, const char *url);
	bool (*eject)(struct bmc *bmc);
	bool (*boot_once)(struct bmc *bmc, enum lab_source source);
	bool (*start)(struct bmc *bmc, bool is_on);
	bool (*power_off)(struct bmc *bmc);
};

extern const struct bmc_driver bmc_redfish, bmc_ipmi;

/* Set bmc->why. Returns false. */
bool bmc_fail(struct bmc *bmc, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Call the function each second until it reports true, for at most BMC_SECONDS_MAX. A BMC may
 * report errors meanwhile. If the time is over, sets bmc->why to what is late. */
bool bmc_await(struct bmc *bmc, bool (*is_so)(struct bmc *bmc), const char *what);

/* Write ipmitool and its options for a machine's BMC. Returns their number, at most
 * IPMITOOL_WORDS_MAX. */
#define IPMITOOL_WORDS_MAX 13
size_t ipmitool_words(const struct lab_machine *machine, char **words);

#endif
