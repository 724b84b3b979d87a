/* SPDX-License-Identifier: MIT */
/* The only program of a machine that runs a guest: it loads KVM, starts QEMU with the arguments
 * from a file, passes on the guest's output, and ends the machine the way the guest ended.
 * tools/run/hypervisor.c makes its archive.
 *
 * Output is kept in memory until the guest has ended, because sending it would interrupt the
 * guest's measurements. */
#include <err.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "linux/arch.h"
#include "linux/hypervisor/arguments.h"
#include "linux/hypervisor/guest.h"

#define MODULES "/" INITRAMFS_MODULES "/*"
#define KVM "/dev/kvm"
#define COMMAND_LINE "/proc/cmdline"

#define ARGUMENTS_MAX 128
#define TEXT_BYTES_MAX 65536

/* The file's text, without a final newline, or "" after a message. */
static char *init_read(const char *path)
{
	static char text[TEXT_BYTES_MAX];
	FILE *file = fopen(path, "re");

	text[0] = '\0';
	if (file == NULL) {
		warn("%s", path);
		return text;
	}
	text[fread(text, 1, TEXT_BYTES_MAX - 1, file)] = '\0';
	fclose(file);
	if (text[0] != '\0' && text[strlen(text) - 1] == '\n')
		text[strlen(text) - 1] = '\0';
	return text;
}

/* ---- Modules ---- */

/* "/modules/03-kvm-amd.ko" is kvm_amd. */
static void module_name(const char *path, char *name, size_t size)
{
	const char *dash = strchr(path, '-');

	snprintf(name, size, "%s", dash != NULL ? dash + 1 : path);
	name[strcspn(name, ".")] = '\0';
	for (char *c = name; *c != '\0'; c++)
		*c = *c == '-' ? '_' : *c;
}

/* Pass the parameters of a module, which are words MODULE.NAME=VALUE of the kernel's command line,
 * as for modprobe. */
static void module_parameters(const char *name, char *parameters, size_t size)
{
	char *rest = init_read(COMMAND_LINE), *word;
	size_t length = strlen(name), used = 0;

	parameters[0] = '\0';
	while ((word = strsep(&rest, " ")) != NULL) {
		if (strncmp(word, name, length) == 0 && word[length] == '.' && used < size)
			used += (size_t)snprintf(parameters + used, size - used, "%s ",
						 word + length + 1);
	}
}

/* Load a module. KVM has a module for each CPU vendor, and the other vendor's cannot be loaded. */
static void load_module(const char *path)
{
	char name[64], parameters[512];
	bool is_for_maker;
	int module;

	module_name(path, name, sizeof(name));
	is_for_maker = strncmp(name, "kvm_", strlen("kvm_")) == 0;
	if (is_for_maker && access(KVM, F_OK) == 0)
		return;
	module_parameters(name, parameters, sizeof(parameters));
	module = open(path, O_RDONLY | O_CLOEXEC);
	if ((module < 0 || syscall(SYS_finit_module, module, parameters, 0) != 0) && !is_for_maker)
		warn("%s", path);
	if (module >= 0)
		close(module);
}

/* The names are in loading order. */
static void load_modules(void)
{
	glob_t paths;

	if (glob(MODULES, 0, NULL, &paths) == 0) {
		for (size_t i = 0; i < paths.gl_pathc; i++)
			load_module(paths.gl_pathv[i]);
		globfree(&paths);
	}
	if (access(KVM, F_OK) != 0)
		warnx("no KVM: this machine has neither SVM nor VMX");
}

/* ---- The guest ---- */

/* Returns QEMU's exit status, or -1. */
static int run_guest(void)
{
	char *arguments[ARGUMENTS_MAX + 1];
	const char *limit = getenv(GUEST_LIMIT);

	if (!arguments_read("/" GUEST_ARGUMENTS, arguments, ARGUMENTS_MAX, TEXT_BYTES_MAX))
		return -1;
	return guest_run(arguments, "/" GUEST_LOG, limit != NULL ? atol(limit) : 0);
}

/* Raw mode, so that no byte is changed. */
static int open_serial_port(void)
{
	int port = open(ARCH_SERIAL_PORT, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	struct termios settings;

	if (port >= 0 && tcgetattr(port, &settings) == 0) {
		cfmakeraw(&settings);
		tcsetattr(port, TCSANOW, &settings);
	}
	return port;
}

/* Returns whether the guest has sent anything. */
static bool send_log(void)
{
	int log = open("/" GUEST_LOG, O_RDONLY | O_CLOEXEC), port = open_serial_port();
	bool has_sent = false;
	char bytes[4096];
	ssize_t count;

	if (log < 0 || port < 0) {
		warn("%s", log < 0 ? "/" GUEST_LOG : ARCH_SERIAL_PORT);
		return false;
	}
	while ((count = read(log, bytes, sizeof(bytes))) > 0) {
		has_sent = true;
		for (ssize_t sent = 0, part; sent < count; sent += part) {
			part = write(port, bytes + sent, (size_t)(count - sent));
			if (part < 0) {
				warn(ARCH_SERIAL_PORT);
				return true;
			}
		}
	}
	tcdrain(port);
	return has_sent;
}

/* End this machine in the way in which the guest ended. An odd status, which QEMU's device or a
 * failure of QEMU has caused, is passed on by that device. After any other status, power off. */
static void end_machine(int status)
{
	tcdrain(STDERR_FILENO);
	if (status > 0 && status % 2 == 1)
		qemu_exit((unsigned char)(status / 2));
	reboot(RB_POWER_OFF);
}

int main(void)
{
	int status;

	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
	load_modules();
	status = run_guest();
	if (status != 0 && status % 2 == 0)
		warnx("the guest's QEMU exited with status %d", status);
	if (!send_log() && status == 0)
		warnx("the guest's QEMU exited with status 0 and no output: the guest reset or "
		      "switched off its machine at once");
	end_machine(status);
	return EXIT_FAILURE;
}
