/* SPDX-License-Identifier: MIT */
/* See stick_report.h. */
#include "linux/disk/stick_report.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "linux/screen.h"

/* defined by scripts/initrd.py */
#define TOOL "/bareline"
#define TEXT "/overhead.txt"
#define PAGE "/overhead.html"
#define SAID "/report.txt"              /* paths of this system only */
#define LIMIT_S 600                     /* some hundred times its usual duration */
#define CHILD_FAILED 127

/* Become the tool. Its output goes to the file, or if output is NULL, to the console. */
static void become_tool(char *const arguments[], const char *output)
{
	int file = -1;

	if (output != NULL) {
		file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0)
			_exit(CHILD_FAILED);
		close(file);
	}
	alarm(LIMIT_S);
	execv(TOOL, arguments);
	_exit(CHILD_FAILED);
}

/* Returns whether the tool exited, with any status. */
static bool run_tool(char *const arguments[], const char *output)
{
	pid_t tool = fork();
	int status;

	if (tool == 0)
		become_tool(arguments, output);
	if (tool < 0 || waitpid(tool, &status, 0) != tool)
		return false;
	return WIFEXITED(status) && WEXITSTATUS(status) != CHILD_FAILED;
}

static bool make_page(char *metal, char *linux)
{
	char *const of_both[] = {TOOL, "report", "--no-charts", "-o", PAGE, metal, linux, NULL};
	char *const of_metal[] = {TOOL, "report", "--no-charts", "-o", PAGE, metal, NULL};

	return (run_tool(of_both, SAID) && access(PAGE, F_OK) == 0) ||
	       (run_tool(of_metal, SAID) && access(PAGE, F_OK) == 0);
}

bool stick_report_make(struct stick_report *report, const char *metal, const char *linux)
{
	char *paths[] = {(char *)metal, (char *)linux};
	char *const comparison[] = {TOOL, "overhead", paths[0], paths[1], NULL};

	*report = (struct stick_report){.text = TEXT, .page = PAGE};
	if (access(TOOL, X_OK) == 0 && run_tool(comparison, TEXT) && make_page(paths[0], paths[1]))
		return true;
	screen_say("Cannot create the overhead report. Run `bareline collect` on another PC to "
		   "create it.");
	return false;
}
