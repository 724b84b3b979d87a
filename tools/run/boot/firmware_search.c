/* SPDX-License-Identifier: MIT */
/* Each distribution has another directory for firmware. */
#include "tools/run/boot/firmware_search.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"

const char firmware_packages[] = "ovmf (Debian, Ubuntu, Alpine), edk2-ovmf (Fedora, Arch) or "
				 "qemu-ovmf-x86_64 (openSUSE)";

static const struct {
	const char *code, *variables;
} places[] = {
#define FIRMWARE_PLACE(code, variables) {code, variables},
#include "tools/run/boot/firmware_places.def"
#undef FIRMWARE_PLACE
};

char *firmware_find_file(const char *directories, const char *name)
{
	for (const char *line = directories; *line != '\0'; line += strspn(line, "\n")) {
		size_t length = strcspn(line, "\n");
		char *path = xasprintf("%.*s/%s", (int)length, line, name);

		if (length > 0 && access(path, R_OK) == 0)
			return path;
		free(path);
		line += length;
	}
	return NULL;
}

static char *find_one(const char *root, const char *directories, const char *name)
{
	char *path;

	if (strchr(name, '/') == NULL)
		return firmware_find_file(directories, name);
	path = xasprintf("%s%s", root, name);
	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

bool firmware_find_uefi(const char *root, const char *directories, struct firmware_files *files)
{
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		files->code = find_one(root, directories, places[i].code);
		files->variables = find_one(root, directories, places[i].variables);
		if (files->code != NULL && files->variables != NULL)
			return true;
		free(files->code);
		free(files->variables);
	}
	*files = (struct firmware_files){0};
	return false;
}

char *firmware_places(const char *directories)
{
	char *list = xstrdup(""), *longer;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		longer = xasprintf("%s%s%s", list, i > 0 ? ", " : "", places[i].code);
		free(list);
		list = longer;
	}
	longer = xasprintf("%s, the plain names in QEMU's directories: %.*s", list,
			   (int)(strlen(directories) - (directories[0] != '\0')), directories);
	free(list);
	for (char *end = longer; (end = strchr(end, '\n')) != NULL; )
		*end = ' ';
	return longer;
}
