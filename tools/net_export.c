#include "tools/net_commands.h"
int net_export(int argc, char **argv){(void)argc;(void)argv;return 0;}
