/* SPDX-License-Identifier: MIT */
/* Lines in the format of ftrace. */
#ifndef TESTS_UNIT_TOOLS_FLOW_IMPORT_FTRACE_LINES_H
#define TESTS_UNIT_TOOLS_FLOW_IMPORT_FTRACE_LINES_H

#define SWITCH(time, cpu, from, state, to) \
	" x-1 [" cpu "] d..2. " time ": sched_switch: prev_comm=app prev_pid=" from \
	" prev_prio=120 prev_state=" state " ==> next_comm=app next_pid=" to " next_prio=120\n"
#define LINE(time, cpu, thread, event) " app-" thread " [" cpu "] d..2. " time ": " event "\n"
#define WAKE(time, cpu, by, whom) \
	LINE(time, cpu, by, "sched_waking: comm=app pid=" whom " prio=120 target_cpu=000")

#endif
