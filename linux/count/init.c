/* SPDX-License-Identifier: MIT */
/* The first process of a machine that counts a program's instructions (tools/run/count/). It runs
 * each program between two marks, which the plugin of QEMU recognises (lib/count_marks.h). Each run
 * begins with the same files and the same address layout. */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <net/if.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/reboot.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "lib/wire/base64.h"
#include "linux/count/config_device.h"
#include "linux/count/look.h"
#include "linux/count/machine.h"
#include "linux/count/random_numbers.h"
#include "linux/count/run_clock.h"
#include "linux/count/session.h"
#include "linux/count/symbols.h"
#include "linux/count/unpack.h"

#define WORK "/" COUNT_WORK
#define OUTPUT "/" COUNT_DIRECTORY "/output"
#define TEMPORARY "/tmp"
#define TEMPORARY_FILES "/" COUNT_DIRECTORY "/tmp"
#define PROGRAMS_BYTES_MAX (1u << 20)
#define WORDS_MAX 4096
/* Linux continues to work after it has started its first process. For example, since 6.12 it tests
 * its ciphers then. */
#define QUIET_SECONDS 3
/* Between runs, for work that the kernel defers. */
#define SETTLE_NS 100000000
/* The first process of every run has the number after this one. */
#define RUN_PID "1000"
#define OPEN_MAX_DIRECTORIES 16
#define OUTPUT_LINES 8
#define SENT_BYTES 768          /* in a line */
#define NO_EXEC 127

/* Whether each program runs once, to find the files that it needs. */
static bool looks;

struct program {
	const char *input;
	unsigned warmups, repeats;
	char *environment[WORDS_MAX], *arguments[WORDS_MAX], *wanted[WORDS_MAX], *keys[WORDS_MAX];
};

/* ---- The machine ---- */

static void begin_machine(void)
{
	struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP};
	int loopback;

	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
	mkdir("/dev/pts", 0755);
	mount("devpts", "/dev/pts", "devpts", 0, "ptmxmode=0666");
	mkdir("/dev/shm", 01777);
	mount("tmpfs", "/dev/shm", "tmpfs", 0, NULL);
	loopback = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (loopback >= 0) {
		ioctl(loopback, SIOCSIFFLAGS, &request);
		close(loopback);
	}
	machine_begin();
	config_begin();
	sleep(QUIET_SECONDS);
}

static void select_archive(void)
{
	char header[COUNT_SPLASH_BYTES];

	if (config_select(FW_CFG_COUNT))
		return;
	if (!config_select(FW_CFG_SPLASH))
		errx(EXIT_FAILURE, "%s: missing", FW_CFG_COUNT);
	config_read(header, sizeof(header));
}

/* Wait for files. Here the host stops the machine and keeps the machine's state. Each run begins
 * with that state, and with files that the host gives at that time. */
static void wait_for_files(void)
{
	struct random_symbols symbols = {0};
	bool has_random;

	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	symbols_send(&symbols);
	has_random = random_numbers_find(&symbols);
	puts(COUNT_LINE " " COUNT_READY);
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	machine_stop();
	select_archive();
	unpack();
	if (rename(TEMPORARY, TEMPORARY_FILES) != 0 || mkdir(TEMPORARY, 01777) != 0)
		err(EXIT_FAILURE, TEMPORARY);
	if (!has_random)
		puts(COUNT_LINE " " COUNT_NO_RANDOM);
	looks = access("/" COUNT_LOOK, F_OK) == 0;
}

static void end_machine(void)
{
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	reboot(RB_POWER_OFF);
}

/* ---- Files ---- */

static void copy_bytes(const char *from, const char *to, const struct stat *about)
{
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, about->st_mode & 07777);

	while (in >= 0 && out >= 0 && sendfile(out, in, NULL, 1u << 20) > 0)
		;
	if (in < 0 || out < 0)
		warn("%s", to);
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
}

/* Directories that each run finds as the host gave them: copies of `from`. */
static const struct renewed {
	const char *directory, *from;
} renewed_directories[] = {
	{WORK, "/" COUNT_FILES}, {TEMPORARY, TEMPORARY_FILES},
};
static const struct renewed *renewed;   /* the directory that is copied now */

