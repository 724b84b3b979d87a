/* SPDX-License-Identifier: MIT */
/* Each distribution has another directory for firmware. */
#include "tools/run/boot/firmware_search.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"

const char *firmware_packages(enum own_firmware_kind kind)
{
	switch (kind) {
	case FIRMWARE_OF_AARCH64:
		return "qemu-efi-aarch64 (Debian, Ubuntu), edk2-aarch64 (Fedora, Arch) or "
		       "qemu-uefi-aarch64 (openSUSE)";
	case FIRMWARE_OF_RISCV64:
		return "qemu-efi-riscv64 (Debian 13, Ubuntu), edk2-riscv64 (Fedora) or u-boot-qemu "
		       "(Debian, Ubuntu)";
	default:
		return "ovmf (Debian, Ubuntu, Alpine), edk2-ovmf (Fedora, Arch) or "
		       "qemu-ovmf-x86_64 (openSUSE)";
	}
}

static const struct {
	const char *code, *variables;
	enum own_firmware_kind kind;
} places[] = {
#define FIRMWARE_PLACE(code, variables) {code, variables, FIRMWARE_OF_PC},
#define FIRMWARE_PLACE_AARCH64(code, variables) {code, variables, FIRMWARE_OF_AARCH64},
#define FIRMWARE_PLACE_RISCV64(code, variables) {code, variables, FIRMWARE_OF_RISCV64},
#define FIRMWARE_PROGRAM_RISCV64(code) {code, NULL, FIRMWARE_OF_RISCV64},
#include "tools/run/boot/firmware_places.def"
#undef FIRMWARE_PLACE
#undef FIRMWARE_PLACE_AARCH64
#undef FIRMWARE_PLACE_RISCV64
#undef FIRMWARE_PROGRAM_RISCV64
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

bool firmware_find_uefi(const char *root, const char *directories, enum own_firmware_kind kind,
			struct firmware_files *files)
{
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if (places[i].kind != kind)
			continue;
		files->code = find_one(root, directories, places[i].code);
		files->variables = places[i].variables != NULL
			? find_one(root, directories, places[i].variables) : NULL;
		if (files->code != NULL &&
		    (files->variables != NULL || places[i].variables == NULL))
			return true;
		free(files->code);
		free(files->variables);
	}
	*files = (struct firmware_files){0};
	return false;
}

char *firmware_places(const char *directories, enum own_firmware_kind kind)
{
	char *list = xstrdup(""), *longer;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if (places[i].kind != kind)
			continue;
		longer = xasprintf("%s%s%s", list, list[0] != '\0' ? ", " : "", places[i].code);
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
