/* SPDX-License-Identifier: MIT */
/* See files.h. Files of the user are never replaced. The only exception are files that contain the
 * server's address. */
#include "tools/serve/files.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/netboot/names.h"
#include "lib/netboot/words.h"
#include "lib/text/command_line.h"
#include "tools/base/alloc.h"
#include "tools/base/directory.h"
#include "tools/base/file.h"
#include "tools/run/boot/own_file.h"

#define FILE_BYTES_MAX (64u << 20)
#define URL_BYTES_MAX 4096
#define BIOS_PROGRAM "undionly.kpxe"
#define CONFIG_SUFFIX ".cfg"

static const char default_config[] =
	"# What machines of this network run: words that select benchmarks and set limits.\n"
	"# A file UUID.cfg, MAC.cfg (12 digits) or MODEL.cfg replaces this one.\n"
	"\n"
	"suite=quick\n";

/* The URLs are relative to the URL of the script. UEFI's loader finds its server itself. */
static const char script[] =
	"#!ipxe\n"
	"# BIOS: parameters are here, and results stay on the machine's screen and serial port.\n"
	"iseq ${platform} efi && goto efi ||\n"
	"kernel " FILES_KERNEL " suite=quick\n"
	"boot\n"
	":efi\n"
	"iseq ${buildarch} arm64 && chain " FILES_LOADER_ARM " ||\n"
	"iseq ${buildarch} riscv64 && chain " FILES_LOADER_RISCV " ||\n"
	"chain " FILES_LOADER "\n";

static char *path_of(const char *directory, const char *name)
{
	return xasprintf("%s/%s", directory, name);
}

static bool write_text(const char *directory, const char *name, const char *text)
{
	char *path = path_of(directory, name);
	bool good = file_write(path, text, strlen(text));

	free(path);
	return good;
}

static bool write_missing(const char *directory, const char *name, const char *text)
{
	char *path = path_of(directory, name);
	bool is_there = access(path, F_OK) == 0;

	free(path);
	return is_there || write_text(directory, name, text);
}

/* ---- What machines boot ---- */

static bool copy_file(const char *from, const char *path)
{
	size_t size;
	char *bytes = file_load(from, FILE_BYTES_MAX, "program", &size);
	bool good = bytes != NULL && file_write(path, bytes, size);

	free(bytes);
	return good;
}

/* A loader and a kernel of another build give results of that build. */
static void warn_if_different(const char *own, const char *path)
{
	size_t own_size, size;
	char *own_bytes = file_load(own, FILE_BYTES_MAX, "program", &own_size);
	char *bytes = file_load(path, FILE_BYTES_MAX, "program", &size);

	if (own_bytes != NULL && bytes != NULL &&
	    (own_size != size || memcmp(own_bytes, bytes, size) != 0))
		warnx("%s: not the file of this version, which replaces it after you delete it",
		      path);
	free(bytes);
	free(own_bytes);
}

/* Copy the first file of names that a build or an installation has. If there is no such file, that
 * is an error only if is_needed. */
static bool copy_own(const char *directory, const char *name, const char *const *names,
		     bool is_needed)
{
	char *path = path_of(directory, name), *own = NULL;
	bool is_there = access(path, F_OK) == 0, good = true;

	for (; *names != NULL && own == NULL; names++) {
		own = own_file(*names);
		if (access(own, R_OK) != 0 && (names[1] != NULL || is_there)) {
			free(own);
			own = NULL;
		}
	}
	if (is_there && own != NULL)
		warn_if_different(own, path);
	else if (!is_there && (is_needed || access(own, R_OK) == 0))
		good = copy_file(own, path);
	free(own);
	free(path);
	return good;
}

/* iPXE's program for the network boot of a BIOS, if the distribution has it. */
static bool copy_bios_program(const char *directory)
{
	static const char *const places[] = {
		"/usr/lib/ipxe/" BIOS_PROGRAM, "/usr/share/ipxe/" BIOS_PROGRAM,
		"/usr/lib/ipxe/qemu/" BIOS_PROGRAM,
	};
	char *path = path_of(directory, BIOS_PROGRAM);
	bool is_there = access(path, F_OK) == 0, good = true;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && !is_there; i++) {
		if (access(places[i], R_OK) != 0)
			continue;
		good = copy_file(places[i], path);
		is_there = true;
	}
	if (!is_there)
		warnx("%s: not found; BIOS machines without iPXE cannot boot (package ipxe)", path);
	free(path);
	return good;
}

