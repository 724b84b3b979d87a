/* SPDX-License-Identifier: MIT */
/* A library that bareline-linux preloads into a watched program (ld.so(8), LD_PRELOAD). It notes
 * the calls by which the program asks its terminal or X server for input, and those by which one
 * thread wakes or starts another. A call is noted before it waits, so that the last one of a
 * program that is killed is known. Programs without the dynamic loader, and reads within the C
 * library such as fgets(), are not seen.
 *
 * It is linked without the C library, so that it loads with any. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "lib/cpu/clock.h"
#include "linux/watch/shared.h"

#define EXPORT __attribute__((visibility("default")))
#define KEPT_MAX 3u                     /* descriptors whose kind is kept */
#define EPOLL_MAX 1024
#define WAITERS_SIZE 1024u
#define CONTROLLING_TERMINAL 0x500u     /* of /dev/tty: major 5, minor 0 */

enum kept {KEPT_UNKNOWN, KEPT_TERMINAL, KEPT_OTHER};

static struct watch_shared *shared;
static dev_t terminal;
static unsigned char kept[KEPT_MAX];
static const char *display;             /* path of the X server's socket; NULL: none is watched */
static int display_file = -1;           /* the connection to it */
static bool is_epoll_of_terminal[EPOLL_MAX];
static uint8_t x_input;                 /* major opcode of the X Input Extension; 0: none */
static __thread uint32_t thread_number;
static __thread struct watch_call *last_vain;  /* the latest note, if it is a vain peek */
static __thread struct watch_call *last_wait;  /* the latest wait for the X server, until it is
					        * known what came */

__attribute__((constructor))
static void library_begin(void)
{
	const char *path = getenv(WATCH_FILE), *device = getenv(WATCH_TERMINAL);
	int file = path != NULL && device != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *memory;

	if (file < 0)
		return;
	memory = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	close(file);
	terminal = (dev_t)strtoul(device, NULL, 10);
	display = getenv(WATCH_DISPLAY);
	x_input = (uint8_t)(getenv(WATCH_X_INPUT) != NULL ? atoi(getenv(WATCH_X_INPUT)) : 0);
	if (memory != MAP_FAILED)
		shared = memory;
}

/* ---- Messages of an X server ---- */

/* X Window System Protocol, "Protocol Formats". */
#define X_SETUP_BYTES 8u                /* the server's answer to a connection, without the rest */
#define X_MESSAGE_BYTES 32u
#define X_ERROR 0
#define X_REPLY 1
#define X_KEY_PRESS 2
#define X_BUTTON_PRESS 4
#define X_BUTTON_RELEASE 5
#define X_GENERIC_EVENT 35
#define X_SENT 0x80u                    /* of an event that another client sent */

/* Of the connection; a message may come in parts. */
static struct {
	uint8_t head[X_MESSAGE_BYTES];
	uint32_t have;                  /* bytes of head */
	uint64_t skip;                  /* bytes that follow head */
	bool is_set_up;
} stream;

static uint32_t word_at(const uint8_t *bytes, unsigned size)
{
	uint32_t word = 0;

	memcpy(&word, bytes, size);
	return word;
}

struct x_messages {
	uint32_t presses;               /* of keys and buttons, and releases of buttons */
	bool are_any, is_reply_first;
};

/* Take a head that is complete. */
static void x_take_head(struct x_messages *messages)
{
	const uint8_t *head = stream.head;
	uint8_t kind = (uint8_t)(head[0] & ~X_SENT);

	stream.have = 0;
	if (!stream.is_set_up) {
		stream.skip = 4 * (uint64_t)word_at(head + 6, 2);
		stream.is_set_up = true;
		return;
	}
	if (kind == X_REPLY || kind == X_GENERIC_EVENT)
		stream.skip = 4 * (uint64_t)word_at(head + 4, 4);
	if (!messages->are_any)
		messages->is_reply_first = kind == X_REPLY || kind == X_ERROR;
	messages->are_any = true;
	/* The X Input Extension, "XI_KeyPress" and others, has the core events' numbers. */
	if (kind == X_GENERIC_EVENT && head[1] == x_input)
		kind = (uint8_t)word_at(head + 8, 2);
	messages->presses += kind == X_KEY_PRESS || kind == X_BUTTON_PRESS ||
			     kind == X_BUTTON_RELEASE;
}

