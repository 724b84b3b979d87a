/* SPDX-License-Identifier: MIT */
/* The subcommands of `bareline flow`. */
#ifndef TOOLS_CMD_FLOW_COMMANDS_H
#define TOOLS_CMD_FLOW_COMMANDS_H

#include "lib/option/option.h"

extern const struct command flow_dump_command;
extern const struct command flow_split_command;
extern const struct command flow_filter_command;
extern const struct command flow_draw_command;
extern const struct command flow_path_command;
extern const struct command flow_states_command;
extern const struct command flow_check_command;
extern const struct command flow_load_command;
extern const struct command flow_verify_command;
extern const struct command flow_export_command;
extern const struct command flow_import_command;
extern const struct command flow_record_command;
extern const struct command flow_tree_command;
extern const struct command flow_compare_command;
extern const struct command flow_nodes_command;

#endif
