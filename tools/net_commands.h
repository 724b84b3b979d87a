/* The parts of `bareline net`, as tools/commands.h has those of `bareline`. */
#ifndef TOOLS_NET_COMMANDS_H
#define TOOLS_NET_COMMANDS_H

int net_dump(int argc, char **argv);
int net_split(int argc, char **argv);
int net_filter(int argc, char **argv);
int net_draw(int argc, char **argv);
int net_path(int argc, char **argv);
int net_states(int argc, char **argv);
int net_check(int argc, char **argv);
int net_export(int argc, char **argv);
int net_generate(int argc, char **argv);

#endif