/* Called by nftw. */
static int copy_file(const char *path, const struct stat *about, int type, struct FTW *at)
{
	char to[PATH_MAX], target[PATH_MAX] = "";

	(void)at;
	snprintf(to, sizeof(to), "%s%s", renewed->directory, path + strlen(renewed->from));
	if (type == FTW_D) {
		mkdir(to, about->st_mode & 07777);
	} else if (type == FTW_SL || type == FTW_SLN) {
		if (readlink(path, target, sizeof(target) - 1) < 0 || symlink(target, to) != 0)
			warn("%s", to);
	} else {
		copy_bytes(path, to, about);
	}
	return 0;
}

/* Make new directories with the given files, so that a run finds nothing of the run before. */
static void renew_files(void)
{
	for (size_t i = 0; i < sizeof(renewed_directories) / sizeof(renewed_directories[0]); i++) {
		renewed = &renewed_directories[i];
		umount2(renewed->directory, MNT_DETACH);
		if (mount("tmpfs", renewed->directory, "tmpfs", 0, NULL) != 0)
			warn("%s", renewed->directory);
		nftw(renewed->from, copy_file, OPEN_MAX_DIRECTORIES, FTW_PHYS);
		clear_times(renewed->directory);
	}
	unlink(OUTPUT);
}

/* ---- A run ---- */

/* Linux, Documentation/admin-guide/sysctl/kernel.rst, "ns_last_pid". */
static void set_last_pid(void)
{
	int file = open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC);

	if (file < 0)
		return;
	if (write(file, RUN_PID, strlen(RUN_PID)) < 0)
		warn("number of the next process");
	close(file);
}

/* The path of a program, as the shell would search it, in the program's own PATH. */
static const char *find_program(const struct program *program)
{
	static char path[PATH_MAX];
	const char *name = program->arguments[0], *directories = "/usr/bin:/bin";
	char *copy, *rest, *directory;

	if (strchr(name, '/') != NULL)
		return name;
	for (char *const *variable = program->environment; *variable != NULL; variable++) {
		if (strncmp(*variable, "PATH=", strlen("PATH=")) == 0)
			directories = *variable + strlen("PATH=");
	}
	copy = rest = strdup(directories);
	while ((directory = strsep(&rest, ":")) != NULL) {
		snprintf(path, sizeof(path), "%s/%s", directory, name);
		if (access(path, X_OK) == 0)
			return path;
	}
	free(copy);
	return name;
}

static bool has_keys(const struct program *program)
{
	return program->keys[0] != NULL;
}

