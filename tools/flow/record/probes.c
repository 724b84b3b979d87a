/* SPDX-License-Identifier: MIT */
/* The probes read words at the front of structures. From Linux 4.20, the first with $arg1, to 6.18
 * these words are at the same places on 64-bit processors: include/net/sock.h, struct sock_common,
 * skc_addrpair, skc_portpair, skc_v6_daddr and skc_v6_rcv_saddr; include/linux/skbuff.h, struct
 * sk_buff, cb; include/net/tcp.h, struct tcp_skb_cb, seq and end_seq. */

#include "tools/flow/record/probes.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tools/base/alloc.h"

#define KERNEL_FILE "kprobe_events"
#define USER_FILE "uprobe_events"
#define PATH_BYTES 512

#define CONNECTION "addresses=+0($arg1):x64 ports=+12($arg1):x32 " \
	"remote6=+56($arg1):x64 remote6_low=+64($arg1):x64 " \
	"local6=+72($arg1):x64 local6_low=+80($arg1):x64"
#define SEGMENT CONNECTION " sequence=+40($arg2):u32 end=+44($arg2):u32"

/* A function's events have the number of its object, which a marker names: a probe cannot record a
 * text. Several functions share an event, which Linux can since 5.5. */
static const struct {
	const char *file, *name;
	char kind;                      /* p: at the function's begin, r: at its return */
	const char *place;              /* NULL: see probes_make_functions() */
} definitions[PROBES_MAX] = {
	{KERNEL_FILE, "tcp_transmit", 'p', "__tcp_transmit_skb " SEGMENT},
	{KERNEL_FILE, "tcp_receive", 'p', "tcp_rcv_established " SEGMENT},
	{KERNEL_FILE, "tcp_received", 'r', "tcp_rcv_established"},
	{KERNEL_FILE, "tcp_read", 'p', "tcp_rcv_space_adjust " CONNECTION},
#define PROCEDURE_BEGIN 4
	{USER_FILE, "procedure_begin", 'p', NULL},
#define PROCEDURE_END 5
	{USER_FILE, "procedure_end", 'r', NULL},
#define MEMORY_WRITE 6
	{USER_FILE, "memory_write", 'p', NULL},
#define MEMORY_READ 7
	{USER_FILE, "memory_read", 'p', NULL},
#define MEMORY_READ_END 8
	{USER_FILE, "memory_read_end", 'r', NULL},
#define PRICE_BEGIN 9
	{USER_FILE, "price_begin", 'p', NULL},
#define PRICE_END 10
	{USER_FILE, "price_end", 'r', NULL},
};

/* Write a line to a file. The file must not be truncated, because that removes the probes of all
 * other processes. Returns 0 or an errno. */
static int probes_write(const struct probes *probes, const char *name, const char *text)
{
	size_t size = strlen(text);
	char path[PATH_BYTES];
	int file, error = 0;

	snprintf(path, sizeof(path), "%s/%s", probes->tracefs, name);
	file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (file < 0)
		return errno;
	if (write(file, text, size) != (ssize_t)size)
		error = errno != 0 ? errno : EIO;
	if (close(file) != 0 && error == 0)
		error = errno;
	return error;
}

static void remove_of_file(const struct probes *probes, const char *file)
{
	char text[PATH_BYTES];

	for (size_t i = 0; i < PROBES_MAX; i++) {
		if (strcmp(definitions[i].file, file) != 0)
			continue;
		snprintf(text, sizeof(text), "-:%s", probes->events[i]);
		(void)probes_write(probes, file, text);
	}
}

void probes_name(struct probes *probes, const char *tracefs, pid_t owner)
{
	probes->tracefs = xstrdup(tracefs);
	for (size_t i = 0; i < PROBES_MAX; i++)
		probes->events[i] = xasprintf("bareline_%d/%s", (int)owner, definitions[i].name);
}

bool probes_make(const struct probes *probes)
{
	bool is_good = true;

	for (size_t i = 0; i < PROBES_MAX && is_good; i++) {
		char *text;

		if (definitions[i].place == NULL)
			continue;
		text = xasprintf("%c:%s %s", definitions[i].kind, probes->events[i],
				 definitions[i].place);
		is_good = probes_write(probes, KERNEL_FILE, text) == 0;
		free(text);
	}
	if (!is_good)
		remove_of_file(probes, KERNEL_FILE);
	return is_good;
}

/* ---- Functions of programs ---- */

/* The register of a function's first argument: System V ABI for AMD64, "Parameter Passing";
 * Procedure Call Standard for the Arm 64-bit Architecture, "Parameter passing"; RISC-V Calling
 * Conventions, "Integer Calling Convention". */
static const char *first_argument(void)
{
	struct utsname name;

	if (uname(&name) == 0 && strcmp(name.machine, "aarch64") == 0)
		return "%x0";
	if (uname(&name) == 0 && strncmp(name.machine, "riscv", 5) == 0)
		return "%a0";
	return "%di";
}

static int define(const struct probes *probes, unsigned which,
		  const struct tracer_function *function, const char *more)
{
	char *text = xasprintf("%c:%s %s:%#" PRIx64 " number=\\%u:u32%s", definitions[which].kind,
			       probes->events[which], function->path, function->offset,
			       function->number, more);
	int error = probes_write(probes, USER_FILE, text);

	free(text);
	return error;
}

static int define_function(const struct probes *probes, const struct tracer_function *function)
{
	char memory[64];
	int error;

	snprintf(memory, sizeof(memory), " is_queue=\\%d:u32 object=%s:x64", function->is_queue,
		 first_argument());
	switch (function->kind) {
	case TRACER_PROCEDURE:
		error = define(probes, PROCEDURE_BEGIN, function, "");
		return error != 0 ? error : define(probes, PROCEDURE_END, function, "");
	case TRACER_WRITE:
		return define(probes, MEMORY_WRITE, function, memory);
	case TRACER_READ:
		error = define(probes, MEMORY_READ, function, memory);
		return error != 0 ? error : define(probes, MEMORY_READ_END, function, "");
	}
	return EINVAL;
}

int probes_make_functions(const struct probes *probes, const struct tracer_function *functions,
			  size_t count, size_t *failed)
{
	for (*failed = 0; *failed < count; ++*failed) {
		int error = define_function(probes, &functions[*failed]);

		if (error != 0)
			return error;
	}
	return 0;
}

int probes_make_price(const struct probes *probes, const char *path, uint64_t offset,
		      const char *events[2])
{
	const struct tracer_function function = {.path = (char *)(uintptr_t)path, .offset = offset};
	int error = define(probes, PRICE_BEGIN, &function, "");

	events[0] = probes->events[PRICE_BEGIN];
	events[1] = probes->events[PRICE_END];
	return error != 0 ? error : define(probes, PRICE_END, &function, "");
}

/* ---- Their end ---- */

void probes_remove(const struct probes *probes)
{
	if (probes->tracefs == NULL)
		return;
	remove_of_file(probes, KERNEL_FILE);
	remove_of_file(probes, USER_FILE);
}

void probes_free(struct probes *probes)
{
	for (size_t i = 0; i < PROBES_MAX; i++)
		free(probes->events[i]);
	free(probes->tracefs);
	*probes = (struct probes){0};
}