static void x_take(struct x_messages *messages, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size;) {
		uint32_t needed = stream.is_set_up ? X_MESSAGE_BYTES : X_SETUP_BYTES;

		if (stream.skip > 0) {
			size_t part = stream.skip < size - i ? (size_t)stream.skip : size - i;

			stream.skip -= part;
			i += part;
			continue;
		}
		stream.head[stream.have++] = bytes[i++];
		if (stream.have == needed)
			x_take_head(messages);
	}
}

/* ---- Descriptors ---- */

/* Whether a socket leads to the display. The path of an abstract socket begins with a zero byte:
 * unix(7), "Address format". */
static bool is_display_now(int file)
{
	struct sockaddr_un peer = {0};
	socklen_t size = sizeof(peer) - 1;
	const char *path = peer.sun_path;

	if (getpeername(file, (struct sockaddr *)&peer, &size) != 0 || peer.sun_family != AF_UNIX)
		return false;
	return strcmp(path[0] == '\0' ? path + 1 : path, display) == 0;
}

/* Whether a socket is the display's connection. Only the first connection of a process is watched.
 * Does not change errno. */
static bool is_display(int file)
{
	int error = errno;

	if (shared == NULL || display == NULL || file < 0)
		return false;
	if (display_file < 0 && is_display_now(file)) {
		display_file = file;
		memset(&stream, 0, sizeof(stream));
	}
	errno = error;
	return file == display_file;
}

static bool is_terminal_now(int file)
{
	struct stat about;

	return fstat(file, &about) == 0 && S_ISCHR(about.st_mode) &&
	       (about.st_rdev == terminal || about.st_rdev == CONTROLLING_TERMINAL);
}

/* Whether a file is the terminal. Does not change errno. */
static bool is_terminal(int file)
{
	int error = errno;
	bool is;

	if (shared == NULL || file < 0)
		return false;
	if (display != NULL)
		return is_display(file);
	if ((unsigned)file < KEPT_MAX && kept[file] != KEPT_UNKNOWN)
		return kept[file] == KEPT_TERMINAL;
	is = is_terminal_now(file);
	if ((unsigned)file < KEPT_MAX)
		kept[file] = is ? KEPT_TERMINAL : KEPT_OTHER;
	errno = error;
	return is;
}

static void forget(int file)
{
	if (file == display_file)
		display_file = -1;
	if (file >= 0 && (unsigned)file < KEPT_MAX)
		kept[file] = KEPT_UNKNOWN;
	if (file >= 0 && file < EPOLL_MAX)
		is_epoll_of_terminal[file] = false;
}

static bool is_blocking(int file)
{
	int error = errno, flags = fcntl(file, F_GETFL);

	errno = error;
	return flags < 0 || (flags & O_NONBLOCK) == 0;
}

/* ---- Notes ---- */

/* Note a call. Returns the note's entry, or NULL if there is no room. */
static struct watch_call *note(enum watch_call_kind kind, bool may_wait)
{
	uint64_t begin_tsc = clock_read();
	uint32_t index = __atomic_fetch_add(&shared->count, 1, __ATOMIC_RELAXED);
	struct watch_call *call = &shared->calls[index];

	if (index >= WATCH_CALLS_MAX) {
		__atomic_fetch_sub(&shared->count, 1, __ATOMIC_RELAXED);
		return NULL;
	}
	if (thread_number == 0)
		thread_number = (uint32_t)syscall(SYS_gettid);
	call->kind = (uint8_t)kind;
	call->may_wait = may_wait;
	call->begin_tsc = begin_tsc;
	last_vain = NULL;
	__atomic_store_n(&call->thread, thread_number, __ATOMIC_RELEASE);
	return call;
}

