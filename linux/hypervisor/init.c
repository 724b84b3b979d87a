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
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "lib/qemu_exit.h"
#include "linux/hypervisor/arguments.h"

#define MODULES "/" INITRAMFS_MODULES "/*"
#define KVM "/dev/kvm"
#define SERIAL_PORT "/dev/ttyS0"
#define COMMAND_LINE "/proc/cmdline"

#define ARGUMENTS_MAX 128
#define TEXT_BYTES_MAX 65536
#define GUEST_STARTS 3

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

/* Words MODULE.NAME=VALUE of the kernel's command line are a module's parameters, as for
 * modprobe. */
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

/* KVM has a module for each CPU vendor; the other one's cannot be loaded. */
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

/* Block signals of children that end, or unblock them, and return their set. */
static sigset_t change_child_signals(int how)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(how, &signals, NULL);
	return signals;
}

/* Returns QEMU's process, or -1. */
static pid_t start_guest(char **arguments)
{
	pid_t qemu = fork();

	if (qemu == 0) {
		change_child_signals(SIG_UNBLOCK);
		execv(arguments[0], arguments);
		err(EXIT_FAILURE, "%s", arguments[0]);
	}
	if (qemu < 0)
		warn("%s", arguments[0]);
	return qemu;
}

static off_t log_size(void)
{
	struct stat info;

	return stat("/" GUEST_LOG, &info) == 0 ? info.st_size : 0;
}

/* Returns false if the guest sends nothing for the limit. A limit of 0 is none. */
static bool wait_for_guest(const sigset_t *signals, time_t limit_s)
{
	const struct timespec limit = {.tv_sec = limit_s};
	off_t before, size = -1;

	if (limit_s == 0)
		return true;
	do {
		if (sigtimedwait(signals, NULL, &limit) == SIGCHLD)
			return true;
		before = size;
		size = log_size();
	} while (size != before);
	return false;
}

/* QEMU (7.2) may deliver an interrupt twice, and a guest then waits for a lock that it holds. At
 * another time it need not. Returns QEMU's exit status, or -1. */
static int run_guest(void)
{
	char *arguments[ARGUMENTS_MAX + 1];
	const char *limit = getenv(GUEST_LIMIT);
	bool has_ended = false;
	sigset_t signals;
	int status = 0;

	if (!arguments_read("/" GUEST_ARGUMENTS, arguments, ARGUMENTS_MAX, TEXT_BYTES_MAX))
		return -1;
	signals = change_child_signals(SIG_BLOCK);
	for (int starts = 0; starts < GUEST_STARTS && !has_ended; starts++) {
		pid_t qemu = start_guest(arguments);

		if (qemu < 0)
			return -1;
		has_ended = wait_for_guest(&signals, limit != NULL ? atol(limit) : 0);
		if (!has_ended) {
			warnx("the guest hangs: no output for %s s, start %d of %d", limit,
			      starts + 1, GUEST_STARTS);
			kill(qemu, SIGKILL);
		}
		waitpid(qemu, &status, 0);
	}
	if (has_ended && WIFSIGNALED(status))
		warnx("the guest's QEMU was killed by signal %d", WTERMSIG(status));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Raw mode, so that no byte is changed. */
static int open_serial_port(void)
{
	int port = open(SERIAL_PORT, O_WRONLY | O_NOCTTY | O_CLOEXEC);
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
		warn("%s", log < 0 ? "/" GUEST_LOG : SERIAL_PORT);
		return false;
	}
	while ((count = read(log, bytes, sizeof(bytes))) > 0) {
		has_sent = true;
		for (ssize_t sent = 0, part; sent < count; sent += part) {
			part = write(port, bytes + sent, (size_t)(count - sent));
			if (part < 0) {
				warn(SERIAL_PORT);
				return true;
			}
		}
	}
	tcdrain(port);
	return has_sent;
}

/* A guest that ends by QEMU's device, or fails, ends this machine the same way; one that powers off
 * powers it off. */
static void end_machine(int status)
{
	tcdrain(STDERR_FILENO);
	if (status > 0 && status % 2 == 1 && ioperm(QEMU_EXIT_PORT, 1, 1) == 0)
		outb((unsigned char)(status / 2), QEMU_EXIT_PORT);
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
