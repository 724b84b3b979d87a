/* SPDX-License-Identifier: MIT */
/* A file has a migration stream, the kernel's symbols, and a line with the size of the symbols, the
 * checksum of both and the checksum of their conditions. QEMU's record mode cannot save a state
 * (QEMU 7.2 ends with a failed assertion), but can begin with one. The guest asks for the stop, so
 * the machine stops at one instruction. */
#include "tools/run/count/kept_boot.h"

#include <endian.h>
#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/clock.h"
#include "tools/base/file.h"
#include "tools/base/waiting.h"
#include "tools/run/boot/archive.h"
#include "tools/run/boot/cache.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/boot/sha256.h"
#include "tools/run/count/processor.h"
#include "tools/run/input/qmp.h"
#include "tools/run/qemu_process.h"
#include "tools/run/request_complete.h"

#define WORDS "quiet panic=-1 nokaslr"
#define PREFIX "boot-"
#define CACHE_BYTES_MAX ((uint64_t)1 << 30)
#define FILE_BYTES_MAX ((size_t)1 << 30)
#define BOOT_LOG_BYTES_MAX ((size_t)16 << 20)
#define POLL_US 20000
#define QUIT_SECONDS 10
/* Maximum time from the end of QEMU's monitor to the end of QEMU. */
#define DYING_SECONDS 1
/* The shell that QEMU starts reads paths from these variables, so no path is part of a command. */
#define VARIABLE_PATH "BARELINE_STATE"
#define VARIABLE_BYTES "BARELINE_STATE_BYTES"
#define END_MARK "\nbareline boot "
#define SIZE_CHARS 16
#define END_CHARS (sizeof(END_MARK) - 1 + SIZE_CHARS + 1 + KEPT_BOOT_ID_CHARS + 1 + \
		   SHA256_HEX_CHARS + 1)
/* FNV-1a over words instead of bytes. A change of one word always changes the result. */
#define HASH_BEGIN 0xcbf29ce484222325u
#define HASH_PRIME 0x100000001b3u

/* ---- Conditions ---- */

static uint64_t hash(const uint8_t *bytes, size_t size)
{
	uint64_t sum = HASH_BEGIN, word;

	for (; size >= sizeof(word); bytes += sizeof(word), size -= sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		sum = (sum ^ word) * HASH_PRIME;
	}
	for (; size > 0; bytes++, size--)
		sum = (sum ^ *bytes) * HASH_PRIME;
	return sum;
}

static bool put_file_sum(FILE *file, const char *path)
{
	size_t size;
	char *bytes = file_load(path, FILE_BYTES_MAX, "file for one machine", &size);

	if (bytes == NULL)
		return false;
	fprintf(file, "%zu %016" PRIx64 "\n", size, hash((const uint8_t *)bytes, size));
	free(bytes);
	return true;
}

/* A distribution may replace QEMU by a build of the same version. */
static bool put_qemu(FILE *file, const char *program)
{
	char *version = qemu_version_of(program), *path = child_program(program);
	struct stat about;
	bool good = version != NULL && path != NULL && stat(path, &about) == 0;

	if (good)
		fprintf(file, "%s %s %jd %jd\n", version, path, (intmax_t)about.st_size,
			(intmax_t)about.st_mtime);
	free(path);
	free(version);
	return good;
}

struct machine_request kept_boot_machine(const char *arch, const char *qemu)
{
	struct machine_request machine = {
		.qemu = qemu != NULL ? qemu : QEMU_DEFAULT, .type = "q35", .arch = arch,
		.is_deterministic = true,
	};

	if (machine_request_is_foreign(&machine))
		machine_request_complete_arch(&machine);
	else
		machine.cpu = QEMU_CPU_PINNED;
	machine.arch = NULL;            /* that of an image of this build */
	return machine;
}

/* The kernel's command line. */
static char *machine_words(const struct kept_boot_request *request)
{
	return xasprintf("console=%s " WORDS "%s%s",
			 count_processor_find(request->arch)->console,
			 request->append != NULL ? " " : "",
			 request->append != NULL ? request->append : "");
}