static void count_vain_peek(void)
{
	__atomic_fetch_add(&shared->vain_peeks, 1, __ATOMIC_RELAXED);
}

static void note_end(struct watch_call *call, long result, bool found, bool is_full)
{
	if (call == NULL)
		return;
	if ((call->kind == WATCH_READ || call->kind == WATCH_POLL) && !call->may_wait && !found)
		count_vain_peek();
	call->result = (int32_t)result;
	call->found = found;
	call->is_full = is_full;
	__atomic_store_n(&call->end_tsc, clock_read(), __ATOMIC_RELEASE);
}

/* A program that polls peeks millions of times, so only the first of several vain peeks is noted.
 * A peek does not wait, so it is noted after its return. */
static void note_peek(uint64_t begin_tsc, enum watch_call_kind kind, bool found, long result)
{
	struct watch_call *before = last_vain, *call;

	if (!found && before != NULL) {
		before->repeats++;
		count_vain_peek();
		return;
	}
	call = note(kind, false);
	if (call == NULL)
		return;
	call->begin_tsc = begin_tsc;
	note_end(call, result, found, false);
	last_vain = found ? NULL : call;
}

/* Note that work is handed on. found: a thread waits, and will run. */
static void note_hand(bool found)
{
	if (shared != NULL)
		note_end(note(WATCH_HAND, false), 0, found, false);
}

/* A function of the library that would have been called. */
#define NEXT(name) \
	static __typeof__(name) *next; \
	if (next == NULL) \
		next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/* ---- Requests for input ---- */

/* Note that messages came from the X server. A wait for a reply is no request for input. */
static void note_messages(const struct x_messages *messages)
{
	struct watch_call *wait = last_wait;

	last_wait = NULL;
	if (messages->presses > 0)
		note_end(note(WATCH_READ, false), messages->presses, true, true);
	if (wait == NULL || !messages->are_any)
		return;
	wait->found = messages->presses > 0 || messages->is_reply_first;
	wait->may_wait = !messages->is_reply_first;
}

/* Note the end of a read from the X server. The result is a number of bytes, or a negative value
 * for the error in errno. */
static void end_display_read(uint64_t begin_tsc, const struct iovec *parts, size_t count,
			     ssize_t result)
{
	struct x_messages messages = {0};
	size_t left = result > 0 ? (size_t)result : 0;

	if (result < 0)
		note_peek(begin_tsc, WATCH_READ, false, result);
	for (size_t i = 0; i < count && left > 0; i++) {
		size_t part = parts[i].iov_len < left ? parts[i].iov_len : left;

		x_take(&messages, parts[i].iov_base, part);
		left -= part;
	}
	note_messages(&messages);
}

EXPORT ssize_t recvmsg(int file, struct msghdr *message, int flags)
{
	uint64_t begin_tsc;
	ssize_t result;

	NEXT(recvmsg);
	if (!is_display(file))
		return next(file, message, flags);
	begin_tsc = clock_read();
	result = next(file, message, flags);
	end_display_read(begin_tsc, message->msg_iov, message->msg_iovlen, result);
	return result;
}

EXPORT ssize_t recv(int file, void *bytes, size_t size, int flags)
{
	const struct iovec whole = {bytes, size};
	uint64_t begin_tsc;
	ssize_t result;

	NEXT(recv);
	if (!is_display(file))
		return next(file, bytes, size, flags);
	begin_tsc = clock_read();
	result = next(file, bytes, size, flags);
	end_display_read(begin_tsc, &whole, 1, result);
	return result;
}

static void note_output(uint64_t begin_tsc, ssize_t result)
{
	struct watch_call *call = result > 0 ? note(WATCH_OUTPUT, false) : NULL;

	if (call != NULL)
		call->begin_tsc = begin_tsc;
	note_end(call, result, true, false);
}