/* ---- Configurations ---- */

static void report_word(void *context, const char *word, const char *why)
{
	warnx("%s: %s: %s; machines ignore this word", (const char *)context, word, why);
}

static bool is_asked_for(const char *name)
{
	size_t length = strlen(name), end = strlen(CONFIG_SUFFIX);

	if (length <= end || strcmp(name + length - end, CONFIG_SUFFIX) != 0)
		return false;
	for (size_t i = 0; i < length - end; i++) {
		if (strchr("abcdefghijklmnopqrstuvwxyz0123456789-", name[i]) == NULL)
			return false;
	}
	return true;
}

static void check_config(const char *directory, const char *name)
{
	char line[COMMAND_LINE_MAX + 1];
	char *path = path_of(directory, name);
	size_t size;
	char *text = NULL;

	if (!is_asked_for(name))
		warnx("%s: no machine asks for this name; a name is a UUID or the 12 digits of "
		      "a MAC address, in lower case, a model, or default, and ends with .cfg",
		      path);
	else
		text = file_load(path, NETBOOT_CONFIG_BYTES_MAX, "configuration", &size);
	if (text != NULL)
		netboot_words_append(line, 0, sizeof(line), text, size, report_word, path);
	free(text);
	free(path);
}

static bool prepare_configs(const char *directory)
{
	char *configs = path_of(directory, NETBOOT_CONFIGS);
	struct dirent **entries;
	int count = -1;

	if (directory_ensure(configs) && write_missing(configs, "default.cfg", default_config))
		count = scandir(configs, &entries, directory_is_visible, alphasort);
	for (int i = 0; i < count; i++) {
		check_config(configs, entries[i]->d_name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	free(configs);
	return count >= 0;
}

/* ---- dnsmasq ---- */

/* The interface with this address, to be freed; NULL if there is none. */
static char *interface_of(const char *address)
{
	struct ifaddrs *all, *one;
	struct in_addr wanted;
	char *name = NULL;

	if (inet_pton(AF_INET, address, &wanted) != 1 || getifaddrs(&all) != 0)
		return NULL;
	for (one = all; one != NULL && name == NULL; one = one->ifa_next) {
		const struct sockaddr_in *own = (const void *)one->ifa_addr;

		if (own != NULL && own->sin_family == AF_INET &&
		    own->sin_addr.s_addr == wanted.s_addr)
			name = xstrdup(one->ifa_name);
	}
	freeifaddrs(all);
	return name;
}

/* Client architectures are from IANA's registry "Processor Architecture Types" (RFC 5970): 0 is a
 * BIOS, 7 and 9 are x86-64 UEFI, 11 is 64-bit Arm UEFI, 27 is 64-bit RISC-V UEFI; 16, 19 and 28 are
 * the same by HTTP. */
static void write_dhcp(FILE *file, const struct files_request *request)
{
	const char *address = request->address;

	fprintf(file,
		"dhcp-range=%s,1h\n"
		"dhcp-match=set:bios,option:client-arch,0\n"
		"dhcp-match=set:efi,option:client-arch,7\n"
		"dhcp-match=set:efi,option:client-arch,9\n"
		"dhcp-match=set:arm,option:client-arch,11\n"
		"dhcp-match=set:riscv,option:client-arch,27\n"
		"dhcp-match=set:http,option:client-arch,16\n"
		"dhcp-match=set:http-arm,option:client-arch,19\n"
		"dhcp-match=set:http-riscv,option:client-arch,28\n"
		"dhcp-userclass=set:ipxe,iPXE\n"
		"# UEFI HTTP boot takes only offers with this vendor class.\n"
		"dhcp-option-force=tag:http,60,HTTPClient\n"
		"dhcp-option-force=tag:http-arm,60,HTTPClient\n"
		"dhcp-option-force=tag:http-riscv,60,HTTPClient\n"
		"dhcp-boot=tag:http,tag:!ipxe,\"http://%s:%u/" FILES_LOADER "\"\n"
		"dhcp-boot=tag:http-arm,tag:!ipxe,\"http://%s:%u/" FILES_LOADER_ARM "\"\n"
		"dhcp-boot=tag:http-riscv,tag:!ipxe,\"http://%s:%u/" FILES_LOADER_RISCV "\"\n"
		"dhcp-boot=tag:efi,tag:!ipxe," FILES_LOADER ",,%s\n"
		"dhcp-boot=tag:arm,tag:!ipxe," FILES_LOADER_ARM ",,%s\n"
		"dhcp-boot=tag:riscv,tag:!ipxe," FILES_LOADER_RISCV ",,%s\n"
		"dhcp-boot=tag:bios,tag:!ipxe," BIOS_PROGRAM ",,%s\n"
		"dhcp-boot=tag:ipxe,http://%s:%u/" FILES_SCRIPT ",,%s\n",
		request->dhcp_range, address, request->port, address, request->port, address,
		request->port, address, address, address, address, address, request->port, address);
}

/* Configure dnsmasq to add only what to boot, because another server gives addresses. */
static void write_proxy_dhcp(FILE *file, const struct files_request *request)
{
	fprintf(file,
		"dhcp-range=%s,proxy\n"
		"dhcp-userclass=set:ipxe,iPXE\n"
		"pxe-service=tag:!ipxe,x86PC,Bareline," BIOS_PROGRAM "\n"
		"pxe-service=tag:!ipxe,x86-64_EFI,Bareline," FILES_LOADER "\n"
		"pxe-service=tag:!ipxe,BC_EFI,Bareline," FILES_LOADER "\n"
		"pxe-service=tag:!ipxe,ARM64_EFI,Bareline," FILES_LOADER_ARM "\n"
		"pxe-service=tag:!ipxe,27,Bareline," FILES_LOADER_RISCV "\n"
		"dhcp-boot=tag:ipxe,http://%s:%u/" FILES_SCRIPT "\n",
		request->address, request->address, request->port);
}

static void write_settings(FILE *file, const struct files_request *request, const char *interface,
			   const char *root)
{
	fprintf(file,
		"# Written by `bareline serve`, which replaces this file.\n"
		"port=0\n"
		"interface=%s\n"
		"bind-interfaces\n"
		"no-resolv\n"
		"no-hosts\n"
		"log-dhcp\n"
		"dhcp-leasefile=%s/" FILES_LEASES "\n"
		"enable-tftp\n"
		"tftp-root=%s/" FILES_TFTP "\n", interface, root, root);
	if (request->user != NULL)
		fprintf(file, "user=%s\n", request->user);
	(request->dhcp_range != NULL ? write_dhcp : write_proxy_dhcp)(file, request);
}

static bool write_configuration(const struct files_request *request, const char *directory)
{
	char *interface = interface_of(request->address);
	char *root = realpath(directory, NULL), *path = path_of(directory, FILES_DNSMASQ);
	FILE *file = NULL;

	if (interface == NULL)
		warnx("%s: not an address of this host", request->address);
	else if (root == NULL)
		warn("%s", directory);
	else
		file = file_create(path);
	if (file != NULL)
		write_settings(file, request, interface, root);
	file = file_finish(file, path) ? file : NULL;
	free(path);
	free(root);
	free(interface);
	return file != NULL;
}

static const char *const boot_names[FILES_BOOT] = {FILES_LOADER, FILES_LOADER_ARM,
						    FILES_LOADER_RISCV, BIOS_PROGRAM,
						    NETBOOT_SERVER_FILE};

static bool write_boot_files(const struct files_boot *boot, const char *directory)
{
	char *place = path_of(directory, FILES_TFTP);
	bool good = directory_ensure(place);

	for (size_t i = 0; good && i < FILES_BOOT; i++) {
		char *path = path_of(place, boot_names[i]);

		good = boot->files[i].bytes == NULL ||
		       file_write(path, boot->files[i].bytes, boot->files[i].size);
		free(path);
	}
	free(place);
	return good;
}

bool files_write_dnsmasq(const struct files_request *request, const struct files_boot *boot,
			 const char *directory, bool is_own)
{
	char *path = path_of(directory, FILES_DNSMASQ);
	bool may_write = is_own || file_may_create(path);

	free(path);
	return write_boot_files(boot, directory) &&
	       (!may_write || write_configuration(request, directory));
}

/* The file contains the address, so a former one is replaced. */
static bool write_server_url(const struct files_request *request)
{
	char *text = xasprintf("http://%s:%u/\n", request->address, request->port);
	char *path = path_of(request->directory, NETBOOT_SERVER_FILE);
	size_t size;
	char *former = NULL;
	bool good;

	if (access(path, F_OK) == 0)
		former = file_load_below(request->directory, NETBOOT_SERVER_FILE, URL_BYTES_MAX,
					 "URL", &size);
	if (former != NULL && strncmp(former, "http://", strlen("http://")) == 0 &&
	    strchr(former, '\n') == former + size - 1)
		unlink(path);
	good = write_text(request->directory, NETBOOT_SERVER_FILE, text);
	free(former);
	free(path);
	free(text);
	return good;
}

/* Only this user reads results. */
static bool make_results(const char *directory)
{
	char *results = path_of(directory, NETBOOT_RESULTS);
	bool good = mkdir(results, 0700) == 0 || errno == EEXIST;

	if (!good)
		warn("%s", results);
	free(results);
	return good;
}

static bool load_boot_files(const char *directory, struct files_boot *boot)
{
	bool good = true;

	for (size_t i = 0; good && i < FILES_BOOT; i++) {
		char *path = path_of(directory, boot_names[i]);

		if (access(path, F_OK) == 0) {
			boot->files[i].bytes = file_load_below(directory, boot_names[i],
							       FILE_BYTES_MAX, "program",
							       &boot->files[i].size);
			good = boot->files[i].bytes != NULL;
		}
		free(path);
	}
	return good;
}

bool files_prepare(const struct files_request *request, struct files_boot *boot)
{
	static const char *const loader[] = {FILES_LOADER, NULL};
	static const char *const arm[] = {FILES_LOADER_ARM, "aarch64/" FILES_LOADER_ARM, NULL};
	static const char *const riscv[] = {FILES_LOADER_RISCV, "riscv64/" FILES_LOADER_RISCV,
					    NULL};
	static const char *const kernel[] = {FILES_KERNEL, "kernel.elf", NULL};

	*boot = (struct files_boot){0};
	return make_results(request->directory) &&
	       copy_own(request->directory, FILES_LOADER, loader, true) &&
	       copy_own(request->directory, FILES_LOADER_ARM, arm, false) &&
	       copy_own(request->directory, FILES_LOADER_RISCV, riscv, false) &&
	       copy_own(request->directory, FILES_KERNEL, kernel, true) &&
	       copy_bios_program(request->directory) &&
	       write_missing(request->directory, FILES_SCRIPT, script) &&
	       prepare_configs(request->directory) && write_server_url(request) &&
	       load_boot_files(request->directory, boot);
}

void files_boot_free(struct files_boot *boot)
{
	for (size_t i = 0; i < FILES_BOOT; i++)
		free(boot->files[i].bytes);
	*boot = (struct files_boot){0};
}

/* ---- Serving ---- */

static bool is_plain_name(const char *name)
{
	return name[0] != '\0' && name[0] != '.' && strlen(name) < NETBOOT_NAME_CHARS &&
	       name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				 "0123456789._-")] == '\0';
}

