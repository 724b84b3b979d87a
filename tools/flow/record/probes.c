/* SPDX-License-Identifier: MIT */
/* The probes read words at the front of structures. From Linux 4.20, the first with $arg1, to 6.18
 * these words are at the same places on 64-bit processors: include/net/sock.h, struct sock_common,
 * skc_addrpair, skc_portpair, skc_v6_daddr and skc_v6_rcv_saddr; include/linux/skbuff.h, struct
 * sk_buff, cb; include/net/tcp.h, struct tcp_skb_cb, seq and end_seq. */
#include "tools/flow/record/probes.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"

#define CONNECTION "addresses=+0($arg1):x64 ports=+12($arg1):x32 " \
	"remote6=+56($arg1):x64 remote6_low=+64($arg1):x64 " \
	"local6=+72($arg1):x64 local6_low=+80($arg1):x64"
#define SEGMENT CONNECTION " sequence=+40($arg2):u32 end=+44($arg2):u32"

static const struct {
	char kind;                      /* p: at the function's begin, r: at its return */
	const char *name, *place;
} definitions[PROBES_MAX] = {
	{'p', "tcp_transmit", "__tcp_transmit_skb " SEGMENT},
	{'p', "tcp_receive", "tcp_rcv_established " SEGMENT},
	{'r', "tcp_received", "tcp_rcv_established"},
	{'p', "tcp_read", "tcp_rcv_space_adjust " CONNECTION},
};

/* The file must not be truncated: that removes the probes of all others. */
static bool probes_write(const struct probes *probes, const char *text)
{
	int file = open(probes->path, O_WRONLY | O_APPEND | O_CLOEXEC);
	size_t size = strlen(text);
	bool is_good;

	if (file < 0)
		return false;
	is_good = write(file, text, size) == (ssize_t)size;
	return close(file) == 0 && is_good;
}

void probes_name(struct probes *probes, const char *tracefs, pid_t owner)
{
	probes->path = xasprintf("%s/kprobe_events", tracefs);
	for (size_t i = 0; i < PROBES_MAX; i++) {
		probes->events[i] = xasprintf("bareline_%d/%s", (int)owner, definitions[i].name);
		probes->removals[i] = xasprintf("-:%s", probes->events[i]);
	}
}

bool probes_make(const struct probes *probes)
{
	bool is_good = true;

	for (size_t i = 0; i < PROBES_MAX && is_good; i++) {
		char *text = xasprintf("%c:%s %s", definitions[i].kind, probes->events[i],
				       definitions[i].place);

		is_good = probes_write(probes, text);
		free(text);
	}
	if (!is_good)
		probes_remove(probes);
	return is_good;
}

void probes_remove(const struct probes *probes)
{
	for (size_t i = 0; probes->path != NULL && i < PROBES_MAX; i++)
		(void)probes_write(probes, probes->removals[i]);
}

void probes_free(struct probes *probes)
{
	for (size_t i = 0; i < PROBES_MAX; i++) {
		free(probes->events[i]);
		free(probes->removals[i]);
	}
	free(probes->path);
	*probes = (struct probes){0};
}