EXPORT ssize_t writev(int file, const struct iovec *parts, int count)
{
	uint64_t begin_tsc;
	ssize_t result;

	NEXT(writev);
	if (!is_display(file))
		return next(file, parts, count);
	begin_tsc = clock_read();
	result = next(file, parts, count);
	note_output(begin_tsc, result);
	return result;
}

EXPORT ssize_t sendmsg(int file, const struct msghdr *message, int flags)
{
	uint64_t begin_tsc;
	ssize_t result;

	NEXT(sendmsg);
	if (!is_display(file))
		return next(file, message, flags);
	begin_tsc = clock_read();
	result = next(file, message, flags);
	note_output(begin_tsc, result);
	return result;
}

EXPORT ssize_t read(int file, void *bytes, size_t size)
{
	struct watch_call *call;
	uint64_t begin_tsc;
	ssize_t result;

	NEXT(read);
	if (display != NULL || !is_terminal(file))
		return next(file, bytes, size);
	if (!is_blocking(file)) {
		begin_tsc = clock_read();
		result = next(file, bytes, size);
		if (result < 0) {
			note_peek(begin_tsc, WATCH_READ, false, result);
			return result;
		}
		call = note(WATCH_READ, false);
	} else {
		call = note(WATCH_READ, true);
		result = next(file, bytes, size);
	}
	note_end(call, result, result > 0, result == (ssize_t)size);
	return result;
}

EXPORT ssize_t __read_chk(int file, void *bytes, size_t size, size_t room);
EXPORT ssize_t __read_chk(int file, void *bytes, size_t size, size_t room)
{
	if (size > room)
		abort();
	return read(file, bytes, size);
}

/* The index of the terminal in a set; -1 if the call does not ask for it. A call that would also
 * write to the X server sends requests. glibc declares that poll() only writes its set, so a const
 * one would be a warning. */
static long terminal_of_set(struct pollfd *set, nfds_t count)
{
	for (nfds_t i = 0; i < count; i++) {
		if ((set[i].events & POLLIN) != 0 && is_terminal(set[i].fd))
			return display != NULL && (set[i].events & POLLOUT) != 0 ? -1 : (long)i;
	}
	return -1;
}

/* Before and after a call that asks for the terminal: one that may wait is noted first. */
struct request {
	struct watch_call *call;
	uint64_t begin_tsc;
	bool may_wait;
};

static struct request request_begin(bool may_wait)
{
	struct request request = {.may_wait = may_wait};

	if (may_wait)
		request.call = note(WATCH_POLL, true);
	else
		request.begin_tsc = clock_read();
	return request;
}

/* End a request. What comes from an X server is known only when it is read. */
static void request_end(const struct request *request, int result, bool found)
{
	if (request->may_wait && display != NULL) {
		note_end(request->call, result, false, false);
		last_wait = found ? request->call : NULL;
	} else if (request->may_wait)
		note_end(request->call, result, found, false);
	else
		note_peek(request->begin_tsc, WATCH_POLL, found, result);
}

/* Whether to look before a call. Events of the X server other than keys also end a wait, so the
 * library looks first whether a call will wait. If something is already there, the call does not
 * end a key. */
static bool looks_first(bool may_wait)
{
	return display != NULL && may_wait;
}

static int look(struct pollfd *set, nfds_t count)
{
	NEXT(poll);
	return next(set, count, 0);
}

static bool is_found(int result, const struct pollfd *set, long index)
{
	return result > 0 && (set[index].revents & POLLIN) != 0;
}

EXPORT int poll(struct pollfd *set, nfds_t count, int limit_ms)
{
	long index = terminal_of_set(set, count);
	struct request request;
	int result;

	NEXT(poll);
	if (index < 0)
		return next(set, count, limit_ms);
	if (looks_first(limit_ms != 0) && (result = look(set, count)) != 0)
		return result;
	request = request_begin(limit_ms != 0);
	result = next(set, count, limit_ms);
	request_end(&request, result, is_found(result, set, index));
	return result;
}

