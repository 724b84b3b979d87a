/* SPDX-License-Identifier: MIT */
/* The process that types is on this CPU, with the library's shared memory and the terminal's other
 * end. The program may use all CPUs. */
#include "linux/watch/program.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/fmt.h"
#include "lib/text/ticks.h"
#include "linux/clock.h"
#include "linux/schedule.h"
#include "linux/watch/display.h"
#include "linux/watch/shared.h"

#define START_LIMIT_MS 10000            /* time until the program first asks for input */
#define QUIET_MS 100                    /* time without output before the first key */
#define LAST_MS 300                     /* minimum time for the answer to the last key */
#define LAST_LIMIT_MS 10000
#define END_LIMIT_MS 2000               /* from the hang-up to the end */
#define SERVER_LATE_MS 60000            /* an X server tells of an event earlier */
#define OUTPUTS_MAX 65536
#define SLACK_NS 50000                  /* of a timer: the kernel's default */
#define PATH_CHARS 64
#define EXEC_FAILED 127

extern const unsigned char watch_library[], watch_library_end[];

static struct {
	const struct watch_program *what;
	pid_t process;
	int terminal;                   /* the terminal's other end */
	int go, failed;                 /* the program waits for go; then it sends an error */
	int shared_file, preloaded_file;
	struct watch_shared *shared;
	struct watch_switches switches;
	struct watch_sent sent[TERMINAL_KEYS_MAX];
	uint32_t sent_count;
	struct watch_output outputs[OUTPUTS_MAX];
	size_t output_count;
	uint64_t last_output_tsc, lost;
	char switch_problem[WATCH_PROBLEM_MAX];
	bool has_counts;                /* whether the kernel's counts were read, at the end of the
					 * session */
	uint64_t sleeps, preemptions;
} run;

const char *watch_program_switch_problem(void)
{
	return run.switch_problem[0] != '\0' ? run.switch_problem : NULL;
}

uint64_t watch_program_lost(void)
{
	return run.lost;
}

static uint64_t after_ms(uint64_t ms)
{
	return clock_read() + ticks_of_ms(ms, platform_clock_hz());
}

/* ---- The program ---- */

static int make_file(const char *name, const void *content, size_t size)
{
	int file = memfd_create(name, MFD_CLOEXEC);
	bool good = file >= 0 && ftruncate(file, (off_t)size) == 0;

	if (good && content != NULL)
		good = write(file, content, size) == (ssize_t)size;
	return good ? file : -errno;
}

/* The memory and the library, as files that the program opens by this process's number. */
static int make_shared(void)
{
	if (run.shared == NULL) {
		run.shared_file = make_file("bareline-watch", NULL, sizeof(*run.shared));
		run.preloaded_file = make_file("bareline-watch.so", watch_library,
					     (size_t)(watch_library_end - watch_library));
		if (run.shared_file < 0 || run.preloaded_file < 0)
			return run.shared_file < 0 ? run.shared_file : run.preloaded_file;
		run.shared = mmap(NULL, sizeof(*run.shared), PROT_READ | PROT_WRITE, MAP_SHARED,
				  run.shared_file, 0);
		if (run.shared == MAP_FAILED)
			return -errno;
	}
	memset(run.shared, 0, sizeof(*run.shared));
	return 0;
}

static void set_environment(int terminal, pid_t typist)
{
	char path[PATH_CHARS], number[PATH_CHARS];
	struct stat about;

	fmt_buffer(path, sizeof(path), "/proc/%d/fd/%d", typist, run.shared_file);
	setenv(WATCH_FILE, path, 1);
	fmt_buffer(path, sizeof(path), "/proc/%d/fd/%d", typist, run.preloaded_file);
	setenv("LD_PRELOAD", path, 1);
	fstat(terminal, &about);
	fmt_buffer(number, sizeof(number), "%lu", (unsigned long)about.st_rdev);
	setenv(WATCH_TERMINAL, number, 1);
	setenv("TERM", "xterm", run.what->by_person ? 0 : 1);
	if (!run.what->on_display)
		return;
	fmt_buffer(number, sizeof(number), "%u", display_x_input());
	setenv(WATCH_X_INPUT, number, 1);
	setenv(WATCH_DISPLAY, display_path(), 1);
}

