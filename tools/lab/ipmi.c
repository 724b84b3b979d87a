/* SPDX-License-Identifier: MIT */
/* IPMI 2.0 by ipmitool: Intelligent Platform Management Interface Specification, "Chassis
 * Commands". */
#include <stdlib.h>
#include <string.h>

#include "tools/lab/bmc.h"
#include "tools/lab/program.h"

#define COMMAND_WORDS_MAX 4
#define IS_ON "Chassis Power is on"
#define IS_OFF "Chassis Power is off"

size_t ipmitool_words(const struct lab_machine *machine, char **words)
{
	char *const options[][2] = {{(char *)"-H", machine->host}, {(char *)"-p", machine->port},
				    {(char *)"-U", machine->user},
				    {(char *)"-f", machine->password_file},
				    {(char *)"-C", machine->cipher}};
	size_t count = 0;

	words[count++] = (char *)"ipmitool";
	words[count++] = (char *)"-I";
	words[count++] = (char *)"lanplus";
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		/* The port is one of IPMI only if the list named the BMC for IPMI. */
		if (options[i][1] == NULL || (i == 1 && machine->is_redfish))
			continue;
		words[count++] = options[i][0];
		words[count++] = options[i][1];
	}
	return count;
}

/* The answer to a command, which ends with NULL; NULL after bmc_fail. */
static char *ipmi_ask(struct bmc *bmc, const char *const *command)
{
	char *words[IPMITOOL_WORDS_MAX + COMMAND_WORDS_MAX + 1], why[BMC_WHY_MAX], *answer;
	size_t count = ipmitool_words(bmc->machine, words);

	for (size_t i = 0; command[i] != NULL; i++)
		words[count++] = (char *)command[i];
	words[count] = NULL;
	answer = program_ask(words, "", why, sizeof(why));
	if (answer == NULL)
		bmc_fail(bmc, "%s", why);
	return answer;
}

static bool ipmi_tell(struct bmc *bmc, const char *const *command)
{
	char *answer = ipmi_ask(bmc, command);

	free(answer);
	return answer != NULL;
}

static bool ipmi_open(struct bmc *bmc)
{
	(void)bmc;
	return true;
}

static bool ipmi_read_power(struct bmc *bmc, bool *is_on)
{
	char *answer = ipmi_ask(bmc, (const char *const[]){"chassis", "power", "status", NULL});
	bool is_known;

	if (answer == NULL)
		return false;
	*is_on = strstr(answer, IS_ON) != NULL;
	is_known = *is_on || strstr(answer, IS_OFF) != NULL;
	free(answer);
	return is_known || bmc_fail(bmc, "ipmitool: unknown state of the power");
}

static bool ipmi_insert(struct bmc *bmc, const char *url)
{
	(void)url;
	return bmc_fail(bmc, "IPMI has no virtual media; let the machine boot from the network");
}

static bool ipmi_eject(struct bmc *bmc)
{
	(void)bmc;
	return true;
}

static bool ipmi_boot_once(struct bmc *bmc, enum lab_source source)
{
	static const char *const devices[] = {[LAB_BY_DEFAULT] = "pxe", [LAB_NETWORK] = "pxe",
					      [LAB_CD] = "cdrom", [LAB_USB] = "floppy",
					      [LAB_DISK] = "disk"};

	return ipmi_tell(bmc, (const char *const[]){"chassis", "bootdev", devices[source],
						    "options=efiboot", NULL});
}

static bool ipmi_start(struct bmc *bmc, bool is_on)
{
	return ipmi_tell(bmc, (const char *const[]){"chassis", "power", is_on ? "cycle" : "on",
						    NULL});
}

static bool ipmi_power_off(struct bmc *bmc)
{
	return ipmi_tell(bmc, (const char *const[]){"chassis", "power", "off", NULL});
}

const struct bmc_driver bmc_ipmi = {
	.open = ipmi_open,
	.read_power = ipmi_read_power,
	.insert = ipmi_insert,
	.eject = ipmi_eject,
	.boot_once = ipmi_boot_once,
	.start = ipmi_start,
	.power_off = ipmi_power_off,
};