/* Standard input and output of a program without a terminal. */
static void open_files(const struct program *program)
{
	int input = open(program->input[0] != '\0' ? program->input : "/dev/null", O_RDONLY);
	int output = open(OUTPUT, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	dup2(input, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	close(input);
	close(output);
	setsid();
}

static void be_program(const struct program *program, const char *path, int *error)
{
	if (has_keys(program))
		session_enter();
	else
		open_files(program);
	personality(ADDR_NO_RANDOMIZE);
	if (chdir(WORK) != 0)
		_exit(NO_EXEC);
	if (looks)
		look_begin();
	*error = (int)-machine_exec(path, program->arguments, program->environment);
	_exit(NO_EXEC);
}

/* End processes that the program has left. */
static void end_others(void)
{
	kill(-1, SIGKILL);
	while (waitpid(-1, NULL, 0) > 0)
		;
}

static void print_output(unsigned number)
{
	FILE *file = fopen(OUTPUT, "re");
	char line[512];

	for (unsigned i = 0; file != NULL && i < OUTPUT_LINES &&
			     fgets(line, sizeof(line), file) != NULL; i++)
		printf(COUNT_LINE " output %u %s%s", number, line,
		       strchr(line, '\n') != NULL ? "" : "\n");
	if (file != NULL)
		fclose(file);
}

/* Send a file, in lines of Base64. */
static void send_file(unsigned number, unsigned index, const char *path)
{
	uint8_t bytes[SENT_BYTES];
	char text[SENT_BYTES / BASE64_QUANTUM_BYTES * BASE64_QUANTUM_CHARS + 1];
	FILE *file = chdir(WORK) == 0 ? fopen(path, "re") : NULL;
	size_t size;

	if (file == NULL)
		return;
	while ((size = fread(bytes, 1, sizeof(bytes), file)) > 0) {
		text[base64_encode(bytes, size, text)] = '\0';
		printf(COUNT_LINE " data %u %u %s\n", number, index, text);
	}
	fclose(file);
	printf(COUNT_LINE " sent %u %u\n", number, index);
}

static void print_status(unsigned number, int status)
{
	if (WIFSIGNALED(status))
		printf(COUNT_LINE " signal %u %d\n", number, WTERMSIG(status));
	else
		printf(COUNT_LINE " exited %u %d\n", number, WEXITSTATUS(status));
}

static void type_keys(unsigned number, const struct program *program, pid_t child)
{
	unsigned handled, count = 0;
	int status;

	while (program->keys[count] != NULL)
		count++;
	handled = session_type(child, program->keys, OUTPUT, &status);
	end_others();
	if (handled < count)
		printf(COUNT_LINE " refused %u %s: handled %u of %u keys and then %s\n", number,
		       program->arguments[0], handled, count,
		       status < 0 ? "did not ask for more" : "ended");
	else if (status < 0)
		printf(COUNT_LINE " closed %u\n", number);
	else
		print_status(number, status);
}

/* Run a program. Returns false if it cannot be executed. */
static bool run_once(unsigned number, const struct program *program, int *error)
{
	const struct timespec settle = {.tv_nsec = SETTLE_NS};
	const char *path;
	pid_t child;
	int status;

	renew_files();
	path = find_program(program);
	fflush(stdout);
	nanosleep(&settle, NULL);
	*error = 0;
	if (has_keys(program))
		session_open();
	set_last_pid();
	run_clock_set();
	random_numbers_restart();
	child = fork();
	if (child == 0)
		be_program(program, path, error);
	if (child < 0)
		err(EXIT_FAILURE, "fork");
	if (looks) {
		if (has_keys(program))
			session_type_blindly(program->keys);
		look_follow(child, number);
		return *error == 0;
	}
	if (has_keys(program)) {
		type_keys(number, program, child);
		return true;
	}
	while (waitpid(child, &status, 0) != child)
		;
	machine_mark_end();
	end_others();
	if (*error != 0)
		printf(COUNT_LINE " refused %u %s: %s\n", number, path, strerror(*error));
	else
		print_status(number, status);
	return *error == 0;
}

static void run_program(unsigned number, const struct program *program, int *error)
{
	unsigned runs = looks ? 1 : program->warmups + program->repeats;

	for (unsigned i = 0; i < runs; i++) {
		if (!run_once(number, program, error))
			return;
	}
	print_output(number);
	for (unsigned i = 0; !looks && program->wanted[i] != NULL; i++)
		send_file(number, i, program->wanted[i]);
}

/* ---- The list of programs ---- */

struct words {
	char *next, *end;
};

static char *take_word(struct words *words)
{
	char *word = words->next;

	if (word >= words->end)
		errx(EXIT_FAILURE, "%s: ends too early", COUNT_PROGRAMS);
	words->next += strlen(word) + 1;
	return word;
}

static unsigned take_number(struct words *words)
{
	return (unsigned)strtoul(take_word(words), NULL, 10);
}

static void take_list(struct words *words, char **list)
{
	unsigned count = take_number(words);

	if (count >= WORDS_MAX)
		errx(EXIT_FAILURE, "%s: too many words", COUNT_PROGRAMS);
	for (unsigned i = 0; i < count; i++)
		list[i] = take_word(words);
	list[count] = NULL;
}

static void run_programs(int *error)
{
	static char text[PROGRAMS_BYTES_MAX + 1];
	static struct program program;
	FILE *file = fopen("/" COUNT_PROGRAMS, "re");
	struct words words = {.next = text};

	if (file == NULL)
		err(EXIT_FAILURE, "%s", COUNT_PROGRAMS);
	words.end = text + fread(text, 1, PROGRAMS_BYTES_MAX, file);
	fclose(file);
	for (unsigned number = 0; words.next < words.end; number++) {
		program.input = take_word(&words);
		program.warmups = take_number(&words);
		program.repeats = take_number(&words);
		take_list(&words, program.environment);
		take_list(&words, program.arguments);
		take_list(&words, program.wanted);
		take_list(&words, program.keys);
		run_program(number, &program, error);
	}
	symbols_print_modules();
	puts(COUNT_LINE " end");
}

int main(void)
{
	int *error = mmap(NULL, sizeof(*error), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	begin_machine();
	wait_for_files();
	run_programs(error);
	end_machine();
	return EXIT_FAILURE;
}
