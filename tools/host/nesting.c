/* SPDX-License-Identifier: MIT */
/* The quality of QEMU's SVM emulation depends on the release. Releases before 8.0 were tested
 * (7.2). Since 9.1, QEMU checks a guest's reads of CR3 and CR4 against the intercept for CR0 (seen
 * on 10.0), so the guest reads the address of page tables that KVM hides. Nested paging also stops
 * QEMU. */
#include "tools/host/nesting.h"

#include <err.h>
#include <stdio.h>
#include <string.h>

#define FIRST_UNTRIED_MAJOR 8
#define WORKING_RELEASE "7.2"
#define VERSION_WORD "version "

bool nesting_is_allowed(const char **why)
{
	static const char *const parameters[] = {"/sys/module/kvm_amd/parameters/nested",
						 "/sys/module/kvm_intel/parameters/nested"};

	for (size_t i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++) {
		FILE *file = fopen(parameters[i], "re");
		int answer = file != NULL ? getc(file) : EOF;

		if (file != NULL)
			fclose(file);
		if (answer == '1' || answer == 'Y')
			return true;
	}
	*why = "this host's KVM does not allow nested guests; load it with kvm_amd.nested=1 or "
	       "kvm_intel.nested=1";
	return false;
}

bool nesting_is_emulated(const char *version)
{
	const char *word = strstr(version, VERSION_WORD);
	int major;

	return word == NULL || sscanf(word + strlen(VERSION_WORD), "%d", &major) != 1 ||
	       major < FIRST_UNTRIED_MAJOR;
}

bool nesting_check_emulated(const char *qemu, const char *version)
{
	if (nesting_is_emulated(version))
		return true;
	warnx("%s: KVM cannot run guests on the SVM that %s emulates; select QEMU "
	      WORKING_RELEASE " with --qemu", qemu, version);
	return false;
}