static char *own_init(const char *arch)
{
	return own_file(processor_file(arch, PROCESSOR_COUNT_INIT));
}

static bool make_key(const struct kept_boot_request *request, char hex[SHA256_HEX_CHARS + 1])
{
	size_t size;
	char *text, *init = own_init(request->arch), *words = machine_words(request);
	FILE *file = file_in_memory(&text, &size);
	bool good = put_file_sum(file, request->kernel) && put_file_sum(file, init) &&
		    put_qemu(file, request->qemu);

	fprintf(file, "%s %lu %s %s\n", kept_boot_machine(request->arch, NULL).cpu, request->cpus,
		request->memory, words);
	file_end_memory(file, &text);
	sha256_hex(text, size, hex);
	free(words);
	free(text);
	free(init);
	return good;
}

/* ---- The file ---- */

/* The checksum of the first bytes of a file; false if it cannot be read. */
static bool hash_file(int file, size_t size, char id[KEPT_BOOT_ID_CHARS + 1])
{
	void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);

	if (bytes == MAP_FAILED)
		return false;
	snprintf(id, KEPT_BOOT_ID_CHARS + 1, "%016" PRIx64, hash(bytes, size));
	munmap(bytes, size);
	return true;
}

static void make_end(char end[END_CHARS + 1], const struct kept_boot *boot, const char *key)
{
	snprintf(end, END_CHARS + 1, END_MARK "%016" PRIx64 " %s %s\n", boot->symbols_bytes,
		 boot->id, key);
}

/* Returns why a file is not the state of these conditions, or NULL. */
static const char *state_fault(struct kept_boot *boot, int file, const char *key)
{
	char end[END_CHARS + 1], found[END_CHARS + 1] = "";
	struct stat about;
	uint64_t both;

	if (!cache_is_own(boot->path) || fstat(file, &about) != 0)
		return "is not this user's alone";
	if (about.st_size <= (off_t)END_CHARS)
		return "is damaged";
	both = (uint64_t)about.st_size - END_CHARS;
	if (pread(file, found, END_CHARS, (off_t)both) != (ssize_t)END_CHARS ||
	    !hash_file(file, both, boot->id))
		return "cannot be read";
	boot->symbols_bytes = strtoull(found + sizeof(END_MARK) - 1, NULL, 16);
	make_end(end, boot, key);
	if (strcmp(end, found) == 0 && boot->symbols_bytes < both) {
		boot->bytes = both - boot->symbols_bytes;
		return NULL;
	}
	return strcmp(end + END_CHARS - SHA256_HEX_CHARS - 1,
		      found + END_CHARS - SHA256_HEX_CHARS - 1) == 0
		       ? "is damaged" : "belongs to another machine";
}