EXPORT int __poll_chk(struct pollfd *set, nfds_t count, int limit_ms, size_t room);
EXPORT int __poll_chk(struct pollfd *set, nfds_t count, int limit_ms, size_t room)
{
	if (count > room / sizeof(*set))
		abort();
	return poll(set, count, limit_ms);
}

static const struct timespec no_time;

static bool may_wait(const struct timespec *limit)
{
	return limit == NULL || limit->tv_sec != 0 || limit->tv_nsec != 0;
}

EXPORT int ppoll(struct pollfd *set, nfds_t count, const struct timespec *limit,
		 const sigset_t *mask)
{
	long index = terminal_of_set(set, count);
	struct request request;
	int result;

	NEXT(ppoll);
	if (index < 0)
		return next(set, count, limit, mask);
	if (looks_first(may_wait(limit)) && (result = look(set, count)) != 0)
		return result;
	request = request_begin(may_wait(limit));
	result = next(set, count, limit, mask);
	request_end(&request, result, is_found(result, set, index));
	return result;
}

/* Whether select() would return at once. select() changes its sets, so they are copied. */
static bool is_ready(int count, const fd_set *reads, const fd_set *writes, const fd_set *others)
{
	static __typeof__(pselect) *next;
	const fd_set *const given[] = {reads, writes, others};
	fd_set sets[3] = {0};
	int error = errno;
	bool ready;

	for (size_t i = 0; i < 3; i++) {
		if (given[i] != NULL)
			sets[i] = *given[i];
	}
	if (next == NULL)
		next = (__typeof__(next))dlsym(RTLD_NEXT, "pselect");
	ready = next(count, &sets[0], &sets[1], &sets[2], &no_time, NULL) != 0;
	errno = error;
	return ready;
}

static int terminal_of_select(int count, const fd_set *set)
{
	for (int i = 0; set != NULL && i < count; i++) {
		if (FD_ISSET(i, set) && is_terminal(i))
			return i;
	}
	return -1;
}

EXPORT int select(int count, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *limit)
{
	int file = terminal_of_select(count, reads), result;
	struct request request;

	NEXT(select);
	if (file < 0 || (display != NULL && is_ready(count, reads, writes, others)))
		return next(count, reads, writes, others, limit);
	request = request_begin(limit == NULL || limit->tv_sec != 0 || limit->tv_usec != 0);
	result = next(count, reads, writes, others, limit);
	request_end(&request, result, result > 0 && FD_ISSET(file, reads));
	return result;
}

EXPORT int pselect(int count, fd_set *reads, fd_set *writes, fd_set *others,
		   const struct timespec *limit, const sigset_t *mask)
{
	int file = terminal_of_select(count, reads), result;
	struct request request;

	NEXT(pselect);
	if (file < 0 || (display != NULL && is_ready(count, reads, writes, others)))
		return next(count, reads, writes, others, limit, mask);
	request = request_begin(may_wait(limit));
	result = next(count, reads, writes, others, limit, mask);
	request_end(&request, result, result > 0 && FD_ISSET(file, reads));
	return result;
}

EXPORT int epoll_ctl(int set, int operation, int file, struct epoll_event *event)
{
	NEXT(epoll_ctl);
	if (set >= 0 && set < EPOLL_MAX && is_terminal(file))
		is_epoll_of_terminal[set] = operation != EPOLL_CTL_DEL;
	return next(set, operation, file, event);
}

static bool asks_terminal(int set)
{
	return shared != NULL && set >= 0 && set < EPOLL_MAX && is_epoll_of_terminal[set];
}

/* What is ready is the program's own data, so any event counts as the terminal. */
EXPORT int epoll_pwait(int set, struct epoll_event *events, int count, int limit_ms,
		       const sigset_t *mask)
{
	struct request request;
	int result;

	NEXT(epoll_pwait);
	if (!asks_terminal(set))
		return next(set, events, count, limit_ms, mask);
	if (looks_first(limit_ms != 0) && (result = next(set, events, count, 0, mask)) != 0)
		return result;
	request = request_begin(limit_ms != 0);
	result = next(set, events, count, limit_ms, mask);
	request_end(&request, result, result > 0);
	return result;
}

