/* SPDX-License-Identifier: MIT */
/* `bareline` and its subcommands, one file each. */
#ifndef TOOLS_CMD_COMMANDS_H
#define TOOLS_CMD_COMMANDS_H

#include "lib/option/option.h"

/* The program itself. The run subcommand is in run.h. */
extern const struct command bareline_command;

extern const struct command capture_command;
extern const struct command lab_command;
extern const struct command list_command;
extern const struct command collect_command;
extern const struct command serve_command;
extern const struct command show_command;
extern const struct command report_command;
extern const struct command plot_command;
extern const struct command compare_command;
extern const struct command history_command;
extern const struct command fleet_command;
extern const struct command overhead_command;
extern const struct command systems_command;
extern const struct command layers_command;
extern const struct command explain_command;
extern const struct command count_command;
extern const struct command idle_command;
extern const struct command flow_command;
extern const struct command parse_command;
extern const struct command export_command;
extern const struct command format_command;
extern const struct command doctor_command;
extern const struct command manual_command;
extern const struct command completion_command;

#endif