/* Become a program as a shell would start it: on all CPUs, without this process's signals, priority
 * and timers. */
static void leave_measurement(void)
{
	cpu_set_t cpus;
	sigset_t none;

	CPU_ZERO(&cpus);
	for (uint32_t cpu = 0; cpu < schedule_cpu_count(); cpu++)
		CPU_SET(schedule_number(cpu), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	prctl(PR_SET_TIMERSLACK, SLACK_NS);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void run_program(int terminal, int go, int failed, pid_t typist)
{
	char byte;
	int error;

	leave_measurement();
	login_tty(terminal);
	set_environment(STDIN_FILENO, typist);
	if (read(go, &byte, 1) != 1)
		_exit(EXEC_FAILED);
	execvp(run.what->arguments[0], run.what->arguments);
	error = errno;
	_exit(write(failed, &error, sizeof(error)) == sizeof(error) ? EXEC_FAILED : EXIT_FAILURE);
}

static int start_program(void)
{
	struct winsize size = {.ws_row = 25, .ws_col = 80};
	pid_t typist = getpid();
	int terminal, go[2], failed[2];

	if (run.what->by_person)
		ioctl(STDIN_FILENO, TIOCGWINSZ, &size);
	if (openpty(&run.terminal, &terminal, NULL, NULL, &size) != 0)
		return -errno;
	if (pipe2(go, O_CLOEXEC) != 0 || pipe2(failed, O_CLOEXEC) != 0)
		return -errno;
	fcntl(run.terminal, F_SETFD, FD_CLOEXEC);
	run.process = fork();
	if (run.process == 0)
		run_program(terminal, go[0], failed[1], typist);
	close(terminal);
	close(go[0]);
	close(failed[1]);
	run.go = go[1];
	run.failed = failed[0];
	return run.process < 0 ? -errno : 0;
}

/* Let the program begin. Returns 0 or a negative errno. */
static int let_go(void)
{
	int error = 0;

	if (write(run.go, "", 1) != 1 || read(run.failed, &error, sizeof(error)) < 0)
		error = errno;
	close(run.go);
	close(run.failed);
	return -error;
}

static void watch_switches(void)
{
	int error = watch_switches_begin(run.process);

	run.switch_problem[0] = '\0';
	if (error != 0)
		fmt_buffer(run.switch_problem, sizeof(run.switch_problem),
			   "perf_event_open: %s", strerror(-error));
}

/* ---- Typing ---- */

static void add_output(uint64_t tsc, uint32_t bytes)
{
	if (run.output_count < OUTPUTS_MAX)
		run.outputs[run.output_count++] = (struct watch_output){tsc, bytes};
	else
		run.lost++;
}

/* Take output. Returns false when the program has closed the terminal. */
static bool take_output(void)
{
	static char bytes[65536];
	ssize_t count = read(run.terminal, bytes, sizeof(bytes));

	if (count <= 0)
		return count < 0 && errno == EINTR;
	run.last_output_tsc = clock_read();
	if (!run.what->on_display)
		add_output(run.last_output_tsc, (uint32_t)count);
	if (run.what->by_person && write(STDOUT_FILENO, bytes, (size_t)count) != count)
		return false;
	return true;
}

/* Take output until a time. Returns false when the program has ended. */
static bool take_output_until(uint64_t until_tsc)
{
	for (;;) {
		struct pollfd from = {.fd = run.terminal, .events = POLLIN};
		uint64_t now_tsc = clock_read();
		struct timespec left = {0};
		int ready;

		if (until_tsc > now_tsc)
			left = clock_timespec(ticks_to_ns(until_tsc - now_tsc,
							  platform_clock_hz()));
		ready = ppoll(&from, 1, &left, NULL);
		if (ready > 0 && !take_output())
			return false;
		if (ready <= 0 && clock_read() >= until_tsc)
			return true;
	}
}

/* Whether the program waits for input, or only ever peeks. */
static bool asks_now(void)
{
	uint32_t count = __atomic_load_n(&run.shared->count, __ATOMIC_ACQUIRE);
	bool only_peeks = true;

	for (uint32_t i = 0; i < count && i < WATCH_CALLS_MAX; i++) {
		const struct watch_call *call = &run.shared->calls[i];

		if (call->kind != WATCH_HAND && call->thread != 0 && call->may_wait &&
		    call->end_tsc == 0)
			return true;
		only_peeks &= call->kind != WATCH_POLL || !call->may_wait;
	}
	return only_peeks;
}

/* Whether the program has asked for input. A program with a window has asked when it waits for
 * events of the X server. */
static bool has_asked(void)
{
	return __atomic_load_n(&run.shared->count, __ATOMIC_ACQUIRE) != 0 &&
	       (!run.what->on_display || asks_now());
}

/* The time of the last output, which for a program with a window is its last requests to the X
 * server. */
static uint64_t last_output(void)
{
	uint32_t count = __atomic_load_n(&run.shared->count, __ATOMIC_ACQUIRE);

	if (!run.what->on_display)
		return run.last_output_tsc;
	for (uint32_t i = count < WATCH_CALLS_MAX ? count : WATCH_CALLS_MAX; i > 0; i--) {
		if (run.shared->calls[i - 1].kind == WATCH_OUTPUT)
			return run.shared->calls[i - 1].begin_tsc;
	}
	return 0;
}

/* Wait until the program waits for input, or polls for it, and its output pauses. */
static int await_quiet(uint64_t limit_tsc)
{
	while (clock_read() < limit_tsc) {
		uint64_t begin_tsc = clock_read();

		if (!take_output_until(after_ms(QUIET_MS)))
			return -ESRCH;
		if (has_asked() && last_output() < begin_tsc)
			return 0;
	}
	return -ETIMEDOUT;
}

/* Wait until the first key can be typed. A window also handles that the pointer has come. */
static int await_program(void)
{
	uint64_t limit_tsc = after_ms(START_LIMIT_MS);
	int error = await_quiet(limit_tsc);
	bool has_window = !run.what->on_display;

	while (error == 0 && !has_window) {
		has_window = display_aim();
		error = await_quiet(limit_tsc);
		if (error == -ETIMEDOUT && !has_window)
			error = -ENXIO;
	}
	return error;
}

/* Whether the terminal collects a line instead of passing the byte on: termios(3), "Canonical and
 * noncanonical mode". */
static bool is_of_line(char byte)
{
	struct termios mode;

	if (tcgetattr(run.terminal, &mode) != 0 || (mode.c_lflag & ICANON) == 0)
		return false;
	return byte != '\r' && byte != '\n' && (unsigned char)byte != mode.c_cc[VEOF] &&
	       (unsigned char)byte != mode.c_cc[VEOL];
}

static bool type(const struct terminal_key *key)
{
	struct watch_sent *sent = &run.sent[run.sent_count++];

	sent->is_of_line = !run.what->on_display && is_of_line(key->bytes[0]);
	sent->tsc = clock_read();
	if (run.what->on_display)
		return display_type(key);
	return write(run.terminal, key->bytes, key->count) == key->count;
}

static uint64_t due_tsc(uint64_t begin_tsc, uint64_t due_us)
{
	return begin_tsc + ticks_scale(due_us, platform_clock_hz(), US_PER_SECOND);
}

static bool type_keys(void)
{
	uint64_t begin_tsc = clock_read();

	for (uint32_t i = 0; i < run.what->key_count; i++) {
		const struct terminal_key *key = &run.what->keys[i];

		if ((key->right != 0 || key->downwards != 0) &&
		    (!take_output_until(due_tsc(begin_tsc, key->move_due_us)) ||
		     !display_move(key)))
			return false;
		if (!take_output_until(due_tsc(begin_tsc, key->due_us)) || !type(key))
			return false;
		watch_switches_read(&run.switches);
	}
	return true;
}

/* Wait for the answer to the last key: until the program waits again and its output pauses. */
static void await_answer(void)
{
	uint64_t limit_tsc = after_ms(LAST_LIMIT_MS);
	uint64_t begin_tsc;

	do {
		begin_tsc = clock_read();
		if (!take_output_until(after_ms(LAST_MS)))
			return;
	} while ((!asks_now() || last_output() > begin_tsc) && clock_read() < limit_tsc);
}

/* ---- A person ---- */

static bool relay_keys(void)
{
	char bytes[TERMINAL_KEY_BYTES_MAX];
	ssize_t count = read(STDIN_FILENO, bytes, sizeof(bytes));
	struct terminal_key *key = &run.what->keys[run.sent_count];

	if (count <= 0)
		return false;
	if (run.sent_count == TERMINAL_KEYS_MAX) {
		run.lost++;
		return write(run.terminal, bytes, (size_t)count) == count;
	}
	*key = terminal_key_of_byte(bytes[0]);
	key->count = (uint8_t)count;
	memcpy(key->bytes, bytes, (size_t)count);
	if (count > 1)
		key->code = 0;
	return type(key);
}

static void relay(void)
{
	struct pollfd from[2] = {{.fd = run.terminal, .events = POLLIN},
				 {.fd = STDIN_FILENO, .events = POLLIN}};

	for (;;) {
		if (poll(from, 2, -1) < 0 && errno != EINTR)
			return;
		if (from[0].revents != 0 && !take_output())
			return;
		if (from[1].revents != 0 && !relay_keys())
			return;
		watch_switches_read(&run.switches);
	}
}

/* The TSC when the server's clock, which is CLOCK_MONOTONIC, had a time in ms. If that time makes
 * no sense, the TSC now. */
static uint64_t tsc_of_server(uint32_t time_ms)
{
	uint64_t now_tsc = clock_read(), now_ns = clock_ns(CLOCK_MONOTONIC);
	uint32_t passed_ms = (uint32_t)(now_ns / NS_PER_MS) - time_ms;

	if (passed_ms > SERVER_LATE_MS)
		return now_tsc;
	return now_tsc - ticks_scale(now_ns % NS_PER_MS + (uint64_t)passed_ms * NS_PER_MS,
				     platform_clock_hz(), NS_PER_SECOND);
}

static void take_of_person(const struct terminal_key *key, uint32_t time_ms)
{
	uint64_t tsc = tsc_of_server(time_ms);

	if (run.sent_count == TERMINAL_KEYS_MAX) {
		run.lost++;
		return;
	}
	/* conversions of equal times differ by the time that reading two clocks takes */
	if (run.sent_count > 0 && tsc < run.sent[run.sent_count - 1].tsc)
		tsc = run.sent[run.sent_count - 1].tsc;
	run.what->keys[run.sent_count] = *key;
	run.sent[run.sent_count++] = (struct watch_sent){.tsc = tsc};
}

/* Listen to the person until the program ends. */
static void listen_to_person(void)
{
	struct pollfd from[2] = {{.fd = run.terminal, .events = POLLIN},
				 {.fd = display_listener(), .events = POLLIN}};

	for (;;) {
		if (poll(from, 2, -1) < 0) {
			if (errno == EINTR)
				continue;
			return;
		}
		if (from[0].revents != 0 && !take_output())
			return;
		if (from[1].revents != 0 && !display_read(take_of_person))
			return;
		watch_switches_read(&run.switches);
	}
}

static void relay_raw(void)
{
	struct termios before, raw;
	bool is_terminal = tcgetattr(STDIN_FILENO, &before) == 0;

	raw = before;
	cfmakeraw(&raw);
	if (is_terminal)
		tcsetattr(STDIN_FILENO, TCSANOW, &raw);
	relay();
	if (is_terminal)
		tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

/* ---- The run ---- */

/* Type the keys. Stores when the first key could be typed. */
static int play(uint64_t *begin_tsc, char problem[WATCH_PROBLEM_MAX])
{
	int error;

	*begin_tsc = clock_read();
	if (run.what->by_person) {
		if (run.what->on_display)
			listen_to_person();
		else
			relay_raw();
		return 0;
	}
	error = await_program();
	if (error == -ESRCH)
		fmt_buffer(problem, WATCH_PROBLEM_MAX, "%s ended before the first key",
			   run.what->arguments[0]);
	else if (error == -ENXIO)
		fmt_buffer(problem, WATCH_PROBLEM_MAX, "%s has no window on the X server",
			   run.what->arguments[0]);
	else if (error != 0)
		fmt_buffer(problem, WATCH_PROBLEM_MAX, "%s did not ask for input by a function "
			   "that a preloaded library sees: it may be static or setuid, or use "
			   "stdio", run.what->arguments[0]);
	if (error != 0)
		return error;
	*begin_tsc = clock_read();
	if (type_keys())
		await_answer();
	if (run.sent_count < run.what->key_count) {
		fmt_buffer(problem, WATCH_PROBLEM_MAX, "%s ended after %u of %u keys",
			   run.what->arguments[0], run.sent_count, run.what->key_count);
		return -ESRCH;
	}
	return 0;
}

/* The switches of the program's first thread so far: proc(5), "/proc/pid/status". */
static void read_switch_counts(void)
{
	char path[PATH_CHARS], line[128];
	unsigned found = 0;
	FILE *file;

	fmt_buffer(path, sizeof(path), "/proc/%d/status", run.process);
	file = fopen(path, "re");
	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		found += sscanf(line, "voluntary_ctxt_switches: %" SCNu64, &run.sleeps) == 1;
		found += sscanf(line, "nonvoluntary_ctxt_switches: %" SCNu64, &run.preemptions) ==
			 1;
	}
	run.has_counts = found == 2;
	if (file != NULL)
		fclose(file);
}

/* End the program by the hang-up of its terminal, which asks it to end. */
static void end_program(void)
{
	uint64_t limit_tsc = after_ms(END_LIMIT_MS);

	close(run.terminal);
	kill(-run.process, SIGHUP);
	while (waitpid(run.process, NULL, WNOHANG) == 0) {
		struct timespec rest = clock_timespec(NS_PER_MS);

		if (clock_read() > limit_tsc)
			kill(-run.process, SIGKILL);
		nanosleep(&rest, NULL);
	}
}

/* Take the requests. The output of a program with a window is what it wrote to the X server. */
static void take_requests(uint32_t count)
{
	run.output_count = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct watch_call *call = &run.shared->calls[i];

		if (call->kind == WATCH_OUTPUT && call->end_tsc != 0)
			add_output(call->end_tsc, (uint32_t)call->result);
	}
}

static void fill_trace(struct watch_trace *trace, uint64_t begin_tsc, uint64_t end_tsc)
{
	uint32_t count = run.shared->count;

	if (run.what->on_display)
		take_requests(count < WATCH_CALLS_MAX ? count : WATCH_CALLS_MAX);
	*trace = (struct watch_trace){
		.keys = run.what->keys, .sent = run.sent, .key_count = run.sent_count,
		.outputs = run.outputs, .output_count = run.output_count,
		.calls = run.shared->calls,
		.call_count = count < WATCH_CALLS_MAX ? count : WATCH_CALLS_MAX,
		.switches = run.switches, .has_switches = run.switch_problem[0] == '\0',
		.begin_tsc = begin_tsc, .end_tsc = end_tsc,
		.has_peeks = count < WATCH_CALLS_MAX, .vain_peeks = run.shared->vain_peeks,
		.has_counts = run.has_counts, .first_thread = (uint32_t)run.process,
		.sleeps = run.sleeps, .preemptions = run.preemptions,
	};
	run.lost += run.switches.lost + (count == WATCH_CALLS_MAX);
}

int watch_program_run(const struct watch_program *program, struct watch_trace *trace,
		      char problem[WATCH_PROBLEM_MAX])
{
	uint64_t begin_tsc, end_tsc;
	int error;

	run.what = program;
	run.sent_count = 0;
	run.output_count = 0;
	run.last_output_tsc = run.lost = 0;
	run.switches.count = 0;
	error = program->on_display ? display_open(program->keys, program->key_count, problem) : 0;
	if (error == 0 && program->on_display && program->by_person)
		error = display_listen(problem);
	if (error != 0)
		return error;
	error = make_shared();
	if (error == 0)
		error = start_program();
	if (error != 0) {
		fmt_buffer(problem, WATCH_PROBLEM_MAX, "cannot start a program in a pseudo "
			   "terminal: %s", strerror(-error));
		return error;
	}
	watch_switches();
	begin_tsc = clock_read();
	error = let_go();
	if (error != 0)
		fmt_buffer(problem, WATCH_PROBLEM_MAX, "%s: %s", program->arguments[0],
			   strerror(-error));
	else
		error = play(&begin_tsc, problem);
	end_tsc = clock_read();
	read_switch_counts();
	end_program();
	display_close();
	watch_switches_end(&run.switches);
	fill_trace(trace, begin_tsc, end_tsc);
	return error;
}