EXPORT int epoll_wait(int set, struct epoll_event *events, int count, int limit_ms)
{
	return epoll_pwait(set, events, count, limit_ms, NULL);
}

EXPORT int close(int file)
{
	NEXT(close);
	forget(file);
	return next(file);
}

EXPORT int dup2(int from, int to)
{
	NEXT(dup2);
	forget(to);
	return next(from, to);
}

EXPORT int dup3(int from, int to, int flags)
{
	NEXT(dup3);
	forget(to);
	return next(from, to, flags);
}

/* ---- Work that is handed on ---- */

/* Threads that wait for a semaphore or condition variable, by a hash of its address. */
static unsigned waiters[WAITERS_SIZE];

static unsigned *waiters_of(const void *object)
{
	return &waiters[(uintptr_t)object / 16 % WAITERS_SIZE];
}

static void note_wake(const void *object)
{
	note_hand(__atomic_load_n(waiters_of(object), __ATOMIC_SEQ_CST) != 0);
}

EXPORT pid_t fork(void)
{
	pid_t child;

	NEXT(fork);
	note_hand(true);
	child = next();
	if (child == 0)
		thread_number = 0;
	return child;
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
			  void *(*run)(void *), void *argument)
{
	NEXT(pthread_create);
	note_hand(true);
	return next(thread, attributes, run, argument);
}

/* Condition variables of glibc have an older form, which dlsym() returned before glibc 2.36. */
extern void *dlvsym(void *library, const char *name, const char *version) __attribute__((weak));

static void *next_of_condition(const char *name)
{
	void *function = dlvsym != NULL ? dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2") : NULL;

	return function != NULL ? function : dlsym(RTLD_NEXT, name);
}

EXPORT int pthread_cond_signal(pthread_cond_t *condition)
{
	static __typeof__(pthread_cond_signal) *next;

	if (next == NULL)
		next = (__typeof__(next))next_of_condition("pthread_cond_signal");
	note_wake(condition);
	return next(condition);
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *condition)
{
	static __typeof__(pthread_cond_broadcast) *next;

	if (next == NULL)
		next = (__typeof__(next))next_of_condition("pthread_cond_broadcast");
	note_wake(condition);
	return next(condition);
}

EXPORT int sem_post(sem_t *semaphore)
{
	NEXT(sem_post);
	note_wake(semaphore);
	return next(semaphore);
}

/* A call that waits for the object. If a thread is cancelled in this call, it counts as waiting for
 * ever. */
#define WHILE_WAITING(object, call) __extension__({ \
	int result; \
	__atomic_fetch_add(waiters_of(object), 1, __ATOMIC_SEQ_CST); \
	result = call; \
	__atomic_fetch_sub(waiters_of(object), 1, __ATOMIC_SEQ_CST); \
	result; \
})

EXPORT int sem_wait(sem_t *semaphore)
{
	NEXT(sem_wait);
	return WHILE_WAITING(semaphore, next(semaphore));
}

EXPORT int sem_timedwait(sem_t *semaphore, const struct timespec *limit)
{
	NEXT(sem_timedwait);
	return WHILE_WAITING(semaphore, next(semaphore, limit));
}

EXPORT int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	static __typeof__(pthread_cond_wait) *next;

	if (next == NULL)
		next = (__typeof__(next))next_of_condition("pthread_cond_wait");
	return WHILE_WAITING(condition, next(condition, mutex));
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
				  const struct timespec *limit)
{
	static __typeof__(pthread_cond_timedwait) *next;

	if (next == NULL)
		next = (__typeof__(next))next_of_condition("pthread_cond_timedwait");
	return WHILE_WAITING(condition, next(condition, mutex, limit));
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
				  clockid_t clock, const struct timespec *limit)
{
	NEXT(pthread_cond_clockwait);
	return WHILE_WAITING(condition, next(condition, mutex, clock, limit));
}
