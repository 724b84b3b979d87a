/* SPDX-License-Identifier: MIT */
/* Installed kernels by their version. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/run/boot/installed_kernel.h"

static const char *const releases[] = {
	"6.1.0-9-amd64", "6.1.0-57-amd64", "6.1.0-58-rt-amd64", "6.1.0-59-cloud-amd64",
	"6.12.9+deb13-cloud-amd64", "6.12.10+deb13-rt-amd64",
};

static char directory[] = "/tmp/bareline-boot-XXXXXX";

static int make_kernels(void **state)
{
	(void)state;
	strcpy(directory + sizeof(directory) - 7, "XXXXXX");
	if (mkdtemp(directory) == NULL)
		return -1;
	for (size_t i = 0; i < sizeof(releases) / sizeof(releases[0]); i++) {
		char *path = xasprintf("%s/vmlinuz-%s", directory, releases[i]);
		FILE *file = fopen(path, "w");

		free(path);
		if (file == NULL)
			return -1;
		fclose(file);
	}
	return 0;
}

static int remove_kernels(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(releases) / sizeof(releases[0]); i++) {
		char *path = xasprintf("%s/vmlinuz-%s", directory, releases[i]);

		unlink(path);
		free(path);
	}
	return rmdir(directory);
}

/* A release of NULL: none is found. */
static void assert_found(const char *version, const char *release)
{
	char *path = installed_kernel(directory, version), *wanted;

	if (release == NULL) {
		assert_null(path);
		return;
	}
	wanted = xasprintf("%s/vmlinuz-%s", directory, release);
	assert_non_null(path);
	assert_string_equal(path, wanted);
	free(wanted);
	free(path);
}

TEST_WITH(newest_kernel_without_further_words_is_found, make_kernels, remove_kernels)
{
	assert_found("6.1", "6.1.0-57-amd64");
	assert_found("6.1.0-9", "6.1.0-9-amd64");
	assert_found("6.1.0-5", NULL);
	assert_found("6.2", NULL);
	assert_found("6", "6.1.0-57-amd64");
	assert_found("", NULL);
}

TEST_WITH(kernel_with_a_word_is_found, make_kernels, remove_kernels)
{
	assert_found("6.1-rt", "6.1.0-58-rt-amd64");
	assert_found("6.1-cloud", "6.1.0-59-cloud-amd64");
	assert_found("6.12-rt", "6.12.10+deb13-rt-amd64");
	assert_found("6.12", "6.12.10+deb13-rt-amd64");
	assert_found("6.1-r", NULL);
	assert_found("-rt", NULL);
	assert_found("6.1-", NULL);
}

TEST(directory_without_kernels_has_none)
{
	assert_null(installed_kernel("/nonexistent/bareline", "6.1"));
}