static bool is_public(const char *name)
{
	static const char *const names[] = {FILES_LOADER, FILES_LOADER_ARM, FILES_LOADER_RISCV,
					    FILES_KERNEL, FILES_SCRIPT, BIOS_PROGRAM,
					    NETBOOT_SERVER_FILE};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(name, names[i]) == 0)
			return true;
	}
	return false;
}

static int open_regular(int directory, const char *name)
{
	int file = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat info;

	if (file >= 0 && (fstat(file, &info) != 0 || !S_ISREG(info.st_mode))) {
		close(file);
		file = -1;
	}
	return file;
}

int files_open(const char *directory, const char *url_path)
{
	const char *name = url_path + (url_path[0] == '/');
	size_t configs = strlen(NETBOOT_CONFIGS "/");
	int place, file = -1;

	place = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (place >= 0 && is_public(name)) {
		file = open_regular(place, name);
	} else if (place >= 0 && strncmp(name, NETBOOT_CONFIGS "/", configs) == 0 &&
		   is_plain_name(name + configs)) {
		int inner = openat(place, NETBOOT_CONFIGS,
				   O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

		file = inner >= 0 ? open_regular(inner, name + configs) : -1;
		if (inner >= 0)
			close(inner);
	}
	if (place >= 0)
		close(place);
	return file;
}
