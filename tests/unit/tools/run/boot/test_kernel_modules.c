/* SPDX-License-Identifier: MIT */
/* Modules in packages as distributions unpack them. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/directory.h"
#include "tools/run/boot/kernel_modules.h"

static char root[] = "/tmp/bareline-modules-XXXXXX";
static const char *const wanted[] = {"i8042", "evdev", NULL};

static void run(const char *format, const char *name)
{
	char *command = xasprintf(format, root, name);

	assert_int_equal(system(command), 0);
	free(command);
}

/* Data is text in which | stands for the end of an item. */
static void write_file(const char *name, const char *data, size_t size)
{
	char *path = xasprintf("%s/%s", root, name);
	FILE *file;

	run("mkdir -p $(dirname %s/%s)", name);
	file = fopen(path, "w");
	assert_non_null(file);
	for (size_t i = 0; i < size; i++)
		putc(data[i] == '|' ? '\0' : data[i], file);
	fclose(file);
	free(path);
}

static void write_module(const char *name, const char *data)
{
	write_file(name, data, strlen(data));
}

/* A boot image of version 6.9.1-mine. */
static void write_kernel(const char *name)
{
	char image[2048] = {0};

	memcpy(image + 0x202, "HdrS", 4);
	image[0x1f1] = 3;
	image[0x20f] = 3;
	strcpy(image + 0x500, "6.9.1-mine (me@here) #1 SMP");
	write_file(name, image, sizeof(image));
}

static int set_up(void **state)
{
	(void)state;
	strcpy(root + sizeof(root) - 7, "XXXXXX");
	return mkdtemp(root) == NULL;
}

static int tear_down(void **state)
{
	(void)state;
	run("rm -rf %s%s", "");
	return 0;
}

/* The paths below the root, one per line. */
static char *found_for(const char *kernel)
{
	char *path = xasprintf("%s/%s", root, kernel), *text = xstrdup("");
	char **paths = kernel_modules_find(path, wanted);

	for (size_t i = 0; paths[i] != NULL; i++) {
		char *longer = xasprintf("%s%s\n", text, strstr(paths[i], "kernel/"));

		free(text);
		text = longer;
		free(paths[i]);
	}
	free(paths);
	free(path);
	return text;
}

static void must_find(const char *kernel, const char *expected)
{
	char *found = found_for(kernel);

	assert_string_equal(found, expected);
	free(found);
}

#define PACKAGE "usr/lib/modules/6.9.1-mine/kernel"

TEST_WITH(module_follows_those_it_needs, set_up, tear_down)
{
	write_kernel("boot/vmlinuz-6.9.1-mine");
	write_module(PACKAGE "/input/evdev.ko", "|alias=x|depends=a-one,two|softdep=pre: soft|");
	write_module(PACKAGE "/lib/a_one.ko", "|depends=two|");
	write_module(PACKAGE "/lib/two.ko", "|depends=|");
	write_module(PACKAGE "/lib/soft.ko", "|depends=evdev|");
	write_module(PACKAGE "/lib/unneeded.ko", "|depends=two|");
	must_find("boot/vmlinuz-6.9.1-mine",
		  "kernel/lib/two.ko\nkernel/lib/a_one.ko\nkernel/lib/soft.ko\n"
		  "kernel/input/evdev.ko\n");
}

TEST_WITH(compressed_module_is_read, set_up, tear_down)
{
	size_t size;
	char *path, *data;

	write_kernel("vmlinuz");
	write_module(PACKAGE "/input/evdev.ko", "|depends=two|");
	write_module(PACKAGE "/lib/two.ko", "|depends=|");
	run("gzip %s/%s", PACKAGE "/input/evdev.ko");
	must_find("vmlinuz", "kernel/lib/two.ko\nkernel/input/evdev.ko.gz\n");
	path = xasprintf("%s/%s/input/evdev.ko.gz", root, PACKAGE);
	data = kernel_module_load(path, &size);
	assert_non_null(data);
	assert_int_equal(size, strlen("|depends=two|"));
	assert_memory_equal(data, "\0depends=two", size);
	assert_int_equal(kernel_module_name_length("evdev.ko.gz"), strlen("evdev.ko"));
	free(data);
	free(path);
}

TEST_WITH(damaged_module_is_no_module, set_up, tear_down)
{
	size_t size;
	char *path = xasprintf("%s/evdev.ko.gz", root);

	write_module("evdev.ko.gz", "not compressed");
	assert_null(kernel_module_load(path, &size));
	free(path);
}

TEST_WITH(kernel_may_lie_among_its_modules, set_up, tear_down)
{
	write_kernel("usr/lib/modules/6.9.1-mine/vmlinuz");
	write_module(PACKAGE "/input/evdev.ko", "|depends=|");
	must_find("usr/lib/modules/6.9.1-mine/vmlinuz", "kernel/input/evdev.ko\n");
}

TEST_WITH(modules_of_another_version_are_not_taken, set_up, tear_down)
{
	write_kernel("boot/vmlinuz");
	write_module("lib/modules/6.9.2/kernel/input/evdev.ko", "|depends=|");
	must_find("boot/vmlinuz", "");
	must_find("boot/no-kernel", "");
}
