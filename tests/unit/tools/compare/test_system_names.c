/* SPDX-License-Identifier: MIT */
/* Short names of systems. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tools/compare/system_names.h"

#define RUNS_MAX 6

static struct result *run_of(const char *host, const char *os, const char *kernel)
{
	const struct wire_record manifest = {.kind = WIRE_manifest, .manifest = {
		.host = host, .os = os, .kernel = kernel}};
	const struct log_account account = {0};
	struct result *result = result_new();

	result_add(result, &manifest);
	result_link(result, &account);
	return result;
}

/* kernels end with NULL; names have the same order. */
static void assert_names(const char *const *kernels, const char *const *names)
{
	struct result *runs[RUNS_MAX] = {NULL};
	char *found[RUNS_MAX];
	size_t count = 0;

	for (; kernels[count] != NULL; count++)
		runs[count] = run_of("linux", "Linux", kernels[count]);
	system_names((const struct result *const *)runs, count, found);
	for (size_t i = 0; i < count; i++) {
		assert_string_equal(found[i], names[i]);
		free(found[i]);
		result_free(runs[i]);
	}
}

TEST(kernels_of_different_versions_have_two_numbers)
{
	assert_names((const char *const[]){"6.1.0-57-cloud-amd64 #1 SMP", "6.12.9+deb13-amd64 #1",
					   NULL},
		     (const char *const[]){"6.1", "6.12"});
}

TEST(kernels_of_one_version_have_the_words_of_their_release)
{
	assert_names((const char *const[]){"6.12.9-rt-amd64 #1", "6.12.9-amd64 #1",
					   "6.12.8-my-own-amd64", "6.1.0-57-cloud-amd64", NULL},
		     (const char *const[]){"6.12-rt", "6.12", "6.12-my-own", "6.1"});
}

TEST(builds_of_one_kernel_have_their_release)
{
	assert_names((const char *const[]){"6.1.0-47-amd64 #1", "6.1.0-57-amd64 #1", NULL},
		     (const char *const[]){"6.1.0-47-amd64", "6.1.0-57-amd64"});
}

TEST(runs_of_the_same_kernel_are_numbered)
{
	assert_names((const char *const[]){"6.1.0-47-amd64 #1", "6.1.0-47-amd64 #2", "x", "",
					   NULL},
		     (const char *const[]){"6.1.0-47-amd64 (1)", "6.1.0-47-amd64 (2)", "x", ""});
}

TEST(bare_metal_and_other_systems_have_their_names)
{
	struct result *runs[] = {run_of("bare-metal", "", ""),
				 run_of("other-os", "gVisor", "4.4.0 #1"),
				 run_of("linux", "Linux", "4.4.0 #1")};
	const char *const names[] = {"metal", "gVisor", "4.4"};
	char *found[3];

	system_names((const struct result *const *)runs, 3, found);
	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(found[i], names[i]);
		free(found[i]);
		result_free(runs[i]);
	}
}