/* Whether the file is usable. If so, marks it as the most recently used one. */
static bool state_is_good(struct kept_boot *boot, const char *key)
{
	int file = open(boot->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	const char *fault;

	if (file < 0)
		return false;
	fault = state_fault(boot, file, key);
	if (fault == NULL)
		futimens(file, NULL);
	else
		fprintf(stderr, "%s: %s; replaced\n", boot->path, fault);
	close(file);
	return fault == NULL;
}

static bool state_end(struct kept_boot *boot, const char *path, const char *key)
{
	char end[END_CHARS + 1];
	struct stat about;
	int file = open(path, O_RDWR | O_CLOEXEC | O_APPEND);
	bool good = file >= 0 && fstat(file, &about) == 0 && about.st_size > 0 &&
		    hash_file(file, (size_t)about.st_size, boot->id);

	if (good) {
		boot->bytes = (uint64_t)about.st_size - boot->symbols_bytes;
		make_end(end, boot, key);
		good = write(file, end, END_CHARS) == (ssize_t)END_CHARS;
	}
	good = good && rename(path, boot->path) == 0;
	if (!good)
		warn("%s", path);
	if (file >= 0)
		close(file);
	return good;
}

/* ---- QEMU ---- */

static struct qemu_command machine_command(const struct kept_boot_request *request,
					   const char *words, char *const *extra)
{
	struct qemu_command command = {
		.machine = kept_boot_machine(request->arch, request->qemu),
		.command_line = words, .serial_log = request->log, .has_monitor = true,
	};

	command.machine.image = request->kernel;
	command.machine.cpus = request->cpus;
	command.machine.memory = request->memory;
	command.machine.extra = extra;
	return command;
}

static char *stop_device(const struct kept_boot_request *request)
{
	return (char *)(uintptr_t)count_processor_find(request->arch)->stop_device;
}

static bool write_initramfs(const char *path, const char *arch)
{
	static const char *const directories[] = {"dev", "proc", "sys", "tmp", COUNT_WORK,
						  COUNT_DIRECTORY, COUNT_FILES};
	struct archive archive = {.file = file_create(path)};
	char *init = own_init(arch);
	bool good = archive.file != NULL;

	for (size_t i = 0; good && i < sizeof(directories) / sizeof(directories[0]); i++)
		archive_add_directory(&archive, directories[i]);
	if (good) {
		archive_add_console(&archive);
		good = archive_add_file(&archive, "init", 0755, init);
		archive_end(&archive);
		if (good)
			good = file_finish(archive.file, path);
		else
			file_abandon(archive.file);
	}
	free(init);
	return good;
}

/* Ask until a field of the answer has another value than those of `waiting`, which ends with NULL.
 * Returns the value, to be freed; NULL if QEMU does not answer. */
static char *await_value(struct qmp *qmp, const char *question, const char *const *waiting)
{
	for (;;) {
		json_t *answer = qmp_query(qmp, question, NULL);
		const char *found = json_string_value(json_object_get(answer, "status"));
		char *value = answer != NULL ? xstrdup(found != NULL ? found : "none") : NULL;
		size_t i = 0;

		json_decref(answer);
		while (value != NULL && waiting[i] != NULL && strcmp(waiting[i], value) != 0)
			i++;
		if (value == NULL || waiting[i] == NULL)
			return value;
		free(value);
		if (!child_may_wait())
			return NULL;
		usleep(POLL_US);
		waiting_tick();
	}
}

/* QEMU's record mode takes the instructions since the last event as an int
 * (replay/replay-internal.c, replay_advance_current_icount()), and ends with a failed assertion if
 * a state begins after 2³¹. So set the number in a state to 0, and add it to the offset of the
 * clock, which is the field before (icount_vmstate_timers). */
static bool restart_count(const char *path)
{
	static const char section[] = "\x05\x0ctimer/icount\0\0\0\x01";
	int file = open(path, O_RDWR | O_CLOEXEC);
	uint64_t fields[2];             /* offset and number, big-endian */
	struct stat about;
	char *bytes, *found;

	if (file < 0 || fstat(file, &about) != 0) {
		warn("%s", path);
		return false;
	}
	bytes = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	close(file);
	if (bytes == MAP_FAILED) {
		warn("%s", path);
		return false;
	}
	found = memmem(bytes, (size_t)about.st_size - sizeof(fields), section, sizeof(section) - 1);
	if (found != NULL) {
		memcpy(fields, found + sizeof(section) - 1, sizeof(fields));
		fields[0] = htobe64(be64toh(fields[0]) + be64toh(fields[1]));
		fields[1] = 0;
		memcpy(found + sizeof(section) - 1, fields, sizeof(fields));
	}
	munmap(bytes, (size_t)about.st_size);
	return true;
}

/* Append the symbols of a boot's log to the file. */
static bool append_symbols(struct kept_boot *boot, const char *log, const char *path)
{
	size_t size;
	char *text = file_load(log, BOOT_LOG_BYTES_MAX, "log", &size), *begin, *end;
	FILE *file = text != NULL ? fopen(path, "ae") : NULL;
	bool good = false;

	begin = text != NULL ? strstr(text, SYMBOLS_BEGIN) : NULL;
	end = begin != NULL ? strstr(begin, SYMBOLS_END) : NULL;
	if (file != NULL && end != NULL) {
		boot->symbols_bytes = (uint64_t)(end - begin);
		good = fwrite(begin, 1, boot->symbols_bytes, file) == boot->symbols_bytes;
	}
	good &= file == NULL || fclose(file) == 0;
	if (!good)
		warnx("%s: cannot store the kernel's symbols", path);
	free(text);
	return good;
}

static bool is_ready(const char *log)
{
	size_t size;
	char *text = file_load(log, BOOT_LOG_BYTES_MAX, "log", &size);
	bool good = text != NULL && strstr(text, COUNT_LINE " " COUNT_READY) != NULL;

	free(text);
	return good;
}

static void print_log_end(const char *log)
{
	size_t size;
	char *text = file_load(log, BOOT_LOG_BYTES_MAX, "log", &size);

	if (text != NULL && size > 0)
		warnx("%s: the kernel did not start this build's first process; the end of its "
		      "log:\n%s", log, text + (size > 600 ? size - 600 : 0));
	else if (text != NULL)
		warnx("%s: the kernel printed nothing; give another one by --kernel", log);
	free(text);
}

/* Wait for the guest's stop, and let QEMU write its state to the file that the environment names.
 * On failure, prints the cause and returns false. */
static bool save_state(struct qmp *qmp, const struct kept_boot_request *request)
{
	static const char *const running[] = {"running", "prelaunch", NULL};
	static const char *const saving[] = {"none", "setup", "active", "device", NULL};
	char *status = qmp_greet(qmp) ? await_value(qmp, "query-status", running) : NULL;
	bool good = status != NULL && is_ready(request->log);

	free(status);
	if (!good) {
		print_log_end(request->log);
		return false;
	}
	good = qmp_command(qmp, "migrate-set-parameters",
			   json_pack("{s:I}", "max-bandwidth", (json_int_t)1 << 40)) &&
	       qmp_command(qmp, "migrate",
			   json_pack("{s:s}", "uri", "exec:cat >\"$" VARIABLE_PATH "\""));
	status = good ? await_value(qmp, "query-migrate", saving) : NULL;
	good = status != NULL && strcmp(status, "completed") == 0;
	if (!good)
		warnx("%s: cannot save the state of the machine: %s", request->qemu,
		      status != NULL ? status : qmp->problem);
	free(status);
	return good;
}

/* Start QEMU with a monitor, whose end for this process is in *qmp. */
static bool start(struct qemu *qemu, struct qmp *qmp, const struct arguments *arguments,
		  const struct kept_boot_request *request)
{
	int monitor = qmp_make(qmp);
	bool good = monitor >= 0 && qemu_start(qemu, arguments, request->messages, monitor);

	if (monitor >= 0)
		close(monitor);
	if (!good)
		qmp_close(qmp);
	child_set_deadline(request->deadline);
	return good;
}

/* Boot, and let QEMU write the state to the path. */
static bool boot_machine(const struct kept_boot_request *request, const char *initramfs,
			 const char *path)
{
	char *extra[] = {"-device", stop_device(request), "-action", "panic=pause", NULL};
	char *words = machine_words(request);
	struct qemu_command command = machine_command(request, words, extra);
	struct arguments arguments;
	struct qemu qemu;
	struct qmp qmp;
	bool good;

	command.initramfs = initramfs;
	command.is_saved = true;
	setenv(VARIABLE_PATH, path, 1);
	qemu_command_arguments(&command, &arguments);
	good = start(&qemu, &qmp, &arguments, request);
	if (good) {
		good = save_state(&qmp, request);
		if (good)
			qmp_command(&qmp, "quit", NULL);
		if (!child_await(&qemu.child, good ? QUIT_SECONDS : DYING_SECONDS) &&
		    child_may_wait())
			qemu_end(&qemu);
		else if (!qemu_stop(&qemu, &arguments, request->messages))
			good = false;
		else if (!good)
			warnx("%s: ended during the boot", request->qemu);
		qmp_close(&qmp);
	}
	arguments_free(&arguments);
	free(words);
	return good;
}

static bool make_state(struct kept_boot *boot, const struct kept_boot_request *request,
		       const char *key)
{
	char *part = xasprintf("%s.%d", boot->path, (int)getpid());
	char *initramfs = xasprintf("%s.cpio", part);
	mode_t mask = umask(077);
	bool good;

	fprintf(stderr, "Booting %s once; later runs begin with this boot\n", request->kernel);
	waiting_begin("kept boot", "Booting Linux for this and later runs");
	good = write_initramfs(initramfs, request->arch) &&
	       boot_machine(request, initramfs, part) && restart_count(part) &&
	       append_symbols(boot, request->log, part) && state_end(boot, part, key);
	waiting_end(good);
	umask(mask);
	if (!good)
		unlink(part);
	unlink(initramfs);
	free(initramfs);
	free(part);
	return good;
}

/* ---- All ---- */

bool kept_boot_get(struct kept_boot *boot, const struct kept_boot_request *request)
{
	char key[SHA256_HEX_CHARS + 1], *directory;
	bool good = false;

	*boot = (struct kept_boot){0};
	directory = make_key(request, key) ? cache_directory("a booted machine") : NULL;
	if (directory != NULL) {
		boot->path = xasprintf("%s/" PREFIX "%s", directory, key);
		good = state_is_good(boot, key) || make_state(boot, request, key);
		cache_bound(directory, PREFIX, CACHE_BYTES_MAX);
	}
	free(directory);
	if (!good)
		kept_boot_free(boot);
	return good;
}

/* The machine stands still after the state is read. If QEMU cannot read the state, it ends. */
static void let_run(struct qmp *qmp)
{
	static const char *const reading[] = {"inmigrate", NULL};

	if (qmp_greet(qmp))
		free(await_value(qmp, "query-status", reading));
	qmp_command(qmp, "cont", NULL);
}

bool kept_boot_run(const struct kept_boot *boot, const struct kept_boot_request *request,
		   const char *archive, const char *plugin)
{
	static char incoming[] = "exec:head -c \"$" VARIABLE_BYTES "\" <\"$" VARIABLE_PATH "\"";
	char *bytes = xasprintf("%" PRIu64, boot->bytes), *words = machine_words(request);
	char *extra[] = {"-device", stop_device(request), "-incoming", incoming,
			 plugin != NULL ? "-plugin" : NULL, (char *)(uintptr_t)plugin, NULL};
	struct qemu_command command = machine_command(request, words, extra);
	struct arguments arguments;
	struct qemu qemu;
	struct qmp qmp;
	bool good;

	setenv(VARIABLE_PATH, boot->path, 1);
	setenv(VARIABLE_BYTES, bytes, 1);
	qemu_command_arguments(&command, &arguments);
	if (count_processor_find(request->arch)->has_splash) {
		qemu_add_value(&arguments, "-boot", "splash", archive);
	} else {
		qemu_add_value(&arguments, "-fw_cfg", "name=" FW_CFG_COUNT ",file", archive);
		qemu_add_value(&arguments, "-fw_cfg", "name=" FW_CFG_RANDOM ",string",
			       COUNT_RANDOM);
	}
	good = start(&qemu, &qmp, &arguments, request);
	if (good) {
		let_run(&qmp);
		good = qemu_finish(&qemu, &arguments, request->messages);
		qmp_close(&qmp);
	}
	arguments_free(&arguments);
	free(words);
	free(bytes);
	return good;
}

bool kept_boot_write_symbols(const struct kept_boot *boot, const char *path)
{
	char *text = xcalloc(1, boot->symbols_bytes + 1);
	int file = open(boot->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	bool good = file >= 0 && pread(file, text, boot->symbols_bytes, (off_t)boot->bytes) ==
					 (ssize_t)boot->symbols_bytes;

	if (!good)
		warn("%s", boot->path);
	if (file >= 0)
		close(file);
	good = good && file_write(path, text, boot->symbols_bytes);
	free(text);
	return good;
}

void kept_boot_require(const char *arch)
{
	own_file_require(processor_file(arch, PROCESSOR_COUNT_INIT), NULL);
}

void kept_boot_remove(const struct kept_boot *boot)
{
	unlink(boot->path);
}

void kept_boot_free(struct kept_boot *boot)
{
	free(boot->path);
	*boot = (struct kept_boot){0};
}
