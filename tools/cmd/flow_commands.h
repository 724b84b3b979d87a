/* The parts of `bareline flow`, as tools/cmd/commands.h has those of `bareline`. */
#ifndef TOOLS_CMD_FLOW_COMMANDS_H
#define TOOLS_CMD_FLOW_COMMANDS_H

int flow_dump(int argc, char **argv);
int flow_split(int argc, char **argv);
int flow_filter(int argc, char **argv);
int flow_draw(int argc, char **argv);
int flow_path(int argc, char **argv);
int flow_states(int argc, char **argv);
int flow_check(int argc, char **argv);
int flow_export(int argc, char **argv);
int flow_generate(int argc, char **argv);

#endif
